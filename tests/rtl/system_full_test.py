"""The whole NFP of ngpc-8 in RTL, 64 x 64 MACs, on a picture of 64 x 64 pixels: the same bytes as the model. Minutes to an hour."""
import unittest

from rtl_run import result_bytes, rtl
from support import CliTest


class SystemFull(CliTest):
    def test_the_nfp_of_ngpc_8_gives_the_same_bytes(self):
        picture = ["chip.nfps=1", "workload.width=64", "workload.height=64"]
        model = result_bytes(self.folder / "model", "ngpc-8", picture)
        self.assertEqual(result_bytes(self.folder / "rtl", "ngpc-8", [*picture, *rtl("")]), model)


if __name__ == "__main__":
    unittest.main(verbosity=2)
