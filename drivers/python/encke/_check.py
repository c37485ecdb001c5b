"""Arguments, looked at: what does not fit gets a class of `encke.errors` and a sentence."""

from __future__ import annotations

import operator
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from .errors import ArgumentTypeError, InconsistentInput, OptionError


def real(value: Any, name: str, least: float | None = None) -> float:
    """A number, at least `least`."""
    if isinstance(value, (str, bytes)) or value is np.ma.masked:
        raise ArgumentTypeError(f"{name} is {value!r}: a number expected")
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentTypeError(f"{name} is {value!r}: a number expected") from None
    if least is not None and not number >= least:
        raise OptionError(f"{name} is {value!r}: a number of at least {least:g} expected")
    return number


def whole(value: Any, name: str, least: int | None = None, most: int = 2**63 - 1) -> int:
    """A whole number, from `least` to `most`."""
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        value = int(value)
    try:
        number = operator.index(value)
    except TypeError:
        raise ArgumentTypeError(f"{name} is {value!r}: a whole number expected") from None
    if least is not None and number < least:
        raise OptionError(f"{name} is {number}: at least {least} expected")
    if number > most or number < -most:
        raise OptionError(f"{name} is {number}: at most {most} expected")
    return number


def choice(value: Any, name: str, choices: Sequence[str]) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in choices:
        words = ", ".join(f'"{word}"' for word in choices[:-1])
        raise OptionError(f'{name} is {value!r}: {words} or "{choices[-1]}" expected')
    return value


def values_of(values: Any, name: str, count: int | None = None, dtype: Any = None) -> np.ndarray:
    """A column of values, one for each of `count`; none may be masked, for a mask would be lost."""
    if _has_masked(values):
        raise InconsistentInput(f"{name} has masked values, where each has to be known")
    try:
        column = np.asarray(values)
        if dtype is np.float64 and column.dtype.kind not in "biufO":  # NumPy would drop what is complex
            raise TypeError
        column = np.asarray(values, dtype=dtype)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentTypeError(f"{name} is no sequence of values of one kind") from None
    if count is not None and column.shape != (count,):
        raise InconsistentInput(f"{name} has shape {column.shape}: ({count},) expected")
    return column


def names_of(names: Any, name: str = "ids") -> np.ndarray:
    """A column of names. Raises ArgumentTypeError for what is no sequence."""
    column = values_of(names, name, dtype=object if isinstance(names, (list, tuple)) else None)
    if column.ndim != 1:
        raise ArgumentTypeError(f"{name} is a {type(names).__name__}: a sequence of names expected")
    return column


def metric_name(metric: Any) -> str:
    """Raises ArgumentTypeError for what is no text."""
    if not isinstance(metric, str):
        raise ArgumentTypeError(f"metric is a {type(metric).__name__}: the name of one expected")
    return metric


def way_of(way: Any) -> int:
    """2 or 3. Raises OptionError for another number."""
    number = whole(way, "way")
    if number not in (2, 3):
        raise OptionError(f"way is {number}: 2 or 3 expected")
    return number


def _has_masked(values: Any) -> bool:
    if isinstance(values, np.ma.MaskedArray):
        return bool(np.ma.getmaskarray(values).any())
    if isinstance(values, (list, tuple)):
        return any(isinstance(v, np.ma.MaskedArray) and np.ma.is_masked(v) for v in values)
    return False


def path_text(path: Any, name: str = "prefix") -> str:
    """A path as text. Raises ArgumentTypeError for what is none."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise ArgumentTypeError(f"{name} is a {type(path).__name__}: a path expected") from None
