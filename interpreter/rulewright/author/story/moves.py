"""Moves in words: the same in the menu, in a hint, in the story of the game and in what may be typed.

in_words(game, cells, choice, names, None)      "Set aside 4 and 4"        the rulebook's sentence, if there is one
in_short(game, choice, names)                   "bank 4"                   its label and its choices, players by their names
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from rulewright.evaluate.reference import Reference
from rulewright.game.moves.action import rule_of
from rulewright.game.questions.effects import reads_openly
from rulewright.game.questions.places import sentence
from rulewright.ir import nodes as ir
from rulewright.ir.footprints import footprint
from rulewright.ir.layout import CURRENT
from rulewright.ir.walking import everything
from rulewright.language import types
from rulewright.runtime.executor import Choice, Value
from rulewright.runtime.labels import Wording

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.game.history.steps import Step


def in_words(
    game: Game, cells: Sequence[int], choice: Choice, names: Sequence[str], viewer: int | None
) -> str:
    """A move in the rulebook's sentence if there is one and the viewer sees everything that it reads; otherwise in short."""
    rule, me = rule_of(game.program, choice.action), max(cells[CURRENT], 0)
    if rule.says is None or not (viewer in (None, me) or _is_open(game, rule.says, viewer)):
        return in_short(game, choice, names)
    table = at_table(game.program, tuple(names))
    return sentence(
        table,
        Wording(table.program),
        array("i", cells),
        rule.says,
        rule.path,
        rule.locals,
        me,
        choice.arguments,
    )


@lru_cache(maxsize=8)
def at_table(program: ir.Program, names: tuple[str, ...]) -> Reference:
    """A reference executor whose sentences use these names of players."""
    return Reference(replace(program, labels=replace(program.labels, seats=names)))


def in_short(game: Game, choice: Choice, names: Sequence[str]) -> str:
    """The label of the action, or its id as words, with its arguments."""
    rule = rule_of(game.program, choice.action)
    return " ".join([name_of(rule), *arguments(game.wording, rule, choice, names)]).rstrip()


def name_of(rule: ir.Action) -> str:
    """The label of an action, or else its id as words."""
    return rule.label or rule.name.split(".")[-1].replace("_", " ")


def arguments(wording: Wording, rule: ir.Action, choice: Choice, names: Sequence[str]) -> list[str]:
    """The printed argument for each parameter."""
    values = zip(rule.parameters, choice.arguments, strict=True)
    return [printed(wording, parameter.type, value, names) for parameter, value in values]


def told_of(game: Game, step: Step, names: Sequence[str], viewer: int | None) -> str:
    """The move of a step in words, as far as a viewer knows it; empty for the set-up."""
    told = step.action_for(viewer)
    if told is None or step.before is None:
        return ""
    rule = game.program.actions[step.name]
    if step.choice is None or told != step.text:
        return name_of(rule) if told == step.name else told
    if step.before.masked and viewer is None:
        return in_short(game, step.choice, names)
    return in_words(game, step.before.cells, step.choice, names, viewer)


def chosen(game: Game, step: Step, viewer: int | None) -> frozenset[str]:
    """The arguments of a step's move, as far as a viewer knows them: pieces and spaces as typed, other values with `=` in front."""
    if step.choice is None or step.action_for(viewer) != step.text:
        return frozenset()
    return chosen_for(game, step.choice)


def chosen_for(game: Game, choice: Choice) -> frozenset[str]:
    """All arguments of a move, in the form of `chosen`."""
    rule = rule_of(game.program, choice.action)
    values = zip(rule.parameters, choice.arguments, strict=True)
    return frozenset(
        word for parameter, value in values for word in _words(game.wording, parameter.type, value)
    )


def chosen_values(game: Game, step: Step, viewer: int | None, group: str) -> frozenset[str]:
    """The arguments to which the move of a step sets a variable, as far as a viewer knows them; none for a variable that the move
    also writes in another way."""
    if step.choice is None or step.action_for(viewer) != step.text:
        return frozenset()
    rule = rule_of(game.program, step.choice.action)
    types_of = [parameter.type for parameter in rule.parameters]
    return frozenset(
        game.wording.text(types_of[slot], step.choice.arguments[slot])
        for slot in set_to_choices(rule).get(group, ())
    )


@lru_cache(maxsize=256)
def set_to_choices(rule: ir.Action) -> dict[str, frozenset[int]]:
    """The variables that an action sets to its arguments and does not write otherwise, each with the slots of these arguments."""
    found: dict[str, frozenset[int]] = {}
    otherwise: set[str] = set()
    for node in everything(rule.do):
        match node:
            case ir.SetCell(group=group, value=ir.Local(slot=slot)) if slot < len(rule.parameters):
                found[group] = found.get(group, frozenset()) | {slot}
            case _ if isinstance(node, ir.Effect):
                otherwise |= {group for group, _ in footprint(node).cells}
    return {group: slots for group, slots in found.items() if group not in otherwise}


def _words(wording: Wording, type_: types.Type, value: Value) -> Iterator[str]:
    match type_:
        case types.Optional() if value is not None:
            yield from _words(wording, type_.of, value)
        case types.Several() if isinstance(value, tuple):
            for each in value:
                yield from _words(wording, type_.of, each)
        case types.Piece() if isinstance(value, int):
            kind = wording.kind(type_.kind)
            yield (
                wording.look(type_.kind, value % kind.looks)
                if kind.identical
                else wording.piece(type_.kind, value)
            )
        case types.Player() if isinstance(value, int):
            yield f"=seat {value + 1}"  # which is no number
        case types.Space():
            yield wording.text(type_, value)
        case _:
            yield f"={wording.text(type_, value)}"


def printed(wording: Wording, type_: types.Type, value: Value, names: Sequence[str]) -> str:
    """A value in print, with the names of players."""
    match type_:
        case types.Optional() if value is not None:
            return printed(wording, type_.of, value, names)
        case types.Player() if isinstance(value, int) and value < len(names):
            return names[value]
        case types.Several() if isinstance(value, tuple):
            return ", ".join(printed(wording, type_.of, each, names) for each in value)
        case types.Piece() if isinstance(value, int) and wording.kind(type_.kind).identical:
            return wording.look(type_.kind, value % wording.kind(type_.kind).looks, True, names)
    return wording.printed(type_, value)


def _is_open(game: Game, words: ir.Words, viewer: int | None) -> bool:
    assert viewer is not None
    parts = (part[0] for part in words.parts if not isinstance(part, str))
    return all(reads_openly(game.program, game.sight, value, viewer) for value in parts)
