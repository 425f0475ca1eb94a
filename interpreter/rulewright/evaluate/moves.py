"""Legal choices: each condition is evaluated as soon as the parameters in it are bound.

    choose: {card: me.hand, named: Suit}      the cards that pass the conditions on `card` alone, times the suits, …

Domains that do not depend on earlier parameters are evaluated once, and conditions on one parameter alone filter its
domain before any product is formed.  The order is that of the domains, the first parameter changing slowest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.evaluate.aggregates import contains
from rulewright.evaluate.machine import Machine, Plan, integer, register
from rulewright.ir import nodes as ir
from rulewright.ir.layout import PHASE
from rulewright.language.types import Several, Type
from rulewright.problems.quoting import series
from rulewright.runtime.executor import Choice, Impossible, Value

_WITHOUT_REPEATS = (ir.Between, ir.Members, ir.Around, ir.TeamMembers, ir.Subsets)


def plan(index: int, name: str, action: ir.Action) -> Plan:
    """The plan by which the choices of an action are listed."""
    count = len(action.parameters)
    filters = [[c.holds for c in action.conditions if c.only == slot] for slot in range(count)]
    levels = range(count + 1)
    return Plan(
        index,
        name,
        action,
        tuple(tuple(let for let in action.lets if let.level == level) for level in levels),
        tuple(
            tuple(c.holds for c in action.conditions if c.only is None and c.level == level)
            for level in levels
        ),
        tuple(map(tuple, filters)),
        tuple(not isinstance(parameter.domain, _WITHOUT_REPEATS) for parameter in action.parameters),
        action.filters,
    )


def choices(machine: Machine) -> list[Choice]:
    """All legal choices of the player to act in the present phase."""
    result: list[Choice] = []
    for ready in machine.prepared.by_phase[machine.cells[PHASE]]:
        index = ready.index
        result.extend([Choice(index, arguments) for arguments in options(machine, ready, False)])
    return result


def any_choice(machine: Machine) -> bool:
    """Whether the player to act has a legal choice."""
    return any(options(machine, ready, True) for ready in machine.prepared.by_phase[machine.cells[PHASE]])


def options(machine: Machine, ready: Plan, one_is_enough: bool) -> list[tuple[Value, ...]]:
    """The legal arguments of an action for `me`: all of them, or at most one."""
    outer = machine.locals, machine.path
    machine.locals = [None] * ready.action.locals
    machine.path = ready.action.path
    try:
        if not _pass(machine, ready, 0):
            return []
        if not ready.filters:
            return [()]
        return _products(machine, ready, one_is_enough)
    finally:
        machine.locals, machine.path = outer


def eval_can(machine: Machine, node: ir.Can) -> Value:
    player = integer(machine, node.player, "a player is needed here")
    key = (ir.Can, node.action, player)
    if key not in machine.memo:
        outer = machine.me
        machine.me = player
        try:
            found = bool(options(machine, machine.plans[node.action], True))
        except RecursionError:
            machine.too_deep(node.span)
        finally:
            machine.me = outer
        machine.memo[key] = found
    known: bool = machine.memo[key]
    return known


def bind(machine: Machine, ready: Plan, arguments: Sequence[Value]) -> list[Any]:
    """The frame of an action with its parameters and every `let` bound; it becomes the frame of the machine."""
    frame: list[Any] = [None] * ready.action.locals
    machine.locals = frame
    for level, lets in enumerate(ready.lets):
        if level:
            frame[level - 1] = arguments[level - 1]
        for let in lets:
            frame[let.slot] = machine.evaluate(let.value)
    return frame


def impossible(machine: Machine, ready: Plan, arguments: Sequence[Value]) -> Impossible | None:
    """The reason why arguments are not among the elements of the domains of the parameters, or None. Binds the arguments."""
    action = ready.action
    if len(arguments) != len(action.parameters):
        wanted = ", ".join(parameter.name for parameter in action.parameters)
        return Impossible(
            f"{action.name} needs {wanted}" if wanted else f"{action.name} needs nothing chosen"
        )
    machine.locals = [None] * action.locals
    for slot, (parameter, value) in enumerate(zip(action.parameters, arguments, strict=True)):
        if not contains(machine, parameter.domain, value):
            return Impossible(_not_there(machine, parameter, value), parameter.name)
        machine.locals[slot] = value
        filter_ = ready.wanted.get(slot)
        if filter_ is not None and not machine.evaluate(filter_.holds):
            # Later domains may rely on the filter, which is the reason to give.
            machine.locals[: len(arguments)] = arguments
            return None
    return None


def _not_there(machine: Machine, parameter: ir.Parameter, value: Value) -> str:
    """The message for a value that a parameter's domain lacks; for a set it names the missing piece."""
    type_ = parameter.type
    if isinstance(parameter.domain, ir.Subsets) and isinstance(value, tuple) and isinstance(type_, Several):
        pool = parameter.domain.pool
        missing = Counter(value) - Counter(machine.elements[type(pool)](machine, pool))
        for piece in missing:
            shown, times = _shown(machine, type_.of, piece), value.count(piece)
            return (
                f"there is no {shown} to choose"
                if times == 1
                else f"there are fewer than {times} × {shown} to choose"
            )
    if parameter.listed:
        values = series([_shown(machine, type_, each) for each in parameter.listed], "or")
        return f"{_shown(machine, type_, value)} cannot be chosen for {parameter.name}, only {values}"
    zone = _zone(machine, parameter.domain)
    if zone:
        return f"{_shown(machine, type_, value)} is not in {zone}"
    if isinstance(parameter.domain, ir.Between):
        numbers = machine.elements[ir.Between](machine, parameter.domain)
        if numbers:
            only = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
            return f"{_shown(machine, type_, value)} cannot be chosen for {parameter.name} now, only {only}"
    return f"{_shown(machine, type_, value)} cannot be chosen for {parameter.name} now"


