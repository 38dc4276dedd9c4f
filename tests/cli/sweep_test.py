"""ngpcsim sweep and front: experiments, databases, what is refused, what is kept when the driver is killed, and the search for a front."""
import itertools
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import time
import unittest

from support import BINARY, CliTest, run

HEAD = """<experiment name="small">
  <set path="workload.width" value="12"/> <set path="workload.height" value="12"/> <set path="workload.encoding.log2_table_entries" value="12"/>
"""
GRID = HEAD + """  <axis path="chip.nfps" values="1 2 4"/> <axis path="chip.nfp.encoding_engine.grid_sram.banks" from="1" to="8" factor="2"/>
  <objective key="fps" goal="most"/> <objective key="area_mm2" goal="least"/> </experiment>"""
# What the done-when lines of a sweep are about: configs/experiments/chip-space.xml, which takes half a minute.
LARGE = os.environ.get("NGPCSIM_LONG_SWEEP")


def dump(path):
    """All of a database in order."""
    with sqlite3.connect(path) as database:
        return {table: database.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in ("meta", "axes", "sweep")}


class SweepTest(CliTest):
    def experiment(self, text=GRID):
        return self.write("small.xml", text)

    def sweep(self, experiment, *arguments, out="sweep.sqlite", code=0, **options):
        done = run("sweep", experiment, "--out", self.folder / out, *arguments, **options)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return done

    def rows(self, query, out="sweep.sqlite"):
        with sqlite3.connect(self.folder / out) as database:
            return database.execute(query).fetchall()


