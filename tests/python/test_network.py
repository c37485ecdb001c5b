"""Networks, embeddings, ordinations and groups: by their definitions, by other packages, and by the command line."""

import subprocess

import numpy as np
import pytest

import encke
from encke import network


@pytest.fixture(scope="module")
def clouds():
    """Four groups of vectors, and some that are alone."""
    rng = np.random.default_rng(4)
    centres = np.repeat(rng.random((4, 60)), [12, 11, 10, 9], axis=0)
    return np.vstack([centres + 0.2 * rng.random(centres.shape), rng.random((6, 60)) ** 4])


@pytest.fixture(scope="module")
def hits(clouds):
    return encke.pairs(clouds, metric="ps", threshold=0.8, ids=[f"s{v}" for v in range(48)])


def test_components_are_those_of_scipy(hits):
    csgraph = pytest.importorskip("scipy.sparse.csgraph")
    found = network.components(hits)
    count, labels = csgraph.connected_components(hits.to_scipy(), directed=False)
    assert len(found) == count and sorted(found.sizes) == sorted(np.bincount(labels))
    for nodes in found:
        assert len(set(labels[nodes])) == 1
    assert list(found.sizes) == sorted(found.sizes, reverse=True)
    assert found.names()[0][0] == hits.ids[found[0][0]]
    matrix = found.to_scipy()
    np.testing.assert_array_equal(matrix.toarray().argmax(axis=1), found.labels)


def test_kinds_of_networks_are_the_same(hits):
    for package in ("scipy", "networkx", "igraph"):
        pytest.importorskip(package)
    expected = network.components(hits).labels
    for graph in (hits.to_scipy(), hits.to_networkx(), hits.to_igraph()):
        np.testing.assert_array_equal(network.components(graph).labels, expected)
    names = network.components(hits.to_networkx()).names()
    assert names == network.components(hits.to_igraph()).names()


def test_clusters_are_the_groups(hits):
    found = network.markov_clusters(hits)
    assert list(found.sizes[:4]) == [12, 11, 10, 9]
    np.testing.assert_array_equal(found.labels[:42], np.repeat(range(4), [12, 11, 10, 9]))


