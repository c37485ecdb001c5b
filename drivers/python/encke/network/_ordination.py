"""Samples by their distances: principal coordinates, and whether groups differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core, _threads
from .._check import choice, names_of, values_of, whole
from ..errors import InconsistentInput


def _condensed(distances: Any) -> tuple[NDArray[np.float64], int, Any]:
    """Distances in condensed order, the number of samples, and their ids where there are such."""
    ids = None
    if hasattr(distances, "condensed_form") and hasattr(distances, "ids"):  # scikit-bio
        ids = np.asarray(distances.ids, dtype=object)
        distances = distances.condensed_form()
    elif type(distances).__module__.split(".")[0] == "pandas":
        ids = np.asarray(distances.index, dtype=object)
        distances = distances.to_numpy()
    values = values_of(distances, "distances", dtype=np.float64)
    if values.ndim == 2:
        if values.shape[0] != values.shape[1]:
            raise InconsistentInput(f"distances have shape {values.shape}: a square matrix expected")
        if not np.allclose(values, values.T, rtol=1e-12, atol=0, equal_nan=True):
            raise InconsistentInput("the matrix of distances is not symmetric")
        if np.diagonal(values).any():
            raise InconsistentInput("the matrix of distances has others than 0 on its diagonal")
        values = values[np.triu_indices(len(values), 1)]
    if values.ndim != 1:
        raise InconsistentInput(f"distances have {values.ndim} dimensions: 1 (condensed) or 2 expected")
    n = int(round((1 + np.sqrt(1 + 8 * values.size)) / 2))
    if n * (n - 1) // 2 != values.size:
        raise InconsistentInput(f"{values.size} distances: n (n - 1) / 2 expected")
    unfit = np.nonzero(~(np.isfinite(values) & (values >= 0)))[0]
    if len(unfit):
        place = int(unfit[0])
        raise InconsistentInput(f"distance {place} (from 0) is {values[place]}: a number >= 0 expected")
    return np.ascontiguousarray(values), n, ids


@dataclass(frozen=True, eq=False)
class Ordination:
    """Principal coordinates of samples.

    Attributes
    ----------
    coordinates : numpy.ndarray
        Samples by axes.
    eigenvalues : numpy.ndarray
        The largest first: all of them, or those of the axes where only these were made.
    proportions : numpy.ndarray
        The share of each eigenvalue in the sum of those above 0.
    ids : numpy.ndarray or None
        Names of the samples.
    """

    coordinates: NDArray[np.float64]
    eigenvalues: NDArray[np.float64]
    proportions: NDArray[np.float64]
    ids: NDArray[Any] | None = None

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` of the coordinates, columns ``PC1``, ``PC2``, …"""
        import pandas

        axes = [f"PC{axis + 1}" for axis in range(self.coordinates.shape[1])]
        return pandas.DataFrame(self.coordinates, index=self.ids, columns=axes)


def pcoa(
    distances: Any, *, axes: int = 10, method: str = "automatic", ids: Any = None
) -> Ordination:
    """Principal coordinate analysis of distances (classical scaling; Gower 1966).

    Parameters
    ----------
    distances : array_like, pandas.DataFrame or skbio.DistanceMatrix
        In SciPy's condensed order, as of `encke.distances` and `encke.unifrac`; or a square matrix.
    axes : int
        Coordinates of a sample.
    method : {"automatic", "exact", "lanczos"}
        "exact" makes all eigenvalues; "lanczos" only those of the axes, for many samples.
    ids : sequence, optional
        Names of the samples.

    Returns
    -------
    Ordination

    Examples
    --------
    >>> from encke import network
    >>> found = network.pcoa([3.0, 4.0, 5.0], axes=2)       # a triangle
    >>> found.coordinates.shape, found.proportions.round(2)[:2]
    ((3, 2), array([0.78, 0.22]))
    """
    choice(method, "method", ("automatic", "exact", "lanczos"))
    axes = whole(axes, "axes", 1)
    _threads.apply()
    values, n, known = _condensed(distances)
    found = _core.pcoa(values, n, axes, method)
    names = known if ids is None else names_of(ids)
    if names is not None and len(names) != n:
        raise InconsistentInput(f"{len(names)} ids, {n} expected")
    coordinates = found["coordinates"].reshape(n, found["axes"])
    return Ordination(coordinates, found["eigenvalues"], found["proportions"], names)


