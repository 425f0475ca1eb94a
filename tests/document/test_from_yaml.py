"""Reading YAML: exact places, and refusals that speak the author's language."""

from __future__ import annotations

import time

import pytest
import yaml

import rulewright as rw
from rulewright.document import from_yaml
from rulewright.document.nodes import Mapping, Node, Scalar
from tests.document.reading import plain, read, told, tree_of


def scalar(text: str, key: str = "a") -> Scalar:
    value = tree_of(text).get(key)
    assert isinstance(value, Scalar)
    return value


@pytest.mark.parametrize(
    ("text", "decoded", "raw"),
    [
        ("a: x + 1  # why\n", "x + 1", "x + 1"),
        ("a: 'x + 1'\n", "x + 1", "x + 1"),
        ('a: "x"\n', "x", "x"),
        ("a: 010\n", "010", "010"),
        ("a: true\n", "true", "true"),
        ("a: x and\n  y\nb: 1\n", "x and y", "x and\n  y"),
        ("a: |\n  x and  # c\n    y\n\nb: 1\n", "x and  # c\n  y\n", "x and  # c\n    y"),
        ("a: >-   # folded\n  x\n  y\n", "x y", "x\n  y"),
        ("é: 1\na: ü + x\n", "ü + x", "ü + x"),
        ("b: 1\r\na: x\r\n", "x", "x"),
        ("\ufeffa: x\n", "x", "x"),
        ("b: {a: 1}\na: x\n", "x", "x"),
    ],
)
def test_a_text_knows_the_slice_of_the_file_it_stands_in(text: str, decoded: str, raw: str) -> None:
    found = scalar(text)
    assert (found.text, found.span.text) == (decoded, raw)


def test_both_parsers_of_pyyaml_give_the_same_places(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\ufeffa: {b: [1, 'two'], c: x}\nd:\n  - |\n    lines\n    more\n  - {e: é}\n"
    fast = tree_of(text)
    monkeypatch.setattr(from_yaml, "_LOADER", yaml.SafeLoader)
    slow = tree_of(text)
    assert places(fast) == places(slow)


def places(node: Node) -> object:
    if isinstance(node, Scalar):
        return (node.text, node.style, node.span.start, node.span.end)
    inner = [e.value for e in node] if isinstance(node, Mapping) else list(node)
    return (node.span.start, node.span.end, [places(i) for i in inner])


@pytest.mark.parametrize(
    ("text", "escaped"),
    [("a: 'it''s'\n", True), ('a: "x\\ty"\n', True), ("a: 'x\\y'\n", False), ("a: \"it''s\"\n", False), ("a: x\n", False)],
)  # fmt: skip
def test_quotes_with_escapes_are_told_apart(text: str, escaped: bool) -> None:
    assert scalar(text).is_escaped is escaped


def test_a_block_ends_with_its_last_value() -> None:
    tree = tree_of("a:\n  b: 1\n  c: [2]\n\n# comment\nd: 3\n")
    inside = tree.get("a")
    assert inside is not None
    assert inside.span.text == "b: 1\n  c: [2]"


def test_empty_mappings_and_lists_are_fine() -> None:
    assert plain(tree_of("a: {}\nb: []\n")) == {"a": {}, "b": []}


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("", "missing-key", ""),
        ("- a\n", "wrong-shape", "-"),
        ("a: &x 1\n", "yaml-feature", "&x 1"),
        ("a: *x\n", "yaml-feature", "*x"),
        ("a: !!str x\n", "yaml-feature", "!!str x"),
        ("<<: {a: 1}\n", "yaml-feature", "<<"),
        ("a: 1\n---\nb: 2\n", "yaml-feature", "---"),
        ("%YAML 1.1\n---\na: 1\n", "yaml-feature", "%YAML 1.1\n---"),
        ("a: 1\nb: 2\na: 3\n", "duplicate-key", "a"),
        ("? [a]\n: 1\n", "yaml-syntax", "[a]"),
        ("a: \x07\n", "yaml-syntax", "\x07"),
        ("a:\n", "null-value", "a"),
        ("a: ~\n", "null-value", "a"),
        ("a: [1, null]\n", "null-value", "null"),
        ("a: {b: 1, c: }\n", "null-value", "c"),
        ("a: {b, c: 1}\n", "null-value", "b"),
        ("a: {set: x[me], to: 3}\n", "flow-bracket", "["),
        ("a: b: c\n", "yaml-syntax", ":"),
        ("a: 1\n  b: 2\n", "yaml-syntax", "b:"),
        ("a:\n\t- x\n", "yaml-syntax", "\t"),
        ("a: 'x\n", "yaml-syntax", "'"),
        ("a: @x\n", "yaml-syntax", "@"),
        ("a: 1\nb c\nd: 2\n", "yaml-syntax", "b c"),
        ("a: {b: 1\nc: 2\n", "yaml-syntax", ":"),
        ("a: {b: 1}}\n", "yaml-syntax", "}"),
    ],
)
def test_what_no_rulebook_holds_is_refused_at_its_place(text: str, code: str, marked: str) -> None:
    assert told(read(text)[1]) == [(code, marked)]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("a: {when: max(1, 2) > n}\n", ["max(1"]),
        ("a: {says: roll first, please}\n", ["roll first"]),
        ("a: {says: one, two, do: three, four}\n", ["one", "three"]),
        ("a: {max(1, 2): 3}\n", ["max(1"]),
        ("a: [max(1, 2), 3]\n", ["max(1"]),
        ("a: {b: f(x, c: y)}\n", ["f(x"]),
    ],
)
def test_a_comma_that_ended_a_text_is_named(text: str, marked: list[str]) -> None:
    assert told(read(text)[1]) == [("flow-comma", m) for m in marked]


