"""Squares of a grid by name, as both sides write them: `beyond("d4", "northeast")` is e5."""

STEPS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
STEPS |= {
    f"{up}{aside}": (STEPS[aside][0], STEPS[up][1]) for up in ("north", "south") for aside in ("east", "west")
}


def at(square: str) -> tuple[int, int]:
    """Column and row, from 1."""
    return ord(square[0]) - ord("a") + 1, int(square[1:])


def name(column: int, row: int) -> str:
    return f"{chr(ord('a') + column - 1)}{row}"


def beyond(square: str, way: str, steps: int = 1) -> str:
    (column, row), (right, up) = at(square), STEPS[way]
    return name(column + steps * right, row + steps * up)


def line(square: str, way: str, side: int) -> list[str]:
    """The squares beyond one, up to the edge of a board with that many rows and columns."""
    squares = [beyond(square, way, steps) for steps in range(1, side)]
    return [each for each in squares if all(place in range(1, side + 1) for place in at(each))]


def upside_down(square: str, rows: int) -> str:
    """Where rows are counted from the other end."""
    column, row = at(square)
    return name(column, rows + 1 - row)
