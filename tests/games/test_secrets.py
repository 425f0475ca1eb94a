"""What a rulebook's own texts and a taken back move could tell of what is hidden."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

import rulewright as rw
from rulewright.author.story.narration import Story
from rulewright.game.history.serial import sealed
from rulewright.game.knowledge.visibility import Viewer
from rulewright.play.hunting.conformance import check_game
from tests.games.books import books

BOOK = """
rulebook: 1
name: secrets
players: 4
teams: {count: 2, seats: alternate}
pieces:
  cards: {one_per: {rank: 1..9}}
  dice: {count: 1, of: players, faces: 1..6}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
  cup: {per: players, holds: dice, start: all, seen_by: owner}
variables:
  bid: {per: players, type: 0..9, start: 3, seen_by: owner}
  plan: {per: teams, type: 0..9, seen_by: team}
  fate: {type: 0..9, seen_by: nobody}
  pot: {type: 0..9}
  score: {per: players, type: 0..9}
define:
  bid_of: {of: {p: players}, is: p.bid}
setup: [{roll: dice}, {for: p in players, do: [{move: 1 cards, from: deck, to: p.hand}]}]
phases:
  turn:
    actions:
      pass: {do: [end_turn]}
      bold: {when: {enough: me.bid > 2}, do: [end_turn]}
      ask: {when: {late: {holds: round > 5, says: "It is <TOLD>."}}, do: [end_turn]}
      fall: {do: [{pick: n in 0..9, do: [{set: fate, to: n}, {if: n > 4, do: [{set: pot, to: 1}]}]}]}
      hide: {do: [{pick: n in 0..9, do: [{set: fate, to: n}]}]}
end: {late: {when: round > 99, result: draw}}
"""


def told(text: str) -> str:
    return rw.load_text(BOOK.replace("TOLD", text)).new_initial_state(seed=2).why_not("ask")[0].says


@pytest.mark.parametrize(
    "text",
    [
        "sum(p.bid for p in players)",
        "sum(p.bid_of for p in players)",
        "max(t.plan for t in teams)",
        "first(p for p in players if p.bid == 3)",
        "any(c.place == me.left.hand for c in cards)",
        "most_alike(dice.face)",
        "can(bold, me.left)",
    ],
)
def test_a_reason_does_not_tell_what_is_worked_out_from_something_hidden(text: str) -> None:
    assert told(text) == "It is ?."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("me.bid", "3"),
        ("sum(p.score for p in players)", "0"),
        ("sum(p.hand.count for p in players)", "4"),
        ("count(c for c in me.hand)", "1"),
        ("can(bold)", "true"),
    ],
)
def test_a_reason_tells_what_is_open_or_my_own(text: str, said: str) -> None:
    assert told(text) == f"It is {said}."


def test_a_hidden_pick_that_also_wrote_something_open_cannot_be_taken_back() -> None:
    game = rw.load_text(BOOK.replace("TOLD", "me.bid"))
    state = game.new_initial_state(seed=2)
    state.apply_action("hide")
    assert state.can_undo() is None
    state.apply_action("fall")
    assert state.can_undo() == "The last move drew on chance, and its result may have been seen."


def story(state: rw.State, player: int) -> list[list[str]]:
    """What is said at a table."""
    names = [f"Person{number}" for number in range(1, state.game.num_players + 1)]
    return Story(state.game.program, names).steps(state, player)


def all_that_is_told(state: rw.State, player: int, asked: str = "choose spock") -> tuple[object, ...]:
    """Everything that a seat gets."""
    return (
        state.observation(player), state.information_state_string(player), state.record(player),
        [(entry.action, entry.happened) for entry in state.history_for(player)], story(state, player),
        [(str(action), state.describe(action)) for action in state.legal_actions()],
        [(reason.id, reason.says) for reason in state.why_not(asked)],
        state.can_undo(), state.returns(),
    )  # fmt: skip


@pytest.mark.parametrize("players", [2, 3])
def test_nobody_is_told_a_choice_before_all_have_chosen(players: int) -> None:
    game = rw.load(books()["rock-paper-scissors"], players=players)
    states = []
    for sign in ("rock", "paper", "scissors"):
        state = game.new_initial_state(seed=3)
        state.apply_action(f"choose {sign}")
        states.append(state)
    told = [all_that_is_told(state, 1) for state in states]
    assert told[0] == told[1] == told[2]
    own = [state.observation(0) for state in states]
    assert own[0] != own[1] != own[2]
    assert [state.history_for(0)[-1].action for state in states] == [
        "choose rock",
        "choose paper",
        "choose scissors",
    ]
    assert {state.history_for(1)[-1].action for state in states} == {"choose"}
    assert (
        len({state.resample(1, seed=seed).get("seat(1).sign") for state in states for seed in range(20)}) > 1
    )


def test_all_is_shown_when_all_have_chosen() -> None:
    state = rw.load(books()["rock-paper-scissors"], players=2).new_initial_state(seed=3)
    state.apply_action("choose rock")
    state.apply_action("choose paper")
    assert (state.get("seat(1).shown"), state.get("seat(2).shown"), state.scores()) == (
        "rock",
        "paper",
        [0, 1],
    )


RETURNS = """
rulebook: 1
name: returns
players: 2
pieces:
  cards: {one_per: {rank: 1..8}}
  dice: {count: 1, faces: 1..6}
