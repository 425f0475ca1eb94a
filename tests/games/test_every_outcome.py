"""`outcomes` against sampling: in every game, what each player knows afterwards is as probable as if chance had been sampled.

Where chance has few courses all of them are gone through here, by a source of chance that merges nothing: every die falls alone and every
draw is a sequence. Elsewhere games are sampled, and what they lead to has to be among the outcomes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import perm, prod
from random import Random

import pytest

import rulewright as rw
from rulewright.game.history.record_chance import replayed
from rulewright.runtime.chance.sampled import use_index
from rulewright.runtime.executor import Luck
from tests.games.books import Table, between, tables

TABLES = {str(table): table for table in tables()}
MOVES = 5
"""Moves of a game that are looked at."""
FEW_MOVES = 2
"""The same at a table that is neither the smallest nor the largest of its game."""
FEW = 60
"""Courses of chance that are all gone through."""
MANY = 130
"""More outcomes than these are not worked out in a test."""


class TooMany(Exception):
    """Chance has more courses than are gone through."""


class EveryCourse:
    """Follows a script of which result comes at each event, and takes the first one after its end. Nothing is merged."""

    def __init__(self, script: list[int]) -> None:
        self.script, self.counts = script, list[int]()

    @property
    def weight(self) -> Fraction:
        return Fraction(1, prod(self.counts))

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        index = self._next(luck, stream, prod(sides))
        return list(product(*map(range, sides)))[index]

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        index = self._next(luck, stream, perm(len(pool), count))
        return list(permutations(range(len(pool)), count))[index]

    def _next(self, luck: Luck, stream: int, count: int) -> int:
        use_index(luck, stream)
        self.counts.append(count)
        if prod(self.counts) > FEW:
            raise TooMany
        if len(self.script) < len(self.counts):
            self.script.append(0)
        return self.script[len(self.counts) - 1]


def every_course(state: rw.State, action: rw.Action) -> Iterator[tuple[Fraction, rw.State]]:
    """Each course of chance with its state. TooMany."""
    script: list[int] = []
    while True:
        after, chance = state.clone(), EveryCourse(script)
        after.apply_action(action, chance)
        yield chance.weight, after
        while chance.counts and script[-1] == chance.counts[-1] - 1:
            script.pop()
            chance.counts.pop()
        if not script:
            return
        script[-1] += 1


def views(state: rw.State) -> tuple[str, ...]:
    """What each player knows, and who looks on."""
    seats = [state.information_state_string(seat) for seat in range(state.game.num_players)]
    spectator = [
        state.observation("spectator"),
        *((entry.action, entry.happened) for entry in state.history_for("spectator")),
    ]
    return *seats, json.dumps(spectator, sort_keys=True)


def distribution(found: Sequence[tuple[Fraction, rw.State]]) -> dict[tuple[str, ...], Fraction]:
    total: Counter[tuple[str, ...]] = Counter()
    for weight, state in found:
        total[views(state)] += weight  # type: ignore[assignment]  # a fraction adds up as a number does
    return dict(total)  # type: ignore[arg-type]


def compare(state: rw.State, action: rw.Action, seed: int) -> str:
    """Hold `outcomes` of an action against chance. How it was done: `whole`, `sampled` or `too many`."""
    try:
        outcomes = state.outcomes(action, MANY)
    except rw.TooManyOutcomes:
        return "too many"
    assert sum(weight for weight, _ in outcomes) == 1
    foreseen = distribution(outcomes)
    assert len(foreseen) <= len(outcomes)
    try:
        assert distribution(list(every_course(state, action))) == foreseen
    except TooMany:
        for sample in range(seed, seed + 3):
            after = state.clone(sample)
            after.apply_action(action)
            assert views(after) in foreseen
        return "sampled"
    return "whole"


def known_alike(outcomes: Sequence[tuple[Fraction, rw.State]], seed: int) -> None:
    """Outcomes that a player cannot tell apart are the same to this player in everything."""
    for player in range(outcomes[0][1].game.num_players):
        told: dict[str, tuple[object, ...]] = {}
        for _, state in outcomes:
            same = (
                state.observation(player), state.history_for(player), state.record(player),
                state.legal_actions(player), state.resample(player, seed),
            )  # fmt: skip
            assert told.setdefault(state.information_state_string(player), same) == same


def each_apart(state: rw.State, action: rw.Action) -> None:
    """Results of chance have names of their own, are the outcomes taken apart, and lead where they say."""
    results = state.chance_outcomes(action)
    assert len({result.id for result in results}) == len(results)
    whole = distribution([(result.probability, result.state) for result in results])
    assert whole == distribution(state.outcomes(action))
    for result in results:
        again = state.clone()
        again.apply_action(action, replayed(state.game.wording, list(result.chance)))
        assert (again, again.history) == (result.state, result.state.history)


def looked_at(game: rw.Game, seed: int, moves: int = MOVES) -> Counter[str]:
    """Play a game at random and compare every move of it."""
    state, random, done = game.new_initial_state(seed), Random(seed), Counter[str]()
    while not state.is_terminal() and sum(done.values()) < moves:
        action = random.choice(state.legal_actions())
        done[compare(state, action, seed)] += 1
        state.apply_action(action)
    return done


@pytest.mark.parametrize("name", TABLES)
def test_outcomes_are_what_sampling_leads_to(name: str) -> None:
    table: Table = TABLES[name]
    engine = "native" if len(name) % 2 else "reference"
    assert looked_at(table.load(engine), seed=len(name), moves=FEW_MOVES if table in between() else MOVES)


# ------------------------------------------------------------------------------- games made to be hard for it

HEAD = "rulebook: 1\nname: hard\nplayers: 2\n"
END = "\nend: {late: {when: round > 3, result: draw}}\n"

SHOWN_AND_PUT_BACK = """
pieces:
  cards: {one_per: {rank: 1..4}}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
  show: {holds: cards}
