#!/usr/bin/env python3
"""Calls that fail: the n-th that the program makes on its files, in the commands of tests/same_bytes.

    calls.py ENCKE LIBRARY [--cases N] [--every] [--only TEXT] [--mode MODE] [--seed S] [--jobs J] [--figures FILE]

LIBRARY is encke_fault_calls (tests/program/faults/preload), which goes in front of the C library. In each case one step of a
command runs with one fault: a call fails, or all from it on do, or the process is killed before or in the midst of it, or an
allocation fails. Then it must have ended as is documented, with nothing under a final name unless all is, and the same step
again, with --resume where there is something to go on with, must give the same bytes as if nothing had happened.

Without --every N cases are drawn, the faults in turn, of N / 3 commands at random. With it every n is taken, of one command for each set of output files that there is. A
command allocates some 45,000 times, so of allocations the first of each place is taken: of each stack of 16 calls that no command
before had.
Exit status: 0 all cases are right, 1 not all are, 77 LIBRARY is not there.
"""
import argparse
import collections
import concurrent.futures
import datetime
import errno
import glob
import json
import os
import random
import re
import shlex
import shutil
import sys
import tempfile
import threading

import judge  # finds the next three
import commands
import inputs
import same_bytes

KILLS = ("kill", "tear")
OF_INPUTS = ("end", "unread", "unopened")  # calls on inputs, too
# mode, number of the error
FAULTS = (("fail", errno.ENOSPC), ("fail", errno.EIO), ("fail-from", errno.ENOSPC), ("nothing", 0), ("end", 0), ("unread", errno.EIO),
          ("unremoved", errno.EACCES), ("unopened", errno.EMFILE), ("unclosed", errno.EIO), ("kill", 0), ("tear", 0), ("memory", 0), ("memory-from", 0))
CODES = {"unremoved": {5}, "unopened": {3, 5}, "unclosed": {5}, "fail": {3, 5}, "fail-from": {3, 5}, "nothing": {5}, "end": {4, 5, 6, 7, 21}, "unread": {3, 4, 5, 6, 7, 21}, "memory": {2}, "memory-from": {2}}
NO_RESUME = {"merge", "verify", "prune", "clump", "network", "pcoa", "group-test"}


def results(folder):
    """Files of results, and the digest: of the summary the rest tells of one process."""
    files = same_bytes.read_files(folder)
    found = same_bytes.with_outputs({name: data for name, data in files.items() if not name.endswith(".summary.json")})
    for name, data in files.items():
        if name.endswith(".summary.json"):
            found["digest", name] = str(json.loads(data).get("digest")).encode()
    return found


def in_folder(step, folder):
    """The words of a step, whose outputs are named by an absolute path: the library tells files by it."""
    words = shlex.split(step)
    if "--out" in words:
        at = words.index("--out") + 1
        words[at] = os.path.join(folder, words[at])
    return words


