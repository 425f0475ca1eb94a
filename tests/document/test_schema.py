"""The shape of rulebooks, overlays and fragments, and what authors are told about it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referencing import Registry, Resource

from rulewright.document.bundled import rulebooks_folder, schemas_folder
from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.document.overlays import overlay_schema
from rulewright.document.shape import schema
from rulewright.document.shape.shapes import kind_of as json_kind
from rulewright.language.effects import VERBS, Verb
from rulewright.problems.problem import Problem, Problems
from tests.document.reading import BOOK, read, told, tree_of

KINDS: tuple[schema.Kind, ...] = ("rulebook", "overlay", "fragment", "tuning")


def check(text: str) -> list[Problem]:
    tree, found = read(text)
    assert tree is not None
    problems = Problems(found)
    schema.check(tree, schema.kind_of(tree), problems)
    return list(problems)


def check_part(part: str) -> list[Problem]:
    return check(BOOK + part)


def test_a_small_rulebook_is_fine() -> None:
    assert check(BOOK) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (BOOK, "rulebook"),
        ("rulebook: 1\nname: a\nextends: b\n", "overlay"),
        ("rulebook: 1\nname: a\nenums: {Suit: [clubs]}\n", "fragment"),
        ("rulebook: 1\nname: a\nplayers: 2\nenums: {Suit: [clubs]}\n", "rulebook"),
        ("rulebook: 1\nname: a\n", "rulebook"),
    ],
)
def test_the_keys_of_a_file_tell_its_kind(text: str, kind: str) -> None:
    assert schema.kind_of(tree_of(text)) == kind


@pytest.mark.parametrize(
    ("part", "code", "marked"),
    [
        ("zonse: {}\n", "unknown-key", "zonse"),
        ("zones: {deck: {hold: cards}}\n", "unknown-key", "hold"),
        ("zones: {deck: {start: all}}\n", "missing-key", "deck"),
        ("zones: [deck]\n", "wrong-shape", "[deck]"),
        ("zones: {deck: cards}\n", "wrong-shape", "cards"),
        ("zones: {deck: {holds: cards, order: shufled}}\n", "wrong-shape", "shufled"),
        ("options: {target: {type: bool}}\n", "missing-key", "target"),
        ("options: {target: {type: bool, one_of: [a], default: 1}}\n", "excludes", "one_of"),
        ("options: {target: {type: bool, default: 1.5}}\n", "wrong-shape", "1.5"),
        ("define: {total: {is: 1, sum_of: {a: 1}}}\n", "excludes", "sum_of"),
        ("define: {total: {cases: {a: 1}, otherwise: 2}}\n", "wrong-shape", "a"),
        ("define: {total: {cases: {a: {when: x}}, otherwise: 2}}\n", "missing-key", "a"),
        ("define: {a-b: 1}\n", "bad-id", "a-b"),
        ("define: {or: 1}\n", "bad-id", "or"),
        ("define: {Yes: 1}\n", "bad-id", "Yes"),
        ("define: {1a: 1}\n", "bad-id", "1a"),
        ("enums: {Suit: []}\n", "wrong-shape", "[]"),
        ("enums: {Suit: [clubs, on]}\n", "bad-id", "on"),
        ("setup: {roll: tray}\n", "wrong-shape", "{roll: tray}"),
        ("setup: [{mvoe: die, to: rack}]\n", "unknown-effect", "mvoe"),
        ("setup: [{do: [end_turn]}]\n", "unknown-effect", "do"),
        ("setup: [{roll: tray, add: 1, to: rolls}]\n", "unknown-effect", "add"),
        ("setup: [{set: rolls}]\n", "missing-key", "set"),
        ("setup: [{set: rolls, too: 3}]\n", "unknown-key", "too"),
        ("setup: [{roll: tray, from: x}]\n", "unknown-key", "from"),
        ("setup: [5]\n", "wrong-shape", "5"),
        ("steps: {cover: {}}\n", "missing-key", "cover"),
        ("variants: {v: {change: {zones: {deck: {hodls: x}}}}}\n", "unknown-key", "hodls"),
        ("examples: {e: {play: [{rolled: {dice: 3}}]}}\n", "wrong-shape", "3"),
    ],
)
def test_what_does_not_fit_is_marked(part: str, code: str, marked: str) -> None:
    assert told(check_part(part)) == [(code, marked)]


@pytest.mark.parametrize(
    ("part", "meant"),
    [
        ("zonse: {}\n", "zones"),
        ("zones: {deck: {holds: cards, sene_by: all}}\n", "seen_by"),
        ("setup: [{shufle: deck}]\n", "shuffle"),
        ("setup: [{move: die, form: tray, to: rack}]\n", "from"),
        ("zones: {deck: {holds: cards, seen_by: ownr}}\n", "owner"),
    ],
)
def test_the_nearest_word_is_suggested(part: str, meant: str) -> None:
    (problem,) = check_part(part)
    assert problem.label == f"did you mean `{meant}`?"


def test_a_problem_knows_the_path_of_the_rule() -> None:
    (problem,) = check_part("variables: {score: {type: number, lasts: night}}\n")
    assert problem.path == "variables.score.lasts"


def test_a_damaged_text_is_reported_once() -> None:
    assert told(check_part("invariants: {low: max(1, 2) > n}\n")) == [("flow-comma", "max(1")]


def test_another_version_of_the_language_is_refused() -> None:
    assert told(check(BOOK.replace("rulebook: 1", "rulebook: 2"))) == [("wrong-version", "2")]


def test_names_of_rulebooks_are_small_letters_and_hyphens() -> None:
    (problem,) = check(BOOK.replace("name: book", "name: My Book"))
    assert (problem.code, problem.help) == ("bad-name", "small letters, digits and `-`, e.g. `my-book`")


def test_what_a_rulebook_lacks_is_said() -> None:
    found = check("rulebook: 1\nname: a\n")
    assert [p.message for p in found] == [
        f"a rulebook needs the key `{k}`" for k in ("players", "phases", "end")
    ]


@pytest.mark.parametrize(
    "body",
    [
        "change: {options: {target: 50}}\n",
        "change: {phases: {turn: {actions: {roll: {do: {last: [end_turn]}}}}}}\n",
        "add: {define: {number: {cases: {four: {before: five, when: x, is: 7}}}}}\n",
        "add: {enums: {Category: {straight: {}}}}\n",
        "remove: [phases.turn.actions.stop]\n",
    ],
)
def test_an_overlay_holds_parts_of_a_rulebook(body: str) -> None:
    assert check(f"rulebook: 1\nname: a\nextends: b\n{body}") == []


def test_an_overlay_has_no_rules_outside_change_and_add() -> None:
    assert told(check("rulebook: 1\nname: a\nextends: b\noptions: {}\n")) == [("unknown-key", "options")]


# ------------------------------------------------------------------------------------------- the files themselves


@cache
def files() -> dict[str, Any]:
    return {
        f"{k}.schema.json": json.loads((schemas_folder() / f"{k}.schema.json").read_text("utf-8"))
        for k in KINDS
    }


@cache
def validator(kind: str) -> jsonschema.Draft202012Validator:
    resources = [(name, Resource.from_contents(content)) for name, content in files().items()]
    file = f"{kind}.schema.json"
    registry: Any = Registry().with_resources(resources)  # its type parameter says nothing here
    return jsonschema.Draft202012Validator({**files()[file], "$id": file}, registry=registry)


@pytest.mark.parametrize("name", sorted(f"{k}.schema.json" for k in KINDS))
def test_schemas_are_json_schema_that_older_readers_know_too(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(files()[name])
    jsonschema.Draft7Validator.check_schema(
        {**files()[name], "$schema": "http://json-schema.org/draft-07/schema#"}
    )
    assert (schemas_folder() / name).read_text("utf-8") == overlay_schema.layout(files()[name])


def test_the_overlay_schema_is_the_one_made_from_the_rulebook_schema() -> None:
    assert overlay_schema.from_rulebook(files()["rulebook.schema.json"]) == files()["overlay.schema.json"]


def test_every_key_of_the_schema_is_described() -> None:
    missing: list[str] = []

    def look(node: Any, path: str) -> None:
        if isinstance(node, list):
            for i, inner in enumerate(node):
                look(inner, f"{path}/{i}")
        elif isinstance(node, dict):
            for key, value in node.get("properties", {}).items() if "if" not in path else ():
                target = value.get("$ref", "#/$defs/").split("/")[-1]
                if "description" not in {**definitions.get(target, {}), **value}:
                    missing.append(f"{path}/{key}")
            for key, value in node.items():
                look(value, f"{path}/{key}")

    definitions = files()["rulebook.schema.json"]["$defs"]
    rulebook = files()["rulebook.schema.json"]
    look({k: v for k, v in rulebook.items() if k != "$defs"}, "")
    for name, definition in definitions.items():
        look({k: v for k, v in definition.items() if k not in ("if", "else")}, name)
    assert missing == []


@pytest.mark.parametrize("verb", VERBS.values(), ids=list(VERBS))
def test_an_effect_has_the_keys_that_it_needs_and_no_others(verb: Verb) -> None:
    """`rulebook.effects` relies on it."""
    values = {"effects": "[end_turn]", "cases": "{a: [end_turn]}"}
    whole = {key.name: values.get(key.takes, "x") for key in verb.parts}
    assert errors_of(whole) == []
    assert errors_of({verb.name: "x", **whole, "strange": "x"}) != []
    for key in verb.required:
        assert errors_of({name: value for name, value in whole.items() if name != key}) != []


def errors_of(effect: dict[str, str]) -> list[str]:
    written = ", ".join(f"{key}: {value}" for key, value in effect.items())
    return [each.code for each in check_part(f"setup: [{{{written}}}]\n") if each.severity == "error"]


# ------------------------------------------------------------------------------- the same verdict as `jsonschema`


def as_json(node: Node) -> Any:
    match node:
        case Mapping():
            return {e.key.text: as_json(e.value) for e in node}
        case Sequence():
            return [as_json(item) for item in node]
        case Scalar():
            kind = json_kind(node)
            if kind == "boolean":
                return node.text.lower() == "true"
            return {"integer": int, "number": float}.get(kind, str)(node.text)


PARTS = """\
options: {a: {type: 1..3, default: 2, about: x}, b: {one_of: {c: C, d: D}, default: c}}
enums: {E: [x1, x2], F: {up: Hi, down: {label: Lo, worth: 3}}}
pieces: {dice: {count: 5, faces: {dot: {worth: 6}}}, cards: {one_per: {rank: E}, plural: cards}}
boards: {board: {grid: {rows: 3, columns: {k: 1..3}}, holds: dice, lines: {three: {length: 3}}}}
zones: {tray: {holds: dice, start: all, order: kept, seen_by: owner}}
variables: {score: {per: [players, E], type: number, lasts: turn}}
tables: {hi: {of: 1..6, rows: {..5: 1, 6: 2}}}
define: {one: 1, two: {of: {p: players}, is: p.x}, three: {by: b, cases: {c: 1, d: 2}}}
turns: {first: seat(1), begin: [{return: dice}]}
setup: [{roll: tray}, {if: one > 0, do: [end_turn], else: []}]
steps: {go_on: {by: b, cases: {c: [end_turn], d: []}}}
standing: [highest score, {wins: me}]
invariants: {fine: {holds: one > 0, says: Fine.}}
examples: {e: {given: {tray: [1]}, play: [{do: [stop], rolled: {dice: [1]}}], expect: [one == 1]}}
variants: {v: {title: V, change: {players: 1}, add: {define: {four: 4}}, remove: [setup]}}
"""


def assert_one_verdict(tree: Mapping, kind: schema.Kind) -> None:
    problems = Problems()
    schema.check(tree, kind, problems)
    theirs = validator(kind).is_valid(as_json(tree))
    if theirs:
        assert [p for p in problems if not is_about_effect(p)] == []
    else:
        assert len(problems) > 0


def is_about_effect(problem: Problem) -> bool:
    """Which keys belong to which verb is checked by `effect_shapes`, and not by the schema."""
    words = problem.message.split("`")
    about_keys = problem.code in ("missing-key", "unknown-key") and len(words) > 1 and words[1] in VERBS
    return about_keys or problem.code == "unknown-effect"


@pytest.mark.parametrize("path", sorted(rulebooks_folder().rglob("*.yaml")), ids=lambda p: p.name)
def test_bundled_files_fit_for_both_readers(path: Any) -> None:
    tree = tree_of(path.read_text("utf-8"))
    assert validator(schema.kind_of(tree)).is_valid(as_json(tree))
    assert check(path.read_text("utf-8")) == []


REPLACEMENTS = [
    "x: y",
    "{}",
    "[]",
    "[1]",
    "{a: b}",
    "[[x]]",
    "7",
    "1.5",
    "true",
    "word",
    "two words",
    "'5'",
    "{is: 1}",
]


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_our_reader_of_the_schema_agrees_with_jsonschema(data: st.DataObject) -> None:
    tree = tree_of(BOOK + PARTS)
    spots = list(scalars_and_mappings(tree))
    spot = data.draw(st.sampled_from(spots))
    new = data.draw(st.sampled_from([None, *REPLACEMENTS]))
    changed = replaced(tree, spot, tree_of(f"k: {new}\n").get("k") if new and ": " not in new[:3] else None)
    assert isinstance(changed, Mapping)
    assert_one_verdict(changed, "rulebook")


def scalars_and_mappings(node: Node) -> list[Node]:
    inner = (
        [e.value for e in node]
        if isinstance(node, Mapping)
        else list(node)
        if isinstance(node, Sequence)
        else []
    )
    return inner + [deeper for i in inner for deeper in scalars_and_mappings(i)]


def replaced(node: Node, spot: Node, new: Node | None) -> Node:
    """The tree with one node in place of another, or without it."""
    match node:
        case Mapping():
            kept = [e for e in node if new is not None or e.value is not spot]
            entries = [
                type(e)(e.key, new if e.value is spot and new else replaced(e.value, spot, new)) for e in kept
            ]
            return Mapping(tuple(entries), node.span)
        case Sequence():
            kept_items = [i for i in node if new is not None or i is not spot]
            return Sequence(
                tuple(new if i is spot and new else replaced(i, spot, new) for i in kept_items), node.span
            )
        case Scalar():
            return node
