#!/usr/bin/env python3
"""The program writes the same bytes as before: over a hundred commands on small inputs made here, compared with two tables.

    same_bytes.py ENCKE                          compare with expected.tsv; what the test does
    same_bytes.py ENCKE --record values|words    renew a table of expected.tsv (or: --record values words)
    same_bytes.py ENCKE --against OTHER          run both programs side by side and compare the files, without a table
    ... --every                                  run commands again in all ways, see below
    ... --alike                                  only that, without a table, which a machine with another glibc cannot equal
    ... --only TEXT                              only the commands whose names have TEXT in them
    ... --keep DIR                               leave inputs and outputs in DIR (each command has a folder)
    ... --without hdf5 --without zstd            leave out what this build does not have

`values` are result files, exit codes, and of P.summary.json the numbers that do not depend on machine and time. They never change
without a line in CHANGELOG.md. `words` are help texts, terminal output, logs and the rest of the summary, without what varies (times,
memory, host, version, blocks, level): renew the table when messages change on purpose, and read `git diff --stat` first.

A row has table, command, file, SHA-256, and four digits for each of the first lines of a text, by which the first line that
differs is found. To see both lines, keep a program of the earlier state and use --against. That also compares stored runs (P.blocks/)
byte for byte, and lets the two programs take turns within the commands of several steps.

Some commands run again on the levels that this machine has, with one thread, in small blocks, in little memory and on the reference
backend, each in a third of these ways, or with --every in all: the values must be equal.

Files: commands.py (add commands there), inputs.py, normal.py (what varies), hdf5_bytes.py. Python 3.8 and its standard library only;
the contents of .zst files are compared where the program zstd is installed. The table is of glibc 2.36; another
library of mathematics may round a logarithm of a score otherwise. Exit status: 0 the same, 1 differences; of run.sh also 77, skipped.
"""
import argparse
import concurrent.futures
import glob
import hashlib
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile

import commands
import inputs
import normal

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected.tsv")
TABLES = ("values", "words")
HEAD = "#table\tcommand\tfile\tsha256\tlines\n"
MOST_LINES = {"values": 40, "words": 120}  # of a text that have their digits in the table
ENVIRONMENT = {**{name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "KOKKOS_", "ENCKE_"))},
               "LC_ALL": "C", "OMP_PROC_BIND": "false", "OMP_WAIT_POLICY": "passive"}


def damage(folder, pattern):
    """Spoils the middle of the only file of this pattern."""
    path, = glob.glob(os.path.join(folder, pattern))
    with open(path, "r+b") as file:
        middle = os.path.getsize(path) // 2
        file.seek(middle)
        byte = file.read(1)[0]
        file.seek(middle)
        file.write(bytes([byte ^ 0xFF]))


def read_files(folder):
    files = {}
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                files[os.path.relpath(os.path.join(path, name), folder)] = file.read()
    return files


