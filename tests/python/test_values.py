"""Values are those of SciPy, scikit-learn and NumPy, or of the definition."""

import itertools

import numpy as np
import pytest

import encke


def test_proportional_similarity_is_its_definition(profiles):
    hits = encke.pairs(profiles, metric="ps")
    a, b = profiles[hits.i], profiles[hits.j]
    expected = 2 * np.minimum(a, b).sum(axis=1) / (a.sum(axis=1) + b.sum(axis=1))
    assert len(hits) == 70 * 69 // 2
    np.testing.assert_allclose(hits.value, expected, rtol=1e-14)


def test_hits_are_in_order_and_of_the_right_types(profiles):
    hits = encke.pairs(profiles, metric="ps", threshold=0.5, block=16)
    assert hits.i.dtype == hits.j.dtype == np.int32
    assert hits.value.dtype == np.float64 and hits.cell is None and hits.k is None
    order = np.lexsort((hits.j, hits.i))
    assert (order == np.arange(len(hits))).all()
    assert (hits.i < hits.j).all() and (hits.value > 0.5).all()


def test_unsorted_hits_are_the_same(profiles):
    sorted_hits = encke.pairs(profiles, metric="ps", threshold=0.5, block=16)
    found = encke.pairs(profiles, metric="ps", threshold=0.5, block=16, sort=False)
    assert set(zip(found.i, found.j, found.value)) == set(
        zip(sorted_hits.i, sorted_hits.j, sorted_hits.value)
    )


def test_bray_curtis_distances_are_scipys(profiles):
    distance = pytest.importorskip("scipy.spatial.distance")
    expected = distance.pdist(profiles, "braycurtis")
    for metric in ("braycurtis", "ps"):
        np.testing.assert_allclose(
            encke.distances(profiles, metric=metric), expected, rtol=1e-12
        )


def test_bray_curtis_distances_are_scikit_learns(profiles):
    metrics = pytest.importorskip("sklearn.metrics")
    expected = metrics.pairwise_distances(profiles[:20], profiles[20:], metric="braycurtis")
    found = encke.cdist(profiles[:20], profiles[20:], metric="braycurtis")
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("metric", ["dice", "jaccard"])
def test_distances_of_sets_are_scipys(bits, metric):
    distance = pytest.importorskip("scipy.spatial.distance")
    expected = distance.pdist(bits.astype(bool), metric)
    np.testing.assert_allclose(encke.distances(bits, metric=metric), expected, rtol=1e-14)


def test_r2_is_numpys(genotypes):
    complete = np.abs(genotypes)
    hits = encke.pairs(complete, metric="r2")
    expected = np.corrcoef(complete)[hits.i, hits.j] ** 2
    np.testing.assert_allclose(hits.value, expected, rtol=1e-10, atol=1e-14)


def test_r2_leaves_missing_samples_out(genotypes):
    hits = encke.pairs(genotypes, metric="r2")
    for i, j, value in list(zip(hits.i, hits.j, hits.value))[::7]:
        both = (genotypes[i] >= 0) & (genotypes[j] >= 0)
        expected = np.corrcoef(genotypes[i, both], genotypes[j, both])[0, 1] ** 2
        assert value == pytest.approx(expected, rel=1e-10, abs=1e-14)


def test_ccc_is_its_definition(genotypes):
    g = np.abs(genotypes[:6])
    samples = g.shape[1]
    hits = encke.pairs(g, metric="ccc")
    assert len(hits) == 15 * 4
    for i, j, cell, value in zip(hits.i, hits.j, hits.cell, hits.value):
        a, b = cell >> 1, cell & 1

        def copies(v, allele):
            return g[v] if allele else 2 - g[v]

        both = (copies(i, a) * copies(j, b)).sum() / (4 * samples)
        fa = copies(i, a).sum() / (2 * samples)
        fb = copies(j, b).sum() / (2 * samples)
        expected = 4.5 * both * (1 - fa * 2 / 3) * (1 - fb * 2 / 3)
        assert value == pytest.approx(expected, rel=1e-12)


