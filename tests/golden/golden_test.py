"""Every run gives the recorded figures exactly. scripts/update_golden rewrites the records."""
import os
import unittest

import golden


class Golden(unittest.TestCase):
    def test_figures_are_the_recorded_ones(self):
        for run in golden.RUNS:
            with self.subTest(run=run):
                self.assertTrue(golden.path_of(run).exists(), f"no record of {run}: run scripts/update_golden")
                code, text = golden.compare(os.environ["NGPCSIM_BINARY"], golden.path_of(run), golden.simulate(os.environ["NGPCSIM_BINARY"], run))
                self.assertEqual(code, 0, f"{text}\nif this is meant: scripts/update_golden")

    def test_every_record_has_its_run(self):
        self.assertEqual({path for path in golden.FOLDER.glob("*.json")}, {golden.path_of(run) for run in golden.RUNS})


if __name__ == "__main__":
    unittest.main()
