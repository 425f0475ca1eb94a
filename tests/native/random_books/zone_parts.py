"""Parts of random rulebooks without a board: dice, coins, cubes, chips, cards, a piece of which there is one."""

from __future__ import annotations

from collections.abc import Callable

from tests.native.random_books.book_text import Tree
from tests.native.random_books.worlds import World


def _dice(w: World) -> None:
    g, many, faces = w.grammar, w.number(2, 5), w.luck.choice(("1..6", "0..2", "3..4"))
    kind = "dice"
    made: Tree = {"count": many, "faces": faces}
    w.declare("pieces", **{kind: made})
    w.declare(
        "zones",
        tray={"holds": kind, "start": "all"},
        rack={"holds": kind, "size": w.number(2, 4)},
        cell={"holds": kind, "size": 1},
    )
    zones_of(w, kind, "tray", "rack", "cell")
    g.collection("number", "tray.face", f"{kind}.face", "rack.face")
    g.domain("number", "tray.face", f"{kind}.face", "(1..3 if {bool} else 0..1)")
    g.domain(f"piece.{kind}", "(tray if {bool} else rack)", weight=1)
    g.value("number", "count(tray.face)", "count(rack.face)", weight=1)
    g.value("number?", f"({{piece.{kind}}}.face)", f"{{piece.{kind}?}}.face", "cell.face")
    g.value(
        "bool",
        f"({{piece.{kind}}}.face == {{number}})",
        f"({{piece.{kind}}}.face in 1..4)",
        "(cell.face == 2)",
    )
    g.value("number", f"sum({{piece.{kind}}}.face for i in 1..1)", weight=1)
    w.does({"roll": "tray"}, {"roll": kind}, weight=4)
    w.does(
        {"roll": "rack"},
        {"roll": f"{{piece.{kind}}}"},
        {"return": kind},
        {"return": "rack"},
        {"return": f"{{piece.{kind}}}"},
    )
    w.does(
        {"for": f"q in {kind}", "do": [{"set": "q.face", "to": faces[0]}]},
        {"for": "q in tray if {bool}", "do": [{"roll": "q"}]},
    )
    w.does(
        {
            "pick": "q in tray if {bool}",
            "do": [{"set": "q.face", "to": faces[-1]}, {"move": "q", "to": "rack"}],
            "else": [{"add": "1", "to": "ticks"}],
        }
    )
    w.choices += [
        ("tray", f"piece.{kind}", False),
        (kind, f"piece.{kind}", False),
        ("tray + rack", f"piece.{kind}", False),
    ]
    w.choices += [
        ("some of tray", f"set.{kind}", False),
        (f"0..2 of {kind}", f"set.{kind}", False),
        ("1..2 of tray + rack", f"set.{kind}", False),
    ]
    sets_of(w, kind, "tray", "rack")
    w.does({"roll": f"{{set.{kind}}}"}, {"return": f"{{set.{kind}}}"})


def _coins(w: World) -> None:
    g = w.grammar
    faces: Tree = (
        {"heads": {"gain": "2"}, "tails": {"gain": "-1"}} if w.maybe() else ["heads", "tails", "edge"]
    )
    entry: dict[str, Tree] = {"count": w.number(1, 3), "faces": faces}
    if w.maybe():
        entry["of"] = w.luck.choice(("players", "teams"))
    w.declare("pieces", coins=entry)
    w.declare("zones", purse={"holds": "coins", "start": "all"}, pocket={"per": "players", "holds": "coins"})
    zones_of(w, "coins", "purse", "{player}.pocket")
    if isinstance(faces, dict):
        g.value("number?", "{piece.coins?}.gain")
        g.collection("number", "purse.gain", "coins.gain")
    if entry["count"] != 1:
        g.collection("face.coins", "purse.face", "coins.face")
    g.value(
        "bool",
        "({piece.coins}.face == heads)",
        "({piece.coins}.face != tails)",
        "({piece.coins?}.face == heads)",
    )
    if "of" in entry:
        g.value(f"{str(entry['of'])[:-1]}?", "{piece.coins?}.owner", weight=1)
        g.value(str(entry["of"])[:-1], "{piece.coins}.owner", weight=1)
        w.does(
            {
                "for": "q in purse if q.owner == " + ("me" if entry["of"] == "players" else "me.team"),
                "do": [{"move": "q", "to": "me.pocket"}],
            },
            me=True,
        )
    w.does({"roll": "purse"}, {"return": "coins"}, {"set": "{piece.coins}.face", "to": "heads"}, weight=4)
    w.does({"roll": "me.pocket"}, me=True)
    w.choices += [
        ("purse", "piece.coins", False),
        ("coins", "piece.coins", False),
        ("some of coins", "set.coins", False),
    ]
    sets_of(w, "coins", "purse", "seat(1).pocket")


