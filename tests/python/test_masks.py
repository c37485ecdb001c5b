"""What is masked is missing, left out or refused; it is never taken for a value."""

import numpy as np
import pytest

import encke
from encke import network

MASK = [False, True, False, False]
X = np.arange(12.0).reshape(4, 3)


def masked(values, mask=MASK):
    return np.ma.masked_array(values, mask=mask)


@pytest.mark.parametrize(
    "call",
    [
        lambda: encke.pairs(X, metric="ps", groups=masked([1, 1, 2, 2])),
        lambda: encke.pairs(X, metric="ps", positions=masked([1, 2, 3, 4]), max_distance=2),
        lambda: encke.pairs(X, metric="ps", ids=masked(["a", "b", "c", "d"])),
        lambda: network.pcoa(masked([1.0, 2.0, 3.0], [True, False, False])),
        lambda: network.permanova([1.0] * 6, masked([1, 1, 2, 2])),
        lambda: encke.pairs(X[:, :1].tolist(), metric="ccc", threshold=masked([0.1] * 4)),
    ],
    ids=["groups", "positions", "ids", "distances", "labels", "threshold"],
)
def test_what_has_to_be_known_must_not_be_masked(call):
    with pytest.raises(encke.errors.InconsistentInput, match="masked"):
        call()


def test_a_mask_that_masks_nothing_is_fine():
    hits = encke.pairs(X, metric="ps", groups=masked([1, 1, 2, 2], False))
    assert len(hits) == 2


def test_a_masked_phenotype_leaves_the_sample_out(genotypes):
    status = (np.arange(131) % 3 == 0).astype(int)
    mask = np.arange(131) % 7 == 0
    found = encke.epistasis(genotypes, masked(status, mask), score="chi2", top=20)
    expected = encke.epistasis(genotypes[:, ~mask], status[~mask], score="chi2", top=20)
    assert found.report.digest == expected.report.digest
    other = encke.epistasis(genotypes, status, score="chi2", top=20)
    assert found.report.digest != other.report.digest


def test_lists_of_masked_rows(genotypes):
    missing = genotypes < 0
    rows = [masked(np.where(m, 1, g), m) for g, m in zip(genotypes, missing)]
    assert encke.pairs(rows, metric="r2").report.digest == encke.pairs(genotypes, metric="r2").report.digest


def test_a_metric_of_two_masked_vectors():
    pytest.importorskip("sklearn")
    from encke.sklearn import Metric

    x, y = masked(X[0], [True, False, False]), X[1]
    with pytest.raises(ValueError, match="nan found"):
        Metric("braycurtis")(x, y)


def test_masked_counts_on_a_tree():
    counts = masked([[1.0, 2.0], [3.0, 4.0]], [[True, False], [False, False]])
    with pytest.raises(ValueError, match=r"sample 0, taxon 0 \(from 0\): nan found"):
        encke.unifrac(counts, "(A:1,B:1);", taxa=["A", "B"])