setup: [{for: p in players, do: [{move: 1 cards, from: deck, to: p.hand}]}]
phases:
  turn:
    actions:
      look:
        do: [{move: 1 cards, from: deck, to: me.hand}, {move: all me.hand, to: deck},
             {move: 1 cards, from: deck, to: me.hand}, end_turn]
      ask:
        do: [{pick: card in me.left.hand, do: [{move: card, to: show}, {move: card, to: me.left.hand}]}, end_turn]
      open:
        do: [{move: 1 cards, from: deck, to: show}, {move: all show, to: deck}, end_turn]
"""

ROLLED_AGAIN = """
pieces:
  dice: {count: 2, faces: 1..2}
zones:
  tray: {holds: dice, start: all}
variables:
  best: {type: 0..9}
phases:
  turn:
    actions:
      twice: {do: [{roll: tray}, {roll: tray}, end_turn]}
      home: {do: [{roll: tray}, {set: best, to: max(tray.face)}, {return: dice}, end_turn]}
"""

OF_TWO_OWNERS = """
pieces:
  dice: {count: 2, of: players, faces: 1..2}
zones:
  tray: {holds: dice, start: all}
  cup: {per: players, holds: dice, seen_by: owner}
phases:
  turn:
    actions:
      all: {do: [{roll: dice}, end_turn]}
      hide: {when: {left: tray.count > 0}, choose: {die: tray}, do: [{move: die, to: me.cup}, {roll: dice}, end_turn]}
"""

ONE_OF_THE_HIDDEN = """
pieces:
  dice:
    one_per: {colour: 1..2}
    faces: 1..2
zones:
  cup: {holds: dice, start: all, seen_by: nobody}
phases:
  turn:
    actions:
      shake: {do: [{pick: die in cup, do: [{roll: die}]}, end_turn]}
"""

DRAWN_TOGETHER = """
pieces:
  cards: {one_per: {rank: 1..4}}
  chips: {count: 3}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
  pile: {holds: cards, order: kept}
  bag: {holds: chips, start: all, order: shuffled}
  table: {holds: chips}
