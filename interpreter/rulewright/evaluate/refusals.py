"""The reasons why a choice is illegal: the conditions that do not hold, and the values of their parts.

    rolls < max_rolls      ->      rolls < max_rolls: false;  rolls: 5
    card.suit == suit      ->      card.suit == suit: false;  card.suit: hearts;  suit: spades

A condition after a failed one may rely on it; if evaluating it fails then, it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.evaluate.afterwards import afterwards
from rulewright.evaluate.machine import Machine, Plan
from rulewright.evaluate.sentences import in_words
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Seen
from rulewright.ir.reads import hides_anything
from rulewright.ir.walking import parts
from rulewright.language.types import Face, Integer, Optional, Piece, Player, Several, Team, Type
from rulewright.problems.quoting import listed
from rulewright.runtime.executor import Inside, Refusal, Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.labels import Wording
from rulewright.source.text import Span

MOST_PARTS = 20


def failed_conditions(machine: Machine, ready: Plan, all_of_them: bool) -> list[ir.Condition]:
    """The conditions that bound arguments do not meet, in written order (or only the first)."""
    failed: list[ir.Condition] = []
    bound = -1
    for condition in ready.action.conditions:
        if failed and isinstance(condition.holds, ir.After):
            break
        try:
            while bound < condition.level:
                bound += 1
                for let in ready.lets[bound]:
                    machine.locals[let.slot] = machine.evaluate(let.value)
            holds = machine.evaluate(condition.holds)
        except RuleFailure:
            if not failed:
                raise
            continue
        if not holds:
            failed.append(condition)
            if not all_of_them:
                break
    return failed


def failed_whatever_is_chosen(machine: Machine, ready: Plan) -> list[ir.Condition]:
    """The conditions that mention no parameter and fail: a better reason to give than "this cannot be chosen"."""
    failed = []
    for condition in ready.action.conditions:
        if condition.level == 0:
            try:
                if not machine.evaluate(condition.holds):
                    failed.append(condition)
            except RuleFailure:
                break
    return failed


def refusal(machine: Machine, ready: Plan, condition: ir.Condition) -> Refusal:
    """A failed condition in words, with the values of its parts."""
    inside = tuple(_parts(machine, ready, condition, condition.holds))[:MOST_PARTS]
    return Refusal(condition, _says(machine, condition), inside)


def _says(machine: Machine, condition: ir.Condition) -> str:
    by_name = condition.id.replace("_", " ")
    try:
        return in_words(machine, condition.says, _surely_hidden) or by_name
    except RuleFailure:
        return by_name


def _parts(
    machine: Machine, ready: Plan, condition: ir.Condition, node: ir.Expression, above: Span | None = None
) -> Iterator[Inside]:
    """The values of a node and of the parts of it that decided its value, outermost first. Parts whose evaluation fails are left
    out, and so are those with the same text as the node around them (`deck.empty` is a comparison of a count)."""
    text = " ".join(node.span.text.split())
    if isinstance(node, ir.After):
        try:
            with afterwards(machine, node.do):
                inside = tuple(_parts(machine, ready, condition, node.value, above))
        except RuleFailure:
            return
        yield from inside
        return
    try:
        value = machine.evaluate(node)
    except RuleFailure:
        return
    if text and node.span != above and not isinstance(node, ir.Constant):
        if _surely_hidden(machine, node):
            yield Inside(text, None, True)
        else:
            type_ = condition.shown.get(text)
            if type_ is None or isinstance(type_, Several) != isinstance(value, tuple):
                type_ = _type_of(machine, ready, node)
            friendly = machine.prepared.wording.friendly(type_, value)
            yield Inside(text, friendly, False, _shown(machine.prepared.wording, type_, value))
    for part in _deciding(machine, node):
        yield from _parts(machine, ready, condition, part, node.span)


def _shown(wording: Wording, type_: Type, value: Value) -> str:
    """A value as people read it."""
    match type_:
        case Optional(of=of) if value is not None:
            return _shown(wording, of, value)
        case Player() if isinstance(value, int):
            named = wording.program.labels.seats
            return (named[value] if value < len(named) else "") or f"seat {value + 1}"
        case Team() if isinstance(value, int):
            return f"team {value + 1}"
        case Several(of=of) if isinstance(value, tuple):
            return ", ".join(_shown(wording, of, each) for each in value) or "nothing"
        case _:
            return wording.printed(type_, value)


def _type_of(machine: Machine, ready: Plan, node: ir.Expression) -> Type:
    """The type of a part for which the condition has no type: a number, or a part of a program without a rulebook."""
    match node:
        case ir.Local(slot=slot) if slot < len(ready.action.parameters):
            return ready.action.parameters[slot].type
        case ir.Cell():
            return machine.prepared.wording.group_type(machine.access[node.group].group)
        case ir.Call():
            return machine.definitions[node.definition].type
        case ir.Me() | ir.Seat():
            return Player(machine.players)
        case ir.Otherwise():
            return _type_of(machine, ready, node.value)
        case ir.Top() | ir.Single():
            return Optional(Piece(node.kind))
        case ir.PieceFace() if node.kind in machine.program.labels.faces:
            names = tuple(name for name, _ in machine.program.labels.faces[node.kind])
            return Optional(Face(node.kind, names))
        case _:
            return Integer()


def _deciding(machine: Machine, node: ir.Expression) -> tuple[ir.Expression, ...]:
    """The parts that determined the value of a node: of a false `and` the first item that is false."""
    match node:
        case ir.And():
            return next(((item,) for item in node.items if not machine.evaluate(item)), node.items)
        case ir.Or():
            return next(((item,) for item in node.items if machine.evaluate(item)), node.items)
        case ir.Not() | ir.Negate():
            return (node.operand,)
        case ir.Compare() | ir.Arithmetic():
            return (node.left, node.right)
        case ir.IfElse():
            return (node.condition, node.value if machine.evaluate(node.condition) else node.otherwise)
        case ir.Otherwise():
            return (node.value,)
        case ir.Contains():
            return (node.item,)
        case ir.Extreme():
            return node.items
        case _:
            return ()


# --------------------------------------------------------------------------------------------- what is seen


def _surely_hidden(machine: Machine, node: ir.Expression) -> bool:
    """Whether a value must not be shown to `me`: it rests on hidden information, or that cannot be decided."""
    frame = machine.locals
    machine.locals = list(frame)
    try:
        _forget_bound(machine, node)
        return _hidden(machine, node)
    except RuleFailure:
        return True
    finally:
        machine.locals = frame


def _forget_bound(machine: Machine, node: object) -> None:
    """Empty the slots that clauses inside the node bind: an earlier evaluation left arbitrary elements in them."""
    if isinstance(node, ir.Clause):
        machine.locals[node.slot] = None
    for part in parts(node):
        _forget_bound(machine, part)


def _hidden(machine: Machine, node: object) -> bool:
    """Whether the value of a node rests on information that is hidden from `me`."""
    match node:
        case ir.Cell():
            group = machine.access[node.group].group
            if group.seen_by == "all":
                return any(_hidden(machine, index) for index in node.indices)
            axes = zip(group.axes, node.indices, strict=True)
            owner = next((i for axis, i in axes if axis.kind in ("players", "teams")), None)
            whose = machine.evaluate(owner) if owner is not None else None
            if owner is not None and whose is None:  # bound by a clause, or none
                return True
            of_team = bool(group.axes) and group.axes[0].kind == "teams"
            return not _sees(machine, group.seen_by, whose, of_team)
        case ir.PieceFace() | ir.PiecePlace():
            kind = machine.kinds[node.kind]
            if all(info.seen_by == "all" for info in kind.places):
                return _hidden(machine, node.piece)
            piece = machine.evaluate(node.piece)
            if not isinstance(piece, int):
                return False
            code = piece // kind.looks if kind.identical else machine.cells[kind.where + piece]
            return _hidden_place(machine, node.kind, code)
        case ir.Top() | ir.Single() | ir.PiecesAt() if node.place is not None:
            if all(info.seen_by == "all" for info in machine.kinds[node.kind].places):
                return False
            code_value = machine.evaluate(node.place)
            return not isinstance(code_value, int) or _hidden_place(machine, node.kind, code_value)
        case ir.AllPieces():
            return any(
                _hidden_place(machine, node.kind, code)
                for code in range(len(machine.kinds[node.kind].places))
            )
        case ir.After():
            with afterwards(machine, node.do):  # the effects look at nothing that `me` does not see
                return _hidden(machine, node.value)
        case ir.Can():
            return machine.evaluate(node.player) != machine.me and hides_anything(machine.program)
        case ir.Call():
            return any(_hidden(machine, argument) for argument in node.arguments) or _hides_inside(
                machine, node
            )
        case _:
            return any(_hidden(machine, part) for part in parts(node))


def _hides_inside(machine: Machine, node: ir.Call) -> bool:
    definition = machine.definitions[node.definition]
    outer = machine.locals
    arguments = [_known(machine, argument) for argument in node.arguments]
    machine.locals = arguments + [None] * (definition.locals - len(arguments))
    try:
        return _hidden(machine, definition.body)
    finally:
        machine.locals = outer


def _known(machine: Machine, node: ir.Expression) -> Value:
    """An argument's value; none if it depends on a name that a clause binds, which has no value here."""
    try:
        return machine.evaluate(node)
    except RuleFailure:
        return None


