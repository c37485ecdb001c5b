"""Progress of a run, told to a function or shown by tqdm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .errors import ArgumentTypeError


class Progress(NamedTuple):
    """How far a run is: tuples done and in all, hits so far, seconds since it began."""

    done: float
    total: float
    hits: float
    seconds: float


def caller_of(progress: Any) -> Callable[..., None] | None:
    """What the module calls: nothing, a function of a `Progress`, or a bar of tqdm for True."""
    if progress is None or progress is False:
        return None
    if callable(progress):
        return lambda *numbers: progress(Progress(*numbers))
    if progress is True:
        return _bar()
    raise ArgumentTypeError("progress is neither a function nor True")


def _bar() -> Callable[..., None] | None:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    bar = tqdm(total=0, unit="tuple", unit_scale=True)

    def show(done: float, total: float, hits: float, seconds: float) -> None:
        bar.total = total
        bar.n = done
        bar.refresh()

    return show
