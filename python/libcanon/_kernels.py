"""Loads the compiled part with the kernels of OpenBLAS that fit the processor.

OpenBLAS knows processors by their model and gives one that is newer than itself the kernels of the year 2004
(0.3.21 does so to a Xeon of 2023). The programs of canon start anew with a better set; a module cannot, but
the choice is made when the library is loaded, and the environment decides it. NumPy's own BLAS is loaded
before, and so is not concerned. OPENBLAS_CORETYPE is obeyed, CANON_KEEP_BLAS_KERNEL=1 leaves the choice alone.
"""

from __future__ import annotations

import os
from contextlib import suppress

import numpy as np  # noqa: F401  (loads its BLAS, if it has one of its own)

_SETS = (
    ("SkylakeX", {"avx512f", "avx512dq", "avx512bw", "avx512vl"}),
    ("Haswell", {"avx2", "fma"}),
    ("Sandybridge", {"avx"}),
)


def _flags() -> set[str]:
    """What the processor can do; nothing where it is no x86 under Linux."""
    with suppress(OSError), open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("flags"):
                return set(line.split(":", 1)[1].split())
    return set()


def _load() -> None:
    chosen = None
    if "OPENBLAS_CORETYPE" not in os.environ and os.environ.get("CANON_KEEP_BLAS_KERNEL") != "1":
        flags = _flags()
        chosen = next((name for name, needed in _SETS if needed <= flags), None)
    if chosen is None:
        return
    os.environ["OPENBLAS_CORETYPE"] = chosen
    try:
        from . import _core  # noqa: F401
    finally:
        del os.environ["OPENBLAS_CORETYPE"]


_load()
