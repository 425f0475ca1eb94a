"""A game at one terminal, from the first move to the result.

The loop shows the table to the player to act, reads a line, and carries it out: a number from the list, a move as
the rulebook names it, or a command of `help`. A command that is also the name of a move is the move; with a slash
(`/save`) it is always the command.

    taken_back(table)          Taken(state, "Taken back: Ann's move, and the move after it.")
    taken_back(table)          Taken(None, "The last move was made by Bob, and only your own can be taken back.")

Undo takes back the last move of a person, with the moves of bots since. With real dice it also takes back a mistyped
roll and, before the first move, the results typed for the set-up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.author.story.moves import at_table
from rulewright.author.story.variables import variable_name
from rulewright.cli.common.suggestions import did_you_mean
from rulewright.cli.table.console import Left
from rulewright.cli.table.display import Display
from rulewright.cli.table.help import ALIASES, HANDING_OVER, HELP, WORDS, columns
from rulewright.cli.table.menu import describe, in_text
from rulewright.cli.table.real_chance.partial_step import SoFar
from rulewright.cli.table.real_chance.real_dice import CalledOff, RealDice
from rulewright.cli.table.real_chance.set_up import set_up_again
from rulewright.cli.table.records.autosave import Keeper
from rulewright.cli.table.seats import Seat
from rulewright.cli.table.typed_moves import meant_by, printed_as
from rulewright.game.errors import IllegalAction, Reason, UnknownMove
from rulewright.game.game import State
from rulewright.game.history.undo import why_no_new_set_up
from rulewright.game.moves.action import Action
from rulewright.game.moves.legal import reasons
from rulewright.ir import nodes as ir
from rulewright.play.bots import Bot
from rulewright.runtime.executor import Position
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass
from rulewright.source.later import later

if TYPE_CHECKING:
    from rulewright.author.advice import hint
else:
    hint = later("rulewright.author.advice.hint")


class Session:
    """One game being played. `run` returns when it is over or the players stop."""

    def __init__(
        self, state: State, display: Display, chance: RealDice | None, bots: Mapping[int, Bot],
        show_rules: Callable[[], None], keeper: Keeper, set_up: SoFar | None = None,
    ) -> None:  # fmt: skip
        self.state = state
        self.seats = display.seats
        self.talk = display.talk
        self.chance = chance
        self.bots = bots
        self.show_rules = show_rules
        self.keeper = keeper
        self.display = display
        self.names = self.display.names
        self.signs = self.display.signs
        self.set_up = set_up or SoFar()
        """The results of chance that were typed for the set-up."""

    def run(self) -> None:
        """Play until the game is over. Raises Left when the input ends or somebody quits."""
        self._remind(self.keeper.begin(self.state))
        self.display.begun(self.state)
        while not self.state.is_terminal():
            player = self.state.current_player()
            assert player is not None
            if self.seats[player].human:
                self._human(player)
            else:
                self._bot(player)
        self.display.result(self.state)

    # -------------------------------------------------------------------------------------------------- players

    def _bot(self, player: int) -> None:
        self.display.bot_to_move(self.state)
        self._do(self.bots[player].choose(self.state, player), player)

    def _human(self, player: int) -> None:
        display = self.display
        if display.passes and (display.in_front != player or display.all_look):
            if not self._handed_over(player):
                return
            display.since(self.state, player)
        display.taken_by(player)
        display.table(self.state, player)
        while True:
            if self._obey(self.talk.ask(f"{self.seats[player].name}> "), player):
                return

    def _handed_over(self, player: int) -> bool:
        """Clear the screen and wait for this player to press Enter; false if the last move was taken back instead."""
        if not self.talk.somebody_there:
            return True
        name = self.seats[player].name
        self.talk.clear()
        while True:
            line = self.talk.ask(f"Pass the screen to {name}, then press Enter.")
            word, _, rest = line.partition(" ")
            word = word.casefold().removeprefix("/")
            match ALIASES.get(word, word):
                case "":
                    self.talk.clear()
                    return True
                case "quit":
                    raise Left
                case "undo":
                    if self._undo(self.display.in_front):
                        self.display.in_front = None  # unknown until Enter is pressed
                        return False
                case "save":
                    self._save(rest.strip())
                case "help":
                    self.talk.page(columns(HANDING_OVER.format(name=name), self.talk.width))
                case _:
                    self.talk.tell(
                        f"This is done when {name} sits here and has pressed Enter. (`help` says what can be typed now.)"
                    )

    def _obey(self, line: str, player: int) -> bool:
        """Carry out a line; true if the position has changed."""
        if not line:
            return False
        if self.signs.is_sign(self.state, line):
            move = self._with_sign(line)
            return move is not None and not self._is_too_early(move, line) and self._do(move, player)
        move = printed_as(self.state, line, self.names)
        if move is not None:
            return self._do(move, player)
        word, _, rest = line.partition(" ")
        word = word if self._is_move_name(word) else ALIASES.get(word.casefold(), word)
        if word.startswith("/") or (word in WORDS and not self._is_move_name(word)):
            return self._word(word.removeprefix("/"), rest.strip(), player)
        return self._typed(line, player)

    def _is_move_name(self, word: str) -> bool:
        return word in self.state.game.program.actions

    def _with_sign(self, sign: str) -> Action | None:
        """The move with this sign; if it is not on the list, the reason is printed."""
        unfit = self.signs.unfit(self.state, sign[:9], self.display.on_list, self._in_text)
        if unfit:
            self.talk.tell(unfit)
        return None if unfit else self.signs.meant(self.state, sign)

    def _is_too_early(self, move: Action, sign: str) -> bool:
        """Whether a sign was typed before the list was shown and its move cannot be undone; if so, the reason is printed."""
        if not self.talk.ahead or not self._is_final(move):
            return False
        self.talk.tell(
            f"`{sign}` was typed before this list was shown, and `{self._in_text(move)}` cannot be taken back: choose again."
        )
        return True

    def _is_final(self, move: Action) -> bool:
        after = self.state.clone()
        try:
            after.apply_action(move)
        except RuleFailure:
            return False
        return after.can_undo(True, self.chance is not None, self.display.in_front) is not None

    def _in_text(self, move: Action) -> str:
        return in_text(self.state, move, self.names)

    def _typed(self, text: str, player: int) -> bool:
        try:
            return self._do(meant_by(self.state, text, WORDS, self.names), player)
        except UnknownMove as unknown:
            self.talk.tell(_sentence(str(unknown)))
            first = text.split(maxsplit=1)[0]
            hint = "" if self._is_move_name(first) else did_you_mean(first, WORDS)
            self.talk.tell(f"(`help` says what can be typed{hint})")
        return False

    def _do(self, action: Action, player: int) -> bool:
        try:
            self._ready_chance(action)
            self.state.apply_action(action, self.chance)
            self._keep()
        except IllegalAction:
            reasons = refusals(self.state, action, self.names)
            self.talk.tell("Not now: " + " ".join(reason.says for reason in reasons))
            return False
        except CalledOff:
            return self._called_off(player)
        self.display.last(self.state)
        return True

    def _called_off(self, player: int) -> bool:
        """Call the move off; if a bot makes it, take back what was typed before."""
        if self.seats[player].human:
            self.talk.say("  Called off: nothing was done.")
            return False
        return self._undo(self.display.in_front if self.display.passes else None, typed_last=True)

    def _keep(self) -> None:
        """Save the game, before the result of a move is printed."""
        self._remind(self.keeper.keep(self.state))

    def _remind(self, text: str) -> None:
        if text:
            self.talk.remind(text)

    def _ready_chance(self, action: Action) -> None:
        """Give real dice a trial of the move, so that they can say what each result is for."""
        if self.chance is not None:
            state, choice = self.state, self.state.meant(action)
            self.chance.so_far, self.chance.cells = SoFar(), state.cells
            self.chance.bots_move, self.chance.announced = self._of_a_bot(action), False
            self.chance.tried = lambda chance: state.game.executor.apply(
                Position(state.cells, state.luck), choice, chance
            )

    def _of_a_bot(self, action: Action) -> str:
        """`Bob: fill twos with 12`, as far as it is public; empty for the move of a person."""
        player = self.state.current_player()
        if player is None or self.seats[player].human:
            return ""
        if self.state.game.program.actions[action.name].secret:
            said = action.name
        else:
            said = str(action) if self.state.game.hides else self._described(action)
        return f"{self.seats[player].name}: {said}"

    def _described(self, action: Action) -> str:
        legal = self.state.legal_actions()
        return describe(self.state, action, self.names) if action in legal else str(action)

    # ---------------------------------------------------------------------------------------------------- words

    def _word(self, word: str, rest: str, player: int) -> bool:
        """Carry out one of `WORDS`; true if the position has changed."""
        match word:
            case "more":
                self.display.moves(self.state, everything=True)
            case "why":
                self._why(rest)
            case "undo":
                return self._undo()
            case "look":
                self.display.table(self.state, player, everything=True)
            case "history":
                self.display.history(self.state, player)
            case "hint":
                self._hint(player)
            case "rules":
                self.show_rules()
            case "save":
                self._save(rest)
            case "quit":
                raise Left
            case "help":
                self._help()
            case _:
                self.talk.tell(f"There is no `/{word}`{did_you_mean(word, WORDS)}")
        return False

    def _why(self, text: str) -> None:
        if not text:
            self.talk.say("  why MOVE, as in: why " + self.display.example(self.state))
            return
        try:
            is_sign = self.signs.is_sign(self.state, text)
            move = self._with_sign(text) if is_sign else meant_by(self.state, text, WORDS, self.names)
            if move is None:
                return
            reasons = refusals(self.state, move, self.names)
        except UnknownMove as unknown:
            self.talk.tell(_sentence(str(unknown)))
            return
        if not reasons:
            self.talk.say("  It is allowed.")
        for reason in reasons:
            self.talk.tell(reason.says)
            for part in parts_of(self.state.game.program, reason):
                self.talk.say(self.talk.faint(f"      {part}"))

    def _undo(self, player: int | None = None, typed_last: bool = False) -> bool:
        """Take back the last move of a person, or what was `typed_last` with what followed; true if that was possible. `player`
        is the player at the screen, before the next one has looked."""
        if self.chance is not None and self.state.tip.before is None:
            return self._set_up_again(self.chance)
        taken = taken_back(self.state, self.seats, self.chance is not None, player, typed_last)
        self.talk.remind(taken.said)
        if taken.state is None:
            return False
        self.state = taken.state
        self._keep()
        return True

    def _set_up_again(self, dice: RealDice) -> bool:
        """Take back the last result that was typed for the set-up, and ask for it again."""
        reason = why_no_new_set_up(self.state.tip, self.state.game.sight)
        if reason is not None:
            self.talk.tell(reason)
            return False
        self.talk.tell("Taken back: what was typed last to set the game up.")
        self.state = set_up_again(self.state.game, self.state.luck.seed, dice, self.set_up)
        self._keep()
        self.display.begun(self.state)
        return True

    def _hint(self, player: int) -> None:
        for line in hint.hint_for(self.state, player, self.names).lines:
            self.talk.tell(line)

    def _save(self, text: str) -> None:
        name = text.removesuffix("!").rstrip()
        if not name:
            self.talk.say("  save FILE, as in: save tonight.json")
            return
        self.talk.tell(self.keeper.save(self.state, Path(name), replace=name != text))

    def _help(self) -> None:
        sign, example = self.display.sign(self.state), self.display.example(self.state)
        self.talk.page(columns(HELP.format(sign=sign, example=example), self.talk.width))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


NAME = re.compile(r"(?<![\w.])(?:me\.)?([a-z_][a-z0-9_]*)(?![\w(])")


def refusals(state: State, move: Action, names: Sequence[str]) -> list[Reason]:
    """Every requirement that a move does not meet now; [] if it is allowed."""
    if not state.why_not(move):
        return []
    table = at_table(state.game.program, tuple(names))
    return reasons(state.game, state.cells, state.as_action(move).choice, table)


def parts_of(program: ir.Program, reason: Reason) -> list[str]:
    """The parts of a requirement with their values."""
    return [
        f"{_named(program, part.text)}: {'hidden from you' if part.hidden else part.shown}"
        for part in reason.inside
    ]


def _named(program: ir.Program, text: str) -> str:
    """A part of a condition with the labels of its variables; `your ...` for those of the player."""

    def called(found: re.Match[str]) -> str:
        name = found[1]
        if name not in program.layout.groups or '"' in text:
            return found[0]
        own = "your " if found[0].startswith("me.") else ""
        return own + variable_name(program, name)

    return NAME.sub(called, text)


@dataclass(frozen=True, slots=True)
class Taken:
    """The result of an undo: the state before (None if it is refused), and the message."""

    state: State | None
    said: str


def taken_back(
    state: State, seats: Sequence[Seat], real_dice: bool = False, player: int | None = None,
    typed_last: bool = False,
) -> Taken:  # fmt: skip
    """Undo up to the last move of a person, or, if `typed_last`, up to the last results typed for any move. `player` is the
    player who undoes before the one to act has looked at the screen."""
    before = state.clone()
    while True:
        reason = before.can_undo(True, real_dice, player)
        if reason is not None:
            return Taken(None, _with_names(reason, seats))
        seat = seats[before.tip.player]
        was_typed = typed_last and any(each.is_chance for each in before.tip.happenings)
        before.undo(True, real_dice, player)
        if seat.human or was_typed:
            break
    back = len(state.history) - len(before.history)
    alone = sum(each.human for each in seats) < 2
    if alone and back == 1 and seat.human:
        return Taken(before, "Taken back.")
    whose = "your" if alone and seat.human else f"{seat.name}'s"
    after = f", and {_moves(back - 1)} after it" if back > 1 else ""
    return Taken(before, f"Taken back: {whose} move{after}.")


def _with_names(text: str, seats: Sequence[Seat]) -> str:
    for seat in reversed(seats):
        text = text.replace(f"seat {seat.number + 1}", seat.name)
    return text


def _moves(many: int) -> str:
    return "the move" if many == 1 else f"{many} moves"
