"""The table of all bundled games on docs/games/README.md, which `python docs/generate.py` writes: how long the rules are, and what
they are compared with.

    tokens(tree)      437 words, numbers and signs in the rules of a rulebook
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from rulewright.document import nodes
from rulewright.document.from_yaml import read
from rulewright.problems.problem import Problems
from rulewright.source.text import Source

TOP = Path(__file__).resolve().parent.parent
NO_RULES = ("examples", "strategies", "view", "invariants")
"""Keys at the top of a rulebook that change no rule."""
FOR_PEOPLE = ("about", "label", "plural", "says", "sheet", "title")
"""Keys with words that change no rule."""
_TOKEN = re.compile(r"[A-Za-z_0-9]+|[<>!=]=|\.\.|[^\sA-Za-z_0-9]")


def table() -> str:
    """Each game with a link to its page, its players, the tokens of its rules and its oracles, and the medians."""
    rows = list(_rows())
    heads = ("game", "for", "tokens of the rules", "of all but examples", "compared with")
    medians = [f"{median(row[2] for row in rows):,.0f}", f"{median(row[3] for row in rows):,.0f}"]
    lines = [
        heads,
        ["---"] * len(heads),
        *(
            [name, players, f"{rules:,}", f"{whole:,}", others]
            for name, players, rules, whole, others in rows
        ),
        ["**median**", "", *medians, ""],
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def tokens(tree: nodes.Mapping, but: tuple[str, ...] = ("examples",), people: bool = True) -> int:
    """The number of words, numbers and signs in a rulebook, keys included; without the sections `but`, and without words for
    people unless `people`."""
    sections = (entry for entry in tree if entry.key.text not in but)
    return sum(_tokens(entry, people) for entry in sections)


def _tokens(entry: nodes.Entry, people: bool) -> int:
    if not people and entry.key.text in FOR_PEOPLE:
        return 0
    return _of_text(entry.key.text) + _of_node(entry.value, people)


def _of_node(node: nodes.Node, people: bool) -> int:
    match node:
        case nodes.Mapping():
            return sum(_tokens(entry, people) for entry in node)
        case nodes.Sequence():
            return sum(_of_node(item, people) for item in node.items)
        case nodes.Scalar():
            return _of_text(node.text)


def _of_text(text: str) -> int:
    return len(_TOKEN.findall(text))


def _rows() -> Iterator[tuple[str, str, int, int, str]]:
    if str(TOP) not in sys.path:
        sys.path.insert(0, str(TOP))  # what the tests know of a game is in its row
    from docs import classics
    from tests.games.published import KNOWN
    from tests.oracles.outside.twins import twins

    compared: dict[str, dict[str, None]] = {}
    for twin in twins():
        compared.setdefault(twin.game, {})[f"{twin.library}, move by move"] = None
    for known in KNOWN:
        compared.setdefault(known.game, {})["published counts"] = None
    for path in sorted(TOP.glob("tests/oracles/*.py")):
        compared.setdefault(path.stem.replace("_", "-"), {})["a program of ours, written apart"] = None
    paths = [*sorted(TOP.glob("rulebooks/*.rulebook.yaml")), *(page.rulebook for page in classics.pages())]
    for path in paths:
        tree = read(Source(str(path), path.read_text(encoding="utf-8")), Problems())
        assert tree is not None, "a bundled rulebook can be read"
        name = path.name.removesuffix(".rulebook.yaml")
        page = f"{'' if path.parent.name == 'rulebooks' else 'classics/'}{name}.md"
        players = " or ".join(_players(tree))
        yield (
            f"[{tree.text('title')}]({page})",
            players,
            tokens(tree, NO_RULES, people=False),
            tokens(tree),
            "; ".join(compared.get(name, ())),
        )


def _players(tree: nodes.Mapping) -> Iterator[str]:
    node = tree.get("players")
    for item in node.items if isinstance(node, nodes.Sequence) else (node,):
        assert isinstance(item, nodes.Scalar), "numbers of players are written as numbers and ranges"
        yield item.text.replace("..", " to ")
