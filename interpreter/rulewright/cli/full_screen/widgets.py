"""Parts of the screen: a drawing whose texts can be touched, the story, and pages that lie over the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from rulewright.cli.drawing.spans import Drawing, Spot, extent, found


class Touched(Message):
    """A text with a spot was clicked."""

    def __init__(self, spot: Spot) -> None:
        super().__init__()
        self.spot = spot


class Canvas(ScrollView):
    """A drawing. A click on a text that has a spot touches it; a second click at once, as of a double click, does nothing."""

    can_focus = False

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.drawing: Drawing = []

    def show(self, drawing: Drawing, cursor: Spot | None = None) -> None:
        """Draw this, with the cursor in sight."""
        self.drawing = drawing
        self.virtual_size = Size(extent(drawing), len(drawing))
        at = found(drawing, cursor) if cursor is not None else None
        if at is not None:
            self.scroll_to_region(Region(at[0], at[1], 1, 1), animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        left, top = self.scroll_offset
        if y + top >= len(self.drawing):
            return Strip.blank(self.size.width, self.rich_style)
        segments = [
            Segment(span.text, Style.parse(span.style) + Style(meta={"spot": span.spot}))
            for span in self.drawing[y + top]
        ]
        strip = Strip(segments).crop_extend(left, left + self.size.width, self.rich_style)
        return strip.apply_style(self.rich_style)

    def on_click(self, event: events.Click) -> None:
        spot = event.style.meta.get("spot")
        if spot is not None and event.chain == 1:
            self.post_message(Touched(spot))


class Story(VerticalScroll):
    """The last lines of what happened, wrapped; the newest in sight."""

    can_focus = False
    MOST = 200
    """How many lines are kept."""

    def compose(self) -> ComposeResult:
        self.lines: list[str] = []
        yield Static("", id="told", markup=False)

    def add(self, line: str) -> None:
        self.lines = [*self.lines, line][-self.MOST :]
        self._update()

    def forget(self) -> None:
        self.lines = []
        self._update()

    def _update(self) -> None:
        told = Text("\n".join(self.lines))
        self.query_one("#told", Static).update(told)
        self.scroll_end(animate=False)

    def on_resize(self) -> None:
        self.scroll_end(animate=False)


class Page(ModalScreen[None]):
    """Lines over the table, which scroll; Enter or Escape closes them."""

    BINDINGS: ClassVar = [("escape,enter,q", "dismiss", "Close")]
    CSS = """
    Page { align: center middle; }
    #page { width: 80; max-width: 100%; height: auto; max-height: 100%; background: $surface; border: round $primary; padding: 0 1; }
    """

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self.lines = lines

    def compose(self) -> ComposeResult:
        scroll = VerticalScroll(Static(Text("\n".join(self.lines)), markup=False), id="page")
        scroll.border_subtitle = "Enter closes"
        yield scroll

    def on_mount(self) -> None:
        self.query_one("#page").focus()

    async def action_dismiss(self, result: None = None) -> None:
        self.dismiss(None)
