"""The inputs of the commands: small, and the same bytes on every machine."""
import json
import os
import struct

import hdf5_bytes


class Numbers:
    """A generator of its own, which no version of Python can change (SplitMix64)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return (z ^ (z >> 31)) % limit


def genotypes(seed, variants, samples, missing):
    """Copies of A1 by variant and sample, -1 where missing (so many of 1000). Every third variant follows the one before it."""
    random = Numbers(seed)
    rows = []
    for v in range(variants):
        frequency = 50 + 37 * v % 450
        row = [sum(random.below(1000) < frequency for _ in range(2)) for _ in range(samples)]
        if v % 3 == 1:
            row = [old if random.below(10) < 8 else new for old, new in zip(rows[-1], row)]
        rows.append([-1 if random.below(1000) < missing else genotype for genotype in row])
    return rows


def two_bits(rows, code):
    """Rows of genotypes at 2 bits each; code: of missing and of 0, 1, 2 copies."""
    data = bytearray()
    for row in rows:
        packed = bytearray((len(row) + 3) // 4)
        for s, genotype in enumerate(row):
            packed[s // 4] |= code[genotype + 1] << 2 * (s % 4)
        data += packed
    return bytes(data)


def fam(samples):
    lines = []
    for s in range(samples):
        parent = "P1" if s % 10 == 9 else "0"
        phenotype = -9 if s % 17 == 5 else 1 + (s * 7 % 5 < 2)
        lines.append(f"F{s // 2} I{s} {parent} {parent} {1 + s % 2} {phenotype}\n")
    return "".join(lines)


def write_plink(write, name, rows):
    write(name + ".bed", b"\x6c\x1b\x01" + two_bits(rows, (1, 3, 2, 0)))
    write(name + ".bim", "".join(f"{1 + v // 20}\trs{v}\t0\t{1000 + 10 * v}\t{'ACGT'[v % 4]}\t{'CGTA'[v % 4]}\n" for v in range(len(rows))))
    write(name + ".fam", fam(len(rows[0])))


def write_pgen(write, name, rows):
    """Fixed width (storage mode 2): a header, and the codes 0, 1, 2 copies of ALT, 3 missing."""
    write(name + ".pgen", b"\x6c\x1b\x02" + struct.pack("<IIB", len(rows), len(rows[0]), 0x40) + two_bits(rows, (3, 0, 1, 2)))
    lines = [f"{1 + v // 20}\t{1000 + 10 * v}\t{f'rs{v}' if v % 6 else '.'}\t{'CGTA'[v % 4]}\t{'ACGT'[v % 4]}\n" for v in range(len(rows))]
    write(name + ".pvar", "##made=here\n#CHROM\tPOS\tID\tREF\tALT\n" + "".join(lines))
    lines = [f"F{s // 2}\tI{s}\t{1 + s % 2}\t{1 + (s * 7 % 5 < 2)}\n" for s in range(len(rows[0]))]
    write(name + ".psam", "#FID\tIID\tSEX\tPHENO1\n" + "".join(lines))


def write_tped(write, name, rows):
    lines = []
    for v, row in enumerate(rows):
        cells = []
        for s, copies in enumerate(row):
            chromosome = ("1", "2", "X", "Y")[v % 4]
            if chromosome in "XY" and s % 2 == 0 and copies == 1:
                copies = 2  # the even samples are males
            cells.append({-1: "0 0", 0: "G G", 1: "A G", 2: "A A"}[copies])
        lines.append(f"{chromosome} tp{v} 0 {500 + v} {' '.join(cells)}\n")
    write(name + ".tped", "".join(lines))
    write(name + ".tfam", fam(len(rows[0])))


def table(rows, prefix):
    lines = ["#id\t" + "\t".join(f"f{f}" for f in range(len(rows[0])))]
    lines += [f"{prefix}{v}\t" + "\t".join(str(cell) for cell in row) for v, row in enumerate(rows)]
    return "\n".join(lines) + "\n"


def npy(rows, kind, letter):
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + text.ljust(117).encode() + b"\n" + reals(rows, letter))


def reals(rows, letter="d"):
    return b"".join(struct.pack(f"<{len(row)}{letter}", *row) for row in rows)


def write_tables(write):
    random = Numbers(11)
    fractions = [[random.below(4000) / 64 if random.below(3) else 0.0 for _ in range(37)] for _ in range(19)]
    fractions[4] = fractions[9] = [0.0] * 37  # two vectors without content
    write("reals.tsv", table(fractions, "p"))
    write("reals.npy", npy(fractions, "<f8", "d"))
    write("reals32.npy", npy(fractions, "<f4", "f"))
    write("reals.bin", reals(fractions))
    write("reals32.bin", reals(fractions, "f"))
    for largest in (1, 3, 7, 255, 65535):
        write(f"whole{largest}.tsv", table([[random.below(largest + 1) for _ in range(45)] for _ in range(17)], "w"))
    write("whole3.bin", reals([[random.below(4) for _ in range(45)] for _ in range(17)]))
    bits = [[random.below(2) for _ in range(70)] for _ in range(18)]
    bits[6] = bits[7] = [0] * 70
    write("bits.tsv", table(bits, "b"))
    write("bits.npy", npy(bits, "<f8", "d"))
    write("some.tsv", table([[cell if random.below(12) else "NA" for cell in row] for row in bits], "b"))
    codes = ["152", "154", "156", "A", "long_code"]
    markers = []
    for v in range(11):
        cells = [f"{codes[random.below(2 + v % 4)]}/{codes[random.below(2 + v % 4)]}" for _ in range(33)]
        markers.append([cell if random.below(15) else ("./." if v % 2 else "NA") for cell in cells])
    write("alleles.tsv", table(markers, "ms"))


def write_fingerprints(write):
    random = Numbers(31)
    rows = [[random.below(256) & random.below(256) for _ in range(12)] for _ in range(21)]
    rows[4] = rows[16] = [0] * 12
    rows[9] = rows[2]
    lines = [bytes(row).hex() + f"\tm{i}" for i, row in enumerate(rows)]
    write("some.fps", "#FPS1\n#num_bits=96\n#type=made\n" + "\n".join(lines) + "\n")


def tree(random, tips):
    """Newick text over all tips, with nested nodes, quotes and comments."""
    nodes = [f"t{i}:{random.below(1000) / 512}" for i in range(tips)]
    nodes[3] = nodes[3].replace("t3", "'t3'")
    while len(nodes) > 2:
        at = random.below(len(nodes) - 1)
        nodes[at:at + 2] = [f"({nodes[at]},{nodes[at + 1]})[node]:{random.below(1000) / 512}"]
    return f"({','.join(nodes)});\n"


def write_biom(write):
    random = Numbers(23)
    tips, samples = 31, 14
    rows = [[random.below(40) if random.below(3) == 0 else 0 for _ in range(tips)] for _ in range(samples)]
    rows[5] = [0] * tips
    rows[8] = [0] * tips
    ids, observations = [f"S{i}" for i in range(samples)], [f"t{i}" for i in range(tips)]
    names = {"rows": [{"id": name} for name in observations], "columns": [{"id": name} for name in ids], "shape": [tips, samples]}
    sparse = [[o, s, row[o]] for s, row in enumerate(rows) for o in range(tips) if row[o]]
    write("sparse.biom", json.dumps({**names, "matrix_type": "sparse", "data": sparse}))
    write("dense.biom", json.dumps({**names, "matrix_type": "dense", "data": [list(column) for column in zip(*rows)]}))
    write("hdf5.biom", hdf5_bytes.biom(ids, observations, rows))
    write("tree.nwk", tree(random, tips))


def write_lists(write):
    write("keep.txt", "".join(f"F{s // 2} I{s}\n" for s in range(0, 61) if s % 4 != 3))
    write("remove.txt", "I3\nI11\nI20\n")
    write("extract.txt", "".join(f"rs{v}\n" for v in range(4, 26)))
    write("loci.txt", "1 1 1100 first\n1 1050 100000\n2 1 1000000 second\n")
    write("exclude.txt", "rs5\nrs6\nrs39\n")
    lines = [f"F{s // 2} I{s} {s % 3 and 1 + s % 2} {1 + (s % 5 < 3)}\n" for s in range(61)]
    write("phenotypes.txt", "FID IID first second\n" + "".join(lines))


def write_all(folder):
    def write(name, data):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)

    os.makedirs(folder)
    some, complete = genotypes(5, 40, 61, 40), genotypes(7, 36, 61, 0)
    write_plink(write, "some", some)
    write_plink(write, "complete", complete)
    write_plink(write, "wide", genotypes(9, 200, 130, 10))
    write_pgen(write, "some", some)
    write_tped(write, "text", genotypes(13, 24, 50, 30))
    write("genotypes.bin", two_bits(some, (2, 0, 1, 3)))
    write_tables(write)
    write_biom(write)
    write_fingerprints(write)
    write_lists(write)
