"""The conditions of a rulebook and their parts, in the order of the file.

    when: {rolled_once: pot > 0 or not roll_first}      ->      the condition, and each side of its `or`

A site is a part of the rulebook, so that it is the same at every table and in every variant.  Invariants are left out,
since they are meant to hold always.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any, Literal

from rulewright.checked.references import expressions_in
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.proofs.position import Place, place_of
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.walking import inner_effects
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

Role = Literal[
    "condition",
    "trigger",
    "end",
    "if",
    "case",
    "definition",
    "preference",
    "invariant",
    "part",
    "choice",
    "filter",
]


@dataclass(frozen=True, slots=True)
class Site:
    """A condition or a part of one. `owner` is the node that has the condition: an entry (or a preference), an effect for
    `if`, the operator for a part of `and` or `or`.  `root` is the whole condition; a whole condition is its own root."""

    role: Role
    node: syntax.Expression
    owner: Any
    path: str
    above: tuple[Site, ...] = field(default=(), repr=False)
    """The operators around it, and the whole condition, outermost first."""
    behind: Span | None = None
    """For a case: the next case or `otherwise`."""

    @property
    def place(self) -> Place:
        return place_of(self.node.span)

    @property
    def root(self) -> Site:
        return self.above[0] if self.above else self


def sites(book: rulebook.Rulebook) -> list[Site]:
    """All sites of a rulebook."""
    found: list[Site] = []
    for definition in book.definitions.values():
        _definition(definition, found)
    for phase in book.phases.values():
        for action in phase.actions.values():
            for condition in action.requirements:
                _condition(Site("condition", condition.holds, action, condition.path), found)
            _inner([p.domain for p in action.choose], action.path, found)
            _inner([let.value for let in action.let], action.path, found)
            _effects(action.do, action.path, found)
        for trigger in phase.triggers.values():
            if trigger.when is not None:
                _condition(Site("trigger", trigger.when, trigger, trigger.path), found)
            _effects(trigger.do, trigger.path, found)
        _effects(phase.automatic or (), phase.path, found)
    for step in book.steps.values():
        _effects(step.do, step.path, found)
    for end in book.ends.values():
        if end.when is not None:
            _condition(Site("end", end.when, end, end.path), found)
    for path, effects in _turn_effects(book):
        _effects(effects, path, found)
    asked = (book.turns.first, book.turns.next, book.turns.round_first)
    _inner([node for node in asked if node is not None], "turns", found)
    for strategy in book.strategies.values():
        for preference in strategy.preferences:
            _condition(Site("preference", preference.value, preference, preference.path), found)
    for invariant in book.invariants.values():
        found.append(Site("invariant", invariant.holds, invariant, invariant.path))
    return found


def effects_of(book: rulebook.Rulebook) -> Iterator[tuple[str, Any]]:
    """(path of the rule, effect) of every effect."""
    lists = list(_turn_effects(book))
    for phase in book.phases.values():
        lists += [(action.path, action.do) for action in phase.actions.values()]
        lists += [(trigger.path, trigger.do) for trigger in phase.triggers.values()]
        lists.append((phase.path, phase.automatic or ()))
    lists += [(step.path, step.do) for step in book.steps.values()]
    for path, effects in lists:
        yield from ((path, effect) for effect in _each(effects))


def _turn_effects(book: rulebook.Rulebook) -> Iterator[tuple[str, rulebook.Effects]]:
    yield "setup", book.setup
    yield "turns.begin", book.turns.begin
    yield "turns.end", book.turns.end
    yield "turns.round_end", book.turns.round_end


def _definition(definition: rulebook.Definition, found: list[Site]) -> None:
    match definition.body:
        case rulebook.SumOf(lines=lines):
            _inner([line.is_ for line in lines], definition.path, found)
        case rulebook.Cases() as body:
            last = body.otherwise.span if body.otherwise is not None else None
            behind = [*(case.span for case in body.cases), last][1:]
            for case, following in zip(body.cases, behind, strict=True):
                if case.when is not None:
                    _condition(Site("case", case.when, case, case.path, behind=following), found)
                _inner([case.is_], case.path, found)
            _inner([node for node in (body.by, body.otherwise) if node is not None], definition.path, found)
        case expression:
            _condition(Site("definition", expression, definition, definition.path), found)


def _effects(effects: rulebook.Effects, path: str, found: list[Site]) -> None:
    for effect in _each(effects):
        if isinstance(effect, rulebook.If):
            _condition(Site("if", effect.condition, effect, path), found)
        else:
            _inner(list(expressions_in(effect)), path, found)


def _each(effects: rulebook.Effects) -> Iterator[Any]:
    """Every effect of a list and those inside, without those of steps."""
    for effect in effects:
        yield effect
        yield from _each(inner_effects(effect))


def _condition(site: Site, found: list[Site]) -> None:
    """Adds a whole condition, its parts, and their parts."""
    found.append(site)
    if isinstance(site.node, syntax.And | syntax.Or):
        for item in site.node.items:
            _condition(Site("part", item, site.node, site.path, (*site.above, site)), found)
    else:
        _inner([site.node], site.path, found)


def _inner(nodes: list[Any], path: str, found: list[Site]) -> None:
    """Adds conditions inside expressions that are no conditions themselves."""
    taken: set[Any] = set()
    for root in nodes:
        for node in walk(root):
            if node in taken:
                continue
            match node:
                case syntax.IfElse(condition=condition):
                    _inside("choice", condition, node, path, found, taken)
                case syntax.Clause(if_=condition) if condition is not None:
                    _inside("filter", condition, node, path, found, taken)
                case syntax.And() | syntax.Or():
                    taken.update(walk(node))
                    for item in node.items:
                        _condition(Site("part", item, node, path), found)
                case _:
                    pass


def _inside(role: Role, node: Any, owner: Any, path: str, found: list[Site], taken: set[Any]) -> None:
    taken.update(walk(node))
    _condition(Site(role, node, owner, path), found)
