"""What the knobs of workloads move, and which way: the table "What knobs move" of docs/validation.md, a test a row."""
import json
import pathlib
import tempfile
import unittest

from support import run, sets


def result(chip, workload, *assignments):
    with tempfile.TemporaryDirectory() as folder:
        done = run("run", chip, workload, *sets(assignments), "--quiet", "--out", folder)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return json.loads((pathlib.Path(folder) / "result.json").read_text())


def small(side=96):
    return (f"workload.width={side}", f"workload.height={side}")


def hits(chip_result):
    return chip_result["blocks"]["encoding_engine"]["grid_cache"]["hit_rate"]


class Directions(unittest.TestCase):
    CACHED = ("chip.nfp.encoding_engine.grid_sram.size_kib=16",)

    def test_query_order_binned(self):
        ray = result("ngpc-8-cached", "nerf-demo", *small(), *self.CACHED)
        binned = result("ngpc-8-cached", "nerf-demo", *small(), *self.CACHED, "workload.query_order=binned")
        self.assertEqual(ray["queries"], binned["queries"])
        self.assertGreater(hits(binned), hits(ray), "queries of a cell follow each other")
        self.assertGreater(binned["host_ms"], ray["host_ms"], "the host sorts")

    def test_pixel_order_tile_and_morton(self):
        for workload, gains in (("nsdf-demo", True), ("gia-demo", False)):
            row = result("ngpc-8-cached", workload, *small(256), *self.CACHED)
            for order in ("tile", "morton"):
                other = result("ngpc-8-cached", workload, *small(256), *self.CACHED, f"workload.pixel_order={order}")
                self.assertEqual(row["queries"], other["queries"])
                if gains:
                    self.assertGreater(hits(other), hits(row) + 0.01, "a tile stays within fewer cells than as many pixels of a row")
                else:
                    self.assertAlmostEqual(hits(other), hits(row), delta=0.005, msg="entries of a row lie side by side in a line")

    def test_bins_that_are_finer(self):
        rates = [hits(result("ngpc-8-cached", "nerf-demo", *small(), *self.CACHED, "workload.query_order=binned", f"workload.bin_side={side}")) for side in (2, 16)]
        self.assertGreater(rates[1], rates[0])

    def test_ray_groups(self):
        few, many = (result("ngpc-8", "nsdf-demo", *small(256), f"chip.host.rays_per_group={rays}") for rays in (65536, 4096))
        self.assertEqual(few["queries"], many["queries"])
        self.assertGreater(many["rounds"], 4 * few["rounds"], "a launch a round of each group")
        self.assertGreater(many["frame_ms"], few["frame_ms"], "and each costs its latency")

    def test_compaction(self):
        often, seldom = (result("ngpc-8", "nsdf-demo", *small(128), f"workload.compaction_rounds={rounds}") for rounds in (1, 16))
        self.assertGreater(seldom["queries"], often["queries"], "rays that have ended are evaluated again")

    def test_precision(self):
        int8, fp16 = (result("ngpc-8", "nerf-demo", *small(48), f"chip.nfp.encoding_engine.feature_type={name}") for name in ("int8", "fp16"))
        self.assertEqual(fp16["queries"], int8["queries"])
        self.assertFalse(any("work as caches" in warning for warning in int8["warnings"]))
        self.assertTrue(any("work as caches" in warning for warning in fp16["warnings"]), "a level of 2^19 entries takes 2 MB")
        self.assertGreater(fp16["memory"]["read_bytes"], int8["memory"]["read_bytes"])
        int8, fp16 = (result("ngpc-8", "gia-demo-trained", *small(48), "workload.zoom_frames=2", "workload.scene_switch_frames=1", f"chip.nfp.encoding_engine.feature_type={name}") for name in ("int8", "fp16"))
        self.assertGreater(fp16["memory"]["table_load_bytes"], 1.5 * int8["memory"]["table_load_bytes"])

    def test_resolution(self):
        for workload in ("nerf-demo", "nsdf-demo", "gia-demo", "nvr-demo"):
            with self.subTest(workload):
                one, two = (result("ngpc-8", workload, *small(side), "chip.host.rays_per_group=1048576") for side in (100, 200))
                self.assertEqual(two["pixels"], 4 * one["pixels"])
                self.assertAlmostEqual(two["queries_per_pixel"] / one["queries_per_pixel"], 1.0, delta=0.05)
                self.assertGreater(two["frame_ms"], one["frame_ms"])

    def test_early_termination(self):
        whole = result("ngpc-8", "nerf-demo", *small())
        dense, thin = (result("ngpc-8", "nerf-demo", *small(), "workload.min_transmittance=0.01", f"workload.occupied_density={density}") for density in (454, 20))
        self.assertGreater(whole["queries"], thin["queries"])
        self.assertGreater(thin["queries"], dense["queries"], "rays see deeper into thinner matter")
        self.assertGreater(whole["frame_ms"], thin["frame_ms"])
        self.assertGreater(thin["frame_ms"], dense["frame_ms"])

    def test_jitter(self):
        plain, jittered = (result("ngpc-8", "nerf-demo", *small(), f"workload.jitter_seed={seed}") for seed in (0, 1))
        self.assertNotEqual(plain["queries"], jittered["queries"])
        self.assertAlmostEqual(jittered["queries"] / plain["queries"], 1.0, delta=0.02)

    def test_fovea_and_stereo(self):
        plain = result("ngpc-8", "nerf-demo", *small())
        fovea = result("ngpc-8", "nerf-demo", *small(), "workload.fovea_radius=0.3")
        stereo = result("ngpc-8", "nerf-demo", *small(), "workload.eye_distance=0.02")
        self.assertLess(fovea["pixels"], plain["pixels"] / 2)
        self.assertLess(fovea["frame_ms"], plain["frame_ms"])
        self.assertEqual(stereo["pixels"], 2 * plain["pixels"])
        self.assertAlmostEqual(stereo["queries"] / plain["queries"], 2.0, delta=0.1)
        self.assertGreater(stereo["frame_ms"], plain["frame_ms"])

    def test_encoding(self):
        plain = result("ngpc-8", "nerf-demo", *small())
        nearest = result("ngpc-8", "nerf-demo", *small(), "workload.encoding.interpolation=nearest")
        composite = result("ngpc-8", "nerf-demo", *small(), "workload.encoding.composite=frequency")
        self.assertEqual(8 * nearest["network"]["lookups_per_query"], plain["network"]["lookups_per_query"])
        self.assertEqual(composite["network"]["inputs"], plain["network"]["inputs"] + 3 * 2 * 4)
        self.assertEqual(composite["memory"]["input_record_bytes"], plain["memory"]["input_record_bytes"] + 2 * 24)
        self.assertGreater(composite["ngpc_ms"], plain["ngpc_ms"], "a wider first layer")

    def test_scene_switches(self):
        one, switched = (result("ngpc-8", "nerf-demo", *small(32), "workload.camera=0-3", f"workload.scene_switch_frames={frames}") for frames in (0, 2))
        self.assertEqual(one["memory"]["table_load_bytes"], 0)
        self.assertGreater(switched["memory"]["table_load_bytes"], 0)
        self.assertGreater(switched["frames"][2]["frame_ms"], one["frames"][2]["frame_ms"], "the tables come before the frame")


if __name__ == "__main__":
    unittest.main()
