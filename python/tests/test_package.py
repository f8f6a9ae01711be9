"""What the package shows of itself: examples, types, and what it imports."""

from __future__ import annotations

import doctest
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import libcanon

MODULES = ["libcanon", "libcanon._encode", "libcanon._functions", "libcanon._graph", "libcanon.errors",
           "libcanon.nx", "libcanon.sklearn"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_the_docstrings(name):
    if name == "libcanon.nx":
        pytest.importorskip("networkx", reason="NetworkX is not installed")
    if name == "libcanon.sklearn":
        pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0 and tried > 0


def test_every_function_has_an_example():
    functions = [getattr(libcanon, name) for name in libcanon.__all__]
    missing = [f.__name__ for f in functions
               if inspect.isfunction(f) and (f.__doc__ is None or ">>>" not in f.__doc__)]
    assert not missing


def test_nothing_is_imported_that_was_not_asked_for():
    code = ("import sys, libcanon; libcanon.encode([[0], [1]]); "
            "print(sorted({'torch', 'torch_geometric', 'dgl', 'networkx', 'sklearn', 'scipy', 'pandas'} & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_stubs_know_all_that_the_compiled_part_has():
    folder = Path(libcanon.__file__).parent
    assert (folder / "py.typed").exists()
    stubs = (folder / "_core.pyi").read_text(encoding="utf-8")
    core = importlib.import_module("libcanon._core")
    for name in (name for name in dir(core) if not name.startswith("_")):
        assert f"def {name}(" in stubs or f"class {name}" in stubs or f"{name}:" in stubs, name
