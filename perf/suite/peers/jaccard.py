"""jaccard.py FOLDER VECTORS THRESHOLD OUT: pairs whose Sorenson-Dice similarity is above, by NumKong's Jaccard distances of bits."""
import sys

import numkong
import numpy as np

folder, vectors, threshold, out = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
rows = np.fromfile(folder + "/bits.u1", np.uint8).reshape(vectors, -1)
distances = np.asarray(numkong.jaccards_symmetric(rows, dtype="uint1"))
least = threshold / (2 - threshold)  # Jaccard similarity of that Dice similarity
with open(out + ".tsv", "w", encoding="utf-8") as file:
    file.write("#ID1\tID2\tVALUE\n")
    for row in range(vectors):
        similar = 1 - distances[row, row + 1:]
        for column in np.flatnonzero(similar > least):
            j = float(similar[column])
            file.write(f"{row}\t{row + 1 + column}\t{2 * j / (1 + j):.9g}\n")
