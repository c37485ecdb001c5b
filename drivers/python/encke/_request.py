"""From Python's arguments to the library's options, and which tuples are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import _core, _threads
from ._inputs import Rows, pack_rows, rows_of
from ._packed import Vectors
from ._progress import caller_of

#: Names that pandas, SciPy and others have for metrics.
_OF_METRIC = ("gamma", "multiplier", "empty_pair", "score", "method", "alpha", "vaw", "missing")


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
        raise ValueError("threshold and below are given: one of them expected")
    if way == 3:
        add("way", 3)
    if threshold is not None and not isinstance(threshold, (str, bytes)) and np.ndim(threshold) == 1:
        add("threshold", ",".join(_text(float(t)) for t in threshold))
    else:
        add("threshold", None if threshold is None else float(threshold))
    if below is not None:
        add("threshold", float(below))
        add("below", True)
    add("top", None if top is None else int(top))
    if best:
        add("best", True)
    if precision is not None:
        add("precision", _precision(precision))
    if memory is not None:
        add("memory", max(1, int(memory) >> 20))
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
            raise TypeError(f"an unexpected keyword argument {name!r}")
        add(name.replace("_", "-"), value)
    return options


def _shard(shard: tuple[int, int], chooses: bool) -> str:
    piece, pieces = (int(number) for number in shard)
    if not 0 <= piece < pieces:
        raise ValueError(f"shard is {shard}: (k, n) with 0 <= k < n expected")
    if chooses:
        raise ValueError("top and best do not work with shard: choose when the pieces are joined")
    return f"{piece + 1}/{pieces}"


def _precision(precision: Any) -> str:
    names = {"float32": "f32", "float64": "f64", "f32": "f32", "f64": "f64"}
    name = precision if isinstance(precision, str) else np.dtype(precision).name
    if name not in names:
        raise ValueError(f"precision is {precision!r}: float32 or float64 expected")
    return names[name]


def compared(
    vectors: int,
    first_set: int | None,
    groups: Any = None,
    positions: Any = None,
    max_distance: float | None = None,
    max_places: int | None = None,
) -> dict[str, Any]:
    """Which tuples, as the module takes it."""
    which: dict[str, Any] = {}
    if first_set is not None:
        which["first_set"] = first_set
    if (positions is None) != (max_distance is None):
        raise ValueError("positions and max_distance go together: one of them is given")
    if groups is not None:
        codes = np.unique(np.asarray(groups), return_inverse=True)[1]
        which["groups"] = [int(code) for code in _checked(codes, vectors, "groups")]
    if positions is not None:
        numbers = np.asarray(positions, dtype=np.float64)
        which["positions"] = [float(p) for p in _checked(numbers, vectors, "positions")]
        which["distance"] = float(max_distance)  # type: ignore[arg-type]
        if which["distance"] < 0:
            raise ValueError(f"max_distance is {max_distance}: a number of at least 0 expected")
    if max_places is not None:
        if max_places < 0:
            raise ValueError(f"max_places is {max_places}: a number of at least 0 expected")
        which["places"] = int(max_places)
    return which


def _checked(values: np.ndarray, vectors: int, name: str) -> np.ndarray:
    if values.shape != (vectors,):
        raise ValueError(f"{name} has shape {values.shape}: ({vectors},) expected")
    return values


class Prepared:
    """A request with its vectors packed."""

    def __init__(
        self,
        x: Any,
        y: Any,
        metric: str,
        options: list[tuple[str, str]],
        *,
        axis: int = 0,
        layer: str | None = None,
        ids: Any = None,
    ) -> None:
        if not isinstance(metric, str):
            raise TypeError(f"metric is a {type(metric).__name__}: the name of one expected")
        _threads.apply()
        self.ids: Any = ids
        self.first_set: int | None = None
        if isinstance(x, Vectors):
            if y is not None:
                raise TypeError("Y goes with arrays: X is packed already. Pack both together.")
            self.request = _core.Request(metric, options)
            self.vectors = x._of(self.request)
            self.first_set = x._first_set
            if ids is None:
                self.ids = x.ids
        else:
            self.request = _core.Request(metric, options)
            sets = [rows_of(x, axis, layer)]
            if y is not None:
                sets.append(rows_of(y, axis, layer, "Y"))
                self.first_set = sets[0].shape[0]
            if ids is None:
                self.ids = _ids_of(sets)
            self.vectors = pack_rows(self.request, sets)
        if self.ids is not None and len(self.ids) != self.vectors.vectors:
            raise ValueError(f"{len(self.ids)} ids, {self.vectors.vectors} expected")

    def progress(self, progress: Any) -> Callable[..., None] | None:
        return caller_of(progress)


def _ids_of(sets: Sequence[Rows]) -> Any:
    if any(rows.ids is None for rows in sets):
        return None
    return np.concatenate([np.asarray(rows.ids, dtype=object) for rows in sets])
