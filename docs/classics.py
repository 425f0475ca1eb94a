"""The pages of well-known games, docs/games/classics/*.md, which `python docs/generate.py` writes with all other generated parts.

Nothing has to be written for one: options and examples come from the rulebook, the counts from `tests/games/published.py`, and
what the rulebook is compared with from `tests/oracles/outside/games/`.  What rules leave open and how we read it, and who is
right where two oracles disagree, may be said in docs/games/data/classics/NAME.yaml, as a list of Markdown paragraphs:

    readings:
      - The rules do not say who begins.  Here …
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from rulewright.document import nodes
from rulewright.document.from_yaml import read
from rulewright.problems.problem import Problems
from rulewright.source.text import Source

if TYPE_CHECKING:
    from tests.oracles.outside.twins import Twin

DOCS = Path(__file__).resolve().parent
TOP = DOCS.parent
NOTES = DOCS / "games" / "data" / "classics"


@dataclass(frozen=True, slots=True)
class Classic:
    """A page, whole."""

    rulebook: Path
    name = "the page"

    @property
    def game(self) -> str:
        return self.rulebook.name.removesuffix(".rulebook.yaml")

    @property
    def path(self) -> Path:
        return Path("games/classics") / f"{self.game}.md"

    def is_up_to_date(self) -> bool:
        page = DOCS / self.path
        return page.exists() and page.read_text(encoding="utf-8") == self.wanted()

    def wanted(self) -> str:
        tree = read(Source(str(self.rulebook), self.rulebook.read_text(encoding="utf-8")), Problems())
        assert tree is not None, "a bundled rulebook can be read"
        return "\n".join(_page(self, tree))


def pages() -> list[Classic]:
    if str(TOP) not in sys.path:
        sys.path.insert(0, str(TOP))  # what the tests know of a game is on its page
    return [Classic(path) for path in sorted(TOP.glob("rulebooks/classics/*/*.rulebook.yaml"))]


def _page(classic: Classic, tree: nodes.Mapping) -> Iterator[str]:
    game = classic.game
    yield f"<!-- Written by docs/generate.py from the rulebook, the tests and docs/games/data/classics/{game}.yaml if there is one. -->\n"
    yield f"# {tree.text('title')}\n"
    yield f"{_sentence(tree.text('about') or '')} {_players(tree)}\n"
    yield f"`rulewright rules {game}` prints the rule sheet, and `rulewright play {game}` opens a table."
    yield f"[The rulebook](../../../{classic.rulebook.relative_to(TOP).as_posix()}) has all rules.\n"
    if options := list(_options(tree)):
        yield "## What can be agreed\n"
        yield from ("| option | default | |", "| --- | --- | --- |", *options, "")
    if variants := list(tree.section("variants")):
        yield "## Variants\n"
        for variant in variants:
            about = variant.value.text("about") if isinstance(variant.value, nodes.Mapping) else None
            yield f"- `{variant.key.text}`" + (f": {_sentence(about)}" if about else "")
        yield ""
    yield "## How it is checked\n"
    yield from _checks(game, tree)
    notes = NOTES / f"{game}.yaml"
    if notes.exists():
        yield "## What the rules leave open, and who is right\n"
        for paragraph in yaml.safe_load(notes.read_text(encoding="utf-8"))["readings"]:
            yield f"{paragraph.strip()}\n"


def _players(tree: nodes.Mapping) -> str:
    node, seats = tree.get("players"), tree.get("seats")
    numbers = [
        item.text
        for item in (node.items if isinstance(node, nodes.Sequence) else [node])
        if isinstance(item, nodes.Scalar)
    ]
    names = (
        [item.text for item in seats.items if isinstance(item, nodes.Scalar)]
        if isinstance(seats, nodes.Sequence)
        else []
    )
    number = " or ".join(numbers).replace("..", " to ")
    return f"For {number} {'player' if number == '1' else 'players'}{': ' if names else ''}{' and '.join(names)}."


def _options(tree: nodes.Mapping) -> Iterator[str]:
    for entry in tree.section("options"):
        if isinstance(option := entry.value, nodes.Mapping):
            said = option.text("about") or option.text("label") or ""
            choices = option.get("one_of")
            if isinstance(choices, nodes.Mapping):
                values = [f"`{choice.key.text}`{_colon(choice.value)}" for choice in choices]
                said = f"{said}: {'; '.join(values)}" if said else "; ".join(values)
            elif isinstance(choices, nodes.Sequence):
                values = [f"`{choice.text}`" for choice in choices.items if isinstance(choice, nodes.Scalar)]
                said = f"{said}: {', '.join(values)}" if said else ", ".join(values)
            yield f"| `{entry.key.text}` | `{option.text('default')}` | {_sentence(said).replace('|', chr(92) + '|')} |"


def _colon(about: nodes.Node) -> str:
    return f", {about.text}" if isinstance(about, nodes.Scalar) else ""


def _checks(game: str, tree: nodes.Mapping) -> Iterator[str]:
    from tests.games.published import KNOWN
    from tests.oracles.outside.twins import twins

    examples = [f"`{entry.key.text}`" for entry in tree.section("examples")]
    yield f"`rulewright test {game}` plays its examples: {', '.join(examples)}.\n"
    for known in KNOWN:
        if known.game == game:
            yield f"Published counts of sequences of {_counted[known.by]}, by their length, are met: {_numbers(known.sequences)}."
            if known.positions:
                yield f"So are those of different positions: {_numbers(known.positions)}."
            yield ""
    others = [twin for twin in twins() if twin.game == game]
    if others:
        yield f"Random games are played in lockstep with {_libraries(others)}: legal moves, chance and results agree"
        yield f"at every step (`python -m tests.oracles.outside.agree {game}`)."
        for differs in dict.fromkeys(twin.differs for twin in others if twin.differs):
            yield f"Known to differ: {_sentence(differs)}"
        yield ""


def _libraries(others: Sequence[Twin]) -> str:
    """`pig(players=3)` of OpenSpiel"""
    by_library: dict[str, dict[str, None]] = {}
    for twin in others:
        by_library.setdefault(twin.library, {})[f"`{twin.outside}`"] = None
    return " and with ".join(f"{' and '.join(names)} of {library}" for library, names in by_library.items())


_counted = {"decision": "moves", "turn": "turns"}
"""What one ply is."""


def _numbers(counts: tuple[int, ...]) -> str:
    return "; ".join(f"{count:,}" for count in counts)


def _sentence(text: str) -> str:
    return " ".join(text.split())
