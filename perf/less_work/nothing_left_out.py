#!/usr/bin/env python3
"""What pruning costs where it can leave nothing out: processor seconds without it as a multiple of those with it.

usage: nothing_left_out.py ENCKE [--repeats N] [--vectors N] [--samples N ...] [--level NAME] [--count]

Random variants of one frequency, so that none can be told from its vectors, and a threshold near 0 or where all pairs pass.
Each run takes turns with one that has --no-pruning; one thread. Medians of the repeats, and the least and the largest quotient of
a run and the next one. Seconds are of the processor, of the whole command. --count: instructions beside them, of level x86-64-v3 (see
less_work.py); these do not depend on what else the machine does.
"""
import argparse
import random
import statistics
import subprocess
import sys
import tempfile

import less_work


def make(prefix, vectors, samples, missing):
    """Genotypes of which a quarter, a half and a quarter have no copy, one and two; of `missing`, one byte of 64 has a missing one."""
    numbers = random.Random(samples)
    codes = [0, 2, 2, 3]  # of a .bed 1 means missing
    one_for_missing = bytes(sum(codes[byte >> shift & 3] << shift for shift in (0, 2, 4, 6)) for byte in range(256))
    genotypes = bytearray(numbers.randbytes(vectors * samples // 4).translate(one_for_missing))
    if missing:
        for place in numbers.sample(range(len(genotypes)), len(genotypes) // 64):
            genotypes[place] = genotypes[place] & 0xfc | 1
    with open(prefix + ".bed", "wb") as bed:
        bed.write(b"\x6c\x1b\x01" + genotypes)
    with open(prefix + ".bim", "w", encoding="utf-8") as bim:
        bim.writelines(f"1 s{v} 0 {v + 1} A C\n" for v in range(vectors))
    with open(prefix + ".fam", "w", encoding="utf-8") as fam:
        fam.writelines(f"f{s} i{s} 0 0 2 -9\n" for s in range(samples))


def cases(vectors, samples):
    """A name, the number of vectors, whether samples are missing, and the words of each command. Of independent vectors r² passes 10 / n
    once in 600 pairs."""
    few = {"r2": 10 / samples, "ccc": 0.5 + 0.8 / samples ** 0.5}
    for metric, threshold in few.items():
        for missing in (False, True):
            name = f"{less_work.NAMES[metric]} above {threshold:.4f}" + ", missing" * missing
            yield name, vectors, missing, [metric, "--threshold", f"{threshold:.4f}"]
    for missing in (False, True):
        yield "r² above 0.0001" + ", missing" * missing, vectors // 4, missing, ["r2", "--threshold", "0.0001"]
        yield "CCC above 0.0001, all pass" + ", missing" * missing, vectors // 6, missing, ["ccc", "--threshold", "0.0001"]
    yield "CCC above 0.3, triples", vectors // 30, False, ["ccc", "--way", "3", "--threshold", "0.3"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encke")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--vectors", type=int, default=12000)
    parser.add_argument("--samples", type=int, nargs="+", default=[64, 128, 256, 512, 1024], help="multiples of 4")
    parser.add_argument("--level")
    parser.add_argument("--count", action="store_true")
    options = parser.parse_args()
    options.threads = 1
    print("| samples | | variants | without pruning, s | with, s | without / with | of one turn | in instructions | left |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        program = less_work.Program(options, folder)
        for samples in options.samples:
            for name, vectors, missing, words in cases(options.vectors, samples):
                make(folder + "/p", vectors, samples, missing)
                program.counted.clear()
                words = [words[0], "--bfile", folder + "/p", *words[1:], "--format", "packed"]
                try:
                    work, costs = less_work.measure(program, words + ["--inter-chr"] * (words[0] == "r2"), False)
                except subprocess.CalledProcessError as error:
                    sys.exit(error.stderr)
                without, pruned = costs["without"][0], costs["with"][0]
                print(f"| {samples} | {name} | {vectors:,} | {statistics.median(without):.3f} | {statistics.median(pruned):.3f} | "
                      f"{less_work.ratio(without, pruned)} |{less_work.spread(without, pruned)} | "
                      f"{less_work.ratio(costs['without'][1], costs['with'][1])} | {work['left']:.3f} |", flush=True)


if __name__ == "__main__":
    main()
