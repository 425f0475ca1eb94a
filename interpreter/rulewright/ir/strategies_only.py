"""Definitions and tables that only strategies use, and no rule.

    define: {pairs: count(d for d in tray if ...)}      and only `prefer: {reroll: pairs}` uses it

They do not change the game, so they are no part of the fingerprint, and tests of a game need not cover them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything
from rulewright.language.node_fields import node_fields

_ASIDE = frozenset({"strategies", "definitions", "tables"})
"""Fields of a program that are no rules: strategies, and the definitions and tables that rules and strategies use."""


def only_for_strategies(program: ir.Program) -> frozenset[str]:
    """Names of definitions, and of tables as the program calls them (`table.points`)."""
    if not program.strategies:
        return frozenset()
    preferred = _asked_by(program, program.strategies)
    rules = [getattr(program, name) for name in node_fields(type(program), _ASIDE)]
    others = [definition for name, definition in program.definitions.items() if name not in preferred]
    return preferred - _asked_by(program, (tuple(rules), tuple(others)))


def _asked_by(program: ir.Program, parts: object) -> frozenset[str]:
    """The definitions and tables that parts of a program use, directly or through other definitions."""
    found: set[str] = set()
    waiting = [parts]
    while waiting:
        for name in _names(waiting.pop()):
            if name not in found:
                found.add(name)
                if name in program.definitions:
                    waiting.append(program.definitions[name])
    return frozenset(found)


def _names(part: object) -> Iterator[str]:
    for node in everything(part):
        if isinstance(node, ir.Call):
            yield node.definition
        elif isinstance(node, ir.Lookup | ir.Reached):
            yield node.table
