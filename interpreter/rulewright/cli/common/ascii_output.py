"""Output in encodings without box-drawing characters: characters that cannot be encoded are replaced by ASCII ones.

    ┌───┐                       +---+
    │ ● │ seat(1) → 3           | * | seat(1) -> 3            with PYTHONIOENCODING=ascii

Output in UTF-8, which is nearly everywhere, is unchanged.
"""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata
from typing import Final

ASCII = "rulewright-ascii"
"""ASCII under another name: click assumes that a stream in ASCII is misconfigured, and writes UTF-8 to it."""
HANDLER = "rulewright-plain"
NEEDED = "─│┌●·→…"
"""An encoding with all of these characters has every character that boards and tables are drawn with."""

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
    """Make stdout and stderr replace characters that their encoding lacks, and stdin replace bytes that cannot be decoded."""
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
    """A text in ASCII: letters lose their accents, lines become hyphens, and `?` replaces the rest."""
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
