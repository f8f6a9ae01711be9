"""The examples run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent
EXAMPLES, BENCH, README = FOLDER / "examples", FOLDER / "bench", FOLDER.parent / "README.md"


def run(*arguments):
    done = subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_train_pyg():
    pytest.importorskip("torch", reason="PyTorch is not installed", exc_type=ImportError)
    pytest.importorskip("torch_geometric", reason="PyTorch Geometric is not installed", exc_type=ImportError)
    text = run(EXAMPLES / "train_pyg.py", "--graphs", 120, "--epochs", 2, "--seeds", 1)
    errors = dict(re.findall(r"^(\w+) +test error ([0-9.]+)", text, re.MULTILINE))
    assert list(errors) == ["none", "random", "map", "complete"]
    assert all(0.0 < float(error) < 3.0 for error in errors.values())


def test_lines_of_the_readme():
    if not README.exists():
        pytest.skip("no README.md: the tests are not in a checkout")
    text = README.read_text(encoding="utf-8")
    [code] = re.findall(r"<!-- tested: python -->\n```python\n(.*?)```", text, re.DOTALL)
    names: dict = {}
    exec(code, names)  # noqa: S102
    assert names["encoding"].features.shape == (6, 3)


def test_memory_does_not_grow():
    assert "second half" in run(BENCH / "memory.py", "--calls", 20000)


def test_numpys_lappe_is_what_the_benchmark_says():
    import numpy as np

    import libcanon

    sys.path.insert(0, str(BENCH))
    try:
        from lappe_numpy import vectorised_lappe
    finally:
        sys.path.pop(0)
    graphs = list(libcanon.generate("erdos-renyi", 6, n=12, p=0.8)) + list(libcanon.generate("path", n=4))
    edges = [np.asarray(graph.edge_index) for graph in graphs]
    offsets = np.cumsum([0, *(e.shape[1] for e in edges)])
    sizes = np.array([graph.num_nodes for graph in graphs])
    theirs = vectorised_lappe(np.concatenate(edges, axis=1), offsets, sizes, 5, np.random.default_rng(0))
    ours = libcanon.encode_many(graphs, 5, operator="normalised-laplacian", drop_trivial=True).features
    np.testing.assert_allclose(np.abs(theirs), np.abs(ours), atol=1e-9)
