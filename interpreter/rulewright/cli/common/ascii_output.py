"""Terminals and files that have no box-drawing characters: what cannot be written is written with plain ones.

    ┌───┐                       +---+
    │ ● │ seat(1) → 3           | * | seat(1) -> 3            with PYTHONIOENCODING=ascii

Nothing changes where UTF-8 is written, which is nearly everywhere.
"""

from __future__ import annotations

import codecs
import io
import sys
from typing import Final

ASCII = "rulewright-ascii"
"""ASCII by another name: click takes a stream in ASCII for a mistake, and writes UTF-8 into it."""
HANDLER = "rulewright-plain"
NEEDED = "─│┌●·→…"
"""An encoding that has all of these has whatever boards and tables are drawn with."""

_PLAIN: Final = {
    **dict.fromkeys("─━═╌┄┈╴╶╸╺–—−‐‑", "-"),
    **dict.fromkeys("│┃║╎┆┊╵╷╹╻", "|"),
    **dict.fromkeys("·∙░▒", "."),
    **dict.fromkeys("█▓■●•◆▲★", "*"),
    **dict.fromkeys("○□◇△☆", "o"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’‚", "'"),
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C",
    "→": "->", "←": "<-", "…": "...", "×": "x", "≤": "<=", "≥": ">=", "≠": "!=", "✓": "+", "✗": "-",
}  # fmt: skip


def write_plainly() -> None:
    """From now on stdout and stderr write what their encoding has not with plain characters, and nothing typed is too strange."""
    streams = (sys.stdout, sys.stderr)
    poor = [
        stream for stream in streams if isinstance(stream, io.TextIOWrapper) and _is_poor(stream.encoding)
    ]
    if not poor:
        return
    codecs.register(_ascii)
    codecs.register_error(HANDLER, _plain)
    for stream in poor:
        encoding = ASCII if codecs.lookup(stream.encoding).name == "ascii" else stream.encoding
        stream.reconfigure(encoding=encoding, errors=HANDLER)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def plain(text: str) -> str:
    """A text without any character that ASCII has not: letters without accents, lines from hyphens, `?` for the rest."""
    return "".join(map(_in_ascii, text))


def _is_poor(encoding: str) -> bool:
    try:
        NEEDED.encode(encoding)
    except UnicodeEncodeError:
        return True
    return False


def _in_ascii(character: str) -> str:
    if character.isascii():
        return character
    known = _PLAIN.get(character)
    if known is not None:
        return known
    if "\u2500" <= character <= "\u257f":  # corners and crossings
        return "+"
    import unicodedata  # to start sooner: nobody who writes UTF-8 needs it

    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode("ascii") or "?"


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


def _ascii(name: str) -> codecs.CodecInfo | None:
    if name.replace("_", "-") != ASCII:
        return None
    found = codecs.lookup("ascii")
    return codecs.CodecInfo(
        found.encode, found.decode, found.streamreader, found.streamwriter,
        found.incrementalencoder, found.incrementaldecoder, name=ASCII,
    )  # fmt: skip
