"""The equipment on a rule sheet: money, boards with their shape in words and a drawing, and the names and sides of pieces.

board: a hexagon of 90 spaces, 6 along each side, without its middle; numbered ring by ring from the middle

    one_per: {rank: Rank, suit: Suit}             ->      one for each rank (ace, two, ...) and suit (clubs, ...)
    one_per: {low: 0..6, high: 0..6}, if: ...     ->      0-0, 0-1, 0-2, ...
    sides: {colour: ..., number: ...}             ->      purple, red, green, yellow  |  0: 1/9/4/2; 6: 7/5/2/6; ...

Pieces have the names that people type for them.  Those that show the same words on their sides are listed together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import assert_never

from rulewright.author.board_picture import inscribed, picture
from rulewright.author.board_picture import written as written_line
from rulewright.author.english import plain
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.vocabulary import written
from rulewright.author.report.tree import Drawing, Grid, Item
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.language.directions import COMPASS
from rulewright.language.shapes import SHAPES
from rulewright.problems.quoting import counted, series
from rulewright.rulebook import nodes as rules
from rulewright.runtime.coins import denomination_words

WIDTH = 80


def board_item(phrases: Phrases, board: rules.Board) -> Item:
    """A board: its name, shape, numbering and owners, and its `about`."""
    if own := phrases.sheet(board):
        return Item(plain(board.id), own)
    holds = board.size is not None and board.holds is not None
    parts = [
        _shape(phrases, board) + _without(board),
        _numbering(phrases, board.number),
        phrases.one_each((board.per,)) if board.per is not None else "",
        _room(phrases, board) if holds else "",
        *(_route(phrases, route) for route in board.routes.values()),
        phrases.text(board.about),
    ]
    return Item(plain(board.id), "; ".join(part for part in parts if part))


def board_drawing(phrases: Phrases, board: rules.Board) -> Drawing:
    """A drawing of the empty board, of one owner if each has their own."""
    program = phrases.words.program
    layout = program.layout.boards[board.id]
    names = [printed for _, printed in program.labels.spaces[board.id]][: layout.spaces]
    view = program.view.boards.get(board.id)
    plan = inscribed(layout, names, view.at if view is not None else {})
    lines = tuple(written_line(line) for line in picture(plan, {}, WIDTH))
    return Drawing(plain(board.id), lines)


def _shape(phrases: Phrases, board: rules.Board) -> str:
    layout = phrases.words.program.layout.boards[board.id]
    match board.shape:
        case rules.Grid(rows=rows, columns=columns):
            across, down = ({place[axis] for place in layout.positions} for axis in (0, 1))
            sides = _side(phrases, rows, "row", len(down)), _side(phrases, columns, "column", len(across))
            return f"a grid of {sides[0]} and {sides[1]}"
        case rules.Sided(shape=name, side=side):
            return SHAPES[name].says.format(spaces=layout.spaces, side=phrases.phrase(side))
        case rules.Track():
            return f"a track of {layout.spaces} spaces"
        case rules.Graph(links=links):
            ways = "way" if len(links) == 1 else f"{len(links)} ways"
            return f"{layout.spaces} spaces and the {ways} between them"
        case rules.Unbounded():
            laid = f"; {phrases.words.kind(board.holds.text)} are laid side by side" if board.holds else ""
            return f"as much room as you need, in all directions{laid}"
        case _:
            assert_never(board.shape)


def _side(phrases: Phrases, side: rules.Side, one: str, count: int) -> str:
    """`8 rows`, or `5 rows (one for each colour)`."""
    said = counted(count, one)
    member = phrases.element(side.coordinate.domain) if side.coordinate is not None else ""
    names = (
        phrases.words.listed(written(side.coordinate.domain)).strip(" ()")
        if side.coordinate is not None
        else ""
    )
    return f"{said} (one for each {member}{f': {names}' if names else ''})" if member else said


def _without(board: rules.Board) -> str:
    names = ["its middle" if space.text == "center" else space.text for space in board.without]
    return f", without {series(names)}" if names else ""


def _numbering(phrases: Phrases, numbering: rules.Numbering | None) -> str:
    if numbering is None:
        return ""
    along = phrases.words.member_of(numbering.along)
    rings = along == "spiral" or (along == "meander" and numbering.start is not None)
    said = "numbered ring by ring from the middle" if rings else "numbered row by row"
    return f"{said}, every second {'ring' if rings else 'row'} the other way" if along == "meander" else said


def _room(phrases: Phrases, board: rules.Board) -> str:
    """How many pieces a space of a board with a `size` takes."""
    assert board.holds is not None
    if board.size == "any" or board.size is None:
        return f"a space takes any number of {phrases.words.kind(board.holds.text)}"
    return f"a space takes {phrases.words.amount(phrases.phrase(board.size), board.holds.text)}"


def _route(phrases: Phrases, route: rules.Route) -> str:
    """A route: its `about`, or else its spaces in order, for each owner who sits at this table."""
    if route.about is not None:
        return phrases.text(route.about)
    again = ", and round again" if route.closed else ""
    ways = [
        (whose, f"{series([*_stretches(phrases, spaces)])}{again}")
        for owner, spaces in route.spaces
        if (whose := _owner(phrases, owner)) is not None
    ]
    return "; ".join(f"{phrases.words.name(route)}{whose}: {way}" for whose, way in ways)


def _owner(phrases: Phrases, owner: str) -> str | None:
    """` of player 2`, after what belongs to an owner; empty for what belongs to all, None for an owner who is not here."""
    program = phrases.words.program
    if not owner or owner in program.labels.seats:
        return f" of {plain(owner)}" if owner else ""
    if not owner.isdigit() or int(owner) > program.players:
        return None
    return f" of {program.labels.seats[int(owner) - 1] or f'player {owner}'}"


def _stretches(phrases: Phrases, spaces: Sequence[rules.SpaceName]) -> Iterator[str]:
    """The spaces of a route as people name them: `1 to 51`, `12 down to 1`, `home`."""
    run: list[int] = []
    for space in spaces:
        if space.ends is None and space.text.isdigit():
            if len(run) > 1 and int(space.text) - run[-1] != run[-1] - run[-2]:
                yield from _in_a_row(run)
                run = []
            run.append(int(space.text))
            continue
        yield from _in_a_row(run)
        run = []
        low, _, high = space.text.partition("..")
        if space.ends is not None:
            low, high = phrases.phrase(space.ends.low), phrases.phrase(space.ends.high)
        yield f"{plain(low)} to {plain(high)}" if high and low != high else plain(low)
    yield from _in_a_row(run)


def _in_a_row(numbers: Sequence[int]) -> Iterator[str]:
    """Numbers of which each follows the one before, or comes before it, as one stretch; others one by one."""
    if len(numbers) > 2 and abs(numbers[1] - numbers[0]) == 1:
        yield f"{numbers[0]} {'down ' if numbers[1] < numbers[0] else ''}to {numbers[-1]}"
    else:
        yield from map(str, numbers)


def money_items(phrases: Phrases, variables: Sequence[rules.Variable]) -> list[Item]:
    """The money that people need: one entry for all variables that have the same denominations."""
    known = phrases.words.program.labels.denominations
    names: dict[str, list[str]] = {}
    for variable in variables:
        if variable.id in known:
            names.setdefault(denomination_words(known[variable.id]), []).append(phrases.words.name(variable))
    are = {told: "is" if len(of) == 1 and not of[0].endswith("s") else "are" for told, of in names.items()}
    return [
        Item("money", f"{told}, in which the {series(of)} {are[told]} kept") for told, of in names.items()
    ]


NOTHING = "–"
SIDES = COMPASS[::2]
"""The names of a piece's sides, clockwise from the north."""


