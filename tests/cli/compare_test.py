"""ngpcsim compare."""
import copy
import json
import unittest
from xml.etree import ElementTree

from support import CliTest, SMALL, run, sets

BASE = {"version": "0.1.0", "config_hash": "aa", "seed": 0, "chip": "x", "fps": 50.0, "cycles": 1000, "speedup": None,
        "blocks": {"mlp_engine": {"busy": 600, "stalls": {"weights": 100, "input_empty": 300}, "total": 1000}}}


class CompareTest(CliTest):
    def compare(self, change, *flags):
        now = copy.deepcopy(BASE)
        change(now)
        self.write("base.json", json.dumps(BASE))
        (self.folder / "new").mkdir(exist_ok=True)
        self.write("new/result.json", json.dumps(now))
        return run("compare", self.folder / "base.json", self.folder / "new", *flags)


class Compare(CompareTest):
    def test_equal(self):
        done = self.compare(lambda now: None)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("no drift in 11 values", done.stdout)

    def test_drift(self):
        done = self.compare(lambda now: now.update(fps=45.0))
        self.assertEqual(done.returncode, 1)
        row = next(line for line in done.stdout.splitlines() if line.startswith("fps")).split()
        self.assertEqual(row, ["fps", "50.0", "45.0", "-5", "-10", "%"])

    def test_tolerance(self):
        self.assertEqual(self.compare(lambda now: now.update(fps=45.0), "--tolerance", "10").returncode, 0)
        self.assertEqual(self.compare(lambda now: now.update(fps=44.9), "--tolerance", "10").returncode, 1)
        self.assertEqual(self.compare(lambda now: now.update(fps=55.1), "--tolerance", "10").returncode, 1)

    def test_missing_and_new_keys_are_drift(self):
        done = self.compare(lambda now: now.pop("cycles"), "--tolerance", "100")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing", done.stdout)
        self.assertEqual(self.compare(lambda now: now.update(more=1), "--tolerance", "100").returncode, 1)

    def test_null_is_not_zero(self):
        self.assertEqual(self.compare(lambda now: now.update(speedup=0), "--tolerance", "100").returncode, 1)

    def test_texts(self):
        self.assertEqual(self.compare(lambda now: now.update(chip="y"), "--tolerance", "100").returncode, 1)

    def test_identity_is_a_note(self):
        done = self.compare(lambda now: now.update(config_hash="bb", version="0.2.0"))
        self.assertEqual(done.returncode, 0)
        self.assertIn("note: config_hash: aa -> bb", done.stdout)

    def test_the_block_that_moved(self):
        def change(now):
            now["blocks"]["mlp_engine"].update(busy=500, stalls={"weights": 350, "input_empty": 150})
        done = self.compare(change)
        self.assertIn("mlp_engine stalled by weights: 10.0 % -> 35.0 %", done.stdout)

    def test_large_integers_compare_exactly(self):
        self.write("a.json", json.dumps({"cycles": 2 ** 60}))
        self.write("b.json", json.dumps({"cycles": 2 ** 60 + 1}))
        self.assertEqual(run("compare", self.folder / "a.json", self.folder / "b.json").returncode, 1)

    def test_bad_files(self):
        good = self.write("good.json", json.dumps(BASE))
        self.assert_bad_input(run("compare", good, self.folder / "nowhere.json"), "nowhere.json")
        self.assert_bad_input(run("compare", self.folder, good), "two of a kind")
        self.assert_bad_input(run("compare", good, self.write("bad.json", '{"a": 1,\n"b": }\n')), "bad.json:2")
        self.assert_bad_input(run("compare", good, self.write("list.json", "[1]")), "list.json:1")
        self.assert_bad_input(run("compare", good, good, "--tolerance", "-1"), "--tolerance", "-1")