class Subject:
    """A step of a command, what is there before it, and what all steps lead to."""

    def __init__(self, encke, library, command, number, folder):
        self.encke, self.library, self.command, self.number = encke, library, command, number
        self.name = f"{command.name}/{number}"
        self.before = os.path.join(folder, f"{command.name}.{number}")
        os.mkdir(self.before)
        self.take(self.before, command.steps[:number])
        self.ours = set(os.listdir(self.before))
        with tempfile.TemporaryDirectory(dir=folder) as after:
            self.copy_to(after)
            self.take(after, command.steps[number:number + 1])
            self.made = set(os.listdir(after)) - self.ours
            self.take(after, command.steps[number + 1:])
            self.names = set(os.listdir(after))
            self.expected = results(after)
        self.kind = tuple(sorted(re.sub(r"^.*?\.", ".", name) for name in self.made)), shlex.split(command.steps[number])[0]

    def copy_to(self, folder):
        shutil.copytree(self.before, folder, dirs_exist_ok=True)

    def take(self, folder, steps):
        for step in steps:
            if isinstance(step, tuple):
                same_bytes.damage(folder, step[1])
                continue
            ended = judge.run([self.encke, *in_folder(step, folder)], folder)
            if ended.code != 0:
                raise judge.Wrong(f"{step}: exit code {ended.code}: {ended.err.decode(errors='replace')}")

    def environment(self, folder, log, mode, at, reason):
        under = os.path.dirname(folder) if mode in OF_INPUTS else folder
        return {"LD_PRELOAD": self.library, "ENCKE_FAULT_UNDER": under, "ENCKE_FAULT_LOG": log, "ENCKE_FAULT_MODE": mode,
                "ENCKE_FAULT_AT": str(at), "ENCKE_FAULT_ERRNO": str(reason)}

    def run_with(self, folder, mode, at, reason):
        """How the step ended, and the lines of the log."""
        log = folder + ".calls"
        ended = judge.run([self.encke, *in_folder(self.command.steps[self.number], folder)], folder, self.environment(folder, log, mode, at, reason))
        lines = []
        if os.path.exists(log):
            with open(log, errors="replace") as file:
                lines = file.read().splitlines()
            os.remove(log)
        return ended, lines

    def count(self, mode, folder):
        """Calls that there are of the kind that the mode counts."""
        where = tempfile.mkdtemp(dir=folder)
        self.copy_to(where)
        _, lines = self.run_with(where, mode, 0 if mode.startswith("memory") else 10 ** 9, 0)
        shutil.rmtree(where)
        return int(lines[-1].split()[1]) if mode.startswith("memory") else len(lines)

    def places(self, folder):
        """{place: number of the first allocation that is made there}."""
        where = tempfile.mkdtemp(dir=folder)
        self.copy_to(where)
        _, lines = self.run_with(where, "memory-at", 0, 0)
        shutil.rmtree(where)
        words = [line.split() for line in lines if line.startswith("place ")]
        return {place: int(number) for _, place, number in words}

    def again(self, folder):
        """The step once more, then those behind it: what they lead to must be what was expected."""
        words = in_folder(self.command.steps[self.number], folder)
        stored = "--out" in words and os.path.isdir(words[words.index("--out") + 1] + ".blocks")
        if stored and words[0] not in NO_RESUME and "--resume" not in words:
            words.append("--resume")
        ended = judge.run([self.encke, *words], folder)
        if ended.code != 0:
            raise judge.Wrong(f"the same again ends with {ended.code}: {ended.err.decode(errors='replace')}")
        self.take(folder, self.command.steps[self.number + 1:])
        self.expect_whole(folder)

    def expect_whole(self, folder):
        names = set(os.listdir(folder))
        if names != self.names:
            raise judge.Wrong(f"these are there and should not be, or are not: {', '.join(sorted(names ^ self.names))}")
        found = same_bytes.compare_files(self.expected, results(folder))
        if found:
            raise judge.Wrong(f"other bytes: {found[0]}")

    def check_left(self, folder, mode, said):
        """After a failed allocation all may have been done, and only not be told. The next run removes what could not be
        removed. Where an older file cannot get its name back, the message says what it is called."""
        names = set(judge.left(folder, self.ours))
        if mode == "unremoved":
            names = {name for name in names if ".tmp-" not in name}
        elif mode == "fail-from" and "what was there is now" in said:
            names = {name for name in names if name not in said}
        done = self.made <= names | {name for name in self.made if name.endswith(".blocks")}
        if names and not (mode.startswith("memory") and done):
            raise judge.Wrong(f"a run that fails leaves {', '.join(sorted(names))}")

    def check(self, folder, mode, at, reason):
        """Returns what happened: "over" where there is no such call, "failed", "killed", or "went on"."""
        ended, lines = self.run_with(folder, mode, at, reason)
        happened = any(line.startswith("new ") for line in lines) if mode.startswith("memory") else len(lines) >= at
        if not happened:
            return "over"
        judge.check_texts(ended)
        if mode in KILLS:
            if ended.code != -9:
                raise judge.Wrong(f"not killed, but ended with {ended.code}")
            self.again(folder)
            return "killed"
        if ended.code != 0:
            judge.check_message(ended, CODES[mode])
            self.check_left(folder, mode, ended.err.decode())
            if mode not in PLACES or set(os.listdir(folder)) != self.ours:
                self.again(folder)  # else it is what it was before the first run
            return "failed"
        if mode == "unremoved":
            self.again(folder)
            return "went on"
        for name in [name for name in os.listdir(folder) if name not in self.names]:
            if not name.endswith(".blocks"):  # what was left to do was to remove it
                raise judge.Wrong(f"{name} is left")
            shutil.rmtree(os.path.join(folder, name))
        self.take(folder, self.command.steps[self.number + 1:])
        self.expect_whole(folder)
        return "went on"


