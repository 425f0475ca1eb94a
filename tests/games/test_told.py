"""What is told of every game: the same to a viewer in states that this viewer cannot tell apart, and nothing open is passed over."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import compress
from random import Random
from typing import Any

import pytest

import rulewright as rw
from rulewright.author.english import noun
from rulewright.author.story.hand_end import final_position
from rulewright.author.story.narration import Story
from rulewright.author.story.variables import in_sight, variable_name
from rulewright.game.knowledge.visibility import Viewer
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group
from tests.cli.open_games import GAMES
from tests.games.books import books, tables

MOVES = 12
SMALLEST = {str(table): table for table in reversed(tables()) if table.variant is None or table.players < 3}
CHOSEN = sorted({table.name: key for key, table in SMALLEST.items()}.values())


def game_of(name: str) -> rw.Game:
    return rw.load_text(GAMES[name]) if name in GAMES else SMALLEST[name].load("reference")


def steps(game: rw.Game, seed: int, moves: int = MOVES) -> Iterator[tuple[rw.State, rw.State]]:
    """States before and after moves at random."""
    random, state = Random(seed), game.new_initial_state(seed)
    for _ in range(moves):
        if state.is_terminal():
            return
        before = state.clone()
        state.apply_action(random.choice(state.legal_actions()))
        yield before, state.clone()


def story(game: rw.Game) -> Story:
    return Story(game.program, [f"Person{number}" for number in range(1, game.num_players + 1)])


@pytest.mark.parametrize("name", [*GAMES, *CHOSEN])
def test_what_cannot_be_told_apart_is_told_the_same(name: str) -> None:
    game = game_of(name)
    *_, (_, state) = steps(game, 3)
    for player in range(game.num_players):
        sample = state.resample(player, seed=11)
        drawn, real = (without_parts(story(game).steps(each, player)) for each in (sample, state))
        whole = [final_position(game, step) is None for step in state.tip.chain()]
        assert list(compress(drawn, whole)) == list(compress(real, whole)), (
            "where a hand ended no sample knows"
        )


def without_parts(steps: list[list[str]]) -> list[list[str]]:
    """The lines without what totals were made of, which a sample cannot work out for the steps before it."""
    return [[re.sub(r" \([^()]* [+-]?\d+\)$", "", line) for line in lines] for lines in steps]


@pytest.mark.parametrize("name", [*GAMES, *CHOSEN])
def test_what_changes_openly_is_mentioned(name: str) -> None:
    game = game_of(name)
    for before, after in steps(game, 5):
        viewers: list[Viewer] = [*range(game.num_players), "spectator"] if game.hides else [0]
        for viewer in viewers:
            told = "\n".join(story(game).last(after, viewer)).casefold()
            missing = [
                what
                for what, words in changes(game, before.observation(viewer), after.observation(viewer))
                if not any(word.casefold() in told for word in words)
            ]
            assert not missing, f"to {viewer}:\n{told}"


def test_parts_of_a_total_are_the_same_where_hands_cannot_be_told_apart() -> None:
    """Whole games from many deals: to everybody who saw and was told the same, the same is told of them."""
    game, told = rw.load_text(GAMES["gather"]), defaultdict[Any, set[str]](set)
    hands = defaultdict[Any, set[str]](set)
    for seed in range(120):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        viewers: list[Viewer] = [0, 1, "spectator"]
        for viewer in viewers:
            known = json.dumps(
                [viewer, state.observation(viewer), repr(state.history_for(viewer))], sort_keys=True
            )
            told[known].add(repr(story(game).steps(state, viewer)))
            hands[known].add(repr(state.history))
    assert any(len(each) > 1 for each in hands.values()), "some of these games differ in what nobody else saw"
    assert all(len(each) == 1 for each in told.values())


Seen = Any  # an observation: JSON


def changes(game: rw.Game, before: Seen, after: Seen) -> Iterator[tuple[str, list[str]]]:
    """What is another one in an observation, and words of which one mentions it."""
    labels = game.program.labels
    for kind, zones in before["zones"].items():
        words = labels.kinds.get(kind, (kind, kind))
        nouns = [noun(words, 1), noun(words, 2)]
        every = [printed for _, printed in labels.pieces.get(kind, ())]
        for zone, was in zones.items():
            now = after["zones"][kind][zone]
            if was["pieces"] is None and was["count"] != now["count"]:
                yield f"{zone}: {was} -> {now}", [*nouns, *every]
            elif was["pieces"] is not None and was != now:
                gone, come = Counter(map(str, was["pieces"])), Counter(map(str, now["pieces"]))
                changed = [
                    each
                    for each in [*was["pieces"], *now["pieces"]]
                    if str(each) in (gone - come) + (come - gone)
                ]
                yield (
                    f"{zone}: {was} -> {now}",
                    [*nouns, *(name for each in changed for name in _names(labels, kind, each))],
                )
    for board, spaces in before.get("boards", {}).items():
        kind, printed = game.program.layout.boards[board].kind, dict(labels.spaces[board])
        changed = [
            each
            for each in {*spaces, *after["boards"][board]}
            if spaces.get(each) != after["boards"][board].get(each)
        ]
        for space in changed:
            there = [taken[space] for taken in (spaces, after["boards"][board]) if space in taken]
            pieces = [name for piece in there for name in _names(labels, kind, piece)]
            others = [printed[each] for each in changed if spaces.get(each) != spaces.get(space)]
            yield f"{board} {space}", [printed[space], *pieces, *others]
    for name in in_sight(game.program):
        group = game.program.layout.groups[name]
        if [axis.kind for axis in group.axes] == ["players"] and group.lasts == "game":
            pairs = zip(before["variables"][name], after["variables"][name], strict=True)
            for seat, (was, now) in enumerate(pairs):
                if was != now and now != {"hidden": True}:
                    yield f"{name} of {seat}", [f"Person{seat + 1}"]
        if not group.axes and group.lasts != "turn":
            was, now = before["variables"][name], after["variables"][name]
            if was != now and now not in (None, 0, {"hidden": True}):
                yield f"{name}: {was} -> {now}", _shared(game, name, group, now)


def _shared(game: rw.Game, name: str, group: Group, now: Any) -> list[str]:  # JSON
    """Words that mention the value of a shared variable: its name, or the value where the move has named it."""
    if isinstance(now, int) and group.sort == "player":
        return [variable_name(game.program, name), f"Person{now + 1}"]
    return [variable_name(game.program, name), str(now)]


def _names(labels: ir.Labels, kind: str, shown: Any) -> list[str]:  # JSON
    """What a piece, or several, are called."""
    if isinstance(shown, list):
        return [name for each in shown for name in _names(labels, kind, each)]
    typed = str(shown["piece"] if isinstance(shown, dict) else shown)
    face = str(shown.get("face") or "") if isinstance(shown, dict) else typed
    return [
        dict(labels.pieces.get(kind, ())).get(typed, typed),
        dict(labels.faces.get(kind, ())).get(face, face) or typed,
    ]


def test_every_rulebook_is_among_them() -> None:
    assert {SMALLEST[key].name for key in CHOSEN} == set(books())


COUNTS = """
rulebook: 1
name: counts
players: 2
pieces: {cards: {one_per: {rank: 1..30}}}
zones:
  deck: {holds: cards, start: all, order: shuffled}
  row: {holds: cards}
