"""What is written reads back as the same tree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.author.to_yaml import to_yaml
from rulewright.document import from_yaml
from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.problems.problem import Problems
from rulewright.source.text import NOWHERE, Source


def read(text: str) -> Mapping:
    problems = Problems()
    tree = from_yaml.read(Source("text", text), problems)
    assert tree is not None, list(problems)
    assert not list(problems)
    return tree


def plain(node: Node) -> object:
    match node:
        case Scalar():
            return node.text
        case Mapping():
            return [(entry.key.text, plain(entry.value)) for entry in node.entries]
        case Sequence():
            return [plain(item) for item in node.items]


TEXTS = [
    "name: a\nabout: plain words, with a comma\n",
    "name: a\nabout: 'a colon: inside'\n",
    'name: a\nabout: "its quoted"\n',
    "name: a\nphases: {turn: {actions: {roll: {do: [{roll: tray}, end_turn]}}}}\n",
    "name: a\ndefine:\n  x: |\n    (a and b)\n    or c   # a note\n  y: 1\n",
    "name: a\ntables: {hi: {of: 5..30, rows: {30: 10, 24..29: 4, ..22: 1, 31..: 0}}}\n",
    "name: a\nsetup:\n  - if: x\n    do: [{set: p.y, to: -1}]\n  - pick: p in players\n    do: [{turn_of: p}]\n",
    "name: a\noptions: {}\nremove: []\n",
    "name: a\nabout: '# not a comment'\nend: {over: {when: a - b == -1, result: draw}}\n",
]


@pytest.mark.parametrize("text", TEXTS)
def test_rulebooks_read_back_as_the_same(text: str) -> None:
    tree = read(text)
    assert plain(read(to_yaml(tree))) == plain(tree)


def test_small_things_stand_on_one_line() -> None:
    tree = read("variables:\n  pot:\n    type: number\n    lasts: turn\n")
    assert to_yaml(tree) == "variables:\n  pot: {type: number, lasts: turn}\n"


keys = st.from_regex(r"[a-z_]{1,8}", fullmatch=True).filter(
    lambda key: key not in ("null", "true", "yes", "no", "on", "off")
)
words = (
    st.text("abc XYZ,:#{}[]|'\"-.?&*!%@0123456789<>=()", min_size=1, max_size=30).map(str.strip).filter(bool)
)


def mapping(entries: dict[str, Node]) -> Node:
    return Mapping(tuple(Entry(Scalar(k, "plain", NOWHERE), v) for k, v in entries.items()), NOWHERE)


trees = st.recursive(
    words.map(lambda text: Scalar(text, "quoted", NOWHERE)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda items: Sequence(tuple(items), NOWHERE)),
        st.dictionaries(keys, inner, max_size=4).map(mapping),
    ),
    max_leaves=20,
)


@given(st.dictionaries(keys, trees, min_size=1, max_size=5).map(mapping))
def test_any_tree_reads_back_as_the_same(tree: Node) -> None:
    import yaml

    assert isinstance(tree, Mapping)
    assert pairs(yaml.compose(to_yaml(tree))) == plain(tree)


def pairs(node: object) -> object:
    import yaml

    match node:
        case yaml.MappingNode():
            return [(pairs(key), pairs(value)) for key, value in node.value]
        case yaml.SequenceNode():
            return [pairs(item) for item in node.value]
        case yaml.ScalarNode():
            return node.value
    raise AssertionError(node)
