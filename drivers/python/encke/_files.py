"""Files of hits, to the bytes of the command line's, and what is to be known of a run for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._check import choice, path_text
from .errors import ArgumentTypeError

if TYPE_CHECKING:
    from ._hits import Hits


@dataclass(frozen=True)
class About:
    """What is to be known of a run to write its hits, and to join those of its shards."""

    cells: int = 1
    float32: bool = False
    chi_squared: bool = False
    small_is_good: bool = False
    top: bool = False
    best: bool = False
    shard: tuple[int, int] | None = None  # piece of so many
    options: tuple[tuple[str, str], ...] = ()  # of which the shards of a run have the same
    distances: bool = False


def about_of(request: Any) -> About:
    return About(
        request.cells,
        request.float32,
        request.chi_squared,
        request.small_is_good,
        request.top,
        request.best,
        request.shard,
        tuple(o for o in request.options if o[0] not in ("shard", "memory", "level", "backend")),
        request.distances,
    )


def write_hits(hits: Hits, prefix: Any, format: str, columns: str) -> str:
    """See `Hits.to_file`."""
    choice(format, "format", ("edges", "abc", "packed"))
    choice(columns, "columns", ("all", "ids"))
    if hits.about is None or hits.about.best:
        raise ArgumentTypeError("a file of hits is of all that pass, or of the largest, not of the best")
    found = hits._file_columns()
    order = _order(hits, found)
    ordered: list[Any] = [None if column is None else column[order] for column in found]
    i, j, k, cell, value = ordered
    names = None if hits.ids is None else [str(name) for name in hits.ids]
    index = [i, j] if k is None else [i, j, k]
    about = {
        "cells": hits.about.cells,
        "float32": hits.about.float32,
        "chi_squared": hits.about.chi_squared,
        "distances": hits.about.distances,
        "vectors": hits._total,
    }
    shown = hits.sites is not None and columns == "all" and format == "edges"
    sites = hits.sites.tolist() if shown and hits.sites is not None else None
    path = path_text(prefix)
    return str(_core.write_edges(path, format, names, about, index, cell, value, sites))


def _order(hits: Hits, columns: list[Any]) -> np.ndarray:
    """By indices and cell; the largest values come with the best ones first."""
    keys = [column for column in columns[:4] if column is not None][::-1]
    if hits.about is not None and hits.about.top:
        keys.append(hits.value if hits.about.small_is_good else -hits.value)
    return np.lexsort(keys)
