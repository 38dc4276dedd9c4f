"""Every number of a report stands in the resolved configuration, with a source."""
import unittest
import xml.etree.ElementTree as ElementTree

from support import CliTest, SMALL, SOURCE, run, sets


class Sources(CliTest):
    def leaves(self, chip, workload, *assignments):
        out = self.folder / f"{chip}.{workload}"
        done = run("run", chip, workload, *sets(assignments), "--quiet", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [(element.tag, element.attrib) for element in ElementTree.parse(out / "config.xml").iter() if "value" in element.attrib]

    def test_no_value_lacks_one(self):
        for chip, workload, *assignments in (("ngpc-8", "nerf-demo", *SMALL), ("ngpc-8-dram", "nerf-demo", *SMALL), ("ngpc-8-paged", "gia-demo", "workload.width=16", "workload.height=16"),
                                             ("ngpc-8", "nsdf-demo-trained", "workload.width=16", "workload.height=16"), ("ngpc-8", "gemm-demo")):
            with self.subTest(chip=chip, workload=workload):
                leaves = self.leaves(chip, workload, *assignments)
                self.assertGreater(len(leaves), 80)
                self.assertEqual([tag for tag, attributes in leaves if not attributes.get("source", "").strip() and not attributes.get("origin", "").startswith("--set")], [], "what nobody set on the command line has a source")
                self.assertEqual([tag for tag, attributes in leaves if not attributes.get("origin", "").strip()], [])

    def test_no_file_that_is_shipped_has_a_value_without_one(self):
        for path in sorted((SOURCE / "configs").rglob("*.xml")):
            for element in ElementTree.parse(path).iter():
                if "value" in element.attrib:
                    self.assertTrue(element.attrib.get("source", "").strip(), f"{path.name}: {element.tag}")


if __name__ == "__main__":
    unittest.main()
