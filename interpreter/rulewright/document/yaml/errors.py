"""Errors of PyYAML as problems in an author's words.

PyYAML's two parsers word the same mistake differently ("did not find expected ',' or '}'", "expected ',' or
'}', but got '['"), so the character at the place decides more than the words do.
"""

from __future__ import annotations

import re
from contextlib import suppress

import yaml

from rulewright.document import messages
from rulewright.document.yaml import indentation
from rulewright.problems.limits import DEEPEST
from rulewright.problems.problem import Problem
from rulewright.source.text import Source, Span

_OPERATORS = ("in", "and", "or", "not")
"""Words that a value follows, never a mapping or list."""
_MERGE = re.compile(r"^(?:([<|>])\1{6}(?=[ \r\n]|\Z)|={7}(?=\r?\n|\Z)).*", re.MULTILINE)
"""A line that a tool writes between two versions of a text that it could not join."""
_PROSE_SIGN = re.compile(r"(?:^|[\s{,-])(?:about|label|plural|says|sheet|title):[ \t]+([*{\[])")


def is_unmerged(source: Source) -> bool:
    """Whether a text contains the markers of an unresolved merge of two versions."""
    return any(line[1] for line in _MERGE.finditer(source.text))


def unmerged(source: Source) -> Problem:
    """The problem of a text with markers of an unresolved merge, at those of the first conflict."""
    lines = [Span(source, line.start(), line.end()) for line in _MERGE.finditer(source.text)]
    again = next((i for i, line in enumerate(lines[1:], 1) if line.text.startswith("<")), len(lines))
    return messages.left_from_merge([_without_end(line) for line in lines[:again]])


def problem(error: yaml.YAMLError, source: Source, shift: int) -> Problem:
    """One problem for an error of PyYAML; `shift` is the number of characters before the text that PyYAML was given."""
    if _MERGE.search(source.text):
        return unmerged(source)
    if not isinstance(error, yaml.MarkedYAMLError):
        return messages.not_yaml(Span(source, 0, 0), str(error).split("\n")[0])
    span = _span(source, error.problem_mark or error.context_mark, shift)
    words = error.problem or error.context or ""
    if "maximum nesting depth" in words:  # libyaml's own limit, met while it looks ahead
        return messages.too_deep(span, DEEPEST)
    sign = _prose_sign(source, span)
    if sign is not None:
        return messages.cannot_start(sign)
    anchor = _anchor(source, span, words)
    if anchor is not None:
        return messages.cannot_start(anchor)
    if "tab character" in words:
        return messages.tab(_tab(source, span))
    if "mapping values are not allowed" in words:
        return _stray_colon(source, span)
    if "expected ',' or" in words:
        return _flow(source, span, error, shift)
    if "cannot start any token" in words:
        return messages.tab(span) if span.text == "\t" else messages.cannot_start(span)
    if "quoted scalar" in (error.context or "") and "end of stream" in words:
        return messages.unclosed_quote(_span(source, error.context_mark, shift))
    if "expected ':'" in words:
        line = _line(source, _span(source, error.context_mark, shift))
        return messages.no_colon_in_line(line, indentation.opener(source, line.start))
    if span.text == "," and "node content" in words:
        return messages.nothing_between(span)
    key = _key_without_colon(source, span)
    if key is not None:
        return messages.colon_missing(key)
    if span.text in ("}", "]"):
        return messages.closes_nothing(span)
    before = source.text[: span.start].rstrip(" ")
    if before.endswith(('"', "'")):
        return messages.after_quotes(span, _quotation(source, len(before), shift))
    by_lines = indentation.problem(source, span.start)
    if by_lines is not None:
        return by_lines
    if "block mapping" in (error.context or "") or "block collection" in (error.context or ""):
        return messages.does_not_belong(span, _span(source, error.context_mark, shift))
    return messages.not_yaml(span, words)


def _without_end(line: Span) -> Span:
    return Span(line.source, line.start, line.start + len(line.text.rstrip()))


def _span(source: Source, mark: yaml.Mark | None, shift: int) -> Span:
    if mark is None:
        return Span(source, 0, 0)
    start = min(mark.index + shift, len(source.text))
    return Span(source, start, min(start + 1, len(source.text)))


def _line(source: Source, span: Span) -> Span:
    """The text from a place to the end of its line."""
    end = source.text.find("\n", span.start)
    return Span(source, span.start, len(source.text) if end < 0 else end)


def _quotation(source: Source, end: int, shift: int) -> Span | None:
    """The opening quotation mark of the quoted text that ends at a place."""
    with suppress(yaml.YAMLError):  # of two mistakes the scanner may not get beyond the first
        for token in yaml.scan(source.text[shift:end], Loader=yaml.SafeLoader):
            if isinstance(token, yaml.ScalarToken) and token.end_mark.index + shift == end:
                return _span(source, token.start_mark, shift)
    return None