zones:
  tray: {holds: dice, start: all}
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
  away: {holds: cards, seen_by: nobody}
  pile: {holds: cards, order: kept, seen_by: nobody}
setup: [{for: p in players, do: [{move: 3 cards, from: deck, to: p.hand}]}]
phases:
  turn:
    actions:
      lose: {when: {left: deck.count > 0}, do: [{move: 1 cards, from: deck, to: away}, {move: all me.left.hand, to: pile}, end_turn]}
      back: {do: [EFFECT, end_turn]}
end: {late: {when: round > 3, result: draw}}
"""

HANDLED = {
    "returned": "{return: cards}",
    "returned by a loop": "{for: c in cards if c.place != deck, do: [{return: c}]}",
    "moved by a loop": "{for: c in cards, do: [{if: c.place != deck, do: [{move: c, to: deck}]}]}",
    "exchanged": (
        "{for: c in cards, do: [{if: c.place == deck, do: [{move: c, to: me.left.hand}], "
        "else: [{if: c.place == me.left.hand, do: [{move: c, to: deck}]}]}]}"
    ),
    "passed on": (
        "{for: c in cards, do: [{if: c.place == me.left.hand, do: [{move: c, to: away}]}, "
        "{if: c.place == me.hand, do: [{move: c, to: me.left.hand}]}]}"
    ),
    "moved twice": "{for: c in cards if c.place != deck, do: [{move: c, to: away}, {move: c, to: pile}]}",
    "moved with rolls": (
        "{for: c in cards, do: [{if: c.place == me.hand, do: [{roll: dice}, {move: c, to: away}]}, "
        "{if: c.place == me.left.hand, do: [{move: c, to: pile}]}]}"
    ),
    "moved with draws": (
        "{for: c in cards, do: [{if: c.place == me.hand, do: [{move: c, to: away}]}, "
        "{if: c.place == me.left.hand, do: [{if: deck.count > 0, do: [{move: 1 cards, from: deck, to: pile}]}, {move: c, to: pile}]}]}"
    ),
    "moved by a condition": (
        "{if: any(c.rank > 3 for c in me.left.hand), do: [{move: all me.left.hand, to: pile}, {move: all me.hand, to: away}], "
        "else: [{move: all me.hand, to: away}, {move: all me.left.hand, to: pile}]}"
    ),
    "moved rank by rank": "{for: r in 1..8, do: [{for: c in cards if c.rank == r and c.place != deck, do: [{move: c, to: away}]}]}",
}


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("name", HANDLED)
def test_pieces_moved_out_of_sight_tell_nothing_by_their_order(name: str, engine: str) -> None:
    game = rw.load_text(RETURNS.replace("EFFECT", HANDLED[name]), engine=engine)
    told = set()
    for theirs in ([1, 2, 3], [1, 2, 8], [3, 4, 8]):
        chance = game.fixed_chance(drawn={"cards": ["5", "6", "7", *map(str, theirs)]})
        state = game.with_own_luck(game.new_initial_state(seed=4, chance=chance))
        state.apply_action("back")
        assert state.history_for(1)[-1].happened != state.history_for(0)[-1].happened
        told.add(repr(all_that_is_told(state, 0, "lose")) + repr(state.resample(0, 5).cells))
    assert len(told) == 1


@pytest.mark.parametrize("name", HANDLED)
def test_no_game_tells_by_the_order_of_its_pieces(name: str) -> None:
    game = rw.load_text(RETURNS.replace("EFFECT", HANDLED[name]))
    assert [str(broken) for broken in check_game(game, range(4), 20)] == []


def test_who_saw_pieces_return_knows_where_they_are() -> None:
    game = rw.load_text(RETURNS.replace("EFFECT", "{for: c in me.hand, do: [{move: c, to: pile}]}"))
    state = game.new_initial_state(seed=3)
    mine = state.get("seat(1).hand")
    state.apply_action("back")
    for seed in range(10):
        assert sorted(str(state.resample(0, seed).get("pile"))) == sorted(str(mine))


KEPT = {
    "all moved on": "[{move: all pile, to: away}]",
    "all returned": "[{return: pile}]",
    "returned by a loop": "[{for: c in cards if c.place == pile, do: [{return: c}]}]",
    "through another pile": "[{move: all pile, to: away}, {return: away}]",
}


@pytest.mark.parametrize("name", KEPT)
def test_what_leaves_a_hidden_place_whole_is_still_known(name: str) -> None:
    """Seat 1 puts its cards on a pile that nobody looks into, and all of that pile goes elsewhere unseen."""
    back = "{for: c in me.hand, do: [{move: c, to: pile}]}"
    on = f"      clear: {{do: {KEPT[name][:-1]}, end_turn]}}\nend:"
    game = rw.load_text(RETURNS.replace("EFFECT", back).replace("end:", on))
    for seed in range(4):
        state = game.new_initial_state(seed)
        mine = state.get("seat(1).hand")
        state.apply_action("back")
        state.apply_action("clear")
        for sample in range(8):
            seen = state.resample(0, sample)
            place = "away" if name == "all moved on" else "deck"
            assert set(re.findall(r"\w+", str(mine))) <= set(re.findall(r"\w+", str(seen.get(place))))


def test_of_what_leaves_a_hidden_place_in_part_nothing_is_known() -> None:
    back = "{for: c in me.hand, do: [{move: c, to: pile}]}"
    on = "      clear: {do: [{move: 1 cards, from: pile, to: away}, end_turn]}\nend:"
    game = rw.load_text(RETURNS.replace("EFFECT", back).replace("end:", on))
    state = game.new_initial_state(3)
    state.apply_action("back")
    state.apply_action("clear")
    assert len({str(state.resample(0, sample).get("away")) for sample in range(40)}) > 3


def test_a_saved_state_keeps_what_happened_together() -> None:
    game = rw.load_text(RETURNS.replace("EFFECT", HANDLED["moved with rolls"]))
    state = game.new_initial_state(3)
    state.apply_action("back")
    again = game.deserialize_state(state.serialize())
    assert [again.history_for(seat) for seat in (0, 1)] == [state.history_for(seat) for seat in (0, 1)]
    assert again.serialize() == state.serialize()


@pytest.mark.parametrize("together", [[[99, 1, []]], [[1, 1, []]], [[2, 1, [0, 0, 0, 0]]]])
def test_a_forged_state_says_nothing_of_what_did_not_happen_together(together: object) -> None:
    game = rw.load_text(RETURNS.replace("EFFECT", HANDLED["moved with rolls"]))
    state = game.new_initial_state(3)
    state.apply_action("back")
    body = json.loads(state.serialize())
    body["steps"][1]["together"] = together
    del body["checksum"]
    with pytest.raises(rw.SavedStateError, match="happened there"):
        game.deserialize_state(sealed(body))


PICKED = """
rulebook: 1
name: picked
players: 2
pieces:
  cards: {one_per: {rank: 1..8}}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
