"""Definitions and tables: parameters have declared types, and results are inferred."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulewright.checked.bindings import OPEN, Fixed, Info, Open
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations
from rulewright.checked.declarations.lookup import table, variable, works_out
from rulewright.checked.expressions.narrowing import facts_when
from rulewright.checked.expressions.visibility import each_once
from rulewright.checked.facts import AxisFacts, DefinitionFacts, TableFacts
from rulewright.checked.infer import (
    UNKNOWN,
    check_extent,
    condition,
    element_of,
    infer,
    integer,
    join,
    range_of,
)
from rulewright.checked.messages import declarations as declaration_messages
from rulewright.checked.messages import types as messages
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language import ranges
from rulewright.language.types import Board, Integer, Kind, Piece, Type, Unknown, Value, Zone
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import replace


def parameter_types(c: Context, parameters: Sequence[rulebook.Parameter]) -> list[tuple[str, Value]] | None:
    """Names and types of declared parameters; None after a problem."""
    types: list[tuple[str, Value]] = []
    for parameter in parameters:
        type_ = element_of(c, parameter.domain, declarations.SETUP)
        if isinstance(type_, Unknown):
            return None
        types.append((parameter.name, type_))
    return types


def parameter_scope(
    c: Context, parameters: Sequence[rulebook.Parameter], types: Sequence[tuple[str, Value]]
) -> Scope:
    """The scope of a body with declared parameters (`me` exists wherever it is used)."""
    scope = Scope(parameters=tuple(name for name, _ in types))
    for parameter, (name, type_) in zip(parameters, types, strict=True):
        declarations.check_new_name(c, syntax.Name(name, parameter.span), scope)
        scope = scope.bind(name, type_, isinstance(type_, Piece))
    return scope


@works_out(rulebook.Definition)
def definition_facts(c: Context, declared: rulebook.Definition) -> DefinitionFacts | None:
    types = parameter_types(c, declared.parameters)
    if types is None:
        return None
    scope = parameter_scope(c, declared.parameters, types)
    c.reads.append([])
    c.names.append(set())
    c.uses_me.append(False)
    info = infer_body(c, declared, scope)
    if isinstance(info.type, Kind):
        span = declared.body if not isinstance(declared.body, (rulebook.Cases, rulebook.SumOf)) else None
        messages.not_a_value(
            c, span or syntax.Name(declared.id, declared.span), info.type, f"`{declared.id}`"
        )
        info = UNKNOWN
    reads, names, uses_me = c.reads.pop(), c.names.pop(), c.uses_me.pop()
    if isinstance(info.type, Unknown):
        return None
    return DefinitionFacts(
        tuple(types), replace(info, meaning=None), each_once(reads), frozenset(names), uses_me
    )


def infer_body(c: Context, declared: rulebook.Definition, scope: Scope) -> Info:
    match declared.body:
        case rulebook.SumOf(lines=lines):
            return _sum(c, lines, scope)
        case rulebook.Cases() as cases:
            return _cases(c, declared, cases, scope)
        case expression:
            info = infer(c, expression, scope.welcoming(expression))
            check_extent(c, expression, info.type)
            return info


def _sum(c: Context, lines: Sequence[rulebook.SumLine], scope: Scope) -> Info:
    low = high = 0
    fails = False
    for line in lines:
        info = integer(c, line.is_, scope, f"the line `{line.id}` of a sum")
        span = range_of(info)
        low, high, fails = low + span.low, high + span.high, fails or info.fails
    inside = ranges.clipped((low, high))
    return Info(Integer(*inside), low if low == high else OPEN, fails=fails or inside != (low, high))


def _cases(c: Context, declared: rulebook.Definition, body: rulebook.Cases, scope: Scope) -> Info:
    subject = infer(c, body.by, scope) if body.by is not None else None
    type_: Type = Unknown()
    fails = subject.fails if subject else False
    seen: list[Fixed] = []
    guard: Open = OPEN
    guards: list[Open] = []
    infos: list[Info] = []
    for case in body.cases:
        inner = scope
        with c.behind(True not in guards):
            if subject is not None:
                key = infer(c, case.key, scope, subject.type)
                if not check_key(c, case.key, key, subject, seen, f"a case of `{declared.id}`"):
                    subject = replace(
                        subject, type=Unknown()
                    )  # reported once, since the other cases will be like this one
                guard = key.value == subject.value if key.fixed and subject.fixed else OPEN
            elif case.when is not None:
                test = condition(c, case.when, scope, f"the case `{case.id}`")
                guard, fails = test.value, fails or test.fails
                inner = scope.know(facts_when(c, case.when, True))
                scope = scope.know(facts_when(c, case.when, False))
            with c.behind(guard):
                infos.append(infer(c, case.is_, inner, type_ if not isinstance(type_, Unknown) else None))
        guards.append(guard)
        type_ = _joined(c, case.is_, type_, infos[-1].type)
    if body.otherwise is not None:
        with c.behind(True not in guards):
            infos.append(infer(c, body.otherwise, scope, type_ if not isinstance(type_, Unknown) else None))
        guards.append(True)
        type_ = _joined(c, body.otherwise, type_, infos[-1].type)
    elif subject is None or not _complete(c, subject.type, seen):
        declaration_messages.cases_incomplete(c, declared, subject.type if subject else None, seen)
    fails = fails or any(info.fails for info in infos)
    silent, narrowed = any(info.silent for info in infos), any(info.narrowed for info in infos)
    return Info(type_, _taken(guards, infos), fails=fails, silent=silent, narrowed=narrowed)


def _taken(guards: Sequence[Open], infos: Sequence[Info]) -> Open:
    """The value of the first case that holds, as far as it is known."""
    for guard, info in zip(guards, infos, strict=True):
        if guard is not False:
            return info.value if guard is True else OPEN
    return OPEN


def _joined(c: Context, node: syntax.Expression, one: Type, other: Type) -> Type:
    joined = join(one, other)
    if joined is None:
        messages.cases_differ(c, node, one, other)
        return one
    return joined


def check_key(
    c: Context, node: syntax.Expression, key: Info, subject: Info, seen: list[Fixed], role: str
) -> bool:
    """Whether the key of a case has the type of the subject."""
    if isinstance(key.type, Unknown) or isinstance(subject.type, Unknown):
        return True
    if join(key.type, subject.type) is None:
        messages.wrong_type(c, node, key.type, subject.type, role)
        return False
    if not key.fixed:
        messages.not_constant(c, node, "the value of a case")
    else:
        if key.value in seen:
            declaration_messages.case_twice(c, node)
        seen.append(key.known)
    return True


def _complete(c: Context, type_: Type, seen: list[Fixed]) -> bool:
    if isinstance(type_, Unknown):
        return True
    values = declarations.values_of(c, type_)
    return values is not None and all(v in seen for v in values)


# --------------------------------------------------------------------------------------------------- tables


@works_out(rulebook.Table)
def table_facts(c: Context, declared: rulebook.Table) -> TableFacts | None:
    if len(declared.of) > 2:
        declaration_messages.too_many_domains(c, declared)
        return None
    axes = [declarations.axis_of(c, p.domain, f"`of` of {declared.id}") for p in declared.of]
    if any(a is None for a in axes) or not axes:
        return None
    if declarations.too_many_values(c, declared.id, declared.span, tuple(a for a in axes if a is not None)):
        return None
    first = axes[0]
    assert first is not None
    across = axes[1].values if len(axes) > 1 and axes[1] is not None else (None,)
    type_: Type = Unknown()
    rows: dict[Fixed, list[Fixed]] = {}
    remaining: list[Fixed] | None = None
    placed: dict[Fixed, rulebook.TableRow] = {}
    lost = False  # a row whose key is wrong, which was reported
    for row in declared.rows:
        values, type_ = _row_values(c, row, len(across), type_)
        keys = _row_keys(c, row, first, placed, declared)
        if keys is None:
            remaining = values
        lost = lost or keys == []
        for key in keys or ():
            rows[key] = values
            placed[key] = row
    missing = [v for v in first.values if v not in rows]
    if missing and remaining is None:
        if not lost:
            before = [v for v in first.values[: first.values.index(missing[0])] if v in placed]
            previous = placed[before[-1]] if before else None
            declaration_messages.table_incomplete(c, declared, first.type, missing, previous)
        remaining = next(iter(rows.values()), None)  # so that uses of the table are not reported as well
        if remaining is None:
            return None
    if isinstance(type_, (Unknown, Zone, Kind, Board)):
        return None
    flat = [value for v in first.values for value in rows.get(v, remaining or [])]
    others = next((n for n, row in enumerate(declared.rows) if isinstance(row.key, syntax.RowRemaining)), -1)
    written = [declared.rows.index(placed[v]) if v in placed else others for v in first.values]
    return TableFacts(type_, tuple(a for a in axes if a is not None), tuple(flat), tuple(written))


def _row_values(c: Context, row: rulebook.TableRow, width: int, type_: Type) -> tuple[list[Fixed], Type]:
    if len(row.values) != width:
        declaration_messages.row_width(c, row, len(row.values), width)
    values: list[Fixed] = []
    for node in row.values:
        with c.only_constants():
            info = infer(c, node, declarations.SETUP, type_ if not isinstance(type_, Unknown) else None)
        if not info.fixed and not isinstance(info.type, Unknown):
            messages.not_constant(c, node, "a table's value")
        values.append(info.known if info.fixed else 0)
        type_ = _joined(c, node, type_, info.type)
    return (values + [0] * width)[:width], type_


def _row_keys(
    c: Context,
    row: rulebook.TableRow,
    axis: AxisFacts,
    placed: dict[Fixed, rulebook.TableRow],
    declared: rulebook.Table,
) -> list[Fixed] | None:
    """The new keys of a row; None for `otherwise`. `placed` has those of the rows above."""
    low: syntax.Expression | None = None
    high: syntax.Expression | None = None
    match row.key:
        case syntax.RowRemaining():
            return None
        case syntax.RowUpTo():
            high = row.key.high
        case syntax.RowFromOn():
            low = row.key.low
        case syntax.RowValue(value=syntax.Range() as span):
            low, high = span.low, span.high
        case syntax.RowValue(value=value):
            low = high = value
        case _:
            assert_never(row.key)
    least = _bound(c, low, axis) if low is not None else None
    most = least if high is low else _bound(c, high, axis) if high is not None else None
    if (low is not None and least is None) or (high is not None and most is None):
        return []
    keys = [v for v in axis.values if _within(v, least, most)]
    if not keys:
        declaration_messages.row_outside(c, row, axis.type, declared)
    for key in keys:
        if key in placed:
            declaration_messages.rows_overlap(c, row, placed[key])
            break
    return [k for k in keys if k not in placed]


def _within(value: Fixed, least: Fixed, most: Fixed) -> bool:
    assert isinstance(value, int), "keys of a table are ordinals"
    return (not isinstance(least, int) or value >= least) and (not isinstance(most, int) or value <= most)


def _bound(c: Context, node: syntax.Expression, axis: AxisFacts) -> Fixed:
    return declarations.constant(c, node, _any_of(axis.type), "the key of a row")


def _any_of(type_: Value) -> Value:
    return Integer() if isinstance(type_, Integer) else type_


def axes_of(c: Context, name: str) -> list[Value] | None:
    """The types of the indices of a variable, table or definition."""
    if name in c.book.variables:
        facts = variable(c, name)
        return None if facts is None else [a.type for a in facts.axes]
    if name in c.book.tables:
        table_facts = table(c, name)
        return None if table_facts is None else [a.type for a in table_facts.axes]
    types = parameter_types(c, c.book.definitions[name].parameters)
    return None if types is None else [type_ for _, type_ in types]
