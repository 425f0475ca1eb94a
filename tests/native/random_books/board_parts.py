"""Parts of random rulebooks with a board: men on squares, stones on hexagons, runners on a track, a map, beds, tiles."""

from __future__ import annotations

from collections.abc import Callable

from tests.native.random_books.book_text import Tree
from tests.native.random_books.worlds import World
from tests.native.random_books.zone_parts import zones_of


def _men(w: World) -> None:
    """A grid of men that are placed, turned over, promoted and taken."""
    g, side = w.grammar, w.number(2, 4)
    w.declare("pieces", men={"of": "players", "faces": ["man", "king"]})
    board: dict[str, Tree] = {"grid": {"rows": side, "columns": w.number(2, 4)}, "holds": "men"}
    if w.maybe():
        board["directions"] = w.luck.choice(("orthogonal", "diagonal"))
    if w.maybe(0.3):
        board["without"] = ["a1"]
    board["lines"] = {"pair": {"length": 2}, "three": {"length": min(3, side)}}
    board["spaces"] = {"dark": "(row + column) mod 2 == 0", "worth": "row * column"}
    w.declare("boards", field_of_men=board)
    _board(w, "field_of_men", "men")
    g.value("space.field_of_men", "field_of_men.b1", "field_of_men.b2", "field_of_men.a2")
    g.value(
        "way.field_of_men",
        *(("northeast", "southwest") if board.get("directions") == "diagonal" else ("north", "west")),
    )
    g.value("player?", "{space.field_of_men}.owner", "{space.field_of_men?}.owner")
    g.value(
        "bool",
        "({space.field_of_men}.owner == {player})",
        "({space.field_of_men}.face == king)",
        "{space.field_of_men}.dark",
    )
    g.value("number", "{space.field_of_men}.worth", "{space.field_of_men}.row", "{line.field_of_men}.count")
    g.value("number", "count(s for s in field_of_men.spaces if s.owner == {player})")
    g.domain(
        "line.field_of_men",
        "field_of_men.three",
        "field_of_men.lines",
        "field_of_men.rows",
        "field_of_men.pair through {space.field_of_men}",
    )
    g.domain("space.field_of_men", "{line.field_of_men}", weight=1)
    g.value("bool", "any(all(s.owner == {player} for s in line) for line in field_of_men.three)")
    g.value(
        "bool",
        "any(all(s.owner == {player} for s in line) for line in field_of_men.pair through {space.field_of_men})",
    )
    w.does(
        {
            "for": "q in field_of_men.spaces if q.empty and {bool}",
            "do": [{"place": "men", "of": "{player}", "to": "q"}],
        }
    )
    w.does(
        {
            "pick": "q in field_of_men.spaces if q.empty",
            "do": [{"place": "men", "of": "{player}", "to": "q"}],
            "else": [{"for": "q in field_of_men.spaces", "do": [{"remove": "q"}]}],
        },
        weight=5,
    )
    w.does({"for": "q in field_of_men.spaces if not q.empty", "do": [{"set": "q.owner", "to": "{player}"}]})
    w.does(
        {"for": "q in field_of_men.spaces if q.owner == {player}", "do": [{"set": "q.face", "to": "king"}]}
    )
    w.does(
        {"for": "q in field_of_men.spaces if q.owner == {player}", "do": [{"remove": "q"}]},
        {"remove": "{space.field_of_men}"},
    )
    w.does(
        {
            "pick": "q in field_of_men",
            "do": [{"pick": "z in field_of_men.spaces if z.empty", "do": [{"move": "q", "to": "z"}]}],
        },
        {"place": "men", "of": "{player}", "to": "{space.field_of_men}"},
    )


def _stones(w: World) -> None:
    """Hexagons with stones of nobody."""
    g = w.grammar
    shape: dict[str, Tree] = {"hexagon": 2} if w.maybe() else {"rhombus": 3}
    w.declare("pieces", stones={})
    w.declare("boards", comb={**shape, "holds": "stones"})
    _board(w, "comb", "stones")
    g.value("space.comb", "comb.b2", "comb.a1", "comb.b1")
    g.value("way.comb", "west", "northeast")
    w.does(
        {"pick": "q in comb.spaces if q.empty", "do": [{"place": "stones", "to": "q"}]},
        {"for": "q in comb.spaces if not q.empty and {bool}", "do": [{"remove": "q"}]},
        weight=4,
    )
    w.does({"place": "stones", "to": "{space.comb}"})


