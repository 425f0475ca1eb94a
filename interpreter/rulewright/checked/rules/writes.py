"""Write sets of effects: variables, and the zones, boards and kinds whose pieces they move, turn or roll.

    {add: 1, to: me.score}                            ->      score
    choose: {d: tray}, do: [{move: d, to: rack}]      ->      tray, rack

A bound name counts as everything that its domain mentions. Pieces whose place no expression mentions may be anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.checked.references import everything
from rulewright.expression import nodes as syntax
from rulewright.expression.places import place_parts
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import Footprint, footprint


def written_names(
    book: rulebook.Rulebook, effects: rulebook.Effects, bound: Mapping[str, object], stay: bool = True
) -> frozenset[str]:
    """The write set of effects, with those inside them and those of the steps that they run.

    `bound` maps names that are bound before to the expressions of their values. Without `stay`, pieces count only if
    they are moved.
    """
    return _Writes(book, stay).of(effects, bound, frozenset())


def written_by_itself(
    book: rulebook.Rulebook, found: Footprint, bound: Mapping[str, object]
) -> frozenset[str]:
    """The write set of one effect, without the effects inside it."""
    written: set[str] = set()
    for place in found.places:
        name, owner, _ = place_parts(place)
        if name in book.variables:
            written.add(name)
        else:
            written |= _where(book, place if owner is None else owner, bound)
    for pieces in found.pieces:
        where = _where(book, pieces, bound)
        written |= where
        if found.brings_back:
            written |= kinds_in(book, where)
    if found.to is not None:
        written |= _where(book, found.to, bound)
    return frozenset(written)


def kinds_in(book: rulebook.Rulebook, names: frozenset[str]) -> frozenset[str]:
    """The kinds among some names, and those of which pieces lie in the zones and on the boards among them."""
    return frozenset(kind for kind in (_kind(book, name) for name in names) if kind)


def places_of(book: rulebook.Rulebook, kind: str) -> frozenset[str]:
    """The zones and boards that hold a kind of pieces."""
    return frozenset(name for name in (*book.zones, *book.boards) if _kind(book, name) == kind)


def _kind(book: rulebook.Rulebook, name: str) -> str:
    if name in book.zones:
        return book.zones[name].holds.text
    holds = book.boards[name].holds if name in book.boards else None
    return holds.text if holds is not None else name if name in book.kinds else ""


class _Writes:
    def __init__(self, book: rulebook.Rulebook, stay: bool) -> None:
        self.book, self.stay = book, stay

    def of(
        self, effects: rulebook.Effects, bound: Mapping[str, object], running: frozenset[str]
    ) -> frozenset[str]:
        written: set[str] = set()
        names = dict(bound)
        for effect in effects:
            found = footprint(effect)
            if self.stay or not found.stay:
                written |= written_by_itself(self.book, found, names)
            inner = names
            if found.binds is not None:
                inner = {**names, found.binds.text: found.asks}
                if not found.inside:
                    names = inner
            for do in found.inside:
                written |= self.of(do, inner, running)
            if found.step in self.book.steps and found.step not in running:
                step = self.book.steps[found.step]
                given = {
                    parameter.name: _resolved(argument, names)
                    for parameter, argument in zip(step.parameters, found.asks, strict=False)
                }
                written |= self.of(step.do, given, running | {found.step})
        return frozenset(written)


def _resolved(node: object, bound: Mapping[str, object]) -> object:
    """An expression, and the expressions to which its names are bound."""
    found: dict[str, object] = {}
    waiting = [node]
    while waiting:
        for part in everything(waiting.pop()):
            if isinstance(part, syntax.Name) and part.text in bound and part.text not in found:
                found[part.text] = bound[part.text]
                waiting.append(bound[part.text])
    return (node, *found.values())


def _where(book: rulebook.Rulebook, node: object, bound: Mapping[str, object]) -> frozenset[str]:
    """The zones, boards and kinds that an expression for pieces or a place mentions; all of them if it mentions none."""
    held = {*book.kinds, *book.zones, *book.boards}
    found: set[str] = set()
    known: set[str] = set()
    waiting: list[object] = [node]
    while waiting:
        for part in everything(waiting.pop()):
            if not isinstance(part, syntax.Name | syntax.Attribute):
                continue
            name = part.text if isinstance(part, syntax.Name) else part.name
            if name in held:
                found.add(name)
            elif name not in known:
                known.add(name)
                waiting += _comes_from(book, name, bound, isinstance(part, syntax.Attribute))
    return frozenset(found or held)


def _comes_from(
    book: rulebook.Rulebook, name: str, bound: Mapping[str, object], behind_dot: bool
) -> Iterator[object]:
    """The expressions from which the value of a name comes."""
    if name in bound and not behind_dot:
        yield bound[name]
    if name in book.definitions:
        yield book.definitions[name].body
    if name in book.variables:
        yield book.variables[name].type
