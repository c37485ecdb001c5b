"""Pairs and triples of variants with a phenotype."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from . import _core, _threads
from ._check import names_of, path_text, whole
from ._hits import Hits, Report, hits_of
from ._inputs import Rows, _numbers, pack_rows, rows_of
from ._packed import Vectors, plink_option
from ._progress import caller_of
from ._request import compared, option_list
from .errors import ArgumentTypeError, InconsistentInput, OptionError, _text_of


@dataclass
class _Ready:
    """What `Prepared` has, and where genotypes can be had again: of files or of rows."""

    request: _core.Request
    vectors: _core.Vectors
    ids: Any
    rows: Rows | None = None
    cases: list[int] | None = None
    sets: list[int] | None = None
    sites: Any = None


def epistasis(
    G: Any,
    phenotype: Any = None,
    *,
    score: str = "k2",
    way: int = 2,
    threshold: float | None = None,
    below: float | None = None,
    p_below: float | None = None,
    top: int | None = None,
    best: bool = False,
    permutations: int | None = None,
    seed: int = 1,
    axis: int = 0,
    ids: Any = None,
    groups: Any = None,
    positions: Any = None,
    max_distance: float | None = None,
    max_places: int | None = None,
    beyond: bool = False,
    sort: bool = True,
    progress: Any = None,
    memory: int | None = None,
) -> Hits:
    """Pairs or triples of variants that together go with a disease, or with a trait.

    Parameters
    ----------
    G : array_like, path, Vectors
        Genotypes, variants as rows (columns with ``axis=1``); or the prefix of a PLINK data set, or
        what `read_plink` has made of it.
    phenotype : array_like, path
        For each sample 0 (False) of a control, 1 (True) of a case; other numbers, such as -1, NaN
        and what is masked leave the sample out. Of "linear" the number of each sample. Of a data
        set also a file as PLINK's ``--pheno``, or nothing: then the data set has it.
    score : {"k2", "mi", "chi2", "boost", "alleles", "joint-effects", "case-only", \
"joint-case-only", "linear"}
        Small values of "k2" are good, large ones of the others. "linear" is of a trait: the test of
        the product in a regression on both genotypes and their product. Of "case-only" and
        "joint-case-only" the command line leaves out variants near each other: these values mean
        something only of pairs without linkage, such as those of ``beyond``.
    way : {2, 3}
    threshold, below, top, best, ...
        As of `pairs`.
    p_below : float, optional
        The largest p-value of a hit, in place of a threshold.
    permutations, seed : int
        So many random phenotypes give each hit a p-value, ``permuted``; with ``top`` or
        ``p_below``.

    Returns
    -------
    Hits
        But for "k2" and "mi" with degrees of freedom ``dof`` and ``pvalue``, which needs SciPy.

    Examples
    --------
    >>> import numpy as np, encke
    >>> rng = np.random.default_rng(1)
    >>> G = rng.integers(0, 3, size=(20, 500)).astype(np.int8)
    >>> sick = rng.random(500) < np.where((G[3] > 0) & (G[8] > 0), 0.6, 0.3)
    >>> best = encke.epistasis(G, sick, score="chi2", top=1)
    >>> best.i.tolist(), best.j.tolist(), best.dof.tolist()
    ([3], [8], [8])
    """
    if permutations is not None and best:
        raise OptionError("permutations do not work with best: give top or p_below")
    options = option_list(
        way=way,
        threshold=threshold,
        below=below,
        top=top,
        best=best,
        memory=memory,
        of_metric={
            "score": score,
            "p_below": p_below,
            "permutations": permutations,
            "seed": None if permutations is None else whole(seed, "seed", 0),
        },
    )
    _threads.apply()
    request = _core.Request("epistasis", options)
    with _prepared(request, G, phenotype, axis, ids) as ready:
        n = ready.vectors.vectors
        which = compared(n, None, groups, positions, max_distance, max_places, beyond)
        columns, report = _core.hits(request, ready.vectors, which, bool(sort), caller_of(progress))
        hits = hits_of(ready, columns, Report(**report))
        if permutations is not None:
            hits = replace(hits, permuted=_permuted(ready, hits))
    return _with_pvalues(hits) if request.chi_squared else hits


@contextmanager
def _prepared(
    request: _core.Request, G: Any, phenotype: Any, axis: int, ids: Any
) -> Iterator[_Ready]:
    if isinstance(G, Vectors):
        if "options" not in G._how:
            raise ArgumentTypeError("G is packed already, without a phenotype: give the array")
        files = list(G._how["options"])
    elif isinstance(G, (str, os.PathLike)):
        files = plink_option(G)
    else:
        yield _of_array(request, G, phenotype, axis, ids)
        return
    if axis != 0:
        raise OptionError("axis goes with arrays: variants are the vectors of a data set")
    with _phenotype_file(files[0], phenotype, "linear" in dict(request.options).values()) as more:
        ready = _Ready(_core.Request("epistasis", request.options + files + more), None, None)
        ready.vectors = _core.read(ready.request)
        names = ready.vectors.names if ids is None else _named(ids, ready.vectors.vectors)
        ready.ids = np.asarray(names, dtype=object)
        sites = ready.vectors.sites
        ready.sites = np.asarray(sites, dtype=object) if sites else None
        yield ready


def _of_array(request: _core.Request, G: Any, phenotype: Any, axis: int, ids: Any) -> _Ready:
    if phenotype is None:
        raise ArgumentTypeError("phenotype is not given: 0 or 1 for each sample expected")
    rows = rows_of(G, axis, name="G")
    of_trait = request.element == "trait_sums"
    numbers = _phenotype(phenotype, rows.shape[1])
    known = np.isfinite(numbers) if of_trait else (numbers == 0) | (numbers == 1)
    if not known.all():
        pieces = rows.pieces
        rows.pieces = lambda: (piece[:, known] for piece in pieces())
        rows.shape = (rows.shape[0], int(known.sum()))
    names = rows.ids if ids is None else _named(ids, rows.shape[0])
    if of_trait:
        return _Ready(request, pack_rows(request, [rows], trait=numbers[known].tolist()), names)
    cases = [int(number) for number in numbers[known]]
    return _Ready(request, pack_rows(request, [rows], cases=cases), names, rows, cases)


def _named(ids: Any, vectors: int) -> np.ndarray:
    names = names_of(ids)
    if len(names) != vectors:
        raise InconsistentInput(f"{len(names)} ids, {vectors} expected")
    return names


def _phenotype(phenotype: Any, samples: int) -> np.ndarray:
    """Numbers of samples; those that are masked are NaN."""
    given = phenotype if isinstance(phenotype, np.ma.MaskedArray) else np.asarray(phenotype)
    if given.shape != (samples,):
        raise InconsistentInput(f"phenotype has shape {given.shape}: ({samples},) expected")
    numbers = np.array(_numbers(given, "phenotype"), dtype=np.float64)
    numbers[np.ma.getmaskarray(given)] = np.nan
    return numbers


@contextmanager
def _phenotype_file(
    data: tuple[str, str], phenotype: Any, of_trait: bool
) -> Iterator[list[tuple[str, str]]]:
    """The option that names the phenotypes of a data set, if they are not its own."""
    option = "trait" if of_trait else "pheno"
    if phenotype is None:
        yield []
        return
    if isinstance(phenotype, (str, os.PathLike)):
        yield [(option, path_text(phenotype, "phenotype"))]
        return
    import tempfile  # here, for it takes time

    names, heading = _samples_of(data)
    numbers = _phenotype(phenotype, len(names))
    with tempfile.TemporaryDirectory(prefix="encke-") as folder:
        path = os.path.join(folder, "phenotype.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{heading}\tPHENOTYPE\n")
            for name, number in zip(names, numbers.tolist()):
                file.write(f"{name}\t{_phenotype_text(number, of_trait)}\n")
        yield [(option, path)]


def _phenotype_text(number: float, of_trait: bool) -> str:
    if of_trait:
        return repr(number) if np.isfinite(number) else "NA"
    return str(int(number) + 1) if number in (0, 1) else "-9"


def _samples_of(data: tuple[str, str]) -> tuple[list[str], str]:
    """Names of the samples of a data set, as a file of phenotypes has them, and their heading."""
    option, prefix = data
    if option not in ("bfile", "pfile"):
        raise ArgumentTypeError("the phenotype of such vectors is a file: give its path")
    ending = "fam" if option == "bfile" else "psam"
    lines = [line.split() for line in _text_of(f"{prefix}.{ending}", ending).splitlines()]
    lines = [line for line in lines if line and not line[0].startswith("##")]
    heading = "#FID\tIID"
    if lines and lines[0][0] in ("#FID", "#IID"):
        heading = "#IID" if lines[0][0] == "#IID" else heading
        lines = lines[1:]
    count = 1 if heading == "#IID" else 2
    return ["\t".join(line[:count]) for line in lines], heading


def _permuted(ready: _Ready, hits: Hits) -> np.ndarray:
    """p-values by permutation, of genotypes that are read, or looked up, once more."""
    index = [column for column in (hits.i, hits.j, hits.k) if column is not None]
    matrix = None
    if ready.rows is not None:  # those of the hits' variants
        variants, places = np.unique(np.concatenate(index), return_inverse=True)
        matrix = _rows_at(ready.rows, variants)
        index = [part.astype(np.int32) for part in np.split(places, len(index))]
    found: np.ndarray = _core.permuted(ready.request, matrix, ready.cases or [], index, hits.value)
    return found


def _rows_at(rows: Rows, wanted: np.ndarray) -> np.ndarray:
    """Genotypes of some variants; those that are missing are -1."""
    kept, first = [], 0
    for piece in rows.pieces():
        inside = wanted[(wanted >= first) & (wanted < first + len(piece))] - first
        some = np.asarray(piece[inside], dtype=np.float64)
        kept.append(np.where(some >= 0, some, -1).astype(np.int8))
        first += len(piece)
    return np.concatenate(kept) if kept else np.empty((0, rows.shape[1]), np.int8)


def _with_pvalues(hits: Hits) -> Hits:
    try:
        from scipy.stats import chi2
    except ImportError:
        return hits
    return replace(hits, pvalue=chi2.sf(hits.value, hits.cell))
