"""What broke other programs on files of this kind (public reports, by project and issue), and what happens here: one test a kind."""
import json
import math
import struct
import unittest

from support import CliTest, npy, run, sets

POSE = [[1, 0, 0, 0.0], [0, 1, 0, 0.0], [0, 0, 1, 2.0], [0, 0, 0, 1]]
CUBE = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1))


def pose(**changes):
    rows = [list(row) for row in POSE]
    for place, value in changes.items():
        rows[int(place[1])][int(place[2])] = value
    return rows


class Hazards(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "full.bin").write_bytes(b"\xff" * (128 ** 3 // 8))

    def cameras(self, name="t.json", *, frames=None, text=None, **keys):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        scene = {"camera_angle_x": 0.7, "frames": [{"file_path": "r_0", "transform_matrix": POSE}] if frames is None else frames}
        scene.update(keys)
        path.write_text(text if text is not None else json.dumps({key: value for key, value in scene.items() if value is not None}), encoding="utf-8")
        return path

    def scene(self, cameras, *assignments, name="w.xml"):
        """Runs 16 x 16 pixels of the full cube as these cameras see it."""
        workload = self.write(name, f'<workload name="w" application="nerf"><width value="16"/><height value="16"/><mapping value="linear"/>'
                                    f'<occupancy value="{self.folder / "full.bin"}"/><transforms value="{cameras}"/></workload>')
        return run("run", "ngpc-1-small", workload, *sets(["workload.encoding.log2_table_entries=10", *assignments]), "--print", "queries")

    def queries(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        return int(done.stdout.split()[1])

    def test_numbers_that_are_none(self):
        """instant-ngp 434, 1045: colmap2nerf writes NaN into poses."""
        self.assert_bad_input(self.scene(self.cameras(text=json.dumps({"camera_angle_x": 0.7, "frames": [{"file_path": "r_0", "transform_matrix": pose(r03=math.nan)}]}))), "t.json:1", "column")
        self.assert_bad_input(self.scene(self.cameras(frames=[{"file_path": "r_7", "transform_matrix": pose(r03=1e999)}])), "t.json:1")
        self.assert_bad_input(self.scene(self.cameras(frames=[{"file_path": "r_7", "transform_matrix": pose(r00=0, r11=0)}])), "t.json:1", "frame 0")

    def test_a_scene_that_no_ray_hits(self):
        """instant-ngp 888: a camera that faces away waits forever for samples."""
        self.assert_bad_input(self.scene(self.cameras(frames=[{"file_path": "r_0", "transform_matrix": pose(r22=-1, r11=-1)}])), "no ray")

    def test_images_and_their_names_do_not_matter(self):
        """instant-ngp 568, 531, 1001, 1452, 1172, 1019; nerfstudio 1136; taichi-nerfs 34: images that are missing, with separators, cases and endings of other systems."""
        for path in ("train/r_0", "data\\nerf\\DJI_0001.JPG", "/nowhere/x.png", "./images/a b.png", ""):
            with self.subTest(path):
                self.assertGreater(self.queries(self.scene(self.cameras(frames=[{"file_path": path, "transform_matrix": POSE}]))), 0)

    def test_paths_with_spaces_and_other_letters(self):
        """instant-ngp 1198, 1096, 187, 1172."""
        self.assertGreater(self.queries(self.scene(self.cameras("デスクトップ/a b/transforms é.json"), name="w ü.xml")), 0)

    def test_one_level(self):
        """instant-ngp 140: growth per level of a single level divides by zero."""
        self.assertGreater(self.queries(self.scene(self.cameras(), "workload.encoding.levels=1")), 0)
        self.assert_bad_input(self.scene(self.cameras(), "workload.encoding.levels=0"), "levels")

    def test_files_of_another_kind(self):
        """instant-ngp 1476, 161: a network configuration that is a transforms.json; a volume that is renamed."""
        cameras = self.cameras()
        self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", "--set", f"workload.network_config={cameras}"), "t.json", "transforms")
        self.write("volume.nvdb", "no volume" * 40)
        self.assert_bad_input(run("run", "ngpc-8", "nvr-demo", *sets(["workload.scene=", f"workload.density={self.folder / 'volume.nvdb'}"])), "volume.nvdb")
        self.assert_bad_input(self.scene(self.write("net.json", '{"encoding": {"otype": "HashGrid"}, "network": {}}')), "net.json")

    def test_sizes_that_are_only_claimed(self):
        """instant-ngp 182, 554, 393, 772: memory for what a header says, not for what is there."""
        head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2000, 2000, 2000), }\n"
        (self.folder / "huge.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head)
        self.assert_bad_input(run("run", "ngpc-8", "nvr-demo", *sets(["workload.scene=", f"workload.density={self.folder / 'huge.npy'}"])), "huge.npy")

    def test_scenes_larger_than_their_grid(self):
        """instant-ngp 455, ngp_pl 26, JNeRF 13: an aabb_scale beyond what there are cells for; and one that is no power of two."""
        self.assert_bad_input(self.scene(self.cameras(), "workload.aabb_scale=16"), "cascades")
        self.assert_bad_input(self.scene(self.cameras(aabb_scale=3)), "aabb_scale")

    def test_focal_lengths(self):
        """nerfstudio 737: only camera_angle_x; per frame sizes of nerfstudio 1213, 1650; none at all."""
        self.assertGreater(self.queries(self.scene(self.cameras())), 0)
        frames = [{"file_path": "a", "transform_matrix": POSE, "fl_x": 500, "w": 400, "h": 300}, {"file_path": "b", "transform_matrix": POSE, "fl_x": 700, "w": 300, "h": 400}]
        self.assertGreater(self.queries(self.scene(self.cameras(frames=frames, camera_angle_x=None), "workload.camera=all")), 0)
        self.assert_bad_input(self.scene(self.cameras(camera_angle_x=None)), "t.json")

    def test_a_principal_point_without_a_size(self):
        """loader of instant-ngp: cx without w."""
        self.assert_bad_input(self.scene(self.cameras(cx=400.0)), "t.json", "cx")

    def test_frame_lists(self):
        """loader of instant-ngp: frames = [] reads frames[0]; one frame with sharpness is divided by zero and dropped."""
        self.assert_bad_input(self.scene(self.cameras(frames=[])), "t.json", "frames")
        self.assertGreater(self.queries(self.scene(self.cameras(frames=[{"file_path": "a", "sharpness": 20.0, "transform_matrix": POSE}]))), 0)

    def test_few_queries(self):
        """ngp_pl 75, f2-nerf 120, tiny-cuda-nn 270: batches that are no multiple of what the hardware works on."""
        one = run("run", "ngpc-8", "gia-demo", *sets(["workload.width=1", "workload.height=1"]), "--print", "queries")
        self.assertEqual(self.queries(one), 1)
        npy(self.folder / "ten.npy", [(i / 10,) * 3 for i in range(10)])
        workload = self.write("q.xml", '<workload name="q" application="queries"><positions value="ten.npy"/></workload>')
        self.assertEqual(self.queries(run("run", "ngpc-8", workload, "--print", "queries")), 10)

    def test_very_fine_levels(self):
        """torch-ngp 10, tiny-cuda-nn 501: 32 levels, whose finest overflows an index of 32 bits."""
        fine = ("workload.encoding.levels=32", "workload.encoding.per_level_scale=1.9")
        self.assert_bad_input(self.scene(self.cameras(), *fine), "level 30", "2147483647 vertices")
        self.assert_bad_input(self.scene(self.cameras(), "workload.encoding.levels=32", "workload.encoding.per_level_scale=1.5", "workload.encoding.grid=dense"), "level")
        self.assertGreater(self.queries(self.scene(self.cameras(), "workload.encoding.levels=32", "workload.encoding.per_level_scale=1.5", "chip.nfp.encoding_engine.levels_per_engine=8")), 0)

    def test_densities_that_are_no_numbers(self):
        """ngp_pl 38: NaN in a density grid."""
        head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2, 2), }\n"
        (self.folder / "nan.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + struct.pack("<8f", *[1.0] * 7, math.nan))
        self.assert_bad_input(run("run", "ngpc-8", "nvr-demo", *sets(["workload.scene=", f"workload.density={self.folder / 'nan.npy'}"])), "nan.npy")

    def test_meshes(self):
        """loader of instant-ngp: faces that are no triangles; a mesh without any."""
        quads = self.write("q.obj", CUBE + "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n")
        small = sets(["workload.scene=", "workload.width=16", "workload.height=16"])
        self.assertGreater(self.queries(run("run", "ngpc-8", "nsdf-demo", *small, "--set", f"workload.mesh={quads}", "--print", "queries")), 0)
        self.assert_bad_input(run("run", "ngpc-8", "nsdf-demo", *small, "--set", f"workload.mesh={self.write('e.obj', CUBE)}"), "e.obj")
        self.assert_bad_input(run("run", "ngpc-8", "nsdf-demo", *small, "--set", f"workload.mesh={self.write('b.obj', CUBE + 'f 1 2 99' + chr(10))}"), "b.obj")

    def test_snapshots(self):
        """instant-ngp 468: truncated or no MessagePack at all. (An untrained model, 992: applications_test.)"""
        (self.folder / "cut.msgpack").write_bytes(b"\x82\xa8snapshot\x81")
        for name in ("cut.msgpack", "full.bin"):
            self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", "--set", f"workload.snapshot={self.folder / name}"), name)


if __name__ == "__main__":
    unittest.main()
