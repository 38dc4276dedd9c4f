"""RTL in the simulated chip: the same bytes as the model, and waveforms."""
import unittest

from rtl_run import result_bytes, rtl
from support import CliTest

PICTURE = ["workload.width=8", "workload.height=8"]
CHIP = "ngpc-1-small"


class System(CliTest):
    def test_every_block_gives_the_same_bytes(self):
        model = result_bytes(self.folder / "model", CHIP, PICTURE)
        for blocks in (["encoding_engine"], ["direction_encoder"], ["mlp_engine"], ["encoding_engine", "direction_encoder", "mlp_engine"], [""]):
            with self.subTest(rtl=blocks):
                self.assertEqual(result_bytes(self.folder / "rtl", CHIP, [*PICTURE, *rtl(*blocks)]), model)

    def test_networks_of_one_part_give_the_same_bytes(self):
        """The outputs of a plain network without direction and density; positions of two and three dimensions."""
        small = [*PICTURE, "workload.encoding.log2_table_entries=12"]
        for workload in ("nsdf-demo", "gia-demo", "nvr-demo"):
            model = result_bytes(self.folder / "model", CHIP, small, workload=workload)
            for blocks in (["mlp_engine"], [""]):
                with self.subTest(workload=workload, rtl=blocks):
                    self.assertEqual(result_bytes(self.folder / "rtl", CHIP, [*small, *rtl(*blocks)], workload=workload), model)

    def test_waveform_of_a_window(self):
        file = self.folder / "nfp.fst"
        small = ["workload.width=4", "workload.height=4", "workload.encoding.log2_table_entries=12"]
        result_bytes(self.folder / "rtl", CHIP, [*small, *rtl("")], ("--waves", file, "--waves-from", "5000", "--waves-cycles", "2000"))
        self.assertGreater(file.stat().st_size, 1000)
        lane = self.folder / "lane.fst"
        result_bytes(self.folder / "rtl", CHIP, [*small, *rtl("encoding_engine")], ("--waves", lane))
        self.assertEqual(sorted(path.name for path in self.folder.glob("lane*.fst")),
                         ["lane.encoding_engine_1.fst", "lane.encoding_engine_2.fst", "lane.encoding_engine_3.fst", "lane.fst"])

    def test_a_chip_of_other_sizes_is_refused(self):
        with self.assertRaisesRegex(AssertionError, "exit 2: .*no RTL build of the nfp fits this chip.*32, but the RTL was compiled with Rows = 16"):
            result_bytes(self.folder / "rtl", CHIP, [*PICTURE, "chip.nfp.mlp_engine.rows=32", *rtl("")])


if __name__ == "__main__":
    unittest.main(verbosity=2)
