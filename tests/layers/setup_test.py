"""scripts/setup against stand-ins for dpkg-query, apt-get, sudo and id: what it asks of them, and when it asks nothing."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "setup"
TOOLS = ["bash", "cat", "env"]  # what the script and the stand-ins may use of the real system


class Setup(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.bin = Path(self.folder.name) / "bin"
        self.bin.mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.log = Path(self.folder.name) / "log"
        self.log.touch()
        self.stand_in("apt-get", 'echo "apt-get $DEBIAN_FRONTEND $*" >>"$LOG"; [[ -z ${APT_FAILS:-} ]]')
        self.stand_in("dpkg-query", 'case " $MISSING " in *" ${@: -1} "*) exit 1;; esac; echo -n installed')
        self.stand_in("id", 'echo "$USER_ID"')

    def stand_in(self, name, body):
        path = self.bin / name
        path.write_text(f"#!{shutil.which('bash')}\n{body}\n", encoding="utf-8")
        path.chmod(0o755)

    def run_script(self, missing="", user_id="0", **extra):
        environment = {"PATH": str(self.bin), "LOG": str(self.log), "MISSING": missing, "USER_ID": user_id, **extra}
        return subprocess.run([shutil.which("bash"), SCRIPT], env=environment, cwd=self.folder.name, capture_output=True, text=True, check=False)

    def calls(self):
        return self.log.read_text(encoding="utf-8").splitlines()

    def test_nothing_missing_is_silent_and_calls_nothing(self):
        for user in ["0", "1000"]:
            result = self.run_script(user_id=user)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(self.calls(), [])

    def test_installs_only_what_is_missing(self):
        result = self.run_script(missing="ccache libfmt-dev")
        self.assertEqual(result.returncode, 0, result.stderr)
        update, install = self.calls()
        self.assertTrue(update.startswith("apt-get noninteractive update"), update)
        self.assertTrue(install.startswith("apt-get noninteractive install -y"), install)
        self.assertEqual([word for word in install.split()[2:] if not word.startswith("-")], ["install", "ccache", "libfmt-dev"])

    def test_user_with_sudo(self):
        self.stand_in("sudo", 'echo "sudo" >>"$LOG"; exec "$@"')
        self.assertEqual(self.run_script(missing="cmake", user_id="1000").returncode, 0)
        self.assertEqual([line.split()[0] for line in self.calls()], ["sudo", "apt-get", "sudo", "apt-get"])
        self.assertIn("noninteractive", self.calls()[1])

    def test_user_without_sudo_is_told_what_to_run(self):
        result = self.run_script(missing="cmake libfmt-dev", user_id="1000")
        self.assertEqual(result.returncode, 1)
        self.assertIn("apt-get install cmake libfmt-dev", result.stderr)
        self.assertEqual(self.calls(), [])

    def test_failure_of_apt_passes_through(self):
        self.assertNotEqual(self.run_script(missing="cmake", APT_FAILS="1").returncode, 0)
        self.assertEqual(len(self.calls()), 1)

    def test_other_systems_are_told_what_is_needed(self):
        os.remove(self.bin / "dpkg-query")
        result = self.run_script()
        self.assertEqual(result.returncode, 1)
        self.assertIn("libsystemc-dev", result.stderr)


if __name__ == "__main__":
    unittest.main()
