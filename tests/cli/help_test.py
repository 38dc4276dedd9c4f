"""Help, list and describe."""
import re
import unittest

from support import SOURCE, CliTest, run


class Help(CliTest):
    def test_every_command_explains_itself(self):
        done = run("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for command in ("run", "list", "describe", "compare"):
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

    def test_every_parameter_of_every_file_is_described(self):
        described = {path for path, *_ in self.blocks()[0]}
        done = run("run", "ngpc-1-small", "nerf-demo", "--set", "workload.width=8", "--set", "workload.height=8",
                   "--set", "workload.encoding.log2_table_entries=10", "--quiet", "--out", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        import xml.etree.ElementTree as xml
        resolved = set()

        def walk(element, path):
            if "value" in element.attrib:
                resolved.add(path)
            for child in element:
                walk(child, f"{path}.{child.tag}" if path else child.tag)

        walk(xml.parse(self.folder / "config.xml").getroot(), "")
        self.assertEqual(resolved, described)

    def test_prefixes(self):
        whole = {path for path, *_ in self.blocks("mlp_engine")[0]}
        self.assertIn("chip.nfp.mlp_engine.rows", whole)
        self.assertTrue(all(path.startswith("chip.nfp.mlp_engine.") for path in whole))
        self.assertEqual([path for path, *_ in self.blocks("chip.nfps")[0]], ["chip.nfps"])


if __name__ == "__main__":
    unittest.main()
