"""ngpcsim sweep --launcher slurm against a Slurm that the test starts: the same database as without, also when the node is lost on the way."""
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

import slurm
from support import BINARY, CliTest, run
from sweep_test import GRID, LARGE, dump

WHY_NOT = slurm.missing()


@unittest.skipIf(WHY_NOT, WHY_NOT)
class SlurmSweep(CliTest):
    @classmethod
    def setUpClass(cls):
        cls.home = pathlib.Path(tempfile.mkdtemp(prefix="ngpcsim-slurm-"))
        cls.cluster = slurm.Slurm(cls.home)
        try:
            cls.cluster.start()
        except RuntimeError as error:  # the machine does not let daemons run
            cls.cluster.stop()
            shutil.rmtree(cls.home, ignore_errors=True)
            raise unittest.SkipTest(str(error)) from error

    @classmethod
    def tearDownClass(cls):
        cls.cluster.stop()
        shutil.rmtree(cls.home, ignore_errors=True)

    def slurm_sweep(self, experiment, out, *arguments, **options):
        return run("sweep", experiment, "--out", self.folder / out, "--launcher", "slurm", *arguments, env={"SLURM_CONF": str(self.cluster.config)}, **options)

    def local(self, experiment):
        self.assertEqual(run("sweep", experiment, "--out", self.folder / "local.sqlite", timeout=900).returncode, 0)
        return dump(self.folder / "local.sqlite")

    def test_the_same_database(self):
        experiment = "chip-space" if LARGE else self.write("small.xml", GRID)
        done = self.slurm_sweep(experiment, "slurm.sqlite", "--chunk", 50 if LARGE else 5, timeout=1200)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(dump(self.folder / "slurm.sqlite"), self.local(experiment))
        self.assertFalse((self.folder / "slurm.sqlite.slurm").exists())

    def test_a_lost_node_and_a_killed_driver(self):
        experiment = "chip-space" if LARGE else self.write("small.xml", GRID.replace("1 2 4", "1 2 3 4 5 6 7 8").replace('"workload.width" value="12"', '"workload.width" value="64"').replace('"workload.height" value="12"', '"workload.height" value="64"'))
        command = [BINARY, "sweep", str(experiment), "--out", str(self.folder / "slurm.sqlite"), "--launcher", "slurm", "--chunk", "16", "--quiet"]
        driver = subprocess.Popen(command, env=self.cluster.environment)
        results = self.folder / "slurm.sqlite.slurm"
        self.wait_for(lambda: len(list(results.glob("*.json"))) >= 3)
        self.cluster.kill_slurmd()
        driver.kill()
        driver.wait()
        had = set(results.glob("*.json"))
        time.sleep(1)
        self.cluster.start_slurmd()
        done = subprocess.run([*command, "--resume"], env=self.cluster.environment, capture_output=True, text=True, timeout=1200)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(had)
        self.assertEqual(dump(self.folder / "slurm.sqlite"), self.local(experiment))

    def wait_for(self, holds):
        for _ in range(600):
            if holds():
                return
            time.sleep(0.1)
        self.fail("nothing happened in a minute")

    def test_what_sbatch_refuses(self):
        experiment = self.write("small.xml", GRID)
        self.assert_bad_input(self.slurm_sweep(experiment, "x.sqlite", "--slurm-arguments", "--partition=none"), "sbatch", "none")


class WithoutSlurm(CliTest):
    def test_there_is_no_sbatch(self):
        self.assert_bad_input(run("sweep", self.write("small.xml", GRID), "--out", self.folder / "x.sqlite", "--launcher", "slurm", env={"PATH": "/nowhere"}), "no sbatch")


if __name__ == "__main__":
    unittest.main()
