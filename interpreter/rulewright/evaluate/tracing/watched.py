"""A program that counts what happens in it: a copy whose conditions, branches and table entries are watched.

    tally = Tally()
    watched(program, tally)                       a program that plays exactly as the one given
    tally.of(truth(condition.span))               [times it was false, times it was true]

A node that is watched is of a class of its own below the node's class, so whoever looks at nodes still knows it, and
a program that is not watched costs nothing more.  What was seen is kept by place in the rulebook's text or by the path
of a rule, so that it can be added up over the tables of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import UnionType
from typing import Any, TypeVar, get_args

from rulewright.evaluate import reference  # noqa: F401  # it fills the tables that are extended here
from rulewright.evaluate.machine import DO, EVAL, Machine
from rulewright.ir import nodes as ir
from rulewright.ir.strategies_only import only_for_strategies
from rulewright.problems.limits import AN_EFFECT
from rulewright.runtime.executor import Value
from rulewright.runtime.fast.coverage import Counts, Mark
from rulewright.source.text import NOWHERE, Span


class Tally:
    """What was seen: for each mark how often it was false (or 0, or none), and how often true or simply there."""

    def __init__(self) -> None:
        self.counts: Counts = {}

    def of(self, mark: Mark) -> list[int]:
        """The counts of a mark, `[no, yes]`, which go on counting."""
        return self.counts.setdefault(mark, [0, 0])

    def add(self, mark: Mark) -> None:
        self.of(mark)[1] += 1

    def join(self, counts: Counts) -> None:
        """Add what another tally counted."""
        for mark, (no, yes) in counts.items():
            own = self.of(mark)
            own[0] += no
            own[1] += yes

    def hand_over(self) -> Counts:
        """What was counted since this was asked last."""
        counted = {mark: [no, yes] for mark, (no, yes) in self.counts.items() if no or yes}
        for own in self.counts.values():  # the nodes that count hold on to these lists
            own[:] = (0, 0)
        return counted


def truth(span: Span) -> Mark:
    """The value of the expression that stands here."""
    return ("truth", span.file, span.start, span.end)


def branch(span: Span, number: int) -> Mark:
    """A list of effects inside the effect that stands here: `do` is 0, `else` is 1; cases count from 0."""
    return (f"branch {number}", span.file, span.start, span.end)


def done(path: str) -> Mark:
    """The effects of a rule."""
    return ("done", path, 0, 0)


def entered(path: str) -> Mark:
    """A phase, by its path."""
    return ("entered", path, 0, 0)


def entry(table: str, position: int) -> Mark:
    """A value of a table."""
    return ("entry", table, position, 0)


def watched(program: ir.Program, tally: Tally) -> ir.Program:
    """A program that plays as the one given does, and counts in `tally`. Invariants and `standing` are not watched:
    they are asked all the time, and are to be true; nor is what only strategies ask."""
    copy, idle = _Copy(tally), only_for_strategies(program)
    turns = program.turns
    return replace(
        program,
        tables={name: table if name in idle else copy.table(table) for name, table in program.tables.items()},
        definitions={
            name: each if name in idle else replace(each, body=copy.watch(copy.of(each.body)))
            for name, each in program.definitions.items()
        },
        steps={name: replace(each, do=copy.rule(each.path, each.do)) for name, each in program.steps.items()},
        actions={name: copy.action(action) for name, action in program.actions.items()},
        phases=tuple(map(copy.phase, program.phases)),
        turns=replace(
            turns,
            first=copy.asked(turns.first),
            next=copy.asked(turns.next),
            begin=copy.effects(turns.begin),
            end=copy.effects(turns.end),
            round_end=copy.effects(turns.round_end),
            round_first=None if turns.round_first is None else copy.asked(turns.round_first),
        ),
        setup=copy.effects(program.setup),
        ends=tuple(map(copy.end, program.ends)),
    )


# ---------------------------------------------------------------------------------------------- watched things


@dataclass(frozen=True, slots=True, eq=False)
class Passed:
    """An effect that only counts: it stands first in a list that is watched."""

    seen: list[int]
    span: Span = field(repr=False)


class Entries(tuple[Any, ...]):  # Any: a table's values are of any sort
    """The values of a table, which count how often each is read."""

    seen: list[list[int]]

    def __getitem__(self, index: Any) -> Any:  # Any: as `tuple` has it
        self.seen[index][1] += 1
        return super().__getitem__(index)


def _do_passed(machine: Machine, effect: Passed) -> None:
    machine.work += AN_EFFECT  # it is no effect of the rulebook
    effect.seen[1] += 1


def _watched_class(plain: type) -> type:
    """The class of watched nodes below a class of expressions; it is evaluated like those, and counted."""
    evaluate = EVAL[plain]
    made = type(f"Watched{plain.__name__}", (plain,), {"__slots__": ("seen",), "__module__": __name__})

    def eval_watched(machine: Machine, node: Any) -> Value:  # Any: a node of the class just made
        value: Value = evaluate(machine, node)
        node.seen[1 if value else 0] += 1
        return value

    EVAL[made] = eval_watched
    return made


DO[Passed] = _do_passed
_WATCHED = {plain: _watched_class(plain) for plain in get_args(ir.Expression)}

# -------------------------------------------------------------------------------------------------- the copy

_Node = TypeVar("_Node")


def _classes(*unions: UnionType | Any) -> frozenset[type]:  # Any: what a union is to a type checker
    return frozenset(each for union in unions for each in get_args(union))


_NODES = _classes(ir.Expression, ir.Domain, ir.Effect, ir.Outcome) | {ir.Clause, ir.Case}


class _Copy:
    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    # ------------------------------------------------------------------------------------------------- the rules

    def action(self, action: ir.Action) -> ir.Action:
        return replace(
            action,
            parameters=tuple(replace(each, domain=self.of(each.domain)) for each in action.parameters),
            lets=tuple(replace(each, value=self.of(each.value)) for each in action.lets),
            conditions=tuple(
                replace(each, holds=self.watch(self.of(each.holds))) for each in action.conditions
            ),
            do=self.rule(action.path, action.do),
        )

    def phase(self, phase: ir.Phase) -> ir.Phase:
        return replace(
            phase,
            triggers=tuple(
                replace(
                    each,
                    condition=self._condition(each.condition, each.span),
                    do=self.rule(each.path, each.do),
                )
                for each in phase.triggers
            ),
            automatic=None if phase.automatic is None else self.effects(phase.automatic),
        )

    def end(self, end: ir.End) -> ir.End:
        return replace(end, condition=self._condition(end.condition, end.span), result=self.of(end.result))

    def effects(self, rule: ir.Rule) -> ir.Rule:
        """Without effects a rule of the flow is no event, and this must stay so."""
        return replace(rule, do=self.rule(rule.path, rule.do) if rule.do else ())

    def rule(self, path: str, effects: ir.Effects) -> ir.Effects:
        return self._marked(done(path), self.of(effects))

    def asked(self, asked: ir.Asked) -> ir.Asked:
        return replace(asked, value=self.of(asked.value))

    def table(self, table: ir.Table) -> ir.Table:
        values = Entries(table.values)
        values.seen = [self._tally.of(entry(table.name, index)) for index in range(len(values))]
        return replace(table, values=values)

    def _condition(self, condition: ir.Expression | None, span: Span) -> ir.Expression | None:
        """A rule without a condition counts as one whose condition is true: that it was asked is told in this way."""
        return self.watch(ir.Constant(True, span) if condition is None else self.of(condition))

    # -------------------------------------------------------------------------------------------------- the nodes

    def of(self, node: _Node) -> _Node:
        """A copy of a node or of a tuple of them, with everything inside watched that can go one way or another."""
        if isinstance(node, tuple):
            return tuple(map(self.of, node))  # type: ignore[return-value]  # a tuple of the same shape
        if type(node) not in _NODES:
            return node
        names = [name for name in node.__dataclass_fields__ if name != "span"]  # type: ignore[attr-defined]  # _NODES are dataclasses
        copied: Any = replace(node, **{name: self.of(getattr(node, name)) for name in names})  # type: ignore[type-var]  # as above
        found: _Node = self._branches(copied)
        return found

    def _branches(self, node: Any) -> Any:  # Any: a node of any class, and the same class again
        match node:
            case ir.And() | ir.Or():
                items = tuple(item if item.span == node.span else self.watch(item) for item in node.items)
                return replace(node, items=items)
            case ir.IfElse() | ir.Chosen():
                return replace(node, condition=self.watch(node.condition))
            case ir.If(condition=condition):
                return replace(node, condition=self.watch(condition))
            case ir.Clause(condition=condition) if condition is not None:
                return replace(node, condition=self.watch(condition))
            case ir.Cases():
                return self._cases(node)
            case ir.SumLines(lines=lines):
                return replace(node, lines=tuple((i, label, self.watch(value)) for i, label, value in lines))
            case ir.For(do=do, span=span):
                return replace(node, do=self._marked(branch(span, 0), do))
            case ir.Pick(do=do, otherwise=other, span=span):
                return replace(
                    node,
                    do=self._marked(branch(span, 0), do),
                    otherwise=self._marked(branch(span, 1), other),
                )
            case ir.Switch(cases=cases, span=span):
                return replace(
                    node,
                    cases=tuple(
                        (value, self._marked(branch(span, number), do))
                        for number, (value, do) in enumerate(cases)
                    ),
                )
            case _:
                return node

    def _cases(self, node: ir.Cases) -> ir.Cases:
        by_value = node.subject is not None
        return replace(
            node,
            cases=tuple(
                replace(each, value=self.watch(each.value))
                if by_value
                else replace(each, test=self.watch(each.test))
                for each in node.cases
            ),
            otherwise=None if node.otherwise is None else self.watch(node.otherwise),
        )

    def watch(self, node: ir.Expression) -> ir.Expression:
        """The same expression, counted; what no author wrote is not."""
        if type(node) not in _WATCHED or node.span.start == node.span.end:
            return node
        made: Any = object.__new__(_WATCHED[type(node)])
        for name in node.__dataclass_fields__:
            object.__setattr__(made, name, getattr(node, name))
        object.__setattr__(made, "seen", self._tally.of(truth(node.span)))
        counted: ir.Expression = made
        return counted

    def _marked(self, mark: Mark, effects: Sequence[ir.Effect]) -> ir.Effects:
        span = effects[0].span if effects else NOWHERE
        passed: Any = Passed(self._tally.of(mark), span)
        return (passed, *effects)
