#!/usr/bin/env python3
"""Random fingerprints in chemfp's FPS format, from a seed: 50 bits are set on average, 5 to 120, as in fingerprints of drugs.

usage: fingerprints.py FILE COUNT [BITS]     BITS: 1024 unless given, a multiple of 8. Needs NumPy.
"""
import sys

import numpy as np


def make_fingerprints(path, count, length=1024):
    random = np.random.default_rng(2)
    with open(path, "w") as fps:
        fps.write(f"#FPS1\n#num_bits={length}\n")
        for f in range(count):
            bits = np.zeros(length, np.uint8)
            bits[random.choice(length, int(np.clip(random.normal(50, 15), 5, 120)), replace=False)] = 1
            fps.write(np.packbits(bits, bitorder="little").tobytes().hex() + f"\tm{f}\n")


if __name__ == "__main__":
    make_fingerprints(sys.argv[1], int(sys.argv[2]), *map(int, sys.argv[3:]))
