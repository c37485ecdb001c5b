#!/usr/bin/env python3
"""Malformed inputs: files of every format, each spoilt in one way, which the program must answer rightly.

    malformed.py ENCKE [--cases N] [--seed S] [--only READER] [--jobs J] [--figures FILE]
    malformed.py ENCKE --seed S --only READER --case K [--keep FOLDER]      one case again

Right is 0, or a documented exit code with one printable line and no file under a final name; nothing else printed that would do
something to a terminal, in files neither; at most twice --memory; within ten seconds of processor time. What the files of
readers.py are is spoilt by damage.py. Exit status: 0 all are right, 1 not all are.
"""
import argparse
import collections
import concurrent.futures
import datetime
import os
import random
import shutil
import sys
import tempfile

import damage
import judge
import readers

MEMORY = 100  # MiB


def put(folder, name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)


def spoil(rng, folder, name):
    """Replaces the file; returns how, in words."""
    path = os.path.join(folder, name)
    if rng.random() < 0.03:
        kind = rng.choice(damage.NO_FILES)
        os.remove(path)
        if kind == "folder":
            os.mkdir(path)
        elif kind == "link":
            os.symlink("absent", path)
        elif kind == "pipe" and name.split(".")[0] not in readers.MAY_BE_PIPES:
            os.mkfifo(path)
        return kind
    with open(path, "rb") as file:
        before = data = file.read()
    names = []
    while data == before or rng.random() < 0.15:
        way = rng.choice(damage.WAYS)
        data = way(rng, data) if data else damage.longer(rng, b"1")
        names.append(way.__name__)
    put(folder, name, data)
    return " and ".join(names)


def check(ended, folder, ours, memory):
    if ended.seconds > judge.LONGEST_RUN:
        raise judge.Wrong(f"{ended.seconds:.1f} s of processor time")
    if ended.peak > 2 * memory << 20:
        raise judge.Wrong(f"{ended.peak >> 20} MiB of memory, with --memory {memory}")
    judge.check_texts(ended)
    judge.check_no_temporary(folder)
    if ended.code != 0:
        judge.check_message(ended)
        judge.check_nothing_left(folder, ours)
    for name in os.listdir(folder):
        if name.endswith((".log", ".summary.json")) and name not in ours:
            with open(os.path.join(folder, name), "rb") as file:
                found = judge.unprintable(file.read())
            if found:
                raise judge.Wrong(f"{found} in {name}")


def one(task):
    """(reader, what is wrong or None, exit code, peak)."""
    encke, inputs, seed, number, reader, keep = task
    rng = random.Random(f"{seed}/{reader.name}/{number}")
    folder = tempfile.mkdtemp(dir=keep, prefix=f"{reader.name}-{number}-")
    how, ended = "", None
    try:
        readers.give(inputs, folder, reader.files)
        name = rng.choice(reader.spoilt)
        how = f"{name}: {spoil(rng, folder, name)}"
        ours = set(os.listdir(folder))
        ended = judge.run([encke, *reader.words(MEMORY)], folder)
        check(ended, folder, ours, MEMORY)
        return reader.name, None, ended.code, ended.peak
    except (judge.Wrong, OSError) as wrong:
        text = f"{reader.name} --case {number} ({how}): {wrong}\n  encke {' '.join(reader.words(MEMORY))}"
        return reader.name, text, ended.code if ended else None, ended.peak if ended else 0
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encke")
    parser.add_argument("--cases", type=int, default=3000)
    parser.add_argument("--seed", default=datetime.date.today().isoformat())
    parser.add_argument("--only", default="")
    parser.add_argument("--case", type=int)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep")
    parser.add_argument("--figures", help="the last line goes to this file, too")
    given = parser.parse_args()
    encke = os.path.abspath(given.encke)
    print(f"seed {given.seed}", flush=True)
    if given.keep:
        os.makedirs(given.keep, exist_ok=True)
    with tempfile.TemporaryDirectory() as inputs:
        every = [reader for reader in readers.make(encke, inputs) if given.only in reader.name]
        readers.expect_good(encke, inputs, every, MEMORY)
        numbers = range(-(-given.cases // len(every))) if given.case is None else [given.case]
        tasks = [(encke, inputs, given.seed, number, reader, given.keep) for number in numbers for reader in every]
        tasks = tasks[:max(given.cases, 1)]
        codes, wrong, peak = collections.Counter(), 0, 0
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            for name, text, code, most in pool.map(one, tasks):
                codes[code] += 1
                peak = max(peak, most)
                if text:
                    wrong += 1
                    print(text, flush=True)
    print("exit codes: " + ", ".join(f"{code}: {count}" for code, count in sorted(codes.items(), key=str)))
    last = (f"seed {given.seed}: {len(tasks)} malformed inputs of {len(every)} readers, {wrong} answered wrongly; "
            f"at most {peak >> 20} MiB with --memory {MEMORY}")
    print(last)
    if given.figures:
        with open(given.figures, "w") as file:
            file.write(last + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