@pytest.mark.parametrize("text", ["a: [f(x), g(y)]\n", "a: {b: f(x), c: g(y)}\n", "a: 'max(1, 2)'\n"])
def test_whole_calls_in_brackets_are_fine(text: str) -> None:
    assert read(text)[1] == []


def test_a_text_cut_at_a_hash_is_a_warning_while_it_may_be_whole() -> None:
    _, problems = read("a: Row #1 is won\nb: x + #2\nc: 5  # a comment\n")
    assert [(p.code, p.severity, p.span.text) for p in problems] == [
        ("text-cut", "warning", "Row"),
        ("text-cut", "error", "x +"),
    ]


def test_reading_goes_on_after_a_problem_that_leaves_a_tree() -> None:
    tree, problems = read("a: &x 1\nb:\nc: {d: 1, d: 2}\n")
    assert [p.code for p in problems] == ["yaml-feature", "null-value", "duplicate-key"]
    assert tree is not None
    assert tree.keys() == ["a", "b", "c"]


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "x" * 1_000_001,
        "a: " + "é" * 600_000,
        "a: [" + "x," * 60_000 + "]",
        "a: " + "[" * 100_000,
        "a: " + "{a: " * 1000,
        "\n".join(" " * i + "a:" for i in range(100)),
    ],
    ids=["long", "bytes", "values", "brackets", "braces", "indented"],
)
def test_a_file_that_would_cost_memory_is_refused_soon(text: str) -> None:
    begin = time.perf_counter()
    tree, problems = read(text)
    assert tree is None
    assert [p.code for p in problems] == ["too-large"]
    assert time.perf_counter() - begin < 2


@pytest.mark.parametrize(
    ("text", "what", "reads"),
    [
        ('{"rulewright_program":2,"name":1,"null":null}', "a compiled game", "load_compiled"),
        ('{"rulewright_state":1,"cells":[]}', "a saved state", "deserialize_state"),
        ('{"rulewright": 1, "game": "x", "steps": []}', "the record of a game", "rulewright replay"),
    ],
)
def test_a_file_of_another_kind_is_one_problem(text: str, what: str, reads: str) -> None:
    (problem,) = rw.check_text(text)
    assert (problem.code, problem.message) == ("wrong-shape", f"this is {what}, not a rulebook")
    assert reads in problem.help
    assert len(rw.check_text(text.replace('"rulewright', '"rulebook": 1, "rulewright'))) > 1
