"""At which table a state was saved, so that one of another table is told what is different.

    origin(table)                   {"game": "race", "fingerprint": ..., "players": 2, "variant": None, "options": {...}, ...}
    difference(table, origin)       None, or "this state was saved with target = 50, and this game has target = 100: ..."

What is read may be anything: the text comes from outside.
"""

from __future__ import annotations

from typing import Any

from rulewright.game.table import Table
from rulewright.problems.quoting import quoted, shortened

Data = dict[str, Any]
"""What `json.loads` gives: anything, until it has been looked at."""


def origin(table: Table) -> Data:
    """What makes a table, to be kept with a state."""
    return {
        "game": table.name,
        "fingerprint": table.fingerprint,
        "players": table.num_players,
        "variant": table.variant,
        "options": table.options,
        "overlays": list(table.overlays),
    }


def difference(table: Table, saved: Data) -> str | None:
    """None if a state comes from a table of the same rules, otherwise which it comes from and what to do."""
    if (saved.get("fingerprint"), saved.get("players")) == (table.fingerprint, table.num_players):
        return None
    here = origin(table)
    if saved.get("game") != here["game"]:
        return f"this state is one of {quoted(str(saved.get('game')))}, and this game is `{table.name}`"
    for what, said in (
        ("players", "for {} players: load the game with `players={}`"),
        ("variant", "of variant {}: load the game with `variant={}`"),
        ("overlays", "with overlays {}: load the game with `overlays={}`"),
    ):
        if saved.get(what, here[what]) != here[what]:
            return f"this state of `{table.name}` was saved {_told(said, saved[what])}; here it is {_shown(here[what])}"
    options = _differing(saved.get("options"), here["options"])
    if options:
        said = "with options {}: load the game with `options={}`"
        mine = {name: here["options"].get(name) for name in options}
        return f"this state of `{table.name}` was saved {_told(said, options)}; here they are {_shown(mine)}"
    return f"the rules of `{table.name}` are not those by which this state was saved: its rulebook or an overlay was edited"


def _differing(options: object, here: Data) -> Data:
    """Those options of a saved state that have another value here."""
    if not isinstance(options, dict):
        return {}
    return {name: value for name, value in options.items() if name not in here or here[name] != value}


def _told(said: str, value: object) -> str:
    return said.format(_shown(value), _shown(value))


def _shown(value: object) -> str:
    return shortened(repr(value), 200)
