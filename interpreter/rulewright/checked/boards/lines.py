"""Lines and routes of boards: families of lines by length, by an attribute of their spaces, or listed; rows and columns;
and the order of spaces on each player's route.
"""

from __future__ import annotations

from rulewright.checked.boards.directions import route_owners
from rulewright.checked.boards.facts import BoardFacts, FamilyFacts, RouteFacts
from rulewright.checked.boards.geometry import alike, letters, straight
from rulewright.checked.boards.lists import find, listed_names
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.labels import shown
from rulewright.checked.messages import boards
from rulewright.language.directions import WAYS
from rulewright.language.shapes import SHAPES
from rulewright.language.types import Boolean, Integer, Optional, Value
from rulewright.problems.limits import MOST_LINES, MOST_ON_LINES
from rulewright.rulebook import nodes as rulebook


def families(c: Context, declared: rulebook.Board, facts: BoardFacts) -> dict[str, FamilyFacts]:
    found: dict[str, FamilyFacts] = {}
    first = spaces = 0
    has_ranks = SHAPES[facts.geometry.shape].ranks
    taken = {"spaces", "lines", "directions", "center", "count", "empty", "full"}
    taken |= {"rows", "columns"} if has_ranks else set()
    for family in declared.lines.values():
        if family.id in taken:
            boards.family_taken(c, family)
            continue
        made = _family(c, declared, family, facts, first)
        if made is not None:
            found[family.id] = made
            first += len(made.lines)
            spaces += sum(map(len, made.lines))
        if first > MOST_LINES or spaces > MOST_ON_LINES:
            boards.too_many_lines(c, declared, first, MOST_LINES)
            return {}
    for name, index in (("rows", 0), ("columns", 1)) if has_ranks else ():
        found[name] = _ranks(c, name, index, facts, first)
        first += len(found[name].lines)
    return found


def _family(
    c: Context, declared: rulebook.Board, family: rulebook.Family, facts: BoardFacts, first: int
) -> FamilyFacts | None:
    geometry = facts.geometry
    if family.by is not None:
        if family.by.text not in facts.attributes.table:
            boards.unknown_space_attribute(c, family.by, list(facts.attributes.table))
            return None
        type_, values = facts.attributes.table[family.by.text]
        groups = alike(values)
        keys = tuple(value for value, _ in groups)
        names = tuple(shown(c, key, type_) for key in keys)
        plain = type_.of if isinstance(type_, Optional) else type_
        return FamilyFacts(family.id, first, tuple(line for _, line in groups), plain, keys, names, True)
    key: Value | None = None
    if family.length is not None:
        length = declarations.constant_number(c, family.length, f"`length` of {family.id}", 1)
        over = False
        if family.over_gaps is not None:
            over = declarations.constant(c, family.over_gaps, Boolean(), "`over_gaps`") is True
        lines = straight(geometry, length, over)
        if not lines and not c.settings:  # an option may well make a board small
            boards.no_lines(c, family, length)
    else:
        lines = tuple(
            tuple(at for space in line if (at := find(c, declared, space, facts.names)) is not None)
            for line in family.listed
        )
    names = tuple(f"{facts.names[line[0]]} {facts.names[line[-1]]}" if line else "" for line in lines)
    if len(set(names)) < len(names):
        names = tuple(str(number) for number in range(1, len(lines) + 1))
        key = Integer(1, max(len(lines), 1))
    keys = tuple(range(1, len(lines) + 1)) if key is not None else ()
    return FamilyFacts(family.id, first, lines, key, keys, names, True)


def _ranks(c: Context, name: str, index: int, facts: BoardFacts, first: int) -> FamilyFacts:
    """Rows and columns, each found by its coordinate."""
    known = {n: (t, v) for n, t, v in facts.coordinates}
    wanted = ("row", "column")[index]
    if facts.geometry.shape == "grid" and len(facts.coordinates) == 2:
        wanted = facts.coordinates[index][0]
    type_, values = known.get(wanted) or facts.attributes.table[wanted]
    groups = alike(values)
    keys = tuple(value for value, _ in groups)
    names = [shown(c, key, type_) for key in keys]
    if wanted == "column" and all(isinstance(key, int) for key in keys):
        names = [letters(int(key) - 1) for key in keys if isinstance(key, int)]
    return FamilyFacts(name, first, tuple(line for _, line in groups), type_, keys, tuple(names), False)


def routes(c: Context, declared: rulebook.Board, facts: BoardFacts) -> dict[str, RouteFacts]:
    found: dict[str, RouteFacts] = {}
    number = len(WAYS)
    for other in c.book.boards.values():
        for route in other.routes.values():
            owners = route_owners(c, route)
            if other is declared:
                found[route.id] = _route(c, declared, route, facts, number, owners)
            number += owners
    return found


def _route(
    c: Context, declared: rulebook.Board, route: rulebook.Route, facts: BoardFacts, number: int, owners: int
) -> RouteFacts:
    if route.of is not None and not lookup.owners_of(route.of):
        boards.owner_of_route(c, route)
    _check_owners(c, route)
    lists: list[tuple[int, ...]] = []
    for owner in range(owners):
        spaces = _list_of(c, route, owner)
        names = listed_names(c, declared, spaces)
        known, beyond = [], False
        for name in names:
            at = facts.number_of(name)
            if at is None:
                where = next((s for s in spaces if s.text == name), None)
                if where is not None or not beyond:  # a range that goes beyond the board is one mistake
                    span = (where or next(s for s in spaces if ".." in s.text)).span
                    boards.unknown_space(
                        c, rulebook.SpaceName(text=name, span=span), declared.id, facts.names
                    )
                beyond = beyond or where is None
            elif at in known:
                boards.route_crosses_itself(c, route, name)
            else:
                known.append(at)
        lists.append(tuple(known))
    ways = tuple(range(number, number + owners))
    return RouteFacts(route.id, route.of is not None, ways, tuple(lists), route.closed)


def _check_owners(c: Context, route: rulebook.Route) -> None:
    """Report lists of a route for owners who do not exist."""
    seats = [seat.id for seat in c.book.seats]
    numbers = [str(number + 1) for number in range(max(c.book.players))]
    for owner, _ in route.spaces:
        if owner and route.of is None:
            boards.route_of_nobody(c, route, owner)
            return
        if owner and owner not in (*seats, *numbers):
            boards.nobody_sits(c, route, owner, seats or numbers)


def _list_of(c: Context, route: rulebook.Route, owner: int) -> tuple[rulebook.SpaceName, ...]:
    seat = c.book.seats[owner].id if owner < len(c.book.seats) else ""
    for name, spaces in route.spaces:
        if name in ("", seat, str(owner + 1)):
            return spaces
    misnamed = _of_nobody(c, route)
    if len(misnamed) == 1:  # which was reported, so checking goes on with what is surely meant
        return misnamed[0]
    boards.route_missing(c, route, seat or str(owner + 1))
    return ()


def _of_nobody(c: Context, route: rulebook.Route) -> list[tuple[rulebook.SpaceName, ...]]:
    """The lists of a route for owners who do not exist."""
    known = {seat.id for seat in c.book.seats} | {str(number + 1) for number in range(max(c.book.players))}
    return [spaces for owner, spaces in route.spaces if owner and owner not in known]
