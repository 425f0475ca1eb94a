"""What expressions and effects read of pieces: the places that they look at, and whether all of it is visible to everybody.

looked_at(program, effects, actor=0)        {("cards", 3)}          the places, by kind and code
hides(program, expression)                  True                    it depends on something that not everybody sees
steered(program)                            the `for`, `if` and `by` that hidden information controls, by `id`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import EFFECTS, footprint
from rulewright.ir.walking import automatic_rules, everything, parts

_ASKED: tuple[type[Any], ...] = (
    *get_args(ir.Expression),
    *get_args(ir.Domain),
)  # Any: whatever they have in common


def looked_at(program: ir.Program, effects: object, actor: int) -> set[tuple[str, int]]:
    """The places (kind, code) whose pieces the effects of a player may look at."""
    found: set[tuple[str, int]] = set()
    for node in reached(program, effects):
        if isinstance(node, _ASKED) and hasattr(node, "kind"):
            found.update((node.kind, code) for code in _looked_through(program, node, node.kind, actor))
    return found


def _looked_through(
    program: ir.Program, node: ir.Expression | ir.Domain, name: str, actor: int
) -> Iterable[int]:
    """The places of a kind whose pieces an expression may look at; for an unknown class of node, all of them."""
    kind = program.layout.kinds[name]
    match node:
        case ir.PlaceOf() | ir.PieceCount() | ir.BoardCount() | ir.BoardFull():
            return ()  # how many pieces lie somewhere is no secret
        case ir.PiecesAt(place=place) | ir.Top(place=place) | ir.Single(place=place):
            return () if place is None else _codes(program, name, place, actor)
        case ir.PiecesOn(first=first, at=None, count=count):
            return range(first, first + count)
        case ir.PiecesOn(first=first):
            return _same_zone(program, name, first)
        case ir.PieceAt() | ir.OpenSpaces():
            return (kind.table,)
        case (
            ir.PieceFace(piece=piece) | ir.PieceOwner(piece=piece) | ir.PiecePlace(piece=piece)
            | ir.PieceSpace(piece=piece) | ir.PieceTurned(piece=piece) | ir.SideOf(piece=piece)
        ) if _was_looked_at(piece):  # fmt: skip
            return ()
        case _:
            return range(len(kind.places))


def _was_looked_at(piece: ir.Expression) -> bool:
    """Whether a piece comes from a bound name or a place, so that it was looked at when it was found."""
    match piece:
        case ir.Local() | ir.Top() | ir.PieceAt():
            return True
        case ir.Single():
            return piece.place is not None
        case _:
            return False


def hides(program: ir.Program, node: object) -> bool:
    """Whether the value of a node may depend on something that not everybody sees."""
    groups, kinds = program.layout.groups, program.layout.kinds
    nodes = list(reached(program, node))
    return (
        any(isinstance(each, ir.Cell) and groups[each.group].seen_by != "all" for each in nodes)
        or any(kinds[kind].places[code].seen_by != "all" for kind, code in looked_at(program, node, 0))
        or (any(isinstance(each, ir.Can) for each in nodes) and hides_anything(program))
    )


def hides_anything(program: ir.Program) -> bool:
    """Whether anything in this game is hidden from any player."""
    layout = program.layout
    return any(group.seen_by != "all" for group in layout.groups.values()) or any(
        place.seen_by != "all" for kind in layout.kinds.values() for place in kind.places
    )


def deciding(effect: ir.Effect) -> tuple[object, ...]:
    """The expressions that an effect evaluates itself, without the effects inside it. For an effect that contains others,
    these decide which of them are carried out, how often and in which order."""
    return tuple([part for part in parts(effect) if not isinstance(part, EFFECTS)])


def steered(program: ir.Program) -> frozenset[int]:
    """The effects, by `id`, whose inner effects depend on hidden information: by looking at it, or through a name for it."""
    if not hides_anything(program):
        return frozenset()
    rules = [(action.do, action.secret) for action in program.actions.values()]
    rules += [(rule.do, False) for rule in (program.setup, *automatic_rules(program))]
    rules = [(do, secret or _names_hidden(program, do)) for do, secret in rules]
    named = any(name for _, name in rules)
    rules += [(step.do, named or _names_hidden(program, step.do)) for step in program.steps.values()]
    found = {id(each) for do, name in rules for each in _steered(program, do, name)}
    return frozenset(found | {id(each) for do, _ in rules for each in _loops_over(program, do, found)})


def _loops_over(program: ir.Program, do: ir.Effects, found: set[int]) -> Iterator[ir.Effect]:
    """The loops around steered effects: in which round an effect was carried out would reveal as much."""
    for each in _all_effects(do):
        mark = footprint(each)
        again = mark.inside and mark.slot is not None
        if again and any(id(inside) in found for inside in reached(program, each)):
            yield each


def _steered(program: ir.Program, do: ir.Effects, named: bool) -> Iterator[ir.Effect]:
    """The steered effects of one rule; `named`: its bound names may refer to something hidden."""
    for each in _all_effects(do):
        if not footprint(each).inside:
            continue
        asked = deciding(each)
        if hides(program, asked) or (named and any(isinstance(node, ir.Local) for node in everything(asked))):
            yield each


def _names_hidden(program: ir.Program, do: ir.Effects) -> bool:
    """Whether a rule binds a name to something that not everybody sees, or passes it to a step."""
    return any(
        (footprint(each).slot is not None or footprint(each).step is not None)
        and hides(program, deciding(each))
        for each in _all_effects(do)
    )


def _all_effects(do: ir.Effects) -> Iterator[ir.Effect]:
    return (each for each in everything(do) if isinstance(each, EFFECTS))


def _codes(program: ir.Program, kind: str, place: ir.Expression, actor: int) -> list[int]:
    """The codes of the places that an expression may give."""
    places = program.layout.kinds[kind].places
    if isinstance(place, ir.Constant) and isinstance(place.value, int):
        return [place.value]
    if not isinstance(place, ir.PlaceOf):
        return list(range(len(places)))
    if place.owner is None:
        return [place.first]
    if isinstance(place.owner, ir.Me) and not places[place.first].owner_is_team:
        return [place.first + actor]
    return _same_zone(program, kind, place.first)


def _same_zone(program: ir.Program, kind: str, first: int) -> list[int]:
    places = program.layout.kinds[kind].places
    return [code for code, info in enumerate(places) if info.zone == places[first].zone]


def reached(program: ir.Program, node: object) -> Iterator[object]:
    """All nodes below a node, including those of steps and definitions that it uses, each of these once."""
    seen: set[str] = set()
    waiting: list[object] = [node]
    while waiting:
        for found in everything(waiting.pop()):
            yield found
            if isinstance(found, ir.RunStep) and found.step not in seen:
                seen.add(found.step)
                waiting.append(program.steps[found.step].do)
            if isinstance(found, ir.Call) and found.definition not in seen:
                seen.add(found.definition)
                waiting.append(program.definitions[found.definition].body)
