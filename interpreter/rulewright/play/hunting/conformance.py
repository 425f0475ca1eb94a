"""The promises of the engine as checks that can be called on any game.

    check_game(game, seeds=range(20), max_actions=2000)        []        or what is broken, and how to reproduce it

Games end; invariants hold and no rule fails; pieces are conserved; a seed and a record give the same game again;
serialising is exact; legal actions apply, read back and keep their ids; every other action is refused with a reason;
and states that a player cannot tell apart give this player the same answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import compress, islice
from random import Random
from typing import Literal, TypeAlias

from rulewright.game.errors import IllegalAction, RecordError, SavedStateError, UnknownMove
from rulewright.game.game import Game, State
from rulewright.game.history.record_chance import replayed
from rulewright.game.knowledge.score_changes import of_step
from rulewright.game.moves.action import Action
from rulewright.game.replay import replay
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.ids import MOST_MASK
from rulewright.source.dataclass import dataclass

CLOSER_LOOKS = 2
"""Positions are checked thoroughly less and less often: about this many times between step n and step 3 n."""
OTHER_ACTIONS = 8
CONSERVED = "pieces are conserved"
FACTS = "games are as the rules say"
IDS = "ids are those of the legal actions"
REFUSED = "other actions are refused with a reason"
UTILITY = "returns keep to the utility"
ALIKE = "what cannot be told apart is the same"
Viewer: TypeAlias = int | Literal["spectator"]
Finding: TypeAlias = tuple[str, str]
"""A promise that does not hold, and why."""
MOST_VIEWERS = 4
"""The most players whose views are compared in a position: of more, others in each position."""
SELDOM = 0.2
"""The share of positions in which the views of players are compared in games without hidden information."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A promise that did not hold, with the seed of the game, the number of actions before it, and a record that leads there."""

    promise: str
    seed: int
    step: int
    message: str
    record: object = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"{self.promise} (seed {self.seed}, after {self.step} actions): {self.message}"


def check_game(game: Game, seeds: Iterable[int], max_actions: int = 10_000, most: int = 10) -> list[Broken]:
    """Play a random game for each seed and check every promise in it; at most `most` findings."""
    found: list[Broken] = []
    for seed in seeds:
        for broken in _check_one(game, seed, max_actions):
            found.append(broken)
            if len(found) >= most:
                return found
    return found


def broken_here(state: State) -> set[str]:
    """The promises that do not hold in this position or for the game that led to it."""
    random = Random("here")
    checks = [*_check_state(state, random, True)]
    if not checks:
        checks += _replays(state)
    return {promise for promise, _ in checks}


def _check_one(game: Game, seed: int, max_actions: int) -> Iterator[Broken]:
    random = Random(f"conformance {seed}")
    step = 0

    def broken(findings: Iterator[Finding]) -> Iterator[Broken]:
        return (Broken(promise, seed, step, message, state.record()) for promise, message in findings)

    try:
        state = game.new_initial_state(seed)
        chosen: list[int] = []
        while not state.is_terminal() and step < max_actions:
            closely = step < 3 or random.random() < CLOSER_LOOKS / (step + CLOSER_LOOKS)
            yield from broken(_check_state(state, random, closely))
            action = random.choice(state.legal_actions())
            chosen.append(action.id)
            state.apply_action(action)
            step += 1
        if not state.is_terminal():
            yield Broken("games end", seed, step, f"not over after {max_actions} actions", state.record())
            return
        yield from broken(_check_state(state, random, True))
        yield from broken(_check_game(state, seed, chosen))
    except RuleFailure as failure:
        yield Broken("no rule fails", seed, step, str(failure), failure.record)


# ------------------------------------------------------------------------------------------------ one position


def _check_state(state: State, random: Random, closely: bool) -> Iterator[Finding]:
    yield from _conserved(state)
    if closely:
        yield from _legal_actions(state, random)
        yield from _other_actions(state, random)
        yield from _serialising(state, random)
        if state.game.hides or random.random() < SELDOM:
            yield from _seen_alike(state, random)


def _conserved(state: State) -> Iterator[Finding]:
    seen = state.observation(None)
    zones, boards = seen["zones"], seen.get("boards", {})
    assert isinstance(zones, dict)
    assert isinstance(boards, dict)
    for kind, places in zones.items():
        layout = state.game.program.layout.kinds[kind]
        if layout.unlimited:
            continue
        there = [piece for zone in places.values() for piece in zone["pieces"]]
        counted = sum(zone["count"] for zone in places.values())
        standing = _standing(state, kind, boards)
        there, counted = there + standing, counted + len(standing)
        if len(there) != layout.pieces or counted != layout.pieces:
            yield CONSERVED, f"{layout.pieces} {kind}, but {len(there)} are in zones ({counted} counted)"
        if not layout.identical and len({json.dumps(piece) for piece in there}) != len(there):
            yield CONSERVED, f"a piece of {kind} is in two places"


def _standing(state: State, kind: str, boards: dict[str, dict[str, object]]) -> list[object]:
    """The pieces of a kind that are on boards."""
    layouts = state.game.program.layout.boards
    found: list[object] = []
    for name, spaces in boards.items():
        if layouts[name].kind == kind:
            for pieces in spaces.values():
                found += pieces if isinstance(pieces, list) else [pieces]
    return found


