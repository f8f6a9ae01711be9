"""spectrum, canonize, eigh, symmetry, certificates, readers, and encode_many."""

from __future__ import annotations

import gzip
import threading

import numpy as np
import pytest
from conftest import random_graph, symmetric_graphs

import libcanon

SEED = 7


def laplacian(edges, count):
    matrix = np.zeros((count, count))
    for u, v in np.asarray(edges).T:
        matrix[u, v] = matrix[v, u] = -1.0
    return matrix - np.diag(matrix.sum(axis=1))


def test_spectrum_solves_the_operator():
    rng = np.random.default_rng(SEED)
    edges = random_graph(rng, 14)
    s = libcanon.spectrum(edges, 14, operator="laplacian")
    matrix = laplacian(edges, 14)
    assert s.complete and s.vectors.shape == (14, 14) and s.vectors.flags.f_contiguous
    np.testing.assert_allclose(matrix @ s.vectors, s.vectors * s.eigenvalues, atol=1e-12)
    np.testing.assert_allclose(s.vectors.T @ s.vectors, np.eye(14), atol=1e-12)
    assert (np.diff(s.eigenvalues) >= 0).all()
    vectors = s.vectors
    del s  # the array keeps its owner
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(14), atol=1e-12)


@pytest.mark.parametrize("level", ["map", "joint", "label"])
def test_eigh_is_numpys_up_to_sign_and_basis(level):
    rng = np.random.default_rng(SEED)
    matrices = [rng.normal(size=(n, n)) for n in (1, 2, 5, 30)]
    matrices = [m + m.T for m in matrices] + [laplacian(g.edge_index, g.num_nodes) for g in symmetric_graphs()]
    for matrix in matrices:
        values, vectors = libcanon.eigh(matrix, level=level)
        np.testing.assert_allclose(values, np.linalg.eigh(matrix)[0], atol=1e-11)
        np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-10)
        np.testing.assert_allclose(vectors.T @ vectors, np.eye(len(matrix)), atol=1e-10)
        down, columns = libcanon.eigh(matrix, order="descending", level=level)
        np.testing.assert_allclose(down, values[::-1], atol=1e-11)
        np.testing.assert_allclose(matrix @ columns, columns * down, atol=1e-10)


def test_eigh_is_equivariant_where_it_says_so():
    rng = np.random.default_rng(SEED)
    matrices = [laplacian(g.edge_index, g.num_nodes) for g in symmetric_graphs()]
    random = rng.normal(size=(12, 12))
    for matrix in [*matrices, random + random.T]:
        place = rng.permutation(len(matrix))
        moved = np.empty_like(matrix)
        moved[np.ix_(place, place)] = matrix
        one, other = libcanon.eigh_settled(matrix), libcanon.eigh_settled(moved)
        assert np.array_equal(one.settled, other.settled)
        equivariant = one.settled == 1
        gap = np.abs(one.eigenvectors - other.eigenvectors[place])[:, equivariant]
        assert gap.max(initial=0.0) < 1e-7
    assert (libcanon.eigh_settled(random + random.T).settled == 1).all()


def test_eigh_of_sparse_matrices():
    sparse = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
    rng = np.random.default_rng(SEED)
    edges = random_graph(rng, 40)
    matrix = laplacian(edges, 40)
    values, vectors = libcanon.eigh(matrix)
    for kind in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_array, sparse.csr_array, sparse.lil_array):
        found, columns = libcanon.eigh(kind(matrix))
        np.testing.assert_allclose(found, values, atol=1e-11)
        np.testing.assert_allclose(columns, vectors, atol=1e-8)
    found, columns = libcanon.eigh(sparse.csr_array(matrix), k=3)
    assert columns.shape == (40, 3)
    np.testing.assert_allclose(columns, vectors[:, :3], atol=1e-8)
    with pytest.raises(libcanon.ArgumentError, match="symmetric"):
        libcanon.eigh(sparse.csr_array(np.triu(np.ones((3, 3)))))
    with pytest.raises(libcanon.ArgumentError, match="square"):
        libcanon.eigh(sparse.csr_array(np.ones((3, 2))))
    wrong = sparse.csr_array(np.eye(3))
    wrong.indices[0] = 2**31 - 1
    with pytest.raises(libcanon.ArgumentError, match="valid sparse matrix"):
        libcanon.eigh(wrong)
    with pytest.raises(libcanon.ArgumentError, match="real"):
        libcanon.eigh(sparse.csr_array(np.eye(3) * 1j))


