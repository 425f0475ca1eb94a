"""Traces of a state: what a text asks to be traced, and what a viewer may see of the answer.

    state.trace("seat(1).final_total")      an expression            state.trace("reroll six")      a move
    state.trace("reroll")                   an action with any arguments
    state.trace("hold_at_20")               what a strategy would do
    state.trace()                           why the game is over, or the possible actions

The tracer is handed to the game by `pipeline`, since expressions need the front end and traces show the rulebook's text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from rulewright.game.errors import UnknownMove, UnknownPlace
from rulewright.game.history import record, replay
from rulewright.game.history.steps import Step
from rulewright.game.moves.action import AnyAction, choice_text
from rulewright.game.moves.legal import as_action, legal, meant
from rulewright.game.playouts import players
from rulewright.game.questions import places
from rulewright.game.questions.strategies import traced_strategy
from rulewright.game.table import Table
from rulewright.ir.layout import CURRENT, ENDED, Group
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note, RulebookError
from rulewright.runtime.chance.sampled import new_position
from rulewright.runtime.executor import Chance, Choice, Position
from rulewright.runtime.trace import Trace, Tracer, View

SYNTAX = frozenset({"syntax", "mixed-and-or", "chained-comparison"})
"""The codes of problems with texts that are not expressions at all."""

MOST_CHANGES = 100
"""The most changes of a variable that a trace lists."""

Json = object


def traced(table: Table, tip: Step, asked: AnyAction | None, player: int | None) -> Trace:
    """See `State.trace`."""
    view = _view(table, tip, player)
    if asked is None:
        return _present(table, tip, view)
    if not isinstance(asked, str):
        return _move(table, tip, asked, view)
    plain = _plain(table, tip, asked, player)
    if plain is not None:
        return plain
    name, program = asked.strip(), table.program
    if name in program.strategies and name not in program.definitions and name not in program.actions:
        may_see = view is None or player == tip.cells[CURRENT]
        return traced_strategy(table, tip, _tracer(table, f"`{name}`"), name, may_see)
    tracer, cells = _tracer(table, f"`{asked}`"), tip.cells
    try:
        found = tracer.expression(cells, asked, max(cells[CURRENT], 0), view)
    except RulebookError as wrong:
        return _no_expression(table, tip, asked, view, wrong)
    if found.known and found.what == "reading":
        found = _of_variable(table, tip, asked, player, found, view)
    if _reads_as_move(table, asked):
        note = f"`{asked}` is a move too, which is not traced here"
        found = replace(found, note=f"{found.note}; {note}" if found.note else note)
    return found


def traced_end(data: dict[str, Json], table: Table) -> Trace:
    """The trace of the last position of a record: the rule that failed, the end of the game and why, or the possible actions.

    Raises RecordError for a record that does not fit, UnknownPlace for a game without its rulebook.
    """
    tracer = _tracer(table, "a record")
    whole = record.demand_whole(data)
    steps, start = whole["steps"], whole["start"]
    of_preference = _preference(data, table, tracer)
    if of_preference is not None:
        return of_preference
    if not steps:
        return _outcome(table, tracer, start, data.get("seed"))
    return tracer.outcome(*_again(data, len(steps), table))


def traced_changes(data: dict[str, Json], number: int, table: Table) -> Trace:
    """The trace of the variables that step `number` (from 1) of a record wrote. Raises the exceptions of `traced_end`."""
    again = _again(data, number, table)
    return _tracer(table, "a record").changes(*again)


def traced_rule(data: dict[str, Json], number: int, table: Table, name: str) -> Trace | None:
    """Whether the automatic rule with this id was carried out in step `number` (from 1) of a record, and why; None if
    there is no such rule. Raises the exceptions of `traced_end`."""
    again = _again(data, number, table)
    return _tracer(table, "a record").rule_in_step(*again, name)


def _preference(data: dict[str, Json], table: Table, tracer: Tracer) -> Trace | None:
    """The trace of the preference whose failure ended a record; None for other records, and if it no longer fails."""
    told = data.get("failure")
    strategy = players.strategy_of(table.program, told.get("path") if isinstance(told, dict) else None)
    if strategy is None:
        return None
    tip = replay.replayed({key: value for key, value in data.items() if key != "failure"}, table)
    choices = [] if tip.cells[ENDED] else legal(table, tip)
    found = players.unfit(table.executor, strategy, tip.cells, choices)
    if found is None:
        return None
    choice, asked, failure = found
    part = tracer.preference(tip.cells, asked, choice, choice_text(table.wording, choice))
    return Trace(
        asked.path,
        None,
        "fails",
        "list",
        parts=(part,),
        note=failure.help,
        span=asked.span,
        failure=failure.message,
    )


def _again(data: dict[str, Json], number: int, table: Table) -> tuple[Position, Choice, Chance]:
    """What it takes to play a step of a record again: the position before it, its choice, and its results of chance."""
    steps = data["steps"]
    assert isinstance(steps, list)
    before = {key: value for key, value in data.items() if key not in ("failure", "result")}
    tip = replay.replayed({**before, "steps": steps[: number - 1]}, table)
    step = steps[number - 1]
    choice = meant(table, tip.cells, str(step["action"]))
    return Position(tip.cells[:], tip.luck.copy()), choice, replay.chance_of(table, step, number)


def _present(table: Table, tip: Step, view: View | None) -> Trace:
    tracer = _tracer(table, "a position")
    if tip.cells[ENDED] and view is None:
        data = record.full(table, tip)
        start = data["start"]
        if data["steps"] or (isinstance(start, dict) and "cells" not in start):
            return traced_end(data, table)
    if tip.cells[ENDED]:
        return tracer.standing(tip.cells, view)
    return tracer.options(tip.cells, view)


def _outcome(table: Table, tracer: Tracer, start: dict[str, Json], seed: Json) -> Trace:
    """The trace of a record without steps: of the position after the set-up."""
    cells = start.get("cells")
    if cells is not None:
        tip = replay.started(table, start, 0)
        return tracer.options(tip.cells, None) if not tip.cells[ENDED] else tracer.standing(tip.cells, None)
    position = new_position(table.program, seed if isinstance(seed, int) else 0)
    return tracer.outcome(position, None, replay.chance_of(table, start, 0))


# ------------------------------------------------------------------------------------------- what a text asks


def _no_expression(table: Table, tip: Step, text: str, view: View | None, wrong: RulebookError) -> Trace:
    """The trace of a text that is no expression: of a move, or of an action with any arguments."""
    name = " ".join(text.split())
    actions = table.program.actions
    if name in actions and actions[name].parameters:
        return _tracer(table, name).option(tip.cells, name, view)
    try:
        action = table.action(text)
    except UnknownMove as unknown:
        rule = table.trace_hook and _tracer(table, name).rule(tip.cells, name, view)
        if rule:
            return rule
        begins_as_move = name.partition(" ")[0] in actions
        called, bracket, _ = name.partition("(")
        if bracket and not begins_as_move and called.rstrip() in table.program.definitions:
            raise _with_piece(table, tip, name, wrong) from None
        is_none = any(problem.code in SYNTAX for problem in wrong.problems)
        raise unknown if begins_as_move or (is_none and " " in name) else _with_rule(table, wrong) from None
    return _move(table, tip, action, view)


def _with_piece(table: Table, tip: Step, text: str, wrong: RulebookError) -> RulebookError:
    """The error for a call that cannot be read; if it names a piece as moves do, the error says how expressions name that piece."""
    labels = table.program.labels
    ids = {label: id_ for members in labels.enums.values() for id_, label in members}
    for kind, attributes in labels.attributes.items():
        for number, names in enumerate(labels.pieces.get(kind, ())):
            if not any(re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for name in names):
                continue
            apart = [each.texts[number] for each in attributes if each.tells_apart]
            written = f"{kind}({', '.join(ids.get(each, each) for each in apart)})"
            try:
                _tracer(table, f"`{written}`").expression(tip.cells, written, 0, None)
            except RulebookError:
                continue
            said = f"moves name this piece by its words; an expression writes `{written}`"
            return RulebookError([replace(wrong.problems[0], help=said), *wrong.problems[1:]])
    return wrong


def _with_rule(table: Table, wrong: RulebookError) -> RulebookError:
    """The error for an unknown name; if an automatic rule has the nearest name, the error suggests that."""
    problem = wrong.problems[0]
    asked = problem.span.text
    if problem.code != "unknown-name" or len(wrong.problems) > 1 or asked != problem.span.source.text.strip():
        return wrong
    rules = {trigger.id: trigger for phase in table.program.phases for trigger in phase.triggers}
    near = nearest(asked, [*(note.span.text for note in problem.notes), *rules])
    if near is None or near not in rules:
        return wrong
    notes = (Note(rules[near].span, "did you mean this one?"),)
    said = f"did you mean the rule `{near}`, which is automatic?"
    return RulebookError([replace(problem, notes=notes, help=said)])


def _move(table: Table, tip: Step, action: AnyAction, view: View | None) -> Trace:
    """The trace of the legal reading of a move, or else of the first reading."""
    first = as_action(table, action)
    tracer, cells = _tracer(table, f"`{first}`"), tip.cells

    def of(choice: Choice) -> Trace:
        return tracer.action(cells, choice, choice_text(table.wording, choice), view)

    found = of(first.choice)
    if found.value is True:
        return found
    others = (of(each.choice) for each in first.readings)
    return next((each for each in others if each.value is True), found)


def _reads_as_move(table: Table, text: str) -> bool:
    try:
        table.action(text)
    except UnknownMove:
        return False
    return True


def _plain(table: Table, tip: Step, text: str, player: int | None) -> Trace | None:
    """The trace of a variable of all players, or of a zone, without parts; None for other texts, and for single values."""
    cells = tip.cells
    try:
        value = places.plain(table.wording, cells, text)
        seen = player is None or places.seen(table.wording, table.sight, cells, text, player)
    except places.NotPlain:
        return None
    if table.trace_hook is not None and not isinstance(value, tuple | dict):
        return None  # an expression, whose value has a name
    if not seen:
        return Trace(text, what="reading", hidden=True, shown="hidden")
    found, group = Trace(text, value, _listed(value), "reading"), places.variable(table.wording, text)
    if group is None:
        return found

    def value_at(cells: Sequence[int]) -> tuple[object, str]:
        value = places.plain(table.wording, cells, text)
        return value, _listed(value)

    return _with_changes(tip, player, found, group, value_at)


def _with_changes(
    tip: Step, player: int | None, found: Trace, group: Group,
    value_at: Callable[[Sequence[int]], tuple[object, str]],
) -> Trace:  # fmt: skip
    """The trace of a variable with the steps at which its value changed, the last one first."""
    chain = tip.chain()
    if group.seen_by != "all" and (player is not None or any(step.masked for step in chain)):
        return found  # its past values depend on the viewer
    parts: list[Trace] = []
    before = value_at(chain[0].cells)
    for number, step in enumerate(chain):
        value = value_at(step.cells)
        if value != before:
            did = f"step {number}, seat {step.player + 1}: {step.action_for(player)}"
            parts.append(Trace(did, *value, "reading", line=True))
        before = value
    kept = tuple(reversed(parts[-MOST_CHANGES:]))
    return replace(found, what="variable", parts=kept, more=len(parts) - len(kept)) if kept else found


def _of_variable(
    table: Table, tip: Step, text: str, player: int | None, found: Trace, view: View | None
) -> Trace:
    """The trace of an expression, with the changes of its value if it is a single value of a variable."""
    cells = tip.cells
    tracer = _tracer(table, text)
    read = tracer.variable(cells, text, max(cells[CURRENT], 0), view)
    if read is None:
        return found
    group, index = table.program.layout.groups[read[0]], read[1]
    type_ = table.wording.group_type(group)

    def value_at(cells: Sequence[int]) -> tuple[object, str]:
        value = table.wording.cell_value(group, cells[group.offset + index])
        return table.wording.friendly(type_, value), tracer.shown(type_, value)

    return _with_changes(tip, player, found, group, value_at)


def _listed(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case {"piece": piece, **others}:
            return " ".join([_listed(piece), *(f"{name} {_listed(each)}" for name, each in others.items())])
        case dict():
            return ", ".join(f"{key}: {_listed(each)}" for key, each in value.items()) or "nothing"
        case tuple() | list():
            return ", ".join(map(_listed, value)) or "nothing"
        case _:
            return str(value)


# ------------------------------------------------------------------------------------------ who works it out


def _tracer(table: Table, asked: str) -> Tracer:
    if table.trace_hook is None:
        raise UnknownPlace(
            f"{asked} cannot be traced in a compiled game, which has plain places of {table.name} only (a variable or a "
            "zone, with its owner): load the rulebook for anything else"
        )
    return table.trace_hook()


def _view(table: Table, tip: Step, player: int | None) -> View | None:
    """What a viewer (by number in `sight`) sees of a position; None for a viewer who sees everything."""
    if player is None:
        return None
    sight = table.sight
    return None if sight.sees_all(player) else sight.view(tip.cells, player)
