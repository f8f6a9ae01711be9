"""What `settled` promises, under relabelled copies of a graph."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import LEVELS, OPERATORS, both_directions, random_graph, symmetric_graphs
from hypothesis import given, settings
from hypothesis import strategies as st

import libcanon

SEED = 20240311


def relabelled(rng, graph):
    """A copy of a graph: nodes renamed, edges shuffled and turned; and the place of each node."""
    edges, count = np.asarray(graph.edge_index), graph.num_nodes
    place, order = rng.permutation(count), rng.permutation(edges.shape[1])
    moved = place[edges[:, order]]
    turned = rng.random(order.size) < 0.5
    moved[:, turned] = moved[::-1, turned]
    labels = None
    if graph.node_labels is not None:
        labels = np.empty_like(graph.node_labels)
        labels[place] = graph.node_labels
    return libcanon.Graph(moved, count, None if graph.edge_weight is None else graph.edge_weight[order], labels,
                          None if graph.edge_labels is None else graph.edge_labels[order]), place


def sorted_rows(graph, features):
    """A form that isomorphic pairs (graph, features) share: the graph decorated by the rounded features."""
    keys = np.round(features, 6) + 0.0
    rows = [tuple(row) for row in keys.tolist()]
    edges = sorted(tuple(sorted((rows[u], rows[v]))) for u, v in np.asarray(graph.edge_index).T.tolist())
    return np.array(sorted(rows)), edges


def check_claims(graph, rng, **options):
    one = libcanon.encode(graph, **options)
    copy, place = relabelled(rng, graph)
    other = libcanon.encode(copy, **options)
    assert np.array_equal(one.settled, other.settled)
    np.testing.assert_allclose(one.eigenvalues, other.eigenvalues, atol=1e-9)
    equivariant = one.settled == 1
    gap = np.abs(one.features[:, equivariant] - other.features[place][:, equivariant])
    assert gap.max(initial=0.0) < 1e-7, (options, gap.max())
    if (one.settled > 0).all():
        rows, edges = sorted_rows(graph, one.features)
        copied_rows, copied_edges = sorted_rows(copy, other.features)
        np.testing.assert_allclose(rows, copied_rows, atol=2e-6)
        assert len(edges) == len(copied_edges)


@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize("operator", OPERATORS)
def test_symmetric_graphs(level, operator):
    rng = np.random.default_rng(SEED)
    for graph in symmetric_graphs():
        check_claims(graph, rng, k=min(6, graph.num_nodes), level=level, operator=operator)


@st.composite
def graphs(draw):
    count = draw(st.integers(1, 12))
    pairs = [(u, v) for u in range(count) for v in range(u)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    edges = np.array(chosen, dtype=np.int64).reshape(-1, 2).T
    weights = draw(st.lists(st.sampled_from([0.5, 1.0, 2.0]), min_size=len(chosen), max_size=len(chosen)))
    labels = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    return libcanon.Graph(edges, count, np.array(weights, dtype=np.float64), np.array(labels, dtype=np.int64))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(graph=graphs(), level=st.sampled_from(LEVELS[1:]), operator=st.sampled_from(OPERATORS),
       k=st.integers(1, 14), seed=st.integers(0, 2**31))
def test_small_graphs(graph, level, operator, k, seed):
    check_claims(graph, np.random.default_rng(seed), k=k, level=level, operator=operator)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(graph=graphs(), seed=st.integers(0, 2**31))
def test_canonical_graphs_of_copies_are_equal(graph, seed):
    def canonical(of):
        place = libcanon.canonical_labelling(of)
        labels = np.empty_like(of.node_labels)
        labels[place] = of.node_labels
        edges = sorted((min(u, v), max(u, v), w) for (u, v), w in
                       zip(libcanon.relabel(of.edge_index, place).T.tolist(), of.edge_weight.tolist()))
        return labels.tolist(), edges

    copy, _ = relabelled(np.random.default_rng(seed), graph)
    assert canonical(graph) == canonical(copy)


def test_signs_and_bases_of_the_input_do_not_matter():
    rng = np.random.default_rng(SEED)
    for graph in symmetric_graphs():
        s = libcanon.spectrum(graph)
        vectors = np.array(s.vectors)
        for space in s.spaces:
            rotation, _ = np.linalg.qr(rng.normal(size=(space.dimension, space.dimension)))
            columns = slice(space.first, space.first + space.dimension)
            vectors[:, columns] = vectors[:, columns] @ rotation
        for level in LEVELS[1:]:
            one = libcanon.canonize(s.vectors, s.eigenvalues, edge_index=graph, level=level)
            other = libcanon.canonize(vectors, s.eigenvalues, edge_index=graph, level=level)
            assert np.array_equal(one.settled, other.settled)
            settled = one.settled > 0
            assert np.abs(one.vectors - other.vectors)[:, settled].max(initial=0.0) < 1e-7


def test_encoding_is_the_canonized_spectrum():
    rng = np.random.default_rng(SEED)
    edges = random_graph(rng, 15)
    for level in LEVELS[1:]:
        encoding = libcanon.encode(edges, 15, k=15, level=level)
        s = libcanon.spectrum(edges, 15)
        result = libcanon.canonize(s.vectors, s.eigenvalues, edge_index=edges, level=level)
        assert np.array_equal(encoding.settled, result.settled)
        settled = encoding.settled > 0
        assert np.abs(encoding.features - result.vectors)[:, settled].max(initial=0.0) < 1e-9


def test_both_directions_are_one_graph():
    rng = np.random.default_rng(SEED)
    for count in (1, 2, 7, 23):
        edges = random_graph(rng, count)
        weights = rng.random(edges.shape[1]) + 0.5
        labels = rng.integers(0, 3, edges.shape[1])
        once = libcanon.encode(edges, count, edge_weight=weights, edge_labels=labels, level="label")
        order = rng.permutation(2 * edges.shape[1])
        twice = libcanon.encode(both_directions(edges)[:, order], count, level="label",
                                edge_weight=np.tile(weights, 2)[order], edge_labels=np.tile(labels, 2)[order])
        assert np.array_equal(once.settled, twice.settled)
        settled = once.settled == 1
        assert np.abs(once.features - twice.features)[:, settled].max(initial=0.0) < 1e-9
