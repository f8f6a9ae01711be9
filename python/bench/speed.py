"""Speed of libcanon beside NumPy's and PyG's LapPE, in one run.

    python speed.py DATA/zinc12k [--k 8] [--repeats 3] [--pyg-graphs 1000]

DATA/zinc12k is a folder in the layout of docs/data.md. Every figure is the best of the repeats, which take
turns, so that a change of the machine's load meets all alike. On a machine that has other work to do only the
processor time (of all threads) means something: of two threads it is what one of them would need alone. PyG
is left out, with a word, if it is not installed.
"""

from __future__ import annotations

import argparse
import os
import platform
import time

import numpy as np
from lappe_numpy import vectorised_lappe

import libcanon

LAPPE = {"operator": "normalised-laplacian", "drop_trivial": True}


def seconds(work):
    """By the clock on the wall, and of the processor."""
    begin = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - begin[0], time.process_time() - begin[1]


def best(works, repeats):
    """Of every named piece of work the least times; they take turns."""
    times = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            times[name].append(seconds(work))
    return {name: tuple(map(min, zip(*found))) for name, found in times.items()}


def joined(graphs):
    edges = [np.asarray(graph.edge_index) for graph in graphs]
    return libcanon.Graphs(np.concatenate(edges, axis=1), np.cumsum([0, *(e.shape[1] for e in edges)]),
                           np.array([graph.num_nodes for graph in graphs]))


def pyg_works(graphs, k, count):
    """The transforms of PyG and of libcanon, graph by graph, over the first graphs."""
    try:
        import torch
        from torch_geometric.data import Data
        from torch_geometric.transforms import AddLaplacianEigenvectorPE

        from libcanon.pyg import CanonicalEigenvectorPE
    except ImportError as error:
        print(f"PyG: left out, not installed ({error})")
        return {}
    torch.set_num_threads(1)
    data = []
    for graph in graphs[:count]:
        edges = np.asarray(graph.edge_index)
        both = np.concatenate([edges, edges[::-1]], axis=1)
        if graph.num_nodes > k:  # PyG cannot do others
            data.append(Data(edge_index=torch.from_numpy(both), num_nodes=graph.num_nodes))
    default, undirected = AddLaplacianEigenvectorPE(k), AddLaplacianEigenvectorPE(k, is_undirected=True)
    ours = CanonicalEigenvectorPE(k)

    def each(transform):
        return lambda: [transform(graph) for graph in data]

    return {("PyG, AddLaplacianEigenvectorPE(k) per graph", len(data)): each(default),
            ("PyG, AddLaplacianEigenvectorPE(k, is_undirected=True) per graph", len(data)): each(undirected),
            ("libcanon.pyg.CanonicalEigenvectorPE(k) per graph", len(data)): each(ours)}


def data_set(path, k, repeats, pyg_graphs):
    graphs = list(libcanon.read_graphs(path))
    arrays = joined(graphs)
    rng = np.random.default_rng(0)
    count, cores = len(graphs), len(os.sched_getaffinity(0))
    works = {("NumPy, one batched eigh per size", count):
             lambda: vectorised_lappe(arrays.edge_index, arrays.edge_offsets, arrays.num_nodes, k, rng)}
    for level in ("none", "map", "label"):
        works[f"encode_many, level {level}, {cores} threads", count] = (
            lambda level=level: libcanon.encode_many(arrays, k, level=level, progress=False, **LAPPE))
    works["encode_many, level map, 1 thread", count] = (
        lambda: libcanon.encode_many(arrays, k, threads=1, progress=False, **LAPPE))
    works["encode_many, level map, a list of graphs", count] = (
        lambda: libcanon.encode_many(graphs, k, progress=False, ignore_labels=True, **LAPPE))
    works |= pyg_works(graphs, k, pyg_graphs)
    times = best(works, repeats)
    ours = times[f"encode_many, level map, {cores} threads", count]
    print(f"{'µs per graph':64} {'wall':>9} {'ratio':>8} {'processor':>10} {'ratio':>8}")
    for (name, graphs_done), (wall, processor) in times.items():
        each = 1e6 / graphs_done
        print(f"{name:64} {wall * each:9.2f} {wall / graphs_done * count / ours[0]:7.2f}x "
              f"{processor * each:10.2f} {processor / graphs_done * count / ours[1]:7.2f}x")
    print(f"(ratio: to encode_many, level map, {cores} threads)")


def one_graph(repeats):
    """A graph of 23 nodes, about the mean of ZINC."""
    rng = np.random.default_rng(1)
    edges = np.array([[int(rng.integers(max(0, v - 3), v)), v] for v in range(1, 23)]).T
    edges = np.concatenate([edges, [[0, 5, 9], [6, 12, 15]]], axis=1)
    matrix = np.asarray(libcanon._core.operator_matrix(edges, 23, None, libcanon._options.checked()))
    calls = 200

    def times(work):
        return lambda: [work() for _ in range(calls)]

    works = {"libcanon.encode(edge_index, 23, k=8)": times(lambda: libcanon.encode(edges, 23, k=8)),
             "libcanon.encode, level label": times(lambda: libcanon.encode(edges, 23, k=8, level="label")),
             "libcanon.spectrum(edge_index, 23): edges, matrix and eigensolve": times(lambda: libcanon.spectrum(edges, 23)),
             "numpy.linalg.eigh of the same matrix": times(lambda: np.linalg.eigh(matrix))}
    found = {name: 1e6 * times[1] / calls for name, times in best(works, 30 * repeats).items()}
    print("\none graph of 23 nodes, µs of processor time per call")
    for name, micros in found.items():
        print(f"{name:64}  {micros:12.2f}")
    above = found["libcanon.encode(edge_index, 23, k=8)"] - found["numpy.linalg.eigh of the same matrix"]
    print(f"{'encode above numpy.linalg.eigh':64}  {above:12.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--k", type=int, default=8)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--pyg-graphs", type=int, default=1000)
    options = parser.parse_args()
    print(f"libcanon {libcanon.__version__} ({libcanon.blas()}), NumPy {np.__version__}, "
          f"Python {platform.python_version()}, {len(os.sched_getaffinity(0))} cores, "
          f"load {os.getloadavg()[0]:.1f}")
    data_set(options.folder, options.k, options.repeats, options.pyg_graphs)
    one_graph(options.repeats)


if __name__ == "__main__":
    main()
