"""A game at one terminal, from the first move to the result.

The loop shows the table to whoever is to act, reads a line, and does what it says: a number from the list, a move as
the rulebook names it, or one of the words in `HELP`.  A word that is also the name of a move is the move; with a
slash before it (`/save`) it is always the word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rulewright.author.by_itself import Told
from rulewright.author.story import Story
from rulewright.cli.nearness import did_you_mean
from rulewright.cli.table.choices import describe, listed, typed
from rulewright.cli.table.drawing import folded
from rulewright.cli.table.keeper import Keeper
from rulewright.cli.table.meant import meant_by, printed_as
from rulewright.cli.table.real_dice import CalledOff, RealDice
from rulewright.cli.table.result import result_of
from rulewright.cli.table.screen import Screen, seen_by_all
from rulewright.cli.table.seats import Seat
from rulewright.cli.table.talk import Left, Talk
from rulewright.game import standing
from rulewright.game.action import Action
from rulewright.game.errors import IllegalAction, UnknownMove
from rulewright.game.state import State
from rulewright.ir import nodes as ir
from rulewright.ir.standing import standing_of
from rulewright.play.bots import Bot

HELP = """\
  3               do the move with this number
  {example:<15} or type the move itself
  more            list all moves
  why MOVE        why a move is not allowed (`why 3` works too)
  undo            take the last move back
  look            show the table again
  rules           print the rule sheet
  save FILE       write the game down; --resume FILE goes on with it (`save FILE !` replaces)
  quit            stop (the game is kept)"""

ALIASES = {"q": "quit", "exit": "quit", "?": "help"}
MOST_RETOLD = 4
"""So many moves of a game that goes on are told again."""
WORDS = ("more", "why", "undo", "look", "rules", "save", "quit", "help")


class Session:
    """One game being played. `run` returns when it is over or the players stop."""

    def __init__(
        self, state: State, seats: Sequence[Seat], talk: Talk, chance: RealDice | None, bots: Mapping[int, Bot],
        show_rules: Callable[[], None], keeper: Keeper, by_itself: Mapping[str, Told], ending: Callable[[str], str],
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
        self.story = Story(state.game.program, names, by_itself)
        self.passes_screen = state.game.hides and sum(seat.human for seat in seats) > 1
        self.in_front: int | None = None
        self.shown: set[str] = set()
        """Actions whose moves were shown as they can be typed."""

    def run(self) -> None:
        """Play until the game is over. Raises Left when the input ends or somebody quits."""
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
        if self.passes_screen and self.in_front != player:
            self.talk.hand_over(self.seats[player].name)
            self._catch_up(player)
        self.in_front = player
        self._show_table(player)
        while True:
            if self._obey(self.talk.ask(f"{self.seats[player].name}> "), player):
                return

    def _obey(self, line: str, player: int) -> bool:
        """Do what a line says; true if the position is another one now."""
        if not line:
            return False
        if line.isdigit():
            return self._numbered(int(line), player)
        move = printed_as(self.state, line)
        if move is not None:
            return self._do(move, player)
        word, _, rest = line.partition(" ")
        word = word if self._is_move_name(word) else ALIASES.get(word.casefold(), word)
        if word.startswith("/") or (word in WORDS and not self._is_move_name(word)):
            return self._word(word.removeprefix("/"), rest.strip(), player)
        return self._typed(line, player)

    def _is_move_name(self, word: str) -> bool:
        return word in self.state.game.program.actions

    def _numbered(self, number: int, player: int) -> bool:
        actions = self.state.legal_actions()
        if not 1 <= number <= len(actions):
            self._say_numbers(len(actions))
            return False
        return self._do(actions[number - 1], player)

    def _say_numbers(self, moves: int) -> None:
        self.talk.say("  There is one move, 1." if moves == 1 else f"  There are moves 1 to {moves}.")

    def _typed(self, text: str, player: int) -> bool:
        try:
            return self._do(meant_by(self.state, text, WORDS), player)
        except UnknownMove as unknown:
            self.talk.tell(_sentence(str(unknown)))
            first = text.split(maxsplit=1)[0]
            hint = "" if self._is_move_name(first) else did_you_mean(first, WORDS)
            self.talk.say(f"  (`help` says what can be typed{hint})")
        return False

    def _do(self, action: Action, player: int) -> bool:
        described = ""
        try:
            described = self._described(action)
            self.state.apply_action(action, self.chance)
        except IllegalAction as refused:
            self.talk.tell("Not now: " + " ".join(reason.says for reason in refused.reasons))
            return False
        except CalledOff:
            self.talk.say("  Called off: nothing was done.")
            return False
        self._tell_last(described, player)
        return True

    def _described(self, action: Action) -> str:
        legal = self.state.legal_actions()
        return describe(self.state, action) if action in legal else str(action)

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
            case "rules":
                self.show_rules()
            case "save":
                self._save(rest)
            case "quit":
                raise Left
            case "help":
                self._help()
            case _:
                self.talk.say(f"  There is no `/{word}`{did_you_mean(word, WORDS)}")
        return False

    def _why(self, text: str) -> None:
        if not text:
            self.talk.say("  why MOVE, as in: why " + self._example())
            return
        actions = self.state.legal_actions()
        if text.isdigit() and not 1 <= int(text) <= len(actions):
            self._say_numbers(len(actions))
            return
        try:
            move = actions[int(text) - 1] if text.isdigit() else meant_by(self.state, text, WORDS)
            reasons = self.state.why_not(move)
        except UnknownMove as unknown:
            self.talk.tell(_sentence(str(unknown)))
            return
        if not reasons:
            self.talk.say("  It is allowed.")
        for reason in reasons:
            self.talk.tell(reason.says)
            for part in reason.inside:
                value = "hidden from you" if part.hidden else part.shown
                self.talk.say(self.talk.faint(f"      {part.text}: {value}"))

    def _undo(self) -> bool:
        """Take the last move of a person back, and with it what bots did since: whoever sits here agrees on that."""
        before = self.state.clone()
        while True:
            reason = before.can_undo(together=True)
            if reason is not None:
                self.talk.tell(self._with_names(reason))
                return False
            seat = self.seats[before.tip.player]
            before.undo(together=True)
            if seat.human:
                break
        back = len(self.state.history) - len(before.history)
        for _ in range(back):
            self.state.undo(together=True)
        alone = sum(each.human for each in self.seats) < 2
        if alone and back == 1:
            self.talk.say("  Taken back.")
        else:
            whose = "your" if alone else f"{seat.name}'s"
            after = f", and {_moves(back - 1)} after it" if back > 1 else ""
            self.talk.say(f"  Taken back: {whose} move{after}.")
        return True

    def _save(self, text: str) -> None:
        name = text.removesuffix("!").rstrip()
        if not name:
            self.talk.say("  save FILE, as in: save tonight.json")
            return
        self.talk.tell(self.keeper.save(self.state, Path(name), replace=name != text))

    def _help(self) -> None:
        self.talk.say(HELP.format(example=self._example()))

    def _example(self) -> str:
        actions = self.state.legal_actions()
        return self.state.text(actions[-1]) if actions else "MOVE"

    def _with_names(self, text: str) -> str:
        for seat in reversed(self.seats):
            text = text.replace(f"seat {seat.number + 1}", seat.name)
        return text

    # -------------------------------------------------------------------------------------------------- showing

    def _show_table(self, player: int) -> None:
        self.talk.say_all(self.screen.lines(self.state.observation(player), player))
        standing = self._standing()
        if standing:
            self.talk.say()
            self._tell([standing])
        self.talk.say()
        self._list_moves()

    def _list_moves(self, everything: bool = False) -> None:
        actions = self.state.legal_actions()
        self.talk.say_all(listed(self.state, actions, everything, self.talk.width))
        new = [action for action in actions if action.name not in self.shown]
        hint = typed(self.state, new)
        self.shown |= {action.name for action in new}
        if hint:
            self.talk.say(self.talk.faint(f"      {hint}"))

    def _tell_last(self, described: str, player: int) -> None:
        """Say what happened, as far as everybody at the screen may know."""
        viewer = self.in_front if self.passes_screen else self._only_human()
        own = viewer is None or viewer == player
        tip = self.state.tip
        known = own or tip.action_for(viewer) == tip.text
        self._tell(self.story.last(self.state, viewer, described if known else None))

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
        """What happened since this player last sat at the screen."""
        done_by = [entry.player for entry in self.state.history_for(player)]
        last_own = max((index for index, who in enumerate(done_by) if who == player), default=-1)
        for lines in self.story.steps(self.state, player, last_own + 1):
            self._tell(lines)

    def _standing(self) -> str:
        """`Ann 42 · Bob 30`, unless it stands on the table already, or would tell what is hidden."""
        lines = standing_of(self.state.game.program)
        if not lines or self.state.game.hides or isinstance(lines[0].value, ir.Cell):
            return ""
        scores = self.state.scores()
        told = " · ".join(f"{name} {scores[seat]}" for name, seat in self._ranked(lines[0].per_team))
        if len(self.seats) == 1:
            told = str(scores[0])
        return f"{_sentence(lines[0].name.replace('_', ' ')).rstrip('.')}: {told}"

    def _ranked(self, per_team: bool) -> list[tuple[str, int]]:
        """Who has a standing, by name, and a seat to read it from: every player, or every team."""
        teams = self.state.game.program.teams
        if not per_team:
            return [(seat.name, seat.number) for seat in self.seats]
        return [(self.screen.team_name(team), teams.index(team)) for team in dict.fromkeys(teams)]

    def _show_result(self) -> None:
        viewer = self._only_human()
        seen = seen_by_all(self.state) if self.passes_screen else self.state.observation(viewer)
        self.talk.say_all(self.screen.lines(seen, viewer))
        standing = self._standing()
        if standing:
            self.talk.say()
            self._tell([standing])
        self.talk.say()
        why = self._why_over()
        if why:
            self._tell([why])
        result = result_of(self.state, [seat.name for seat in self.seats], bool(why))
        if result:
            self.talk.say(self.talk.strong(result))

    def _why_over(self) -> str:
        """The end that came, which everybody may know."""
        end = standing.ended_by(self.state.game.program, self.state.cells)
        said = self.ending(end.path) if end is not None else ""
        return f"The game is over: {said}" if said else ""


def _counted(many: int) -> str:
    return "1 move" if many == 1 else f"{many} moves"


def _moves(many: int) -> str:
    return "the move" if many == 1 else f"{many} moves"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
