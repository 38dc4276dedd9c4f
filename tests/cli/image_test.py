"""Pictures as the hardware computes them (run --image): that there is one, how much it differs from fp32, and what is refused."""
import json
import struct
import unittest
import zlib

from support import CliTest, run, sets, simulate

FEATURES = "chip.nfp.encoding_engine.feature_type"
SIZE = ["workload.width=96", "workload.height=54"]
TRAINED = ("nerf-demo-trained", "nsdf-demo-trained", "gia-demo-trained", "nvr-demo-trained")


def read_png(path):
    """Width, height and rows of (r, g, b) of a PNG of 8-bit colours without interlace."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, header = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
        header = struct.unpack(">IIBBBBB", body) if kind == b"IHDR" else header
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, colour, _, _, interlace = header
    assert (depth, colour, interlace) == (8, 2, 0)
    raw, rows, before = zlib.decompress(packed), [], bytearray(3 * width)
    for y in range(height):
        kind, line = raw[y * (3 * width + 1)], bytearray(raw[y * (3 * width + 1) + 1:(y + 1) * (3 * width + 1)])
        for i in range(len(line)):
            left, up, corner = (line[i - 3] if i >= 3 else 0), before[i], (before[i - 3] if i >= 3 else 0)
            near = min((left, up, corner), key=lambda v: abs(left + up - corner - v))
            line[i] = (line[i] + (0, left, up, (left + up) // 2, near)[kind]) & 255
        rows.append([tuple(line[i:i + 3]) for i in range(0, len(line), 3)])
        before = line
    return width, height, rows


def draw(path, workload, *assignments):
    """Draws on a small chip; key `image` of the result."""
    done = run("run", "ngpc-1-small", workload, *sets([*SIZE, *assignments]), "--image", path, "--print", "image")
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout.split(" ", 1)[1])


class Image(CliTest):
    def test_every_application_draws_nearly_what_fp32_draws(self):
        for workload in TRAINED:
            with self.subTest(workload):
                psnr = {}
                for features in ("fp16", "int8"):
                    path = self.folder / f"{features}.png"
                    image = draw(path, workload, f"{FEATURES}={features}")
                    self.assertEqual((image["width"], image["height"], image["features"]), (96, 54, features))
                    width, height, rows = read_png(path)
                    self.assertEqual((width, height), (96, 54))
                    self.assertGreater(len({pixel for row in rows for pixel in row}), 100, "a picture of something")
                    psnr[features] = image["psnr_db"]
                self.assertGreaterEqual(psnr["fp16"], 35.0)
                self.assertGreater(psnr["fp16"], psnr["int8"], "fewer bits, more error")

    def test_the_sun_shines_in_the_harbour(self):
        draw(self.folder / "a.png", "gia-demo-trained")
        _, _, rows = read_png(self.folder / "a.png")
        sun, sky, stripe = rows[21][63], rows[3][84], rows[9][20]
        self.assertGreater(min(sun), 200, "nearly white")
        self.assertGreater(sky[2], sky[0] + 40, "blue")
        self.assertTrue(stripe[0] > 150 or min(stripe) > 150, "red or white")

    def test_stereo_fovea_and_order_change_the_run_and_not_the_picture(self):
        draw(self.folder / "a.png", "nsdf-demo-trained")
        draw(self.folder / "b.png", "nsdf-demo-trained", "workload.pixel_order=morton", "workload.fovea_radius=0.2", "workload.eye_distance=0.02")
        self.assertEqual((self.folder / "a.png").read_bytes(), (self.folder / "b.png").read_bytes())

    def test_another_camera_is_another_picture(self):
        for camera in (0, 2):
            self.assertEqual(draw(self.folder / f"{camera}.png", "nsdf-demo-trained", f"workload.camera={camera}")["frame"], f"camera {camera}")
        self.assertNotEqual((self.folder / "0.png").read_bytes(), (self.folder / "2.png").read_bytes())

    def test_it_is_null_where_nobody_asks(self):
        self.assertIsNone(simulate()["image"])

    def test_what_has_no_picture_is_refused_before_anything_is_simulated(self):
        path = self.folder / "a.png"
        for arguments, parts in (
            (("ngpc-8", "nerf-demo"), ("--image", "no trained parameters", "nerf-demo-trained")),
            (("ngpc-8", "gia-demo-trained", *sets(["workload.width=65536", "workload.height=65536"])), ("--image", "4294967296 pixels", "at most")),
            (("ngpc-8-paged", "gia-demo-trained"), ("--image", "grid_sram.mode paged")),
        ):
            self.assert_bad_input(run("run", *arguments, "--image", path), *parts)
            self.assertFalse(path.exists())
        self.assert_bad_input(run("run", "ngpc-1-small", "gia-demo-trained", *sets(SIZE), "--image", self.folder / "no" / "a.png"), "--image", "no/a.png")
        self.assert_bad_input(run("run", "ngpc-8", "gemm-demo", "--image", path), "--image")

    def test_a_picture_that_was_there_survives_a_run_that_fails(self):
        path = self.folder / "a.png"
        path.write_text("old")
        self.assert_bad_input(run("run", "ngpc-1-small", "nerf-demo", "--image", path))
        self.assertEqual(path.read_text(), "old")


if __name__ == "__main__":
    unittest.main()