def _zone(machine: Machine, domain: ir.Domain) -> str:
    """The zone from which a parameter chooses distinguishable pieces, as the acting player calls it; empty if the domain is
    not that of a zone, or its pieces are identical."""
    match domain:
        case ir.PiecesAt(kind=kind, place=ir.PlaceOf(owner=owner) as place):
            code, names = machine.evaluate(place), machine.program.labels.places.get(kind)
            if machine.kinds[kind].identical or not isinstance(code, int) or names is None:
                return ""
            info, name = machine.kinds[kind].places[code], names[code][1]
            if owner is None:
                return f"the {name}"
            if info.owner_is_team:
                mine = info.owner == machine.program.teams[machine.me]
                return f"your team's {name}" if mine else f"team {(info.owner or 0) + 1}'s {name}"
            return f"your {name}" if info.owner == machine.me else f"seat {(info.owner or 0) + 1}'s {name}"
        case _:
            return ""


def _shown(machine: Machine, type_: Type, value: Value) -> str:
    """A value as printed; `this` for an invalid one, which only a calling program can pass."""
    try:
        return machine.prepared.wording.printed(type_, value) or "nothing"
    except LookupError:
        return "this"


def _products(machine: Machine, ready: Plan, one_is_enough: bool) -> list[tuple[Value, ...]]:
    parameters = ready.action.parameters
    if len(parameters) == 1:
        kept = _offered(machine, ready, 0)
        if one_is_enough:
            return [(value,) for value in _first(kept)]
        return [(value,) for value in kept]
    fixed: list[list[Any] | None] = [None] * len(parameters)
    for slot, parameter in enumerate(parameters):
        if parameter.after_parameter < 0:
            values = list(_filtered(machine, ready, slot))
            if not values:
                return []
            fixed[slot] = values
    found = _descend(machine, ready, fixed, 0)
    return list(_first(found) if one_is_enough else found)


def _descend(
    machine: Machine, ready: Plan, fixed: list[list[Any] | None], slot: int
) -> Iterator[tuple[Value, ...]]:
    frame = machine.locals
    known = fixed[slot]
    last = slot + 1 == len(fixed)
    for value in _filtered(machine, ready, slot) if known is None else known:
        machine.work -= 1
        if machine.work < 0:
            machine.overworked(ready.action.parameters[slot].span)
        frame[slot] = value
        if _pass(machine, ready, slot + 1):
            if last:
                yield tuple(frame[: slot + 1])
            else:
                yield from _descend(machine, ready, fixed, slot + 1)


def _offered(machine: Machine, ready: Plan, slot: int) -> Iterator[Any]:
    """The values of a parameter that pass every condition evaluated once it is bound."""
    if not ready.conditions[slot + 1] and not ready.lets[slot + 1]:
        yield from _filtered(machine, ready, slot)
        return
    frame = machine.locals
    for value in _filtered(machine, ready, slot):
        frame[slot] = value
        if _pass(machine, ready, slot + 1):
            yield value


def _filtered(machine: Machine, ready: Plan, slot: int) -> Iterator[Any]:
    """The values of a parameter that pass the conditions on it alone."""
    domain = ready.action.parameters[slot].domain
    values = machine.elements[type(domain)](machine, domain)
    conditions = ready.filters[slot]
    frame = machine.locals
    machine.go_through(values, ready.action.parameters[slot].span)
    for value in dict.fromkeys(values) if ready.varied[slot] else values:
        frame[slot] = value
        for condition in conditions:
            if not machine.eval[type(condition)](machine, condition):
                break
        else:
            yield value


def _pass(machine: Machine, ready: Plan, level: int) -> bool:
    """Bind the `let`s of a level, and return whether its conditions hold; `level` is the number of parameters bound."""
    for let in ready.lets[level]:
        machine.locals[let.slot] = machine.eval[type(let.value)](machine, let.value)
    return all(machine.eval[type(condition)](machine, condition) for condition in ready.conditions[level])


def _first(values: Iterator[Any]) -> Iterator[Any]:
    for value in values:
        yield value
        return


register(globals())
