"""ngpcsim reproduce: the NGPC study at a small size, whole and twice; what is refused."""
import csv
import unittest

from support import SOURCE, CliTest, run, sets

SMALL = sets(["workload.width=48", "workload.height=27", "workload.encoding.log2_table_entries=12"])


class Reproduce(CliTest):
    def test_the_same_files_whatever_runs_beside(self):
        for jobs in (2, 3):
            done = run("reproduce", "ngpc-isca23", *SMALL, "--jobs", jobs, "--out", self.folder / f"{jobs}", timeout=600)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("averages within 15 %", done.stdout)
        names = sorted(path.name for path in (self.folder / "2").iterdir())
        self.assertEqual(names, sorted(path.name for path in (self.folder / "3").iterdir()))
        self.assertLessEqual({"comparison.csv", "sensitivity.csv", "summary.txt", "study.xml", "speedup_hashgrid.svg", "speedup_hashgrid.pdf", "speedup_hashgrid.png"}, set(names))
        for name in names:
            self.assertEqual((self.folder / "2" / name).read_bytes(), (self.folder / "3" / name).read_bytes(), name)
        rows = list(csv.DictReader((self.folder / "2" / "comparison.csv").read_text().splitlines()))
        averages = [row for row in rows if row["metric"] == "average_speedup"]
        self.assertEqual(len(averages), 12)
        for row in rows:
            if row["published"] and row["ours"] and float(row["published"]) != 0:
                self.assertAlmostEqual(float(row["ratio"]), float(row["ours"]) / float(row["published"]), delta=1e-4)
            self.assertTrue(not row["published"] or row["trust"], row)

    def test_bad_input(self):
        self.assert_bad_input(run("reproduce", "ngpc-isca24"), "STUDY", "ngpc-isca23")
        self.assert_bad_input(run("reproduce", "ngpc-isca23", "--out", "/proc/nowhere"), "/proc/nowhere")
        self.assert_bad_input(run("reproduce", "ngpc-isca23", *sets(["chip.nothing=1"])), "chip.nothing")
        self.assert_bad_input(run("reproduce", "ngpc-isca23", *sets(["gpu.baseline.times=modelled"])), "published")
        other = (SOURCE / "configs/studies/ngpc-isca23.xml").read_text().replace('value="rtx3090"', 'value="h100"')
        self.assert_bad_input(run("reproduce", self.write("h.xml", other)), "h.xml", "no frame time", "rtx3090")
        self.assert_bad_input(run("reproduce", self.write("s.xml", '<study name="s"><nerf><rest_percent value="200"/></nerf></study>')), "s.xml:1", "rest_percent")


if __name__ == "__main__":
    unittest.main()
