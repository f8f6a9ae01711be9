"""Whatever is passed in: an exception that says what was expected, never a crash."""

from __future__ import annotations

import re
import typing

import numpy as np
import pytest
from conftest import both_directions
from hypothesis import given, settings
from hypothesis import strategies as st

import libcanon
from libcanon import ArgumentError, _options

EDGES = np.array([[0, 1, 2], [1, 2, 3]])


@pytest.mark.parametrize("edge_index, words", [
    (np.zeros((3, 4), np.int64), "expected the shape"),
    (np.zeros(4, np.int64), "expected 2 dimensions"),
    (np.zeros((2, 2, 2), np.int64), "expected 2 dimensions"),
    (EDGES.astype(np.float64), "expected integers"),
    (EDGES.astype(complex), "expected integers"),
    (np.empty((2, 0), dtype=complex), "expected integers"),
    (EDGES > 1, "expected integers"),
    ([[0, 1], [1]], "expected an array"),
    ("edges", "edge_index"),
    (None, "edge_index"),
    (object(), "edge_index"),
    ([[0, -1], [1, 2]], "negative"),
    (np.array([[0], [2**63]], np.uint64), "below 2\\*\\*63"),
    ([[0], [2**62]], "expected num_nodes"),
    ([[0], [10**8]], "expected num_nodes"),
    ([[0, 0], [0, 1]], "expected no loop"),
    ([[0, 0], [1, 1]], "every edge once per direction"),
    ([[0, 1, 1], [1, 0, 2]], "listed in one direction"),
])
def test_edge_index(edge_index, words):
    with pytest.raises(ArgumentError, match=words):
        libcanon.encode(edge_index)


@pytest.mark.parametrize("arguments, words", [
    ({"num_nodes": 3}, "from 0 to num_nodes - 1"),
    ({"num_nodes": -1}, "num_nodes: expected 0 to"),
    ({"num_nodes": 2**62}, "num_nodes: expected 0 to"),
    ({"num_nodes": 2**70}, "num_nodes: expected an integer"),
    ({"num_nodes": 4.5}, "num_nodes: expected an integer"),
    ({"num_nodes": "4"}, "num_nodes: expected an integer"),
    ({"edge_weight": [1.0, 2.0]}, "one entry per column"),
    ({"edge_weight": [1.0, np.nan, 1.0]}, "finite weight"),
    ({"edge_weight": [1.0, np.inf, 1.0]}, "finite weight"),
    ({"edge_weight": [1.0, 0.0, 1.0]}, "finite weight"),
    ({"edge_weight": [1.0, -1.0, 1.0]}, "negative_weights=True"),
    ({"edge_weight": [1j, 1, 1]}, "expected real numbers"),
    ({"edge_weight": np.ones((3, 2))}, "expected 1 dimension"),
    ({"node_labels": [0, 1]}, "from 0 to num_nodes - 1"),
    ({"node_labels": [0, 1], "num_nodes": 4}, "one entry per node"),
    ({"node_labels": [0.5, 1, 2, 3]}, "expected integers"),
    ({"node_labels": np.full((4, 2), 2**40)}, "32-bit"),
    ({"edge_labels": [0, 1]}, "one entry per column"),
    ({"k": 0}, "k: expected 1 to"),
    ({"k": -5}, "k: expected 1 to"),
    ({"k": 10**9}, "k: expected 1 to"),
    ({"k": 2.5}, "expected options of the types"),
    ({"k": [3]}, "numbers or words"),
    ({"level": "MAP"}, "level: expected none, map"),
    ({"level": "labe"}, "did you mean 'label'"),
    ({"level": 3}, "expected options of the types"),
    ({"operator": "lapacian"}, "did you mean 'laplacian'"),
    ({"columns": ""}, "columns: expected"),
    ({"c": np.nan}, "expected"),
    ({"tolerance_zero": 0.0}, "tolerance_zero: expected"),
    ({"tolerance_length": np.nan}, "tolerance_length: expected"),
    ({"max_nodes": 0}, "max_nodes: expected"),
    ({"seed": -1}, "seed: expected"),
    ({"lanes": -1}, "lanes: expected"),
    ({"lanes": 3}, "lanes: expected"),
    ({"loops": "yes"}, "loops: expected"),
])
def test_other_arguments(arguments, words):
    with pytest.raises(ArgumentError, match=words):
        libcanon.encode(EDGES, **arguments)


def test_unknown_option_is_named():
    with pytest.raises(TypeError, match="no option 'levle'"):
        libcanon.encode(EDGES, levle="map")


