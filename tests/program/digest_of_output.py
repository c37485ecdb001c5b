#!/usr/bin/env python3
"""digest_of_output.py ENCKE: the digest of a run follows from its P.edges.tsv or P.npy alone, by the definition in
docs/guide/command-line.md, which is written down again here; `encke digest --run` finds it in each file that has all digits of the values."""
import itertools
import json
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

WORD = (1 << 64) - 1


def mix(x):
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & WORD
    return x ^ (x >> 31)


def words_of(way, cell, index, value):
    """The 128 bits that one value adds."""
    low = mix(4 * cell + way + 0x9E3779B97F4A7C15 & WORD)
    high = mix(4 * cell + way + 0xD1B54A32D192ED03 & WORD)
    for part in (*index, struct.unpack("<Q", struct.pack("<d", value))[0]):
        low = mix(low ^ part)
        high = mix(high + part & WORD)
    return high << 64 | low


def rounded(value, f32):
    return struct.unpack("<f", struct.pack("<f", value))[0] if f32 else value


def digest_of(path, way, f32):
    """`path`: edges of vectors that are called by their places, from 0."""
    total = 0
    with open(path) as lines:
        columns = next(lines).lstrip("#").split()
        value = next(c for c, name in enumerate(columns) if name in ("VALUE", "DISTANCE"))
        alleles = [columns.index(f"A{v + 1}") for v in range(way) if f"A{v + 1}" in columns]
        freedom = columns.index("DF") if "DF" in columns else None
        for line in lines:
            words = line.split()
            cell = int(words[freedom]) if freedom is not None else 0
            for column in alleles:
                cell = 2 * cell + int(words[column])
            total += words_of(way, cell, [int(words[v]) for v in range(way)], rounded(float(words[value]), f32))
    return f"{total & (1 << 128) - 1:032x}"


