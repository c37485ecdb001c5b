"""From Python's arguments to the library's options, and which tuples are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import _core, _threads
from ._check import metric_name, names_of, real, values_of, way_of, whole
from ._inputs import Rows, pack_rows, rows_of
from ._packed import Vectors
from ._progress import caller_of
from .errors import ArgumentTypeError, InconsistentInput, OptionError

#: Arguments that some metrics have, and the library's options for them.
_OF_METRIC = {
    "gamma": "gamma",
    "multiplier": "multiplier",
    "empty_pair": "empty-pair",
    "score": "score",
    "p_below": "p-below",
    "method": "method",
    "alpha": "alpha",
    "vaw": "vaw",
    "missing": "missing",
    "signed": "r",
    "subsample_depth": "subsample-depth",
    "adjust": "adjust",
    "permutations": "permutations",
    "maximum": "max",
    "refine": "refine",
    "seed": "seed",
}

_REALS = ("gamma", "multiplier", "p_below", "alpha")


def _text(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return ""
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    return str(value)


def option_list(
    *,
    way: int | None = None,
    threshold: Any = None,
    below: float | None = None,
    top: int | None = None,
    best: bool = False,
    precision: Any = None,
    memory: int | None = None,
    check: bool = False,
    distance: bool = False,
    backend: str | None = None,
    level: str | None = None,
    block: int | None = None,
    shard: tuple[int, int] | None = None,
    of_metric: dict[str, Any] | None = None,
) -> list[tuple[str, str]]:
    """Options as the command line has them."""
    options: list[tuple[str, str]] = []

    def add(name: str, value: Any) -> None:
        if value is not None:
            options.append((name, _text(value)))

    if threshold is not None and below is not None:
        raise OptionError("threshold and below are given: one of them expected")
    if way is not None and way_of(way) == 3:
        add("way", 3)
    if isinstance(threshold, (list, tuple)) or isinstance(threshold, np.ndarray) and threshold.ndim:
        several = values_of(threshold, "threshold", dtype=np.float64)
        add("threshold", ",".join(_text(t) for t in several))
    else:
        add("threshold", None if threshold is None else real(threshold, "threshold"))
    if below is not None:
        add("threshold", real(below, "below"))
        add("below", True)
    add("top", None if top is None else whole(top, "top"))
    if best:
        add("best", True)
    if precision is not None:
        add("precision", _precision(precision))
    if memory is not None:
        add("memory", max(1, whole(memory, "memory", 1) >> 20))
    if check:
        add("check", True)
    if distance:
        add("distance", True)
    add("backend", backend)
    add("level", level)
    add("block", block)
    if shard is not None:
        add("shard", _shard(shard, top is not None or best))
    for name, value in (of_metric or {}).items():
        if name not in _OF_METRIC:
            raise ArgumentTypeError(f"an unexpected keyword argument {name!r}")
        if value is not None and name in _REALS:
            value = real(value, name)
        if value is not False:
            add(_OF_METRIC[name], value)
    return options


def _shard(shard: tuple[int, int], chooses: bool) -> str:
    if not isinstance(shard, (tuple, list)) or len(shard) != 2:
        raise ArgumentTypeError(f"shard is {shard!r}: (k, n) with 0 <= k < n expected")
    piece, pieces = (whole(number, "shard") for number in shard)
    if not 0 <= piece < pieces:
        raise OptionError(f"shard is {shard}: (k, n) with 0 <= k < n expected")
    if chooses:
        raise OptionError("top and best do not work with shard: choose when the pieces are joined")
    return f"{piece + 1}/{pieces}"


def _precision(precision: Any) -> str:
    names = {"float32": "f32", "float64": "f64", "f32": "f32", "f64": "f64"}
    try:
        name = precision if isinstance(precision, str) else np.dtype(precision).name
    except (TypeError, ValueError, SyntaxError):
        raise ArgumentTypeError(f"precision is {precision!r}: float32 or float64 expected") from None
    if name not in names:
        raise OptionError(f"precision is {precision!r}: float32 or float64 expected")
    return names[name]


def compared(
    vectors: int,
    sets: Sequence[int] | None,
    groups: Any = None,
    positions: Any = None,
    max_distance: float | None = None,
    max_places: int | None = None,
    beyond: bool = False,
) -> dict[str, Any]:
    """Which tuples, as the module takes it; `sets`: the sizes of two or three sets of vectors."""
    which: dict[str, Any] = {}
    if sets is not None:
        which["sets"] = list(sets)
    if (positions is None) != (max_distance is None):
        raise OptionError("positions and max_distance go together: one of them is given")
    if groups is not None:
        found = values_of(groups, "groups", vectors)
        try:
            codes = np.unique(found, return_inverse=True)[1]
        except TypeError:
            raise ArgumentTypeError("groups are of several types, which have no order") from None
        which["groups"] = [int(code) for code in codes]
    if positions is not None:
        numbers = values_of(positions, "positions", vectors, np.float64)
        which["positions"] = numbers.tolist()
        which["distance"] = real(max_distance, "max_distance", 0)
    if max_places is not None:
        which["places"] = whole(max_places, "max_places", 0)
    if beyond:
        if groups is None and positions is None and max_places is None:
            raise OptionError("beyond goes with groups, max_distance or max_places: none is given")
        which["beyond"] = True
    return which


class Prepared:
    """A request with its vectors packed."""

    def __init__(
        self,
        x: Any,
        y: Any,
        metric: str,
        options: list[tuple[str, str]],
        *,
        z: Any = None,
        axis: int = 0,
        layer: str | None = None,
        ids: Any = None,
    ) -> None:
        metric = metric_name(metric)
        _threads.apply()
        self.ids: Any = None if ids is None else names_of(ids)
        self.sites: Any = None
        self.sets: list[int] | None = None
        self.request = _core.Request(metric, options)
        if isinstance(x, Vectors):
            if y is not None or z is not None:
                raise ArgumentTypeError("Y goes with arrays: X is packed already. Pack both together.")
            self.vectors = x._of(self.request)
            self.sets = x._sets
            self.sites = x._sites()
            if ids is None:
                self.ids = x.ids
        else:
            parts = [rows_of(x, axis, layer)]
            for name, part in (("Y", y), ("Z", z)):
                if part is not None:
                    parts.append(rows_of(part, axis, layer, name))
            if len(parts) > 1:
                self.sets = [part.shape[0] for part in parts]
            if ids is None:
                self.ids = _ids_of(parts)
            self.vectors = pack_rows(self.request, parts)
        if self.ids is not None and len(self.ids) != self.vectors.vectors:
            raise InconsistentInput(f"{len(self.ids)} ids, {self.vectors.vectors} expected")

    def progress(self, progress: Any) -> Callable[..., None] | None:
        return caller_of(progress)


def _ids_of(sets: Sequence[Rows]) -> Any:
    if any(rows.ids is None for rows in sets):
        return None
    return np.concatenate([np.asarray(rows.ids, dtype=object) for rows in sets])
