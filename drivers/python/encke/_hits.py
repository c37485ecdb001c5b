"""What a run found, and its conversions."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from ._files import About, about_of, write_hits
from ._regression import Regression
from .errors import ArgumentTypeError


@dataclass(frozen=True)
class Report:
    """What a run did.

    Attributes
    ----------
    digest : str
        32 hexadecimal digits, those of the command line on the same data: equal where all hits and
        their values are, to the last bit.
    hits, tuples : int
        Values kept, and pairs or triples compared.
    comparisons : float
        Tuples times fields.
    seconds : float
        Of computing, without packing.
    backend, level : str
        What computed, and its instruction set.
    threads : int
    vectors, fields, missing : int
        Of the input.

    Examples
    --------
    >>> import numpy as np, encke
    >>> report = encke.pairs(np.eye(3) + 1, metric="ps").report
    >>> report.tuples, report.hits, len(report.digest)
    (3, 3, 32)
    """

    digest: str
    hits: int
    tuples: int
    comparisons: float
    seconds: float
    backend: str
    level: str
    threads: int
    vectors: int
    fields: int
    missing: int


@dataclass(frozen=True, repr=False, eq=False)
class Hits:
    """Pairs or triples and their values, by columns.

    Attributes
    ----------
    i, j : numpy.ndarray of int32
        The vectors of a tuple, ascending; of two sets ``i`` is in X, and ``j`` in Y.
    k : numpy.ndarray of int32 or None
        The third vector of triples; of two sets it is in Y, of three in Z.
    cell : numpy.ndarray of uint8 or None
        Of metrics of alleles: bit v from the left is the allele of vector v. Of statistics their
        degrees of freedom.
    value : numpy.ndarray of float64
    n : int
        Vectors of the input; of two sets those of X.
    m : int or None
        Of two or three sets the vectors of Y.
    o : int or None
        Of three sets the vectors of Z.
    ids : numpy.ndarray or None
        Their names.
    metric : str
    report : Report
    pvalue : numpy.ndarray or None
        Of statistics.
    bonferroni, fdr : numpy.ndarray or None
        p-values corrected for all tests, and false discovery rates, where they were asked for.
    permuted, permuted_max : numpy.ndarray or None
        p-values by permutation, and those that are corrected for all tuples.
    refined : Regression or None
        Regressions of pairs, where they were asked for.

    Examples
    --------
    >>> import numpy as np, encke
    >>> hits = encke.pairs(np.eye(3) + 1, metric="ps", threshold=0.5, ids=["x", "y", "z"])
    >>> hits
    <encke.Hits: 3 pairs of 3 vectors, ps>
      x  y  0.75
      x  z  0.75
      y  z  0.75
    >>> hits.to_scipy().toarray()
    array([[0.  , 0.75, 0.75],
           [0.75, 0.  , 0.75],
           [0.75, 0.75, 0.  ]])
    >>> hits.to_pandas()
       i  j  value
    0  x  y   0.75
    1  x  z   0.75
    2  y  z   0.75
    """

    i: np.ndarray
    j: np.ndarray
    k: np.ndarray | None
    cell: np.ndarray | None
    value: np.ndarray
    n: int
    ids: np.ndarray | None
    metric: str
    report: Report
    m: int | None = None
    pvalue: np.ndarray | None = field(default=None)
    about: About | None = field(default=None)
    o: int | None = None
    permuted: np.ndarray | None = None
    permuted_max: np.ndarray | None = None
    bonferroni: np.ndarray | None = None
    fdr: np.ndarray | None = None
    refined: Regression | None = None
    sites: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.value)

    @property
    def way(self) -> int:
        """2 for pairs, 3 for triples."""
        return 2 if self.k is None else 3

    @property
    def dof(self) -> np.ndarray | None:
        """Degrees of freedom of chi-squared statistics."""
        return self.cell

    def __repr__(self) -> str:
        kind = "pairs" if self.way == 2 else "triples"
        sizes = [size for size in (self.n, self.m, self.o) if size is not None]
        of = f"{' x '.join(map(str, sizes))} vectors"
        lines = [f"<encke.Hits: {len(self)} {kind} of {of}, {self.metric}>"]
        columns = self._columns()
        for row in range(min(5, len(self))):
            lines.append("  " + "  ".join(str(column[row]) for column in columns.values()))
        if len(self) > 5:
            lines.append("  …")
        return "\n".join(lines)

    @property
    def _total(self) -> int:
        """Vectors of all sets."""
        return self.n + (self.m or 0) + (self.o or 0)

    def _second(self) -> np.ndarray:
        return self.j if self.m is None else self.j + np.int32(self.n)

    def _third(self) -> np.ndarray | None:
        if self.k is None or self.m is None:
            return self.k
        return self.k + np.int32(self.n + (0 if self.o is None else self.m))

    def _columns(self) -> dict[str, np.ndarray]:
        columns = {"i": self.i, "j": self.j}
        if self.k is not None:
            columns["k"] = self.k
        if self.ids is not None:
            ids = np.asarray(self.ids)
            columns = {"i": ids[self.i], "j": ids[self._second()]}
            third = self._third()
            if third is not None:
                columns["k"] = ids[third]
        if self.cell is not None:
            if self.metric in ("ccc", "duo"):
                for v, name in enumerate("ijk"[: self.way]):
                    columns[f"allele_{name}"] = self.cell >> (self.way - 1 - v) & 1
            else:
                columns["dof"] = self.cell
        columns["value"] = self.value
        for name in ("pvalue", "bonferroni", "fdr", "permuted", "permuted_max"):
            if getattr(self, name) is not None:
                columns[name] = getattr(self, name)
        if self.refined is not None:
            for name in ("beta", "error", "pvalue", "samples", "code"):
                columns[f"refined_{name}"] = getattr(self.refined, name)
        return columns

    def _refuse_triples(self, what: str) -> None:
        if self.way == 3:
            raise ArgumentTypeError(f"{what} is of pairs, and these are triples")

    def _edges(self, cell: int | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """One value a pair: of several cells the largest, or one of them."""
        if self.cell is None or self.metric not in ("ccc", "duo"):
            return self.i, self._second(), self.value
        if cell is not None:
            kept = self.cell == cell
            return self.i[kept], self._second()[kept], self.value[kept]
        second = self._second()
        order = np.lexsort((-self.value, second, self.i))
        i, j, value = self.i[order], second[order], self.value[order]
        first = np.ones(len(i), dtype=bool)
        first[1:] = (i[1:] != i[:-1]) | (j[1:] != j[:-1])
        return i[first], j[first], value[first]

    def to_scipy(self, symmetric: bool = True, format: str = "csr", cell: int | None = None) -> Any:
        """A sparse array of pairs: square, or X by Y.

        Parameters
        ----------
        symmetric : bool
            Each pair in both places; else above the diagonal alone. Not of two sets.
        format : {"csr", "coo", "csc"}
        cell : int, optional
            Of metrics of alleles, the cell whose values are taken; by default the largest.

        Returns
        -------
        scipy.sparse.csr_array, or another format
        """
        self._refuse_triples("a matrix")
        from scipy import sparse

        i, j, value = self._edges(cell)
        if self.m is not None:
            made = sparse.coo_array((value, (i, j - self.n)), shape=(self.n, self.m))
        else:
            if symmetric:
                i, j, value = (
                    np.concatenate([i, j]),
                    np.concatenate([j, i]),
                    np.concatenate([value, value]),
                )
            made = sparse.coo_array((value, (i, j)), shape=(self.n, self.n))
        return made if format == "coo" else made.asformat(format)

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` of the columns, with ids in place of indices where there are ids."""
        import pandas

        return pandas.DataFrame(self._columns(), copy=False)

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` of the columns."""
        import pyarrow

        return pyarrow.table(self._columns())

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_polars(self) -> Any:
        """A `polars.DataFrame` of the columns."""
        import polars

        return polars.DataFrame(self._columns())

    def to_networkx(self) -> Any:
        """A `networkx.Graph` of all vectors; the values are the edges' "weight".

        For large networks `to_igraph` and `to_scipy` take much less time and memory.
        """
        self._refuse_triples("a network")
        import networkx

        i, j, value = self._edges(None)
        graph = networkx.Graph()
        names = range(self._total) if self.ids is None else list(self.ids)
        graph.add_nodes_from(names)
        graph.add_weighted_edges_from(
            (names[a], names[b], w) for a, b, w in zip(i.tolist(), j.tolist(), value.tolist())
        )
        return graph

    def to_igraph(self) -> Any:
        """An `igraph.Graph` of all vectors; the values are the edges' "weight"."""
        self._refuse_triples("a network")
        import igraph

        i, j, value = self._edges(None)
        graph = igraph.Graph(n=self._total, edges=np.column_stack([i, j]))
        graph.es["weight"] = value
        if self.ids is not None:
            graph.vs["name"] = [str(name) for name in self.ids]
        return graph

    def to_file(
        self, prefix: str | os.PathLike[str], format: str = "edges", columns: str = "all"
    ) -> str:
        """Write the file that the command line writes of this run, to the byte.

        Of variants that `read_plink` has read, it has their chromosomes, positions and alleles too.

        Parameters
        ----------
        prefix : path
            What the file's name begins with, as ``--out``.
        format : {"edges", "abc", "packed"}
            ``prefix.edges.tsv``, a line of ids and value for each hit; ``prefix.abc``, for MCL and
            others; ``prefix.bin``, CoMet's records.
        columns : {"all", "ids"}
            Of edges: "ids" leaves chromosomes, positions and alleles out, as ``--columns ids``.

        Returns
        -------
        str
            The path of the file.
        """
        return write_hits(self, prefix, format, columns)

    def _file_columns(self) -> list[Any]:
        """Columns with indices in all vectors, X before Y."""
        return [self.i, self._second(), self._third(), self.cell, self.value]


class HasVectors(Protocol):
    """What was compared: a request, its packed vectors, and their names."""

    request: Any
    vectors: Any
    sets: list[int] | None
    ids: Any
    sites: Any


def hits_of(compared: HasVectors, columns: tuple[Any, ...], report: Report) -> Hits:
    """Columns of the module as `Hits`, with ``j`` and ``k`` counted in the sets they are in."""
    i, j, k, cell, value = columns
    sizes = compared.sets or [compared.vectors.vectors]
    if compared.sets is not None:  # the columns are new: nobody else has them
        np.subtract(j, np.int32(sizes[0]), out=j)
        if k is not None:
            np.subtract(k, np.int32(sum(sizes[: len(sizes) - 1])), out=k)
    ids = None if compared.ids is None else np.asarray(compared.ids)
    return Hits(
        i,
        j,
        k,
        cell,
        value,
        sizes[0],
        ids,
        compared.request.metric,
        report,
        m=sizes[1] if len(sizes) > 1 else None,
        o=sizes[2] if len(sizes) > 2 else None,
        about=about_of(compared.request),
        sites=compared.sites,
    )
