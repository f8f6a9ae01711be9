"""Memory over many calls of all functions, failing ones included: it must not grow.

    python memory.py [--calls 1000000]

Prints the resident memory after every tenth of the calls; exits with 1 if the second half of them added
more than 2 MiB.
"""

from __future__ import annotations

import argparse
import pathlib
import resource
import sys

import numpy as np

import libcanon

EDGES = np.array([[0, 1, 2, 3, 0], [1, 2, 3, 4, 4]])
MATRIX = np.diag(np.ones(4), 1) + np.diag(np.ones(4), -1)
LABELS = [0, 1, 0, 2, 0]


def resident() -> float:
    """MiB."""
    pages = int(pathlib.Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def refused(work):
    try:
        work()
    except ValueError:
        return
    raise AssertionError("expected an exception")


def one_of_all(i: int) -> None:
    """Ten calls."""
    encoding = libcanon.encode(EDGES, k=4, level="label")
    _ = encoding.features, encoding.verdicts, encoding.spaces, encoding.settled, encoding.eigenvalues
    libcanon.encode(EDGES.tolist(), 5, k=2, node_labels=LABELS, level="joint")
    libcanon.encode_many([EDGES], k=2, threads=1)[0].features.sum()
    libcanon.encode(EDGES, k=1 + i % 300)  # more kinds of options than are kept
    spectrum = libcanon.spectrum(EDGES)
    libcanon.canonize(spectrum.vectors, spectrum.eigenvalues)
    libcanon.eigh(MATRIX)
    libcanon.canonical_labelling(EDGES)
    refused(lambda: libcanon.encode(EDGES, 3))
    refused(lambda: libcanon.encode(EDGES.astype(float)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=1_000_000)
    rounds = max(10, parser.parse_args().calls // 10)
    sizes = []
    for i in range(rounds):
        one_of_all(i)
        if (i + 1) % (rounds // 10) == 0:
            sizes.append(resident())
            print(f"{10 * (i + 1):8d} calls  {sizes[-1]:8.2f} MiB", flush=True)
    grown = sizes[-1] - sizes[len(sizes) // 2 - 1]
    print(f"second half: {grown:+.2f} MiB")
    sys.exit(grown > 2.0)


if __name__ == "__main__":
    main()