phases:
  turn:
    actions:
      two: {when: {enough: deck.count >= 2}, do: [{move: 2 cards, from: deck, to: me.hand}, end_turn]}
      lay: {when: {enough: deck.count >= 2}, do: [{move: 2 cards, from: deck, to: pile}, {shuffle: pile}, {move: all pile, to: deck}, end_turn]}
      pass: {do: [end_turn]}
"""

HARD = {
    "shown and put back": SHOWN_AND_PUT_BACK,
    "rolled again": ROLLED_AGAIN,
    "of two owners": OF_TWO_OWNERS,
    "one of the hidden": ONE_OF_THE_HIDDEN,
    "drawn together": DRAWN_TOGETHER,
}


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("name", HARD)
def test_outcomes_of_hard_games_are_what_sampling_leads_to(name: str, engine: str) -> None:
    game = rw.load_text(HEAD + HARD[name] + END, engine=engine)
    for seed in range(2):
        state, random = game.new_initial_state(seed), Random(seed)
        while not state.is_terminal():
            for action in state.legal_actions():
                assert compare(state, action, seed) == "whole"
                known_alike(state.outcomes(action), seed)
                each_apart(state, action)
            state.apply_action(random.choice(state.legal_actions()))


def test_a_card_that_was_shown_and_put_back_is_an_outcome_of_its_own() -> None:
    game = rw.load_text(HEAD + SHOWN_AND_PUT_BACK + END)
    state = game.new_initial_state(seed=1)
    state.apply_action(state.legal_actions()[0])
    outcomes = state.outcomes("open")
    assert [weight for weight, _ in outcomes] == [Fraction(1, 2)] * 2
    assert len({after.information_state_string(0) for _, after in outcomes}) == 2
    assert len({after for _, after in outcomes}) == 1, "the cards lie as before"


def test_what_only_one_player_saw_is_merged_for_nobody_else() -> None:
    """Four cards, one of which I hold: whatever I looked at in between, I know it, and the others do not."""
    state = rw.load_text(HEAD + SHOWN_AND_PUT_BACK + END).new_initial_state(seed=1)
    outcomes = state.outcomes("look")
    assert len({after.information_state_string(state.current_player() or 0) for _, after in outcomes}) == 6
    assert len({after.information_state_string(1) for _, after in outcomes}) == 1


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_results_of_chance_have_stable_ids(engine: str) -> None:
    state = rw.load_text(HEAD + ROLLED_AGAIN + END, engine=engine).new_initial_state()
    results = state.chance_outcomes("twice")
    assert [result.id for result in results][:2] == [
        "rolled dice: 1, 1; rolled dice: 1, 1",
        "rolled dice: 1, 1; rolled dice: 1, 2",
    ]
    assert [result.probability for result in results][:2] == [Fraction(1, 16), Fraction(1, 8)]
    assert results[1].chance == (
        {"rolled": "dice", "faces": ["1", "1"]},
        {"rolled": "dice", "faces": ["1", "2"]},
    )
    assert [result.id for result in state.clone(5).chance_outcomes("twice")] == [
        result.id for result in results
    ]


def test_an_action_without_chance_has_one_result() -> None:
    (result,) = rw.load("tic-tac-toe").new_initial_state().chance_outcomes("mark a1")
    assert (result.id, result.probability, result.chance) == ("", Fraction(1), ())
    assert result.state.get("round") == 1


def test_the_results_of_a_set_up_can_be_had_one_by_one() -> None:
    game = rw.load_text(HEAD + SHOWN_AND_PUT_BACK + END)
    results = game.initial_chance_outcomes()
    assert len({result.id for result in results}) == len(results) == 12
    assert results[0].id == "drawn cards: 1; drawn cards: 2"
    assert distribution([(result.probability, result.state) for result in results]) == distribution(
        game.initial_outcomes()
    )
