#!/usr/bin/env python3
"""terminal.py ENCKE: what a terminal of 80 columns shows: words in colour, unless NO_COLOR or TERM=dumb forbid it, a progress line that
goes, and lists of files in lines that fit."""
import os
import pty
import re
import subprocess
import sys
import tempfile

ESCAPE = "\033["


def shown(program, words, folder, **variables):
    """All that the program writes to a terminal."""
    leader, follower = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    environment.update({"TERM": "xterm", **variables})
    run = subprocess.Popen([program, *words], cwd=folder, stdin=follower, stdout=follower, stderr=follower, env=environment)
    os.close(follower)
    text = b""
    while True:
        try:
            some = os.read(leader, 4096)
        except OSError:  # the other end is closed
            break
        if not some:
            break
        text += some
    os.close(leader)
    run.wait()
    return text.decode()


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        wrong = ["ccc", "--bfile", "absent"]
        assert shown(program, wrong, folder).startswith(f"encke: {ESCAPE}1;31merror:{ESCAPE}0m "), "an error is red on a terminal"
        for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
            text = shown(program, wrong, folder, **{name: value})
            assert text.startswith("encke: error: absent"), f"{name}={value}: {text!r}"
        assert ESCAPE in shown(program, wrong, folder, NO_COLOR=""), "an empty NO_COLOR is none"
        piped = subprocess.run([program, *wrong], cwd=folder, stderr=subprocess.PIPE, text=True, env={**os.environ, "TERM": "xterm"})
        assert ESCAPE not in piped.stderr, "no colours where it is no terminal"

        run = "ccc --synthetic random --num-vectors 200 --num-fields 60 --threshold 0.6 --top 90000 --network mcl,components --report"
        text = shown(program, f"{run} --picture degrees,heatmap,network --histogram --out a-rather-long-name".split(), folder)
        lines = [re.sub(r"\033\[[0-9;]*m", "", line.rpartition("\r")[2]) for line in text.replace("\r\n", "\n").split("\n")]
        files = [line for line in lines if "a-rather-long-name" in line]
        assert len(files) >= 5, text
        for line in files:
            assert len(line) <= 80, f"{len(line)} columns: {line}"
        for words in (["-h"], ["r2", "-h"], ["ccc", "-h"], ["ps", "-h"], ["network", "-h"]):
            for line in shown(program, words, folder).split("\r\n"):
                assert len(line) <= 80, f"encke {' '.join(words)}: {len(line)} columns: {line}"
    print("colours, NO_COLOR and 80 columns are kept")


main()
