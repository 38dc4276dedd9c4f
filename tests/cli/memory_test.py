"""Chips with memory `hierarchy`: what the result says of L2 and DRAM, and what is refused."""
import json
import pathlib
import tempfile
import unittest

from support import CliTest, run, sets, simulate

CHIP = "ngpc-8-dram"
# Two channels and more of a slow device keep eight NFPs waiting, sixteen do not.
DDR4 = ["chip.memory.dram=ddr4-2400", "chip.memory.l2.size_kib=4096"]


def with_channels(channels):
    return [*DDR4, f"dram.organization.channels={channels}", f"chip.memory.l2.slices={channels}"]


class Memory(CliTest):
    def test_sums_close(self):
        memory = simulate(CHIP)["memory"]
        l2, dram = memory["l2"], memory["dram"]
        self.assertEqual(l2["pieces"], sum(l2[kind] for kind in ("hits", "merges", "misses", "allocations", "bypasses")))
        self.assertEqual(l2["pieces"], l2["reads"] + l2["writes"] + l2["atomic_adds"])
        self.assertLessEqual(l2["busy"] + sum(l2["waits"].values()), l2["total"])
        self.assertEqual(sum(dram["bus"][part] for part in ("read", "write", "turnaround", "idle")), dram["bus"]["total"])
        self.assertGreater(dram["read_bytes"], 0)

    def test_other_memories_have_neither(self):
        memory = simulate("ngpc-8")["memory"]
        self.assertIsNone(memory["l2"])
        self.assertIsNone(memory["dram"])

    def test_no_figure_depends_on_the_order_of_construction(self):
        busy = ["chip.memory.background.period_cycles_x1000=700", *with_channels(2)]
        base = simulate(CHIP, assignments=busy)
        for seed in (1, 2, 3):
            other = simulate(CHIP, assignments=busy, extra=("--seed", str(seed)))
            self.assertEqual({**other, "seed": base["seed"]}, base)

    def test_channels_help_while_the_memory_limits(self):
        picture = ["workload.width=48", "workload.height=48", "chip.nfp.dma.chunk_queries=32"]
        times = {n: simulate(CHIP, assignments=[*picture, *with_channels(n)])["ngpc_ms"] for n in (1, 2, 16, 32)}
        self.assertLess(times[2], times[1])
        self.assertLess(times[16], times[2])
        self.assertAlmostEqual(times[32] / times[16], 1.0, delta=0.01)  # the MLP engines limit both

    def test_the_background_takes_its_share(self):
        quiet, loud = (simulate(CHIP, assignments=[*with_channels(2), *extra]) for extra in ([], ["chip.memory.background.period_cycles_x1000=4000"]))
        self.assertGreater(loud["memory"]["dram"]["read_bytes"], quiet["memory"]["dram"]["read_bytes"])
        self.assertEqual(loud["memory"]["read_bytes"], quiet["memory"]["read_bytes"])
        self.assertGreater(loud["ngpc_ms"], quiet["ngpc_ms"])

    def test_multiplications_run_with_it(self):
        for dataflow in ("broadcast", "systolic_os", "systolic_ws", "systolic_is"):
            with tempfile.TemporaryDirectory() as out:
                done = run("run", CHIP, "gemm-demo", *sets([f"chip.nfp.mlp_engine.dataflow={dataflow}", "chip.gemm.request_bytes=256"]), "--quiet", "--out", out)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertGreater(json.loads((pathlib.Path(out) / "result.json").read_text())["memory"]["dram"]["read_bytes"], 0)

    def test_the_summary_names_it(self):
        done = run("run", CHIP, "nerf-demo", *sets(["workload.width=24", "workload.height=24"]))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"memory +L2 [0-9.]+ % hits, .* DRAM [0-9.]+ of 936 GB/s")
        self.assertNotIn("memory `ideal`", done.stdout)

    def test_bad_input(self):
        for assignment, parts in (("chip.memory.l2.slices=16 chip.memory.l2.size_kib=4096", ("16 slices", "divisor of 24")),
                                  ("chip.memory.l2.slices=5", ("size_kib 6144", "5 slices")),
                                  ("chip.memory.l2.ways=15", ("size_kib", "power of two")),
                                  ("chip.memory.l2.sector_bytes=256", ("sectors a line",)),
                                  ("chip.memory.l2.interleave_bytes=200", ("a multiple of the line",)),
                                  ("chip.memory.dram=gddr7", ("gddr7",)),
                                  ("dram.timing.CL=0", ("CL",))):
            with self.subTest(assignment=assignment):
                self.assert_bad_input(run("run", CHIP, "nerf-demo", *sets(assignment.split()), "--quiet"), *parts)
        self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", *sets(["dram.timing.CL=20"]), "--quiet"), "dram.timing.CL=20", "chip.memory.kind = hierarchy")


if __name__ == "__main__":
    unittest.main()
