"""The list of legal moves, each with the sign that chooses it: moves of one action together, long lists shortened.

1  roll everything loose      2  roll the scoring dice only
3  rack 6                     4  rack 5
   (19 more moves: `more` lists them)
   place <space>: 60 spaces   many moves that differ only by a space are one line

A sign is a number, or a letter if a move can be typed as a number alone:

signs = Signs(game)
signs.of(state)                 {<Action roll>: "1", <Action rack 6>: "2", ...}
signs.meant(state, "2")         <Action rack 6>

A move keeps its sign until the turn is over, and no other move of the turn gets it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import count, groupby, islice, product
from string import ascii_lowercase

from rulewright.author.story.moves import in_short, in_words, name_of
from rulewright.cli.drawing.texts import in_columns
from rulewright.cli.table.console import wrapped
from rulewright.cli.table.help import ALIASES, WORDS
from rulewright.game.game import Game, State
from rulewright.game.moves.action import Action, home_zone
from rulewright.game.moves.vocabulary import Vocabulary, single
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.language.types import Player, Space
from rulewright.problems.quoting import counted
from rulewright.source.dataclass import dataclass

FOLDED = 12
UNFOLDED = FOLDED + 2
"""A list that is longer than this is cut to `FOLDED` moves."""
WIDTH = 88
INDENT = " " * 6


def listed(
    state: State,
    actions: Sequence[Action],
    everything: bool = False,
    width: int = WIDTH,
    signs: Mapping[Action, str] | None = None,
    names: Sequence[str] = (),
    folded: int = FOLDED,
) -> list[str]:
    """Lines that list the moves with their signs (default: numbers from 1), only the first `folded` of a list that is too long."""
    said = dict(zip(actions, descriptions(state, actions, names), strict=True))
    sign = signs or {action: str(number) for number, action in enumerate(actions, 1)}
    lines: list[str] = []
    for name, group in groupby(actions, key=lambda action: action.name):
        moves = sorted(group, key=lambda action: (len(sign[action]), sign[action]))
        if not everything and _has_no_numbers(state, name, len(moves)):
            lines += _by_space(state, sorted(moves, key=actions.index), width, names)
            continue
        shown = moves if everything or len(moves) <= UNFOLDED else moves[:folded]
        cells = [f"{sign[action]:>3}  {said[action]}" for action in shown]
        lines += [f" {line}" for line in in_columns(cells, width - 1)]
        if len(shown) < len(moves):
            more = f"({len(moves) - len(shown)} more of these: `more` lists them, or type the move)"
            lines += wrapped(more, width, INDENT)
    return lines


def with_signs(state: State, actions: Sequence[Action]) -> set[Action]:
    """The moves that have a sign in the list: not those of which it names only the spaces."""
    often = Counter(action.name for action in actions)
    return {action for action in actions if not _has_no_numbers(state, action.name, often[action.name])}


def typed(state: State, actions: Sequence[Action], sort: str = "a number", names: Sequence[str] = ()) -> str:
    """A hint on how moves are typed, with an example for each action whose description is not what is typed; else empty."""
    said = dict(zip(actions, descriptions(state, actions, names), strict=True))
    first = {action.name: action for action in reversed(actions)}
    short = {action: in_text(state, action, names) for action in first.values()}
    examples = [short[action] for action in reversed(first.values()) if said[action] != short[action]]
    return f"Type {sort}, or the move: {' · '.join(examples)}" if examples else ""


def _has_no_numbers(state: State, name: str, moves: int) -> bool:
    """Whether this number of moves of an action is listed by the spaces that they end in."""
    return moves > UNFOLDED and _ends_in_a_space(state.game.program.actions[name])


def _ends_in_a_space(rule: ir.Action) -> bool:
    return bool(rule.parameters) and isinstance(rule.parameters[-1].type, Space)


def _by_space(state: State, actions: Sequence[Action], width: int, names: Sequence[str]) -> list[str]:
    """`play 43 <space>: 71 spaces` for all moves that differ only by their last space; a few spaces are named."""
    rule = state.game.program.actions[actions[0].name]
    ends = [_last(state, action) for action in actions]
    begun: dict[str, list[str]] = {}
    for action, end in zip(actions, ends, strict=True):
        begun.setdefault(in_text(state, action, names).removesuffix(end).rstrip(), []).append(end)
    if len(begun) > FOLDED:
        places = " ".join(f"<{parameter.name}>" for parameter in rule.parameters)
        lines = [f"{name_of(rule)} {places}: {counted(len(actions), 'move')}"]
    else:
        lines = [_spaces(head, spaces, width - len(INDENT)) for head, spaces in begun.items()]
    lines.append(f"(type the move, as in `{in_text(state, actions[0], names)}`; `more` lists them all)")
    return [part for line in lines for part in wrapped(line, width, INDENT)]


def _spaces(head: str, spaces: Sequence[str], width: int) -> str:
    shown = sorted(spaces, key=int) if all(space.isdigit() for space in spaces) else spaces
    named = f"{head} <space>: {' '.join(shown)}"
    many = f"{head} <space>: {len(spaces)} spaces"
    return named if len(spaces) <= FOLDED and len(named) <= width else many


def _last(state: State, action: Action) -> str:
    """The space that a move ends with, as in the move's text."""
    wording, rule = state.game.wording, state.game.program.actions[action.name]
    type_, value = rule.parameters[-1].type, action.choice.arguments[-1]
    typed, printed = wording.text(type_, value), wording.printed(type_, value)
    return typed if state.text(action).endswith(f" {typed}") else printed


