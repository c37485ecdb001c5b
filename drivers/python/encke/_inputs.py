"""What users have, as packed vectors: arrays of any kind, in pieces of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from . import _core
from .errors import ArgumentTypeError, InconsistentInput, OptionError

_GENOTYPES = ("genotype", "genotype_moments", "genotype_matches", "case_control", "bit")
_PIECE_BYTES = 64 << 20
_GUESS_NUMBERS = 1 << 17


class Rows:
    """Vectors of numbers as rows, in pieces.

    Optional packages are found by the names of types, so that nothing is imported to look.
    """

    def __init__(
        self,
        shape: tuple[int, int],
        pieces: Callable[[], Iterator[np.ndarray]],
        ids: Any = None,
        kind: str = "f",
    ) -> None:
        self.shape = shape
        self.pieces = pieces
        self.ids = ids
        self.kind = kind


def rows_of(x: Any, axis: int = 0, layer: str | None = None, name: str = "X") -> Rows:
    """Vectors of `x` as rows. Raises TypeError for what is no matrix of numbers."""
    if isinstance(axis, bool) or not isinstance(axis, (int, np.integer)) or axis not in (0, 1):
        raise OptionError(f"axis is {axis!r}: 0 (vectors are rows) or 1 (columns) expected")
    module = type(x).__module__.split(".")[0]
    kind = type(x).__name__
    if isinstance(x, np.ndarray):  # also AnnData's views of arrays
        return _of_array(x, axis, name)
    if module == "anndata" and hasattr(x, "obs_names"):
        return _of_anndata(x, axis, layer, name)
    if module == "anndata" and hasattr(x, "to_memory"):  # a sparse matrix in a file
        return _of_lazy(x, axis, name) if axis == 0 else rows_of(x.to_memory(), axis, name=name)
    if module == "xarray":
        return _of_xarray(x, axis, name)
    if module == "allel" or kind in ("GenotypeArray", "GenotypeDaskArray"):
        return rows_of(x.to_n_alt(fill=-1), axis, name=name)
    if module == "pandas":
        return _of_pandas(x, axis, name)
    if module == "polars":
        return _of_array(x.to_numpy(), axis, name)
    if module == "scipy" or hasattr(x, "tocsr"):
        return _of_sparse(x, axis, name)
    if module in ("dask", "zarr", "h5py"):
        return _of_lazy(x, axis, name)
    return _of_array(x, axis, name)


def _refuse_dimensions(shape: tuple[int, ...], name: str) -> None:
    if len(shape) != 2:
        raise InconsistentInput(f"{name} has {len(shape)} dimensions: 2 expected, vectors and fields")


def _numbers(x: Any, name: str) -> np.ndarray:
    """An array whose dtype the library reads; what is masked becomes NaN or -1."""
    if isinstance(x, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(x)
        data = _numbers(x.data, name)
        if not mask.any():
            return data
        if data.dtype.kind == "f":
            return np.where(mask, np.nan, data)
        signed = data.astype(np.result_type(data.dtype, np.int8), copy=True)
        signed[mask] = -1
        return signed
    try:
        data = np.asarray(x)
    except (TypeError, ValueError) as error:
        raise ArgumentTypeError(f"{name} is no matrix of numbers: {error}") from None
    if data.dtype == object:
        try:
            data = data.astype(np.float64)
        except (TypeError, ValueError):
            raise ArgumentTypeError(f"{name} holds objects that are no numbers") from None
    if data.dtype.kind == "b":
        return data.view(np.uint8)
    if data.dtype.kind not in "iuf":
        raise ArgumentTypeError(f"{name} is of dtype {data.dtype}: integers, floats or bools expected")
    if data.dtype.kind == "f" and data.dtype.itemsize not in (4, 8):
        data = data.astype(np.float32 if data.dtype.itemsize < 4 else np.float64)
    if not data.dtype.isnative:
        data = data.astype(data.dtype.newbyteorder("="))
    if data.ndim == 2 and any(stride % data.itemsize for stride in data.strides):
        data = np.ascontiguousarray(data)
    if not data.flags.aligned:
        data = data.copy()
    return data


def _of_array(x: Any, axis: int, name: str) -> Rows:
    if isinstance(x, (list, tuple)) and any(isinstance(row, np.ma.MaskedArray) for row in x):
        x = np.ma.stack(x)  # NumPy would drop the masks
    if hasattr(x, "__array__") or isinstance(x, (list, tuple, memoryview)):
        data = _numbers(x, name)
    else:
        raise ArgumentTypeError(f"{name} is a {type(x).__name__}: a matrix of numbers expected")
    _refuse_dimensions(data.shape, name)
    if axis == 1:
        data = data.T
    return Rows(data.shape, lambda: iter((data,)), kind=data.dtype.kind)


def _of_pandas(x: Any, axis: int, name: str) -> Rows:
    _refuse_dimensions(x.shape, name)
    try:
        values = x.to_numpy(dtype=np.float64, na_value=np.nan) if _has_extension(x) else x.to_numpy()
    except (TypeError, ValueError):
        raise ArgumentTypeError(f"{name} has columns that are no numbers") from None
    rows = _of_array(values, axis, name)
    labels = x.index if axis == 0 else x.columns
    if type(labels).__name__ != "RangeIndex":
        rows.ids = np.asarray(labels)
    return rows


def _has_extension(x: Any) -> bool:
    return any(not isinstance(dtype, np.dtype) for dtype in x.dtypes)


def _of_sparse(x: Any, axis: int, name: str) -> Rows:
    _refuse_dimensions(x.shape, name)
    csr = (x if axis == 0 else x.T).tocsr()
    step = _rows_at_once(csr.shape[1])

    def pieces() -> Iterator[np.ndarray]:
        for first in range(0, csr.shape[0], step):
            yield _numbers(csr[first : first + step].toarray(), name)

    return Rows(csr.shape, pieces, kind=csr.dtype.kind)


def _rows_at_once(fields: int) -> int:
    return max(8, _PIECE_BYTES // 8 // max(fields, 1) // 8 * 8)


def _of_lazy(x: Any, axis: int, name: str) -> Rows:
    """Arrays that are read, or computed, where they are sliced."""
    _refuse_dimensions(x.shape, name)
    vectors, fields = x.shape if axis == 0 else x.shape[::-1]
    step = _rows_at_once(fields)

    def pieces() -> Iterator[np.ndarray]:
        for first in range(0, vectors, step):
            last = min(first + step, vectors)
            part = x[first:last] if axis == 0 else x[:, first:last]
            part = part.compute() if hasattr(part, "compute") else part
            part = part.toarray() if hasattr(part, "toarray") else part
            data = _numbers(part, name)
            yield data if axis == 0 else data.T

    return Rows((vectors, fields), pieces, kind=x.dtype.kind)


def _of_anndata(x: Any, axis: int, layer: str | None, name: str) -> Rows:
    rows = rows_of(x.X if layer is None else x.layers[layer], axis, name=name)
    rows.ids = np.asarray(x.obs_names if axis == 0 else x.var_names)
    return rows


def _of_xarray(x: Any, axis: int, name: str) -> Rows:
    """An sgkit data set, in pieces: calls are variants by samples by ploidy. Else a matrix."""
    if not hasattr(x, "data_vars"):
        return rows_of(x.data, axis, name=name)
    if "call_genotype" not in x:
        raise ArgumentTypeError(f"{name} is a data set without call_genotype: give one of its arrays")
    calls = x["call_genotype"].data
    if len(calls.shape) != 3:
        raise InconsistentInput(f"{name}: call_genotype has {len(calls.shape)} dimensions: 3 expected")
    mask = x["call_genotype_mask"].data if "call_genotype_mask" in x else None
    vectors, fields = calls.shape[:2] if axis == 0 else calls.shape[1::-1]
    step = _rows_at_once(fields * calls.shape[2])

    def pieces() -> Iterator[np.ndarray]:
        for first in range(0, vectors, step):
            part = slice(first, first + step)
            where = part if axis == 0 else (slice(None), part)
            copies = _copies(calls[where], None if mask is None else mask[where], name)
            yield copies if axis == 0 else copies.T

    rows = Rows((vectors, fields), pieces, kind="i")
    names = "variant_id" if axis == 0 else "sample_id"
    if names in x:
        rows.ids = np.asarray(x[names])
    return rows


def _copies(calls: Any, mask: Any, name: str) -> np.ndarray:
    """Copies of allele 1, or -1, of calls by ploidy."""
    calls = np.asarray(calls)
    missing = (calls < 0).any(axis=-1)
    if mask is not None:
        missing |= np.asarray(mask).any(axis=-1)
    if (calls > 1).any():
        raise InconsistentInput(f"{name} has alleles above 1: variants of two alleles expected")
    copies: np.ndarray = calls.clip(0).sum(axis=-1).astype(np.int8)
    copies[missing] = -1
    return copies


def _in_eights(pieces: Iterator[np.ndarray]) -> Iterator[np.ndarray]:
    """The same rows, in pieces of a multiple of 8 rows but for the last one."""
    left: np.ndarray | None = None
    for piece in pieces:
        if left is not None and len(left):
            fill = (-len(left)) % 8
            seam = np.concatenate([left, piece[:fill]])
            piece = piece[fill:]
            if len(seam) % 8:
                left = seam
                continue
            yield seam
        whole = len(piece) // 8 * 8
        if whole:
            yield piece[:whole]
        left = piece[whole:]
    if left is not None and len(left):
        yield left


def _largest_sum(sets: list[Rows]) -> int:
    """Of the elements of a vector."""
    pieces = (piece for rows in sets for piece in rows.pieces() if piece.size)
    return max((int(piece.sum(axis=1, dtype=np.uint64).max()) for piece in pieces), default=0)


_COUNTS = {"count2": 3, "count3": 7, "count8": 255, "count16": 65535}
_MOST_SUM = 2**30


def _narrowest(largest: int) -> str | None:
    """Whole numbers that hold it."""
    return next((name for name, most in _COUNTS.items() if largest <= most), None)


def _count_element(sets: list[Rows]) -> str | None:
    """The narrowest whole numbers that hold all; None where some are not, or are too large."""
    largest = 0
    for piece in (piece for rows in sets for piece in rows.pieces() if piece.size):
        if piece.dtype.kind == "i" and piece.min() < 0:
            return None
        largest = max(largest, int(piece.max()))
    if largest * sets[0].shape[1] > _MOST_SUM and _largest_sum(sets) > _MOST_SUM:
        return None
    return _narrowest(largest)


def _guessed_element(sets: list[Rows]) -> str | None:
    """As `_count_element`, of the first numbers; None where a guess is of no use."""
    for piece in (piece for rows in sets for piece in rows.pieces() if piece.size):
        some = piece[: max(1, _GUESS_NUMBERS // piece.shape[1])]
        if piece.dtype.kind == "i" and some.min() < 0:
            return None
        name = _narrowest(int(some.max()))
        fits = name is not None and _COUNTS[name] * piece.shape[1] <= _MOST_SUM
        return name if fits else None
    return None


def _fill(
    element: str, sets: list[Rows], vectors: int, fields: int, cases: list[int] | None = None
) -> _core.Vectors:
    packed = _core.make(element, vectors, fields, cases or [])
    pieces: Iterator[np.ndarray] = (piece for rows in sets for piece in rows.pieces())
    if element in _GENOTYPES:
        pieces = _in_eights(pieces)
    first = 0
    for piece in pieces:
        if len(piece):
            _core.pack(packed, first, piece)
        first += len(piece)
    return packed


def _pack_counts(sets: list[Rows], vectors: int, fields: int) -> _core.Vectors | None:
    """As the narrowest whole numbers that hold all; None where some are not.

    What the first numbers need mostly suffices: so the others are read once.
    """
    if any(rows.kind not in "iub" for rows in sets):
        return None
    guess = _guessed_element(sets)
    if guess is not None:
        try:
            return _fill(guess, sets, vectors, fields)
        except InconsistentInput:  # another number needs more
            pass
    element = _count_element(sets)
    return None if element is None else _fill(element, sets, vectors, fields)


def pack_rows(
    request: _core.Request,
    sets: list[Rows],
    *,
    cases: list[int] | None = None,
    trait: list[float] | None = None,
) -> _core.Vectors:
    """Packs one set of vectors, or several one after the other, as the request's metric wants."""
    fields = sets[0].shape[1]
    if any(rows.shape[1] != fields for rows in sets):
        found = " and ".join(str(rows.shape[1]) for rows in sets)
        names = "X and Y" if len(sets) == 2 else "X, Y and Z"
        raise InconsistentInput(f"{names} have {found} fields: as many expected")
    total = sum(rows.shape[0] for rows in sets)
    if request.whole_numbers and request.element == "float64":
        packed = _pack_counts(sets, total, fields)
        if packed is not None:
            return packed
    if request.element == "trait_sums":
        return _core.with_trait(_fill("genotype", sets, total, fields), trait or [])
    return _fill(request.element, sets, total, fields, cases)