variables:
  fate: {type: 0..9, seen_by: nobody}
  score: {per: players, type: 0..99}
  least: {per: players, type: 1..2, start: 1}
define:
  by_cards: {of: {p: players}, sum_of: {a: {is: 1 + p.least, label: two}, b: {is: 4 - p.least, label: three}}}
  by_luck: {of: {p: players}, sum_of: {a: {is: p.least, label: one}, b: {is: 5 - p.least, label: four}}}
  of_number: {of: {n: 0..9}, sum_of: {a: {is: n, label: up}, b: {is: 9 - n, label: down}}}
  passed_on: {of: {n: 0..9}, is: "of_number(n)"}
setup: [{set: fate, to: 4}, {for: p in players, do: [{move: 2 cards, from: deck, to: p.hand}]}]
steps:
  of_fate: {of: {n: 0..9}, do: [{add: "of_number(n)", to: me.score}]}
  either: {of: {n: 0..9}, do: [{if: n > 4, do: [{add: me.by_cards, to: me.score}], else: [{add: me.by_luck, to: me.score}]}]}
phases:
  turn:
    actions:
      score: {do: [EFFECT, end_turn]}
      tell: {choose: {n: 1..8}, secret: true, do: [{set: fate, to: 3}, {add: "of_number(n)", to: me.score}, end_turn]}