@dataclass(frozen=True, eq=False)
class GroupTest:
    """Whether groups of samples differ.

    Attributes
    ----------
    method : str
    statistic : float
        Pseudo-F of PERMANOVA, R of ANOSIM, F of PERMDISP.
    pvalue : float
        (1 + permutations with a statistic at least as large) / (1 + permutations).
    permutations : int
    groups : list of str
        Their names, sorted.
    sizes : list of int
        Samples of each group.
    within : list of float
        Mean distance of the pairs of each group.
    spread : list of float
        Of PERMDISP: mean distance of each group's samples to its centre.
    """

    method: str
    statistic: float
    pvalue: float
    permutations: int
    groups: list[str]
    sizes: list[int]
    within: list[float]
    spread: list[float]

    def to_pandas(self) -> Any:
        """A `pandas.Series` as scikit-bio's tests return it."""
        import pandas

        names = {"permanova": "pseudo-F", "anosim": "R", "permdisp": "F-value"}
        return pandas.Series(
            {
                "method name": self.method.upper(),
                "test statistic name": names[self.method],
                "sample size": sum(self.sizes),
                "number of groups": len(self.groups),
                "test statistic": self.statistic,
                "p-value": self.pvalue,
                "number of permutations": self.permutations,
            },
            name=f"{self.method.upper()} results",
        )


def _test(
    method: str,
    distances: Any,
    groups: Any,
    permutations: int,
    seed: int,
    centre: str = "median",
    axes: int | None = None,
) -> GroupTest:
    _threads.apply()
    values, n, _ = _condensed(distances)
    labels = [str(group) for group in names_of(groups, "groups")]
    if len(labels) != n:
        raise InconsistentInput(f"{len(labels)} groups given, for {n} samples")
    found = _core.group_test(
        method,
        values,
        labels,
        whole(permutations, "permutations", 0),
        whole(seed, "seed", 0),
        centre,
        None if axes is None else whole(axes, "axes", 1),
    )
    return GroupTest(
        method,
        found["statistic"],
        found["p"],
        found["permutations"],
        found["names"],
        found["sizes"],
        found["within"],
        found["spread"],
    )


def permanova(
    distances: Any, groups: Any, *, permutations: int = 999, seed: int = 1
) -> GroupTest:
    """Do the centres of groups differ? PERMANOVA of M. J. Anderson (2001).

    Parameters
    ----------
    distances : array_like, pandas.DataFrame or skbio.DistanceMatrix
        As of `pcoa`.
    groups : sequence
        The group of each sample.
    permutations : int
        Random orders of the labels; 0: no p-value.
    seed : int
        Of the random orders.

    Returns
    -------
    GroupTest

    Examples
    --------
    >>> import numpy as np, encke
    >>> from encke import network
    >>> X = np.array([[9, 1, 0], [8, 2, 0], [9, 2, 1], [0, 1, 9], [1, 2, 8], [0, 2, 7]])
    >>> distances = encke.distances(X, metric="braycurtis")
    >>> found = network.permanova(distances, ["a", "a", "a", "b", "b", "b"])
    >>> round(found.statistic, 2)
    140.04
    """
    return _test("permanova", distances, groups, permutations, seed)


def anosim(distances: Any, groups: Any, *, permutations: int = 999, seed: int = 1) -> GroupTest:
    """Are distances between groups larger than within? ANOSIM of K. R. Clarke (1993).

    Parameters
    ----------
    distances, groups, permutations, seed
        As of `permanova`.

    Returns
    -------
    GroupTest

    Examples
    --------
    >>> from encke import network
    >>> distances = [1, 1, 5, 5, 1, 5, 5, 5, 5, 1]       # of 5 samples, the first three alike
    >>> network.anosim(distances, ["a", "a", "a", "b", "b"], permutations=0).statistic
    1.0
    """
    return _test("anosim", distances, groups, permutations, seed)


def permdisp(
    distances: Any,
    groups: Any,
    *,
    permutations: int = 999,
    seed: int = 1,
    centre: str = "median",
    axes: int | None = None,
) -> GroupTest:
    """Do groups spread differently around their centres? PERMDISP of M. J. Anderson (2006).

    Parameters
    ----------
    distances, groups, permutations, seed
        As of `permanova`.
    centre : {"median", "centroid"}
        The point with the least sum of distances to a group's, or the mean.
    axes : int, optional
        Principal coordinates that are used; by default all.

    Returns
    -------
    GroupTest

    Examples
    --------
    >>> import numpy as np
    >>> from encke import network
    >>> points = np.array([0.0, 1.0, 2.0, 10.0, 14.0, 18.0])
    >>> distances = abs(points[:, None] - points)
    >>> found = network.permdisp(distances, list("aaabbb"), permutations=0)
    >>> [round(spread, 3) for spread in found.spread]
    [0.667, 2.667]
    """
    choice(centre, "centre", ("median", "centroid"))
    return _test("permdisp", distances, groups, permutations, seed, centre, axes)
