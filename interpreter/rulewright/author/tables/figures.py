"""The figures of sessions: lengths, minutes, wins, scores, actions, refused moves, undos, and where people thought long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rulewright.author.tables.sessions import Session, Thought, thinking
from rulewright.game.game import Game
from rulewright.game.results.standing import keeps_score
from rulewright.play.figures.simulation import Simulation
from rulewright.play.figures.statistics import Summary, summary_of, wilson
from rulewright.problems.plain_data import json_of
from rulewright.source.dataclass import dataclass

LONGEST = 5
"""How many of the longest thoughts are listed."""


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """The results of a seat in finished games. `low`..`high` is the 95 % interval of the win rate."""

    seat: str
    wins: int
    win_rate: float
    low: float
    high: float
    score: Summary | None


@dataclass(frozen=True, slots=True)
class ActionFigures:
    """An action: how often it was carried out in a game, and the median seconds of people who decided for it."""

    action: str
    times: int
    a_game: float
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one game at one number of players. Lengths, wins and scores count finished games only; `refused` are reasons with
    how often each was given; `simulated` is the simulation to compare with, if there is one."""

    game: str
    title: str
    players: int
    tables: int
    finished: int
    decisions: Summary | None
    rounds: Summary | None
    minutes: Summary | None
    seats: tuple[SeatFigures, ...]
    ends: dict[str, int]
    actions: tuple[ActionFigures, ...]
    refused: dict[str, int]
    undone: int
    seconds: float | None
    longest: tuple[Thought, ...]
    simulated: Simulation | None = None

    def to_json(self) -> dict[str, Any]:  # Any: JSON
        """Plain data."""
        return json_of(self, *self.__dataclass_fields__)


def figures_of(game: Game, sessions: Sequence[Session], simulated: Simulation | None = None) -> Figures:
    """The figures of sessions of a game."""
    finished = [session for session in sessions if session.over]
    thoughts = [thought for session in sessions for thought in session.thoughts]
    return Figures(
        game=game.name,
        title=game.title,
        players=game.num_players,
        tables=len(sessions),
        finished=len(finished),
        decisions=_summary([session.decisions for session in finished]),
        rounds=_summary([session.rounds for session in finished]),
        minutes=_summary([round(session.minutes) for session in finished if session.minutes is not None]),
        seats=tuple(_seat(game, seat, finished) for seat in range(game.num_players)),
        ends=dict(Counter(session.ended_by for session in finished).most_common()),
        actions=tuple(_actions(sessions, thoughts)),
        refused=dict(Counter(reason for session in sessions for reason in session.refused).most_common()),
        undone=sum(session.undone for session in sessions),
        seconds=thinking(thoughts),
        longest=tuple(sorted(thoughts, key=lambda thought: -thought.seconds)[:LONGEST]),
        simulated=simulated,
    )


def _summary(values: Sequence[int]) -> Summary | None:
    return summary_of(Counter(values)) if values else None


def _seat(game: Game, seat: int, finished: Sequence[Session]) -> SeatFigures:
    wins = sum(seat in session.winners for session in finished)
    low, high = wilson(wins, len(finished)) if finished else (0.0, 1.0)
    score = _summary([session.scores[seat] for session in finished]) if keeps_score(game.program) else None
    rate = wins / len(finished) if finished else 0.0
    return SeatFigures(game.wording.seat(seat), wins, rate, low, high, score)


def _actions(sessions: Sequence[Session], thoughts: Sequence[Thought]) -> list[ActionFigures]:
    counts = Counter(action for session in sessions for action in session.actions)
    return [
        ActionFigures(
            action,
            count,
            count / len(sessions),
            thinking([each for each in thoughts if each.action == action]),
        )
        for action, count in counts.most_common()
    ]
