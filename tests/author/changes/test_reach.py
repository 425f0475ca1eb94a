"""What a change can affect: a flow of data from what is written to who reads it, with the order of turns and the phases in it."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.author.changes.model import Diff
from rulewright.author.diff import diff
from rulewright.document.library import demand
from rulewright.evaluate.reference import Reference
from rulewright.ir.layout import ENDED
from rulewright.pipeline import Book, open_source
from rulewright.problems.problem import RulebookError
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import Source
from tests.games.books import books
from tests.mutation.mutants import mutants

RACE = """\
rulebook: 1
name: race
players: 2..3
options:
  target: {type: 1..100, default: 30, about: points that win}
  sudden: {type: bool, default: false, about: whether a long game is cut short}
  limit:  {type: 1..9, default: 6, about: what a die may show}
pieces:
  dice: {count: 2, faces: 1..6}
  cards: {one_per: {rank: 1..9}}
zones:
  tray: {holds: dice, start: all}
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards}
  pile: {holds: cards}
variables:
  pot:    {type: 0..10000, lasts: turn}
  score:  {per: players, type: number}
  thrown: {type: 0..10000}
  rank:   {type: 0..9}
  stake:  {type: 0..20000}
define:
  leads: max(p.score for p in players)
setup:
  - {for: p in players, do: [{move: 1 cards, from: deck, to: p.hand}]}
  - {for: p in players, do: [{set: p.score, to: 0}]}
turns: {first: seat(1)}
phases:
  turn:
    actions:
      roll:
        do:
          - {roll: tray}
          - {add: sum(tray.face), to: pot}
          - {add: 1, to: thrown}
      take:
        when: {rolled: pot > 0}
        do:
          - {add: pot, to: me.score}
          - extra_turn
      give:
        when: {rolled: pot > 0}
        do: [{turn_of: me.left}]
      lay:
        choose: {card: me.hand}
        do:
          - show(card)
          - end_turn
      draw:
        when: {short: me.hand.empty}
        let: {twice: pot}
        do: [{set: stake, to: twice}, {go: dealing}]
    as_soon_as:
      much:
        when: any(die.face > limit for die in tray)
        do: [{set: pot, to: 0}]
      taken:
        after: take
        do: [{add: 1, to: thrown}]
  dealing:
    do:
      - {move: 1 cards, from: deck, to: me.hand}
      - {go: turn}
steps:
  show:
    of: {card: cards}
    do:
      - {set: rank, to: card.rank}
      - {move: card, to: pile}
end:
  won:      {after: take, when: me.score >= target, result: {wins: me}}
  ahead:    {when: leads > target + 50, result: highest score}
  cut_off:  {when: sudden and round > 3, result: draw}
  long:     {at: round, when: round > 40, result: highest score}
  high:     {when: rank == 9, result: draw}
  staked:   {when: stake > 500, result: draw}
  finished: {when: thrown > 400, result: draw}
