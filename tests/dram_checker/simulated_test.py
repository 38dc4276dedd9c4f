"""What `ngpcsim dram` issues, judged by the checker: every device, every pattern of requests, and the parameters that change what is issued.

DRAM_COMMANDS is about how many commands each device makes, and all the runs with other parameters together; DRAM_LINES_AT_LEAST how many lines the devices
make in all.
"""
import os
import pathlib
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

import request_patterns

CHECKER = os.environ["DRAM_CHECKER"]
BINARY = os.environ["NGPCSIM_BINARY"]
SOURCE = pathlib.Path(os.environ["NGPCSIM_SOURCE_DIR"])
DEVICES = SOURCE / "configs/dram"
COMMANDS = int(os.environ.get("DRAM_COMMANDS", "100000"))
LINES_AT_LEAST = int(os.environ.get("DRAM_LINES_AT_LEAST", "0"))

# What runs differ by, beside the device. Requests of 64 bytes in a stream and elsewhere; parts of bursts, parts that straddle bursts, several bursts.
SIZES = (64, 8, 48, 256)
VARIANTS = (
    ("ddr4-2400", ["controller.row_policy=closed"]),
    ("ddr4-2400", ["controller.row_policy=timeout", "controller.timeout_cycles=40"]),
    ("ddr4-2400", ["controller.scheduler=fcfs", "controller.bank_hash=true"]),
    ("ddr4-2400", ["organization.ranks=2", "refresh.postpone=8"]),
    ("ddr4-2400", ["controller.starvation_cap=1", "controller.read_queue=2", "controller.write_queue=2", "controller.write_high=2", "controller.write_low=0"]),
    ("ddr4-2400", ["refresh.mode=none"]),
    ("lpddr5", ["refresh.mode=per_bank", "controller.row_policy=closed"]),
    ("gddr6", ["refresh.mode=per_bank", "refresh.postpone=4"]),
    ("hbm3", ["refresh.postpone=8", "controller.row_policy=timeout", "controller.timeout_cycles=10"]),
    ("hbm2e", ["refresh.mode=all_bank", "organization.channels=3"]),
)


def organization(path):
    """The group `organization`, bases included."""
    root = xml.etree.ElementTree.parse(path).getroot()
    base = root.get("base")
    values = {}
    if base:
        values = organization(path.parent / (base if "/" in base or base.endswith(".xml") else base + ".xml"))
    for element in root.findall("organization/*"):
        values[element.tag] = int(element.get("value"))
    return values


def burst_bytes(o):
    return o["device_width"] * o["devices_per_rank"] * o["burst_length"] // 8


def capacity(o):
    banks = o["channels"] * o["pseudo_channels"] * o["ranks"] * o["bank_groups"] * o["banks"]
    return banks * o["rows"] * (o["columns"] // o["burst_length"]) * burst_bytes(o)


def requests_for(commands, pattern, size, o):
    """About as many requests make that many commands: a burst in a stream needs one, elsewhere an ACT and a PRE too."""
    bursts = -(-size // burst_bytes(o))
    return max(100, commands // (bursts if pattern in ("stream", "write_stream") else bursts + 2))


def run(*arguments):
    return subprocess.run([str(a) for a in arguments], capture_output=True, text=True, timeout=7200)


class Simulated(unittest.TestCase):
    def judge(self, device, assignments, pattern, size, gap, commands):
        """Runs a trace of about as many commands, judges them, and returns how many lines there were."""
        path = DEVICES / f"{device}.xml"
        o = organization(path)
        o.update((name, int(value)) for name, value in (a.removeprefix("organization.").split("=") for a in assignments if a.startswith("organization.")))
        options = [word for a in assignments for word in ("--set", f"dram.{a}")] + ["--request-bytes", str(size)]
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            trace, log, out = folder / "trace", folder / "commands.csv", folder / "out"
            count = requests_for(commands, pattern, size, o)
            request_patterns.write_trace(trace, request_patterns.requests(pattern, count, 1, capacity(o), o["rows"], size, gap))
            made = run(BINARY, "dram", trace, "--config", path, *options, "--commands", log, "--out", out, "--quiet")
            self.assertEqual(made.returncode, 0, made.stderr)
            judged = run(CHECKER, log, path, trace, *options, "--result", out / "result.json")
        self.assertEqual(judged.returncode, 0, judged.stdout[:4000] + judged.stderr)
        words = judged.stdout.split()
        return int(words[words.index("lines") + 1])

    def judge_all(self, runs, commands):
        """Runs of about as many commands each. Returns how many lines there were."""
        total = 0
        for device, assignments, pattern, size, gap in runs:
            with self.subTest(device=device, assignments=assignments, pattern=pattern, size=size, gap=gap):
                total += self.judge(device, assignments, pattern, size, gap, commands // len(runs))
        self.assertGreater(total, commands // 2)
        return total

    def test_devices(self):
        devices = sorted(path.stem for path in DEVICES.glob("*.xml"))
        self.assertTrue(devices)
        shapes = [(pattern, 64, 0) for pattern in request_patterns.PATTERNS] + [("mixed", size, 10) for size in SIZES]
        self.assertGreaterEqual(self.judge_all([(device, (), *shape) for device in devices for shape in shapes], COMMANDS * len(devices)), LINES_AT_LEAST)

    def test_parameters(self):
        shapes = [("random", 64, 20), ("stream", 256, 0), ("hot_bank", 64, 0), ("mixed", 48, 10)]
        self.judge_all([(device, assignments, *shape) for device, assignments in VARIANTS for shape in shapes], COMMANDS)


if __name__ == "__main__":
    unittest.main()