def subjects(encke, library, folder, only, most=None, rng=None):
    """Steps that end with 0 and write files; a build may lack some. `most` of them at random, or all."""
    steps = [(command, number) for command in commands.all_commands() if only in command.name
             for number, step in enumerate(command.steps) if isinstance(step, str) and " --out " in step]
    if most is not None:
        rng.shuffle(steps)
    found, lacking = [], set()
    for command, number in steps:
        if len(found) == most:
            break
        if command.name in lacking:
            continue
        try:
            found.append(Subject(encke, library, command, number, folder))
        except judge.Wrong:
            lacking.add(command.name)
    return found


def one_of_each(all_subjects):
    """One for each set of kinds of files that a command writes; of these the first."""
    chosen = {}
    for subject in all_subjects:
        chosen.setdefault(subject.kind, subject)
    return list(chosen.values())


def drawn(given, all_subjects, faults):
    rng = random.Random(given.seed)
    for number in range(given.cases):
        yield rng.choice(all_subjects), *faults[number % len(faults)], rng.random()


def every(all_subjects, faults):
    for subject in all_subjects:
        for mode, reason in faults:
            yield subject, mode, reason, None


PLACES = {"memory": set(), "memory-from": set()}  # those of all commands so far
PLACES_LOCK = threading.Lock()


def numbers(subject, mode, share, folder):
    """The calls at which faults are wanted."""
    if share is None and mode in PLACES:
        found = subject.places(folder)
        with PLACES_LOCK:
            new = found.keys() - PLACES[mode]
            PLACES[mode].update(new)
        return sorted(found[place] for place in new)
    total = subject.count(mode, folder)
    return range(1, total + 1) if share is None else [1 + int(share * total)]


def cases_of(task):
    """Counts of what happened, and what was wrong."""
    subject, mode, reason, share, folder = task
    counts, wrong = collections.Counter(), []
    for at in numbers(subject, mode, share, folder):
        where = tempfile.mkdtemp(dir=folder)
        try:
            subject.copy_to(where)
            counts[subject.check(where, mode, at, reason)] += 1
        except (judge.Wrong, OSError) as error:
            counts["wrong"] += 1
            name = f" {errno.errorcode[reason]}" if reason else ""
            wrong.append(f"{subject.name}, {mode}{name} at call {at}: {error}\n  encke {subject.command.steps[subject.number]}")
        shutil.rmtree(where, ignore_errors=True)
    return counts, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encke")
    parser.add_argument("library")
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--mode", default="")
    parser.add_argument("--seed", default=datetime.date.today().isoformat())
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--figures", help="the last line goes to this file, too")
    given = parser.parse_args()
    if not glob.glob(given.library):
        print("skipped: calls cannot be replaced here")
        return 77
    print(f"seed {given.seed}", flush=True)
    counts, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        folder = os.path.realpath(folder)
        inputs.write_all(os.path.join(folder, "in"))
        most = None if given.every else -(-given.cases // 3)
        chosen = subjects(os.path.abspath(given.encke), os.path.abspath(given.library), folder, given.only, most, random.Random(given.seed))
        if given.every:
            chosen = one_of_each(chosen)
        faults = [fault for fault in FAULTS if given.mode in ("", fault[0])]
        tasks = [(*task, folder) for task in (every(chosen, faults) if given.every else drawn(given, chosen, faults))]
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            for these, texts in pool.map(cases_of, tasks):
                counts.update(these)
                wrong += len(texts)
                for text in texts:
                    print(text, flush=True)
    last = (f"{'every call' if given.every else f'seed {given.seed}'}: {counts['failed'] + counts['went on'] + counts['killed'] + counts['wrong']} faults in "
            f"{len(chosen)} commands, {counts['killed']} of them kills, {wrong} with a wrong end")
    print(last)
    if given.figures:
        with open(given.figures, "w") as file:
            file.write(last + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main())
