"""Next to packages that people use beside it: their values, their data, and all in one process."""

import os
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest
from conftest import write_bed

import encke


def digest(x, metric="r2", **options):
    return encke.pairs(x, metric=metric, **options).report.digest


@pytest.fixture
def complete(genotypes):
    return np.abs(genotypes)


@pytest.fixture
def counts():
    return np.random.default_rng(6).poisson(0.9, (25, 6)) + np.eye(25, 6, dtype=int)[:, ::-1]


def test_correlations_of_scikit_allel(complete):
    allel = pytest.importorskip("allel")
    theirs = allel.rogers_huff_r(complete)
    np.testing.assert_allclose(encke.distances(complete, metric="r2"), theirs**2, atol=2e-6)  # float32
    signed = encke.pairs(complete, metric="r2", signed=True)
    np.testing.assert_allclose(signed.value, theirs, atol=1e-6)


def test_genotype_arrays_of_scikit_allel(genotypes):
    allel = pytest.importorskip("allel")
    calls = np.stack([np.minimum(genotypes, 1), np.maximum(genotypes - 1, -1)], axis=-1)
    calls[genotypes >= 0] = np.clip(calls[genotypes >= 0], 0, 1)
    array = allel.GenotypeArray(calls.astype(np.int8))
    assert digest(array) == digest(genotypes)
    array.mask = np.zeros(genotypes.shape, dtype=bool)
    array.mask[3, 9] = True
    masked = genotypes.copy()
    masked[3, 9] = -1
    assert digest(array) == digest(masked)


def test_linkage_of_sgkit(genotypes):
    sgkit = pytest.importorskip("sgkit")
    calls = np.stack([np.minimum(genotypes, 1), np.maximum(genotypes - 1, -1)], axis=-1)
    calls[genotypes >= 0] = np.clip(calls[genotypes >= 0], 0, 1)
    import xarray

    data = xarray.Dataset(
        {
            "variant_contig": ("variants", np.zeros(65, dtype=np.int64)),
            "variant_position": ("variants", np.arange(65)),
            "variant_id": ("variants", np.array([f"rs{v}" for v in range(65)])),
            "call_genotype": (("variants", "samples", "ploidy"), calls.astype(np.int8)),
        },
        attrs={"contigs": ["1"]},
    )
    hits = encke.pairs(data, metric="r2", max_places=9)
    assert hits.report.digest == digest(genotypes, max_places=9) and hits.ids[0] == "rs0"
    dosage = np.where(genotypes < 0, np.nan, genotypes).astype(np.float32)
    data["call_dosage"] = (("variants", "samples"), dosage)
    theirs = sgkit.ld_matrix(sgkit.window_by_variant(data, size=10, step=1)).compute()
    theirs = theirs[theirs["i"] != theirs["j"]].sort_values(["i", "j"])
    assert theirs["i"].tolist() == hits.i.tolist() and theirs["j"].tolist() == hits.j.tolist()
    np.testing.assert_allclose(hits.value, theirs["value"], atol=1e-6)  # theirs are float32


def test_genotypes_of_pandas_plink(genotypes, tmp_path):
    pandas_plink = pytest.importorskip("pandas_plink")
    write_bed(tmp_path / "g", genotypes)
    bim, fam, bed = pandas_plink.read_plink(str(tmp_path / "g"), verbose=False)
    expected = digest(genotypes)
    assert digest(bed) == expected  # dask, NaN where missing
    cohort = pandas_plink.read_plink1_bin(str(tmp_path / "g.bed"), verbose=False)
    assert digest(cohort, axis=1) == expected  # xarray, samples by variants


def test_distances_of_scikit_bio(counts):
    diversity = pytest.importorskip("skbio.diversity")
    theirs = diversity.beta_diversity("braycurtis", counts).condensed_form()
    np.testing.assert_allclose(encke.distances(counts, metric="braycurtis"), theirs, atol=1e-14)


