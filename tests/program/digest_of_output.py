#!/usr/bin/env python3
"""digest_of_output.py ENCKE: the digest of a run follows from its P.edges.tsv alone, by the definition in docs/guide/command-line.md,
which is written down again here. Values are printed with as few digits as read back to the same bits."""
import json
import pathlib
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


def main():
    program = sys.argv[1]
    runs = [("ccc", 2, "--threshold 0.3"), ("ccc", 3, "--threshold 0.3"), ("duo", 2, "--threshold 0.5"), ("ps", 2, ""), ("ps", 3, "--top 50"),
            ("sorenson", 2, "--precision f32"), ("r2", 2, "--threshold 0.02"), ("jaccard", 2, "--distance --threshold 0.6 --below")]
    with tempfile.TemporaryDirectory() as folder:
        for metric, way, more in runs:
            out = pathlib.Path(folder, f"{metric}{way}")
            command = [program, metric, "--synthetic", "random", "--num-vectors", "40", "--num-fields", "70", *more.split(), "--out", str(out)]
            subprocess.run(command + (["--way", "3"] if way == 3 else []), check=True, stdout=subprocess.DEVNULL)
            summary = json.loads(out.with_name(out.name + ".summary.json").read_text())
            found = digest_of(f"{out}.edges.tsv", way, "f32" in more)
            assert summary["written"] > 10, f"{metric}: too few values to tell"
            told = subprocess.run([program, "digest", "--run", str(out)], check=True, stdout=subprocess.PIPE, text=True).stdout
            assert told.startswith(found + "  "), f"{metric}: {told} of encke digest"
            assert found == summary["digest"], f"{metric} --way {way} {more}: {found} from the edges, {summary['digest']} in the summary"
    print(f"{len(runs)} digests follow from the values")


main()
