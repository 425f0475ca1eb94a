"""Variables of one turn or round, in the author's own words, that only grow and are never put back.

    rolls: {type: number, about: rolls made this turn}       with {add: 1, to: rolls} and nothing that sets it to 0

Only its words distinguish such a variable from one that counts through the whole game, so it is reported only if its
`about` mentions "this turn", or if a condition compares it with a limit and its words mention a turn (or a round).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.checked.messages import usage
from rulewright.checked.references import Edition
from rulewright.expression import nodes as syntax
from rulewright.expression.places import place_parts
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import EFFECTS, footprint
from rulewright.source.text import Span

OF_ONE: Final = re.compile(r"\bthis (turn|round)\b", re.IGNORECASE)
A_TIME: Final = re.compile(r"\b(?:an?|per|each|every|this) (turn|round)\b", re.IGNORECASE)


def never_reset(editions: Sequence[Edition]) -> Iterator[Problem]:
    """Report variables of the first edition that only grow in all editions."""
    growing: dict[str, bool] = {}
    for edition in editions:
        for node in edition.nodes:
            if isinstance(node, EFFECTS):
                for place in footprint(node).places:
                    name = place_parts(place)[0]
                    growing[name] = growing.get(name, True) and grows(node)
    book = editions[0].book
    limited = _limited(book)
    for variable in book.variables.values():
        if variable.lasts == "game" and growing.get(variable.id, False):
            said = _of_one(variable) or limited.get(variable.id)
            if said is not None:
                yield usage.never_reset(variable, *said)


def grows(effect: rulebook.AnyEffect) -> bool:
    """Whether an effect certainly makes a variable larger, or true."""
    match effect:
        case rulebook.Add(amount=amount):
            return isinstance(amount, syntax.Number) and amount.value > 0
        case rulebook.Set(value=syntax.Truth(value=True)):
            return True
        case _:
            return False


def _of_one(variable: rulebook.Variable) -> tuple[str, Span] | None:
    """ "turn" or "round", and the text of a variable that says "this turn"; None if there is none."""
    for text in (variable.about, variable.label, variable.sheet):
        found = OF_ONE.search(text.plain) if text is not None else None
        if found is not None and text is not None:
            return found[1].lower(), text.span
    return None


def _limited(book: rulebook.Rulebook) -> dict[str, tuple[str, Span]]:
    """Variables that a condition of an action compares with a limit for each turn or round, according to its words."""
    limited: dict[str, tuple[str, Span]] = {}
    for phase in book.phases.values():
        for action in phase.actions.values():
            for condition in action.requirements:
                says = condition.says
                found = A_TIME.search(says.plain if says is not None else condition.id.replace("_", " "))
                if found is not None:
                    place = says.span if says is not None else condition.span
                    limited.setdefault(_held_back(condition.holds), (found[1].lower(), place))
    return limited


def _held_back(node: syntax.Expression) -> str:
    """The name that a condition requires to be below a limit, or false, or equal to something; empty for other conditions."""
    match node:
        case syntax.Not(operand=operand):
            return place_parts(operand)[0]
        case syntax.Compare(sign="<" | "<=" | "==", left=left):
            return place_parts(left)[0]
        case _:
            return ""
