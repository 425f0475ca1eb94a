"""Traces of a state: which question a text asks, and who may see what comes of it.

    state.trace("seat(1).final_total")      an expression            state.trace("reroll six")      a move
    state.trace("reroll")                   a move, whatever is chosen for it
    state.trace()                           why the game is over, or what can be done

The work is done by the tracer that `pipeline` hands to the game, since an expression needs the front end and a trace shows the
rulebook's text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.game.errors import UnknownMove, UnknownPlace
from rulewright.game.history import record
from rulewright.game.moves.action import Action, choice_text
from rulewright.game.playouts import preferences
from rulewright.game.questions import places
from rulewright.ir.layout import CURRENT, Group
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note, RulebookError
from rulewright.runtime.chance.chance import new_position
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.trace import Trace, Tracer, View

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.game.state import State

SYNTAX = frozenset({"syntax", "mixed-and-or", "chained-comparison"})
"""Problems of a text that is no expression at all."""

MOST_CHANGES = 100
"""So many changes of a variable are told."""

Json = object


def traced(state: State, asked: Action | str | None, player: int | None) -> Trace:
    """See `State.trace`."""
    view = _view(state, player)
    if asked is None:
        return _present(state, view)
    if not isinstance(asked, str):
        return _move(state, asked, view)
    plain = _plain(state, asked, player)
    if plain is not None:
        return plain
    tracer, cells = _tracer(state.game, f"`{asked}`"), state.cells
    try:
        found = tracer.expression(cells, asked, max(cells[CURRENT], 0), view)
    except RulebookError as wrong:
        return _no_expression(state, asked, view, wrong)
    if found.known and found.what == "reading":
        found = _of_variable(state, asked, player, found, view)
    if _reads_as_move(state, asked):
        note = f"`{asked}` is a move too, which is not traced here"
        found = replace(found, note=f"{found.note}; {note}" if found.note else note)
    return found


def traced_end(data: dict[str, Json], game: Game) -> Trace:
    """What a record came to: the rule that failed, the end of the game and why, or what can be done where it stops.

    Raises RecordError for a record that does not fit, UnknownPlace for a game without its rulebook.
    """
    tracer = _tracer(game, "a record")
    whole = record.demand_whole(data)
    steps, start = whole["steps"], whole["start"]
    of_preference = _preference(data, game, tracer)
    if of_preference is not None:
        return of_preference
    if not steps:
        return _outcome(game, tracer, start, data.get("seed"))
    state, last = _before(data, len(steps), game)
    choice = state.meant(str(last["action"]))
    return tracer.outcome(Position(state.cells, state.luck), choice, record.chance_of(game, last, len(steps)))


def traced_changes(data: dict[str, Json], number: int, game: Game) -> Trace:
    """What step `number` (from 1) of a record wrote into variables. Raises as `traced_end` does."""
    state, step = _before(data, number, game)
    choice = state.meant(str(step["action"]))
    return _tracer(game, "a record").changes(
        Position(state.cells, state.luck), choice, record.chance_of(game, step, number)
    )


def traced_rule(data: dict[str, Json], number: int, game: Game, name: str) -> Trace | None:
    """What became of the rule of this id, which happens by itself, in step `number` (from 1) of a record; None if no rule is
    called so. Raises as `traced_end` does."""
    state, step = _before(data, number, game)
    choice = state.meant(str(step["action"]))
    chance = record.chance_of(game, step, number)
    return _tracer(game, "a record").rule_in_step(Position(state.cells, state.luck), choice, chance, name)


def _preference(data: dict[str, Json], game: Game, tracer: Tracer) -> Trace | None:
    """Of a record that ends where a preference failed: what it was worked out of. None of any other, and if it fails no more."""
    told = data.get("failure")
    strategy = preferences.strategy_of(game.program, told.get("path") if isinstance(told, dict) else None)
    if strategy is None:
        return None
    state = record.replay({key: value for key, value in data.items() if key != "failure"}, game)
    legal = [action.choice for action in state.legal_actions()]
    found = preferences.unfit(game.executor, strategy, state.cells, legal)
    if found is None:
        return None
    choice, failure = found
    asked = strategy.preferences[list(game.program.actions)[choice.action]]
    part = tracer.preference(state.cells, asked, choice, choice_text(game.wording, choice))
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


def _before(data: dict[str, Json], number: int, game: Game) -> tuple[State, dict[str, Json]]:
    """The state before a step of a record, and the step."""
    steps = data["steps"]
    assert isinstance(steps, list)
    before = {key: value for key, value in data.items() if key not in ("failure", "result")}
    state = record.replay({**before, "steps": steps[: number - 1]}, game)
    step = steps[number - 1]
    assert isinstance(step, dict)  # it has been replayed up to here
    return state, step


def _present(state: State, view: View | None) -> Trace:
    tracer = _tracer(state.game, "a position")
    if state.is_terminal() and view is None:
        data = state.record()
        start = data["start"]
        if data["steps"] or (isinstance(start, dict) and "cells" not in start):
            return traced_end(data, state.game)
    if state.is_terminal():
        return tracer.standing(state.cells, view)
    return tracer.options(state.cells, view)


def _outcome(game: Game, tracer: Tracer, start: dict[str, Json], seed: Json) -> Trace:
    """Of a record without a step: what the set-up led to."""
    cells = start.get("cells")
    if cells is not None:
        state = record.begun(game, start, 0)
        return (
            tracer.options(state.cells, None)
            if not state.is_terminal()
            else tracer.standing(state.cells, None)
        )
    position = new_position(game.program, seed if isinstance(seed, int) else 0)
    return tracer.outcome(position, None, record.chance_of(game, start, 0))


# ------------------------------------------------------------------------------------------- what a text asks


def _no_expression(state: State, text: str, view: View | None, wrong: RulebookError) -> Trace:
    """The trace of a text that is no expression: of a move, or of an action whatever is chosen for it."""
    name = " ".join(text.split())
    actions = state.game.program.actions
    if name in actions and actions[name].parameters:
        return _tracer(state.game, name).option(state.cells, name, view)
    try:
        action = state.game.action(text)
    except UnknownMove as unknown:
        rule = state.game.trace_hook and _tracer(state.game, name).rule(state.cells, name, view)
        if rule:
            return rule
        begins_as_move = name.partition(" ")[0] in actions
        is_none = any(problem.code in SYNTAX for problem in wrong.problems)
        raise unknown if begins_as_move or (is_none and " " in name) else _with_rule(state, wrong) from None
    return _move(state, action, view)


def _with_rule(state: State, wrong: RulebookError) -> RulebookError:
    """What is wrong with a name that is nobody's; where a rule that happens by itself is nearest, that is what was meant."""
    problem = wrong.problems[0]
    asked = problem.span.text
    if problem.code != "unknown-name" or len(wrong.problems) > 1 or asked != problem.span.source.text.strip():
        return wrong
    rules = {trigger.id: trigger for phase in state.game.program.phases for trigger in phase.triggers}
    near = nearest(asked, [*(note.span.text for note in problem.notes), *rules])
    if near is None or near not in rules:
        return wrong
    meant = (Note(rules[near].span, "did you mean this one?"),)
    said = f"did you mean the rule `{near}`, which happens by itself?"
    return RulebookError([replace(problem, notes=meant, help=said)])


