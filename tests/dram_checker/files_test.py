"""The command: what it says of files that are not what they should be, and its exit codes."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

BINARY = os.environ["DRAM_CHECKER"]
SOURCE = pathlib.Path(os.environ["NGPCSIM_SOURCE_DIR"])
DEVICE = SOURCE / "configs/dram/ddr4-2400.xml"

HEADER = "cycle,channel,pseudo_channel,rank,bank_group,bank,command,row,column,request\n"
GOOD = HEADER + "5,0,0,0,0,0,ACT,0,,0\n22,0,0,0,0,0,RD,0,0,0\n"
TRACE = "0x0 READ 0\n"
RESULT = {
    "trace": {"bytes": 64, "first_cycle": 0}, "cycles": 43, "bandwidth_gb_s": 64 * 1.2 / 43, "forwarded": 0, "merged": 0,
    "rows": {"hits": 0, "misses": 1, "conflicts": 0, "unused": 0},
    "commands": {"ACT": 1, "PRE": 0, "PREA": 0, "RD": 1, "WR": 0, "RDA": 0, "WRA": 0, "REF": 0, "REFPB": 0},
}


class Files(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def check(self, commands, trace=TRACE, device=DEVICE, extra=()):
        (self.folder / "commands.csv").write_text(commands)
        (self.folder / "trace").write_text(trace)
        arguments = [BINARY, self.folder / "commands.csv", device, self.folder / "trace", *extra]
        return subprocess.run([str(a) for a in arguments], capture_output=True, text=True, timeout=60)

    def assert_refused(self, done, *parts):
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def test_a_good_trace(self):
        done = self.check(GOOD)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("violations 0", done.stdout)
        self.assertIn("end 43 bytes 64 bandwidth_gbps", done.stdout)

    def test_a_violation_names_rule_lines_and_distance(self):
        done = self.check(GOOD.replace("22,", "21,"))
        self.assertEqual(done.returncode, 1)
        for part in ("violation of act_read", "required 17, actual 16", "line 2: 5,0,0,0,0,0,ACT,0,,0", "line 3: 21,0,0,0,0,0,RD,0,0,0", "violations 1"):
            self.assertIn(part, done.stdout)

    def test_overrides_reach_the_rules(self):
        self.assertEqual(self.check(GOOD, extra=["--set", "dram.timing.RCDRD=18"]).returncode, 1)

    def result(self, **changes):
        path = self.folder / "result.json"
        path.write_text(json.dumps({**RESULT, **changes}))
        return ["--result", path]

    def test_the_result_has_the_numbers_of_the_commands(self):
        done = self.check(GOOD, extra=self.result())
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for rule, changes in {
            "result/cycles": {"cycles": 44},
            "result/bandwidth_gb_s": {"bandwidth_gb_s": 1.786047},
            "result/forwarded": {"forwarded": 1},
            "result/trace/bytes": {"trace": {"bytes": 63, "first_cycle": 0}},
            "result/rows/misses": {"rows": {**RESULT["rows"], "misses": 0}},
            "result/commands/RD": {"commands": {**RESULT["commands"], "RD": 2}},
        }.items():
            with self.subTest(rule=rule):
                done = self.check(GOOD, extra=self.result(**changes))
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"violation of {rule}:", done.stdout)
                self.assertIn("violations 1\n", done.stdout)
        self.assert_refused(self.check(GOOD, extra=self.result(rows={})), "/rows/hits")
        self.assert_refused(self.check(GOOD, extra=self.result(cycles=None)), "/cycles")
        self.assert_refused(self.check(GOOD, extra=["--result", DEVICE]), "no JSON")

    def test_requests_have_the_size_of_the_run(self):
        self.assertEqual(self.check(GOOD, trace="0x3F READ 0\n").returncode, 0, "rounded down")
        self.assertIn("bytes 16 ", self.check(GOOD, extra=["--request-bytes", "16"]).stdout)
        self.assertIn("violation of request.lost", self.check(GOOD, extra=["--request-bytes", "128"]).stdout)

    def test_requests_may_have_sizes_of_their_own(self):
        done = self.check(GOOD, trace="0x10 READ 0 16\n")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("bytes 16 ", done.stdout)
        self.assertIn("violation of request.lost", self.check(GOOD, trace="0x38 READ 0 16\n").stdout)  # half of it in the next burst

    def test_a_run_may_end_behind_its_data(self):
        """The first refresh is owed at 9360, and what it needs first is a PREA."""
        precharged = GOOD + "9360,0,0,0,,,PREA,,,\n"
        for commands, end, rule in ((GOOD, 43, None), (GOOD, 42, "run.end"), (GOOD, 9360, None), (GOOD, 9361, "refresh.missing"), (precharged, 9361, None),
                                    (precharged, 9360, "run.after_end")):
            with self.subTest(end=end, rule=rule):
                done = self.check(commands, extra=["--end", end])
                self.assertEqual(done.returncode, 0 if rule is None else 1, done.stdout)
                self.assertIn(f"end {end} ", done.stdout)
                self.assertIn("violations 0" if rule is None else f"violation of {rule}:", done.stdout)

    def test_lines_that_are_none(self):
        for line, parts in {
            "junk\n": ("commands.csv:4", "1 fields, not 10"),
            "30,0,0,0,0,0,PRE,,\n": ("commands.csv:4", "9 fields, not 10"),
            "30,0,0,0,0,0,PRE,,,,\n": ("commands.csv:4", "11 fields, not 10"),
            "30,0,0,0,0,0,NOP,,,\n": ("commands.csv:4", "'NOP' is no command"),
            "x,0,0,0,0,0,PRE,,,\n": ("commands.csv:4", "cycle = 'x'"),
            "-3,0,0,0,0,0,PRE,,,\n": ("commands.csv:4", "cycle = '-3'"),
            "3 ,0,0,0,0,0,PRE,,,\n": ("commands.csv:4", "cycle = '3 '"),
            "99999999999999999999,0,0,0,0,0,PRE,,,\n": ("commands.csv:4", "cycle"),
            "30,0,0,0,0,0,PRE,7,,\n": ("commands.csv:4", "row = '7'", "PRE has none"),
            "30,0,0,0,0,0,RD,7,,0\n": ("commands.csv:4", "column = ''"),
            "30,0,0,0,0,0,RD,7,8,\n": ("commands.csv:4", "request = ''"),
            "30,0,0,0,0,,REF,,,\n": ("commands.csv:4", "bank_group = '0'", "REF has none"),
            "30,0,0,0,0,0,PRE,,,": ("commands.csv:4", "no end"),
            "\n": ("commands.csv:4", "1 fields"),
        }.items():
            with self.subTest(line=line):
                self.assert_refused(self.check(GOOD + line), *parts)

    def test_headers_that_are_none(self):
        for text in ("", "cycle,channel\n", GOOD[len(HEADER):], GOOD.replace("bank_group,", "")):
            with self.subTest(text=text):
                self.assert_refused(self.check(text), "commands.csv:1", "header")

    def test_requests_that_are_none(self):
        for text, parts in {
            "junk\n": ("trace:1", "junk"),
            "0x0 READ\n": ("trace:1", "''"),
            "0x0 FETCH 0\n": ("trace:1", "FETCH"),
            "0x0 READ 0 64 1\n": ("trace:1", "more than four"),
            "0x READ 0\n": ("trace:1", "'0x'"),
            "0xFFFFFFFFFF READ 0\n": ("request 0", "capacity"),
        }.items():
            with self.subTest(text=text):
                self.assert_refused(self.check(GOOD, trace=text), *parts)

    def test_devices_that_are_none(self):
        for text, parts in {
            "": ("device.xml:1", "'<' expected"),
            "<dram>": ("device.xml:1",),
            "<chip/>": ("<chip>",),
            "<dram><a value='1'></b></dram>": ("</b> ends <a>",),
            "<dram base='nothing'/>": ("nothing.xml", "cannot be read"),
            "<dram base='device'/>": ("its own bases",),
            "<dram><a value='1'/><a value='2'/></dram>": ("a second time",),
            "<dram><clock_khz value='fast'/></dram>": ("clock_khz", "fast"),
            "<dram/>": ("has no clock_khz",),
            f"<dram base='{DEVICE}'><rules><faw value='ACT ACT rank FAN'/></rules></dram>": ("rules.faw", "FAN"),
            f"<dram base='{DEVICE}'><refresh><mode value='some'/></refresh></dram>": ("refresh.mode", "some"),
            f"<dram base='{DEVICE}'><controller><mapping value='row column'/></controller></dram>": ("mapping",),
        }.items():
            with self.subTest(text=text):
                device = self.folder / "device.xml"
                device.write_text(text)
                self.assert_refused(self.check(GOOD, device=device), *parts)

    def test_files_that_are_not_there(self):
        self.assert_refused(self.check(GOOD, device=self.folder / "none.xml"), "none.xml")
        done = subprocess.run([BINARY, self.folder / "none.csv", DEVICE], capture_output=True, text=True, timeout=60)
        self.assert_refused(done, "none.csv")
        self.assertEqual(subprocess.run([BINARY], capture_output=True, timeout=60).returncode, 2)


if __name__ == "__main__":
    unittest.main()
