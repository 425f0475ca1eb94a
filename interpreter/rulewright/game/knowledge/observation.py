"""Observations: what a player sees now, as plain data for programs, bots and screens.

    {"current_player": 0, "round": 3, "phase": "turn", "players": [{"seat": "1", "team": 0}, ...],
     "variables": {"score": [12, 30], "pot": 4},
     "zones": {"dice": {"tray": {"count": 2, "pieces": ["6", "blank"]}, "bank": {...}},
               "cards": {"seat(1).hand": {"count": 5, "pieces": ["ten of hearts", ...]},
                         "seat(2).hand": {"count": 5, "pieces": null}}},
     "boards": {"board": {"b2": "stone of 1", "c3": "stone of 2"}},
     "over": false, "ended_by": null, "winners": []}

A variable with owners is a list in seat order, one with another index a mapping; `{"hidden": true}` stands for a
value that this player does not see, and `"pieces": null` for pieces.  Pieces of a kept zone come from the bottom.
`boards` is left out in games without boards for pieces, and `worth` where every result counts once; a space for several pieces has a list of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.game.knowledge.visibility import Sight
from rulewright.game.results import standing
from rulewright.ir.layout import CURRENT, ENDED, PHASE, ROUND, BoardLayout, Group, KindLayout
from rulewright.runtime.labels import Wording

Json = object
HIDDEN: dict[str, Json] = {"hidden": True}


def observation(wording: Wording, sight: Sight, cells: Sequence[int], player: int | None) -> dict[str, Json]:
    """What a player sees now, JSON-ready; everything for None."""
    program = wording.program
    end = standing.ended_by(program, cells)
    acting = cells[CURRENT] >= 0 and not cells[ENDED]
    return {
        "current_player": cells[CURRENT] if acting else None,
        "round": cells[ROUND],
        "phase": program.phases[cells[PHASE]].name if program.phases else None,
        "players": [
            {"seat": wording.seat(seat), "team": program.teams[seat]} for seat in range(program.players)
        ],
        "variables": {
            name: _variable(wording, sight, cells, group, player)
            for name, group in program.layout.groups.items()
        },
        "zones": {
            name: _zones(wording, sight, cells, kind, player) for name, kind in program.layout.kinds.items()
        },
        **_boards(wording, cells),
        "over": end is not None,
        "ended_by": end.id if end is not None else None,
        "winners": standing.winners(program, cells) if end is not None else [],
        **({"worth": standing.worth(program, cells)} if program.layout.worth >= 0 else {}),
    }


def _variable(wording: Wording, sight: Sight, cells: Sequence[int], group: Group, player: int | None) -> Json:
    type_ = wording.group_type(group)

    def nested(axis: int, index: int) -> Json:
        if axis == len(group.axes):
            if player is not None and not sight.cell(group, index, player):
                return dict(HIDDEN)
            return wording.friendly(type_, wording.cell_value(group, cells[group.offset + index]))
        size = group.axes[axis].size
        below = [nested(axis + 1, index * size + position) for position in range(size)]
        if group.axes[axis].kind in ("players", "teams"):
            return below
        return dict(zip(wording.axis_keys(group, axis), below, strict=True))

    return nested(0, 0)


def _zones(
    wording: Wording, sight: Sight, cells: Sequence[int], kind: KindLayout, player: int | None
) -> Json:
    zones: dict[str, Json] = {}
    boards = wording.program.layout.boards
    for code in wording.codes_as_declared(kind.name):
        if kind.places[code].zone in boards:
            continue
        held = kind.held_at(cells, code)
        zone: dict[str, Json] = {"count": held, "pieces": None}
        if player is None or sight.place(kind.name, code, player):
            zone["pieces"] = shown_pieces(wording, cells, kind, code)
        elif kind.faces:
            zone["showing"] = sight.showing(cells, kind, code)
        zones[wording.place(kind.name, code)] = zone
    return zones


def _boards(wording: Wording, cells: Sequence[int]) -> dict[str, Json]:
    """The occupied spaces of all boards, each with its piece (or pieces); everybody sees them."""
    found = {
        board.name: standing_on(wording, cells, board)
        for board in wording.program.layout.boards.values()
        if board.kind
    }
    return {"boards": found} if found else {}


def standing_on(
    wording: Wording, cells: Sequence[int], board: BoardLayout, owner: int | None = None
) -> dict[str, Json]:
    """By space, the pieces on a board, or on the board of one owner (its spaces without the owner's name)."""
    kind, taken = wording.program.layout.kinds[board.kind], {}
    if board.shape == "unbounded":
        return _laid(wording, cells, board.name, kind)
    names = wording.program.labels.spaces[board.name]
    first = 0 if owner is None else owner * board.spaces
    for space in range(first, len(names) if owner is None else first + board.spaces):
        pieces = shown_pieces(wording, cells, kind, board.first + space)
        if pieces:
            single = kind.places[board.first + space].size == 1
            taken[names[space][0 if owner is None else 1]] = pieces[0] if single else pieces
    return taken


def _laid(wording: Wording, cells: Sequence[int], board: str, kind: KindLayout) -> dict[str, Json]:
    """By space, the pieces on an unbounded board; pieces with sides also say how they are turned."""
    names = wording.program.labels.spaces[board]
    lying = sorted(
        (cells[kind.space + piece] - 1, piece) for piece in range(kind.pieces) if cells[kind.space + piece]
    )
    found: dict[str, Json] = {}
    for space, piece in lying:
        shown = wording.piece(kind.name, piece)
        turned = cells[kind.turned + piece] if kind.turned >= 0 else 0
        found[names[space][0]] = {"piece": shown, "turned": turned} if kind.turned >= 0 else shown
    return found


def shown_pieces(wording: Wording, cells: Sequence[int], kind: KindLayout, code: int) -> list[Json]:
    """The pieces at a place in order. Identical ones by what they show, others by name; a piece that has both a
    name and faces is {"piece": ..., "face": ...}, with face None if it shows nothing."""
    if kind.identical:
        looks = kind.looks_at(cells, code)
        return [wording.look(kind.name, look) for look, many in enumerate(looks) for _ in range(many)]
    return [_distinct(wording, cells, kind, piece) for piece in pieces_at(cells, kind, code)]


def pieces_at(cells: Sequence[int], kind: KindLayout, code: int) -> list[int]:
    """The numbers of the pieces at a place, for kinds with identity only; in a kept zone from the bottom."""
    if code in kind.order:
        start = kind.order[code]
        return [cells[start + position] - 1 for position in range(cells[kind.held + code])]
    return [piece for piece in range(kind.pieces) if cells[kind.where + piece] == code]


def _distinct(wording: Wording, cells: Sequence[int], kind: KindLayout, piece: int) -> Json:
    name = wording.piece(kind.name, piece)
    if kind.face < 0:
        return name
    face = cells[kind.face + piece]
    return {"piece": name, "face": wording.face(kind.name, face - 1, piece) if face else None}


def labels(wording: Wording) -> dict[str, Json]:
    """All printed names, JSON-ready, by kind or enum and id."""
    program = wording.program
    layout, known = program.layout, program.labels
    return {
        "seats": [wording.seat(player) for player in range(program.players)],
        "kinds": {
            name: dict(zip(("one", "many"), known.kinds.get(name, (name, name)), strict=True))
            for name in layout.kinds
        },
        "zones": {
            name: {
                wording.place(name, code): _zone(kind, code, known.places[name][code][1])
                for code in wording.codes_as_declared(name)
                if kind.places[code].zone not in layout.boards
            }
            for name, kind in layout.kinds.items()
        },
        "pieces": {name: _pieces(wording, kind) for name, kind in layout.kinds.items()},
        "faces": {name: _called(faces) for name, faces in known.faces.items()},
        "values": {name: _called(members) for name, members in known.enums.items() if name != "end"},
        "ends": _called(known.enums.get("end", ())),
    }


def _zone(kind: KindLayout, code: int, label: str) -> Json:
    info = kind.places[code]
    team = info.owner_is_team
    return {
        "zone": info.zone,
        "label": label,
        "owner": None if team else info.owner,
        "team": info.owner if team else None,
    }


def _pieces(wording: Wording, kind: KindLayout) -> dict[str, Json]:
    if kind.identical:
        return {
            wording.look(kind.name, look): wording.look(kind.name, look, printed=True)
            for look in range(kind.looks)
        }
    return _called(wording.program.labels.pieces[kind.name])


def _called(named: Sequence[tuple[str, str]]) -> dict[str, Json]:
    return dict(named)
