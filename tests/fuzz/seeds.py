"""What fuzzers begin with: rulebooks and expressions that there are, and the words of the language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from rulewright.document import from_yaml
from rulewright.document.bundled import rulebooks_folder, schemas_folder
from rulewright.document.nodes import Mapping, Node, Sequence
from rulewright.language import builtins
from rulewright.problems.problem import Problems
from rulewright.source.text import Source
from tests.corpus.cases import all_cases
from tests.fuzz.harnesses import STARTS

_NUMBERS = (
    "0",
    "-1",
    "1",
    "2",
    "31",
    "255",
    "10000",
    "2147483647",
    "2147483648",
    "99999999999999999999",
    "010",
    "1_0",
)
_YAML = (": ", "- ", "\n  ", "|", ">", "{", "}", "[", "]", ", ", "'", '"', "&a ", "*a", "!!str ", "---\n", "...\n", "<<: ",
         "? ", " #", "%YAML 1.2\n", "~", "null", "true", "no", "\t", "\r", "\r\n", "\ufeff", "\u2028", "\x85", "\x00",
         "\x1b[31m", "\U0001f3b2", "é")  # fmt: skip


@cache
def rulebooks() -> tuple[str, ...]:
    """The corpus, and the bundled rulebooks and fragments that are short; house rules have long parents."""
    bundled = [path.read_text("utf-8") for path in sorted(rulebooks_folder().rglob("*.yaml"))]
    short = [text for text in bundled if len(text) < 5_000 and "\nextends:" not in text]
    return (*(case.text for case in all_cases()), *short)


@cache
def expressions() -> tuple[str, ...]:
    """Every short text of these rulebooks that might be an expression, read as one; and some in every other way."""
    texts = dict.fromkeys(text for book in rulebooks() for text in _leaves(_tree(book)) if len(text) < 200)
    telling = ("all ", "highest ", "lowest ", " of ", "..", "otherwise")
    others = [
        text
        for n, text in enumerate(texts)
        if n % 32 == 0 or (n % 4 == 0 and any(w in text for w in telling))
    ]
    return (
        *(f"0{text}" for text in texts),
        *(f"{start}{text}" for text in others for start in range(1, len(STARTS))),
    )


SEEDS = {"rulebook": rulebooks, "expression": expressions}


@cache
def words() -> tuple[str, ...]:
    """What texts are made of: keys of the schema, words of the grammar, built-ins, numbers and YAML's own signs."""
    grammar = files("rulewright.expression").joinpath("grammar.lark").read_text("utf-8")
    of_grammar = re.findall(r"/(\w+)\\b/", grammar) + re.findall(r'"([^"\w]{1,2})"', grammar)
    found = [*keys(), *of_grammar, *sorted(builtins.BUILT_IN_NAMES), *_NUMBERS, *_YAML]
    return tuple(dict.fromkeys(found))


@cache
def keys() -> tuple[str, ...]:
    """The keys of a rulebook, and the words that the schema allows behind some of them."""
    schema = json.loads((schemas_folder() / "rulebook.schema.json").read_text("utf-8"))
    return tuple(dict.fromkeys(_keys(schema)))


def _keys(schema: Any) -> Iterator[str]:  # Any: JSON of any shape
    if isinstance(schema, dict):
        for key, part in schema.items():
            if key == "properties":
                yield from part
            if key == "enum":
                yield from part
            yield from _keys(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _keys(part)


def _tree(text: str) -> Node | None:
    return from_yaml.read(Source("<seed>", text), Problems())


def _leaves(node: Node | None) -> Iterator[str]:
    if isinstance(node, Mapping):
        for entry in node:
            yield entry.key.text
            yield from _leaves(entry.value)
    elif isinstance(node, Sequence):
        for item in node:
            yield from _leaves(item)
    elif node is not None:
        yield node.span.text
