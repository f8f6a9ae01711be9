"""Arrays that were computed before, by what they were computed from."""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import fields
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from . import _core
from ._graph import Graphs

Arrays = dict[str, np.ndarray]


def key_of(options: str, graphs: Graphs) -> str:
    """Version, options and every entry of the graphs."""
    digest = hashlib.sha256(f"libcanon {_core.version} {options}".encode())
    for field in fields(graphs):
        value: Any = getattr(graphs, field.name)
        if value is None:
            digest.update(f"{field.name} none".encode())
            continue
        detach = getattr(value, "detach", None)
        array = np.ascontiguousarray(detach().cpu() if detach else value)
        digest.update(f"{field.name} {array.dtype.str} {array.shape}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def load_or_compute(folder: str | PathLike[str], options: str, graphs: Graphs,
                    compute: Callable[[], Arrays]) -> Arrays:
    """From the file of this key if it is there and whole; else computed, and written whole."""
    path = Path(folder) / f"libcanon-{key_of(options, graphs)[:32]}.npz"
    try:
        with np.load(path, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except FileNotFoundError:
        pass
    except (OSError, ValueError, zipfile.BadZipFile, EOFError):
        pass  # damaged: it is computed and written anew
    arrays = compute()
    write_whole(path, arrays)
    return arrays


def write_whole(path: Path, arrays: Arrays) -> None:
    """Under another name first: a reader sees the whole file or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=path.name, suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
