"""No dead knob of a DRAM device: every parameter that `describe dram` lists changes a figure of some run."""
import json
import pathlib
import re
import tempfile
import unittest

from support import run, sets

# By parameter: device, value, settings of both runs. Values of timings are found below.
IDLE = ("dram.refresh.mode=none",)
PER_BANK = ("dram.refresh.mode=per_bank",)
KNOBS = {
    "clock_khz": ("ddr4-2400", "1000000"),
    "organization.channels": ("gddr6", "4"),
    "organization.pseudo_channels": ("hbm3", "1", "dram.controller.mapping=row rank bank column channel pseudochannel bankgroup"),
    "organization.ranks": ("ddr4-2400", "2"),
    "organization.bank_groups": ("ddr4-2400", "2"),
    "organization.banks": ("ddr4-2400", "2"),
    "organization.rows": ("ddr4-2400", "65536"),
    "organization.columns": ("ddr4-2400", "512"),
    "organization.device_width": ("ddr4-2400", "4"),
    "organization.devices_per_rank": ("ddr4-2400", "4"),
    "organization.burst_length": ("ddr4-2400", "4"),
    "refresh.mode": ("gddr6", "per_bank"),
    "refresh.postpone": ("ddr4-2400", "4"),
    "controller.scheduler": ("ddr4-2400", "fcfs"),
    "controller.starvation_cap": ("ddr4-2400", "1"),
    "controller.row_policy": ("ddr4-2400", "closed"),
    "controller.timeout_cycles": ("ddr4-2400", "10", "dram.controller.row_policy=timeout"),
    "controller.read_queue": ("ddr4-2400", "4"),
    "controller.write_queue": ("ddr4-2400", "50"),
    "controller.write_high": ("ddr4-2400", "20"),
    "controller.write_low": ("ddr4-2400", "1"),
    "controller.mapping": ("ddr4-2400", "rorabgbachco"),
    "controller.bank_hash": ("ddr4-2400", "true"),
    "controller.pipeline_cycles": ("ddr4-2400", "20"),
    "energy.method": ("ddr4-2400", "per_bit", "dram.energy.pj_per_bit=15"),
    "energy.pj_per_bit": ("gddr6", "9"),
    "energy.background_share": ("gddr6", "0.1"),
    "energy.activate_share": ("gddr6", "0.1"),
    "energy.refresh_share": ("gddr6", "0.1"),
}
for supply in ("core", "second", "io"):
    for figure, value in (("voltage", "1.3"), ("idd0_ma", "70"), ("idd2n_ma", "33"), ("idd3n_ma", "35"), ("idd4r_ma", "300"), ("idd4w_ma", "250"), ("idd5_ma", "120")):
        KNOBS[f"energy.{supply}.{figure}"] = ("lpddr4", value)
    KNOBS[f"energy.{supply}.idd5pb_ma"] = ("lpddr4", "95", *PER_BANK)
# Devices on which a timing decides something; more cycles than it has there.
TIMINGS = {"CCD_S": ("ddr4-2400", "6"), "RRD_L": ("ddr4-2400", "20"), "RRD_S": ("ddr4-2400", "12"), "PPD": ("ddr4-2400", "20"), "RPab": ("ddr4-2400", "40"), "RFC": ("ddr4-2400", "400"),
           "RFCpb": ("gddr6", "150", *PER_BANK), "RREFD": ("gddr6", "60", *PER_BANK), "RTRS": ("ddr4-2400", "9", "dram.organization.ranks=2"), "REFI": ("ddr4-2400", "3000"),
           "RC": ("ddr4-2400", "90"), "RAS": ("ddr4-2400", "70"), "FAW": ("ddr4-2400", "60"), "RTP": ("ddr4-2400", "40"), "WR": ("ddr4-2400", "60"), "BTA": ("ddr4-2400", "12"),
           "WTR_S": ("ddr4-2400", "25"), "WTR_L": ("ddr4-2400", "40"), "CCD_L": ("ddr4-2400", "12"), "BL": ("hbm2", "1")}
for timing in "CL CWL RCDRD RCDWR RP".split():
    TIMINGS[timing] = ("ddr4-2400", "30")
KNOBS.update({f"timing.{name}": knob for name, knob in TIMINGS.items()})


