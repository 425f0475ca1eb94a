"""What random rulebooks are about: declarations of pieces, zones, boards, variables, and what can be said and done with them.

Each part (dice, cards, a board of men, a table without an edge, ...) comes or not, with sizes at random.  It adds its
declarations to the tree, and to the grammar the phrases that ask about it and the effects that change it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.native.book_text import Tree
from tests.native.phrases import Grammar

Effect = dict[str, str]


@dataclass(frozen=True, slots=True)
class Doing:
    """An effect with holes. `me`: only where somebody acts; `open`: not in a rule that other places may use."""

    effect: Tree
    me: bool = False
    weight: int = 2


@dataclass(slots=True)
class World:
    """The declarations so far, and what goes with them."""

    luck: Random
    players: int
    routes: bool
    """Whether a track may have a route; then not every direction has one back."""
    tree: dict[str, Tree]
    grammar: Grammar = field(default_factory=Grammar)
    doings: list[Doing] = field(default_factory=list)
    settable: list[tuple[str, str, bool]] = field(default_factory=list)
    """(text, type, needs me) of what `set` may set; numbers with their range behind the type: `number 0 9`."""
    choices: list[tuple[str, str, bool]] = field(default_factory=list)
    """(domain, type of the name, needs me) for `choose` and for parameters."""
    shapes: list[str] = field(default_factory=list)
    """Types that parameters and variables may have."""

    def declare(self, section: str, **entries: Tree) -> None:
        inside = self.tree.setdefault(section, {})
        assert isinstance(inside, dict)
        inside.update(entries)

    def does(self, *effects: Tree, me: bool = False, weight: int = 2) -> None:
        self.doings.extend(Doing(effect, me, weight) for effect in effects)

    def number(self, low: int, high: int) -> int:
        return self.luck.randint(low, high)

    def maybe(self, chance: float = 0.5) -> bool:
        return self.luck.random() < chance


DOMAIN_OF = {"number": "1..4", "bool": "bool", "player": "players", "team": "teams"}
"""How the type of a parameter or variable is written, for types of the language; other types say so themselves."""


def world(luck: Random) -> World:
    """Declarations at random."""
    players = luck.choice((1, 2, 2, 2, 3, 4))
    w = World(luck, players, luck.random() < 0.3, {"rulebook": 1, "name": "drawn", "title": "Drawn", "players": players})
    _people(w)
    _numbers(w)
    parts = [part for part in PARTS if w.maybe(0.4)]
    for part in parts or [luck.choice(PARTS)]:
        part(w)
    _variables(w)
    return w


def written_type(w: World, type: str) -> str:
    """A type as the rulebook writes it."""
    if type.endswith("?"):
        return f"{written_type(w, type[:-1])} or none"
    if type == "number":
        low = w.number(-2, 1)
        return f"{low}..{low + w.number(1, 12)}"
    head, _, name = type.partition(".")
    match head:
        case "piece":
            return name
        case "space":
            return f"{name}.spaces"
        case "way":
            return f"{name}.directions"
        case _:
            return DOMAIN_OF.get(type, type)


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
    g.value("number", "round")
    g.domain("player", "players", "{player}.others", "clockwise({player})", "{team}.members")
    g.domain("team", "teams")
    w.shapes += ["player", "team"]
    w.choices += [("players", "player", False), ("me.others", "player", True), ("teams", "team", False)]
    w.choices.append(("players or none", "player?", False))


def _numbers(w: World) -> None:
    g = w.grammar
    g.value("number", "{int}", weight=6)
    g.value("number", "({number} + {number})", "({number} - {number})", weight=3)
    g.value("number", "({number} * {number})", "({number} div {divisor})", "({number} mod {divisor})", "(-{number})")
    g.value("number", "({number} if {bool} else {number})", "min({number}, {number})", "max({number}, {number}, {number})")
    g.value("divisor", "2", "3", "(-2)", "7", "1", weight=3)
    g.value("divisor", "max(1, {number})", "{number}", weight=1)
    g.value("number?", "({number} if {bool} else none)", weight=1)
    g.value("number", "({number?} otherwise {number})", weight=1)
    for sign in ("==", "!=", "<", "<=", ">", ">="):
        g.value("bool", f"({{number}} {sign} {{number}})")
    g.value("bool", "(not {bool})", "({bool} and {bool})", "({bool} or {bool} or {bool})", "({bool} if {bool} else {bool})")
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
    w.declare("variables", ticks={"type": "number"}, flag={"type": "bool"}, seen={"type": "number"}, told={"type": "bool"})
    g.value("number", "ticks")
    g.value("bool", "flag")
    w.settable += [("flag", "bool", False), ("ticks", "number -100 100", False)]
    w.declare("variables", score={"per": "players", "type": "number"}, debts={"per": "players", "type": "-9..99"})
    g.value("number", "{player}.score")
    g.value("number", "me.score", me=True)
    g.value("number", "{player}.debts", weight=1)
    w.settable += [("me.debts", "number -9 99", True), ("{player}.score", "number -100 100", False), ("me.score", "number -100 100", True)]
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
            texts = [(f"{name}({{number}})", False), (f"{name}(max(-1, min(2, {{number}})))", False), (f"{name}(0)", False)]
    if axis is not None:
        entry["per"] = axis
        if axis == "players" and "enums" in w.tree and w.maybe(0.3):
            entry["per"] = ["players", "Hue"]
            texts = [(f"{{player}}.{name}({{Hue}})", False), (f"me.{name}({{Hue}})", True)]
    w.declare("variables", **{name: entry})
    bounds = f" {written.replace('..', ' ')}" if type.startswith("number") else ""
    for text, me in texts:
        w.grammar.value(type, text, me=me, weight=3)
        w.settable.append((text, type.removesuffix("?") + bounds if not type.endswith("?") else type + bounds, me))


def _start(type: str) -> str:
    head = type.partition(".")[0]
    if type.endswith("?") or head in ("number", "bool", "Hue", "space", "way", "face"):
        return ""
    return {"player": "seat(1)", "team": "team(1)"}.get(head, "")


# ------------------------------------------------------------------------------------------------------ parts


def _dice(w: World) -> None:
    g, many, faces = w.grammar, w.number(2, 5), w.luck.choice(("1..6", "0..2", "3..4"))
    kind = "dice"
    w.declare("pieces", **{kind: {"count": many, "faces": faces}})
    w.declare("zones", tray={"holds": kind, "start": "all"}, rack={"holds": kind, "size": w.number(2, 4)}, cell={"holds": kind, "size": 1})
    _zones(w, kind, "tray", "rack", "cell")
    g.collection("number", "tray.face", f"{kind}.face", "rack.face")
    g.domain("number", "tray.face", f"{kind}.face", "(1..3 if {bool} else 0..1)", weight=1)
    g.domain(f"piece.{kind}", "(tray if {bool} else rack)", weight=1)
    g.value("number", "count(tray.face)", "count(rack.face)", weight=1)
    g.value("number?", f"({{piece.{kind}}}.face)", f"{{piece.{kind}?}}.face", "cell.face")
    g.value("bool", f"({{piece.{kind}}}.face == {{number}})", f"({{piece.{kind}}}.face in 1..4)", "(cell.face == 2)")
    g.value("number", f"sum({{piece.{kind}}}.face for i in 1..1)", weight=1)
    w.does({"roll": "tray"}, {"roll": kind}, weight=4)
    w.does({"roll": "rack"}, {"roll": f"{{piece.{kind}}}"}, {"return": kind}, {"return": "rack"}, {"return": f"{{piece.{kind}}}"})
    w.does({"for": f"q in {kind}", "do": [{"set": "q.face", "to": faces[0]}]}, {"for": "q in tray if {bool}", "do": [{"roll": "q"}]})
    w.does({"pick": "q in tray if {bool}", "do": [{"set": "q.face", "to": faces[-1]}, {"move": "q", "to": "rack"}], "else": [{"add": "1", "to": "ticks"}]})
    w.choices += [("tray", f"piece.{kind}", False), (kind, f"piece.{kind}", False), ("tray + rack", f"piece.{kind}", False)]
    w.choices += [("some of tray", f"set.{kind}", False), (f"0..2 of {kind}", f"set.{kind}", False), ("1..2 of tray + rack", f"set.{kind}", False)]
    _sets(w, kind, "tray", "rack")
    w.does({"roll": f"{{set.{kind}}}"}, {"return": f"{{set.{kind}}}"})


def _coins(w: World) -> None:
    g = w.grammar
    faces: Tree = {"heads": {"gain": "2"}, "tails": {"gain": "-1"}} if w.maybe() else ["heads", "tails", "edge"]
    entry: dict[str, Tree] = {"count": w.number(1, 3), "faces": faces}
    if w.maybe():
        entry["of"] = w.luck.choice(("players", "teams"))
    w.declare("pieces", coins=entry)
    w.declare("zones", purse={"holds": "coins", "start": "all"}, pocket={"per": "players", "holds": "coins"})
    _zones(w, "coins", "purse", "{player}.pocket")
    if isinstance(faces, dict):
        g.value("number?", "{piece.coins?}.gain")
        g.collection("number", "purse.gain", "coins.gain")
    if entry["count"] != 1:
        g.collection("face.coins", "purse.face", "coins.face")
    g.value("bool", "({piece.coins}.face == heads)", "({piece.coins}.face != tails)", "({piece.coins?}.face == heads)")
    if "of" in entry:
        g.value(f"{str(entry['of'])[:-1]}?", "{piece.coins?}.owner", weight=1)
        g.value(str(entry["of"])[:-1], "{piece.coins}.owner", weight=1)
        w.does({"for": "q in purse if q.owner == " + ("me" if entry["of"] == "players" else "me.team"), "do": [{"move": "q", "to": "me.pocket"}]}, me=True)
    w.does({"roll": "purse"}, {"return": "coins"}, {"set": "{piece.coins}.face", "to": "heads"}, weight=4)
    w.does({"roll": "me.pocket"}, me=True)
    w.choices += [("purse", "piece.coins", False), ("coins", "piece.coins", False), ("some of coins", "set.coins", False)]
    _sets(w, "coins", "purse", "seat(1).pocket")


def _cubes(w: World) -> None:
    w.declare("pieces", cubes={"count": w.number(3, 6)})
    w.declare(
        "zones", supply={"holds": "cubes", "start": w.number(1, 3), "size": w.number(4, 6)}, store={"holds": "cubes", "start": "rest"},
        heap={"per": "players", "holds": "cubes", "size": w.number(1, 6)},
    )  # fmt: skip
    _zones(w, "cubes", "supply", "store", "{player}.heap")
    for _ in range(2):
        w.does({"move": "1 cubes", "from": "supply", "to": "{player}.heap"}, {"move": "1 cubes", "from": "store", "to": "supply"})
    w.does({"move": "({number}) cubes", "from": "supply", "to": "store"}, {"return": "cubes"}, {"move": "all supply", "to": "{player}.heap"})
    w.does({"move": "all me.heap", "to": "supply"}, {"move": "(min(2, me.heap.count)) cubes", "from": "me.heap", "to": "store"}, me=True)
    w.choices += [("some of supply", "set.cubes", False), ("me.heap", "piece.cubes", True)]
    _sets(w, "cubes", "supply", "store")


def _chips(w: World) -> None:
    w.declare("pieces", chips={"count": w.number(1, 3), "of": "players"})
    w.declare("zones", bank={"per": "players", "holds": "chips", "start": "all"}, pot={"holds": "chips"})
    _zones(w, "chips", "pot", "{player}.bank")
    w.grammar.value("player", "{piece.chips}.owner", weight=1)
    w.grammar.collection("player", "pot.owner", "chips.owner")
    w.does({"move": "1 chips", "from": "me.bank", "to": "pot"}, me=True)
    w.does({"for": "q in pot", "do": [{"move": "q", "to": "q.owner.bank"}]}, {"return": "chips"}, {"move": "all pot", "to": "{player}.bank"})
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
    _zones(w, "cards", "pile", "slot", "{player}.hand", "deck")
    g.value("number", "{piece.cards}.rank", weight=3)
    g.value("number?", "{piece.cards?}.rank", "pile.top.rank", "slot.rank")
    g.value("piece.cards?", "pile.top", "slot.piece")
    g.collection("number", "pile.rank", "{player}.hand.rank", "cards.rank")
    w.does({"move": "1 cards", "from": "deck", "to": "pile"}, {"move": "all pile", "to": "deck"}, {"shuffle": "pile"}, weight=3)
    w.does({"move": "(min({low}, deck.count)) cards", "from": "deck", "to": "{player}.hand"}, {"return": "cards"})
    w.does({"pick": "q in deck if {bool}", "do": [{"move": "q", "to": "pile"}]}, {"pick": "q in cards if q.place == pile", "do": [{"move": "q", "to": "slot"}]})
    w.does({"if": "deck.count > 0", "do": [{"move": "1 cards", "from": "deck", "to": "me.hand"}]}, {"move": "all me.hand", "to": "pile"}, me=True, weight=3)
    w.does({"if": "pile.top != none", "do": [{"move": "1 cards", "from": "pile", "to": "slot"}]}, {"move": "all slot", "to": "pile"})
    w.choices += [("me.hand", "piece.cards", True), ("cards", "piece.cards", False), ("some of pile", "set.cards", False), ("0..2 of me.hand", "set.cards", True)]
    w.choices.append(("pile or none", "piece.cards?", False))
    _sets(w, "cards", "pile", "slot")
    w.shapes += ["piece.cards?"]


def _knight(w: World) -> None:
    g = w.grammar
    w.declare("pieces", knight={"count": 1, "faces": {"up": {"rise": "2"}, "down": {}}})
    w.declare("zones", stable={"holds": "knight", "start": "all"}, field={"holds": "knight"})
    g.value("piece.knight", "knight")
    g.value("piece.knight?", "field.piece")
    g.value("bool", "(knight in field)", "(knight.face == up)", "(knight.face != none)", "field.empty", "(knight.place == stable)")
    g.value("number?", "knight.rise", "field.rise")
    g.domain("piece.knight", "knight", "field")
    w.does({"move": "knight", "to": "field"}, {"roll": "knight"}, {"return": "knight"}, {"set": "knight.face", "to": "down"})
    w.does({"move": "knight", "to": "stable"})


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
    g.value("way.field_of_men", *(("northeast", "southwest") if board.get("directions") == "diagonal" else ("north", "west")))
    g.value("player?", "{space.field_of_men}.owner", "{space.field_of_men?}.owner")
    g.value("bool", "({space.field_of_men}.owner == {player})", "({space.field_of_men}.face == king)", "{space.field_of_men}.dark")
    g.value("number", "{space.field_of_men}.worth", "{space.field_of_men}.row", "{line.field_of_men}.count")
    g.value("number", "count(s for s in field_of_men.spaces if s.owner == {player})")
    g.domain("line.field_of_men", "field_of_men.three", "field_of_men.lines", "field_of_men.rows", "field_of_men.pair through {space.field_of_men}")
    g.domain("space.field_of_men", "{line.field_of_men}", weight=1)
    g.value("bool", "any(all(s.owner == {player} for s in line) for line in field_of_men.three)")
    g.value("bool", "any(all(s.owner == {player} for s in line) for line in field_of_men.pair through {space.field_of_men})")
    w.does({"for": "q in field_of_men.spaces if q.empty and {bool}", "do": [{"place": "men", "of": "{player}", "to": "q"}]})
    w.does({"pick": "q in field_of_men.spaces if q.empty", "do": [{"place": "men", "of": "{player}", "to": "q"}], "else": [{"for": "q in field_of_men.spaces", "do": [{"remove": "q"}]}]}, weight=5)
    w.does({"for": "q in field_of_men.spaces if not q.empty", "do": [{"set": "q.owner", "to": "{player}"}]})
    w.does({"for": "q in field_of_men.spaces if q.owner == {player}", "do": [{"set": "q.face", "to": "king"}]})
    w.does({"for": "q in field_of_men.spaces if q.owner == {player}", "do": [{"remove": "q"}]}, {"remove": "{space.field_of_men}"})
    w.does({"pick": "q in field_of_men", "do": [{"pick": "z in field_of_men.spaces if z.empty", "do": [{"move": "q", "to": "z"}]}]}, {"place": "men", "of": "{player}", "to": "{space.field_of_men}"})


def _stones(w: World) -> None:
    """Hexagons with stones of nobody."""
    g = w.grammar
    shape: dict[str, Tree] = {"hexagon": 2} if w.maybe() else {"rhombus": 3}
    w.declare("pieces", stones={})
    w.declare("boards", comb={**shape, "holds": "stones"})
    _board(w, "comb", "stones")
    g.value("space.comb", "comb.b2", "comb.a1", "comb.b1")
    g.value("way.comb", "west", "northeast")
    w.does({"pick": "q in comb.spaces if q.empty", "do": [{"place": "stones", "to": "q"}]}, {"for": "q in comb.spaces if not q.empty and {bool}", "do": [{"remove": "q"}]}, weight=4)
    w.does({"place": "stones", "to": "{space.comb}"})


def _runners(w: World) -> None:
    """A track on which several stand together, with a route."""
    g = w.grammar
    w.declare("pieces", runners={"count": w.number(1, 3), "of": "players"})
    track: dict[str, Tree] = {"track": ["start", f"1..{w.number(4, 8)}"], "holds": "runners", "size": w.luck.choice(("any", 2, 3))}
    if w.routes:
        track["routes"] = {"ring": {"spaces": ["1..4"], "closed": True}}
        g.value("space.lap?", "step({space.lap}, ring)")
        g.value("number?", "distance({space.lap}, lap(2), ring)")
    w.declare("boards", lap=track)
    w.declare("zones", yard={"per": "players", "holds": "runners", "start": "all"})
    _board(w, "lap", "runners")
    g.value("way.lap", "forward", "backward")
    _zones(w, "runners", "{player}.yard")
    g.value("space.lap?", "step({space.lap}, forward, max(0, {number}))", "step({space.lap?}, backward)")
    g.value("number?", "distance({space.lap}, {space.lap}, forward)", "{space.lap}.number")
    g.value("number", "{space.lap}.count", "count(q for q in {space.lap} if q.owner == {player})")
    g.value("space.lap", "lap(1)", "lap(3)", "start")
    w.does({"move": "1 runners", "from": "me.yard", "to": "lap(1)"}, {"move": "1 runners", "of": "me", "from": "{space.lap}", "to": "{space.lap}"}, me=True)
    w.does({"for": "q in lap", "do": [{"move": "q", "to": "q.owner.yard"}]}, {"return": "runners"})
    w.does({"pick": "q in runners", "do": [{"move": "q", "to": "{space.lap}"}]}, weight=5)


def _map(w: World) -> None:
    """A graph that carries no pieces, with a variable for every space."""
    g = w.grammar
    w.declare("boards", map={"graph": {"spaces": ["inn", "1..4", "mill"], "links": [["inn", "1"], ["1", "2"], ["2", "3"], ["3", "1"], ["4", "mill"]]}})
    w.declare("variables", visited={"per": "map.spaces", "type": "0..3 or none"}, here={"type": "map.spaces", "start": "inn"}, spot={"type": "map.spaces or none"})
    g.value("number?", "visited({space.map})")
    g.value("space.map", "inn", "mill", "here", "map(2)")
    g.value("space.map?", "spot")
    g.domain("space.map", "map.spaces", "neighbours({space.map})", "reach({space.map})")
    w.settable += [("here", "space.map", False), ("spot", "space.map?", False), ("visited({space.map})", "number? 0 3", False)]
    w.choices += [("map.spaces", "space.map", False), ("neighbours(here)", "space.map", False), ("map.spaces or none", "space.map?", False)]
    w.shapes += ["space.map", "space.map?"]
    g.value("bool", "({space.map} in neighbours({space.map}))")


def _beds(w: World) -> None:
    """A board of each player's own, for pieces that can be told apart."""
    g = w.grammar
    w.declare("pieces", seeds={"one_per": {"size": "1..5"}})
    w.declare("zones", bag={"holds": "seeds", "start": "all", "order": "shuffled"}, palm={"per": "players", "holds": "seeds"})
    w.declare("boards", bed={"per": "players", "grid": {"rows": 2, "columns": 2}, "holds": "seeds"})
    _zones(w, "seeds", "bag", "{player}.palm")
    g.domain("space.bed", "{player}.bed.spaces", "ray({space.bed}, north)")
    g.domain("piece.seeds", "{player}.bed", weight=1)
    g.value("piece.seeds?", "{space.bed}.piece")
    g.value("space.bed?", "{piece.seeds}.space", "step({space.bed}, east)")
    g.value("number", "{piece.seeds}.size", "{player}.bed.count")
    g.value("number?", "{space.bed}.size")
    g.value("bool", "{space.bed}.empty", "{player}.bed.full", "{player}.bed.empty", "all((s.size otherwise 0) < 4 for s in {player}.bed.rows(1))")
    w.does({"if": "not bag.empty", "do": [{"move": "1 seeds", "from": "bag", "to": "{player}.palm"}]}, {"return": "seeds"}, weight=3)
    w.does({"pick": "q in me.palm", "do": [{"pick": "z in me.bed.spaces if z.empty", "do": [{"move": "q", "to": "z"}]}]}, me=True, weight=5)
    w.does({"for": "q in me.bed", "do": [{"move": "q", "to": "me.palm"}]}, me=True)
    w.choices += [("me.bed.spaces", "space.bed", True), ("me.palm", "piece.seeds", True)]
    w.shapes += ["space.bed?"]


