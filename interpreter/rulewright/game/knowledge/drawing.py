"""A state as text: what everybody at the table sees, drawn in plain characters for logs, notebooks and debuggers.

    My Game: round 2, turn, O to act

    board
      3  . . .
      2  . X .
      1  . . .
         a b c

What is hidden from spectators is left out or shows as `?`. The text is for people; programs read observations.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rulewright.game.knowledge.observation import observation, pieces_at, standing_on
from rulewright.game.knowledge.visibility import Sight
from rulewright.game.results import standing
from rulewright.ir.layout import CURRENT, PHASE, ROUND, BoardLayout, Group, KindLayout
from rulewright.runtime.labels import Wording

EMPTY = "."
WIDEST = 120
"""The most characters in a row of a drawing; wider boards are listed."""
NAME = re.compile(r"([a-z]+)(\d+)")


def drawing(
    wording: Wording, sight: Sight, cells: Sequence[int], chance_next: bool = False, viewer: int | None = None
) -> str:
    """The text of a state, from what a seat sees, or without a `viewer` a spectator. `chance_next`: chance decides next, and no player."""
    seen = observation(wording, sight, cells, sight.spectator if viewer is None else viewer)
    blocks = [[_headline(wording, cells, chance_next)]]
    blocks += [
        _board(wording, cells, board) for board in wording.program.layout.boards.values() if board.kind
    ]
    variables, zones = seen["variables"], seen["zones"]
    assert isinstance(variables, dict)
    assert isinstance(zones, dict)
    groups = wording.program.layout.groups
    blocks.append([f"{name}: {_value(_named(wording, groups[name], v))}" for name, v in variables.items()])
    blocks += [[f"{name}: {_zone(zone)}" for name, zone in own.items()] for own in zones.values()]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _headline(wording: Wording, cells: Sequence[int], chance_next: bool) -> str:
    program = wording.program
    end = standing.ended_by(program, cells)
    if end is not None:
        winners = " and ".join(wording.seat(seat) for seat in standing.winners(program, cells))
        return f"{program.title}: over ({end.id}), {f'won by {winners}' if winners else 'no winner'}"
    phase = f", {program.phases[cells[PHASE]].name}" if program.phases else ""
    acts = "chance to decide" if chance_next else f"{wording.seat(cells[CURRENT])} to act"
    return f"{program.title}: round {cells[ROUND]}{phase}, {acts}"


# -------------------------------------------------------------------------------------------------- boards


def _board(wording: Wording, cells: Sequence[int], board: BoardLayout) -> list[str]:
    if board.shape == "unbounded":
        return _listed(wording, cells, board)
    found: list[str] = []
    for owner in range(board.owners):
        texts = _spaces(wording, cells, board, owner)
        rows = _rows(board, texts, _names(wording, board, owner))
        if any(len(row) > WIDEST for row in rows):
            return _listed(wording, cells, board)
        title = board.name if board.owners == 1 else f"{board.name} of {owner + 1}"
        found += [title, *rows]
    return found


def _listed(wording: Wording, cells: Sequence[int], board: BoardLayout) -> list[str]:
    return [f"{board.name}: {_value(standing_on(wording, cells, board))}"]


def _names(wording: Wording, board: BoardLayout, owner: int) -> list[str]:
    first = owner * board.spaces
    return [name for _, name in wording.program.labels.spaces[board.name][first : first + board.spaces]]


def _spaces(wording: Wording, cells: Sequence[int], board: BoardLayout, owner: int) -> list[str]:
    """A text for each space of an owner's board: symbols of its pieces, or a dot."""
    kind, first = wording.program.layout.kinds[board.kind], board.first + owner * board.spaces
    codes = range(first, first + board.spaces)
    return ["+".join(_symbols(wording, cells, kind, code)) or EMPTY for code in codes]


