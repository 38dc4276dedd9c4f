"""Traces: record and replay, what info says, files that are none, and the programs of docs/file_formats.md."""
import os
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import time
import unittest

from support import BINARY, CliTest, npy, run, sets, SMALL, SOURCE

CHIP = "ngpc-1-small"
SCENE = [s for s in SMALL if "encoding" not in s]
EVALUATION = [s for s in SMALL if "encoding" in s]
FILES = ["result.json", "stats.json", "values.json"]


def program(name):
    """A program of the docs."""
    return re.search(rf"```python {name}\n(.*?)```", (SOURCE / "docs/file_formats.md").read_text(), re.S).group(1)


class TraceTest(CliTest):
    def record(self, workload="nerf-demo", assignments=SMALL, extra=(), name="t.trace"):
        path = self.folder / name
        done = run("record", workload, "-o", path, *sets(assignments), *extra)
        self.assertEqual(done.returncode, 0, done.stderr)
        return path

    def results(self, workload, assignments=(), extra=(), chip=CHIP):
        out = self.folder / "out"
        done = run("run", chip, workload, *sets(assignments), "--quiet", "--out", out, *extra)
        self.assertEqual(done.returncode, 0, done.stderr)
        files = {name: (out / name).read_bytes() for name in FILES if (out / name).exists()}
        for file in out.iterdir():
            file.unlink()
        return files

    def workload(self, positions, more="", name="q.xml"):
        return self.write(name, f'<workload name="q" application="queries">\n<positions value="{positions}"/>\n{more}\n</workload>\n')


class Replay(TraceTest):
    def test_same_results(self):
        trace = self.record()
        for assignments in ([], ["chip.host.rays_per_group=37"], ["chip.host.max_steps_per_round=3", "chip.host.groups_in_flight=1"], ["chip.host.round_queries=100", "chip.nfps=2"]):
            with self.subTest(assignments):
                live = self.results("nerf-demo", SMALL + assignments)
                self.assertEqual(live, self.results(trace, assignments))
                self.assertEqual(len(live), 2)

    def test_same_values(self):
        live = self.results("nerf-demo", SMALL, ["--mode", "functional"])
        self.assertEqual(live, self.results(self.record(), (), ["--mode", "functional"]))
        self.assertEqual(len(live), 3)

    def test_frames(self):
        cameras = ["workload.camera=0-1"]
        trace = self.record(assignments=SMALL + cameras)
        for frames in ([], ["--frames", "1"], ["--frames", "5"]):
            self.assertEqual(self.results("nerf-demo", SMALL + cameras, frames), self.results(trace, (), frames))
        part = self.record(assignments=SMALL + cameras, extra=["--frames", "1"])
        self.assertEqual(self.results("nerf-demo", SMALL + cameras, ["--frames", "1"]), self.results(part))
        self.assert_bad_input(run("run", CHIP, part, "--frames", "2"), "--frames", "1 of the 2 frames")

    def test_encoding_and_network_may_change(self):
        trace = self.record(assignments=SCENE)
        other = EVALUATION + ["workload.encoding.levels=4", "workload.network.width=32"]
        self.assertEqual(self.results("nerf-demo", SCENE + other), self.results(trace, other))

    def test_the_queries_may_not(self):
        trace = self.record()
        for change in ("workload.width=25", "workload.scene=pavilion", "workload.camera=1", "workload.nothing=1"):
            self.assert_bad_input(run("run", CHIP, trace, "--set", change), "--set", change, "workload.encoding.", str(trace))
            self.assert_bad_input(run("record", trace, "-o", self.folder / "u", "--set", change), "--set", change)

    def test_a_trace_of_a_trace_is_that_trace(self):
        first, again = self.record(), self.record(name="again.trace")
        self.assertEqual(first.read_bytes(), again.read_bytes())
        copy = self.record(first, (), name="copy.trace")
        self.assertEqual(self.results(first), self.results(copy))
        plain = self.record(extra=["--compression", "none"], name="plain.trace")
        self.assertGreater(plain.stat().st_size, first.stat().st_size)
        self.assertEqual(self.results(first), self.results(plain))

    def test_from_another_folder_and_without_the_workload(self):
        workload = self.write("w.xml", (SOURCE / "configs/workloads/nerf-demo.xml").read_text())
        trace = self.record(workload)
        live = self.results(workload, SMALL)
        workload.unlink()
        moved = self.folder / "deeper/without-extension"
        moved.parent.mkdir()
        trace.rename(moved)
        self.assertEqual(live, self.results(moved))


