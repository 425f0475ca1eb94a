"""Small texts read as trees, and trees shown as plain data."""

from __future__ import annotations

from typing import Any

from rulewright.document import from_yaml
from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.document.resolve import Resolved, resolve
from rulewright.problems.problem import Problem, Problems
from rulewright.source.text import Source

BOOK = """\
rulebook: 1
name: book
players: 2..4
phases: {turn: {actions: {stop: {do: [end_turn]}}}}
end: {rounds_played: {when: round > 3, result: draw}}
"""


def read(text: str) -> tuple[Mapping | None, list[Problem]]:
    problems = Problems()
    return from_yaml.read(Source("book.yaml", text), problems), list(problems)


def tree_of(text: str) -> Mapping:
    tree, problems = read(text)
    assert problems == []
    assert tree is not None
    return tree


def plain(node: Node | None) -> Any:
    """Texts, lists and dicts, so that a test can say what it expects (Any, as YAML's shape is free)."""
    match node:
        case Scalar():
            return node.text
        case Sequence():
            return [plain(item) for item in node]
        case Mapping():
            return {entry.key.text: plain(entry.value) for entry in node}
        case None:
            return None


def resolved(
    text: str, *overlays: str, variant: str | None = None, **files: str
) -> tuple[Resolved | None, list[Problem]]:
    """A text put together with others that are found by name (`_` in place of `-`)."""
    problems = Problems()
    sources = {name.replace("_", "-"): Source(f"{name}.yaml", body) for name, body in files.items()}
    book = resolve(
        Source("top.yaml", text),
        lambda name, _: sources.get(name),
        problems,
        [Source(f"overlay{i}.yaml", body) for i, body in enumerate(overlays, 1)],
        variant,
        list(sources),
    )
    return book, list(problems)


def told(problems: list[Problem]) -> list[tuple[str, str]]:
    """Code and marked text of each problem."""
    return [(p.code, p.span.text) for p in problems]