def _legal_actions(state: State, random: Random) -> Iterator[Finding]:
    legal = state.legal_actions()
    if len(set(legal)) != len(legal):
        yield "legal actions differ", "an action is listed twice"
    if legal != state.clone().legal_actions():
        yield "legal actions are stable", "another order the second time"
    for action in random.sample(legal, min(len(legal), OTHER_ACTIONS)):
        if state.game.action(str(action)) != action:
            yield "actions read back", f"`{action}` reads as `{state.game.action(str(action))}`"
        if state.game.action(action.name, **action.args) != action:
            yield "actions read back", f"`{action}` is another action when built from {action.args}"
        if state.game.action_from_id(action.id) != action:
            again = state.game.action_from_id(action.id)
            yield "ids are stable", f"`{action}` has id {action.id}, which is `{again}`"
        if state.why_not(action):
            yield "legal actions apply", f"`{action}` is listed, but: {state.why_not(action)[0]}"
        yield from _applied_by_id(state, action)
    yield from _ids(state)


def _applied_by_id(state: State, action: Action) -> Iterator[Finding]:
    by_id, by_action = state.clone(), state.clone()
    by_id.apply_action(action.id)
    by_action.apply_action(action)
    if _last_step(by_id) != _last_step(by_action):  # what came before is shared
        yield IDS, f"`{action}` and its id {action.id} lead to different states"


def _last_step(state: State) -> tuple[object, ...]:
    tip = state.tip
    return tip.player, tip.choice, tip.details, tip.cells, tip.luck, tip.masked


def _ids(state: State) -> Iterator[Finding]:
    ids, actions = state.legal_ids(), state.game.num_distinct_actions
    if ids != [action.id for action in state.legal_actions()]:
        yield IDS, f"{ids} are not the ids of {state.legal_actions()}"
    if actions <= MOST_MASK and [*compress(range(actions), state.legal_mask())] != sorted(ids):
        yield IDS, f"the mask differs from {ids}"


def _other_actions(state: State, random: Random) -> Iterator[Finding]:
    game, legal = state.game, set(state.legal_actions())
    before = state.cells
    for _ in range(OTHER_ACTIONS):
        action = game.action_from_id(random.randrange(game.num_distinct_actions))
        if action in legal:
            continue
        if not state.why_not(action) or not all(reason.says for reason in state.why_not(action)):
            yield REFUSED, f"`{action}` has none"
        try:
            state.apply_action(action)
        except IllegalAction as refused:
            if not refused.reasons:
                yield REFUSED, f"`{action}` has none"
        else:
            yield REFUSED, f"`{action}` was carried out"
        if state.cells != before:
            yield "refused actions change nothing", f"`{action}` did"


def _serialising(state: State, random: Random) -> Iterator[Finding]:
    text = state.serialize()
    try:
        again = state.game.deserialize_state(text)
    except SavedStateError as error:
        yield "serialising is exact", str(error)
        return
    if again != state or again.serialize() != text or hash(again) != hash(state):
        yield "serialising is exact", "the restored state differs"
    if again.history != state.history or again.can_undo() != state.can_undo():
        yield "serialising is exact", "the restored history differs"
    one, other = state.clone(), again
    for _ in range(3):
        if one.is_terminal():
            break
        action = random.choice(one.legal_actions())
        one.apply_action(action)
        other.apply_action(action)
    if one.serialize() != other.serialize():
        yield "serialising is exact", "the restored state goes on differently"


def _seen_alike(state: State, random: Random) -> Iterator[Finding]:
    players = range(state.game.num_players)
    onlooker = _given_to(state, "spectator")
    for player in random.sample(players, min(len(players), MOST_VIEWERS)):
        seed = random.getrandbits(32)
        other = state.resample(player, seed)
        told = state.observation(player)
        if json.loads(json.dumps(told)) != told:
            yield "observations are plain data", f"player {player}'s does not survive JSON"
        mine, theirs = (
            {**_given_to(each, player), "resampling": each.resample(player, seed + 1)}
            for each in (state, other)
        )
        yield from _differences(mine, theirs, f"player {player}")
        yield from _refused_alike(state, other, player, random)
        yield from _told_alike(state, other, player, random)
        # A spectator sees less than each player.
        yield from _differences(onlooker, _given_to(other, "spectator"), "a spectator")


def _given_to(state: State, viewer: Viewer) -> dict[str, object]:
    """Everything that a viewer is given in a position."""
    given: dict[str, object] = {
        **_given_now(state, viewer),
        "history": state.history_for(viewer),
        "record": state.record(viewer),
    }
    if viewer != "spectator":
        given["information state"] = state.information_state_string(viewer)
    return given


