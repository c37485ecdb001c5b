"""Networks with fewer edges."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._check import whole
from ._graph import Edges, Network, edges_of


def nearest(network: Network, k: int, *, mutual: bool = False) -> Any:
    """The network of the heaviest edges of each node, as ``--knn`` of the command line.

    Parameters
    ----------
    network : Hits, scipy.sparse array, networkx.Graph or igraph.Graph
        Weights are similarities.
    k : int
        An edge stays that is among the k heaviest of one of its ends; so do those as heavy as the
        last of these.
    mutual : bool
        It has to be among those of both.

    Returns
    -------
    scipy.sparse.csr_array
        Symmetric, of all nodes.

    Examples
    --------
    >>> from scipy import sparse
    >>> from encke import network
    >>> star = sparse.csr_array([[0, 3, 2], [3, 0, 1], [2, 1, 0]])
    >>> network.nearest(star, 1).toarray().tolist()
    [[0.0, 3.0, 2.0], [3.0, 0.0, 0.0], [2.0, 0.0, 0.0]]
    """
    most = whole(k, "k", 1)
    edges = edges_of(network)
    low, high, weight = _single_edges(edges)
    near = _among_heaviest(np.concatenate([low, high]), np.concatenate([weight, weight]), most)
    of_low, of_high = near[: len(low)], near[len(low) :]
    kept = of_low & of_high if mutual else of_low | of_high
    return _symmetric(edges.n, low[kept], high[kept], weight[kept])


def without_hubs(network: Network, most: int) -> Any:
    """The network without nodes of many edges, as ``--max-degree`` of the command line.

    Parameters
    ----------
    network : Hits, scipy.sparse array, networkx.Graph or igraph.Graph
    most : int
        Nodes with more edges lose all of them.

    Returns
    -------
    scipy.sparse.csr_array
        Symmetric, of all nodes.

    Examples
    --------
    >>> from scipy import sparse
    >>> from encke import network
    >>> star = sparse.csr_array([[0, 3, 2, 1], [3, 0, 1, 0], [2, 1, 0, 0], [1, 0, 0, 0]])
    >>> network.without_hubs(star, 2).toarray().tolist()[1:3]
    [[0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0]]
    """
    limit = whole(most, "most", 0)
    edges = edges_of(network)
    low, high, weight = _single_edges(edges)
    degree = np.bincount(low, minlength=edges.n) + np.bincount(high, minlength=edges.n)
    kept = (degree[low] <= limit) & (degree[high] <= limit)
    return _symmetric(edges.n, low[kept], high[kept], weight[kept])


def _single_edges(edges: Edges) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Each edge once, without loops; of an edge that is there twice the heavier one counts."""
    low, high = np.minimum(edges.i, edges.j), np.maximum(edges.i, edges.j)
    order = np.lexsort((-edges.weight, high, low))
    low, high, weight = low[order], high[order], edges.weight[order]
    new = np.ones(len(low), dtype=bool)
    new[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    new &= low != high
    return low[new], high[new], weight[new]


def _symmetric(n: int, i: NDArray[Any], j: NDArray[Any], weight: NDArray[Any]) -> Any:
    from scipy import sparse

    both = (np.concatenate([weight, weight]), (np.concatenate([i, j]), np.concatenate([j, i])))
    return sparse.coo_array(both, shape=(n, n)).tocsr()


def _among_heaviest(node: NDArray[np.int32], weight: NDArray[np.float64], most: int) -> NDArray[Any]:
    """Whether an end of an edge is among the heaviest of its node, or as heavy as the last of these."""
    single = weight.astype(np.float32)  # as networks have weights
    order = np.lexsort((-single, node))
    begin = np.searchsorted(node[order], node[order])  # of each node
    last = np.minimum(begin + most, np.searchsorted(node[order], node[order], side="right")) - 1
    among = np.empty(len(node), dtype=bool)
    among[order] = single[order] >= single[order][last]
    return among
