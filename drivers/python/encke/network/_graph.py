"""Networks as edges by columns, from what users have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._hits import Hits
from ..errors import ArgumentTypeError, InconsistentInput

#: Hits of pairs, a sparse array of SciPy, a graph of networkx or igraph.
Network = Any


@dataclass(frozen=True, eq=False)
class Edges:
    """Undirected edges of `n` nodes."""

    n: int
    i: NDArray[np.int32]
    j: NDArray[np.int32]
    weight: NDArray[np.float64]
    ids: NDArray[Any] | None = None

    def columns(self) -> tuple[int, NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]:
        return self.n, self.i, self.j, self.weight

    def number(self, seed: Any) -> int:
        """Of a node that is named by its id, or by its number where there are no ids."""
        if self.ids is None:
            if not isinstance(seed, (int, np.integer)):
                raise ArgumentTypeError(f"seed {seed!r}: the network has no ids, so that a number is expected")
            if not 0 <= seed < self.n:
                raise InconsistentInput(f"seed {seed}: 0 to {self.n - 1} expected")
            return int(seed)
        found = np.nonzero(self.ids == seed)[0]
        if len(found) != 1:
            raise InconsistentInput(f"seed {seed!r}: {len(found)} nodes have this id, 1 expected")
        return int(found[0])

    def names(self, nodes: NDArray[np.int32]) -> list[Any]:
        return list(nodes.tolist() if self.ids is None else self.ids[nodes].tolist())


def _columns(n: int, i: Any, j: Any, weight: Any, ids: Any = None) -> Edges:
    return Edges(
        n,
        np.ascontiguousarray(i, dtype=np.int32),
        np.ascontiguousarray(j, dtype=np.int32),
        np.ascontiguousarray(weight, dtype=np.float64),
        ids,
    )


def edges_of(network: Network) -> Edges:
    """Edges of a network of any kind. Raises TypeError for what is none."""
    if isinstance(network, Hits):
        network._refuse_triples("a network")
        return _columns(network._total, *network._edges(None), ids=network.ids)
    module = type(network).__module__.split(".")[0]
    if module == "networkx":
        return _of_networkx(network)
    if module == "igraph":
        return _of_igraph(network)
    if hasattr(network, "tocoo"):
        return _of_sparse(network)
    raise ArgumentTypeError(
        f"the network is a {type(network).__name__}: Hits, a sparse array of SciPy, or a graph of "
        "networkx or igraph expected"
    )


def _of_sparse(matrix: Any) -> Edges:
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InconsistentInput(f"the network has shape {matrix.shape}: a square matrix expected")
    entries = matrix.tocoo()
    i, j = entries.coords if hasattr(entries, "coords") else (entries.row, entries.col)
    return _columns(matrix.shape[0], i, j, entries.data)


def _of_networkx(graph: Any) -> Edges:
    if graph.is_directed():
        raise InconsistentInput("the network is directed: an undirected one expected")
    nodes = list(graph.nodes)
    numbers = {node: number for number, node in enumerate(nodes)}
    edges = list(graph.edges(data="weight", default=1.0))
    ids = np.empty(len(nodes), dtype=object)
    ids[:] = nodes
    return _columns(
        len(nodes),
        [numbers[a] for a, _, _ in edges],
        [numbers[b] for _, b, _ in edges],
        [w for _, _, w in edges],
        None if nodes == list(range(len(nodes))) else ids,
    )


def _of_igraph(graph: Any) -> Edges:
    if graph.is_directed():
        raise InconsistentInput("the network is directed: an undirected one expected")
    ends = np.asarray(graph.get_edgelist(), dtype=np.int32).reshape(-1, 2)
    weight = graph.es["weight"] if "weight" in graph.es.attributes() else np.ones(len(ends))
    ids = None
    if "name" in graph.vs.attributes():
        ids = np.asarray(graph.vs["name"], dtype=object)
    return _columns(graph.vcount(), ends[:, 0], ends[:, 1], weight, ids)
