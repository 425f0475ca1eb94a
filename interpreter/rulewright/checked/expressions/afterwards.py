"""`after(step(...), expression)`: what would hold after a step.

    any(after(go(s, die), playable) for s in board.spaces)      the step is run on a copy of the position, and `playable` asked there

A step has no conditions, so nothing can ask for itself but through `can`. The expression counts as looking at everything that the step looks at.
"""

from __future__ import annotations

from rulewright.checked.bindings import AfterMeaning, Info, Read
from rulewright.checked.context import Context
from rulewright.checked.declarations import lookup
from rulewright.checked.infer import (
    UNKNOWN,
    as_several,
    check_extent,
    domain_of,
    fits,
    infer,
)
from rulewright.checked.messages import names, rules, types
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import Board, Kind, Several, Unknown, Zone
from rulewright.rulebook import nodes as rulebook


def after(c: Context, node: syntax.Call, scope: Scope) -> Info:
    """The type of what is asked after a step."""
    run = _step(node.arguments[0]) if len(node.arguments) == 2 else None
    if run is None or run[0] not in c.book.steps:
        names.after_shape(c, node)
        return UNKNOWN
    name, arguments = run
    facts = lookup.step(c, c.book.steps[name], node)
    if facts.uses_me and scope.acting:
        rules.nobody_acts(c, node, scope.acting)
    elif facts.uses_me:
        c.note_me()
    if name in c.step_parameters:
        check_given(c, node, name, arguments, scope)
    for read in facts.reads:
        c.read(Read(read.what, read.name, read.owner, node))
    value = node.arguments[1]
    info = infer(c, value, scope.forget(facts.written))
    for variable in c.book.variables:
        c.depend(variable)
    c.depend("#pieces")
    if isinstance(info.type, Unknown):
        return UNKNOWN
    if isinstance(info.type, Several | Zone | Kind | Board):
        types.not_a_value(c, value, info.type, "`after`")
        return UNKNOWN
    return Info(info.type, meaning=AfterMeaning(name, arguments, value), fails=True)


def _step(node: syntax.Node) -> tuple[str, tuple[syntax.Expression, ...]] | None:
    """The name of a step that is written like a call, and its arguments."""
    match node:
        case syntax.Name(text=name):
            return name, ()
        case syntax.Call(function=syntax.Name(text=name), arguments=arguments):
            return name, arguments
        case _:
            return None


def check_given(
    c: Context,
    node: syntax.Call | rulebook.RunStep,
    step: str,
    arguments: tuple[syntax.Expression, ...],
    scope: Scope,
) -> None:
    """Check the arguments of a step, which has been checked."""
    wanted = c.step_parameters[step]
    if len(wanted) != len(arguments):
        names.wrong_count(c, node, step, len(arguments), len(wanted))
        return
    for argument, (name, type_) in zip(arguments, wanted, strict=True):
        info = infer(c, argument, scope, type_)
        if isinstance(type_, Several):
            several = as_several(c, info)
            if several is None or not fits(several, type_):
                types.wrong_type(c, argument, info.type, type_, f"`{name}` of `{step}`")
            else:
                check_extent(c, argument, domain_of(c, argument, scope).type)
        elif not fits(info.type, type_):
            types.wrong_type(c, argument, info.type, type_, f"`{name}` of `{step}`")