class Positions(TraceTest):
    POINTS = [(i / 512, (i * 37 % 512) / 512, (i * 101 % 512) / 512) for i in range(500)]
    SMALL_GRID = "<encoding><log2_table_entries value=\"12\"/></encoding>"

    def test_runs_and_replays(self):
        npy(self.folder / "p.npy", self.POINTS)
        npy(self.folder / "d.npy", [(0, 0, 1)] * 500)
        workload = self.workload("p.npy", '<directions value="d.npy"/>\n<queries_per_round value="64"/>\n' + self.SMALL_GRID)
        live = self.results(workload, (), ["--mode", "functional"])
        self.assertIn(b'"queries": 500', live["result.json"])
        self.assertEqual(live, self.results(self.record(workload, ()), (), ["--mode", "functional"]))

    def test_doubles_and_two_dimensions(self):
        npy(self.folder / "p.npy", self.POINTS)
        live = self.results(self.workload("p.npy", self.SMALL_GRID))
        npy(self.folder / "p8.npy", self.POINTS, "d")
        self.assertEqual(live["stats.json"], self.results(self.workload("p8.npy", self.SMALL_GRID))["stats.json"])
        npy(self.folder / "p2.npy", [p[:2] for p in self.POINTS])
        self.results(self.workload("p2.npy", "<encoding><dims value=\"2\"/><log2_table_entries value=\"12\"/></encoding>"))
        self.assert_bad_input(run("run", CHIP, self.workload("p2.npy", self.SMALL_GRID)), "q.xml:2", "2 dimensions", "encoding.dims = 3")

    def test_bad_files(self):
        npy(self.folder / "p.npy", [(0.5, 0.5, 2.0)])
        self.assert_bad_input(run("run", CHIP, self.workload("p.npy")), "q.xml:2", "p.npy", "row 0", "unit cube")
        npy(self.folder / "p.npy", [(0.5, 0.1, 0.5)], "d")
        self.assert_bad_input(run("run", CHIP, self.workload("p.npy")), "p.npy", "row 0", "no float32")
        self.assert_bad_input(run("run", CHIP, self.workload("none.npy")), "q.xml:2", "none.npy")
        self.assert_bad_input(run("run", CHIP, self.workload("")), "q.xml:2", "positions is empty")
        self.assert_bad_input(run("run", CHIP, self.workload("p.npy", '<scene value="pavilion"/>')), "q.xml:3", "scene")


class Gemms(TraceTest):
    def test_record_and_info(self):
        trace = self.record("gemm-demo", ())
        self.assertEqual(trace.read_bytes(), self.record(trace, (), name="again.trace").read_bytes())
        done = run("info", trace)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for part in ("a trace of multiplications, version 2", "gemm-demo, application gemm", "multiply-accumulates"):
            self.assertIn(part, done.stdout)
        self.assert_bad_input(run("record", "gemm-demo", "-o", self.folder / "x", "--frames", "2"), "--frames", "no frames")


class Info(TraceTest):
    def test_trace(self):
        trace = self.record(assignments=SMALL + ["workload.camera=0-1"], extra=["--frames", "1"])
        done = run("info", trace)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for part in ("a trace of queries, version 2", "nerf-demo, application nerf", "frames      1 of 2", "rays        576", "per query", "chunks      1 of rays"):
            self.assertIn(part, done.stdout)
        checked = run("info", trace, "--verify").stdout
        self.assertIn("groups      1 of at most 65536 rays", checked)
        self.assertIn("verified", checked)

    def test_npy(self):
        done = run("info", npy(self.folder / "p.npy", [(0.5, 0.5)]))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for part in ("a NumPy array", "(1, 2)", "float32", 'application="queries"', 'dims value="2"'):
            self.assertIn(part, done.stdout)

    def test_gemm_list(self):
        done = run("info", SOURCE / "configs/workloads/gemm/demo.csv")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stderr)

    def test_others(self):
        self.assert_bad_input(run("info", self.write("x", "nothing that any reader knows")), "x")
        self.assert_bad_input(run("info", self.folder / "nowhere"), "nowhere")
        self.assert_bad_input(run("info", self.folder), str(self.folder))


