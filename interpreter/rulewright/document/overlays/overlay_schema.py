"""The schema of overlays, made from the rulebook's: the same keys, with nothing required.

    "zone": {..., "required": ["holds"]}     ->      "zone": {..., "properties": {..., "before": ...}}

An overlay contains parts of a rulebook.  So no key is required; a list of effects may also be
`{first: [...], last: [...]}`; an entry of a named mapping may have `before: id`; and an option may be
its bare default.  The file
`schemas/overlay.schema.json` is what `layout(from_rulebook(...))` gives, which a test checks:

    python -m rulewright.document.overlays.overlay_schema
"""

from __future__ import annotations

import json
from typing import TypeAlias

from rulewright.document.bundled import schemas_folder
from rulewright.source import output

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"
Schema: TypeAlias = dict[str, Json]

_DEMANDS = ("required", "oneOf", "anyOf", "allOf", "if", "then", "else", "minItems")
_OWN_FILE = "overlay.schema.json"
_WIDTH = 110


def from_rulebook(rulebook: Schema) -> Schema:
    """The overlay's schema as plain data, from the rulebook's."""
    definitions = _relaxed(_object(rulebook["$defs"]))
    assert isinstance(definitions, dict)  # for mypy: relaxing an object gives an object
    for name in _entries(_object(rulebook["$defs"])):
        _allow_before(_object(definitions[name]))
    _object(definitions["option"])["type"] = ["object", "string", "integer", "boolean"]
    definitions["effect"] = _effect(_object(rulebook["$defs"]))
    definitions["effects"] = _extended_effects(_object(definitions["effects"]))
    definitions["effect_list"] = _object(_object(rulebook["$defs"])["effects"])
    definitions["part"] = _part(rulebook)
    return {
        "$schema": rulebook["$schema"],
        "title": "an overlay",
        "description": "An overlay of Rulewright: what a house rule changes, adds and removes in a rulebook.",
        "type": "object",
        "properties": _keys(rulebook),
        "required": ["rulebook", "name", "extends"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def layout(value: Json) -> str:
    """JSON for people: a value that fits on one line is on one line."""
    return _laid_out(value, "", 0) + "\n"


def _laid_out(value: Json, indent: str, used: int) -> str:
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or len(indent) + used + len(line) <= _WIDTH:
        return line
    deeper = indent + "  "
    if isinstance(value, list):
        return "[\n" + ",\n".join(deeper + _laid_out(v, deeper, 1) for v in value) + f"\n{indent}]"
    entries = []
    for key, inner in value.items():
        name = json.dumps(key, ensure_ascii=False) + ": "
        entries.append(deeper + name + _laid_out(inner, deeper, len(name) + 1))
    return "{\n" + ",\n".join(entries) + f"\n{indent}}}"


def _object(value: Json) -> Schema:
    assert isinstance(value, dict)  # the rulebook's schema is ours
    return value


def _relaxed(value: Json) -> Json:
    """A schema without required keys, and with references into this file."""
    if isinstance(value, list):
        return [_relaxed(v) for v in value]
    if isinstance(value, str):
        return value.removeprefix(_OWN_FILE) if value.startswith(_OWN_FILE) else value
    if not isinstance(value, dict):
        return value
    return {
        key: inner if key == "enum" else _inner(key, inner)
        for key, inner in value.items()
        if _stays(key, inner)
    }


def _stays(key: str, inner: Json) -> bool:
    """Whether a keyword is kept, since it does not require a key. `if` and `else` are also keys of effects, which map to
    schemas with a description, and `anyOf` may list words for editors to complete."""
    if key == "anyOf" and isinstance(inner, list):
        return not any(isinstance(each, dict) and "required" in each for each in inner)
    return key not in _DEMANDS or (isinstance(inner, dict) and "description" in inner)


def _inner(key: str, inner: Json) -> Json:
    """A keyword's value; texts that are shown to authors are kept (`examples` is also the name of a key, with a schema)."""
    is_shown = key in ("examples", "defaultSnippets", "enumDescriptions") and isinstance(inner, list)
    return (
        inner if is_shown or key in ("const", "pattern", "type", "description", "title") else _relaxed(inner)
    )


def _entries(definitions: Schema) -> list[str]:
    """The names of definitions that describe an entry of a mapping, and may be mappings themselves."""
    found: list[str] = []

    def look(value: Json) -> None:
        if isinstance(value, list):
            for inner in value:
                look(inner)
        elif isinstance(value, dict):
            entry = value.get("additionalProperties")
            reference = entry.get("$ref") if isinstance(entry, dict) else None
            if isinstance(reference, str) and "object" in _types(
                _object(definitions[reference.split("/")[-1]])
            ):
                found.append(reference.split("/")[-1])
            for inner in value.values():
                look(inner)

    look(definitions)
    return [name for name in definitions if name in found and name != "enum"]


def _types(schema: Schema) -> list[str]:
    kinds = schema.get("type", [])
    return [str(k) for k in kinds] if isinstance(kinds, list) else [str(kinds)]


def _allow_before(entry: Schema) -> None:
    _object(entry["properties"])["before"] = {
        "title": "an id",
        "description": "In `add`: the entry before which this one comes, e.g. `before: otherwise_low`.",
        "examples": ["otherwise_low"],
        "type": ["string", "integer", "boolean"],
    }


def _effect(definitions: Schema) -> Json:
    """Effects are given whole in an overlay too; the lists inside them are plain lists."""
    text = json.dumps(definitions["effect"]).replace("#/$defs/effects", "#/$defs/effect_list")
    effect = _object(json.loads(text))
    cases = _object(_object(effect["properties"])["cases"])
    cases["$ref"] = "#/$defs/effect_cases"
    return effect


def _extended_effects(effects: Schema) -> Json:
    ends: Schema = {
        "first": {
            "$ref": "#/$defs/effect_list",
            "description": "Effects done before those of the parent.",
            "examples": [[{"roll": "tray"}]],
        },
        "last": {
            "$ref": "#/$defs/effect_list",
            "description": "Effects done after those of the parent.",
            "examples": [["end_turn"]],
        },
    }
    return {
        **effects,
        "title": "a list of effects, or `first` and `last`",
        "description": "Effects that replace the parent's, or `{first: [...], last: [...]}` to extend them.",
        "type": ["array", "object"],
        "properties": ends,
        "additionalProperties": False,
    }


def _part(rulebook: Schema) -> Json:
    keys = _object(_relaxed(rulebook["properties"]))
    inside = {key: value for key, value in keys.items() if key not in ("rulebook", "name")}
    return {
        "title": "a part of a rulebook",
        "description": "Parts of a rulebook, e.g. `{options: {target: 50}}`.",
        "type": "object",
        "properties": inside,
        "additionalProperties": False,
    }


def _keys(rulebook: Schema) -> Json:
    keys = _object(rulebook["properties"])
    return {
        "rulebook": keys["rulebook"],
        "name": keys["name"],
        "extends": {
            "title": "the name of a rulebook",
            "description": "The rulebook that it changes, e.g. `extends: my-game`, or a variant of it, `my-game#solitaire`.",
            "examples": ["my-game", "my-game#solitaire"],
            "type": "string",
            "pattern": "^[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:#[A-Za-z_][A-Za-z_0-9]*)?$",
        },
        "title": keys["title"],
        "about": keys["about"],
        "change": {
            "$ref": "#/$defs/part",
            "description": "The changes, e.g. `{options: {target: 50}}`.",
            "examples": [{"options": {"target": 50}}],
        },
        "add": {
            "$ref": "#/$defs/part",
            "description": "The additions, e.g. `{define: {par: 20}}` or a new case of a definition.",
            "examples": [{"define": {"par": 20}}],
        },
        "remove": {"$ref": "#/$defs/remove"},
    }


if __name__ == "__main__":
    made = from_rulebook(json.loads((schemas_folder() / "rulebook.schema.json").read_text("utf-8")))
    output.put(schemas_folder() / _OWN_FILE, layout(made))