def test_clusters_are_those_of_the_command_line(hits, tmp_path, program):
    path = hits.to_file(tmp_path / "hits")
    what = ["--edges", path, "--cluster", "mcl", "--inflation", "3", "--out", tmp_path / "net"]
    done = subprocess.run([program, "network", *what], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = {frozenset(names) for names in network.markov_clusters(hits, inflation=3.0).names()}
    lines = (tmp_path / "net.clusters.I3.txt").read_text().splitlines()
    expected = {frozenset(line.split("\t")) for line in lines if not line.startswith("#")}
    assert {names for names in found if len(names) > 1} == {e for e in expected if len(e) > 1}


def test_reach():
    nx = pytest.importorskip("networkx")
    graph = nx.gnm_random_graph(60, 70, seed=2)
    for depth in (0, 1, 3, None):
        expected = nx.single_source_shortest_path_length(graph, 5, cutoff=depth)
        found = network.reach(graph, 5, depth=depth)
        assert dict(zip(found.nodes.tolist(), found.depth.tolist())) == expected
    named = nx.relabel_nodes(graph, {node: f"n{node}" for node in graph})
    assert network.reach(named, ["n5"], depth=1).names[0] == "n5"
    with pytest.raises(ValueError, match="0 nodes have this id"):
        network.reach(named, "n99")


def test_triangles_are_those_of_networkx():
    nx = pytest.importorskip("networkx")
    graph = nx.gnm_random_graph(50, 300, seed=3)
    assert network.triangles(graph).tolist() == list(nx.triangles(graph).values())


def test_embedding_has_the_eigenvalues_of_the_laplacian(hits):
    pytest.importorskip("scipy")
    found = network.spectral_embedding(hits, axes=3, least=5)
    parts = network.components(hits)
    weights = hits.to_scipy().toarray()
    nodes = parts[0]
    inside = weights[np.ix_(nodes, nodes)].astype(np.float32).astype(float)
    scale = 1 / np.sqrt(inside.sum(axis=0))
    laplacian = np.eye(len(nodes)) - inside * scale[:, None] * scale
    values = np.linalg.eigvalsh(laplacian)[1:4]
    np.testing.assert_allclose(found.eigenvalues[0], values, atol=1e-6)
    assert found.coordinates.shape == (48, 3)
    alone = [v for part in parts if len(part) < 5 for v in part]
    assert np.isnan(found.coordinates[alone]).all()
    assert not np.isnan(found.coordinates[nodes]).any()


def test_pcoa_gives_the_distances_of_points_back():
    spatial = pytest.importorskip("scipy.spatial.distance")
    points = np.random.default_rng(5).random((30, 4))
    distances = spatial.pdist(points)
    found = network.pcoa(distances, axes=4)
    np.testing.assert_allclose(spatial.pdist(found.coordinates), distances, atol=1e-10)
    assert found.proportions[:4].sum() == pytest.approx(1)
    square = network.pcoa(spatial.squareform(distances), axes=4, ids=[f"p{v}" for v in range(30)])
    np.testing.assert_array_equal(square.coordinates, found.coordinates)


def pseudo_f(distances, groups):
    """PERMANOVA's statistic, by its definition."""
    n, labels = len(groups), np.asarray(groups)
    rows, columns = np.triu_indices(n, 1)
    squares = distances**2
    within = sum(
        squares[(labels[rows] == g) & (labels[columns] == g)].sum() / (labels == g).sum()
        for g in set(groups)
    )
    total = squares.sum() / n
    between = len(set(groups)) - 1
    return (total - within) / between / (within / (n - between - 1))


def test_groups(clouds):
    distances = encke.distances(clouds[:42], metric="braycurtis")
    groups = ["a"] * 12 + ["b"] * 11 + ["c"] * 10 + ["d"] * 9
    found = network.permanova(distances, groups, permutations=199)
    assert found.statistic == pytest.approx(pseudo_f(distances, groups), rel=1e-10)
    assert found.pvalue == pytest.approx(1 / 200)
    assert network.anosim(distances, groups, permutations=199).statistic == pytest.approx(1)
    mixed = np.random.default_rng(1).permutation(groups)
    assert network.permanova(distances, mixed, permutations=199).pvalue > 0.01
    spread = network.permdisp(distances, groups, permutations=99)
    assert len(spread.spread) == 4 and 0 < spread.pvalue <= 1


def test_groups_are_those_of_scikit_bio(clouds):
    stats = pytest.importorskip("skbio.stats.distance")
    distances = encke.distances(clouds[:42], metric="braycurtis")
    from scipy.spatial.distance import squareform

    matrix = stats.DistanceMatrix(squareform(distances))
    groups = ["a"] * 12 + ["b"] * 11 + ["c"] * 10 + ["d"] * 9
    for name in ("permanova", "anosim"):
        theirs = getattr(stats, name)(matrix, groups, permutations=0)
        ours = getattr(network, name)(matrix, groups, permutations=0)
        assert ours.statistic == pytest.approx(theirs["test statistic"], rel=1e-10)


def test_errors(hits, genotypes):
    with pytest.raises(TypeError, match="the network is a list"):
        network.components([1, 2])
    with pytest.raises(TypeError, match="triples"):
        network.components(encke.triples(genotypes[:5], metric="ccc"))
    with pytest.raises(encke.EnckeError, match="above 0 expected"):
        far = encke.pairs(np.eye(12), metric="ps")
        network.markov_clusters(far)
    with pytest.raises(ValueError, match="inflation"):
        network.markov_clusters(hits, inflation=0.5)
    with pytest.raises(ValueError, match="n \\(n - 1\\) / 2 expected"):
        network.pcoa([1.0, 2.0])
    with pytest.raises(ValueError, match=r"distance 1 \(from 0\) is -2.0"):
        network.pcoa([1.0, -2.0, 1.0])
    with pytest.raises(ValueError, match="not symmetric"):
        network.pcoa(np.triu(np.ones((3, 3)), 1))
    with pytest.raises(ValueError, match="2 groups given, for 3 samples"):
        network.permanova([1.0, 1.0, 1.0], ["a", "b"])