def run(programs, command, folder, extra=""):
    """The files of a command by name, exit codes and terminal output among them. Several programs take turns."""
    os.makedirs(folder)
    codes, said = [], {}
    for number, step in enumerate(command.steps, 1):
        if isinstance(step, tuple):
            damage(folder, step[1])
            continue
        if "--threads" in extra:
            step = step.replace(" --threads 2", "")
        words = [programs[(number - 1) % len(programs)], *shlex.split(f"{step} {extra}")]
        done = subprocess.run(words, cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        codes.append(done.returncode)
        said.update({f"step {number} {of}": text for of, text in (("out", done.stdout), ("err", done.stderr)) if text})
    files = {"exit codes": (" ".join(map(str, codes)) + "\n").encode()}
    return {**files, **said, **read_files(folder)}


def digits(data):
    return hashlib.sha256(data).hexdigest()


def lines_of(data):
    """The lines of a text; None of other bytes."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text.split("\n")


def line_digits(data, table):
    lines = lines_of(data)
    return "-" if lines is None else "".join(digits(line.encode())[:4] for line in lines[:MOST_LINES[table]])


def rows_of(files, tables=TABLES):
    """What of the files is compared: {(table, file): bytes}."""
    rows = {}
    for name, data in files.items():
        for table, part in normal.parts_of(name, data):
            if table in tables:
                rows[table, name] = part
    return rows


def read_table():
    rows = {}
    if os.path.exists(TABLE):
        with open(TABLE) as file:
            for line in file:
                if not line.startswith("#"):
                    table, command, name, sha, lines = line.rstrip("\n").split("\t")
                    rows.setdefault(command, {})[table, name] = (sha, lines)
    return rows


def write_table(rows):
    with open(TABLE, "w") as file:
        file.write(HEAD)
        for table in TABLES:
            for command in sorted(rows):
                for of, name in sorted(rows[command]):
                    if of == table:
                        file.write("\t".join([table, command, name, *rows[command][of, name]]) + "\n")


def first_line_unlike(data, expected_digits):
    """Where a text leaves the one in the table, in words."""
    lines = lines_of(data)
    if lines is None or expected_digits == "-":
        return f"{len(data)} bytes that are not text"
    known = len(expected_digits) // 4
    for at, line in enumerate(lines[:known]):
        if expected_digits[4 * at:4 * at + 4] != digits(line.encode())[:4]:
            return f"line {at + 1} is now: {line}"
    return f"the first {min(len(lines), known)} lines are equal, then one differs, is new or is missing"


def first_difference(other, ours):
    """Where two files part, in words."""
    a, b = lines_of(other), lines_of(ours)
    if a is None or b is None:
        at = next((i for i, (x, y) in enumerate(zip(other, ours)) if x != y), min(len(other), len(ours)))
        return f"{len(other)} and {len(ours)} bytes, the first that differs at {at}"
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    line = [lines[at] if at < len(lines) else "(the end)" for lines in (a, b)]
    return f"line {at + 1}\n    other: {line[0]}\n    ours:  {line[1]}"


def compare_files(other, ours):
    """Differences of two {key: bytes}, in words."""
    found = []
    for key in sorted(set(other) | set(ours)):
        name = " ".join(key) if isinstance(key, tuple) else key
        if key not in ours or key not in other:
            found.append(f"{name}: only of {'the other' if key in other else 'ours'}")
        elif other[key] != ours[key]:
            found.append(f"{name}: {first_difference(other[key] or b'', ours[key] or b'')}")
    return found


def compare_table(expected, rows):
    found = []
    for key in sorted(set(expected) | set(rows)):
        table, name = key
        if key not in rows or key not in expected:
            found.append(f"{table} {name}: {'not written any more' if key in expected else 'not in the table'}")
        elif rows[key] is not None and digits(rows[key]) != expected[key][0]:
            found.append(f"{table} {name}: {first_line_unlike(rows[key], expected[key][1])}")
    return found


def with_outputs(files):
    """What must be equal where only the way of computing differs: result files, and the digest of the values."""
    skipped = re.compile(r"step \d+ (out|err)|.*\.blocks/.*|.*\.log")
    return rows_of({name: data for name, data in files.items() if not skipped.fullmatch(name)}, ("values",))


class Comparison:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.program = os.path.abspath(options.encke)
        self.other = options.against and os.path.abspath(options.against)
        self.table = read_table()
        self.first = {name: number for number, name in enumerate(c.name for c in commands.all_commands() if c.again)}
        self.variants = commands.VARIANTS + [f"--level {level}" for level in self.levels()]

    def levels(self):
        there = []
        for level in commands.LEVELS:
            words = f"plan ccc --synthetic random --num-vectors 4 --num-fields 4 --level {level}".split()
            done = subprocess.run([self.program, *words], cwd=self.folder, env=ENVIRONMENT, capture_output=True)
            if done.returncode == 0:
                there.append(level)
        assert "portable" in there, f"{self.program} does not run, not even with --level portable"
        return there

    def ours(self, command):
        """(command, its files, differences)."""
        try:
            return self.files_and_differences(command)
        except (ValueError, KeyError, OSError, struct.error) as error:  # an output that is not what it was at all
            return command, {}, [f"cannot be compared: {type(error).__name__}: {error}"]

    def files_and_differences(self, command):
        where = os.path.join(self.folder, command.name)
        files = run([self.program], command, where)
        found = []
        if self.other:
            found += self.side_by_side(command, files)
        elif not self.options.record and not self.options.alike:
            found += compare_table(self.table.get(command.name, {}), rows_of(files))
        for number, variant in enumerate(self.variants_of(command), 1):
            again = run([self.program], command, f"{where}.{number}", variant)
            found += [f"{variant}: {text}" for text in compare_files(with_outputs(files), with_outputs(again))]
        return command, files, found

    def variants_of(self, command):
        """All that the command allows, or every third, from another one on for the next command."""
        if not command.again:
            return []
        of_gpu = [f"--level {level}" for level in commands.GPU_LEVELS]
        allowed = [variant for variant in self.variants if command.on_gpu or variant not in of_gpu]
        return allowed if self.options.every or self.options.alike else allowed[self.first[command.name] % 3::3]

    def side_by_side(self, command, files):
        where = os.path.join(self.folder, command.name)
        other = run([self.other], command, where + ".other")
        words = rows_of(files), rows_of(other)
        texts = re.compile(r"step \d+ (out|err)|.*\.log|.*\.summary\.json")
        raw = [{name: data for name, data in each.items() if not texts.fullmatch(name)} for each in (files, other)]
        found = compare_files({key: data for key, data in words[1].items() if texts.fullmatch(key[1])},
                              {key: data for key, data in words[0].items() if texts.fullmatch(key[1])})
        found += compare_files(raw[1], raw[0])
        if len(command.steps) > 1:
            turns = run([self.other, self.program], command, where + ".turns")
            found += ["taking turns: " + text for text in compare_files(with_outputs(other), with_outputs(turns))]
        return found

    def record(self, command, files):
        rows = self.table.setdefault(command.name, {})
        for table in self.options.record:
            for key in [key for key in rows if key[0] == table]:
                del rows[key]
        for key, data in rows_of(files, self.options.record).items():
            if data is None:
                raise SystemExit("zstd must be installed to record a table")
            rows[key] = (digits(data), line_digits(data, key[0]))


def chosen_commands(options):
    every = commands.all_commands()
    return [command for command in every
            if command.needs not in options.without and options.only in command.name and (command.again or not options.alike)]


def compare(options, folder):
    inputs.write_all(os.path.join(folder, "in"))
    comparison = Comparison(options, folder)
    chosen = chosen_commands(options)
    differing = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for command, files, found in pool.map(comparison.ours, chosen):
            if options.record and files:
                comparison.record(command, files)
            for text in found:
                print(f"{command.name}: {text}")
            if found:
                steps = [step for step in command.steps if isinstance(step, str)]
                print("  of: " + "\n      ".join(f"encke {step}" for step in steps))
            differing += bool(found)
    if options.record:
        every = {command.name for command in commands.all_commands()}
        write_table({name: rows for name, rows in comparison.table.items() if name in every})
    print(f"{len(chosen)} commands, {differing} with differences; of some also {', '.join(comparison.variants)}")
    return 1 if differing else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encke", help="the program")
    parser.add_argument("--against", metavar="OTHER", help="another program to compare with")
    parser.add_argument("--record", nargs="+", choices=TABLES, default=[])
    parser.add_argument("--keep", metavar="DIR")
    parser.add_argument("--only", default="")
    parser.add_argument("--without", action="append", default=[], choices=["hdf5", "zstd"])
    parser.add_argument("--every", action="store_true", help="run commands again in all ways, not in a third of them")
    parser.add_argument("--alike", action="store_true", help="only compare the ways of running a command with each other")
    parser.add_argument("--jobs", type=int, default=4, help="commands at a time; they wait for the disk more than they compute")
    options = parser.parse_args()
    for name in options.without:
        print(f"without the commands that need {name}: not built in")
    if normal.zstd() is None:
        print("without the contents of .zst files: zstd is not installed")
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        if os.listdir(options.keep):
            parser.error(f"--keep {options.keep}: an empty folder expected")
        return compare(options, options.keep)
    with tempfile.TemporaryDirectory() as folder:
        return compare(options, folder)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main())
