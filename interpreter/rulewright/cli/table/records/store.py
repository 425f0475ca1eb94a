"""Records as JSON files: writing them, and reading them to replay or resume a game.

A record holds the moves and the results of chance, from which a game can be replayed and resumed. The file also has the
players' names, whether the dice are real, the files of the rulebook and its house rules as named on the command line,
their contents, and hashes of these. `reopening` opens the game again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.exit_status import FallsShort
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.record_files import holds_record, read_json
from rulewright.cli.table.records.files import marks, marks_of
from rulewright.cli.table.seats import Seat
from rulewright.game import replay as records
from rulewright.game.errors import RecordError
from rulewright.game.game import Game, State
from rulewright.game.history.record import Wanted
from rulewright.language.players import HUMAN, RANDOM
from rulewright.source import output
from rulewright.source.dataclass import dataclass
from rulewright.source.texts import Texts

TYPED, ROLLED = "typed", "rolled"
BY_ITSELF = "by itself"


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read from a file. `settings` opens its game."""

    path: Path
    data: dict[str, Any]  # a record is JSON; `game.history.record` checks what is in it
    settings: Settings
    names: tuple[str, ...]
    bots: Mapping[int, str]
    """The bots, by seat from 0."""
    dice: str = ROLLED
    carried: Wanted | None = None
    """The game by the texts that the record carries; None if there are none, or other files are to be used."""

    def replayed(self, game: Game) -> State:
        """The last state of the record. Raises FallsShort, which names the step that does not fit."""
        return self.at_step(game, None)

    def at_step(self, game: Game, step: int | None) -> State:
        """The state after a number of steps (None: all)."""
        try:
            return records.replay(self._up_to(step, game), game)
        except RecordError as error:
            raise FallsShort(f"{self.path} does not replay: {error}") from None

    def followed(self, game: Game, step: int | None = None) -> records.Followed:
        """How far the record, or its first steps, can be replayed by rules that may have changed. Raises FallsShort if it is no
        record of this game."""
        try:
            return records.follow(self._up_to(step, game), game)
        except RecordError as error:
            raise FallsShort(f"{self.path} does not replay: {error}") from None

    def _up_to(self, step: int | None, game: Game) -> dict[str, Any]:
        """The data up to a step, without the result (None: all of it). The texts of a record were compared with it when they
        were opened, and another version may have computed another fingerprint of them."""
        same = {"fingerprint": game.fingerprint} if self.carried is not None else {}
        if step is None or step >= len(self.steps):
            return {**self.data, **same}
        data = {key: value for key, value in self.data.items() if key != "result"}
        return {**data, **same, "steps": self.steps[:step]}

    def without_failure(self) -> Record:
        """The record without the failure at its end."""
        return replace(self, data={key: value for key, value in self.data.items() if key != "failure"})

    @property
    def steps(self) -> list[Any]:
        steps = self.data.get("steps")
        return steps if isinstance(steps, list) else []


def write_record(
    state: State, path: Path, settings: Settings, seats: Sequence[Seat] = (), over: bool = False,
    dice: str = ROLLED, by_itself: bool = False,
) -> None:  # fmt: skip
    """Write a game's record, which carries the texts of its rulebook if they are known; FileExistsError if the file is there and
    `over` does not say to replace it."""
    texts = state.game.texts
    record = state.record(texts=texts is not None)
    write(record, path, settings, seats, over, dice, by_itself, texts)


