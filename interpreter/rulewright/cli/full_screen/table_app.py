"""The screen: the table, the story, the legal moves and the line that is typed, each in its fixed place.

    ┌ Round 3 · Ann to move ────────────────────────────────── F1 help ┐
    │ the table                                                        │
    ├ what happened ───────────────────────────────────────────────────┤
    ├ legal moves ─────────────────────────────────────────────────────┤
    └ Ann> ────────────────────────────────────────────────────────────┘

On a wide screen the story and the moves are to the right of the table. The game runs in a thread of its own, which waits in `lines`
until this screen answers; nothing here knows a rule.
"""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import ClassVar

from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.widgets import Input, Static

from rulewright.cli.drawing.boards import Ghost
from rulewright.cli.drawing.layout import drawn
from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.spans import Drawing, Spot, spot_of, spot_of_move
from rulewright.cli.full_screen.choices import choices, listed
from rulewright.cli.full_screen.lines import Asked, Cleared, Ended, Frame, Paged, Said, ScreenTalk, Shown
from rulewright.cli.full_screen.moving import after_in_order, nearest
from rulewright.cli.full_screen.picking import Picked
from rulewright.cli.full_screen.widgets import Canvas, Page, Story, Touched
from rulewright.cli.table.console import Left
from rulewright.problems.terminal import visible

WIDE = 110
"""From this width on, the story and the moves are next to the table."""
SIDE = 40
"""The width of the story and the moves there."""
LEAST = 5
"""The fewest lines of the story and the moves together below the table."""
USUAL = 8
"""Their lines, if the table can be arranged so that it leaves them."""
TOLD = 2
"""The fewest lines of the story."""
AROUND = 2
"""The headline and the line that is typed."""
KEYS = """\
  arrows          go to what can be touched
  Enter, click    touch it: a piece, a space, a line of a score pad, a move of the list
  Tab             go through the moves of the list
  Escape          put back what was touched last
  PgUp, PgDn      scroll the table, where it does not fit
  F1              this page
  Ctrl-C          stop (the game is kept)
"""


