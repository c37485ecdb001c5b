#!/usr/bin/env python3
"""Damaged inputs: of a small file of each format truncations, and bytes with these bits turned.

Usage: ENCKE_BIN=encke damaged_files.py [--formats bed,vcf] [--bits 255,1] [--seed S]
Of a file some hundred truncations and as many bytes are taken, other ones each day, for they begin where the seed (the day's) says; with
ENCKE_LONG=1 all are.
HDF5 needs h5py, Zstandard the program zstd; without these what needs them is left out.
A run must end with exit code 6 (malformed), or 7 where what is left contradicts another file, or it must succeed: of formats that
protect their content with checksums (BGZF: .vcf.gz and .bcf) only with the values of the whole file, of others with any, for a
turned bit of a genotype is another genotype. It never crashes or takes memory that the file does not need.
"""

import argparse
import concurrent.futures
import datetime
import gzip
import os
import random
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "fuzz"))
sys.dont_write_bytecode = True
import seeds  # noqa: E402

GENOTYPES = [[0, 1, 2, 0, 1], [2, 1, 0, None, 1], [0, 1, 2, 1, 1]]
MORE_BYTES = 64 << 20  # than a run on the whole file


def bed():
    code = {0: 3, 1: 2, 2: 0, None: 1}
    return b"\x6c\x1b\x01" + b"".join(bytes([sum(code[g] << 2 * s for s, g in enumerate(row[:4])), code[row[4]]]) for row in GENOTYPES)


def pgen(mode):
    """Fixed width, or records of types 0, 1, 2 (of the one before) and 4 (a list of what is not 0)."""
    return pgen_parts(mode)[1]


def pgen_parts(mode):
    """The index, of mode 0x20, and the file that has the records."""
    head = b"\x6c\x1b" + struct.pack("<BII", mode, 3 if mode == 0x02 else 4, 5)
    rows = [bytes([sum((3 if g is None else g) << 2 * s for s, g in enumerate(row[:4])), 3 if row[4] is None else row[4]]) for row in GENOTYPES]
    if mode == 0x02:
        return b"", head + b"\x40" + b"".join(rows)
    records = [rows[0], bytes([0x01, 0b10010]) + bytes([1, 2, 2]), b"\x01\x02\x02", b"\x01\x04\x01"]
    kinds = bytes([0 | 1 << 4, 2 | 4 << 4])
    lengths = bytes(len(record) for record in records)
    apart = mode == 0x20
    begin = 3 if apart else len(head) + 1 + 8 + len(kinds) + len(lengths)
    index = b"\x40" + struct.pack("<Q", begin) + kinds + lengths
    if apart:
        return b"\x6c\x1b\x30" + head[3:] + index, head[:3] + b"".join(records)
    return b"", head + index + b"".join(records)


def vcf():
    text = {0: "0/0", 1: "0/1", 2: "1/1", None: "./."}
    lines = ["##fileformat=VCFv4.2", '##FORMAT=<ID=GT,Number=1,Type=String,Description="g">', "##contig=<ID=1>",
             "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\t" + "\t".join("abcde")]
    for v, row in enumerate(GENOTYPES):
        lines.append(f"1\t{10 * v + 5}\trs{v}\tA\tC\t.\tPASS\t.\tGT\t" + "\t".join(text[g] for g in row))
    return ("\n".join(lines) + "\n").encode()


def bgzf(data):
    def block(part):
        packer = zlib.compressobj(6, zlib.DEFLATED, -15)
        packed = packer.compress(part) + packer.flush()
        head = b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0" + struct.pack("<H", len(packed) + 25)
        return head + packed + struct.pack("<II", zlib.crc32(part), len(part))
    return block(data) + block(b"")


def bcf():
    def typed(kind, values):
        return bytes([len(values) << 4 | kind]) + bytes(values)

    header = vcf().split(b"\n1\t")[0] + b"\n\0"
    header = header.replace(b"##contig", b'##FILTER=<ID=PASS,Description="p">\n##contig')
    out = b"BCF\x02\x02" + struct.pack("<I", len(header)) + header
    call = {0: [2, 2], 1: [2, 4], 2: [4, 4], None: [0, 0]}
    for v, row in enumerate(GENOTYPES):
        shared = struct.pack("<iiiIHHI", 0, 10 * v + 4, 1, 0x7F800001, 0, 2, 1 << 24 | 5)
        shared += typed(7, b"rs%d" % v) + typed(7, b"A") + typed(7, b"C") + typed(1, [0])
        own = typed(1, [1]) + b"\x21" + b"".join(bytes(call[g]) for g in row)  # GT is word 1 of the dictionary
        out += struct.pack("<II", len(shared), len(own)) + shared + own
    return bgzf(out)


