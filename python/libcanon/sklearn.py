"""scikit-learn: adjacency matrices to canonical spectral features.

>>> import numpy as np
>>> from libcanon.sklearn import CanonicalSpectralFeatures
>>> path = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
>>> CanonicalSpectralFeatures(k=2).fit_transform([path, path])[1].shape
(3, 2)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.base import BaseEstimator, TransformerMixin

from ._encode import encode_many
from ._graph import Graph
from ._options import Columns, Level, Operator
from .errors import ArgumentError


def graph_of(adjacency: Any) -> Graph:
    """The graph of a symmetric adjacency matrix, of NumPy or SciPy sparse; entries are weights."""
    matrix = scipy.sparse.coo_array(adjacency)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ArgumentError(f"expected a square adjacency matrix, got the shape {matrix.shape}")
    if matrix.dtype.kind not in "biuf":
        raise ArgumentError(f"expected an adjacency matrix of real numbers, got {matrix.dtype}")
    matrix = matrix.astype(np.float64)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    if (matrix - matrix.T).count_nonzero():
        raise ArgumentError("expected a symmetric adjacency matrix")
    row, column = matrix.coords
    upper = row <= column
    weights = matrix.data[upper]
    return Graph(np.stack([row[upper], column[upper]]).astype(np.int64), matrix.shape[0],
                 None if (weights == 1.0).all() else weights)


class CanonicalSpectralFeatures(TransformerMixin, BaseEstimator):
    """Turns a sequence of adjacency matrices into a list of (nodes, k) features; nothing is learned.

    Options are those of libcanon.encode_many. Columns that are not settled (`mask_unsettled`) are set to 0,
    so that isomorphic graphs always have the same rows.
    """

    def __init__(self, k: int = 8, *, level: Level = "map", operator: Operator = "lazy-adjacency",
                 columns: Columns = "unit", drop_trivial: bool = False, mask_unsettled: bool = False,
                 threads: int | None = None) -> None:
        self.k = k
        self.level = level
        self.operator = operator
        self.columns = columns
        self.drop_trivial = drop_trivial
        self.mask_unsettled = mask_unsettled
        self.threads = threads

    def fit(self, X: Iterable[Any], y: Any = None) -> CanonicalSpectralFeatures:
        """There is nothing to fit."""
        return self

    def transform(self, X: Iterable[Any]) -> list[np.ndarray]:
        """The features of every graph."""
        many = encode_many([graph_of(matrix) for matrix in X], self.k, level=self.level,
                           operator=self.operator, columns=self.columns, drop_trivial=self.drop_trivial,
                           threads=self.threads, progress=False, loops="keep", negative_weights=True)
        features = [many[i].features for i in range(len(many))]
        if self.mask_unsettled:
            for rows, settled in zip(features, many.settled):
                for first in range(0, rows.shape[1], self.k):
                    rows[:, first:first + self.k][:, settled == 0] = 0.0
        return features

    def __sklearn_is_fitted__(self) -> bool:
        return True