# Rules that bind nowhere by 40 cycles more: behind PREA comes REF, and its RFC keeps ACT away for longer; per-bank refreshes of a rank are due further apart.
LONGER = {"precharge_all_act": 400, "bank_refresh_rank": 400}


def trace():
    """Streams, random reads and writes, hot banks and pauses."""
    lines, x = [], 1
    for i in range(6000):
        x = (x * 6364136223846793005 + 1442695040888963407) % 2**64
        hot = (x >> 40) % 8 < 3
        block = (i * 1 if i // 200 % 3 == 0 else (x >> 33) % (1 << 22)) if not hot else ((x >> 30) % 64) * 2048
        pause = 0 if i < 3000 else (i - 3000) * 12
        lines.append(f"{block % (1 << 22) * 64:#x} {'WRITE' if (x >> 50) % 3 == 0 else 'READ'} {pause}")
    return "\n".join(lines) + "\n"


def figures(result):
    """What came of it, without what was set."""
    for key in ("config_hash", "clock_ghz", "capacity_bytes", "pin_bandwidth_gb_s", "assumptions", "idle_read_latency_cycles"):
        result.pop(key)
    return result


class DeadKnobs(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        (cls.folder / "mixed.trace").write_text(trace())
        cls.known = {}

    def outcome(self, device, settings):
        if (device, settings) not in self.known:
            done = run("dram", self.folder / "mixed.trace", "--config", device, *sets(settings), "--quiet", "--out", self.folder / "out")
            self.assertEqual(done.returncode, 0, f"{device} {settings}: {done.stderr}")
            self.known[device, settings] = figures(json.loads((self.folder / "out" / "result.json").read_text()))
        return self.known[device, settings]

    def test_every_described_parameter_is_in_the_table(self):
        described = {path for path in re.findall(r"^(\w+(?:\.\w+)+)$", run("describe", "dram").stdout, re.MULTILINE) if path.startswith("dram.")}
        self.assertEqual(sorted(described), sorted(f"dram.{name}" for name in KNOBS))

    def test_every_parameter_changes_a_figure(self):
        dead = []
        for name, (device, value, *base) in KNOBS.items():
            before, after = self.outcome(device, tuple(base)), self.outcome(device, (*base, f"dram.{name}={value}"))
            # More rows only change which addresses there are; fewer channels are in the figures.
            if before == after and name != "organization.rows":
                dead.append(name)
        self.assertEqual(dead, [])

    def test_rows_decide_what_is_refused(self):
        (self.folder / "high.trace").write_text("0x100000000 READ 0\n")
        codes = [run("dram", self.folder / "high.trace", "--config", "ddr4-2400", "--quiet", "--set", f"dram.organization.rows={rows}").returncode for rows in (32768, 65536)]
        self.assertEqual(codes, [2, 0])

    def test_every_rule_changes_a_figure_where_it_is_long(self):
        """A rule made 40 cycles longer, or more where another one hides it, on a device with two ranks and per-bank refresh, is felt."""
        import xml.etree.ElementTree as tree
        from support import SOURCE
        rules = {}
        for file in ("common", "gddr6"):
            for rule in tree.parse(pathlib.Path(SOURCE) / "configs/dram/rules" / f"{file}.xml").getroot().find("rules"):
                rules[rule.tag] = rule.get("value")
        # None of these binds unless all banks are closed by one command, or rows close themselves.
        modes = (("dram.refresh.mode=all_bank",), ("dram.refresh.mode=per_bank",), ("dram.refresh.mode=all_bank", "dram.controller.row_policy=closed"),
                 ("dram.refresh.mode=per_bank", "dram.controller.row_policy=closed"))
        dead = []
        for name, text in rules.items():
            words = text.split(" ")
            words[3] += f"+{LONGER.get(name, 40)}"
            longer = f"dram.rules.{name}=" + " ".join(words)
            base = ("dram.organization.ranks=2", "dram.organization.channels=1", "dram.controller.mapping=row bank column:5 rank bankgroup column:1 offset")
            if not any(self.outcome("gddr6", (*base, *mode)) != self.outcome("gddr6", (*base, *mode, longer)) for mode in modes):
                dead.append(name)
        self.assertEqual(dead, [])


if __name__ == "__main__":
    unittest.main()