def _given_now(state: State, viewer: Viewer) -> dict[str, object]:
    """Everything that a viewer is given in a position, but only the last step of the history: that is enough where the positions before
    this step were compared."""
    seat = state.game.viewer(viewer)
    given: dict[str, object] = {
        "observation": state.observation(viewer),
        "history": (state.tip.action_for(seat), state.tip.told(seat)),
        "row": state.observation_row(viewer),
    }
    if viewer != "spectator":
        given["information state"] = state.tip.digest(state.game.sight, viewer)
        given["legal actions"] = state.legal_actions(viewer)
    return given


def _differences(mine: dict[str, object], theirs: dict[str, object], whose: str) -> Iterator[Finding]:
    for what in mine:
        if mine[what] != theirs[what]:
            yield ALIKE, f"the {what} of {whose} differ{'' if what.endswith('s') else 's'}"


def _refused_alike(state: State, other: State, player: int, random: Random) -> Iterator[Finding]:
    for _ in range(OTHER_ACTIONS // 2):
        action = state.game.action_from_id(random.randrange(state.game.num_distinct_actions))
        if state.why_not(action, player) != other.why_not(action, player):
            yield ALIKE, f"the reasons that player {player} gets against `{action}` differ"


def _told_alike(state: State, other: State, player: int, random: Random) -> Iterator[Finding]:
    """Apply the same actions with the same results of chance to both states: where a viewer sees the same outcome, everything the
    viewer is given has to be the same too."""
    both = sorted(set(state.legal_actions()) & set(other.legal_actions()), key=lambda action: action.id)
    for action in random.sample(both, min(len(both), OTHER_ACTIONS // 2)):
        after, theirs = state.clone(), other.clone()
        try:
            after.apply_action(action)
            theirs.apply_action(action, replayed(state.game.wording, _chance_of_last(after)))
        except (RuleFailure, ValueError):
            continue  # a hidden piece that chance moves may lie elsewhere here
        viewers: tuple[Viewer, ...] = (player, "spectator")
        for viewer in viewers:
            if _open_results(after, viewer) == _open_results(theirs, viewer):
                yield from _after_alike(after, theirs, viewer, f"after `{action}`", random)


def _after_alike(state: State, other: State, viewer: Viewer, when: str, random: Random) -> Iterator[Finding]:
    """Compare everything that a viewer is given in two states with the same visible outcome."""
    seed = random.getrandbits(32)
    mine, theirs = (
        {
            **_given_now(each, viewer),
            "points that moved": of_step(each.game, each.tip, viewer),
            "resampling": None if viewer == "spectator" else each.resample(viewer, seed).cells,
        }
        for each in (state, other)
    )
    for promise, difference in islice(_differences(mine, theirs, str(viewer)), 1):
        yield promise, f"{when} {difference} by what is hidden"


def _open_results(state: State, viewer: Viewer) -> object:
    """What a viewer sees after an action, and the pieces that were shown during it, sorted."""
    shown = sorted(
        json.dumps([told.get("from"), told.get("to"), piece])
        for told in state.tip.told(state.game.viewer(viewer))
        if isinstance(pieces := told.get("pieces"), list)
        for piece in pieces
    )
    return state.observation(viewer), shown


def _chance_of_last(state: State) -> list[object]:
    return [each.whole for each in state.tip.happenings if each.is_chance]


# -------------------------------------------------------------------------------------------------- whole games


def _check_game(state: State, seed: int, chosen: list[int]) -> Iterator[Finding]:
    game = state.game
    again = game.new_initial_state(seed)
    for number in chosen:
        again.apply_action(game.action_from_id(number))
    if again.serialize() != state.serialize():
        yield "the same seed gives the same game", "the second time differs"
    yield from _replays(state)
    yield from _utility(state)
    yield from _facts(state, len(chosen))


def _utility(state: State) -> Iterator[Finding]:
    """The returns have to be within the bounds of utility that the game declares."""
    game, returns = state.game, state.returns()
    if not all(game.min_utility <= each <= game.max_utility for each in returns):
        yield UTILITY, f"{returns}, and {game.min_utility} to {game.max_utility} is promised"
    if game.utility_sum is not None and abs(sum(returns) - game.utility_sum) > 1e-9:
        yield UTILITY, f"{returns}, and a sum of {game.utility_sum} is promised"


def _facts(state: State, actions: int) -> Iterator[Finding]:
    """What is known of all games of the rulebook has to be true of this one."""
    game, most = state.game, state.game.max_game_length
    if most is not None and actions > most:
        yield FACTS, f"{actions} actions, and at most {most} are promised"
    if game.perfect_information and any(
        state.observation(viewer) != state.observation(None) for viewer in range(game.num_players)
    ):
        yield FACTS, "something is hidden, and perfect information is promised"
    rolled = {"rolled", "drawn", "shuffled", "picked"}
    if not game.has_chance and any(
        rolled & happened.keys() for entry in state.history for happened in entry.happened
    ):
        yield FACTS, "something is random, and no chance is promised"


def _replays(state: State) -> Iterator[Finding]:
    game = state.game
    try:
        replayed = replay(json.loads(json.dumps(state.record())), game)
    except (RecordError, UnknownMove) as error:
        yield "the record replays the game", str(error)
        return
    if replayed != state or replayed.history != state.history or replayed.serialize() != state.serialize():
        yield "the record replays the game", "the replayed game differs"