def _symbols(wording: Wording, cells: Sequence[int], kind: KindLayout, code: int) -> Iterator[str]:
    """The pieces at a place: of identical ones the mark of the owner and the face, of others the name."""
    if not kind.identical:
        yield from (wording.piece(kind.name, piece) for piece in pieces_at(cells, kind, code))
        return
    for look, many in enumerate(kind.looks_at(cells, code)):
        owner, face = divmod(look, kind.faces + 1)
        mark = _mark(wording, kind, owner) if kind.owners > 1 or not face else ""
        shown = wording.face(kind.name, face - 1) if face else ""
        yield from (mark + shown,) * many


def _mark(wording: Wording, kind: KindLayout, owner: int) -> str:
    """The initial of an owner if that of every player differs, else the owner's number; of pieces without owners, of the kind."""
    if kind.owners == 1:
        return kind.name[0]
    initials = [wording.seat(seat)[0] for seat in range(wording.program.players)]
    alike = len(set(initials)) < len(initials)
    return str(owner + 1) if alike or kind.owned_by != "players" else initials[owner]


def _rows(board: BoardLayout, texts: Sequence[str], names: Sequence[str]) -> list[str]:
    """The rows of a drawing, from the top, with the names of rows and columns where all spaces are named by both."""
    wide = max(map(len, texts))
    step = (wide + 2) // 2  # a space is two units wide
    found: dict[int, list[tuple[int, int]]] = {}
    for space, (x, y) in enumerate(board.positions):
        found.setdefault(y, []).append((x, space))
    named = [match for match in map(NAME.fullmatch, names) if match]
    sides = {y: {NAME.sub(r"\2", names[space]) for _, space in row} for y, row in found.items()}
    tops = {
        x: {NAME.sub(r"\1", names[space]) for at, space in _all(found) if at == x} for x, _ in board.positions
    }
    by_row = len(named) == len(names) and all(len(side) == 1 for side in sides.values())
    margin = max(len(side) for each in sides.values() for side in each) + 2 if by_row else 0
    rows = []
    for y in sorted(found):
        side = min(sides[y]) if by_row else ""
        rows.append("  " + side.ljust(margin) + _spread({x: texts[space] for x, space in found[y]}, step))
    if by_row and all(len(top) == 1 for top in tops.values()):
        rows.append("  " + " " * margin + _spread({x: min(top) for x, top in tops.items()}, step))
    return rows


def _all(rows: dict[int, list[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    for row in rows.values():
        yield from row


def _spread(texts: dict[int, str], step: int) -> str:
    """Texts at their columns."""
    line = ""
    for x in sorted(texts):
        line = line.ljust(x * step) + texts[x]
    return line


# -------------------------------------------------------------------------------------------------- values


def _named(wording: Wording, group: Group, value: object) -> object:
    """The values of a variable for people, who count players and teams from 1."""
    match value:
        case dict():
            return {key: _named(wording, group, each) for key, each in value.items()}
        case list():
            return [_named(wording, group, each) for each in value]
        case int() if group.sort == "player":
            return wording.seat(value)
        case int() if group.sort == "team":
            return value + 1
        case _:
            return value


def _value(value: object) -> str:
    match value:
        case {"hidden": True}:
            return "?"
        case {"piece": name, "turned": turned}:
            return f"{name} turned {turned}" if turned else str(name)
        case dict():
            shown = (key if each is True else f"{key} {_value(each)}" for key, each in value.items() if each)
            return ", ".join(shown) or "-"
        case list():
            return ("; " if any(isinstance(each, dict) for each in value) else " ").join(
                map(_value, value)
            ) or "-"
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)


def _zone(zone: dict[str, object]) -> str:
    pieces, count = zone["pieces"], zone["count"]
    if not isinstance(pieces, list):
        return f"{count} hidden" if count else "-"
    found = Counter(map(_piece, pieces))
    return ", ".join(f"{many} x {name}" if many > 1 else name for name, many in found.items()) or "-"


def _piece(piece: object) -> str:
    match piece:
        case {"piece": name, "face": face}:
            return f"{name} {face or '-'}"
        case _:
            return str(piece)
