"""What libcanon raises. The words are those of the C++ library.

A caller's error is an exception; a mathematical outcome (an eigenspace that has no canonical basis) is a
value and never an exception.

>>> import libcanon
>>> libcanon.encode([[0], [1]], k=0)
Traceback (most recent call last):
    ...
libcanon.errors.ArgumentError: k: expected 1 to 1000000, got 0
"""

from __future__ import annotations


class Error(Exception):
    """The root of all that libcanon raises."""


class ArgumentError(Error, ValueError):
    """An argument outside its domain; the message states what was expected."""


class ParseError(Error, ValueError):
    """A file that does not hold what its format promises: "FILE:LINE: expected X, got Y"."""

    file: str = ""
    line: int = 0  #: 1-based; 0 stands for the file as a whole


class ReadError(Error, OSError):
    """A source that cannot be opened or read."""


class WriteError(Error, OSError):
    """A file that cannot be made, written or renamed."""


class SolverError(Error, RuntimeError):
    """An eigensolver that did not converge, or a search for symmetry that gave up."""
