"""Where a GPU's frame time comes from: published, modelled from the frame's own queries, or measured."""
import unittest

from support import CliTest, SMALL, run, sets


def printed(done):
    return dict(line.split(" ", 1) for line in done.stdout.splitlines())


class GpuTimes(CliTest):
    def figures(self, *arguments, keys):
        done = run("run", "ngpc-8", "nerf-demo", *sets(SMALL), *arguments, "--print", ",".join(keys))
        self.assertEqual(done.returncode, 0, done.stderr)
        return printed(done)

    def test_published_before_modelled(self):
        keys = ("gpu.times", "gpu.frame_ms", "gpu.jit_frame_ms", "gpu.traffic", "speedup_vs_jit_gpu")
        published = self.figures(keys=keys)
        self.assertEqual(published["gpu.times"], "published")
        self.assertAlmostEqual(float(published["gpu.frame_ms"]) / float(published["gpu.jit_frame_ms"]), 5.0, places=6)
        self.assertEqual(published["gpu.traffic"], "null")
        other = self.figures("--gpu", "rtx4070", keys=keys)
        self.assertEqual(other["gpu.times"], "modelled")
        self.assertGreater(float(other["gpu.frame_ms"]), float(other["gpu.jit_frame_ms"]))

    def test_the_parts_of_a_modelled_frame(self):
        keys = ("gpu.frame_ms", "gpu.encoding_ms", "gpu.mlp_ms", "gpu.rest_ms", "gpu.fused_frame_ms", "gpu.jit_frame_ms", "gpu.traffic.l2_bytes_per_query", "gpu.equal_area.l2_mib", "area_mm2", "speedup", "frame_ms",
                "speedup_vs_equal_area_gpu", "gpu.power_w", "gpu.energy_mj", "energy_gain", "energy_mj")
        of = {key: float(value) for key, value in self.figures("--gpu", "h100", keys=keys).items()}
        self.assertAlmostEqual(of["gpu.frame_ms"], of["gpu.encoding_ms"] + of["gpu.mlp_ms"] + of["gpu.rest_ms"])
        self.assertGreater(of["gpu.frame_ms"], of["gpu.fused_frame_ms"])
        self.assertGreater(of["gpu.equal_area.l2_mib"], 50)
        self.assertAlmostEqual(of["speedup"], of["gpu.frame_ms"] / of["frame_ms"])
        self.assertAlmostEqual(of["gpu.energy_mj"], of["gpu.power_w"] * of["gpu.frame_ms"])
        self.assertAlmostEqual(of["energy_gain"], of["gpu.energy_mj"] / of["energy_mj"])

    def test_caches_and_rates_count(self):
        def modelled(*arguments, key="gpu.encoding_ms"):
            return float(self.figures("--gpu", "a100", *sets(["gpu.baseline.times=modelled", *arguments]), keys=(key,))[key])
        usual = modelled()
        self.assertGreater(modelled("gpu.gather.l2_gb_s=100"), usual)
        self.assertGreater(modelled("gpu.memory_gb_s=10"), usual)
        self.assertGreater(modelled("gpu.gather.l1_kib=1", key="gpu.traffic.l2_bytes_per_query"), modelled(key="gpu.traffic.l2_bytes_per_query"))
        self.assertGreater(modelled("gpu.l2_kib=64", key="gpu.traffic.dram_bytes_per_query"), modelled(key="gpu.traffic.dram_bytes_per_query"))
        self.assertGreater(modelled(key="gpu.traffic.sampled_queries"), modelled("gpu.baseline.sampled_queries=512", key="gpu.traffic.sampled_queries"))

    def test_measured(self):
        keys = ("gpu.times", "gpu.frame_ms", "gpu.software", "gpu.reason", "speedup")
        measured = sets(["gpu.baseline.times=measured", "gpu.baseline.measured.workload=nerf-demo", "gpu.baseline.measured.software=mine", "gpu.baseline.measured.frame_ms=12.5"])
        of = self.figures(*measured, keys=keys)
        self.assertEqual((of["gpu.times"], of["gpu.frame_ms"], of["gpu.software"]), ("measured", "12.5", "mine"))
        none = self.figures(*sets(["gpu.baseline.times=measured"]), keys=keys)
        self.assertEqual(none["speedup"], "null")
        self.assertIn("nerf-demo", none["gpu.reason"])


if __name__ == "__main__":
    unittest.main()
