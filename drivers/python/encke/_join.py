"""Pieces of a run, joined."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from . import _core
from ._hits import Hits, Report
from .errors import InconsistentInput, OptionError


def join(pieces: Iterable[Hits]) -> Hits:
    """Join the hits of the shards of a run: they are those of the run, to the last bit.

    Parameters
    ----------
    pieces : iterable of Hits
        One for each shard, in any order; see ``shard`` of `pairs`.

    Returns
    -------
    Hits
        Sorted. The report has the digest of all hits, which is that of a run without shards, and the
        sums of what the shards did.

    Raises
    ------
    ValueError
        Where a shard is missing, there twice, or of another run.

    Examples
    --------
    >>> import numpy as np, encke
    >>> X = np.random.default_rng(1).random((300, 20))
    >>> parts = [encke.pairs(X, metric="ps", threshold=0.8, shard=(k, 4)) for k in range(4)]
    >>> whole = encke.pairs(X, metric="ps", threshold=0.8)
    >>> encke.join(parts).report.digest == whole.report.digest
    True
    """
    parts = list(pieces)
    _refuse_unfit(parts)
    columns: list[Any] = [_joined(parts, name) for name in ("i", "j", "k", "cell", "value", "pvalue")]
    order = _order(columns[:4])
    picked: list[Any] = [None if c is None else c[order] for c in columns]
    i, j, k, cell, value, pvalue = picked
    first = parts[0]
    about = None if first.about is None else replace(first.about, shard=None)
    joined = replace(
        first, i=i, j=j, k=k, cell=cell, value=value, pvalue=pvalue, about=about
    )
    return replace(joined, report=_report(parts, joined))


def _shard_of(part: Hits) -> tuple[int, int]:
    shard = None if part.about is None else part.about.shard
    if shard is None:
        raise InconsistentInput("a piece is of a run without shards")
    return shard


def _run_of(part: Hits) -> tuple[Any, ...]:
    """What the pieces of one run have in common."""
    about = None if part.about is None else replace(part.about, shard=None)
    return part.n, part.m, part.o, part.way, part.metric, about


def _refuse_unfit(parts: list[Hits]) -> None:
    if not parts:
        raise InconsistentInput("there are no pieces to join")
    shards = [_shard_of(part) for part in parts]
    for part in parts:
        if _run_of(part) != _run_of(parts[0]):
            raise InconsistentInput(f"pieces of different runs: {part!r} and {parts[0]!r}")
    count = shards[0][1]
    if any(shard[1] != count for shard in shards):
        raise InconsistentInput("pieces are of different numbers of shards")
    found = sorted(shard[0] for shard in shards)
    if found != list(range(count)):
        missing = sorted(set(range(count)) - set(found))
        twice = sorted({shard for shard in found if found.count(shard) > 1})
        raise OptionError(f"of {count} shards {missing} are missing, {twice} are there twice")


def _joined(parts: list[Hits], name: str) -> Any:
    columns = [getattr(part, name) for part in parts]
    if name == "cell" and all(column is None for column in columns):
        return None
    if name == "cell":  # of a shard without hits there is none
        columns = [np.empty(0, np.uint8) if column is None else column for column in columns]
    return None if columns[0] is None else np.concatenate(columns)


def _order(index: list[Any]) -> np.ndarray:
    i, j, k, cell = index
    if k is None and cell is None:  # runs that are sorted: a merge
        return np.argsort(i.astype(np.int64) << 32 | j, kind="stable")
    return np.lexsort([column for column in (cell, k, j, i) if column is not None])


def _report(parts: list[Hits], joined: Hits) -> Report:
    i, j, k, cell, value = joined._file_columns()
    digest = _core.digest([i, j] if k is None else [i, j, k], cell, value)
    reports = [part.report for part in parts]
    return replace(
        reports[0],
        digest=digest,
        hits=sum(report.hits for report in reports),
        tuples=sum(report.tuples for report in reports),
        comparisons=sum(report.comparisons for report in reports),
        seconds=sum(report.seconds for report in reports),
    )
