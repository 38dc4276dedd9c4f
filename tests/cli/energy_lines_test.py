"""An entry of the energy table changes the lines of the bill that are made of it, and no other; the parts of a bill are its total."""
import unittest

from support import simulate

CHIP = "ngpc-8"
# Entry, changed value, and the items of energy.<block>.items_mj that hang on it. clock_control is a share of a block's logic, so it goes with any of that.
ENTRIES = {
    "table.floating.fp16_multiply_pj": ("9", {"mlp_engine": {"macs_useful", "macs_idle", "clock_control"}, "encoding_engine": {"interpolate", "clock_control"}}),
    "table.floating.fp16_add_pj": ("9", {"encoding_engine": {"interpolate", "clock_control"}}),
    "table.floating.fp32_add_pj": ("9", {"mlp_engine": {"macs_useful", "macs_idle", "clock_control"}, "encoding_engine": {"weight_subtract", "pos_fract", "clock_control"}, "direction_encoder": {"add", "clock_control"}}),
    "table.integer.multiply_pj": ("9", {"encoding_engine": {"grid_index_multiply", "clock_control"}}),
    "table.integer.bitwise_pj": ("9", {"encoding_engine": {"grid_index_xor", "clock_control"}}),
    "table.off_block.dram_pj_per_bit": ("99", {"dram": {"read", "write"}}),
    "table.off_block.wire_pj_per_bit_mm": ("9", {"dma": {"wires"}}),
}


def items(result):
    return {(block, item): value for block, bill in result["energy"].items() for item, value in bill.get("items_mj", {}).items()}


class Lines(unittest.TestCase):
    def test_each_entry_moves_its_lines(self):
        base = items(simulate(CHIP))
        for entry, (value, expected) in ENTRIES.items():
            with self.subTest(entry=entry):
                changed = items(simulate(CHIP, assignments=[f"energy.{entry}={value}"]))
                moved = {key for key in base if changed[key] != base[key]}
                self.assertEqual(moved, {(block, item) for block, names in expected.items() for item in names})

    def test_parts_are_the_total(self):
        result = simulate(CHIP)
        for block, bill in result["energy"].items():
            if "items_mj" in bill:
                self.assertAlmostEqual(sum(bill["items_mj"].values()), bill["dynamic_mj"], delta=1e-12 + 1e-9 * bill["dynamic_mj"], msg=block)
                self.assertAlmostEqual(bill["dynamic_mj"] + bill["leakage_mj"], bill["total_mj"], delta=1e-12 + 1e-9 * bill["total_mj"], msg=block)
        total = sum(bill["total_mj"] for bill in result["energy"].values())
        self.assertAlmostEqual(total, result["energy_mj"], delta=1e-9 * total)
        power = result["power"]
        self.assertAlmostEqual(power["ngpc_w"] + power["dram_w"] + power["host_gpu_w"], result["power_w"], delta=1e-9 * result["power_w"])
        area = sum(bill["area_mm2"] or 0.0 for block, bill in result["energy"].items() if bill.get("area_mm2") is not None)
        self.assertAlmostEqual(area, result["area_mm2"], delta=1e-9 * area)


if __name__ == "__main__":
    unittest.main()