def _tiles(w: World) -> None:
    """A table without an edge."""
    g = w.grammar
    w.declare("pieces", tiles={"one_per": {"k": f"0..{w.number(2, 4)}"}, "sides": {"pips": "(k + 1) mod 3 if way == north or way == east else k mod 2"}})
    w.declare("zones", sack={"holds": "tiles", "start": "all", "order": "shuffled"}, tile_hand={"per": "players", "holds": "tiles"})
    w.declare("boards", table={"unbounded": "squares", "holds": "tiles"})
    w.declare("variables", last={"type": "table.spaces", "start": "table.center"})
    _zones(w, "tiles", "sack", "{player}.tile_hand")
    g.value("space.table", "table.center", "last")
    g.value("space.table?", "step({space.table}, {way.table})", "{piece.tiles}.space", "step({space.table?}, north)")
    g.value("way.table", "north", "east")
    g.value("piece.tiles?", "{space.table}.piece", "{space.table?}.piece")
    g.value("number", "{piece.tiles}.turned", "{piece.tiles}.k", "sum({piece.tiles}.sides.pips)", "side({piece.tiles}, {way.table}, max(0, {number})).pips")
    g.value("number?", "side({space.table}, {way.table}).pips", "side(step({space.table}, {way.table}), opposite({way.table})).pips")
    g.value("bool", "{space.table}.empty", "table.empty", "({space.table} in table.open)", "(side({space.table}, {way.table}) != none)")
    g.value("number", "{piece.tiles}.turned", "{piece.tiles}.turned")
    g.value("number", "table.count", "count(s for s in table.open)")
    g.domain("space.table", "table.open", "neighbours({space.table})")
    g.domain("way.table", "table.directions")
    g.domain("piece.tiles", "table", weight=1)
    w.does({"pick": "q in sack", "do": [{"pick": "z in table.open", "do": [{"move": "q", "to": "z", "turned": "{low} + 1"}, {"set": "last", "to": "z"}]}]}, weight=6)
    w.does({"if": "not sack.empty", "do": [{"move": "1 tiles", "from": "sack", "to": "{player}.tile_hand"}]}, {"return": "tiles"}, weight=2)
    w.does({"for": "q in table", "do": [{"move": "q", "to": "me.tile_hand"}]}, me=True, weight=1)
    w.does({"pick": "q in me.tile_hand", "do": [{"move": "q", "to": "{space.table}"}]}, me=True)
    w.choices += [("me.tile_hand", "piece.tiles", True), ("table.open", "space.table", False), ("table.directions", "way.table", False)]


