"""What is never none, found by trying all values that the names in an expression can have.

    me.owns(at)      ->      step(at, me.way, n) is not none, if each space that a player owns lies on the closed route `way`

Only what is the same in every position is worked out: spaces, directions, routes, seats, and definitions of these. Conditions that have
been tested leave out the values for which they do not hold; of anything else that is never none, only that is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final, TypeAlias

from rulewright.checked.bindings import (
    OPEN,
    AttributeMeaning,
    BuiltinMeaning,
    DefinitionMeaning,
    Fixed,
    Info,
    LocalMeaning,
    MeMeaning,
    Open,
    RouteMeaning,
)
from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations
from rulewright.checked.infer import NEVER_NONE
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.language.types import Nothing, Optional, Space, Unknown
from rulewright.rulebook import nodes as rulebook

MOST_TRIED = 2_000
"""The most combinations of values that are tried for one expression."""


class _Some:
    """The type of `SOME`, a value that is not none and depends on the position."""

    def __repr__(self) -> str:
        return "SOME"


SOME: Final = _Some()
Tried: TypeAlias = Open | _Some
Values: TypeAlias = Mapping[str, Tried]
"""By name, the value that is tried; `me` too."""


def never_none(c: Context, node: syntax.Node, info: Info, scope: Scope) -> bool:
    """Whether a space is not none for any values of the names in an expression with which all tested conditions hold."""
    match info:
        case Info(type=Optional(of=Space()), meaning=BuiltinMeaning(name="step") | DefinitionMeaning()):
            pass
        case Info(type=Optional(of=Space()), meaning=LocalMeaning(name=name)) if name in scope.lets:
            pass
        case _:
            return False
    domains = _domains(c, node, scope)
    if domains is None:
        return False
    tests = [c.tested[key] for key in scope.facts if key in c.tested]
    tests = [test for test in tests if _names(c, test[0], scope) <= domains.keys()]
    if any(_is_mistaken(c, test, set()) for test, _ in tests):
        return True  # that was reported, and nobody knows what the test would leave out
    for combination in product(*domains.values()):
        trial = _Trial(c, dict(zip(domains, combination, strict=True)), scope.lets)
        if any(trial.value(test) is (not holds) for test, holds in tests):
            continue
        if trial.value(node) in (None, OPEN):
            return False
    return True


NEVER_NONE.append(never_none)


def _domains(c: Context, node: syntax.Node, scope: Scope) -> dict[str, tuple[Fixed, ...]] | None:
    """The values of the names in an expression, as far as they are few; None if one of them cannot be known."""
    domains: dict[str, tuple[Fixed, ...]] = {}
    for name in _names(c, node, scope):
        if name == "me" and scope.acting:
            return None
        if name != "me" and name not in scope.names:
            return None
        type_ = scope.names.get(name)
        values = tuple(range(c.players)) if type_ is None else declarations.values_of(c, type_)
        if values is not None and len(values) <= MOST_TRIED:
            domains[name] = values
    tried = 1
    for name in sorted(domains, key=lambda each: len(domains[each])):
        tried *= max(len(domains[name]), 1)
        if tried > MOST_TRIED:
            del domains[name]
    return domains


def _names(c: Context, node: syntax.Node, scope: Scope) -> set[str]:
    """The names on which an expression depends, through `let` too, and `me`."""
    names: set[str] = set()
    for part in walk(node):
        info = c.infos.get(part)
        match info.meaning if info is not None else None:
            case LocalMeaning(name=name) if name in scope.lets:
                names |= _names(c, scope.lets[name], scope)
            case LocalMeaning(name=name):
                names.add(name)
            case MeMeaning():
                names.add("me")
            case DefinitionMeaning(name=name) if name in c.definitions and c.definitions[name].uses_me:
                names.add("me")
    return names


def _is_mistaken(c: Context, node: syntax.Node, seen: set[str]) -> bool:
    """Whether part of an expression, or of a definition in it, means nothing."""
    for part in walk(node):
        info = c.infos.get(part)
        if info is None:
            continue
        if isinstance(info.type, Unknown):
            return True
        if isinstance(info.meaning, DefinitionMeaning) and info.meaning.name not in seen:
            seen.add(info.meaning.name)
            body = c.book.definitions[info.meaning.name].body
            if not isinstance(body, rulebook.Cases | rulebook.SumOf) and _is_mistaken(c, body, seen):
                return True
    return False


class _Trial:
    """The values of expressions for one combination of values of names."""

    def __init__(self, c: Context, names: Values, lets: Mapping[str, syntax.Expression]) -> None:
        self._c, self._names, self._lets = c, names, lets

    def value(self, node: syntax.Node) -> Tried:
        """The value of an expression: SOME if it is only known not to be none, OPEN if nothing is known."""
        info = self._c.infos.get(node)
        if info is None:
            return OPEN
        if info.fixed:
            return info.known
        found = self._by_meaning(info)
        if found is OPEN:
            found = self._by_form(node)
        known = not isinstance(info.type, Optional | Nothing | Unknown)
        return SOME if found is OPEN and known else found

    def _by_meaning(self, info: Info) -> Tried:
        match info.meaning:
            case LocalMeaning(name=name) if name in self._names:
                return self._names[name]
            case LocalMeaning(name=name) if name in self._lets:
                return self.value(self._lets[name])
            case MeMeaning():
                return self._names.get("me", OPEN)
            case DefinitionMeaning(name=name, arguments=arguments):
                return self._defined(self._c.book.definitions[name], [self.value(each) for each in arguments])
            case BuiltinMeaning(name="step", arguments=(start, way, *further)):
                return self._step(start, way, self.value(further[0]) if further else 1)
            case BuiltinMeaning(name=name, arguments=(of,)):
                return self._of_player(name, self.value(of))
            case AttributeMeaning(table=table, subject=subject) if table.startswith("space."):
                return self._of_space(table, self.value(subject))
            case RouteMeaning(board=board, route=route, owner=owner):
                whose = self.value(owner) if owner is not None else 0
                ways = self._c.boards[board].routes[route].ways
                return ways[whose] if isinstance(whose, int) else OPEN
        return OPEN

    def _by_form(self, node: syntax.Node) -> Tried:
        match node:
            case syntax.Not(operand=operand):
                held = self.value(operand)
                return not held if isinstance(held, bool) else OPEN
            case syntax.And(items=items) | syntax.Or(items=items):
                decides = isinstance(node, syntax.Or)
                held_each = [self.value(item) for item in items]
                if any(held is decides for held in held_each):
                    return decides
                return not decides if all(held is (not decides) for held in held_each) else OPEN
            case syntax.IfElse(condition=condition, value=value, otherwise=otherwise):
                held = self.value(condition)
                if isinstance(held, bool):
                    return self.value(value if held else otherwise)
                both = self.value(value), self.value(otherwise)
                return SOME if None not in both and OPEN not in both else OPEN
            case syntax.Otherwise(value=value, default=default):
                found = self.value(value)
                return self.value(default) if found is None else found
            case syntax.Compare(sign=sign, left=left, right=right):
                return _compared(sign, self.value(left), self.value(right))
            case syntax.Arithmetic(sign=sign, left=left, right=right):
                return _calculated(sign, self.value(left), self.value(right))
        return OPEN

    def _defined(self, declared: rulebook.Definition, arguments: list[Tried]) -> Tried:
        if declared.id not in self._c.definitions or isinstance(
            declared.body, rulebook.Cases | rulebook.SumOf
        ):
            return OPEN
        names = {
            each.name: value
            for each, value in zip(declared.parameters, arguments, strict=True)
            if value is not OPEN
        }
        me = {"me": self._names["me"]} if "me" in self._names else {}
        return _Trial(self._c, names | me, {}).value(declared.body)

    def _of_player(self, name: str, player: Tried) -> Tried:
        if not isinstance(player, int):
            return OPEN
        match name:
            case "left" | "opponent":
                return (player + 1) % self._c.players
            case "right":
                return (player - 1) % self._c.players
            case "seat":
                return player + 1
            case "team":
                return self._c.teams[player]
        return OPEN

    def _of_space(self, table: str, space: Tried) -> Tried:
        _, board, name = table.split(".")
        facts = self._c.boards[board]
        if not isinstance(space, int) or name not in facts.attributes.table:
            return OPEN
        return facts.attributes.table[name][1][space % facts.geometry.size]

    def _step(self, start: syntax.Expression, way: syntax.Expression, steps: Tried) -> Tried:
        at, along = self.value(start), self.value(way)
        type_ = self._c.infos[start].type
        space = type_.of if isinstance(type_, Optional) else type_
        if at is None:
            return None
        if not isinstance(space, Space) or not isinstance(at, int) or not isinstance(along, int):
            return OPEN
        facts = self._c.boards[space.board]
        if facts.unbounded or steps is None or steps is OPEN or (isinstance(steps, int) and steps < 0):
            return OPEN
        owner, here = divmod(at, facts.geometry.size)
        to = _reached(facts, here, along, steps if isinstance(steps, int) else None)
        return to + owner * facts.geometry.size if isinstance(to, int) else to


def _reached(facts: BoardFacts, at: int, way: int, steps: int | None) -> Tried:
    """The space that many steps away, none beyond the edge; of an unknown number only what holds of all."""
    route = next((each for each in facts.routes.values() if way in each.ways), None)
    if route is not None:
        spaces = route.spaces[route.ways.index(way)]
        if at not in spaces:
            return None
        if route.closed:
            return SOME if steps is None else spaces[(spaces.index(at) + steps) % len(spaces)]
        to = spaces.index(at) + steps if steps is not None else None
        return OPEN if to is None else spaces[to] if to < len(spaces) else None
    for _ in range(min(steps, facts.geometry.size) if steps is not None else 0):
        following = facts.geometry.steps[at]
        to = following[way] if way < len(following) else None
        if to is None:
            return None
        at = to
    return OPEN if steps is None else at


def _compared(sign: str, left: Tried, right: Tried) -> Tried:
    if sign in ("==", "!=") and (left is None or right is None):
        if left is OPEN or right is OPEN:
            return OPEN
        return (left is right) is (sign == "==")
    if not isinstance(left, int) or not isinstance(right, int):
        return OPEN
    match sign:
        case "==" | "!=":
            return (left == right) is (sign == "==")
        case "<" | ">=":
            return (left < right) is (sign == "<")
        case ">" | "<=":
            return (left > right) is (sign == ">")
    return OPEN


def _calculated(sign: str, left: Tried, right: Tried) -> Tried:
    if not isinstance(left, int) or not isinstance(right, int) or (sign in ("div", "mod") and right == 0):
        return OPEN
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "div" if left >= 0 and right > 0:
            return left // right
        case "mod" if left >= 0 and right > 0:
            return left % right
    return OPEN
