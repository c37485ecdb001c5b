"""Hits in batches, while they are computed."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Any

from . import _core
from ._check import whole
from ._hits import Hits, Report, hits_of
from ._request import Prepared, compared, option_list
from .errors import ArgumentTypeError


class HitStream:
    """Batches of hits, in the order in which tiles are computed.

    An iterator of `Hits`, and a context manager. At most 8 batches wait for their reader; then the
    run waits. Nothing else is computed while it is open.

    Attributes
    ----------
    report : Report or None
        After the last batch.

    Examples
    --------
    >>> import numpy as np, encke
    >>> stream = encke.iter_pairs(np.eye(4) + 1, metric="ps", batch=5)
    >>> [len(hits) for hits in stream], stream.report.hits
    ([5, 1], 6)
    """

    def __init__(self, prepared: Prepared, which: dict[str, Any], batch: int) -> None:
        self._prepared = prepared
        self._stream = _core.Stream(prepared.request, prepared.vectors, which, batch)

    @property
    def report(self) -> Report | None:
        found = self._stream.report
        return None if found is None else Report(**found)

    def __iter__(self) -> Iterator[Hits]:
        return self

    def __next__(self) -> Hits:
        columns = self._stream.next()
        nothing = Report("", len(columns[4]), 0, 0.0, 0.0, "", "", 0, 0, 0, 0)
        return hits_of(self._prepared, columns, nothing)

    def close(self) -> None:
        """End the run, wherever it is."""
        self._stream.close()

    def __enter__(self) -> HitStream:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _iter(
    way: int, X: Any, Y: Any, Z: Any, metric: str, batch: int, arguments: dict[str, Any]
) -> HitStream:
    batch = whole(batch, "batch", 1)
    for name in ("top", "best"):
        if arguments.pop(name, None):
            raise ArgumentTypeError(f"{name} is not known before the end: use pairs or triples")
    places = {
        name: arguments.pop(name, None)
        for name in ("groups", "positions", "max_distance", "max_places")
    }
    places["beyond"] = bool(arguments.pop("beyond", False))
    layout = {name: arguments.pop(name) for name in ("axis", "layer", "ids") if name in arguments}
    known = {
        name: arguments.pop(name)
        for name in (
            "threshold",
            "below",
            "precision",
            "distance",
            "memory",
            "check",
            "backend",
            "level",
            "block",
            "shard",
        )
        if name in arguments
    }
    prepared = Prepared(
        X, Y, metric, option_list(way=way, of_metric=arguments, **known), z=Z, **layout
    )
    which = compared(prepared.vectors.vectors, prepared.sets, **places)
    return HitStream(prepared, which, batch)


def iter_pairs(
    X: Any, Y: Any = None, *, metric: str, batch: int = 1 << 20, **arguments: Any
) -> HitStream:
    """Compare all pairs, and hand out hits in batches while they are computed.

    Parameters
    ----------
    X, Y, metric
        As of `pairs`.
    batch : int
        Hits of a batch, at most.
    **arguments
        ``threshold`` and all others of `pairs` but ``top``, ``best``, ``sort`` and ``progress``.

    Returns
    -------
    HitStream

    Examples
    --------
    >>> import numpy as np, encke
    >>> with encke.iter_pairs(np.eye(4) + 1, metric="ps", batch=4) as stream:
    ...     print([len(hits) for hits in stream])
    [4, 2]
    """
    return _iter(2, X, Y, None, metric, batch, arguments)


def iter_triples(
    X: Any, Y: Any = None, Z: Any = None, *, metric: str, batch: int = 1 << 20, **arguments: Any
) -> HitStream:
    """Compare all triples, and hand out hits in batches.

    Parameters
    ----------
    X, Y, Z, metric
        As of `triples`.
    batch : int
        Hits of a batch, at most.
    **arguments
        ``threshold`` and all others of `triples` but ``top``, ``best``, ``sort`` and ``progress``.

    Returns
    -------
    HitStream

    Examples
    --------
    >>> import numpy as np, encke
    >>> with encke.iter_triples(np.eye(4) + 1, metric="ps") as stream:
    ...     print(sum(len(hits) for hits in stream), stream.report.tuples)
    4 4
    """
    return _iter(3, X, Y, Z, metric, batch, arguments)
