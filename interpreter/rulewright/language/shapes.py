"""Every shape of a board, declared once: its key, its spaces, and how it is named and drawn.

    Shape("rhombus", sided=True, plane="hexagons", ranks=True, columns="above", says="a rhombus of {spaces} ...")

The keys of a board, its reader, the lines and numberings it may have, the rule sheet and drawings use these records. The
coordinates of the spaces of a shape are in `checked.boards.geometry`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulewright.source.dataclass import dataclass

ShapeName: TypeAlias = Literal["grid", "hexagon", "rhombus", "track", "graph", "unbounded"]


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of boards. `sided`: it is given by the number of spaces along a side alone."""

    name: ShapeName
    plane: Literal["squares", "hexagons"] | None = None
    """The tiles of the plane out of which the shape is cut, if steps follow coordinates and spaces can be left out."""
    sided: bool = False
    ranks: bool = False
    """Whether its rows and columns are lines."""
    rings: bool = False
    """Whether it has a center with rings around it, along which spaces are numbered, and rows with letters."""
    listed: bool = False
    """Whether its spaces are drawn as a list."""
    columns: Literal["beside", "above", "below"] = "beside"
    """The place of the names of columns: in line with the first row, above the first row, or below the last space of each."""
    says: str = ""
    """The words of the rule sheet for a sided shape, with the number of `{spaces}` and the `{side}`."""

    @property
    def staggered(self) -> bool:
        """Whether each row lies half a space aside of the one above."""
        return self.plane == "hexagons"


SHAPES: dict[str, Shape] = {
    shape.name: shape
    for shape in (
        Shape("grid", plane="squares", ranks=True),
        Shape(
            "hexagon", plane="hexagons", sided=True, rings=True, columns="below",
            says="a hexagon of {spaces} spaces, {side} along each side",
        ),
        Shape(
            "rhombus", plane="hexagons", sided=True, ranks=True, columns="above",
            says="a rhombus of {spaces} hexagonal spaces, {side} along each side",
        ),
        Shape("track", listed=True),
        Shape("graph", listed=True),
        Shape("unbounded"),
    )
}  # fmt: skip


def named(names: list[str], last: str = "or") -> str:
    """`a grid, a hexagon or a rhombus`."""
    words = [f"a {name}" for name in names]
    return f" {last} ".join([", ".join(words[:-1]), words[-1]])


CUT = named([shape.name for shape in SHAPES.values() if shape.plane is not None])
"""The shapes out of which spaces can be cut, in words."""

RANKED = named([shape.name for shape in SHAPES.values() if shape.ranks])
"""The shapes whose rows and columns are lines, in words."""
