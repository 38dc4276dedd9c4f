"""Bad input ends with exit 2 and one message that names file and line."""
import json
import unittest

from support import SOURCE, CliTest, run

IDENTITY = [[1, 0, 0, 0.5], [0, 1, 0, 0.5], [0, 0, 1, 1.5], [0, 0, 0, 1]]


def transforms(frames, **more):
    return json.dumps({"camera_angle_x": 0.7, "frames": frames, **more}, indent=1)


class BadConfig(CliTest):
    def workload(self, body, name="w.xml"):
        return self.write(name, f'<workload name="w" application="nerf">\n<scene value="pavilion"/>\n<width value="16"/>\n<height value="16"/>\n{body}\n</workload>\n')

    def run_workload(self, body):
        return run("run", "ngpc-1-small", self.workload(body))

    def test_unknown_key(self):
        self.assert_bad_input(self.run_workload('<widht value="3"/>'), "w.xml:5", "widht", "width")

    def test_unknown_key_in_chip(self):
        chip = self.write("c.xml", '<chip name="c" machine="ngpc">\n<nfp>\n<mlp_engine>\n<colums value="16"/>\n</mlp_engine>\n</nfp>\n</chip>\n')
        self.assert_bad_input(run("run", chip, "nerf-demo"), "c.xml:4", "chip.nfp.mlp_engine.colums", "cols")

    def test_value_out_of_range(self):
        self.assert_bad_input(self.run_workload('<max_samples_per_ray value="0"/>'), "w.xml:5", "max_samples_per_ray", '"0"', "1")

    def test_no_levels(self):
        self.assert_bad_input(self.run_workload('<encoding>\n<levels value="0"/>\n</encoding>'), "w.xml:6", "workload.encoding.levels", "1")

    def test_three_features(self):
        self.assert_bad_input(self.run_workload('<encoding>\n<features value="3"/>\n</encoding>'), "w.xml:6", "workload.encoding.features", "power of two")

    def test_aabb_scale_of_the_workload(self):
        self.assert_bad_input(self.run_workload('<aabb_scale value="3"/>'), "w.xml:5", "aabb_scale", "power of two")

    def test_syntax(self):
        self.assert_bad_input(run("run", self.write("c.xml", '<chip name="c" machine="ngpc">\n<nfps value="1"/>\n'), "nerf-demo"), "c.xml:")

    def test_machine_and_application(self):
        self.assert_bad_input(run("run", self.write("c.xml", '<chip name="c" machine="tpu"/>\n'), "nerf-demo"), "c.xml:1", "machine", "ngpc")
        self.assert_bad_input(run("run", "ngpc-8", self.write("w.xml", '<workload name="w"/>\n')), "w.xml:1", "application", "nerf")

    def test_level_that_does_not_fit(self):
        done = run("run", "ngpc-8", "nerf-demo", "--set", "chip.nfp.encoding_engine.grid_sram.size_kib=512", "--set", "chip.nfp.encoding_engine.grid_sram.oversize=refuse")
        self.assert_bad_input(done, "size_kib", "1024")


