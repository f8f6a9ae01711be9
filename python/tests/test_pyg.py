"""PyTorch Geometric: the transform, whole data sets and the cache."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import both_directions, random_graph, symmetric_graphs

import libcanon

torch = pytest.importorskip("torch", reason="PyTorch is not installed", exc_type=ImportError)
pytest.importorskip("torch_geometric", reason="PyTorch Geometric is not installed", exc_type=ImportError)

from torch_geometric.data import Data, InMemoryDataset  # noqa: E402
from torch_geometric.loader import DataLoader  # noqa: E402
from torch_geometric.transforms import AddLaplacianEigenvectorPE, Compose, Constant  # noqa: E402

import libcanon.pyg  # noqa: E402
from libcanon.pyg import CanonicalEigenvectorPE  # noqa: E402

SEED = 3


def data_of(edges, count, **attributes):
    return Data(edge_index=torch.from_numpy(both_directions(np.asarray(edges))), num_nodes=count, **attributes)


def connected_graphs(rng):
    """Random trees with a few edges more: no component but one."""
    graphs = []
    for count in (12, 15, 23, 40):
        edges = {(int(rng.integers(v)), v) for v in range(1, count)}
        edges |= {tuple(sorted(edge)) for edge in rng.integers(0, count, (6, 2)).tolist() if edge[0] != edge[1]}
        graphs.append(data_of(np.array(sorted(edges)).T, count))
    return graphs + [data_of(graph.edge_index, graph.num_nodes) for graph in symmetric_graphs()
                     if graph.num_nodes > 8]


class Stored(InMemoryDataset):
    """Graphs that are already there."""

    def __init__(self, graphs, transform=None):
        super().__init__(None, transform)
        self.data, self.slices = self.collate(graphs)


def graphs_with_atoms(rng, sizes=(5, 9, 1, 14, 3)):
    graphs = []
    for count in sizes:
        edges = random_graph(rng, count, 0.4)
        graphs.append(data_of(edges, count, x=torch.from_numpy(rng.integers(0, 3, (count, 2))),
                              edge_attr=torch.from_numpy(np.tile(rng.integers(0, 2, edges.shape[1]), 2)),
                              y=torch.tensor([float(count)])))
    return graphs


def settled_columns(data, transform):
    """Which columns of a graph the transform promises something of."""
    labels = {}
    if transform.node_labels:
        labels = {"node_labels": data[transform.node_labels], "edge_labels": data[transform.edge_labels]}
    return libcanon.encode(data.edge_index, data.num_nodes, **labels, **transform.options).settled > 0


def test_same_columns_as_pygs_transform_up_to_sign_and_basis():
    k = 6
    for data in connected_graphs(np.random.default_rng(SEED)):
        pygs = AddLaplacianEigenvectorPE(k, is_undirected=True)
        theirs = pygs(data).laplacian_eigenvector_pe.double().numpy()
        ours = CanonicalEigenvectorPE(k, dtype=torch.float64)(data).laplacian_eigenvector_pe.numpy()
        assert ours.shape == theirs.shape
        spaces = libcanon.encode(data.edge_index, data.num_nodes, k, operator="normalised-laplacian",
                                 drop_trivial=True).spaces
        first = 0
        for space in spaces:
            columns = slice(first, first + space.columns)
            first += space.columns
            if space.columns < space.dimension:
                continue  # PyG's columns end somewhere inside the space
            if space.dimension == 1:
                signs = np.sign(np.sum(ours[:, columns] * theirs[:, columns]))
                np.testing.assert_allclose(ours[:, columns], signs * theirs[:, columns], atol=2e-4)
            else:
                np.testing.assert_allclose(ours[:, columns] @ ours[:, columns].T,
                                           theirs[:, columns] @ theirs[:, columns].T, atol=2e-4)


def test_relabelled_graphs_have_the_same_rows():
    rng = np.random.default_rng(SEED)
    transform = CanonicalEigenvectorPE(4, settled_name="settled", dtype=torch.float64)
    for data in connected_graphs(rng):
        place = torch.from_numpy(rng.permutation(data.num_nodes))
        copy = Data(edge_index=place[data.edge_index], num_nodes=data.num_nodes)
        one, other = transform(data), transform(copy)
        assert torch.equal(one.settled, other.settled)
        equivariant = one.settled[0] == 1
        torch.testing.assert_close(one.laplacian_eigenvector_pe[:, equivariant],
                                   other.laplacian_eigenvector_pe[place][:, equivariant], atol=1e-7, rtol=0)


def test_attributes_and_types():
    data = data_of([[0, 1, 2], [1, 2, 3]], 4, x=torch.ones(4, 2))
    appended = CanonicalEigenvectorPE(2, attr_name=None)(data)
    assert appended.x.shape == (4, 4) and appended.x.dtype == torch.float32
    assert data.x.shape == (4, 2), "the graph that was passed in is left alone"
    assert CanonicalEigenvectorPE(2, attr_name="pe")(data).pe.dtype == torch.float32
    assert CanonicalEigenvectorPE(9, attr_name="pe")(data).pe[:, 3:].abs().max() == 0
    alone = CanonicalEigenvectorPE(2, attr_name=None)(Data(edge_index=data.edge_index, num_nodes=4))
    assert alone.x.shape == (4, 2)
    together = Compose([Constant(), CanonicalEigenvectorPE(2, attr_name="pe")])
    assert together(data).pe.shape == (4, 2)
    assert "k=2" in repr(CanonicalEigenvectorPE(2))


def test_words_are_checked_at_once():
    with pytest.raises(libcanon.ArgumentError, match="level"):
        CanonicalEigenvectorPE(4, level="best")
    with pytest.raises(TypeError, match="no option"):
        CanonicalEigenvectorPE(4, which="SA")
    with pytest.raises(libcanon.ArgumentError, match="'colour'"):
        CanonicalEigenvectorPE(4, node_labels="colour")(data_of([[0], [1]], 2))
    with pytest.raises(libcanon.ArgumentError, match="edge_index"):
        CanonicalEigenvectorPE(4)(Data(x=torch.ones(3, 1)))
    with pytest.raises(libcanon.ArgumentError, match="one direction"):
        CanonicalEigenvectorPE(4)(Data(edge_index=torch.tensor([[0, 1, 1], [1, 0, 2]]), num_nodes=3))


@pytest.mark.parametrize("options", [
    {"level": "map"}, {"level": "label", "node_labels": "x", "edge_labels": "edge_attr", "settled_name": "s"}])
def test_a_data_set_is_its_graphs_one_by_one(options):
    graphs = graphs_with_atoms(np.random.default_rng(SEED))
    transform = CanonicalEigenvectorPE(4, attr_name="pe", **options)
    expected = [transform(data) for data in graphs]
    stored = Stored(graphs)
    kept = transform.dataset(stored, progress=False)
    listed = transform.dataset(graphs, progress=False)
    subset = transform.dataset(stored[[3, 1]], progress=False)
    single = transform.dataset(Stored(graphs[:1]), progress=False)
    assert isinstance(kept, Stored) and isinstance(listed, list)
    assert len(kept) == len(listed) == 5 and len(subset) == 2 and len(single) == 1
    assert "pe" not in stored[0] and "pe" not in graphs[0]
    pairs = [(kept[i], expected[i]) for i in range(5)] + list(zip(listed, expected))
    pairs += [(subset[0], expected[3]), (subset[1], expected[1]), (single[0], expected[0])]
    for found, wanted in pairs:
        assert found.num_nodes == wanted.num_nodes and torch.equal(found.edge_index, wanted.edge_index)
        # What is not settled is the solver's choice: one for a graph alone, another for many.
        settled = torch.from_numpy(settled_columns(wanted, transform))
        torch.testing.assert_close(found.pe[:, settled], wanted.pe[:, settled], atol=1e-6, rtol=0)
        torch.testing.assert_close(found.pe.norm(dim=0), wanted.pe.norm(dim=0), atol=1e-6, rtol=0)
        if "settled_name" in options:
            assert torch.equal(found.s, wanted.s)
    batch = next(iter(DataLoader(kept, batch_size=5)))
    assert batch.pe.shape == (batch.num_nodes, 4)


def test_a_data_set_without_features_knows_its_isolated_nodes():
    graphs = [data_of([[0], [1]], 4), data_of([[0, 1], [1, 2]], 3)]
    kept = CanonicalEigenvectorPE(2, attr_name="pe").dataset(Stored(graphs), progress=False)
    assert [kept[i].pe.shape for i in range(2)] == [(4, 2), (3, 2)]


def test_cache(tmp_path, monkeypatch):
    graphs = graphs_with_atoms(np.random.default_rng(SEED))
    transform = CanonicalEigenvectorPE(4, attr_name="pe")
    first = transform.dataset(Stored(graphs), cache=tmp_path, progress=False)
    [file] = tmp_path.iterdir()
    computed = []
    many = libcanon.pyg.encode_many
    monkeypatch.setattr(libcanon.pyg, "encode_many", lambda *a, **o: computed.append(1) or many(*a, **o))
    second = transform.dataset(Stored(graphs), cache=tmp_path, progress=False)
    assert not computed and torch.equal(first[3].pe, second[3].pe)
    CanonicalEigenvectorPE(4, attr_name="other", dtype=torch.float64).dataset(Stored(graphs), cache=tmp_path)
    assert not computed, "neither the name nor the type changes what is computed"
    CanonicalEigenvectorPE(4, level="label").dataset(Stored(graphs), cache=tmp_path)
    assert len(computed) == 1, "another level"
    transform.dataset(Stored(graphs[:4]), cache=tmp_path)
    assert len(computed) == 2, "other graphs"
    file.write_bytes(file.read_bytes()[:100])
    third = transform.dataset(Stored(graphs), cache=tmp_path)
    assert len(computed) == 3 and torch.equal(first[3].pe, third[3].pe), "a damaged file"
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".tmp"]


def test_pre_transform(tmp_path):
    class Made(InMemoryDataset):
        @property
        def processed_file_names(self):
            return "data.pt"

        def process(self):
            graphs = [self.pre_transform(data) for data in graphs_with_atoms(np.random.default_rng(SEED))]
            self.save(graphs, self.processed_paths[0])

    dataset = Made(str(tmp_path), pre_transform=CanonicalEigenvectorPE(4, attr_name="pe"))
    dataset.load(dataset.processed_paths[0])
    assert dataset[1].pe.shape == (9, 4)
