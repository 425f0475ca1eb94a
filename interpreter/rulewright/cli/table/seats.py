"""Who sits where: a name for every seat, and whether a person or a bot plays there.

seats(3, ["Ann", "Bob"], {2: "random"}, bots=False)      ->      Ann, Bob (random), Player 3
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import click

from rulewright.cli.nearness import did_you_mean

PLAYED_BY = ("human", "random")


@dataclass(frozen=True, slots=True)
class Seat:
    """`number` counts from 0."""

    number: int
    name: str
    human: bool


def seats(
    players: int, ids: Sequence[str], names: Sequence[str], played_by: Mapping[int, str], bots: bool
) -> list[Seat]:
    """The seats of a table. `ids` are the rulebook's names of the seats, `played_by` counts seats from 1.

    Everybody is a person unless `--seat` says otherwise; with `--bots` everybody but the first seat is a bot.
    """
    if len(names) > players:
        raise click.UsageError(f"{len(names)} names for {players} players; --players {len(names)} makes room")
    beyond = [number for number in played_by if not 1 <= number <= players]
    if beyond:
        raise click.UsageError(f"there is no seat {beyond[0]}: {players} play")
    return [
        Seat(
            number,
            names[number] if number < len(names) else _name(number, ids),
            played_by.get(number + 1, "random" if bots and number > 0 else "human") == "human",
        )
        for number in range(players)
    ]


def read_names(text: str | None) -> list[str]:
    """`Ann, Bob` -> ["Ann", "Bob"]; they have to differ."""
    names = [name.strip() for name in (text or "").split(",") if name.strip()]
    if len({name.casefold() for name in names}) < len(names):
        raise click.UsageError("two players have the same name")
    return names


def read_seats(texts: Sequence[str]) -> dict[int, str]:
    """`1=human` -> {1: "human"}."""
    read: dict[int, str] = {}
    for text in texts:
        number, sign, who = (part.strip() for part in text.partition("="))
        if not sign or not number.isdigit():
            raise click.UsageError(f"`--seat {text}` should look like --seat 2=random")
        if who not in PLAYED_BY:
            raise click.UsageError(
                f"a seat is played by human or random, not by `{who}`{did_you_mean(who, PLAYED_BY)}"
            )
        read[int(number)] = who
    return read


def _name(number: int, ids: Sequence[str]) -> str:
    given = ids[number] if number < len(ids) else ""
    return given.replace("_", " ").capitalize() if given else f"Player {number + 1}"
