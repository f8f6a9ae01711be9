#!/usr/bin/env python3
"""Translates the PTX in objects, archives and programs to C and compiles it: one shared library per
module, named after a hash of the PTX, where the emulated runtime finds it. Compile with nvcc's
--compress-mode=none, so that the PTX is there as text."""

import argparse
import concurrent.futures
import fcntl
import pathlib
import re
import subprocess
import sys
import zlib

from ptx_module import Module
from ptx_operand import Unknown

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-xc", "-std=gnu11", "-O1", "-w", "-fPIC", "-shared", "-fno-strict-aliasing", "-fwrapv",
         "-ffp-contract=off"]


def modules(path):
    """The texts of PTX in a file, with the name that the runtime computes too (kernels.cpp)."""
    for match in re.finditer(rb"\.version [^\0]*", path.read_bytes()):
        if b".target" in match[0]:
            yield f"{zlib.crc32(match[0]):08x}-{len(match[0])}", match[0].decode()


def compile_module(name, text, folder, compiler):
    source = folder / f"{name}.c"
    source.write_text((HERE / "prelude.h").read_text() + Module(text).text())
    made = folder / f"{name}.tmp{source.stat().st_ino}"
    subprocess.run([compiler, *FLAGS, str(source), "-o", str(made), "-lm"], check=True)
    made.rename(folder / f"{name}.so")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=pathlib.Path, required=True, help="where the libraries go")
    parser.add_argument("--compiler", default="cc")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("file", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    lock = open(arguments.folder / "lock", "w")  # one at a time; until the program ends
    fcntl.flock(lock, fcntl.LOCK_EX)
    # What another translator made is not ours.
    own = b"".join(p.read_bytes() for p in sorted([*HERE.glob("ptx_*.py"), HERE / "prelude.h"]))
    key = arguments.folder / "translator.key"
    if not key.exists() or key.read_text() != str(zlib.crc32(own)):
        for old in arguments.folder.glob("*.so"):
            old.unlink()
        key.write_text(str(zlib.crc32(own)))
    found = {name: text for path in arguments.file for name, text in modules(path)}
    if not found:
        sys.exit("translate.py: no PTX as text in " + " ".join(map(str, arguments.file)))
    missing = [n for n in found if not (arguments.folder / f"{n}.so").exists()]

    def work(name):
        try:
            compile_module(name, found[name], arguments.folder, arguments.compiler)
        except Unknown as unknown:
            return f"translate.py: module {name}: {unknown}"
        except subprocess.CalledProcessError:
            return f"translate.py: the C of module {name} does not compile"
        return None

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        errors = [e for e in pool.map(work, missing) if e]
    print(f"{len(found)} modules, {len(missing)} translated")
    if errors:
        sys.exit("\n".join(errors))


if __name__ == "__main__":
    main()
