"""Reads definitions in their four forms, conditions, which have the form of definitions, and positions that are noted.

total: sum(rack.face)      ->      Definition(id="total", parameters=(), body=Call(...))
"""

from __future__ import annotations

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.rulebook import messages, nodes
from rulewright.rulebook.reading import Fields, Head, Named, Reader

_BODIES = ("is", "cases", "sum_of")


def definitions(reader: Reader, node: document.Node | None) -> dict[str, nodes.Definition]:
    read = (_definition(reader, named) for named in reader.named(node, "define", "a definition"))
    return {definition.id: definition for definition in read if definition}


def conditions(reader: Reader, node: document.Node | None, path: str) -> dict[str, nodes.Condition]:
    """The conditions of an action, or the invariants, by id and in the order of the file."""
    read = (_condition(reader, named) for named in reader.named(node, path, "a condition"))
    return {condition.id: condition for condition in read if condition}


def positions(reader: Reader, node: document.Node | None) -> dict[str, nodes.NotedPosition]:
    return reader.entries(node, "positions", "a position", _position)


def _position(reader: Reader, named: Named, fields: Fields) -> nodes.NotedPosition | None:
    given, most = fields.get("of"), fields.expression("most")
    of = reader.expressions(given) if given is not None else ()
    if isinstance(given, document.Sequence) and not given.items:
        reader.problems.add(
            messages.nothing_written(named.span, "a board, a zone, a variable or a value in `of`")
        )
    if not of or most is None:
        return None
    forget = fields.expression("forget")
    return nodes.NotedPosition(of=of, most=most, forget=forget, **named.head(fields))


def _condition(reader: Reader, named: Named) -> nodes.Condition | None:
    if not isinstance(named.value, document.Mapping):
        short = reader.expression(named.value)
        return nodes.Condition(holds=short, says=None, **named.head()) if short else None
    fields = reader.fields(named.value, "a condition")
    form = fields.exactly_one(("holds", "leaves"), named.span) if fields else None
    holds = fields.expression(form) if fields and form else None
    if fields is None or holds is None:
        return None
    says, afterwards = fields.text("says"), form == "leaves"
    return nodes.Condition(holds=holds, says=says, afterwards=afterwards, **named.head(fields))


def _definition(reader: Reader, named: Named) -> nodes.Definition | None:
    if not isinstance(named.value, document.Mapping):
        short = reader.expression(named.value)
        return nodes.Definition(parameters=(), body=short, **named.head()) if short else None
    fields = reader.fields(named.value, "a definition")
    if fields is None:
        return None
    body = _body(reader, named, fields)
    parameters = reader.parameters(fields.get("of"))
    return nodes.Definition(parameters=parameters, body=body, **named.head(fields)) if body else None


def _body(reader: Reader, named: Named, fields: Fields) -> nodes.Body | None:
    form = fields.exactly_one(_BODIES, named.span)
    if form != "cases":
        _only_with_cases(reader, fields, form)
    match form:
        case "is":
            return fields.expression("is")
        case "cases":
            return _cases(reader, named, fields)
        case "sum_of":
            return _sum_of(reader, named, fields)
        case _:
            return None


def _only_with_cases(reader: Reader, fields: Fields, form: str | None) -> None:
    for entry in fields.mapping:
        if form is not None and entry.key.text in ("by", "otherwise"):
            reader.problems.add(messages.needs_other_key(entry.key, "cases", "a definition"))


def _cases(reader: Reader, named: Named, fields: Fields) -> nodes.Cases:
    by, path = fields.expression("by"), f"{named.path}.cases"
    cases: list[nodes.Case] = []
    if fields.has("by"):
        cases.extend(_cases_by_value(reader, fields.get("cases"), path))
    else:
        for entry in reader.named(fields.get("cases"), path, "a case"):
            cases.extend(_case_in_order(reader, entry))
    otherwise = fields.expression("otherwise")
    return nodes.Cases(by=by, cases=tuple(cases), otherwise=otherwise, span=fields.span)


def _cases_by_value(reader: Reader, node: document.Node | None, path: str) -> list[nodes.Case]:
    """`{value: E}`; the value may be a number or a member, so it is read as an expression."""
    if not isinstance(node, document.Mapping):
        if node is not None:
            reader.problems.add(messages.wrong_shape(node, "a mapping of values, each with an expression,"))
        return []
    cases: list[nodes.Case] = []
    for entry in node:
        named = Named(entry.key.text, f"{path}.{entry.key.text}", entry.key.span, entry.value)
        key, value = reader.expression(entry.key), _value(reader, named, "a case under `by`")
        if key is not None and value is not None:
            cases.append(nodes.Case(key=key, when=None, is_=value[0], **value[1]))
    return cases


def _case_in_order(reader: Reader, named: Named) -> list[nodes.Case]:
    if isinstance(named.value, document.Scalar):
        reader.problems.add(messages.case_without_when(named.value.span))
        return []
    fields = reader.fields(named.value, "a case")
    when = fields.expression("when") if fields else None
    is_ = fields.expression("is") if fields else None
    if fields is None or when is None or is_ is None:
        return []
    key = syntax.Name(named.id, named.span)
    return [nodes.Case(key=key, when=when, is_=is_, **named.head(fields))]


def _sum_of(reader: Reader, named: Named, fields: Fields) -> nodes.SumOf:
    lines: list[nodes.SumLine] = []
    for entry in reader.named(fields.get("sum_of"), f"{named.path}.sum_of", "a line of the sum"):
        value = _value(reader, entry, "a line of a sum")
        if value is not None:
            lines.append(nodes.SumLine(is_=value[0], **value[1]))
    return nodes.SumOf(lines=tuple(lines), span=fields.span)


def _value(reader: Reader, named: Named, what: str) -> tuple[syntax.Expression, Head] | None:
    """An expression, or `{is: E}` with a label."""
    if not isinstance(named.value, document.Mapping):
        short = reader.expression(named.value)
        return (short, named.head()) if short else None
    for entry in named.value:
        if entry.key.text not in ("is", "label", "about", "sheet"):
            reader.problems.add(messages.unknown_key(entry.key, what, ("is", "label", "about", "sheet")))
    fields = Fields(reader, named.value, what)
    is_ = fields.expression("is")
    if is_ is None and not fields.has("is"):
        reader.problems.add(messages.missing_key(named.span, what, "is"))
    return (is_, named.head(fields)) if is_ else None
