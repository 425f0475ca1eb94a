"""The components of a game as tables, for programs that lay out cards: a row for each different piece, with its number of copies.

    qty,id,name,mark,symbol,colour,...,rank,suit
    1,ace of clubs,ace of clubs,A♣,♣,black,...,ace,clubs

nanDECK and Squib read them as they are; both copy a row by its column `qty` if they are asked to.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import groupby

from rulewright.ir import nodes as ir
from rulewright.language.directions import COMPASS
from rulewright.paper.forms import FORMS, form_of
from rulewright.scene.components import Component, components_of

PLAIN = ("qty", "id", "name", "mark", "symbol", "colour", "owner")
"""The columns of every table."""
SIDES = COMPASS[::2]


def tables(program: ir.Program, parts: Sequence[str] = tuple(FORMS)) -> Iterator[tuple[str, str]]:
    """The name of each kind of pieces of these parts, and its table as CSV."""
    forms = [form for part in parts for form in FORMS[part]]
    chosen = [each for each in components_of(program) if form_of(each, program) in forms]
    for kind, components in groupby(chosen, lambda each: each.kind.id):
        yield kind, _table(list(components))


def _table(components: Sequence[Component]) -> str:
    rows = [_row(each) for each in components]
    columns = list(dict.fromkeys(column for row in rows for column in row))
    file = StringIO()
    writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def _row(component: Component) -> dict[str, str | int]:
    """A piece by column. Attributes that have the name of another column get an underscore."""
    piece, look = component.piece, component.piece.look
    owner = "" if look.owner is None else look.owner + 1
    values = (piece.count, piece.id, look.label, look.mark, look.symbol, look.colour, owner)
    row: dict[str, str | int] = dict(zip(PLAIN, values, strict=True))
    for name, text in component.texts:
        row[f"{name}_" if name in row else name] = text
    for name, side in zip(SIDES, look.sides, strict=False):
        row |= {name: side.text, f"{name}_mark": side.mark, f"{name}_colour": side.colour}
    return row | {f"face_{number}": face.face for number, face in enumerate(component.faces, 1)}
