"""The second look at pairs of variants: regressions with the product of their genotypes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from ._check import path_text
from ._inputs import _numbers
from .errors import ArgumentTypeError, InconsistentInput, _text_of


@dataclass(frozen=True, eq=False)
class Regression:
    """What the product of both genotypes adds to the phenotype of the samples, for each hit.

    Attributes
    ----------
    beta, error : numpy.ndarray of float64
        Of the product: log odds ratio, or slope of a trait, and its standard error; NaN where
        there is no estimate.
    pvalue : numpy.ndarray of float64
        Of both sides: of Wald's z, of a trait of Student's t.
    samples : numpy.ndarray of int64
        With both genotypes and all covariates.
    code : numpy.ndarray of str
        ".": all is well; "FIRTH": cases and controls are separated, and Firth's penalty is used;
        others tell why there is no estimate.

    Examples
    --------
    >>> import numpy as np, encke
    >>> rng = np.random.default_rng(1)
    >>> G = rng.integers(0, 3, size=(5, 300))
    >>> height = 170 + 3 * G[1] * G[4] + rng.normal(size=300)
    >>> hits = encke.epistasis(G, height, score="linear", top=1, refine=True)
    >>> hits.refined.beta.round(1).tolist(), hits.refined.code.tolist()
    ([3.1], ['.'])
    """

    beta: np.ndarray
    error: np.ndarray
    pvalue: np.ndarray
    samples: np.ndarray
    code: np.ndarray

    @property
    def ratio(self) -> np.ndarray:
        """beta / error: Wald's z, or Student's t."""
        found: np.ndarray = self.beta / self.error
        return found

    @classmethod
    def of(cls, columns: Sequence[Any]) -> Regression:
        beta, error, pvalue, samples, code = columns
        names = np.array(_core.regression_codes())
        return cls(beta, error, pvalue, samples, names[code])


def covariate_columns(covariates: Any, samples: int) -> np.ndarray:
    """Numbers as [covariate, sample]; what is masked is NaN."""
    if isinstance(covariates, (str, os.PathLike)):
        raise ArgumentTypeError("covariates of an array of genotypes are an array: a path is given")
    masked = isinstance(covariates, np.ma.MaskedArray)
    given = np.array(_numbers(covariates, "covariates"), dtype=np.float64)
    if masked:
        given[np.ma.getmaskarray(covariates)] = np.nan
    if given.ndim == 1:
        given = given[:, None]
    if given.ndim != 2 or len(given) != samples:
        raise InconsistentInput(
            f"covariates have shape {given.shape}: ({samples},) or ({samples}, covariates) expected"
        )
    return given.T


class SampleFiles:
    """Files of numbers of the samples of a data set, as PLINK has them, in a folder that is there."""

    def __init__(self, data: tuple[str, str], folder: str) -> None:
        self._folder = folder
        self._data = data

    def path(self, given: Any, name: str, columns: Any) -> str:
        """Of what is a path itself, or else columns(samples): texts of each column of all samples."""
        if isinstance(given, (str, os.PathLike)):
            return path_text(given, name)
        names, heading = _samples_of(self._data)
        texts = [names, *columns(len(names))]
        path = os.path.join(self._folder, f"{name}.txt")
        with open(path, "w", encoding="utf-8") as file:
            titles = [f"{name}{column}" for column in range(len(texts) - 1)]
            file.write("\t".join([heading, *titles]) + "\n")
            file.writelines("\t".join(line) + "\n" for line in zip(*texts))
        return path


def _samples_of(data: tuple[str, str]) -> tuple[list[str], str]:
    """Names of the samples of a data set, as a file of phenotypes has them, and their heading."""
    option, prefix = data
    if option not in ("bfile", "pfile"):
        raise ArgumentTypeError("the numbers of such vectors are in a file: give its path")
    ending = "fam" if option == "bfile" else "psam"
    lines = [line.split() for line in _text_of(f"{prefix}.{ending}", ending).splitlines()]
    lines = [line for line in lines if line and not line[0].startswith("##")]
    heading = "#FID\tIID"
    if lines and lines[0][0] in ("#FID", "#IID"):
        heading = "#IID" if lines[0][0] == "#IID" else heading
        lines = lines[1:]
    count = 1 if heading == "#IID" else 2
    return ["\t".join(line[:count]) for line in lines], heading


def number_text(number: float) -> str:
    return repr(number) if np.isfinite(number) else "NA"