class BadTrace(TraceTest):
    def setUp(self):
        super().setUp()
        self.trace = self.record()
        self.good = self.trace.read_bytes()

    def assert_refused(self, content, *parts):
        bad = self.folder / "bad.trace"
        bad.write_bytes(content)
        for command in (("run", CHIP, bad), ("record", bad, "-o", self.folder / "o"), ("info", bad, "--verify")):
            self.assert_bad_input(run(*command), "bad.trace: byte ", *parts)
        self.assertFalse((self.folder / "o").exists())

    def test_truncated(self):
        for size in (10, 100, len(self.good) // 2, len(self.good) - 1):
            if size >= 20:
                self.assert_refused(self.good[:size], "cut off")
        done = run("run", CHIP, self.write("short.trace", "\x89NGPT"))
        self.assertEqual(done.returncode, 2)

    def test_flipped_bit(self):
        for at in (9, 13, 17, 30, 400, len(self.good) // 2, len(self.good) - 60, len(self.good) - 15):
            damaged = bytearray(self.good)
            damaged[at] ^= 4
            self.assert_refused(bytes(damaged))

    def test_missing_and_folder(self):
        self.assert_bad_input(run("run", CHIP, self.folder / "nowhere.trace"), "nowhere.trace")
        self.assert_bad_input(run("run", CHIP, "nowhere.trace"), "nowhere.trace")


class Writing(TraceTest):
    def test_places_that_cannot_be_written(self):
        self.assert_bad_input(run("record", "nerf-demo", *sets(SMALL), "-o", self.folder), "is a folder")
        self.assert_bad_input(run("record", "nerf-demo", *sets(SMALL), "-o", self.folder / "no/where"), "no/where", "cannot write")
        self.assert_bad_input(run("record", "nerf-demo", *sets(SMALL)), "--output")

    def test_full_disk(self):
        trace = self.write("t.trace", "earlier")

        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        done = run("record", "nerf-demo", *sets(SMALL), "-o", trace, "--compression", "none", preexec_fn=small_files)
        self.assert_bad_input(done, "t.trace: cannot write: File too large")
        self.assertEqual(trace.read_text(), "earlier")
        self.assertEqual(len(list(self.folder.iterdir())), 1)

    def test_interrupt(self):
        trace = self.write("t.trace", "earlier")
        parent, child = pty.openpty()
        process = subprocess.Popen([BINARY, "record", "nerf-demo", "--set", "workload.width=4096", "--set", "workload.height=4096", "-o", str(trace)], stdout=subprocess.PIPE, stderr=child)
        os.close(child)
        seen, deadline = "", time.monotonic() + 120
        while "left" not in seen and time.monotonic() < deadline:
            if select.select([parent], [], [], 1)[0]:
                seen += os.read(parent, 4096).decode()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
        while select.select([parent], [], [], 0)[0]:
            try:
                data = os.read(parent, 4096)
            except OSError:
                break
            seen += data.decode()
        os.close(parent)
        self.assertEqual(process.returncode, 130, seen)
        self.assertRegex(seen, r"frame 1/1  \d+ %  [0-9.]+ M queries")
        self.assertIn("was not written", seen)
        self.assertEqual(out, b"")
        self.assertEqual(trace.read_text(), "earlier")
        self.assertEqual(len(list(self.folder.iterdir())), 1)


class Docs(TraceTest):
    """The programs of docs/file_formats.md work as they stand there."""

    def python(self, text, *arguments):
        return subprocess.run([sys.executable, "-c", text, *map(str, arguments)], capture_output=True, text=True, check=True).stdout

    def test_writer(self):
        trace = self.folder / "two.trace"
        self.python(program("trace-writer"), trace)
        self.assertEqual(self.python(program("trace-reader"), trace).split(), "0.5 0.5 0.25 0.5 0.5 0.75 0.25 0.5 0.5".split())
        self.assertIn("verified", run("info", trace, "--verify").stdout)
        self.assertIn(b'"queries": 3', self.results(trace, EVALUATION)["result.json"])

    def test_reader(self):
        expected = None
        for extra in (["--compression", "zlib"], ["--compression", "none"]):
            trace = self.record(extra=extra)
            positions = self.python(program("trace-reader"), trace).splitlines()
            queries = int(re.search(r"queries +(\d+)", run("info", trace).stdout).group(1))
            self.assertEqual(len(positions), queries)
            expected = expected or positions
            self.assertEqual(positions, expected)
        # The same positions as an array, which is the same work for the NFPs.
        rows = [tuple(map(float, line.split())) for line in positions]
        self.assertTrue(all(0 <= value <= 1 for row in rows for value in row))
        self.assertEqual(rows, [struct.unpack("<3f", struct.pack("<3f", *row)) for row in rows])

class GemmTrace(CliTest):
    def test_replay_is_the_same_bytes(self):
        trace = self.folder / "list.trace"
        self.assertEqual(run("record", "gemm-demo", "-o", trace, *sets(["workload.batch=2"])).returncode, 0)
        results = []
        for arguments in (("gemm-demo", *sets(["workload.batch=2"])), (trace,)):
            done = run("run", CHIP, *arguments, "--mode", "functional", "--quiet", "--out", self.folder / "out")
            self.assertEqual(done.returncode, 0, done.stderr)
            results.append([(self.folder / "out" / name).read_bytes() for name in FILES])
        self.assertEqual(results[0], results[1])
        self.assert_bad_input(run("run", CHIP, trace, *sets(["workload.batch=3"])), "workload.batch")


if __name__ == "__main__":
    unittest.main()
