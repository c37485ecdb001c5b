"""UniFrac of samples on a tree, and epistasis of variants with a phenotype."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from . import _core, _threads
from ._hits import Hits, Report, hits_of
from ._inputs import pack_rows, rows_of
from ._packed import Vectors, _read
from ._progress import caller_of
from ._request import compared, option_list


class _Ready:
    """What `Prepared` has, of vectors that are packed already."""

    def __init__(self, request: _core.Request, vectors: _core.Vectors, ids: Any) -> None:
        self.request = request
        self.vectors = vectors
        self.ids = ids
        self.first_set: int | None = None


def _newick(tree: Any) -> str:
    if isinstance(tree, (str, os.PathLike)):
        text = os.fspath(tree)
        if text.lstrip().startswith("("):
            return text
        with open(text, encoding="utf-8") as file:
            return file.read()
    if hasattr(tree, "write"):  # skbio.TreeNode
        return "".join(tree.write([], format="newick"))
    raise TypeError(f"tree is a {type(tree).__name__}: a path, Newick text or skbio.TreeNode expected")


def _biom_json(table: Any, taxa: Sequence[str] | None, ids: Any) -> str:
    """The text of a table in BIOM 1.0."""
    import json  # here, for it takes time

    if hasattr(table, "to_json") and hasattr(table, "matrix_data"):  # biom.Table
        return str(table.to_json("encke"))
    rows = rows_of(table)
    if taxa is None:
        if type(table).__module__.split(".")[0] != "pandas":
            raise TypeError("taxa are not given: the names of the columns expected")
        taxa = [str(name) for name in table.columns]
    counts = np.concatenate(list(rows.pieces())) if rows.shape[0] else np.empty(rows.shape)
    if len(taxa) != counts.shape[1]:
        raise ValueError(f"{len(taxa)} taxa, {counts.shape[1]} columns")
    names = ids if ids is not None else rows.ids
    samples = [str(s) for s in (range(len(counts)) if names is None else names)]
    kept = np.nonzero(counts.T)
    return json.dumps(
        {
            "id": None,
            "format": "Biological Observation Matrix 1.0.0",
            "format_url": "http://biom-format.org",
            "generated_by": "encke",
            "date": "2000-01-01T00:00:00",
            "type": "OTU table",
            "matrix_type": "sparse",
            "matrix_element_type": "float",
            "shape": [counts.shape[1], counts.shape[0]],
            "rows": [{"id": str(t), "metadata": None} for t in taxa],
            "columns": [{"id": s, "metadata": None} for s in samples],
            "data": [
                [int(r), int(c), float(v)] for r, c, v in zip(*kept, counts.T[kept].tolist())
            ],
        }
    )


@contextmanager
def _files(table: Any, tree: Any, taxa: Any, ids: Any) -> Iterator[list[tuple[str, str]]]:
    import tempfile  # here, for it takes time

    with tempfile.TemporaryDirectory(prefix="encke-") as folder:
        if isinstance(table, (str, os.PathLike)):
            path = _as_json(os.fspath(table), folder)
        else:
            path = os.path.join(folder, "table.biom")
            with open(path, "w", encoding="utf-8") as file:
                file.write(_biom_json(table, taxa, ids))
        newick = os.path.join(folder, "tree.nwk")
        with open(newick, "w", encoding="utf-8") as file:
            file.write(_newick(tree))
        yield [("biom", path), ("tree", newick)]


def _as_json(path: str, folder: str) -> str:
    """A table in BIOM 2.1 (HDF5) is read by the package biom-format."""
    try:
        with open(path, "rb") as file:
            is_hdf5 = file.read(4) == b"\x89HDF"
    except OSError:
        return path  # the reader says why
    if not is_hdf5:
        return path
    try:
        import biom
    except ImportError:
        raise ImportError(f"{path} is BIOM 2.1: it needs the package biom-format") from None
    made = os.path.join(folder, "table.biom")
    with open(made, "w", encoding="utf-8") as file:
        file.write(biom.load_table(path).to_json("encke"))
    return made


def _unifrac(
    table: Any, tree: Any, taxa: Any, ids: Any, options: list[tuple[str, str]]
) -> _Ready:
    _threads.apply()
    with _files(table, tree, taxa, ids) as files:
        request = _core.Request("unifrac", files + options)
        vectors = _core.read(request)
    return _Ready(request, vectors, vectors.names)


def _of_unifrac(method: str, alpha: float | None, vaw: bool) -> dict[str, Any]:
    return {"method": method, "alpha": alpha, "vaw": vaw or None}


def unifrac(
    table: Any,
    tree: Any,
    *,
    method: str = "unweighted",
    alpha: float | None = None,
    vaw: bool = False,
    taxa: Sequence[str] | None = None,
    ids: Any = None,
    precision: Any = None,
    dtype: Any = None,
    progress: Any = None,
) -> np.ndarray:
    """UniFrac distances of all pairs of samples, in condensed order.

    Parameters
    ----------
    table : path, biom.Table, data frame, or array_like
        Counts; of arrays and frames rows are samples, and columns taxa.
    tree : path, str, or skbio.TreeNode
        Newick text, or where it is.
    method : {"unweighted", "weighted_normalized", "weighted_unnormalized", "generalized"}
    alpha : float, optional
        Of "generalized", from 0 to 1.
    vaw : bool
        Whether branches weigh less where the counts of both samples vary more
        (Chang, Luan & Sun 2011). Not with "generalized" and an alpha below 1.
    taxa : sequence of str, optional
        Names of the columns of an array.
    ids : sequence, optional
        Names of the samples of an array.
    precision, dtype, progress
        As of `distances`.

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> import encke
    >>> encke.unifrac([[1, 1, 0], [0, 1, 1]], "((A:1,B:1):1,C:2);", taxa=list("ABC"))
    array([0.6])
    """
    options = option_list(precision=precision, of_metric=_of_unifrac(method, alpha, vaw))
    ready = _unifrac(table, tree, taxa, ids, options)
    n = ready.vectors.vectors
    values = np.empty(n * (n - 1) // 2, dtype=np.float64 if dtype is None else dtype)
    if len(values):
        _core.dense(ready.request, ready.vectors, values, 0, caller_of(progress))
    return values


def unifrac_pairs(
    table: Any,
    tree: Any,
    *,
    method: str = "unweighted",
    alpha: float | None = None,
    vaw: bool = False,
    threshold: float | None = None,
    below: float | None = None,
    top: int | None = None,
    best: bool = False,
    taxa: Sequence[str] | None = None,
    ids: Any = None,
    precision: Any = None,
    sort: bool = True,
    progress: Any = None,
) -> Hits:
    """UniFrac of pairs of samples, those whose distance passes.

    Parameters
    ----------
    table, tree, method, alpha, vaw, taxa, ids
        As of `unifrac`.
    threshold, below, top, best, sort, progress
        As of `pairs`.

    Returns
    -------
    Hits
        With the ids of the samples.

    Examples
    --------
    >>> import encke
    >>> counts = [[1, 1, 0], [0, 1, 1], [0, 0, 3]]
    >>> encke.unifrac_pairs(counts, "((A:1,B:1):1,C:2);", taxa=list("ABC"), ids=["x", "y", "z"], below=0.7)
    <encke.Hits: 2 pairs of 3 vectors, unifrac>
      x  y  0.6
      y  z  0.5
    """
    options = option_list(
        threshold=threshold,
        below=below,
        top=top,
        best=best,
        precision=precision,
        of_metric=_of_unifrac(method, alpha, vaw),
    )
    ready = _unifrac(table, tree, taxa, ids, options)
    columns, report = _core.hits(ready.request, ready.vectors, {}, sort, caller_of(progress))
    return hits_of(ready, columns, Report(**report))


def epistasis(
    G: Any,
    phenotype: Any = None,
    *,
    score: str = "k2",
    way: int = 2,
    threshold: float | None = None,
    below: float | None = None,
    top: int | None = None,
    best: bool = False,
    axis: int = 0,
    ids: Any = None,
    groups: Any = None,
    positions: Any = None,
    max_distance: float | None = None,
    sort: bool = True,
    progress: Any = None,
    memory: int | None = None,
) -> Hits:
    """Pairs or triples of variants that together go with a disease.

    Parameters
    ----------
    G : array_like, path
        Genotypes, variants as rows (columns with ``axis=1``); or the prefix of a PLINK data set,
        which has the phenotype.
    phenotype : array_like
        For each sample 0 (False) of a control, 1 (True) of a case; other numbers, such as -1, and
        NaN leave the sample out.
    score : {"k2", "mi", "chi2", "boost", "alleles", "joint-effects", "case-only", "joint-case-only"}
        Small values of "k2" are good, large ones of the others. Of "case-only" and
        "joint-case-only" the command line leaves out variants near each other: these values mean
        something only of pairs without linkage.
    way : {2, 3}
    threshold, below, top, best, ...
        As of `pairs`.

    Returns
    -------
    Hits
        But for "k2" and "mi" with degrees of freedom ``dof`` and ``pvalue``, which needs SciPy.

    Examples
    --------
    >>> import numpy as np, encke
    >>> rng = np.random.default_rng(1)
    >>> G = rng.integers(0, 3, size=(20, 500)).astype(np.int8)
    >>> sick = rng.random(500) < np.where((G[3] > 0) & (G[8] > 0), 0.6, 0.3)
    >>> best = encke.epistasis(G, sick, score="chi2", top=1)
    >>> best.i.tolist(), best.j.tolist(), best.dof.tolist()
    ([3], [8], [8])
    """
    options = option_list(
        way=way,
        threshold=threshold,
        below=below,
        top=top,
        best=best,
        memory=memory,
        of_metric={"score": score},
    )
    _threads.apply()
    if isinstance(G, (str, os.PathLike)):
        read: Vectors = _read("epistasis", [("bfile", os.fspath(G)), ("score", score)])
        ready = _Ready(_core.Request("epistasis", options), read._first, read.ids)
    else:
        request = _core.Request("epistasis", options)
        ready = _of_array(request, G, phenotype, axis, ids)
    which = compared(ready.vectors.vectors, None, groups, positions, max_distance)
    columns, report = _core.hits(ready.request, ready.vectors, which, sort, caller_of(progress))
    hits = hits_of(ready, columns, Report(**report))
    return _with_pvalues(hits) if request_is_statistic(ready.request) else hits


def request_is_statistic(request: _core.Request) -> bool:
    return bool(request.chi_squared)


def _of_array(request: _core.Request, G: Any, phenotype: Any, axis: int, ids: Any) -> _Ready:
    if phenotype is None:
        raise TypeError("phenotype is not given: 0 or 1 for each sample expected")
    rows = rows_of(G, axis, name="G")
    status = np.asarray(phenotype, dtype=np.float64)
    if status.shape != (rows.shape[1],):
        raise ValueError(f"phenotype has shape {status.shape}: ({rows.shape[1]},) expected")
    known = (status == 0) | (status == 1)
    cases = [int(s) for s in status[known]]
    if not known.all():
        pieces = rows.pieces
        rows.pieces = lambda: (piece[:, known] for piece in pieces())
        rows.shape = (rows.shape[0], int(known.sum()))
    names = ids if ids is not None else rows.ids
    return _Ready(request, pack_rows(request, [rows], cases=cases), names)


def _with_pvalues(hits: Hits) -> Hits:
    try:
        from scipy.stats import chi2
    except ImportError:
        return hits
    from dataclasses import replace

    return replace(hits, pvalue=chi2.sf(hits.value, hits.cell))
