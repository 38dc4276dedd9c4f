"""Where results go when something is in the way: interrupts, folders that cannot be written, terminals."""
import json
import os
import pty
import resource
import select
import signal
import subprocess
import time
import unittest

from support import BINARY, SMALL, CliTest, run, sets

# Runs for minutes unless it is stopped.
LONG = ["run", "ngpc-8", "nerf-demo", "--frames", "1000"]


class Interrupt(CliTest):
    def test_partial_results_are_kept(self):
        process = subprocess.Popen([BINARY, *LONG, "--out", str(self.folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("interrupted", err)
        self.assertIn("INTERRUPTED", out)
        result = json.loads((self.folder / "result.json").read_text())
        self.assertEqual(result["status"], "interrupted")
        self.assertIsNone(result["speedup"])
        self.assertEqual(result["gpu"]["reason"], "the run was interrupted")


class Stuck(CliTest):
    def test_a_stuck_run_says_who_waits(self):
        # Memory answers after some 200 cycles, so a watchdog of one cycle takes any run for stuck.
        done = run("run", "ngpc-1-small", "nerf-demo", *sets([*SMALL, "chip.watchdog_cycles=1"]), "--out", self.folder / "none")
        self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
        self.assertIn("stuck", done.stderr)
        self.assertIn("host waits for", done.stderr)
        self.assertFalse((self.folder / "none/result.json").exists())


class Progress(CliTest):
    def test_a_terminal_sees_rate_and_time_left(self):
        parent, child = pty.openpty()
        process = subprocess.Popen([BINARY, *LONG], stdout=subprocess.DEVNULL, stderr=child)
        os.close(child)
        seen, deadline = "", time.monotonic() + 60
        while "left" not in seen and time.monotonic() < deadline:
            if select.select([parent], [], [], 1)[0]:
                seen += os.read(parent, 4096).decode()
        process.send_signal(signal.SIGINT)
        while True:  # drain, so that the process can end
            try:
                if not os.read(parent, 4096):
                    break
            except OSError:
                break
        process.wait(timeout=120)
        os.close(parent)
        self.assertRegex(seen, r"frame 1/1000 .* queries/s .* left")


class Unwritable(CliTest):
    def test_a_file_in_the_way(self):
        self.write("taken", "mine")
        done = run("run", "ngpc-1-small", "nerf-demo", "--out", self.folder / "taken")
        self.assert_bad_input(done, "--out", "taken")
        self.assertEqual((self.folder / "taken").read_text(), "mine")

    def test_a_folder_that_cannot_be_made(self):
        self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", "--out", "/proc/nowhere/out"), "--out", "/proc/nowhere/out")

    def test_full_disk_leaves_earlier_files(self):
        # A limit on the size of files stands for a full disk: result.json, the first file, still fits, the larger config.xml does not.
        done = run("run", "ngpc-1-small", "nerf-demo", *sets(SMALL), "--quiet", "--out", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        most = 2 * len(before["result.json"])
        self.assertGreater(len(before["config.xml"]), most)

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        again = run("run", "ngpc-8", "nerf-demo", *sets(SMALL), "--quiet", "--out", self.folder, preexec_fn=limit)
        self.assert_bad_input(again, "--out", "cannot write")
        self.assertEqual(before, {path.name: path.read_bytes() for path in self.folder.iterdir()})


if __name__ == "__main__":
    unittest.main()
