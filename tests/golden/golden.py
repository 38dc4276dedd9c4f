"""Recorded results: which runs, and what of result.json is kept."""
import json
import pathlib
import subprocess
import tempfile

FOLDER = pathlib.Path(__file__).parent / "results"
CHIPS = ["ngpc-8", "ngpc-8-starved", "ngpc-1-small", "ngpc-8-fp16", "ngpc-64"]
WORKLOAD = "nerf-demo"
SETTINGS = ["workload.width=64", "workload.height=64", "workload.camera=0-1"]
# What names the program or the configuration, or repeats in words what figures say.
DROPPED = ["version", "config_hash", "seed", "assumptions"]


def path_of(chip):
    return FOLDER / f"{chip}.{WORKLOAD}.json"


def simulate(binary, chip):
    """The kept part of result.json as text."""
    with tempfile.TemporaryDirectory() as out:
        flags = [word for setting in SETTINGS for word in ("--set", setting)]
        subprocess.run([binary, "run", chip, WORKLOAD, *flags, "--quiet", "--out", out], check=True)
        result = json.loads((pathlib.Path(out) / "result.json").read_text())
    for key in DROPPED:
        result.pop(key)
    for block in result["energy"].values():
        block.pop("items_mj", None)
    return json.dumps(result, indent=1) + "\n"


def compare(binary, base, new_text):
    """`ngpcsim compare` of a file and a text: exit code and what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        new = pathlib.Path(folder) / base.name
        new.write_text(new_text)
        done = subprocess.run([binary, "compare", str(base), str(new)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr
