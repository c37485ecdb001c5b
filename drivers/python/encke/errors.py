"""Exceptions. Each is an `EnckeError` and the built-in class that a Python user expects."""

from __future__ import annotations

import re

__all__ = [
    "DeviceError",
    "EnckeError",
    "InconsistentInput",
    "InternalError",
    "MalformedInput",
    "OpenError",
    "OptionError",
    "OutOfMemory",
    "ReadError",
    "Stopped",
    "WriteError",
]


class EnckeError(Exception):
    """Base of all errors of Encke."""

    #: Number of the failure, which is the exit code of the command line.
    exit_code: int = 60


class OutOfMemory(EnckeError, MemoryError):
    """More memory is needed than there is, or than is allowed."""

    exit_code = 2
    bytes_needed: int = 0
    bytes_allowed: int = 0


class OpenError(EnckeError, OSError):
    """A file could not be opened."""

    exit_code = 3


class _NoSuchFile(OpenError, FileNotFoundError):
    """A file that is to be read is not there."""


_NoSuchFile.__name__ = _NoSuchFile.__qualname__ = "OpenError"


class ReadError(EnckeError, OSError):
    """A file could not be read."""

    exit_code = 4


class WriteError(EnckeError, OSError):
    """A file could not be written."""

    exit_code = 5


class MalformedInput(EnckeError, ValueError):
    """A file breaks the rules of its format; the message has the place."""

    exit_code = 6


class InconsistentInput(EnckeError, ValueError):
    """Values or arguments do not fit together; the message has vector and field."""

    exit_code = 7


class OptionError(EnckeError, ValueError):
    """An argument is unknown, missing or out of range."""

    exit_code = 8


class DeviceError(EnckeError, RuntimeError):
    """A GPU was asked for and cannot be used."""

    exit_code = 16


class Stopped(EnckeError, RuntimeError):
    """The run was stopped on request."""

    exit_code = 20


class InternalError(EnckeError, RuntimeError):
    """A defect of Encke."""

    exit_code = 60


_by_code: dict[int, type[EnckeError]] = {
    kind.exit_code: kind
    for kind in (
        OutOfMemory,
        OpenError,
        ReadError,
        WriteError,
        MalformedInput,
        InconsistentInput,
        OptionError,
        DeviceError,
        Stopped,
        InternalError,
    )
}


#: An option of the command line, not a part of a path.
_OPTION = re.compile(r"(?<![\w/.-])--([a-z][a-z0-9-]*)")

#: What is a function here, or another value.
_OTHER_WORDS = (
    ("encke merge", "encke.join"),
    ("--way 2", "pairs"),
    ("--way 3", "triples"),
    ("--precision f32", 'precision="float32"'),
    ("--precision f64", 'precision="float64"'),
    (" (its columns: --compare features)", ""),
    ("a BIOM table is given with --biom in place of --table", "encke.unifrac takes BIOM tables"),
)


def _in_python(text: str) -> str:
    """A sentence of the library with arguments in place of the command line's options."""
    for theirs, ours in _OTHER_WORDS:
        text = text.replace(theirs, ours)
    return _OPTION.sub(lambda found: found[1].replace("-", "_"), text)


def _make(code: int, text: str) -> EnckeError:
    if code not in (3, 4, 5):  # these are of files alone
        text = _in_python(text)
    if code == 3 and "No such file" in text:
        return _NoSuchFile(text)
    return _by_code.get(code, InternalError)(text)


def _of_memory(text: str, needed: int, allowed: int) -> OutOfMemory:
    error = OutOfMemory(_in_python(text))
    error.bytes_needed = needed
    error.bytes_allowed = allowed
    return error
