"""Prints the libraries of this process that libcanon brought along; fails if one comes from the system.

Run by `tools/dev wheel` on the wheel. Libraries of NumPy, of the C library and of GCC do not count.
"""

import pathlib
import re
import sys

import libcanon

home = pathlib.Path(libcanon.__file__).resolve().parent.parent
libraries = set()
for line in pathlib.Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
    path = line.split(maxsplit=5)[-1]
    if re.search(r"\.so(\.|$)", path):
        libraries.add(pathlib.Path(path))
wanted = re.compile(r"openblas|bliss|boost|gmp|gfortran|quadmath|lapack|blas|armadillo|arpack|superlu")
foreign = [path for path in libraries if wanted.search(path.name) and home not in path.parents]
print(libcanon.blas())
for path in sorted(libraries):
    if home in path.parents and "libcanon" in str(path.relative_to(home)):
        print(path.relative_to(home), path.stat().st_size)
libcanon.encode([[0, 1], [1, 2]])
if foreign:
    sys.exit(f"not carried by the wheel: {', '.join(map(str, foreign))}")