def _prose_sign(source: Source, span: Span) -> Span | None:
    """The `*`, `[` or `{` with which a text that people read begins on this line, or on the one before."""
    begins = span.start - source.position(span.start)[1] + 1
    found = _PROSE_SIGN.search(_line(source, Span(source, begins, begins)).text)
    return None if found is None else Span(source, begins + found.start(1), begins + found.end(1))


def _anchor(source: Source, span: Span, words: str) -> Span | None:
    """The `&` or `*` at the beginning of a text, which YAML takes for a mark of its own and at which it gave up."""
    found = re.search(r"[&*]\w*[ \t]*$", source.text[: span.start])
    if found is None or not ("alphabetic" in words or "cannot start" in words or "expected" in words):
        return None
    if source.text[: found.start()].rstrip(" ")[-1:] not in (":", ",", "[", "{", "-", "\n"):
        return None
    return Span(source, found.start(), found.start() + 1)


def _tab(source: Source, span: Span) -> Span:
    """The first tab that indents the line."""
    begins = span.start - source.position(span.start)[1] + 1
    tab = source.text.find("\t", begins)
    return Span(source, tab, tab + 1) if tab >= 0 else span


def _stray_colon(source: Source, span: Span) -> Problem:
    begins = span.start - source.position(span.start)[1] + 1
    before = source.text[begins : span.start]
    dash = re.match(r"[ ]*(?:- +)*(-)(?=[A-Za-z_{\[])", before)
    if dash is not None:
        return messages.dash_without_space(Span(source, begins + dash.start(1), begins + dash.end(1)))
    tight = re.match(r"[ ]*(?:- )?(\w+:)[\[{]", before)
    if tight is not None:
        return messages.space_missing(Span(source, begins + tight.start(1), begins + tight.end(1)))
    key = _key_without_colon(source, span)
    if key is not None:
        return messages.colon_missing(key)
    if re.search(r":\s", before):
        unopened = _unopened(source, span)
        return messages.second_colon(span) if unopened is None else messages.closes_nothing(unopened)
    begins += len(before) - len(before.lstrip())
    return indentation.problem(source, begins) or messages.second_colon(span)


def _flow(source: Source, span: Span, error: yaml.MarkedYAMLError, shift: int) -> Problem:
    opened = _span(source, error.context_mark, shift)
    if span.text == ";":
        return messages.semicolon(span)
    if span.text in ("[", "{") and source.text[span.start - 1 : span.start].strip(" ,:;=[{") != "":
        return messages.bracket_in_flow(span)
    if span.text in ("[", "{"):
        word = re.search(r"\w+$", source.text[: span.start].rstrip(" =;"))
        if word is not None and word[0] in _OPERATORS:
            return messages.list_of_values(span)
        key = re.match(r"\{ *(\w+):", source.text[span.start : span.start + 80])
        if key is not None and re.search(r":[ \t][^,{}\[\]\n]*$", source.text[opened.start : span.start]):
            return _brace_for_comma(span, key[1])
        if word is not None and word.start() > opened.start:
            return messages.colon_missing(Span(source, word.start(), word.end()))
    if span.text == ":" and source.position(opened.start)[0] == source.position(span.start)[0]:
        key = re.search(r":\s[^,{}\[\]]*\s(\w+)$", source.text[opened.start : span.start])
        if key is not None:
            return messages.comma_missing(Span(source, span.start - len(key[1]), span.start), key[1])
        return messages.second_colon(span)
    return messages.unclosed_flow(opened, span)


def _brace_for_comma(span: Span, key: str) -> Problem:
    """`{if: pot > 3 {do: ...}}`."""
    return Problem("yaml-syntax", f"a comma is missing before `{key}:`, and no brace opens there", span,
                   label="a value ends before this", help=f"write `, {key}: ...` without the `{{`, inside the braces that are open")  # fmt: skip


def _key_without_colon(source: Source, span: Span) -> Span | None:
    """`given = {a: 1}` and `given {a: 1}`, where YAML gives up somewhere in the brackets."""
    begins = span.start - source.position(span.start)[1] + 1
    line = _line(source, Span(source, begins, begins)).text
    found = re.match(r"[ ]*(?:- )?(\w+) *[=;]? *[\[{]", line)
    if found is None or begins + found.end() > span.start:
        return None
    return Span(source, begins + found.start(1), begins + found.end(1))


def _unopened(source: Source, span: Span) -> Span | None:
    """The bracket at the end of a line that closes more than the line opened."""
    begins = span.start - source.position(span.start)[1] + 1
    line = re.sub(r"\s#.*$", "", _line(source, Span(source, begins, begins)).text).rstrip()
    for opening, closing in ("{}", "[]"):
        if line.endswith(closing) and line.count(closing) > line.count(opening):
            end = begins + len(line)
            return Span(source, end - 1, end)
    return None
