"""Pairs and triples: all hits at once."""

from __future__ import annotations

import math
from typing import Any

from . import _core
from ._hits import Hits, Report, hits_of
from ._request import Prepared, compared, option_list
from .errors import OptionError

#: Tuples whose values are all kept without being asked for, at most.
_MOST = 100_000_000


def _tuples(n: int, sets: list[int] | None, way: int) -> int:
    if sets is None:
        return math.comb(n, way)
    if way == 3 and len(sets) == 2:
        return sets[0] * math.comb(sets[1], 2)
    return math.prod(sets)


def _refuse_many(prepared: Prepared, which: dict[str, Any], way: int) -> None:
    tuples = _tuples(prepared.vectors.vectors, prepared.sets, way)
    if tuples <= _MOST or "places" in which or "distance" in which or "groups" in which:
        return
    kind = "pairs" if way == 2 else "triples"
    raise OptionError(
        f"there are {tuples} {kind}, and all values would be kept: give threshold, below, top or "
        "best, or use encke.distances for a dense array"
    )


def _hits(
    *,
    X: Any,
    Y: Any,
    Z: Any = None,
    way: int,
    metric: str,
    axis: int,
    layer: str | None,
    ids: Any,
    groups: Any,
    positions: Any,
    max_distance: float | None,
    max_places: int | None,
    beyond: bool,
    sort: bool,
    progress: Any,
    **options: Any,
) -> Hits:
    prepared = Prepared(
        X, Y, metric, option_list(way=way, **options), z=Z, axis=axis, layer=layer, ids=ids
    )
    which = compared(
        prepared.vectors.vectors,
        prepared.sets,
        groups,
        positions,
        max_distance,
        max_places,
        beyond,
    )
    selected = any(
        options[name] is not None and options[name] is not False
        for name in ("threshold", "below", "top", "best")
    )
    if not selected:
        _refuse_many(prepared, which, way)
    columns, report = _core.hits(
        prepared.request, prepared.vectors, which, bool(sort), prepared.progress(progress)
    )
    return hits_of(prepared, columns, Report(**report))


