"""The effects of a rule as lines that can be held against each other, whatever form they were written in.

    - if: five_alike                     ->     if: five_alike
      do: [{add: 1, to: rolls}]                   add: 1, to: rolls

Expressions come as their canonical text, so that white space and needless parentheses make no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.expression import nodes as syntax
from rulewright.expression.to_text import to_text
from rulewright.rulebook import nodes as rules
from rulewright.source.text import Span


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a rule: how deep it stands, what it says, and the effect it belongs to."""

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
    match effect:
        case rules.If(do=do, else_=else_) | rules.Pick(do=do, else_=else_):
            yield from effect_lines(do, depth + 1)
            if else_:
                yield Line(depth, "else:", else_[0].span, effect)
                yield from effect_lines(else_, depth + 1)
        case rules.For(do=do):
            yield from effect_lines(do, depth + 1)
        case rules.By(cases=cases):
            for case in cases:
                yield Line(depth + 1, f"{to_text(case.key)}:", case.span, effect)
                yield from effect_lines(case.do, depth + 2)
        case (
            rules.Roll() | rules.Return() | rules.Shuffle() | rules.Remove() | rules.Move() | rules.Place() | rules.Set()
            | rules.Add() | rules.Pay() | rules.Let() | rules.TurnOf() | rules.Go() | rules.EndTurn() | rules.ExtraTurn()
            | rules.RunStep()
        ):  # fmt: skip
            return
        case _:
            assert_never(effect)


def _head(effect: rules.AnyEffect) -> str:
    """The effect without what it does inside."""
    match effect:
        case rules.Roll(pieces=pieces):
            return _written(roll=pieces)
        case rules.Return(pieces=pieces):
            return _written(**{"return": pieces})
        case rules.Shuffle(zone=zone):
            return _written(shuffle=zone)
        case rules.Remove(piece=piece):
            return _written(remove=piece)
        case rules.Move():
            return _written(
                move=effect.moved,
                **{"from": effect.source},
                to=effect.to,
                of=effect.of,
                turned=effect.turned,
            )
        case rules.Place():
            return _written(place=effect.kind, to=effect.to, of=effect.of, turned=effect.turned)
        case rules.Set():
            return _written(set=effect.place, to=effect.value)
        case rules.Add():
            return _written(add=effect.amount, to=effect.place)
        case rules.Pay():
            return _written(pay=effect.amount, **{"from": effect.source}, to=effect.to)
        case rules.Let():
            return _written(let=effect.name, be=effect.value)
        case rules.If(condition=condition):
            return _written(**{"if": condition})
        case rules.For(clause=clause):
            return _written(**{"for": clause})
        case rules.Pick(clause=clause):
            return _written(pick=clause)
        case rules.By(subject=subject):
            return _written(by=subject)
        case rules.TurnOf(player=player):
            return _written(turn_of=player)
        case rules.Go(phase=phase):
            return f"go: {phase}"
        case rules.EndTurn():
            return "end_turn"
        case rules.ExtraTurn():
            return "extra_turn"
        case rules.RunStep(step=step, arguments=arguments):
            return f"{step}({', '.join(map(to_text, arguments))})" if arguments else step
        case _:
            assert_never(effect)


def _written(**keys: syntax.Node | None) -> str:
    return ", ".join(f"{key}: {to_text(value)}" for key, value in keys.items() if value is not None)
