"""Requests of people, read from JSON that may be anything: each part is checked before it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.problems.nearest import nearest
from rulewright.problems.quoting import series, shortened
from rulewright.serve.settings import Limits
from rulewright.serve.store import BOT, OPEN, PERSON, ROLLED, TYPED
from rulewright.serve.table import refused
from rulewright.source.dataclass import dataclass

Json = dict[str, Any]
MOST_SEATS = 64
MOST_HOUSE_RULES = 8
MOST_OPTIONS = 200
MOST_DICE = 1000
DICE = (ROLLED, TYPED)
KEYS = ("game", "rulebook", "house_rules", "players", "variant", "options", "seats", "dice")
KEYS_OF_A_SEAT = ("sort", "bot", "name")


@dataclass(frozen=True, slots=True)
class NewTable:
    """The wish for a table. `rulebook` is the text of one that was sent, or None for a `game` of the catalogue."""

    game: str
    rulebook: str | None
    house_rules: tuple[str, ...]
    players: int | None
    variant: str | None
    options: Mapping[str, int | bool | str | None]
    seats: Sequence[Mapping[str, Any]]
    dice: str

    @property
    def is_strange(self) -> bool:
        """Whether texts of strangers are in it."""
        return self.rulebook is not None or bool(self.house_rules)

    def asked(self) -> Json:
        """The parts that a worker needs."""
        return {
            "rulebook": self.rulebook, "house_rules": list(self.house_rules), "players": self.players,
            "variant": self.variant, "options": dict(self.options),
            "bots": [seat["bot"] for seat in self.seats if seat.get("sort") == BOT],
        }  # fmt: skip


def new_table(data: object, uploads: bool, limits: Limits) -> NewTable:
    """The wish for a table in the body of a request. Raises Refused."""
    if not isinstance(data, dict):
        raise refused("A new table is described by a JSON object.")
    _refuse_unknown(data, KEYS, "a new table")
    rulebook, house_rules = _text(data, "rulebook"), _list(data, "house_rules", MOST_HOUSE_RULES)
    if not all(isinstance(each, str) for each in house_rules):
        raise refused("`house_rules` is a list of texts.")
    if (rulebook is not None or house_rules) and not uploads:
        raise refused("This server takes no rulebooks or house rules.")
    dice = _text(data, "dice") or DICE[0]
    if dice not in DICE:
        raise refused(f"`dice` is one of {', '.join(DICE)}.")
    return NewTable(
        _text(data, "game") or "", rulebook, tuple(house_rules), _players(data), _text(data, "variant"), _options(data),
        [_seat(each, limits) for each in _list(data, "seats", MOST_SEATS)], dice,
    )  # fmt: skip


def name_in(value: object, limits: Limits) -> str | None:
    """A person's name, without control characters and on one line; None if there is none."""
    if not isinstance(value, str):
        return None
    plain = "".join(each for each in " ".join(value.split()) if each.isprintable())
    return plain[: limits.names].strip() or None


def faces_in(value: object) -> list[str]:
    """What dice show, as a client sends it: texts or numbers. Raises Refused."""
    if (
        not isinstance(value, list)
        or len(value) > MOST_DICE
        or not all(isinstance(each, int | str) for each in value)
    ):
        raise refused("`results` is a list with what each die shows.")
    return [str(each) for each in value]


def _seat(data: object, limits: Limits) -> Json:
    if not isinstance(data, dict):
        raise refused("`seats` is a list of objects.")
    _refuse_unknown(data, KEYS_OF_A_SEAT, "a seat")
    sort, bot = data.get("sort", OPEN), data.get("bot")
    if sort not in (PERSON, BOT, OPEN):
        raise refused("A seat is for a person, a bot, or open.")
    if sort == BOT and not isinstance(bot, str):
        raise refused("The seat of a bot needs the name of the bot.")
    return {"sort": sort, "bot": bot, "name": name_in(data.get("name"), limits)}


def _refuse_unknown(data: Mapping[str, Any], keys: Sequence[str], of: str) -> None:
    for key in data:
        if key not in keys:
            near = nearest(key, keys)
            meant = f"; did you mean `{near}`?" if near else f". It has {series(keys, 'and')}."
            raise refused(f"`{shortened(key)}` is no key of {of}{meant}")


def _players(data: Mapping[str, Any]) -> int | None:
    players = data.get("players")
    if players is not None and (isinstance(players, bool) or not isinstance(players, int)):
        raise refused("`players` is a number.")
    return players


def _options(data: Mapping[str, Any]) -> dict[str, int | bool | str | None]:
    options = data.get("options") or {}
    if not isinstance(options, dict) or len(options) > MOST_OPTIONS:
        raise refused("`options` maps names of options to values.")
    if not all(value is None or isinstance(value, int | str) for value in options.values()):
        raise refused("The value of an option is a number, a text, yes or no.")
    return options


def _text(data: Mapping[str, Any], key: str) -> str | None:
    value = data.get(key)
    if value is not None and not isinstance(value, str):
        raise refused(f"`{key}` is a text.")
    return value


def _list(data: Mapping[str, Any], key: str, most: int) -> list[Any]:
    value = data.get(key) or []
    if not isinstance(value, list) or len(value) > most:
        raise refused(f"`{key}` is a list of at most {most}.")
    return value
