"""Plain places for `state.get`, which work without the front end: `pot`, `me.score`, `seat(1).score`, `tray`,
`tray.count`, `me.hand`, `score` (all players'), `board`, `board.count`, `me.card`, `round`, `me`.

Anything else is an expression of the language and needs the hook that `pipeline` sets (`asked`).
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

from rulewright.game.errors import UnknownPlace
from rulewright.game.knowledge.observation import shown_pieces, standing_on
from rulewright.game.knowledge.visibility import Sight
from rulewright.game.questions import places
from rulewright.game.table import Table
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ROUND, Group
from rulewright.language.types import Zone
from rulewright.problems.quoting import shown
from rulewright.runtime.executor import Executor, Value
from rulewright.runtime.labels import Wording

PLACE = re.compile(
    r"(?:(?P<me>me)|seat\((?P<seat>\d+)\)|team\((?P<team>\d+)\))?(?:(?<=.)\.|^)(?P<name>\w+)"
    r"(?:\((?P<index>\w+)\))?(?P<count>\.count)?"
)


class NotPlain(Exception):
    """The text is not a plain place; it may still be an expression."""


def plain(wording: Wording, cells: Sequence[int], text: str) -> object:
    """The value at a plain place as a Python value; NotPlain for any other text."""
    if text in ("round", "me"):
        return cells[ROUND] if text == "round" else (cells[CURRENT] if cells[CURRENT] >= 0 else None)
    found = PLACE.fullmatch(text.strip())
    if found is None:
        raise NotPlain(text)
    owner = _owner(cells, found)
    group = wording.program.layout.groups.get(found["name"])
    if group is not None and not found["count"]:
        return _variable(wording, cells, group, owner, bool(found["team"]), found["index"])
    if found["name"] in wording.program.layout.boards and found["index"] is None:
        return _board(wording, cells, found["name"], owner, bool(found["count"]))
    if found["index"] is None:
        return _zone(wording, cells, found["name"], owner, bool(found["count"]))
    raise NotPlain(text)


def seen(wording: Wording, sight: Sight, cells: Sequence[int], text: str, player: int) -> bool:
    """Whether a player sees everything at a plain place; NotPlain for any other text."""
    found = PLACE.fullmatch(text.strip())
    if found is None or text in ("round", "me"):
        return True
    owner, layout = _owner(cells, found), wording.program.layout
    group = layout.groups.get(found["name"])
    if group is not None:
        part = group.size // group.axes[0].size if owner is not None and group.axes else group.size
        first = (owner or 0) * part
        return all(sight.cell(group, index, player) for index in range(first, first + part))
    if found["name"] in layout.boards or found["count"]:
        return True
    return all(
        sight.place(kind.name, code, player)
        for kind in layout.kinds.values()
        for code, info in enumerate(kind.places)
        if info.zone == found["name"] and info.owner == owner
    )


def variable(wording: Wording, text: str) -> Group | None:
    """The variable that a plain place names, whole or a single value of it; None for other places."""
    found = PLACE.fullmatch(text.strip())
    return None if found is None or found["count"] else wording.program.layout.groups.get(found["name"])


def _owner(cells: Sequence[int], found: re.Match[str]) -> int | None:
    if found["me"]:
        if cells[CURRENT] < 0:
            raise NotPlain(found.string)
        return cells[CURRENT]
    number = found["seat"] or found["team"]
    return int(number) - 1 if number else None


def _variable(
    wording: Wording, cells: Sequence[int], group: Group, owner: int | None, team: bool, key: str | None
) -> object:
    index, axes = 0, list(range(len(group.axes)))
    if owner is not None:
        if (
            not axes
            or group.axes[0].kind != ("teams" if team else "players")
            or not 0 <= owner < group.axes[0].size
        ):
            raise NotPlain(group.name)
        index = owner
        axes = axes[1:]
    elif axes and key is None and len(axes) == 1 and group.axes[0].kind in ("players", "teams"):
        return tuple(_at(wording, cells, group, index) for index in range(group.size))
    if key is not None and axes:
        keys = list(wording.axis_keys(group, axes[0]))
        if key not in keys:
            raise NotPlain(group.name)
        index = index * len(keys) + keys.index(key)
        axes = axes[1:]
    elif key is not None:
        raise NotPlain(group.name)
    if axes:
        raise NotPlain(group.name)
    return _at(wording, cells, group, index)


def _at(wording: Wording, cells: Sequence[int], group: Group, index: int) -> object:
    return wording.friendly(wording.group_type(group), wording.cell_value(group, cells[group.offset + index]))


def _zone(wording: Wording, cells: Sequence[int], name: str, owner: int | None, count: bool) -> object:
    for kind in wording.program.layout.kinds.values():
        for code, info in enumerate(kind.places):
            if info.zone == name and info.owner == owner:
                return kind.held_at(cells, code) if count else lying(wording, cells, kind.name, code)
    raise NotPlain(name)


def lying(wording: Wording, cells: Sequence[int], kind: str, code: int) -> tuple[object, ...]:
    """The pieces at a place as Python values."""
    return tuple(shown_pieces(wording, cells, wording.kind(kind), code))


def _board(wording: Wording, cells: Sequence[int], name: str, owner: int | None, count: bool) -> object:
    """The pieces on a board by the name of the space, or (`count`) their number."""
    board = wording.program.layout.boards[name]
    if not board.kind or (owner is None) != (not board.owned_by) or (owner or 0) >= board.owners:
        raise NotPlain(name)
    if not count:
        return standing_on(wording, cells, board, owner)
    first = board.first + (owner or 0) * board.spaces
    kind = wording.program.layout.kinds[board.kind]
    return sum(kind.held_at(cells, code) for code in range(first, first + board.spaces))


def sentence(
    executor: Executor,
    wording: Wording,
    cells: array[int],
    words: ir.Words,
    path: str,
    locals_: int,
    me: int,
    arguments: Sequence[Value] = (),
) -> str:
    """A text of the rulebook with its expressions evaluated; `arguments` are the values in the first slots of its rule's frame."""
    parts: list[str] = []
    for part in words.parts:
        if isinstance(part, str):
            parts.append(part)
        else:
            expression, type_ = part
            asked = ir.Asked(path, expression, locals_, expression.span)
            parts.append(wording.printed(type_, executor.value(cells, asked, me, arguments)))
    return "".join(parts)


def asked(table: Table, cells: array[int], text: str) -> object:
    """The Python value of a plain place or an expression. Raises UnknownPlace, RulebookError for a mistake in an
    expression, or RuleFailure if it cannot be evaluated."""
    if not isinstance(text, str):
        raise TypeError(f"a place or an expression must be a text, but this is {shown(text)}")
    try:
        return places.plain(table.wording, cells, text)
    except places.NotPlain:
        pass
    if table.compile_hook is None:
        raise UnknownPlace(
            f"`{text}` is not a plain place of {table.name} (a variable or a zone, with its owner); a compiled "
            "game cannot answer anything else, so load the rulebook for expressions"
        )
    question, type_ = table.compile_hook(text)
    value = table.executor.value(cells, question, max(cells[CURRENT], 0))
    if isinstance(question.value, ir.PlaceOf) and isinstance(type_, Zone) and isinstance(value, int):
        return places.lying(table.wording, cells, type_.kind, value)
    return table.wording.friendly(type_, value)
