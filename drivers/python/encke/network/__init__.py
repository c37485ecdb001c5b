"""Networks of hits: components, clusters, neighbourhoods, embeddings; and samples by their distances.

What takes a network takes `Hits` of pairs, a sparse array of SciPy, a graph of networkx or of igraph.
Results are those of ``encke network`` and ``encke pcoa`` on the same edges and distances.

Examples
--------
>>> import numpy as np, encke
>>> from encke import network
>>> X = np.array([[1, 2, 0, 0], [1, 3, 0, 0], [0, 0, 4, 1], [0, 0, 5, 1]])
>>> hits = encke.pairs(X, metric="ps", threshold=0.5)
>>> [nodes.tolist() for nodes in network.components(hits)]
[[0, 1], [2, 3]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core, _threads
from .._check import choice, real, whole
from ._embedding import Embedding, spectral_embedding
from ._graph import Network, edges_of
from ._ordination import GroupTest, Ordination, anosim, pcoa, permanova, permdisp
from ._sets import Carriers, frequencies, of_alleles, write_sets
from ._thin import nearest, without_hubs

__all__ = [
    "Carriers",
    "Embedding",
    "GroupTest",
    "Network",
    "NodeSets",
    "Ordination",
    "Reached",
    "anosim",
    "components",
    "frequencies",
    "markov_clusters",
    "nearest",
    "of_alleles",
    "pcoa",
    "permanova",
    "permdisp",
    "reach",
    "spectral_embedding",
    "triangles",
    "without_hubs",
    "write_sets",
]


@dataclass(frozen=True, repr=False, eq=False)
class NodeSets(Sequence[NDArray[np.int32]]):
    """Sets of nodes, the largest first: components, or clusters.

    A sequence of arrays of nodes, ascending in each.

    Attributes
    ----------
    labels : numpy.ndarray of int32
        For each node the number of its set; of several sets the first.
    n : int
        Nodes of the network.
    ids : numpy.ndarray or None
        Their names.
    """

    begin: NDArray[np.int64]
    members: NDArray[np.int32]
    n: int
    ids: NDArray[Any] | None = None

    @property
    def labels(self) -> NDArray[np.int32]:
        labels = np.full(self.n, -1, dtype=np.int32)
        sets = np.repeat(np.arange(len(self), dtype=np.int32), self.sizes)
        labels[self.members[::-1]] = sets[::-1]  # the first one counts
        return labels

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Nodes of each set."""
        return np.diff(self.begin)

    def __len__(self) -> int:
        return len(self.begin) - 1

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        return self.members[self.begin[at] : self.begin[at + 1]]

    def __iter__(self) -> Iterator[NDArray[np.int32]]:
        return (self[at] for at in range(len(self)))

    def __repr__(self) -> str:
        largest = ", ".join(str(size) for size in self.sizes[:5])
        return f"<encke.network.NodeSets: {len(self)} sets of {self.n} nodes, of {largest}…>"

    def names(self) -> list[list[Any]]:
        """The sets, of ids where there are ids."""
        names = np.arange(self.n) if self.ids is None else np.asarray(self.ids)
        return [names[nodes].tolist() for nodes in self]

    def to_scipy(self) -> Any:
        """A sparse array of nodes by sets, 1 where a node is in a set."""
        from scipy import sparse

        sets = np.repeat(np.arange(len(self), dtype=np.int32), self.sizes)
        ones = np.ones(len(self.members), dtype=np.int8)
        return sparse.csr_array((ones, (self.members, sets)), shape=(self.n, len(self)))

    def to_pandas(self) -> Any:
        """A `pandas.Series` of `labels`, with the ids as index."""
        import pandas

        return pandas.Series(self.labels, index=self.ids, name="set")

    def to_networkx(self) -> list[set[Any]]:
        """The sets as networkx has communities, for `networkx.community.modularity` and others."""
        return [set(names) for names in self.names()]

    def to_igraph(self, graph: Any) -> Any:
        """An `igraph.VertexClustering` of a graph, such as that of `Hits.to_igraph`."""
        import igraph

        return igraph.VertexClustering(graph, membership=self.labels.tolist())


def components(network: Network) -> NodeSets:
    """Which nodes hang together.

    Parameters
    ----------
    network : Hits, scipy.sparse array, networkx.Graph or igraph.Graph
        Weights do not count. All vectors of hits are nodes, those without an edge too.

    Returns
    -------
    NodeSets
        The largest component first, of equally large ones that with the smallest node.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> from encke import network
    >>> network.components(sparse.csr_array([[0, 1, 0], [1, 0, 0], [0, 0, 0]])).labels
    array([0, 0, 1], dtype=int32)
    """
    _threads.apply()
    edges = edges_of(network)
    labels = _core.components(*edges.columns())
    order = np.argsort(labels, kind="stable").astype(np.int32)
    begin = np.concatenate([[0], np.cumsum(np.bincount(labels))]).astype(np.int64)
    return NodeSets(begin, order, edges.n, edges.ids)


