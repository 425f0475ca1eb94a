"""An action of a game: a name and its arguments, the same whatever the state.

    action = game.action("rack 6")
    action.name == "rack"; action.args == {"die": "6"}; str(action) == "rack 6"; action.id == 41

`str(action)` always reads back as the same action.  A text may have further *readings*: `rack 6` means a loose six (in
the first zone that the action chooses from), but a banked one if that is the only six that may be racked;
`state.apply_action` prefers them in this order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import SupportsIndex, TypeAlias

from rulewright.ir import nodes as ir
from rulewright.language.types import Optional, Several
from rulewright.runtime.executor import Choice
from rulewright.runtime.ids import Numbering
from rulewright.runtime.labels import Friendly, Wording


class Action:
    """An action with its arguments. Immutable; equal to every action of the same game with the same name and arguments.

    `args` maps parameters to Python values: ints, bools, ids (str) of members, faces and pieces, seats as ints from 0,
    None, and tuples for sets.
    """

    __slots__ = ("_numbering", "_readings", "_text", "_wording", "choice")

    def __init__(
        self, wording: Wording, numbering: Numbering, choice: Choice, readings: tuple[Choice, ...] = ()
    ) -> None:
        self._wording = wording
        self._numbering = numbering
        self._readings = readings
        self._text: str | None = None
        self.choice = choice
        """The choice in the form that executors use: the index of the action, and run-time values."""

    @property
    def name(self) -> str:
        """The id of the action in the rulebook."""
        return self._rule.name

    @property
    def args(self) -> dict[str, Friendly]:
        """The arguments by parameter; `game.action(action.name, **action.args)` is the same action."""
        return {
            parameter.name: self._wording.friendly(parameter.type, value, home_zone(self._wording, parameter))
            for parameter, value in zip(self._rule.parameters, self.choice.arguments, strict=True)
        }

    @property
    def id(self) -> int:
        """The action's id: an integer from 0, below `game.num_distinct_actions`, the same in all states of the game."""
        return self._numbering.number(self.choice)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the game that it belongs to."""
        return self._program.fingerprint

    @property
    def secret(self) -> bool:
        """Whether the other players see only the action's name."""
        return self._rule.secret

    @property
    def readings(self) -> tuple[Action, ...]:
        """Other actions that the text it was read from may mean, if this one is not legal."""
        return tuple(Action(self._wording, self._numbering, choice) for choice in self._readings)

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Action:
        return self

    def __str__(self) -> str:
        if self._text is None:
            self._text = choice_text(self._wording, self.choice)
        return self._text

    def __repr__(self) -> str:
        return f"<Action {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return self.choice == other.choice and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.choice)

    @property
    def _program(self) -> ir.Program:
        return self._wording.program

    @property
    def _rule(self) -> ir.Action:
        return rule_of(self._program, self.choice.action)


AnyAction: TypeAlias = Action | str | SupportsIndex
"""An action as callers give it: the object, a text that people type, or an id (an integer of any type)."""


def rule_of(program: ir.Program, index: int) -> ir.Action:
    """The rule of an action by its index in the program."""
    return list(program.actions.values())[index]


def choice_text(wording: Wording, choice: Choice) -> str:
    """The text that reads back as this choice: the full id, then the arguments in order."""
    rule = rule_of(wording.program, choice.action)
    words = [rule.name]
    last = len(rule.parameters) - 1
    for index, (parameter, value) in enumerate(zip(rule.parameters, choice.arguments, strict=True)):
        text = wording.text(parameter.type, value, home_zone(wording, parameter))
        if is_set(parameter) and index != last:
            text += " ;" if text else ";"
        if text:
            words.append(text)
    return " ".join(words)


def is_set(parameter: ir.Parameter) -> bool:
    """Whether a parameter takes several pieces, so that the end of its list must be marked unless it is last."""
    type_ = parameter.type
    return isinstance(type_.of if isinstance(type_, Optional) else type_, Several)


def home_zone(wording: Wording, parameter: ir.Parameter) -> str:
    """The home zone of a parameter, which texts leave out: the first zone in its domain."""
    for domain in _parts(parameter.domain):
        if isinstance(domain, ir.PiecesAt) and isinstance(domain.place, ir.PlaceOf):
            return wording.kind(domain.kind).places[domain.place.first].zone
        if isinstance(domain, ir.AllPieces):
            return wording.kind(domain.kind).places[0].zone
    return ""


def _parts(domain: ir.Domain) -> Iterator[ir.Domain]:
    match domain:
        case ir.Joined():
            for part in domain.parts:
                yield from _parts(part)
        case ir.Subsets():
            yield from _parts(domain.pool)
        case ir.WithNone():
            yield from _parts(domain.domain)
        case _:
            yield domain
