"""Calls every function with arguments of all kinds, most of them wrong, for a while.

    python fuzz.py [--seconds 60] [--seed 1]

An exception of the documented kinds is right; any other one, and of course a crash, is not, and is printed
with the seed of its call (--seed SEED --calls 1 makes it again; of a crash --verbose tells the seed). docs/python.md says how to run this with the
compiled part under ASan and UBSan.
"""

from __future__ import annotations

import argparse
import collections
import sys
import time
import traceback

import numpy as np

import libcanon

#: What a caller may expect of wrong arguments. MemoryError: a graph that is right, but too large.
ALLOWED = (libcanon.Error, ValueError, TypeError, OverflowError, MemoryError)
WORDS = ["map", "label", "joint", "orbit", "none", "laplacian", "with-eigenvalues", "", "\0", "é" * 40, "keep"]
DTYPES = ["int64", "int32", "uint64", "uint8", "float64", "float32", "float16", "bool", "complex64", "object", "S3",
          "U2", "datetime64[s]", ">i8", ">f8"]
NUMBERS = [0, 1, 2, 3, -1, -2**63, 2**31, 2**63, 2**64, 10**30, 0.5, -0.0, 1e308, float("nan"), float("inf"), True]
OPTIONS = ["level", "operator", "columns", "drop_trivial", "drop_first", "by_component", "random_signs", "seed",
           "solver", "lanes", "sign", "axes", "axis_order", "c", "ignore_labels", "max_nodes", "tolerance_eigenvalue",
           "tolerance_length", "tolerance_zero", "loops", "duplicates", "directed", "negative_weights", "nonsense"]
GOOD = {"level": ["none", "map", "search", "joint", "orbit", "label"], "loops": ["keep", "drop"],
        "operator": ["adjacency", "normalised-adjacency", "lazy-adjacency", "renormalised-adjacency", "laplacian",
                     "normalised-laplacian"], "duplicates": ["merge"], "directed": ["symmetrise"],
        "columns": ["unit", "sqrt-positive-part", "with-eigenvalues"], "negative_weights": [True],
        "drop_trivial": [True], "drop_first": [True], "by_component": [True], "solver": ["dense", "mrrr", "batched"]}