def _cubes(w: World) -> None:
    w.declare("pieces", cubes={"count": w.number(3, 6)})
    w.declare(
        "zones", supply={"holds": "cubes", "start": w.number(1, 3), "size": w.number(4, 6)}, store={"holds": "cubes", "start": "rest"},
        heap={"per": "players", "holds": "cubes", "size": w.number(1, 6)},
    )  # fmt: skip
    zones_of(w, "cubes", "supply", "store", "{player}.heap")
    for _ in range(2):
        w.does(
            {"move": "1 cubes", "from": "supply", "to": "{player}.heap"},
            {"move": "1 cubes", "from": "store", "to": "supply"},
        )
    w.does(
        {"move": "({number}) cubes", "from": "supply", "to": "store"},
        {"return": "cubes"},
        {"move": "all supply", "to": "{player}.heap"},
    )
    w.does(
        {"move": "all me.heap", "to": "supply"},
        {"move": "(min(2, me.heap.count)) cubes", "from": "me.heap", "to": "store"},
        me=True,
    )
    w.choices += [("some of supply", "set.cubes", False), ("me.heap", "piece.cubes", True)]
    sets_of(w, "cubes", "supply", "store")


def _chips(w: World) -> None:
    w.declare("pieces", chips={"count": w.number(1, 3), "of": "players"})
    w.declare("zones", bank={"per": "players", "holds": "chips", "start": "all"}, pot={"holds": "chips"})
    zones_of(w, "chips", "pot", "{player}.bank")
    w.grammar.value("player", "{piece.chips}.owner", weight=1)
    w.grammar.collection("player", "pot.owner", "chips.owner")
    w.does({"move": "1 chips", "from": "me.bank", "to": "pot"}, me=True)
    w.does(
        {"for": "q in pot", "do": [{"move": "q", "to": "q.owner.bank"}]},
        {"return": "chips"},
        {"move": "all pot", "to": "{player}.bank"},
    )
    w.does({"pick": "q in chips if {bool}", "do": [{"move": "q", "to": "pot"}]})
    w.choices += [("chips", "piece.chips", False), ("some of pot", "set.chips", False)]


