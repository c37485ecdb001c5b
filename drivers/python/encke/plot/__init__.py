"""Pictures with matplotlib. Each function draws into axes and returns them.

>>> import matplotlib
>>> matplotlib.use("agg")
>>> import numpy as np, encke
>>> from encke import plot
>>> hits = encke.pairs(np.random.default_rng(1).random((50, 20)), metric="ps")
>>> axes = plot.histogram(hits, thresholds=[0.75])
>>> axes.get_xlabel()
'ps'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._hits import Hits
from ..network import NodeSets, Ordination
from ..network._graph import Edges, edges_of
from ._layout import layout_of
from ..errors import InconsistentInput

__all__ = ["heatmap", "histogram", "network", "scatter"]

#: Groups in colours; more are grey. The palette of Okabe and Ito, which colour-blind people tell apart.
_COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000"]
_GREY = "#b0b0b0"
_LINES = ["#D55E00", "#000000", "#009E73", "#CC79A7"]


def _axes(ax: Any, size: tuple[float, float]) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=size, layout="constrained")[1]


def histogram(
    values: Any, *, thresholds: Sequence[float] = (), bins: Any = 80, log: bool = True, ax: Any = None
) -> Any:
    """How many pairs have which value, and how many each threshold would keep.

    Parameters
    ----------
    values : Hits or array_like
        Hits without a threshold, or `encke.distances`.
    thresholds : sequence of float
        Lines, each with the number of values above it.
    bins : int or sequence
        As of `numpy.histogram`.
    log : bool
        Whether numbers are on a logarithmic scale.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> from encke import plot
    >>> axes = plot.histogram([0.1, 0.4, 0.9], thresholds=[0.3])
    >>> axes.get_legend().get_texts()[0].get_text()
    '2 above 0.3'
    """
    ax = _axes(ax, (6.4, 3.6))
    numbers = values.value if isinstance(values, Hits) else np.asarray(values).ravel()
    numbers = numbers[np.isfinite(numbers)]
    ax.hist(numbers, bins=bins, log=log, color=_COLOURS[4])
    for line, threshold in enumerate(sorted(thresholds)):
        above = int((numbers > threshold).sum())
        colour = _LINES[line % len(_LINES)]
        ax.axvline(threshold, color=colour, label=f"{above:,} above {threshold:.3g}")
    if len(thresholds):
        ax.legend(frameon=False)
    ax.set_xlabel(values.metric if isinstance(values, Hits) else "value")
    ax.set_ylabel("pairs" if not isinstance(values, Hits) or values.way == 2 else "triples")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _square(matrix: Any) -> NDArray[np.float64]:
    if isinstance(matrix, Hits):
        matrix = matrix.to_scipy()
    if hasattr(matrix, "toarray"):
        matrix = matrix.toarray()
    values = np.array(matrix, dtype=np.float64)
    if values.ndim == 1:
        n = int(round((1 + np.sqrt(1 + 8 * values.size)) / 2))
        square = np.zeros((n, n))
        square[np.triu_indices(n, 1)] = values
        values = square + square.T
    if values.ndim != 2 or values.shape[0] != values.shape[1]:
        raise InconsistentInput(f"a matrix of shape {values.shape}: a square one expected")
    return values


def heatmap(
    matrix: Any, *, clusters: NodeSets | None = None, cmap: str = "viridis", label: str = "", ax: Any = None
) -> Any:
    """A matrix of values in the order of clusters.

    Parameters
    ----------
    matrix : Hits, sparse array, or array_like
        Pairs; a square matrix; or `encke.distances`.
    clusters : NodeSets, optional
        Rows and columns come in their order, with lines between those of two nodes and more.
    cmap : str
        A colour map of matplotlib.
    label : str
        Of the colour bar.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> import numpy as np
    >>> from encke import plot
    >>> plot.heatmap(np.ones((3, 3)), label="ones").get_images()[0].get_array().shape
    (3, 3)
    """
    values = _square(matrix)
    np.fill_diagonal(values, np.nan)  # says nothing
    ax = _axes(ax, (5.6, 4.8))
    if clusters is not None:
        if clusters.n != len(values):
            raise InconsistentInput(f"clusters of {clusters.n} nodes, a matrix of {len(values)}")
        labels = clusters.labels
        order = np.argsort(labels, kind="stable")
        values = values[np.ix_(order, order)]
        ends = np.cumsum(np.bincount(labels))[: int((clusters.sizes > 1).sum())]
        for end in ends[ends < len(values)]:
            ax.axhline(end - 0.5, color="white", linewidth=0.6)
            ax.axvline(end - 0.5, color="white", linewidth=0.6)
    shown = ax.imshow(values, cmap=cmap, interpolation="nearest")
    name = label or (matrix.metric if isinstance(matrix, Hits) else "")
    ax.figure.colorbar(shown, ax=ax, label=name, shrink=0.85)
    ax.set_xlabel("vectors, by cluster" if clusters is not None else "vectors")
    return ax


def _of_sets(sets: NodeSets, least: int) -> tuple[list[str], list[tuple[Any, str]]]:
    """The colours of nodes by their sets, of which those with fewer nodes are not in the legend."""
    sizes = sets.sizes
    several = int((sizes >= max(least, 2)).sum())  # the largest come first
    coloured = min(several, len(_COLOURS))
    legend: list[tuple[Any, str]] = [
        (f"{sizes[at]} nodes", _COLOURS[at]) for at in range(coloured)
    ]
    if several > coloured:
        legend.append((f"{several - coloured} smaller sets", _GREY))
    return [_COLOURS[s] if 0 <= s < coloured else _GREY for s in sets.labels.tolist()], legend


def _colours(groups: Any, n: int, least: int = 2) -> tuple[list[str], list[tuple[Any, str]]]:
    """The colour of each node, and what the legend says."""
    if groups is None:
        return [_COLOURS[0]] * n, []
    if isinstance(groups, NodeSets):
        if groups.n != n:
            raise InconsistentInput(f"sets of {groups.n} nodes, {n} expected")
        return _of_sets(groups, least)
    if len(groups) != n:
        raise InconsistentInput(f"{len(groups)} groups, {n} expected")
    names, codes, sizes = np.unique(np.asarray(groups), return_inverse=True, return_counts=True)
    largest = np.argsort(-sizes, kind="stable")[: len(_COLOURS)]
    of_code = {int(code): _COLOURS[place] for place, code in enumerate(sorted(largest))}
    legend = [(names[code], colour) for code, colour in of_code.items()]
    if len(names) > len(of_code):
        legend.append((f"{len(names) - len(of_code)} more", _GREY))
    return [of_code.get(int(code), _GREY) for code in codes], legend


def _add_legend(ax: Any, legend: list[tuple[Any, str]]) -> None:
    if not legend:
        return
    from matplotlib.lines import Line2D

    marks = [
        Line2D([], [], linestyle="", marker="o", color=colour, label=str(name))
        for name, colour in legend
    ]
    ax.legend(handles=marks, frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))


def scatter(
    coordinates: Any, *, groups: Any = None, axes: tuple[int, int] = (0, 1), size: float = 18, ax: Any = None
) -> Any:
    """Points by two of their coordinates.

    Parameters
    ----------
    coordinates : Ordination, Embedding, or array_like
        Of `encke.network.pcoa`, with the share of each axis; of `spectral_embedding`; or points by
        axes.
    groups : sequence or NodeSets, optional
        The group of each point, which has its colour.
    axes : (int, int)
        Which coordinates, from 0.
    size : float
        Of a mark.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> from encke import plot
    >>> plot.scatter([[0.0, 1.0], [2.0, 3.0]], groups=["a", "b"]).get_ylabel()
    'axis 2'
    """
    points = np.asarray(getattr(coordinates, "coordinates", coordinates), dtype=np.float64)
    if points.ndim != 2 or points.shape[1] <= max(axes):
        raise InconsistentInput(f"coordinates of shape {points.shape}: points by axes expected")
    ax = _axes(ax, (5.6, 4.2))
    colours, legend = _colours(groups, len(points))
    ax.scatter(points[:, axes[0]], points[:, axes[1]], c=colours, s=size, linewidths=0)
    names = [f"axis {axis + 1}" for axis in axes]
    if isinstance(coordinates, Ordination):
        names = [f"PC{axis + 1} ({coordinates.proportions[axis]:.1%})" for axis in axes]
    ax.set_xlabel(names[0])
    ax.set_ylabel(names[1])
    ax.spines[["top", "right"]].set_visible(False)
    _add_legend(ax, legend)
    return ax


def network(
    network: Any, *, groups: Any = None, least: int = 2, size: float = 22, ax: Any = None
) -> Any:
    """A network of up to some thousand nodes, component by component.

    Parameters
    ----------
    network : Hits, scipy.sparse array, networkx.Graph or igraph.Graph
    groups : sequence or NodeSets, optional
        The group of each node, such as its cluster, which has its colour.
    least : int
        Components of fewer nodes are left out; 1 shows nodes without an edge too.
    size : float
        Of a mark.
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> import numpy as np, encke
    >>> from encke import plot
    >>> near = encke.pairs(np.eye(4)[[0, 0, 1, 1]], metric="ps", threshold=0.5)
    >>> len(plot.network(near).collections[0].get_segments())
    2
    """
    from matplotlib.collections import LineCollection

    edges: Edges = edges_of(network)
    places = layout_of(edges, least)
    shown = ~np.isnan(places[:, 0])
    ax = _axes(ax, (6.0, 5.2))
    colours, legend = _colours(groups, edges.n, least)
    drawn = shown[edges.i] & (edges.i != edges.j)
    lines = np.stack([places[edges.i[drawn]], places[edges.j[drawn]]], axis=1)
    ax.add_collection(LineCollection(list(lines), colors="#00000030", linewidths=0.6, zorder=1))
    marks = [colour for colour, is_shown in zip(colours, shown) if is_shown]
    ax.scatter(places[shown, 0], places[shown, 1], c=marks, s=size, linewidths=0, zorder=2)
    ax.set_aspect("equal")
    ax.set_axis_off()
    _add_legend(ax, legend)
    return ax
