"""The legal moves as a numbered list: moves of one action together, long lists folded.

1  roll everything loose      2  roll the scoring dice only
3  rack 6                     4  rack 5
   (19 more moves: `more` lists them)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rulewright.cli.table.drawing import in_columns
from rulewright.game.action import Action
from rulewright.game.state import State

FOLDED = 12
WIDTH = 88


def listed(state: State, actions: Sequence[Action], everything: bool = False) -> list[str]:
    """Lines that list the moves under the numbers by which they can be chosen, from 1."""
    described = descriptions(state, actions)
    numbered = list(enumerate(actions, 1))
    lines: list[str] = []
    for _, group in groupby(numbered, key=lambda entry: entry[1].name):
        moves = list(group)
        shown = moves if everything or len(moves) <= FOLDED + 2 else moves[:FOLDED]
        cells = [f"{number:3}  {described[number - 1]}" for number, _ in shown]
        lines += [f" {line}" for line in in_columns(cells, WIDTH)]
        if len(shown) < len(moves):
            lines.append(
                f"      ({len(moves) - len(shown)} more of these: `more` lists them, or type the move)"
            )
    return lines


def descriptions(state: State, actions: Sequence[Action]) -> list[str]:
    """Each move in the rulebook's words; where two would read alike, as they are typed."""
    said = [describe(state, action) for action in actions]
    often = Counter(said)
    return [
        state.text(action) if often[words] > 1 else words for action, words in zip(actions, said, strict=True)
    ]


def describe(state: State, action: Action) -> str:
    """A move in the rulebook's words, or else its label and its arguments as they are printed."""
    program, wording = state.game.program, state.game.wording
    rule = program.actions[action.name]
    if rule.says is not None:
        return state.describe(action)
    arguments = zip(rule.parameters, action.choice.arguments, strict=True)
    printed = [wording.printed(parameter.type, value) for parameter, value in arguments]
    return " ".join([rule.label or action.name.replace("_", " "), *printed])
