"""Phrases for boards: spaces, lines, directions, steps, and attributes of spaces.

any(all(s.owner == me for s in l) for l in board.four through at)
    ->      any straight line of 4 through the space is all yours

first(s for s in column if s.empty)      ->      the first space of the column that is empty
"""

from __future__ import annotations

import re

from rulewright.author.english import plain
from rulewright.author.phrases.texts import Sort, Speaker
from rulewright.author.phrases.vocabulary import being, is_told_apart, name_of, possessive, written
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import ATTRIBUTE
from rulewright.language.directions import COMPASS, WAYS
from rulewright.rulebook import nodes as rules

WALKS = ("ray", "reach", "neighbours")
PARTS = {
    "spaces": "space", "open": "open space", "directions": "direction", "lines": "line", "rows": "row",
    "columns": "column",
}  # fmt: skip
_SORTS: dict[str, Sort] = {"spaces": "space", "open": "space", "directions": "way"}
OWN = {"you": "yours", "none": "nobody's"}


def board_of(phrases: Speaker, node: syntax.Domain) -> rules.Board | None:
    """The board that an expression names, `board` or `me.card`; None for other expressions."""
    name = node.name if isinstance(node, syntax.Attribute) else written(node)
    return phrases.words.rulebook.boards.get(name) if name not in phrases.names else None


def sort_of(phrases: Speaker, domain: syntax.Domain) -> Sort:
    """Whether the elements of a domain are spaces, lines or directions."""
    match domain:
        case syntax.OrNone(domain=inner):
            return sort_of(phrases, inner)
        case syntax.Through():
            return "line"
        case syntax.Call(function=function) if written(function) in WALKS:
            return "space"
        case syntax.Call(function=syntax.Attribute(of=of)) if board_of(phrases, of) is not None:
            return "space"
        case syntax.Attribute(of=of, name=name) if (board := board_of(phrases, of)) is not None:
            return _SORTS.get(name, "line") if name not in board.lines else "line"
        case syntax.Name(text=text) if phrases.sorts.get(text) == "line":
            return "space"
    return ""


def element(phrases: Speaker, domain: syntax.Domain) -> str:
    """One space, line or direction of a domain; empty for domains of anything else."""
    match domain:
        case syntax.Through(family=syntax.Attribute(of=on, name=name), space=space):
            phrases.words.ledger.covers(on)  # the space says on which board
            one = _part(phrases, board_of(phrases, on), name)
            return f"{one} through {phrases.phrase(space)}" if one else ""
        case syntax.Attribute(of=of, name=name):
            one = _part(phrases, board_of(phrases, of), name)
            if name == "directions":
                phrases.words.ledger.covers(of)
                return one
            return one + _of_which(phrases, of) if one else ""
        case syntax.Call(function=syntax.Name(text=name), arguments=arguments) if name in WALKS:
            return _walked(phrases, name, arguments)
        case syntax.Call(function=syntax.Attribute(of=of)) if board_of(phrases, of) is not None:
            return f"space of {call(phrases, domain)}"
        case syntax.Name(text=text) if phrases.sorts.get(text) == "line":
            return f"space of {phrases.names[text]}"
        case syntax.Name(text=text) if phrases.sorts.get(text) == "space":
            return f"piece on {phrases.names[text]}"
        case syntax.Name() | syntax.Call() if is_space(phrases, domain):
            return f"piece on {phrases.phrase(domain)}"
    return ""


def attribute(phrases: Speaker, node: syntax.Attribute) -> str:
    """An attribute of a board or of a space; empty for others."""
    board = board_of(phrases, node.of)
    if one := _part(phrases, board, node.name):
        several = re.sub(r"^((?:straight )?line|.+$)", r"\1s", one)
        return f"the {several}{_of_which(phrases, node.of)}"
    of, name = phrases.phrase(node.of), node.name
    if board is not None and board.holds is not None and name == "count":
        return f"the number of {phrases.words.kind(board.holds.text)} on {of}"
    has = ("board",) if board is not None else ("space", "coordinates") if is_space(phrases, node.of) else ()
    return next((ATTRIBUTE[each, name].phrase for each in has if (each, name) in ATTRIBUTE), "").format(of=of)


def call(phrases: Speaker, node: syntax.Call) -> str:
    """Steps, walks, distances and spaces found by their coordinates; empty for other calls."""
    name, arguments = written(node.function), node.arguments
    said = [phrases.phrase(argument) for argument in arguments]
    match name:
        case "step":
            return _beyond(said[0], _way(phrases, arguments[1]), said[2] if len(said) > 2 else "")
        case "ray" | "reach" | "neighbours":
            one = _walked(phrases, name, arguments)
            return f"the {one.replace('space', 'spaces', 1)}"
        case "distance":
            along = f" {_heading(_way(phrases, arguments[2]))}" if len(said) > 2 else ""
            return f"the number of steps from {said[0]} to {said[1]}{along}"
    if (board := board_of(phrases, node.function)) is not None:
        return _found(board, said, phrases.phrase(node.function))
    if (
        isinstance(node.function, syntax.Attribute)
        and (on := board_of(phrases, node.function.of)) is not None
    ):
        one, which = _part(phrases, on, node.function.name), _of_which(phrases, node.function.of)
        return f"{'' if said[0].isdigit() else 'the '}{one} {' and '.join(said)}{which}"
    return ""


def trait(phrases: Speaker, node: syntax.Attribute) -> str:
    """`that space is “dark”`: an attribute that a board declares for its spaces; empty for others."""
    boards = phrases.words.rulebook.boards.values()
    if not any(node.name in board.attributes for board in boards) or not is_space(phrases, node.of):
        return ""
    return f"{being(phrases.phrase(node.of))} “{plain(node.name)}”"


