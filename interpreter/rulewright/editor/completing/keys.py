"""Keys and fixed words, as the schema allows them at a path."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulewright.document.expand import Path
from rulewright.document.nodes import Mapping, Node
from rulewright.document.shape import shapes
from rulewright.document.shape.shapes import Shape
from rulewright.editor.completing.offer import Offer
from rulewright.language.effects import EFFECTS

VERBS = {verb.name: verb for verb in EFFECTS if verb.parts and verb.parts[0].name == verb.name}
"""The effects that are written as a mapping."""
_FIRST, _USUAL, _LAST = 1, 3, 6


def shape_at(kind: str, path: Path) -> Shape | None:
    """The shape of the value at a path of a file of some kind; None if the schema does not know it."""
    shape: Shape | None = shapes.schema(kind)
    for step in path:
        if shape is None:
            return None
        if step.isdigit() and shape.items is not None:
            shape = shape.items
        else:
            shape = shape.properties.get(step) or shape.others
    return shape


def keys(shape: Shape, there: Collection[str], in_flow: bool) -> Iterator[Offer]:
    """The keys that can still be added to a mapping with these keys."""
    if shape.is_effect:
        yield from _keys_of_effect(shape, there, in_flow)
        return
    excluded = set(shape.exactly_one) if any(key in there for key in shape.exactly_one) else set()
    for name, inner in shape.properties.items():
        if name in there or name in excluded:
            continue
        wanted = name in shape.required or name in shape.exactly_one
        yield _key(name, inner, _FIRST if wanted else _LAST if name in _WORDS else _USUAL, in_flow)


def _keys_of_effect(shape: Shape, there: Collection[str], in_flow: bool) -> Iterator[Offer]:
    verb = next((VERBS[key] for key in VERBS if key in there), None)
    if verb is None:
        yield from (_key(name, shape.properties[name], _FIRST, in_flow) for name in VERBS)
        return
    for name in verb.keys:
        if name not in there:
            rank = _FIRST if name in verb.required else _USUAL
            yield _key(name, shape.properties[name], rank, in_flow)


_WORDS = ("label", "about", "sheet")


def _key(name: str, inner: Shape, rank: int, in_flow: bool) -> Offer:
    has_parts = bool(inner.types) and inner.types <= {"object", "array"}
    return Offer(
        name,
        "key",
        inner.title,
        inner.description,
        f"{name}:" if has_parts and not in_flow else f"{name}: ",
        rank,
    )


def names_there(tree: Node | None, path: Path) -> Iterator[Offer]:
    """The entries that a house rule can change at a path."""
    for step in path:
        tree = tree.get(step) if isinstance(tree, Mapping) else None
    if isinstance(tree, Mapping):
        for entry in tree:
            yield Offer(entry.key.text, "key", "an entry of the game", "", f"{entry.key.text}: ", _FIRST)


def words(shape: Shape) -> Iterator[Offer]:
    """The fixed words that a value may be."""
    for word in dict.fromkeys((*(shape.allowed or ()), *shape.words)):
        yield Offer(word, "word", shape.title, shape.words.get(word, ""), rank=_FIRST)
    if shape.types == {"boolean"}:
        yield from (Offer(word, "word", shape.title, rank=_FIRST) for word in ("true", "false"))


def snippets(shape: Shape) -> Iterator[Offer]:
    """Whole values to begin with, in brackets."""
    for label, about, body in shape.snippets:
        yield Offer(label, "snippet", shape.title, about, _flow(body), _USUAL, is_snippet=True)


def _flow(value: object) -> str:
    match value:
        case dict():
            inside = ", ".join(f"{_flow(key)}: {_flow(each)}" for key, each in value.items())
            return f"{{{inside}\\}}"
        case list():
            return f"[{', '.join(map(_flow, value))}]"
        case _:
            return str(value)
