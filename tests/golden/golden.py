"""Recorded results: which runs, and what of result.json is kept."""
import json
import pathlib
import subprocess
import tempfile

FOLDER = pathlib.Path(__file__).parent / "results"
SMALL_FRAMES = ["workload.width=64", "workload.height=64", "workload.camera=0-1"]
DATAFLOWS = ["broadcast", "systolic_os", "systolic_ws", "systolic_is"]
# Name of a record: chip, workload, settings.
RUNS = {f"{chip}.nerf-demo": (chip, "nerf-demo", SMALL_FRAMES) for chip in ["ngpc-8", "ngpc-8-starved", "ngpc-1-small", "ngpc-8-fp16", "ngpc-64", "ngpc-8-cached", "ngpc-8-paged"]}
RUNS |= {f"ngpc-8.{workload}": ("ngpc-8", workload, ["workload.width=64", "workload.height=64"]) for workload in ["nsdf-demo", "gia-demo", "nvr-demo", "nerf-demo-densegrid", "nerf-demo-lowres", "nsdf-demo-lowres", "nerf-demo-360"]}
RUNS |= {"ngpc-8-dram.nerf-demo": ("ngpc-8-dram", "nerf-demo", SMALL_FRAMES), "ngpc-8.nerf-demo.overlap": ("ngpc-8", "nerf-demo", [*SMALL_FRAMES, "chip.nfp.encoding_engine.grid_sram.conflict_policy=overlap"]),
         "ngpc-8.nerf-demo.modelled-gpu": ("ngpc-8", "nerf-demo", [*SMALL_FRAMES, "gpu.baseline.times=modelled"])}
RUNS |= {f"ngpc-8.gemm-demo.{dataflow}": ("ngpc-8", "gemm-demo", [f"chip.nfp.mlp_engine.dataflow={dataflow}"]) for dataflow in DATAFLOWS}
# What names the program or the configuration, or repeats in words what figures say.
DROPPED = ["version", "config_hash", "seed", "assumptions"]


def path_of(run):
    return FOLDER / f"{run}.json"


def simulate(binary, run):
    """The kept part of result.json as text."""
    chip, workload, settings = RUNS[run]
    with tempfile.TemporaryDirectory() as out:
        flags = [word for setting in settings for word in ("--set", setting)]
        subprocess.run([binary, "run", chip, workload, *flags, "--quiet", "--out", out], check=True)
        result = json.loads((pathlib.Path(out) / "result.json").read_text())
    for key in DROPPED:
        result.pop(key)
    for block in (result["energy"] or {}).values():
        block.pop("items_mj", None)
    return json.dumps(result, indent=1) + "\n"


def compare(binary, base, new_text):
    """`ngpcsim compare` of a file and a text: exit code and what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        new = pathlib.Path(folder) / base.name
        new.write_text(new_text)
        done = subprocess.run([binary, "compare", str(base), str(new)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr
