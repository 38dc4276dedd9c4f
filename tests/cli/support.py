"""What the tests of the command line share: the binary, small runs, temporary configurations."""
import json
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

BINARY = os.environ["NGPCSIM_BINARY"]
HAS_RTL = os.environ["NGPCSIM_HAS_RTL"] == "1"
SOURCE = pathlib.Path(os.environ["NGPCSIM_SOURCE_DIR"])

# A picture that takes milliseconds, on one NFP.
SMALL = ["workload.width=24", "workload.height=24", "workload.encoding.log2_table_entries=14"]


def sets(assignments):
    return [word for assignment in assignments for word in ("--set", assignment)]


def run(*arguments, env=None, **options):
    """Runs the program; the result has returncode, stdout and stderr as text."""
    merged = {key: value for key, value in os.environ.items() if key not in ("NGPCSIM_CONFIGS",)}
    merged.update(env or {})
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, env=merged, timeout=options.pop("timeout", 300), **options)


def simulate(chip="ngpc-1-small", workload="nerf-demo", assignments=(), extra=()):
    """Runs a small picture with --out and returns result.json."""
    with tempfile.TemporaryDirectory() as folder:
        done = run("run", chip, workload, *sets([*SMALL, *assignments]), "--quiet", "--out", folder, *extra)
        if done.returncode != 0:
            raise AssertionError(f"exit {done.returncode}: {done.stderr}")
        return json.loads((pathlib.Path(folder) / "result.json").read_text())


def npy(path, rows, dtype="f"):
    """Writes rows of numbers as NumPy does, float32 (f) or float64 (d)."""
    columns = len(rows[0])
    head = f"{{'descr': '<{'f4' if dtype == 'f' else 'f8'}', 'fortran_order': False, 'shape': ({len(rows)}, {columns}), }}\n".encode()
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + b"".join(struct.pack(f"<{columns}{dtype}", *row) for row in rows))
    return path


def data_folder():
    """The shared data, or None where a clone has none."""
    folder = pathlib.Path(os.environ.get("NGPCSIM_DATA") or SOURCE / "../shared/data").resolve()
    return folder if folder.is_dir() else None


class CliTest(unittest.TestCase):
    def assert_bad_input(self, done, *parts):
        """Exit 2, nothing on stdout, one line on stderr with all of `parts` in it."""
        self.assertEqual(done.returncode, 2, done.stderr + done.stdout)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("ngpcsim: "), done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path
