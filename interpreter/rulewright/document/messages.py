"""The words for everything that can be wrong with the text of a rulebook, one function a mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.document.yaml import repairs
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import quoted
from rulewright.problems.templates import Parts, message
from rulewright.source.text import Span

# ---------------------------------------------------------------------------------------- sizes, characters


@message
def too_long(span: Span, maximum: int) -> None: ...


@message
def too_many_values(span: Span, maximum: int) -> None: ...


@message
def too_deep(span: Span, maximum: int) -> None: ...


@message
def unprintable(span: Span) -> Parts:
    return {"text": f"there is a non-printable character here ({_code_point(span.text)})"}


@message
def steering(span: Span, character: str) -> Parts:
    """`title: "\\e[2J"`: an escape for a character that would control the terminal on which the text is printed."""
    return {"text": f"this text contains a non-printable character ({_code_point(character)}), as an escape"}


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X}"


@message
def left_from_merge(lines: Sequence[Span]) -> Parts:
    """`<<<<<<< HEAD`, `=======`, `>>>>>>> other`: the lines around two versions that could not be joined."""
    return {"place": lines[0], "notes": tuple(Note(line, "this too") for line in lines[1:])}


@message
def empty_file(span: Span) -> None: ...


@message
def top_is_no_mapping(span: Span) -> Parts:
    return {"place": Span(span.source, span.start, min(span.end, span.start + 1))}


WRITTEN = {
    "rulewright": (
        "the record of a game",
        "`rulewright replay`, or in Python `rulewright.replay(json.load(file))`, reads it",
    ),
    "rulewright_state": ("a saved state", "`game.deserialize_state` reads it"),
    "rulewright_program": ("a compiled game", "`rulewright.load_compiled` reads it"),
}
"""Files that Rulewright writes itself, by a key that only they have: what they are, and what reads them."""


@message
def no_rulebook(span: Span, key: str) -> Parts:
    """`{"rulewright_program": 2, ...}`: a file of another kind in the place of a rulebook."""
    what, help_ = WRITTEN[key]
    return {"place": span, "text": f"this is {what}, not a rulebook", "help": help_}


# ------------------------------------------------------------------------------------------- YAML's extras


@message
def alias(span: Span) -> None: ...


@message
def anchor(span: Span) -> Parts:
    return {"fix": repairs.prose_in_quotes(span)}


@message
def tag(span: Span) -> Parts:
    return {"fix": repairs.prose_in_quotes(span) or repairs.not_for_tag(span)}


@message
def merge_key(span: Span) -> None: ...


@message
def directive(span: Span) -> None: ...


@message
def second_document(span: Span) -> None: ...


# --------------------------------------------------------------------------------------------------- keys


@message
def duplicate_key(key: str, span: Span, first: Span) -> None: ...


@message
def key_is_no_text(span: Span) -> None: ...


# ------------------------------------------------------------------------------------------ what YAML cuts


@message
def cut_by_comma(before: Span, rest: Span, brackets: str) -> Parts:
    return {"fix": repairs.prose_whole(before) or repairs.quoted_whole(before)}


@message
def cut_at_hash(span: Span, comment_end: int, *, certain: bool) -> Parts:
    comment = Span(span.source, span.end, comment_end)
    return {
        "text": "this text was cut at ` #`" if certain else "this text may have been cut at ` #`",
        "severity": "error" if certain else "warning",
        "notes": (Note(_trimmed(comment), "this is read as a comment"),),
    }


def _trimmed(span: Span) -> Span:
    return Span(span.source, span.start + len(span.text) - len(span.text.lstrip()), span.end)


def nothing_after(key: str, span: Span, value: Span, below: Span | None) -> Problem:
    """`value` may be YAML's word for nothing; `below` is the next key of the same block, if it may be meant inside."""
    written = value.text
    empty = f"there is nothing after {quoted(key)}"
    message = f"{empty} (`{written}` is YAML's word for nothing)" if written else empty
    help = "the value for no value is written `none`" if written else "write a value, or leave the key out"
    fix = repairs.none_for_null(value)
    headed = re.fullmatch(r"(if|for|pick) (\S.*)", key)
    if headed is not None and not written:
        help, below = f"the colon comes after the verb: `{headed[1]}: {headed[2]}`", None
    is_item = span.source.text[: span.start].rstrip(" ").endswith("-")
    if key in ("end_turn", "extra_turn") and is_item and not written:
        help, fix = f"leave the colon out: `- {key}`", repairs.without_colon(span)
    notes = (Note(below, "if this belongs to it, indent it by two spaces more"),) if below is not None else ()
    return Problem("null-value", message, span, label="what is it?", notes=notes, help=help, fix=fix)


@message
def nothing_in_list(span: Span) -> None: ...


@message
def colons_missing(span: Span, said: str) -> None:
    """`from a to b` after a comma."""


