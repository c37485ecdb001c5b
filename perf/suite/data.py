"""Made-up data, the same for all programs of a case."""
import random as plain_random
from pathlib import Path

import h5py
import numpy as np


def complete_bytes():
    """For each byte one of the 81 that hold four genotypes, none of which is missing (code 1)."""
    codes = (0, 2, 3)
    four = [a | b << 2 | c << 4 | d << 6 for a in codes for b in codes for c in codes for d in codes]
    return bytes(four[b % 81] for b in range(256))


def write_genotypes(prefix, variants, samples, missing=0.0, seed=1):
    """PREFIX.bed, .bim, .fam; every tenth variant is like the one before. Random cases and controls."""
    rng, table, width = plain_random.Random(seed), complete_bytes(), (samples + 3) // 4
    with open(f"{prefix}.bed", "wb") as bed:
        bed.write(b"\x6c\x1b\x01")
        for v in range(variants):
            fresh = bytearray(rng.randbytes(width).translate(table))
            row = fresh[:width // 10] + row[width // 10:] if v % 10 == 9 else fresh
            if samples % 4:
                row[-1] &= (1 << 2 * (samples % 4)) - 1
            written = bytearray(row)
            for _ in range(int(missing * samples)):
                s = rng.randrange(samples)
                written[s // 4] = written[s // 4] & ~(3 << 2 * (s % 4)) | 1 << 2 * (s % 4)
            bed.write(written)
    Path(f"{prefix}.bim").write_text("".join(f"1 s{v} 0 {v + 1} A C\n" for v in range(variants)), encoding="utf-8")
    Path(f"{prefix}.fam").write_text("".join(f"f{s} i{s} 0 0 2 {1 + rng.randrange(2)}\n" for s in range(samples)), encoding="utf-8")


def write_tree(path, random, tips):
    """A binary tree of 2 * tips - 2 branches; lengths are exact in float32, because ssu rounds them to that."""
    def length():
        return ":%.9g" % np.float32(random.exponential(0.1) + 1e-3)
    nodes = [f"t{i}{length()}" for i in range(tips)]
    while len(nodes) > 2:  # neighbours, level by level
        odd = nodes[len(nodes) // 2 * 2:]
        nodes = [f"({a},{b}){length()}" for a, b in zip(nodes[0::2], nodes[1::2])] + odd
    Path(path).write_text(f"({','.join(nodes)});", encoding="utf-8")


def sparse_rows(of, kept):
    pointer, indices, data = [0], [], []
    for row, row_kept in zip(of, kept):
        found = np.flatnonzero(row_kept)
        indices.append(found)
        data.append(row[found])
        pointer.append(pointer[-1] + len(found))
    return np.concatenate(data), np.concatenate(indices).astype(np.int32), np.array(pointer, np.int32)


def counts_of(random, samples, tips, density):
    """Counts of species; every sample has tip 0, so none is empty."""
    kept = random.random((samples, tips)) < density
    kept[:, 0] = True
    return np.ceil(random.lognormal(1, 2, (samples, tips))) * kept, kept


def write_biom(path, counts, kept):
    """BIOM 2.1, sample by sample and observation by observation."""
    samples, tips = counts.shape
    with h5py.File(path, "w") as file:
        for axis, ids, part in (("sample", "S", sparse_rows(counts, kept)), ("observation", "t", sparse_rows(counts.T, kept.T))):
            names = np.array([f"{ids}{i}" for i in range(samples if axis == "sample" else tips)], object)
            file.create_dataset(axis + "/ids", data=names, dtype=h5py.string_dtype())
            for name, values in zip(("data", "indices", "indptr"), part):
                file.create_dataset(f"{axis}/matrix/{name}", data=values)
        file.attrs["shape"] = (tips, samples)
        file.attrs["nnz"] = int(kept.sum())


def write_community(folder, samples, tips, density=0.05):
    """FOLDER/t.biom and t.nwk."""
    random = np.random.default_rng(1)
    write_tree(f"{folder}/t.nwk", random, tips)
    write_biom(f"{folder}/t.biom", *counts_of(random, samples, tips, density))


def write_profiles(folder, samples, species):
    """FOLDER/profiles.npy, and the same without a header, row by row: float64 that are no whole numbers."""
    random = np.random.default_rng(2)
    profiles = random.lognormal(1, 2, (samples, species)) * (random.random((samples, species)) < 0.3)
    profiles[:, 0] += 0.5
    np.save(f"{folder}/profiles.npy", profiles)
    profiles.tofile(f"{folder}/profiles.f64")
    Path(f"{folder}/shape").write_text(f"{samples} {species}", encoding="utf-8")


def write_bits(folder, vectors, fields):
    """FOLDER/bits.u1 with 1 bit a field, and bits.u2 with CoMet's 2, of which the lower counts; fields: a multiple of 8."""
    random = np.random.default_rng(3)
    bits = random.random((vectors, fields)) < 0.4
    bits[1::16] = bits[0::16] ^ (random.random(bits[0::16].shape) < 0.1)
    np.packbits(bits, axis=1, bitorder="little").tofile(f"{folder}/bits.u1")
    wide = np.zeros((vectors, 2 * fields), bool)
    wide[:, 0::2] = bits
    np.packbits(wide, axis=1, bitorder="little").tofile(f"{folder}/bits.u2")
