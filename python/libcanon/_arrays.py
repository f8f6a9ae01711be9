"""Arrays that are not yet what the compiled part takes: lists, tensors, other types of numbers.

The compiled part calls these where it is not given int64 or float64 in C order. Nothing is converted that
would lose something: a fraction is no index, and a complex number no weight.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from .errors import ArgumentError


def _asarray(given: Any, name: str) -> NDArray[Any]:
    detach = getattr(given, "detach", None)  # a tensor that requires gradients, or lies on a device
    if detach is not None:
        given = detach().cpu()
    try:
        array = np.asarray(given)
    except Exception as error:
        raise ArgumentError(f"{name}: expected an array, got {type(given).__name__} ({error})") from error
    if array.dtype == object:
        raise ArgumentError(f"{name}: expected an array of numbers, got one of objects")
    return array


def _with_dimensions(array: NDArray[Any], name: str, dimensions: int) -> NDArray[Any]:
    if array.ndim == dimensions:
        return array
    if array.size == 0 and array.ndim == 1 and dimensions == 2:
        return array.reshape(2, 0)  # [] for a graph without edges
    raise ArgumentError(f"{name}: expected {dimensions} dimension{'s' if dimensions > 1 else ''}, "
                        f"got the shape {array.shape}")


def _int64(array: NDArray[Any], name: str) -> NDArray[np.int64]:
    if array.dtype.kind not in "iu" and (array.size or array.dtype.kind == "c"):
        raise ArgumentError(f"{name}: expected integers, got {array.dtype}")
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(np.int64).max:
        raise ArgumentError(f"{name}: expected numbers below 2**63, got {array.max()}")
    return np.ascontiguousarray(array, dtype=np.int64)


def integers(given: Any, name: str, dimensions: int) -> NDArray[np.int64]:
    """As int64 in C order, of so many dimensions."""
    return _int64(_with_dimensions(_asarray(given, name), name, dimensions), name)


def reals(given: Any, name: str, dimensions: int) -> NDArray[np.float64]:
    """As float64 in C order, of so many dimensions; a column of width 1 is a vector."""
    array = _asarray(given, name)
    if array.dtype.kind not in "iuf" and (array.size or array.dtype.kind == "c"):
        raise ArgumentError(f"{name}: expected real numbers, got {array.dtype}")
    if dimensions == 1 and array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    return np.ascontiguousarray(_with_dimensions(array, name, dimensions), dtype=np.float64)


def labels(given: Any, name: str, dimensions: int) -> NDArray[np.int64]:
    """One integer per row; rows of several are packed into one, by the rule of the OGB reader."""
    array = _asarray(given, name)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 2:
        return _int64(_with_dimensions(array, name, dimensions), name)
    wide = _int64(array, name)
    if wide.size and (wide.min() < -(2**31) or wide.max() >= 2**31):
        raise ArgumentError(f"{name}: expected rows of 32-bit integers, got one beyond")
    return np.asarray(_core.pack_labels(np.ascontiguousarray(wide, dtype=np.int32)))
