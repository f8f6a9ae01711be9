"""scikit-learn: the transformer in a pipeline."""

from __future__ import annotations

import numpy as np
import pytest

import libcanon

pytest.importorskip("sklearn", reason="scikit-learn is not installed")
sparse = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")

from sklearn.base import clone  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import FunctionTransformer  # noqa: E402

from libcanon.sklearn import CanonicalSpectralFeatures, graph_of  # noqa: E402

PATH = np.diag(np.ones(3), 1) + np.diag(np.ones(3), -1)


def pooled(features):
    return np.array([rows.max(axis=0) - rows.min(axis=0) for rows in features])


def test_pipeline_distinguishes_paths_from_cycles():
    rng = np.random.default_rng(8)
    graphs, kinds = [], []
    for kind, family in enumerate(("path", "cycle")):
        for count in range(6, 16):
            graph = next(libcanon.generate(family, n=count))
            edges = libcanon.relabel(graph.edge_index, rng.permutation(count))
            matrix = sparse.coo_array((np.ones(edges.shape[1]), edges), shape=(count, count)).tocsr()
            graphs.append(matrix + matrix.T)
            kinds.append(kind)
    model = make_pipeline(CanonicalSpectralFeatures(k=2, mask_unsettled=True),
                          FunctionTransformer(pooled), LogisticRegression(C=1e6))
    assert model.fit(graphs, kinds).score(graphs, kinds) == 1.0


def test_parameters():
    transformer = clone(CanonicalSpectralFeatures(k=3, level="label"))
    assert transformer.get_params()["k"] == 3
    [features] = transformer.fit_transform([PATH])
    expected = libcanon.encode_many([[[0, 1, 2], [1, 2, 3]]], 3, level="label").features
    assert np.array_equal(features, expected)
    [masked] = CanonicalSpectralFeatures(k=2, mask_unsettled=True).fit_transform([PATH])
    assert (masked[:, 0] != 0).all() and (masked[:, 1] == 0).all()


def test_dense_sparse_and_weights():
    weighted = PATH * 2.5
    for matrix in (weighted, sparse.csr_array(weighted), sparse.coo_matrix(weighted), weighted.tolist()):
        graph = graph_of(matrix)
        assert graph.edge_weight.tolist() == [2.5, 2.5, 2.5]
    assert graph_of(PATH).edge_weight is None and graph_of(PATH > 0).edge_weight is None
    for wrong in (np.ones((2, 3)), np.triu(PATH), PATH * 1j, np.ones(3)):
        with pytest.raises(libcanon.ArgumentError):
            graph_of(wrong)