def _cards(w: World) -> None:
    g = w.grammar
    per: dict[str, Tree] = {"rank": f"1..{w.number(2, 4)}"}
    if "enums" in w.tree:
        per["hue"] = "Hue"
        g.value("Hue", "{piece.cards}.hue", weight=1)
        g.value("Hue?", "{piece.cards?}.hue", weight=1)
        g.collection("Hue", "pile.hue", "cards.hue")
    w.declare("pieces", cards={"one_per": per})
    w.declare(
        "zones", deck={"holds": "cards", "start": "all", "order": w.luck.choice(("shuffled", "kept"))},
        hand={"per": "players", "holds": "cards"}, pile={"holds": "cards", "order": "kept"}, slot={"holds": "cards", "size": 1},
    )  # fmt: skip
    zones_of(w, "cards", "pile", "slot", "{player}.hand", "deck")
    g.value("number", "{piece.cards}.rank", weight=3)
    g.value("number?", "{piece.cards?}.rank", "pile.top.rank", "slot.rank")
    g.value("piece.cards?", "pile.top", "pile.top({number})", "pile.top(2)", "slot.piece")
    g.domain("piece.cards", "pile.last({number})", "pile.last(3)", weight=1)
    g.value("bool", "({piece.cards} before {piece.cards})", weight=1)
    g.collection("number", "pile.rank", "{player}.hand.rank", "cards.rank")
    w.does(
        {"move": "1 cards", "from": "deck", "to": "pile"},
        {"move": "all pile", "to": "deck"},
        {"shuffle": "pile"},
        weight=3,
    )
    w.does(
        {"move": "(min({low}, deck.count)) cards", "from": "deck", "to": "{player}.hand"}, {"return": "cards"}
    )
    w.does(
        {"pick": "q in deck if {bool}", "do": [{"move": "q", "to": "pile"}]},
        {"pick": "q in cards if q.place == pile", "do": [{"move": "q", "to": "slot"}]},
    )
    w.does(
        {"if": "deck.count > 0", "do": [{"move": "1 cards", "from": "deck", "to": "me.hand"}]},
        {"move": "all me.hand", "to": "pile"},
        me=True,
        weight=3,
    )
    w.does(
        {"if": "pile.top != none", "do": [{"move": "1 cards", "from": "pile", "to": "slot"}]},
        {"move": "all slot", "to": "pile"},
    )
    w.choices += [
        ("me.hand", "piece.cards", True),
        ("cards", "piece.cards", False),
        ("some of pile", "set.cards", False),
        ("0..2 of me.hand", "set.cards", True),
    ]
    w.choices.append(("pile or none", "piece.cards?", False))
    sets_of(w, "cards", "pile", "slot")
    w.shapes += ["piece.cards?"]


def _knight(w: World) -> None:
    g = w.grammar
    w.declare("pieces", knight={"count": 1, "faces": {"up": {"rise": "2"}, "down": {}}})
    w.declare("zones", stable={"holds": "knight", "start": "all"}, field={"holds": "knight"})
    g.value("piece.knight", "knight")
    g.value("piece.knight?", "field.piece")
    g.value(
        "bool",
        "(knight in field)",
        "(knight.face == up)",
        "(knight.face != none)",
        "field.empty",
        "(knight.place == stable)",
    )
    g.value("number?", "knight.rise", "field.rise")
    g.domain("piece.knight", "knight", "field")
    w.does(
        {"move": "knight", "to": "field"},
        {"roll": "knight"},
        {"return": "knight"},
        {"set": "knight.face", "to": "down"},
    )
    w.does({"move": "knight", "to": "stable"})


# ------------------------------------------------------------------------------------------- what they share


def zones_of(w: World, kind: str, *zones: str) -> None:
    """Zones of a kind: what can be asked of any, and moves between them."""
    g, piece = w.grammar, f"piece.{kind}"
    for zone in zones:
        g.value("number", f"{zone}.count")
        g.value("bool", f"{zone}.empty", f"{zone}.full", weight=1)
        g.domain(piece, zone)
    g.value("number", f"{zones[0]}.size", f"{kind}.count", weight=1)
    g.domain(piece, kind, f"{zones[0]} + {zones[-1]}")
    g.value("bool", f"({{{piece}}}.place == {zones[0]})", f"({{{piece}}} in {zones[-1]})")
    w.does({"for": f"q in {zones[0]} if {{bool}}", "do": [{"move": "q", "to": zones[-1]}]})
    w.does(
        {
            "pick": f"q in {kind} if {{bool}}",
            "do": [{"move": "q", "to": w.luck.choice(zones)}],
            "else": [{"add": "1", "to": "ticks"}],
        }
    )
    w.does({"move": f"{{{piece}}}", "to": w.luck.choice(zones)})
    w.choices.append((w.luck.choice(zones).replace("{player}", "seat(1)"), piece, False))


def sets_of(w: World, kind: str, *zones: str) -> None:
    """Sets of a kind, where a name holds one."""
    g, name = w.grammar, f"set.{kind}"
    for zone in zones:
        g.value(name, zone)
        w.does({"move": f"{{{name}}}", "to": zone})
    g.domain(f"piece.{kind}", f"{{{name}}}", weight=1)
    g.value("number", f"{{{name}}}.count", weight=1)


ZONE_PARTS: tuple[Callable[[World], None], ...] = (_dice, _coins, _cubes, _chips, _cards, _knight)