standing: highest score
"""


def opened(text: str, name: str = "race.rulebook.yaml") -> Book:
    return open_source(Source(name, text), engine="reference")


def reached(found: Diff) -> set[str]:
    """The rules that are reached, without the phases in which they are."""
    paths = {each.path for change in found.changes for each in (*change.reach.affects, *change.reach.in_turn)}
    return {path.removeprefix("phases.turn.") for path in paths}


def of(old: str, new: str) -> set[str]:
    assert RACE.count(old) == 1, f"`{old}` should stand there once"
    return reached(diff(opened(RACE), opened(RACE.replace(old, new), "new.rulebook.yaml"), examples=False))


@pytest.mark.parametrize(
    ("old", "new", "some", "none"),
    [
        pytest.param(
            "add: sum(tray.face), to: pot",
            "add: 2 * sum(tray.face), to: pot",
            {"actions.take", "actions.take.when.rolled", "end.won", "end.ahead", "standing", "define.leads"},
            {"end.cut_off", "end.finished", "end.high", "turns", "actions.lay"},
            id="a chain over two variables, and no end that is switched off",
        ),
        pytest.param("turn_of: me.left", "turn_of: me.right", {"turns", "end.long", "actions.take"}, {"end.high"}, id="turn_of"),
        pytest.param(
            "after: take\n        do: [{add: 1, to: thrown}]",
            "after: take\n        do: [{add: 1, to: thrown}, end_turn]",
            {"turns", "actions.take", "end.long"},
            {"actions.give", "end.finished", "as_soon_as.taken"},
            id="end_turn after an earlier extra_turn",
        ),
        pytest.param("first: seat(1)", "first: seat(2)", {"phases.turn", "end.long"}, {"end.high"}, id="who begins"),
        pytest.param("turns: {first", "turns: {next: me.right, first", {"phases.turn", "actions.take"}, set(), id="who is next"),
        pytest.param("{go: dealing}]", "{go: turn}]", {"phases.turn", "actions.lay"}, {"end.won"}, id="go"),
        pytest.param(
            "- {move: 1 cards, from: deck, to: me.hand}\n      - {go",
            "- {move: 2 cards, from: deck, to: me.hand}\n      - {go",
            {"actions.lay", "actions.draw.when.short", "steps.show", "end.high"},
            {"end.won"},
            id="an automatic rule",
        ),
        pytest.param("{set: p.score, to: 0}", "{set: p.score, to: 5}", {"end.won", "end.ahead", "standing"}, {"end.high"}, id="setup"),
        pytest.param(
            "limit:  {type: 1..9, default: 6",
            "limit:  {type: 1..9, default: 5",
            {"as_soon_as.much", "actions.take", "end.won", "standing"},
            {"end.finished"},
            id="an option, through the condition of a rule that happens by itself",
        ),
        pytest.param("sudden: {type: bool, default: false", "sudden: {type: bool, default: true", {"end.cut_off"}, {"end.won"}, id="an option that switches on"),
        pytest.param("{set: rank, to: card.rank}", "{set: rank, to: 10 - card.rank}", {"end.high"}, {"end.won"}, id="a step"),
        pytest.param(
            "won:      {after: take, when: me.score >= target", "won:      {after: take, when: me.score > target",
            {"end.ahead", "end.finished"}, {"end.long", "end.cut_off", "actions.take"}, id="an end before others",
        ),
        pytest.param("{rolled: pot > 0}\n        do:\n          - {add: pot", "{rolled: pot > 5}\n        do:\n          - {add: pot", {"actions.take", "end.won", "as_soon_as.taken"}, {"actions.roll", "turns"}, id="what is legal: what people do instead is not followed"),
        pytest.param("twice: pot", "twice: 2 * pot", {"end.staked"}, {"end.won", "turns"}, id="a let"),
        pytest.param("standing: highest score", "standing: lowest score", set(), {"end.won", "turns"}, id="standing"),
        pytest.param("result: {wins: me}", "result: {wins: me.left}", set(), {"end.ahead", "turns"}, id="result"),
    ],
)  # fmt: skip
def test_what_a_change_reaches(old: str, new: str, some: set[str], none: set[str]) -> None:
    found = of(old, new)
    assert (some - found, none & found) == (set(), set())


def test_strategies_are_reached_through_what_is_written() -> None:
    base = RACE + "strategies:\n  bold: {prefer: {take: me.score + pot >= target}}\n"
    other = base.replace("add: sum(tray.face), to: pot", "add: 7, to: pot")
    assert "strategies.bold" in reached(diff(opened(base), opened(other), examples=False))


# ------------------------------------------------------------------------------------------- what differs first


def divergence(one: Book, other: Book, seed: int, decisions: int) -> set[str] | None:
    """The rules that were carried out, or can be on one side only, where two games with the same luck and the same choices
    first differ; None if they do not."""
    sides = [one.program, other.program]
    if sides[0].streams != sides[1].streams or sides[0].layout.size != sides[1].layout.size:
        return None
    executors = [Reference(program) for program in sides]
    positions = [new_position(program, seed) for program in sides]
    if positions[0].cells != positions[1].cells:
        return None  # what was changed is what the game begins with
    luck = Random(seed)
    ran: set[str] = {"setup", "turns"}
    for number in range(decisions + 1):
        legal = [
            executor.legal(position.cells) for executor, position in zip(executors, positions, strict=True)
        ]
        if number == 0:
            legal = [[], []]
        elif legal[0] != legal[1]:
            return {name_of(sides[0], each.action) for each in {*legal[0]} ^ {*legal[1]}}
        choice = luck.choice(legal[0]) if number else None
        for executor, position, program in zip(executors, positions, sides, strict=True):
            chance = Sampled(program.streams)
            told = (
                executor.begin(position, chance)
                if choice is None
                else executor.apply(position, choice, chance)
            )
            ran |= {event.source for event in told if event.what == "rule" and event.source}
        if choice is not None:
            ran.add(name_of(sides[0], choice.action))
        if positions[0].cells != positions[1].cells:
            return ran
        if positions[0].cells[ENDED]:
            return None
        ran = {"turns"}
    return None


def name_of(program: object, action: int) -> str:
    path: str = list(program.actions.values())[action].path  # type: ignore[attr-defined]  # a program
    return path


@pytest.mark.parametrize("name", ["pig", "market-day", "cinq-o"])
def test_what_differs_first_in_games_with_the_same_luck_is_reached(name: str) -> None:
    source = demand(books()[name])
    book, luck = open_source(source, engine="reference"), Random(name)
    missed, told = [], 0
    for mutant in luck.sample(mutants(source), 12):
        try:
            other = open_source(Source(source.name, mutant.of(source.text)), engine="reference")
            first = divergence(book, other, 7, 30)
        except (RulebookError, RuleFailure):
            continue
        found = diff(book, other, examples=False)
        changed = {change.path for change in found.rules}
        paths = {
            each.path for change in found.rules for each in (*change.reach.affects, *change.reach.in_turn)
        }
        if first is not None and changed:
            told += 1
            if not any(a.startswith(b) or b.startswith(a) for a in paths | changed for b in first):
                missed.append((str(mutant), sorted(first), sorted(paths)))
    assert missed == []
    assert told > 0
