"""What several tests need: the data sets, the program canon, and relabelled copies of graphs."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import libcanon

CHECKOUT = Path(__file__).resolve().parents[2]

#: Sets in the OGB layout, small ones first (docs/data.md).
MOLECULES = ["ogbg_molfreesolv", "ogbg_molesol", "ogbg_mollipo", "ogbg_moltox21", "ogbg_moltoxcast", "zinc12k",
             "ogbg_molpcba"]
LEVELS = ["none", "map", "search", "joint", "orbit", "label"]
OPERATORS = ["adjacency", "normalised-adjacency", "lazy-adjacency", "renormalised-adjacency", "laplacian",
             "normalised-laplacian"]


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of data sets."""
    folder = os.environ.get("CANON_TEST_DATA", "")
    if not folder or not Path(folder).is_dir():
        pytest.skip("no data sets: CANON_TEST_DATA names no folder (docs/data.md)")
    return Path(folder)


@pytest.fixture(scope="session")
def canon() -> str:
    """The program canon: CANON_PROGRAM, the one of the checkout's build, or the one in PATH."""
    places = [os.environ.get("CANON_PROGRAM"), str(CHECKOUT / "build" / "bin" / "canon"), shutil.which("canon")]
    for place in places:
        if place and os.access(place, os.X_OK):
            return place
    pytest.skip("no program canon: neither CANON_PROGRAM nor build/bin/canon nor one in PATH")


def random_graph(rng: np.random.Generator, nodes: int, probability: float = 0.3) -> np.ndarray:
    """Edges of G(n, p), each once."""
    u, v = np.triu_indices(nodes, 1)
    chosen = rng.random(u.size) < probability
    return np.stack([u[chosen], v[chosen]]).astype(np.int64)


def both_directions(edges: np.ndarray) -> np.ndarray:
    """As PyG lists them."""
    return np.concatenate([edges, edges[::-1]], axis=1)


def symmetric_graphs() -> list[libcanon.Graph]:
    """Graphs with ties: eigenspaces of more than one dimension, and automorphisms."""
    families = [("cycle", {"n": 8}), ("grid", {"rows": 3, "columns": 3}), ("complete", {"n": 5}),
                ("path", {"n": 6}), ("star", {"leaves": 4}), ("petersen", {}), ("cfi", {"n": 3}),
                ("rook", {"rows": 4, "columns": 4}), ("shrikhande", {})]
    return [graph for name, parameters in families for graph in libcanon.generate(name, **parameters)]
