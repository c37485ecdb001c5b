#!/usr/bin/env python3
"""Damaged inputs: of a small file of each format every truncation, and every byte with these bits turned.

Usage: ENCKE_BIN=encke damaged_files.py [--formats bed,vcf] [--bits 255,1]
A run must end with exit code 6 (malformed), or 7 where what is left contradicts another file, or it must succeed: of formats that
protect their content with checksums (BGZF: .vcf.gz and .bcf) only with the values of the whole file, of others with any, for a
turned bit of a genotype is another genotype. It never crashes or takes memory that the file does not need.
"""

import argparse
import concurrent.futures
import os
import resource
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
    head = b"\x6c\x1b" + struct.pack("<BII", mode, 4 if mode == 0x10 else 3, 5)
    rows = [bytes([sum((3 if g is None else g) << 2 * s for s, g in enumerate(row[:4])), 3 if row[4] is None else row[4]]) for row in GENOTYPES]
    if mode == 0x02:
        return head + b"\x40" + b"".join(rows)
    records = [rows[0], bytes([1, 0b10010, 2, 3, 0b1110, 1]), b"\x01\x02\x02", b"\x01\x04\x01"]
    records[1] = bytes([0x01, 0b10010]) + bytes([1, 2, 2])
    kinds = bytes([0 | 1 << 4, 2 | 4 << 4])
    lengths = bytes(len(record) for record in records)
    begin = len(head) + 1 + 8 + len(kinds) + len(lengths)
    return head + b"\x40" + struct.pack("<Q", begin) + kinds + lengths + b"".join(records)


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
}


def damages(data, turned):
    for size in range(len(data)):
        yield f"the first {size} bytes", data[:size]
    for at in range(len(data)):
        for bits in turned:
            yield f"byte {at} ^ {bits:#x}", data[:at] + bytes([data[at] ^ bits]) + data[at + 1:]


def limited():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(encke, folder, words):
    """Exit code, values and peak memory of a run."""
    for old in Path(folder).glob("out.*"):
        old.unlink()
    process = subprocess.Popen([encke, "r2", *words.split(), "--inter-chr", "--columns", "ids", "--threads", "1", "--progress", "none",
                                "--out", "out"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limited)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    edges = Path(folder, "out.edges.tsv")
    return process.returncode, edges.read_bytes() if edges.exists() else None, used.ru_maxrss << 10, said


def try_format(encke, name, turned):
    path, data, others, words, protected = FORMATS[name]
    counts, problems = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for other, content in others.items():
            Path(folder, other).write_bytes(content)
        Path(folder, path).write_bytes(data)
        code, values, memory, said = run(encke, folder, words)
        if code == 7 and b"built without" in said:
            return name, "not in this build", []
        if code != 0 or not values:
            return name, "", [f"{name}: the whole file: exit code {code}: {said.decode(errors='replace')[:300]}"]
        for what, damaged in damages(data, turned):
            Path(folder, path).write_bytes(damaged)
            code, found, used, said = run(encke, folder, words)
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
    arguments = parser.parse_args()
    wanted, turned = arguments.formats.split(","), [int(bits) for bits in arguments.bits.split(",")]
    os.environ.update(OMP_WAIT_POLICY="passive", OMP_PROC_BIND="false", OMP_NUM_THREADS="1")
    all_problems = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, counts, problems in pool.map(lambda name: try_format(os.environ["ENCKE_BIN"], name, turned), wanted):
            print(f"{name}: {len(FORMATS[name][1])} bytes, {counts}, {len(problems)} problems")
            all_problems += problems
    for problem in all_problems[:20]:
        print("  ", problem)
    return 1 if all_problems else 0


if __name__ == "__main__":
    sys.exit(main())