def descriptions(state: State, actions: Sequence[Action], names: Sequence[str] = ()) -> list[str]:
    """Each move in the rulebook's words, or as it is typed where two descriptions are the same."""
    said = [describe(state, action, names) for action in actions]
    often = Counter(said)
    return [
        in_text(state, action, names) if often[words] > 1 else words
        for action, words in zip(actions, said, strict=True)
    ]


def describe(state: State, action: Action, names: Sequence[str] = ()) -> str:
    """A move in the rulebook's words, or else its label and choices, as they are printed."""
    return in_words(state.game, state.tip.cells, action.choice, names, None)


def in_text(state: State, action: Action, names: Sequence[str] = ()) -> str:
    """The shortest text that means this move here, with the label of its action: `bank 1`, `ask Bob seven`."""
    rules, text = state.game.program.actions, state.text(action)
    called = name_of(rules[action.name])
    if sum(name_of(rule).casefold() == called.casefold() for rule in rules.values()) > 1:
        return text
    if any(isinstance(single(parameter.type), Player) for parameter in rules[action.name].parameters):
        return in_short(state.game, action.choice, names)
    return f"{called}{text.removeprefix(action.name)}"


KEPT = 8
"""For how many turns signs are remembered, so that undo restores them."""


@dataclass(slots=True)
class Signs:
    """The signs of the moves of one game, by turn."""

    game: Game
    letters: bool = field(init=False)
    """Whether signs are letters."""
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
        """The legal move with this sign, or None."""
        return next((action for action, sign in self.of(state).items() if sign == text.casefold()), None)

    def is_sign(self, state: State, text: str) -> bool:
        """Whether a text is a sign; letters only if a move has or had them in this turn."""
        if not self.letters:
            return text.isdecimal()
        self.of(state)
        return text.casefold() in self._of_turn(state).values()

    def unfit(self, state: State, text: str, shown: set[Action], said: Callable[[Action], str]) -> str:
        """Why a sign chooses no move, as a sentence; empty if its move is on the list, `shown`."""
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
    """Whether a number alone can be the choice of an action."""
    if len(rule.parameters) != 1:
        return False
    (parameter,) = rule.parameters
    type_ = single(parameter.type)
    if isinstance(type_, types.Integer):
        return True
    words = Vocabulary(game.wording).words(type_, home_zone(game.wording, parameter))
    return any(len(text) == 1 and text[0].isdecimal() for text in words)


def _words(game: Game) -> set[str]:
    """Single words that can be choices of an action that is alone in its phase."""
    vocabulary, program = Vocabulary(game.wording), game.program
    alone = [program.actions[phase.actions[0]] for phase in program.phases if len(phase.actions) == 1]
    return {
        text[0]
        for rule in alone
        for parameter in rule.parameters
        for text in vocabulary.words(single(parameter.type), home_zone(game.wording, parameter))
        if len(text) == 1
    }