end: {late: {when: round > 3, result: highest score}}
standing: highest score
"""

DECIDED = {
    "a condition": "{if: any(c.rank > 4 for c in me.hand), do: [{add: me.by_cards, to: me.score}], else: [{add: me.by_luck, to: me.score}]}",
    "cases": "{by: count(c for c in me.hand if c.rank > 4), cases: {0: [{add: me.by_cards, to: me.score}], 1: [{add: me.by_luck, to: me.score}], 2: [{add: me.by_luck, to: me.score}]}}",
    "a loop": "{for: c in me.hand if c.rank > 4, do: [{add: me.by_cards, to: me.score}]}, {for: c in me.hand if c.rank <= 4, do: [{add: me.by_luck, to: me.score}]}",
    "an argument": '{add: "of_number(max(c.rank for c in me.hand))", to: me.score}',
    "an argument of an argument": '{add: "passed_on(max(c.rank for c in me.hand))", to: me.score}',
    "a name for a total": "{if: any(c.rank > 4 for c in me.hand), do: [{let: won, be: me.by_cards}, {add: won, to: me.score}], else: [{let: won, be: me.by_luck}, {add: won, to: me.score}]}",
    "a name for an argument": '{let: high, be: max(c.rank for c in me.hand)}, {add: "of_number(high)", to: me.score}',
    "a name in a condition": "{let: high, be: max(c.rank for c in me.hand)}, {if: high > 4, do: [{add: me.by_cards, to: me.score}], else: [{add: me.by_luck, to: me.score}]}",
    "an argument of a step": '"of_fate(max(c.rank for c in me.hand))"',
    "an argument in a step": '"either(max(c.rank for c in me.hand))"',
}


def parts_told(effect: str, drawn: list[int], viewer: Viewer, move: str = "score") -> str:
    """What is told of a move that scores, with these hands."""
    game = rw.load_text(PICKED.replace("EFFECT", effect))
    chance = game.fixed_chance(drawn={"cards": list(map(str, drawn))})
    state = game.with_own_luck(game.new_initial_state(chance=chance))
    state.apply_action(move)
    assert state.scores()[0] in (5, 9, 10)
    return "\n".join(Story(game.program, ["Ann", "Bob"]).last(state, viewer))


@pytest.mark.parametrize("name", DECIDED)
def test_the_lines_of_a_total_do_not_tell_what_decided_about_it(name: str) -> None:
    """To the one who holds the cards they are told, to everybody else not."""
    hands = ([1, 2, 3, 4], [7, 8, 3, 4])
    for viewer in (1, "spectator"):
        low, high = (parts_told(DECIDED[name], hand, viewer) for hand in hands)
        assert low == high
        assert "(" not in low
    assert all("(" in parts_told(DECIDED[name], hand, 0) for hand in hands)


def test_the_lines_of_a_total_do_not_tell_what_was_chosen_in_secret() -> None:
    effect = DECIDED["an argument"]
    assert parts_told(effect, [1, 2, 3, 4], 1, "tell 3") == parts_told(effect, [1, 2, 3, 4], 1, "tell 7")
    assert "(up +3, down +6)" in parts_told(effect, [1, 2, 3, 4], 0, "tell 3")


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("name", [*HANDLED, "tiles"])
def test_rows_of_a_batch_are_the_same_where_hands_cannot_be_told_apart(name: str, engine: str) -> None:
    """The state itself, and every deal that a seat, or who looks on, holds for as likely."""
    if name == "tiles":
        game = rw.load(books()["dominoes"], players=3, engine=engine)
    else:
        game = rw.load_text(RETURNS.replace("EFFECT", HANDLED[name]), engine=engine)
    random, state = Random(5), game.new_initial_state(5)
    for _ in range(8):
        if state.is_terminal():
            break
        for seat in range(game.num_players):
            samples = [state, *(state.resample(seat, sample) for sample in range(3))]
            batch = game.batch(len(samples))
            batch.reset(states=samples)
            viewers: tuple[Viewer, ...] = (seat, "spectator")
            for viewer in viewers:
                rows = batch.observations(viewer)
                each = {tuple(rows[n * batch.width : (n + 1) * batch.width]) for n in range(batch.size)}
                assert each == {tuple(state.observation_row(viewer))}
            if seat == state.current_player():
                assert len({tuple(batch.legal_ids(n)) for n in range(batch.size)}) == 1
        state.apply_action(random.choice(state.legal_actions()))
