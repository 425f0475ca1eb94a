"""Knobs as people write them.

options.target=20..60 step 10          a number by its path, in steps
tables.hi.rows.30=8, 9, 10             a list of values
pieces.dice.count=4..6
short-evening.overlay.yaml             a house rule, on or off
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulewright.play.tuning.knobs import Knob, Space, Value

MOST_VALUES: Final = 1000
_RANGE = re.compile(r"(-?[0-9]+) ?\.\. ?(-?[0-9]+)(?: step ([0-9]+))?")
_WORDS: Final[dict[str, Value]] = {"true": True, "false": False, "none": None}
_FORMS = (
    "`options.target=20..60 step 10`, `tables.hi.rows.30=8, 9, 10`, `house-rule.overlay.yaml` (on or off)"
)


class KnobError(ValueError):
    """A knob that cannot be understood. The message has the knob, what is wrong, and what could be written."""

    def __init__(self, text: str, what: str) -> None:
        super().__init__(f"`{text}`: {what}")


def read_knobs(texts: Sequence[str]) -> Space:
    """All settings of these knobs. Raises KnobError."""
    if not texts:
        raise KnobError("", f"there is no knob; knobs look like {_FORMS}")
    knobs = [_read(" ".join(text.split())) for text in texts]
    for place, knob in enumerate(knobs):
        if any(knob.name == other.name for other in knobs[:place]):
            raise KnobError(knob.name, "this knob is given twice; write all its values in one")
    return Space(tuple(knobs))


def is_house_rule(knob: Knob) -> bool:
    """Whether a knob is a house rule, on or off."""
    return knob.values == (False, True) and ("/" in knob.name or knob.name.endswith((".yaml", ".yml")))


def _read(text: str) -> Knob:
    name, sign, given = (part.strip() for part in text.partition("="))
    if not sign:
        knob = Knob(name, (False, True))
        if not is_house_rule(knob):
            raise KnobError(text, f"a knob needs its values, or is the file of a house rule: {_FORMS}")
        return knob
    if not name or not given:
        raise KnobError(text, f"a knob looks like {_FORMS}")
    values = _values(text, given)
    if len(values) < 2:
        raise KnobError(text, "a knob needs two values or more, as in `20..60 step 10` or `20, 40`")
    return Knob(name, values)


def _values(text: str, given: str) -> tuple[Value, ...]:
    match = _RANGE.fullmatch(given)
    if match is None:
        if ".." in given:
            raise KnobError(text, "a range is written `20..60`, or `20..60 step 10`")
        values = [_value(part.strip()) for part in given.split(",")]
        if "" in values:
            raise KnobError(text, "a value is empty between commas")
        return tuple(values)
    low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if low > high or not step:
        raise KnobError(text, "a range begins with its smaller end, and has a step of 1 or more")
    if (high - low) // step >= MOST_VALUES:
        raise KnobError(text, f"these are more than {MOST_VALUES} values; a larger step makes them fewer")
    return tuple(range(low, high + 1, step))


def _value(text: str) -> Value:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    return int(text) if re.fullmatch(r"-?[0-9]{1,10}", text) else text
