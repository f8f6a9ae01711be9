"""PyTorch Geometric: canonical eigenvectors as a transform.

>>> from libcanon.pyg import CanonicalEigenvectorPE                        # doctest: +SKIP
>>> dataset = ZINC(root, pre_transform=CanonicalEigenvectorPE(k=8))        # doctest: +SKIP

or, for a data set that is already there, all cores at once, and from a file the next time:

>>> dataset = CanonicalEigenvectorPE(k=8).dataset(dataset, cache="cache")  # doctest: +SKIP
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np
import torch
from torch_geometric.data import Data, InMemoryDataset
from torch_geometric.data.datapipes import functional_transform
from torch_geometric.transforms import BaseTransform

from . import _cache, _core, _options
from ._encode import Progress, encode_many
from ._graph import Graph, Graphs
from .errors import ArgumentError


@functional_transform("canonical_eigenvector_pe")
class CanonicalEigenvectorPE(BaseTransform):
    """Adds canonical Laplacian eigenvectors to a graph: a drop-in for AddLaplacianEigenvectorPE.

    The columns are those of PyG's transform up to sign and basis (normalised Laplacian, the trivial
    eigenvector left out), chosen so that every relabelled copy of the graph has the same. Differences: a
    graph with fewer than k + 1 nodes is padded with zeros; of a graph with several components the first
    eigenspace is kept whole; loops are dropped, as PyG drops them.

    Args:
        k: the number of columns.
        attr_name: the attribute that receives them; None appends them to data.x.
        level: "map" is equivariant and leaves some columns; "label" settles all, up to automorphism
            (axis_order="longest" is what a learner wants then).
        node_labels, edge_labels: names of attributes (such as "x", "edge_attr") whose integers take part
            from level "joint" on.
        settled_name: an attribute that receives, per graph, what is promised of each column.
        dtype: of the columns.
        **options: all other options of libcanon.encode.
    """

    def __init__(self, k: int, attr_name: str | None = "laplacian_eigenvector_pe",
                 is_undirected: bool = False, *, level: _options.Level = "map",
                 operator: _options.Operator = "normalised-laplacian", drop_trivial: bool = True,
                 node_labels: str | None = None, edge_labels: str | None = None,
                 settled_name: str | None = None, dtype: torch.dtype = torch.float32,
                 **options: Any) -> None:
        self.k = k
        self.attr_name = attr_name
        self.is_undirected = is_undirected  # PyG's word; an undirected graph is recognised anyway
        self.node_labels, self.edge_labels = node_labels, edge_labels
        self.settled_name = settled_name
        self.dtype = dtype
        self.options = {"k": k, "level": level, "operator": operator, "drop_trivial": drop_trivial,
                        "loops": "drop", **options}
        _options.checked(**self.options)  # a wrong word is an error here, not at the first graph

    def forward(self, data: Data) -> Data:
        """The transform of one graph; PyG hands over a copy."""
        encoding = _core.encode(*self._graph(data).parts(), _options.checked(**self.options))
        return self._attach(data, self._tensor(encoding.features), encoding.settled)

    def dataset(self, dataset: InMemoryDataset | Sequence[Data], cache: str | PathLike[str] | None = None,
                threads: int | None = None, progress: bool | Progress = True) -> Any:
        """All graphs of a data set at once, on all cores.

        An InMemoryDataset gives one of the same kind (the same processed graphs, one attribute more), any
        other sequence a list. `cache` is a folder: what was computed for the same graphs, options and
        version is read from it, and written whole or not at all.
        """
        if isinstance(dataset, InMemoryDataset) and self.attr_name is not None:
            return self._in_memory(dataset, cache, threads, progress)
        graphs = [dataset[i] for i in range(len(dataset))]
        arrays = _joined([self._graph(data) for data in graphs])
        features, offsets, settled = self._encode(arrays, cache, threads, progress)
        return [self._attach(copy.copy(data), features[offsets[i]:offsets[i + 1]], settled[i])
                for i, data in enumerate(graphs)]

    def _in_memory(self, dataset: InMemoryDataset, cache: Any, threads: Any, progress: Any) -> Any:
        whole = dataset if dataset._indices is None else dataset.copy()  # the graphs of a subset alone
        data, slices = whole._data, whole.slices
        if slices is None:  # a data set of one graph is kept without slices
            slices = {"edge_index": torch.tensor([0, data.num_edges])}
            counts = torch.tensor([data.num_nodes])
        elif "num_nodes" in slices and "_num_nodes" not in data:
            counts = torch.as_tensor(data.num_nodes)
        elif "_num_nodes" in data:
            counts = torch.as_tensor(data["_num_nodes"])
        else:
            counts = torch.tensor([whole.get(i).num_nodes for i in range(len(whole))])
        arrays = Graphs(data.edge_index, slices["edge_index"], counts, getattr(data, "edge_weight", None),
                        self._labels(data, self.node_labels), self._labels(data, self.edge_labels))
        features, offsets, settled = self._encode(arrays, cache, threads, progress)
        result = copy.copy(whole)
        result._data = copy.copy(data)
        result._data_list = None
        result._data[self.attr_name] = features
        if whole.slices is not None:
            result.slices = {**whole.slices, self.attr_name: torch.from_numpy(offsets)}
        if self.settled_name is not None:
            result._data[self.settled_name] = torch.from_numpy(settled)
            if whole.slices is not None:
                result.slices[self.settled_name] = torch.arange(len(settled) + 1)
        return result

    def _encode(self, arrays: Graphs, cache: Any, threads: Any, progress: Any) -> tuple[Any, Any, Any]:
        def compute() -> dict[str, np.ndarray]:
            many = encode_many(arrays, threads=threads, progress=progress, **self.options)
            return {"features": many.features, "offsets": many.offsets, "settled": many.settled}

        found = compute() if cache is None else _cache.load_or_compute(
            cache, _options.checked(**self.options).key, arrays, compute)
        return self._tensor(found["features"]), found["offsets"], found["settled"]

    def _tensor(self, features: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(features).to(self.dtype)

    def _labels(self, data: Data, name: str | None) -> Any:
        if name is None:
            return None
        if getattr(data, name, None) is None:
            raise ArgumentError(f"expected an attribute {name!r} with labels, got a graph without it")
        return getattr(data, name)

    def _graph(self, data: Data) -> Graph:
        if data.edge_index is None:
            raise ArgumentError("expected a graph with edge_index, got one without")
        return Graph(data.edge_index, data.num_nodes, getattr(data, "edge_weight", None),
                     self._labels(data, self.node_labels), self._labels(data, self.edge_labels))

    def _attach(self, data: Data, pe: torch.Tensor, settled: np.ndarray) -> Data:
        if self.attr_name is not None:
            data[self.attr_name] = pe
        elif data.x is None:
            data.x = pe
        else:
            x = data.x.view(-1, 1) if data.x.dim() == 1 else data.x
            data.x = torch.cat([x, pe.to(x.device, x.dtype)], dim=-1)
        if self.settled_name is not None:
            data[self.settled_name] = torch.from_numpy(np.array(settled)).view(1, -1)
        return data

    def __repr__(self) -> str:
        words = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"{type(self).__name__}({words}, attr_name={self.attr_name!r})"


def _joined(graphs: list[Graph]) -> Graphs:
    """One array after the other."""
    def column(name: str, dimension: int = 0) -> Any:
        parts = [getattr(graph, name) for graph in graphs]
        if not parts or any(part is None for part in parts):
            return None
        return torch.cat([torch.as_tensor(part) for part in parts], dim=dimension)

    edges = column("edge_index", 1)
    offsets = np.cumsum([0, *(np.shape(graph.edge_index)[1] for graph in graphs)])
    counts = np.array([graph.num_nodes for graph in graphs], dtype=np.int64)
    return Graphs(np.empty((2, 0), np.int64) if edges is None else edges, offsets, counts,
                  column("edge_weight"), column("node_labels"), column("edge_labels"))
