"""Encke: all pairs and all triples of vectors, compared exactly and fast.

Examples
--------
>>> import numpy as np, encke
>>> X = np.array([[1.0, 2.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 5.0]])
>>> hits = encke.pairs(X, metric="ps", threshold=0.5)
>>> hits.i, hits.j, hits.value
(array([0], dtype=int32), array([1], dtype=int32), array([0.66666667]))
"""

from __future__ import annotations

import atexit as _atexit
import importlib as _importlib
from typing import Any as _Any

from . import _core
from ._distances import cdist, distances, neighbors_graph
from ._hits import Hits, Report
from ._join import join
from ._packed import Vectors, pack, read_plink, read_table
from ._pairs import pairs, triples
from ._plan import Plan, plan
from ._epistasis import epistasis
from ._regression import Regression
from ._science import faith_pd, unifrac, unifrac_pairs
from ._stream import HitStream, iter_pairs, iter_triples
from ._threads import get_num_threads, set_num_threads, show_versions
from .errors import EnckeError

__version__: str = _core.version()

__all__ = [
    "EnckeError",
    "HitStream",
    "Hits",
    "Plan",
    "Regression",
    "Report",
    "Vectors",
    "cdist",
    "distances",
    "epistasis",
    "faith_pd",
    "get_num_threads",
    "iter_pairs",
    "iter_triples",
    "join",
    "neighbors_graph",
    "pack",
    "pairs",
    "plan",
    "read_plink",
    "read_table",
    "set_num_threads",
    "show_versions",
    "triples",
    "unifrac",
    "unifrac_pairs",
]

# What takes time to import, or needs other packages, when it is first asked for.
_LAZY = ("network", "plot", "sklearn")


def __getattr__(name: str) -> _Any:
    if name in _LAZY:
        return _importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# The thread that computes ends before the interpreter does.
_atexit.register(_core.shut)