def pairs(
    X: Any,
    Y: Any = None,
    *,
    metric: str,
    threshold: Any = None,
    below: float | None = None,
    top: int | None = None,
    best: bool = False,
    axis: int = 0,
    layer: str | None = None,
    ids: Any = None,
    groups: Any = None,
    positions: Any = None,
    max_distance: float | None = None,
    max_places: int | None = None,
    beyond: bool = False,
    precision: Any = None,
    distance: bool = False,
    sort: bool = True,
    progress: Any = None,
    memory: int | None = None,
    check: bool = False,
    backend: str | None = None,
    level: str | None = None,
    block: int | None = None,
    shard: tuple[int, int] | None = None,
    **of_metric: Any,
) -> Hits:
    """Compare all pairs of vectors, and keep those whose value passes.

    Parameters
    ----------
    X : array_like, sparse array, data frame, or Vectors
        Vectors as rows; as columns with ``axis=1``. Genotypes are 0, 1 or 2 copies of an allele;
        numbers below 0, NaN and masked ones are missing.
    Y : like X, optional
        A second set: pairs are of a vector of X and a vector of Y.
    metric : str
        "ps" (1 - Bray-Curtis), "braycurtis", "r2", "ccc", "duo", "sorenson" ("dice"), "jaccard"
        ("tanimoto"), "cosine" ("ochiai"); of samples as rows, with genotypes of variants as columns,
        "king" (kinship) and "ibs".
    threshold : float, optional
        Values greater than it are kept. Of metrics of alleles also a sequence, by alleles.
    below : float, optional
        Values less than it are kept.
    top : int, optional
        So many of the largest values.
    best : bool
        For each vector the best pair that it is in, with this vector as ``i``.
    axis : {0, 1}
        Whether vectors are rows or columns.
    layer : str, optional
        Of an AnnData object, in place of its ``X``.
    ids : sequence, optional
        Names of the vectors; by default those of a data frame's index.
    groups : sequence, optional
        For each vector a group, such as a chromosome; pairs are within one. Those of a group follow
        one another.
    positions, max_distance : sequence of float, float, optional
        Pairs are of vectors whose positions, ascending in each group, differ by no more.
    max_places : int, optional
        Pairs are of vectors whose indices differ by no more.
    beyond : bool
        Pairs are those that groups, positions and places leave out: of different groups, or further
        apart; with groups alone as the command line's ``--trans``.
    precision : {"float64", "float32"}, optional
        Of profiles and of values.
    distance : bool
        Of similarities: 1 less the value.
    sort : bool
        By i, j (and k, cell); else as they were found.
    progress : bool or callable, optional
        True shows a bar of tqdm; a function is called with a `Progress`.
    memory : int, optional
        Bytes that the run may use, with the hits that it keeps; by default what the machine has.
    check : bool
        Check every sum, to find faulty hardware.
    backend, level, block
        As the command line has them, for tests and measurements.
    shard : (int, int), optional
        Of so many equal pieces of the work one, from 0: (2, 10) is the third of ten. They are joined
        by `join`. Not with ``top`` and ``best``.
    **of_metric
        ``gamma``, ``multiplier`` (ccc, duo), ``empty_pair`` ("nan" or "same"; profiles and sets),
        ``missing`` ("none": what is missing counts as 0), ``signed`` (r2: r, with a threshold of
        its magnitude).

    Returns
    -------
    Hits

    Raises
    ------
    OptionError
        For arguments that are not allowed, and where nothing selects pairs of more than 100 million.
    InconsistentInput
        For numbers that are not allowed, with vector and field.
    ArgumentTypeError
        For X that is no matrix of numbers, and other arguments of a wrong type.
    OutOfMemory
        Also where more hits pass than there is memory for.

    See Also
    --------
    distances : all values, as a dense array.
    iter_pairs : hits in batches.

    Examples
    --------
    >>> import numpy as np, encke
    >>> X = np.array([[1.0, 2.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 5.0]])
    >>> encke.pairs(X, metric="ps", threshold=0.1)
    <encke.Hits: 2 pairs of 3 vectors, ps>
      0  1  0.6666666666666666
      1  2  0.25
    """
    return _hits(**locals(), way=2)


def triples(
    X: Any,
    Y: Any = None,
    Z: Any = None,
    *,
    metric: str,
    threshold: Any = None,
    below: float | None = None,
    top: int | None = None,
    best: bool = False,
    axis: int = 0,
    layer: str | None = None,
    ids: Any = None,
    groups: Any = None,
    positions: Any = None,
    max_distance: float | None = None,
    max_places: int | None = None,
    beyond: bool = False,
    precision: Any = None,
    distance: bool = False,
    sort: bool = True,
    progress: Any = None,
    memory: int | None = None,
    check: bool = False,
    backend: str | None = None,
    level: str | None = None,
    block: int | None = None,
    shard: tuple[int, int] | None = None,
    **of_metric: Any,
) -> Hits:
    """Compare all triples of vectors: as `pairs`, with a third vector ``k``.

    Parameters
    ----------
    X, metric, threshold, ...
        As of `pairs`. Metrics: "ps", "ccc", "duo", "sorenson".
    Y, Z : like X, optional
        Triples are of a vector of X and two of Y; or, with Z, of one of each.

    Returns
    -------
    Hits

    Examples
    --------
    >>> import numpy as np, encke
    >>> X = np.array([[1.0, 2.0], [1.0, 1.0], [2.0, 0.0]])
    >>> encke.triples(X, metric="ps")
    <encke.Hits: 1 triples of 3 vectors, ps>
      0  1  2  0.6428571428571429
    """
    return _hits(**locals(), way=3)
