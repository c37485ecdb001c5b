"""A transformer for pipelines of scikit-learn (1.6 and newer), and metrics for what takes a function."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from ._distances import _is_similarity, cdist, distances, neighbors_graph
from ._inputs import _numbers, rows_of
from ._pairs import pairs

__all__ = ["Metric", "NearestGraph", "RadiusGraph"]

#: Metrics of genotypes, which may be missing: NaN, or numbers below 0.
_OF_GENOTYPES = ("r2", "ld", "king", "ibs")


class _Graph(TransformerMixin, BaseEstimator):
    """Keeps the vectors that it is fitted with; of others it makes a graph to these."""

    metric: str

    def _checked(self, X: Any, reset: bool) -> Any:
        """X as scikit-learn wants it to be looked at: dimensions, kind of numbers, names of features."""
        if isinstance(X, np.ma.MaskedArray):
            X = _numbers(X, "X")  # scikit-learn drops masks
        numbers = self.metric not in _OF_GENOTYPES
        return validate_data(
            self,
            X,
            reset=reset,
            accept_sparse=("csr", "csc", "coo"),
            ensure_all_finite=numbers,
            ensure_non_negative=numbers,
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = self.metric not in _OF_GENOTYPES
        tags.input_tags.allow_nan = self.metric in _OF_GENOTYPES
        tags.transformer_tags.preserves_dtype = []
        return tags

    def fit(self, X: Any, y: Any = None) -> Any:
        """Keep X.

        Parameters
        ----------
        X : array_like or sparse array
            Vectors as rows.
        y : None
            Not used.

        Returns
        -------
        self
        """
        self._fit_X = self._checked(X, reset=True)
        self.n_samples_fit_ = self._fit_X.shape[0]
        return self

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Names of the columns: one for each vector of the fit."""
        return np.array(
            [f"{type(self).__name__.lower()}{v}" for v in range(self.n_samples_fit_)], dtype=object
        )


class RadiusGraph(_Graph):
    """Sparse graph of distances below a radius to the vectors that it was fitted with.

    As `sklearn.neighbors.RadiusNeighborsTransformer`, for what takes ``metric="precomputed"``, such
    as DBSCAN: distances that are not stored are far.

    Parameters
    ----------
    metric : str
        A distance, or a similarity of which 1 less the value is the distance; see `encke.pairs`.
    radius : float
        Distances less than it are stored.

    Attributes
    ----------
    n_features_in_ : int
    n_samples_fit_ : int

    Examples
    --------
    >>> import numpy as np
    >>> from encke.sklearn import RadiusGraph
    >>> X = np.array([[1.0, 2.0], [1.0, 1.9], [5.0, 0.0]])
    >>> RadiusGraph(metric="braycurtis", radius=0.1).fit_transform(X).nnz
    5
    """

    def __init__(self, metric: str = "braycurtis", radius: float = 0.5) -> None:
        self.metric = metric
        self.radius = radius

    def transform(self, X: Any) -> Any:
        """Distances of each vector of X to those of the fit, where they are below the radius.

        Parameters
        ----------
        X : array_like or sparse array
            Vectors as rows.

        Returns
        -------
        scipy.sparse.csr_array
            Vectors of X by those of the fit. A vector's distance to an equal one is 0, and stored.
        """
        check_is_fitted(self, "n_samples_fit_")
        hits = pairs(
            self._checked(X, reset=False),
            self._fit_X,
            metric=self.metric,
            below=self.radius,
            distance=_is_similarity(self.metric),
        )
        graph = hits.to_scipy()
        graph.sort_indices()
        return graph


class NearestGraph(_Graph):
    """Sparse graph of the nearest vectors among those that it was fitted with.

    As `sklearn.neighbors.KNeighborsTransformer`: each vector has ``n_neighbors + 1`` neighbours, of
    which a vector of the fit is one itself, at distance 0.

    Parameters
    ----------
    metric : str
        A distance, or a similarity of which 1 less the value is the distance; see `encke.pairs`.
    n_neighbors : int
        Neighbours beside the vector itself.

    Attributes
    ----------
    n_features_in_ : int
    n_samples_fit_ : int

    Examples
    --------
    >>> import numpy as np
    >>> from encke.sklearn import NearestGraph
    >>> X = np.array([[1.0, 2.0], [1.0, 1.9], [5.0, 0.0]])
    >>> NearestGraph(metric="braycurtis", n_neighbors=1).fit_transform(X).indices.tolist()
    [0, 1, 0, 1, 1, 2]
    """

    def __init__(self, metric: str = "braycurtis", n_neighbors: int = 5) -> None:
        self.metric = metric
        self.n_neighbors = n_neighbors

    def transform(self, X: Any) -> Any:
        """Distances of each vector of X to the nearest of the fit.

        Parameters
        ----------
        X : array_like or sparse array
            Vectors as rows.

        Returns
        -------
        scipy.sparse.csr_array
            Vectors of X by those of the fit.
        """
        check_is_fitted(self, "n_samples_fit_")
        return neighbors_graph(
            self._checked(X, reset=False),
            self._fit_X,
            metric=self.metric,
            n_neighbors=self.n_neighbors + 1,
        )


class Metric:
    """A metric for what takes a function as ``metric=``.

    Of one matrix it makes all distances, as `sklearn.cluster.AgglomerativeClustering` asks for; of
    two matrices the rectangle, as `sklearn.metrics.pairwise_distances`; of two vectors a number, as
    DBSCAN and UMAP, which ask for each pair by itself: give these `encke.neighbors_graph` and
    ``metric="precomputed"``, which takes a small part of the time.

    Parameters
    ----------
    metric : str
        Its name, see `encke.distances`.
    **options
        As of `encke.distances`.

    Examples
    --------
    >>> import numpy as np
    >>> from encke.sklearn import Metric
    >>> X = np.array([[1.0, 2.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 5.0]])
    >>> Metric("braycurtis")(X).round(3)
    array([[0.   , 0.333, 1.   ],
           [0.333, 0.   , 0.75 ],
           [1.   , 0.75 , 0.   ]])
    """

    def __init__(self, metric: str = "braycurtis", **options: Any) -> None:
        self.metric = metric
        self.options = options

    def __repr__(self) -> str:
        return f"Metric({self.metric!r})"

    def __call__(self, X: Any, Y: Any = None) -> Any:
        if np.ndim(X) == 1:
            return float(cdist([X], [Y], metric=self.metric, **self.options)[0, 0])
        if Y is not None:
            return cdist(X, Y, metric=self.metric, **self.options)
        values = distances(X, metric=self.metric, **self.options)
        n = rows_of(X).shape[0]
        square = np.zeros((n, n), dtype=values.dtype)
        square[np.triu_indices(n, 1)] = values
        return square + square.T
