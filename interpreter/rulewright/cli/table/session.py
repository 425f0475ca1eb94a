"""A game at one terminal, from the first move to the result.

The loop shows the table to whoever is to act, reads a line, and does what it says: a number from the list, a move as
the rulebook names it, or one of the words in `help`.  A word that is also the name of a move is the move; with a
slash before it (`/save`) it is always the word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rulewright.author.by_itself import Told
from rulewright.author.story import Story
from rulewright.cli.nearness import did_you_mean
from rulewright.cli.table.advice import advised
from rulewright.cli.table.choices import INDENT, describe, in_text, listed, typed, with_signs
from rulewright.cli.table.drawing import folded
from rulewright.cli.table.help import ALIASES, HANDING_OVER, HELP, WORDS, columns
from rulewright.cli.table.keeper import Keeper
from rulewright.cli.table.meant import meant_by, printed_as
from rulewright.cli.table.real_dice import CalledOff, RealDice
from rulewright.cli.table.refusing import parts_of, refusals
from rulewright.cli.table.result import result_of, standing_line
from rulewright.cli.table.screen import Screen, seen_by_all
from rulewright.cli.table.seats import Seat
from rulewright.cli.table.setting_up import set_up_anew
from rulewright.cli.table.signs import Signs
from rulewright.cli.table.so_far import SoFar
from rulewright.cli.table.taking_back import taken_back
from rulewright.cli.table.talk import Left, Talk, wrapped
from rulewright.game import standing
from rulewright.game.action import Action
from rulewright.game.errors import IllegalAction, UnknownMove
from rulewright.game.history import Step
from rulewright.game.sight import Viewer
from rulewright.game.state import State
from rulewright.game.undo import why_no_new_set_up
from rulewright.play.bots import Bot
from rulewright.problems.quoting import counted
from rulewright.runtime.executor import Position
from rulewright.runtime.failures import RuleFailure

MOST_RETOLD = 4
"""So many moves of a game that goes on are told again."""
FEWEST_RETOLD = 3
"""So many lines of what happened are told above a table, however high it is."""
MOST_LINES = 20
"""So many lines `history` tells."""


class Session:
    """One game being played. `run` returns when it is over or the players stop."""

    def __init__(
        self, state: State, seats: Sequence[Seat], talk: Talk, chance: RealDice | None, bots: Mapping[int, Bot],
        show_rules: Callable[[], None], keeper: Keeper, by_itself: Mapping[str, Told], ending: Callable[[str], str],
        set_up: SoFar | None = None,
    ) -> None:  # fmt: skip
        self.state = state
        self.seats = seats
        self.talk = talk
        self.chance = chance
        self.bots = bots
        self.show_rules = show_rules
        self.keeper = keeper
        self.ending = ending
        names = [seat.name for seat in seats]
        self.screen = Screen(state.game.program, names, talk.width, talk.colour)
        self.by_itself = by_itself
        self.story = Story(state.game.program, names, by_itself)
        self.passes_screen = state.game.sight.differs([seat.number for seat in seats if seat.human])
        self.in_front: int | None = None
        self.all_look = False
        """Whether everybody was invited to look at the screen since somebody took it over."""
        self.hand_over: Step | None = None
        """The last step that ended a hand, up to which everybody was shown what happened."""
        self.set_up = set_up or SoFar()
        """What was typed to set the game up."""
        self.shown: set[str] = set()
        """Actions whose moves were shown as they can be typed."""
        self.signs = Signs(state.game)
        self.on_list: set[Action] = set()
        """The moves that are on the screen now."""

    def run(self) -> None:
        """Play until the game is over. Raises Left when the input ends or somebody quits."""
        self._remind(self.keeper.begin(self.state))
        if not self.passes_screen:
            self._tell_last_turns()
        while not self.state.is_terminal():
            player = self.state.current_player()
            assert player is not None
            if self.seats[player].human:
                self._human(player)
            else:
                self._bot(player)
        self._show_result()

    # -------------------------------------------------------------------------------------------------- players

    def _bot(self, player: int) -> None:
        self._do(self.bots[player].choose(self.state, player), player)

    def _human(self, player: int) -> None:
        if self.passes_screen and (self.in_front != player or self.all_look):
            if not self._handed_over(player):
                return
            self._catch_up(player)
        self.in_front, self.all_look = player, False
        self.on_list = set()
        self._show_table(player)
        while True:
            if self._obey(self.talk.ask(f"{self.seats[player].name}> "), player):
                return

    def _handed_over(self, player: int) -> bool:
        """Clear the screen and wait until this player sits in front of it; false if the last move was taken back before."""
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
                    if self._undo(self.in_front):
                        self.in_front = None  # whoever sits there now
                        return False
                case "save":
                    self._save(rest.strip())
                case "help":
                    self.talk.say_all(columns(HANDING_OVER.format(name=name), self.talk.width))
                case _:
                    self.talk.tell(
                        f"This is done when {name} sits here and has pressed Enter. (`help` says what can be typed now.)"
                    )

    def _obey(self, line: str, player: int) -> bool:
        """Do what a line says; true if the position is another one now."""
        if not line:
            return False
        if self.signs.is_sign(self.state, line):
            move = self._with_sign(line)
            return move is not None and not self._is_too_early(move, line) and self._do(move, player)
        move = printed_as(self.state, line, self.story.names)
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
        """The move with this sign, if it is on the list; otherwise it is told why none is."""
        unfit = self.signs.unfit(self.state, sign[:9], self.on_list, self._in_text)
        if unfit:
            self.talk.tell(unfit)
        return None if unfit else self.signs.meant(self.state, sign)

    def _is_too_early(self, move: Action, sign: str) -> bool:
        """Whether a sign was typed before the list was shown, though its move cannot be taken back; then that is told."""
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
        return after.can_undo(True, self.chance is not None, self.in_front) is not None

    def _in_text(self, move: Action) -> str:
        return in_text(self.state, move, self.story.names)

    def _typed(self, text: str, player: int) -> bool:
        try:
            return self._do(meant_by(self.state, text, WORDS, self.story.names), player)
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
            reasons = refusals(self.state, action, self.story.names)
            self.talk.tell("Not now: " + " ".join(reason.says for reason in reasons))
            return False
        except CalledOff:
            return self._called_off(player)
        if not self._show_hand_end():
            self._tell_last()
        return True

    def _called_off(self, player: int) -> bool:
        """Of a move of a bot, which nobody at the table chose, what was typed before it is taken back."""
        if self.seats[player].human:
            self.talk.say("  Called off: nothing was done.")
            return False
        return self._undo(self.in_front if self.passes_screen else None, typed_last=True)

    def _keep(self) -> None:
        """The game is on disk before anybody is told of the move."""
        self._remind(self.keeper.keep(self.state))

    def _remind(self, text: str) -> None:
        if text:
            self.talk.remind(text)

    def _ready_chance(self, action: Action) -> None:
        """Let real dice try the move, so that they know what they are asked for."""
        if self.chance is not None:
            state, choice = self.state, self.state.meant(action)
            self.chance.so_far = SoFar()
            self.chance.bots_move, self.chance.announced = self._of_a_bot(action), False
            self.chance.tried = lambda chance: state.game.executor.apply(
                Position(state.cells, state.luck), choice, chance
            )

    def _of_a_bot(self, action: Action) -> str:
        """`Bob: fill twos with 12`, as far as everybody may know; empty for the move of a person."""
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
        return describe(self.state, action, self.story.names) if action in legal else str(action)

    # ---------------------------------------------------------------------------------------------------- words

    def _word(self, word: str, rest: str, player: int) -> bool:
        """One of `WORDS`; true if the position is another one now."""
        match word:
            case "more":
                self._list_moves(everything=True)
            case "why":
                self._why(rest)
            case "undo":
                return self._undo()
            case "look":
                self._show_table(player)
            case "history":
                self._history(player)
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
            self.talk.say("  why MOVE, as in: why " + self._example())
            return
        try:
            is_sign = self.signs.is_sign(self.state, text)
            move = self._with_sign(text) if is_sign else meant_by(self.state, text, WORDS, self.story.names)
            if move is None:
                return
            reasons = refusals(self.state, move, self.story.names)
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
        """Take the last move of a person back, or what was `typed_last` with what followed. `player`: who does so before the
        next one has looked."""
        if self.chance is not None and self.state.tip.before is None:
            return self._set_up_anew(self.chance)
        taken = taken_back(self.state, self.seats, self.chance is not None, player, typed_last)
        self.talk.remind(taken.said)
        if taken.state is None:
            return False
        self.state = taken.state
        self._keep()
        return True

    def _set_up_anew(self, dice: RealDice) -> bool:
        """Ask again for what real dice and cards showed last, before the first move."""
        reason = why_no_new_set_up(self.state.tip, self.state.game.sight)
        if reason is not None:
            self.talk.tell(reason)
            return False
        self.talk.tell("Taken back: what was typed last to set the game up.")
        self.state = set_up_anew(self.state.game, self.state.luck.seed, dice, self.set_up)
        self._keep()
        if not self.passes_screen:
            self._tell_last_turns()
        return True

    def _history(self, player: int) -> None:
        """What happened so far, as this player was told it."""
        viewer = player if self.state.game.hides else None
        story = Story(self.state.game.program, self.story.names, self.by_itself)
        told = [line for lines in story.steps(self.state, viewer) for line in lines]
        self._tell(told[-MOST_LINES:] or ["  Nothing has happened yet."])

    def _hint(self, player: int) -> None:
        who, move = advised(self.state, player)
        self.talk.tell(f"`{who}` would play: {self._described(move)}")

    def _save(self, text: str) -> None:
        name = text.removesuffix("!").rstrip()
        if not name:
            self.talk.say("  save FILE, as in: save tonight.json")
            return
        self.talk.tell(self.keeper.save(self.state, Path(name), replace=name != text))

    def _help(self) -> None:
        self.talk.say_all(columns(HELP.format(sign=self._sign(), example=self._example()), self.talk.width))

    def _sign(self) -> str:
        return list(self.signs.of(self.state).values())[:3][-1]

    def _example(self) -> str:
        actions = self.state.legal_actions()
        return self._in_text(actions[-1]) if actions else "MOVE"

    # -------------------------------------------------------------------------------------------------- showing

    def _show_table(self, player: int) -> None:
        self.talk.say_all(self.screen.lines(self.state.observation(player), player))
        standing = standing_line(self.state, self.seats, self.screen)
        if standing:
            self.talk.say()
            self._tell([standing])
        self.talk.say()
        self._list_moves()

    def _list_moves(self, everything: bool = False) -> None:
        actions, names = self.state.legal_actions(), self.story.names
        signs = self.signs.of(self.state)
        self.talk.say_all(listed(self.state, actions, everything, self.talk.width, signs, names))
        self.on_list |= set(actions) if everything else with_signs(self.state, actions)
        new = [action for action in actions if action.name not in self.shown]
        hint = typed(self.state, new, self.signs.sort, names)
        self.shown |= {action.name for action in new}
        for line in wrapped(hint, self.talk.width, INDENT):
            self.talk.say(self.talk.faint(line))

    def _tell_last(self) -> None:
        """Say what happened, as far as everybody at the screen may know. While everybody looks, it is told to the one that the screen
        is handed to."""
        if self.passes_screen and self.state.is_terminal():
            self._let_all_look()
        elif self.all_look:
            return
        self._tell(self.story.last(self.state, self._at_screen()))

    def _at_screen(self) -> Viewer | None:
        """For whom things are told: the one in front of the screen, or whoever looks on while everybody looks."""
        if not self.passes_screen:
            return self._only_human()
        return "spectator" if self.all_look else self.in_front

    def _let_all_look(self) -> None:
        """From now on everybody looks at the screen, on which nothing is left of what one player was shown."""
        if self.talk.somebody_there:
            self.talk.clear()
        self.all_look = True

    def _show_hand_end(self) -> bool:
        """What happened up to the end of a hand, and the table as it was then, if the move led to the next one; time to look at it
        at a terminal. What the next deal did is told after that, to those whom it concerns. False if no hand ended."""
        state = self.state
        page = self.screen.hand_end(state, state.tip, self._only_human(), self.passes_screen)
        if not page:
            return False
        if self.passes_screen:
            self._let_all_look()
        ended, deal = self.story.parts(state, state.tip, self._at_screen())
        self._tell_short(ended, len(page) + 2)
        self.talk.say_all(page)
        self.hand_over = state.tip
        typed = self.talk.go_on() if any(seat.human for seat in self.seats) else ""
        if ALIASES.get(typed, typed) == "quit":
            raise Left
        self.talk.say()
        if not self.passes_screen:
            self._tell(deal)
        return True

    def _tell_short(self, story: Sequence[str], below: int) -> None:
        """A story with so many lines of something else below it: at a terminal no more of it than fits above them."""
        lines = folded(story, self.talk.width)
        room = max(self.talk.height - below - 1, FEWEST_RETOLD)
        if self.talk.somebody_there and len(lines) > room + 1:
            self.talk.say(self.talk.faint(f"  (`history` tells {counted(len(lines) - room, 'line')} more)"))
            lines = lines[-room:]
        self.talk.say_all(lines)

    def _tell_last_turns(self) -> None:
        """How the game begins; of one that goes on, what was done last, as far as everybody at the screen may know."""
        moves = len(self.state.history) - 1
        if moves:
            self.talk.say(f"The game goes on after {_counted(moves)}.")
        for lines in self.story.steps(
            self.state, self._only_human(), max(min(moves, 1), moves + 1 - MOST_RETOLD)
        ):
            self._tell(lines)

    def _tell(self, lines: Sequence[str]) -> None:
        self.talk.say_all(folded(lines, self.talk.width))

    def _only_human(self) -> int | None:
        """The one person at the table, from whom the bots' hands are hidden; None if nothing has to be hidden."""
        if not self.state.game.hides:
            return None
        return next((seat.number for seat in self.seats if seat.human), None)

    def _catch_up(self, player: int) -> None:
        """What happened since this player last sat at the screen, or since everybody looked at it."""
        chain = self.state.tip.chain()
        last_own = max((number for number, step in enumerate(chain) if step.player == player), default=-1)
        seen = next((number for number, step in enumerate(chain) if step is self.hand_over), -1)
        story = [
            line for lines in self.story.steps(self.state, player, max(last_own, seen) + 1) for line in lines
        ]
        if seen >= last_own and seen >= 0:
            story = [*self.story.parts(self.state, chain[seen], player)[-1], *story]
        self._tell_short(story, self._table_height(player))

    def _table_height(self, player: int) -> int:
        """How many lines the table and the list of moves take."""
        actions = self.state.legal_actions()
        moves = listed(
            self.state, actions, False, self.talk.width, self.signs.of(self.state), self.story.names
        )
        return len(self.screen.lines(self.state.observation(player), player)) + len(moves) + 3

    def _show_result(self) -> None:
        viewer = self._only_human()
        seen = seen_by_all(self.state) if self.passes_screen else self.state.observation(viewer)
        self.talk.say_all(self.screen.lines(seen, viewer))
        standing, why = standing_line(self.state, self.seats, self.screen), self._why_over()
        result = result_of(self.state, [seat.name for seat in self.seats], bool(why))
        if standing and standing != result:
            self.talk.say()
            self._tell([standing])
        self.talk.say()
        if why:
            self._tell([why])
        if result:
            self.talk.say(self.talk.strong(result))

    def _why_over(self) -> str:
        """The end that came, which everybody may know."""
        end = standing.ended_by(self.state.game.program, self.state.cells)
        said = self.ending(end.path) if end is not None else ""
        return f"The game is over: {said}" if said else ""


def _counted(many: int) -> str:
    return counted(many, "move")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
