"""Spectra, eigenvectors that somebody already has, symmetry and certificates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _options
from ._graph import Graph, parts_of
from .errors import ArgumentError

if TYPE_CHECKING:
    from typing_extensions import Unpack


def spectrum(edge_index: ArrayLike | Graph, num_nodes: int | None = None, k: int | None = None, *,
             edge_weight: ArrayLike | None = None, operator: _options.Operator = "lazy-adjacency",
             **more: Unpack[_options.Canonizing]) -> _core.Spectrum:
    """The eigenpairs of an operator of a graph as the solver returns them, low frequency first.

    At least the `k` leading ones, in whole eigenspaces; all if k is None.

    >>> s = spectrum([[0, 1, 2], [1, 2, 0]], operator="laplacian")
    >>> s.eigenvalues.round(6).tolist(), [space.dimension for space in s.spaces]
    ([0.0, 3.0, 3.0], [1, 2])
    """
    edges, nodes, weights, _, _ = parts_of(edge_index, num_nodes, edge_weight)
    return _core.spectrum(edges, nodes, weights, k, _options.checked(operator=operator, **more))


def canonize(vectors: ArrayLike, eigenvalues: ArrayLike, *, edge_index: ArrayLike | Graph | None = None,
             num_nodes: int | None = None, edge_weight: ArrayLike | None = None,
             node_labels: ArrayLike | None = None, edge_labels: ArrayLike | None = None,
             level: _options.Level = "map", whole: bool = False,
             **more: Unpack[_options.Canonizing]) -> _core.Eigenvectors:
    """Canonical signs and bases of eigenvectors that you already have.

    `vectors` (n, columns) are orthonormal, `eigenvalues` sorted, rising or falling. Levels "orbit" and
    "label" need the graph, "joint" knows more with it. Where there are fewer columns than rows, the last
    eigenspace may have been cut: it is left as it is and nothing is said of it, unless `whole` promises that
    all of it is there. Errors of the vectors show as a smaller `margin`; from float32, whose errors are
    above the tolerances, nothing can be promised, and it is refused unless the tolerances are raised.

    >>> import numpy as np
    >>> path = np.array([[0., 2, 0], [2, 0, 1], [0, 1, 0]])
    >>> values, vectors = np.linalg.eigh(path)
    >>> one, other = canonize(vectors, values), canonize(-vectors, values)
    >>> bool(np.allclose(one.vectors, other.vectors)), one.settled.tolist()
    (True, [1, 1, 1])
    """
    graph: tuple[Any, Any, Any, Any, Any] = (None, None, None, None, None)
    if edge_index is not None:
        graph = parts_of(edge_index, num_nodes, edge_weight, node_labels, edge_labels)
    return _core.canonize(vectors, eigenvalues, whole, *graph, _options.checked(level=level, **more))


class EighResult(NamedTuple):
    """What eigh returns: unpacks like NumPy's."""

    eigenvalues: NDArray[np.float64]  #: (k,)
    eigenvectors: NDArray[np.float64]  #: (n, k), one per column
    settled: NDArray[np.uint8]  #: (k,): 1 unique and equivariant, 2 unique up to automorphism, 0 neither


