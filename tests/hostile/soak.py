#!/usr/bin/env python3
"""Load and time: the same bytes whatever the machine does, and neither memory nor descriptors that grow.

    soak.py ENCKE LIBRARY [--seconds S] [--figures FILE]

First once each: two to eight processes with one --out, ten ranks on two cores, a slow disk (each call takes 20 ms more), and a
clock of the day that jumps by months. Then for S seconds runs in turn, each killed at random moments and resumed until it
is done; the last must take no more memory and descriptors than the first. LIBRARY is encke_fault_calls; without it the disk and the
clock are as they are. A full disk is in tests/program/faults. Exit status: 0 all is well, 1 not.
"""
import argparse
import filecmp
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import judge

PAIRS = "ccc --synthetic random --num-vectors 1200 --num-fields 2000 --block 80 --threshold 1.2 --threads 2"
FILES = ["P.edges.tsv", "P.log", "P.summary.json"]


def words(encke, folder, more=""):
    return [encke, *PAIRS.split(), *more.split(), "--out", os.path.join(folder, "P")]


class Soak:
    def __init__(self, encke, library, scratch):
        self.encke, self.library, self.scratch = encke, library, scratch
        self.first = self.folder()
        began = time.monotonic()
        self.expect(judge.run(words(encke, self.first), self.first), 0)
        self.seconds = time.monotonic() - began

    def folder(self):
        return tempfile.mkdtemp(dir=self.scratch)

    def expect(self, ended, code):
        if ended.code != code:
            raise judge.Wrong(f"exit code {ended.code}: {ended.err.decode(errors='replace')}")

    def expect_whole(self, folder):
        if sorted(os.listdir(folder)) != FILES:
            raise judge.Wrong(f"these are there: {', '.join(sorted(os.listdir(folder)))}")
        if not filecmp.cmp(os.path.join(self.first, FILES[0]), os.path.join(folder, FILES[0]), shallow=False):
            raise judge.Wrong("other bytes")
        shutil.rmtree(folder)

    def together(self, count):
        """Of processes with one --out one computes; the others are refused, or come when it is done."""
        folder = self.folder()
        running = [subprocess.Popen(words(self.encke, folder), env=judge.ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                   for _ in range(count)]
        ends = [(process.communicate()[1], process.returncode) for process in running]
        refused = [text for text, code in ends if code == 7 and text.count(b"\n") == 1 and b"another process" in text]
        done = [text for text, code in ends if code == 0]
        if not done or len(refused) + len(done) != count:
            raise judge.Wrong(f"{count} processes end with {ends}")
        self.expect_whole(folder)
        return f"{count} processes: {len(done)} computed, {len(refused)} refused"

    def on_ranks(self, count):
        launcher = shutil.which("mpirun")
        linked = subprocess.run(["ldd", self.encke], capture_output=True, text=True, check=False).stdout
        if not launcher or "libmpi" not in linked:
            return "no ranks here"
        folder = self.folder()
        two = sorted(os.sched_getaffinity(0))[:2]
        command = ["taskset", "-c", ",".join(map(str, two)), launcher, "-n", str(count)]
        ended = judge.run([*command, *words(self.encke, folder)], folder, hangs=600)
        self.expect(ended, 0)
        self.expect_whole(folder)
        return f"{count} ranks on {len(two)} cores"

    def with_library(self, name, **settings):
        if not os.path.exists(self.library):
            return f"no {name} here"
        folder = self.folder()
        settings = {"LD_PRELOAD": self.library, "ENCKE_FAULT_UNDER": folder, **settings}
        self.expect(judge.run(words(self.encke, folder), folder, settings, hangs=600), 0)
        self.expect_whole(folder)
        return name

    def killed(self, rng):
        """A run that is killed until it is done: kills, bytes of memory and descriptors of the last process."""
        folder = self.folder()
        for kills in range(1000):
            most = [0]
            delay = rng.random() * 1.5 * self.seconds

            def watch(process, most=most, delay=delay):
                timer = threading.Timer(delay, os.kill, (process.pid, signal.SIGKILL))  # kill() of Popen would wait for it
                timer.start()
                while most[0] == 0 or timer.is_alive():
                    try:
                        most[0] = max(most[0], len(os.listdir(f"/proc/{process.pid}/fd")))
                    except OSError:
                        break
                    if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                        break
                    time.sleep(0.01)
                timer.cancel()

            ended = judge.run(words(self.encke, folder, "--resume" if kills else ""), folder, started=watch)
            if ended.code == 0:
                self.expect_whole(folder)
                return kills, ended.peak, most[0]
            self.expect(ended, -9)
        raise judge.Wrong("killed a thousand times, and never done")


def in_turn(soak, seconds):
    rng = random.Random(1)
    end, runs = time.monotonic() + seconds, []
    while time.monotonic() < end or len(runs) < 10:
        runs.append(soak.killed(rng))
    part = max(len(runs) // 5, 1)
    for name, at, allowed in (("memory", 1, 4 << 20), ("descriptors", 2, 1)):
        first, last = (max(run[at] for run in these) for these in (runs[:part], runs[-part:]))
        if last > first + allowed:
            raise judge.Wrong(f"{name} of the first {part} runs: {first}, of the last: {last}")
    left = [name for name in os.listdir(soak.scratch) if os.path.join(soak.scratch, name) != soak.first]
    if left:
        raise judge.Wrong(f"{', '.join(left)} is left")
    memory = [max(run[1] for run in these) >> 20 for these in (runs[:part], runs[-part:])]
    return (f"{len(runs)} runs in turn in {seconds} s with {sum(run[0] for run in runs)} random kills, same bytes; memory {memory[0]} MiB at first, "
            f"{memory[1]} at last; {max(run[2] for run in runs)} descriptors")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encke")
    parser.add_argument("library")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--figures", help="the last line goes to this file, too")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        try:
            soak = Soak(os.path.abspath(given.encke), os.path.abspath(given.library), os.path.realpath(scratch))
            for count in (2, 3, 5, 8):
                print(soak.together(count), flush=True)
            print(soak.on_ranks(10), flush=True)
            print(soak.with_library("a slow disk", ENCKE_FAULT_MODE="delay", ENCKE_FAULT_AT="20"), flush=True)
            print(soak.with_library("a clock that jumps", ENCKE_FAULT_MODE="", ENCKE_FAULT_CLOCK="9999999"), flush=True)
            last = in_turn(soak, given.seconds)
        except judge.Wrong as wrong:
            print(f"wrong: {wrong}")
            return 1
    print(last)
    if given.figures:
        with open(given.figures, "w") as file:
            file.write(last + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