def _runners(w: World) -> None:
    """A track on which several stand together, with a route."""
    g = w.grammar
    w.declare("pieces", runners={"count": w.number(1, 3), "of": "players"})
    track: dict[str, Tree] = {
        "track": ["start", f"1..{w.number(4, 8)}"],
        "holds": "runners",
        "size": w.luck.choice(("any", 2, 3)),
    }
    if w.routes:
        track["routes"] = {"ring": {"spaces": ["1..4"], "closed": True}}
        g.value("space.lap?", "step({space.lap}, ring)")
        g.value("number?", "distance({space.lap}, lap(2), ring)")
    w.declare("boards", lap=track)
    w.declare("zones", yard={"per": "players", "holds": "runners", "start": "all"})
    _board(w, "lap", "runners")
    g.value("way.lap", "forward", "backward")
    zones_of(w, "runners", "{player}.yard")
    g.value("space.lap?", "step({space.lap}, forward, max(0, {number}))", "step({space.lap?}, backward)")
    g.value("number?", "distance({space.lap}, {space.lap}, forward)", "{space.lap}.number")
    g.value("number", "{space.lap}.count", "count(q for q in {space.lap} if q.owner == {player})")
    g.value("space.lap", "lap(1)", "lap(3)", "start")
    w.does(
        {"move": "1 runners", "from": "me.yard", "to": "lap(1)"},
        {"move": "1 runners", "of": "me", "from": "{space.lap}", "to": "{space.lap}"},
        me=True,
    )
    w.does({"for": "q in lap", "do": [{"move": "q", "to": "q.owner.yard"}]}, {"return": "runners"})
    w.does({"pick": "q in runners", "do": [{"move": "q", "to": "{space.lap}"}]}, weight=5)


def _map(w: World) -> None:
    """A graph that carries no pieces, with a variable for every space."""
    g = w.grammar
    w.declare(
        "boards",
        map={
            "graph": {
                "spaces": ["inn", "1..4", "mill"],
                "links": [["inn", "1"], ["1", "2"], ["2", "3"], ["3", "1"], ["4", "mill"]],
            }
        },
    )
    w.declare(
        "variables",
        visited={"per": "map.spaces", "type": "0..3 or none"},
        here={"type": "map.spaces", "start": "inn"},
        spot={"type": "map.spaces or none"},
    )
    g.value("number?", "visited({space.map})")
    g.value("space.map", "inn", "mill", "here", "map(2)")
    g.value("space.map?", "spot")
    g.domain("space.map", "map.spaces", "neighbours({space.map})", "reach({space.map})")
    w.settable += [
        ("here", "space.map", False),
        ("spot", "space.map?", False),
        ("visited({space.map})", "number? 0 3", False),
    ]
    w.choices += [
        ("map.spaces", "space.map", False),
        ("neighbours(here)", "space.map", False),
        ("map.spaces or none", "space.map?", False),
    ]
    w.shapes += ["space.map", "space.map?"]
    g.value("bool", "({space.map} in neighbours({space.map}))")


def _beds(w: World) -> None:
    """A board of each player's own, for pieces that can be told apart."""
    g = w.grammar
    w.declare("pieces", seeds={"one_per": {"size": "1..5"}})
    w.declare(
        "zones",
        bag={"holds": "seeds", "start": "all", "order": "shuffled"},
        palm={"per": "players", "holds": "seeds"},
    )
    w.declare("boards", bed={"per": "players", "grid": {"rows": 2, "columns": 2}, "holds": "seeds"})
    zones_of(w, "seeds", "bag", "{player}.palm")
    g.domain("space.bed", "{player}.bed.spaces", "ray({space.bed}, north)")
    g.domain("piece.seeds", "{player}.bed", weight=1)
    g.value("piece.seeds?", "{space.bed}.piece")
    g.value("space.bed?", "{piece.seeds}.space", "step({space.bed}, east)")
    g.value("number", "{piece.seeds}.size", "{player}.bed.count")
    g.value("number?", "{space.bed}.size")
    g.value(
        "bool",
        "{space.bed}.empty",
        "{player}.bed.full",
        "{player}.bed.empty",
        "all((s.size otherwise 0) < 4 for s in {player}.bed.rows(1))",
    )
    w.does(
        {"if": "not bag.empty", "do": [{"move": "1 seeds", "from": "bag", "to": "{player}.palm"}]},
        {"return": "seeds"},
        weight=3,
    )
    w.does(
        {
            "pick": "q in me.palm",
            "do": [{"pick": "z in me.bed.spaces if z.empty", "do": [{"move": "q", "to": "z"}]}],
        },
        me=True,
        weight=5,
    )
    w.does({"for": "q in me.bed", "do": [{"move": "q", "to": "me.palm"}]}, me=True)
    w.choices += [("me.bed.spaces", "space.bed", True), ("me.palm", "piece.seeds", True)]
    w.shapes += ["space.bed?"]


def _tiles(w: World) -> None:
    """A table without an edge."""
    g = w.grammar
    w.declare(
        "pieces",
        tiles={
            "one_per": {"k": f"0..{w.number(2, 4)}"},
            "sides": {"pips": "(k + 1) mod 3 if way == north or way == east else k mod 2"},
        },
    )
    w.declare(
        "zones",
        sack={"holds": "tiles", "start": "all", "order": "shuffled"},
        tile_hand={"per": "players", "holds": "tiles"},
    )
    w.declare("boards", table={"unbounded": "squares", "holds": "tiles"})
    w.declare("variables", last={"type": "table.spaces", "start": "table.center"})
    zones_of(w, "tiles", "sack", "{player}.tile_hand")
    g.value("space.table", "table.center", "last")
    g.value(
        "space.table?",
        "step({space.table}, {way.table})",
        "{piece.tiles}.space",
        "step({space.table?}, north)",
    )
    g.value("way.table", "north", "east")
    g.value("piece.tiles?", "{space.table}.piece", "{space.table?}.piece")
    g.value(
        "number",
        "{piece.tiles}.turned",
        "{piece.tiles}.k",
        "sum({piece.tiles}.sides.pips)",
        "side({piece.tiles}, {way.table}, max(0, {number})).pips",
    )
    g.value(
        "number?",
        "side({space.table}, {way.table}).pips",
        "side(step({space.table}, {way.table}), opposite({way.table})).pips",
    )
    g.value(
        "bool",
        "{space.table}.empty",
        "table.empty",
        "({space.table} in table.open)",
        "(side({space.table}, {way.table}) != none)",
    )
    g.value("number", "{piece.tiles}.turned", "{piece.tiles}.turned")
    g.value("number", "table.count", "count(s for s in table.open)")
    g.domain("space.table", "table.open", "neighbours({space.table})")
    g.domain("way.table", "table.directions")
    g.domain("piece.tiles", "table", weight=1)
    w.does(
        {
            "pick": "q in sack",
            "do": [
                {
                    "pick": "z in table.open",
                    "do": [{"move": "q", "to": "z", "turned": "{low} + 1"}, {"set": "last", "to": "z"}],
                }
            ],
        },
        weight=6,
    )
    w.does(
        {"if": "not sack.empty", "do": [{"move": "1 tiles", "from": "sack", "to": "{player}.tile_hand"}]},
        {"return": "tiles"},
        weight=2,
    )
    w.does({"for": "q in table", "do": [{"move": "q", "to": "me.tile_hand"}]}, me=True, weight=1)
    w.does({"pick": "q in me.tile_hand", "do": [{"move": "q", "to": "{space.table}"}]}, me=True)
    w.choices += [
        ("me.tile_hand", "piece.tiles", True),
        ("table.open", "space.table", False),
        ("table.directions", "way.table", False),
    ]


def _board(w: World, board: str, kind: str) -> None:
    g, space, way, piece = w.grammar, f"space.{board}", f"way.{board}", f"piece.{kind}"
    g.domain(
        space,
        f"{board}.spaces",
        f"neighbours({{{space}}})",
        f"ray({{{space}}}, {{{way}}})",
        f"reach({{{space}}})",
    )
    g.domain(way, f"{board}.directions")
    g.domain(piece, board, weight=1)
    g.domain(piece, f"{{{space}}}", weight=1)
    g.value(
        f"{space}?",
        f"step({{{space}}}, {{{way}}})",
        f"step({{{space}?}}, {{{way}}}, max(0, {{number}}))",
        f"first(s for s in {board}.spaces if not s.empty)",
    )
    g.value(f"{way}?", f"toward({{{space}}}, {{{space}}})", weight=1)
    if not w.routes:
        g.value(way, f"opposite({{{way}}})", weight=1)
    g.value("number?", f"distance({{{space}}}, {{{space}}}, {{{way}}})", weight=1)
    g.value("number", f"{board}.count", f"{{{space}}}.count")
    g.value(
        "bool",
        f"{board}.full",
        f"{board}.empty",
        f"{{{space}}}.empty",
        f"{{{space}}}.full",
        f"({{{space}}} in neighbours({{{space}}}))",
    )
    where: Tree = {"type": f"{board}.spaces or none"}
    w.declare("variables", **{f"at_{board}": where})
    g.value(f"{space}?", f"at_{board}")
    w.settable.append((f"at_{board}", f"{space}?", False))
    w.choices += [
        (f"{board}.spaces", space, False),
        (f"{board}.directions", way, False),
        (f"{board}.spaces or none", f"{space}?", False),
    ]
    w.shapes += [f"{space}?"]


BOARD_PARTS: tuple[Callable[[World], None], ...] = (_men, _stones, _runners, _map, _beds, _tiles)
