"""What a run would take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _core
from ._request import Prepared, compared, option_list


@dataclass(frozen=True)
class Plan:
    """What a run would take.

    Attributes
    ----------
    tuples : int
        Pairs or triples.
    values : int
        Their values.
    comparisons : float
        Tuples times fields.
    bytes : int
        Memory, without what is kept.
    blocks, tiles : int
        How it would be cut.
    seconds : float or None
        From a trial of some milliseconds, where it tells something; without selection and sorting.

    Examples
    --------
    >>> import numpy as np, encke
    >>> encke.plan(np.ones((100, 5)), metric="ps").values
    4950
    """

    tuples: int
    values: int
    comparisons: float
    bytes: int
    blocks: int
    tiles: int
    seconds: float | None

    def __str__(self) -> str:
        time = "unknown" if self.seconds is None else f"{self.seconds:.3g} s"
        return (
            f"{self.tuples} tuples, {self.values} values, {self.comparisons:.3g} comparisons\n"
            f"{self.blocks} blocks, {self.tiles} tiles, {self.bytes / 2**20:.0f} MiB, time {time}"
        )


def plan(
    X: Any,
    Y: Any = None,
    Z: Any = None,
    *,
    metric: str,
    way: int = 2,
    axis: int = 0,
    groups: Any = None,
    positions: Any = None,
    max_distance: float | None = None,
    max_places: int | None = None,
    beyond: bool = False,
    memory: int | None = None,
    precision: Any = None,
    **of_metric: Any,
) -> Plan:
    """Say what `pairs` or `triples` would take, and compute nothing.

    Parameters
    ----------
    X, Y, Z, metric, ...
        As of `pairs`; X is packed.
    way : {2, 3}
        Pairs or triples.

    Returns
    -------
    Plan

    Examples
    --------
    >>> import numpy as np, encke
    >>> encke.plan(np.ones((100, 5)), metric="ps", way=3).tuples
    161700
    """
    options = option_list(way=way, precision=precision, memory=memory, of_metric=of_metric)
    prepared = Prepared(X, Y, metric, options, z=Z, axis=axis)
    which = compared(
        prepared.vectors.vectors,
        prepared.sets,
        groups,
        positions,
        max_distance,
        max_places,
        beyond,
    )
    found = _core.estimate(prepared.request, prepared.vectors, which)
    rate = found["rate"]
    return Plan(
        tuples=found["tuples"],
        values=found["values"],
        comparisons=found["comparisons"],
        bytes=found["bytes"],
        blocks=found["blocks"],
        tiles=found["tiles"],
        seconds=found["comparisons"] / rate if rate > 0 else None,
    )
