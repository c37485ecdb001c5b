"""Which tuples are compared: two and three sets, windows, and what lies beyond them."""

import itertools

import numpy as np
import pytest

import encke


def pairs_of(hits):
    return list(zip(hits.i.tolist(), hits.j.tolist()))


@pytest.mark.parametrize(("first", "second"), [(0, 5), (5, 0), (0, 0), (1, 6), (6, 1)])
def test_sets_of_any_size_have_all_pairs_between_them(first, second, profiles):
    X, Y = profiles[:first], profiles[10 : 10 + second]
    hits = encke.pairs(X, Y, metric="ps")
    assert pairs_of(hits) == list(itertools.product(range(first), range(second)))
    assert (hits.n, hits.m) == (first, second)
    assert encke.plan(X, Y, metric="ps").tuples == first * second
    with encke.iter_pairs(X, Y, metric="ps") as stream:
        assert sum(len(batch) for batch in stream) == first * second
    assert encke.cdist(X, Y, metric="ps").shape == (first, second)


@pytest.mark.parametrize(("first", "second"), [(0, 5), (5, 0), (0, 0), (1, 6), (6, 1)])
def test_a_matrix_of_two_sets_has_their_sizes(first, second, profiles):
    pytest.importorskip("scipy")
    hits = encke.pairs(profiles[:first], profiles[10 : 10 + second], metric="ps")
    assert hits.to_scipy().shape == (first, second)


def test_pairs_of_two_sets_are_some_of_all(profiles):
    hits = encke.pairs(profiles[:20], profiles[20:], metric="ps", threshold=0.6)
    whole = encke.pairs(profiles, metric="ps", threshold=0.6)
    between = (whole.i < 20) & (whole.j >= 20)
    assert 0 < len(hits) == between.sum()
    np.testing.assert_array_equal(hits.j, whole.j[between] - 20)
    np.testing.assert_array_equal(hits.value, whole.value[between])


def test_triples_of_two_and_three_sets(genotypes):
    G = genotypes[:14]
    whole = encke.triples(G, metric="ccc")
    key = {t: v for t, v in zip(zip(whole.i, whole.j, whole.k, whole.cell), whole.value)}
    two = encke.triples(G[:4], G[4:], metric="ccc")
    assert len(two) == 4 * (10 * 9 // 2) * 8 and (two.n, two.m, two.o) == (4, 10, None)
    three = encke.triples(G[:4], G[4:9], G[9:], metric="ccc")
    assert len(three) == 4 * 5 * 5 * 8 and (three.n, three.m, three.o) == (4, 5, 5)
    for hits, second, third in ((two, 4, 4), (three, 4, 9)):
        for row in range(0, len(hits), 7):
            vectors = hits.i[row], hits.j[row] + second, hits.k[row] + third
            assert key[(*vectors, hits.cell[row])] == hits.value[row]
    assert "4 x 5 x 5 vectors" in repr(three)
    assert encke.plan(G[:4], G[4:], metric="ccc", way=3).tuples == 180
    named = encke.triples(G[:4], G[4:9], G[9:], metric="ccc", ids=[f"v{v}" for v in range(14)], top=1)
    assert named._columns()["k"][0] == f"v{named.k[0] + 9}"


def test_beyond_is_what_a_window_leaves_out(genotypes):
    groups = np.repeat([1, 2, 3], [20, 25, 20])
    positions = np.tile(np.arange(0, 6500, 100), 1).astype(float)
    everything = set(pairs_of(encke.pairs(genotypes, metric="r2")))
    for window in (
        {"groups": groups},
        {"positions": positions, "max_distance": 900},
        {"groups": groups, "positions": positions, "max_distance": 900},
        {"max_places": 7},
        {"groups": groups, "max_places": 7},
    ):
        inside = set(pairs_of(encke.pairs(genotypes, metric="r2", **window)))
        outside = set(pairs_of(encke.pairs(genotypes, metric="r2", beyond=True, **window)))
        assert inside | outside == everything and not inside & outside and inside and outside
    with pytest.raises(ValueError, match="beyond goes with"):
        encke.pairs(genotypes, metric="r2", beyond=True)


def test_signed_correlations(genotypes):
    G = np.abs(genotypes[:20])
    signed = encke.pairs(G, metric="r2", signed=True)
    expected = np.corrcoef(G)[signed.i, signed.j]
    np.testing.assert_allclose(signed.value, expected, atol=1e-12)
    assert (signed.value < 0).any()
    squares = encke.pairs(G, metric="r2")
    np.testing.assert_allclose(signed.value**2, squares.value, atol=1e-12)
