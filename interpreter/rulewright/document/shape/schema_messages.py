"""Messages about values that do not fit the schema: not of the right shape, or not one of the allowed values.

Keys have their messages in `key_messages`, effects in `effect_messages`; one function for each mistake.
"""

from __future__ import annotations

import re
from collections.abc import Sequence as Items

from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.document.shape.chance_messages import results_help
from rulewright.document.shape.shapes import Shape, kind_of
from rulewright.problems.fix import Edit, Fix, respelled, rewritten
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import listed, quoted
from rulewright.problems.templates import Parts, message
from rulewright.source.text import Span

_KINDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "integer": "a number",
    "number": "a number with a point",
    "boolean": "`true` or `false`",
}
_ONE_EFFECT = re.compile(r"[a-z]\w*(?:\([^,\[\]{}]*\))?")
DASH_SPACE = "an entry of a list begins with `-` and a space"
_TIGHT_DASH = re.compile(r"-(?=[A-Za-z_{\[\"'])")
_YAML_WORDS = ("yes", "no", "on", "off", "true", "false", "null")


@message
def wrong_version(span: Span, known: str, key: str) -> Parts:
    """`key` is the one with the version: `rulebook`, or `tuning`."""
    return {
        "language": "the rulebook language" if key == "rulebook" else f"{key} files",
        "fix": _plain_number(span, known),
    }


def wrong_shape(node: Node, shape: Shape, owner: Scalar | None, path: str) -> Problem:
    kind = kind_of(node)
    if path == "players" and owner is None and isinstance(node, Scalar):
        return _players_in_list(node, path)
    is_entry = shape.types == {"object"} and not shape.title.startswith("a mapping")
    wanted = f"a mapping that describes {shape.title}" if is_entry else shape.title
    subject = f"{quoted(owner.text)} must be {wanted}" if owner is not None else f"{wanted} is expected here"
    shown = f"`{node.text}`" if kind == "boolean" and isinstance(node, Scalar) else _KINDS[kind]
    return Problem(
        "wrong-shape",
        f"{subject}, but this is {shown}",
        first_line(node),
        label=f"{shown}, not {'a mapping' if is_entry else shape.title}",
        notes=_above(node, owner),
        help=_name_above(owner, shape)
        or (DASH_SPACE if _TIGHT_DASH.match(node.span.text) and "array" in shape.types else "")
        or results_help(node, path)
        or _in_brackets(node, shape)
        or _of_faces(node, owner, path)
        or _shape_help(kind, shape, node.text if isinstance(node, Scalar) else ""),
        path=path,
        fix=_as_list(node) if shape.title == "a list of effects" else None,
    )


def too_few(span: Span, minimum: int, path: str) -> Problem:
    entries = "one entry" if minimum == 1 else f"{minimum} entries"
    return Problem("wrong-shape", f"this list needs at least {entries}", span, path=path)


def out_of_range(scalar: Scalar, low: int, high: int, path: str) -> Problem:
    return Problem("wrong-shape", f"this number must be from {low:,} to {high:,}", scalar.span, path=path)


@message
def not_one_of(scalar: Scalar, allowed: Items[str], path: str) -> Parts:
    meant = nearest(scalar.text, allowed)
    return {
        "label": f"did you mean `{meant}`?" if meant else "not known here",
        "help": f"write {listed(allowed, 'or')}",
        "fix": respelled(scalar.span, allowed),
    }


_SNAKE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")


def wrong_name(scalar: Scalar, title: str, path: str) -> Problem:
    if title == "an id":
        return _bad_id(scalar, path)
    return Problem(
        "bad-name",
        f"{quoted(scalar.text)} cannot be {title}",
        scalar.span,
        help=_name_alone(scalar.text) or f"small letters, digits and `-`, e.g. `{_kebab(scalar.text)}`",
        path=path,
        fix=rewritten(scalar.span, _kebab(scalar.text)) if _SNAKE.fullmatch(scalar.text) else None,
    )


def _name_alone(path: str) -> str:
    """Help for the path of another file in the place of a name; empty if it is no such path."""
    found = re.fullmatch(r"(?:.*[/\\])?([a-z0-9-]+)\.(?:rulebook|overlay|fragment)\.yaml", path)
    return (
        f"another file is named without its folder and ending: write `{found[1]}`, and put it next to this one"
        if found
        else ""
    )


def first_line(node: Node) -> Span:
    """The first line of a node; the other lines would only fill the screen."""
    text = node.span.text.split("\n")[0].rstrip()
    end = min(node.span.start + max(len(text), 1), len(node.span.source.text))
    return Span(node.span.source, node.span.start, end)


def uncapitalised(text: str) -> str:
    """A sentence with a small first letter, to come after a colon."""
    return text[:1].lower() + text[1:]


@message
def _players_in_list(node: Scalar, path: str) -> Parts:
    """`players: [2..4]`."""
    text, span = node.span.source.text, node.span
    is_range = re.fullmatch(r"[0-9]+\.\.[0-9]+", node.text) is not None
    around = Span(span.source, span.start - 1, span.end + 1)
    is_alone = is_range and text[around.start : around.end] == f"[{node.text}]"
    return {
        "place": span,
        "label": "a range is written without [ ]" if is_range else "not a whole number",
        "help": f"write `{node.text}`" if is_alone else "write `4`, `2..6`, or a list such as [2, 3, 4, 6]",
        "fix": rewritten(around, node.text) if is_alone else None,
    }


