"""What more memory is worth: channels shorten a run while it waits for them, and not by an edge once it does not; and a memory whose every answer is there at
the next edge is memory `ideal`."""
import json
import unittest

from support import CliTest, run, sets

CHIP = "ngpc-8-dram"
DDR4_GB_S = 19.2  # a channel's pins

def simulate(folder, chip, workload, assignments):
    done = run("run", chip, workload, *sets(assignments), "--quiet", "--out", folder)
    if done.returncode != 0:
        raise AssertionError(f"exit {done.returncode}: {done.stderr}")
    return json.loads((folder / "result.json").read_text())

def account(result):
    """Where the edges of all arrays went."""
    engine = result["blocks"]["mlp_engine"]
    return {"busy": engine["busy"], **engine["stalls"]}

class Channels(CliTest):
    """A long stream through four slow arrays: at 200 MHz each takes a row of 64 fp16 an edge, 102.4 GB/s in all, as much as 5.3 channels have. Results stay in
    the L2, which their 2 MiB do not fill.

    Once channels do not limit, no step waits for data but the first one, and no answer but the last acknowledgement ends anything. The first request finds
    everything idle, so its time is the same whatever the channels; the last one is a write, finished where it is looked up. All in between is hidden by queues
    of 32 KiB. So the runs are equal to the edge, without any tolerance."""
    ARRAYS = 4
    STREAM = ["workload.m=16384", "workload.n=64", "workload.k=64", "chip.nfp.mlp_engine.dataflow=systolic_ws", f"chip.nfps={ARRAYS}", "chip.clock_khz=200000",
              "chip.gemm.request_bytes=256"]
    OPERAND_BYTES = (16384 * 64 + ARRAYS * 64 * 64) * 2

    def with_channels(self, channels):
        memory = ["chip.memory.dram=ddr4-2400", "chip.memory.l2.size_kib=4096", f"dram.organization.channels={channels}", f"chip.memory.l2.slices={channels}"]
        return simulate(self.folder, CHIP, "gemm-single", [*self.STREAM, *memory])

    def test_more_of_them_help_until_the_arrays_limit(self):
        results = {n: self.with_channels(n) for n in (1, 2, 4, 8, 16, 32, 64)}
        cycles = {n: result["cycles"] for n, result in results.items()}
        for few, more in ((1, 2), (2, 4), (4, 8), (8, 16)):
            self.assertGreater(cycles[few], cycles[more], f"{few} channels beside {more}")
        for n in (1, 2, 4):
            self.assertGreater(cycles[n] / 0.2, self.OPERAND_BYTES / (n * DDR4_GB_S), "ns: the pins of the channels")
        for n in (32, 64):
            self.assertEqual(cycles[n], cycles[16], f"{n} channels beside 16")
            self.assertEqual(account(results[n]), account(results[16]), f"{n} channels beside 16")

    def test_then_the_arrays_wait_at_both_ends_only(self):
        hidden, never = account(self.with_channels(16)), account(simulate(self.folder, "ngpc-8", "gemm-single", [*self.STREAM, "chip.gemm.supply=unlimited"]))
        for part in ("busy", "output_full", "drain", "weights", "dependency"):
            self.assertEqual(hidden[part], never[part], part)
        starved = account(self.with_channels(4))
        self.assertEqual(starved["busy"], never["busy"])
        self.assertGreater(starved["memory"] + starved["output_full"], 10 * (hidden["memory"] + hidden["output_full"]))

class Unlimited(CliTest):
    """An NGPC of 2 MHz: a crossing, a miss and what queues before it, some 300 ns in all, are over within one of its edges of 500 ns. Answers then are visible
    at the same edge whichever memory gives them, so everything but the memory's own account must be equal: no request is lost, answered twice, or overtaken."""
    SLOW = ["chip.clock_khz=2000"]
    PICTURE = ["workload.width=40", "workload.height=40", "workload.encoding.log2_table_entries=14",
               "chip.nfp.dma.chunk_queries=32", "chip.scheduler.batch_queries=128"]
    STARVED = ["chip.memory.dram=lpddr4", "dram.organization.channels=1", "chip.memory.l2.slices=1", "chip.memory.l2.size_kib=32", "dram.clock_khz=4000"]

    def outcome(self, chip, workload, assignments):
        result = simulate(self.folder, chip, workload, assignments)
        blocks = {name: block for name, block in result["blocks"].items() if name != "memory"}
        memory = {key: result["memory"][key] for key in ("read_bytes", "write_bytes")}
        kept = ("frame_ms", "host_ms", "ngpc_ms", "host_cycles", "cycles", "queries", "rounds", "batches", "peak_queries_in_flight")
        return {"blocks": blocks, "memory": memory, "frames": result["frames"], **{key: result[key] for key in kept}}

    def compare(self, workload, assignments):
        ideal = self.outcome("ngpc-8", workload, [*assignments, *self.SLOW])
        self.assertEqual(self.outcome(CHIP, workload, [*assignments, *self.SLOW]), ideal)
        self.assertNotEqual(self.outcome(CHIP, workload, [*assignments, *self.SLOW, *self.STARVED]), ideal, "it is not the workload that hides the memory")

    def test_a_frame(self):
        self.compare("nerf-demo", self.PICTURE)

    def test_a_frame_that_loads_its_tables(self):
        self.compare("nerf-demo", [*self.PICTURE, "chip.nfp.encoding_engine.grid_sram.mode=reload", "chip.memory.load_burst_bytes=1024"])

    def test_multiplications(self):
        for dataflow in ("broadcast", "systolic_os", "systolic_ws", "systolic_is"):
            with self.subTest(dataflow=dataflow):
                self.compare("gemm-demo", [f"chip.nfp.mlp_engine.dataflow={dataflow}", "chip.gemm.request_bytes=1024"])

if __name__ == "__main__":
    unittest.main()