FAM = b"".join(b"F%d I%d 0 0 0 1\n" % (s, s) for s in range(5))
BIM = b"".join(b"1 rs%d 0 %d A C\n" % (v, 10 * v + 5) for v in range(3))
PSAM = b"#FID\tIID\n" + b"".join(b"F%d\tI%d\n" % (s, s) for s in range(5))
PVAR = b"#CHROM\tPOS\tID\tREF\tALT\n" + b"".join(b"1\t%d\trs%d\tC\tA\n" % (10 * v + 5, v) for v in range(3))

SAMPLE = b"ID_1 ID_2 missing sex\n0 0 0 D\n" + b"".join(b"F%d I%d 0 %d\n" % (s, s, 1 + s % 2) for s in range(3))
TABLE = b"id\ta\tb\tc\n" + b"".join(b"r%d\t%d\t%d\t0.5\n" % (r, r, r % 2) for r in range(4))
FPS = b"#FPS1\n#num_bits=16\n" + b"".join(b"%02x%02x\tm%d\n" % (17 * m + 3, 0x55, m) for m in range(4))


def zst(data):
    """None where there is no zstd."""
    if shutil.which("zstd") is None:
        return None
    return subprocess.run(["zstd", "-q", "--check"], input=data, stdout=subprocess.PIPE, check=True).stdout


def biom_hdf5():
    """None where there is no h5py."""
    try:
        import h5py  # noqa: F401
    except ImportError:
        return None
    return seeds.hdf5(seeds.fill_biom(True))


# What is run on a format; the others are genotypes.
COMMANDS = {"table.gz": "ps", "table.zst": "ps", "biom": "ps", "biom-hdf5": "ps", "fps": "jaccard", "fps.gz": "jaccard", "fps.zst": "jaccard"}

# name: the file that is damaged, the others, the words of the input, whether only the same values are a success
FORMATS = {
    "bed": ("x.bed", bed(), {"x.bim": BIM, "x.fam": FAM}, "--bfile x", False),
    "bim": ("x.bim", BIM, {"x.bed": bed(), "x.fam": FAM}, "--bfile x", False),
    "fam": ("x.fam", FAM, {"x.bed": bed(), "x.bim": BIM}, "--bfile x", False),
    "pgen-fixed": ("x.pgen", pgen(0x02), {"x.pvar": PVAR, "x.psam": PSAM}, "--pfile x", False),
    "pgen": ("x.pgen", pgen(0x10), {"x.pvar": PVAR + b"1\t35\trs3\tC\tA\n", "x.psam": PSAM}, "--pfile x", False),
    "vcf": ("x.vcf", vcf(), {}, "--vcf x.vcf", False),
    "vcf.gz": ("x.vcf.gz", bgzf(vcf()), {}, "--vcf x.vcf.gz", True),
    "bcf": ("x.bcf", bcf(), {}, "--bcf x.bcf", True),
    "bgen": ("x.bgen", seeds.bgen(1), {}, "--bgen x.bgen --bgen-ref last", False),
    "bgen-plain": ("x.bgen", seeds.bgen(0), {}, "--bgen x.bgen --bgen-ref last", False),
    "pvar": ("x.pvar", PVAR, {"x.pgen": pgen(0x02), "x.psam": PSAM}, "--pfile x", False),
    "pvar.zst": ("x.pvar.zst", zst(PVAR), {"x.pgen": pgen(0x02), "x.psam": PSAM}, "--pfile x", True),
    "psam": ("x.psam", PSAM, {"x.pgen": pgen(0x02), "x.pvar": PVAR}, "--pfile x", False),
    "pgi": ("x.pgen.pgi", pgen_parts(0x20)[0], {"x.pgen": pgen_parts(0x20)[1], "x.pvar": PVAR + b"1\t35\trs3\tC\tA\n", "x.psam": PSAM},
            "--pfile x", False),
    "sample": ("x.sample", SAMPLE, {"x.bgen": seeds.bgen(1)}, "--bgen x.bgen --bgen-ref last --sample x.sample", False),
    "table.gz": ("x.tsv", gzip.compress(TABLE, mtime=0), {}, "--table x.tsv", True),
    "table.zst": ("x.tsv", zst(TABLE), {}, "--table x.tsv", True),
    "fps": ("x.fps", FPS, {}, "--fps x.fps", False),
    "fps.gz": ("x.fps", gzip.compress(FPS, mtime=0), {}, "--fps x.fps", True),
    "fps.zst": ("x.fps", zst(FPS), {}, "--fps x.fps", True),
    "biom": ("x.biom", seeds.BIOM, {}, "--biom x.biom", False),
    "biom-hdf5": ("x.biom", biom_hdf5(), {}, "--biom x.biom", False),
}