class TableApp(App[None]):
    """A game at a full screen. `play` runs it in a thread, with this screen's `talk`; `failure` is what it raised."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layers: base; }
    #headline { height: 1; background: $primary-background; text-style: bold; }
    #body { height: 1fr; layout: vertical; }
    #table { height: 1fr; scrollbar-size: 1 1; }
    #side { height: 8; layout: vertical; }
    #story { height: 1fr; min-height: 1; background: $surface; scrollbar-size: 0 0; }
    #moves { height: auto; min-height: 1; border-top: solid $primary-background; scrollbar-size: 1 1; }
    .wide #body { layout: horizontal; }
    .wide #side { width: 40; height: 1fr; border-left: solid $primary-background; }
    #typed { height: 1; layout: horizontal; }
    #prompt { width: auto; text-style: bold; }
    #line { width: 1fr; height: 1; border: none; padding: 0; background: $surface; }
    #line:focus { border: none; }
    """
    BINDINGS: ClassVar = [
        Binding("ctrl+c,ctrl+q", "stop", "Stop", priority=True),
        Binding("f1", "keys", "Help", priority=True),
        Binding("tab", "step(1)", "Next move", priority=True),
        Binding("shift+tab", "step(-1)", "Move before", priority=True),
        Binding("escape", "put_back", "Put back"),
        Binding("up", "go(0, -1)"),
        Binding("down", "go(0, 1)"),
        Binding("left", "go(-1, 0)"),
        Binding("right", "go(1, 0)"),
        Binding("pageup", "scroll(-1)"),
        Binding("pagedown", "scroll(1)"),
    ]

    def __init__(self, talk: ScreenTalk, play: Callable[[], None]) -> None:
        super().__init__()
        self.talk = talk
        self.thread: Thread | None = None
        self.play = play
        self.failure: BaseException | None = None
        self.frame: Frame | None = None
        self.picked = Picked(())
        self.cursor: Spot | None = None
        self.waiting = False
        """Whether the game waits for a line."""
        self._page_answers = False
        self._needed = 0
        """The most lines that the table has needed, so that the places below it stay where they are."""
        self._table: Drawing = []
        self._list: Drawing = []
        self._previews: dict[int, str] = {}

    def compose(self) -> ComposeResult:
        yield Static("", id="headline", markup=False)
        with Container(id="body"):
            yield Canvas(id="table")
            with Container(id="side"):
                yield Story(id="story")
                yield Canvas(id="moves")
        with Container(id="typed"):
            yield Static("", id="prompt", markup=False)
            yield Line(id="line")

    def on_mount(self) -> None:
        if not self.is_headless:
            for number in (signal.SIGTERM, getattr(signal, "SIGHUP", None)):
                if number is not None:
                    self._catch(asyncio.get_running_loop(), number)
        self.query_one("#line", Input).focus()
        self.talk.connect(self.post_message)
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def _catch(self, loop: asyncio.AbstractEventLoop, number: int) -> None:
        try:
            loop.add_signal_handler(number, partial(self._end, KeyboardInterrupt(number)))
        except NotImplementedError:
            return  # there are none on Windows

    def _run(self) -> None:
        """The game, in a thread of its own."""
        try:
            self.play()
        except Left:
            pass
        except BaseException as failure:  # raised again in the main thread, after the screen was closed
            self.failure = failure
        self.post_message(Ended())

    # ------------------------------------------------------------------------------------- messages of the game

    @on(Shown)
    def _shown(self, message: Shown) -> None:
        self.frame = message.frame
        self.picked = Picked(message.frame.scene.moves)
        self.cursor = None
        self._previews = {}
        self._draw()

    @on(Said)
    def _said(self, message: Said) -> None:
        self.query_one("#story", Story).add(message.text)

    @on(Paged)
    def _paged(self, message: Paged) -> None:
        self.push_screen(Page(message.lines), self._page_closed)

    @on(Asked)
    def _asked(self, message: Asked) -> None:
        self.waiting = True
        self._page_answers = message.with_page
        self.query_one("#prompt", Static).update(f"{visible(message.prompt)} ")
        self._draw()

    @on(Cleared)
    def _cleared(self) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.frame, self.picked, self.cursor = None, Picked(()), None
        self._previews = {}
        self.query_one("#story", Story).forget()
        self.query_one("#line", Input).value = ""
        self._draw()

    @on(Ended)
    def _ended(self) -> None:
        self.exit()

    # ---------------------------------------------------------------------------------------- keys and the mouse

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            event.input.value = ""
            self._answer(event.value)
        elif self.cursor is not None:
            self._touch(self.cursor)
        elif self.picked.complete():
            self._answer(self.picked.complete()[0].text)
        elif self.frame is None or not self.picked.moves:
            self._answer("")

    @on(Touched)
    def _touched(self, message: Touched) -> None:
        self._touch(message.spot)

    def action_stop(self) -> None:
        self._end(KeyboardInterrupt(signal.SIGINT))

    def action_keys(self) -> None:
        if len(self.screen_stack) == 1:
            self._page_answers = False
            self.push_screen(Page(KEYS.splitlines()))

    def action_put_back(self) -> None:
        self.picked = self.picked.back()
        self.cursor = None
        self._draw()

    def action_go(self, right: int, down: int) -> None:
        self.cursor = nearest(self._table, self._list, self.picked.open(), self.cursor, right, down)
        self._draw()

    def action_step(self, by: int) -> None:
        spots = [spot_of_move(move.id) for move in listed(self.picked)]
        self.cursor = after_in_order(spots or sorted(self.picked.open()), self.cursor, by)
        self._draw()

    def action_scroll(self, pages: int) -> None:
        table = self.query_one("#table", Canvas)
        table.scroll_relative(y=pages * max(table.size.height - 1, 1), animate=False)

    def on_resize(self, event: events.Resize) -> None:
        self._needed = 0
        self.screen_stack[0].set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self._draw)

    # ------------------------------------------------------------------------------------------------- private

    def _touch(self, spot: Spot) -> None:
        """Touch what a spot names; a move that is complete is made."""
        if not self.waiting:
            return
        if spot[0] == "move":
            self._answer(next(move.text for move in self.picked.moves if str(move.id) == spot[2]))
            return
        self.picked = self.picked.with_(spot)
        move = self.picked.only()
        if move is not None:
            self._answer(move.text)
            return
        if self.cursor is not None and self.cursor not in self.picked.open():
            self.cursor = None
        self._draw()

    def _answer(self, line: str) -> None:
        if self.waiting:
            self.waiting = False
            self.talk.answer(line)

    def _page_closed(self, _: None) -> None:
        if self._page_answers:
            self._answer("")

    def _end(self, failure: BaseException) -> None:
        self.failure = failure
        self.exit()

    # ------------------------------------------------------------------------------------------------- drawing

    def _draw(self) -> None:
        """Draw everything for what is known now."""
        if not self.is_running:
            return
        base = self.screen_stack[0]
        frame, wide = self.frame, self.size.width >= WIDE
        headline = f" {frame.scene.title} · {frame.headline}" if frame is not None else ""
        help_ = "F1 help "
        gap = self.size.width - len(headline) - len(help_)
        base.query_one("#headline", Static).update(f"{headline}{' ' * max(gap, 1)}{help_}")
        width = self.size.width - (SIDE if wide else 0)
        table, moves = base.query_one("#table", Canvas), base.query_one("#moves", Canvas)
        if frame is None:
            table.show([])
            moves.show([])
            return
        unbounded = any(board.unbounded for board in frame.scene.boards)
        most = self.size.height - AROUND - (0 if wide else LEAST if unbounded else USUAL)
        marks = Marks(frame.scene, self.picked.open(), self._counted(), self.cursor, self._spots_of_chosen())
        self._table = drawn(frame.scene, marks, width, most, self._ghost(frame))
        self._needed = max(self._needed, len(self._table))
        side = (
            self.size.height - AROUND - (0 if wide else min(self._needed, self.size.height - AROUND - LEAST))
        )
        base.query_one("#side").styles.height = side
        moves.styles.max_height = side // 2 + 1 if wide else max(side - TOLD, 2)
        on_table = frozenset(span.spot for line in self._table for span in line if span.spot is not None)
        self._preview(frame)
        room = SIDE - 1 if wide else width
        self._list = (
            choices(self.picked, marks, frame.signs, self._previews, on_table, room) if self.waiting else []
        )
        table.show(self._table, self.cursor)
        moves.show(self._list, self.cursor)

    def _counted(self) -> Counter[Spot]:
        return Counter(self.picked.touched)

    def _chosen(self) -> int | None:
        """The move whose result is drawn: that at the cursor, or the only one that is left."""
        if self.cursor is not None and self.cursor[0] == "move":
            return int(self.cursor[2])
        picked = self.picked if self.cursor is None else self.picked.with_(self.cursor)
        fitting = picked.fitting()
        return fitting[0].id if picked.touched and len(fitting) == 1 else None

    def _spots_of_chosen(self) -> tuple[Spot, ...]:
        chosen = self._chosen()
        return tuple(
            spot_of(touch) for move in self.picked.moves if move.id == chosen for touch in move.touches
        )

    def _ghost(self, frame: Frame) -> dict[str, Ghost]:
        chosen = self._chosen()
        return frame.ghost(chosen) if self.waiting and chosen is not None else {}

    def _preview(self, frame: Frame) -> None:
        """Find what the listed moves score, while the game waits."""
        if self.waiting:
            new = [move.id for move in listed(self.picked) if move.id not in self._previews]
            self._previews.update(dict.fromkeys(new, ""))
            self._previews.update(frame.previews(new))


class Line(Input):
    """The line that is typed. While it is empty, arrows move on the table."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, compact=True)

    def action_cursor_left(self, select: bool = False) -> None:
        if self.value:
            super().action_cursor_left(select)
        else:
            self._go(-1)

    def action_cursor_right(self, select: bool = False) -> None:
        if self.value:
            super().action_cursor_right(select)
        else:
            self._go(1)

    def _go(self, right: int) -> None:
        app = self.app
        assert isinstance(app, TableApp)
        app.action_go(right, 0)
