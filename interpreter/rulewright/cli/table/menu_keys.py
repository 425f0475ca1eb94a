"""The signs by which moves are chosen from the list: numbers, or letters where a number may be a choice itself.

signs = Signs(game)
signs.of(state)                 {<Action roll>: "1", <Action rack 6>: "2", ...}
signs.meant(state, "2")         <Action rack 6>

A move keeps its sign until the turn is over, whatever else comes and goes, and no other move of the turn gets it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice, product
from string import ascii_lowercase

from rulewright.cli.table.help import ALIASES, WORDS
from rulewright.game.game import Game, State
from rulewright.game.moves.action import Action, home_zone
from rulewright.game.moves.vocabulary import Vocabulary, single
from rulewright.ir import nodes as ir
from rulewright.language import types

KEPT = 8
"""So many turns are remembered, for those that are taken back."""


@dataclass(slots=True)
class Signs:
    game: Game
    letters: bool = field(init=False)
    """Whether letters are counted with."""
    _turns: dict[tuple[int, ...], dict[Action, str]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        program = self.game.program
        alone = [phase.actions[0] for phase in program.phases if len(phase.actions) == 1]
        self.letters = any(_may_be_a_number(self.game, program.actions[name]) for name in alone)

    @property
    def sort(self) -> str:
        return "a letter" if self.letters else "a number"

    def of(self, state: State) -> dict[Action, str]:
        """The sign of every legal move."""
        given = self._of_turn(state)
        legal = state.legal_actions()
        free = (sign for sign in self._all() if sign not in given.values())
        for action in legal:
            if action not in given:
                given[action] = next(free)
        return {action: given[action] for action in legal}

    def meant(self, state: State, text: str) -> Action | None:
        """The legal move with this sign; None for what is no sign of one."""
        return next((action for action, sign in self.of(state).items() if sign == text.casefold()), None)

    def is_sign(self, state: State, text: str) -> bool:
        """Whether a text is a sign, of whatever move: letters only if a move has or had them in this turn."""
        if not self.letters:
            return text.isdecimal()
        self.of(state)
        return text.casefold() in self._of_turn(state).values()

    def unfit(self, state: State, text: str, shown: set[Action], said: Callable[[Action], str]) -> str:
        """Why no move is chosen by a sign, as a sentence; empty if it is that of a move on the list, `shown`."""
        move = self.meant(state, text)
        if move is None:
            signs = list(self.of(state).values())
            if len(signs) == 1:
                return f"There is one move, {signs[0]}."
            if set(signs) == set(islice(self._all(), len(signs))):
                return f"There are moves {signs[0]} to {signs[-1]}."
            return f"No move is called {text} now. (`look` shows the list again.)"
        if move in shown:
            return ""
        one, many = ("letter", "letters") if self.letters else ("number", "numbers")
        return (
            f"{many.capitalize()} go with the list, and {text} is not on it: `{said(move)}` is {one} {text}. Type the "
            f"move, or `more`, which lists all moves with their {many}."
        )

    def _of_turn(self, state: State) -> dict[Action, str]:
        turn = tuple(state.luck.turns)
        given = self._turns.setdefault(turn, {})
        while len(self._turns) > KEPT:
            del self._turns[next(iter(self._turns))]
        return given

    def _all(self) -> Iterator[str]:
        if not self.letters:
            yield from map(str, count(1))
            return
        taken = {*WORDS, *ALIASES, *(name.casefold() for name in self.game.program.actions)} | _words(
            self.game
        )
        for length in count(1):
            for letters in product(ascii_lowercase, repeat=length):
                if "".join(letters) not in taken:
                    yield "".join(letters)


def _may_be_a_number(game: Game, rule: ir.Action) -> bool:
    """Whether a number may be all that is chosen for an action."""
    if len(rule.parameters) != 1:
        return False
    (parameter,) = rule.parameters
    type_ = single(parameter.type)
    if isinstance(type_, types.Integer):
        return True
    words = Vocabulary(game.wording).words(type_, home_zone(game.wording, parameter))
    return any(len(text) == 1 and text[0].isdecimal() for text in words)


def _words(game: Game) -> set[str]:
    """Single words that may be chosen for an action that is alone in its phase."""
    vocabulary, program = Vocabulary(game.wording), game.program
    alone = [program.actions[phase.actions[0]] for phase in program.phases if len(phase.actions) == 1]
    return {
        text[0]
        for rule in alone
        for parameter in rule.parameters
        for text in vocabulary.words(single(parameter.type), home_zone(game.wording, parameter))
        if len(text) == 1
    }
