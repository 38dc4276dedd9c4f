"""scripts/check_layers on small trees with one planted violation each, and on their legal neighbours."""
import contextlib
import importlib.machinery
import importlib.util
import io
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check_layers"
sys.dont_write_bytecode = True
LOADER = importlib.machinery.SourceFileLoader("check_layers", str(SCRIPT))
check_layers = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_layers", LOADER))
LOADER.exec_module(check_layers)

# One header in every layer, so that every include below finds its file.
HEADERS = [
    "sim/base/a.h", "sim/config/a.h", "sim/stats/a.h", "sim/events/a.h", "sim/channel/a.h", "sim/kernel/a.h", "sim/app/a.h",
    "models/common/a.h", "models/block/a.h", "models/other/a.h", "models/nfp/a.h", "models/chip/a.h",
    "workloads/stream/a.h", "workloads/apps/a.h", "tests/support/a.h",
]

# The order of docs/architecture.md, as a table: who (row) may include whom, by the first two folders of HEADERS.
MAY_INCLUDE = {
    "sim/base": "sim/base",
    "sim/config": "sim/base sim/config",
    "sim/stats": "sim/base sim/stats",
    "sim/events": "sim/base sim/events",
    "sim/channel": "sim/base sim/config sim/stats sim/events sim/channel",
    "sim/kernel": "sim/base sim/config sim/stats sim/events sim/channel sim/kernel",
    "models/common": "sim/base sim/config sim/stats sim/events sim/channel sim/kernel workloads/stream models/common",
    "models/block": "sim/base sim/config sim/stats sim/events sim/channel sim/kernel workloads/stream models/common models/block",
    "models/nfp": "sim/base sim/config sim/stats sim/events sim/channel sim/kernel workloads/stream models/common models/block models/other models/nfp",
    "models/chip": "sim/base sim/config sim/stats sim/events sim/channel sim/kernel workloads/stream models/common models/block models/other "
                   "models/nfp models/chip",
    "workloads/apps": "sim/base sim/config workloads/stream workloads/apps",
    "workloads/stream": "sim/base sim/config workloads/stream workloads/apps",
    "sim/app": "sim/base sim/config sim/stats sim/events sim/channel sim/kernel sim/app workloads/stream workloads/apps models/common models/block "
               "models/other models/nfp models/chip",
    "tests/unit": "sim/base sim/config sim/stats sim/events sim/channel sim/kernel sim/app workloads/stream workloads/apps models/common models/block "
                  "models/other models/nfp models/chip tests/support",
}


def run_check(files):
    """Exit code and standard output of the check on a tree of HEADERS and `files`."""
    output = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in {**{header: "#pragma once\n" for header in HEADERS}, **files}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
            code = check_layers.main(["--root", folder])
    return code, output.getvalue()