def _name_above(owner: Scalar | None, shape: Shape) -> str:
    """`end: {when: ...}`, where the name of the end is missing in between."""
    if owner is None or owner.text not in shape.properties or "object" not in shape.types:
        return ""
    return f"{quoted(owner.text)} is a key of {shape.title}, which needs a name above it: `NAME: {{{owner.text}: ...}}`"


def _in_brackets(node: Node, shape: Shape) -> str:
    """`[1..9]` where `1..9` is written without brackets."""
    alone = node.items[0] if isinstance(node, Sequence) and len(node.items) == 1 else None
    fits = isinstance(alone, Scalar) and "string" in shape.types
    return f"without [ ]: write `{alone.text}`" if fits and isinstance(alone, Scalar) else ""


def _of_faces(node: Node, owner: Scalar | None, path: str) -> str:
    """`faces: [1, 2, 3]`, and `sides: 6` for what is called faces here."""
    if not isinstance(node, Scalar) or kind_of(node) != "integer":
        return ""
    if re.fullmatch(r"(?:\w+\.)*pieces\.\w+\.faces(?:\.\d+)?", path) and (
        owner is None or owner.text == "faces"
    ):
        return "faces that are numbers are a range: `faces: 1..6`"
    return (
        f"what a die shows are its `faces`: `faces: 1..{node.text}`"
        if owner is not None and owner.text == "sides"
        else ""
    )


def _shape_help(kind: str, shape: Shape, text: str) -> str:
    if kind == "number" and "integer" in shape.types:
        return "numbers in rules are whole; a range has two dots: `1..6`"
    if shape.title == "a list of effects":
        return "begin each effect with `- ` on a line of its own, or put them into [ ]"
    if kind == "string" and shape.title.startswith("a list") and text and ":" not in text:
        return f"write `[{text}]`"
    if shape.title == "a mapping of named conditions" and kind == "string":
        return "give the condition a name: `{NAME: CONDITION}`; the name explains to players why a move is not allowed"
    if shape.title.startswith("a mapping of named") and kind == "array":
        return f"no dashes and no [ ], but a name and a `:` before each: {uncapitalised(shape.description)}"
    return shape.description


def _above(node: Node, owner: Scalar | None) -> tuple[Note, ...]:
    """The key of a value that begins on a line below it."""
    if owner is None or owner.span.line == node.span.line:
        return ()
    return (Note(owner.span, "after this key"),)


def _plain_number(span: Span, known: str) -> Fix | None:
    """A fix for `"1"`, `1.0` and `v1`, other spellings of the version."""
    if span.text.removeprefix("v").removesuffix(".0") != known:
        return None
    mark = span.source.text[span.start - 1 : span.start]
    quotes = 1 if mark in ("'", '"') else 0
    return rewritten(Span(span.source, span.start - quotes, span.end + quotes), known)


def _as_list(node: Node) -> Fix | None:
    """A fix that puts a single effect on one line into brackets."""
    is_word = (
        isinstance(node, Scalar)
        and node.style == "plain"
        and _ONE_EFFECT.fullmatch(node.text) is not None
        and node.text not in _YAML_WORDS
    )
    is_flow = isinstance(node, Mapping) and bool(node.entries) and node.span.text.startswith("{")
    if not (is_word or (is_flow and "\n" not in node.span.text)):
        return None
    return Fix(f"write {quoted(f'[{node.span.text}]')}", (Edit(node.span, f"[{node.span.text}]"),))


def _bad_id(scalar: Scalar, path: str) -> Problem:
    name = scalar.text
    if name.lower() in _YAML_WORDS:
        label, help = "YAML reads this as a value of its own", "choose another word"
    elif ";" in name:
        label, help = (
            "a `;` separates nothing",
            f"put a comma between two entries: `{name.replace(';', ',')}`",
        )
    elif re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        label, help = "a word of the language", "choose another word"
    elif re.fullmatch(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", name, re.ASCII):
        label, help = "only a name is allowed here", f"e.g. `{name.rpartition('.')[2]}`"
    else:
        label, help = "letters, digits and `_`, not beginning with a digit", f"e.g. `{_snake(name)}`"
    fix = (
        rewritten(scalar.span, _snake(name))
        if re.fullmatch(r"[A-Za-z]\w*(?:-\w+)+", name, re.ASCII)
        else None
    )
    return Problem(
        "bad-id", f"{quoted(name)} cannot be a name in rules", scalar.span,
        label=label, help=help, path=path, fix=fix,
    )  # fmt: skip


def _snake(name: str) -> str:
    words = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")[:40] or "name"
    return f"_{words}" if words[0].isdigit() else words


def _kebab(name: str) -> str:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name)
    words = re.sub(r"[^a-z0-9]+", "-", spaced.lower()).strip("-") or "my-game"
    return f"game-{words}" if words[0].isdigit() else words
