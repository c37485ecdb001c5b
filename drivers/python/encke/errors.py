"""Exceptions. Each is an `EnckeError` and the built-in class that a Python user expects."""

from __future__ import annotations

import re

__all__ = [
    "ArgumentTypeError",
    "DeviceError",
    "EnckeError",
    "InconsistentInput",
    "InternalError",
    "MalformedInput",
    "OpenError",
    "OptionError",
    "OutOfMemory",
    "ReadError",
    "StateError",
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


class _NotAllowed(OpenError, PermissionError):
    """A file that this user may not open."""


for _kind in (_NoSuchFile, _NotAllowed):
    _kind.__name__ = _kind.__qualname__ = "OpenError"


class ReadError(EnckeError, OSError):
    """A file could not be read."""

    exit_code = 4


class WriteError(EnckeError, OSError):
    """A file could not be written."""

    exit_code = 5


class MalformedInput(EnckeError, ValueError):
    """A file breaks the rules of its format; the message has the place.

    Attributes
    ----------
    file : str or None
    line, column : int or None
        From 1.
    offset : int or None
        Bytes before it, of files that have no lines.
    """

    exit_code = 6
    file: str | None = None
    line: int | None = None
    column: int | None = None
    offset: int | None = None


class InconsistentInput(EnckeError, ValueError):
    """Values or arguments do not fit together; the message has vector and field."""

    exit_code = 7


class OptionError(EnckeError, ValueError):
    """An argument is unknown, missing or out of range."""

    exit_code = 8


class ArgumentTypeError(EnckeError, TypeError):
    """An argument is of the wrong type, or one that the function does not have."""

    exit_code = 8


class StateError(EnckeError, RuntimeError):
    """A function came too late, or too early."""

    exit_code = 7


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
    if code == 3 and "Permission denied" in text:
        return _NotAllowed(text)
    return _by_code.get(code, InternalError)(text)


def _of_memory(text: str, needed: int, allowed: int) -> OutOfMemory:
    error = OutOfMemory(_in_python(text))
    error.bytes_needed = needed
    error.bytes_allowed = allowed
    return error


def _of_place(text: str, place: tuple[str, int | None, int | None, int | None]) -> MalformedInput:
    error = MalformedInput(_in_python(text))
    error.file, error.line, error.column, error.offset = place
    return error


def _text_of(path: str, what: str) -> str:
    """What a file of text holds. Raises OpenError, or MalformedInput where it is no text."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise _make(3, f"{path}: {error.strerror} ({what})") from None
    except UnicodeDecodeError as error:
        raise _of_place(f"{path}: {what} is no text in UTF-8", (path, None, None, error.start)) from None