class CheckLayers(unittest.TestCase):
    def clean(self, files):
        code, output = run_check(files)
        self.assertEqual(code, 0, output)

    def finds(self, files, *places):
        """Exactly these `FILE:LINE` are reported, in this order."""
        code, output = run_check(files)
        self.assertEqual([":".join(line.split(":")[:2]) for line in output.splitlines()], list(places), output)
        self.assertEqual(code, 1)

    def test_every_pair_of_layers(self):
        for layer, allowed in MAY_INCLUDE.items():
            legal = {f"{layer}/legal{i}.cpp": f'#include "{target}/a.h"\n' for i, target in enumerate(allowed.split())}
            forbidden = [header for header in HEADERS if header[:-4] not in allowed.split()]
            planted = {f"{layer}/planted{i:02}.cpp": f'\n#include "{header}"\n' for i, header in enumerate(forbidden)}
            with self.subTest(layer=layer):
                self.clean(legal)
                if planted:
                    self.finds({**legal, **planted}, *[f"{path}:2" for path in planted])

    def test_include_written_relative_to_its_own_folder(self):
        self.finds({"models/block/b.cpp": '#include "a.h"\n'}, "models/block/b.cpp:1")

    def test_brackets_hide_no_file_of_ours(self):
        self.finds({"models/block/b.cpp": "#include <models/block/a.h>\n", "sim/base/b.cpp": "#include <models/chip/a.h>\n"},
                   "models/block/b.cpp:1", "sim/base/b.cpp:1", "sim/base/b.cpp:1")

    def test_include_of_a_file_that_does_not_exist(self):
        self.finds({"models/block/b.cpp": '#include "models/block/missing.h"\n'}, "models/block/b.cpp:1")

    def test_spaces_in_a_directive_hide_nothing(self):
        self.finds({"sim/base/b.cpp": '  #  include   "models/chip/a.h"\n# define X 1\n'}, "sim/base/b.cpp:1", "sim/base/b.cpp:2")

    def test_commented_and_quoted_code_is_not_read(self):
        self.clean({"sim/base/b.cpp": '// #include "models/chip/a.h"\n/* using namespace std;\n#define X */\n'
                                      'const char* a = "exit(1) // using namespace std;";\nconst char* b = R"x(\n#include "models/chip/a.h"\n)x";\n'})

    def test_code_after_literals_is_read(self):
        self.finds({"sim/base/b.cpp": 'int n = 1\'000\'000; char q = \'"\'; char e = \'\\\'\';\nusing namespace std;\n'}, "sim/base/b.cpp:2")

    def test_libraries_have_one_place(self):
        for header, legal, planted in [("pugixml.hpp", "sim/config", "sim/app"), ("systemc", "sim/kernel", "sim/channel"),
                                       ("systemc", "models/block", "workloads/apps"), ("nlohmann/json.hpp", "workloads/apps", "models/block"),
                                       ("nlohmann/json.hpp", "sim/app", "sim/stats"), ("nlohmann/json.hpp", "tests/bench", "sim/kernel"),
                                       ("CLI/CLI.hpp", "sim/app", "sim/config"), ("CLI/CLI.hpp", "tests/bench", "models/chip"),
                                       ("gtest/gtest.h", "tests/unit", "sim/app")]:
            with self.subTest(header=header, folder=planted):
                self.clean({f"{legal}/b.cpp": f"#include <{header}>\n"})
                self.finds({f"{planted}/b.cpp": f"#include <vector>\n#include <{header}>\n"}, f"{planted}/b.cpp:2")

    def test_words(self):
        for code in ["using namespace std;", "using  namespace\tngpcsim;", "#define LIMIT 4"]:
            with self.subTest(code=code):
                self.finds({"tests/unit/b.cpp": f"int x;\n{code}\n"}, "tests/unit/b.cpp:2")
        for code in ["std::cout << 1;", "std::cerr << 1;", 'fmt::print("x");', 'printf("x");', 'std::printf("x");', "exit(1);", "std::exit(1);",
                     "std::abort();"]:
            with self.subTest(code=code):
                for library in ["models/block", "sim/stats", "workloads/apps"]:
                    self.finds({f"{library}/b.cpp": f"void f() {{\n{code}\n}}\n"}, f"{library}/b.cpp:2")
                self.clean({"sim/app/b.cpp": f"void f() {{\n{code}\n}}\n"})
        self.clean({"models/block/b.cpp": "void f() {\n  queue.exit(1);\n  queue->exit(1);\n  on_exit(1);\n  snprintf(b, 1, c);\n}\n"})

    def test_the_one_macro_has_one_place(self):
        macro = "#pragma once\n#define NGPCSIM_ISA_CLONES\n"
        self.clean({"models/common/isa_clones.h": macro})
        self.finds({"models/block/isa_clones.h": macro, "models/common/b.h": macro}, "models/block/isa_clones.h:2", "models/common/b.h:2")

    def test_size_counts_code_lines_only(self):
        self.clean({"sim/base/b.cpp": "int a;\n// comment\n\n" * 400})
        self.finds({"sim/base/b.cpp": "int a;\n" * 401}, "sim/base/b.cpp:1")

    def test_headers_are_guarded(self):
        self.finds({"sim/base/b.h": "// #pragma once\nint a;\n"}, "sim/base/b.h:1")

    def test_files_outside_the_layers(self):
        self.finds({"tools/b.cpp": "", "sim/extra/b.cpp": "", "sim/b.h": "#pragma once\n"}, "sim/b.h:1", "sim/extra/b.cpp:1", "tools/b.cpp:1")

    def test_build_folders_and_hidden_ones_are_not_read(self):
        self.clean({"build/x/b.cpp": "using namespace std;", "out/b.cpp": "using namespace std;", ".cache/b.cpp": "using namespace std;"})
        self.finds({"models/out/b.cpp": "using namespace std;"}, "models/out/b.cpp:1")

    def test_exit_codes_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            for code, files in [(0, {}), (1, {"b.cpp": ""})]:
                for name, text in files.items():
                    (Path(folder) / name).write_text(text, encoding="utf-8")
                self.assertEqual(self.exit_code(folder), code)
        self.assertEqual(self.exit_code("no/such/folder"), 2)

    @staticmethod
    def exit_code(root):
        return subprocess.run([sys.executable, SCRIPT, "--root", root], capture_output=True, check=False).returncode


if __name__ == "__main__":
    unittest.main()
