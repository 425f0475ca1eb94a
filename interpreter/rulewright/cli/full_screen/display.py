"""What a session shows at a full screen: scenes, instead of printed tables. The story has the same words.

The scene is that of the player at the screen. Where people share a screen and see different things, the screen is empty while it
is handed over, and shows what everybody may see at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulewright.author.story.automatic_rules import RuleWords
from rulewright.cli.full_screen.boards import Ghost
from rulewright.cli.full_screen.lines import Frame, ScreenTalk, Shown
from rulewright.cli.table.console import Talk
from rulewright.cli.table.display import Display
from rulewright.cli.table.seats import Seat
from rulewright.game.errors import IllegalAction
from rulewright.game.game import Game, State
from rulewright.runtime.failures import RuleFailure
from rulewright.scene.previews import previews
from rulewright.scene.table import scene_of

WORLDS = 2
"""In how many states that a player cannot tell apart a move is tried, to see what lies where after it."""


class FullDisplay(Display):
    """A display that draws scenes."""

    def __init__(
        self, game: Game, seats: Sequence[Seat], rules: Mapping[str, RuleWords], ending: Callable[[str], str]
    ) -> None:
        self.screen_talk = ScreenTalk()
        super().__init__(game, seats, self.screen_talk, rules, ending)

    def table(self, state: State, player: int, everything: bool = False) -> None:
        if everything:
            super().table(state, player, everything)
            return
        self._show(state, player)
        self._listed(state, state.legal_actions(), True)

    def bot_to_move(self, state: State) -> None:
        """Show the table while a bot chooses, unless it belongs to nobody at the screen."""
        if not self.passes:
            self._show(state, self._only_human())

    def result(self, state: State) -> None:
        self._show(state, None if self.passes else self._only_human())
        self.last_words(state)

    def printed(self) -> Display:
        """A display of the same table that prints."""
        return Display(self.game, self.seats, Talk(), self._rules, self._ending)

    def _tell_short(self, story: Sequence[str], below: int) -> None:
        self.tell(story)

    def _table_height(self, state: State, player: int) -> int:
        return 0

    def _show(self, state: State, viewer: int | None) -> None:
        scene = scene_of(state, viewer, self.names)
        given = self.signs.of(state) if viewer is not None and not state.is_terminal() else {}
        seen = state.observation(viewer)
        tried = None if self.real_dice else viewer  # trying a move out would ask for what real dice show
        self.screen_talk.send(
            Shown(
                Frame(
                    scene,
                    self.screen.headline(seen),
                    {action.id: sign for action, sign in given.items()},
                    lambda ids: previews(state, tried, list(ids)) if tried is not None else {},
                    lambda number: after(state, tried, number, self.names) if tried is not None else {},
                )
            )
        )


def after(state: State, viewer: int, number: int, names: Sequence[str]) -> dict[str, Ghost]:
    """What lies on the spaces of a move after it, by board and space, as far as that is certain."""
    move = next(move for move in scene_of(state, viewer, names).moves if move.id == number)
    spaces = {(touch.where, touch.id) for touch in move.touches if touch.sort == "space"}
    worlds = [state.resample(viewer, seed) for seed in range(WORLDS)] if state.game.hides else [state]
    results = [_lying(world, viewer, number, spaces, names) for world in worlds]
    return results[0] if all(each == results[0] for each in results) else {}


def _lying(
    state: State, viewer: int, number: int, spaces: set[tuple[str, str]], names: Sequence[str]
) -> dict[str, Ghost]:
    later = state.clone()
    try:
        later.apply_action(number)
    except (IllegalAction, RuleFailure):
        return {}
    scene = scene_of(later, viewer, names)
    return {
        board.id: {
            space.id: space.pieces
            for space in board.spaces
            if (board.id, space.id) in spaces and space.pieces
        }
        for board in scene.boards
    }