def test_eigh_of_a_large_sparse_matrix_makes_no_dense_one():
    sparse = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
    rng = np.random.default_rng(SEED)
    count = 40_000  # a dense matrix would have 12.8e9 bytes
    tree = np.stack([np.arange(1, count), [int(rng.integers(max(0, v - 3), v)) for v in range(1, count)]])
    adjacency = sparse.coo_array((np.ones(count - 1), tree), shape=(count, count))
    hub = sparse.coo_array((np.linspace(40.0, 50.0, 4), (range(4), range(4))), shape=(count, count))
    matrix = (adjacency + adjacency.T + hub).tocsr()
    values, vectors = libcanon.eigh(matrix, k=4, order="descending")
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-6)


def test_canonize_leaves_a_space_that_may_be_cut():
    cycle = next(libcanon.generate("cycle", n=9))
    s = libcanon.spectrum(cycle)
    cut = libcanon.canonize(s.vectors[:, :2], s.eigenvalues[:2])
    assert cut.settled.tolist() == [1, 0]
    assert np.array_equal(cut.vectors[:, 1], s.vectors[:, 1])
    assert libcanon.canonize(s.vectors[:, :3], s.eigenvalues[:3], whole=True, edge_index=cycle,
                             level="label").settled.tolist() == [1, 2, 2]


def test_canonize_refuses_float32_unless_told():
    path = np.diag(np.ones(5), 1) + np.diag(np.ones(5), -1) + np.diag(np.arange(6.0))
    values, vectors = np.linalg.eigh(path.astype(np.float32))
    loose = {"tolerance_eigenvalue": 1e-4, "tolerance_length": 1e-4, "tolerance_zero": 1e-4}
    result = libcanon.canonize(vectors, values, **loose)
    assert result.vectors.shape == (6, 6)
    with pytest.raises(libcanon.ArgumentError, match="orthonormal"):
        libcanon.canonize(vectors * 1.1, values, **loose)


def test_automorphisms():
    for graph in symmetric_graphs():
        symmetry = libcanon.automorphisms(graph)
        edges = {frozenset(edge) for edge in np.asarray(graph.edge_index).T.tolist()}
        for generator in symmetry.generators:
            moved = libcanon.relabel(graph.edge_index, generator)
            assert {frozenset(edge) for edge in moved.T.tolist()} == edges
            assert np.array_equal(symmetry.orbits[generator], symmetry.orbits)
        assert sorted(symmetry.labelling.tolist()) == list(range(graph.num_nodes))
    assert len(set(libcanon.automorphisms(next(libcanon.generate("petersen"))).orbits.tolist())) == 1
    coloured = libcanon.automorphisms([[0, 1], [1, 2]], node_labels=[0, 0, 1])
    assert coloured.generators.shape == (0, 3)
    with pytest.raises(libcanon.SolverError, match="max_nodes"):
        libcanon.automorphisms(next(libcanon.generate("cfi-regular", n=20)), max_nodes=1)


@pytest.mark.parametrize("level", ["map", "joint", "orbit", "label"])
def test_certificates(level):
    for graph in symmetric_graphs():
        certificate = libcanon.certify(graph, level=level)
        checked = certificate.check(trials=2, seed=3)
        assert checked.holds, checked.failures
        assert all(failed == 0 for _, failed, _ in checked.counts.values())
        again = libcanon.Certificate.from_json(certificate.to_json())
        assert again.to_json() == certificate.to_json()
        assert sum(space.dimension for space in again.spaces) == graph.num_nodes
    with pytest.raises(libcanon.ParseError):
        libcanon.Certificate.from_json("{}")


def test_readers(tmp_path):
    text = "graph path\n0 1\n1 2\ngraph edge\n0 1\n"
    plain, packed = tmp_path / "two.el", tmp_path / "two.el.gz"
    plain.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    for path in (plain, packed, str(plain)):
        graphs = list(libcanon.read_graphs(path))
        assert [(graph.name, graph.num_nodes) for graph in graphs] == [("path", 3), ("edge", 2)]
    assert len(libcanon.encode_many(libcanon.read_graphs(plain))) == 2
    bad = tmp_path / "bad.el"
    bad.write_text("graph a\n0 1\ngraph b\n0 x\n")
    reader = libcanon.read_graphs(bad)
    next(reader)
    with pytest.raises(libcanon.ParseError) as raised:
        next(reader)
    assert raised.value.line == 4 and raised.value.file.endswith("bad.el")
    assert list(reader) == []
    with pytest.raises(libcanon.ArgumentError, match="format: expected"):
        libcanon.read_graphs(plain, "csv")


