"""Phrases for pieces with sides: what the sides show, one side of a piece, and how far a piece is turned.

side(card, north).colour        the colour of the north side of the card
sum(card.sides.number)          the sum of the numbers on the sides of the card
{move: card, turned: 1}         move the card ..., turned one quarter to the right
"""

from __future__ import annotations

from rulewright.author.english import one_of, plain
from rulewright.author.phrases.boards import is_space
from rulewright.author.phrases.texts import Speaker
from rulewright.author.phrases.vocabulary import written
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.language.directions import COMPASS
from rulewright.problems.quoting import series

_SEVERAL = {1: "one", 2: "two", 3: "three"}


def shown(program: ir.Program, kind: str) -> str:
    """What the sides of a kind's pieces show: `each side with a colour and a number`; empty for pieces without sides."""
    attributes = [name for name, _ in program.labels.sides.get(kind, ())]
    if not attributes:
        return ""
    named = [_one(plain(name)) for name in attributes]
    listed = series(named)
    if square(program, kind):
        return f"each side with {listed}"
    return f"with {listed} on {_SEVERAL.get(_sides_that_show(program, kind), 'some')} of their sides"


def _sides_that_show(program: ir.Program, kind: str) -> int:
    """On how many sides every piece of a kind shows something; 0 if pieces differ."""
    tables = [program.tables[f"side.{kind}.{name}"].values for name, _ in program.labels.sides[kind]]
    shows = [any(value is not None for value in values) for values in zip(*tables, strict=True)]
    counts = {
        sum(shows[first : first + len(COMPASS) // 2]) for first in range(0, len(shows), len(COMPASS) // 2)
    }
    return counts.pop() if len(counts) == 1 else 0


def square(program: ir.Program, kind: str) -> bool:
    """Whether every piece of a kind shows something on all four sides, so that people would call it square."""
    tables = [program.tables[f"side.{kind}.{name}"] for name, _ in program.labels.sides.get(kind, ())]
    return bool(tables) and all(
        any(value is not None for value in values)
        for values in zip(*(table.values for table in tables), strict=True)
    )


def element(phrases: Speaker, domain: syntax.Domain) -> str:
    """One element of the domain `piece.sides`; empty for other domains."""
    match domain:
        case syntax.Attribute(of=of, name="sides"):
            return f"side of {phrases.phrase(of)}"
    return ""


def attribute(phrases: Speaker, node: syntax.Attribute) -> str:
    """Attributes about sides: all sides of a piece, what they show, how far it is turned; empty for others."""
    match node:
        case syntax.Attribute(of=of, name="sides"):
            return f"the sides of {phrases.phrase(of)}"
        case syntax.Attribute(of=syntax.Attribute(of=of, name="sides"), name=name):
            return f"the {_many(plain(name))} on the sides of {phrases.phrase(of)}"
        case syntax.Attribute(of=of, name="turned") if phrases.words.program.labels.sides:
            return f"the number of quarters that {phrases.phrase(of)} is turned"
    return ""


def call(phrases: Speaker, node: syntax.Call) -> str:
    """A call of `side`, the side of a piece in a direction; empty for other calls."""
    if written(node.function) != "side":
        return ""
    piece, way, *turned = node.arguments
    of = phrases.phrase(piece)
    if is_space(phrases, piece):
        of = f"what lies on {of}"
    how = quarters(phrases, turned[0]) if turned else ""
    if (direction := phrases.phrase(way)) in COMPASS:
        return f"the {direction} side of {of} {how}".rstrip()
    return f"the side of {of}{f', {how},' if how else ''} in {direction}"


def lies_there(phrases: Speaker, node: syntax.Expression, none: bool) -> str:
    """`there is something on the space`, for a comparison of the piece there, or of one of its sides, with none; empty for others."""
    match node:
        case (
            syntax.Attribute(of=space, name="piece")
            | syntax.Call(function=syntax.Name(text="side"), arguments=(space, *_))
        ) if is_space(phrases, space):
            phrases.words.ledger.covers(node)
            return f"there is {'nothing' if none else 'something'} on {phrases.phrase(space)}"
    return ""


def quarters(phrases: Speaker, turned: syntax.Expression) -> str:
    """A number of quarter turns: `turned 2 quarters to the right`."""
    said = phrases.phrase(turned)
    phrases.words.ledger.covers(turned)
    if said == "0":
        return "not turned"
    if said == f"the {plain(written(turned))}":
        said = "that many"
    elif " " in said:
        return f"turned to the right by as many quarters as {said}"
    return f"turned {'one quarter' if said == '1' else f'{said} quarters'} to the right"


def _one(name: str) -> str:
    """A noun with its indefinite article, unless it is a plural: `a colour`, `an edge`, `pips`."""
    return name if name.endswith("s") else one_of(name)


def _many(name: str) -> str:
    """The plural of a noun: `colours`, `cities`, `pips`."""
    if name.endswith("s"):
        return name
    return f"{name[:-1]}ies" if name.endswith("y") and name[-2:-1] not in "aeiou" else f"{name}s"
