"""Pairs and triples of variants with a phenotype."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from . import _core, _threads
from ._check import choice, names_of, whole
from ._hits import Hits, Report, hits_of
from ._inputs import Rows, _numbers, pack_rows, rows_of
from ._packed import Vectors, plink_option
from ._progress import caller_of
from ._regression import Regression, SampleFiles, covariate_columns, number_text
from ._request import compared, option_list
from .errors import ArgumentTypeError, InconsistentInput, OptionError


@dataclass
class _Ready:
    """What `Prepared` has, and where genotypes can be had again: of files or of rows."""

    request: _core.Request
    vectors: _core.Vectors
    ids: Any
    rows: Rows | None = None
    cases: list[int] | None = None
    numbers: np.ndarray | None = None  # of arrays: phenotype and covariates of each sample
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
    adjust: bool = False,
    permutations: int | None = None,
    maximum: bool = False,
    seed: int = 1,
    refine: bool | str = False,
    covariates: Any = None,
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
    adjust : bool
        With ``p_below``: p-values corrected for all tests, ``bonferroni``, and the false discovery
        rate of Benjamini and Hochberg, ``fdr``.
    permutations, seed : int
        So many random phenotypes give each hit a p-value, ``permuted``; with ``top`` or
        ``p_below``.
    maximum : bool
        Each hit also has ``permuted_max``, the p-value that is corrected for all tuples by the best
        value of each of these phenotypes: so many whole runs.
    refine : bool, or {"logistic", "linear"}
        Of pairs with ``top``, ``p_below`` or ``threshold``: ``refined``, regressions of the
        phenotype on both genotypes, their product and covariates; "linear" of "linear" scores,
        else "logistic".
    covariates : array_like, path
        Of ``refine``: numbers of each sample, samples as rows. Samples with NaN or a masked number
        are left out of the regressions. Of a data set also a file as PLINK's ``--covar``.

    Returns
    -------
    Hits
        But for "k2" and "mi" with degrees of freedom ``dof`` and ``pvalue``.

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
    if maximum and permutations is None:
        raise OptionError("maximum goes with permutations: their number is not given")
    model = _model(refine, score)
    if covariates is not None and model is None:
        raise OptionError("covariates go with refine, which is not given")
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
            "adjust": bool(adjust),
            "permutations": permutations,
            "maximum": bool(maximum),
            "seed": None if permutations is None else whole(seed, "seed", 0),
            "refine": model,
        },
    )
    _threads.apply()
    request = _core.Request("epistasis", options)
    with _prepared(request, G, phenotype, covariates, axis, ids) as ready:
        n = ready.vectors.vectors
        which = compared(n, None, groups, positions, max_distance, max_places, beyond)
        columns, report = _core.hits(request, ready.vectors, which, bool(sort), caller_of(progress))
        hits = hits_of(ready, columns, Report(**report))
        if request.chi_squared:
            hits = replace(hits, pvalue=_core.p_values(hits.value, _degrees(hits)))
        if adjust:
            hits = _adjusted(ready, which, hits)
        if model is not None:
            hits = replace(hits, refined=_refined(ready, hits))
        if permutations is not None:
            hits = replace(hits, permuted=_permuted(ready, hits))
        if maximum:  # the last, because the vectors are those of other phenotypes then
            corrected = _core.family_wise(
                request, ready.vectors, which, _index(hits), hits.value, hits.cell
            )
            hits = replace(hits, permuted_max=corrected)
    return hits


def _model(refine: Any, score: Any) -> str | None:
    if isinstance(refine, str):
        choice(refine, "refine", ("logistic", "linear"))
    fits = "linear" if score == "linear" else "logistic"
    if isinstance(refine, str) and refine != fits:
        raise OptionError(f'refine is "{refine}": "{fits}" goes with the score {score!r}')
    return fits if refine else None


@contextmanager
def _prepared(
    request: _core.Request, G: Any, phenotype: Any, covariates: Any, axis: int, ids: Any
) -> Iterator[_Ready]:
    if isinstance(G, Vectors):
        if "options" not in G._how:
            raise ArgumentTypeError("G is packed already, without a phenotype: give the array")
        files = list(G._how["options"])
    elif isinstance(G, (str, os.PathLike)):
        files = plink_option(G)
    else:
        yield _of_array(request, G, phenotype, covariates, axis, ids)
        return
    if axis != 0:
        raise OptionError("axis goes with arrays: variants are the vectors of a data set")
    of_trait = dict(request.options).get("score") == "linear"
    with _sample_files(files[0], phenotype, covariates, of_trait) as more:
        wanted = _core.Request("epistasis", request.options + files + more)
        ready = _Ready(wanted, _core.read(wanted), None)
        names = ready.vectors.names if ids is None else _named(ids, ready.vectors.vectors)
        ready.ids = np.asarray(names, dtype=object)
        sites = ready.vectors.sites
        ready.sites = np.asarray(sites, dtype=object) if sites else None
        yield ready


def _of_array(
    request: _core.Request, G: Any, phenotype: Any, covariates: Any, axis: int, ids: Any
) -> _Ready:
    if phenotype is None:
        raise ArgumentTypeError("phenotype is not given: 0 or 1 for each sample expected")
    rows = rows_of(G, axis, name="G")
    of_trait = request.element == "trait_sums"
    samples = rows.shape[1]
    numbers = _phenotype(phenotype, samples)
    known = np.isfinite(numbers) if of_trait else (numbers == 0) | (numbers == 1)
    if not known.all():
        pieces = rows.pieces
        rows.pieces = lambda: (piece[:, known] for piece in pieces())
        rows.shape = (rows.shape[0], int(known.sum()))
    more = [] if covariates is None else list(covariate_columns(covariates, samples))
    names = rows.ids if ids is None else _named(ids, rows.shape[0])
    if of_trait:
        vectors = pack_rows(request, [rows], trait=numbers[known].tolist())
        ready = _Ready(request, vectors, names, rows)
    else:
        cases = [int(number) for number in numbers[known]]
        ready = _Ready(request, pack_rows(request, [rows], cases=cases), names, rows, cases)
    ready.numbers = np.stack([numbers, *more])[:, known]
    return ready


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
def _sample_files(
    data: tuple[str, str], phenotype: Any, covariates: Any, of_trait: bool
) -> Iterator[list[tuple[str, str]]]:
    """Options that name the phenotypes of a data set, if they are not its own, and covariates."""
    import tempfile  # here, for it takes time

    def status(samples: int) -> list[list[str]]:
        return [[_phenotype_text(x, of_trait) for x in _phenotype(phenotype, samples).tolist()]]

    def numbers(samples: int) -> list[list[str]]:
        columns = covariate_columns(covariates, samples).tolist()
        return [[number_text(x) for x in column] for column in columns]

    options = []
    with tempfile.TemporaryDirectory(prefix="encke-") as folder:
        files = SampleFiles(data, folder)
        if phenotype is not None:
            path = files.path(phenotype, "phenotype", status)
            options.append(("trait" if of_trait else "pheno", path))
        if covariates is not None:
            options.append(("covar", files.path(covariates, "covariates", numbers)))
        yield options


def _phenotype_text(number: float, of_trait: bool) -> str:
    if of_trait:
        return number_text(number)
    return str(int(number) + 1) if number in (0, 1) else "-9"


def _index(hits: Hits) -> list[np.ndarray]:
    return [column for column in (hits.i, hits.j, hits.k) if column is not None]


def _degrees(hits: Hits) -> np.ndarray:
    return np.empty(0, np.uint8) if hits.cell is None else hits.cell


def _adjusted(ready: _Ready, which: dict[str, Any], hits: Hits) -> Hits:
    tests = _core.count_tests(ready.request, ready.vectors, which)
    pvalue = np.asarray(hits.pvalue)
    rates = _core.discovery_rates(pvalue, tests)
    return replace(hits, bonferroni=np.minimum(1.0, pvalue * tests), fdr=rates)


def _looked_up(ready: _Ready, index: list[np.ndarray]) -> tuple[Any, list[np.ndarray]]:
    """Genotypes of the hits' variants, and where these are; of a data set it looks them up itself."""
    if ready.rows is None:
        return None, index
    variants, places = np.unique(np.concatenate(index), return_inverse=True)
    parts = np.split(places.astype(np.int32), len(index))
    return _rows_at(ready.rows, variants), parts


def _refined(ready: _Ready, hits: Hits) -> Regression:
    order = np.lexsort((hits.j, hits.i))  # so that few genotypes are looked up twice
    matrix, (i, j) = _looked_up(ready, [hits.i[order], hits.j[order]])
    numbers = [] if ready.numbers is None else ready.numbers.ravel().tolist()
    found = _core.refined(ready.request, matrix, numbers, i, j)
    back = np.argsort(order)
    return Regression.of([column[back] for column in found])


def _permuted(ready: _Ready, hits: Hits) -> np.ndarray:
    """p-values by permutation, of genotypes that are read, or looked up, once more."""
    matrix, index = _looked_up(ready, _index(hits))
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
