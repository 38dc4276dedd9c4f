"""`ngpcsim dram`: traces, results, and everything that is no trace."""
import json
import pathlib
import unittest

from support import CliTest, run

DEVICE = "ddr4-2400"
SMALL_TRACE = "0x0 READ 0\n0x40 WRITE 5\n0x80 READ 9\n"


class Dram(CliTest):
    def dram(self, text, *arguments, device=DEVICE, name="requests.trace"):
        return run("dram", self.write(name, text), "--config", device, *arguments)

    def result(self, text, *arguments, device=DEVICE):
        out = self.folder / "out"
        done = self.dram(text, "--quiet", "--out", out, *arguments, device=device)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "")
        return json.loads((out / "result.json").read_text())

    def test_one_read_takes_the_idle_latency(self):
        result = self.result("0x1000 READ 100\n")
        self.assertEqual(result["idle_read_latency_cycles"], 1 + 17 + 17 + 4)
        self.assertEqual(result["read_latency"]["max_cycles"], 39)
        self.assertEqual(result["cycles"], 39)
        self.assertEqual(result["trace"]["first_cycle"], 100)
        self.assertAlmostEqual(result["bandwidth_gb_s"], 64 * 1.2 / 39)
        self.assertAlmostEqual(result["pin_bandwidth_gb_s"], 19.2)

    def test_dialects_say_the_same(self):
        traces = {
            "dramsim3": "0x1000 READ 0\n0x2040 WRITE 0\n0x1040 READ 0\n",
            "ramulator1": "0x1000 R\n0x2040 W\n0x1040 R\n",
            "ramulator": "LD 0x1000\nST 8256\nLD 0x1040\n",
        }
        for dialect, text in traces.items():
            with self.subTest(dialect):
                result = self.result(text)
                self.assertEqual(result["trace"].pop("dialect"), dialect)
                result["trace"].pop("file")
                if dialect == "dramsim3":
                    first = result
                self.assertEqual(result, first)
        for text in ("# a comment\n\n0x1000 read 0\r\n0x2040\tWrite 0\r\n  0x1040   ReAd 0", "0X1000 r 0\n0x2040 w 0\n0x1040 R 0\n"):
            result = self.result(text)
            result["trace"].pop("dialect")
            result["trace"].pop("file")
            self.assertEqual(result, first)

    def test_a_bad_line_is_named(self):
        for text, line, *parts in (
            ("junk\n", 1, "junk"),
            ("\n# comment\nhello world 5\n", 3, "hello world 5"),
            ("1000 READ 0\n", 1, "no memory request"),
            ("0x1000 READ 0\n0x1000 REED 0\n", 2, "neither READ nor WRITE"),
            ("0x1000 READ 0\n0x1000 READ\n", 2, "no line like the first"),
            ("0x1000 READ 0\n0x1000 READ 5 7\n", 2, "no line like the first"),
            ("0x1000 READ 0\n0x1000 READ -5\n", 2, "has no cycle"),
            ("0x1000 READ 7\n0x1000 READ 5\n", 2, "cycle 5 comes after cycle 7"),
            ("0x1000 READ 0\n0x10g0 READ 0\n", 2, "no address"),
            ("0x1000 READ 0\n0x11112222333344445 READ 0\n", 2, "no address"),
            ("LD 0x1000\nLOAD 0x2000\n", 2, "neither LD nor ST"),
            ("LD 0x1000\nLD ten\n", 2, "has no address"),
            ("LD 0x1000\n0x1000 READ 0\n", 2, "no line like the first"),
            ("0x1000 READ 0\n" + "x" * 5000 + "\n", 2, "too long"),
            ("3 20734016\n", 1, "no memory request"),
        ):
            with self.subTest(text[:40]):
                done = self.dram(text)
                self.assert_bad_input(done, f"requests.trace:{line}: ", *parts)

    def test_binary_junk_gives_no_phantom_reads(self):
        path = self.folder / "junk.trace"
        path.write_bytes(bytes(range(256)) * 64)
        self.assert_bad_input(run("dram", path, "--config", DEVICE), "junk.trace:1")

    def test_addresses_beyond_the_capacity_are_refused(self):
        done = self.dram("0x0 READ 0\n0x100000000 READ 0\n")
        self.assert_bad_input(done, "requests.trace:2", "0x100000000", "capacity of 4 GiB")
        self.assertEqual(self.dram("0xffffffff READ 0\n").returncode, 0)

    def test_a_trace_without_requests_is_an_error(self):
        for text in ("", "\n\n", "# nothing\n"):
            self.assert_bad_input(self.dram(text), "no memory request")

    def test_files_and_names_that_are_not_there(self):
        self.assert_bad_input(run("dram", self.folder / "none.trace", "--config", DEVICE), "there is no file")
        self.assert_bad_input(run("dram", self.folder, "--config", DEVICE), "is a folder")
        self.assert_bad_input(self.dram(SMALL_TRACE, device="ddr4-2401"), "did you mean ddr4-2400?")
        self.assert_bad_input(self.dram(SMALL_TRACE, "--set", "chip.nfps=3"), "chip.nfps=3", "dram.")
        self.assert_bad_input(self.dram(SMALL_TRACE, "--set", "dram.timing.CLL=3"), "dram.timing.CLL")
        self.assert_bad_input(self.dram(SMALL_TRACE, "--commands", self.folder / "no" / "such" / "folder.csv"), "--commands")

    def test_a_device_file_of_ones_own(self):
        path = self.write("mine.xml", f'<dram name="mine" base="{self.device_path(DEVICE)}"><timing><CL value="20"/></timing></dram>')
        self.assertEqual(self.result("0x0 READ 0\n", device=path)["read_latency"]["max_cycles"], 42)

    def device_path(self, name):
        from support import SOURCE
        return pathlib.Path(SOURCE) / "configs/dram" / f"{name}.xml"

    def test_the_command_trace_accounts_for_every_request(self):
        commands = self.folder / "commands.csv"
        result = self.result("0x0 WRITE 0\n0x0 READ 0\n0x40 READ 0\n0x2000 READ 3\n", "--commands", commands)
        lines = commands.read_text().splitlines()
        self.assertEqual(lines[0], "cycle,channel,pseudo_channel,rank,bank_group,bank,command,row,column,request")
        rows = [line.split(",") for line in lines[1:]]
        served = sorted(int(r[9]) for r in rows if r[6] in ("RD", "WR", "FORWARD"))
        self.assertEqual(served, [0, 1, 2, 3])
        self.assertEqual(result["forwarded"], 1)
        self.assertFalse((self.folder / "commands.csv.part").exists())

    def test_a_bad_trace_leaves_no_command_trace(self):
        commands = self.folder / "commands.csv"
        self.assert_bad_input(self.dram("0x0 READ 0\njunk\n", "--commands", commands), ":2")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["requests.trace"])

    def test_two_runs_are_the_same_bytes(self):
        text = "".join(f"{(i * 7919 % 65536) * 64:#x} {'WRITE' if i % 3 == 0 else 'READ'} {i // 2}\n" for i in range(2000))
        texts = []
        for _ in range(2):
            self.result(text, "--commands", self.folder / "commands.csv", device="hbm3")
            texts.append([(self.folder / "out" / "result.json").read_bytes(), (self.folder / "out" / "config.xml").read_bytes(), (self.folder / "commands.csv").read_bytes()])
        self.assertEqual(*texts)

    def test_the_resolved_device_reads_back(self):
        first = self.result(SMALL_TRACE, "--set", "dram.timing.CL=21")
        again = self.result(SMALL_TRACE, device=self.folder / "out" / "config.xml")
        self.assertEqual(first, again)

    def test_sums_close(self):
        text = "".join(f"{(i * 104729 % 262144) * 64:#x} {'WRITE' if i % 4 == 0 else 'READ'} {i}\n" for i in range(3000))
        for device in ("gddr6", "hbm3", "lpddr4"):
            result = self.result(text, device=device)
            bus = result["bus"]
            self.assertEqual(bus["read"] + bus["write"] + bus["turnaround"] + bus["idle"], bus["total"])
            rows, commands = result["rows"], result["commands"]
            self.assertEqual(rows["hits"] + rows["misses"] + rows["conflicts"], sum(commands[c] for c in ("RD", "RDA", "WR", "WRA")))
            self.assertEqual(commands["ACT"], rows["misses"] + rows["conflicts"] + rows["unused"])
            self.assertEqual(result["wait"]["requests"], 3000)
            self.assertEqual(result["read_latency"]["requests"], 2250)
            energy = result["energy"]
            self.assertAlmostEqual(energy["total_nj"], sum(energy[k] for k in energy if k.endswith("_nj") and k != "total_nj"))
            self.assertAlmostEqual(sum(c["energy"]["total_nj"] for c in result["channels"]), energy["total_nj"], places=3)
            self.assertEqual(sum(c["commands"]["ACT"] for c in result["channels"]), commands["ACT"])

    def test_summary_print_and_assert(self):
        done = self.dram(SMALL_TRACE)
        self.assertEqual(done.returncode, 0, done.stderr)
        for word in ("GB/s", "latency", "hits", "conflicts", "data bus", "pJ/bit", "channel"):
            self.assertIn(word, done.stdout)
        self.assertEqual(self.dram(SMALL_TRACE, "--print", "trace.reads").stdout, "trace.reads 2\n")
        self.assertEqual(self.dram(SMALL_TRACE, "--quiet", "--assert", "trace.reads == 3").returncode, 1)

    def test_list_and_describe(self):
        listed = run("list", "dram").stdout
        for device in ("ddr4-2400", "ddr4-3200", "gddr6", "gddr6x", "hbm2", "hbm2e", "hbm3", "lpddr4", "lpddr5"):
            self.assertRegex(listed, rf"(?m)^{device} +\S")
        self.assertNotIn("common", listed)
        described = run("describe", "dram").stdout
        for parameter in ("dram.timing.CL", "dram.organization.ranks", "dram.controller.mapping", "dram.energy.core.idd4r_ma"):
            self.assertIn(parameter, described)


if __name__ == "__main__":
    unittest.main()
