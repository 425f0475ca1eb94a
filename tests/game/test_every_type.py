"""A rulebook with every type of value the language has: whatever is written down of its games is read again exactly, on both engines."""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import Any

import pytest

import rulewright as rw
from rulewright.game import game as games

EVERY_TYPE = """
rulebook: 1
name: every-type
title: "Every “type”: \\u00e9 {x} [y] <z> #1 & \\\\ '"
players: 2..4
teams: {count: 2}
options:
  flag:  {type: bool, default: true}
  depth: {type: -3..3 or none, default: -2}
  opener: {type: players, default: seat(1)}
  way:   {default: odd, one_of: {odd: "an odd \\"label\\", with: signs", even: even}}
enums:
  Hue: {red: "red, [or] {so}: #1", blue: "bl\\u00fc \\u2192 'x'", none_of_it: "-7"}
pieces:
  dice: {count: 3, faces: -1..2}
  coins: {count: 2, faces: {heads: {label: "he, ads"}, tails: {label: "7"}}}
  cubes: {count: 5}
  cards: {one_per: {k: -1..2, hue: Hue}, label: "<hue> / <k>"}
  men: {of: players}
zones:
  tray: {holds: dice, start: all}
  held: {holds: dice, per: players}
  purse: {holds: coins, start: all}
  heap: {holds: cubes, start: all}
  own: {holds: cubes, per: players}
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {holds: cards, per: players, seen_by: owner}
  shown: {holds: cards}
boards:
  field: {grid: {rows: 3, columns: 3}, holds: men}
variables:
  number: {type: -9..9}
  truth: {type: bool}
  hue: {type: Hue or none}
  seat_: {type: players or none}
  party: {type: teams, start: team(1)}
  piece: {type: cards or none}
  space: {type: field.spaces or none}
  pairs: {per: Hue, type: -4..4 or none}
  mine: {per: players, type: bool}
  there: {per: field.spaces, type: -2..2}
setup:
  - {roll: tray}
  - {roll: purse}
  - for: p in players
    do: [{move: 3 cards, from: deck, to: p.hand}]
phases:
  main:
    actions:
      numbers:    {choose: {n: -3..2, m: 0..1 or none}, do: [{set: number, to: n}, {set: pairs(red), to: m}, end_turn]}
      truths:     {choose: {b: bool}, do: [{set: truth, to: b}, {set: me.mine, to: not b}, end_turn]}
      hues:       {choose: {h: Hue or none}, do: [{set: hue, to: h}, end_turn]}
      seats:      {choose: {p: players or none}, do: [{set: seat_, to: p}, end_turn]}
      sides:      {choose: {t: teams}, do: [{set: party, to: t}, end_turn]}
      cards_:     {choose: {c: me.hand}, do: [{set: piece, to: c}, {move: c, to: shown}, end_turn]}
      some_cards: {choose: {c: 1..2 of me.hand}, do: [{move: c, to: shown}, end_turn]}
      looks:      {choose: {c: heap}, do: [{move: c, to: me.own}, end_turn]}
      some_dice:  {choose: {d: some of tray}, do: [{move: d, to: me.held}, end_turn]}
      faces:      {choose: {d: tray}, do: [{set: d.face, to: -1}, end_turn]}
      spaces:     {choose: {s: field.spaces or none}, do: [{set: space, to: s}, end_turn]}
      men_:       {choose: {s: field.spaces}, when: {free: s.empty}, do: [{place: men, of: me, to: s}, {set: there(s), to: -2}, end_turn]}
      directions: {choose: {s: field.spaces, w: field.directions}, do: [{set: space, to: "step(s, w)"}, end_turn]}
      luck:
        do:
          - {roll: purse}
          - {roll: tray}
          - {pick: h in Hue, do: [{set: hue, to: h}]}
          - {pick: n in -2..2, do: [{set: number, to: n}]}
          - {pick: p in players, do: [{set: seat_, to: p}]}
          - {pick: s in field.spaces, do: [{set: space, to: s}]}
          - {pick: w in field.directions, do: [{set: truth, to: w == north}]}
          - {pick: c in deck, do: [{set: piece, to: c}, {move: c, to: shown}], else: [{return: cards}]}
          - end_turn
end: {over: {at: round, when: round > 12, result: highest number_of}}
define: {number_of: {of: {p: players}, is: p.hand.count + p.own.count}}
strategies: {any_way: {prefer: {numbers: n, truths: 1 if b else -1, luck: 2}}}
"""
ENGINES = ("reference", "native")
SETTINGS: tuple[dict[str, Any], ...] = ({}, {"flag": False, "depth": None, "opener": 2, "way": "even"})
MOVES, FEW = 30, 4


