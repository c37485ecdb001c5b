"""Sets of variants for tests of sets, networks of alleles, and who carries their sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._check import choice, path_text, values_of, whole
from .._hits import Hits
from .._inputs import rows_of
from .._packed import Vectors
from ..errors import ArgumentTypeError, InconsistentInput, OptionError

_FORMATS = ("skat", "regenie", "plink", "saige", "gmt", "list")


def of_alleles(hits: Hits) -> Hits:
    """The network of alleles of "ccc" and "duo": nodes are the alleles of variants, not variants.

    Parameters
    ----------
    hits : Hits
        Of pairs, with a value for each combination of alleles.

    Returns
    -------
    Hits
        Allele a of vector v is vector 2 v + a, named ``id:a``; as ``encke network`` has them.

    Examples
    --------
    >>> import numpy as np, encke
    >>> from encke import network
    >>> hits = encke.pairs(np.array([[0, 2, 0, 2], [0, 2, 0, 2]]), metric="ccc", threshold=0.4)
    >>> network.components(network.of_alleles(hits)).names()
    [['0:0', '1:0'], ['0:1', '1:1']]
    """
    if not isinstance(hits, Hits) or hits.cell is None or hits.metric not in ("ccc", "duo"):
        raise ArgumentTypeError('the hits have no alleles: those of "ccc" or "duo" expected')
    hits._refuse_triples("a network of alleles")
    names = range(hits._total) if hits.ids is None else hits.ids
    ids = np.array([f"{name}:{allele}" for name in names for allele in (0, 1)], dtype=object)
    i = 2 * hits.i + (hits.cell >> 1 & 1).astype(np.int32)
    j = 2 * hits._second() + (hits.cell & 1).astype(np.int32)
    return replace(hits, i=i, j=j, cell=None, n=2 * hits._total, m=None, o=None, ids=ids, sites=None)


@dataclass(frozen=True)
class Carriers:
    """How many samples carry alleles of a set.

    Attributes
    ----------
    samples : int
        Those of whose genotypes at least one is known.
    all, half, none : int
        Samples with every allele of those that are known, with half of them or more, with none.
    """

    samples: int
    all: int
    half: int
    none: int


def frequencies(
    sets: Iterable[Any], G: Any, phenotype: Any, *, axis: int = 0
) -> list[tuple[Carriers, Carriers]]:
    """Carriers of sets of alleles among cases and controls (Climer et al. 2014).

    Parameters
    ----------
    sets : NodeSets, or sequence of arrays of nodes
        Of a network of alleles, see `of_alleles`.
    G : array_like
        The genotypes of all variants.
    phenotype : array_like
        For each sample 0 of a control, 1 of a case; others are left out.
    axis : {0, 1}
        Whether variants are rows or columns of G.

    Returns
    -------
    list of (Carriers, Carriers)
        For each set those among the cases, and among the controls.

    Examples
    --------
    >>> from encke import network
    >>> G = [[2, 1, 0, 0], [2, 2, 0, 1]]
    >>> cases, controls = network.frequencies([[1, 3]], G, [1, 1, 0, 0])[0]
    >>> cases.all, controls.all, controls.half, controls.none
    (2, 0, 1, 1)
    """
    rows = rows_of(G, axis, name="G")
    status = values_of(phenotype, "phenotype", rows.shape[1], np.float64)
    matrix = np.concatenate([np.asarray(piece) for piece in rows.pieces()])
    found = []
    for nodes in sets:
        alleles = np.asarray(nodes, dtype=np.int64)
        if len(alleles) and not (0 <= alleles.min() and alleles.max() < 2 * len(matrix)):
            raise InconsistentInput(f"a set has nodes that are no alleles of {len(matrix)} variants")
        genotypes = matrix[alleles // 2]
        known = genotypes >= 0
        has = known & np.where((alleles % 2 == 1)[:, None], genotypes >= 1, genotypes <= 1)
        of_known, carried = known.sum(axis=0), has.sum(axis=0)
        found.append(
            (
                _carriers(of_known, carried, status == 1),
                _carriers(of_known, carried, status == 0),
            )
        )
    return found


def _carriers(known: NDArray[Any], carried: NDArray[Any], members: NDArray[Any]) -> Carriers:
    some = members & (known > 0)
    return Carriers(
        int(some.sum()),
        int((some & (carried == known)).sum()),
        int((some & (2 * carried >= known)).sum()),
        int((some & (carried == 0)).sum()),
    )


def write_sets(
    sets: Iterable[Any],
    prefix: Any,
    *,
    format: str = "skat",
    names: Sequence[str] | None = None,
    ids: Any = None,
    alleles: bool = False,
    variants: Vectors | None = None,
    least: int = 2,
    most: int | None = None,
    per_chromosome: bool = False,
) -> list[str]:
    """Write sets of variants for SKAT, REGENIE, PLINK, SAIGE-GENE+ and others.

    Parameters
    ----------
    sets : NodeSets, or sequence of arrays of nodes
        Clusters, components, or others.
    prefix : path
        What the files' names begin with.
    format : {"skat", "regenie", "plink", "saige", "gmt", "list"}
        As ``encke network --sets`` has them. "regenie" needs `variants`.
    names : sequence of str, optional
        Of the sets; by default ``set_1``, ``set_2``, …
    ids : sequence, optional
        Names of the nodes; by default those of the sets, else their numbers.
    alleles : bool
        Nodes are alleles, see `of_alleles`: both of a variant are one member.
    variants : Vectors, optional
        What `read_plink` has read: chromosomes and positions of the variants.
    least, most : int
        Smaller and larger sets are left out.
    per_chromosome : bool
        A set over several chromosomes of `variants` becomes one for each, ``name.chr1``, …

    Returns
    -------
    list of str
        The paths of the files.

    Examples
    --------
    >>> import os, tempfile
    >>> from encke import network
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     paths = network.write_sets([[0, 2], [1, 3, 4]], os.path.join(folder, "s"), ids=list("abcde"))
    ...     print(open(paths[0]).read().split())
    ['set_1', 'a', 'set_1', 'c', 'set_2', 'b', 'set_2', 'd', 'set_2', 'e']
    """
    choice(format, "format", _FORMATS)
    found = [np.asarray(nodes, dtype=np.int64) for nodes in sets]
    called = [f"set_{k + 1}" for k in range(len(found))] if names is None else [str(n) for n in names]
    if len(called) != len(found):
        raise InconsistentInput(f"{len(called)} names, {len(found)} sets")
    known = ids if ids is not None else getattr(sets, "ids", None)
    texts = None if known is None else [str(name) for name in known]
    sites = _sites_of(variants)
    if per_chromosome and sites is None:
        raise OptionError("per_chromosome goes with variants, which are not given")
    titles, members, places = [], [], []
    for title, nodes in zip(called, found):
        numbers = [str(node) if texts is None else texts[node] for node in nodes.tolist()]
        if alleles:
            numbers = list(dict.fromkeys(name.rsplit(":", 1)[0] for name in numbers))
        for ending, part in _parts_of(numbers, sites if per_chromosome else None).items():
            titles.append(title + ending)
            members.append(part)
            places.append(_place_of(part, sites))
    fits = [whole(least, "least", 1) <= len(m) <= (most or len(m)) for m in members]
    kept = [k for k, fit in enumerate(fits) if fit]
    return list(
        _core.write_sets(
            path_text(prefix),
            format,
            [titles[k] for k in kept],
            [members[k] for k in kept],
            [places[k][0] for k in kept],
            [places[k][1] for k in kept],
        )
    )


def _sites_of(variants: Vectors | None) -> dict[str, tuple[str, int]] | None:
    if variants is None:
        return None
    if not isinstance(variants, Vectors) or variants.chromosomes is None:
        raise ArgumentTypeError("variants have no chromosomes: what read_plink has read expected")
    positions = variants.positions
    assert positions is not None
    return {
        str(name): (str(chromosome), int(position))
        for name, chromosome, position in zip(variants.ids, variants.chromosomes, positions)
    }


def _parts_of(
    members: list[str], sites: dict[str, tuple[str, int]] | None
) -> dict[str, list[str]]:
    """The members of each chromosome, by what is added to the set's name; all, if it is one."""
    if sites is None:
        return {"": members}
    _refuse_unknown(members, sites)
    parts: dict[str, list[str]] = {}
    for name in members:
        parts.setdefault(f".chr{sites[name][0]}", []).append(name)
    return parts if len(parts) > 1 else {"": members}


def _refuse_unknown(members: list[str], sites: dict[str, tuple[str, int]]) -> None:
    unknown = [name for name in members if name not in sites]
    if unknown:
        raise InconsistentInput(f"the variant {unknown[0]!r} of a set is not among the variants")


def _place_of(members: list[str], sites: dict[str, tuple[str, int]] | None) -> tuple[str, int]:
    """The chromosome of all, or "", and the smallest position."""
    if sites is None:
        return "", 0
    _refuse_unknown(members, sites)
    places = [sites[name] for name in members]
    chromosomes = {chromosome for chromosome, _ in places}
    if len(chromosomes) != 1:
        return "", 0
    return places[0][0], min(position for _, position in places)
