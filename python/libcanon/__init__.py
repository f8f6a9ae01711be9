"""Canonical signs and bases for graph Laplacian eigenvectors.

>>> import libcanon
>>> edge_index = [[0, 1, 2, 3, 4, 1], [1, 2, 3, 4, 5, 3]]
>>> libcanon.encode(edge_index, k=3).features.shape
(6, 3)

`encode` and `encode_many` make node features that do not depend on what the eigensolver happened to return;
`eigh` is numpy.linalg.eigh with a sign and basis that hold across machines. `libcanon.pyg`, `libcanon.dgl`,
`libcanon.nx` and `libcanon.sklearn` are for those who use these packages, and are imported by name only.
"""

from . import _kernels  # isort: skip  (loads _core)
from ._core import (Certificate, CertificateCheck, Eigenspace, Eigenvectors, Encoding, Encodings, Space,
                    SpaceCertificate, Spectrum, Symmetry, blas)
from ._core import version as __version__
from ._encode import encode, encode_many
from ._functions import (EighResult, automorphisms, canonical_labelling, canonize, certify, eigh, eigh_settled,
                         spectrum)
from ._graph import Graph, Graphs, families, generate, read_graphs, relabel
from .errors import ArgumentError, Error, ParseError, ReadError, SolverError, WriteError

__all__ = [
    "ArgumentError", "Certificate", "CertificateCheck", "EighResult", "Eigenspace", "Eigenvectors",
    "Encoding", "Encodings", "Error", "Graph", "Graphs", "ParseError", "ReadError", "SolverError", "Space",
    "SpaceCertificate", "Spectrum", "Symmetry", "WriteError", "__version__", "automorphisms", "blas",
    "canonical_labelling", "canonize", "certify", "eigh", "eigh_settled", "encode", "encode_many",
    "families", "generate", "read_graphs", "relabel", "spectrum",
]