def digest_of_npy(path, way, vectors):
    """All values of all tuples in lexicographic order, each with its cells."""
    data = pathlib.Path(path).read_bytes()
    length = struct.unpack("<H", data[8:10])[0]
    header, body = data[10:10 + length].decode(), data[10 + length:]
    values = struct.unpack(f"<{len(body) // 8}d", body)
    tuples = list(itertools.combinations(range(vectors), way))
    cells = len(values) // len(tuples)
    assert "'<f8'" in header and cells * len(tuples) == len(values), header
    total = sum(words_of(way, v % cells, tuples[v // cells], value) for v, value in enumerate(values))
    return f"{total & (1 << 128) - 1:032x}"


ENDINGS = {"npy": ".npy", "lsmat": ".lsmat.tsv", "hdf5": ".h5", "square": ".square.npy", "abc": ".abc"}


def spoil(path):
    """Changes the last digit or a bit of a value that is not one of the last."""
    data = bytearray(path.read_bytes())
    if path.suffix in (".abc", ".tsv"):
        at = data.rindex(b"0.", 0, len(data) - 30) + 2
    else:
        at = len(data) - 80
    data[at] ^= 1
    path.write_bytes(data)


class Runs:
    """Runs of the program with made-up vectors in a folder."""

    def __init__(self, program, folder):
        self.program, self.folder, self.count = program, folder, 0

    def encke(self, *words):
        done = subprocess.run([self.program, *words], capture_output=True, text=True, cwd=self.folder)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    def write_cohort(self):
        """40 samples with 30 variants, as a PLINK data set."""
        random.seed(1)
        codes = [[random.choice((0, 0, 2, 3, 3, 1)) for _ in range(40)] for _ in range(30)]
        rows = (bytes(sum(row[s + i] << 2 * i for i in range(4)) for s in range(0, 40, 4)) for row in codes)
        (self.folder / "cohort.bed").write_bytes(b"l\x1b\x01" + b"".join(rows))
        (self.folder / "cohort.bim").write_text("".join(f"1 rs{v} 0 {v + 1} A C\n" for v in range(30)))
        (self.folder / "cohort.fam").write_text("".join(f"F{s} I{s} 0 0 0 1\n" for s in range(40)))

    def run(self, metric, *more):
        """The prefix of a run's files of 40 vectors, and its summary."""
        self.count += 1
        out = f"run{self.count}"
        made_up = ["--synthetic", "random", "--num-vectors", "40", "--num-fields", "70"]
        self.encke(metric, *(["--bfile", "cohort"] if metric == "king" else made_up), *more, "--out", out)
        return out, json.loads((self.folder / f"{out}.summary.json").read_text())

    def told(self, out):
        return self.encke("digest", "--run", out).split()[0]

    def has_hdf5(self):
        done = subprocess.run([self.program, "ps", "--synthetic", "random", "--num-vectors", "4", "--num-fields", "5", "--format", "hdf5", "--out", "try"],
                              capture_output=True, text=True, cwd=self.folder)
        assert done.returncode in (0, 7), done.stderr
        return done.returncode == 0

    def refused(self, out, code, words):
        done = subprocess.run([self.program, "digest", "--run", out], capture_output=True, text=True, cwd=self.folder)
        assert done.returncode == code and words in done.stderr, f"{out}: {done.returncode} {done.stderr}, {code} and '{words}' expected"


def check_edges(runs):
    cases = [("ccc", 2, "--threshold 0.3"), ("ccc", 3, "--threshold 0.3"), ("duo", 2, "--threshold 0.5"), ("ps", 2, ""), ("ps", 3, "--top 50"),
             ("sorenson", 2, "--precision f32"), ("r2", 2, "--threshold 0.02"), ("jaccard", 2, "--distance --threshold 0.6 --below")]
    for metric, way, more in cases:
        out, summary = runs.run(metric, *more.split(), *(["--way", "3"] if way == 3 else []))
        found = digest_of(runs.folder / f"{out}.edges.tsv", way, "f32" in more)
        assert summary["written"] > 10, f"{metric}: too few values to tell"
        assert runs.told(out) == found == summary["digest"], f"{metric} --way {way} {more}: {found}, {summary['digest']} in the summary"
    return len(cases)


def check_formats(runs):
    """Files of whole matrices, without their input; a value that is changed is found in each."""
    cases = [("ccc", "npy", ""), ("ccc", "npy", "--way 3"), ("ps", "npy", "--precision f32"), ("ps", "lsmat", ""),
             ("ps", "lsmat", "--precision f32 --zst"), ("sorenson", "lsmat", "--distance"), ("r2", "square", ""),
             ("ccc", "abc", "--threshold 0.3"), ("ccc", "abc", "--way 3 --threshold 0.3"), ("ps", "abc", "--zst")]
    if runs.has_hdf5():
        cases += [("ps", "hdf5", ""), ("ps", "hdf5", "--precision f32")]
    for metric, form, more in cases:
        out, summary = runs.run(metric, "--format", form, *more.split())
        what = f"{metric} --format {form} {more}"
        assert summary["written"] > 10, f"{what}: too few values to tell"
        assert runs.told(out) == summary["digest"], what
        if form == "npy" and "f32" not in more:
            assert digest_of_npy(runs.folder / f"{out}.npy", summary["way"], 40) == summary["digest"], what
        if "zst" not in more:
            spoil(runs.folder / (out + ENDINGS[form]))
            runs.refused(out, 21, out + ENDINGS[form])
    return len(cases)


def check_parts(runs):
    """Joined parts: names are those that the first part keeps, and matrices need none."""
    for form, more in (("edges", ["--threshold", "0.3"]), ("npy", [])):
        parts = [runs.run("ccc", *more, "--shard", f"{k}/2")[0] for k in (1, 2)]
        runs.encke("merge", "--out", form, "--format", form, *parts)
        summary = json.loads((runs.folder / f"{form}.summary.json").read_text())
        assert runs.told(form) == summary["digest"], form
        runs.refused(parts[0], 7, "encke verify")
        shutil.rmtree(runs.folder / f"{parts[0]}.blocks")
        if form == "edges":
            runs.refused(form, 7, "which is not there")
        else:
            assert runs.told(form) == summary["digest"], form


def check_refusals(runs):
    runs.refused(runs.run("king")[0], 7, "four numbers")
    runs.refused(runs.run("king", "--format", "npy")[0], 7, "four numbers")
    runs.refused(runs.run("ps", "--format", "packed")[0], 7, "float32")
    runs.refused(runs.run("r2", "--format", "square32")[0], 7, "float32")
    runs.refused(runs.run("ps", "--digits", "3")[0], 7, "--digits")
    runs.refused(runs.run("ps", "--threshold", "0.9", "--digest", "all")[0], 7, "more than is written")


def main():
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(folder))
        runs.write_cohort()
        number = check_edges(runs) + check_formats(runs)
        check_parts(runs)
        check_refusals(runs)
    print(f"{number} digests follow from the values")


main()
