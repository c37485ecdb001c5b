#!/usr/bin/env python3
"""Makes the seeds of the fuzz targets: seeds.py FOLDER writes FOLDER/<target>/<name>, small inputs that are right, or nearly.

The seeds of HDF5 need h5py; without it there are none. Several files are one input, see fuzz::separator; the first bytes of some
targets choose what is read (fuzz::choose).
"""
import gzip
import io
import json
import os
import struct
import sys
import zlib

SEPARATOR = b"\n==file==\n"


def several(*files):
    return SEPARATOR.join(files)


def npy(kind, shape, data):
    header = ("{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (kind, shape)).encode()
    header += b" " * (63 - (10 + len(header)) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data


FAM = b"F0 I0 0 0 1 1\nF1 I1 0 0 2 2\nF2 I2 0 0 1 1\nF3 I3 F0 I0 2 2\nF4 I4 0 0 0 -9\n"
BIM = b"1 rs0 0 10 A C\n1 rs1 0 20 G T\nX rs2 0 30 A C\n"
BED = b"\x6c\x1b\x01" + bytes([0xE2, 0x00, 0xB8, 0x03, 0x1B, 0x02])
PVAR = b"##fileformat=VCFv4.3\n#CHROM\tPOS\tID\tREF\tALT\n1\t1\trs0\tC\tA\n1\t2\trs1\tC\tA,G\n2\t5\t.\tC\tA\n"
PSAM = b"#FID\tIID\tSEX\tPHENO1\n" + b"".join(b"F%d\tI%d\tNA\t%d\n" % (s, s, 1 + s % 2) for s in range(5))
BIOM = json.dumps({"rows": [{"id": f"o{i}"} for i in range(4)], "columns": [{"id": f"s{i}"} for i in range(3)], "shape": [4, 3],
                   "matrix_type": "sparse", "data": [[0, 0, 1], [1, 0, 2], [1, 1, 3], [2, 2, 4], [3, 1, 5]]}).encode()
DENSE = json.dumps({"id": None, "format": "Biological Observation Matrix 1.0.0", "matrix_type": "dense", "shape": [2, 2],
                    "rows": [{"id": "o0", "metadata": {"taxonomy": ["a", "b"]}}, {"id": "o1"}], "columns": [{"id": "s"}, {"id": "t"}],
                    "data": [[1, 0.5], [0, 3e2]]}).encode()
NEWICK = b"((o0:1,o1:2)'in it''s':0.5,(o2:1e-3,o3:1)[a [nested] remark]:0.25);\n"
VCF = (b"##fileformat=VCFv4.2\n##FORMAT=<ID=GT,Number=1,Type=String,Description=\"g\">\n##contig=<ID=1>\n"
       b"#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\ta\tb\n1\t5\trs1\tA\tC\t.\tPASS\t.\tGT:DP\t0/1:3\t1|1:4\n"
       b"1\t9\t.\tA\tC,G\t.\tq10\t.\tGT\t./.\t0/2\n")


def pgen(mode):
    variants, samples = 3, 5
    rows = [bytes([0x1B, 0x02]), bytes([0x00, 0x01]), bytes([0xFF, 0x03])]
    head = b"\x6c\x1b" + struct.pack("<BII", mode, variants, samples)
    if mode == 2:
        return head + b"\x40" + b"".join(rows)
    types, lengths = b"\x00\x00", b"".join(struct.pack("<B", len(row)) for row in rows)
    begin = len(head) + 1 + 8 + len(types) + len(lengths)
    return head + b"\x40" + struct.pack("<Q", begin) + types + lengths + b"".join(rows)


def bgen(packing):
    def sized(text, kind):
        return struct.pack(kind, len(text)) + text

    plain = struct.pack("<IHBB", 3, 2, 2, 2) + b"\x02\x02\x82" + b"\x00\x08" + bytes([255, 0, 0, 255, 0, 0])
    variants = b""
    for number in range(2):
        variants += sized(b"", "<H") + sized(b"rs%d" % number, "<H") + sized(b"7", "<H") + struct.pack("<IH", 47 + number, 2)
        variants += sized(b"G", "<I") + sized(b"A", "<I")
        packed = zlib.compress(plain) if packing else plain
        variants += struct.pack("<II", len(packed) + 4, len(plain)) + packed if packing else sized(plain, "<I")
    ids = b"".join(sized(name, "<H") for name in (b"a", b"b", b"c"))
    ids = struct.pack("<II", len(ids) + 8, 3) + ids
    header = struct.pack("<III4sI", 20, 2, 3, b"bgen", 1 << 31 | 2 << 2 | packing)
    return struct.pack("<I", len(header) + len(ids)) + header + ids + variants


def hdf5(fill):
    try:
        import h5py
    except ImportError:
        return None
    stream = io.BytesIO()
    with h5py.File(stream, "w", libver="earliest") as file:
        fill(file, h5py)
    return stream.getvalue()


def fill_biom(fixed, **layout):
    def fill(file, h5py):
        kind = "S2" if fixed else h5py.string_dtype()
        file.attrs["shape"] = [3, 2]
        for side, names in (("observation", ["o0", "o1", "o2"]), ("sample", ["s0", "s1"])):
            file.create_dataset(side + "/ids", data=[name.encode() for name in names], dtype=kind, **layout)
        for side in ("observation", "sample"):
            ends, places = ([0, 1, 2, 3], [0, 0, 1]) if side == "observation" else ([0, 2, 3], [0, 1, 2])
            file.create_dataset(side + "/matrix/data", data=[1.0, 2.0, 3.0], **layout)
            file.create_dataset(side + "/matrix/indices", data=places, dtype="i4", **layout)
            file.create_dataset(side + "/matrix/indptr", data=ends, dtype="i4", **layout)
    return fill


def fill_distances(file, h5py):
    file.create_dataset("order", data=[b"a", b"b"], dtype=h5py.string_dtype())
    file.create_dataset("matrix", data=[[0.0, 0.5], [0.5, 0.0]])


def block_record(kind, tile, payload):
    return bytes([kind, tile, len(payload)]) + payload


def heap_sizes_changed(data):
    """BIOM 2 files in which the global heap gives a text more bytes than it has: a library that believes it writes behind its memory."""
    if data is None:
        return []
    found = []
    for more in (1 << 20, 0x414E << 32):
        changed = bytearray(data)
        at = data.index(b"GCOL") + 16  # objects: number, references, 4 bytes, size; the bytes, up to a multiple of 8
        while struct.unpack_from("<H", data, at)[0] != 0:
            size, = struct.unpack_from("<Q", data, at + 8)
            struct.pack_into("<Q", changed, at + 8, size + more)
            at += 16 + (size + 7) // 8 * 8
        found.append(bytes(changed))
    return found


HITS = struct.pack("<IIIId", 0, 1, 0, 2, 0.5) + struct.pack("<IIIId", 0, 2, 0, 0, 0.75)
TILE = struct.pack("<qqQQdqqq", 3, 2, 1, 2, 0.5, 0, 0, 1) + struct.pack("<qq", 1, 2)
OVERFLOW = struct.pack("<qqQQdqqq", (1 << 62) + 1, 0, 1, 2, 0, 0, 0, 0)  # tuples of which two tiles have more than there are numbers
LSMAT = b"\ta\tb\tc\na\t0\t0.5\t1\nb\t0.5\t0\t0.25\nc\t1\t0.25\t0\n"

SEEDS = {
    "plink_text": [several(FAM, BIM), several(b"F0\tI0\t0\t0\t1\t1\r\n", b"chr1\t.\t0\t5\t.\tA\nMT rs1 0 -1 A 0\n")],
    "plink": [bytes([element, several_filters]) + several(BED, BIM, FAM) for element in range(5) for several_filters in (0, 1)],
    "tped": [several(b"1 rs0 0 1 A A A C C C 0 0 A C\n1 rs1 0 2 1 2 2 2 0 0 1 1 1 2\n", FAM), several(b"1 rs0 0 1 A A A C", FAM)],
    "pgen": [b"\1" + several(pgen(mode), PVAR, PSAM) for mode in (0x02, 0x10)] + [b"\0" + several(BED, BIM, FAM)],
    "pvar_psam": [several(PVAR, PSAM), several(BIM, FAM), several(b"#CHROM\tPOS\tID\tREF\tALT\n", b"#IID\tSEX\nI0\t1\n")],
    "bgen": [b"\0" + bgen(0), b"\0" + bgen(1), b"\1" + several(bgen(1), b"ID_1 ID_2 missing sex\n0 0 0 D\na a 0 1\nb b 0 2\nc c 0 1\n")],
    "vcf": [b"\1" + VCF, b"\1" + gzip.compress(VCF), b"\0" + VCF],
    "vcf_calls": [b"\1\0\1\0\1" + b"0/1:3\t1|1:4", b"\1\0\0\0\1" + bytes([2, 4, 5, 3]), b"\0\0\1\0\0" + b"1:5-9,1:20,1"],
    "table": [bytes([element, side]) + b"id\ta\tb\tc\nr\t0\t1\t1\ns\t1\t0\t1\n" for element in range(5) for side in (0, 1)]
             + [b"\1\0" + gzip.compress(b"id\ta\nr\t0.5\n"), b"\0\0id\ta\tb\nr\tNA\t1\n"],
    "npy": [bytes([2]) + npy("<f8", (2, 3), struct.pack("<6d", *range(6))), bytes([1]) + npy("<f4", (3, 1), struct.pack("<3f", 1, 2, 3)),
            bytes([0]) + npy("|i1", (2, 3), bytes([0, 1, 2, 255, 1, 0])), bytes([3]) + npy("<u2", (1, 2), b"\1\0\2\0")],
    "alleles": [b"marker\ts1\ts2\tm\na\tA/C\tC/C\t./.\nb\t152/156\t152/152\tNA\n", b"marker\ts1\na\t1/2\n"],
    "packed": [bytes([0, 2, 5]) + bytes([0x1B, 0x02, 0xE4, 0x01]), bytes([3, 1, 2]) + struct.pack("<2d", 0.5, 2)],
    "fps": [b"#FPS1\n#num_bits=12\n#type=t/2\n0108\tfirst\nFf0a\tsecond\tmore\n", b"00ff\ta\r\n0f00\tb\r\n"],
    "biom_json": [BIOM, DENSE, gzip.compress(BIOM)],
    "biom_hdf5": [hdf5(fill_biom(True)), hdf5(fill_biom(False)), hdf5(fill_biom(True, compression="gzip", shuffle=True, chunks=(2,)))]
                 + heap_sizes_changed(hdf5(fill_biom(False))),
    "unifrac": [several(BIOM, NEWICK)],
    "newick": [NEWICK, b"(a,b,c);", b"(((((a:1):1):1,b:2):3)r:0);"],
    "phenotypes": [b"\0" + b"FID IID y z\n0 a 1 0.5\n0 b 2 -9\n0 c 1 NA\n0 d 2 3\n", b"\1" + b"#IID\ty\na\t1\nb\t2\n", b"\0" + b"0 a 1\n0 b 2\n"],
    "lists": [b"rs1 rs2\nrs3\n", b"1 10 20\n2 5 9 set\n", b"0 a\n", b"ID_1 ID_2 missing sex\n0 0 0 D\na a 0 1\n", b"1-4,22,X,chr7"],
    "blocks": [b"\0\0" + block_record(1, 0, HITS) + block_record(2, 0, TILE),
               b"\0\1" + block_record(1, 3, HITS) + block_record(2, 3, TILE),
               b"\0\0" + block_record(2, 0, OVERFLOW) + block_record(2, 1, OVERFLOW)],
    "manifest": [b"\0" + b"encke-run\t1\nidentity\tway\t2\nidentity\ta\\tb\tc\\\\\nfiles\nfile\trun-1-rank-0.blocks\t40\t1\t2\t0123456789abcdef\n",
                 b"\1encke-run\t1\t0\n",
                 b"\0" + b"encke-run\t1\nidentity\tway\t2\nidentity\tway\t3\nfiles\n",
                 b"\0" + b"encke-run\t1\nidentity\tway\t2\nfiles\nfile\trun-1-rank-0.blocks\t40\t1\n"],
    "options": [b"ccc\n--bfile=p\n--way=3\n--threshold=0.7\n--out=o\n--top=3", b"ps\n--table=t.tsv\n--precision=f32\n--format=npy",
                b"epistasis\n--bfile=p\n--score=mi\n--permutations=20\n--top=5", b"r2\n--bfile=p\n--ld-window-kb=1000\n--shard=1-2/3",
                b"unifrac\n--biom=b\n--tree=t\n--method=generalized\n--alpha=0.5\n--empty-pair=same",
                b"unifrac\n--biom=b\n--tree=t\n--method=weighted_normalized\n--vaw",
                b"ccc\n--synthetic=random\n--num-vectors=70\n--num-fields=50\n--memory=100\n--threads=2\n--num-proc-field=1"],
    "edges": [b"\0" + b"#ID1\tID2\tA1\tA2\tVALUE\na\tb\t0\t1\t0.5\nb\tc\t1\t1\t0.75\n", b"\1" + b"a:1 b:0 0.5\nb:0 c:1 0.5\n",
              b"\4" + b"#ID1\tID2\tID3\tVALUE\na\tb\tc\t0.5\n", b"\2" + b" CHR_A BP_A SNP_A CHR_B BP_B SNP_B R2\n 1 5 a 1 6 b 0.5\n"],
    "distances": [b"\0" + LSMAT, b"\0" + gzip.compress(LSMAT), b"\1" + several(npy("<f8", (3,), struct.pack("<3d", .5, 1, .25)), b"a\nb\nc\n"),
                  b"\1" + several(npy("<f4", (2, 2), struct.pack("<4f", 0, 1, 1, 0)), b"a\nb\n"), hdf5(fill_distances)],
    "metadata": [b"id\tgroup\na\tx\nb\t\"y\"\"z\"\nc\tNA\n", b"#SampleID\tgroup\n#q2:types\tcategorical\na\t1\nb\t2\nc\t1\n"],
    "compressed": [gzip.compress(b"a line\nanother\r\n" * 9), gzip.compress(b"a") + gzip.compress(b"b\n"), b"plain\n\nlines", b"\xef\xbb\xbfx\n",
                   bytes.fromhex("28b52ffd200319000061620a")],
    "report": [b" CHR SNP BP P\n 1 0 5 0.5\n 1 1 6 NA\n 1 2 7 1e-300\n", b"#SNP\tP\n0\t1\n"],
}


def main():
    folder, = sys.argv[1:]
    for target, seeds in SEEDS.items():
        os.makedirs(os.path.join(folder, target), exist_ok=True)
        for number, seed in enumerate(seeds):
            if seed is None:
                continue
            if target == "distances" and seed.startswith(b"\x89HDF"):
                seed = b"\0" + seed
            with open(os.path.join(folder, target, f"seed-{number}"), "wb") as file:
                file.write(seed)


if __name__ == "__main__":
    main()
