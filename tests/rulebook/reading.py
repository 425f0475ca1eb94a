"""Small rulebooks as nodes: the parts that a test does not speak of are filled in."""

from __future__ import annotations

from rulewright.document.from_yaml import read
from rulewright.problems.problem import Problem, Problems
from rulewright.rulebook import nodes
from rulewright.rulebook.from_document import from_document
from rulewright.source.text import Source

REST = {
    "rulebook": "rulebook: 1\n",
    "name": "name: tiny\n",
    "players": "players: 2..4\n",
    "phases": "phases: {turn: {actions: {pass: {do: [end_turn]}}}}\n",
    "end": "end: {over: {when: round > 3, result: draw}}\n",
}


def whole(text: str) -> str:
    """The text with whatever a rulebook needs besides."""
    given = {line.split(":")[0] for line in text.splitlines()}
    return text.rstrip() + "\n" + "".join(rest for key, rest in REST.items() if key not in given)


def book(text: str) -> nodes.Rulebook:
    found, problems = attempt(text)
    assert not problems, [str(problem) for problem in problems]
    assert found is not None
    return found


def attempt(text: str) -> tuple[nodes.Rulebook | None, list[Problem]]:
    problems = Problems()
    tree = read(Source("tiny.rulebook.yaml", whole(text)), problems)
    assert tree is not None, [str(problem) for problem in problems]
    return from_document(tree, problems), problems.sorted()


def problem(text: str) -> Problem:
    """The only problem of a rulebook."""
    _, problems = attempt(text)
    assert len(problems) == 1, [str(found) for found in problems]
    return problems[0]


def words(found: Problem) -> str:
    return f"{found.message} {found.label} {found.help}"