class Tolerances(CompareTest):
    def test_per_metric(self):
        change = lambda now: now.update(fps=45.0, cycles=1010)
        self.assertEqual(self.compare(change, "--allow", "fps=10%", "--allow", "cycles=10").returncode, 0)
        self.assertEqual(self.compare(change, "--allow", "fps=10%", "--allow", "cycles=9").returncode, 1)
        self.assertEqual(self.compare(change, "--allow", "fps=ignore", "--allow", "c*s=1%").returncode, 0)
        self.assertEqual(self.compare(lambda now: now["blocks"]["mlp_engine"].update(busy=601), "--allow", "blocks.*.busy=1").returncode, 0)
        self.assertEqual(self.compare(lambda now: now["blocks"]["mlp_engine"].update(busy=601), "--allow", "blocks.*.total=1").returncode, 1)

    def test_bad_tolerances(self):
        for text in ("fps", "fps=", "=5%", "fps=-1", "fps=x%"):
            self.assert_bad_input(self.compare(lambda now: None, "--allow", text), "--allow", text)


class Folders(CliTest):
    def results(self, name, **changes):
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        for run_name in ("a", "b"):
            (folder / run_name).mkdir(exist_ok=True)
            (folder / run_name / "result.json").write_text(json.dumps({**BASE, **changes.get(run_name, {})}))
        return folder

    def test_by_name_and_as_junit(self):
        base, now = self.results("base"), self.results("now", b={"fps": 49.0})
        report = self.folder / "compare.xml"
        self.assertEqual(run("compare", base, base, "--junit", report).returncode, 0)
        self.assertEqual([case.find("failure") for case in ElementTree.parse(report).iter("testcase")], [None, None])
        done = run("compare", base, now, "--junit", report)
        self.assertEqual(done.returncode, 1)
        self.assertIn("1 of 2 results drifted", done.stdout)
        suite = ElementTree.parse(report).find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("2", "1"))
        failed = [case for case in suite if case.find("failure") is not None]
        self.assertEqual([case.get("name") for case in failed], ["b"])
        self.assertIn("fps", failed[0].find("failure").text)

    def test_a_result_on_one_side_only(self):
        base, now = self.results("base"), self.results("now")
        (now / "c.json").write_text(json.dumps(BASE))
        self.assertIn("c: \nonly in", run("compare", base, now).stdout)
        self.assertEqual(run("compare", base, now).returncode, 1)
        self.assertEqual(run("compare", now, base).returncode, 1)

    def test_bad_input(self):
        (self.folder / "empty").mkdir()
        self.assert_bad_input(run("compare", self.folder / "empty", self.folder / "empty"), "empty", "no result")
        self.assert_bad_input(run("compare", self.results("base"), self.results("now") / "a"), "two of a kind")
        self.assert_bad_input(run("compare", self.results("base"), self.results("now"), "--junit", "/proc/x.xml"), "/proc")


class Culprit(CliTest):
    """A block that takes one cycle more is the one that is named."""

    def result(self, name, *assignments, chip="ngpc-8", workload="nerf-demo"):
        done = run("run", chip, workload, *sets([*SMALL, *assignments]), "--out", self.folder / name, "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / name

    def named(self, change, **of):
        done = run("compare", self.result("base", **of), self.result("now", change, **of))
        self.assertEqual(done.returncode, 1, change)
        lines = [line for line in done.stdout.splitlines() if line.startswith(("comes from", "may come from", "no engine"))]
        self.assertEqual(len(lines), 1, done.stdout)
        return lines[0]

    def test_one_cycle_in_any_engine(self):
        engine = "chip.nfp.encoding_engine"
        for path, block in ((f"{engine}.interpolate_cycles", "encoding_engine"), (f"{engine}.grid_index_cycles", "encoding_engine"), (f"{engine}.pos_fract_cycles", "encoding_engine"),
                            (f"{engine}.grid_sram.latency_cycles", "encoding_engine"), ("chip.nfp.mlp_engine.latency_cycles", "mlp_engine"), ("chip.nfp.direction_encoder.interval_cycles", "direction_encoder")):
            with self.subTest(path=path):
                default = int(run("describe", path).stdout.split("default ")[1].split(",")[0])
                self.assertIn(f"comes from: {block}", self.named(f"{path}={default + 1}"))

    def test_a_hidden_latency_is_narrowed_down(self):
        self.assertIn("direction_encoder", self.named("chip.nfp.direction_encoder.latency_cycles=9"))


if __name__ == "__main__":
    unittest.main()
