"""NetworkX: canonical features and labels by node.

>>> import networkx
>>> import libcanon.nx
>>> libcanon.nx.encode(networkx.path_graph(3), k=1)[1].round(3).tolist()
[0.707]
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import networkx as nx
import numpy as np

from . import _encode, _functions
from ._graph import Graph
from .errors import ArgumentError


def graph_of(graph: nx.Graph, weight: str | None = "weight", node_label: str | None = None,
             edge_label: str | None = None) -> Graph:
    """The arrays of an undirected NetworkX graph; node i is the ith of graph.nodes.

    `weight`, `node_label` and `edge_label` name attributes; an edge without the weight counts 1, and labels
    are integers, 0 where missing.
    """
    if graph.is_directed() or graph.is_multigraph():
        raise ArgumentError(f"expected an undirected networkx.Graph without parallel edges, got a "
                            f"{type(graph).__name__}")
    place = {node: i for i, node in enumerate(graph.nodes)}
    edges = list(graph.edges(data=True))
    edge_index = np.array([[place[u] for u, _, _ in edges], [place[v] for _, v, _ in edges]], dtype=np.int64)
    weights = None
    if weight is not None and any(weight in data for _, _, data in edges):
        weights = np.array([data.get(weight, 1.0) for _, _, data in edges], dtype=np.float64)
    node_labels = None if node_label is None else np.array(
        [data.get(node_label, 0) for _, data in graph.nodes(data=True)])
    edge_labels = None if edge_label is None else np.array([data.get(edge_label, 0) for _, _, data in edges])
    return Graph(edge_index.reshape(2, -1), len(place), weights, node_labels, edge_labels)


def encode(graph: nx.Graph, k: int = 8, *, weight: str | None = "weight", node_label: str | None = None,
           edge_label: str | None = None, **options: Any) -> dict[Hashable, np.ndarray]:
    """The features of every node, as libcanon.encode makes them."""
    features = _encode.encode(graph_of(graph, weight, node_label, edge_label), k=k, **options).features
    return dict(zip(graph.nodes, features))


def canonical_labelling(graph: nx.Graph, *, weight: str | None = "weight", node_label: str | None = None,
                        edge_label: str | None = None, **options: Any) -> dict[Hashable, int]:
    """The place of every node in the canonical graph."""
    places = _functions.canonical_labelling(graph_of(graph, weight, node_label, edge_label), **options)
    return dict(zip(graph.nodes, places.tolist()))


def canonical_graph(graph: nx.Graph, *, weight: str | None = "weight", node_label: str | None = None,
                    edge_label: str | None = None, **options: Any) -> nx.Graph:
    """The graph with its nodes renamed 0, 1, ...: the same for all isomorphic copies."""
    places = canonical_labelling(graph, weight=weight, node_label=node_label, edge_label=edge_label, **options)
    return nx.relabel_nodes(graph, places)
