"""All values of pairs: dense arrays, and neighbour graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._hits import Hits
from ._pairs import pairs
from ._request import Prepared, option_list

#: Metrics that are similarities, of which the distance is 1 less the value.
_SIMILARITIES = {"ps", "sorenson", "jaccard", "cosine", "ibs"}
_ALIASES = {"dice": "sorenson", "sorensen": "sorenson", "tanimoto": "jaccard", "ochiai": "cosine"}


def _is_similarity(metric: str) -> bool:
    return _ALIASES.get(metric, metric) in _SIMILARITIES


def _dense_array(count: int, dtype: Any, out: Any) -> np.ndarray:
    kind = np.dtype(np.float64 if dtype is None else dtype)
    if kind not in (np.dtype(np.float64), np.dtype(np.float32)):
        raise TypeError(f"dtype is {kind}: float64 or float32 expected")
    if out is None:
        return np.empty(count, dtype=kind)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is a {type(out).__name__}: an array expected")
    flat = out.reshape(-1)
    if flat.size != count or not np.shares_memory(flat, out) and count:
        raise ValueError(f"out has {out.size} places: an array without gaps of {count} expected")
    if flat.dtype not in (np.dtype(np.float64), np.dtype(np.float32)) or not flat.flags.writeable:
        raise ValueError("out is not a float64 or float32 array that can be written to")
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
        raise ValueError(f"{metric} has no distance: distance=False expected")
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
        raise ValueError(f"{metric} has {prepared.request.cells} values a pair: use encke.pairs")
    n = prepared.vectors.vectors
    rows = prepared.first_set or 0
    empty = prepared.first_set is not None and (rows == 0 or rows == n)
    count = rows * (n - rows) if prepared.first_set is not None else n * (n - 1) // 2
    values = _dense_array(count, dtype, out)
    if not empty and count:
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
    values, shape = _dense(X, Y, metric, out, dtype, axis, layer, progress, options)
    return values.reshape(shape) if out is None else out


def neighbors_graph(
    X: Any,
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
    radius : float
        Pairs whose distance is less.
    n_neighbors : int
        The so many nearest of each vector; the distances of all pairs are looked at.
    mode : {"distance", "connectivity"}
        What is stored. A pair that is not stored is far, for those who take "precomputed" graphs; a
        distance of 0 is stored.

    Returns
    -------
    scipy.sparse.csr_array
        With sorted indices. By `radius` it is symmetric.

    Examples
    --------
    >>> import numpy as np, encke
    >>> X = np.array([[1.0, 2.0], [1.0, 1.9], [5.0, 0.0]])
    >>> graph = encke.neighbors_graph(X, metric="braycurtis", radius=0.1)
    >>> graph.nnz
    2
    """
    if (radius is None) == (n_neighbors is None):
        raise ValueError("radius or n_neighbors expected, one of them")
    if mode not in ("distance", "connectivity"):
        raise ValueError(f'mode is {mode!r}: "distance" or "connectivity" expected')
    if radius is not None:
        distance = _is_similarity(metric)
        hits = pairs(X, metric=metric, below=radius, distance=distance, **arguments)
        graph = hits.to_scipy()
    else:
        graph = _nearest(X, metric, int(n_neighbors or 0), arguments)
    graph.sort_indices()
    if mode == "connectivity":
        graph.data[:] = 1
    return graph


def _nearest(X: Any, metric: str, count: int, arguments: dict[str, Any]) -> Any:
    """The nearest of each vector, from the values of all pairs; of equal ones the first."""
    from scipy import sparse
    from scipy.spatial.distance import squareform

    values = squareform(distances(X, metric=metric, **arguments))
    n = len(values)
    if not 1 <= count < max(n, 2):
        raise ValueError(f"n_neighbors is {count}: 1 to {n - 1} expected")
    np.fill_diagonal(values, np.inf)
    nearest = np.argsort(values, axis=1, kind="stable")[:, :count]
    rows = np.repeat(np.arange(n, dtype=np.int32), count)
    flat = nearest.reshape(-1)
    return sparse.csr_array((values[rows, flat], (rows, flat.astype(np.int32))), shape=(n, n))


__all__ = ["Hits", "cdist", "distances", "neighbors_graph"]