class BadSceneFile(CliTest):
    """A scene of files: each test breaks one of them."""

    def setUp(self):
        super().setUp()
        self.bits = bytearray(128 ** 3 // 8)
        for i in range(len(self.bits)):
            self.bits[i] = 255
        self.frames = [{"file_path": "r_0", "transform_matrix": IDENTITY}]
        self.more = {}

    def run_scene(self, bitfield="bits.bin", text=None):
        (self.folder / "bits.bin").write_bytes(self.bits)
        self.write("transforms.json", text if text is not None else transforms(self.frames, **self.more))
        workload = self.write("w.xml", '<workload name="w" application="nerf">\n<width value="8"/>\n<height value="8"/>\n'
                              f'<occupancy value="{bitfield}"/>\n<transforms value="transforms.json"/>\n<mapping value="linear"/>\n<map_scale value="4"/>\n</workload>\n')
        return run("run", "ngpc-1-small", workload, "--set", "workload.encoding.log2_table_entries=10")

    def test_the_scene_itself_is_good(self):
        done = self.run_scene()
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_nan_in_a_pose(self):
        text = transforms(self.frames).replace("1.5", "NaN", 1)
        line = next(n for n, content in enumerate(text.splitlines(), 1) if "NaN" in content)
        self.assert_bad_input(self.run_scene(text=text), f"transforms.json:{line}", "transform_matrix", "finite")

    def test_empty_frame_list(self):
        self.frames = []
        self.assert_bad_input(self.run_scene(), "transforms.json:", "frames")

    def test_missing_bitfield(self):
        self.assert_bad_input(self.run_scene(bitfield="nowhere.bin"), "w.xml:4", "nowhere.bin")

    def test_truncated_bitfield(self):
        del self.bits[-100:]
        self.assert_bad_input(self.run_scene(), "w.xml:4", "bits.bin", str(len(self.bits)))

    def test_aabb_scale_of_the_file(self):
        self.more = {"aabb_scale": 3}
        self.assert_bad_input(self.run_scene(), "transforms.json:", "aabb_scale", "power of two")

    def test_no_ray_hits(self):
        self.bits = bytearray(len(self.bits))
        self.assert_bad_input(self.run_scene(), "w.xml:4", "no ray")

    def test_camera_that_does_not_exist(self):
        (self.folder / "bits.bin").write_bytes(self.bits)
        self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", "--set", "workload.camera=99"), "--set", "camera", "99")


class BadUsage(CliTest):
    def test_names_are_suggested(self):
        self.assert_bad_input(run("run", "ngcp-8", "nerf-demo"), "CHIP", '"ngcp-8"', "did you mean ngpc-8?")
        self.assert_bad_input(run("run", "ngpc-8", "nerf-dmeo"), "WORKLOAD", "did you mean nerf-demo?")
        self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", "--gpu", "rtx3080"), "--gpu", "did you mean rtx3090?")
        self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", "--set", "chip.energy=lspt45"), "--set", "did you mean lstp45?")

    def test_missing_path(self):
        self.assert_bad_input(run("run", "./nowhere.xml", "nerf-demo"), "nowhere.xml")

    def test_set(self):
        self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", "--set", "chip.nfps"), "--set", "chip.nfps")
        self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", "--set", "chp.nfps=4"), "--set", "chp.nfps=4", "chip.")
        self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", "--set", "chip.nfpz=4"), "--set", "chip.nfpz", "nfps")
        self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", "--set", "chip.nfps=four"), "--set", '"four"')

    def test_flags(self):
        for flags, parts in ((["--frames", "0"], ["--frames", "0"]), (["--frames", "some"], ["--frames", "some"]),
                             (["--frame", "3"], ["--frame"]), (["--seed", "-1"], ["--seed", "-1"])):
            with self.subTest(flags=flags):
                self.assert_bad_input(run("run", "ngpc-8", "nerf-demo", *flags), *parts)

    def test_waves(self):
        rtl = ("--set", "chip.nfp.implementation=rtl")
        self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", "--waves", self.folder / "w.fst"), "--waves", "no block of the chip is RTL", "chip.nfp.implementation=rtl")
        self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", *rtl, "--waves", self.folder / "nowhere" / "w.fst"), "--waves", "w.fst", "cannot write")
        self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", *rtl, "--waves-from", "5"), "--waves-from requires --waves")

    def test_implementation(self):
        self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", "--set", "chip.nfp.implementation=verilog"), "--set", "implementation", "model, rtl")

    def test_commands(self):
        self.assert_bad_input(run(), "COMMAND", "run, list, describe, compare")
        self.assert_bad_input(run("rnu"), "rnu", "did you mean run?")
        self.assert_bad_input(run("list", "rams"), "rams", "chips")
        self.assert_bad_input(run("describe", "mlp_engin"), "mlp_engin", "did you mean mlp_engine?")

    def test_messages_have_no_machine_paths(self):
        done = run("run", "ngpc-8", "nerf-lego", "--set", "workload.occupancy=${NGPCSIM_DATA}/nowhere.bin", cwd="/")
        self.assertNotIn(str(SOURCE.parent), done.stderr)
        self.assert_bad_input(done, "nowhere.bin")


if __name__ == "__main__":
    unittest.main()
