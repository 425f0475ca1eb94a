"""Reads declarations: options, enums, kinds of pieces, zones, variables, tables.

Side: {up: Hi, down: Lo}      ->      Enum(members=(Member(id="up", label=Text("Hi")), ...))
"""

from __future__ import annotations

import re

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.rulebook import messages, nodes
from rulewright.rulebook.reading import SEEN_BY, Fields, Named, Reader


def options(reader: Reader, node: document.Node | None) -> dict[str, nodes.Option]:
    return reader.entries(node, "options", "an option", _option)


def enums(reader: Reader, node: document.Node | None) -> dict[str, nodes.Enum]:
    found: dict[str, nodes.Enum] = {}
    for named in reader.named(node, "enums", "an enum"):
        members, value, head = _members(reader, named.value, "an enum"), named.value, named.head()
        if isinstance(value, document.Scalar):
            reader.problems.add(messages.wrong_shape(value, "a list or a mapping of an enum's members"))
        found[named.id] = nodes.Enum(members=members, **head)
    return found


def kinds(reader: Reader, node: document.Node | None) -> dict[str, nodes.Kind]:
    return reader.entries(node, "pieces", "a kind of pieces", _kind)


def zones(reader: Reader, node: document.Node | None) -> dict[str, nodes.Zone]:
    return reader.entries(node, "zones", "a zone", _zone)


def variables(reader: Reader, node: document.Node | None) -> dict[str, nodes.Variable]:
    return reader.entries(node, "variables", "a variable", _variable)


def tables(reader: Reader, node: document.Node | None) -> dict[str, nodes.Table]:
    return reader.entries(node, "tables", "a table", _table)


# ------------------------------------------------------------------------------------ options and enums


def _option(reader: Reader, named: Named, fields: Fields) -> nodes.Option | None:
    kind = fields.exactly_one(("type", "one_of"), named.span)
    given = fields.exactly_one(("default", "fixed"), named.span)
    type, one_of = fields.domain("type"), _choices(reader, fields.get("one_of"))
    value = fields.expression(given) if given else None
    if kind == "one_of" and not one_of:
        reader.problems.add(messages.nothing_written(named.span, "one value or more in `one_of`"))
    if kind is None or value is None or (type is None and not one_of):
        return None
    fixed = given == "fixed"
    return nodes.Option(type=type, one_of=one_of, value=value, fixed=fixed, **named.head(fields))


def _choices(reader: Reader, node: document.Node | None) -> tuple[nodes.Choice, ...]:
    """`{id: text}` or `[id]`."""
    if isinstance(node, document.Sequence):
        names = (reader.id(item, "a value of the option") for item in node)
        return tuple(nodes.Choice(id=name.id, text=None, span=name.span) for name in names if name)
    return tuple(
        nodes.Choice(id=named.id, text=reader.text(named.value), span=named.span)
        for named in reader.named(node, "", "the words for it")
    )


def _members(reader: Reader, node: document.Node | None, what: str) -> tuple[nodes.Member, ...]:
    """`[id]`, `{id: label}` or `{id: {attribute: value, label: text}}`."""
    if isinstance(node, document.Sequence):
        names = (reader.id(item, f"a member of {what}") for item in node)
        return tuple(nodes.Member(id=n.id, label=None, values={}, span=n.span) for n in names if n)
    if not isinstance(node, document.Mapping):
        return ()
    return tuple(_member(reader, named) for named in reader.named(node, "", f"a member of {what}"))


def _member(reader: Reader, named: Named) -> nodes.Member:
    label: nodes.Text | None = None
    values: dict[str, syntax.Expression] = {}
    if not isinstance(named.value, document.Mapping):
        label = reader.text(named.value)
        return nodes.Member(id=named.id, label=label, values=values, span=named.span)
    for entry in reader.named(named.value, "", "an attribute"):
        if entry.id == "label":
            label = reader.text(entry.value)
        elif entry.id == "about":
            reader.text(entry.value)
        elif (value := reader.expression(entry.value)) is not None:
            values[entry.id] = value
    return nodes.Member(id=named.id, label=label, values=values, span=named.span)


# ------------------------------------------------------------------------------------- pieces and zones


