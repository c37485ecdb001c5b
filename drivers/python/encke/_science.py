"""Samples on a tree: UniFrac, and phylogenetic diversity."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from . import _core, _threads
from ._check import names_of, real, whole
from ._distances import _dense_array
from ._hits import Hits, Report, hits_of
from ._inputs import rows_of
from ._progress import caller_of
from ._request import option_list
from .errors import ArgumentTypeError, InconsistentInput, _text_of


class _Ready:
    """What `Prepared` has, of vectors that are packed already."""

    def __init__(self, request: _core.Request, vectors: _core.Vectors, ids: Any) -> None:
        self.request = request
        self.vectors = vectors
        self.ids = ids
        self.sets: list[int] | None = None
        self.sites: Any = None


def _newick(tree: Any) -> str:
    if isinstance(tree, (str, os.PathLike)):
        text = os.fspath(tree)
        if text.lstrip().startswith("("):
            return text
        return _text_of(text, "the tree")
    if hasattr(tree, "write"):  # skbio.TreeNode
        return "".join(tree.write([], format="newick"))
    raise ArgumentTypeError(f"tree is a {type(tree).__name__}: a path, Newick text or skbio.TreeNode expected")


def _biom_json(table: Any, taxa: Sequence[str] | None, ids: Any) -> str:
    """The text of a table in BIOM 1.0."""
    import json  # here, for it takes time

    if hasattr(table, "to_json") and hasattr(table, "matrix_data"):  # biom.Table
        return str(table.to_json("encke"))
    rows = rows_of(table)
    if taxa is None:
        if type(table).__module__.split(".")[0] != "pandas":
            raise ArgumentTypeError("taxa are not given: the names of the columns expected")
        taxa = [str(name) for name in table.columns]
    counts = np.concatenate(list(rows.pieces())) if rows.shape[0] else np.empty(rows.shape)
    taxa = names_of(taxa, "taxa").tolist()
    if len(taxa) != counts.shape[1]:
        raise InconsistentInput(f"{len(taxa)} taxa, {counts.shape[1]} columns")
    if not (np.isfinite(counts) & (counts >= 0)).all():
        row, column = np.argwhere(~(np.isfinite(counts) & (counts >= 0)))[0]
        raise InconsistentInput(
            f"sample {row}, taxon {column} (from 0): {counts[row, column]} found, a finite number "
            "of at least 0 expected"
        )
    names = rows.ids if ids is None else names_of(ids)
    samples = [str(s) for s in (range(len(counts)) if names is None else names)]
    if len(samples) != len(counts):
        raise InconsistentInput(f"{len(samples)} ids, {len(counts)} expected")
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


def _of_unifrac(
    method: str, alpha: float | None, vaw: bool, depth: int | None, seed: int
) -> dict[str, Any]:
    return {
        "method": method,
        "alpha": None if alpha is None else real(alpha, "alpha"),
        "vaw": vaw or None,
        "subsample_depth": None if depth is None else whole(depth, "subsample_depth", 1),
        "seed": None if depth is None else whole(seed, "seed", 0),
    }


def unifrac(
    table: Any,
    tree: Any,
    *,
    method: str = "unweighted",
    alpha: float | None = None,
    vaw: bool = False,
    taxa: Sequence[str] | None = None,
    ids: Any = None,
    subsample_depth: int | None = None,
    seed: int = 1,
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
    subsample_depth, seed : int
        So many counts of each sample are chosen at random, without replacement; samples with less
        are left out, so that the ids of `unifrac_pairs` say which are compared.
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
    options = option_list(precision=precision, of_metric=_of_unifrac(method, alpha, vaw, subsample_depth, seed))
    ready = _unifrac(table, tree, taxa, ids, options)
    n = ready.vectors.vectors
    values = _dense_array(n * (n - 1) // 2, dtype, None)
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
    subsample_depth: int | None = None,
    seed: int = 1,
    precision: Any = None,
    sort: bool = True,
    progress: Any = None,
) -> Hits:
    """UniFrac of pairs of samples, those whose distance passes.

    Parameters
    ----------
    table, tree, method, alpha, vaw, taxa, ids, subsample_depth, seed
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
        of_metric=_of_unifrac(method, alpha, vaw, subsample_depth, seed),
    )
    ready = _unifrac(table, tree, taxa, ids, options)
    columns, report = _core.hits(ready.request, ready.vectors, {}, bool(sort), caller_of(progress))
    return hits_of(ready, columns, Report(**report))


def faith_pd(
    table: Any,
    tree: Any,
    *,
    taxa: Sequence[str] | None = None,
    ids: Any = None,
    subsample_depth: int | None = None,
    seed: int = 1,
) -> np.ndarray:
    """Phylogenetic diversity of each sample (Faith 1992): the length of the branches of its taxa.

    Parameters
    ----------
    table, tree, taxa, ids, subsample_depth, seed
        As of `unifrac`.

    Returns
    -------
    numpy.ndarray

    Examples
    --------
    >>> import encke
    >>> encke.faith_pd([[1, 1, 0], [0, 1, 1]], "((A:1,B:1):1,C:2);", taxa=list("ABC"))
    array([3., 4.])
    """
    _threads.apply()
    given = _of_unifrac("unweighted", None, False, subsample_depth, seed)
    with _files(table, tree, taxa, ids) as files:
        text = _core.faith_pd(_core.Request("unifrac", files + option_list(of_metric=given)))
    lines = text.splitlines()[1:]
    return np.array([float(line.rsplit("\t", 1)[1]) for line in lines])
