"""Threads that compute, and what this installation is made of."""

from __future__ import annotations

import os
import sys

from . import _core
from .errors import OptionError, StateError

_wanted: int | None = None


def _from_environment() -> int:
    for name in ("ENCKE_NUM_THREADS", "OMP_NUM_THREADS"):
        text = os.environ.get(name, "").split(",")[0]
        if text:
            try:
                number = int(text)
            except ValueError:
                number = 0
            if number > 0:
                return number
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0


def apply() -> None:
    """Tells the module how many threads there will be; before its first call."""
    if _core.threads() == 0:
        _core.set_threads(_from_environment() if _wanted is None else _wanted)


def set_num_threads(n: int) -> None:
    """Set the number of threads that compute, for the whole process.

    Parameters
    ----------
    n : int
        At least 1.

    Raises
    ------
    RuntimeError
        After the first computation with another number.

    Examples
    --------
    >>> import encke
    >>> encke.set_num_threads(encke.get_num_threads())
    """
    global _wanted
    if n < 1:
        raise OptionError(f"{n} threads: at least 1 expected")
    if _core.threads() not in (0, n):
        raise StateError(
            f"encke computes with {_core.threads()} threads since its first call: "
            "set their number before that"
        )
    _wanted = int(n)


def get_num_threads() -> int:
    """Number of threads that compute, or will.

    It is what `set_num_threads` was given, else the environment's ``ENCKE_NUM_THREADS``, else
    ``OMP_NUM_THREADS``, else the processors that this process may use.

    Returns
    -------
    int

    Examples
    --------
    >>> import encke
    >>> encke.get_num_threads() >= 1
    True
    """
    return _core.threads() or _wanted or _from_environment()


def show_versions() -> None:
    """Print the versions of Encke, Python, NumPy and what else a report of a defect should have.

    It runs a small comparison, to say what computes.

    Examples
    --------
    >>> import encke
    >>> encke.show_versions()                                            # doctest: +ELLIPSIS
    encke   ...
    python  ...
    numpy   ...
    backend ...
    threads ...
    metrics ...
    """
    import numpy as np

    from ._pairs import pairs

    report = pairs(np.eye(2), metric="ps").report
    print(f"encke   {_core.version()}")
    print(f"python  {sys.version.split()[0]}, {sys.platform}")
    print(f"numpy   {np.__version__}")
    print(f"backend {report.backend}, {report.level}")
    print(f"threads {report.threads}")
    print(f"metrics {', '.join(_core.metrics())}")