def _move(state: State, action: Action, view: View | None) -> Trace:
    """Of the reading that is allowed, or else of the one that comes first."""
    first = state.as_action(action)
    tracer, cells = _tracer(state.game, f"`{first}`"), state.cells

    def of(choice: Choice) -> Trace:
        return tracer.action(cells, choice, choice_text(state.game.wording, choice), view)

    found = of(first.choice)
    if found.value is True:
        return found
    others = (of(each.choice) for each in first.readings)
    return next((each for each in others if each.value is True), found)


def _reads_as_move(state: State, text: str) -> bool:
    try:
        state.game.action(text)
    except UnknownMove:
        return False
    return True


def _plain(state: State, text: str, player: int | None) -> Trace | None:
    """Of a variable of all players, or a zone, which have no parts; None if the text says more, or has a single value."""
    game, cells = state.game, state.cells
    try:
        value = places.plain(game.wording, cells, text)
        seen = player is None or places.seen(game.wording, game.sight, cells, text, player)
    except places.NotPlain:
        return None
    if game.trace_hook is not None and not isinstance(value, tuple | dict):
        return None  # an expression, whose value has a name
    if not seen:
        return Trace(text, what="reading", hidden=True, shown="hidden")
    found, group = Trace(text, value, _listed(value), "reading"), places.variable(game.wording, text)
    if group is None:
        return found

    def value_at(cells: Sequence[int]) -> tuple[object, str]:
        value = places.plain(game.wording, cells, text)
        return value, _listed(value)

    return _with_changes(state, player, found, group, value_at)


def _with_changes(
    state: State, player: int | None, found: Trace, group: Group,
    value_at: Callable[[Sequence[int]], tuple[object, str]],
) -> Trace:  # fmt: skip
    """The trace of a variable with the steps at which it came to have another value, the last one first."""
    chain = state.tip.chain()
    if group.seen_by != "all" and (player is not None or any(step.masked for step in chain)):
        return found  # what is remembered of it depends on who remembers
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


def _of_variable(state: State, text: str, player: int | None, found: Trace, view: View | None) -> Trace:
    """The trace of an expression that is nothing but one value of a variable, with its changes; any other as it is."""
    game, cells = state.game, state.cells
    tracer = _tracer(game, text)
    read = tracer.variable(cells, text, max(cells[CURRENT], 0), view)
    if read is None:
        return found
    group, index = game.program.layout.groups[read[0]], read[1]
    type_ = game.wording.group_type(group)

    def value_at(cells: Sequence[int]) -> tuple[object, str]:
        value = game.wording.cell_value(group, cells[group.offset + index])
        return game.wording.friendly(type_, value), tracer.shown(type_, value)

    return _with_changes(state, player, found, group, value_at)


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


def _tracer(game: Game, asked: str) -> Tracer:
    if game.trace_hook is None:
        raise UnknownPlace(
            f"{asked} cannot be traced in a compiled game, which has plain places of {game.name} only (a variable or a "
            "zone, with its owner): load the rulebook for anything else"
        )
    return game.trace_hook()


def _view(state: State, player: int | None) -> View | None:
    """What a player or a spectator sees of a state, by the number that `sight` knows them by; None for everything."""
    if player is None:
        return None
    sight = state.game.sight
    return None if sight.sees_all(player) else sight.view(state.cells, player)
