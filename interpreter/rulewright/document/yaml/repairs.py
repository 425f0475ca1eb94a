"""Fixes for texts that YAML cut or cannot read, where one small change gives what the author surely meant.

    {when: max(1, 2) > n}          ->      {when: "max(1, 2) > n"}
    about: Note: rack one first    ->      about: "Note: rack one first"

A file is read again before a fix is kept, so these functions look only at the line they change.
"""

from __future__ import annotations

import re

from rulewright.problems.fix import Edit, Fix, rewritten
from rulewright.problems.quoting import quoted
from rulewright.source.text import Span

_PROSE = re.compile(r"[ \t]*(?:- )?(?:about|label|plural|says|sheet|title):[ \t]+(?=[^\s\"'|>&*!\[{#])")
_ANY_PROSE = re.compile(r"[ \t]*(?:- )?(?:about|label|plural|says|sheet|title):[ \t]+(?=[&*!\[{])")
_PROSE_INSIDE = re.compile(r"[{,]\s*(?:about|label|plural|says|sheet|title):[ \t]+\Z")
_WITH_COMMAS = re.compile(r"[^\n\"'\\#\[\]{}:]{1,400}?(?=\s*(?:,\s*\w+:\s|[}\]]))")
_NOTHING = ("~", "null", "Null", "NULL")


def quoted_whole(span: Span) -> Fix | None:
    """Quotes around a text that a comma in brackets ended, up to where its parentheses close."""
    text = span.source.text
    depth = 0
    if not re.search(r"\w\(", span.text):
        return None  # no call, whose arguments a comma separates
    for place in range(span.start, len(text)):
        character = text[place]
        if character in "\n\"'\\#[{" or (character == ":" and text[place + 1 : place + 2] in (" ", "\n")):
            return None
        depth += (character == "(") - (character == ")")
        if depth == 0 and character in ",]}":
            whole = Span(span.source, span.start, span.start + len(text[span.start : place].rstrip()))
            return (
                _in_quotes(whole)
                if re.search(r",\s", whole.text) and not re.search(r",\S", whole.text)
                else None
            )
    return None


def prose_whole(span: Span) -> Fix | None:
    """Quotes around a text for people that a comma in braces ended, up to the next key or the closing brace."""
    text = span.source.text
    if not _PROSE_INSIDE.search(text, max(0, span.start - 80), span.start):
        return None
    found = _WITH_COMMAS.match(text, span.start)
    if found is None or found.end() <= span.end:
        return None
    return _in_quotes(Span(span.source, *found.span()))


def prose_in_quotes(span: Span) -> Fix | None:
    """Quotes around a text for people, where a `: ` or a sign at its beginning confuses YAML."""
    source = span.source
    begins = source.text.rfind("\n", 0, span.start) + 1
    key = _PROSE.match(source.text, begins) or _ANY_PROSE.match(source.text, begins)
    if key is None:
        return None
    line = source.line(source.position(span.start)[0])
    value = line[key.end() - begins :].rstrip()
    if '"' in value or "\\" in value or " #" in value:
        return None
    return _in_quotes(Span(source, key.end(), key.end() + len(value)))


def comma_before(span: Span) -> Fix | None:
    """A comma before an entry in brackets, or in the place of a `;`. None where keys have several words: the key that was
    read may be the end of a longer one."""
    text = span.source.text
    before = len(text[: span.start].rstrip())
    line = span.source.line(span.line)
    if re.search(r"[{,]\s*[^\s{}:,]+ [^{}:,]*:", line):
        return None
    place = Span(span.source, before - text[:before].endswith(";"), before)
    return Fix(f"write a comma before `{span.text}`", (Edit(place, ","),))


def colon_for_sign(key: Span) -> Fix | None:
    """A colon in the place of a `;` or `=` after a key."""
    text = key.source.text
    sign = re.match(r"\s*([;=])[ \t]*", text[key.end :])
    if sign is None or not re.search(r"(?:^|[\n{,\[])[ \t]*(?:- +)?$", text[: key.start]):
        return None
    return Fix(f"write `{key.text}:`", (Edit(Span(key.source, key.end, key.end + sign.end()), ": "),))


def space_after_dash(dash: Span) -> Fix:
    """A space after the dash of an entry."""
    return Fix("write a space after `-`", (Edit(Span(dash.source, dash.end, dash.end), " "),))


def in_square_brackets(span: Span) -> Fix:
    """`[black, white]` for `{black, white}`."""
    first, last = Span(span.source, span.start, span.start + 1), Span(span.source, span.end - 1, span.end)
    title = "write " + quoted(f"[{span.text[1:-1]}]")
    return Fix(title, (Edit(first, "["), Edit(last, "]")))


def space_after(span: Span) -> Fix:
    """A space after the colon of a key."""
    return Fix(f"write a space after `{span.text}`", (Edit(Span(span.source, span.end, span.end), " "),))


def without_colon(key: Span) -> Fix:
    """A word without the colon after it, since it is no key."""
    colon = key.source.text.index(":", key.end)
    return Fix("leave the colon out", (Edit(Span(key.source, key.end, colon + 1), ""),))


def closing_bracket(opened: Span, closing: str) -> Fix | None:
    """The missing closing bracket at the end of a line, if the next line continues as if the bracket were there."""
    source = opened.source
    number, column = source.position(opened.start)
    line = source.line(number)
    rest = line[column - 1 :].rstrip()
    following = next(
        (text for text in source.text.split("\n")[number : number + 20] if text.strip(" \r")), ""
    )
    if set(rest) & set("\"'#") or _indent(following) > _indent(line):
        return None
    opening = opened.text
    others = [pair for pair in ("{}", "[]", "()") if pair[0] != opening]
    if any(rest.count(pair[0]) != rest.count(pair[1]) for pair in others) or rest.endswith((",", ";")):
        return None
    if rest.count(opening) != 1 or closing in rest:
        return None  # which of several is not closed, and where?
    end = opened.start + len(rest)
    return Fix(f"write `{closing}` at the end of the line", (Edit(Span(source, end, end), closing),))


def none_for_null(span: Span) -> Fix | None:
    """`none` for YAML's own word."""
    return rewritten(span, "none") if span.text in _NOTHING else None


def not_for_tag(span: Span) -> Fix | None:
    """`!rolled`, which YAML takes for a tag, is `not rolled`."""
    place = Span(span.source, span.start, span.start + 1)
    if not re.match(r"!(?:[A-Za-z_(])", span.text):
        return None
    return Fix("write `not`", (Edit(place, "not "),))


def _in_quotes(span: Span) -> Fix:
    """Quotation marks as two edits: the text between them is not touched, and may have mistakes of its own."""
    before, after = Span(span.source, span.start, span.start), Span(span.source, span.end, span.end)
    return Fix("write " + quoted(f'"{span.text}"'), (Edit(before, '"'), Edit(after, '"')))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
