"""Encodings of one graph and of many."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from . import _core, _options
from ._graph import Graph, Graphs, parts_of
from .errors import ArgumentError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack

Progress = Callable[[int, int], Any]


def encode(edge_index: ArrayLike | Graph, num_nodes: int | None = None, k: int = 8, *,
           edge_weight: ArrayLike | None = None, node_labels: ArrayLike | None = None,
           edge_labels: ArrayLike | None = None, level: _options.Level = "map",
           operator: _options.Operator = "lazy-adjacency", columns: _options.Columns = "unit",
           drop_trivial: bool = False, **more: Unpack[_options.More]) -> _core.Encoding:
    """Canonical spectral features of the nodes of one graph.

    `edge_index` is an array of integers of shape (2, edges), in which every undirected edge stands once, or
    in both directions as PyG has it; or a `Graph`. `num_nodes` is 1 + the largest index unless given.
    Labels take part from level "joint" on; a row of several integers is one label.

    The result has `features` (nodes, k; twice as many with columns="with-eigenvalues"), `eigenvalues`,
    `settled` (per column: 1 unique and equivariant, 2 unique up to automorphism, 0 neither), `verdicts`,
    `spaces` and `margin`. The columns of PyG's AddLaplacianEigenvectorPE(k) are those of
    operator="normalised-laplacian", drop_trivial=True, up to sign and basis.

    >>> import libcanon
    >>> path = libcanon.encode([[0, 1, 2], [1, 2, 3]], k=2)
    >>> path.features[:, 0].round(3).tolist()
    [0.408, 0.577, 0.577, 0.408]
    >>> path.settled.tolist(), path.verdicts
    ([1, 0], ['unique', 'sign_undetermined'])

    The second column of a path is odd: reversing the path changes its sign, and so no rule that treats
    equal nodes equally can choose. Level "label" does, up to that symmetry:

    >>> libcanon.encode([[0, 1, 2], [1, 2, 3]], k=2, level="label").settled.tolist()
    [1, 2]

    Raises ArgumentError (a ValueError) for anything that is not such a graph.
    """
    options = _options.checked(k=k, level=level, operator=operator, columns=columns,
                               drop_trivial=drop_trivial, **more)
    if edge_index.__class__ is Graph:
        return _core.encode(*parts_of(edge_index, num_nodes, edge_weight, node_labels, edge_labels), options)
    return _core.encode(edge_index, num_nodes, edge_weight, node_labels, edge_labels, options)


def encode_many(graphs: Iterable[Any] | Graphs, k: int = 8, *, level: _options.Level = "map",
                operator: _options.Operator = "lazy-adjacency", columns: _options.Columns = "unit",
                drop_trivial: bool = False, threads: int | None = None,
                progress: bool | Progress = True, **more: Unpack[_options.More]) -> _core.Encodings:
    """The same for many graphs, on all cores.

    `graphs` are a `Graphs` (concatenated arrays with offsets), or any iterable of `Graph`, of arrays
    `edge_index`, or of pairs (edge_index, num_nodes). The result has `features` of all nodes, `offsets`,
    `eigenvalues`, `settled` and `margin`; `result[i]` is the encoding of graph i.

    `threads` defaults to the cores that the process may use. `progress` shows a line on a terminal where it
    takes longer than a second; a function is called as progress(done, all), on any thread, some ten times
    per second.

    >>> import libcanon
    >>> many = encode_many(libcanon.generate("erdos-renyi", count=3, n=20, p=0.3), k=4)
    >>> many.features.shape, many.offsets.tolist(), len(many)
    ((60, 4), [0, 20, 40, 60], 3)
    >>> many[2].features.shape
    (20, 4)
    """
    options = _options.checked(k=k, level=level, operator=operator, columns=columns,
                               drop_trivial=drop_trivial, **more)
    workers = _threads(threads)
    show = _show(progress)
    if isinstance(graphs, Graphs):
        return _core.encode_arrays(graphs.edge_index, graphs.edge_offsets, graphs.num_nodes,
                                   graphs.edge_weight, graphs.node_labels, graphs.edge_labels, options,
                                   workers, show)
    return _core.encode_list([_parts(graph) for graph in graphs], options, workers, show)


def _parts(graph: Any) -> tuple[Any, Any, Any, Any, Any]:
    if isinstance(graph, tuple) and len(graph) == 2 and (graph[1] is None or isinstance(graph[1], int)):
        return graph[0], graph[1], None, None, None
    return parts_of(graph)


def _threads(threads: int | None) -> int:
    if threads is None:
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity else os.cpu_count() or 1
    if not isinstance(threads, int) or not 1 <= threads <= 1024:
        raise ArgumentError(f"threads: expected an integer from 1 to 1024 or None, got {threads!r}")
    return threads


def _show(progress: bool | Progress) -> Progress | None:
    if callable(progress):
        return progress
    return _line() if progress and sys.stderr is not None and sys.stderr.isatty() else None


def _line() -> Progress:
    """A line on standard error, from the first second on."""
    start = time.monotonic()
    shown = False

    def show(done: int, count: int) -> None:
        nonlocal shown
        if time.monotonic() - start < 1.0:
            return
        end = "\n" if done == count else ""
        if shown or not end:
            print(f"\rlibcanon: {done} of {count} graphs", end=end, file=sys.stderr, flush=True)
            shown = True

    return show