@pytest.mark.parametrize("way", ["path", "tree"])
def test_unifrac_of_scikit_bio(way, counts):
    skbio = pytest.importorskip("skbio")
    from skbio.diversity import alpha_diversity, beta_diversity

    taxa = list("ABCDEF")
    newick = "((A:1,(B:2,C:0.5):1):0.5,((D:1,E:0.25):2,F:1):1);"
    tree = skbio.TreeNode.read([newick])
    given = newick if way == "path" else tree
    for method, theirs, options in (
        ("unweighted", "unweighted_unifrac", {}),
        ("weighted_unnormalized", "weighted_unifrac", {}),
        ("weighted_normalized", "weighted_unifrac", {"normalized": True}),
    ):
        expected = beta_diversity(theirs, counts, taxa=taxa, tree=tree, **options).condensed_form()
        found = encke.unifrac(counts, given, taxa=taxa, method=method)
        np.testing.assert_allclose(found, expected, atol=1e-12)
    expected = alpha_diversity("faith_pd", counts, taxa=taxa, tree=tree)
    np.testing.assert_allclose(encke.faith_pd(counts, given, taxa=taxa), expected, atol=1e-12)


def test_tables_of_biom(counts):
    biom = pytest.importorskip("biom")
    taxa = list("ABCDEF")
    newick = "((A:1,(B:2,C:0.5):1):0.5,((D:1,E:0.25):2,F:1):1);"
    table = biom.Table(counts.T, taxa, [f"s{s}" for s in range(len(counts))])
    hits = encke.unifrac_pairs(table, newick)
    assert hits.report.digest == encke.unifrac_pairs(counts, newick, taxa=taxa).report.digest
    assert hits.ids[2] == "s2"


def test_threads_of_dask(genotypes):
    dask = pytest.importorskip("dask")
    expected = digest(genotypes)

    @dask.delayed
    def work():
        return digest(genotypes), threading.get_ident()

    found = dask.compute(*[work() for _ in range(6)], scheduler="threads", num_workers=3)
    assert {one[0] for one in found} == {expected}
    assert threading.get_ident() not in {one[1] for one in found}


KERNEL = """
import numpy as np, threading, encke
G = np.arange(30).reshape(5, 6) % 3
first = encke.pairs(G, metric="ccc").report.digest
"""
INTERRUPTED = """
import os, signal, time
def interrupt():
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    while True: encke.pairs(np.random.default_rng(1).random((3000, 900)), metric="ps", threshold=0.99)
except KeyboardInterrupt:
    print("interrupted")
print(first == encke.pairs(G, metric="ccc").report.digest, threading.current_thread().name)
"""


def test_a_kernel_of_jupyter():
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    cells = [nbformat.v4.new_code_cell(text) for text in (KERNEL, INTERRUPTED, "encke.pairs(G, metric='ccc')")]
    book = nbformat.v4.new_notebook(cells=cells)
    folders = os.pathsep.join(p for p in sys.path if p)
    client = nbclient.NotebookClient(book, timeout=120, kernel_name="python3")
    client.execute(env=os.environ | {"PYTHONPATH": folders})
    assert cells[1].outputs[0].text.splitlines()[:2] == ["interrupted", "True MainThread"]
    assert "encke.Hits" in cells[2].outputs[0].data["text/plain"]


ONE_PROCESS = """
import numpy as np
rng = np.random.default_rng(1)
X = rng.random((300, 20)).astype(np.float32)
def of_encke():
    import encke
    return encke.pairs(X, metric="ps", threshold=0.8).report.digest
def of_sklearn():
    from sklearn.metrics import pairwise_distances
    return pairwise_distances(X, n_jobs=2).shape
def of_faiss():
    import faiss
    index = faiss.IndexFlatL2(20)
    index.add(X)
    return index.search(X, 3)[1].shape
def of_lightgbm():
    import lightgbm
    data = lightgbm.Dataset(X, (X[:, 0] > 0.5).astype(int))
    model = lightgbm.train({{"objective": "binary", "verbose": -1, "num_threads": 2}}, data, 2)
    return model.predict(X).shape
for one in {order}:
    globals()["of_" + one]()
print(of_encke())
"""


@pytest.mark.parametrize("package", ["sklearn", "faiss", "lightgbm"])
def test_one_process_with_others_that_have_threads(package):
    pytest.importorskip(package)
    digests = set()
    for order in (["encke", package], [package, "encke"], ["encke"]):
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(ONE_PROCESS.format(order=order))],
            capture_output=True,
            text=True,
            timeout=300,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        )
        assert done.returncode == 0, done.stderr
        digests.add(done.stdout)
    assert len(digests) == 1
