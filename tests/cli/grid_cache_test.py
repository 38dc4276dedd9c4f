"""Chips whose grid SRAMs are caches of the tables (mode `cached`): what the result says of them, and what is refused."""
import unittest

from support import CliTest, HAS_RTL, run, sets, simulate

SRAM = "chip.nfp.encoding_engine.grid_sram"


def cached(*assignments):
    return [f"{SRAM}.mode=cached", *(f"{SRAM}.{assignment}" for assignment in assignments)]


def grid_cache(result):
    return result["blocks"]["encoding_engine"]["grid_cache"]


class GridCache(CliTest):
    def test_sums_close(self):
        result = simulate(assignments=cached("size_kib=4"))
        engine, cache = result["blocks"]["encoding_engine"], grid_cache(result)
        self.assertEqual(sum(level["line_misses"] for level in engine["levels"]), cache["misses"])
        self.assertEqual(sum(level["lookups"] for level in engine["levels"]), cache["lookups"])
        self.assertEqual(cache["fetched_bytes"], cache["misses"] * cache["line_bytes"])
        self.assertAlmostEqual(cache["hit_rate"], 1 - cache["misses"] / cache["lookups"])
        memory = result["memory"]
        self.assertEqual(memory["read_bytes"], cache["fetched_bytes"] + memory["input_record_bytes"] * result["queries"])
        self.assertGreater(engine["stalls"]["table_miss"], 0)
        # a line of 64 B is 16 or 32 entries: 2 or 4 edges of 8 banks
        self.assertIn(engine["stalls"]["line_fill"] / cache["misses"], (2, 4))

    def test_other_modes_have_none(self):
        result = simulate()
        self.assertIsNone(grid_cache(result))
        for level in result["blocks"]["encoding_engine"]["levels"]:
            self.assertEqual((level["hit_rate"], level["line_misses"]), (None, None))
        for reason in ("line_fill", "table_miss"):
            self.assertEqual(result["blocks"]["encoding_engine"]["stalls"][reason], 0)

    def test_a_cache_that_holds_all_tables_misses_each_line_once(self):
        result = simulate(assignments=cached("size_kib=1024"))
        tables = sum(level["entries"] for level in result["levels"]) * 2  # features of 8 bits
        self.assertLessEqual(grid_cache(result)["fetched_bytes"], tables + 64 * len(result["levels"]))

    def test_larger_caches_and_more_ways_miss_less(self):
        misses = [grid_cache(simulate(assignments=cached(f"size_kib={size}")))["misses"] for size in (1, 4, 16)]
        self.assertEqual(misses, sorted(misses, reverse=True))
        self.assertLess(misses[-1], misses[0])

    def test_levels_larger_than_the_sram_run(self):
        for encoding in ("densegrid", "lowres"):
            with self.subTest(encoding=encoding):
                size = ["--set", "workload.width=16", "--set", "workload.height=16", "--quiet"]
                refused = run("run", "ngpc-8", f"nerf-demo-{encoding}", *size, "--set", "chip.nfp.encoding_engine.grid_sram.oversize=refuse")
                self.assert_bad_input(refused, "grid SRAM", "grid_sram.mode cached")
                as_caches = run("run", "ngpc-8", f"nerf-demo-{encoding}", *size[:-1])
                self.assertEqual(as_caches.returncode, 0, as_caches.stderr)
                self.assertRegex(as_caches.stdout, r"warning +level \d+ takes \d+ B, more than the 1048576 B of its grid SRAM: the grid SRAMs work as caches")
                done = run("run", "ngpc-8-cached", f"nerf-demo-{encoding}", *size[:-1])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stdout, r"grid cache +[0-9.]+ % of look-ups hit, level \d+ [0-9.]+ %; [0-9.]+ MB fetched")

    def test_no_figure_depends_on_the_order_of_construction(self):
        busy = [*cached("size_kib=2"), "chip.nfps=3"]
        base = simulate("ngpc-8-dram", assignments=busy)
        for seed in (1, 2, 3):
            other = simulate("ngpc-8-dram", assignments=busy, extra=("--seed", str(seed)))
            self.assertEqual({**other, "seed": base["seed"]}, base)

    def test_bad_input(self):
        for assignments, parts in ((cached("conflict_policy=overlap"), ("overlap with grid_sram.mode cached", "serial")),
                                   (cached("cache.ways=3"), ("no whole number of sets of 3 x 64 B",)),
                                   (cached("cache.fill_buffer_lines=100"), ("100 lines cannot hold what 8 queries", "at least 1024")),
                                   (cached("cache.line_bytes=48"), ("line_bytes", "power of two")),
                                   (cached("banks=1", "cache.line_bytes=1024", "cache.fill_buffer_lines=65536") + ["workload.encoding.features=8", "chip.nfp.encoding_engine.features_per_cycle=1",
                                     "chip.nfp.encoding_engine.engines=1", "chip.nfp.encoding_engine.levels_per_engine=32"], ("look-ups all miss", "at most 65535"))):
            with self.subTest(assignments=assignments):
                self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", *sets(assignments), "--quiet"), *parts)
        if HAS_RTL:
            self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", *sets([*cached(), "chip.nfp.implementation=rtl"]), "--quiet"), "RTL with grid_sram.mode cached")


if __name__ == "__main__":
    unittest.main()
