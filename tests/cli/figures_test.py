"""ngpcsim figures: what is drawn of which input, the same bytes each time."""
import subprocess
import unittest

from support import BINARY, SMALL, SOURCE, CliTest, run, sets
from sweep_test import GRID


class Figures(CliTest):
    def names(self, folder):
        return {path.stem for path in folder.iterdir()}

    def test_runs_and_sweeps(self):
        for name, more in (("small", []), ("large", ["workload.width=48", "workload.height=48"])):
            self.assertEqual(run("run", "ngpc-8", "nerf-demo", *sets([*SMALL, *more]), "--out", self.folder / name, "--quiet").returncode, 0)
        self.assertEqual(run("sweep", self.write("small.xml", GRID.replace("1 2 4", "1 2 4 8")), "--out", self.folder / "s.sqlite").returncode, 0)
        inputs = [self.folder / "small", self.folder / "large", self.folder / "s.sqlite"]
        for out in ("a", "b"):
            done = run("figures", *inputs, "--out", self.folder / out)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.names(self.folder / "a"), {"stalls_small", "stalls_large", "roofline_small", "roofline_large", "speedups", "fps_resolution", "pareto_small", "axis_small"})
        for path in (self.folder / "a").iterdir():
            self.assertEqual(path.read_bytes(), (self.folder / "b" / path.name).read_bytes(), path.name)
        script = subprocess.run([SOURCE / "scripts/figures", "--out", self.folder / "c", *inputs], env={"BINARY": BINARY, "PATH": "/usr/bin:/bin"}, capture_output=True, text=True)
        self.assertEqual(script.returncode, 0, script.stderr)
        self.assertEqual(self.names(self.folder / "c"), self.names(self.folder / "a"))

    def test_a_gemm_list_has_stalls(self):
        self.assertEqual(run("run", "ngpc-8", "gemm-demo", "--out", self.folder / "list", "--quiet").returncode, 0)
        self.assertEqual(run("figures", self.folder / "list", "--out", self.folder / "f").returncode, 0)
        self.assertIn("stalls_list", self.names(self.folder / "f"))

    def test_bad_input(self):
        self.assert_bad_input(run("figures", self.folder / "none", "--out", self.folder / "f"), "none")
        self.assert_bad_input(run("figures", self.folder, "--out", "/proc/f"), "/proc/f")


if __name__ == "__main__":
    unittest.main()
