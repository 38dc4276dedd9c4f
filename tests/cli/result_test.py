"""result.json: every key, values derived again, the other files, reproducibility."""
import csv
import json
import unittest
import xml.etree.ElementTree as xml

from support import SMALL, SOURCE, CliTest, data_folder, run, sets, simulate

KEYS = """schema_version version config_hash status warnings idealised seed chip workload queries queries_per_pixel samples_per_ray cycles clock_ghz
frame_ms frame_ms_serial host_ms ngpc_ms rounds fps power_w power.ngpc_w power.host_gpu_w power.dram_w energy_mj nj_per_query fps_per_w edp area_mm2
gpu.name gpu.software gpu.source gpu.frame_ms speedup speedup_vs_fused_gpu amdahl_bound blocks memory.read_bytes memory.write_bytes memory.bandwidth_gb_s
memory.bytes_per_query""".split()
BLOCKS = ["encoding_engine", "direction_encoder", "mlp_engine", "scheduler", "memory", "host"]
REASONS = ["output_full", "conflict", "line_fill", "page_fill", "weights", "dependency", "table_miss", "page_load", "page_sweep", "input_empty"]


def value(result, path):
    for part in path.split("."):
        result = result[int(part)] if isinstance(result, list) else result[part]
    return result


class Derived(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = simulate(assignments=["workload.camera=0-1", "chip.nfps=2"])

    def near(self, key, expected):
        self.assertAlmostEqual(value(self.result, key) / expected, 1.0, delta=1e-12, msg=key)

    def test_every_key_is_there_and_applies(self):
        for key in KEYS:
            self.assertIsNotNone(value(self.result, key), key)
        for block in BLOCKS:
            self.assertLessEqual({"instances", "busy", "stalls", "total", "active_cycles"}, set(self.result["blocks"][block]), block)
        self.assertEqual(self.result["status"], "done")
        self.assertEqual(self.result["schema_version"], 1)

    def test_frame_time_from_cycles_and_clock(self):
        r = self.result
        frames = r["frames"]
        edges = sum(f["end_host_cycle"] - f["begin_host_cycle"] for f in frames)
        self.near("frame_ms", edges / (r["host_clock_ghz"] * 1e6) / len(frames))
        # Frames follow each other, and all clocks run until the last edge of the last frame: the run is as long in NGPC cycles, to an edge or two per frame.
        slack = (2 * len(frames) + 2) / (r["host_clock_ghz"] * 1e6)
        self.assertAlmostEqual(r["cycles"] / (r["clock_ghz"] * 1e6), r["frame_ms"] * len(frames), delta=slack)
        self.near("host_ms", sum(f["host_busy_cycles"] for f in frames) / (r["host_clock_ghz"] * 1e6) / len(frames))
        self.near("ngpc_ms", sum(f["ngpc_busy_host_cycles"] for f in frames) / (r["host_clock_ghz"] * 1e6) / len(frames))
        for index, frame in enumerate(frames):
            self.near(f"frames.{index}.frame_ms", (frame["end_host_cycle"] - frame["begin_host_cycle"]) / (r["host_clock_ghz"] * 1e6))
            self.near(f"frames.{index}.host_ms", frame["host_busy_cycles"] / (r["host_clock_ghz"] * 1e6))
            self.near(f"frames.{index}.ngpc_ms", frame["ngpc_busy_host_cycles"] / (r["host_clock_ghz"] * 1e6))
            self.near(f"frames.{index}.frame_ms_serial", frame["host_ms"] + frame["ngpc_ms"])
        self.near("frame_ms_serial", r["host_ms"] + r["ngpc_ms"])
        self.near("fps", 1000 / r["frame_ms"])
        self.assertGreaterEqual(r["frame_ms"] * (1 + 1e-9), max(r["host_ms"], r["ngpc_ms"]))

    def test_energy_is_the_sum_of_the_blocks(self):
        r = self.result
        self.near("energy_mj", sum(block["total_mj"] for block in r["energy"].values()))
        for name, block in r["energy"].items():
            if "items_mj" in block:
                self.assertAlmostEqual(block["dynamic_mj"], sum(block["items_mj"].values()), delta=1e-12 * block["total_mj"] + 1e-15, msg=name)
                self.assertAlmostEqual(block["total_mj"], block["dynamic_mj"] + block["leakage_mj"], delta=1e-12 * block["total_mj"] + 1e-15, msg=name)
        seconds = r["cycles"] / (r["clock_ghz"] * 1e9)
        self.near("power_w", r["energy_mj"] * 1e-3 * len(r["frames"]) / seconds)
        self.near("power_w", sum(r["power"].values()))
        self.near("area_mm2", sum(block.get("area_mm2") or 0 for block in r["energy"].values()))
        self.near("nj_per_query", r["energy_mj"] * 1e6 * len(r["frames"]) / r["queries"])
        self.near("edp", r["energy_mj"] * 1e-3 * r["frame_ms"] * 1e-3)
        self.near("fps_per_w", r["fps"] / r["power_w"])

    def test_every_cycle_is_charged(self):
        r = self.result
        lengths = {"memory": None, "host": r["host_cycles"]}
        for name in BLOCKS:
            block = r["blocks"][name]
            self.assertEqual(list(block["stalls"]), REASONS)
            self.assertEqual(block["total"], block["busy"] + sum(block["stalls"].values()), name)
            length = lengths.get(name, r["cycles"])
            if length is not None:
                self.assertEqual(block["total"], block["instances"] * length, name)

    def test_work(self):
        r = self.result
        self.assertEqual(r["queries"], sum(f["queries"] for f in r["frames"]))
        self.assertEqual(r["pixels"], 2 * 24 * 24)
        self.near("queries_per_pixel", r["queries"] / r["pixels"])
        levels = r["blocks"]["encoding_engine"]["levels"]
        self.assertEqual(len(levels), 16)
        for level in levels:
            self.assertEqual(level["queries"], r["queries"])
            self.assertEqual(level["lookups"], 8 * r["queries"])
            self.assertEqual(level["accesses"], level["lookups"])  # words of one entry: nothing merges
        # Density 32-64-16 and colour 32-64-64-3 of instant-ngp.
        self.assertEqual(r["blocks"]["mlp_engine"]["macs_useful"], r["queries"] * (32 * 64 + 64 * 16 + 32 * 64 + 64 * 64 + 64 * 3))
        self.assertGreaterEqual(r["blocks"]["mlp_engine"]["macs_clocked"], r["blocks"]["mlp_engine"]["macs_useful"])

    def test_memory(self):
        memory, queries = self.result["memory"], self.result["queries"]
        # Three fp32 coordinates and a direction in; colour and density in fp16 out (docs/timing.md, section 3; defaults of chip.nfp).
        self.assertEqual(memory["read_bytes"], queries * 16)
        self.assertEqual(memory["write_bytes"], queries * 8)
        self.near("memory.bytes_per_query", 24)
        seconds = self.result["cycles"] / (self.result["clock_ghz"] * 1e9)
        self.near("memory.bandwidth_gb_s", queries * 24 / seconds / 1e9)

    def test_speedup(self):
        r = self.result
        # NGPC (ISCA'23): 231 ms for 1920 x 1080 pixels of 29.7 queries; shares 40.24 %, 32.12 %, the rest by pixels, fused 9.94 times faster.
        pixels, frames = 1920 * 1080, 2
        kernels = 231 * 0.7236 * r["queries"] / frames / (29.7 * pixels)
        rest = 231 * 0.2764 * r["pixels"] / frames / pixels
        self.near("gpu.frame_ms", kernels + rest)
        self.near("speedup", (kernels + rest) / r["frame_ms"])
        self.near("speedup_vs_fused_gpu", (kernels + rest / 9.94) / r["frame_ms"])
        self.near("amdahl_bound", (kernels + rest) / (rest / 9.94))


class Lego(unittest.TestCase):
    def test_the_workload_file_sees_the_scene(self):
        """Hit rays equal, queries within 8: an independent march of the same cameras (march_per_camera_200x200.csv)."""
        data = data_folder()
        if data is None:
            self.skipTest("no shared data beside the project")
        with open(data / "nerf/lego/march_per_camera_200x200.csv", encoding="utf-8") as file:
            expected = {int(row["camera"]): row for row in csv.DictReader(file)}
        result = simulate("ngpc-8", "nerf-lego", ["workload.width=200", "workload.height=200", "workload.camera=0-2"])
        for camera, frame in enumerate(result["frames"]):
            self.assertEqual(frame["rays_hit"], int(expected[camera]["hit_rays"]))
            self.assertAlmostEqual(frame["queries"], int(expected[camera]["occupied_samples"]), delta=8)


class Chips(unittest.TestCase):
    def test_every_chip_runs(self):
        for path in sorted((SOURCE / "configs/chips").glob("*.xml")):
            with self.subTest(chip=path.stem):
                result = simulate(path.stem)
                self.assertEqual((result["chip"], result["status"]), (path.stem, "done"))

    def test_eight_bit_levels_fit_one_mebibyte_and_sixteen_bit_ones_two(self):
        """T = 2^19 entries of two features: 1 MiB at 8 bits, 2 MiB at 16, nothing to spare."""
        grid = "chip.nfp.encoding_engine.grid_sram.size_kib"
        for chip, kib in (("ngpc-8", 1024), ("ngpc-8-fp16", 2048)):
            full = ["workload.encoding.log2_table_entries=19"]
            self.assertEqual(simulate(chip, assignments=[*full, f"{grid}={kib}"])["status"], "done")
            done = run("run", chip, "nerf-demo", *sets([f"{grid}={kib - 1}", "chip.nfp.encoding_engine.grid_sram.oversize=refuse"]))
            self.assertEqual(done.returncode, 2, done.stderr)


class NullNotZero(unittest.TestCase):
    def test_direction_encoded_by_the_host(self):
        self.assertIsNone(simulate(assignments=["chip.nfp.direction_encoder.placement=host"])["blocks"]["direction_encoder"])

    def test_gpu_without_a_published_frame(self):
        result = simulate(assignments=["workload.encoding.grid=dense", "workload.encoding.finest_resolution=20", "gpu.software.accept_derived=false", "gpu.baseline.times=published"])
        for key in ("speedup", "speedup_vs_fused_gpu", "amdahl_bound", "gpu.frame_ms", "gpu.source"):
            self.assertIsNone(value(result, key), key)
        self.assertIn("derived", result["gpu"]["reason"])

    def test_unbounded_grid_is_idealised(self):
        result = simulate(assignments=["chip.nfp.encoding_engine.grid_sram.mode=unbounded"])
        self.assertEqual([text.split(":")[0] for text in result["idealised"]], ["memory", "grid SRAM"])


class Files(CliTest):
    def simulate_into(self, name, *more, chip="ngpc-1-small", workload="nerf-demo"):
        done = run("run", chip, workload, *sets(SMALL), "--out", self.folder / name, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def text(self, path):
        return (self.folder / path).read_text()

    def test_two_runs_give_the_same_bytes(self):
        self.simulate_into("a")
        self.simulate_into("b")
        for name in ("result.json", "stats.json", "config.xml", "energy.svg", "area.svg"):
            self.assertEqual(self.text(f"a/{name}"), self.text(f"b/{name}"), name)
        self.assertEqual({p.name for p in (self.folder / "a").iterdir()}, {"result.json", "config.xml", "stats.json", "summary.txt", "host.json", "energy.svg", "area.svg"})

    def test_the_seed_changes_nothing_but_itself(self):
        texts = []
        for seed in (0, 1, 77):
            self.simulate_into(f"s{seed}", "--seed", seed, "--set", "chip.nfps=3")
            result = json.loads(self.text(f"s{seed}/result.json"))
            self.assertEqual(result.pop("seed"), seed)
            texts.append(json.dumps(result))
        self.assertEqual(texts[0], texts[1])
        self.assertEqual(texts[0], texts[2])

    def test_the_resolved_configuration_reads_back(self):
        self.simulate_into("a", "--set", "energy.technology.voltage=0.75")
        config = self.folder / "a/config.xml"
        done = run("run", config, config, "--gpu", config, "--set", f"chip.energy={config}", "--out", self.folder / "b", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        a, b = (json.loads(self.text(f"{name}/result.json")) for name in "ab")
        for result in (a, b):
            result.pop("config_hash")  # chip.energy names another file
        self.assertEqual(a, b)
        roots = [child.tag for child in xml.parse(config).getroot()]
        self.assertEqual(roots, ["chip", "workload", "gpu", "energy"])
        self.assertNotIn(str(SOURCE), self.text("a/config.xml"))
        self.assertEqual(self.text("a/config.xml").count("     level "), 16)

    def test_host_figures_stay_out_of_the_result(self):
        done = self.simulate_into("a")
        host = json.loads(self.text("a/host.json"))
        self.assertEqual(set(host), {"wall_s", "simulated_queries_per_s"})
        self.assertNotIn("wall_s", self.text("a/result.json"))
        self.assertEqual(done.stdout, self.text("a/summary.txt"))

    def test_single_instances_add_up(self):
        self.simulate_into("a", "--set", "chip.nfps=2")
        stats, blocks = json.loads(self.text("a/stats.json")), json.loads(self.text("a/result.json"))["blocks"]
        engines = [block for name, block in stats["instances"].items() if "mlp_engine" in name]
        self.assertEqual(len(engines), 2)
        self.assertEqual(sum(block["busy"] for block in engines), blocks["mlp_engine"]["busy"])
        for level in stats["levels"]:
            self.assertEqual(sum(level["queries_by_fullest_bank"]), level["queries"])

    def test_summary_says_what_matters(self):
        text = self.simulate_into("a", chip="ngpc-8").stdout
        for word in ("FPS", "power", "mm2", "speedup", "bottleneck", "mlp_engine", "#", "level 15", "int8 (8 bits)", "idealised", "queries/s"):
            self.assertIn(word, text)

    def test_frames_cycle_through_the_cameras(self):
        self.simulate_into("a", "--set", "workload.camera=2-3", "--frames", "5")
        names = [frame["name"] for frame in json.loads(self.text("a/result.json"))["frames"]]
        self.assertEqual(names, ["camera 2", "camera 3", "camera 2", "camera 3", "camera 2"])


if __name__ == "__main__":
    unittest.main()