class Experiments(SweepTest):
    def points(self, body):
        done = run("sweep", self.experiment(HEAD + body + "</experiment>"), "--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line.split(None, 1)[1] for line in done.stdout.splitlines()]

    def values(self, body, path):
        return [word.split("=")[1] for line in self.points(body) for word in line.split() if word.startswith(path + "=")]

    def test_axes_cross_with_the_last_one_fastest(self):
        lines = self.points('<axis path="chip.nfps" values="1 2"/><axis path="chip.clock_khz" from="500000" to="1500000" step="500000"/>')
        pairs = [(line.split("chip.nfps=")[1].split()[0], line.split("chip.clock_khz=")[1].split()[0]) for line in lines]
        self.assertEqual(pairs, list(itertools.product(["1", "2"], ["500000", "1000000", "1500000"])))

    def test_zipped_axes_go_together(self):
        lines = self.points('<zip><axis path="chip.nfp.mlp_engine.rows" values="32 64"/><axis path="chip.nfp.mlp_engine.cols" values="32 64"/></zip>')
        self.assertEqual(len(lines), 2)
        self.assertTrue(all(("rows=32" in line) == ("cols=32" in line) for line in lines))

    def test_powers_of_two_and_conditions(self):
        axis = '<axis path="chip.nfps" from="1" to="64" factor="2"/>'
        self.assertEqual(self.values(axis, "chip.nfps"), ["1", "2", "4", "8", "16", "32", "64"])
        self.assertEqual(self.values(axis + '<only when="chip.nfps &gt;= 8"/><skip when="chip.nfps &gt; 8 and chip.nfps &lt; 64"/>', "chip.nfps"), ["8", "64"])

    def test_files_are_axes_too(self):
        lines = self.points('<axis path="chip" values="ngpc-8 ngpc-16"/><axis path="gpu" values="rtx3090 h100"/>')
        self.assertEqual([line.split()[2] for line in lines], ["ngpc-8", "ngpc-8", "ngpc-16", "ngpc-16"])
        self.assertEqual([line.split("--gpu ")[1].split()[0] for line in lines], ["rtx3090", "h100"] * 2)

    def test_samples_repeat_and_spread(self):
        axes = '<axis path="chip.nfps" from="1" to="16" step="1"/><axis path="chip.nfp.encoding_engine.grid_sram.banks" from="1" to="16" factor="2"/>'
        for method, count in (("random", 12), ("latin_hypercube", 16)):
            one = self.points(f'{axes}<sample method="{method}" points="{count}" seed="3"/>')
            self.assertEqual(one, self.points(f'{axes}<sample method="{method}" points="{count}" seed="3"/>'))
            self.assertNotEqual(one, self.points(f'{axes}<sample method="{method}" points="{count}" seed="4"/>'))
            self.assertEqual(len(set(one)), count)
        # A Latin hypercube of as many points as values takes each value once.
        self.assertEqual(sorted(map(int, self.values(f'{axes}<sample method="latin_hypercube" points="16"/>', "chip.nfps"))), list(range(1, 17)))

    def test_bad_experiments(self):
        for body, *parts in (
                ('<axis path="chip.nfpz" values="1"/>', "small.xml:3", "chip.nfpz"),
                ('<axis path="chip.nfps" values="1 zwei"/>', "small.xml:3", "zwei"),
                ('<axis path="chip.nfps" values="0"/>', "small.xml:3", "chip.nfps"),
                ('<axis path="chip.nfps" values=""/>', "small.xml:3", "no value"),
                ('<axis path="chip.nfps" from="4" to="1" step="1"/>', "small.xml:3", "from <= to"),
                ('<axis path="chip.nfps" from="1" to="4" factor="1"/>', "small.xml:3", "factor"),
                ('<axis path="chip.nfps" values="1 1"/>', "twice"),
                ('<axis path="chip.nfps" values="1"/><axis path="chip.nfps" values="2"/>', "second axis"),
                ('<zip><axis path="chip.nfps" values="1 2"/><axis path="chip.clock_khz" values="1000000"/></zip>', "small.xml:3", "as many"),
                ('<axis path="chip.nfps" values="1"/><skip when="chip.nfps"/>', "no comparison"),
                ('<axis path="chip.nfps" values="1"/><skip when="chip.nfps == 1"/>', "no point is left"),
                ('<axis path="chip.nfps" values="1"/><sample method="sobol" points="3"/>', "latin_hypercube"),
                ('<axis path="chip.nfps" values="1"/><axes/>', "<axes>"),
                ('<axis path="chip.nfps" value="1"/>', "did you mean values?"),
                ("", "without an axis"),
                ("<axis", "small.xml:3", "XML syntax")):
            with self.subTest(body=body):
                self.assert_bad_input(run("sweep", self.experiment(HEAD + body + "</experiment>"), "--out", self.folder / "x.sqlite"), *parts)
                self.assertFalse((self.folder / "x.sqlite").exists())
        self.assert_bad_input(run("sweep", "bank"), "EXPERIMENT", "banks")


class Database(SweepTest):
    def test_rows_are_what_run_says(self):
        self.sweep(self.experiment())
        for point, command, fps, cycles, area in self.rows('SELECT point, command, fps, cycles, area_mm2 FROM sweep'):
            if point % 5 == 0:
                done = run(*command.split()[1:], "--print", "fps,cycles,area_mm2")
                self.assertEqual([float(line.split()[1]) for line in done.stdout.splitlines()], [fps, cycles, area])
        self.assertEqual(len(self.rows("SELECT * FROM sweep WHERE status = 'done'")), 12)

    def test_jobs_change_nothing(self):
        for jobs in (1, 2, 5):
            self.sweep(self.experiment(), "--jobs", jobs, out=f"{jobs}.sqlite")
        self.assertEqual(dump(self.folder / "1.sqlite"), dump(self.folder / "2.sqlite"))
        self.assertEqual(dump(self.folder / "1.sqlite"), dump(self.folder / "5.sqlite"))

    def test_equal_points_run_once(self):
        # Without binned order the side of its bins is no part of the machine; the frame with and without its default is the same.
        self.sweep(self.experiment(HEAD + '<axis path="chip.nfp.implementation" values="model"/><axis path="workload.aabb_scale" values="1"/><axis path="chip.clock_khz" values="1500000 01500000"/></experiment>'))
        self.assertEqual(self.rows("SELECT same_as FROM sweep ORDER BY point"), [(None,), (0,)])
        self.assertEqual(*[row for row in self.rows("SELECT fps, result FROM sweep")])

    def test_a_failing_point_is_no_end(self):
        done = self.sweep(self.experiment(HEAD + '<axis path="chip.nfp.encoding_engine.features_per_cycle" values="2"/><axis path="chip.watchdog_cycles" values="1 1000000"/></experiment>'), code=1)
        self.assertIn("point 0 failed", done.stderr)
        self.assertIn("stuck", done.stderr)
        self.assertEqual(self.rows("SELECT status FROM sweep ORDER BY point"), [("failed",), ("done",)])
        # It does not run again by itself, and does when asked to.
        self.sweep(self.experiment_file, "--resume", code=1)
        self.sweep(self.experiment_file, "--resume", "--retry-failed", code=1)

    def experiment(self, text=GRID):
        self.experiment_file = super().experiment(text)
        return self.experiment_file

    def test_a_point_that_hangs(self):
        long = GRID.replace('name="small"', 'name="small" seconds="1"').replace('"workload.width" value="12"', '"workload.width" value="4000"').replace('"workload.height" value="12"', '"workload.height" value="4000"')
        done = self.sweep(self.experiment(long.replace('values="1 2 4"', 'values="1"').replace('to="8"', 'to="1"')), code=1)
        self.assertIn("took longer than 1 s", done.stderr)

    def test_a_point_that_takes_too_much_memory(self):
        done = self.sweep(self.experiment(GRID.replace('name="small"', 'name="small" memory_mib="64"')), code=1)
        self.assertEqual(done.stderr.count("failed"), 12)

    def test_what_is_refused(self):
        experiment = self.experiment()
        self.sweep(experiment)
        self.assert_bad_input(run("sweep", experiment, "--out", self.folder / "sweep.sqlite"), "is there already", "--resume")
        other = self.write("other.xml", GRID.replace("1 2 4", "1 2 8"))
        self.assert_bad_input(run("sweep", other, "--out", self.folder / "sweep.sqlite", "--resume"), "another plan")
        self.assert_bad_input(run("sweep", experiment, "--set", "chip.clock_khz=1000000", "--out", self.folder / "sweep.sqlite", "--resume"), "another plan")
        self.assert_bad_input(run("sweep", experiment, "--out", "/proc/x.sqlite"), "/proc/x.sqlite")
        for flags in (("--retry-failed",), ("--chunk", "5"), ("--slurm-arguments", "-x")):
            self.assertEqual(run("sweep", experiment, "--out", self.folder / "y.sqlite", *flags).returncode, 2, flags)
        self.assertFalse((self.folder / "y.sqlite").exists())
        self.assert_bad_input(run("sweep", experiment, "--adaptive", "20", "--set", "chip.x=1"), "chip.x")
        self.assert_bad_input(run("sweep", self.write("none.xml", HEAD + '<axis path="chip.nfps" values="1"/></experiment>'), "--adaptive", "20"), "objective")
        damaged = self.folder / "sweep.sqlite"
        content = bytearray(damaged.read_bytes())
        content[4096:8192] = b"\xff" * 4096
        damaged.write_bytes(content)
        self.assert_bad_input(run("sweep", experiment, "--out", damaged, "--resume"), "sweep.sqlite")
        self.assert_bad_input(run("front", damaged), "sweep.sqlite")
        self.assert_bad_input(run("front", self.write("no.sqlite", "none")), "no.sqlite")

    def test_a_full_disk_keeps_what_had_finished(self):
        if os.geteuid() != 0:
            self.skipTest("mounting a small disk takes root")
        disk = self.folder / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", disk], capture_output=True).returncode != 0:
            self.skipTest("no disk can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", disk])
        experiment = self.experiment(GRID.replace("1 2 4", "1 2 3 4 5 6 7 8"))
        self.assert_bad_input(run("sweep", experiment, "--out", disk / "s.sqlite"), "s.sqlite", "--resume")
        subprocess.run(["mount", "-o", "remount,size=20m", disk], check=True)
        with sqlite3.connect(disk / "s.sqlite") as database:
            kept = database.execute("SELECT point, result FROM sweep WHERE status = 'done'").fetchall()
        self.assertGreater(len(kept), 0)
        self.assertEqual(run("sweep", experiment, "--out", disk / "s.sqlite", "--resume").returncode, 0)
        self.sweep(experiment, out="whole.sqlite")
        self.assertEqual(dump(disk / "s.sqlite"), dump(self.folder / "whole.sqlite"))