def test_readers_of_data_sets(data):
    if not (data / "ogbg_molfreesolv").is_dir():
        pytest.skip("no data set ogbg_molfreesolv in CANON_TEST_DATA")
    graphs = list(libcanon.read_graphs(data / "ogbg_molfreesolv"))
    assert len(graphs) == 642 and np.asarray(graphs[0].node_features).shape[1] == 9
    # A row of features as a label is the label that the reader makes of it.
    one = libcanon.encode(graphs[0], level="joint")
    other = libcanon.encode(graphs[0].edge_index, graphs[0].num_nodes, node_labels=graphs[0].node_features,
                            edge_labels=graphs[0].edge_features, level="joint")
    assert np.array_equal(one.features, other.features)


def test_many_is_one_by_one():
    rng = np.random.default_rng(SEED)
    graphs = [libcanon.Graph(random_graph(rng, n), n, node_labels=rng.integers(0, 3, n))
              for n in [*range(0, 30), 70]] + symmetric_graphs()
    for level in ("map", "label"):
        for threads in (1, 3):
            many = libcanon.encode_many(graphs, 5, level=level, threads=threads)
            assert len(many) == len(graphs) and many.features.shape == (many.offsets[-1], 5)
            for i, graph in enumerate(graphs):
                one = libcanon.encode(graph, k=5, level=level)
                assert np.array_equal(many[i].settled, one.settled) and many[i].verdicts == one.verdicts
                settled = one.settled > 0
                gap = np.abs(many[i].features - one.features)[:, settled]
                assert gap.max(initial=0.0) < 1e-9
                assert many[i].padded == one.padded == many.padded[i]
                assert many[i].cut == one.cut == many.cut[i]
    assert many[-1].features.shape[0] == graphs[-1].num_nodes
    for index in (len(graphs), -len(graphs) - 1):
        with pytest.raises(IndexError):
            many[index]


def test_concatenated_arrays():
    rng = np.random.default_rng(SEED)
    sizes = [4, 0, 9, 1, 20]
    edges = [random_graph(rng, n) for n in sizes]
    labels = [rng.integers(0, 2, n) for n in sizes]
    weights = [rng.random(e.shape[1]) + 0.5 for e in edges]
    joined = libcanon.Graphs(np.concatenate(edges, axis=1), np.cumsum([0, *(e.shape[1] for e in edges)]), sizes,
                             np.concatenate(weights), np.concatenate(labels))
    one = libcanon.encode_many(joined, level="label")
    other = libcanon.encode_many([libcanon.Graph(*part) for part in zip(edges, sizes, weights, labels)],
                                 level="label")
    assert np.array_equal(one.features, other.features) and np.array_equal(one.settled, other.settled)


def test_progress_and_interrupt():
    graphs = [[[0, 1], [1, 2]]] * 50
    calls = []
    libcanon.encode_many(graphs, progress=lambda done, count: calls.append((done, count)))
    assert calls[-1] == (50, 50)

    def interrupt(done, count):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        libcanon.encode_many(graphs, progress=interrupt, threads=2)


def test_threads_of_python():
    rng = np.random.default_rng(SEED)
    graphs = [(random_graph(rng, 25), 25) for _ in range(40)]
    expected = [libcanon.encode(*graph, level="label").features for graph in graphs]
    wrong = []

    def work():
        for graph, features in zip(graphs, expected):
            if not np.array_equal(libcanon.encode(*graph, level="label").features, features):
                wrong.append(graph)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_random_signs_differ_by_graph_and_seed():
    graph = ([[0, 1, 2, 3], [1, 2, 3, 4]], 5)
    many = libcanon.encode_many([graph] * 8, 4, level="none", random_signs=True, seed=1)
    assert len({many[i].features.tobytes() for i in range(8)}) > 1
    again = libcanon.encode_many([graph] * 8, 4, level="none", random_signs=True, seed=1)
    assert np.array_equal(many.features, again.features)


def test_the_module_says_what_it_is():
    assert libcanon.__version__.count(".") == 2
    assert libcanon.blas()
    assert "features=(4, 8)" in repr(libcanon.encode([[0, 1, 2], [1, 2, 3]]))
