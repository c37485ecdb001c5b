"""Vectors that are packed once for several runs: from arrays and from files."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from . import _core, _threads
from ._inputs import pack_rows, rows_of
from ._check import metric_name, names_of, path_text, real
from .errors import ArgumentTypeError, InconsistentInput, _in_python


class Vectors:
    """Packed vectors, which every function takes in place of an array.

    Made by `pack`, `read_plink` and `read_table`. Genotypes take 2 bits each. A file is read, or an
    array packed, at the first use with a kind of metric, and kept.

    Attributes
    ----------
    ids : numpy.ndarray or None
        Names of the vectors.
    shape : tuple of int
        Vectors and fields.
    missing : int
        Missing elements.
    remarks : list of str
        What there is to say of the input.
    chromosomes, positions, alleles : numpy.ndarray or None
        Of variants that were read from a file: names of chromosomes, base pairs, and alleles as
        ``A1/A2``.

    Examples
    --------
    >>> import numpy as np, encke
    >>> encke.pack(np.array([[0, 1, 2], [0, -1, 2]], dtype=np.int8), metric="ccc").missing
    1
    """

    def __init__(self, how: dict[str, Any], first: _core.Vectors, ids: Any = None) -> None:
        self._how = how
        self._packed = {first.element: first}
        self._first = first
        self._sets: list[int] | None = None
        self._texts: np.ndarray | None = None
        self.ids = ids
        if ids is None and first.names:
            self.ids = np.asarray(first.names, dtype=object)

    @property
    def shape(self) -> tuple[int, int]:
        return self._first.vectors, self._first.fields

    @property
    def missing(self) -> int:
        return self._first.missing

    @property
    def remarks(self) -> list[str]:
        return [_in_python(remark) for remark in self._first.remarks]

    @property
    def chromosomes(self) -> np.ndarray | None:
        return self._column(0)

    @property
    def positions(self) -> np.ndarray | None:
        column = self._column(1)
        return None if column is None else column.astype(np.int64)

    @property
    def alleles(self) -> np.ndarray | None:
        return self._column(2)

    def _sites(self) -> np.ndarray | None:
        """Of each vector chromosome, position and alleles between tabs; None where nobody knows."""
        if self._texts is None:
            texts = self._first.sites
            if texts:
                self._texts = np.asarray(texts, dtype=object)
        return self._texts

    def _column(self, number: int) -> np.ndarray | None:
        sites = self._sites()
        if sites is None:
            return None
        return np.asarray([text.split("\t")[number] for text in sites], dtype=object)

    @property
    def nbytes(self) -> int:
        """Memory of all packed forms."""
        return sum(packed.bytes for packed in self._packed.values())

    def __len__(self) -> int:
        return self._first.vectors

    def __repr__(self) -> str:
        vectors, fields = self.shape
        kinds = ", ".join(self._packed)
        return f"<encke.Vectors: {vectors} vectors of {fields} fields, as {kinds}>"

    def __reduce__(self) -> Any:
        if "options" not in self._how:
            raise ArgumentTypeError("vectors packed from an array are not pickled: pickle the array")
        return _read_again, (self._how["metric"], self._how["options"])

    def _of(self, request: _core.Request) -> _core.Vectors:
        """In the form of this request's metric."""
        element = request.element
        if element in self._packed:
            return self._packed[element]
        if request.whole_numbers and self._first.element.startswith("count"):
            return self._first
        if "options" in self._how:
            again = _core.Request(request.metric, self._how["options"])
            made = _core.read(again)
            if made.element != element and not request.whole_numbers:
                raise ArgumentTypeError(f"{request.metric} does not take such vectors")
            self._packed[made.element] = made
            return made
        raise ArgumentTypeError(
            f"{request.metric} compares {element}, and these vectors were packed as "
            f"{', '.join(self._packed)}: pack the array again for this metric"
        )


def _read_again(metric: str, options: list[tuple[str, str]]) -> Vectors:
    return _read(metric, options)


def _read(metric: str, options: list[tuple[str, str]]) -> Vectors:
    _threads.apply()
    first = _core.read(_core.Request(metric_name(metric), options))
    return Vectors({"metric": metric, "options": options}, first)


def _path_options(**paths: Any) -> list[tuple[str, str]]:
    return [
        (name.replace("_", "-"), path_text(path, name))
        for name, path in paths.items()
        if path is not None
    ]