variables:
  score: {per: players, type: 0..99}
  tally: {type: 0..20, start: START, about: what it is forLABEL}
phases:
  turn:
    actions:
      pass: {do: [{add: 1, to: me.score}, WRITE, end_turn]}
      more: {when: {left: deck.count > 20}, do: [{move: 1 cards, from: deck, to: row}, end_turn]}
    as_soon_as:
      all_passed: {after: pass, when: tally > 5, do: [READ]}
end: {late: {when: round > 9, result: highest score}, END}
standing: highest score
"""

COUNTED = {
    "passes": ("{add: 1, to: tally}", "{set: tally, to: 0}", "", "over: {when: deck.empty, result: draw}", False),
    "hands": ("{add: 1, to: tally}", "{set: tally, to: 0}", "", "over: {when: tally >= 9, result: highest score}", False),
    "moves without a capture": ("{add: 1, to: tally}", "end_turn", "", "over: {when: tally >= 9, result: draw}", False),
    "captures": ("{add: 1, to: tally}", "end_turn", "", "over: {when: tally >= 9, result: {wins: seat(1)}}", True),
    "a labelled count": ("{add: 1, to: tally}", "{set: tally, to: 0}", ", label: passes", "over: {when: deck.empty, result: draw}", True),
    "a pot": ("{add: 1, to: tally}", "{pay: tally, from: tally, to: me.score}", "", "over: {when: deck.empty, result: draw}", True),
    "cards to draw": ("{add: 1, to: tally}", "{move: tally cards, from: deck, to: row}", "", "over: {when: deck.empty, result: draw}", True),
    "fuel": ("{add: me.score, to: tally}", "{set: tally, to: 0}", "", "over: {when: tally >= 9, result: draw}", True),
    "a stake": ("{add: 1, to: tally}", "{add: tally, to: me.score}", "", "over: {when: deck.empty, result: draw}", True),
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTED)
def test_what_only_counts_between_moves_is_out_of_sight(name: str) -> None:
    write, read, label, end, shown = COUNTED[name]
    text = COUNTS.replace("WRITE", write).replace("READ", read).replace("LABEL", label).replace("START", "0")
    game = rw.load_text(text.replace("END", end))
    assert ("tally" in in_sight(game.program)) is shown
    assert "score" in in_sight(game.program)


@pytest.mark.parametrize(
    ("name", "shown", "hidden"),
    [
        ("crib-ino 2", {"score", "kitty", "dealer"}, {"passes", "hands_played", "drew", "last"}),
        ("crazy-eights 2", {"score", "suit", "dealer"}, {"passes"}),
        ("fox-hunt 2", {"gone"}, set()),
        ("little-draughts 2", {"stuck"}, {"quiet", "jumping_with"}),
        ("pig 2", {"score", "pot"}, set()),
        ("market-day 2", {"purse", "bank", "holder"}, set()),
        ("yahtzee 1", {"sheet", "rolls"}, set()),
        ("sino 2", {"covered", "won_by", "points"}, {"closed_before", "has_rolled"}),
    ],
)
def test_bookkeeping_is_out_of_sight(name: str, shown: set[str], hidden: set[str]) -> None:
    table = next(table for table in tables() if str(table).startswith(name))
    seen = in_sight(table.load("reference").program)
    assert shown <= seen
    assert not hidden & seen
