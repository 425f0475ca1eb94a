"""Reads examples: the position, the steps that are played, and the expectations.

    {refused: rack 6, because: roll_first}      ->      PlayStep(refused=Move_("rack 6"), because="roll_first")

Moves are kept as they were typed, and values of `given`, `expect`, `rolled` and `drawn` as nodes of the tree: both are read
when the types are known.
"""

from __future__ import annotations

from functools import partial

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.rulebook import messages, nodes
from rulewright.rulebook.reading import Fields, Named, Reader

_DEEDS = ("do", "allowed", "refused", "choices")


def examples(
    reader: Reader, node: document.Node | None, inherited: frozenset[str]
) -> dict[str, nodes.Example]:
    """The examples by id; those whose ids are in `inherited` come from a parent of the rulebook."""
    return reader.entries(node, "examples", "an example", partial(_example, inherited=inherited))


def _example(reader: Reader, named: Named, fields: Fields, *, inherited: frozenset[str]) -> nodes.Example:
    variant = fields.id("variant", "a variant")
    players = fields.get("players")
    return nodes.Example(
        players=_whole_number(fields, "players"),
        players_span=players.span if players is not None else None,
        options=_options(reader, fields.get("options")),
        variant=variant.id if variant else None,
        given=_given(reader, fields.get("given")),
        play=_play(reader, fields.get("play")),
        expect=_expect(reader, fields.get("expect")),
        inherited=named.id in inherited,
        **named.head(fields),
    )


def _whole_number(fields: Fields, key: str) -> int | None:
    scalar = fields.scalar(key, "a whole number")
    if scalar is None:
        return None
    digits = scalar.span.text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        fields.reader.problems.add(messages.not_a_whole_number(scalar, f"`{key}`"))
        return None
    return int(digits)


def _options(reader: Reader, node: document.Node | None) -> dict[str, document.Scalar]:
    read = ((named.id, reader.scalar(named.value, "a value")) for named in reader.named(node, "", "a value"))
    return {id: scalar for id, scalar in read if scalar}


def _given(reader: Reader, node: document.Node | None) -> tuple[nodes.Given, ...]:
    if node is None:
        return ()
    if not isinstance(node, document.Mapping):
        reader.problems.add(messages.wrong_shape(node, "a mapping of places"))
        return ()
    return _by_value(reader, node)


def _by_value(reader: Reader, node: document.Mapping) -> tuple[nodes.Given, ...]:
    read = ((reader.place(entry.key), entry.value) for entry in node)
    return tuple(nodes.Given(place=place, value=value) for place, value in read if place)


def _expect(reader: Reader, node: document.Node | None) -> tuple[syntax.Expression | nodes.Given, ...]:
    """Conditions, and mappings of places and their values, which may be the whole of it."""
    if isinstance(node, document.Mapping):
        return _by_value(reader, node)
    found: list[syntax.Expression | nodes.Given] = []
    for item in reader.sequence(node, "a list of conditions") if node is not None else ():
        if isinstance(item, document.Mapping):
            found.extend(_by_value(reader, item))
        elif (condition := reader.expression(item)) is not None:
            found.append(condition)
    return tuple(found)


def _play(reader: Reader, node: document.Node | None) -> tuple[nodes.PlayStep, ...]:
    if node is None:
        return ()
    read = (_step(reader, item) for item in reader.sequence(node, "a list of steps"))
    return tuple(step for step in read if step)


def _step(reader: Reader, node: document.Node) -> nodes.PlayStep | None:
    fields = reader.fields(node, "a step of an example")
    if fields is None:
        return None
    deeds = [key for key in _DEEDS if fields.has(key)]
    if len(deeds) > 1:
        reader.problems.add(messages.one_thing_a_step(fields.span, deeds))
    elif not deeds and not fields.has("rolled") and not fields.has("drawn"):
        reader.problems.add(messages.empty_step(fields.span))
    for key, other in (("because", "refused"), ("of", "choices")):
        entry = fields.mapping.entry(key)
        if entry is not None and not fields.has(other):
            reader.problems.add(messages.needs_other_key(entry.key, other, "a step of an example"))
    return nodes.PlayStep(
        do=reader.each(fields.get("do"), lambda item: _move(reader, item)),
        allowed=_move(reader, fields.get("allowed")),
        refused=_move(reader, fields.get("refused")),
        because=fields.id("because", "a condition"),
        choices=fields.expression("choices"),
        of=_move(reader, fields.get("of")),
        rolled=_chance(reader, fields.get("rolled")),
        drawn=_chance(reader, fields.get("drawn")),
        span=fields.span,
    )


def _move(reader: Reader, node: document.Node | None) -> nodes.Move_ | None:
    scalar = reader.scalar(node, "a move as people type it") if node is not None else None
    return nodes.Move_(text=scalar.text.strip(), span=scalar.span) if scalar else None


def _chance(reader: Reader, node: document.Node | None) -> document.Mapping | None:
    if node is None or isinstance(node, document.Mapping):
        return node
    reader.problems.add(messages.wrong_shape(node, "a mapping of kinds, such as {dice: [1, 2]},"))
    return None
