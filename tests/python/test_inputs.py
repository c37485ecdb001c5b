"""What may be given in place of an array of rows."""

import numpy as np
import pytest

import encke

DTYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "?"]


def digest(x, metric="r2", **options):
    return encke.pairs(x, metric=metric, **options).report.digest


@pytest.fixture(scope="module")
def complete(genotypes):
    return np.abs(genotypes)


def test_dtypes_of_genotypes(complete):
    bits = np.minimum(complete, 1)
    expected, expected_bits = digest(complete), digest(bits)
    for dtype in DTYPES:
        x = bits if dtype == "?" else complete
        assert digest(x.astype(dtype)) == (expected_bits if dtype == "?" else expected), dtype
        if dtype not in ("i1", "u1", "?"):
            assert digest(x.astype(np.dtype(dtype).newbyteorder(">"))) == expected, dtype


@pytest.mark.parametrize("metric", ["r2", "ps", "jaccard"])
def test_layouts(complete, metric):
    x = np.minimum(complete, 1) if metric == "jaccard" else complete
    expected = digest(x, metric)
    wide = np.zeros((2 * x.shape[0], 3 * x.shape[1]), dtype=x.dtype)
    wide[::2, ::3] = x
    read_only = x.copy()
    read_only.flags.writeable = False
    for other in (
        np.asfortranarray(x),
        wide[::2, ::3],
        x[:, ::-1].copy()[:, ::-1],
        read_only,
        x.tolist(),
    ):
        assert digest(other, metric) == expected
    assert digest(x.T, metric, axis=1) == expected
    assert digest(np.ascontiguousarray(x.T), metric, axis=1) == expected


@pytest.mark.parametrize("rows", [1, 2, 7, 8, 9, 63, 64, 65])
def test_rows_of_packed_groups(genotypes, rows):
    x = genotypes[:rows]
    slow = [[float(v) if v >= 0 else np.nan for v in row] for row in x]
    assert digest(x) == digest(slow)


def test_missing_as_a_number_below_zero_nan_or_mask(genotypes):
    expected = digest(genotypes)
    missing = genotypes < 0
    other = np.where(missing, -127, genotypes).astype(np.int8)
    floats = np.where(missing, np.nan, genotypes)
    masked = np.ma.masked_array(np.where(missing, 1, genotypes), mask=missing)
    unsigned = np.ma.masked_array(np.where(missing, 2, genotypes).astype(np.uint8), mask=missing)
    for x in (other, floats, masked, unsigned, np.ma.masked_array(floats, mask=missing)):
        assert digest(x) == expected
    assert encke.pairs(masked, metric="r2").report.missing == missing.sum()


def test_masked_profiles_are_refused(profiles):
    masked = np.ma.masked_array(profiles, mask=profiles == 0)
    with pytest.raises(ValueError, match="vector 0"):
        encke.pairs(masked, metric="ps")


def test_pandas(profiles):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(profiles, index=[f"s{v}" for v in range(len(profiles))])
    hits = encke.pairs(frame, metric="ps", threshold=0.5)
    assert hits.report.digest == digest(profiles, "ps", threshold=0.5)
    assert list(hits.ids[:2]) == ["s0", "s1"]
    made = hits.to_pandas()
    assert list(made.columns) == ["i", "j", "value"] and made["i"][0].startswith("s")


def test_polars(profiles):
    polars = pytest.importorskip("polars")
    assert digest(polars.DataFrame(profiles), "ps") == digest(profiles, "ps")


@pytest.mark.parametrize("form", ["csr_array", "csc_matrix", "coo_array"])
def test_sparse(profiles, form):
    sparse = pytest.importorskip("scipy.sparse")
    assert digest(getattr(sparse, form)(profiles), "ps") == digest(profiles, "ps")


def test_dask(genotypes):
    array = pytest.importorskip("dask.array")
    assert digest(array.from_array(genotypes, chunks=(13, 50))) == digest(genotypes)


def test_zarr(genotypes, tmp_path):
    zarr = pytest.importorskip("zarr")
    stored = zarr.open(str(tmp_path / "x.zarr"), mode="w", shape=genotypes.shape, dtype="i1")
    stored[:] = genotypes
    assert digest(stored) == digest(genotypes)


def test_sgkit_data_set(genotypes, monkeypatch):
    xarray = pytest.importorskip("xarray")
    calls = np.stack([np.minimum(genotypes, 1), np.maximum(genotypes - 1, -1)], axis=-1)
    calls[genotypes >= 0] = np.clip(calls[genotypes >= 0], 0, 1)
    dimensions = ("variants", "samples", "ploidy")
    data = xarray.Dataset({"call_genotype": (dimensions, calls)})
    assert digest(data) == digest(genotypes)
    assert digest(data, "ibs", axis=1) == digest(genotypes.T.copy(), "ibs")
    known = np.clip(calls, 0, 1)
    mask = np.repeat(genotypes[:, :, None] < 0, 2, axis=-1)
    masked = xarray.Dataset(
        {"call_genotype": (dimensions, known), "call_genotype_mask": (dimensions, mask)}
    )
    assert digest(masked) == digest(genotypes)
    pieces = []

    class Calls(np.ndarray):
        """Says which parts of it are read."""

        def __getitem__(self, where):
            part = np.asarray(self)[where]
            if part.ndim == 3:
                pieces.append(part.nbytes)
            return part

    from encke import _inputs

    monkeypatch.setattr(_inputs, "_PIECE_BYTES", 8 * 2 * 131 * 16)
    array = xarray.Dataset({"call_genotype": (dimensions, calls)})
    monkeypatch.setattr(type(array["call_genotype"]), "data", property(lambda _: calls.view(Calls)))
    assert digest(array) == digest(genotypes)
    assert len(pieces) == 5 and max(pieces) < calls.nbytes / 3


