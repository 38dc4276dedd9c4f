#!/usr/bin/env python3
"""Request traces for DRAM tests, the same in every run.

request_patterns.py PATTERN COUNT FILE [--seed N] [--capacity BYTES] [--rows N] [--bytes N] [--gap CYCLES]

Patterns: random (reads anywhere), stream (reads one after the other), write_stream, hot_bank (reads of a few rows of one bank, where rows are the
highest bits of an address), mixed (reads and writes, many of them at or beside an address that was used shortly before). Every request has
--bytes bytes; on average --gap cycles lie between two. Each line is `0xADDRESS READ|WRITE CYCLE`.
"""
import argparse
import random
import sys

PATTERNS = ("random", "stream", "write_stream", "hot_bank", "mixed")


def requests(pattern, count, seed=1, capacity=1 << 30, rows=1 << 14, size=64, gap=0):
    """Yields (cycle, address, write)."""
    chance = random.Random(f"{pattern} {seed}")
    cycle = 0
    recent = [0]
    for number in range(count):
        cycle += chance.randrange(2 * gap + 1) if gap else 0
        write = pattern == "write_stream"
        if pattern in ("stream", "write_stream"):
            address = number * size % (capacity // size * size)
        elif pattern == "random":
            address = chance.randrange(capacity // size) * size
        elif pattern == "hot_bank":
            address = (chance.randrange(8) * (capacity // rows) + chance.randrange(4) * size) // size * size
        else:
            write = chance.random() < 0.4
            address = chance.choice(recent) if chance.random() < 0.5 else chance.randrange(capacity // size - 1) * size
            address = min(address + chance.choice((0, 0, size)), (capacity // size - 1) * size)
            recent = recent[-15:] + [address]
            if chance.random() < 0.002:
                cycle += 3000  # the queues run empty
        yield cycle, address, write


def write_trace(path, entries):
    with open(path, "w", encoding="ascii") as out:
        for cycle, address, write in entries:
            out.write(f"0x{address:X} {'WRITE' if write else 'READ'} {cycle}\n")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pattern", choices=PATTERNS)
    parser.add_argument("count", type=int)
    parser.add_argument("file")
    for name, default in (("seed", 1), ("capacity", 1 << 30), ("rows", 1 << 14), ("bytes", 64), ("gap", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    o = parser.parse_args(arguments)
    write_trace(o.file, requests(o.pattern, o.count, o.seed, o.capacity, o.rows, o.bytes, o.gap))
    return 0


if __name__ == "__main__":
    sys.exit(main())
