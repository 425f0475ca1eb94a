"""The pages that map every rule of a game to its place in the rulebook and to what guards it."""

from __future__ import annotations

from functools import cache

import pytest

from docs import classics, generate_games
from docs.generate_games import Game, Place, Rule
from rulewright.document import nodes
from rulewright.document.expand import expanded
from rulewright.document.from_yaml import read
from rulewright.document.resolve import Resolved
from rulewright.pipeline import open_book
from rulewright.problems.problem import Problems
from rulewright.source.text import Source
from tests.offenders import assert_none

GAMES = generate_games.games()
NUMBERS = {
    "cinq-o": ([f"Q{n}" for n in range(1, 32)], [f"C-Q{n}" for n in range(1, 13)]),
    "crib-ino": ([f"B{n}" for n in range(1, 38)], [f"C-B{n}" for n in range(1, 15)]),
    "red-hot-yott": ([f"Y{n}" for n in range(1, 26)], [f"C-Y{n}" for n in range(1, 15)]),
    "sino": ([f"S{n}" for n in range(1, 27)], [f"C-S{n}" for n in range(1, 13)]),
    "cinco": ([f"N{n}" for n in range(1, 18)], [f"C-N{n}" for n in range(1, 11)]),
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_pages_are_up_to_date(game: Game) -> None:
    assert game.current() == game.wanted(), "python docs/generate_games.py writes it anew"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rule_occurs_once_and_in_order(game: Game) -> None:
    assert ([rule.number for rule in game.rules], [rule.number for rule in game.readings]) == NUMBERS[
        game.name
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_rule_has_a_place_in_the_rulebook_or_a_reason(game: Game) -> None:
    rules = rules_of(game)
    assert_none(rule.number for rule in rules if bool(rule.places) == bool(rule.nowhere))
    assert_none(
        f"{rule.number}: {place}" for rule in rules for place in rule.places if not exists(game, place)
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_rule_with_a_place_is_guarded(game: Game) -> None:
    unguarded = (rule.number for rule in rules_of(game) if not (rule.guards or rule.nowhere))
    assert_none(unguarded, "no example or invariant notices a change of it")


def test_every_classic_has_a_page_that_is_up_to_date() -> None:
    pages = classics.pages()
    assert_none(
        (page.game for page in pages if not page.is_up_to_date()), "python docs/generate.py writes them"
    )
    there = {path.stem for path in (classics.DOCS / "games" / "classics").glob("*.md")}
    assert_none(there - {page.game for page in pages}, "these pages have no rulebook any more")


def test_notes_belong_to_a_classic() -> None:
    games = {page.game for page in classics.pages()}
    assert_none(path.name for path in classics.NOTES.glob("*") if path.stem not in games)


def rules_of(game: Game) -> tuple[Rule, ...]:
    return (*game.rules, *game.readings)


@cache
def resolved(name: str, variant: str | None) -> Resolved:
    """A bundled rulebook with overlays and variant carried out."""
    return open_book(name, variant=variant).resolved


def exists(game: Game, place: Place) -> bool:
    """Whether the rulebook, with overlays and variant carried out, has something there."""
    node: nodes.Node | None = resolved(game.name, place.variant).tree
    path: tuple[str, ...] = ()
    if place.path.startswith("variants."):
        return place.path.removeprefix("variants.") in resolved(game.name, None).variants
    for key in place.path.split("."):
        node = expanded(node, path) if node is not None else None
        node = node.get(key) if isinstance(node, nodes.Mapping) else None
        path = (*path, key)
    return node is not None


def test_a_comment_belongs_to_the_entry_on_its_line() -> None:
    source = Source(
        "tiny.rulebook.yaml",
        """\
name: tiny
define:   # Q1
  total: {is: sum(dice.face), about: of all}   # Q2 C-Q3 and more
phases:
  turn:
    actions:
      roll:
        about: Roll.       # Q4
        do:
          - {roll: dice}   # Q5
variants:
  rounds:
    add:
      options:
        rounds: {type: 1..9, default: 5}   # Q6
examples:
  it_adds_up: {expect: [total == 3]}   # Q2
""",
    )
    tree = read(source, Problems())
    assert tree is not None
    found = generate_games.found_in(source, tree)
    assert found.places == {
        "Q1": [Place("define")],
        "Q2": [Place("define.total")],
        "C-Q3": [Place("define.total")],
        "Q4": [Place("phases.turn.actions.roll")],
        "Q5": [Place("phases.turn.actions.roll")],
        "Q6": [Place("options.rounds", "rounds")],
    }
    assert found.guards == {"Q2": ["it_adds_up"]}
