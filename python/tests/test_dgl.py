"""DGL: the helper beside dgl.lap_pe, and the transform."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import both_directions, random_graph

import libcanon

torch = pytest.importorskip("torch", reason="PyTorch is not installed", exc_type=ImportError)
# A DGL that does not fit the installed PyTorch fails in other ways than by an ImportError.
try:
    import dgl
except Exception as error:  # noqa: BLE001
    pytest.skip(f"DGL is not installed, or does not work here ({error})", allow_module_level=True)

from libcanon.dgl import CanonicalPE, canonical_pe  # noqa: E402


def graph(edges, count):
    u, v = both_directions(np.asarray(edges))
    return dgl.graph((torch.from_numpy(u), torch.from_numpy(v)), num_nodes=count)


def test_same_columns_as_lap_pe_up_to_sign():
    rng = np.random.default_rng(11)
    for count in (12, 20, 31):
        edges = random_graph(rng, count, 0.5)
        g = graph(edges, count)
        ours = canonical_pe(g, 5, dtype=torch.float64).numpy()
        theirs = dgl.lap_pe(g, 5).double().numpy()
        signs = np.sign((ours * theirs).sum(axis=0))
        np.testing.assert_allclose(ours, theirs * signs, atol=2e-4)


def test_weights_loops_and_small_graphs():
    g = graph([[0, 1, 2], [1, 2, 3]], 4)
    assert canonical_pe(g, 9).shape == (4, 9)
    assert torch.equal(canonical_pe(dgl.add_self_loop(g), 3), canonical_pe(g, 3))
    g.edata["w"] = torch.tensor([1.0, 2.0, 3.0] * 2)
    weighted = canonical_pe(g, 3, eweight_name="w")
    expected = libcanon.encode([[0, 1, 2], [1, 2, 3]], 4, 3, edge_weight=[1, 2, 3],
                               operator="normalised-laplacian", drop_trivial=True).features
    np.testing.assert_allclose(weighted.numpy(), expected, atol=1e-6)


def test_transform():
    g = graph([[0, 1, 2], [1, 2, 3]], 4)
    transform = dgl.transforms.Compose([CanonicalPE(3, feat_name="pe", level="label")])
    assert transform(g).ndata["pe"].shape == (4, 3)
    assert "k=3" in repr(CanonicalPE(3))
