"""--print, --assert and --quiet."""
import unittest

from support import SMALL, CliTest, run, sets


class PrintAndAssert(CliTest):
    def small(self, *flags):
        return run("run", "ngpc-1-small", "nerf-demo", *sets(SMALL), *flags)

    def test_print(self):
        done = self.small("--print", "fps,blocks.mlp_engine.busy", "--print", "chip,frames.0.name,gpu.reason")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line.split(" ", 1) for line in done.stdout.splitlines()]
        self.assertEqual([key for key, _ in lines], ["fps", "blocks.mlp_engine.busy", "chip", "frames.0.name", "gpu.reason"])
        self.assertGreater(float(lines[0][1]), 0)
        self.assertEqual([text for _, text in lines[2:]], ["ngpc-1-small", "camera 0", "null"])

    def test_print_of_an_unknown_key(self):
        done = self.small("--print", "fsp")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--print", done.stderr)
        self.assertIn("fps", done.stderr)

    def test_quiet_prints_nothing(self):
        done = self.small("--quiet")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_no_progress_where_stderr_is_no_terminal(self):
        self.assertEqual(self.small().stderr, "")

    def test_assertions_that_hold(self):
        done = self.small("--quiet", "--assert", "fps > 0", "--assert", "blocks.mlp_engine.stalls.weights >= 0", "--assert", "0 < queries",
                          "--assert", "host_ms<=frame_ms", "--assert", "nfps == 1", "--assert", "nfps != 2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_assertions_that_fail_are_all_shown(self):
        done = self.small("--quiet", "--assert", "fps < 0", "--assert", "nfps == 1", "--assert", "gpu.reason != 3")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stderr.splitlines()), 2, done.stderr)
        self.assertIn("fps [", done.stderr)
        self.assertIn("gpu.reason [null]", done.stderr)

    def test_bad_assertions(self):
        for expression in ("fps", "fps >", "fps = 3", "fps > 3 > 2", "fpz > 1"):
            with self.subTest(expression=expression):
                done = self.small("--quiet", "--assert", expression)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("--assert", done.stderr)


if __name__ == "__main__":
    unittest.main()