def test_types_list_the_words_of_the_library():
    hints = typing.get_type_hints(_options.More) | {
        "level": _options.Level, "operator": _options.Operator, "columns": _options.Columns}
    words = {name: typing.get_args(hint) for name, hint in hints.items() if typing.get_origin(hint) is typing.Literal}
    assert len(words) == 10
    for name, known in words.items():
        with pytest.raises(ArgumentError) as caught:
            libcanon.encode(EDGES, **{name: "?"})
        listed = re.fullmatch(rf"{name}: expected (.*), got '\?'", str(caught.value)).group(1)
        assert re.split(", | or ", listed) == list(known)


def test_errors_have_the_types_of_python():
    assert issubclass(ArgumentError, ValueError) and issubclass(libcanon.ReadError, OSError)
    with pytest.raises(libcanon.ReadError):
        libcanon.read_graphs("/does/not/exist")
    with pytest.raises(ArgumentError, match="unheard-of"):
        list(libcanon.generate("unheard-of"))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.uint64, np.int64])
def test_integers_of_all_widths(dtype):
    expected = libcanon.encode(EDGES).features
    assert np.array_equal(libcanon.encode(EDGES.astype(dtype)).features, expected)
    assert np.array_equal(libcanon.encode(np.asfortranarray(EDGES.astype(dtype))).features, expected)
    wide = np.zeros((4, 9), dtype)
    wide[::2, ::3] = EDGES
    assert np.array_equal(libcanon.encode(wide[::2, ::3]).features, expected)


def test_weights_of_all_types():
    expected = libcanon.encode(EDGES, edge_weight=[1.0, 2.0, 3.0]).features
    for weight in (np.float32([1, 2, 3]), [1, 2, 3], np.int8([1, 2, 3]), np.array([[1.0], [2.0], [3.0]])):
        assert np.array_equal(libcanon.encode(EDGES, edge_weight=weight).features, expected)


def test_a_read_only_array_is_read_only():
    edges = EDGES.copy()
    edges.flags.writeable = False
    assert np.array_equal(libcanon.encode(edges).features, libcanon.encode(EDGES).features)


def test_empty_graphs():
    assert libcanon.encode([], 0, k=2).features.shape == (0, 2)
    assert libcanon.encode([[], []], 3, k=2).features.shape == (3, 2)
    one = libcanon.encode([], 1, k=3)
    assert one.features.tolist() == [[1.0, 0.0, 0.0]] and one.padded == 2
    assert one.verdicts == ["unique", "padded", "padded"]
    assert len(libcanon.encode_many([])) == 0 and libcanon.encode_many([]).features.shape == (0, 8)
    assert libcanon.spectrum([], 0).vectors.shape == (0, 0)
    assert libcanon.eigh(np.zeros((0, 0)))[1].shape == (0, 0)
    assert libcanon.canonical_labelling([], 0).shape == (0,)
    assert libcanon.automorphisms([], 3).generators.shape[1] == 3
    assert libcanon.certify([], 0).check()


def test_rules_lift_what_is_refused():
    loops = [[0, 0, 1], [0, 1, 2]]
    kept = libcanon.encode(loops, loops="keep", k=2).features
    dropped = libcanon.encode(loops, loops="drop", k=2).features
    assert np.array_equal(dropped, libcanon.encode([[0, 1], [1, 2]], k=2).features)
    assert not np.allclose(np.abs(kept), np.abs(dropped))
    one_way = libcanon.encode([[0, 1, 1], [1, 0, 2]], directed="symmetrise", k=2).features
    assert np.allclose(one_way, dropped)
    assert np.allclose(libcanon.encode([[0, 0, 1], [1, 1, 2]], duplicates="merge", k=2).features, dropped)
    signed = libcanon.encode(EDGES, edge_weight=[1, -1, 1], negative_weights=True, operator="adjacency", k=4)
    assert signed.eigenvalues[0] > 0
    with pytest.raises(ArgumentError, match="weight and label of column"):
        libcanon.encode(both_directions(EDGES), edge_weight=[1, 1, 1, 2, 2, 2])


