"""All values of pairs: dense arrays, and neighbour graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._check import choice, whole
from ._hits import Hits
from ._packed import Vectors
from ._pairs import pairs
from ._request import Prepared, option_list
from .errors import ArgumentTypeError, InconsistentInput, OptionError, _of_memory

#: Metrics that are similarities, of which the distance is 1 less the value.
_SIMILARITIES = {"ps", "sorenson", "jaccard", "cosine", "ibs"}
_ALIASES = {"dice": "sorenson", "sorensen": "sorenson", "tanimoto": "jaccard", "ochiai": "cosine"}


def _is_similarity(metric: str) -> bool:
    return isinstance(metric, str) and _ALIASES.get(metric, metric) in _SIMILARITIES


def _dense_array(count: int, dtype: Any, out: Any) -> np.ndarray:
    try:
        kind = np.dtype(np.float64 if dtype is None else dtype)
    except (TypeError, ValueError, SyntaxError):
        raise ArgumentTypeError(f"dtype is {dtype!r}: float64 or float32 expected") from None
    if kind not in (np.dtype(np.float64), np.dtype(np.float32)):
        raise ArgumentTypeError(f"dtype is {kind}: float64 or float32 expected")
    if out is None:
        try:
            return np.empty(count, dtype=kind)
        except (MemoryError, ValueError):  # the latter of sizes that no machine has
            needed = count * kind.itemsize
            raise _of_memory(f"not enough memory for all values: {needed} bytes needed", needed, 0) from None
    if not isinstance(out, np.ndarray):
        raise ArgumentTypeError(f"out is a {type(out).__name__}: an array expected")
    flat = out.reshape(-1)
    if flat.size != count or not np.shares_memory(flat, out) and count:
        raise InconsistentInput(f"out has {out.size} places: an array without gaps of {count} expected")
    if flat.dtype not in (np.dtype(np.float64), np.dtype(np.float32)) or not flat.flags.writeable:
        raise OptionError("out is not a float64 or float32 array that can be written to")
    return flat


def _dense(
    X: Any,
    Y: Any,
    metric: str,
    out: Any,
    dtype: Any,
    axis: int,
    layer: str | None,
    progress: Any,
    options: dict[str, Any],
) -> tuple[np.ndarray, tuple[int, int]]:
    distance = options.pop("distance", _is_similarity(metric))
    if distance and not _is_similarity(metric) and metric not in ("braycurtis", "bray-curtis"):
        raise OptionError(f"{metric} has no distance: distance=False expected")
    precision = options.pop("precision", None)
    known = {
        name: options.pop(name, None) for name in ("memory", "backend", "level", "block")
    }
    listed = option_list(
        distance=bool(distance) and _is_similarity(metric),
        precision=precision,
        of_metric=options,
        **known,
    )
    prepared = Prepared(X, Y, metric, listed, axis=axis, layer=layer)
    if prepared.request.cells != 1:
        raise OptionError(f"{metric} has {prepared.request.cells} values a pair: use encke.pairs")
    n = prepared.vectors.vectors
    rows = 0 if prepared.sets is None else prepared.sets[0]
    count = n * (n - 1) // 2 if prepared.sets is None else rows * (n - rows)
    values = _dense_array(count, dtype, out)
    if count:
        _core.dense(
            prepared.request, prepared.vectors, values, rows, prepared.progress(progress)
        )
    return values, (rows, n - rows)


def distances(
    X: Any,
    *,
    metric: str,
    out: np.ndarray | None = None,
    dtype: Any = None,
    axis: int = 0,
    layer: str | None = None,
    progress: Any = None,
    **options: Any,
) -> np.ndarray:
    """All pairwise distances, in the condensed order of `scipy.spatial.distance.pdist`.

    Parameters
    ----------
    X : array_like or Vectors
        As of `pairs`.
    metric : str
        "ps" and "braycurtis" are Bray-Curtis, "sorenson" and "dice" Dice, "jaccard", "cosine" of
        sets, "ibs" of samples; "r2" and others that are no similarities with a range have their
        values.
    out : numpy.ndarray or numpy.memmap, optional
        Filled in place and returned; without gaps.
    dtype : {float64, float32}
        Of the array.
    axis, layer, progress
        As of `pairs`.
    **options
        ``distance=False`` for similarities; ``precision``, ``memory`` and those of the metric.

    Returns
    -------
    numpy.ndarray
        Of n (n - 1) / 2 values.

    Examples
    --------
    >>> import numpy as np, encke
    >>> X = np.array([[1.0, 2.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 5.0]])
    >>> encke.distances(X, metric="braycurtis").round(3)
    array([0.333, 1.   , 0.75 ])
    """
    values, _ = _dense(X, None, metric, out, dtype, axis, layer, progress, options)
    return values if out is None else out


def cdist(
    X: Any,
    Y: Any,
    *,
    metric: str,
    out: np.ndarray | None = None,
    dtype: Any = None,
    axis: int = 0,
    layer: str | None = None,
    progress: Any = None,
    **options: Any,
) -> np.ndarray:
    """Distances of each vector of X to each of Y, as `scipy.spatial.distance.cdist`.

    Parameters
    ----------
    X, Y : array_like
        Of as many fields.
    metric, out, dtype, axis, layer, progress, **options
        As of `distances`.

    Returns
    -------
    numpy.ndarray
        X by Y.

    Examples
    --------
    >>> import numpy as np, encke
    >>> encke.cdist(np.eye(2), np.ones((1, 2)), metric="braycurtis").round(3)
    array([[0.333],
           [0.333]])
    """
    if Y is None and not isinstance(X, Vectors):
        raise ArgumentTypeError("Y is None: a matrix of numbers expected")
    values, shape = _dense(X, Y, metric, out, dtype, axis, layer, progress, options)
    return values.reshape(shape) if out is None else out


def neighbors_graph(
    X: Any,
    Y: Any = None,
    *,
    metric: str,
    radius: float | None = None,
    n_neighbors: int | None = None,
    mode: str = "distance",
    **arguments: Any,
) -> Any:
    """A sparse graph of near vectors, as scikit-learn's `radius_neighbors_graph`.

    Parameters
    ----------
    X, metric
        As of `distances`.
    Y : like X, optional
        Neighbours of the vectors of X are vectors of Y then.
    radius : float
        Pairs whose distance is less.
    n_neighbors : int
        The so many nearest of each vector; of equally near ones those that come first. All pairs are
        compared, and only these are kept.
    mode : {"distance", "connectivity"}
        What is stored. A pair that is not stored is far, for those who take "precomputed" graphs; a
        distance of 0 is stored.

    Returns
    -------
    scipy.sparse.csr_array
        With sorted indices. By `radius` it is symmetric, or X by Y.

    Examples
    --------
    >>> import numpy as np, encke
    >>> X = np.array([[1.0, 2.0], [1.0, 1.9], [5.0, 0.0]])
    >>> graph = encke.neighbors_graph(X, metric="braycurtis", radius=0.1)
    >>> graph.nnz
    2
    """
    if (radius is None) == (n_neighbors is None):
        raise OptionError("radius or n_neighbors expected, one of them")
    choice(mode, "mode", ("distance", "connectivity"))
    if radius is not None:
        distance = _is_similarity(metric)
        hits = pairs(X, Y, metric=metric, below=radius, distance=distance, **arguments)
        graph = hits.to_scipy()
    else:
        graph = _nearest(X, Y, metric, whole(n_neighbors, "n_neighbors", 1), arguments)
    graph.sort_indices()
    if mode == "connectivity":
        graph.data[:] = 1
    return graph


def _nearest(X: Any, Y: Any, metric: str, count: int, arguments: dict[str, Any]) -> Any:
    """The nearest of each vector, kept while pairs are computed; of equal ones the first."""
    from scipy import sparse

    layout = {name: arguments.pop(name) for name in ("axis", "layer") if name in arguments}
    progress = arguments.pop("progress", None)
    known = {
        name: arguments.pop(name, None)
        for name in ("precision", "memory", "backend", "level", "block")
    }
    listed = option_list(distance=_is_similarity(metric), of_metric=arguments, **known)
    prepared = Prepared(X, Y, metric, listed, **layout)
    if prepared.request.cells != 1:
        raise OptionError(f"{metric} has {prepared.request.cells} values a pair: use encke.pairs")
    n = prepared.vectors.vectors
    rows = n if prepared.sets is None else prepared.sets[0]
    others = n - 1 if prepared.sets is None else n - rows
    if count > others:
        raise OptionError(f"n_neighbors is {count}: 1 to {others} expected")
    if rows == 0:
        return sparse.csr_array((0, others))
    found, values = _core.neighbours(
        prepared.request,
        prepared.vectors,
        count,
        0 if prepared.sets is None else rows,
        prepared.progress(progress),
    )
    there = found >= 0
    begin = np.concatenate([[0], np.cumsum(there.reshape(rows, count).sum(axis=1))])
    if prepared.sets is not None:
        found = found - np.int32(rows)
    shape = (rows, n if prepared.sets is None else others)
    return sparse.csr_array((values[there], found[there], begin), shape=shape)


__all__ = ["Hits", "cdist", "distances", "neighbors_graph"]
