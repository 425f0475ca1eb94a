"""Random rulebooks that the schema allows, or nearly: YAML trees drawn from `schemas/rulebook.schema.json`.

Where the schema wants an id, one of a few names is drawn, and where it wants an expression, words of the language and these
names: so that what is drawn often means something, and gets past the schema to the stages behind it.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, TypeAlias

from hypothesis import strategies as st

from rulewright.document.bundled import schemas_folder

Tree: TypeAlias = dict[str, "Tree"] | list["Tree"] | str | int | bool | None
Schema: TypeAlias = dict[str, Any]  # JSON of any shape

NAMES = (
    "score",
    "pot",
    "dice",
    "tray",
    "hand",
    "turn",
    "act",
    "p",
    "x",
    "Suit",
    "clubs",
    "low",
    "total",
    "seat_a",
    "board",
    "a1",
)
PLAYERS: tuple[Tree, ...] = (1, 2, "2..4", [2, 4])
DEEPEST = 9

_ids = st.sampled_from(NAMES)
_leaves = st.one_of(
    _ids,
    st.sampled_from(
        [
            "me",
            "players",
            "round",
            "none",
            "true",
            "seat(1)",
            "me.left",
            "tray.face",
            "me.score",
            "dice.count",
            "bool",
            "number",
            "board.spaces",
            "board.lines",
            "board.directions",
            "me.board.spaces",
            "a1.owner",
            "x.empty",
            "north",
            "step(a1, north)",
            "board.rows through a1",
            "neighbours(a1)",
        ]
    ),
    st.integers(-3, 12).map(str),
)
_joined = st.sampled_from(
    ["{} + {}", "{} == {}", "{} < {}", "{} and {}", "({} or {})", "{}({})", "{}.{}", "{}..{}", "max({}, {})",
     "sum({} for x in {})", "{} if {} > 1 else 0", "{} otherwise {}", "{} in {}", "not {} != {}", "some of {}", "{} of {}",
     "{} div {}", "{} or none", "all {}", "x in {} if {}", "2 {}", "highest {}", "step({}, {})", "ray({}, {})",
     "{} through {}", "count(x for x in reach({}) while {})", "x in ray({}, {}) while x.empty", "board({}, {})"]
)  # fmt: skip
expressions = st.recursive(
    _leaves, lambda inner: st.builds(lambda form, one, other: form.format(one, other), _joined, inner, inner), max_leaves=4
)  # fmt: skip
_odd: st.SearchStrategy[Tree] = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.just({}), st.just([])
)


@cache
def _schema() -> Schema:
    read: Schema = json.loads((schemas_folder() / "rulebook.schema.json").read_text("utf-8"))
    return read


@st.composite
def rulebooks(draw: st.DrawFn) -> Tree:
    """A rulebook with its required keys and some others."""
    tree = draw(_drawn(_schema(), 0))
    assert isinstance(tree, dict)
    usual: dict[str, Tree] = {
        "rulebook": 1,
        "name": "drawn",
        "players": draw(st.sampled_from(PLAYERS)),
        "phases": {"turn": {"actions": {"act": {"do": ["end_turn"]}}}},
        "end": {"late": {"when": "round > 9", "result": "draw"}},
    }
    kept = {key: value for key, value in usual.items() if key not in tree or draw(st.integers(0, 3))}
    return {**tree, **kept}


def _drawn(schema: Schema, depth: int) -> st.SearchStrategy[Tree]:
    """A value that a part of the schema takes; now and then another."""
    if "$ref" in schema:
        file, _, name = schema["$ref"].partition("#/$defs/")
        return _named(name, depth) if not file else _mapping(_schema(), depth + 4)  # a part of an overlay
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    kinds = schema.get("type", "object")
    takes: list[st.SearchStrategy[Tree]] = []
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if kind == "object" and depth < DEEPEST:
            takes.append(_mapping(schema, depth))
        elif kind == "array" and depth < DEEPEST:
            items = _drawn(schema.get("items", {"type": "string"}), depth + 1)
            takes.append(st.lists(items, min_size=schema.get("minItems", 0), max_size=3).map(list))
    if not takes or (kinds != "object" and "string" in kinds):
        takes.append(expressions)
    return st.one_of(*takes)


def _named(name: str, depth: int) -> st.SearchStrategy[Tree]:
    if name in ("id", "name"):
        return _ids
    if name in ("expression", "domain"):
        return st.integers(0, 40).flatmap(lambda luck: expressions if luck else _odd)
    return st.deferred(lambda: _drawn(_schema()["$defs"][name], depth + 1))


@st.composite
def _mapping(draw: st.DrawFn, schema: Schema, depth: int) -> Tree:
    known, others = schema.get("properties", {}), schema.get("additionalProperties")
    keys = (
        [
            *draw(_required(schema)),
            *draw(st.lists(st.sampled_from(sorted(known)), max_size=3 if depth else 8)),
        ]
        if known
        else []
    )
    tree: dict[str, Tree] = {}
    for key in dict.fromkeys(keys):
        if key in known:
            tree[key] = draw(_drawn(known[key], depth + 1))
    if isinstance(others, dict):
        for key in draw(st.lists(_ids, max_size=3, unique=True)):
            tree[key] = draw(_drawn(others, depth + 1))
    return tree


@st.composite
def _required(draw: st.DrawFn, schema: Schema) -> list[str]:
    """What must be there, one of what excludes one another included."""
    found = list(schema.get("required", []))
    for part in [schema, *schema.get("allOf", [])]:
        ways = part.get("oneOf", [])
        if ways:
            found += draw(st.sampled_from(ways)).get("required", [])
    return found
