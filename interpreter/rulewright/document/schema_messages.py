"""The words for what does not fit the schema, one function a mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence as Items

from rulewright.document.nodes import Mapping, Node, Scalar
from rulewright.document.shapes import Shape, kind_of
from rulewright.problems.fix import Edit, Fix, respelled, rewritten
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import listed, quoted
from rulewright.source.text import Span

_KINDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "integer": "a number",
    "number": "a number with a point",
    "boolean": "`true` or `false`",
}
_YAML_WORDS = ("yes", "no", "on", "off", "true", "false", "null")
_MANY_KEYS = 12
_SAME_KEYS = {
    "action": ("actions",),
    "condition": ("when",),
    "conditions": ("when",),
    "contains": ("holds",),
    "description": ("about",),
    "effect": ("do",),
    "effects": ("do",),
    "if": ("when",),
    "initial": ("start", "default"),
    "max": ("size",),
    "name": ("title", "label"),
    "owner": ("per", "of"),
    "requires": ("when",),
    "then": ("do", "is"),
    "value": ("is", "default", "start"),
    "visible": ("seen_by",),
    "winner": ("wins", "result"),
}
"""What other people call our keys; the first that there is counts."""


def wrong_version(span: Span, known: str) -> Problem:
    return Problem(
        "wrong-version",
        f"this is written in version {quoted(span.text)} of the rulebook language",
        span,
        label=f"version {known} is the one that can be read",
        help=f"write `rulebook: {known}`",
        fix=_plain_number(span, known),
    )


def wrong_shape(node: Node, shape: Shape, owner: Scalar | None, path: str) -> Problem:
    kind = kind_of(node)
    if path == "players" and owner is None and isinstance(node, Scalar):
        return _players_in_list(node, path)
    is_entry = shape.types == {"object"} and not shape.title.startswith("a mapping")
    wanted = f"a mapping that describes {shape.title}" if is_entry else shape.title
    subject = f"{quoted(owner.text)} must be {wanted}" if owner is not None else f"{wanted} must stand here"
    shown = f"`{node.text}`" if kind == "boolean" and isinstance(node, Scalar) else _KINDS[kind]
    return Problem(
        "wrong-shape",
        f"{subject}, and this is {shown}",
        _first_line(node),
        label=f"{shown}, not {'a mapping' if is_entry else shape.title}",
        notes=_above(node, owner),
        help=_name_above(owner, shape) or _shape_help(kind, shape),
        path=path,
        fix=_as_list(node) if shape.title == "a list of effects" else None,
    )


def _players_in_list(node: Scalar, path: str) -> Problem:
    """`players: [2..4]`."""
    text, span = node.span.source.text, node.span
    is_range = re.fullmatch(r"[0-9]+\.\.[0-9]+", node.text) is not None
    around = Span(span.source, span.start - 1, span.end + 1)
    is_alone = is_range and text[around.start : around.end] == f"[{node.text}]"
    return Problem(
        "wrong-shape",
        "a list of `players` holds whole numbers, and this is none",
        span,
        label="a range stands without [ ]" if is_range else "not a whole number",
        help=f"write `{node.text}`" if is_alone else "write `4`, `2..6`, or a list such as [2, 3, 4, 6]",
        path=path,
        fix=rewritten(around, node.text) if is_alone else None,
    )


def _name_above(owner: Scalar | None, shape: Shape) -> str:
    """`end: {when: ...}`, where the name of the end is missing in between."""
    if owner is None or owner.text not in shape.properties or "object" not in shape.types:
        return ""
    return f"{quoted(owner.text)} is a key of {shape.title}, which needs a name above it: `NAME: {{{owner.text}: ...}}`"


def _shape_help(kind: str, shape: Shape) -> str:
    if kind == "number" and "integer" in shape.types:
        return "numbers in rules are whole; a range has two dots: `1..6`"
    if shape.title == "a list of effects":
        return "begin each effect with `- ` on a line of its own, or put them into [ ]"
    if shape.title == "a mapping of named conditions" and kind == "string":
        return "give the condition a name: `{NAME: CONDITION}`; the name tells players why they may not"
    if shape.title.startswith("a mapping of named") and kind == "array":
        return f"no dashes and no [ ], but a name and a `:` before each: {_small(shape.description)}"
    return shape.description


def _first_line(node: Node) -> Span:
    text = node.span.text.split("\n")[0].rstrip()
    end = min(node.span.start + max(len(text), 1), len(node.span.source.text))
    return Span(node.span.source, node.span.start, end)


def _above(node: Node, owner: Scalar | None) -> tuple[Note, ...]:
    """The key of a value that begins on a line below it."""
    if owner is None or owner.span.line == node.span.line:
        return ()
    return (Note(owner.span, "behind this key"),)


def _plain_number(span: Span, known: str) -> Fix | None:
    """`"1"`, `1.0` and `v1` are this version in other clothes."""
    if span.text.removeprefix("v").removesuffix(".0") != known:
        return None
    mark = span.source.text[span.start - 1 : span.start]
    quotes = 1 if mark in ("'", '"') else 0
    return rewritten(Span(span.source, span.start - quotes, span.end + quotes), known)


def _as_list(node: Node) -> Fix | None:
    """One effect on one line, put into brackets."""
    is_word = isinstance(node, Scalar) and node.style == "plain" and not set(node.text) & set(",[]{}")
    is_flow = isinstance(node, Mapping) and node.span.text.startswith("{") and "\n" not in node.span.text
    if not (is_word or is_flow):
        return None
    return Fix(f"write {quoted(f'[{node.span.text}]')}", (Edit(node.span, f"[{node.span.text}]"),))


def unknown_key(key: Scalar, shape: Shape, path: str) -> Problem:
    keys = [k for k in shape.properties if k != "before"]
    meant = nearest(key.text, keys)
    here = next((k for k in _SAME_KEYS.get(key.text.lower(), ()) if k in keys), None)
    label = f"did you mean `{meant}`?" if meant else f"not a key of {shape.title}"
    return Problem(
        "unknown-key",
        f"{shape.title} has no key {quoted(key.text)}",
        key.span,
        label=f"this is called `{here}` here" if here and not meant else label,
        help=_dotted(key.text, shape) or _of_the_game(key.text, shape) or _takes(shape.title, keys, meant),
        path=path,
        fix=respelled(key.span, keys),
    )


def _dotted(key: str, shape: Shape) -> str:
    """`change: {phases.turn: ...}`, as places are written under `remove:`."""
    parts = key.split(".")
    if len(parts) == 1 or parts[0] not in shape.properties:
        return ""
    nested = ": {".join(parts) + ": ..." + "}" * (len(parts) - 1)
    return f"go down key by key: `{nested}`; only `remove:` takes places with dots"


def _of_the_game(key: str, shape: Shape) -> str:
    """An overlay that says what it changes as a rulebook would."""
    changes = shape.properties.get("change") if shape.title == "an overlay" else None
    if changes is None or key not in changes.properties:
        return ""
    return f"put it under `change:` if the game has it already (`change: {{{key}: ...}}`), or under `add:` if it is new"


def _takes(subject: str, keys: Items[str], meant: str | None) -> str:
    if not keys:
        return f"{subject} takes nothing else"
    if meant is not None and len(keys) > _MANY_KEYS:
        return f"write `{meant}`"
    return f"{subject} takes {listed(keys)}"


def missing_key(
    place: Scalar | Mapping, key: str, shape: Shape, path: str, stray: tuple[Scalar, str] | None
) -> Problem:
    """`stray` is a key of this name that stands too far to the right or left."""
    wanted = shape.properties.get(key)
    return Problem(
        "missing-key",
        f"{_subject(place, shape)} needs the key `{key}`",
        _head(place),
        label=f"`{key}` is missing",
        notes=_stray(stray),
        help=f"`{key}`: {_small(wanted.description)}" if wanted and wanted.description else "",
        path=path,
    )


def nothing_of(owner: Scalar, key: Scalar, shape: Shape, path: str) -> Problem:
    """Keys that all belong to something else."""
    keys = [k for k in shape.properties if k != "before"]
    return Problem(
        "unknown-key",
        f"{quoted(owner.text)} has no key that {shape.title} can have",
        key.span,
        label=f"not a key of {shape.title}",
        notes=(Note(owner.span, f"read as {shape.title}"),) if owner.span.line != key.span.line else (),
        help=_dotted(key.text, shape) or _takes(shape.title, keys, None),
        path=path,
    )


def _stray(stray: tuple[Scalar, str] | None) -> tuple[Note, ...]:
    return (Note(stray[0].span, f"this one stands too far {stray[1]}"),) if stray is not None else ()


def one_is_missing(
    place: Scalar | Mapping, keys: Items[str], shape: Shape, path: str, stray: tuple[Scalar, str] | None
) -> Problem:
    """Like `missing_key`, where one of several keys would do."""
    return Problem(
        "missing-key",
        f"{_subject(place, shape)} needs {_alternatives(keys)}",
        _head(place),
        label=f"{shape.title} says one of them",
        notes=_stray(stray),
        help=shape.description,
        path=path,
    )


def excludes(first: Scalar, second: Scalar, shape: Shape, path: str) -> Problem:
    return Problem(
        "excludes",
        f"{shape.title} cannot have both `{first.text}` and `{second.text}`",
        second.span,
        label="one too many",
        notes=(Note(first.span, "the other one"),),
        help="leave one of them out",
        path=path,
    )


def too_few(span: Span, minimum: int, path: str) -> Problem:
    entries = "one entry" if minimum == 1 else f"{minimum} entries"
    return Problem("wrong-shape", f"this list needs at least {entries}", span, path=path)


def not_one_of(scalar: Scalar, allowed: Items[str], path: str) -> Problem:
    meant = nearest(scalar.text, allowed)
    return Problem(
        "wrong-shape",
        f"{quoted(scalar.text)} cannot stand here",
        scalar.span,
        label=f"did you mean `{meant}`?" if meant else "not known here",
        help=f"write {listed(allowed, 'or')}",
        path=path,
        fix=respelled(scalar.span, allowed),
    )


def case_needs_when(key: Scalar, owner: Scalar | None, path: str) -> Problem:
    return Problem(
        "wrong-shape",
        f"the case `{key.text}` does not say when it counts",
        key.span,
        label="without `by`, a case is `{when: ..., is: ...}`",
        notes=(Note(owner.span, "has no `by`"),) if owner is not None else (),
        help="write `{when: CONDITION, is: VALUE}`, or give the definition a `by:`",
        path=path,
    )


def case_lacks(key: Scalar, missing: str, path: str) -> Problem:
    return Problem(
        "missing-key",
        f"the case `{key.text}` needs the key `{missing}`",
        key.span,
        label=f"`{missing}` is missing",
        help="without `by`, a case is `{when: CONDITION, is: VALUE}`",
        path=path,
    )


# -------------------------------------------------------------------------------------------------- names


def wrong_name(scalar: Scalar, title: str, path: str) -> Problem:
    if title == "an id":
        return _bad_id(scalar, path)
    return Problem(
        "bad-name",
        f"{quoted(scalar.text)} cannot be {title}",
        scalar.span,
        help=f"small letters, digits and `-`, e.g. `{_kebab(scalar.text)}`",
        path=path,
    )


def _bad_id(scalar: Scalar, path: str) -> Problem:
    name = scalar.text
    if name.lower() in _YAML_WORDS:
        label, help = "YAML reads this as a value of its own", "choose another word"
    elif re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        label, help = "a word of the language", "choose another word"
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


# ------------------------------------------------------------------------------------------------ effects


def effect_of_elsewhere(effect: Mapping, meant: str, path: str, *, fixable: bool) -> Problem:
    key = effect.entries[0].key
    return Problem(
        "unknown-effect",
        f"there is no effect {quoted(key.text)}",
        key.span,
        label="written differently here",
        help=f"write `{meant}`",
        path=path,
        fix=rewritten(effect.span, meant) if fixable else None,
    )


def unknown_effect(
    span: Span, written: str, meant: str, verbs: Items[str], path: str, *, certain: bool = False
) -> Problem:
    """`certain` if what stands beside it says so too."""
    return Problem(
        "unknown-effect",
        f"there is no effect {quoted(written)}",
        span,
        label=f"did you mean `{meant}`?",
        help=f"write `{meant}`",
        path=path,
        fix=rewritten(span, meant) if certain else respelled(span, verbs),
    )


def no_effect(span: Span, keys: Items[str], word: str | None, verbs: Items[str], path: str) -> Problem:
    if word is not None:
        help = f"`{word}` is a text of its own: `- {word}`"
    elif "do" in keys:
        help = "begin with `if:`, `for:` or `pick:`"
    else:
        help = f"an effect begins with {listed(verbs, 'or')}"
    what = f"there is no effect {quoted(keys[0])}" if keys else "an effect is missing here"
    return Problem("unknown-effect", what, span, label="not an effect", help=help, path=path)


def two_effects(first: Scalar, second: Scalar, path: str) -> Problem:
    return Problem(
        "unknown-effect",
        f"`{first.text}` and `{second.text}` are two effects",
        second.span,
        label="the second one",
        notes=(Note(first.span, "the first one"),),
        help="give each of them a `- ` or { } of its own",
        path=path,
    )


def effect_lacks(verb: str, span: Span, key: str, example: str, path: str) -> Problem:
    return Problem(
        "missing-key",
        f"`{verb}` needs the key `{key}`",
        span,
        label=f"`{key}` is missing",
        help=f"e.g. `{example}`",
        path=path,
    )


def effect_takes_no(
    verb: str, span: Span, key: Scalar, keys: Items[str], meant: str | None, path: str
) -> Problem:
    return Problem(
        "unknown-key",
        f"`{verb}` has no key {quoted(key.text)}",
        key.span,
        label=f"did you mean `{meant}`?" if meant else f"not a key of `{verb}`",
        notes=(Note(span, "the effect"),),
        help=_else_if(key.text) if verb == "if" and not meant else _takes(f"`{verb}`", keys, meant),
        path=path,
        fix=respelled(key.span, keys),
    )


def _else_if(key: str) -> str:
    if "".join(key.lower().split()) in ("elif", "elseif", "elsif"):
        return "write an `if` of its own behind `else`: `else: [{if: CONDITION, do: [...]}]`"
    return "`if` takes `do` and `else`"


def _subject(place: Scalar | Mapping, shape: Shape) -> str:
    return f"`{place.text}`" if isinstance(place, Scalar) else shape.title


def _head(place: Scalar | Mapping) -> Span:
    if isinstance(place, Mapping) and place.entries and not place.span.text.startswith("{"):
        first = place.entries[0]
        return (
            first.key.span.to(_first_line(first.value)) if isinstance(first.value, Scalar) else first.key.span
        )
    return place.span if isinstance(place, Scalar) else _first_line(place)


def _alternatives(keys: Items[str]) -> str:
    return f"one of {listed(keys, 'and')}"


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
