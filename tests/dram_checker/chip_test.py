"""What the DRAM behind the slices of a chip's L2 does, judged by the checker: traffic of NFPs, of their caches and of the GPU in the background, as it comes
out of crossbar and L2. Every slice is a DRAM of its own, with its share of the channels.

NFP_PICTURE is the side of most pictures in pixels; with NFP_DEVICES=all every device of configs/dram takes its turn, else one, and NFP_LINES_AT_LEAST is how
many lines they make in all.
"""
import json
import os
import pathlib
import tempfile
import unittest

from simulated_test import BINARY, CHECKER, DEVICES, organization, run

SIDE = int(os.environ.get("NFP_PICTURE", "32"))
LINES_AT_LEAST = int(os.environ.get("NFP_LINES_AT_LEAST", "0"))
ALL_DEVICES = os.environ.get("NFP_DEVICES") == "all"

DRAM_QUEUE, LINE_BYTES = 32, 128  # of chip.memory.l2, as they are by default

# What the traffic of a chip is made of.
CACHES = ("ngpc-8-cached", [])
TABLES = ("ngpc-8-dram", ["chip.nfp.encoding_engine.grid_sram.warm_start=false", "workload.encoding.log2_table_entries=14"])
EVICTIONS = ("ngpc-8-cached", ["chip.memory.l2.size_kib={smallest}", "chip.memory.l2.prefetch=next_line", "chip.memory.background.period_cycles_x1000=3000"])
WRITES = ("ngpc-8-dram", ["chip.memory.l2.write_policy=write_through", "chip.memory.background.period_cycles_x1000=900", "chip.memory.background.bytes=80",
                          "chip.memory.background.write_percent=60", "chip.memory.background.footprint_kib=64"])


def divided(device):
    """Assignments that make four slices or more of any device, and the channels and slices that come of it."""
    channels = max(4, organization(DEVICES / f"{device}.xml").get("channels", 1))
    smallest = channels * 16 * 128 // 1024  # KiB: one set of 16 lines in each slice
    made = [f"chip.memory.dram={device}", f"dram.organization.channels={channels}", f"chip.memory.l2.slices={channels}",
            f"chip.memory.l2.size_kib={smallest * 128}"]
    return made, channels, smallest


class Chip(unittest.TestCase):
    def simulate(self, out, chip, workload, assignments):
        options = [word for a in assignments for word in ("--set", a)]
        done = run(BINARY, "run", chip, workload, *options, "--export", "dramcommands", "--out", out, "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads((out / "result.json").read_text())["memory"]

    def judge_slice(self, folder, number, device, assignments, end):
        """Totals of the checker, by name."""
        log, requests = (folder / f"slice_{number}.{kind}" for kind in ("commands.csv", "requests"))
        options = [word for a in assignments for word in ("--set", a)]
        judged = run(CHECKER, log, DEVICES / f"{device}.xml", requests, *options, "--end", end)
        self.assertEqual(judged.returncode, 0, f"slice {number}: {judged.stdout[:4000]}{judged.stderr}")
        words = judged.stdout.split()
        totals = {name: int(value) for name, value in zip(words, words[1:]) if value.isdigit()}
        for line in requests.read_text().splitlines():
            _, kind, _, size = line.split()
            totals[kind] = totals.get(kind, 0) + int(size)
        return totals

    def judge(self, chip, workload, device, channels, slices, assignments, busy_to_the_end=False):
        """Runs a chip, judges every slice, compares their sums with the result. Returns how many lines there were. A chip is busy to the end where evictions or
        a background, for which nobody waits, may still be on their way."""
        with tempfile.TemporaryDirectory() as name:
            out = pathlib.Path(name)
            memory = self.simulate(out, chip, workload, assignments)
            self.assertEqual(memory["l2"]["slices"], slices)
            dram = memory["dram"]
            buses = channels * organization(DEVICES / f"{device}.xml").get("pseudo_channels", 1)
            end, rest = divmod(dram["bus"]["total"], buses)
            self.assertEqual(rest, 0)
            own = [a for a in assignments if a.startswith("dram.")] + [f"organization.channels={channels // slices}"]
            sums = {}
            for number in range(slices):
                for key, value in self.judge_slice(out / "dram", number, device, own, end).items():
                    sums[key] = sums.get(key, 0) + value
        self.assertEqual({kind: sums[kind] for kind in ("hits", "misses", "conflicts")}, dram["rows"])
        # The result counts from the L2's side: also what still waited in front of the DRAM at the end, up to dram_queue requests and what one look-up adds.
        waiting = [dram["read_bytes"] - sums.get("READ", 0), dram["write_bytes"] - sums.get("WRITE", 0)]
        self.assertGreaterEqual(min(waiting), 0)
        self.assertLessEqual(sum(waiting), slices * (DRAM_QUEUE + 8) * LINE_BYTES if busy_to_the_end else 0)
        self.assertGreater(sums["ACT"], 0)
        return sums["lines"]

    def judge_frame(self, traffic, device):
        chip, extra = traffic
        made, channels, smallest = divided(device)
        picture = [f"workload.width={SIDE}", f"workload.height={SIDE}"]
        assignments = [*picture, *made, *(a.format(smallest=smallest) for a in extra)]
        return self.judge(chip, "nerf-demo", device, channels, channels, assignments, busy_to_the_end=traffic in (EVICTIONS, WRITES))

    def test_the_frame_of_the_chip_as_it_is(self):
        picture = ["workload.width=32", "workload.height=32"]
        self.assertGreater(self.judge("ngpc-8-dram", "nerf-demo", "gddr6x", 24, 24, picture), 24)

    def test_several_channels_behind_a_slice(self):
        picture = [f"workload.width={SIDE}", f"workload.height={SIDE}", "chip.memory.l2.slices=8", "chip.memory.l2.size_kib=128"]
        self.assertGreater(self.judge("ngpc-8-cached", "nerf-demo", "gddr6x", 24, 8, picture), 10000)

    def test_multiplications(self):
        self.assertGreater(self.judge("ngpc-8-dram", "gemm-demo", "gddr6x", 24, 24, ["chip.nfp.mlp_engine.dataflow=systolic_ws"]), 1000)

    def test_devices(self):
        devices = sorted(path.stem for path in DEVICES.glob("*.xml")) if ALL_DEVICES else ["hbm2e"]
        lines = {}
        for device in devices:
            for name, traffic in (("caches", CACHES), ("tables", TABLES), ("evictions", EVICTIONS), ("writes", WRITES)):
                with self.subTest(device=device, traffic=name):
                    lines[device, name] = self.judge_frame(traffic, device)
        self.assertGreaterEqual(sum(lines.values()), LINES_AT_LEAST)

    def test_what_has_no_dram_is_refused(self):
        with tempfile.TemporaryDirectory() as name:
            for extra, parts in ((["--out", name], ("chip.memory.kind = hierarchy",)), ([], ("--export", "--out"))):
                done = run(BINARY, "run", "ngpc-8", "nerf-demo", "--export", "dramcommands", "--quiet", *extra)
                self.assertEqual(done.returncode, 2)
                for part in parts:
                    self.assertIn(part, done.stderr)
            self.assertEqual(list(pathlib.Path(name).iterdir()), [])


if __name__ == "__main__":
    unittest.main()
