"""The seats of a table: a name for every seat, and who plays it, a person or a bot.

seats(3, ["Ann", "Bob"], {2: "random"})      ->      Ann, Bob (played at random), Player 3
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.output import note
from rulewright.game.game import Game
from rulewright.language.players import HUMAN, RANDOM
from rulewright.play.bots import Bot, bot_named, is_searching, refuse_unknown, seat_bots
from rulewright.problems.quoting import counted
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.fast import PlaysOn
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.game.game import Game


@dataclass(frozen=True, slots=True)
class Seat:
    """`number` counts from 0; `played_by` is `human` or the name of a bot."""

    number: int
    name: str
    played_by: str

    @property
    def human(self) -> bool:
        return self.played_by == HUMAN


def seats(
    players: int,
    ids: Sequence[str],
    names: Sequence[str],
    played_by: Mapping[int, str],
    bots: Sequence[str] = (),
) -> list[Seat]:
    """The seats of a table. `ids` are the rulebook's names of the seats, `played_by` counts seats from 1.

    Everybody is a person unless `--seat` says otherwise, or `--bots`, which is given as `bots`, by seat.
    """
    if len(names) > players:
        raise click.UsageError(
            f"{counted(len(names), 'name')} for {counted(players, 'player')}; --players {len(names)} makes room"
        )
    beyond = [number for number in played_by if not 1 <= number <= players]
    if beyond:
        raise click.UsageError(f"there is no seat {beyond[0]}: {players} play")
    return [
        Seat(
            number,
            names[number] if number < len(names) else _name(number, ids),
            played_by.get(number + 1, bots[number] if bots else HUMAN),
        )
        for number in range(players)
    ]


def read_names(text: str | None) -> list[str]:
    """`Ann, Bob` -> ["Ann", "Bob"]; they have to differ."""
    names = [name.strip() for name in (text or "").split(",") if name.strip()]
    if len({name.casefold() for name in names}) < len(names):
        raise click.UsageError("two players have the same name")
    return names


def read_bots(game: Game, text: str, people: bool = False) -> tuple[str, ...]:
    """The player of each seat by `--bots cautious` or `--bots cautious,bold`; with `people`, `human` is allowed too. Raises
    UsageError."""
    try:
        return seat_bots(game, text, people)
    except ValueError as error:
        raise click.UsageError(f"--bots {text}: {error}") from None


def refuse_strangers(game: Game, played_by: Mapping[int, str], kept: Path | None = None) -> None:
    """Raise UsageError for a seat (from 1) whose player is unknown; `kept` is the record that names it."""
    for number, who in played_by.items():
        try:
            refuse_unknown(game, who, people=True, files=kept is None)
        except ValueError as error:
            if kept is None:
                raise click.UsageError(f"--seat {number}={who}: {error}") from None
            raise click.UsageError(
                f"seat {number} is played by `{who}` in {kept}: {error}. `--seat {number}=WHO` says who plays there now"
            ) from None


def read_seats(texts: Sequence[str]) -> dict[int, str]:
    """`1=human` -> {1: "human"}."""
    read: dict[int, str] = {}
    for text in texts:
        number, sign, who = (part.strip() for part in text.partition("="))
        if not sign or not number.isdigit():
            raise click.UsageError(f"`--seat {text}` should look like --seat 2={RANDOM}")
        read[int(number)] = who
    return read


def _name(number: int, ids: Sequence[str]) -> str:
    given = ids[number] if number < len(ids) else ""
    return given.replace("_", " ").capitalize() if given else f"Player {number + 1}"


def bots_at(seats: Sequence[Seat], game: Game, seed: int) -> dict[int, Bot]:
    """A bot for every seat that is not played by a person, begun with a seed of its own."""
    bots: dict[int, Bot] = {}
    for seat in seats:
        if not seat.human:
            bots[seat.number] = bot_named(game, seat.played_by)
            bots[seat.number].begin(seed_of(seed, seat.number))
    if not isinstance(game.executor, PlaysOn) and any(is_searching(seat.played_by) for seat in seats):
        note(
            "With the reference engine `rollouts`, `mcts` and the levels think for a long time: `rollouts:20` for less, or --engine native"
        )
    return bots