def test_triples_of_profiles_are_their_definition(profiles):
    x = profiles[:9]
    hits = encke.triples(x, metric="ps")
    assert [*zip(hits.i, hits.j, hits.k)] == [*itertools.combinations(range(9), 3)]
    a, b, c = x[hits.i], x[hits.j], x[hits.k]
    minima = sum(np.minimum(p, q).sum(axis=1) for p, q in ((a, b), (a, c), (b, c)))
    minima -= np.minimum(np.minimum(a, b), c).sum(axis=1)
    expected = 1.5 * minima / (a + b + c).sum(axis=1)
    np.testing.assert_allclose(hits.value, expected, rtol=1e-12)


def test_the_largest_and_the_best(profiles):
    everything = encke.pairs(profiles, metric="ps")
    top = encke.pairs(profiles, metric="ps", top=10)
    assert sorted(top.value) == sorted(everything.value)[-10:]
    best = encke.pairs(profiles, metric="ps", best=True)
    assert (best.i == np.arange(70)).all()
    square = np.full((70, 70), -1.0)
    square[everything.i, everything.j] = square[everything.j, everything.i] = everything.value
    np.testing.assert_array_equal(best.value, square.max(axis=1))
    np.testing.assert_array_equal(best.j, square.argmax(axis=1))


def test_below(profiles):
    everything = encke.pairs(profiles, metric="ps")
    found = encke.pairs(profiles, metric="ps", below=0.4)
    np.testing.assert_array_equal(found.value, everything.value[everything.value < 0.4])


def test_two_sets(profiles):
    hits = encke.pairs(profiles[:13], profiles[13:], metric="ps", threshold=0.6)
    everything = encke.pairs(profiles, metric="ps", threshold=0.6)
    kept = (everything.i < 13) & (everything.j >= 13)
    np.testing.assert_array_equal(hits.i, everything.i[kept])
    np.testing.assert_array_equal(hits.j + 13, everything.j[kept])
    np.testing.assert_array_equal(hits.value, everything.value[kept])
    assert (hits.n, hits.m) == (13, 57)


def test_windows_and_groups(genotypes):
    everything = encke.pairs(genotypes, metric="r2")
    groups = np.repeat(["1", "2", "X"], [20, 30, 15])
    positions = np.concatenate([np.arange(20), np.arange(30), np.arange(15)]) * 10.0
    one = encke.pairs(genotypes, metric="r2", groups=groups)
    assert len(one) == (groups[everything.i] == groups[everything.j]).sum()
    near = encke.pairs(
        genotypes, metric="r2", groups=groups, positions=positions, max_distance=30
    )
    kept = (groups[everything.i] == groups[everything.j]) & (
        np.abs(positions[everything.i] - positions[everything.j]) <= 30
    )
    np.testing.assert_array_equal(near.value, everything.value[kept])
    places = encke.pairs(genotypes, metric="r2", max_places=2)
    assert len(places) == 64 + 63


def test_float32(profiles):
    found = encke.distances(profiles, metric="ps", precision="float32", dtype=np.float32)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, encke.distances(profiles, metric="ps"), atol=1e-6)


