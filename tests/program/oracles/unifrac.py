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
    from skbio.diversity import beta_diversity
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

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


def ours(biom, tree, method, alpha, vaw, out):
    command = [os.environ["ENCKE_BIN"], "unifrac", "--biom", biom, "--tree", tree, "--method", method, "--progress", "none"]
    command += ([] if alpha is None else ["--alpha", str(alpha)]) + ["--vaw"] * vaw
    subprocess.run(command + ["--format", "lsmat", "--out", out], check=True, stdout=subprocess.DEVNULL)
    text = skbio.DistanceMatrix.read(out + ".lsmat.tsv")
    if subprocess.run(command + ["--format", "hdf5", "--out", out], stdout=subprocess.DEVNULL).returncode == 0:
        values, ids = matrix(out + ".h5")
        assert list(text.ids) == ids and (values == text.data).all()
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


def variance_adjusted(data, root, method):
    """Chang, Luan and Sun (2011), branch by branch, in NumPy."""
    table, samples, observations = data
    column = {name: at for at, name in enumerate(observations)}
    total = table.sum(1)
    apart = np.zeros((len(samples), len(samples)))
    both = np.zeros_like(apart)
    counts = {}
    for node in root.postorder():
        below = np.zeros(len(samples))
        if node.is_tip():
            below += table[:, column[node.name]] if node.name in column else 0
        for child in node.children:
            below += counts.pop(child)
        counts[node] = below
        k = below[:, None] + below
        variance = k * (total[:, None] + total - k)
        weight = np.divide(node.length or 0, np.sqrt(variance), where=variance > 0, out=np.zeros_like(k))
        u = (below > 0) * 1.0 if method == "unweighted" else below / total
        apart += weight * np.abs(u[:, None] - u)
        both += weight * (np.maximum(u[:, None], u) if method == "unweighted" else u[:, None] + u)
    return apart if method == "weighted_unnormalized" else np.divide(apart, both, where=both > 0, out=np.zeros_like(both))


def compare(name, biom, tree, directory, with_ssu):
    out = os.path.join(directory, "out")
    data = read_biom(biom)
    root = skbio.TreeNode.read(tree, convert_underscores=False)
    for method, alpha, vaw in METHODS:
        found = ours(biom, tree, method, alpha, vaw, out)
        theirs = {"ssu": ssu(biom, tree, method, alpha, vaw, out + ".ssu")} if with_ssu else {}
        if vaw:
            theirs["the definition"] = variance_adjusted(data, root, method)
        elif method != "generalized":
            theirs["scikit-bio"] = scikit_bio(data, root, method)
        for program, values in theirs.items():
            worst = np.abs(found - values).max()
            assert worst <= 1e-12, (name, method, alpha, vaw, program, worst)
    print(f"{name}: {len(found)} samples, as scikit-bio{' and ssu' if with_ssu else ''} have it")


def main():
    sys.setrecursionlimit(100000)
    with_ssu = shutil.which("ssu") is not None
    with tempfile.TemporaryDirectory() as directory:
        path = lambda name: os.path.join(directory, name)
        for seed in range(20):
            random = np.random.default_rng(seed)
            tips = int(random.integers(3, 400))
            table = np.floor(random.lognormal(1, 2, (12, tips))) * (random.random((12, tips)) < random.uniform(0.05, 1))
            table[:, 0] += 1  # no sample is empty
            with open(path("t.nwk"), "w") as file:
                file.write(tree_of(random, tips))
            write_biom(path("t.biom"), table, [f"S{i}" for i in range(12)], [f"t{i}" for i in range(tips)])
            compare(f"seed {seed}", path("t.biom"), path("t.nwk"), directory, with_ssu)
        data = os.path.join(os.environ.get("ENCKE_SHARED", ""), "data/microbiome")
        if not os.path.exists(os.path.join(data, "crawford.biom")):
            print("without the real tables: ENCKE_SHARED does not name them")
            return
        for name, extension in (("crawford", ".tre"), ("moving_pictures", ".nwk"), ("GlobalPatterns", ".nwk")):
            biom, tree = (os.path.join(data, name + end) for end in (".biom", extension))
            compare(name, biom, tree, directory, False)
            with open(tree) as file, open(path("r.nwk"), "w") as rounded:
                rounded.write(re.sub(r":([0-9.eE+-]+)", lambda m: ":%.17g" % np.float32(m.group(1)), file.read()))
            compare(name + ", lengths in float32", biom, path("r.nwk"), directory, with_ssu)
            if name == "crawford":
                expected = skbio.DistanceMatrix.read(os.path.join(data, "crawford.test.ssu.exp")).data
                found = ours(biom, path("r.nwk"), "unweighted", None, False, path("out"))
                assert np.abs(found - expected).max() <= 1e-12


main()
