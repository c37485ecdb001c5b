"""A transformer for pipelines of scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from ._distances import _is_similarity
from ._inputs import rows_of
from ._pairs import pairs

__all__ = ["RadiusGraph"]


class RadiusGraph(TransformerMixin, BaseEstimator):
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

    def fit(self, X: Any, y: Any = None) -> RadiusGraph:
        """Keep X."""
        rows = rows_of(X)
        self.n_samples_fit_, self.n_features_in_ = rows.shape
        self._fit_X = X
        return self

    def transform(self, X: Any) -> Any:
        """Distances of each vector of X to those of the fit, where they are below the radius.

        Returns
        -------
        scipy.sparse.csr_array
            Vectors of X by those of the fit. A vector's distance to an equal one is 0, and stored.
        """
        check_is_fitted(self, "n_samples_fit_")
        fields = rows_of(X).shape[1]
        if fields != self.n_features_in_:
            raise ValueError(
                f"X has {fields} features, but RadiusGraph is expecting {self.n_features_in_}"
            )
        hits = pairs(
            X,
            self._fit_X,
            metric=self.metric,
            below=self.radius,
            distance=_is_similarity(self.metric),
        )
        graph = hits.to_scipy()
        graph.sort_indices()
        return graph

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Names of the columns: one for each vector of the fit."""
        return np.array([f"radiusgraph{v}" for v in range(self.n_samples_fit_)], dtype=object)
