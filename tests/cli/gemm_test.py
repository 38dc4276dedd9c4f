"""GEMM lists at the command line: figures, files for other tools, and what is refused."""
import csv
import json
import unittest

from support import CliTest, SOURCE, data_folder, run, sets

SINGLE = ("chip.nfps=1", "chip.gemm.supply=unlimited", "chip.gemm.prefetch=false")


def array_edges(dataflow, rows, cols, m, n, k):
    """`active_cycles` of one array without waits: docs/gemm.md, section 2."""
    def tiles(size, side):
        return -(-size // side)
    if dataflow == "os":
        return tiles(m, rows) * tiles(n, cols) * (k + rows + cols - 2)
    if dataflow == "ws":
        return tiles(k, rows) * tiles(n, cols) * (rows + m + rows + cols - 2)
    return tiles(k, rows) * tiles(m, cols) * (rows + n + rows + cols - 2)


class Gemm(CliTest):
    def active_cycles(self, dataflow, rows, cols, m, n, k):
        array = (f"chip.nfp.mlp_engine.dataflow=systolic_{dataflow}", f"chip.nfp.mlp_engine.rows={rows}", f"chip.nfp.mlp_engine.cols={cols}")
        size = (f"workload.m={m}", f"workload.n={n}", f"workload.k={k}")
        done = run("run", "ngpc-8", "gemm-single", *sets([*SINGLE, *array, *size]), "--print", "blocks.mlp_engine.active_cycles")
        self.assertEqual(done.returncode, 0, done.stderr)
        return int(done.stdout.split()[1])

    def simulate(self, *arguments):
        out = self.folder / "out"
        done = run("run", *arguments, "--quiet", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        return out, json.loads((out / "result.json").read_text())

    def test_one_array_takes_what_the_formula_says(self):
        for case in (("os", 5, 3, 17, 9, 40), ("ws", 64, 64, 1, 1, 1), ("is", 32, 16, 100, 200, 3), ("ws", 64, 64, 3_000_000_000, 64, 64)):
            with self.subTest(case=case):
                self.assertEqual(self.active_cycles(*case), array_edges(*case))

    def test_rows_of_scale_sim(self):
        if data_folder() is None:
            self.skipTest("no ../shared: nothing to compare with")
        with open(SOURCE / "../shared/reference/golden/scalesim_cycles.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for row in rows[::29]:
            with self.subTest(row=row):
                sizes = [int(row[name]) for name in ("array_rows", "array_cols", "M", "N", "K")]
                self.assertEqual(self.active_cycles(row["dataflow"], *sizes), int(row["compute_cycles_reported"]) + 1)

    def test_figures_of_a_list(self):
        _, result = self.simulate("ngpc-8", "gemm-demo")
        gemm = result["gemm"]
        for key in ("fps", "queries", "frame_ms", "speedup_vs_fused_gpu"):
            self.assertIsNone(result[key])
        self.assertAlmostEqual(result["gpu"]["time_ms"], 1e-3 * sum(layer["gpu_us"] for layer in gemm["layers"]), places=9)
        self.assertAlmostEqual(result["speedup"], result["gpu"]["time_ms"] / gemm["time_ms"], places=9)
        self.assertEqual(gemm["macs_useful"], sum(layer["m"] * layer["n"] * layer["k"] * layer["batch"] for layer in gemm["layers"]))
        self.assertEqual(result["cycles"], sum(layer["cycles"] for layer in gemm["layers"]))
        self.assertAlmostEqual(result["energy_mj"], sum(layer["energy_mj"] for layer in gemm["layers"]), places=9)
        engine = result["blocks"]["mlp_engine"]
        self.assertEqual(engine["busy"] + sum(engine["stalls"].values()), engine["total"])
        self.assertEqual(engine["total"], 8 * result["cycles"])
        asked = gemm["operand_a_bytes"] + gemm["operand_b_bytes"]
        self.assertEqual((result["memory"]["read_bytes"], result["memory"]["write_bytes"]), (asked, gemm["result_bytes"]))

    def test_runs_are_the_same_bytes(self):
        first = (self.simulate("ngpc-8", "gemm-demo")[0] / "result.json").read_bytes()
        out, _ = self.simulate("ngpc-8", "gemm-demo", "--mode", "functional")
        self.assertEqual((out / "result.json").read_bytes(), first)
        values = json.loads((out / "values.json").read_text())
        self.assertEqual(len(values["products"]), 6)
        out, _ = self.simulate("ngpc-8", "gemm-demo", "--mode", "functional", *sets(["chip.nfp.mlp_engine.dataflow=systolic_os", "chip.gemm.split=m"]))
        systolic = json.loads((out / "values.json").read_text())
        out, _ = self.simulate("ngpc-8", "gemm-demo", "--mode", "functional", *sets(["chip.nfp.mlp_engine.dataflow=systolic_ws", "chip.gemm.split=n"]))
        self.assertEqual(json.loads((out / "values.json").read_text())["products"], systolic["products"], "systolic dataflows add in one order")

    def test_config_runs_again(self):
        out, result = self.simulate("ngpc-8", "gemm-single", *sets(["workload.m=100", "chip.gemm.split=k"]))
        config = out / "config.xml"
        again, _ = self.simulate(config, config, *sets([f"chip.energy={config}"]))
        self.assertEqual(json.loads((again / "result.json").read_text())["cycles"], result["cycles"])

    def test_files_for_other_tools(self):
        out, result = self.simulate("ngpc-1-small", "gemm-demo", "--export", "scalesim,dramsim3,ramulator")
        report = (out / "COMPUTE_REPORT.csv").read_text().splitlines()
        self.assertEqual(len(report), 1 + result["gemm"]["count"])
        self.assertEqual([int(line.split(", ")[1]) for line in report[1:]], [layer["cycles"] for layer in result["gemm"]["layers"]])
        bursts = [line.split() for line in (out / "dramsim3.trace").read_text().splitlines()]
        moved = result["memory"]["read_bytes"] + result["memory"]["write_bytes"]
        self.assertGreaterEqual(64 * len(bursts), moved)
        self.assertLess(64 * len(bursts), 1.2 * moved)
        self.assertEqual({kind for _, kind, _ in bursts}, {"READ", "WRITE"})
        edges = [int(edge) for _, _, edge in bursts]
        self.assertEqual(edges, sorted(edges))
        names = {"READ": "LD", "WRITE": "ST"}
        self.assertEqual((out / "ramulator.trace").read_text().splitlines(), [f"{names[kind]} {address}" for address, kind, _ in bursts])

    def test_requests_of_a_frame(self):
        out, result = self.simulate("ngpc-1-small", "nerf-demo", *sets(["workload.width=16", "workload.height=16", "workload.encoding.log2_table_entries=12"]), "--export", "ramulator")
        lines = (out / "ramulator.trace").read_text().splitlines()
        self.assertGreaterEqual(64 * sum(line.startswith("LD") for line in lines), result["memory"]["read_bytes"])
        self.assertGreaterEqual(64 * sum(line.startswith("ST") for line in lines), result["memory"]["write_bytes"])

    def test_what_is_refused(self):
        for setting, *parts in (("workload.m=0", "m = 0"), ("workload.m=9007199254740991", "2^53"), ("chip.gemm.operand_queue_bytes=64", "operand_queue_bytes"),
                                ("chip.nfp.implementation=rtl", "does not run on RTL"), ("workload.list=absent.csv", "absent.csv")):
            with self.subTest(setting=setting):
                done = run("run", "ngpc-8", "gemm-single", *sets([setting]))
                self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 1), done.stderr)
                self.assertTrue(parts[0] in done.stderr or setting.startswith("workload.m=9") and "allowed" in done.stderr, done.stderr)
        self.assert_bad_input(run("run", "ngpc-8", "gemm-demo", "--frames", "2"), "--frames", "no frames")
        self.assert_bad_input(run("run", "ngpc-8", "gemm-demo", "--export", "scalesim"), "--export", "--out")
        self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", "--export", "scalesim", "--out", self.folder / "x"), "--export", "gemm")
        self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", *sets(["chip.nfp.mlp_engine.dataflow=systolic_os"])), "broadcast")
        row = self.write("bad.csv", "Layer,M,N,K,\na,1,2,3,\nb,1,x,3,\n")
        self.assert_bad_input(run("run", "ngpc-8", "gemm-single", *sets([f"workload.list={row}", "workload.m=0", "workload.n=0", "workload.k=0"])), "bad.csv:3", "x")


if __name__ == "__main__":
    unittest.main()
