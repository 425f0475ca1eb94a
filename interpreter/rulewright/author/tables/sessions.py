"""One recorded game as a session of people: how long it took, what they did, where they thought long.

    session_of(record, "tonight.record.json", game)      Session(decisions=41, minutes=17.5, refused=("The space must be free.",), ...)

A session is counted by replaying its record, so a record that does not fit the rules raises an exception here.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from rulewright.game.game import Game, State
from rulewright.game.history.steps import Entry
from rulewright.game.replay import replay
from rulewright.source.dataclass import dataclass

Record = Mapping[str, Any]  # JSON, whose shape the reference describes
BREAK = 1800.0
"""Seconds after which a pause is no thinking any more: people went away."""
HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Thought:
    """A decision of a person that took `seconds`."""

    seconds: float
    seat: int
    name: str
    action: str
    sentence: str
    step: int
    file: str


@dataclass(frozen=True, slots=True)
class Session:
    """A game that people played. `actions` are the names of those carried out, in order; `minutes` is None if no times were noted;
    `refused` are the reasons of refused moves, and `undone` how many moves were taken back."""

    file: str
    over: bool
    decisions: int
    rounds: int
    minutes: float | None
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ended_by: str
    actions: tuple[str, ...]
    refused: tuple[str, ...]
    undone: int
    thoughts: tuple[Thought, ...]
    people: tuple[bool, ...]


def session_of(record: Record, file: str, game: Game) -> Session:
    """The session of a record, replayed by a game. Raises RecordError if the record does not fit the rules."""
    state = replay(dict(record), game)
    made = [entry for entry in state.history if entry.action is not None]
    times = _times(record)
    seen = state.observation("spectator")
    return Session(
        file, state.is_terminal(), len(made), int(seen["round"]), _minutes(times),
        tuple(seen["winners"]), tuple(state.scores()), _ending(state, seen["ended_by"]),
        tuple(str(entry.action).split(" ")[0] for entry in made),
        tuple(str(each.get("reason", "")) for each in _list(record, "refused")),
        sum(int(each.get("back", 1)) for each in _list(record, "undos")),
        tuple(_thoughts(record, file, made, times, game.num_players)), _people(record, game.num_players),
    )  # fmt: skip


def thinking(thoughts: Sequence[Thought]) -> float | None:
    """Half of the decisions took at most this many seconds; None without decisions."""
    return median(each.seconds for each in thoughts) if thoughts else None


def _ending(state: State, ended_by: str | None) -> str:
    return dict(state.game.program.labels.enums.get("end", ())).get(str(ended_by), "")


def _thoughts(
    record: Record, file: str, made: Sequence[Entry], times: Sequence[float], players: int
) -> list[Thought]:
    """The decisions of people, each with the time since the decision before it. A long break is none."""
    names, people = [str(each) for each in record.get("names") or ()], _people(record, players)
    if len(times) != len(made):
        return []
    found = []
    for number, entry in enumerate(made):
        before = times[number - 1] if number else float(record.get("begun", times[0]))
        seconds, seat = times[number] - before, entry.player
        if seat is None or not people[seat] or seconds > BREAK:
            continue
        name = names[seat] if seat < len(names) else f"player {seat + 1}"
        text = str(entry.action)
        found.append(Thought(seconds, seat, name, text.split(" ")[0], text, number + 1, file))
    return found


def _people(record: Record, players: int) -> tuple[bool, ...]:
    """Whether each seat was a person's; a record that does not say who played is taken for one of people."""
    played = record.get("played_by") or [HUMAN] * players
    return tuple(each == HUMAN for each in played)


def _times(record: Record) -> list[float]:
    return [float(each) for each in record.get("times") or () if isinstance(each, int | float)]


def _minutes(times: Sequence[float]) -> float | None:
    """The time from the first move to the last, without long breaks."""
    if len(times) < 2:
        return None
    pauses = [later - earlier for earlier, later in itertools.pairwise(times)]
    return sum(pause for pause in pauses if pause <= BREAK) / 60


def _list(record: Record, key: str) -> list[dict[str, Any]]:
    found = record.get(key) or []
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
