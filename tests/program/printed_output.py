#!/usr/bin/env python3
"""printed_output.py PAGE ENCKE: runs the commands that PAGE shows with a prompt ($), as they stand and in their order, and compares
what follows them with what they print. Needs the data set of 1000 Genomes that drivers/demo.sh brings, in $ENCKE_SHARED; other inputs
are made up, and what is computed from these has no output on the page."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

DATA = "build/demo/data"


def blocks_of(page):
    """(command, lines that it prints) of each block, which begins without a language."""
    found = []
    for block in re.findall(r"^```\n(\$ .*?)^```$", page, re.MULTILINE | re.DOTALL):
        for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = shown.partition("\n")
            found.append((command, printed))
    return found


def write_inputs(folder, real):
    folder.joinpath(DATA).parent.mkdir(parents=True)
    folder.joinpath(DATA).symlink_to(real)
    table = {"rows": [{"id": "a"}, {"id": "b"}], "columns": [{"id": "s"}, {"id": "t"}], "shape": [2, 2], "matrix_type": "dense",
             "data": [[1, 2], [3, 0]]}
    folder.joinpath("table.biom").write_text(json.dumps(table))
    folder.joinpath("tree.nwk").write_text("(a:1,b:2);")


def main():
    page, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    real = pathlib.Path(os.environ.get("ENCKE_SHARED", "/nowhere"), "data", "snp").resolve()
    if not real.joinpath("EUR_test.bed").exists():
        print("skipped: EUR_test of $ENCKE_SHARED/data/snp is not there")
        return 77
    commands = blocks_of(page.read_text())
    compared = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_inputs(folder, real)
        folder.joinpath("bin").mkdir()
        folder.joinpath("bin", "encke").symlink_to(program)
        for command, printed in commands:
            done = subprocess.run(["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE, text=True,
                                  env={**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"})
            if done.returncode != 0:
                sys.exit(f"{page}: {command}: exit code {done.returncode}")
            if printed and done.stdout != printed:
                sys.exit(f"{page}: {command}: the page has\n{printed}and the command prints\n{done.stdout}")
            compared += bool(printed)
    if compared == 0:
        sys.exit(f"{page}: no command with its output was found")
    print(f"{len(commands)} commands, the output of {compared} compared")
    return 0


sys.exit(main())
