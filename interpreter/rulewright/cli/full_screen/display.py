"""What a session shows at a full screen: scenes, instead of printed tables. The story has the same words.

The scene is that of the player at the screen. Where people share a screen and see different things, the screen is empty while it
is handed over, and shows what everybody may see at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.author.story.table_words import TableWords
from rulewright.cli.drawing.boards import Ghost
from rulewright.cli.drawing.printed import headline
from rulewright.cli.full_screen.lines import Frame, ScreenTalk, Shown
from rulewright.cli.table.console import Talk
from rulewright.cli.table.display import Display
from rulewright.cli.table.seats import Seat
from rulewright.game.game import Game, State
from rulewright.scene.outcomes import outcome
from rulewright.scene.previews import previews
from rulewright.scene.records import Piece
from rulewright.scene.table import scene_of


class FullDisplay(Display):
    """A display that draws scenes."""

    def __init__(self, game: Game, seats: Sequence[Seat], words: TableWords) -> None:
        self.screen_talk = ScreenTalk()
        super().__init__(game, seats, self.screen_talk, words)

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
        return Display(self.game, self.seats, Talk(), self._words)

    def _tell_short(self, story: Sequence[str], below: int) -> None:
        self.tell(story)

    def _table_height(self, state: State, player: int) -> int:
        return 0

    def _show(self, state: State, viewer: int | None) -> None:
        scene = scene_of(state, viewer, self.names)
        given = self.signs.of(state) if viewer is not None and not state.is_terminal() else {}
        tried = None if self.real_dice else viewer  # trying a move out would ask for what real dice show
        self.screen_talk.send(
            Shown(
                Frame(
                    scene,
                    headline(scene),
                    {action.id: sign for action, sign in given.items()},
                    lambda ids: previews(state, tried, list(ids)) if tried is not None else {},
                    lambda number: after(state, tried, number, self.names) if tried is not None else {},
                )
            )
        )


def after(state: State, viewer: int, number: int, names: Sequence[str]) -> dict[str, Ghost]:
    """What lies on spaces after a move, by board and space, as far as that is certain."""
    found: dict[str, dict[str, tuple[Piece, ...]]] = {}
    for each in outcome(state, viewer, number, names):
        found.setdefault(each.board, {})[each.space.id] = each.space.pieces
    return dict(found)