def _kind(reader: Reader, named: Named, fields: Fields) -> nodes.Kind:
    if fields.has("count") and fields.has("one_per"):
        fields.exactly_one(("count", "one_per"), named.span)
    return nodes.Kind(
        count=fields.expression("count"),
        one_per=reader.parameters(fields.get("one_per")),
        filter=fields.expression("if"),
        of=fields.expression("of"),
        faces=_faces(reader, fields.get("faces")),
        sides=reader.attributes(fields.get("sides"), "a side"),
        plural=fields.text("plural"),
        **named.head(fields),
    )


def _faces(reader: Reader, node: document.Node | None) -> syntax.Domain | tuple[nodes.Member, ...] | None:
    if node is None:
        return None
    if isinstance(node, document.Scalar):
        meant = _meant_range(node.text)
        if meant:
            reader.problems.add(messages.faces_are_a_range(node.span, meant))
            return None
        return reader.domain(node)
    return _members(reader, node, "the faces")


def _meant_range(faces: str) -> str:
    """`6`, `d6`, `1-6` and `1 to 6` as a range; empty for any other text."""
    found = re.fullmatch(r"(?:d|1d|1 *(?:-|–|to|,|through) *)?([0-9]+)", faces.strip(), re.IGNORECASE)
    return f"1..{found[1]}" if found is not None and int(found[1]) > 1 else ""


def _zone(reader: Reader, named: Named, fields: Fields) -> nodes.Zone | None:
    holds = fields.name("holds", "a kind of pieces")
    if holds is None:
        return None
    start = fields.get("start")
    literal = start.text if isinstance(start, document.Scalar) else ""
    return nodes.Zone(
        holds=holds,
        per=fields.domain("per"),
        start="all" if literal == "all" else "rest" if literal == "rest" else fields.expression("start"),
        size=fields.expression("size"),
        order=fields.choice("order", ("none", "shuffled", "kept"), "none"),
        seen_by=fields.choice("seen_by", SEEN_BY, "all"),
        **named.head(fields),
    )


# ------------------------------------------------------------------------------- variables and tables


def _variable(reader: Reader, named: Named, fields: Fields) -> nodes.Variable | None:
    type = fields.domain("type")
    if type is None:
        return None
    return nodes.Variable(
        type=type,
        per=reader.each(fields.get("per"), reader.domain),
        start=fields.expression("start"),
        lasts=fields.choice("lasts", ("game", "round", "turn"), "game"),
        seen_by=fields.choice("seen_by", SEEN_BY, "all"),
        denominations=_denominations(reader, fields.get("denominations")),
        **named.head(fields),
    )


def _denominations(reader: Reader, node: document.Node | None) -> tuple[nodes.Denomination, ...]:
    """`[AMOUNT]` or `{name: AMOUNT}`."""
    if isinstance(node, document.Mapping):
        named = reader.named(node, "", "a denomination")
        read = [(entry.id, entry.span, reader.expression(entry.value)) for entry in named]
    else:
        items = node.items if isinstance(node, document.Sequence) else ()
        read = [("", item.span, reader.expression(item)) for item in items]
    return tuple(nodes.Denomination(name=n, worth=w, span=s) for n, s, w in read if w is not None)


def _table(reader: Reader, named: Named, fields: Fields) -> nodes.Table | None:
    of, rows = _table_of(reader, fields.get("of")), _rows(reader, fields.get("rows"))
    return nodes.Table(of=of, rows=rows, **named.head(fields)) if of else None


def _table_of(reader: Reader, node: document.Node | None) -> tuple[nodes.Parameter, ...]:
    if not isinstance(node, document.Scalar):
        return reader.parameters(node)
    domain = reader.domain(node)
    return (nodes.Parameter(name="", domain=domain, span=node.span),) if domain else ()


def _rows(reader: Reader, node: document.Node | None) -> tuple[nodes.TableRow, ...]:
    if node is None:
        return ()
    if not isinstance(node, document.Mapping):
        reader.problems.add(messages.wrong_shape(node, "a mapping of rows"))
        return ()
    rows: list[nodes.TableRow] = []
    for entry in node:
        key, values = reader.row(entry.key), reader.expressions(entry.value)
        if not values and isinstance(entry.value, document.Sequence) and not entry.value.items:
            reader.problems.add(messages.nothing_written(entry.key.span, "a value for this row"))
        elif values and key is not None:
            rows.append(nodes.TableRow(key=key, values=values, span=entry.key.span))
    return tuple(rows)
