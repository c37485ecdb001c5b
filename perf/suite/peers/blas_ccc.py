"""blas_ccc.py PREFIX THRESHOLD OUT: CCC of all pairs of variants of PREFIX.bed without missing genotypes, by one SGEMM of NumPy's
BLAS for each strip of 1,024 variants; a line for each of the four values above the threshold."""
import sys

import numpy as np

prefix, threshold, out = sys.argv[1], float(sys.argv[2]), sys.argv[3]
samples = sum(1 for _ in open(prefix + ".fam", encoding="utf-8"))
packed = np.fromfile(prefix + ".bed", np.uint8)[3:].reshape(-1, (samples + 3) // 4)
copies = np.array([2, 0, 1, 0], np.float32)  # of allele A1, by code
rows = copies[np.stack([packed >> 2 * k & 3 for k in range(4)], axis=2).reshape(len(packed), -1)[:, :samples]]
ones = rows.sum(axis=1, dtype=np.float64)
freq = np.stack([1 - ones / (2 * samples), ones / (2 * samples)])
weight = 1 - 2 / 3 * freq
total = np.float64(4 * samples)
with open(out + ".tsv", "w", encoding="utf-8") as file:
    file.write("#ID1\tID2\tA1\tA2\tVALUE\n")
    for first in range(0, len(rows), 1024):
        block = slice(first, first + 1024)
        both = (rows[block] @ rows[first:].T).astype(np.float64)
        left, right = 2 * ones[block][:, None], 2 * ones[None, first:]
        tables = {(1, 1): both, (1, 0): left - both, (0, 1): right - both, (0, 0): total - left - right + both}
        for (a, b), table in tables.items():
            value = 4.5 * (table / total) * weight[a, block][:, None] * weight[b][None, first:]
            i, j = np.nonzero(np.triu(value, 1) > threshold)
            for x, y in zip(i, j):
                file.write(f"s{first + x}\ts{first + y}\t{a}\t{b}\t{value[x, y]:.17g}\n")