def one_for_each(phrases: Phrases, kind: rules.Kind) -> str:
    """`one for each suit and rank`: the attributes of a kind; empty if it has a condition, sides or faces, which are listed instead."""
    if kind.filter is not None or kind.sides or kind.faces is not None or not kind.one_per:
        return ""
    listed = [_attribute(phrases, each) for each in kind.one_per]
    return f"one for each {'combination of ' if len(listed) > 1 else ''}{series(listed)}"


def piece_names(phrases: Phrases, kind: rules.Kind) -> str:
    """All pieces by name, if a condition selects them, or if their names say what is on their sides; else empty."""
    program = phrases.words.program
    if not kind.sides:
        return _listed(_typed(program, kind.id)) if kind.filter is not None and kind.faces is None else ""
    return _listed(_typed(program, kind.id)) if _names_tell(program, kind.id) else ""


def piece_sides(phrases: Phrases, kind: rules.Kind) -> Grid | None:
    """A table of what each piece shows on its sides; None for pieces without sides, or if their names say it."""
    program = phrases.words.program
    if not kind.sides or _names_tell(program, kind.id):
        return None
    attributes = [name for name, _ in program.labels.sides[kind.id]]
    worded = [name for name in attributes if _is_worded(program, kind.id, name)]
    counted = [name for name in attributes if name not in worded]
    of_words, of_numbers = (" and ".join(map(plain, names)) for names in (worded, counted))
    shown, one, many = (
        _on_sides(program, kind.id),
        phrases.words.kind(kind.id, 1),
        phrases.words.kind(kind.id),
    )
    ways = [way for way in range(len(SIDES)) if any({*piece[way].values()} - {NOTHING} for piece in shown)]
    order = (
        "from the north clockwise" if len(ways) == len(SIDES) else " and ".join(SIDES[way] for way in ways)
    )
    title = f"What the {many} show on their sides, {order}"
    groups: dict[str, list[tuple[str, str]]] = {}
    for name, sides in zip(_typed(program, kind.id), shown, strict=True):
        words, numbers = ([_together(sides[way], names) for way in ways] for names in (worded, counted))
        groups.setdefault(", ".join(words), []).append((name, "/".join(numbers)))
    if not worded:
        return Grid(title, (one, of_numbers), tuple(each for pieces in groups.values() for each in pieces))
    if not counted:
        listed = ((words, ", ".join(name for name, _ in pieces)) for words, pieces in groups.items())
        return Grid(title, (of_words, many), tuple(listed))
    rows = (
        (words, "; ".join(f"{name}: {each}" for name, each in pieces)) for words, pieces in groups.items()
    )
    return Grid(title, (of_words, f"{one}: {of_numbers}"), tuple(rows))