def _hidden_place(machine: Machine, kind: str, code: int) -> bool:
    info = machine.kinds[kind].places[code]
    return not _sees(machine, info.seen_by, info.owner, info.owner_is_team)


def _sees(machine: Machine, seen_by: Seen, owner: object, of_team: bool) -> bool:
    teams = machine.program.teams
    me = machine.me
    if seen_by == "all" or owner is None or not isinstance(owner, int):
        return seen_by != "nobody"
    if seen_by == "nobody":
        return False
    if of_team:
        return teams[me] == owner
    return owner == me or (seen_by == "team" and teams[me] == teams[owner])


def out_of_phase(program: ir.Program, ready: Plan, now: ir.Phase) -> str:
    """The message for an action that the phase does not offer: `Go home is for the phase `last`, but this is the phase `turn`, which offers `roll``."""
    of = [_name_of_phase(phase) for phase in program.phases if ready.name in phase.actions]
    offered = [
        _name_of(program.actions[name]) for name in now.actions if not program.actions[name].switched_off
    ]
    belongs = f"is for the phase {listed(of, 'or')}" if of else "is for no phase of this game"
    offers = listed(list(dict.fromkeys(offered))) or "nothing"
    return f"{_name_of(ready.action)} {belongs}, but this is the phase `{_name_of_phase(now)}`, which offers {offers}"


def _name_of(action: ir.Action) -> str:
    return action.label or action.name.split(".")[-1]


def _name_of_phase(phase: ir.Phase) -> str:
    return phase.label or phase.name
