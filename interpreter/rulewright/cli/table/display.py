"""What is shown to whoever sits at the screen, and what is told of what happened.

display.table(state, player)          the table and the list of moves
display.last(state)                   what the last move did, as far as everybody at the screen may know
display.result(state)

One screen serves several people: `in_front` is who sits there, and while `all_look` only what everybody may see is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulewright.author.story.automatic_rules import RuleWords
from rulewright.author.story.narration import Story
from rulewright.cli.table.console import Left, Talk, wrapped
from rulewright.cli.table.drawing.fit import Fit
from rulewright.cli.table.drawing.pieces import folded
from rulewright.cli.table.drawing.screen import Screen, seen_by_all
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

MOST_RETOLD = 4
"""So many moves of a game that goes on are told again."""
FEWEST_RETOLD = 3
"""So many lines of what happened are told above a table, however high it is."""
ROOM_TO_GO_ON = 2
"""Lines below the table at the end of a hand: an empty one and the prompt."""
FOLDED_CLOSELY = 6
"""So many moves of a list that is too long are shown where there is little room."""
LEFT_OUT = "(only what {name} has is shown: `look` shows the whole table)"
MOST_LINES = 20
"""So many lines `history` tells."""


class Display:
    """The screen of one game, with what was shown on it."""

    def __init__(
        self, game: Game, seats: Sequence[Seat], talk: Talk, rules: Mapping[str, RuleWords], ending: Callable[[str], str]
    ) -> None:  # fmt: skip
        self.game = game
        self.seats = seats
        self.talk = talk
        self.names = [seat.name for seat in seats]
        self.screen = Screen(game.program, self.names, talk.width, talk.colour)
        self.story = Story(game.program, self.names, rules)
        self.signs = Signs(game)
        self.passes = game.sight.differs([seat.number for seat in seats if seat.human])
        """Whether the screen is handed over, since the people see different things."""
        self.in_front: int | None = None
        self.all_look = False
        """Whether everybody was invited to look at the screen since somebody took it over."""
        self.on_list: set[Action] = set()
        """The moves that are on the screen now."""
        self._rules = rules
        self._ending = ending
        self._hand_over: Step | None = None
        """The last step that ended a hand, up to which everybody was shown what happened."""
        self._shown: set[str] = set()
        """Actions whose moves were shown as they can be typed."""

    # -------------------------------------------------------------------------------------------------- the table

    def taken_by(self, player: int) -> None:
        """From now on this player sits at the screen, on which no list of moves is left."""
        self.in_front, self.all_look = player, False
        self.on_list = set()

    def table(self, state: State, player: int, everything: bool = False) -> None:
        """The table as a player sees it, and what can be done; at a terminal as closely as it takes to fit, unless `everything`
        was asked for."""
        self.talk.say_all(self._whole(state, player) if everything else self._page(state, player))
        self._listed(state, state.legal_actions(), False)

    def moves(self, state: State, everything: bool = False) -> None:
        """The list of moves, of a long one the beginning; then how those are typed that are new."""
        actions = state.legal_actions()
        self.talk.say_all([*self._list(state, everything), *map(self.talk.faint, self._hint(state, actions))])
        self._listed(state, actions, everything)

    def sign(self, state: State) -> str:
        """A sign of the list, as an example."""
        return list(self.signs.of(state).values())[:3][-1]

    def example(self, state: State) -> str:
        """A move as it can be typed."""
        actions = state.legal_actions()
        return in_text(state, actions[-1], self.names) if actions else "MOVE"

    def result(self, state: State) -> None:
        """The table at the end, why it is the end, and who wins."""
        viewer = self._only_human()
        seen = seen_by_all(state) if self.passes else state.observation(viewer)
        self.talk.say_all(self.screen.lines(seen, viewer))
        standing, why = standing_line(state, self.seats, self.screen), self._why_over(state)
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
        """How the game begins; of one that goes on, what was done last, as far as everybody at the screen may know."""
        if self.passes:
            return
        moves = len(state.history) - 1
        if moves:
            self.talk.say(f"The game goes on after {counted(moves, 'move')}.")
        first = max(min(moves, 1), moves + 1 - MOST_RETOLD)
        for lines in self.story.steps(state, self._only_human(), first):
            self.tell(lines)

    def last(self, state: State) -> None:
        """What happened with the last move, and the table at the end of a hand if it led to the next one."""
        if not self._hand_end(state):
            self._last(state)

    def since(self, state: State, player: int) -> None:
        """What happened since this player last sat at the screen, or since everybody looked at it."""
        chain = state.tip.chain()
        last_own = max((number for number, step in enumerate(chain) if step.player == player), default=-1)
        seen = next((number for number, step in enumerate(chain) if step is self._hand_over), -1)
        story = [line for lines in self.story.steps(state, player, max(last_own, seen) + 1) for line in lines]
        if seen >= last_own and seen >= 0:
            story = [*self.story.parts(state, chain[seen], player)[-1], *story]
        self._tell_short(story, self._table_height(state, player))

    def history(self, state: State, player: int) -> None:
        """What happened so far, as this player was told it."""
        viewer = player if self.game.hides else None
        story = Story(self.game.program, self.names, self._rules)
        told = [line for lines in story.steps(state, viewer) for line in lines]
        self.tell(told[-MOST_LINES:] or ["  Nothing has happened yet."])

    def tell(self, lines: Sequence[str]) -> None:
        """Lines of a story, folded where they are too long."""
        self.talk.say_all(folded(lines, self.talk.width))

    # -------------------------------------------------------------------------------------------------- private

    def _last(self, state: State) -> None:
        """While everybody looks, it is told to the one that the screen is handed to."""
        if self.passes and state.is_terminal():
            self._let_all_look()
        elif self.all_look:
            return
        self.tell(self.story.last(state, self._at_screen()))

    def _hand_end(self, state: State) -> bool:
        """What happened up to the end of a hand, and the table as it was then, if the move led to the next one; time to look at it
        at a terminal. What the next deal did is told after that, to those whom it concerns. False if no hand ended."""
        viewer = self._only_human()
        page = self._fitting(
            lambda fit: self.screen.hand_end(state, state.tip, viewer, self.passes, fit),
            ROOM_TO_GO_ON,
            Fit.PLAIN,
        )
        if not page:
            return False
        if self.passes:
            self._let_all_look()
        ended, deal = self.story.parts(state, state.tip, self._at_screen())
        self._tell_short(ended, len(page) + 2)
        self.talk.say_all(page)
        self._hand_over = state.tip
        typed = self.talk.go_on() if any(seat.human for seat in self.seats) else ""
        if ALIASES.get(typed, typed) == "quit":
            raise Left
        self.talk.say()
        if not self.passes:
            self.tell(deal)
        return True

    def _let_all_look(self) -> None:
        """From now on everybody looks at the screen, on which nothing is left of what one player was shown."""
        if self.talk.somebody_there:
            self.talk.clear()
        self.all_look = True

    def _at_screen(self) -> Viewer | None:
        """For whom things are told: the one in front of the screen, or whoever looks on while everybody looks."""
        if not self.passes:
            return self._only_human()
        return "spectator" if self.all_look else self.in_front

    def _only_human(self) -> int | None:
        """The one person at the table, from whom the bots' hands are hidden; None if nothing has to be hidden."""
        if not self.game.hides:
            return None
        return next((seat.number for seat in self.seats if seat.human), None)

    def _tell_short(self, story: Sequence[str], below: int) -> None:
        """A story with so many lines of something else below it: at a terminal no more of it than fits above them."""
        lines = folded(story, self.talk.width)
        room = max(self.talk.height - below - 1, FEWEST_RETOLD)
        if self.talk.somebody_there and len(lines) > room + 1:
            self.talk.say(self.talk.faint(f"  (`history` tells {counted(len(lines) - room, 'line')} more)"))
            lines = lines[-room:]
        self.talk.say_all(lines)

    def _table_height(self, state: State, player: int) -> int:
        """How many lines the table and the list of moves take."""
        return len(self._page(state, player)) + 1

    def _page(self, state: State, player: int) -> list[str]:
        """The table, who is ahead and the list of moves, as closely as it takes for them and a prompt to fit."""
        return self._fitting(lambda fit: self._whole(state, player, fit), 1, Fit.OWN)

    def _fitting(self, drawn: Callable[[Fit], list[str]], below: int, closest: Fit) -> list[str]:
        """The widest drawing that fits above so many other lines, or else the shortest; where nobody sits at a terminal, the whole.
        `closest` is the last that is tried."""
        if not self.talk.somebody_there:
            return drawn(Fit.WHOLE)
        pages = []
        for fit in Fit:
            if fit <= closest:
                pages.append(drawn(fit))
                if len(pages[-1]) <= self.talk.height - below:
                    return pages[-1]
        return min(pages, key=len)

    def _whole(self, state: State, player: int, fit: Fit = Fit.WHOLE) -> list[str]:
        seen = state.observation(player)
        lines = self.screen.lines(seen, player, fit=fit)
        if fit >= Fit.OWN and lines != self.screen.lines(seen, player, fit=Fit.PLAIN):
            lines += map(self.talk.faint, wrapped(LEFT_OUT.format(name=self.names[player]), self.talk.width))
        between = [] if fit >= Fit.PLAIN else [""]
        standing = standing_line(state, self.seats, self.screen)
        if standing:
            lines += [*between, *folded([standing], self.talk.width)]
        hint = map(self.talk.faint, self._hint(state, state.legal_actions()))
        return [*lines, *between, *self._list(state, False, fit), *hint]

    def _list(self, state: State, everything: bool, fit: Fit = Fit.WHOLE) -> list[str]:
        most = FOLDED_CLOSELY if fit >= Fit.PLAIN else FOLDED
        signs, actions = self.signs.of(state), state.legal_actions()
        return listed(state, actions, everything, self.talk.width, signs, self.names, most)

    def _hint(self, state: State, actions: Sequence[Action]) -> list[str]:
        """How moves are typed that are new on the screen."""
        new = [action for action in actions if action.name not in self._shown]
        return wrapped(typed(state, new, self.signs.sort, self.names), self.talk.width, INDENT)

    def _listed(self, state: State, actions: Sequence[Action], everything: bool) -> None:
        """The moves are on the screen from now on."""
        self.on_list |= set(actions) if everything else with_signs(state, actions)
        self._shown |= {action.name for action in actions}

    def _why_over(self, state: State) -> str:
        """The end that came, which everybody may know."""
        end = standing.ended_by(self.game.program, state.cells)
        said = self._ending(end.path) if end is not None else ""
        return f"The game is over: {said}" if said else ""