class Killed(SweepTest):
    def kill_and_resume(self, experiment, times, longest):
        """The driver is killed `times` times at random, each time begun again; returns the seconds of the whole."""
        generator = random.Random(11)
        database = self.folder / "killed.sqlite"
        finished = set()
        for _ in range(times):
            driver = subprocess.Popen([BINARY, "sweep", str(experiment), "--out", str(database), "--resume", "--quiet"])
            time.sleep(generator.uniform(0.05, longest))
            driver.send_signal(signal.SIGKILL)
            driver.wait()
            if database.exists() and database.stat().st_size > 0:
                with sqlite3.connect(database) as connection:
                    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                        now = dict(connection.execute("SELECT point, result FROM sweep WHERE status = 'done'"))
                        self.assertLessEqual(finished, set(now), "a finished point was lost")
                        finished = set(now)
        self.sweep(experiment, "--resume", out="killed.sqlite", timeout=600)
        self.sweep(experiment, out="whole.sqlite", timeout=600)
        self.assertEqual(dump(database), dump(self.folder / "whole.sqlite"))

    def test_nothing_is_lost(self):
        self.kill_and_resume(self.experiment(), 6, 0.4)

    @unittest.skipUnless(LARGE, "NGPCSIM_LONG_SWEEP asks for 500 points")
    def test_five_hundred_points(self):
        self.kill_and_resume("chip-space", 10, 3.0)
        for jobs in (1, 2):
            self.sweep("chip-space", "--jobs", jobs, out=f"{jobs}.sqlite", timeout=900)
            self.assertEqual(dump(self.folder / f"{jobs}.sqlite"), dump(self.folder / "whole.sqlite"))

    def test_no_simulation_outlives_its_driver(self):
        driver = subprocess.Popen([BINARY, "sweep", str(self.experiment(GRID.replace('"workload.width" value="12"', '"workload.width" value="2000"').replace('"workload.height" value="12"', '"workload.height" value="2000"'))),
                                   "--out", str(self.folder / "s.sqlite"), "--quiet"])
        time.sleep(1)
        children = subprocess.run(["pgrep", "-P", str(driver.pid)], capture_output=True, text=True).stdout.split()
        self.assertTrue(children)
        driver.kill()
        driver.wait()
        time.sleep(0.5)
        states = [pathlib.Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()[0] for child in children if os.path.exists(f"/proc/{child}")]
        self.assertLessEqual(set(states), {"Z"})  # nobody may have picked it up

    def test_one_driver_at_a_time(self):
        experiment = self.experiment(GRID.replace('"workload.width" value="12"', '"workload.width" value="1500"').replace('"workload.height" value="12"', '"workload.height" value="1500"'))
        driver = subprocess.Popen([BINARY, "sweep", str(experiment), "--out", str(self.folder / "s.sqlite"), "--quiet"], stderr=subprocess.DEVNULL)
        time.sleep(1)
        self.assert_bad_input(run("sweep", experiment, "--out", self.folder / "s.sqlite", "--resume"), "another sweep")
        driver.send_signal(signal.SIGINT)
        self.assertEqual(driver.wait(timeout=60), 130)