def no_colon(key: str, span: Span) -> Problem:
    """Inside { }: an entry without `: `."""
    colon = key.find(":")
    chosen, effect = re.fullmatch(r"(\w+) (?:in|from|of) (\S.*)", key), _as_effect(key)
    equals = re.fullmatch(r"([\w.()]+) *:?=+ *([^=].*)", key)
    if colon > 0 and key[:colon].isidentifier() and span.text == key:
        return space_missing(Span(span.source, span.start, span.start + colon + 1))
    return Problem(
        "null-value",
        f"there is nothing after {quoted(key)}",
        span,
        label="inside { } every entry is `key: value`",
        help=f"write `{{{chosen[1]}: {chosen[2]}}}`"
        if chosen
        else f"write `{{{equals[1]}: {equals[2]}}}`"
        if equals
        else effect or "a list of names is written in [ ]",
    )


def _as_effect(words: str) -> str:
    """`{add pot to me.score}`: the verb and its prepositions are keys."""
    found = re.fullmatch(r"(add|set|move|place|pay|let) (\S.*?)((?: (?:from|to|be) [^ ]+)+)", words)
    if found is None:
        verb = re.fullmatch(
            r"(add|set|move|place|pay|let|roll|remove|turn|if|for|pick|go|do|to|from) (\S.*)", words
        )
        return "" if verb is None else f"a `:` is missing: write `{verb[1]}: {verb[2]}`"
    keys = re.sub(r" (from|to|be) ", r", \1: ", found[3])
    return f"write `{{{found[1]}: {found[2]}{keys}}}`"


# --------------------------------------------------------------------------------------------- no YAML at all


def not_yaml(span: Span, words: str) -> Problem:
    return Problem(
        "yaml-syntax",
        f"this cannot be read as YAML: {words}" if words else "this cannot be read as YAML",
        span,
    )


@message
def tab(span: Span) -> None: ...


_LEADING = {
    "&": "`and` joins two conditions: leave the leading `&` out, or put a text for people into quotes",
    "*": "leave the `*` out, write the first factor before it, or put a text for people into quotes",
}


def cannot_start(span: Span) -> Problem:
    fix = repairs.prose_in_quotes(span)
    help_ = (
        "put the text into quotes" if fix is not None else _LEADING.get(span.text, "put the text into quotes")
    )
    return Problem("yaml-syntax", f"a text cannot begin with `{span.text}`", span, help=help_, fix=fix)


@message
def unclosed_quote(span: Span) -> None: ...


def no_colon_in_line(span: Span, opener: Span | None = None) -> Problem:
    """A line that is neither a key nor an entry; `title:Harbour` is nearly one. `opener` is a key above it whose value
    it would be if it were indented more."""
    tight = re.match(r"[A-Za-z_]\w*:(?=\S)", span.text)
    if tight is not None:
        return space_missing(Span(span.source, span.start, span.start + tight.end()))
    return Problem(
        "yaml-syntax", "this line has no `:`", span, label="neither `key: value` nor a list's `- value`",
        notes=(Note(opener, "entries of this must be indented more than it"),) if opener is not None else (),
        help="add the colon, or indent the line if it continues the one before",
    )  # fmt: skip


def comma_missing(span: Span, key: str) -> Problem:
    return Problem("yaml-syntax", f"a comma is missing before `{key}:`", span, label="a new entry begins here",
                   help=f"write `, {key}: ...`", fix=repairs.comma_before(span))  # fmt: skip


def second_colon(span: Span) -> Problem:
    return Problem(
        "yaml-syntax",
        "there is a second `: ` on this line",
        span,
        label="YAML takes this for another key",
        help=_without_colons(span)
        or _without_braces(span)
        or "put the text into quotes, or on lines of its own under `|`",
        fix=repairs.prose_in_quotes(span),
    )


_KEY_OF_KEY = re.compile(r"(?:^|[\s{,])(\w+):\s+([A-Za-z_]\w*)\s*$")
_PROSE_KEYS = frozenset(["about", "label", "plural", "says", "sheet", "title", "name"])
_EFFECT_KEYS = frozenset(["do", "else", "after", "setup"])


def _without_braces(span: Span) -> str:
    """`result: wins: me`, a mapping without its braces."""
    text = span.source.text
    before = _KEY_OF_KEY.search(text[text.rfind("\n", 0, span.start) + 1 : span.start])
    value = re.match(r":\s+([^,{}\[\]:#\n]*[^,{}\[\]:#\s])[ \t]*(?=[},\n#]|\Z)", text[span.start :])
    if before is None or value is None or before[1] in _PROSE_KEYS:
        return ""
    inner = f"{{{before[2]}: {value[1]}}}"
    return f"write `{before[1]}: {f'[{inner}]' if before[1] in _EFFECT_KEYS else inner}`"


_IF_THEN = re.compile(r"if\s+(?P<test>.+?):\s+(?P<value>.+?)\s+else:?\s+(?P<other>.+)")
_QUESTION = re.compile(r"(?P<test>[^?]+?)\s*\?\s*(?P<value>.+?)\s+:\s+(?P<other>.+)")
_BEST = re.compile(r"(highest|lowest):\s+(\S.*)")


