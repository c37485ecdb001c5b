"""Places of the nodes of a network in a picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..network._graph import Edges
from ..errors import InconsistentInput

_STEPS = 120
_MOST = 5000  # nodes that can be told apart


def layout_of(edges: Edges, least: int) -> NDArray[np.float64]:
    """Of each node x and y; NaN where it is not shown. Components lie side by side, the largest first."""
    places = np.full((edges.n, 2), np.nan)
    labels = _core.components(*edges.columns())
    sizes = np.bincount(labels, minlength=1)
    shown = int(sizes[sizes >= least].sum())
    if shown > _MOST:
        raise InconsistentInput(f"a picture of {shown} nodes: at most {_MOST} can be told apart")
    parts, radii = [], []
    for component in range(len(sizes)):
        if sizes[component] < least:
            break  # the largest come first
        nodes = np.nonzero(labels == component)[0]
        parts.append((nodes, _of_component(edges, nodes)))
        radii.append(np.sqrt(len(nodes)) + 0.6)
    for (nodes, inside), radius, centre in zip(parts, radii, _centres(radii)):
        places[nodes] = centre + inside * (radius - 0.6)
    return places


def _centres(radii: list[float]) -> list[tuple[float, float]]:
    """Discs in rows, about as wide as high."""
    width = 1.15 * np.sqrt(sum(4 * r * r for r in radii)) if radii else 0.0
    width = max(width, 2 * max(radii, default=0.0))
    centres, x, y, height = [], 0.0, 0.0, 0.0
    for r in radii:
        if x > 0 and x + 2 * r > width:
            x, y, height = 0.0, y - height, 0.0
        height = max(height, 2 * r)
        centres.append((x + r, y - height / 2))
        x += 2 * r
    return centres


def _of_component(edges: Edges, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Forces as of T. Fruchterman and E. Reingold (1991), from the same start each time; within a
    disc of radius 1."""
    n = len(nodes)
    if n == 1:
        return np.zeros((1, 2))
    number = np.full(edges.n, -1)
    number[nodes] = np.arange(n)
    inside = (number[edges.i] >= 0) & (edges.i != edges.j)
    a, b = number[edges.i[inside]], number[edges.j[inside]]
    at = np.random.default_rng(1).standard_normal((n, 2))
    ideal = np.sqrt(1.0 / n)
    for step in range(_STEPS):
        force = _repulsion(at, ideal)
        apart = at[a] - at[b]
        pull = apart * (np.linalg.norm(apart, axis=1, keepdims=True) / ideal)
        for axis in range(2):
            force[:, axis] -= np.bincount(a, pull[:, axis], n) - np.bincount(b, pull[:, axis], n)
        length = np.linalg.norm(force, axis=1, keepdims=True) + 1e-12
        at += force / length * np.minimum(length, 0.3 * (1 - step / _STEPS))
    at -= at.mean(axis=0)
    radius = np.linalg.norm(at, axis=1).max()
    return np.asarray(at / radius if radius > 0 else at)


def _repulsion(at: NDArray[np.float64], ideal: float) -> NDArray[np.float64]:
    """Of all nodes on each, some rows at a time."""
    force = np.empty_like(at)
    step = max(1, 2_000_000 // len(at))
    for first in range(0, len(at), step):
        apart = at[first : first + step, None, :] - at[None, :, :]
        square = (apart**2).sum(axis=2) + 1e-9
        force[first : first + step] = (apart * (ideal**2 / square)[:, :, None]).sum(axis=1)
    return force