def eigh(matrix: Any, k: int | None = None, *, order: str = "ascending", level: _options.Level = "label",
         **more: Unpack[_options.Canonizing]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Eigenvalues and canonical eigenvectors of any symmetric matrix, of NumPy or SciPy sparse.

    A drop-in for numpy.linalg.eigh whose signs and bases are the same on every machine, and for every
    relabelling of the rows where that is possible; `eigh_settled` says where. Of a sparse matrix the `k`
    leading pairs in `order` may be had without the others. Raises ArgumentError unless the matrix is
    square, finite and symmetric.

    >>> import numpy as np
    >>> values, vectors = eigh(np.array([[2., 1], [1, 2]]))
    >>> values.round(6).tolist()
    [1.0, 3.0]
    >>> (np.abs(vectors) * np.sqrt(2)).round(6).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    values, vectors, _ = eigh_settled(matrix, k, order=order, level=level, **more)
    return values, vectors


def eigh_settled(matrix: Any, k: int | None = None, *, order: str = "ascending",
                 level: _options.Level = "label", **more: Unpack[_options.Canonizing]) -> EighResult:
    """The same, and what is promised of each column.

    >>> import numpy as np
    >>> eigh_settled(np.diag([3., 1, 2])).settled.tolist()
    [1, 1, 1]
    """
    options = _options.checked(level=level, **{"negative_weights": True, "loops": "keep", **more})
    if hasattr(matrix, "tocsc"):
        if getattr(matrix, "dtype", np.dtype(float)).kind not in "biuf":
            raise ArgumentError(f"matrix: expected real numbers, got {matrix.dtype}")
        if hasattr(matrix, "check_format"):  # SciPy itself would write to wherever a wrong index points
            try:
                matrix.check_format(full_check=True)
            except ValueError as error:
                raise ArgumentError(f"matrix: expected a valid sparse matrix, got one with {error}") from error
        sparse = matrix.tocsc(copy=True)
        sparse.sum_duplicates()
        sparse.eliminate_zeros()
        result = _core.eigh_sparse(sparse.indices, sparse.indptr, sparse.data.astype(np.float64), sparse.shape[0],
                                   sparse.shape[1], order, k, options)
    else:
        result = _core.eigh_dense(matrix, order, k, options)
    return EighResult(result.eigenvalues, result.vectors, result.settled)


def automorphisms(edge_index: ArrayLike | Graph, num_nodes: int | None = None, *,
                  edge_weight: ArrayLike | None = None, node_labels: ArrayLike | None = None,
                  edge_labels: ArrayLike | None = None,
                  **more: Unpack[_options.Canonizing]) -> _core.Symmetry:
    """The symmetry of a graph with its weights and labels: `generators`, `orbits` and `labelling`.

    Raises SolverError if the search gives up (max_nodes).

    >>> star = automorphisms([[0, 0, 0], [1, 2, 3]])
    >>> orbits = star.orbits.tolist()
    >>> orbits[1] == orbits[2] == orbits[3] != orbits[0]
    True
    """
    parts = parts_of(edge_index, num_nodes, edge_weight, node_labels, edge_labels)
    return _core.find_symmetry(*parts, _options.checked(**more))


def canonical_labelling(edge_index: ArrayLike | Graph, num_nodes: int | None = None, *,
                        edge_weight: ArrayLike | None = None, node_labels: ArrayLike | None = None,
                        edge_labels: ArrayLike | None = None,
                        **more: Unpack[_options.Canonizing]) -> NDArray[np.int64]:
    """The place of every node in the canonical graph, which all isomorphic copies share.

    >>> import libcanon
    >>> def canonical(edges):
    ...     edges = libcanon.relabel(edges, canonical_labelling(edges))
    ...     return sorted(tuple(sorted(edge)) for edge in edges.T.tolist())
    >>> canonical([[0, 1, 2], [1, 2, 3]]) == canonical([[3, 0, 1], [0, 1, 2]])
    True
    """
    return automorphisms(edge_index, num_nodes, edge_weight=edge_weight, node_labels=node_labels,
                         edge_labels=edge_labels, **more).labelling


def certify(edge_index: ArrayLike | Graph, num_nodes: int | None = None, k: int | None = None, *,
            edge_weight: ArrayLike | None = None, node_labels: ArrayLike | None = None,
            edge_labels: ArrayLike | None = None, level: _options.Level = "map",
            operator: _options.Operator = "lazy-adjacency",
            **more: Unpack[_options.Canonizing]) -> _core.Certificate:
    """Canonical bases with all that is needed to check them; `check()` does so anew.

    >>> path = certify([[0, 1, 2], [1, 2, 3]], operator="laplacian", level="joint")
    >>> [space.reason for space in path.spaces]
    ['none', 'symmetry', 'none', 'symmetry']
    >>> path.spaces[1].witness.tolist()
    [3, 2, 1, 0]
    >>> bool(path.check(trials=5))
    True
    """
    parts = parts_of(edge_index, num_nodes, edge_weight, node_labels, edge_labels)
    return _core.certify(*parts, k, _options.checked(level=level, operator=operator, **more))
