"""What goes to stdout and stderr, all through one place, and what becomes of streams that are closed.

    with guarded():
        click.echo("a name with \\x1b[2J in it")          a name with ␛[2J in it

Whatever a text holds, wherever it came from, no character of it steers the terminal: it is shown as a picture.  What we style ourselves
is marked by `own`, and only that reaches the terminal as it is.  stdout and stderr that cannot be written to end a command with a
sentence (stdout) or are done without (stderr).
"""

from __future__ import annotations

import io
import os
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, TextIO, cast

from rulewright.problems.terminal import STEERING, picture
from rulewright.source.output import CannotWrite

_MARK: Final = f"\ue000{secrets.token_hex(4)}"
"""Stands before a character that is ours. Nobody outside knows it, so no text can hold it."""
_OURS: Final = {"\x1b": "e", "\r": "r"}
_THEIRS: Final = {letter: character for character, letter in _OURS.items()}
_STYLES = re.compile(r"\x1b(?=\[[0-9;?]*[mJHhl])|\r")
_MET = re.compile(f"{_MARK}([{''.join(_THEIRS)}])|\\r(?=\\n)|[{STEERING}]")


def own(text: str) -> str:
    """A text whose styles, returns to the beginning of the line and clearings of the screen are ours; texts from outside in it are
    `visible` already."""
    return _STYLES.sub(lambda met: _MARK + _OURS[met[0]], text)


def shown(text: str) -> str:
    """A text as it may reach a terminal: what steers it is a picture, but for what is ours. Line ends and tabs stay."""
    return _MET.sub(_met, text)


def styled(text: str, **style: Any) -> str:
    """A text in colour, bold or faint, as `click.style` has it."""
    import click  # to start sooner: the version does without

    return own(click.style(shown(text), **style))


def _met(met: re.Match[str]) -> str:
    if met[1]:
        return _THEIRS[met[1]]
    return met[0] if met[0] == "\r" and met.string[met.end() : met.end() + 1] == "\n" else picture(met[0])


class NoInput(io.StringIO):
    """In the place of a stdin that was closed before we began."""


class Guarded:
    """A stream on which nothing but what is ours steers the terminal."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:  # whatever a stream has
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError("only text is written here")  # click asks so whether it is a stream of bytes
        if text:  # click asks with none whether it can be written to, and hides that it cannot
            self._to_stream(shown(text))
        return len(text)

    def flush(self) -> None:
        self._to_stream(None)

    def _to_stream(self, text: str | None) -> None:
        """Raises CannotWrite, and BrokenPipeError where nobody reads any more (`| head`); afterwards all goes nowhere."""
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
        """What is left in the buffer goes nowhere, so that Python does not try it again when it ends."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)


class Notes(Guarded):
    """stderr: where it cannot be written to, there is nobody to tell."""

    def _to_stream(self, text: str | None) -> None:
        with suppress(OSError):
            super()._to_stream(text)


@contextmanager
def guarded() -> Iterator[None]:
    """Guard stdout and stderr, and put something in the place of what is closed. Raises CannotWrite for a closed stdout."""
    before = sys.stdin, sys.stdout, sys.stderr
    _fill_closed_descriptors()
    sys.stdin = sys.stdin or NoInput()
    sys.stderr = cast("TextIO", Notes(sys.stderr or _nowhere()))
    try:
        if sys.stdout is None:
            raise CannotWrite("standard output", "it is closed")
        sys.stdout = cast("TextIO", Guarded(sys.stdout))
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _nowhere() -> TextIO:
    """stderr on its descriptor, which leads nowhere now."""
    return io.TextIOWrapper(io.FileIO(2, "w", closefd=False), "utf-8", write_through=True)


def _fill_closed_descriptors() -> None:
    """Otherwise the next file that is opened gets the number of a closed stream, and what libraries print goes into it."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        while (number := os.open(os.devnull, os.O_WRONLY)) <= 2:
            pass
        os.close(number)
