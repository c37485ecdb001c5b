"""Runs encke-bench, and names the folder of results."""
import argparse
import datetime
import json
import os
import platform
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def say(message):
    print(message, file=sys.stderr, flush=True)


def options_of(parser):
    """The options that all scripts share."""
    parser.add_argument("--name", help="of the results; default: this machine's processor")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--results", default=os.path.join(ROOT, "perf", "results"), help="folder of the results")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--size", choices=("full", "small"), default="full", help="small: tiny problems, to see that all works")


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"model name\s*:\s*(.*)", file.read())
    except OSError:
        found = None
    name = found.group(1) if found else platform.machine()
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def folder_of(options):
    """perf/results/<date>-<name>/, made where it is not there."""
    path = os.path.join(options.results, f"{datetime.date.today().isoformat()}-{options.name or processor()}")
    os.makedirs(path, exist_ok=True)
    return path


def output_of(command):
    """What a command prints. Ends the script where it cannot be started or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SystemExit(f"{command[0]}: cannot be run: {error.strerror}") from error
    if done.returncode != 0:
        raise SystemExit(f"exit code {done.returncode} of {' '.join(command)}\n{(done.stderr or done.stdout)[-2000:]}")
    return done.stdout


def lines_of(options, arguments):
    """The lines that encke-bench prints for the arguments. Ends the script where it fails."""
    command = [os.path.join(os.path.abspath(options.build), "bin", "encke-bench"), "--json"] + [str(a) for a in arguments]
    return [json.loads(line) for line in output_of(command).splitlines() if line.startswith("{")]


def write(path, content):
    with open(path, "w", encoding="utf-8") as file:
        file.write(content)


def columns(rows):
    """Rows as text, each column as wide as it must be; the first two to the left."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "".join("  ".join(cell.ljust(width) if i < 2 else cell.rjust(width)
                             for i, (cell, width) in enumerate(zip(row, widths))).rstrip() + "\n" for row in rows)


def tsv(rows):
    return "".join("\t".join(row) + "\n" for row in rows)


def run(name, collect, write_all, arguments=None):
    """NAME.sh: measures, or takes the lines of an earlier NAME.jsonl, and writes and prints what follows from them. Each line
    that `collect` yields is written at once, so that a measurement which is cut off can be drawn as far as it went."""
    parser = argparse.ArgumentParser(prog=f"{name}.sh")
    options_of(parser)
    parser.add_argument("--from", dest="source", help=f"{name}.jsonl of earlier: measures nothing, writes beside it")
    options = parser.parse_args(arguments)
    if options.source:
        folder = os.path.dirname(os.path.abspath(options.source))
        with open(options.source, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
    else:
        folder, lines = folder_of(options), []
        with open(os.path.join(folder, f"{name}.jsonl"), "w", encoding="utf-8") as file:
            for line in collect(options):
                lines.append(line)
                print(json.dumps(line), file=file, flush=True)
    print(write_all(lines, folder), end="")
    say(f"wrote {folder}")