def damages(data, turned, rng):
    """A spread, and always what is empty and what lacks the last byte; all where ENCKE_LONG is 1."""
    step = 1 if os.environ.get("ENCKE_LONG") == "1" else -(-len(data) // 100)
    for size in sorted({0, *range(rng.randrange(step), len(data), step), len(data) - 1}):
        yield f"the first {size} bytes", data[:size]
    for at in range(rng.randrange(step), len(data), step):
        for bits in turned:
            yield f"byte {at} ^ {bits:#x}", data[:at] + bytes([data[at] ^ bits]) + data[at + 1:]


def run(encke, folder, name, words):
    """Exit code, values and peak memory of a run."""
    command = [COMMANDS[name]] if name in COMMANDS else ["r2", "--inter-chr", "--columns", "ids"]
    for old in Path(folder).glob("out.*"):
        old.unlink()
    process = subprocess.Popen([encke, *command, *words.split(), "--threads", "1", "--progress", "none", "--out", "out"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    edges = Path(folder, "out.edges.tsv")
    return process.returncode, edges.read_bytes() if edges.exists() else None, used.ru_maxrss << 10, said


def try_format(encke, name, turned, seed):
    path, data, others, words, protected = FORMATS[name]
    counts, problems = {}, []
    if data is None:
        return name, "left out: a program or module is missing", []
    with tempfile.TemporaryDirectory() as folder:
        for other, content in others.items():
            Path(folder, other).write_bytes(content)
        Path(folder, path).write_bytes(data)
        code, values, memory, said = run(encke, folder, name, words)
        if code == 7 and b"built without" in said:
            return name, "not in this build", []
        if code != 0 or not values:
            return name, "", [f"{name}: the whole file: exit code {code}: {said.decode(errors='replace')[:300]}"]
        for what, damaged in damages(data, turned, random.Random(f"{seed}/{name}")):
            Path(folder, path).write_bytes(damaged)
            code, found, used, said = run(encke, folder, name, words)
            counts[code] = counts.get(code, 0) + 1
            if code not in (0, 6, 7):
                problems.append(f"{name}, {what}: exit code {code}: {said.decode(errors='replace')[:200]}")
            elif code == 0 and protected and found != values:
                problems.append(f"{name}, {what}: other values")
            elif code != 0 and found is not None:
                problems.append(f"{name}, {what}: exit code {code}, and a file of values")
            if used > memory + MORE_BYTES:
                problems.append(f"{name}, {what}: {used >> 20} MiB, the whole file {memory >> 20}")
    return name, ", ".join(f"{count} times exit code {code}" for code, count in sorted(counts.items())), problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--formats", default=",".join(FORMATS))
    parser.add_argument("--bits", default="255,1")
    parser.add_argument("--seed", default=datetime.date.today().isoformat())
    arguments = parser.parse_args()
    wanted, turned = arguments.formats.split(","), [int(bits) for bits in arguments.bits.split(",")]
    os.environ.update(OMP_WAIT_POLICY="passive", OMP_PROC_BIND="false", OMP_NUM_THREADS="1")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # of the runs, too
    print(f"seed {arguments.seed}")
    all_problems = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, counts, problems in pool.map(lambda name: try_format(os.environ["ENCKE_BIN"], name, turned, arguments.seed), wanted):
            print(f"{name}: {len(FORMATS[name][1] or b'')} bytes, {counts}, {len(problems)} problems")
            all_problems += problems
    for problem in all_problems[:20]:
        print("  ", problem)
    return 1 if all_problems else 0


if __name__ == "__main__":
    sys.exit(main())
