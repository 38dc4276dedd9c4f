"""Help, list and describe."""
import re
import unittest
import xml.etree.ElementTree as xml

from support import SOURCE, CliTest, npy, run, sets


class Help(CliTest):
    def test_every_command_explains_itself(self):
        done = run("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for command in ("run", "record", "info", "list", "describe", "compare"):
            self.assertIn(command, done.stdout)
            own = run(command, "--help")
            self.assertEqual((own.returncode, own.stderr), (0, ""))
            self.assertIn(f"ngpcsim {command}", own.stdout)
            self.assertIn("Examples:", own.stdout)

    def test_run_help_names_every_flag(self):
        text = run("run", "--help").stdout
        for flag in ("--gpu", "--set", "--out", "--frames", "--seed", "--print", "--assert", "--waves", "--waves-from", "--waves-cycles", "--quiet"):
            self.assertIn(flag, text)

    def test_version(self):
        self.assertRegex(run("--version").stdout, r"^ngpcsim \d+\.\d+\.\d+\n$")

    def test_list_shows_every_file(self):
        for kind in ("chips", "workloads", "gpus"):
            done = run("list", kind)
            self.assertEqual(done.returncode, 0)
            names = [line.split()[0] for line in done.stdout.splitlines()]
            self.assertEqual(names, sorted(p.stem for p in (SOURCE / "configs" / kind).glob("*.xml")))
            self.assertTrue(all(len(line.split()) > 3 for line in done.stdout.splitlines()), done.stdout)

    def test_list_of_other_configurations(self):
        (self.folder / "chips").mkdir()
        self.write("chips/mine.xml", '<chip name="mine" machine="ngpc"/>')
        done = run("list", "chips", env={"NGPCSIM_CONFIGS": str(self.folder)})
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()], ["mine"])


class Describe(CliTest):
    def blocks(self, *arguments):
        done = run("describe", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return re.findall(r"^(\S+)\n    (.*)\n    (.*)\n    source: (.*)$", done.stdout, re.MULTILINE), done.stdout

    def test_every_parameter_is_complete(self):
        blocks, text = self.blocks()
        self.assertEqual(4 * len(blocks), len(text.splitlines()))
        for path, kind, meaning, source in blocks:
            self.assertRegex(kind, r"^(integer|real|flag|choice|text) \[[^\]]+\], default .+, allowed .+$", path)
            self.assertTrue(meaning and source, path)

    def resolved(self, *run_arguments):
        """The parameters in config.xml of a run."""
        done = run("run", "ngpc-1-small", *run_arguments, "--quiet", "--out", self.folder / "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        paths = set()

        def walk(element, path):
            if "value" in element.attrib:
                paths.add(path)
            for child in element:
                walk(child, f"{path}.{child.tag}" if path else child.tag)

        walk(xml.parse(self.folder / "out" / "config.xml").getroot(), "")
        return paths

    def test_every_parameter_of_every_file_is_described(self):
        npy(self.folder / "p.npy", [(0.5, 0.5, 0.5)])
        positions = self.write("positions.xml", '<workload name="p" application="queries"><positions value="p.npy"/></workload>')
        table = "workload.encoding.log2_table_entries=10"
        demos = [(f"{application}-demo", *sets(["workload.width=8", "workload.height=8", table])) for application in ("nerf", "nsdf", "gia", "nvr")]
        runs = [*demos, ("gemm-single", *sets(["workload.m=8"])), (positions, *sets([table]))]
        self.assertEqual(set().union(*(self.resolved(*arguments) for arguments in runs)), {path for path, *_ in self.blocks()[0] if not path.startswith(("dram.", "study."))})

    def test_prefixes(self):
        whole = {path for path, *_ in self.blocks("mlp_engine")[0]}
        self.assertIn("chip.nfp.mlp_engine.rows", whole)
        self.assertTrue(all(path.startswith("chip.nfp.mlp_engine.") for path in whole))
        self.assertEqual([path for path, *_ in self.blocks("chip.nfps")[0]], ["chip.nfps"])


if __name__ == "__main__":
    unittest.main()