# ----------------------------------------------------------------------------------------------------- private


def _attribute(phrases: Phrases, attribute: rules.Parameter) -> str:
    """`number (1 to 90)`, `suit (clubs, diamonds, hearts, spades)`."""
    name, domain = plain(attribute.name), attribute.domain
    if isinstance(domain, syntax.Range):
        return f"{name} ({phrases.phrase(domain.low)} to {phrases.phrase(domain.high)})"
    return name + phrases.words.listed(written(domain))


def _typed(program: ir.Program, kind: str) -> list[str]:
    return [typed for typed, _ in program.labels.pieces[kind]]


def _listed(pieces: Sequence[str]) -> str:
    """A list of names, with runs of numbers: `1 to 12, 14`."""
    if len(pieces) < 3 or not all(name.isdigit() for name in pieces):
        return ", ".join(pieces)
    numbers = [int(name) for name in pieces]
    starts = [numbers[0], *(after for before, after in pairwise(numbers) if after != before + 1)]
    ends = [*(before for before, after in pairwise(numbers) if after != before + 1), numbers[-1]]
    runs = zip(starts, ends, strict=True)
    return ", ".join(str(low) if low == high else f"{low} to {high}" for low, high in runs)


def _names_tell(program: ir.Program, kind: str) -> bool:
    """Whether the printed name of every piece contains all that is on its sides."""
    pieces = zip(program.labels.pieces[kind], _on_sides(program, kind), strict=True)
    return all(
        {shown for side in sides for shown in side.values()} - {NOTHING} <= {*re.findall(r"\w+", name)}
        for (_, name), sides in pieces
    )


def _on_sides(program: ir.Program, kind: str) -> list[list[dict[str, str]]]:
    """By piece and side (as quarter turns from the north of an unturned piece): what it shows there, by attribute."""
    words, pieces = dict(program.labels.sides[kind]), range(len(program.labels.pieces[kind]))
    values = {name: program.tables[f"side.{kind}.{name}"].values for name in words}
    return [
        [
            {name: _shown(name, values[name][len(SIDES) * piece + way], words[name]) for name in words}
            for way in range(len(SIDES))
        ]
        for piece in pieces
    ]


def _shown(attribute: str, value: object, words: Sequence[str]) -> str:
    """The value of a sides' attribute; for one that is true or false, its name if it is true."""
    if value is None or value is False:
        return NOTHING
    if isinstance(value, int) and words and value is not True:
        return words[value]
    return plain(attribute) if value is True else str(value)


def _together(side: Mapping[str, str], attributes: Sequence[str]) -> str:
    """What a side shows of some attributes: `red 3`."""
    return " ".join(side[each] for each in attributes if side[each] != NOTHING) or NOTHING


def _is_worded(program: ir.Program, kind: str, attribute: str) -> bool:
    """Whether the values of a sides' attribute are words, not numbers."""
    values = program.tables[f"side.{kind}.{attribute}"].values
    return bool(dict(program.labels.sides[kind])[attribute]) or any(isinstance(each, bool) for each in values)