def test_distances_into_an_array(profiles, tmp_path):
    out = np.memmap(tmp_path / "d", dtype=np.float64, mode="w+", shape=70 * 69 // 2)
    assert encke.distances(profiles, metric="ps", out=out) is out
    np.testing.assert_array_equal(out, encke.distances(profiles, metric="ps"))
    square = np.empty((20, 50))
    encke.cdist(profiles[:20], profiles[20:], metric="ps", out=square)
    np.testing.assert_array_equal(square, encke.cdist(profiles[:20], profiles[20:], metric="ps"))


@pytest.mark.parametrize("n", [0, 1, 2, 3])
@pytest.mark.parametrize("metric", ["ps", "r2", "jaccard"])
def test_few_vectors(n, metric):
    x = np.ones((n, 5), dtype=np.int8)
    hits = encke.pairs(x, metric=metric)
    assert len(hits) == n * (n - 1) // 2
    assert encke.distances(x, metric=metric).shape == (n * (n - 1) // 2,)


def test_neighbors_graph(profiles):
    pytest.importorskip("scipy")
    values = encke.cdist(profiles, profiles[:0], metric="ps")
    assert values.shape == (70, 0)
    graph = encke.neighbors_graph(profiles, metric="braycurtis", radius=0.4)
    assert (graph != graph.T).nnz == 0 and graph.data.max() < 0.4
    nearest = encke.neighbors_graph(profiles, metric="ps", n_neighbors=3)
    assert (np.diff(nearest.indptr) == 3).all()
    best = encke.pairs(profiles, metric="ps", best=True)
    np.testing.assert_allclose(1 - nearest.toarray()[best.i, best.j], best.value, rtol=1e-12)


def nearest_of(square, count):
    """For each row the smallest values, of equal ones the first."""
    order = np.argsort(square, axis=1, kind="stable")[:, :count]
    return np.sort(order, axis=1)


@pytest.mark.parametrize("count", [1, 3, 20, 69])
@pytest.mark.parametrize("block", [None, 16])
def test_nearest_neighbours_are_those_of_all_values(count, block, profiles):
    spatial = pytest.importorskip("scipy.spatial.distance")
    twins = np.vstack([profiles[:35], profiles[:35]])  # so that distances are equal
    for X in (profiles, twins):
        square = spatial.squareform(encke.distances(X, metric="ps"))
        np.fill_diagonal(square, np.inf)
        graph = encke.neighbors_graph(X, metric="ps", n_neighbors=count, block=block)
        expected = nearest_of(square, count)
        np.testing.assert_array_equal(graph.indices.reshape(70, count), expected)
        np.testing.assert_array_equal(graph.data, np.take_along_axis(square, expected, 1).ravel())


@pytest.mark.parametrize("rows", [1, 20, 63])
def test_nearest_neighbours_in_another_set(rows, profiles):
    pytest.importorskip("scipy")
    X, Y = profiles[:rows], profiles[rows:]
    rectangle = encke.cdist(X, Y, metric="braycurtis")
    graph = encke.neighbors_graph(X, Y, metric="braycurtis", n_neighbors=5)
    assert graph.shape == rectangle.shape
    expected = nearest_of(rectangle, 5)
    np.testing.assert_array_equal(graph.indices.reshape(rows, 5), expected)
    np.testing.assert_array_equal(graph.data, np.take_along_axis(rectangle, expected, 1).ravel())
    for count in (0, len(Y) + 1):
        with pytest.raises(ValueError, match="n_neighbors is"):
            encke.neighbors_graph(X, Y, metric="braycurtis", n_neighbors=count)


def test_vectors_without_a_distance_are_near_to_none():
    pytest.importorskip("scipy")
    X = np.array([[1.0, 2.0], [0.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    graph = encke.neighbors_graph(X, metric="braycurtis", n_neighbors=3)
    assert np.diff(graph.indptr).tolist() == [3, 2, 2, 3] and np.isfinite(graph.data).all()


def test_unifrac_is_its_definition():
    table = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 2, 2]])
    tree = "(((A:1,B:2):0.5,C:1.5):1,D:3);"
    found = encke.unifrac(table, tree, taxa=list("ABCD"))
    # branches A, B, AB, C, ABC, D
    lengths = np.array([1, 2, 0.5, 1.5, 1, 3])
    seen = np.array([[1, 1, 1, 0, 1, 0], [0, 1, 1, 1, 1, 0], [0, 0, 0, 1, 1, 1]], dtype=bool)
    expected = [
        lengths[seen[a] ^ seen[b]].sum() / lengths[seen[a] | seen[b]].sum()
        for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    counts = np.array([[1, 1, 2, 0, 2, 0], [0, 1, 1, 1, 2, 0], [0, 0, 0, 2, 2, 2]])
    totals = np.array([2, 2, 4])
    adjusted = encke.unifrac(table, tree, taxa=list("ABCD"), method="weighted_normalized", vaw=True)
    for value, (a, b) in zip(adjusted, ((0, 1), (0, 2), (1, 2))):
        k, m = counts[a] + counts[b], totals[a] + totals[b]
        varies = k * (m - k) > 0
        weights = lengths[varies] / np.sqrt((k * (m - k))[varies])
        u, v = counts[a][varies] / totals[a], counts[b][varies] / totals[b]
        assert value == pytest.approx((weights * abs(u - v)).sum() / (weights * (u + v)).sum())
    hits = encke.unifrac_pairs(table, tree, taxa=list("ABCD"), ids=list("xyz"), below=0.7)
    assert list(hits.ids) == ["x", "y", "z"] and (hits.value < 0.7).all()


def test_chi_squared_of_pairs_of_variants(genotypes):
    g = np.abs(genotypes[:5])
    phenotype = np.arange(g.shape[1]) % 3 == 0
    hits = encke.epistasis(g, phenotype, score="chi2")
    assert len(hits) == 10
    for i, j, value in zip(hits.i, hits.j, hits.value):
        table = np.zeros((2, 9))
        np.add.at(table, (phenotype.astype(int), g[i] * 3 + g[j]), 1)
        table = table[:, table.sum(axis=0) > 0]
        expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
        assert value == pytest.approx(((table - expected) ** 2 / expected).sum(), rel=1e-10)


def test_samples_without_phenotype_are_left_out(genotypes):
    phenotype = (np.arange(genotypes.shape[1]) % 2).astype(float)
    phenotype[::5] = np.nan
    known = ~np.isnan(phenotype)
    found = encke.epistasis(genotypes, phenotype, score="mi", top=5)
    expected = encke.epistasis(genotypes[:, known], phenotype[known], score="mi", top=5)
    assert found.report.digest == expected.report.digest


def test_kinship_is_kings(genotypes):
    g = genotypes.T[:12]
    hits = encke.pairs(g, metric="king")
    assert len(hits) == 66 and hits.cell is None
    for i, j, value in zip(hits.i, hits.j, hits.value):
        both = (g[i] >= 0) & (g[j] >= 0)
        a, b = g[i, both], g[j, both]
        alone, opposite = ((a == 1) != (b == 1)).sum(), (abs(a - b) == 2).sum()
        least = min((a == 1).sum(), (b == 1).sum())
        assert value == pytest.approx(0.5 - (alone + 4 * opposite) / (4 * least), rel=1e-12)
    best = encke.pairs(g, metric="king", top=3)
    assert sorted(best.value) == sorted(hits.value)[-3:]
    np.testing.assert_array_equal(encke.distances(g, metric="king"), hits.value)


def test_identity_by_state(genotypes):
    g = np.abs(genotypes.T[:12])
    hits = encke.pairs(g, metric="ibs")
    expected = [1 - np.abs(g[i] - g[j]).mean() / 2 for i, j in zip(hits.i, hits.j)]
    np.testing.assert_allclose(hits.value, expected, rtol=1e-12)
    np.testing.assert_allclose(encke.distances(g, metric="ibs"), 1 - np.array(expected), atol=1e-14)


def test_plan(profiles):
    plan = encke.plan(profiles, metric="ps")
    assert plan.tuples == 70 * 69 // 2 and plan.bytes > 0
    assert str(plan.tuples) in str(plan)
    assert encke.plan(profiles, metric="ps", max_places=1).tuples == 69