def test_anndata(profiles):
    anndata = pytest.importorskip("anndata")
    sparse = pytest.importorskip("scipy.sparse")
    some, columns = slice(3, 40), [0, 2, 5, 7, 11]
    for matrix in (profiles, sparse.csr_matrix(profiles), sparse.csc_matrix(profiles)):
        cells = anndata.AnnData(matrix)
        assert digest(cells, "ps") == digest(profiles, "ps")
        view = cells[some]
        assert view.is_view
        assert digest(view, "ps") == digest(view.X, "ps") == digest(profiles[some], "ps")
        assert encke.pairs(view, metric="ps").ids[0] == "3"
        assert digest(cells[some, columns], "ps") == digest(profiles[some][:, columns], "ps")
        assert digest(view, "ps", axis=1) == digest(profiles[some].T.copy(), "ps")


def test_anndata_in_a_file(profiles, tmp_path):
    anndata = pytest.importorskip("anndata")
    sparse = pytest.importorskip("scipy.sparse")
    for matrix in (profiles, sparse.csr_matrix(profiles)):
        path = tmp_path / "cells.h5ad"
        anndata.AnnData(matrix).write_h5ad(path)
        cells = anndata.read_h5ad(path, backed="r")
        assert digest(cells, "ps") == digest(profiles, "ps")
        assert digest(cells, "ps", axis=1) == digest(profiles.T.copy(), "ps")
        cells.file.close()


def test_h5py(genotypes, tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "x.h5", "w") as file:
        stored = file.create_dataset("G", data=genotypes)
        assert digest(stored) == digest(genotypes)
        assert digest(stored, axis=1) == digest(genotypes.T.copy())


def test_pieces_of_any_size(genotypes):
    from encke import _core
    from encke._inputs import Rows, pack_rows

    request = _core.Request("r2", [])
    for sizes in ([1] * 65, [3, 8, 54], [7, 9, 0, 49], [64, 1]):
        cuts = np.cumsum(sizes)[:-1]
        pieces = np.split(genotypes, cuts)
        rows = Rows(genotypes.shape, lambda pieces=pieces: iter(pieces), kind="i")
        packed = pack_rows(request, [rows])
        found = _core.hits(request, packed, {}, True, None)[1]["digest"]
        assert found == digest(genotypes), sizes


def test_pack_once(genotypes, profiles):
    packed = encke.pack(genotypes, metric="ccc", ids=[f"v{v}" for v in range(65)])
    assert packed.shape == (65, 131) and packed.missing == (genotypes < 0).sum()
    assert digest(packed, "ccc") == digest(genotypes, "ccc")
    assert encke.triples(packed, metric="ccc", top=3).ids[0] == "v0"
    with pytest.raises(TypeError, match="pack the array again"):
        encke.pairs(packed, metric="ps")
    both = encke.pack(profiles[:9], profiles[9:], metric="ps")
    expected = encke.cdist(profiles[:9], profiles[9:], metric="ps")
    np.testing.assert_allclose(encke.pairs(both, metric="ps").value, 1 - expected.ravel())


def test_read_table(tmp_path, profiles):
    np.save(tmp_path / "x.npy", profiles)
    read = encke.read_table(tmp_path / "x.npy")
    assert digest(read, "ps") == digest(profiles, "ps")


def test_a_read_file_is_pickled_as_its_path(tmp_path, profiles):
    import pickle

    np.save(tmp_path / "x.npy", profiles)
    read = pickle.loads(pickle.dumps(encke.read_table(tmp_path / "x.npy")))
    assert digest(read, "ps") == digest(profiles, "ps")


def test_whole_numbers_that_grow_late():
    """The first rows say how wide numbers are packed; a later one may need more, or be refused."""
    x = np.random.default_rng(4).integers(0, 4, (420, 400))
    for value, element in ((3, "count2"), (7, "count3"), (255, "count8"), (65535, "count16")):
        x[410, 3] = value
        assert list(encke.pack(x, metric="ps")._packed) == [element]
        expected = digest(x.astype(np.float64), "ps", threshold=0.8)
        assert digest(x, "ps", threshold=0.8) == expected
        assert digest(x.T.copy(), "ps", threshold=0.8, axis=1) == expected
    x[410, 3] = 1 << 40
    assert list(encke.pack(x, metric="ps")._packed) == ["float64"]
    x[410, 3] = -1
    with pytest.raises(encke.errors.InconsistentInput, match=r"vector 410, field 3 \(from 0\): -1"):
        encke.pairs(x, metric="ps")


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "f2", "f4", "f8"])
def test_many_genotypes_in_both_orders(dtype):
    """More than are packed at a time; the first missing one comes late."""
    g = np.random.default_rng(5).integers(0, 3, (1100, 70)).astype(dtype)
    g[1050, 66] = -1
    expected = digest(g.astype(np.float64), threshold=0.05)
    across = np.ascontiguousarray(g.T)
    assert digest(g, threshold=0.05) == digest(across, threshold=0.05, axis=1) == expected
    assert encke.pack(g, metric="r2").missing == encke.pack(across, metric="r2", axis=1).missing == 1
    for x, axis in ((g, 0), (across, 1)):
        (x if axis == 0 else x.T)[1060, 67] = 3
        with pytest.raises(encke.errors.InconsistentInput, match=r"vector 1060, field 67 \(from 0\): 3"):
            encke.pairs(x, metric="r2", axis=axis)
