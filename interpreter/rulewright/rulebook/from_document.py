"""The tree of a whole rulebook as nodes: short forms expanded, expressions parsed, no name bound.

    {name: race, players: 2..10, ...}      ->      Rulebook(name="race", players=(2, ..., 10), ...)

The tree is that of one rulebook: parents, overlays, fragments and the variant have been worked into it.
"""

from __future__ import annotations

import re

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.problems.problem import Problems
from rulewright.rulebook import (
    boards,
    declarations,
    definitions,
    examples,
    messages,
    nodes,
    rules,
    strategies,
)
from rulewright.rulebook.effects import effects
from rulewright.rulebook.reading import Fields, Reader
from rulewright.rulebook.view import view

MOST_PLAYERS = 100
"""A rulebook for more players is refused before any cells are laid out."""


def from_document(
    tree: document.Mapping,
    problems: Problems,
    *,
    variant: str | None = None,
    inherited_examples: frozenset[str] = frozenset(),
) -> nodes.Rulebook | None:
    """The rulebook, as far as it can be read; None if it has no name or no valid `players`.

    `variant` is the one that was worked into the tree; `inherited_examples` are the ids of examples
    from a parent.  A part that cannot be read is left out with an error in `problems`.
    """
    reader = Reader(problems)
    fields = reader.fields(tree, "a rulebook")
    if fields is None:
        return None
    name, players = fields.scalar("name", "the rulebook's name"), _players(reader, fields)
    if name is None or not players:
        return None
    return _rulebook(reader, fields, name.text, players, variant, inherited_examples)


def _rulebook(
    reader: Reader,
    fields: Fields,
    name: str,
    players: tuple[int, ...],
    variant: str | None,
    inherited_examples: frozenset[str],
) -> nodes.Rulebook:
    get, title, players_node = fields.get, fields.text("title"), fields.get("players")
    return nodes.Rulebook(
        name=name,
        title=title.plain if title else name,
        about=fields.text("about"),
        players=players,
        players_span=players_node.span if players_node else fields.span,
        seats=fields.ids("seats", "a seat"),
        team_count=_team_count(reader, get("teams")),
        options=declarations.options(reader, get("options")),
        enums=declarations.enums(reader, get("enums")),
        kinds=declarations.kinds(reader, get("pieces")),
        boards=boards.boards(reader, get("boards")),
        zones=declarations.zones(reader, get("zones")),
        variables=declarations.variables(reader, get("variables")),
        tables=declarations.tables(reader, get("tables")),
        definitions=definitions.definitions(reader, get("define")),
        positions=definitions.positions(reader, get("positions")),
        turns=rules.turns(reader, get("turns")),
        setup=effects(reader, get("setup"), "setup"),
        phases=rules.phases(reader, get("phases")),
        steps=rules.steps(reader, get("steps")),
        ends=rules.ends(reader, get("end")),
        standing=fields.outcomes("standing"),
        utility=_utility(reader, get("utility")),
        invariants=definitions.conditions(reader, get("invariants"), "invariants"),
        examples=examples.examples(reader, get("examples"), inherited_examples),
        strategies=strategies.strategies(reader, get("strategies")),
        variants=_variants(reader, get("variants")),
        view=view(reader, get("view")),
        variant=variant,
        span=fields.span,
    )


def _players(reader: Reader, fields: Fields) -> tuple[int, ...]:
    """`4`, `2..6` or `[2, 3, 4, 6]`, ascending."""
    node = fields.get("players")
    if node is None:
        return ()
    meant = _meant_range(node)
    if meant is not None:
        reader.problems.add(messages.not_numbers_of_players(node.span, MOST_PLAYERS, meant))
        return ()
    ranges = reader.expressions(node)
    found = {number for part in ranges for number in _numbers(part)}
    if ranges and (not found or not all(_numbers(part) for part in ranges)):
        reader.problems.add(messages.not_numbers_of_players(node.span, MOST_PLAYERS))
        return ()
    return tuple(sorted(found))


def _meant_range(node: document.Node) -> str | None:
    """The range for `2-4`, `2 to 4` or `2+`, empty if it has no end; None for a node of any other form."""
    text = node.text.strip() if isinstance(node, document.Scalar) else ""
    found = re.fullmatch(r"([0-9]+) *(?:(?:-|–|—|\bto\b|through|\.\.\.|…) *([0-9]+)|\+)", text)
    if found is None:
        return None
    return f"{found[1]}..{found[2]}" if found[2] else ""


def _numbers(part: syntax.Expression) -> range:
    match part:
        case syntax.Number(value=value):
            low = high = value
        case syntax.Range(low=syntax.Number(value=low), high=syntax.Number(value=high)):
            pass
        case _:
            return range(0)
    return range(low, high + 1) if low >= 1 and high <= MOST_PLAYERS else range(0)


def _team_count(reader: Reader, node: document.Node | None) -> syntax.Expression | None:
    fields = reader.fields(node, "`teams`") if node else None
    if fields is None:
        return None
    fields.choice("seats", ("alternate",), "alternate")
    return fields.expression("count")


def _utility(reader: Reader, node: document.Node | None) -> nodes.Utility | None:
    """`highest X`, or `{points: highest X, sum: 0}`."""
    if node is None:
        return None
    if not isinstance(node, document.Mapping):
        return nodes.Utility(points=reader.each(node, reader.outcome), sum=None, span=node.span)
    fields = reader.fields(node, "`utility`")
    if fields is None:
        return None
    return nodes.Utility(points=fields.outcomes("points"), sum=fields.expression("sum"), span=node.span)


def _variants(reader: Reader, node: document.Node | None) -> dict[str, nodes.VariantInfo]:
    found: dict[str, nodes.VariantInfo] = {}
    for named in reader.named(node, "variants", "a variant"):
        fields = reader.fields(named.value, "a variant")
        if fields is not None:
            found[named.id] = nodes.VariantInfo(title=fields.text("title"), **named.head(fields))
    return found