@pytest.mark.parametrize("call", [
    lambda: libcanon.encode_many(3),
    lambda: libcanon.encode_many([EDGES, None]),
    lambda: libcanon.encode_many([EDGES, EDGES.astype(float)]),
    lambda: libcanon.encode_many([EDGES, [[0], [-1]]]),
    lambda: libcanon.encode_many([EDGES], threads=0),
    lambda: libcanon.encode_many([EDGES], threads="all"),
    lambda: libcanon.encode_many(libcanon.Graphs(EDGES, [0, 2], [4])),
    lambda: libcanon.encode_many(libcanon.Graphs(EDGES, [0, 4, 3], [4, 4])),
    lambda: libcanon.encode_many(libcanon.Graphs(EDGES, [1, 3], [4])),
    lambda: libcanon.encode_many(libcanon.Graphs(EDGES, [], [])),
    lambda: libcanon.encode_many(libcanon.Graphs(EDGES, [0, 3], [4, 4])),
    lambda: libcanon.encode_many(libcanon.Graphs(EDGES, [0, 3], [3])),
    lambda: libcanon.encode_many(libcanon.Graphs(EDGES, [0, 3], [-4])),
    lambda: libcanon.encode_many(libcanon.Graphs(EDGES, [0, 3], [4], node_labels=[1, 2])),
    lambda: libcanon.encode_many(libcanon.Graphs(EDGES, [0, 3], [4], edge_weight=[1.0])),
    lambda: libcanon.encode(libcanon.Graph(EDGES), 4),
    lambda: libcanon.eigh(np.ones((2, 3))),
    lambda: libcanon.eigh(np.ones(3)),
    lambda: libcanon.eigh([[1.0, np.nan], [np.nan, 1.0]]),
    lambda: libcanon.eigh([[1.0, 2.0], [3.0, 1.0]]),
    lambda: libcanon.eigh(np.eye(2) * 1j),
    lambda: libcanon.eigh(np.eye(2), k=0),
    lambda: libcanon.eigh(np.eye(2), order="up"),
    lambda: libcanon.canonize(np.eye(3), [1.0, 2.0]),
    lambda: libcanon.canonize(np.ones((2, 3)), [1.0, 2.0, 3.0]),
    lambda: libcanon.canonize(np.ones((3, 3)), [1.0, 2.0, 3.0]),
    lambda: libcanon.canonize(np.eye(3), [1.0, 3.0, 2.0]),
    lambda: libcanon.canonize(np.eye(3), [1.0, np.nan, 2.0]),
    lambda: libcanon.canonize(np.eye(3), [1.0, 2.0, 3.0], edge_index=EDGES),
    lambda: libcanon.canonize(np.eye(3), [1.0, 2.0, 3.0], level="label"),
    lambda: libcanon.certify(EDGES).check(trials=-1),
    lambda: libcanon.spectrum(EDGES, k=0),
    lambda: libcanon.spectrum(EDGES, k="3"),
    lambda: libcanon.spectrum(EDGES, k=2**70),
    lambda: libcanon.certify(EDGES, k=[1]),
    lambda: libcanon.eigh(np.eye(2), k=2.5),
    lambda: libcanon.read_graphs("/dev/null", format=3),
    lambda: list(libcanon.generate("path", n=-3)),
    lambda: list(libcanon.generate("path", n=1e300)),
    lambda: list(libcanon.generate("path", m=3)),
    lambda: list(libcanon.generate("path", n=3, seed=-1)),
])
def test_other_functions(call):
    with pytest.raises((ValueError, TypeError)):
        call()


def test_the_graph_at_fault_is_named():
    with pytest.raises(ArgumentError, match="^graph 1: edge 0-9"):
        libcanon.encode_many([(EDGES, 4), ([[0], [9]], 4)])


def test_a_huge_graph_is_refused_before_memory_is_taken():
    # A dense matrix of that size would have 8e12 bytes.
    with pytest.raises((libcanon.Error, MemoryError)):
        libcanon.encode(EDGES, 1_000_000, k=8, solver="dense")


anything = st.one_of(
    st.none(), st.integers(), st.floats(), st.text(max_size=3), st.binary(max_size=3),
    st.lists(st.lists(st.one_of(st.integers(-3, 6), st.floats()), max_size=4), max_size=3),
    st.builds(lambda shape, dtype, fill: np.full(shape, fill).astype(dtype),
              st.lists(st.integers(0, 4), max_size=3).map(tuple),
              st.sampled_from(["int64", "int32", "uint64", "float64", "float32", "bool", "object", "S3"]),
              st.integers(0, 5)))


@settings(max_examples=400, deadline=None, derandomize=True)
@given(edge_index=anything, num_nodes=st.one_of(st.none(), st.integers(-1, 6), anything), weight=anything,
       labels=anything, k=st.one_of(st.integers(-1, 9), anything))
def test_anything_is_either_encoded_or_refused(edge_index, num_nodes, weight, labels, k):
    try:
        libcanon.encode(edge_index, num_nodes, k, edge_weight=weight, node_labels=labels, level="label")
    except (ValueError, TypeError):
        pass
