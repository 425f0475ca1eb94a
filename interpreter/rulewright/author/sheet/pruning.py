"""What can happen at one table: a sheet leaves out rules that are proved never to apply, such as those that options switch off.

    options: {swap_rule: false}      ->      nobody can ever swap, nothing follows a swap, and nobody has to note who swapped

Where a game has too many branches for the proof, everything counts as possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rulewright.checked.references import mentions
from rulewright.checked.usage.unused import idle_names, is_within
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.language.ranges import NONE, exactly
from rulewright.proofs.reach import Reached, reach
from rulewright.rulebook import nodes as rules


class Possible:
    """Answers about what can happen at one table."""

    def __init__(self, book: rules.Rulebook, program: ir.Program) -> None:
        self.book = book
        self.program = program
        self._definitions: dict[str, bool | None] = {}

    @cached_property
    def never(self) -> frozenset[str]:
        """The paths of actions, automatic rules and ends that can never apply."""
        if self._reached is None:
            return frozenset()
        phases = [self.program.phases[index] for index in self._reached.position.phases]
        actions = {name for phase in phases for name in phase.actions} - self._reached.position.legal
        triggers = {trigger.path for phase in phases for trigger in phase.triggers}
        ends = {end.path for end in self.program.ends}
        return frozenset(
            {self.program.actions[name].path for name in actions}
            | (triggers - self._reached.triggers)
            | (ends - self._reached.ends)
        )

    @cached_property
    def settled(self) -> frozenset[str]:
        """The paths of requirements that always hold at this table, so that no player has to know of them."""
        every = (each for action in self.program.actions.values() for each in action.conditions)
        return frozenset(each.path for each in every if self.holds(each.holds) is True)

    def holds(self, condition: ir.Expression) -> bool | None:
        """Whether a condition always (True) or never (False) holds at this table, whatever it is asked of; None if it varies."""
        match condition:
            case ir.Constant(value=bool() as value):
                return value
            case ir.Not(operand=operand):
                held = self.holds(operand)
                return None if held is None else not held
            case ir.And(items=items) | ir.Or(items=items):
                decides = isinstance(condition, ir.Or)
                parts = [self.holds(item) for item in items]
                return decides if decides in parts else None if None in parts else not decides
            case ir.Call(definition=name):
                return self._defined(name)
            case ir.Aggregate(name="any" | "all" as name, element=element):
                held = self.holds(element)
                return held if held is (name == "all") else None
        return None

    def _defined(self, name: str) -> bool | None:
        if name not in self._definitions:
            self._definitions[name] = self.holds(self.program.definitions[name].body)
        return self._definitions[name]

    @cached_property
    def needless(self) -> frozenset[str]:
        """The names of variables, definitions, tables and the like that only `never` rules and `settled` requirements mention. (Names that
        no rule mentions at any table are there for people to read, and are kept.)"""
        return idle_names(self.book, self.never | self.settled) - idle_names(self.book)

    @cached_property
    def off(self) -> frozenset[str]:
        """The paths of all rules without effect at this table: those that never apply, and entries that only these use."""
        asked = (*self.book.definitions.values(), *self.book.tables.values(), *self.book.steps.values())
        return self.never | {entry.path for entry in asked if entry.id in self.needless}

    def lies(self, zone: rules.Zone) -> bool:
        """Whether a piece can ever lie in a zone."""
        kind = self.program.layout.kinds.get(zone.holds.text)
        if self._reached is None or kind is None or self._reached.position.is_open(kind.name):
            return True
        held = self._reached.position.held
        return any(held[kind.name, code][1] > 0 for code in _places(kind, zone.id))

    def changes(self, variable: rules.Variable) -> bool:
        """Whether a variable can ever differ from its start value; one that no rule writes at any table counts as changing."""
        group = self.program.layout.groups.get(variable.id)
        if self._reached is None or group is None or variable.id not in self._written:
            return True
        start = NONE if group.optional and group.start == group.none else exactly(group.start)
        return self._reached.position.variables[variable.id] != start

    def is_asked(self, variable: rules.Variable) -> bool:
        """Whether a rule that can apply reads a variable, or no rule does at any table."""
        asking = self._read.get(variable.id, [])
        return not asking or not all(is_within(path, self.never | self.settled) for path in asking)

    @cached_property
    def _written(self) -> frozenset[str]:
        return frozenset(each.name for each in mentions(self.book, words=False) if each.how == "written")

    @cached_property
    def _read(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for each in mentions(self.book):
            if each.how == "read":
                found.setdefault(each.name, []).append(each.path)
        return found

    @cached_property
    def _reached(self) -> Reached | None:
        return reach(self.program)


def _places(kind: KindLayout, zone: str) -> Iterator[int]:
    return (code for code, place in enumerate(kind.places) if place.zone == zone)
