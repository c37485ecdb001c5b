"""beta.py FOLDER METHOD OUT: UniFrac of FOLDER/t.biom by scikit-bio, as OUT.npy, condensed."""
import sys

import h5py
import numpy as np
from scipy.sparse import csr_matrix
from skbio import TreeNode
from skbio.diversity import beta_diversity

folder, method, out = sys.argv[1:]
with h5py.File(folder + "/t.biom") as file:
    tips, samples = file.attrs["shape"]
    rows = [file["sample/matrix/" + name][:] for name in ("data", "indices", "indptr")]
    names = [name.decode() for name in file["observation/ids"][:]]
counts = csr_matrix(tuple(rows), shape=(samples, tips)).toarray().astype(int)
tree = TreeNode.read([open(folder + "/t.nwk", encoding="utf-8").read()])
options = {"normalized": True} if method == "weighted_unifrac" else {}
np.save(out + ".npy", beta_diversity(method, counts, taxa=names, tree=tree, **options).condensed_form())
