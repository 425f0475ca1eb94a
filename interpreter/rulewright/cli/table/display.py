"""The display: what is printed for the player at the screen, the table, the moves and the story.

display.table(state, player)          the table and the list of moves
display.last(state)                   what the last move did, as far as everybody at the screen may know
display.result(state)

Several people may share the screen: `in_front` is the player at it, and while `all_look`, only public facts are shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.author.story.narration import Story
from rulewright.author.story.table_words import TableWords
from rulewright.cli.drawing.printed import at_hand_end
from rulewright.cli.drawing.printed import lines as printed
from rulewright.cli.drawing.texts import folded
from rulewright.cli.table.console import Left, Talk, wrapped
from rulewright.cli.table.help import ALIASES
from rulewright.cli.table.menu import FOLDED, INDENT, Signs, in_text, listed, typed, with_signs
from rulewright.cli.table.result import result_of, standing_line
from rulewright.cli.table.seats import Seat
from rulewright.game.game import Game, State
from rulewright.game.history.steps import Step
from rulewright.game.knowledge.visibility import Viewer
from rulewright.game.moves.action import Action
from rulewright.game.results import standing
from rulewright.problems.quoting import counted
from rulewright.scene.records import Scene
from rulewright.scene.table import position_of, scene_of

MOST_RETOLD = 4
"""How many of the last moves are repeated when a game is resumed."""
FEWEST_RETOLD = 3
"""The least number of lines of the story above a table, whatever its height."""
ROOM_TO_GO_ON = 2
"""Lines below the table at the end of a hand: an empty one and the prompt."""
FOLDED_CLOSELY = 6
"""How many moves of a list that is too long are shown where there is little room."""
MOST_LINES = 20
"""How many lines `history` prints."""


class Display:
    """The screen of one game, and the state of what was shown on it."""

    def __init__(self, game: Game, seats: Sequence[Seat], talk: Talk, words: TableWords) -> None:
        self.game = game
        self.seats = seats
        self.talk = talk
        self.names = [seat.name for seat in seats]
        self.story = Story(game.program, self.names, words.rules)
        self.signs = Signs(game)
        self.passes = game.sight.differs([seat.number for seat in seats if seat.human])
        """Whether the screen is handed over between players, because they see different things."""
        self.in_front: int | None = None
        self.all_look = False
        """Whether everybody may look at the screen until the next player takes it over."""
        self.real_dice = False
        """Whether people type in what real dice and cards show."""
        self.on_list: set[Action] = set()
        """The moves that are on the screen now."""
        self._words = words
        self._hand_over: Step | None = None
        """The last step that ended a hand: everybody has seen the story up to it."""
        self._shown: set[str] = set()
        """Actions for which an example of a typed move was shown."""

    # -------------------------------------------------------------------------------------------------- the table

    def taken_by(self, player: int) -> None:
        """Set the player at the screen, on which there is no list of moves now."""
        self.in_front, self.all_look = player, False
        self.on_list = set()

    def table(self, state: State, player: int, everything: bool = False) -> None:
        """Print the table as a player sees it, and the moves; at a terminal compressed to fit, unless `everything` is asked
        for."""
        if everything:
            self.talk.page(self._whole(state, player))
        else:
            self.talk.say_all(self._page(state, player))
        self._listed(state, state.legal_actions(), False)

    def moves(self, state: State, everything: bool = False) -> None:
        """Print the list of moves, or the beginning of a long one; then how moves of new actions are typed."""
        actions = state.legal_actions()
        self.talk.page([*self._list(state, everything), *map(self.talk.faint, self._hint(state, actions))])
        self._listed(state, actions, everything)

    def bot_to_move(self, state: State) -> None:
        """A bot will choose now. Nothing is printed until it has moved."""

    def sign(self, state: State) -> str:
        """A sign of the list, as an example."""
        return list(self.signs.of(state).values())[:3][-1]

    def example(self, state: State) -> str:
        """A legal move as it can be typed."""
        actions = state.legal_actions()
        return in_text(state, actions[-1], self.names) if actions else "MOVE"

    def result(self, state: State) -> None:
        """Print the table at the end, why the game ended, and who wins."""
        self.talk.say_all(self._drawn(position_of(self.game, state.cells, self._everybody(), self.names)))
        self.last_words(state)

    def last_words(self, state: State) -> None:
        """Print the scores, why the game ended, and who wins."""
        standing, why = standing_line(state, self.seats), self._why_over(state)
        result = result_of(state, self.names, bool(why))
        if standing and standing != result:
            self.talk.say()
            self.tell([standing])
        self.talk.say()
        if why:
            self.tell([why])
        if result:
            self.talk.say(self.talk.strong(result))

    # -------------------------------------------------------------------------------------------------- the story

    def begun(self, state: State) -> None:
        """Print the set-up, or the last moves of a resumed game, as far as everybody at the screen may know them."""
        if self.passes:
            return
        moves = len(state.history) - 1
        if moves:
            self.talk.say(f"The game goes on after {counted(moves, 'move')}.")
        first = max(min(moves, 1), moves + 1 - MOST_RETOLD)
        for lines in self.story.steps(state, self._only_human(), first):
            self.tell(lines)

    def last(self, state: State) -> None:
        """Print what happened with the last move, and the table at the end of a hand if it ended one."""
        if not self._hand_end(state):
            self._last(state)

    def since(self, state: State, player: int) -> None:
        """Print what happened since this player was last at the screen, or since everybody looked at it."""
        chain = state.tip.chain()
        last_own = max((number for number, step in enumerate(chain) if step.player == player), default=-1)
        seen = next((number for number, step in enumerate(chain) if step is self._hand_over), -1)
        story = [line for lines in self.story.steps(state, player, max(last_own, seen) + 1) for line in lines]
        if seen >= last_own and seen >= 0:
            story = [*self.story.parts(state, chain[seen], player)[-1], *story]
        self._tell_short(story, self._table_height(state, player))

    def history(self, state: State, player: int) -> None:
        """Print the story so far, as far as this player may know it."""
        viewer = player if self.game.hides else None
        story = Story(self.game.program, self.names, self._words.rules)
        told = [line for lines in story.steps(state, viewer) for line in lines]
        self.talk.page(folded(told[-MOST_LINES:] or ["  Nothing has happened yet."], self.talk.width))

    def tell(self, lines: Sequence[str]) -> None:
        """Print lines of a story, wrapped where they are too long."""
        self.talk.say_all(folded(lines, self.talk.width))

    # -------------------------------------------------------------------------------------------------- private

    def _last(self, state: State) -> None:
        """Print what happened with the last move; while everybody looks, that waits for the player who gets the screen."""
        if self.passes and state.is_terminal():
            self._let_all_look()
        elif self.all_look:
            return
        self.tell(self.story.last(state, self._at_screen()))

    def _hand_end(self, state: State) -> bool:
        """If the last move ended a hand: print what happened up to its end and the table as it was then, wait for Enter at a
        terminal, and print the next deal, as far as the players may see it. False if no hand ended."""
        height = self.talk.height - ROOM_TO_GO_ON if self.talk.somebody_there else None
        page = at_hand_end(
            self.game, state.tip, self._everybody(), self.names, self.talk.width, height, self.talk.colour
        )
        if not page:
            return False
        if self.passes:
            self._let_all_look()
        ended, deal = self.story.parts(state, state.tip, self._at_screen())
        self._tell_short(ended, len(page) + 2)
        self.talk.page(page)
        self._hand_over = state.tip
        typed = self.talk.go_on() if any(seat.human for seat in self.seats) else ""
        if ALIASES.get(typed, typed) == "quit":
            raise Left
        self.talk.say()
        if not self.passes:
            self.tell(deal)
        return True

    def _let_all_look(self) -> None:
        """Clear what one player was shown; from now on everybody may look at the screen."""
        if self.talk.somebody_there:
            self.talk.clear()
        self.all_look = True

    def _at_screen(self) -> Viewer | None:
        """The viewer of the story: the player at the screen, or a spectator while everybody looks."""
        if not self.passes:
            return self._only_human()
        return "spectator" if self.all_look else self.in_front

    def _only_human(self) -> int | None:
        """The first person at the table, from whom other hands are hidden; None if the game hides nothing."""
        if not self.game.hides:
            return None
        return next((seat.number for seat in self.seats if seat.human), None)

    def _tell_short(self, story: Sequence[str], below: int) -> None:
        """Print a story; at a terminal only the last lines of it that fit above the `below` lines that follow."""
        lines = folded(story, self.talk.width)
        room = max(self.talk.height - below - 1, FEWEST_RETOLD)
        if self.talk.somebody_there and len(lines) > room + 1:
            self.talk.say(self.talk.faint(f"  (`history` shows {counted(len(lines) - room, 'line')} more)"))
            lines = lines[-room:]
        self.talk.say_all(lines)

    def _table_height(self, state: State, player: int) -> int:
        """The height of the table with the list of moves, in lines."""
        return len(self._page(state, player)) + 1

    def _everybody(self) -> Viewer | None:
        """The viewer of a table that all people at the screen look at: a spectator if they see different things."""
        return "spectator" if self.passes else self._only_human()

    def _drawn(self, scene: Scene, height: int | None = None) -> list[str]:
        return printed(scene, self.talk.width, height, self.talk.colour)

    def _page(self, state: State, player: int) -> list[str]:
        """The table, the scores and the list of moves; at a terminal arranged so that they fit with a prompt, if they can be."""
        if not self.talk.somebody_there:
            return self._whole(state, player)
        scene = scene_of(state, player, self.names)
        pages = []
        for most, between in ((FOLDED, [""]), (FOLDED_CLOSELY, [])):
            below = self._below(state, most, between)
            height = self.talk.height - 1 - len(below)
            pages.append([*self._drawn(scene, height), *below])
            if len(pages[-1]) < self.talk.height:
                break
        return pages[-1]

    def _whole(self, state: State, player: int) -> list[str]:
        return [*self._drawn(scene_of(state, player, self.names)), *self._below(state, FOLDED, [""])]

    def _below(self, state: State, most: int, between: Sequence[str]) -> list[str]:
        """What is below a table: the scores, if it does not show them, and the legal moves."""
        standing = standing_line(state, self.seats)
        scores = [*between, *folded([standing], self.talk.width)] if standing else []
        hint = map(self.talk.faint, self._hint(state, state.legal_actions()))
        return [*scores, *between, *self._list(state, False, most), *hint]

    def _list(self, state: State, everything: bool, most: int = FOLDED) -> list[str]:
        signs, actions = self.signs.of(state), state.legal_actions()
        return listed(state, actions, everything, self.talk.width, signs, self.names, most)

    def _hint(self, state: State, actions: Sequence[Action]) -> list[str]:
        """How moves are typed of actions that are new on the screen."""
        new = [action for action in actions if action.name not in self._shown]
        return wrapped(typed(state, new, self.signs.sort, self.names), self.talk.width, INDENT)

    def _listed(self, state: State, actions: Sequence[Action], everything: bool) -> None:
        """Remember which moves are on the screen."""
        self.on_list |= set(actions) if everything else with_signs(state, actions)
        self._shown |= {action.name for action in actions}

    def _why_over(self, state: State) -> str:
        """The sentence that says why the game is over; empty if its end has no words."""
        end = standing.ended_by(self.game.program, state.cells)
        return self._words.end(end.path) if end is not None else ""