def within(phrases: Speaker, domain: syntax.Expression) -> str:
    """The right side of `space in domain`: `next to the space`, `one of the open spaces`; empty for domains without such words."""
    match domain:
        case syntax.Call(function=syntax.Name(text="neighbours"), arguments=(start,)):
            return f"next to {phrases.phrase(start)}"
        case syntax.Attribute(of=of) if board_of(phrases, of) and sort_of(phrases, domain) == "space":
            return f"one of {phrases.phrase(domain)}"
    return ""


def is_space(phrases: Speaker, node: syntax.Expression) -> bool:
    """Whether an expression is a space: a bound one, a step, the first of a domain, or a space by name."""
    match node:
        case syntax.Name(text=text) if text in phrases.sorts:
            return phrases.sorts[text] == "space"
        case syntax.Name(text=text):
            return any(text in dict(names) for names in phrases.words.program.labels.spaces.values())
        case syntax.Call(function=syntax.Name(text="step")):
            return True
        case syntax.Otherwise(value=value):
            return is_space(phrases, value)
        case syntax.Call(
            function=syntax.Name(text="first" | "only"), arguments=(syntax.Comprehension() as inside,)
        ):
            clause = inside.clauses[0]
            return written(inside.element) == clause.name.text and sort_of(phrases, clause.domain) == "space"
        case syntax.Call(function=function):
            return board_of(phrases, function) is not None
        case syntax.Attribute(of=of):
            return board_of(phrases, of) is not None and node.name not in (*PARTS, "count", "empty", "full")
    return False


def owned(phrases: Speaker, node: syntax.Attribute, owner: syntax.Expression, not_: bool) -> str:
    """`the space is yours`, `the piece is not your opponent's`; empty unless `node` is the owner of a space or of a bound piece."""
    piece = isinstance(node.of, syntax.Name) and node.of.text in phrases.names
    if node.name != "owner" or not (piece or is_space(phrases, node.of)):
        return ""
    whose = phrases.phrase(owner)
    if piece and (" for " in whose or is_told_apart(whose) or whose.startswith(("any ", "every ", "each "))):
        return ""
    return f"{phrases.phrase(node.of)} is {'not ' if not_ else ''}{OWN.get(whose, possessive(whose))}"


def there_is(phrases: Speaker, node: syntax.Expression, none: bool) -> str:
    """`there is a space north of b2`, with `none` that there is not; empty if an expression is no space."""
    said = phrases.phrase(node)
    if not is_space(phrases, node) and not said.startswith(("the first space ", "the space ")):
        return ""
    phrases.words.ledger.covers(node)
    plain_space = said.removeprefix("the first ").removeprefix("the ")
    return f"there is {'no' if none else 'a'} {plain_space}"


def _found(board: rules.Board, said: list[str], called: str) -> str:
    """A space by its number or its coordinates: `the space of the board in row 2 and column 3`."""
    if len(said) == 1:
        return f"space {said[0]} of {called}"
    names = ["row", "column"]
    if isinstance(board.shape, rules.Grid):
        sides = (board.shape.rows, board.shape.columns)
        names = [
            side.coordinate.name if side.coordinate else name for side, name in zip(sides, names, strict=True)
        ]
    values = [f"({value})" if " " in value else value for value in said]
    where = " and ".join(f"{name} {value}" for name, value in zip(names, values, strict=False))
    return f"the space of {called} in {where}"


def _of_which(phrases: Speaker, board: syntax.Domain) -> str:
    """` of the board`, for a space or line; empty where the game has only one board."""
    several = len(phrases.words.rulebook.boards) > 1
    if isinstance(board, syntax.Name) and not several:
        phrases.words.ledger.covers(board)
        return ""
    return (
        f" of {phrases.phrase(board)}"
        if not isinstance(board, syntax.OrNone | syntax.SomeOf | syntax.Listed)
        else ""
    )


def _part(phrases: Speaker, board: rules.Board | None, name: str) -> str:
    """One element of a domain of a board, by the name of the domain: a space, a straight line of 4, a line across."""
    family = board.lines.get(name) if board is not None else None
    if family is None:
        return PARTS.get(name, "") if board is not None else ""
    if family.length is not None:
        return f"straight line of {phrases.phrase(family.length)}"
    return f"line {phrases.words.name(family)}"


def _walked(phrases: Speaker, name: str, arguments: tuple[syntax.Expression, ...]) -> str:
    """One space of a walk (`WALKS`): next to, joined to or beyond its start."""
    start = phrases.phrase(arguments[0])
    if name == "neighbours":
        return f"space next to {start}"
    if name == "reach":
        return f"space joined to {start}"
    return f"space beyond {start} {_heading(_way(phrases, arguments[1]))}"


def _way(phrases: Speaker, node: syntax.Expression) -> str:
    """A direction, or `along your way home` for a route."""
    name = name_of(node)
    route = any(name in board.routes for board in phrases.words.rulebook.boards.values())
    return f"along {phrases.phrase(node)}" if route and name not in phrases.names else phrases.phrase(node)


def _beyond(start: str, way: str, steps: str) -> str:
    """The space after one step or several: `the space north of b2`, `the space 2 steps from b2 in that direction`."""
    if steps:
        if not steps.isdigit():
            return f"the space reached from {start} {_heading(way)} in a number of steps equal to {steps}"
        return f"the space {steps} {'step' if steps == '1' else 'steps'} from {start} {_heading(way)}"
    return f"the space {way} of {start}" if way in COMPASS else f"the next space from {start} {_heading(way)}"


def _heading(way: str) -> str:
    """`going up`, `along your way home`, `in that direction`."""
    if way in WAYS:
        return f"going {way}"
    return way if way.startswith("along ") else f"in {way}"
