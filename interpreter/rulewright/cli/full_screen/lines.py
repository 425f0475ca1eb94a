"""Lines between the game, which runs in a thread of its own, and the screen.

    talk.say("Ann rolls 4.")       posts Said
    talk.ask("Ann>")               posts Asked, and waits until the screen answers with `talk.answer("keep")`

All that a session prints and asks passes here, so that a game at a full screen has the same words as one that is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from queue import SimpleQueue

from textual.message import Message

from rulewright.author.report.tree import Sheet
from rulewright.cli.common.text_tables import sheet_lines
from rulewright.cli.drawing.boards import Ghost
from rulewright.cli.table.console import Left, Talk, wrapped
from rulewright.problems.terminal import visible
from rulewright.scene.records import Scene
from rulewright.source.dataclass import dataclass

PAGE = 76
"""The width of pages, such as help and rules."""
WIDTH = 74
"""The width of sentences in the story, which the screen wraps again where it is narrower."""
GO_ON = "Enter to go on."


def _nothing(_: Sequence[int]) -> Mapping[int, str]:
    return {}


def _no_ghost(_: int) -> dict[str, Ghost]:
    return {}


@dataclass(frozen=True, slots=True)
class Frame:
    """A table to be drawn. `signs` are those of the list of moves, by the ids of the moves; `previews` and `ghost` find what moves
    score and what would lie on spaces after one, and are only asked while the game waits."""

    scene: Scene
    headline: str
    signs: Mapping[int, str] = field(default_factory=dict)
    previews: Callable[[Sequence[int]], Mapping[int, str]] = _nothing
    ghost: Callable[[int], dict[str, Ghost]] = _no_ghost


class Shown(Message):
    """A table is drawn."""

    def __init__(self, frame: Frame) -> None:
        super().__init__()
        self.frame = frame


class Said(Message):
    """A line is added to the story."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Paged(Message):
    """Lines are shown on a page of their own, until it is closed."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self.lines = lines


class Asked(Message):
    """The game waits for a line. `with_page`: closing the page answers it."""

    def __init__(self, prompt: str, with_page: bool) -> None:
        super().__init__()
        self.prompt = prompt
        self.with_page = with_page


class Cleared(Message):
    """Nothing that was on the screen may stay on it."""


class Ended(Message):
    """The game is over, or was left."""


class ScreenTalk(Talk):
    """Lines to and from the players through the screen, from any thread. Messages wait for the screen until `connect`."""

    def __init__(self) -> None:
        self._post: Callable[[Message], object] | None = None
        self._early: list[Message] = []
        self.somebody_there = True
        self.colour = False
        self.ahead = False
        self.unread: list[str] = []
        self._answers: SimpleQueue[str | None] = SimpleQueue()
        self._closed = False
        self._has_page = False

    def connect(self, post: Callable[[Message], object]) -> None:
        """Send everything to this screen from now on."""
        self._post = post
        for message in self._early:
            post(message)

    def send(self, message: Message) -> None:
        if self._post is None:
            self._early.append(message)
        else:
            self._post(message)

    def sheet(self, sheet: Sheet) -> None:
        self.page(sheet_lines(sheet, PAGE))

    @property
    def width(self) -> int:
        return PAGE

    @property
    def height(self) -> int:
        """Pages scroll, so nothing is left out of them."""
        return 10_000

    def say(self, text: str = "") -> None:
        if text.strip():
            self.send(Said(visible(text).rstrip()))

    def note(self, text: str) -> None:
        self.say_all(wrapped(text, WIDTH))
        self.unread.append(text)

    def page(self, lines: Sequence[str]) -> None:
        self._has_page = True
        self.send(Paged([visible(line) for line in lines]))

    def ask(self, prompt: str) -> str:
        return self._answered(prompt, False)

    def go_on(self) -> str:
        return self._answered(GO_ON, self._has_page).casefold().removeprefix("/")

    def clear(self) -> None:
        self.send(Cleared())
        for text in self.unread:
            self.tell(text)
        self.unread.clear()

    def typed_ahead(self) -> bool:
        return False

    def answer(self, line: str) -> None:
        """What the player typed or touched, for `ask`."""
        self._answers.put(line)

    def close(self) -> None:
        """End the game where it asks next."""
        self._closed = True
        self._answers.put(None)

    def _answered(self, prompt: str, with_page: bool) -> str:
        self._has_page = False
        if not self._closed:
            self.send(Asked(prompt, with_page))
        line = None if self._closed else self._answers.get()
        if line is None:
            raise Left
        self.unread.clear()
        return line.strip()
