"""Graphs as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from . import _core, _options
from .errors import ArgumentError

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True, eq=False)
class Graph:
    """One undirected graph. Wherever a function takes `edge_index`, it takes a Graph as well.

    >>> triangle = Graph([[0, 1, 2], [1, 2, 0]])
    >>> import libcanon
    >>> libcanon.encode(triangle, k=1).features.round(3).tolist()
    [[0.577], [0.577], [0.577]]
    """

    edge_index: ArrayLike  #: (2, edges): each edge once, or each in both directions
    num_nodes: int | None = None  #: 1 + the largest index if None
    edge_weight: ArrayLike | None = None  #: (edges,)
    node_labels: ArrayLike | None = None  #: (nodes,) or (nodes, width), integers
    edge_labels: ArrayLike | None = None  #: (edges,) or (edges, width), integers
    name: str = ""  #: the file's own name for it
    targets: ArrayLike | None = None  #: graph labels; NaN where missing
    node_features: ArrayLike | None = None  #: (nodes, width) integers of an OGB folder
    edge_features: ArrayLike | None = None

    def parts(self) -> tuple[Any, Any, Any, Any, Any]:
        """What the compiled part takes."""
        return self.edge_index, self.num_nodes, self.edge_weight, self.node_labels, self.edge_labels


@dataclass(frozen=True, eq=False)
class Graphs:
    """Many graphs in one array after the other, as PyG keeps a data set. Nothing is copied.

    Indices begin at 0 in every graph; graph g has the columns edge_offsets[g] to edge_offsets[g + 1] - 1 of
    edge_index.

    >>> import libcanon
    >>> two = Graphs(edge_index=[[0, 1, 0], [1, 2, 1]], edge_offsets=[0, 2, 3], num_nodes=[3, 2])
    >>> libcanon.encode_many(two, k=2).offsets.tolist()
    [0, 3, 5]
    """

    edge_index: ArrayLike  #: (2, all edges)
    edge_offsets: ArrayLike  #: (graphs + 1,)
    num_nodes: ArrayLike  #: (graphs,)
    edge_weight: ArrayLike | None = None  #: (all edges,)
    node_labels: ArrayLike | None = None  #: (all nodes,) or (all nodes, width)
    edge_labels: ArrayLike | None = None  #: (all edges,) or (all edges, width)


def parts_of(graph: Any, num_nodes: int | None = None, edge_weight: Any = None, node_labels: Any = None,
             edge_labels: Any = None) -> tuple[Any, Any, Any, Any, Any]:
    """The arrays of a Graph, or those given one by one."""
    if isinstance(graph, Graph):
        if num_nodes is None and edge_weight is None and node_labels is None and edge_labels is None:
            return graph.parts()
        raise ArgumentError("expected either a Graph or arrays, got a Graph and arrays")
    return graph, num_nodes, edge_weight, node_labels, edge_labels


def read_graphs(path: str | PathLike[str], format: str | None = None,
                **rules: Unpack[_options.Rules]) -> Iterator[Graph]:
    """The graphs of a file or an OGB folder, one after the other, in memory that does not grow.

    The format (edge-list, graph6, sparse6, matrix-market, graphml, dot, ogb, exp) is guessed from the name
    and the content unless given; gzip is recognised. Raises ReadError if there is no such file, ParseError
    with its `file` and `line` if it does not hold what its format promises.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "two.el"
    >>> _ = path.write_text("graph path\\n0 1\\n1 2\\ngraph edge\\n0 1\\n")
    >>> [(graph.name, graph.num_nodes) for graph in read_graphs(path)]
    [('path', 3), ('edge', 2)]
    """
    return _core.GraphReader(fspath(path), format, _options.checked(**rules))


def generate(family: str, count: int = 1, *, seed: int = 0, **parameters: float) -> Iterator[Graph]:
    """Graphs of a family, the same as `canon generate FAMILY NAME=NUMBER... --count --seed` makes.

    `families()` lists them. Most families give one graph per count, "cfi" two, "connected" many.

    >>> [graph.num_nodes for graph in generate("erdos-renyi", count=2, n=20, p=0.3, seed=1)]
    [20, 20]
    """
    index = 0
    while index < count:
        yield from _core.generate(family, parameters, seed, index)
        index += 1


def families() -> dict[str, dict[str, str]]:
    """The families of `generate`, each with its parameters and what they mean.

    >>> sorted(families()["grid"])
    ['columns', 'rows']
    """
    return _core.families()


def relabel(edge_index: ArrayLike, place: ArrayLike) -> np.ndarray:
    """The edges of the graph in which node v is called place[v].

    >>> relabel([[0, 1], [1, 2]], [2, 0, 1]).tolist()
    [[2, 0], [0, 1]]
    """
    return np.asarray(place)[np.asarray(edge_index)]
