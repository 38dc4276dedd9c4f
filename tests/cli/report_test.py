"""ngpcsim report in a real browser: no console errors, charts with data, filters that filter, keyboard and themes. Skipped where there is no Chromium."""
import json
import os
import pathlib
import shutil
import sqlite3
import time
import unittest

from support import CliTest, SMALL, run, sets

try:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    webdriver = None

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
EXPERIMENT = """<experiment name="six">
  <set path="workload.width" value="12"/> <set path="workload.height" value="12"/> <set path="workload.encoding.log2_table_entries" value="12"/>
  <axis path="chip.nfps" values="1 2 8"/> <axis path="chip.nfp.encoding_engine.grid_sram.banks" values="1 8"/>
  <objective key="fps" goal="most"/> <objective key="area_mm2" goal="least"/>
</experiment>"""


def browser(width=1280, height=1600):
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--window-size={width},{height}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    try:
        from selenium.webdriver.chrome.service import Service
        return webdriver.Chrome(service=Service(DRIVER), options=options)
    except TypeError:
        return webdriver.Chrome(executable_path=DRIVER, options=options)


@unittest.skipUnless(webdriver and CHROMIUM and DRIVER, "no Chromium with its driver and python3-selenium here")
class Report(CliTest):
    def report(self, *inputs):
        page = self.folder / "report.html"
        done = run("report", *inputs, "--out", page)
        self.assertEqual(done.returncode, 0, done.stderr)
        return page

    def open(self, page, **size):
        self.chrome = browser(**size)
        self.addCleanup(self.chrome.quit)
        start = time.monotonic()
        self.chrome.get(page.as_uri())
        self.assertEqual(self.chrome.execute_script("return document.documentElement.dataset.ready"), "true")
        self.opened = time.monotonic() - start
        return self.chrome

    def tearDown(self):
        if hasattr(self, "chrome"):
            self.assertEqual([entry for entry in self.chrome.get_log("browser") if entry["level"] != "DEBUG"], [])
        super().tearDown()

    def keep_picture(self, name):
        folder = os.environ.get("NGPCSIM_PICTURES")
        if folder:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            self.chrome.save_screenshot(str(pathlib.Path(folder) / f"{name}.png"))

    def texts(self, css):
        return [element.text for element in self.chrome.find_elements(By.CSS_SELECTOR, css)]

    def test_runs(self):
        for name, extra in (("one", ["--frames", "3", "--timeline"]), ("two", ["--set", "chip.nfps=2"])):
            self.assertEqual(run("run", "ngpc-8-dram", "nerf-demo", *sets(SMALL), *extra, "--out", self.folder / name, "--quiet").returncode, 0)
        chrome = self.open(self.report(self.folder / "one", self.folder / "two"))
        result = json.loads((self.folder / "one/result.json").read_text())
        titles = self.texts("#run-0 .card h3")
        for wanted in ("Where cycles went", "Roofline: MACs", "Roofline: look-ups", "Energy per frame by block, GPU left out", "Area by block", "Power", "Bank conflicts and cycles by level", "Utilisation by level", "Bandwidth over time", "Frame times"):
            self.assertIn(wanted, titles)
        self.assertNotIn("Frame times", self.texts("#run-1 .card h3"))  # of one frame
        for chart in chrome.find_elements(By.CSS_SELECTOR, ".chart"):
            self.assertGreater(int(chart.get_attribute("data-points")), 0)
        tiles = dict(zip(self.texts("#run-0 .tile span"), self.texts("#run-0 .tile b")))
        self.assertAlmostEqual(float(tiles["frames per second"]) / result["fps"], 1, places=3)
        self.assertEqual(len(self.texts("#runs tbody tr")), 2)
        # The parts of a block's bar fill it.
        widths = chrome.execute_script("return [...document.querySelectorAll('#run-0 .bar')].slice(0, 4).map(bar => [...bar.children].reduce((sum, part) => sum + parseFloat(part.style.width), 0))")
        for width in widths:
            self.assertAlmostEqual(width, 100, places=3)
        before = chrome.execute_script("return getComputedStyle(document.body).backgroundColor")
        chrome.find_element(By.ID, "theme").click()
        self.assertNotEqual(before, chrome.execute_script("return getComputedStyle(document.body).backgroundColor"))
        self.keep_picture("run-dark")
        chrome.find_element(By.ID, "theme").click()
        self.keep_picture("run")

    def test_a_phone(self):
        self.assertEqual(run("run", "ngpc-8", "nerf-demo", *sets(SMALL), "--out", self.folder / "one", "--quiet").returncode, 0)
        chrome = self.open(self.report(self.folder / "one"), width=390, height=844)
        self.assertLessEqual(chrome.execute_script("return document.documentElement.scrollWidth - window.innerWidth"), 0)
        self.keep_picture("phone")

    def sweep(self):
        database = self.folder / "six.sqlite"
        done = run("sweep", self.write("six.xml", EXPERIMENT), "--out", database, "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        return database

    def test_a_sweep(self):
        database = self.sweep()
        rows = sqlite3.connect(database).execute("SELECT point, fps, area_mm2, command FROM sweep ORDER BY point").fetchall()
        chrome = self.open(self.report(database))
        dots = lambda: chrome.find_elements(By.CSS_SELECTOR, "#sweep-0 .dot")
        self.assertEqual(len(dots()), 6)
        fronts = {point for point, fps, area, _ in rows if not any(f >= fps and a <= area and (f, a) != (fps, area) for _, f, a, _ in rows)}
        self.assertEqual({int(text.split()[0]) for text in self.texts("#sweep-0 tbody td:first-child") if "★" in text}, fronts)
        # A filter takes designs away, and gives them back.
        box = chrome.find_element(By.CSS_SELECTOR, "input[data-axis='chip.nfps'][value='2']")
        box.click()
        self.assertEqual(len(dots()), 4)
        self.assertIn("4 of 6", self.texts("#sweep-0 > .notes")[0])
        box.click()
        self.assertEqual(len(dots()), 6)
        # The table sorts by the column that is clicked, both ways.
        fps_column = [text.split(" ▾")[0] for text in self.texts("#sweep-0 th")].index("frames per second")
        values = lambda: [float(text) for text in self.texts(f"#sweep-0 tbody td:nth-child({fps_column + 1})")]
        self.assertEqual(values(), sorted(values(), reverse=True))
        chrome.find_elements(By.CSS_SELECTOR, "#sweep-0 th button")[fps_column].click()
        self.assertEqual(values(), sorted(values()))
        # A row shows the command that repeats the design; so do the arrow keys in the plot.
        row = chrome.find_elements(By.CSS_SELECTOR, "#sweep-0 tbody tr")[0]
        row.send_keys(Keys.ENTER)
        point = int(row.get_attribute("data-point"))
        self.assertEqual(self.texts("#sweep-0 code"), [rows[point][3]])
        chrome.find_element(By.CSS_SELECTOR, "#sweep-0 .scatter svg").send_keys(Keys.ARROW_RIGHT)
        self.assertNotEqual(self.texts("#sweep-0 code"), [rows[point][3]])
        self.keep_picture("sweep")

    def test_five_thousand_points(self):
        database = self.sweep()
        connection = sqlite3.connect(database)
        columns = [row[1] for row in connection.execute("PRAGMA table_info(sweep)")][1:]
        names = ", ".join(f'"{column}"' for column in columns)
        for point in range(6, 5000):
            connection.execute(f"INSERT INTO sweep (point, {names}) SELECT {point}, {names} FROM sweep WHERE point = {point % 6}")
        connection.execute("UPDATE sweep SET fps = fps * (1 + (point * 7919 % 1000) / 500.0), area_mm2 = area_mm2 * (1 + (point * 104729 % 1000) / 300.0)")
        connection.commit()
        chrome = self.open(self.report(database))
        self.assertEqual(len(chrome.find_elements(By.CSS_SELECTOR, "#sweep-0 .dot")), 5000)
        print(f"5000 points opened in {self.opened:.2f} s")
        self.keep_picture("five-thousand")


class Files(CliTest):
    def test_one_file_that_needs_no_other(self):
        self.assertEqual(run("run", "ngpc-8", "nerf-demo", *sets(SMALL), "--out", self.folder / "one", "--quiet").returncode, 0)
        for name in ("a.html", "b.html"):
            self.assertEqual(run("report", self.folder / "one", "--out", self.folder / name).returncode, 0)
        text = (self.folder / "a.html").read_text()
        self.assertEqual(text, (self.folder / "b.html").read_text())
        for outside in ("http-equiv", "src=", "@import", "url("):
            self.assertNotIn(outside, text.split('<script id="data"')[0] + text.split("</script>")[1])

    def test_bad_input(self):
        self.assert_bad_input(run("report", self.folder / "none"), "none")
        self.assert_bad_input(run("report", self.write("broken.sqlite", "SQLite format 3\0 and then nothing of the kind"), "--out", self.folder / "r.html"), "broken.sqlite")
        self.assertEqual(run("run", "ngpc-8", "nerf-demo", *sets(SMALL), "--out", self.folder / "one", "--quiet").returncode, 0)
        self.assert_bad_input(run("report", self.folder / "one", "--out", "/proc/r.html"), "/proc")


if __name__ == "__main__":
    unittest.main()
