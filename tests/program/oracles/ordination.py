#!/usr/bin/env python3
"""`encke pcoa` and `encke group-test` equal scikit-bio on made-up distances, and scikit-bio reads the format "ordination",
and so does Emperor where it is there."""
import inspect
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
    import pandas as pd
    import skbio
    from scipy.spatial.distance import pdist, squareform
    from skbio.stats.distance import anosim, permanova, permdisp
    from skbio.stats.ordination import pcoa
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

# The spatial median is found in steps, in scikit-bio up to 1e-7 from its place.
TOLERANCE = {"PERMANOVA": 1e-12, "ANOSIM": 1e-12, "PERMDISP": 1e-5, "centroid": 1e-11}


def encke(*words):
    subprocess.run([os.environ["ENCKE_BIN"], *map(str, words), "--progress", "none"], check=True, stdout=subprocess.DEVNULL)


def samples(random, count, groups, metric, digits):
    labels = np.array([f"group {g}" for g in random.integers(0, groups, count)])
    points = random.random((count, 8)) + 0.2 * (labels == "group 0")[:, None]
    distances = squareform(np.round(pdist(points, metric), digits))
    return skbio.DistanceMatrix(distances, [f"s{i}" for i in range(count)]), labels


def compare_axes(matrix, out):
    encke("pcoa", out + ".lsmat", "--axes", 6, "--format", "ordination", "--out", out)
    ours = skbio.OrdinationResults.read(out + ".ordination.txt")
    theirs = pcoa(matrix, dimensions=matrix.shape[0])
    found, expected = np.asarray(ours.eigvals), np.asarray(theirs.eigvals)
    assert np.abs(found - expected[:6]).max() <= 1e-11 * expected[0]
    assert np.abs(np.asarray(ours.proportion_explained) - np.asarray(theirs.proportion_explained)[:6]).max() <= 1e-11
    assert list(ours.samples.index) == list(matrix.ids)
    there = theirs.samples.to_numpy()[:, :6]
    there = there * np.sign(there[np.abs(there).argmax(axis=0), range(6)])
    gaps = np.abs(np.diff(expected[:7])).min()
    if gaps > 1e-3 * expected[0]:  # the axes of nearly equal eigenvalues may be any
        assert np.abs(ours.samples.to_numpy() - there).max() <= 1e-8


def read_by_emperor(matrix, labels, out):
    """Emperor's page has the coordinates, as shares of the largest; false where it is not there."""
    try:
        from emperor import Emperor
    except ImportError:
        return False
    ours = skbio.OrdinationResults.read(out + ".ordination.txt")
    page = Emperor(ours, pd.DataFrame({"group": labels}, index=matrix.ids), remote=False).make_emperor()
    shown = np.array(json.loads(re.search(r'"coordinates": (\[\[.*?\]\])', page).group(1)))
    found = ours.samples.to_numpy()[:, :shown.shape[1]]
    assert np.abs(shown * np.abs(found).max() - found).max() <= 1e-12
    assert all(name in page for name in matrix.ids)
    return True


def compare_tests(matrix, labels, out, seed):
    """Permutations of PERMDISP take most of the time: here of one centre, for the next `seed` of the other; of both where ENCKE_LONG=1."""
    pd.Series(labels, matrix.ids, name="group").to_csv(out + ".tsv", sep="\t", index_label="id")
    all_axes = {"dimensions": matrix.shape[0]}
    if "dimensions" not in inspect.signature(permdisp).parameters:
        all_axes = {}  # older ones take all
    of_any_centre = [permanova(matrix, labels, permutations=999), anosim(matrix, labels, permutations=999)]
    for number, centre in enumerate(("median", "centroid")):
        encke("group-test", out + ".lsmat", "--metadata", out + ".tsv", "--column", "group", "--centre", centre,
              "--method", "permanova,anosim,permdisp", "--permutations", 999, "--out", out)
        found = pd.read_csv(out + ".group_test.tsv", sep="\t", index_col=0)
        permutations = 999 if (seed + number) % 2 == 0 or os.environ.get("ENCKE_LONG") == "1" else 0
        for theirs in (*of_any_centre, permdisp(matrix, labels, test=centre, permutations=permutations, **all_axes)):
            name = theirs["method name"]
            value, expected = found.VALUE[name], theirs["test statistic"]
            tolerance = TOLERANCE[centre if name == "PERMDISP" and centre == "centroid" else name]
            assert abs(value - expected) <= tolerance * max(1, abs(expected)), (name, centre, value, expected)
            if name == "PERMDISP" and permutations == 0:
                continue
            p, other = found.P[name], theirs["p-value"]  # of other permutations
            error = 6 * np.sqrt(2 * max(p, other) * (1 - min(p, other)) / 1000)
            assert abs(p - other) <= error + 2e-3, (name, centre, p, other)


def main():
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as directory:
        out = os.path.join(directory, "x")
        for seed, (count, groups, metric, digits) in enumerate(
            [(12, 2, "euclidean", 15), (60, 3, "euclidean", 15), (90, 4, "braycurtis", 15), (70, 5, "cityblock", 1)]
        ):
            matrix, labels = samples(np.random.default_rng(seed), count, groups, metric, digits)
            matrix.write(out + ".lsmat")
            compare_axes(matrix, out)
            emperor = read_by_emperor(matrix, labels, out)
            compare_tests(matrix, labels, out, seed)
            print(f"{count} samples, {groups} groups, {metric}: as scikit-bio has it")
        print("Emperor reads the coordinates" if emperor else "not here: Emperor")


main()