def write(
    record: dict[str, object], path: Path, settings: Settings, seats: Sequence[Seat] = (), over: bool = False,
    dice: str = ROLLED, by_itself: bool = False, texts: Texts | None = None,
) -> None:  # fmt: skip
    """Write a record with the data that `reopening` needs; `by_itself` marks it as saved automatically. Without `texts`, the
    hashes of its files are those of now. A file is replaced in one step. Raises FileExistsError if it exists and `over` is
    false, and CannotWrite."""
    carried = {"texts": record["texts"]} if "texts" in record else {}  # last, since it is long
    notes = {
        "names": [seat.name for seat in seats],
        "played_by": [seat.played_by for seat in seats],
        "rulebook": settings.game,
        "house_rules": list(settings.overlays),
        "files": marks(settings) if texts is None else marks_of(texts),
        "dice": dice,
        **({"kept": BY_ITSELF} if by_itself else {}),
    }
    moves = {key: value for key, value in record.items() if key != "texts"}
    text = json.dumps({**moves, **notes, **carried}, indent=1, ensure_ascii=False) + "\n"
    if over:
        output.write(path, text)
    else:
        output.create(path, text)


def own_path(name: str) -> Path:
    """`NAME.record.json`, even if a record of that name exists, which is then replaced; no other file ever is."""
    path = Path(f"{name}.record.json")
    return path if not path.exists() or holds_record(path) else free_path(name)


def free_path(name: str) -> Path:
    """A file in this folder that does not exist yet: `NAME.record.json`, `NAME-2.record.json`, ..."""
    path = Path(f"{name}.record.json")
    number = 2
    while path.exists():
        path = Path(f"{name}-{number}.record.json")
        number += 1
    return path


def read_record(path: Path, given: Settings | None = None) -> Record:
    """The record in a file; GAME and house rules may be `given` if their files have moved.

    Raises UsageError if the file does not exist or holds no record.
    """
    data = read_json(path)
    if "rulewright" not in data:
        raise click.UsageError(f"{path} does not hold a record of a game")
    told = given or Settings("")
    _refuse_damaged_options(path, data)
    carried = None if told.game or told.overlays else _carried(path, data)
    game = told.game or text_in(data, "rulebook") or text_in(data, "game")
    if not game:
        raise click.UsageError(f"{path} is damaged: it does not say which game it is a record of")
    players, options = data.get("players"), data.get("options")
    settings = replace(
        told,
        game=game,
        players=players if isinstance(players, int) else None,
        variant=text_in(data, "variant") or None,
        options=tuple(options.items()) if isinstance(options, dict) else (),
        overlays=told.overlays or tuple(texts_in(data, "house_rules") or texts_in(data, "overlays")),
    )
    dice = TYPED if data.get("dice") == TYPED else ROLLED
    return Record(path, data, settings, tuple(texts_in(data, "names")), _bots(data), dice, carried)


def _carried(path: Path, data: dict[str, Any]) -> Wanted | None:
    if "texts" not in data:
        return None
    try:
        return Wanted.of(data)
    except RecordError as error:
        raise FallsShort(f"{path} does not replay: {error}") from None


def _refuse_damaged_options(path: Path, data: dict[str, Any]) -> None:
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise click.UsageError(
            f"{path} is damaged: `options` needs names and values, and is {shown(options)}"
        )
    for name, value in options.items():
        if not isinstance(value, int | str | None):
            raise click.UsageError(f"{path} is damaged: the option `{name}` cannot be {shown(value)}")


def shown(value: object) -> str:
    """A value of a record in a message."""
    said = json.dumps(value, ensure_ascii=False)
    return said if len(said) <= 40 else said[:37] + "..."


def _bots(data: dict[str, Any]) -> dict[int, str]:
    """Bots by seat; in older records, whose bots had no names, they all play at random."""
    if "played_by" in data:
        return {seat: who for seat, who in enumerate(texts_in(data, "played_by")) if who != HUMAN}
    bots = data.get("bots")
    return (
        dict.fromkeys((seat for seat in bots if isinstance(seat, int)), RANDOM)
        if isinstance(bots, list)
        else {}
    )


def text_in(data: dict[str, Any], key: str) -> str:
    """The text under a key of a record; empty if it has none."""
    value = data.get(key)
    return value if isinstance(value, str) else ""


def texts_in(data: dict[str, Any], key: str) -> list[str]:
    """The texts in a list of a record; [] if it has none."""
    value = data.get(key)
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
