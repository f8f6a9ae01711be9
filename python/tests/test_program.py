"""The package and the program canon give the same numbers."""

from __future__ import annotations

import os
import re
import subprocess
from itertools import islice

import numpy as np
import pytest
from conftest import LEVELS, MOLECULES, OPERATORS

import libcanon


def same_kernels():
    """The environment in which the program takes the kernels that the package has taken."""
    return {**os.environ, "OPENBLAS_CORETYPE": libcanon.blas().split()[-1]}


def by_program(canon, folder, out, *flags, **options):
    words = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    words += [f"--{flag.replace('_', '-')}" for flag in flags]
    subprocess.run([canon, "encode", str(folder), "-q", *words, "-o", str(out)], check=True, env=same_kernels())
    return np.load(out)


def same_blas(canon):
    """Whether bits can be compared: not with a wheel, which carries a BLAS of its own."""
    text = subprocess.run([canon, "--version"], check=True, capture_output=True, text=True, env=same_kernels()).stdout
    found = re.search(r"^OpenBLAS \S+ \S+", text, re.MULTILINE)
    return found is not None and found.group() == libcanon.blas()


def require_equal(ours, theirs, bits):
    assert np.array_equal(ours.offsets, theirs["offsets"])
    assert np.array_equal(ours.settled, theirs["settled"])
    if bits:
        assert np.array_equal(ours.features, theirs["encoding"])
        assert np.array_equal(ours.eigenvalues, theirs["eigenvalues"], equal_nan=True)
        return
    np.testing.assert_allclose(ours.eigenvalues, theirs["eigenvalues"], atol=1e-12)
    settled = np.repeat(ours.settled, np.diff(ours.offsets), axis=0) > 0
    settled = np.tile(settled, ours.features.shape[1] // settled.shape[1])  # the eigenvalues beside them
    assert np.abs((ours.features - theirs["encoding"])[settled]).max(initial=0.0) < 1e-9


def joined(folder):
    """All graphs in one array after the other, some thousands at a time: a list of ogbg_molpcba takes gigabytes."""
    reader, pieces, sizes = libcanon.read_graphs(folder), [], []
    while graphs := list(islice(reader, 4096)):
        assert all(graph.edge_weight is None or np.all(np.asarray(graph.edge_weight) == 1.0) for graph in graphs)
        sizes += [(graph.num_nodes, np.asarray(graph.edge_index).shape[1]) for graph in graphs]
        pieces.append([np.concatenate([np.asarray(getattr(graph, name)) for graph in graphs], axis=-1)
                       for name in ("edge_index", "node_labels", "edge_labels")])
    edges, node_labels, edge_labels = (np.concatenate(each, axis=-1) for each in zip(*pieces))
    nodes, counts = np.array(sizes).T
    return libcanon.Graphs(edges, np.concatenate([[0], np.cumsum(counts)]), nodes, None, node_labels, edge_labels)


def check_set(data, canon, tmp_path, name, levels, operators):
    if not (data / name).is_dir():
        pytest.skip(f"no data set {name} in CANON_TEST_DATA")
    graphs = joined(data / name)
    bits = same_blas(canon)
    for level in levels:
        for operator in operators:
            theirs = by_program(canon, data / name, tmp_path / "program.npz", level=level, operator=operator)
            require_equal(libcanon.encode_many(graphs, level=level, operator=operator, progress=False), theirs,
                          bits)


def test_every_level_and_operator(data, canon, tmp_path):
    check_set(data, canon, tmp_path, "ogbg_molfreesolv", LEVELS, OPERATORS)


@pytest.mark.slow
@pytest.mark.parametrize("name", MOLECULES[1:])
def test_all_molecules(data, canon, tmp_path, name):
    check_set(data, canon, tmp_path, name, LEVELS, OPERATORS)


@pytest.mark.parametrize("options", [
    {"columns": "sqrt-eigenvalue"}, {"columns": "with-eigenvalues", "k": 3}, {"axis_order": "longest",
     "level": "label"}, {"sign": "odd-power"}, {"k": 40, "level": "joint"}, {"max_nodes": 1, "level": "label"},
    {"columns": "sqrt-positive-part", "operator": "adjacency"}, {"solver": "mrrr"}, {"solver": "batched", "lanes": 2},
    {"tolerance_zero": 1e-5}, {"c": 3.0}])
def test_other_options(data, canon, tmp_path, options):
    folder = data / "ogbg_molfreesolv"
    if not folder.is_dir():
        pytest.skip("no data set ogbg_molfreesolv in CANON_TEST_DATA")
    theirs = by_program(canon, folder, tmp_path / "program.npz", **options)
    require_equal(libcanon.encode_many(libcanon.read_graphs(folder), **options), theirs, same_blas(canon))


@pytest.mark.parametrize("flag", ["drop_trivial", "drop_first", "by_component", "random_signs", "ignore_labels"])
def test_flags(data, canon, tmp_path, flag):
    folder = data / "ogbg_molfreesolv"
    if not folder.is_dir():
        pytest.skip("no data set ogbg_molfreesolv in CANON_TEST_DATA")
    theirs = by_program(canon, folder, tmp_path / "program.npz", flag, level="joint")
    many = libcanon.encode_many(libcanon.read_graphs(folder), level="joint", **{flag: True})
    require_equal(many, theirs, same_blas(canon))


def test_generated_graphs_are_those_of_the_program(canon, tmp_path):
    out = tmp_path / "random.g6"
    subprocess.run([canon, "generate", "erdos-renyi", "n=12", "p=0.4", "--count", "5", "--seed", "7", "-o",
                    str(out)], check=True)
    ours = list(libcanon.generate("erdos-renyi", 5, seed=7, n=12, p=0.4))
    theirs = list(libcanon.read_graphs(out))
    assert len(ours) == len(theirs) == 5
    for one, other in zip(ours, theirs):
        pairs = [np.sort(np.asarray(graph.edge_index), axis=0).T.tolist() for graph in (one, other)]
        assert sorted(pairs[0]) == sorted(pairs[1]) and one.num_nodes == other.num_nodes


def test_certificates_are_those_the_program_checks(canon, tmp_path):
    path = tmp_path / "petersen.jsonl"
    [petersen] = libcanon.generate("petersen")
    path.write_text(libcanon.certify(petersen, level="label").to_json() + "\n")
    done = subprocess.run([canon, "certify", str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