def markov_clusters(
    network: Network,
    *,
    inflation: float = 2.0,
    overlap: str = "cut",
    scheme: int = 6,
    prune: float | None = None,
    select: int | None = None,
    recover: int | None = None,
    recover_percent: float | None = None,
    loops: bool = False,
) -> NodeSets:
    """Clusters by random walks: MCL of S. van Dongen (2000), with the rules of his program.

    Parameters
    ----------
    network : Hits, scipy.sparse array, networkx.Graph or igraph.Graph
        Weights are similarities above 0.
    inflation : float
        Above 1 and at most 30; larger ones give smaller clusters.
    overlap : {"cut", "keep", "split"}
        A node that belongs to several clusters stays in the first, or in all, or goes with others
        of the same clusters to one of their own.
    scheme : int
        How much is kept in each step, 1 to 7, as mcl has it.
    prune, select, recover, recover_percent : number, optional
        In place of the scheme's: what is below 1 / prune is dropped, so many are left at most, and
        so many are taken back where less than this percentage is left.
    loops : bool
        Whether a node's own edge counts as it is given; else it weighs as its heaviest edge.

    Returns
    -------
    NodeSets
        The largest first.

    Examples
    --------
    >>> import numpy as np, encke
    >>> from encke import network
    >>> rng = np.random.default_rng(1)
    >>> X = np.repeat(rng.random((3, 40)), 5, axis=0) + rng.random((15, 40)) / 5
    >>> network.markov_clusters(encke.pairs(X, metric="ps", threshold=0.8)).labels
    array([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2], dtype=int32)
    """
    choice(overlap, "overlap", ("cut", "keep", "split"))
    pruning: dict[str, Any] = {}
    for name, value in (("prune", prune), ("recover_percent", recover_percent)):
        if value is not None:
            pruning[name] = real(value, name, 0)
    for name, number in (("select", select), ("recover", recover)):
        if number is not None:
            pruning[name] = whole(number, name, 0)
    _threads.apply()
    edges = edges_of(network)
    begin, members = _core.markov_clusters(
        *edges.columns(),
        real(inflation, "inflation"),
        whole(scheme, "scheme", 1, 7),
        pruning,
        overlap,
        bool(loops),
    )
    return NodeSets(begin, members, edges.n, edges.ids)


@dataclass(frozen=True, eq=False)
class Reached:
    """Nodes around others.

    Attributes
    ----------
    nodes : numpy.ndarray of int32
        The nearest first.
    depth : numpy.ndarray of int32
        Edges on a shortest way to each.
    names : list
        Ids of the nodes, where there are ids.
    """

    nodes: NDArray[np.int32]
    depth: NDArray[np.int32]
    names: list[Any]

    def __len__(self) -> int:
        return len(self.nodes)

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` of names and depths."""
        import pandas

        return pandas.DataFrame({"node": self.names, "depth": self.depth})


def reach(network: Network, seeds: Any, *, depth: int | None = 1) -> Reached:
    """The neighbourhood of some nodes.

    Parameters
    ----------
    network : Hits, scipy.sparse array, networkx.Graph or igraph.Graph
    seeds : int, id, or sequence of them
        Where to start: ids where the network has ids, else numbers.
    depth : int or None
        Edges of a way, at most; None: any number.

    Returns
    -------
    Reached
        With the seeds, at depth 0.

    Examples
    --------
    >>> from scipy import sparse
    >>> from encke import network
    >>> path = sparse.diags_array([1.0, 1.0, 1.0], offsets=1, shape=(4, 4))
    >>> network.reach(path, 0, depth=2).nodes
    array([0, 1, 2], dtype=int32)
    """
    edges = edges_of(network)
    far = -1 if depth is None else whole(depth, "depth", 0, 2**31 - 1)
    _threads.apply()
    wanted = seeds if isinstance(seeds, (list, tuple, np.ndarray)) else [seeds]
    numbers = [edges.number(seed) for seed in wanted]
    nodes, depths = _core.reach(*edges.columns(), numbers, far)
    return Reached(nodes, depths, edges.names(nodes))


def triangles(network: Network) -> NDArray[np.int64]:
    """For each node the number of triangles that it is a corner of.

    Parameters
    ----------
    network : Hits, scipy.sparse array, networkx.Graph or igraph.Graph
        Weights do not count.

    Returns
    -------
    numpy.ndarray of int64

    Examples
    --------
    >>> import networkx
    >>> from encke import network
    >>> network.triangles(networkx.complete_graph(4)).tolist()
    [3, 3, 3, 3]
    """
    _threads.apply()
    found: NDArray[np.int64] = _core.triangles(*edges_of(network).columns())
    return found