class Arguments:
    """Draws arguments; half of them are what is wanted."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def one_of(self, choices):
        return choices[int(self.rng.integers(len(choices)))]

    def array(self):
        """Of any shape, type, order and content."""
        shape = tuple(int(n) for n in self.rng.integers(0, 6, int(self.rng.integers(0, 4))))
        values = self.rng.integers(-3, 9, shape) if self.rng.random() < 0.7 else self.rng.normal(size=shape)
        array = np.asarray(values).astype(self.one_of(DTYPES))
        if array.ndim and self.rng.random() < 0.3:
            array = array[::-1] if self.rng.random() < 0.5 else array.T
        if array.dtype.kind == "f" and array.size and self.rng.random() < 0.3:
            array.flat[0] = self.one_of([np.nan, np.inf, -np.inf])
        return array

    def anything(self):
        return self.one_of([None, self.array(), self.array().tolist(), self.one_of(NUMBERS), self.one_of(WORDS), b"x",
                            object(), [[0, 1], [1]], {"edge_index": 3}, (1, 2), libcanon.Graph(self.array())])

    def edges(self):
        nodes = int(self.rng.integers(1, 14))
        u, v = np.triu_indices(nodes, 1)
        chosen = self.rng.random(u.size) < self.rng.random()
        edges = np.stack([u[chosen], v[chosen]]).astype(self.one_of(["int64", "int32", "uint8"]))
        return (np.concatenate([edges, edges[::-1]], axis=1) if self.rng.random() < 0.3 else edges), nodes

    def options(self):
        chosen = {}
        for name in self.rng.choice(OPTIONS, int(self.rng.integers(0, 4)), replace=False).tolist():
            good = name in GOOD and self.rng.random() < 0.8
            chosen[name] = self.one_of(GOOD[name]) if good else self.one_of([*NUMBERS, *WORDS, None])
        return chosen

    def graph(self):
        """Positional arguments and keywords of a function that takes a graph."""
        if self.rng.random() < 0.3:
            return (self.anything(), self.anything()), {}
        edges, nodes = self.edges()
        keywords = {}
        if self.rng.random() < 0.3:
            keywords["edge_weight"] = self.one_of([self.rng.random(edges.shape[1]) + 0.5, self.anything()])
        if self.rng.random() < 0.3:
            keywords["node_labels"] = self.one_of([self.rng.integers(0, 3, nodes), self.anything()])
        if self.rng.random() < 0.2:
            keywords["edge_labels"] = self.one_of([np.zeros(edges.shape[1], int), self.anything()])
        return (edges, self.one_of([None, nodes, nodes, nodes + 2, self.one_of(NUMBERS)])), keywords

    def k(self):
        return self.one_of([1, 3, 8, 20, self.one_of(NUMBERS)])

    def matrix(self):
        count = int(self.rng.integers(0, 9))
        square = self.rng.integers(-1, 2, (count, count)).astype(float)
        return self.one_of([square + square.T, square, self.array(), self.anything()])


def call_encode(a):
    graph, keywords = a.graph()
    encoding = libcanon.encode(*graph, a.k(), **keywords, **a.options())
    return encoding.features.sum(), encoding.verdicts, encoding.settled.sum(), repr(encoding.spaces), encoding.margin


def call_encode_many(a):
    graphs = [a.one_of([a.edges(), a.edges()[0], libcanon.Graph(*a.edges()), a.anything()])
              for _ in range(int(a.rng.integers(0, 5)))]
    if a.rng.random() < 0.4:
        graphs = libcanon.Graphs(a.one_of([a.edges()[0], a.anything()]), a.anything(), a.anything(), a.one_of(
            [None, a.anything()]), a.one_of([None, a.anything()]), a.one_of([None, a.anything()]))
    many = libcanon.encode_many(graphs, a.k(), threads=a.one_of([None, 1, 2, a.one_of(NUMBERS[:5])]), progress=False,
                                **a.options())
    return many.features.sum(), [repr(many[i].spaces) for i in range(len(many))], many[a.one_of(NUMBERS)]


def call_canonize(a):
    if a.rng.random() < 0.4:
        return libcanon.canonize(a.anything(), a.anything(), edge_index=a.anything())
    edges, nodes = a.edges()
    s = libcanon.spectrum(edges, nodes)
    columns = int(a.rng.integers(0, nodes + 1))
    return libcanon.canonize(s.vectors[:, :columns], s.eigenvalues[:columns], whole=a.one_of([True, False]),
                             edge_index=a.one_of([None, edges, a.anything()]), **a.options()).vectors.sum()


def call_certificate(a):
    graph, keywords = a.graph()
    certificate = libcanon.certify(*graph, a.one_of([None, a.k()]), **keywords, **a.options())
    text = certificate.to_json()
    place = int(a.rng.integers(len(text)))
    changed = text[:place] + a.one_of(["", "9", "]", "e99", "-", "\0"]) + text[place + 1:]
    certificate.check(trials=1)
    return libcanon.Certificate.from_json(changed).check(trials=1).counts


def call_sparse(a):
    import scipy.sparse

    kind = a.one_of([scipy.sparse.csr_array, scipy.sparse.coo_array, scipy.sparse.csc_matrix])
    matrix = kind(a.matrix())
    if a.rng.random() < 0.3 and hasattr(matrix, "indices") and matrix.nnz:
        matrix.indices[0] = a.one_of([-1, 2**31 - 1, 7])
        matrix.has_sorted_indices = True
    return libcanon.eigh(matrix, a.one_of([None, a.k()]), **a.options())[1].sum()


def graph_call(function):
    def call(a):
        graph, keywords = a.graph()
        return repr(function(*graph, **keywords, **a.options()))

    return call


CALLS = {
    "encode": call_encode,
    "encode_many": call_encode_many,
    "spectrum": lambda a: repr(libcanon.spectrum(*a.graph()[0], a.one_of([None, a.k()]), **a.options()).spaces),
    "canonize": call_canonize,
    "eigh": lambda a: libcanon.eigh(a.matrix(), a.one_of([None, a.k()]), **a.options())[1].sum(),
    "eigh, sparse": call_sparse,
    "automorphisms": graph_call(libcanon.automorphisms),
    "canonical_labelling": graph_call(libcanon.canonical_labelling),
    "certify": call_certificate,
    "relabel": lambda a: libcanon.relabel(a.anything(), a.anything()),
    "generate": lambda a: list(libcanon.generate(a.one_of(sorted(libcanon.families())), 1, seed=a.one_of(NUMBERS[:5]),
                                                 n=a.one_of([0, 3, 7, -1, 0.5, float("nan")]))),
    "read_graphs": lambda a: list(libcanon.read_graphs(a.one_of([a.anything(), "/nowhere", "/dev/null"]))),
}
#: Errors of NumPy and SciPy in the arguments themselves, before libcanon sees them.
ALSO = {"relabel": (IndexError,), "encode_many": (IndexError,), "read_graphs": (OSError,),
        "eigh, sparse": (IndexError, AttributeError, NotImplementedError)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--calls", type=int, default=2**62)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="print every seed before its call, to find a crash")
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    done, refused, wrong = collections.Counter(), collections.Counter(), 0
    seed = options.seed
    while time.monotonic() < end and seed < options.seed + options.calls:
        if options.verbose:
            print(f"seed {seed}", file=sys.stderr, flush=True)
        a = Arguments(seed)
        name = a.one_of(sorted(CALLS))
        try:
            CALLS[name](a)
            done[name] += 1
        except (*ALLOWED, *ALSO.get(name, ())):
            refused[name] += 1
        except Exception:  # noqa: BLE001
            wrong += 1
            print(f"{name}, seed {seed}:", file=sys.stderr)
            traceback.print_exc()
        seed += 1
    print(f"{seed - options.seed} calls, {wrong} unexpected exceptions")
    for name in sorted(CALLS):
        print(f"{name:20} {done[name]:8} done {refused[name]:8} refused")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
