"""Knobs and settings: what may be changed, and one choice for each.

    space = Space((Knob("options.target", (20, 30, 40)), Knob("short.overlay.yaml", (False, True))))
    space.size                  6
    space.values((2, 1))        {"options.target": 40, "short.overlay.yaml": True}

A setting is a tuple with the place of the chosen value for each knob. Numbers have an order, and their neighbours play alike; other
values have none.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from math import prod
from typing import TypeAlias

from rulewright.source.dataclass import dataclass

Value: TypeAlias = int | bool | str | None
Setting: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Knob:
    """A part of the rules, by its path or by the name of a house rule, with the values that it may have."""

    name: str
    values: tuple[Value, ...]

    @property
    def in_order(self) -> bool:
        """Whether the values are numbers."""
        return all(isinstance(value, int) and not isinstance(value, bool) for value in self.values)


@dataclass(frozen=True)
class Space:
    """All settings of some knobs."""

    knobs: tuple[Knob, ...]

    @cached_property
    def size(self) -> int:
        """The number of settings."""
        return prod(len(knob.values) for knob in self.knobs)

    def settings(self) -> Iterator[Setting]:
        """All settings, the last knob fastest."""
        return product(*(range(len(knob.values)) for knob in self.knobs))

    def at_random(self, luck: random.Random) -> Setting:
        """Any setting, all equally likely."""
        return tuple(luck.randrange(len(knob.values)) for knob in self.knobs)

    def some(self, most: int, luck: random.Random) -> list[Setting]:
        """All settings, or `most` different ones if there are more."""
        if self.size <= most:
            return list(self.settings())
        found: dict[Setting, None] = {}
        while len(found) < most:
            found[self.at_random(luck)] = None
        return list(found)

    def neighbours(self, setting: Setting) -> Iterator[Setting]:
        """The settings that differ in one knob: by one step where the values are in order, else in any way."""
        for place, knob in enumerate(self.knobs):
            here = setting[place]
            others = (here - 1, here + 1) if knob.in_order else range(len(knob.values))
            for other in others:
                if other != here and 0 <= other < len(knob.values):
                    yield (*setting[:place], other, *setting[place + 1 :])

    def values(self, setting: Setting) -> dict[str, Value]:
        """The value of each knob."""
        return {knob.name: knob.values[place] for knob, place in zip(self.knobs, setting, strict=True)}

    def coordinates(self, setting: Setting) -> tuple[float, ...]:
        """The setting as a point, for models: numbers from 0 to 1, other values as 0 or 1 for each."""
        point: list[float] = []
        for knob, place in zip(self.knobs, setting, strict=True):
            if knob.in_order:
                numbers = [int(value or 0) for value in knob.values]
                least, width = min(numbers), max(numbers) - min(numbers)
                point.append((numbers[place] - least) / width if width else 0.0)
            else:
                point += [float(place == other) for other in range(len(knob.values))]
        return tuple(point)
