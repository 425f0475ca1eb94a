"""Every name in the rules of an analysis, with its meaning, as the checker found it.

sum(d.face for d in table)      ->      d: the name bound after `for`      table: the zone      face: built in
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from rulewright.author.changes.reach import NAMED
from rulewright.checked.bindings import AttributeMeaning, ProjectionMeaning
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations
from rulewright.checked.references import declarations_of
from rulewright.editor.index import parts
from rulewright.editor.naming.symbols import Symbol, Use, bound
from rulewright.expression import nodes as syntax
from rulewright.expression.children import children
from rulewright.language.types import Enum, Face, Optional, Several, Type
from rulewright.rulebook import nodes as rules

Bound = Mapping[str, Symbol]


def in_rules(c: Context) -> Iterator[Use]:
    """The names in all parts of a rulebook."""
    return _Names(c).all()


class _Names:
    def __init__(self, c: Context) -> None:
        self._c = c
        self._declared = {name for _, entries in declarations_of(c.book) for name in entries}
        self._declared |= {seat.id for seat in c.book.seats}
        self._members = declarations.members(c)
        self._actions = {
            name: action for phase in c.book.phases.values() for name, action in phase.actions.items()
        }

    def all(self) -> Iterator[Use]:
        book = self._c.book
        for part in fields(book):
            value = getattr(book, part.name)
            if part.name == "seats":
                yield from (Use(Symbol("name", seat.id), seat.span, True) for seat in book.seats)
            elif part.name not in ("span", "players_span"):
                yield from self._part(value, {}, None)

    # ---------------------------------------------------------------------------------------------- entries

    def _part(self, node: object, names: Bound, around: object) -> Iterator[Use]:
        if isinstance(node, syntax.Clause):
            yield from self._clause(node, dict(names))
        elif isinstance(node, syntax.Node):
            yield from self._expression(node, names)
        elif node is not None and not isinstance(node, str | int):
            yield from self._rule(node, names, around)

    def _rule(self, node: object, names: Bound, around: object) -> Iterator[Use]:
        match node:
            case rules.Given():
                yield from self._part(node.place, names, node)
            case rules.Preference():
                yield Use(Symbol("action", node.action.id), node.action.span)
                yield from self._part(node.value, {**names, **self._bound_by(node.action.id)}, node)
            case tuple() | list() if any(isinstance(each, rules.Effect) for each in node):
                yield from self._effects(node, names)
            case tuple() | list():
                for each in node:
                    yield from self._part(each, names, around)
            case dict():
                for each in node.values():
                    yield from self._part(each, names, around)
            case rules.Entry():
                yield from self._entry(node, names, around)
            case rules.ActionName():
                yield self._named(node, around)
            case rules.Member() | rules.Choice() if isinstance(around, rules.Entry):
                yield Use(Symbol("member", node.id, around.id), node.span, True)
                for each in parts(node):
                    yield from self._part(each, names, around)
            case _:
                for each in parts(node):
                    yield from self._part(each, names, around if isinstance(node, rules.Cases) else node)

    def _entry(self, entry: rules.Entry, names: Bound, around: object) -> Iterator[Use]:
        if not isinstance(entry, rules.Condition) or entry.span != getattr(around, "span", None):
            yield Use(symbol_of(entry), entry.span, True)
        inner = dict(names)
        match entry:
            case rules.Definition(parameters=bound_here) | rules.Step(parameters=bound_here):
                yield from self._parameters(bound_here, inner)
            case rules.Action(choose=bound_here):
                yield from self._parameters(bound_here, inner)
                yield from self._lets(entry, inner)
            case rules.Trigger(after=after) | rules.End(after=after):
                for each in reversed(after):
                    inner.update(self._bound_by(each.id))
            case rules.Kind(one_per=coordinates):
                for coordinate in coordinates:
                    symbol = Symbol("attribute", coordinate.name, f"piece.{entry.id}")
                    inner[coordinate.name] = symbol
                    yield Use(symbol, coordinate.span, True)
                    yield from self._part(coordinate.domain, names, entry)
        done = {"parameters", "choose", "let", "one_per"}
        for part in fields(entry):
            if part.name not in done and part.name not in ("span", "whole", "id", "path"):
                yield from self._part(getattr(entry, part.name), inner, entry)

    def _bound_by(self, name: str) -> Bound:
        """The names that an action binds: its choices and its lets."""
        action = self._actions.get(name)
        if action is None:
            return {}
        chosen = {each.name: bound(each.name, each.span) for each in action.choose}
        return {**chosen, **{let.name: bound(let.name, let.span) for let in action.let}}

    def _parameters(self, parameters: tuple[rules.Parameter, ...], inner: dict[str, Symbol]) -> Iterator[Use]:
        for each in parameters:
            yield from self._part(each.domain, inner, None)
            inner[each.name] = bound(each.name, each.span)
            yield Use(inner[each.name], each.span, True)
            if each.filter is not None:
                yield from self._part(each.filter, inner, each)

    def _lets(self, action: rules.Action, inner: dict[str, Symbol]) -> Iterator[Use]:
        for let in action.let:
            yield from self._part(let.value, inner, None)
            inner[let.name] = bound(let.name, let.span)
            yield Use(inner[let.name], let.span, True)

    def _effects(self, effects: tuple[object, ...] | list[object], names: Bound) -> Iterator[Use]:
        inner = dict(names)
        for effect in effects:
            match effect:
                case rules.Let():
                    yield from self._part(effect.value, inner, effect)
                    inner[effect.name.text] = bound(effect.name.text, effect.name.span)
                    yield Use(inner[effect.name.text], effect.name.span, True)
                case rules.For() | rules.Pick():
                    deeper = dict(inner)
                    yield from self._clause(effect.clause, deeper)
                    yield from self._part(effect.do, deeper, effect)
                    if isinstance(effect, rules.Pick):
                        yield from self._part(effect.else_, inner, effect)
                case rules.Go():
                    yield Use(Symbol("phase", effect.phase), effect.phase_span)
                case rules.RunStep():
                    yield Use(Symbol("name", effect.step), effect.step_span)
                    yield from self._part(effect.arguments, inner, effect)
                case _:
                    for each in parts(effect):
                        yield from self._part(each, inner, effect)

    def _named(self, node: rules.ActionName, around: object) -> Use:
        match around:
            case rules.Turns():
                return Use(Symbol("phase", node.id), node.span)
            case rules.View():
                return Use(Symbol("name", node.id), node.span)
            case rules.PlayStep(refused=refused):
                action = refused.text.split()[0] if refused is not None and refused.text.split() else ""
                return Use(Symbol("condition", node.id, action), node.span)
            case _:
                return Use(Symbol("action", node.id), node.span)

    # ------------------------------------------------------------------------------------------ expressions

    def _expression(self, node: syntax.Node, names: Bound) -> Iterator[Use]:
        match node:
            case syntax.Name():
                yield Use(names.get(node.text) or self._meant(node), node.span)
            case syntax.Attribute():
                yield from self._expression(node.of, names)
                yield Use(self._attribute(node), node.name_span)
            case syntax.Comprehension():
                inner = dict(names)
                for clause in node.clauses:
                    yield from self._clause(clause, inner)
                yield from self._expression(node.element, inner)
            case syntax.Call(function=syntax.Name(text="can"), arguments=(syntax.Name() as action, *rest)):
                yield Use(Symbol("built-in", "can"), node.function.span)
                yield Use(Symbol("action", action.text), action.span)
                for each in rest:
                    yield from self._expression(each, names)
            case _:
                for part in children(node):
                    yield from self._expression(part, names)

    def _clause(self, clause: syntax.Clause, inner: dict[str, Symbol]) -> Iterator[Use]:
        yield from self._expression(clause.domain, inner)
        inner[clause.name.text] = bound(clause.name.text, clause.name.span)
        yield Use(inner[clause.name.text], clause.name.span, True)
        for each in (clause.while_, clause.if_):
            if each is not None:
                yield from self._expression(each, inner)

    def _meant(self, node: syntax.Name) -> Symbol:
        if node.text in self._declared:
            return Symbol("name", node.text)
        if node.text in self._c.book.ends and node not in self._c.infos:
            return Symbol("entry", node.text, "end")
        if node.text in self._c.book.phases and node not in self._c.infos:
            return Symbol("phase", node.text)
        info = self._c.infos.get(node)
        owner = _owner(info.type, node.text) if info is not None else ""
        if not owner:
            owners = self._members.get(node.text, [])
            owner = _owner(owners[0], node.text) if len(owners) == 1 else ""
        return Symbol("member", node.text, owner) if owner else Symbol("built-in", node.text)

    def _attribute(self, node: syntax.Attribute) -> Symbol:
        info = self._c.infos.get(node)
        meaning = info.meaning if info is not None else None
        if isinstance(meaning, ProjectionMeaning):
            inner = self._c.infos.get(meaning.element)
            meaning = inner.meaning if inner is not None else None
        if isinstance(meaning, AttributeMeaning):
            return Symbol("attribute", node.name, meaning.table.rpartition(".")[0])
        if node.name in self._declared:
            return Symbol("name", node.name)
        for board in self._c.boards.values():
            if node.name in board.families or node.name in board.routes:
                return Symbol("part of a board", node.name, board.name)
        owners = self._owners_of(node.name) if info is None else []
        return (
            Symbol("attribute", node.name, owners[0]) if len(owners) == 1 else Symbol("built-in", node.name)
        )

    def _owners_of(self, attribute: str) -> list[str]:
        """The enums, kinds and faces that have an attribute: in an example, of which the checker keeps no types, one is meant."""
        kinds = self._c.kinds.values()
        return [
            *(f"enum.{name}" for name, facts in self._c.enums.items() if attribute in facts.table),
            *(f"piece.{facts.name}" for facts in kinds if attribute in facts.attributes.table),
            *(f"face.{facts.name}" for facts in kinds if attribute in facts.face_attributes.table),
        ]


def symbol_of(entry: rules.Entry) -> Symbol:
    """What an entry declares."""
    return symbol_at(tuple(entry.path.split(".")), entry.id)


def symbol_at(path: tuple[str, ...], name: str) -> Symbol:
    """What an entry at a path declares."""
    match path:
        case (section, _) if section in NAMED:
            return Symbol("name", name)
        case ("phases", _):
            return Symbol("phase", name)
        case ("phases", _, "actions", _):
            return Symbol("action", name)
        case ("phases", _, "actions", action, "when", _):
            return Symbol("condition", name, action)
        case ("boards", board, "lines" | "routes", _):
            return Symbol("part of a board", name, board)
        case ("enums", owner, _) | ("pieces", owner, "faces", _) | ("options", owner, "one_of", _):
            return Symbol("member", name, owner)
        case _:
            return Symbol("entry", name, ".".join(path[:-1]))


def _owner(type_: Type, name: str) -> str:
    """The enum or the kind of pieces that has a member of this name."""
    while isinstance(type_, Optional | Several):
        type_ = type_.of
    if isinstance(type_, Enum | Face) and name in type_.members:
        return type_.name if isinstance(type_, Enum) else type_.kind
    return ""
