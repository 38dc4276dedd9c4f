"""The twelve application and encoding pairs: what a query asks is what the published networks ask, and the summary is whole."""
import json
import struct
import unittest
import zlib

from support import SOURCE, CliTest, run, sets, simulate

REFERENCE = SOURCE.parent / "shared/reference/golden/ngp_reference_values.json"
PAIRS = {f"{application}-demo{suffix}": f"{application.upper().replace('NERF', 'NeRF')}/{encoding}"
         for application in ("nerf", "nsdf", "gia", "nvr")
         for suffix, encoding in (("", "hashgrid"), ("-densegrid", "densegrid"), ("-lowres", "lowres_densegrid"))}


def msgpack(value):
    """MessagePack of what a small snapshot holds."""
    if isinstance(value, dict):
        return bytes([0x80 + len(value)]) + b"".join(msgpack(key) + msgpack(item) for key, item in value.items())
    if isinstance(value, str):
        return bytes([0xD9, len(value)]) + value.encode()
    if isinstance(value, bytes):
        return b"\xC5" + struct.pack(">H", len(value)) + value
    return b"\xCD" + struct.pack(">H", value)


class Applications(CliTest):
    def test_a_snapshot_gives_network_and_parameters(self):
        """One level of 2^3 entries of two features, and 2 -> 16 -> 1 neurons, padded to 16 x 16 each: 16 + 2 x 256 parameters."""
        def workload(name, parameters, mode="sdf"):
            snapshot = {"version": 1, "mode": mode, "n_params": parameters, "params_type": "__half", "params_binary": struct.pack(f"<{parameters}e", *[0.25] * parameters)}
            root = {"encoding": {"otype": "HashGrid", "n_levels": 1, "base_resolution": 2}, "network": {"n_neurons": 16, "n_hidden_layers": 1}, "snapshot": snapshot}
            (self.folder / f"{name}.ingp").write_bytes(zlib.compress(msgpack(root)))
            return self.write(f"{name}.xml", f'<workload name="{name}" application="nsdf"><width value="8"/><height value="8"/><scene value="automaton"/><snapshot value="{name}.ingp"/></workload>')

        whole = workload("whole", 528)
        done = run("run", "ngpc-8", whole, "--mode", "functional")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("queries evaluated with the snapshot's tables and weights", done.stdout)
        self.assertIn("a trained model of instant-ngp", run("info", self.folder / "whole.ingp").stdout)
        self.assert_bad_input(run("run", "ngpc-8", workload("short", 527)), "short.xml", "527 parameters", "528")
        self.assert_bad_input(run("run", "ngpc-8", workload("other", 528, "volume")), "mode volume", "nvr")

    def test_every_pair_runs_and_asks_what_the_reference_asks(self):
        if not REFERENCE.exists():
            self.skipTest(f"{REFERENCE} is absent")
        reference = {entry["name"]: entry for entry in json.loads(REFERENCE.read_text())}
        for workload, name in PAIRS.items():
            with self.subTest(workload=workload):
                out = self.folder / workload
                done = run("run", "ngpc-8", workload, *sets(["workload.width=24", "workload.height=24"]), "--out", out)
                self.assertEqual(done.returncode, 0, done.stderr)
                result, expected = json.loads((out / "result.json").read_text()), reference[name]
                network = result["network"]
                self.assertEqual(network["table_parameters"], expected["encoding_params"])
                self.assertEqual(network["table_bytes_fp16"], expected["encoding_bytes_fp16"])
                self.assertEqual(network["weights"], expected["mlp_params_padded"])
                self.assertEqual(network["lookups_per_query"], expected["lookups_per_sample"])
                self.assertEqual(network["lookup_bytes_per_query_fp16"], expected["gather_bytes_per_sample"])
                self.assertEqual(network["macs_per_query"], expected["macs_per_sample_exact"])
                self.assertEqual(network["padded_macs_per_query"], expected["macs_per_sample_padded"])
                self.assertEqual(result["blocks"]["mlp_engine"]["macs_useful"], result["queries"] * expected["macs_per_sample_exact"])
                self.assertIsNotNone(result["speedup"])
                self.assertIn("speedup", done.stdout)

    def test_recorded_queries_run_as_those_made_on_the_fly(self):
        for application in ("nsdf", "gia", "nvr"):
            with self.subTest(application=application):
                trace, small = self.folder / f"{application}.ngpt", sets(["workload.width=24", "workload.height=24"])
                self.assertEqual(run("record", f"{application}-demo", *small, "-o", trace, "--quiet").returncode, 0)
                results = []
                for number, (workload, settings) in enumerate(((f"{application}-demo", small), (trace, []))):
                    out = self.folder / f"{application}{number}"
                    self.assertEqual(run("run", "ngpc-8", workload, *settings, "--quiet", "--out", out).returncode, 0)
                    result = json.loads((out / "result.json").read_text())
                    results.append({key: result[key] for key in ("cycles", "queries", "rounds", "frame_ms", "blocks", "memory")})
                self.assertEqual(*results)

    def test_frames_have_a_plot_and_percentiles(self):
        out = self.folder / "sequence"
        done = run("run", "ngpc-8", "nsdf-demo", *sets(["workload.width=24", "workload.height=24", "workload.camera=0-4"]), "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads((out / "result.json").read_text())
        times = sorted(frame["frame_ms"] for frame in result["frames"])
        self.assertEqual([result["sequence"][key] for key in ("frames", "min_ms", "p50_ms", "p95_ms", "p99_ms", "max_ms")], [5, times[0], times[2], times[4], times[4], times[4]])
        self.assertEqual(result["sequence"]["missed_deadlines"], {f"{hz}_hz": sum(t > 1e3 / hz for t in times) for hz in (72, 90, 120)})
        plot = (out / "frames.svg").read_text()
        self.assertEqual(plot.count("<title>"), 5)
        self.assertIsNone(simulate()["sequence"])

    def test_early_termination_cannot_be_recorded(self):
        done = run("record", "nerf-demo", *sets(["workload.min_transmittance=0.01"]), "-o", self.folder / "t.ngpt")
        self.assert_bad_input(done, "min_transmittance", "rounds of a chip")
        self.assertFalse((self.folder / "t.ngpt").exists())

    def test_info_says_what_files_are_and_what_takes_them(self):
        files = {"net.json": ('// note\n{"encoding": {"otype": "HashGrid", "n_levels": 4}, "network": {"n_neurons": 32}}', "a network configuration", "workload.network_config="),
                 "odd.json": ('{"encoding": {"otype": "Frequency"}, "network": {"n_neurons": 32}}', "a network configuration", "nowhere"),
                 "path.json": ('{"path": [{"R": [1, 0, 0, 0], "T": [0, 0, 2]}]}', "a camera path", "workload.camera_path="),
                 "cameras.json": ('{"camera_angle_x": 0.7, "frames": [{"file_path": "a", "transform_matrix": [[1,0,0,0],[0,1,0,0],[0,0,1,2],[0,0,0,1]]}]}', "cameras", "workload.transforms="),
                 "m.obj": ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a mesh", "workload.mesh=")}
        files |= {"r.trace": ("# comment\n0x1000 READ 5\n0x2000 WRITE 9\n", "memory requests", "ngpcsim dram"),
                  "w.xml": ('<?xml version="1.0"?>\n<!-- a <chip> is none -->\n<workload name="mine" application="gia"/>', "a configuration, workload", "mine", "WORKLOAD of ngpcsim run"),
                  "c.xml": ('<chip name="small" machine="ngpc"><nfps value="2"/></chip>', "a configuration, chip", "CHIP of ngpcsim run"),
                  "bits.bin": ("\0\1" * (1 << 17), "an occupancy bitfield", "cascade 0: 6.25 %", "workload.occupancy=")}
        for name, (text, *parts) in files.items():
            with self.subTest(name=name):
                done = run("info", self.write(name, text))
                self.assertEqual(done.returncode, 0, done.stderr)
                for part in parts:
                    self.assertIn(part, done.stdout)
        self.assert_bad_input(run("info", self.write("odd.xml", "<page/>")), 'root element "page"', "chip, workload")
        self.assert_bad_input(run("info", self.write("half.trace", "0x1000 READ 5\n0x2000 PAINT 9\n")), "half.trace:2")
        self.assert_bad_input(run("info", self.write("broken.json", '{"path": [{"R": [0, 0, 0, 0], "T": [0, 0, 2]}]}')), "path[0].R is 0")

    def test_a_configuration_gives_encoding_and_network(self):
        config = self.write("net.json", '{"encoding": {"otype": "HashGrid", "n_levels": 4, "log2_hashmap_size": 12}, "network": {"n_neurons": 32, "n_hidden_layers": 1}}')
        workload = self.write("w.xml", f'<workload name="w" application="nsdf"><width value="16"/><height value="16"/><scene value="automaton"/><network_config value="{config}"/></workload>')
        out = self.folder / "out"
        self.assertEqual(run("run", "ngpc-8", workload, "--quiet", "--out", out).returncode, 0)
        self.assertEqual(json.loads((out / "result.json").read_text())["network"]["macs_per_query"], 8 * 32 + 32)
        self.assertIn("(network_config)", (out / "config.xml").read_text())
        self.assert_bad_input(run("run", "ngpc-8", workload, "--set", "workload.encoding.levels=8"), "levels = 8", "net.json has 4")
        bad = self.write("bad.json", '{"encoding": {"otype": "Frequency"}, "network": {"n_neurons": 32, "n_hidden_layers": 1}}')
        self.assert_bad_input(run("run", "ngpc-8", workload, "--set", f"workload.network_config={bad}"), "Frequency", "HashGrid")


if __name__ == "__main__":
    unittest.main()
