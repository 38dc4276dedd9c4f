"""Chips whose tables come page by page (grid SRAM mode `paged`): what the result says of them, and what is refused."""
import unittest

from support import CliTest, HAS_RTL, SMALL, run, sets, simulate

SRAM = "chip.nfp.encoding_engine.grid_sram"
DMA = "chip.nfp.dma"
SIZES = (f"{DMA}.chunk_queries=64", f"{DMA}.input_chunks=16", "chip.scheduler.batch_queries=512")


def paged(*assignments, sizes=SIZES):
    own = ("size_kib=4", "paging.page_kib=1", "paging.sweep_queries=512", "paging.partial_sum_queries=1024")
    return [f"{SRAM}.mode=paged", *(f"{SRAM}.{assignment}" for assignment in own + assignments), *sizes]


def paging(result):
    return result["blocks"]["page_sweep"]["paging"]


class Paging(CliTest):
    def test_sums_close(self):
        result = simulate(assignments=paged())
        sweep, levels = result["blocks"]["page_sweep"], result["blocks"]["encoding_engine"]["levels"]
        pages = sweep["paging"]
        self.assertEqual(sweep["busy"] + sum(sweep["stalls"].values()), sweep["total"])
        self.assertEqual(sweep["total"], sweep["instances"] * result["cycles"])
        self.assertEqual(sweep["instances"], 4)  # four levels in each of four lanes: 128 KiB, but for those of the coarsest levels
        # one NFP: what is read is what it gets, and each miss is asked for once
        self.assertEqual((pages["page_bytes"], pages["frames"]), (1024, 4))
        self.assertEqual(pages["loads"], pages["uses"] - pages["hits"])
        self.assertEqual(pages["read_bytes"], pages["delivered_bytes"])
        self.assertLessEqual(pages["read_bytes"], pages["loads"] * pages["page_bytes"])
        memory = result["memory"]
        self.assertEqual(memory["read_bytes"], pages["read_bytes"] + memory["input_record_bytes"] * result["queries"])
        # words of one entry: a page of 1 KiB is 512 of them in 8 banks
        self.assertLessEqual(sweep["stalls"]["page_fill"], pages["loads"] * 64)
        for level in levels:
            self.assertEqual(level["accesses"], level["lookups"])
            self.assertGreaterEqual(level["page_visits"], level["queries"])
            self.assertLessEqual(level["page_visits"], level["lookups"])
        # one group: visits are busy, what they take longer is conflict
        self.assertEqual(sweep["busy"], sum(level["page_visits"] for level in levels))
        self.assertEqual(sweep["stalls"]["conflict"], sum(level["conflict_cycles"] for level in levels))

    def test_tables_that_fit_are_resident(self):
        resident, fits = simulate(assignments=SIZES), simulate(assignments=paged("size_kib=128"))
        self.assertIsNone(fits["blocks"]["page_sweep"])
        self.assertEqual(resident["cycles"], fits["cycles"])
        self.assertEqual(resident["memory"], fits["memory"])

    def test_other_modes_have_none(self):
        blocks = simulate()["blocks"]
        self.assertIsNone(blocks["page_sweep"])
        self.assertTrue(all(level["page_visits"] is None for level in blocks["encoding_engine"]["levels"]))
        for reason in ("page_fill", "page_load", "page_sweep"):
            self.assertEqual(blocks["encoding_engine"]["stalls"][reason], 0)

    def test_longer_sweeps_read_less(self):
        reads = [paging(simulate(assignments=paged(f"paging.sweep_queries={queries}")))["read_bytes"] for queries in (64, 256, 512)]
        self.assertEqual(reads, sorted(reads, reverse=True))
        self.assertLess(reads[-1], reads[0])

    def test_orders_that_begin_with_what_is_there_read_less(self):
        reads = {order: paging(simulate(assignments=paged(f"paging.page_order={order}")))["read_bytes"] for order in ("ascending", "serpentine", "resident_first")}
        self.assertLess(reads["serpentine"], reads["ascending"])
        self.assertLess(reads["resident_first"], reads["ascending"])

    def test_multicast_serves_several_nfps_by_one_read(self):
        def read_and_delivered(*assignments):
            pages = paging(simulate(assignments=paged(*assignments) + ["chip.nfps=4"]))
            return pages["read_bytes"], pages["delivered_bytes"]
        unicast, eager, patient = read_and_delivered("table_load=unicast"), read_and_delivered("paging.multicast_wait_cycles=0"), read_and_delivered("paging.multicast_wait_cycles=5000")
        self.assertEqual(*unicast)
        self.assertLess(patient[0], eager[0])
        self.assertLess(patient[0], unicast[0])

    def test_pages_cost_time_that_has_a_name(self):
        resident, pages = simulate(assignments=SIZES), simulate(assignments=paged())
        self.assertGreater(pages["cycles"], resident["cycles"])
        self.assertGreater(pages["blocks"]["encoding_engine"]["stalls"]["page_sweep"], 0)
        for reason in ("page_load", "page_fill"):
            self.assertGreater(pages["blocks"]["page_sweep"]["stalls"][reason], 0)
        self.assertGreater(pages["area_mm2"], simulate(assignments=[*SIZES, f"{SRAM}.mode=unbounded", f"{SRAM}.size_kib=4"])["area_mm2"])

    def test_levels_larger_than_the_sram_run(self):
        for encoding in ("densegrid", "lowres"):
            with self.subTest(encoding=encoding):
                size = ["--set", "workload.width=16", "--set", "workload.height=16"]
                done = run("run", "ngpc-8-paged", f"nerf-demo-{encoding}", *size)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stdout, r"pages +\d+ levels in pages of 128 KiB, 2 in an SRAM; a query visits [0-9.]+ a level")
                self.assertRegex(done.stdout, r"[0-9.]+ MB read for [0-9.]+ MB in the SRAMs")

    def test_table_load_says_what_it_moves(self):
        for load, copies in (("unicast", 3), ("multicast", 1)):
            reload = [f"{SRAM}.mode=reload", f"{SRAM}.table_load={load}", "chip.nfps=3"]
            result = simulate(assignments=reload)
            bytes_of_one = sum(level["entries"] for level in result["levels"]) * 2 + 2 * 10240  # int8 features of F = 2, and the fp16 weights of instant-ngp
            self.assertEqual(result["memory"]["table_load_bytes"], copies * bytes_of_one)
            self.assertEqual(result["memory"]["table_write_bytes"], 3 * bytes_of_one)
            done = run("run", "ngpc-1-small", "nerf-demo", *sets([*SMALL, *reload]))
            self.assertIn(f"{copies * bytes_of_one / 1e6:.1f} MB read from memory for {3 * bytes_of_one / 1e6:.1f} MB written into the NFPs", done.stdout)

    def test_no_figure_depends_on_the_order_of_construction(self):
        busy = [*paged(), "chip.nfps=3"]
        base = simulate("ngpc-8-dram", assignments=busy)
        for seed in (1, 2, 3):
            self.assertEqual({**simulate("ngpc-8-dram", assignments=busy, extra=("--seed", str(seed))), "seed": base["seed"]}, base)

    def test_bad_input(self):
        for assignments, parts in ((paged("conflict_policy=overlap"), ("overlap with grid_sram.mode paged", "serial")),
                                   (paged("corner_reuse=cell"), ("cell with grid_sram.mode paged", "none")),
                                   (paged("paging.page_kib=8"), ("a page of 8 KiB does not fit a grid SRAM of 4 KiB",)),
                                   (paged("paging.page_kib=3"), ("page_kib", "power of two")),
                                   (paged("paging.sweep_queries=100"), ("no whole number of chunks of 64", "multiple")),
                                   (paged("paging.sweep_queries=2048", "paging.partial_sum_queries=2048"), ("16 input chunks of 64 queries cannot hold a sweep of 2048", "at least 32, and 64")),
                                   (paged("paging.partial_sum_queries=256"), ("places for 256 queries cannot hold a sweep of 512", "at least 512, and 1024"))):
            with self.subTest(assignments=assignments):
                self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", *sets(assignments), "--quiet"), *parts)
        self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", *sets(paged()), "--mode", "functional", "--quiet"), "--mode functional", "grid_sram.mode paged", "no values")
        if HAS_RTL:
            self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", *sets([*paged(), "chip.nfp.implementation=rtl"]), "--quiet"), "RTL with grid_sram.mode paged")


if __name__ == "__main__":
    unittest.main()
