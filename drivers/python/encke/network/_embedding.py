"""Coordinates of the nodes of networks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core, _threads
from .._check import choice, real, whole
from ._graph import Network, edges_of


@dataclass(frozen=True, eq=False)
class Embedding:
    """Coordinates of nodes.

    Attributes
    ----------
    coordinates : numpy.ndarray
        Nodes by axes; NaN for nodes of components that are too small.
    eigenvalues : list of numpy.ndarray
        Of each component that was embedded, the largest first.
    labels : numpy.ndarray of int32
        For each node its component; -1: not embedded.
    ids : numpy.ndarray or None
        Names of the nodes.
    neighbours : tuple of three numpy.ndarray, or None
        Nodes, of each of these the nearest ones, the nearest first, and their distances.
    """

    coordinates: NDArray[np.float64]
    eigenvalues: list[NDArray[np.float64]]
    labels: NDArray[np.int32]
    ids: NDArray[Any] | None = None
    neighbours: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]] | None = None

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` of the coordinates, with the ids as index."""
        import pandas

        return pandas.DataFrame(self.coordinates, index=self.ids)


def spectral_embedding(
    network: Network,
    *,
    axes: int = 2,
    least: int = 10,
    laplacian: str = "symmetric",
    tolerance: float = 1e-8,
    neighbours: int | None = None,
) -> Embedding:
    """Coordinates from the smallest eigenvalues of the Laplacian of each component.

    Parameters
    ----------
    network : Hits, scipy.sparse array, networkx.Graph or igraph.Graph
        Weights are similarities above 0.
    axes : int
        Coordinates of a node.
    least : int
        Components of fewer nodes are left out.
    laplacian : {"symmetric", "random-walk", "plain"}
    tolerance : float
        Most residual of an eigenvector.
    neighbours : int, optional
        So many of the nearest nodes of each are found, too, by their coordinates.

    Returns
    -------
    Embedding

    Examples
    --------
    >>> import networkx
    >>> from encke import network
    >>> ring = network.spectral_embedding(networkx.cycle_graph(12), axes=2)
    >>> ring.coordinates.shape, ring.eigenvalues[0].round(3)
    ((12, 2), array([0.134, 0.134]))
    """
    choice(laplacian, "laplacian", ("symmetric", "random-walk", "plain"))
    axes = whole(axes, "axes", 1)
    near = 0 if neighbours is None else whole(neighbours, "neighbours", 1)
    _threads.apply()
    edges = edges_of(network)
    found, of, nearest, distance = _core.embed(
        *edges.columns(),
        axes,
        whole(least, "least", 1),
        laplacian,
        real(tolerance, "tolerance", 0),
        near,
    )
    coordinates = np.full((edges.n, axes), np.nan)
    labels = np.full(edges.n, -1, dtype=np.int32)
    for number, (nodes, values, vectors) in enumerate(found):
        coordinates[nodes, : len(values)] = vectors.reshape(len(values), len(nodes)).T
        coordinates[nodes, len(values) :] = 0
        labels[nodes] = number
    eigenvalues = [values for _, values, _ in found]
    pairs = (of, nearest, distance) if near else None
    return Embedding(coordinates, eigenvalues, labels, edges.ids, pairs)
