"""Who wins together: partners who win are one winner, and a win is shared where more than one side has it.

sides_of((0, 1, 0, 1))            [0b0101, 0b1010]: the seats of each side as a bit set
shared([0b0101, 0b1010], 0b0101)  False: seats 1 and 3 are partners
"""

from collections.abc import Sequence


def sides_of(teams: Sequence[int]) -> list[int]:
    """The seats of each team as a bit set, from the team of each seat."""
    return [
        sum(1 << seat for seat, other in enumerate(teams) if other == team) for team in sorted(set(teams))
    ]


def shared(sides: Sequence[int], winners: int) -> bool:
    """Whether it takes more than one side to have all winners, who are a bit set of seats."""
    return sum(1 for side in sides if winners & side) > 1