PARTS: list[Callable[[World], None]] = [
    _dice, _coins, _cubes, _chips, _cards, _knight, _men, _stones, _runners, _map, _beds, _tiles,
]  # fmt: skip


# ------------------------------------------------------------------------------------------- what they share


def _zones(w: World, kind: str, *zones: str) -> None:
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
    w.does({"pick": f"q in {kind} if {{bool}}", "do": [{"move": "q", "to": w.luck.choice(zones)}], "else": [{"add": "1", "to": "ticks"}]})
    w.does({"move": f"{{{piece}}}", "to": w.luck.choice(zones)})
    w.choices.append((w.luck.choice(zones).replace("{player}", "seat(1)"), piece, False))


def _sets(w: World, kind: str, *zones: str) -> None:
    """Sets of a kind, where a name holds one."""
    g, name = w.grammar, f"set.{kind}"
    for zone in zones:
        g.value(name, zone)
        w.does({"move": f"{{{name}}}", "to": zone})
    g.domain(f"piece.{kind}", f"{{{name}}}", weight=1)
    g.value("number", f"{{{name}}}.count", weight=1)


def _board(w: World, board: str, kind: str) -> None:
    g, space, way, piece = w.grammar, f"space.{board}", f"way.{board}", f"piece.{kind}"
    g.domain(space, f"{board}.spaces", f"neighbours({{{space}}})", f"ray({{{space}}}, {{{way}}})", f"reach({{{space}}})")
    g.domain(way, f"{board}.directions")
    g.domain(piece, board, weight=1)
    g.domain(piece, f"{{{space}}}", weight=1)
    g.value(f"{space}?", f"step({{{space}}}, {{{way}}})", f"step({{{space}?}}, {{{way}}}, max(0, {{number}}))", f"first(s for s in {board}.spaces if not s.empty)")
    g.value(f"{way}?", f"toward({{{space}}}, {{{space}}})", weight=1)
    if not w.routes:
        g.value(way, f"opposite({{{way}}})", weight=1)
    g.value("number?", f"distance({{{space}}}, {{{space}}}, {{{way}}})", weight=1)
    g.value("number", f"{board}.count", f"{{{space}}}.count")
    g.value("bool", f"{board}.full", f"{board}.empty", f"{{{space}}}.empty", f"{{{space}}}.full", f"({{{space}}} in neighbours({{{space}}}))")
    w.declare("variables", **{f"at_{board}": {"type": f"{board}.spaces or none"}})
    g.value(f"{space}?", f"at_{board}")
    w.settable.append((f"at_{board}", f"{space}?", False))
    w.choices += [(f"{board}.spaces", space, False), (f"{board}.directions", way, False), (f"{board}.spaces or none", f"{space}?", False)]
    w.shapes += [f"{space}?"]
