"""Runs the program where something is wrong, and says what of its answer is not right."""
import os
import re
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, "../same_bytes"), os.path.join(HERE, "../fuzz")]

DOCUMENTED = {2, 3, 4, 5, 6, 7, 8, 21}  # 16, 20, 22 and 60 are no answers to a wrong input
LONGEST_MESSAGE = 8192
LONGEST_RUN = 10  # seconds of processor time; a busy machine gives none of its own
HANGS = 120  # seconds
ENVIRONMENT = {**{name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "KOKKOS_", "ENCKE_"))},
               "LC_ALL": "C", "OMP_PROC_BIND": "false", "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": "2",
               "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}


class Wrong(Exception):
    """What is not right, in words."""


@dataclass
class Ended:
    code: int  # below 0: the signal that ended it
    out: bytes
    err: bytes
    seconds: float  # of processors, also of processes that it started
    peak: int  # bytes of memory, of the largest process


def run(words, folder, additions=None, hangs=HANGS, started=None):
    """`started(process)` is called while it runs. Output goes to files, which take any amount."""
    with open(os.path.join(folder, ".out"), "w+b") as out, open(os.path.join(folder, ".err"), "w+b") as err:
        process = subprocess.Popen(words, cwd=folder, env={**ENVIRONMENT, **(additions or {})}, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        late = []
        timer = threading.Timer(hangs, lambda: (late.append(True), os.kill(process.pid, signal.SIGKILL)))
        timer.start()
        if started:
            started(process)
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        if late:
            raise Wrong(f"still running after {hangs} s")
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read())
    for name in (".out", ".err"):
        os.remove(os.path.join(folder, name))
    return Ended(process.returncode, texts[0], texts[1], used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def unprintable(data):
    """The first character that would do something to a terminal, or None."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return repr(data[error.start:error.start + 8])
    found = re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", text)
    return found and repr(found.group())


def check_message(ended, codes=DOCUMENTED):
    """Of a run that did not end with 0: a documented code, and one printable line."""
    if ended.code not in codes:
        raise Wrong(f"exit code {ended.code}: {ended.err[-400:]!r}")
    lines = ended.err.split(b"\n")
    if len(lines) != 2 or lines[1] or not lines[0].startswith(b"encke: error: "):
        raise Wrong(f"not one line: {ended.err[:400]!r}")
    if len(ended.err) > LONGEST_MESSAGE:
        raise Wrong(f"a line of {len(ended.err)} bytes: {ended.err[:200]!r}")


def check_texts(ended):
    for name, data in (("standard output", ended.out), ("standard error", ended.err)):
        if unprintable(data):
            raise Wrong(f"{unprintable(data)} on {name}")


def left(folder, ours=()):
    """Names of what is in a folder beside `ours` and stored runs."""
    return sorted(name for name in os.listdir(folder) if name not in ours and not name.endswith(".blocks"))


def check_nothing_left(folder, ours=()):
    names = left(folder, ours)
    if names:
        raise Wrong(f"a run that fails leaves {', '.join(names)}")


def check_no_temporary(folder):
    names = [name for name in os.listdir(folder) if ".tmp-" in name or ".spill-" in name]
    if names:
        raise Wrong(f"{', '.join(names)} is left")
