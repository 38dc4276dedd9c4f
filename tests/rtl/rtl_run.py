"""A run with blocks in RTL beside the same run with the model."""
import pathlib

from support import run, sets


def rtl(*blocks):
    """The settings for blocks by their path below chip.nfp; "" is the whole NFP."""
    return [f"chip.nfp.{block + '.' if block else ''}implementation=rtl" for block in blocks]


def result_bytes(folder, chip, assignments, extra=(), workload="nerf-demo"):
    """result.json of a run, as bytes; an AssertionError with what the program said when there is none."""
    done = run("run", chip, workload, *sets(assignments), "--quiet", "--out", folder, *extra, timeout=14000)
    if done.returncode != 0:
        raise AssertionError(f"exit {done.returncode}: {done.stderr}")
    return (pathlib.Path(folder) / "result.json").read_bytes()
