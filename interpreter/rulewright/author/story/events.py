"""Events of dice, cards and pieces as phrases, as far as a viewer was shown them.

    Happened(program, names, actor).of_chance({"rolled": "dice", "faces": ["4", "5"]})        dice 4 5
    Happened(program, names, actor).of_pieces({"moved": "cards", "pieces": [...], ...})       seven of clubs from Bob's hand to Ann's hand
    ... for a viewer who sees neither hand                                                    1 card from Bob's hand to Ann's hand

Pieces that move to a place that nobody looks into are only counted, since they were in sight before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rulewright.author.english import noun
from rulewright.game.questions.effects import picks
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout, PlaceInfo
from rulewright.problems.quoting import series
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass

Told = Mapping[str, object]

BY_CHANCE = "by_chance"
"""The key that marks an event which an example left to chance."""
LAY = "lay"
"""The key under which an event keeps the place its pieces came from, where that place need not be mentioned."""
BY_LUCK = ("rolled", "drawn", "shuffled", "picked")
OF_PIECES = ("moved", "placed", "removed", "turned_over", "turned")


@dataclass(frozen=True, slots=True)
class Happened:
    """Puts the events of one game into words. `names` are the players' names; `actor` is the player whose move or turn it is, and
    who need not be named."""

    program: ir.Program
    names: Sequence[str]
    actor: int | None = None

    def is_chance(self, told: Told) -> bool:
        return any(what in told for what in BY_LUCK)

    def of_chance(self, told: Told) -> str:
        """The phrase for a result of chance; empty for other events."""
        said = self._result(told)
        return f"{said} by chance" if said and told.get(BY_CHANCE) else said

    def of_pieces(self, told: Told) -> str:
        """The phrase for an event that moved or turned pieces; empty for other events."""
        what = next((what for what in OF_PIECES if what in told), "")
        kind, at = str(told.get(what)), told.get("at")
        match what:
            case "moved":
                return self._moved(told)
            case "placed":
                return f"{self._pieces(kind, told)} to {self._spread(kind, at)}"
            case "removed":
                return f"{self._pieces(kind, told)} off {self.place(kind, at)}"
            case "turned_over":
                return f"{self._pieces(kind, told)} now on {series(self._places(kind, at))}"
            case "turned":
                return self._turned(told)
        return ""

    def counted(self, told: Told) -> Told:
        """The event with its pieces only counted if they moved to a place that nobody looks into, and without `from` if they lay
        openly in front of a player and were gathered."""
        if "moved" not in told or "pieces" not in told:
            return told
        kind = str(told["moved"])
        source, to = self._info(kind, told["from"]), self._info(kind, told["to"])
        openly = source is not None and source.owner is not None and source.seen_by == "all"
        if openly and to and to.owner is None:
            told = {**told, "from": "", LAY: told["from"]}
        if not self._is_out_of_sight(kind, told["to"]):
            return told
        return {**{key: value for key, value in told.items() if key != "pieces"}, "count": _how_many(told)}

    def in_order(self, told: Told) -> Told:
        """The event with its pieces in the order in which the table shows them, unless their new place keeps an order of its own."""
        kind, pieces = str(told.get("moved", told.get("drawn", ""))), told.get("pieces")
        if not kind or not isinstance(pieces, list) or self.program.layout.kinds[kind].identical:
            return told
        to = self._info(kind, told.get("to"))
        if to is None or to.order == "kept":
            return told
        place = {id_: number for number, (id_, _) in enumerate(self.program.labels.pieces[kind])}
        return {**told, "pieces": sorted(pieces, key=lambda piece: place.get(str(piece), 0))}

    def is_chosen(self, told: Told, said: frozenset[str], every: Sequence[Told]) -> bool:
        """Whether the words for the move cover this event already, because they name its pieces or its spaces."""
        pieces, at = told.get("pieces"), told.get("at")
        named = isinstance(pieces, list) and bool(pieces) and said.issuperset(map(str, pieces))
        if "moved" in told:
            return named or {str(told["from"]), str(told["to"])} <= said
        if "placed" in told:
            return str(at) in said
        taken = any(at in (each.get("to"), each.get("at")) for each in every if "removed" not in each)
        return "removed" in told and (named or str(at) in said) and not taken

    def is_rolled_later(self, told: Told, later: Sequence[Told]) -> bool:
        """Whether the event only takes up dice that are rolled immediately afterwards."""
        kind = told.get("moved")
        if kind is None or not self.program.layout.kinds[str(kind)].faces:
            return False
        blank, pieces = Wording(self.program).blank(str(kind)), told.get("pieces")
        shows_none = isinstance(pieces, list) and all(str(each).split(" of ")[0] == blank for each in pieces)
        return shows_none and any(each.get("rolled") == kind for each in later)

    # ------------------------------------------------------------------------------------------------ chance

    def _result(self, told: Told) -> str:
        if "rolled" in told:
            return self._rolled(told)
        if "drawn" in told:
            return self._drawn(told)
        if "shuffled" in told:
            return f"{self.place(str(told['shuffled']), told['at'])} shuffled"
        picked = self._picked(told) if "picked" in told and "value" in told else ""
        return f"picked at random: {picked}" if picked else ""

    def _rolled(self, told: Told) -> str:
        kind = str(told["rolled"])
        faces, pieces = told.get("faces"), told.get("pieces")
        whose = self._whose(kind, told.get("at"))
        if not isinstance(faces, list):
            return f"{whose}{self._count(kind, told['count'])} rolled unseen"
        shown = [self._face(kind, face) for face in faces]
        if isinstance(pieces, list):
            called = [self._short(kind, str(piece)) for piece in pieces]
            shown = [f"{piece} {face}" for piece, face in zip(called, shown, strict=True)]
        return f"{whose}{self._noun(kind, len(faces))} {' '.join(shown)}"

    def _short(self, kind: str, typed: str) -> str:
        """`blue` for `blue die`: the typed name of a piece, where the printed one only adds words to it."""
        printed = self._piece(kind, typed, None)
        return typed if typed in printed.split() else printed

    def _whose(self, kind: str, at: object) -> str:
        """`Bob's `, where all dice lie in places of one player and it is not that player's move; otherwise empty."""
        places = [self._info(kind, each) for each in at] if isinstance(at, list) else []
        owners = {(place.owner, place.owner_is_team) for place in places if place is not None}
        if len(owners) != 1:
            return ""
        ((owner, team),) = owners
        if owner is None or (not team and owner == self.actor):
            return ""
        return f"{self._owner(owner, team)}'s "

    def _drawn(self, told: Told) -> str:
        kind, pieces = str(told["drawn"]), told.get("pieces")
        if "to" not in told:  # of an action that failed half-way
            return f"{', '.join(map(str, pieces if isinstance(pieces, list) else ()))} drawn"
        return f"{self._pieces(kind, told)} to {self.place(kind, told['to'])}"

    def _picked(self, told: Told) -> str:
        """What was picked, by its printed name; empty for members and spaces, of which only a number is known: they are shown by
        the events that follow."""
        value, pick = told["value"], picks(self.program).get(str(told["picked"]))
        if pick is None:
            return ""
        if pick.kind:
            return self._picked_piece(pick.kind, str(value))
        return "none" if value is None else self._picked_value(pick.clause.domain, value)

    def _picked_piece(self, kind: str, typed: str) -> str:
        """`5 from Ann's cup`."""
        look, from_, place = (
            typed.rpartition(" from ") if self.program.layout.kinds[kind].identical else (typed, "", "")
        )
        piece = self._piece(kind, look if from_ else typed, None) or self._noun(kind, 1)
        return f"{piece}{from_}{self.place(kind, place)}" if from_ else piece

    def _picked_value(self, domain: ir.Domain, value: object) -> str:
        match domain:
            case ir.Between():
                return str(value)
            case ir.WithNone(domain=inner):
                return self._picked_value(inner, value)
            case ir.Around() | ir.TeamMembers() if isinstance(value, int):
                return self.names[value]
            case _:
                return ""

    # ------------------------------------------------------------------------------------------------ pieces

    def _moved(self, told: Told) -> str:
        kind = str(told["moved"])
        source = series(self._places(kind, told["from"]))
        before = f"from {source} " if source else ""
        return f"{self._pieces(kind, told)} {before}to {self._spread(kind, told['to'])}"

    def _turned(self, told: Told) -> str:
        kind, face, pieces = str(told["turned"]), told["face"], told["pieces"]
        layout = self.program.layout.kinds[kind]
        assert isinstance(pieces, list)
        alike = layout.identical or layout.pieces == 1
        piece = self._noun(kind, 1) if alike else self._piece(kind, str(pieces[0]), None)
        shows = "show nothing" if face is None else self._face(kind, face)
        where = "on" if self._is_space(kind, told["at"]) else "in"
        return f"{piece} {where} {self.place(kind, told['at'])} turned to {shows}"

    def _face(self, kind: str, face: object) -> str:
        return dict(self.program.labels.faces.get(kind, ())).get(str(face), str(face))

    def _pieces(self, kind: str, told: Told) -> str:
        """The pieces by name, or their number."""
        pieces, layout = told.get("pieces"), self.program.layout.kinds[kind]
        if not isinstance(pieces, list):
            return self._count(kind, told["count"])
        owner = self._owner_of_place(kind, told)
        shown = [self._piece(kind, str(piece), owner) for piece in pieces]
        if layout.identical and layout.faces and not any("'s " in text for text in shown):
            faces = " ".join(filter(None, shown))
            return f"{self._noun(kind, len(shown))} {faces}" if faces else self._count(kind, len(shown))
        if layout.identical:
            return ", ".join(self._alike(kind, text, many) for text, many in Counter(shown).items())
        return ", ".join(shown)

    def _alike(self, kind: str, text: str, many: int) -> str:
        """`3 chips`, `Ann's stone`, `2 of Bob's kings`, `die 4`."""
        layout = self.program.layout.kinds[kind]
        if text and (layout.faces or text != self._noun(kind, 1)):
            return text if many == 1 else f"{many} × {text}"
        return self._count(kind, many)

    def _piece(self, kind: str, typed: str, place_owner: int | None) -> str:
        """The printed name of a piece, with its owner if the kind has several, unless it lies at a place of that owner."""
        layout, labels = self.program.layout.kinds[kind], self.program.labels
        if not layout.identical:
            printed = dict(labels.pieces[kind]).get(typed, typed)
            number = next((n for n, (id_, _) in enumerate(labels.pieces[kind]) if id_ == typed), 0)
            return self._owned(layout, number // max(layout.pieces // layout.owners, 1), printed, place_owner)
        look, _, owner = typed.rpartition(" of ") if layout.owners > 1 else (typed, "", "1")
        blank = layout.faces and look == Wording(self.program).blank(kind)
        face = "" if not layout.faces or blank else self._face(kind, look)
        if layout.owners == 1 or (layout.faces and int(owner) - 1 == place_owner):
            return face
        word = face if face and not face.isdigit() else f"{self._noun(kind, 1)} {face}".rstrip()
        return self._owned(layout, int(owner) - 1, word, place_owner)

    def _owned(self, layout: KindLayout, owner: int, printed: str, place_owner: int | None) -> str:
        if layout.owners == 1 or owner == place_owner:
            return printed
        return f"{self._owner(owner, layout.owned_by == 'teams')}'s {printed}"

    # ------------------------------------------------------------------------------------------------ places

    def place(self, kind: str, typed: object) -> str:
        """The printed name of a zone, with its owner if it has one, or of a space."""
        place, printed = self._info(kind, typed), dict(self.program.labels.places[kind])
        label = printed.get(str(typed), str(typed))
        return (
            label
            if place is None or place.owner is None
            else f"{self._owner(place.owner, place.owner_is_team)}'s {label}"
        )

    def _places(self, kind: str, typed: object) -> list[str]:
        return [self.place(kind, each) for each in (typed if isinstance(typed, list) else [typed])]

    def _spread(self, kind: str, typed: object) -> str:
        """A place, or the several to which the same pieces went: `each of a1, b1, c1`."""
        places = self._places(kind, typed)
        return places[0] if len(places) == 1 else f"each of {', '.join(places)}"

    def _info(self, kind: str, typed: object) -> PlaceInfo | None:
        for code, (id_, _) in enumerate(self.program.labels.places[kind]):
            if id_ == typed:
                return self.program.layout.kinds[kind].places[code]
        return None

    def _is_space(self, kind: str, typed: object) -> bool:
        info = self._info(kind, typed)
        return info is None or info.zone in self.program.layout.boards

    def _is_out_of_sight(self, kind: str, typed: object) -> bool:
        info = self._info(kind, typed)
        return info is not None and info.seen_by == "nobody"

    def _owner_of_place(self, kind: str, told: Told) -> int | None:
        """The player who owns all places that these pieces come from and go to, None if there is no such player."""
        typed = [told.get("from"), told.get("to"), told.get("at")]
        places = [self._info(kind, each) for each in typed if isinstance(each, str)]
        owners = {place.owner for place in places if place is not None and not place.owner_is_team} - {None}
        return owners.pop() if len(owners) == 1 else None

    def _owner(self, owner: int, team: bool) -> str:
        if not team:
            return self.names[owner]
        return series([name for name, of in zip(self.names, self.program.teams, strict=True) if of == owner])

    def _count(self, kind: str, count: object) -> str:
        return f"{count} {self._noun(kind, count)}"

    def _noun(self, kind: str, count: object) -> str:
        words = self.program.labels.kinds.get(kind, (kind, kind))
        return noun(words, 1) if count == 1 else words[1]


def together(program: ir.Program, every: Sequence[Told]) -> list[Told]:
    """The events, with those that belong together merged: pieces that go the same way one after the other, cards dealt in turn to
    the same hands, pieces that change sides. Pieces that go out of sight are only counted."""
    words = Happened(program, ())
    found: list[Told] = []
    for told in map(words.counted, every):
        at = next((number for number in _run(found, told) if _goes_with(found[number], told)), None)
        if at is None:
            found.append(told)
        else:
            found[at] = _merged(found[at], told)
    return [words.in_order(told) for told in found]


def spread(every: Sequence[Told]) -> list[Told]:
    """The events of a set-up, with the same pieces that go to several places in one event: at the first of them, as long as only
    pieces are placed or moved in between. A piece that is turned where it was placed is placed so."""
    found: list[Told] = []
    for told in _heaped(_as_placed(every)):
        at = next((number for number in _placing(found) if _is_again(found[number], told)), None)
        if at is None:
            found.append(told)
        else:
            where = _target(told)
            found[at] = {**found[at], where: [*_as_list(found[at][where]), told[where]]}
    return found


def listed(parts: Sequence[str]) -> str:
    """The parts with commas between them, or semicolons if a part has commas of its own."""
    return ("; " if any(", " in part for part in parts) and len(parts) > 1 else ", ").join(parts)


def _run(found: Sequence[Told], told: Told) -> range:
    """The indices in `found` that an event can be merged with: all draws at its end, or its last entry if that is of the same sort."""
    what = next(iter(told))
    first = len(found)
    while first and next(iter(found[first - 1])) == what and (what == "drawn" or first == len(found)):
        first -= 1
    return range(first, len(found))


def _as_placed(every: Sequence[Told]) -> list[Told]:
    """The events, with pieces that are turned where they have just been placed shown as they are then."""
    found: list[Told] = []
    for told in every:
        at = next((n for n in _placing(found) if "turned" in told and _is_same_piece(found[n], told)), None)
        if at is None:
            found.append(told)
        else:
            found[at] = {**found[at], "pieces": told["pieces"]}
    return found


def _heaped(every: Sequence[Told]) -> list[Told]:
    """The events, with pieces that are placed at the same place one after the other in one event."""
    found: list[Told] = []
    for told in every:
        last = found[-1] if found else {}
        if "placed" in told and "pieces" in told and _is_on_top(last, told):
            found[-1] = {**last, "pieces": [*_as_list(last["pieces"]), *_as_list(told["pieces"])]}
        else:
            found.append(told)
    return found


def _is_on_top(last: Told, told: Told) -> bool:
    return last.keys() == told.keys() and all(last[key] == told[key] for key in told.keys() - {"pieces", LAY})


def _is_same_piece(placed: Told, turned: Told) -> bool:
    alone = "pieces" in placed and len(_as_list(placed["pieces"])) == 1
    return alone and placed.get("placed") == turned["turned"] and placed.get("at") == turned["at"]


def _placing(found: Sequence[Told]) -> range:
    """The indices of the last events that only place or move pieces."""
    first = len(found)
    while first and ("placed" in found[first - 1] or "moved" in found[first - 1]):
        first -= 1
    return range(first, len(found))


def _target(told: Told) -> str:
    return "at" if "placed" in told else "to"


def _is_again(one: Told, other: Told) -> bool:
    """Whether two events do the same with the same sort of pieces, elsewhere."""
    if not ("placed" in one or "moved" in one) or one.keys() != other.keys():
        return False
    return all(one[key] == other[key] for key in one.keys() - {_target(one), LAY})


def _goes_with(one: Told, other: Told) -> bool:
    what = next(iter(one))
    if one.get(what) != other.get(what) or ("pieces" in one) != ("pieces" in other):
        return False
    if one.get(BY_CHANCE) != other.get(BY_CHANCE) or "turned" in one.keys() - {what}:
        return False
    match what:
        case "drawn":
            return "to" in one and one["to"] == other.get("to") and one.get("from") == other.get("from")
        case "moved":
            same = one["to"] == other["to"] and "turned" not in other
            return same and ("pieces" not in one or one["from"] == other["from"])
        case "turned_over":
            return _owner_word(one) == _owner_word(other)
        case _:
            return False


def _merged(one: Told, other: Told) -> Told:
    if "from" in one and bool(one["from"]) != bool(other["from"]):  # if some have their source, all have
        one, other = ({**each, "from": each["from"] or each[LAY]} for each in (one, other))
    merged = dict(one)
    for key in ("from", "at", LAY):
        if key in one and key in other:
            both = [*_as_list(one[key]), *_as_list(other[key])]
            merged[key] = list(dict.fromkeys(both)) if len(set(map(str, both))) > 1 else both[0]
    if "pieces" in one:
        merged["pieces"] = [*_as_list(one["pieces"]), *_as_list(other["pieces"])]
    elif "count" in one:
        merged["count"] = _how_many(one) + _how_many(other)
    return merged


def _owner_word(told: Told) -> str:
    return str(_as_list(told["pieces"])[0]).rpartition(" of ")[2]


def _as_list(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else [value]


def _how_many(told: Told) -> int:
    count = told.get("count")
    return count if isinstance(count, int) else len(_as_list(told["pieces"]))
