#!/usr/bin/env python3
"""`encke unifrac` equals scikit-bio and, where ssu of unifrac-tools is there, ssu, on made-up tables and, where ENCKE_SHARED is
set, on real ones. ssu rounds branch lengths to float32, so it is given trees whose lengths are exact in that."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import h5py
    import numpy as np
    import skbio
    from scipy.sparse import csc_matrix, csr_matrix
    from scipy.spatial.distance import squareform
    from skbio.diversity import beta_diversity
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

SEEDS = range(20) if os.environ.get("ENCKE_LONG") == "1" else (1, 6, 7, 9, 11, 13, 14, 15)  # of few tips and of many
# method, exponent, variance adjusted
METHODS = [(method, None, vaw) for method in ("unweighted", "weighted_normalized", "weighted_unnormalized") for vaw in (False, True)]
METHODS += [("generalized", alpha, False) for alpha in (0, 0.25, 0.5, 0.9, 1)]


def tree_of(random, tips):
    """A random tree with lengths exact in float32."""
    length = lambda: ":%.17g" % np.float32(random.exponential(0.1) if random.random() > 0.02 else 0)
    nodes = [f"t{i}" + length() for i in range(tips)]
    while len(nodes) > 2:
        at = random.integers(len(nodes) - 1)
        nodes[at:at + 2] = [f"({nodes[at]},{nodes[at + 1]})" + length()]
    return f"({','.join(nodes)});"


def write_biom(path, table, samples, observations):
    with h5py.File(path, "w") as file:
        text = h5py.string_dtype()
        for axis, ids, part in (("sample", samples, csr_matrix(table)), ("observation", observations, csc_matrix(table))):
            file.create_dataset(axis + "/ids", data=np.array(ids, object), dtype=text)
            for name in ("data", "indices", "indptr"):
                file.create_dataset(f"{axis}/matrix/{name}", data=getattr(part, name), compression="gzip")
        file.attrs["shape"] = table.shape[::-1]
        file.attrs["nnz"] = np.count_nonzero(table)


def read_biom(path):
    with h5py.File(path) as file:
        ids = [[name.decode() for name in file[axis + "/ids"][:]] for axis in ("sample", "observation")]
        part = file["sample/matrix"]
        table = csr_matrix((part["data"][:], part["indices"][:], part["indptr"][:]), [len(x) for x in ids])
    return table.toarray(), *ids


def matrix(path):
    with h5py.File(path) as file:
        return file["matrix"][:], [name.decode() for name in file["order"][:]]


def ours(biom, tree, method, alpha, vaw, out, both):
    """The values of one format; where `both` is set or there is no HDF5, those of the text, and of HDF5 the same."""
    command = [os.environ["ENCKE_BIN"], "unifrac", "--biom", biom, "--tree", tree, "--method", method, "--progress", "none"]
    command += ([] if alpha is None else ["--alpha", str(alpha)]) + ["--vaw"] * vaw
    hdf5 = subprocess.run(command + ["--format", "hdf5", "--out", out], stdout=subprocess.DEVNULL).returncode == 0
    values, ids = matrix(out + ".h5") if hdf5 else (None, None)
    if hdf5 and not both:
        return values
    subprocess.run(command + ["--format", "lsmat", "--out", out], check=True, stdout=subprocess.DEVNULL)
    text = skbio.DistanceMatrix.read(out + ".lsmat.tsv")
    assert not hdf5 or (list(text.ids) == ids and (values == text.data).all())
    return text.data


def version(text):
    return tuple(int(part) for part in re.findall(r"[0-9]+", text)[:2])


def ssu(biom, tree, method, alpha, vaw, out):
    command = ["ssu", "-i", biom, "-t", tree, "-m", method + "_fp64", "-r", "hdf5_fp64", "--pcoa", "0", "-o", out]
    command += ([] if alpha is None else ["-a", str(alpha)]) + ["--vaw"] * vaw
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return matrix(out)[0]


def scikit_bio(data, root, method):
    table, samples, observations = data
    options = {} if method == "unweighted" else {"normalized": method == "weighted_normalized"}
    options["taxa" if version(skbio.__version__) >= (0, 6) else "otu_ids"] = observations
    name = method.split("_")[0] + "_unifrac"
    return beta_diversity(name, table.astype(int), samples, tree=root, validate=False, **options).data


def branches_of(data, root):
    """The length of each branch, and of each sample what is below it."""
    table, samples, observations = data
    column = {name: at for at, name in enumerate(observations)}
    lengths, below, counts = [], [], {}
    for node in root.postorder():
        if node.is_tip():
            here = table[:, column[node.name]] * 1.0 if node.name in column else np.zeros(len(samples))
        else:
            here = sum(counts.pop(child) for child in node.children)
        counts[node] = here
        lengths.append(node.length or 0)
        below.append(here)
    return np.array(lengths, float), np.array(below)


def variance_adjusted(data, branches):
    """Of each method, Chang, Luan and Sun (2011) by the definition: all branches of all pairs, some branches at a time."""
    total = data[0].sum(1)
    first, second = np.triu_indices(len(total), 1)
    sums = {part: np.zeros(len(first)) for part in ("apart", "together", "one", "any")}
    for at in range(0, len(branches[0]), 256):
        lengths, below = (part[at:at + 256] for part in branches)
        k = below[:, first] + below[:, second]
        variance = k * (total[first] + total[second] - k)
        weight = np.divide(lengths[:, None], np.sqrt(variance), where=variance > 0, out=np.zeros_like(k))
        u, there = below / total, below > 0
        sums["apart"] += (weight * np.abs(u[:, first] - u[:, second])).sum(0)
        sums["together"] += (weight * (u[:, first] + u[:, second])).sum(0)
        sums["one"] += (weight * (there[:, first] != there[:, second])).sum(0)
        sums["any"] += (weight * (there[:, first] | there[:, second])).sum(0)
    values = {"weighted_unnormalized": sums["apart"]}
    for method, apart, both in (("weighted_normalized", "apart", "together"), ("unweighted", "one", "any")):
        values[method] = np.divide(sums[apart], sums[both], where=sums[both] > 0, out=np.zeros(len(first)))
    return {method: squareform(pairs, checks=False) for method, pairs in values.items()}


def compare(name, biom, tree, directory, with_ssu, number, of_ssu_alone=False):
    """Every third of the methods, others for the next `number`, in both formats."""
    out = os.path.join(directory, "out")
    if not of_ssu_alone:
        data = read_biom(biom)
        root = skbio.TreeNode.read(tree, convert_underscores=False)
        adjusted = variance_adjusted(data, branches_of(data, root))
    for at, (method, alpha, vaw) in enumerate(METHODS):
        found = ours(biom, tree, method, alpha, vaw, out, not of_ssu_alone and (at + number) % 3 == 0)
        theirs = {"ssu": ssu(biom, tree, method, alpha, vaw, out + ".ssu")} if with_ssu else {}
        if vaw and not of_ssu_alone:
            theirs["the definition"] = adjusted[method]
        elif method != "generalized" and not of_ssu_alone:
            theirs["scikit-bio"] = scikit_bio(data, root, method)
        for program, values in theirs.items():
            worst = np.abs(found - values).max()
            assert worst <= 1e-12, (name, method, alpha, vaw, program, worst)
    programs = ["scikit-bio"] * (not of_ssu_alone) + ["ssu"] * with_ssu
    print(f"{name}: {len(found)} samples, as {' and '.join(programs)} have it")


def main():
    sys.setrecursionlimit(100000)
    with_ssu = shutil.which("ssu") is not None
    with tempfile.TemporaryDirectory() as directory:
        path = lambda name: os.path.join(directory, name)
        for seed in SEEDS:
            random = np.random.default_rng(seed)
            tips = int(random.integers(3, 400))
            table = np.floor(random.lognormal(1, 2, (12, tips))) * (random.random((12, tips)) < random.uniform(0.05, 1))
            table[:, 0] += 1  # no sample is empty
            with open(path("t.nwk"), "w") as file:
                file.write(tree_of(random, tips))
            write_biom(path("t.biom"), table, [f"S{i}" for i in range(12)], [f"t{i}" for i in range(tips)])
            compare(f"seed {seed}", path("t.biom"), path("t.nwk"), directory, with_ssu, seed)
        data = os.path.join(os.environ.get("ENCKE_SHARED", ""), "data/microbiome")
        if not os.path.exists(os.path.join(data, "crawford.biom")):
            print("without the real tables: ENCKE_SHARED does not name them")
            return
        for number, (name, extension) in enumerate((("crawford", ".tre"), ("moving_pictures", ".nwk"), ("GlobalPatterns", ".nwk"))):
            biom, tree = (os.path.join(data, name + end) for end in (".biom", extension))
            compare(name, biom, tree, directory, False, number)
            with open(tree) as file, open(path("r.nwk"), "w") as rounded:
                rounded.write(re.sub(r":([0-9.eE+-]+)", lambda m: ":%.17g" % np.float32(m.group(1)), file.read()))
            if with_ssu:
                compare(name + ", lengths in float32", biom, path("r.nwk"), directory, True, number, of_ssu_alone=True)
            if name == "crawford":
                expected = skbio.DistanceMatrix.read(os.path.join(data, "crawford.test.ssu.exp")).data
                found = ours(biom, path("r.nwk"), "unweighted", None, False, path("out"), True)
                assert np.abs(found - expected).max() <= 1e-12


main()
