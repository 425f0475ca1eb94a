"""The pages that map every rule of a game to its place in the rulebook and to what guards it."""

from __future__ import annotations

import pytest

from docs import generate_games
from docs.generate_games import Game, Place, Rule
from rulewright.document import nodes
from rulewright.document.expand import expanded
from rulewright.document.from_yaml import read
from rulewright.pipeline import open_book
from rulewright.problems.problem import Problems
from rulewright.source.text import Source

GAMES = generate_games.games()
NUMBERS = {
    "cinq-o": ([f"Q{n}" for n in range(1, 32)], [f"C-Q{n}" for n in range(1, 13)]),
    "crib-ino": ([f"B{n}" for n in range(1, 38)], [f"C-B{n}" for n in range(1, 15)]),
    "red-hot-yott": ([f"Y{n}" for n in range(1, 26)], [f"C-Y{n}" for n in range(1, 15)]),
    "sino": ([f"S{n}" for n in range(1, 27)], [f"C-S{n}" for n in range(1, 13)]),
    "cinco": ([f"N{n}" for n in range(1, 18)], [f"C-N{n}" for n in range(1, 11)]),
}
RULES = [pytest.param(game, rule, id=rule.number) for game in GAMES for rule in (*game.rules, *game.readings)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_pages_are_up_to_date(game: Game) -> None:
    assert game.current() == game.wanted(), "python docs/generate_games.py writes it anew"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rule_occurs_once_and_in_order(game: Game) -> None:
    assert ([rule.number for rule in game.rules], [rule.number for rule in game.readings]) == NUMBERS[
        game.name
    ]


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_a_rule_has_a_place_in_the_rulebook_or_a_reason(game: Game, rule: Rule) -> None:
    assert bool(rule.places) != bool(rule.nowhere)
    for place in rule.places:
        assert exists(game, place), f"{game.name} has no {place}"


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_a_rule_with_a_place_is_guarded(game: Game, rule: Rule) -> None:
    assert rule.guards or rule.nowhere, (
        f"no example or invariant of {game.name} notices a change of {rule.number}"
    )


def exists(game: Game, place: Place) -> bool:
    """Whether the rulebook, with overlays and variant carried out, has something there."""
    node: nodes.Node | None = open_book(game.name, variant=place.variant).tree
    path: tuple[str, ...] = ()
    if place.path.startswith("variants."):
        return place.path.removeprefix("variants.") in open_book(game.name).resolved.variants
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
