"""A random world: what every rulebook has (players, numbers, variables), and some of the parts."""

from __future__ import annotations

from random import Random

from tests.native.random_books.board_parts import BOARD_PARTS
from tests.native.random_books.book_text import Tree
from tests.native.random_books.worlds import World, written_type
from tests.native.random_books.zone_parts import ZONE_PARTS

PARTS = (*ZONE_PARTS, *BOARD_PARTS)


def world(luck: Random) -> World:
    """Declarations at random."""
    players = luck.choice((1, 2, 2, 2, 3, 4))
    w = World(
        luck,
        players,
        luck.random() < 0.3,
        {"rulebook": 1, "name": "drawn", "title": "Drawn", "players": players},
    )
    _people(w)
    _numbers(w)
    parts = [part for part in PARTS if w.maybe(0.4)]
    for part in parts or [luck.choice(PARTS)]:
        part(w)
    _variables(w)
    if w.maybe(0.2):
        _positions(w)
    return w


def _positions(w: World) -> None:
    """A part of the position whose returns are counted. The checker refuses what is hidden."""
    sections = [w.tree.get(section, {}) for section in ("boards", "zones", "variables")]
    parts = [name for section in sections if isinstance(section, dict) for name in section]
    of = w.luck.sample(parts, min(len(parts), w.number(1, 3)))
    noted: dict[str, Tree] = {"of": [*of, *(["me"] if w.maybe() else [])], "most": w.number(40, 400)}
    if w.maybe():
        noted["forget"] = f"round mod {w.number(2, 5)} == 0"
    w.declare("positions", noted=noted)
    w.grammar.value("number", "times(noted)")


# ------------------------------------------------------------------------------------------------- the ground


def _people(w: World) -> None:
    g = w.grammar
    if w.players == 4 and w.maybe():
        w.tree["teams"] = {"count": 2, "seats": "alternate"}
        g.value("player", "{player}.partner", weight=1)
        g.domain("player", "me + me.partner", me=True)
    if w.players == 2:
        g.value("player", "{player}.opponent", weight=1)
    if w.maybe(0.3):
        w.tree["seats"] = [f"chair_{number}" for number in range(1, w.players + 1)]
    g.value("player", *(f"seat({n})" for n in range(1, w.players + 1)), "{player}.left", "{player}.right")
    g.value("player", "me", me=True, weight=6)
    g.value("team", "team(1)", "{player}.team")
    g.value("bool", "true", "false", weight=1)
    g.value("number", "players.count", "teams.count", weight=1)
    g.value("number", "round", "{player}.seat")
    g.domain("player", "players", "{player}.others", "clockwise({player})", "{team}.members")
    g.domain("team", "teams")
    w.shapes += ["player", "team"]
    w.choices += [("players", "player", False), ("me.others", "player", True), ("teams", "team", False)]
    w.choices.append(("players or none", "player?", False))


def _numbers(w: World) -> None:
    g = w.grammar
    g.value("number", "{int}", weight=6)
    g.value("number", "({number} + {number})", "({number} - {number})", weight=3)
    g.value(
        "number",
        "({number} * {number})",
        "({number} div {divisor})",
        "({number} mod {divisor})",
        "(-{number})",
    )
    g.value(
        "number",
        "({number} if {bool} else {number})",
        "min({number}, {number})",
        "max({number}, {number}, {number})",
    )
    g.value("divisor", "2", "3", "(-2)", "7", "1", weight=3)
    g.value("divisor", "max(1, {number})", "{number}", weight=1)
    g.value("number?", "({number} if {bool} else none)", weight=1)
    g.value("number", "({number?} otherwise {number})", weight=1)
    for sign in ("==", "!=", "<", "<=", ">", ">="):
        g.value("bool", f"({{number}} {sign} {{number}})")
    g.value(
        "bool",
        "(not {bool})",
        "({bool} and {bool})",
        "({bool} or {bool} or {bool})",
        "({bool} if {bool} else {bool})",
    )
    g.value("bool", "({number} in {low}..{high})", "({number?} == {number?})", "({bool} == {bool})")
    g.value("low", "-1", "0", "1", "2")
    g.value("high", "3", "4", "6", "{number}")
    g.domain("number", "1..4", "0..2", "-1..1", "{low}..min(5, {number})", "1..3", "max(-3, {number})..2")
    g.domain("bool", "bool", weight=1)
    w.shapes += ["number", "bool", "number?"]
    w.choices += [("0..3", "number", False), ("bool", "bool", False), ("1..2 or none", "number?", False)]
    w.choices.append(("1..min(3, max(1, round))", "number", False))
    if w.maybe(0.6):
        w.declare(
            "options",
            limit={"type": "1..9", "default": str(w.number(1, 9))},
            bold={"type": "bool", "default": w.luck.choice(("true", "false"))},
            style={"one_of": ["plain", "fancy", "grand"], "default": w.luck.choice(("plain", "grand"))},
            perhaps={"type": "1..3 or none", "default": w.luck.choice(("none", "2"))},
        )
        g.value("number", "limit")
        g.value("number?", "perhaps")
        g.value("bool", "bold", "(style == fancy)", "(style == plain)", weight=1)
    if w.maybe(0.6):
        w.declare("enums", Hue={"red": {"worth": "1"}, "green": {"worth": "3"}, "blue": {}})
        g.value("Hue", "red", "green", "blue")
        g.value("number?", "{Hue}.worth", "{Hue?}.worth")
        g.value("bool", "({Hue} < {Hue})", "({Hue} == {Hue?})")
        g.domain("Hue", "Hue")
        w.declare("tables", price={"of": "Hue", "rows": {"red": str(w.number(-3, 9)), "otherwise": "2"}})
        g.value("number", "price({Hue})")
        w.shapes += ["Hue", "Hue?"]
        w.choices += [("Hue", "Hue", False), ("Hue or none", "Hue?", False)]
    if w.maybe(0.5):
        rows: dict[str, Tree] = {"..0": str(w.number(-5, 5)), "1..3": "7", "otherwise": str(w.number(0, 3))}
        w.declare("tables", curve={"of": "-2..6", "rows": rows})
        g.value("number", "curve(max(-2, min(6, {number})))")
        g.value("number", "curve({number})", weight=1)


