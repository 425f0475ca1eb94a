"""Walks through a rulebook at one table and looks up the counts of each place in a tally.

    for place, seen in places(book, tally): ...

The walk follows the source.  Conditions that the table's options and players settle are not in the program that was
played, so they have no count of their own: they get that of the enclosing place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, assert_never

from rulewright.author.coverage.places import NEVER, Key, Place, Seen, Sort
from rulewright.checked.references import expressions_in
from rulewright.checked.rules.strategies_only import named_only_by_strategies
from rulewright.checked.usage.unused import brought_for_nothing
from rulewright.evaluate.tracing.counting import Tally, branch, done, entered, entry, truth
from rulewright.expression import nodes as syntax
from rulewright.expression.children import children
from rulewright.rulebook import nodes as rules
from rulewright.runtime.fast import Mark
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.pipeline import Book

LONGEST_TEXT = 48


def places(book: Book, tally: Tally, examples: bool = False) -> dict[Key, tuple[Place, Seen]]:
    """Every place of the rulebook at this table, with its counts. Rows of tables that examples look up with constant keys count
    only for `examples`."""
    walk = _Walk(book, tally, examples)
    walk.rulebook()
    return walk.found


@dataclass(frozen=True, slots=True)
class _Within:
    """The position of the walk: the path of the rule, the enclosing place and branch, and how often play reached it."""

    path: str
    key: Key | None = None
    branch: bool | None = None
    times: int = 1

    def at(self, path: str) -> _Within:
        """The same position for another rule."""
        return replace(self, path=path)


class _Walk:
    def __init__(self, book: Book, tally: Tally, examples: bool) -> None:
        self.found: dict[Key, tuple[Place, Seen]] = {}
        self._book = book.rulebook
        self._c = book.checked
        self._idle = named_only_by_strategies(book.rulebook) | brought_for_nothing(book.rulebook)
        self._tally = tally
        told = [] if examples else [example.whole for example in book.rulebook.examples.values()]
        self._elsewhere = [(span.file, span.start, span.end) for span in told]

    # ------------------------------------------------------------------------------------------------- the rules

    def rulebook(self) -> None:
        book = self._book
        for table in book.tables.values():
            if table.id not in self._idle:
                self._table(table)
        for definition in book.definitions.values():
            if definition.id not in self._idle:
                self._definition(definition)
        self._flow("setup", book.setup)
        turns = book.turns
        self._flow("turns.begin", turns.begin)
        self._flow("turns.end", turns.end)
        self._flow("turns.round_end", turns.round_end)
        for path, asked in (
            ("turns.first", turns.first), ("turns.next", turns.next), ("turns.round_first", turns.round_first)
        ):  # fmt: skip
            if asked is not None:
                self._inside(asked, _Within(path))
        for phase in book.phases.values():
            self._phase(phase)
        for step in book.steps.values():
            if step.id in self._idle:
                continue
            inside = self._came_up("step", step.span, _Within(step.path), "", self._count(done(step.path)))
            self._effects(step.do, inside)
        for end in book.ends.values():
            self._end(end)

    def _flow(self, path: str, effects: rules.Effects) -> None:
        if effects:
            inside = self._came_up("rule", effects[0].span, _Within(path), "", self._count(done(path)))
            self._effects(effects, inside)

    def _phase(self, phase: rules.Phase) -> None:
        path = f"{phase.path}.do"
        marks = [entered(phase.path), done(path), *(done(each.path) for each in phase.triggers.values())]
        times = sum(map(self._count, marks))
        inside = self._came_up("phase", phase.span, _Within(phase.path), "", times)
        for action in phase.actions.values():
            self._action(action, inside)
        for trigger in phase.triggers.values():
            self._trigger(trigger, inside)
        if phase.automatic is not None:
            self._effects(phase.automatic, _Within(path, inside.key, None, self._count(done(path))))

    def _action(self, action: rules.Action, phase: _Within) -> None:
        path = action.path
        taken = self._came_up("action", action.span, phase.at(path), "", self._count(done(path)))
        for parameter in action.choose:
            self._inside(parameter.domain, phase.at(f"{path}.choose.{parameter.name}"))
        for let in action.let:
            self._inside(let.value, phase.at(f"{path}.let.{let.name}"))
        for condition in action.requirements:
            self._both_ways("condition", condition.holds, phase.at(condition.path), "", stays=True)
        self._effects(action.do, taken.at(f"{path}.do"))

    def _trigger(self, trigger: rules.Trigger, phase: _Within) -> None:
        at = phase.at(trigger.path)
        if trigger.when is None:
            fired = self._came_up("trigger", trigger.span, at, "", self._count(done(trigger.path)))
        else:
            key = self._both_ways("trigger", trigger.when, at, "", stays=True, at=trigger.span)
            fired = self._branch(key, True, trigger.path)
        self._effects(trigger.do, fired.at(f"{trigger.path}.do"))

    def _end(self, end: rules.End) -> None:
        at = _Within(end.path)
        if end.when is None:
            held = self._came_up("end", end.span, at, "", self._count(truth(end.span)))
        else:
            key = self._both_ways("end", end.when, at, "", stays=True, at=end.span)
            held = self._branch(key, True, end.path)
        for outcome in end.result:
            if isinstance(outcome, rules.Wins):
                self._inside(outcome.who, held)
        if end.worth is not None:
            self._inside(end.worth, held)

    # ---------------------------------------------------------------------------------- tables and definitions

    def _table(self, table: rules.Table) -> None:
        facts = self._c.tables[table.id]
        width = len(facts.values) // len(facts.rows)
        settled = self._settled_rows(table.id)
        for number, row in enumerate(table.rows):
            firsts = [position for position, own in enumerate(facts.rows) if own == number]
            cells = [position * width + across for position in firsts for across in range(width)]
            used = sum(self._count(entry(f"table.{table.id}", cell)) for cell in cells)
            used += sum(position in settled for position in firsts)
            text = _text(row.key.span)
            seen = Seen(0, used) if firsts else NEVER
            self._add(Place("row", row.span, table.path, f"row {text}", None, None), seen)

    def _settled_rows(self, table: str) -> set[int]:
        """The positions along a table's first axis that are looked up with a key known before play."""
        return {
            position
            for position, span in self._c.looked_up.get(table, ())
            if not any(
                file == span.file and start <= span.start < end for file, start, end in self._elsewhere
            )
        }

    def _definition(self, definition: rules.Definition) -> None:
        at = _Within(definition.path)
        match definition.body:
            case rules.SumOf(lines=lines, span=span):
                inside = self._came_up("definition", definition.span, at, "", self._asked(span))
                for line in lines:
                    self._line(line, inside)
            case rules.Cases() as cases:
                self._cases(definition, cases)
            case body:
                if not self._settled(body):
                    times = self._asked(self._stands_for(body).span)
                    self._inside(body, self._came_up("definition", definition.span, at, "", times))

    def _line(self, line: rules.SumLine, inside: _Within) -> None:
        if self._settled(line.is_):
            return
        within = inside.at(line.path)
        no, yes = self._tally.of(truth(self._stands_for(line.is_).span))
        self._add(Place("line", line.span, line.path, "", inside.key, None), Seen(no, yes))
        self._inside(line.is_, within)

    def _cases(self, definition: rules.Definition, body: rules.Cases) -> None:
        live = self._live_value(body)
        times = self._asked(body.span) if live is None else self._asked(self._stands_for(live).span)
        if self._c.definitions[definition.id].info.fixed:
            times = 1
        inside = self._came_up("definition", definition.span, _Within(definition.path), "", times)
        if body.by is not None:
            self._inside(body.by, inside)
        settled = False
        for case in body.cases:
            within = inside.at(case.path)
            if body.by is not None:
                there = live is None or live is case.is_
                reached = times if live is case.is_ else self._asked(self._stands_for(case.is_).span)
                chosen = self._came_up("key case", case.span, within, "", reached, could=there)
                self._inside(case.is_, chosen)
            elif case.when is not None and not settled:
                key = self._both_ways("case", case.when, within, "", at=case.span)
                self._inside(case.is_, self._branch(key, True, case.path))
                settled = self._c.infos[case.when].value is True
        if body.otherwise is not None:
            reached = self._asked(self._stands_for(body.otherwise).span)
            there = live is None or live is body.otherwise
            last = self._came_up("otherwise", body.otherwise.span, inside, "otherwise", reached, could=there)
            self._inside(body.otherwise, last)

    def _live_value(self, body: rules.Cases) -> syntax.Expression | None:
        """The value of the case that applies, if the table settles which; otherwise None."""
        if body.by is not None:
            subject = self._c.infos[body.by]
            if not subject.fixed:
                return None
            keyed = (case.is_ for case in body.cases if self._c.infos[case.key].value == subject.value)
            return next(keyed, body.otherwise)
        for case in body.cases:
            assert case.when is not None
            test = self._c.infos[case.when]
            if test.value is not False:
                return case.is_ if test.value is True else None
        return body.otherwise

    # ------------------------------------------------------------------------------------------------- effects

    def _effects(self, effects: rules.Effects, within: _Within) -> None:
        for effect in effects:
            self._effect(effect, within)

    def _effect(self, effect: rules.AnyEffect, within: _Within) -> None:
        if isinstance(effect, rules.Plain):
            for part in expressions_in(effect):
                self._inside(part, within)
            return
        match effect:
            case rules.If(condition=condition, do=do, else_=other):
                key = self._both_ways("if", condition, within, f"if {_text(condition.span)}")
                self._effects(do, self._branch(key, True, within.path))
                self._effects(other, self._branch(key, False, within.path))
            case rules.For(clause=clause, do=do, span=span):
                self._inside(clause, within)
                times = self._count(branch(span, 0))
                text = f"for {_text(clause.span)}"
                self._effects(do, self._came_up("loop", clause.span, within, text, times))
            case rules.Pick(clause=clause, do=do, else_=other, span=span):
                self._inside(clause, within)
                picked = f"pick {_text(clause.span)}"
                times = self._count(branch(span, 0))
                self._effects(do, self._came_up("pick", clause.span, within, picked, times))
                if other:
                    times = self._count(branch(span, 1))
                    self._effects(
                        other, self._came_up("else", other[0].span, within, f"else of {picked}", times)
                    )
            case rules.By():
                self._by(effect, within)
            case _:
                assert_never(effect)

    def _by(self, effect: rules.By, within: _Within) -> None:
        self._inside(effect.subject, within)
        subject = self._c.infos[effect.subject]
        for number, case in enumerate(effect.cases):
            times, there = self._count(branch(effect.span, number)), True
            if subject.fixed:
                there = self._c.infos[case.key].value == subject.value
                times = within.times if there else 0
            text = f"case {_text(case.key.span)}"
            self._effects(
                case.do, self._came_up("effect case", case.key.span, within, text, times, could=there)
            )

    # --------------------------------------------------------------------------------------------- expressions

    def _inside(self, node: syntax.Node, within: _Within, joined: Literal["and", "or", ""] = "") -> None:
        """Add the places in an expression. `joined`: the expression is the whole of the place that `within` names."""
        if self._settled(node):
            return
        match node:
            case syntax.And(items=items) | syntax.Or(items=items):
                open_ = [item for item in items if not self._settled(item)]
                if len(open_) == 1:
                    self._inside(open_[0], within)
                    return
                for item in open_:
                    self._both_ways("operand", item, within, _text(item.span), joined=joined)
            case syntax.IfElse(value=value, condition=condition, otherwise=otherwise):
                key = self._both_ways("choice", condition, within, f"if {_text(condition.span)}")
                self._inside(value, self._branch(key, True, within.path))
                self._inside(otherwise, self._branch(key, False, within.path))
            case syntax.Clause(domain=domain, if_=test):
                self._inside(domain, within)
                if test is not None:
                    self._both_ways("clause", test, within, f"if {_text(test.span)}")
            case _:
                for part in children(node):
                    self._inside(part, within)

    def _both_ways(
        self,
        sort: Sort,
        node: syntax.Expression,
        within: _Within,
        detail: str,
        *,
        stays: bool = False,
        at: Span | None = None,
        joined: Literal["and", "or", ""] = "",
    ) -> Key:
        """Add a condition and the places inside it. `stays`: it is evaluated in play even if the table settles it."""
        place = Place(sort, at or node.span, within.path, detail, within.key, within.branch, joined, True)
        no, yes = self._tally.of(truth(self._stands_for(node).span))
        if not self._settled(node):
            self._add(place, Seen(no, yes))
        else:
            holds = bool(self._c.infos[node].value)
            times = no + yes if stays else within.times
            self._add(place, Seen(0 if holds else times, times if holds else 0, not holds, holds))
        inside = _Within(within.path, place.key, None, sum(self.found[place.key][1][:2]))
        self._inside(node, inside, _joint(node))
        return place.key

    def _settled(self, node: syntax.Node) -> bool:
        """Whether the table settles an expression, so that it is not evaluated in play."""
        info = self._c.infos.get(node)
        return info is not None and info.fixed and not info.silent

    def _stands_for(self, node: syntax.Expression) -> syntax.Expression:
        """The expression that is left in the program after the parts that the table settles are removed."""
        if self._settled(node):
            return node
        match node:
            case syntax.And(items=items) | syntax.Or(items=items):
                idle = isinstance(node, syntax.And)
                left = [item for item in items if self._c.infos[item].value is not idle]
                return self._stands_for(left[0]) if len(left) == 1 else node
            case syntax.IfElse(condition=condition) if self._c.infos[condition].fixed:
                holds = self._c.infos[condition].value
                return self._stands_for(node.value if holds else node.otherwise)
            case syntax.Otherwise(value=value, default=default) if self._c.infos[value].fixed:
                return self._stands_for(default) if self._c.infos[value].value is None else node
            case _:
                return node

    # --------------------------------------------------------------------------------------------------- adding

    def _came_up(
        self, sort: Sort, span: Span, within: _Within, detail: str, times: int, could: bool = True
    ) -> _Within:
        """Add a place for which it is enough to come up, and return the position inside it."""
        place = Place(sort, span, within.path, detail, within.key, within.branch)
        self._add(place, Seen(0, times, False, True) if could else NEVER)
        return _Within(within.path, place.key, None, times)

    def _branch(self, key: Key, way: bool, path: str) -> _Within:
        no, yes = self.found[key][1][:2]
        return _Within(path, key, way, yes if way else no)

    def _add(self, place: Place, seen: Seen) -> None:
        """Add a place with its counts. Two rules made from one text are one place, with the larger counts."""
        known = self.found.get(place.key)
        if known is not None:
            place, seen = known[0], max(known[1], seen, key=lambda each: each.no + each.yes)
        self.found[place.key] = (place, seen)

    def _count(self, mark: Mark) -> int:
        return self._tally.of(mark)[1]

    def _asked(self, span: Span) -> int:
        return sum(self._tally.of(truth(span)))


def _joint(node: syntax.Expression) -> Literal["and", "or", ""]:
    return "and" if isinstance(node, syntax.And) else "or" if isinstance(node, syntax.Or) else ""


def _text(span: Span) -> str:
    """A part of the rulebook on one line, shortened if it is long."""
    text = " ".join(span.text.split())
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
