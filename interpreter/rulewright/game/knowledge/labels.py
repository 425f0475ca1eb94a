"""What the ids in observations and histories are called, for pages and screens.

    game.labels()["zones"]["cards"]["seat(1).hand"]     {"zone": "hand", "label": "hand", "owner": 0, "team": None}
    game.labels()["pieces"]["cards"]["ten_of_hearts"]   "ten of hearts"

Texts in observations are ids, which people type and programs compare; labels are what the rulebook calls things in print.
Both are often the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ir.layout import KindLayout
from rulewright.runtime.labels import Wording

Json = object


def labels(wording: Wording) -> dict[str, Json]:
    """Everything that is called something in print, JSON-ready, by kind or enum and id."""
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
