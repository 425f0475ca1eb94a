"""Safe standard streams: control characters are made visible, and closed streams are handled.

    with guarded():
        click.echo("a name with \\x1b[2J in it")          a name with ␛[2J in it

A control character in any text is printed as a visible symbol. Only escape sequences marked by `own` reach the terminal.
If stdout cannot be written to, the command ends with a message; if stderr cannot, its output is dropped.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, TextIO, cast

from rulewright.problems.terminal import STEERING, picture
from rulewright.source.output import CannotWrite

OUT, ERR = 1, 2
"""The numbers of stdout and stderr."""
_MARK: Final = f"\ue000{int.from_bytes(os.urandom(4)):08x}"
"""Precedes each of our own control characters. It is random, so no text from outside can contain it."""
_OURS: Final = {"\x1b": "e", "\r": "r"}
_THEIRS: Final = {letter: character for character, letter in _OURS.items()}
_STYLES = re.compile(r"\x1b(?=\[[0-9;?]*[mJHhl])|\r")
_MET = re.compile(f"{_MARK}([{''.join(_THEIRS)}])|\\r(?=\\n)|[{STEERING}]")


def own(text: str) -> str:
    """Mark the styles, carriage returns and screen clearings in a text as our own. Text from outside in it must already be
    `visible`."""
    return _STYLES.sub(lambda met: _MARK + _OURS[met[0]], text)


def shown(text: str) -> str:
    """A text that is safe to print: control characters become visible symbols, other than our own, line ends and tabs."""
    return _MET.sub(_met, text)


def styled(text: str, **style: Any) -> str:
    """A text with the styles of `click.style`."""
    import click  # to start sooner: the version does without

    return own(click.style(shown(text), **style))


def _met(met: re.Match[str]) -> str:
    if met[1]:
        return _THEIRS[met[1]]
    return met[0] if met[0] == "\r" and met.string[met.end() : met.end() + 1] == "\n" else picture(met[0])


class NoInput(io.StringIO):
    """Replaces a stdin that was closed before the program started."""


class Guarded:
    """A stream that passes on only our own control characters."""

    def __init__(self, stream: TextIO, number: int) -> None:
        self._stream, self._number = stream, number

    def __getattr__(self, name: str) -> Any:  # whatever a stream has
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError("only text is written here")  # click asks so whether it is a stream of bytes
        if text:  # click asks with none whether it can be written to, and hides that it cannot
            self.pass_on(shown(text))
        return len(text)

    def pass_on(self, text: str) -> None:
        """Write a text that is safe to print."""
        self._to_stream(text)
        for heard in _LISTENING:
            heard.append((self._number, text))

    def flush(self) -> None:
        self._to_stream(None)

    def _to_stream(self, text: str | None) -> None:
        """Write or flush. Raises CannotWrite, or BrokenPipeError if the reader is gone (`| head`); later output is dropped."""
        try:
            if text is None:
                self._stream.flush()
            else:
                self._stream.write(text)
        except BrokenPipeError:
            self._give_up()
            raise
        except OSError as error:
            self._give_up()
            raise CannotWrite.because("standard output", error) from None

    def _give_up(self) -> None:
        """Redirect the stream to the null device, so that Python does not try again to flush its buffer on exit."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)


class Notes(Guarded):
    """stderr: an error in writing to it is ignored, since there is nowhere to report it."""

    def _to_stream(self, text: str | None) -> None:
        with suppress(OSError):
            super()._to_stream(text)


_LISTENING: list[list[tuple[int, str]]] = []


@contextmanager
def listening() -> Iterator[list[tuple[int, str]]]:
    """A list of all that is written until the block ends, each with 1 for stdout or 2 for stderr."""
    heard: list[tuple[int, str]] = []
    _LISTENING.append(heard)
    try:
        yield heard
    finally:
        _LISTENING.remove(heard)


def are_guarded() -> bool:
    """Whether all that is written can be heard."""
    return isinstance(sys.stdout, Guarded) and isinstance(sys.stderr, Guarded)


def say_again(heard: Iterable[tuple[int, str]]) -> None:
    """Write what was heard to guarded streams."""
    for number, text in heard:
        cast("Guarded", sys.stdout if number == OUT else sys.stderr).pass_on(text)


@contextmanager
def guarded() -> Iterator[None]:
    """Guard stdout and stderr, and replace closed streams. Raises CannotWrite for a closed stdout."""
    before = sys.stdin, sys.stdout, sys.stderr
    _fill_closed_descriptors()
    sys.stdin = sys.stdin or NoInput()
    sys.stderr = cast("TextIO", Notes(sys.stderr or _nowhere(), ERR))
    try:
        if sys.stdout is None:
            raise CannotWrite("standard output", "it is closed")
        sys.stdout = cast("TextIO", Guarded(sys.stdout, OUT))
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _nowhere() -> TextIO:
    """A stream on descriptor 2, which is the null device by now."""
    return io.TextIOWrapper(io.FileIO(2, "w", closefd=False), "utf-8", write_through=True)


def _fill_closed_descriptors() -> None:
    """Open the null device on closed descriptors: otherwise the next file that is opened gets one of their numbers, and the
    output of libraries goes to it."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        while (number := os.open(os.devnull, os.O_WRONLY)) <= 2:
            pass
        os.close(number)
