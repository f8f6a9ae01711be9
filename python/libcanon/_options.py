"""The options, checked once and then used often."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypedDict

from . import _core
from .errors import ArgumentError

Level = Literal["none", "map", "search", "joint", "orbit", "label"]
Operator = Literal["adjacency", "normalised-adjacency", "lazy-adjacency", "renormalised-adjacency",
                   "laplacian", "normalised-laplacian"]
Columns = Literal["unit", "sqrt-eigenvalue", "sqrt-positive-part", "with-eigenvalues"]


class Rules(TypedDict, total=False):
    """What a graph may not silently become. By default such input is refused."""

    loops: Literal["refuse", "drop", "keep"]  #: a loop of weight w is the diagonal entry w
    duplicates: Literal["refuse", "merge"]  #: edges listed twice in one direction
    directed: Literal["refuse", "symmetrise"]  #: edges of which some are listed in one direction only
    negative_weights: bool


class Canonizing(Rules, total=False):
    """The canonical form beyond its level. Forms compare only under equal options."""

    sign: Literal["map", "odd-power", "largest-norm", "largest-entry"]
    axes: Literal["length", "row-hash"]
    axis_order: Literal["label", "longest"]  #: at level "label"; "longest" is what a learner wants
    c: float  #: the constant in the summary vectors
    ignore_labels: bool  #: node and edge labels take no part (they do from level "joint" on)
    max_nodes: int  #: where levels "orbit" and "label" give up searching for symmetry
    tolerance_eigenvalue: float  #: gap between eigenvalues, relative to the largest
    tolerance_length: float  #: gap between projection lengths
    tolerance_zero: float  #: length of a vanished projection
    solver: Literal["auto", "dense", "mrrr", "batched", "lanczos"]
    lanes: int  #: doubles per vector of the batched solver; 0 for the most that the processor has


class More(Canonizing, total=False):
    """Options of an encoding that are seldom needed."""

    drop_first: bool  #: leave out the first column whatever its eigenspace
    by_component: bool  #: treat connected components one by one
    random_signs: bool  #: multiply each column by a random sign: with level "none", LapPE's augmentation
    seed: int  #: of the random signs


@lru_cache(maxsize=256)
def _cached(**options: Any) -> _core.Options:
    try:
        return _core.Options(**options)
    except TypeError as error:
        known = _core.Options().key.replace("labels=", "ignore_labels=").split()
        names = {word.split("=")[0] for word in known}
        for name in options:
            if name not in names:
                every = ", ".join(sorted(names))
                raise TypeError(f"libcanon has no option {name!r}; there are {every}") from None
        words = ", ".join(f"{name}={value!r}" for name, value in options.items())
        raise ArgumentError(f"expected options of the types in the documentation, got {words}") from error


def checked(**options: Any) -> _core.Options:
    """The options as the compiled part has them; raises ArgumentError that names what was expected."""
    try:
        return _cached(**options)
    except TypeError as error:
        if "unhashable" not in str(error):
            raise
        raise ArgumentError(f"expected options that are numbers or words ({error})") from None
