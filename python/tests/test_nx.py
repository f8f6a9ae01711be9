"""NetworkX: features and canonical labels by node."""

from __future__ import annotations

import numpy as np
import pytest

import libcanon

networkx = pytest.importorskip("networkx", reason="NetworkX is not installed")

import libcanon.nx  # noqa: E402


def renamed(graph, rng):
    """An isomorphic copy: other names, another order of nodes and edges."""
    names = dict(zip(graph.nodes, rng.permutation(len(graph)).tolist()))
    copy = type(graph)()
    nodes = list(graph.nodes(data=True))
    copy.add_nodes_from((f"n{names[nodes[i][0]]}", nodes[i][1]) for i in rng.permutation(len(nodes)))
    edges = list(graph.edges(data=True))
    copy.add_edges_from((f"n{names[edges[i][1]]}", f"n{names[edges[i][0]]}", edges[i][2])
                        for i in rng.permutation(len(edges)))
    return copy, {node: f"n{name}" for node, name in names.items()}


def test_features_follow_the_nodes():
    rng = np.random.default_rng(5)
    graph = networkx.karate_club_graph()
    copy, name = renamed(graph, rng)
    settled = libcanon.encode(libcanon.nx.graph_of(graph), k=6).settled == 1
    one, other = libcanon.nx.encode(graph, k=6), libcanon.nx.encode(copy, k=6)
    assert settled.sum() >= 5
    for node in graph.nodes:
        np.testing.assert_allclose(one[node][settled], other[name[node]][settled], atol=1e-8)


def test_eigenvalues_are_those_of_networkx():
    graph = networkx.les_miserables_graph()
    values = libcanon.spectrum(libcanon.nx.graph_of(graph), operator="normalised-laplacian").eigenvalues
    expected = np.linalg.eigvalsh(networkx.normalized_laplacian_matrix(graph).toarray())
    np.testing.assert_allclose(values, expected, atol=1e-10)


@pytest.mark.parametrize("graph", [networkx.petersen_graph(), networkx.karate_club_graph(),
                                   networkx.barbell_graph(4, 2), networkx.empty_graph(3), networkx.Graph()])
def test_canonical_graphs_of_copies_are_equal(graph):
    rng = np.random.default_rng(6)
    copy, _ = renamed(graph, rng)
    one, other = libcanon.nx.canonical_graph(graph), libcanon.nx.canonical_graph(copy)
    assert networkx.utils.graphs_equal(networkx.Graph(one.edges), networkx.Graph(other.edges))
    assert sorted(one) == sorted(other) == list(range(len(graph)))


def test_labels_take_part():
    graph = networkx.path_graph(4)
    networkx.set_node_attributes(graph, {0: 1}, "colour")
    plain = libcanon.encode(libcanon.nx.graph_of(graph), level="joint", k=2)
    coloured = libcanon.encode(libcanon.nx.graph_of(graph, node_label="colour"), level="joint", k=2)
    assert plain.settled.tolist() == [1, 0] and coloured.settled.tolist() == [1, 1]


def test_other_kinds_of_graphs_are_refused():
    for kind in (networkx.DiGraph, networkx.MultiGraph):
        with pytest.raises(libcanon.ArgumentError, match="undirected"):
            libcanon.nx.encode(kind([(0, 1)]))