def played(game: rw.Game, seed: int) -> list[rw.State]:
    """A random game, in which every action is taken sooner or later: the states of it."""
    state, random = game.new_initial_state(seed), Random(seed)
    states = [state.clone()]
    for _ in range(MOVES):
        if state.is_terminal():
            break
        kinds: dict[str, list[rw.Action]] = {}
        for action in state.legal_actions():
            kinds.setdefault(action.name, []).append(action)
        state.apply_action(random.choice(kinds[random.choice(sorted(kinds))]))
        states.append(state.clone())
    return states


@pytest.fixture(params=[(engine, settings) for engine in ENGINES for settings in SETTINGS], ids=str)
def game(request: pytest.FixtureRequest) -> rw.Game:
    engine, settings = request.param
    return rw.load_text(EVERY_TYPE, players=2, options=settings, engine=engine)


def test_the_rulebook_is_sound() -> None:
    assert [str(problem) for problem in rw.check_text(EVERY_TYPE) if problem.severity == "error"] == []


def test_states_are_read_again_exactly(game: rw.Game) -> None:
    for state in played(game, 1):
        for history in (True, False):
            text = state.serialize(history=history)
            again = game.deserialize_state(text)
            assert again == state
            assert again.serialize(history=history) == text
            assert again.legal_actions() == state.legal_actions()
        copied = pickle.loads(pickle.dumps(state))
        assert (copied, copied.serialize()) == (state, state.serialize())


def test_records_are_played_again_exactly(game: rw.Game) -> None:
    last = played(game, 2)[-1]
    record = json.loads(json.dumps(last.record()))
    assert rw.replay(record, game).serialize() == last.serialize()
    del record["seed"]
    again = rw.replay(record, game)
    assert (again, again.history) == (last, last.history)
    for player in (0, 1):
        assert json.loads(json.dumps(last.record(player)))


def test_actions_have_an_id_and_a_text_each(game: rw.Game) -> None:
    random = Random(3)
    for state in played(game, 3):
        legal = state.legal_actions()
        legal = random.sample(legal, min(FEW, len(legal)))
        assert [game.action_from_id(action.id) for action in legal] == legal
        assert [state.as_action(str(action)) for action in legal] == legal
        assert [game.action(str(action)) for action in legal] == legal
        for action in legal:
            assert pickle.loads(pickle.dumps(action)) == action


def test_results_of_chance_can_be_given_again(game: rw.Game) -> None:
    state = game.new_initial_state(4)
    for _ in range(12):
        other, luck = state.clone(), state.clone()
        luck.apply_action("luck")
        steps: Any = json.loads(json.dumps(luck.record()))["steps"]
        chance = steps[-1]["chance"]
        assert chance
        rolled = {each["rolled"]: each["faces"] for each in chance if "rolled" in each}
        other.apply_action("luck", game.fixed_chance(rolled=rolled))
        assert [other.cells[at] for at in _faces(other)] == [luck.cells[at] for at in _faces(luck)]
        state = luck


def test_compiled_games_play_the_same(game: rw.Game) -> None:
    again = games.from_text(game.to_text(), game.executor.remake)
    assert again.fingerprint == game.fingerprint
    assert again.options == game.options
    assert again.to_text() == game.to_text()
    one, other = played(game, 5)[-1], played(again, 5)[-1]
    assert other.serialize() == one.serialize()
    assert again.deserialize_state(one.serialize()).history == one.history


def test_batches_take_states_up_and_give_them_back(game: rw.Game) -> None:
    states = [state for state in played(game, 6) if not state.is_terminal()]
    batch = game.batch(len(states))
    batch.reset(states=states)
    for place, state in enumerate(states):
        assert batch.state(place) == state
        assert batch.legal_ids(place) == sorted(action.id for action in state.legal_actions())
    batch.apply([batch.legal_ids(place)[-1] for place in range(len(states))])
    for place, state in enumerate(states):
        after = state.clone()
        after.apply_action(game.action_from_id(max(action.id for action in state.legal_actions())))
        assert batch.state(place) == after
        assert game.deserialize_state(batch.state(place).serialize()) == after


def test_both_engines_write_the_same() -> None:
    one, other = (played(rw.load_text(EVERY_TYPE, players=3, engine=engine), 7)[-1] for engine in ENGINES)
    assert one.serialize() == other.serialize()
    assert one.record() == other.record()


def _faces(state: rw.State) -> list[int]:
    kinds = state.game.program.layout.kinds
    return [kinds["dice"].counts + at for at in range(len(kinds["dice"].places) * kinds["dice"].looks)]
