"""No dead knob: every parameter that `describe` lists changes a figure of some run, but for those that only say how it is simulated: they change none."""
import concurrent.futures
import functools
import json
import pathlib
import re
import struct
import tempfile
import unittest

from knobs import APPLICATIONS, FILES, LIBRARY_ONLY, POSITIONS, SIMULATION_ONLY, TABLE, Knob
from support import HAS_RTL, npy, run, sets, SMALL

DEMOS = {"nerf-demo", *(f"{application}-demo" for application in APPLICATIONS)}

# Numbers that say what was set, not what came of it.
INPUTS = {"seed", "schema_version", "nfps", "clock_ghz", "host_clock_ghz"}


def figures(result, path=""):
    """Every number below `result` by its path, and the warnings."""
    if isinstance(result, dict):
        items = result.items()
    elif isinstance(result, list):
        items = enumerate(result)
    else:
        return {path: result} if isinstance(result, (int, float)) or path.startswith("warnings") or result is None else {}
    found = {"warnings": len(result.get("warnings", []))} if path == "" else {}
    for key, item in items:
        found.update(figures(item, f"{path}.{key}" if path else str(key)))
    return {key: number for key, number in found.items() if key not in INPUTS and key != "memory.clock_ghz"}


def write_scene(folder):
    """Two bitfields and two cameras: a full cube and its half, a near and a far view. A list of two multiplications, and a workload of positions."""
    for name, count in (("all", 400), ("half", 200)):
        npy(folder / f"{name}.npy", [(i / count,) * 3 for i in range(count)])
    (folder / "positions.xml").write_text('<workload name="positions" application="queries"><positions value="all.npy"/></workload>')
    (folder / "list.csv").write_text("Layer,M,N,K,\nfirst,40,20,30,\nsecond,64,16,64,\n")
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    quads = ((1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4))
    for name, height in (("cube", 1), ("flat", 0.2)):
        (folder / f"{name}.obj").write_text("".join(f"v {x} {y * height} {z}\n" for x, y, z in corners) + "".join("f {} {} {} {}\n".format(*quad) for quad in quads))
    for name, full in (("full", 64), ("half_full", 32)):
        values = struct.pack("<64f", *([1.0] * full + [0.0] * (64 - full)))
        head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (4, 4, 4), }\n"
        (folder / f"{name}.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + values)
    (folder / "raw.bin").write_bytes(struct.pack("<8f", *[1.0] * 8))
    keys = [{"R": [1.0, 0.0, 0.0, 0.0], "T": [x, 0.5, 2.0], "fov": 40.0} for x in (0.2, 0.5, 0.9)]
    (folder / "path.json").write_text(json.dumps({"path": keys, "time": 0.0}))
    cells = 128 ** 3 // 8
    (folder / "full.bin").write_bytes(b"\xff" * cells)
    (folder / "half.bin").write_bytes(b"\xff" * (cells // 2) + b"\x00" * (cells // 2))
    for name, distance in (("near", 1.6), ("far", 2.4)):
        pose = [[1, 0, 0, 0.1], [0, 1, 0, 0.2], [0, 0, 1, distance], [0, 0, 0, 1]]
        (folder / f"{name}.json").write_text(json.dumps({"camera_angle_x": 0.7, "frames": [{"file_path": "r_0", "transform_matrix": pose}]}))


class DeadKnobs(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        write_scene(cls.folder)

    def scene_settings(self, scene):
        if scene != FILES:
            return ()
        return ("workload.scene=", f"workload.occupancy={self.folder}/full.bin", f"workload.transforms={self.folder}/near.json", "workload.mapping=linear",
                "workload.map_scale=4")

    @functools.lru_cache(maxsize=None)
    def outcome(self, workload, settings):
        """Exit code and figures of one run."""
        picture = [*SMALL, "workload.width=16", "workload.height=16"] if workload in DEMOS else []
        path = self.folder / workload if workload == POSITIONS else workload
        with tempfile.TemporaryDirectory() as out:
            done = run("run", "ngpc-1-small", path, *sets([*picture, *settings]), "--quiet", "--out", out)
            if done.returncode != 0:
                return done.returncode, done.stderr
            return 0, figures(json.loads((pathlib.Path(out) / "result.json").read_text()))

    def verdict(self, path, knob):
        """None when the knob is alive, else what is wrong."""
        path = re.sub(r"\.\w+:", ".", path)  # workload.nsdf:mesh is workload.mesh of application nsdf
        base, changed = ((*self.scene_settings(knob.scene), *knob.base), (*self.scene_settings(knob.scene), *knob.base, *knob.also, f"{path}={knob.value}"))
        base, changed = (tuple(text.replace("{folder}", str(self.folder)) for text in settings) for settings in (base, changed))
        base_exit, base_figures = self.outcome(knob.workload, base)
        exit_code, changed_figures = self.outcome(knob.workload, changed)
        if base_exit != 0:
            return f"{path}: the base run ends with {base_exit}: {base_figures}"
        if exit_code != knob.exit:
            return f"{path}: exit {exit_code} instead of {knob.exit}: {changed_figures}"
        if exit_code == 0 and changed_figures == base_figures:
            return f"{path} = {knob.value} changes nothing"
        if exit_code == 0 and knob.cycles and changed_figures["cycles"] == base_figures["cycles"]:
            return f"{path} = {knob.value} leaves the cycles as they are"
        return None

    def test_the_table_has_every_parameter(self):
        of_nerf = set(TABLE)
        described = set()
        for path, application in re.findall(r"^(\w+(?:\.\w+)+)\n    .*\n    (?:of application (\w+): )?", run("describe").stdout, re.MULTILINE):
            own = path.replace(".", f".{application}:", 1)
            described.add(own if own in of_nerf else path)
        described = {path for path in described if not path.startswith(("dram.", "study."))}  # no files of a run: dram_knob_test.py, tests/unit/study
        self.assertGreater(len(described), 100)
        self.assertEqual(sorted(described - set(TABLE) - LIBRARY_ONLY - SIMULATION_ONLY), [], "described, but in no table")
        self.assertEqual(sorted((set(TABLE) | LIBRARY_ONLY | SIMULATION_ONLY) - described), [], "in the table, but not described")

    def test_every_knob_is_alive(self):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            verdicts = list(pool.map(lambda item: self.verdict(*item), TABLE.items()))
        self.assertEqual([text for text in verdicts if text], [])

    def result_of(self, *settings):
        """The run, and result.json as bytes where there is one."""
        with tempfile.TemporaryDirectory() as out:
            done = run("run", "ngpc-1-small", "nerf-demo", *sets([*SMALL, "workload.width=6", "workload.height=6", *settings]), "--quiet", "--out", out)
            file = pathlib.Path(out) / "result.json"
            return done, file.read_bytes() if file.exists() else None

    def test_how_a_block_is_simulated_changes_no_byte(self):
        _, base = self.result_of()
        for path in sorted(SIMULATION_ONLY):
            with self.subTest(path=path):
                done, result = self.result_of(f"{path}=rtl")
                if HAS_RTL:
                    self.assertEqual((done.returncode, result), (0, base), done.stderr)
                else:
                    self.assertEqual((done.returncode, result), (2, None), done.stderr)
                    self.assertIn(f"{path} is rtl, but this build has no RTL", done.stderr)

    def test_a_dead_knob_is_seen(self):
        self.assertIn("changes nothing", self.verdict("workload.width", Knob("16")))
        self.assertIn("leaves the cycles", self.verdict("chip.nfp.encoding_engine.grid_sram.size_kib", Knob("2048")))


if __name__ == "__main__":
    unittest.main()
