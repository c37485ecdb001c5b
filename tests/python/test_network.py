"""Networks, embeddings, ordinations and groups: by their definitions, by other packages, and by the command line."""

import subprocess
from pathlib import Path

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


@pytest.fixture(scope="module")
def allele_hits(genotypes):
    linked = np.vstack([genotypes[:12], np.clip(genotypes[:12], 0, 2), genotypes[12:30]])
    return linked, encke.pairs(linked, metric="ccc", threshold=0.635, ids=[f"rs{v}" for v in range(42)])


def names_of_lines(path):
    sets = {}
    for line in path.read_text().splitlines():
        name, variant = line.split("\t")
        sets.setdefault(name, set()).add(variant)
    return {frozenset(members) for members in sets.values()}


def test_sets_and_carriers_are_those_of_the_command_line(allele_hits, tmp_path, program):
    G, hits = allele_hits
    from conftest import write_bed

    write_bed(tmp_path / "g", G)
    edges = hits.to_file(tmp_path / "hits")
    what = ["--edges", edges, "--sets", "skat", "--frequencies", "--bfile", tmp_path / "g"]
    done = subprocess.run([program, "network", *what, "--out", tmp_path / "net"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    parts = network.components(network.of_alleles(hits))
    some = [nodes for nodes in parts if len(nodes) > 1]
    assert len(some) > 3
    (path,) = network.write_sets(some, tmp_path / "ours", ids=parts.ids, alleles=True)
    assert path.endswith("ours.SetID") and len(names_of_lines(tmp_path / "ours.SetID")) > 3
    assert names_of_lines(tmp_path / "ours.SetID") == names_of_lines(tmp_path / "net.SetID")
    lines = (tmp_path / "net.frequencies.tsv").read_text().splitlines()[1:]
    theirs = sorted(tuple(map(int, line.split("\t")[1:])) for line in lines)
    status = np.arange(131) % 2  # as write_bed has it
    ours = []
    for nodes, (cases, controls) in zip(some, network.frequencies(some, G, status)):
        numbers = [part for c in (cases, controls) for part in (c.samples, c.all, c.half, c.none)]
        ours.append((len(nodes), *numbers))
    assert sorted(ours) == theirs


@pytest.mark.parametrize("format", ["skat", "regenie", "plink", "saige", "gmt", "list"])
def test_every_format_of_sets(format, genotypes, tmp_path):
    from conftest import write_bed

    write_bed(tmp_path / "g", genotypes[:6])
    variants = encke.read_plink(tmp_path / "g")
    sets = [[0, 1, 2], [4, 5], [3]]
    paths = network.write_sets(
        sets, tmp_path / "s", format=format, ids=variants.ids, variants=variants, names=["a", "b", "c"]
    )
    text = "".join(open(path).read() for path in paths)
    assert len(paths) == (3 if format == "regenie" else 1)
    assert "rs0" in text and "rs5" in text and "rs3" not in text
    if format == "regenie":
        assert text.startswith("a\t1\t1\trs0,rs1,rs2\n")
    elif format == "plink":
        assert text == "a\nrs0\nrs1\nrs2\nEND\n\nb\nrs4\nrs5\nEND\n\n"
    whole = network.write_sets(sets, tmp_path / "t", format="list", least=1, most=2)
    assert open(whole[0]).read() == "4\n5\n3\n"


def test_what_sets_cannot_be_written_of(tmp_path):
    for call, text in (
        (lambda: network.write_sets([[0, 1]], tmp_path / "s", format="regenie"), "several chromosomes"),
        (lambda: network.write_sets([[0, 1]], tmp_path / "s", ids=["a b", "c"]), "a blank"),
        (lambda: network.write_sets([[0, 1]], tmp_path / "s", names=[]), "0 names, 1 sets"),
        (lambda: network.write_sets([[0, 1]], tmp_path / "no" / "s"), "no/s"),
        (lambda: network.of_alleles(3), "no alleles"),
        (lambda: network.frequencies([[99]], [[0, 1]], [0, 1]), "no alleles of 1 variants"),
    ):
        with pytest.raises(encke.EnckeError, match=text):
            call()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mutual", [False, True])
def test_the_heaviest_edges_are_those_of_the_command_line(mutual, hits, tmp_path, program):
    pytest.importorskip("scipy")
    path = hits.to_file(tmp_path / "hits")
    more = ["--mutual"] if mutual else []
    what = ["--edges", path, "--knn", "3", *more, "--cluster", "mcl", "--out", tmp_path / "net"]
    done = subprocess.run([program, "network", *what], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    kept = network.nearest(hits, 3, mutual=mutual)
    assert 0 < kept.nnz < 2 * len(hits) and (kept != kept.T).nnz == 0
    clusters = network.markov_clusters(kept)
    found = {frozenset(hits.ids[nodes]) for nodes in clusters if len(nodes) > 1}
    lines = (tmp_path / "net.clusters.I2.txt").read_text().splitlines()
    expected = {frozenset(line.split("\t")) for line in lines if "\t" in line and line[0] != "#"}
    assert found == expected


def test_networks_without_hubs_are_those_of_the_command_line(hits, tmp_path, program):
    pytest.importorskip("scipy")
    path = hits.to_file(tmp_path / "hits")
    what = ["--edges", path, "--max-degree", "10", "--cluster", "mcl", "--out", tmp_path / "net"]
    done = subprocess.run([program, "network", *what], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    kept = network.without_hubs(hits, 10)
    assert 0 < kept.nnz < 2 * len(hits) and (kept != kept.T).nnz == 0
    found = {frozenset(hits.ids[nodes]) for nodes in network.markov_clusters(kept) if len(nodes) > 1}
    lines = (tmp_path / "net.clusters.I2.txt").read_text().splitlines()
    assert found == {frozenset(line.split("\t")) for line in lines if "\t" in line and line[0] != "#"}
    twice = hits.to_scipy() + hits.to_scipy()  # an edge is counted once
    assert network.without_hubs(twice.tocsr(), 10).nnz == kept.nnz


def test_sets_of_each_chromosome_are_those_of_the_command_line(tmp_path, program):
    from conftest import write_bed

    G = np.repeat(np.random.default_rng(3).integers(0, 3, (3, 40)), 4, axis=0).astype(np.int8)
    write_bed(tmp_path / "g", G)
    lines = (tmp_path / "g.bim").read_text().splitlines(keepends=True)
    (tmp_path / "g.bim").write_text("".join("2" + l[1:] if v % 4 > 1 else l for v, l in enumerate(lines)))
    variants = encke.read_plink(tmp_path / "g")
    hits = encke.pairs(variants, metric="r2", threshold=0.9)
    parts = [nodes for nodes in network.components(hits) if len(nodes) > 1]
    arguments = {"ids": hits.ids, "variants": variants, "per_chromosome": True}
    (path,) = network.write_sets(parts, tmp_path / "ours", names=[f"c{k}" for k in (1, 2, 3)], **arguments)
    edges = hits.to_file(tmp_path / "hits")
    what = ["--edges", edges, "--sets", "skat", "--bim", tmp_path / "g.bim", "--per-chromosome"]
    command = [program, "network", *what, "--out", tmp_path / "net"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ours, theirs = names_of_lines(Path(path)), names_of_lines(tmp_path / "net.SetID")
    assert ours == theirs and len(ours) == 6
    assert Path(path).read_text().split()[0] == "c1.chr1"
    with pytest.raises(encke.EnckeError, match="goes with variants"):
        network.write_sets(parts, tmp_path / "x", per_chromosome=True)


def test_loops_weigh_where_they_are_wanted():
    sparse = pytest.importorskip("scipy.sparse")
    near = np.ones((6, 6))
    near[:3, 3:] = near[3:, :3] = 0.4
    np.fill_diagonal(near, [9.0, 9, 9, 0.1, 0.1, 0.1])
    weights = sparse.csr_array(near)
    plain = network.markov_clusters(weights, inflation=1.6)
    loops = network.markov_clusters(weights, inflation=1.6, loops=True)
    without = near.copy()
    np.fill_diagonal(without, 0)
    same = network.markov_clusters(sparse.csr_array(without), inflation=1.6)
    np.testing.assert_array_equal(plain.labels, same.labels)
    assert [len(nodes) for nodes in loops] != [len(nodes) for nodes in plain]


def test_pruning_of_clusters_may_be_said_by_numbers(hits):
    scheme = network.markov_clusters(hits, scheme=1).labels
    given = network.markov_clusters(hits, prune=3000, select=400, recover=500, recover_percent=90)
    np.testing.assert_array_equal(given.labels, scheme)
    harsh = network.markov_clusters(hits, prune=3, select=1, recover=0)
    assert len(harsh) != len(set(scheme.tolist()))


def test_neighbours_in_an_embedding(hits):
    found = network.spectral_embedding(hits, axes=3, least=5, neighbours=4)
    nodes, near, distance = found.neighbours
    points = found.coordinates
    for node in np.unique(nodes)[::5]:
        mine = nodes == node
        np.testing.assert_allclose(
            distance[mine], np.linalg.norm(points[near[mine]] - points[node], axis=1), atol=1e-12
        )
        others = np.flatnonzero((found.labels == found.labels[node]) & (np.arange(48) != node))
        every = np.sort(np.linalg.norm(points[others] - points[node], axis=1))
        np.testing.assert_allclose(distance[mine], every[:4], atol=1e-12)


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
