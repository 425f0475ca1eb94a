"""What editors need of the schemas: every key told with an example, closed words complete, every file bound to its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from rulewright.document.bundled import rulebooks_folder, schemas_folder
from rulewright.document.nodes import Mapping
from rulewright.document.shape import effect_shapes
from rulewright.language.effects import VERBS, WORDS
from rulewright.language.shapes import SHAPES
from rulewright.problems.problem import Problems
from tests.document.reading import tree_of

KINDS = ("rulebook", "overlay", "fragment", "tuning")
Json = dict[str, Any]  # whatever a schema says

MODELINE = re.compile(r"^# yaml-language-server: \$schema=(\S+)$", re.MULTILINE)


@cache
def content(kind: str) -> Json:
    found: Json = json.loads((schemas_folder() / f"{kind}.schema.json").read_text("utf-8"))
    return found


def keys(kind: str) -> Iterator[tuple[str, Json]]:
    """Every key that a schema knows, with the place in the file where it is told."""
    yield from _keys(content(kind), "#")


def _keys(schema: Any, place: str) -> Iterator[tuple[str, Json]]:
    if isinstance(schema, list):
        for at, each in enumerate(schema):
            yield from _keys(each, f"{place}/{at}")
    if not isinstance(schema, dict):
        return
    for key, inner in schema.get("properties", {}).items():
        yield f"{place}/properties/{key}", inner
        yield from _keys(inner, f"{place}/properties/{key}")
    for word in ("additionalProperties", "items", "anyOf", "oneOf", "allOf"):
        yield from _keys(schema.get(word), f"{place}/{word}")
    for name, inner in schema.get("$defs", {}).items():
        yield from _keys(inner, f"{place}/$defs/{name}")


def whole(kind: str, schema: Json) -> Json:
    """A schema with what it refers to, as editors merge them."""
    beside: Json = {}
    while "$ref" in schema:
        beside = {**{k: v for k, v in schema.items() if k != "$ref"}, **beside}
        file, pointer = schema["$ref"].split("#")
        kind = file.removesuffix(".schema.json") or kind
        schema = content(kind)
        for part in pointer.strip("/").split("/"):
            schema = schema[part]
    return {**schema, **beside}


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_everywhere_is_described_with_an_example(kind: str) -> None:
    told = {place: whole(kind, schema) for place, schema in keys(kind)}
    assert len(told) > (4 if kind in ("fragment", "tuning") else 100)
    assert [place for place, schema in told.items() if not schema.get("description")] == []
    assert [place for place, schema in told.items() if not schema.get("examples")] == []


@pytest.mark.parametrize("draft", ["2020-12", "draft-07"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_example_fits_where_it_stands(kind: str, draft: str) -> None:
    wrong = []
    for place, schema in keys(kind):
        for example in whole(kind, schema).get("examples", []):
            errors = list(validator(kind, place, draft).iter_errors(example))
            wrong += [(place, example, errors[0].message)] if errors else []
    assert wrong == []


def validator(kind: str, place: str, draft: str) -> Any:  # the library's classes are made at run time
    file = f"{kind}.schema.json"
    reference = {"$ref": f"{file}{place}"}
    files = {f"{k}.schema.json": content(k) for k in KINDS}
    if draft == "2020-12":
        modern: Any = Registry().with_resources((n, Resource.from_contents(c)) for n, c in files.items())
        return jsonschema.Draft202012Validator(reference, registry=modern)
    older: Any = Registry().with_resources((n, DRAFT7.create_resource(old(c))) for n, c in files.items())
    return jsonschema.Draft7Validator(reference, registry=older)


def old(schema: Json) -> Json:
    """As an editor reads it that knows draft-07 only."""
    return {**schema, "$schema": "http://json-schema.org/draft-07/schema#"}


@pytest.mark.parametrize("kind", KINDS)
def test_closed_words_say_what_each_of_them_means(kind: str) -> None:
    for place, schema in keys(kind):
        if "enum" in schema:
            assert len(schema.get("enumDescriptions", [])) == len(schema["enum"]), place
        for word in schema.get("anyOf", []):
            assert "const" not in word or word.get("description"), place


@pytest.mark.parametrize("kind", ["rulebook", "overlay"])
def test_words_that_editors_complete_are_a_choice_and_no_demand(kind: str) -> None:
    """Where only some words are closed, the last alternative takes everything else."""
    offering = [s for _, s in keys(kind) if any("const" in each for each in s.get("anyOf", []))]
    assert len(offering) > 5
    assert all(schema["anyOf"][-1] == {} for schema in offering)


def test_an_overlay_completes_the_same_words() -> None:
    for name, shape in content("rulebook")["$defs"].items():
        for key, value in shape.get("properties", {}).items():
            offered = [each for each in value.get("anyOf", []) if "const" in each]
            if offered:
                assert content("overlay")["$defs"][name]["properties"][key]["anyOf"] == value["anyOf"]


DEFINITIONS = {
    "effects": "effects", "cases": "effect_cases",
    "moved": "text", "clause": "text", "drawn": "text",
    "kind": "id", "name": "id", "phase": "id",
}  # fmt: skip
"""The definition of the schema for what a key takes; an expression for all others."""


@pytest.mark.parametrize("kind", ["rulebook", "overlay"])
def test_the_schema_has_the_keys_of_effects_as_they_are_described(kind: str) -> None:
    described = {
        key.name: DEFINITIONS.get(key.takes, "expression") for verb in VERBS.values() for key in verb.parts
    }
    effect = content(kind)["$defs"]["effect"]
    shapes = {key: shape["$ref"].split("/")[-1] for key, shape in effect["properties"].items()}
    assert {key: shape.replace("effect_list", "effects") for key, shape in shapes.items()} == described
    assert tuple(each["const"] for each in effect["anyOf"] if each) == WORDS


def test_the_schema_has_the_shapes_of_boards() -> None:
    board = content("rulebook")["$defs"]["board"]
    assert [key for key in board["properties"] if key in SHAPES] == list(SHAPES)
    assert [each["required"] for each in board["oneOf"]] == [[name] for name in SHAPES]


def test_every_effect_is_offered_with_what_stands_beside_its_verb() -> None:
    snippets = content("rulebook")["$defs"]["effect"]["defaultSnippets"]
    for snippet in snippets:
        effect = tree_of(json.dumps({"do": [filled(snippet["body"])]})).get("do")
        problems = Problems()
        effect_shapes.check(next(iter(effect)), "", problems)  # type: ignore[arg-type]  # a list of one mapping
        assert list(problems) == [], snippet["label"]
        assert snippet["description"]
    assert {snippet["label"].split()[0] for snippet in snippets} == set(VERBS)
    assert content("overlay")["$defs"]["effect"]["defaultSnippets"] == snippets


def filled(body: Any) -> Any:
    """A snippet with its placeholders as they are offered."""
    if isinstance(body, dict):
        return {filled(key): filled(value) for key, value in body.items()}
    if isinstance(body, list):
        return [filled(value) for value in body]
    return re.sub(r"\$\{\d+:(.*)\}", r"\1", body)


@pytest.mark.parametrize("path", sorted(rulebooks_folder().rglob("*.yaml")), ids=lambda path: path.name)
def test_every_bundled_file_is_bound_to_the_schema_of_its_kind(path: Path) -> None:
    kind = path.name.split(".")[-2]
    first = path.read_text(encoding="utf-8").split("\n")[0]
    found = MODELINE.match(first)
    assert found is not None, f"{path.name} should begin with a modeline"
    assert (path.parent / found[1]).resolve() == (schemas_folder() / f"{kind}.schema.json").resolve()
    assert isinstance(tree_of(path.read_text(encoding="utf-8")), Mapping)
