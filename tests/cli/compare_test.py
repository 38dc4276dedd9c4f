"""ngpcsim compare."""
import copy
import json
import unittest

from support import CliTest, run

BASE = {"version": "0.1.0", "config_hash": "aa", "seed": 0, "chip": "x", "fps": 50.0, "cycles": 1000, "speedup": None,
        "blocks": {"mlp_engine": {"busy": 600, "stalls": {"weights": 100, "input_empty": 300}, "total": 1000}}}


class Compare(CliTest):
    def compare(self, change, *flags):
        now = copy.deepcopy(BASE)
        change(now)
        self.write("base.json", json.dumps(BASE))
        (self.folder / "new").mkdir(exist_ok=True)
        self.write("new/result.json", json.dumps(now))
        return run("compare", self.folder / "base.json", self.folder / "new", *flags)

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
        self.assert_bad_input(run("compare", self.folder, good), "result.json")
        self.assert_bad_input(run("compare", good, self.write("bad.json", '{"a": 1,\n"b": }\n')), "bad.json:2")
        self.assert_bad_input(run("compare", good, self.write("list.json", "[1]")), "list.json:1")
        self.assert_bad_input(run("compare", good, good, "--tolerance", "-1"), "--tolerance", "-1")


if __name__ == "__main__":
    unittest.main()
