"""A small network of PyTorch Geometric with random signs, MAP and complete encodings.

    python train_pyg.py [--data DATA/zinc12k] [--epochs 30] [--graphs 3000] [--seeds 3]

The same network, the same graphs, the same number of steps; only the encoding of the nodes differs:

    none      no encoding
    random    LapPE as it is commonly used: whatever the solver returns, new random signs in every step
    map       canonical signs and bases (level "map"): equivariant, some columns remain undecided
    complete  level "label": every column is decided, up to automorphism

Without --data the graphs are random trees with a few more edges and the target is the mean distance of
their nodes, which message passing of few layers cannot see. With a folder in the layout of docs/data.md (such
as zinc12k) the target is the first of its targets, and atoms and bonds are features and labels.

Read it from top to bottom: every part prints what it made. It is a demonstration of the package, not of
a result: for those see docs/experiments.md.
"""

# %% Arguments and packages
from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn
from torch_geometric.data import Data
from torch_geometric.loader import DataLoader
from torch_geometric.nn import GINEConv, global_add_pool, global_mean_pool

import libcanon
from libcanon.pyg import CanonicalEigenvectorPE

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--data", help="a folder of molecules in the OGB layout")
parser.add_argument("--epochs", type=int, default=30)
parser.add_argument("--graphs", type=int, default=3000)
parser.add_argument("--seeds", type=int, default=3)
parser.add_argument("--k", type=int, default=8)
options = parser.parse_args()
torch.set_num_threads(2)


# %% The graphs
def distances(edges: np.ndarray, nodes: int) -> np.ndarray:
    """Lengths of shortest paths, by Floyd and Warshall."""
    table = np.full((nodes, nodes), np.inf)
    np.fill_diagonal(table, 0.0)
    table[edges[0], edges[1]] = table[edges[1], edges[0]] = 1.0
    for middle in range(nodes):
        table = np.minimum(table, table[:, middle, None] + table[None, middle])
    return table


def random_graphs(count: int) -> list[Data]:
    rng = np.random.default_rng(0)
    graphs = []
    for _ in range(count):
        nodes = int(rng.integers(12, 28))
        edges = {(int(rng.integers(max(0, v - 6), v)), v) for v in range(1, nodes)}
        edges |= {(int(u), int(v)) for u, v in rng.integers(0, nodes, (3, 2)) if u < v}
        once = np.array(sorted(edges)).T
        both = torch.from_numpy(np.concatenate([once, once[::-1]], axis=1))
        graphs.append(Data(edge_index=both, num_nodes=nodes, x=torch.zeros(nodes, dtype=torch.long),
                           edge_attr=torch.zeros(both.shape[1], dtype=torch.long),
                           y=torch.tensor([distances(once, nodes).mean()], dtype=torch.float32)))
    return graphs


def molecules(folder: str, count: int) -> list[Data]:
    graphs = []
    for graph in libcanon.read_graphs(folder):
        once, bonds = np.asarray(graph.edge_index), np.asarray(graph.edge_features)[:, 0]
        graphs.append(Data(edge_index=torch.from_numpy(np.concatenate([once, once[::-1]], axis=1)),
                           x=torch.from_numpy(np.asarray(graph.node_features)[:, 0].copy()),
                           edge_attr=torch.from_numpy(np.concatenate([bonds, bonds])),
                           num_nodes=graph.num_nodes, y=torch.tensor([np.asarray(graph.targets)[0]]).float()))
        if len(graphs) == count:
            break
    return graphs


graphs = molecules(options.data, options.graphs) if options.data else random_graphs(options.graphs)
order = np.random.default_rng(1).permutation(len(graphs))
graphs = [graphs[i] for i in order]
mean, deviation = (f(torch.cat([g.y for g in graphs])) for f in (torch.mean, torch.std))
print(f"{len(graphs)} graphs, {sum(g.num_nodes for g in graphs)} nodes, target {mean:.3f} +- {deviation:.3f}")

# %% The encodings: one line each
labels = {"node_labels": "x", "edge_labels": "edge_attr"}
encodings = {
    "none": None,
    "random": CanonicalEigenvectorPE(options.k, attr_name="pe", settled_name="settled", level="none"),
    "map": CanonicalEigenvectorPE(options.k, attr_name="pe", settled_name="settled", level="map"),
    "complete": CanonicalEigenvectorPE(options.k, attr_name="pe", settled_name="settled", level="label",
                                       axis_order="longest", **labels),
}


# %% The network
class Network(nn.Module):
    """Three layers of GINE on atoms and encoding, mean and sum over the nodes."""

    def __init__(self, width: int = 48) -> None:
        super().__init__()
        self.atoms, self.bonds = nn.Embedding(128, width), nn.Embedding(16, width)
        self.encoding = nn.Linear(options.k, width)
        self.layers = nn.ModuleList(
            GINEConv(nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width)))
            for _ in range(3))
        self.out = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, batch: Data) -> torch.Tensor:
        h = self.atoms(batch.x)
        if "pe" in batch:
            h = h + self.encoding(batch.pe)
        bonds = self.bonds(batch.edge_attr)
        for layer in self.layers:
            h = h + torch.relu(layer(h, batch.edge_index, bonds))
        pooled = torch.cat([global_mean_pool(h, batch.batch), global_add_pool(h, batch.batch) / 20.0], dim=1)
        return self.out(pooled).squeeze(1)


def random_signs(batch: Data) -> Data:
    """LapPE's augmentation: a sign per graph and column."""
    signs = torch.randint(0, 2, (batch.num_graphs, options.k)) * 2.0 - 1.0
    batch.pe = batch.pe * signs[batch.batch]
    return batch


def train(data: list[Data], seed: int, flip: bool) -> float:
    """The mean absolute error on the last fifth of the graphs, in units of the target's deviation."""
    torch.manual_seed(seed)
    cut = 4 * len(data) // 5
    network = Network()
    optimiser = torch.optim.Adam(network.parameters(), lr=2e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, options.epochs)
    for _ in range(options.epochs):
        for batch in DataLoader(data[:cut], batch_size=64, shuffle=True):
            batch = random_signs(batch) if flip else batch
            loss = nn.functional.l1_loss(network(batch), (batch.y - mean) / deviation)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        schedule.step()
    network.eval()
    with torch.no_grad():
        errors = [(network(batch) - (batch.y - mean) / deviation).abs()
                  for batch in DataLoader(data[cut:], batch_size=256)]
    return float(torch.cat(errors).mean())


# %% Training
for name, transform in encodings.items():
    begin = time.perf_counter()
    data = graphs if transform is None else transform.dataset(graphs, progress=False)
    encoded = time.perf_counter() - begin
    decided = "" if transform is None else (
        f"{100 * torch.cat([g.settled for g in data]).bool().float().mean():.1f} % of the columns decided, ")
    errors = [train(data, seed, flip=name == "random") for seed in range(options.seeds)]
    print(f"{name:9} test error {np.mean(errors):.4f} +- {np.std(errors):.4f}   "
          f"({decided}encoded in {encoded:.2f} s, trained in {time.perf_counter() - begin - encoded:.1f} s)",
          flush=True)