def read_plink(
    prefix: str | os.PathLike[str],
    *,
    metric: str = "r2",
    maf: float | None = None,
    geno: float | None = None,
    keep: str | os.PathLike[str] | None = None,
    remove: str | os.PathLike[str] | None = None,
    extract: str | os.PathLike[str] | None = None,
    exclude: str | os.PathLike[str] | None = None,
) -> Vectors:
    """Read a PLINK data set; the variants are the vectors.

    Parameters
    ----------
    prefix : path
        Of ``prefix.bed``, ``.bim`` and ``.fam``, or of ``prefix.pgen``, ``.pvar`` and ``.psam``
        where there is no ``prefix.bed``.
    metric : str
        The metric of the first use. Others read the file again.
    maf, geno : float, optional
        Variants with a rarer allele, or with more missing, are left out.
    keep, remove, extract, exclude : path, optional
        Files of samples and of variants, as PLINK has them.

    Returns
    -------
    Vectors
        With the ids of the variants, their chromosomes and positions: ``groups=G.chromosomes`` has
        pairs of one chromosome compared, as ``encke r2`` does by itself.

    Raises
    ------
    OpenError, MalformedInput, OptionError

    Examples
    --------
    ``encke.read_plink("cohort", maf=0.05)`` reads ``cohort.bed``, ``cohort.bim`` and ``cohort.fam``. What
    is not there is a `FileNotFoundError`:

    >>> import encke
    >>> try:
    ...     encke.read_plink("no/such/cohort")
    ... except FileNotFoundError as error:
    ...     "no/such/cohort" in str(error)
    True
    """
    return _read(
        metric,
        plink_option(prefix)
        + _path_options(
            maf=None if maf is None else repr(real(maf, "maf")),
            geno=None if geno is None else repr(real(geno, "geno")),
            keep=keep,
            remove=remove,
            extract=extract,
            exclude=exclude,
        ),
    )


def plink_option(prefix: Any) -> list[tuple[str, str]]:
    """Which data set has this prefix."""
    path = path_text(prefix)
    is_pgen = not os.path.exists(path + ".bed") and os.path.exists(path + ".pgen")
    return [("pfile" if is_pgen else "bfile", path)]


def read_table(path: str | os.PathLike[str], *, metric: str = "ps", dtype: Any = None) -> Vectors:
    """Read a table of numbers: tab-separated text with row names, or ``.npy``; rows are vectors.

    Parameters
    ----------
    path : path
        Of the table.
    metric : str
        The metric of the first use.
    dtype : {"float32", "float64"}, optional
        Of profiles. By default whole numbers are found, and compared as such.

    Returns
    -------
    Vectors

    Examples
    --------
    >>> import os, tempfile, encke
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "counts.tsv")
    ...     with open(path, "w") as file:
    ...         _ = file.write("id\\ta\\tb\\nx\\t1\\t2\\ny\\t1\\t1\\n")
    ...     counts = encke.read_table(path)
    >>> counts.shape, counts.ids.tolist()
    ((2, 2), ['x', 'y'])
    """
    options = _path_options(table=path)
    if dtype is not None:
        from ._request import _precision

        options.append(("precision", _precision(dtype)))
    return _read(metric, options)


def pack(X: Any, Y: Any = None, *, metric: str, axis: int = 0, ids: Any = None) -> Vectors:
    """Pack an array once, for several runs with metrics of its kind.

    Parameters
    ----------
    X : array_like
        Vectors as rows, or as columns with ``axis=1``.
    Y : array_like, optional
        A second set: pairs are of a vector of X and one of Y then.
    metric : str
        A metric of the kind that it is packed for.
    axis : {0, 1}
        What a vector is.
    ids : sequence, optional
        Names of the vectors.

    Returns
    -------
    Vectors

    Examples
    --------
    >>> import numpy as np, encke
    >>> G = encke.pack(np.array([[0, 1, 2, 1], [0, 1, 2, 2]], dtype=np.int8), metric="r2")
    >>> G.shape
    (2, 4)
    >>> float(encke.pairs(G, metric="r2").value[0].round(4))
    0.7273
    """
    _threads.apply()
    request = _core.Request(metric_name(metric), [])
    sets = [rows_of(X, axis)] + ([] if Y is None else [rows_of(Y, axis, name="Y")])
    names = None if ids is None else names_of(ids)
    vectors = Vectors({}, pack_rows(request, sets), names)
    if Y is not None:
        vectors._sets = [rows.shape[0] for rows in sets]
    if ids is None and all(rows.ids is not None for rows in sets):
        vectors.ids = np.concatenate([np.asarray(rows.ids, dtype=object) for rows in sets])
    if vectors.ids is not None and len(vectors.ids) != len(vectors):
        raise InconsistentInput(f"{len(vectors.ids)} ids, {len(vectors)} expected")
    return vectors
