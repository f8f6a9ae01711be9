"""DGL: canonical eigenvectors of a graph, and a transform.

>>> from libcanon.dgl import canonical_pe              # doctest: +SKIP
>>> g.ndata["pe"] = canonical_pe(g, k=8)               # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

import torch
from dgl import DGLGraph

from ._encode import encode
from ._options import Level, Operator


def canonical_pe(g: DGLGraph, k: int, *, level: Level = "map",
                 operator: Operator = "normalised-laplacian", drop_trivial: bool = True,
                 eweight_name: str | None = None, dtype: torch.dtype = torch.float32, **options: Any) -> torch.Tensor:
    """Like dgl.lap_pe, with canonical signs and bases; (nodes, k), zero where the graph is too small.

    The graph is undirected: DGL lists its edges in both directions. Loops are dropped.
    """
    u, v = g.edges()
    weight = None if eweight_name is None else g.edata[eweight_name].detach().cpu().double().view(-1)
    encoding = encode(torch.stack([u, v]).cpu().long(), g.num_nodes(), k, edge_weight=weight, level=level,
                      operator=operator, drop_trivial=drop_trivial, **{"loops": "drop", **options})
    return torch.from_numpy(encoding.features).to(dtype).to(g.device)


class CanonicalPE:
    """The same as a transform: dgl.transforms.Compose([CanonicalPE(k=8), ...])."""

    def __init__(self, k: int, feat_name: str = "PE", **options: Any) -> None:
        self.k, self.feat_name, self.options = k, feat_name, options

    def __call__(self, g: DGLGraph) -> DGLGraph:
        g.ndata[self.feat_name] = canonical_pe(g, self.k, **self.options)
        return g

    def __repr__(self) -> str:
        return f"CanonicalPE(k={self.k}, feat_name={self.feat_name!r})"
