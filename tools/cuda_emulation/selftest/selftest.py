#!/usr/bin/env python3
"""Runs the program of faults.cu once per fault: the emulation must say what is expected here."""

import os
import signal
import subprocess
import sys

# What is printed, and how the program ends (0: it continues, as on a device; -N: by signal N).
ABORT, FAULT = -signal.SIGABRT, -signal.SIGSEGV
EXPECTED = {
    "none": (["twice 2", "sum 512", "warp 64", "c 8"], 0),
    "race_of_writes": (["RACE in", "two writes"], ABORT),
    "race_of_read_and_write": (["RACE in", "a write after a read"], ABORT),
    "missing_barrier": (["RACE in"], ABORT),
    "shuffle_with_the_absent": (["a shuffle from a thread that is not there"], ABORT),
    "beyond_the_block": (["in no block"], ABORT),
    "beyond_shared_memory": (["beyond the block's shared memory"], ABORT),
    "misaligned": (["store of 4 bytes", "misaligned"], ABORT),
    "host_pointer_in_a_kernel": (["load of 4 bytes", "not device memory"], ABORT),
    "device_pointer_on_the_host": ([], FAULT),
    "missing_upload": (["in no block"], ABORT),  # every index is -1
    "missing_fill": (["nan"], 0),
    "too_many_threads": (["invalid configuration argument"], 0),
    "exchanged_operands": (["CUBLAS_STATUS_INVALID_VALUE"], 0),
    "exchanged_sizes": (["beyond the end of a block"], ABORT),
    "pinned_memory_used_too_early": (["arrived 2"], 0),
    "unpinned_asynchronous_copy": (["memory that is not pinned"], ABORT),
    "out_of_memory": (["cudaMalloc failed"], 0),
}


def main():
    program = sys.argv[1]
    names = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    if sorted(names) != sorted(EXPECTED):
        sys.exit("selftest.py and faults.cu differ in: " + " ".join(set(names) ^ set(EXPECTED)))
    missed = 0
    for name in names:
        environment = dict(os.environ, EMULATION_RACES="1", EMULATION_TIGHT="1",
                           EMULATION_MEMORY=str(1 << 28))
        done = subprocess.run([program, name], capture_output=True, text=True, env=environment)
        words, code = EXPECTED[name]
        said = done.stdout + done.stderr
        seen = done.returncode == code and all(word in said for word in words)
        missed += not seen
        print(f"{name}: {'seen' if seen else f'MISSED, ended with {done.returncode}: {said}'}")
    sys.exit(f"{missed} faults were missed" if missed else 0)


main()
