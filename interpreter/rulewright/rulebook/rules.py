"""Reads the rules of play: turns, phases with their actions and triggers, steps, and ends.

hold: {when: {rolled_once: pot > 0}, do: [end_turn]}      ->      Action(id="hold", when=(Condition(...),), ...)
"""

from __future__ import annotations

from rulewright.document import nodes as document
from rulewright.document.expand import parted
from rulewright.expression import nodes as syntax
from rulewright.rulebook import definitions, messages, nodes
from rulewright.rulebook.effects import chosen_effects, effects
from rulewright.rulebook.reading import Fields, Named, Reader


def turns(reader: Reader, node: document.Node | None) -> nodes.Turns:
    fields = reader.fields(node, "`turns`") if node is not None else None
    if fields is None:
        return nodes.Turns()
    return nodes.Turns(
        first=fields.expression("first"),
        next=fields.expression("next"),
        phase=fields.id("phase", "a phase"),
        begin=effects(reader, fields.get("begin"), "turns.begin"),
        end=effects(reader, fields.get("end"), "turns.end"),
        round_end=effects(reader, fields.get("round_end"), "turns.round_end"),
        round_first=fields.expression("round_first"),
        about=fields.text("about"),
        sheet=fields.sheet(),
        span=fields.span,
    )


def phases(reader: Reader, node: document.Node | None) -> dict[str, nodes.Phase]:
    if isinstance(node, document.Mapping) and not node.entries:
        reader.problems.add(messages.no_phase(node.span))
    return reader.entries(node, "phases", "a phase", _phase)


def steps(reader: Reader, node: document.Node | None) -> dict[str, nodes.Step]:
    return reader.entries(node, "steps", "a step", _step)


def ends(reader: Reader, node: document.Node | None) -> dict[str, nodes.End]:
    return reader.entries(node, "end", "an end", _end)


def _phase(reader: Reader, named: Named, fields: Fields) -> nodes.Phase:
    alone = fields.mapping.entry("do")
    if alone and (fields.has("actions") or fields.has("as_soon_as")):
        keys = ["actions" if fields.has("actions") else "as_soon_as", "do"]
        reader.problems.add(messages.exclude_each_other(alone.key, keys, "a phase"))
    if alone is None:
        fields.exactly_one(("actions", "do"), named.span)
    automatic = effects(reader, alone.value, f"{named.path}.do") if alone else None
    triggers = reader.named(fields.get("as_soon_as"), f"{named.path}.as_soon_as", "a rule")
    return nodes.Phase(
        actions=reader.entries(fields.get("actions"), f"{named.path}.actions", "an action", _action),
        triggers={trigger.id: trigger for entry in triggers if (trigger := _trigger(reader, entry))},
        automatic=automatic,
        **named.head(fields),
    )


def _action(reader: Reader, named: Named, fields: Fields) -> nodes.Action:
    when = definitions.conditions(reader, fields.get("when"), f"{named.path}.when")
    return nodes.Action(
        choose=_choices(reader, fields.get("choose"), f"{named.path}.choose"),
        let=_let(reader, fields.get("let")),
        when=tuple(when.values()),
        do=effects(reader, fields.get("do"), f"{named.path}.do"),
        says=fields.text("says"),
        secret=fields.truth("secret"),
        **named.head(fields),
    )


def _choices(reader: Reader, node: document.Node | None, path: str) -> tuple[nodes.Parameter, ...]:
    """`{id: DOMAIN}`, `{id: DOMAIN if CONDITION}`, or `{id: {in: DOMAIN, if: CONDITION, says: TEXT}}`."""
    found: list[nodes.Parameter] = []
    for entry in reader.named(node, path, "a choice"):
        fields = reader.fields(entry.value, "a choice") if isinstance(entry.value, document.Mapping) else None
        if fields is not None:
            domain, condition = _domain(reader, entry, fields), fields.expression("if")
        elif isinstance(entry.value, document.Scalar):
            before, after = parted(entry.value)
            domain = reader.domain(before)
            condition = None if after is None else reader.expression(after)
        else:
            domain, condition = reader.domain(entry.value), None
        if domain is not None:
            filter_ = None if condition is None else _filter(entry, condition, fields)
            found.append(nodes.Parameter(name=entry.id, domain=domain, filter=filter_, span=entry.span))
    return tuple(found)


def _domain(reader: Reader, named: Named, fields: Fields) -> syntax.Domain | None:
    """The domain under `in`, or the list under `one_of`."""
    form = fields.exactly_one(("in", "one_of"), named.span)
    of = fields.mapping.entry("of")
    if of is not None and form == "in":
        reader.problems.add(messages.needs_other_key(of.key, "one_of", "a choice"))
    if form != "one_of":
        return fields.domain("in")
    items = fields.get("one_of")
    assert items is not None
    members = [reader.expression(item) for item in reader.sequence(items, "a list of values")]
    known = tuple(member for member in members if member is not None)
    return syntax.Listed(known, fields.domain("of"), items.span) if len(known) == len(members) else None


def _filter(named: Named, holds: syntax.Expression, fields: Fields | None) -> nodes.Condition:
    """The filter of a choice as a condition with the id of the choice; its texts are those of the choice."""
    head = named.head(fields) | {"path": f"{named.path}.if", "whole": holds.span}
    return nodes.Condition(holds=holds, says=fields.text("says") if fields else None, **head)


def _let(reader: Reader, node: document.Node | None) -> tuple[nodes.LetEntry, ...]:
    found: list[nodes.LetEntry] = []
    for entry in reader.named(node, "", "a value"):
        value = reader.expression(entry.value)
        if value is not None:
            found.append(nodes.LetEntry(name=entry.id, value=value, span=entry.span))
    return tuple(found)


def _trigger(reader: Reader, named: Named) -> nodes.Trigger | None:
    what = "a rule under `as_soon_as`"
    fields = reader.fields(named.value, what)
    if fields is None:
        return None
    if not fields.has("after") and not fields.has("when"):
        reader.problems.add(messages.one_of_missing(named.span, what, ("after", "when")))
    return nodes.Trigger(
        after=fields.ids("after", "an action"),
        when=fields.expression("when"),
        do=effects(reader, fields.get("do"), f"{named.path}.do"),
        **named.head(fields),
    )


def _step(reader: Reader, named: Named, fields: Fields) -> nodes.Step:
    form = fields.exactly_one(("do", "by"), named.span)
    for key, other in (("by", "cases"), ("cases", "by")):
        entry = fields.mapping.entry(key)
        if entry is not None and not fields.has(other):
            reader.problems.add(messages.needs_other_key(entry.key, other, "a step"))
    do = chosen_effects(reader, fields, named.path) if form else ()
    return nodes.Step(parameters=reader.parameters(fields.get("of")), do=do, **named.head(fields))


def _end(reader: Reader, named: Named, fields: Fields) -> nodes.End:
    if not fields.has("after") and not fields.has("when"):
        reader.problems.add(messages.one_of_missing(named.span, "an end", ("after", "when")))
    return nodes.End(
        after=fields.ids("after", "an action"),
        at=fields.choice("at", ("action", "turn", "round"), "action"),
        when=fields.expression("when"),
        result=fields.outcomes("result"),
        worth=fields.expression("worth"),
        **named.head(fields),
    )
