"""Typed choices: those whose arguments have the types of the action's parameters, in any position.

TypedChoices(program).have(Choice(0, (5,)))         whether the action exists, and its arguments have the types of its parameters
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.language.ranges import ordinals
from rulewright.runtime.executor import Choice, Value


class TypedChoices:
    """The choices that the types of parameters allow."""

    def __init__(self, program: ir.Program) -> None:
        self._parameters = [
            tuple(_Values(program, parameter.type) for parameter in action.parameters)
            for action in program.actions.values()
        ]

    def have(self, choice: Choice) -> bool:
        """Whether the action exists and the arguments have the types of its parameters."""
        if not 0 <= choice.action < len(self._parameters):
            return False
        parameters = self._parameters[choice.action]
        return len(parameters) == len(choice.arguments) and all(
            values.have(value) for values, value in zip(parameters, choice.arguments, strict=True)
        )


class _Values:
    """Whether values have a parameter's type."""

    def __init__(self, program: ir.Program, type_: types.Type) -> None:
        self.optional = isinstance(type_, types.Optional)
        inner = type_.of if isinstance(type_, types.Optional) else type_
        self.several = isinstance(inner, types.Several)
        self.most = inner.most if isinstance(inner, types.Several) else 1
        one = inner.of if isinstance(inner, types.Several) else inner
        self.low, self.high = ordinals(one, lambda kind: program.layout.kinds[kind].numbers)

    def have(self, value: Value) -> bool:
        if value is None:
            return self.optional
        if isinstance(value, tuple):
            return self.several and len(value) <= self.most and all(map(self._is_one, value))
        return not self.several and self._is_one(value)

    def _is_one(self, value: int) -> bool:
        return self.low <= value <= self.high
