"""The effects of a rule as lines of canonical text, which can be compared whatever form the effects have in the file.

    - if: five_alike                     ->     if: five_alike
      do: [{add: 1, to: rolls}]                   add: 1, to: rolls

Expressions are canonical too, so white space and needless parentheses make no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from rulewright.expression.to_text import to_text
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a rule: its depth, its text, and the effect it belongs to."""

    depth: int
    text: str
    span: Span = field(repr=False, compare=False)
    effect: rules.AnyEffect = field(repr=False, compare=False)

    @property
    def indented(self) -> str:
        return "  " * self.depth + self.text


def effect_lines(effects: rules.Effects, depth: int = 0) -> Iterator[Line]:
    """The lines of a list of effects in order."""
    for effect in effects:
        yield from _lines(effect, depth)


def _lines(effect: rules.AnyEffect, depth: int) -> Iterator[Line]:
    yield Line(depth, _head(effect), effect.span, effect)
    for key in effect.verb.parts:
        inside = getattr(effect, key.field)
        if key.takes == "cases":
            for case in inside:
                yield Line(depth + 1, f"{to_text(case.key)}:", case.span, effect)
                yield from effect_lines(case.do, depth + 2)
        elif key.takes == "effects" and inside:
            if not key.required:
                yield Line(depth, f"{key.name}:", inside[0].span, effect)
            yield from effect_lines(inside, depth + 1)


def _head(effect: rules.AnyEffect) -> str:
    """The line of an effect, without the effects nested in it."""
    if isinstance(effect, rules.RunStep):
        arguments = ", ".join(map(to_text, effect.arguments))
        return f"{effect.step}({arguments})" if arguments else effect.step
    written = ((key, getattr(effect, key.field)) for key in effect.verb.parts)
    keys = [
        f"{key.name}: {value if isinstance(value, str) else to_text(value)}"
        for key, value in written
        if key.takes not in ("effects", "cases") and value is not None
    ]
    return ", ".join(keys) or effect.verb.name