def _without_colons(span: Span) -> str:
    """Help that writes in Lark what other languages write with a colon: `if a: 1 else: 2`, `a ? 1 : 2`, `highest: score`."""
    line = span.source.line(span.line)
    value = re.sub(r"^\s*(?:- )?\w+:\s+|\s+#.*$", "", line).strip()
    best = _BEST.fullmatch(value)
    if best is not None:
        return f"write `{best[1]} {best[2]}`"
    found = _IF_THEN.fullmatch(value) or _QUESTION.fullmatch(value)
    return f"write `{found['value']} if {found['test']} else {found['other']}`" if found else ""


@message
def wrong_indent(span: Span, previous: Span) -> None: ...


@message
def first_row_indented(span: Span, later: Span) -> None:
    """A text after `|` whose first row is indented more than a later one, as in a drawing that is wider below."""


def odd_indent(odd: tuple[Span, int], *others: tuple[Span, int]) -> Problem:
    """Lines with their indentation: the wrong one first, then those that it disagrees with."""
    span, indent = odd
    above = all(other.start < span.start for other, _ in others)
    return Problem(
        "yaml-syntax",
        "this line fits no line above it" if above else "the lines below do not fit this one",
        span,
        label=_depth(indent),
        notes=tuple(Note(other, _depth(other_indent)) for other, other_indent in others),
        help="entries that belong together begin in the same column, those inside another two spaces further right",
    )


def _depth(indent: int) -> str:
    return {0: "not indented", 1: "indented by one space"}.get(indent, f"indented by {indent} spaces")


@message
def dash_missing(span: Span, other: Span) -> None: ...


@message
def nothing_between(span: Span) -> None: ...


def after_quotes(span: Span, opened: Span | None) -> Problem:
    """`opened` is the quotation mark that begins the text, maybe lines above, where it should have ended."""
    above = opened if opened is not None and opened.line != span.line else None
    return Problem(
        "yaml-syntax",
        "there is text after the closing quotation mark",
        span,
        label="not part of the text",
        notes=(Note(above, "the text begins here"),) if above is not None else (),
        help=f"close the text with {above.text} where it ends"
        if above is not None
        else "put all of the text into the quotes; a list is written in [ ]",
    )


@message
def colon_missing(key: Span) -> Parts:
    sign = key.source.text[key.end :].lstrip(" ")[:1]
    instead = f", not `{sign}`" if sign in (";", "=") else ""
    return {
        "instead": instead,
        "help": f"write {quoted(key.text + ': ...')}",
        "fix": repairs.colon_for_sign(key),
    }


def dash_without_space(dash: Span) -> Problem:
    """`-{do: roll}`, and `- -{do: roll}`, where one dash is enough."""
    if re.search(r"- +$", dash.source.text[: dash.start]):
        return Problem(
            "yaml-syntax",
            "two dashes begin one entry of a list",
            dash,
            label="the second one",
            help="leave one out: an entry of a list begins with one `-` and a space",
        )
    return Problem(
        "yaml-syntax",
        "a space is missing after this `-`",
        dash,
        label="YAML reads it as a part of what follows",
        help="an entry of a list begins with `-` and a space",
        fix=repairs.space_after_dash(dash),
    )


@message
def names_in_braces(span: Span, owner: str, *, is_list: bool) -> Parts:
    """`{black, white}`, where every entry of a mapping has a value."""
    inside = span.text[1:-1].strip()
    help_ = f"a list of names is written in [ ]: write {quoted(f'[{inside}]')}"
    if owner == "when":
        help_ = "give each condition a name, which explains to players why a move is not allowed: `{NAME: CONDITION}`"
    elif not is_list:
        help_ = "write `key: value` for each; a list is written in [ ]"
    return {"help": help_, "fix": repairs.in_square_brackets(span) if is_list else None}


@message
def space_missing(key: Span) -> Parts:
    return {"help": f"write {quoted(key.text + ' ...')}", "fix": repairs.space_after(key)}


@message
def closes_nothing(span: Span) -> None: ...


@message
def does_not_belong(span: Span, block: Span) -> Parts:
    return {"notes": (Note(block, "the block begins here"),) if block.line != span.line else ()}


@message
def bracket_in_flow(span: Span) -> Parts:
    shown = "[ ]" if span.text == "[" else "{ }"
    return {
        "label": "YAML takes it for a list" if span.text == "[" else "YAML takes it for a mapping",
        "shown": shown,
    }


@message
def list_of_values(span: Span) -> Parts:
    """`c.suit in [clubs, hearts]` inside brackets."""
    help_ = "compare with each, `x == 1 or x == 2`; a range is `1..6`"
    return {"help": help_}


@message
def semicolon(span: Span) -> None: ...


@message
def unclosed_flow(opened: Span, span: Span) -> Parts:
    closing = {"{": "}", "[": "]"}.get(opened.text, "}")
    return {"closing": closing, "fix": repairs.closing_bracket(opened, closing)}
