"""A Slurm of one node on this machine, for a test: munged, slurmctld and slurmd as processes of its own, with files in a folder of its own."""
import os
import pathlib
import shutil
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "sinfo")


def missing():
    """Why there can be no Slurm here; empty where there can."""
    if os.geteuid() != 0:
        return "slurmd of a test needs root"
    absent = [program for program in PROGRAMS if not find(program)]
    return f"no {', '.join(absent)} here" if absent else ""


def find(program):
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Slurm:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.processes = {}
        host = socket.gethostname().split(".")[0]
        socket_path, key = self.folder / "munge.socket", self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        self.config = self.folder / "slurm.conf"
        self.config.write_text(f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
AuthType=auth/munge
AuthInfo=socket={socket_path}
CryptoType=crypto/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd.pid
SlurmctldLogFile={self.folder}/slurmctld.log
SlurmdLogFile={self.folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=6
InactiveLimit=0
MinJobAge=10
KillWait=1
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
""")
        self.environment = {**os.environ, "SLURM_CONF": str(self.config)}
        self.munge = [find("munged"), "--foreground", "--force", f"--socket={socket_path}", f"--key-file={key}", f"--pid-file={self.folder}/munged.pid", f"--log-file={self.folder}/munged.log", f"--seed-file={self.folder}/munged.seed"]

    def launch(self, name, command):
        with (self.folder / f"{name}.out").open("w") as log:
            self.processes[name] = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log, start_new_session=True)

    def start(self):
        self.launch("munged", self.munge)
        time.sleep(0.5)
        self.launch("slurmctld", [find("slurmctld"), "-D", "-c"])
        self.start_slurmd()
        for _ in range(300):
            states = subprocess.run(["sinfo", "-h", "-o", "%T"], env=self.environment, capture_output=True, text=True).stdout.split()
            if "idle" in states:
                return
            time.sleep(0.1)
        raise RuntimeError("Slurm does not come up: " + "".join((self.folder / f"{name}.out").read_text()[-2000:] for name in ("munged", "slurmctld", "slurmd")))

    def start_slurmd(self):
        self.launch("slurmd", [find("slurmd"), "-D"])

    def kill_slurmd(self):
        """slurmd and all that it runs, as when a node is lost."""
        self.processes["slurmd"].kill()
        self.processes["slurmd"].wait()
        subprocess.run(["pkill", "-9", "-f", "slurmstepd"], capture_output=True)
        subprocess.run(["pkill", "-9", "-f", "sweep.*--worker"], capture_output=True)

    def stop(self):
        for name in ("slurmd", "slurmctld", "munged"):
            process = self.processes.get(name)
            if process and process.poll() is None:
                process.terminate()
                try:
                    process.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
