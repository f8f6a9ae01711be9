"""LapPE as one would write it in NumPy for speed: one batched eigh per number of nodes."""

from __future__ import annotations

import numpy as np


def vectorised_lappe(edge_index: np.ndarray, edge_offsets: np.ndarray, num_nodes: np.ndarray, k: int,
                     rng: np.random.Generator) -> np.ndarray:
    """(all nodes, k): eigenvectors 1 to k of the normalised Laplacian, with random signs, padded.

    Every edge is listed once.
    """
    first_node = np.concatenate([[0], np.cumsum(num_nodes)])
    features = np.zeros((first_node[-1], k))
    for size in np.unique(num_nodes):
        chosen = np.flatnonzero(num_nodes == size)
        counts = edge_offsets[chosen + 1] - edge_offsets[chosen]
        member = np.repeat(np.arange(chosen.size), counts)
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        u, v = edge_index[:, np.repeat(edge_offsets[chosen], counts) + within]
        adjacency = np.zeros((chosen.size, size, size))
        adjacency[member, u, v] = adjacency[member, v, u] = 1.0
        degree = adjacency.sum(axis=2)
        scale = np.where(degree > 0, 1.0 / np.sqrt(np.maximum(degree, 1.0)), 0.0)
        laplacian = np.eye(size) - scale[:, :, None] * adjacency * scale[:, None, :]
        _, vectors = np.linalg.eigh(laplacian)
        columns = min(k, size - 1)
        signs = rng.integers(0, 2, (chosen.size, 1, columns)) * 2.0 - 1.0
        rows = first_node[chosen][:, None] + np.arange(size)
        features[rows, :columns] = vectors[:, :, 1:columns + 1] * signs
    return features
