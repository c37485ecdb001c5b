"""Hits as what other packages have."""

import numpy as np
import pytest

import encke


@pytest.fixture(scope="module")
def hits(profiles):
    return encke.pairs(profiles, metric="ps", threshold=0.6, ids=[f"s{v}" for v in range(70)])


def test_text(hits):
    lines = repr(hits).splitlines()
    assert lines[0] == f"<encke.Hits: {len(hits)} pairs of 70 vectors, ps>"
    assert len(lines) == 7 and lines[-1].strip() == "…"


def test_scipy(hits):
    sparse = pytest.importorskip("scipy.sparse")
    both = hits.to_scipy()
    assert both.nnz == 2 * len(hits) and abs(both - both.T).max() == 0
    assert both.indices.dtype == np.int32
    upper = hits.to_scipy(symmetric=False, format="coo")
    assert upper.nnz == len(hits) and isinstance(upper, sparse.coo_array)
    np.testing.assert_array_equal(both.toarray()[hits.i, hits.j], hits.value)


def test_scipy_of_two_sets(profiles):
    pytest.importorskip("scipy")
    hits = encke.pairs(profiles[:30], profiles[30:], metric="ps")
    np.testing.assert_allclose(
        hits.to_scipy().toarray(), 1 - encke.cdist(profiles[:30], profiles[30:], metric="ps")
    )


def test_scipy_of_cells_has_the_largest(genotypes):
    pytest.importorskip("scipy")
    hits = encke.pairs(genotypes, metric="ccc")
    matrix = hits.to_scipy(symmetric=False).toarray()
    assert matrix[0, 1] == hits.value[:4].max()
    assert hits.to_scipy(symmetric=False, cell=2).toarray()[0, 1] == hits.value[2]


def test_arrow_and_polars(hits):
    pytest.importorskip("pyarrow")
    table = hits.to_arrow()
    assert table.column_names == ["i", "j", "value"] and table.num_rows == len(hits)
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(hits).shape == (len(hits), 3)
    assert hits.to_polars().shape == (len(hits), 3)


def test_networkx(hits):
    pytest.importorskip("networkx")
    graph = hits.to_networkx()
    assert graph.number_of_nodes() == 70 and graph.number_of_edges() == len(hits)
    a, b = hits.ids[hits.i[0]], hits.ids[hits.j[0]]
    assert graph[a][b]["weight"] == hits.value[0]


def test_igraph(hits):
    pytest.importorskip("igraph")
    graph = hits.to_igraph()
    assert graph.vcount() == 70 and graph.ecount() == len(hits)
    assert graph.es["weight"] == hits.value.tolist()


def test_file(hits, tmp_path):
    path = hits.to_file(tmp_path / "hits")
    assert path == str(tmp_path / "hits.edges.tsv")
    lines = (tmp_path / "hits.edges.tsv").read_text().splitlines()
    assert lines[0] == "#ID1\tID2\tVALUE" and len(lines) == len(hits) + 1
    first = lines[1].split("\t")
    assert first[:2] == [hits.ids[hits.i[0]], hits.ids[hits.j[0]]]
    assert float(first[2]) == hits.value[0]
    with pytest.raises(ValueError, match='"edges", "abc" or "packed" expected'):
        hits.to_file(tmp_path / "hits", format="csv")


def test_the_best_are_no_file(profiles, tmp_path):
    with pytest.raises(TypeError, match="not of the best"):
        encke.pairs(profiles, metric="ps", best=True).to_file(tmp_path / "hits")


def test_alleles_are_columns(genotypes):
    pandas = pytest.importorskip("pandas")
    frame = encke.pairs(genotypes[:5], metric="ccc").to_pandas()
    assert list(frame.columns) == ["i", "j", "allele_i", "allele_j", "value"]
    assert isinstance(frame, pandas.DataFrame)
    assert frame[["allele_i", "allele_j"]].values[:4].tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]


def test_triples_are_no_matrix(genotypes):
    with pytest.raises(TypeError, match="triples"):
        encke.triples(genotypes[:4], metric="ccc").to_scipy()
