#!/usr/bin/env python3
"""Fails if the PTX in a file loads or stores single bytes of global memory: a float that the compiler
does not know to be aligned is moved in four pieces."""

import collections
import pathlib
import re
import sys

from translate import modules


def main():
    found, whole = collections.Counter(), 0
    for path in map(pathlib.Path, sys.argv[1:]):
        for _, text in modules(path):
            kernel = ""
            for line in text.split("\n"):
                entry = re.search(r"\.entry\s+(\S+?)\(", line)
                kernel = entry[1] if entry else kernel
                access = re.match(r"\s*(?:@\S+ )?((?:ld|st)\.global\S*\.[a-z](\d+))\s", line)
                if access and int(access[2]) == 8:
                    found[kernel] += 1
                whole += access is not None and int(access[2]) >= 32
    for kernel, count in found.items():
        print(f"{count} accesses to single bytes in {kernel}")
    if found or whole == 0:
        sys.exit(f"{len(found)} kernels move single bytes")
    print(f"{whole} loads and stores, all of whole words")


main()