def _variables(w: World) -> None:
    g = w.grammar
    w.declare(
        "variables",
        ticks={"type": "number"},
        flag={"type": "bool"},
        seen={"type": "number"},
        told={"type": "bool"},
    )
    g.value("number", "ticks")
    g.value("bool", "flag")
    w.settable += [("flag", "bool", False), ("ticks", "number -100 100", False)]
    w.declare(
        "variables", score={"per": "players", "type": "number"}, debts={"per": "players", "type": "-9..99"}
    )
    g.value("number", "{player}.score")
    g.value("number", "me.score", me=True)
    g.value("number", "{player}.debts", weight=1)
    w.settable += [
        ("me.debts", "number -9 99", True),
        ("{player}.score", "number -100 100", False),
        ("me.score", "number -100 100", True),
    ]
    for index in range(w.number(1, 4)):
        _variable(w, f"v{index}")


def _variable(w: World, name: str) -> None:
    type = w.luck.choice(w.shapes)
    entry: dict[str, Tree] = {"type": written_type(w, type)}
    written = str(entry["type"]).removesuffix(" or none")
    start = _start(type)
    if start:
        entry["start"] = start
    if w.maybe(0.4):
        entry["lasts"] = w.luck.choice(("turn", "round"))
    axes = [one for one in ("players", "bool", "-1..2", "Hue", "teams") if one != "Hue" or "enums" in w.tree]
    axis = w.luck.choice([None, None, None, *axes])
    texts = [(name, False)]
    match axis:
        case "players":
            texts = [(f"{{player}}.{name}", False), (f"me.{name}", True)]
        case "teams":
            texts = [(f"{{team}}.{name}", False)]
        case "Hue":
            texts = [(f"{name}({{Hue}})", False)]
        case "bool":
            texts = [(f"{name}({{bool}})", False), (f"{name}(true)", False)]
        case "-1..2":
            texts = [
                (f"{name}({{number}})", False),
                (f"{name}(max(-1, min(2, {{number}})))", False),
                (f"{name}(0)", False),
            ]
    if axis is not None:
        entry["per"] = axis
        if axis == "players" and "enums" in w.tree and w.maybe(0.3):
            entry["per"] = ["players", "Hue"]
            texts = [(f"{{player}}.{name}({{Hue}})", False), (f"me.{name}({{Hue}})", True)]
    w.declare("variables", **{name: entry})
    bounds = f" {written.replace('..', ' ')}" if type.startswith("number") else ""
    for text, me in texts:
        w.grammar.value(type, text, me=me, weight=3)
        w.settable.append(
            (text, type.removesuffix("?") + bounds if not type.endswith("?") else type + bounds, me)
        )


def _start(type: str) -> str:
    head = type.partition(".")[0]
    if type.endswith("?") or head in ("number", "bool", "Hue", "space", "way", "face"):
        return ""
    return {"player": "seat(1)", "team": "team(1)"}.get(head, "")