class Fronts(SweepTest):
    def brute_front(self, rows):
        return {point for point, fps, area in rows if not any(f >= fps and a <= area and (f, a) != (fps, area) for _, f, a in rows)}

    def front_points(self, text):
        lines = text.split("best by each")[0].splitlines()[2:]
        return {int(line.split()[2]) for line in lines if line.strip()}

    def test_the_front_and_constraints(self):
        self.sweep(self.experiment())
        rows = self.rows("SELECT point, fps, area_mm2 FROM sweep")
        done = run("front", self.folder / "sweep.sqlite")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.front_points(done.stdout), self.brute_front(rows))
        done = run("front", self.folder / "sweep.sqlite", "--where", "area_mm2 < 15 and chip.nfps != 1")
        self.assertEqual(self.front_points(done.stdout), self.brute_front(self.rows('SELECT point, fps, area_mm2 FROM sweep WHERE area_mm2 < 15 AND "chip.nfps" <> 1')))
        best = max(rows, key=lambda row: row[1])
        self.assertIn(f"most fps = {best[1]:.6g}", run("front", self.folder / "sweep.sqlite").stdout)
        self.assert_bad_input(run("front", self.folder / "sweep.sqlite", "--where", "area_mm2 < 0"), "no finished point")
        self.assert_bad_input(run("front", self.folder / "sweep.sqlite", "--where", "memory.l2.hit_rate >= 0"), "no finished point")  # null: there is no L2
        self.assert_bad_input(run("front", self.folder / "sweep.sqlite", "--where", "fpz > 0"), "not both numbers")
        self.assert_bad_input(run("front", self.folder / "sweep.sqlite", "--objective", "fpz:most"), "did you mean fps?")
        self.assert_bad_input(run("front", self.folder / "sweep.sqlite", "--objective", "fps"), "most or")

    def test_adaptive_repeats_and_resumes(self):
        grid = GRID.replace("1 2 4", "1 2 3 4 5 6 7 8")
        experiment = self.experiment(grid)
        self.sweep(experiment, "--adaptive", 50, "--jobs", 1, out="one.sqlite")
        self.sweep(experiment, "--adaptive", 50, "--jobs", 3, out="three.sqlite")
        self.assertEqual(dump(self.folder / "one.sqlite"), dump(self.folder / "three.sqlite"))
        self.assertEqual(self.rows("SELECT status, count(*) FROM sweep GROUP BY status", out="one.sqlite"), [("done", 16), ("left", 16)])
        driver = subprocess.Popen([BINARY, "sweep", str(experiment), "--adaptive", "50", "--jobs", "1", "--out", str(self.folder / "killed.sqlite")], stdout=subprocess.DEVNULL)
        time.sleep(0.5)
        driver.kill()
        driver.wait()
        self.sweep(experiment, "--adaptive", 50, "--resume", out="killed.sqlite")
        self.assertEqual(dump(self.folder / "one.sqlite"), dump(self.folder / "killed.sqlite"))
        self.sweep(experiment, out="all.sqlite")
        done = run("front", self.folder / "one.sqlite", "--against", self.folder / "all.sqlite")
        self.assertGreater(float(done.stdout.split("hypervolume: ")[1].split()[0]), 90)

    @unittest.skipUnless(LARGE, "NGPCSIM_LONG_SWEEP asks for two grids of 500 points")
    def test_a_fifth_of_the_runs_finds_the_front(self):
        for name in ("chip-space", "memory-space"):
            self.sweep(name, out=f"{name}.sqlite", timeout=3000)
            self.sweep(name, "--adaptive", 20, out=f"{name}-20.sqlite", timeout=3000)
            done = run("front", self.folder / f"{name}-20.sqlite", "--against", self.folder / f"{name}.sqlite")
            self.assertGreaterEqual(float(done.stdout.split("hypervolume: ")[1].split()[0]), 95, name)


if __name__ == "__main__":
    unittest.main()
