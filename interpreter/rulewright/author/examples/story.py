"""The story of an example that failed: its moves, results of chance, and automatic rules.

    story = ExampleStory(book)
    ...                                     `ExampleRun` adds each move while it plays
    story.lines(position.cells, seed)

        Seat 1: roll (dice 3 5)
          Bust: If nothing can be set aside, the points of the turn are lost.
        Seat 2 begins: dice 1 3 4 6 by chance
          Bust.
        Seat 1 begins: dice 2 2 5 6 by chance
      Seat 1 is to act. ...                 (and whether chance was left open, with the seed)

Nothing is put into words until `lines` is called, since most examples hold.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.author.positions.words import GivenTold
from rulewright.author.story.automatic_rules import by_itself, endings
from rulewright.author.story.moves import chosen_for
from rulewright.author.story.narration import BY_CHANCE, Story
from rulewright.game.history.record_chance import Heard, Listening
from rulewright.game.history.steps import Entry
from rulewright.game.knowledge import score_changes
from rulewright.game.knowledge.events import CHANCE, Happening
from rulewright.game.knowledge.unordered import by_chance, told
from rulewright.game.results.standing import ended_by
from rulewright.ir.layout import CURRENT
from rulewright.runtime.chance.sampled import Sampled
from rulewright.runtime.executor import Chance, Event
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.pipeline import Book

MOST_LINES = 16
"""Of a longer story only the last lines are shown."""


class Noticed(Sampled):
    """Sampled chance that counts its calls."""

    times = 0

    def roll(self, *asked: Any, **named: Any) -> tuple[int, ...]:  # Any: the arguments of `Sampled.roll`
        self.times += 1
        return super().roll(*asked, **named)

    def draw(self, *asked: Any, **named: Any) -> tuple[int, ...]:  # Any: the arguments of `Sampled.draw`
        self.times += 1
        return super().draw(*asked, **named)


class Overheard(Listening):
    """Passes on results of chance, and notes which of them came from `open_chance` because the example does not fix them."""

    def __init__(self, chance: Chance, open_chance: Noticed) -> None:
        super().__init__(chance)
        self._open, self._times = open_chance, open_chance.times
        self.by_chance: list[bool] = []
        """One for each answer of `heard`."""

    def roll(self, *asked: Any, **named: Any) -> tuple[int, ...]:  # Any: the arguments of `Chance.roll`
        return self._noted(super().roll(*asked, **named))

    def draw(self, *asked: Any, **named: Any) -> tuple[int, ...]:  # Any: the arguments of `Chance.draw`
        return self._noted(super().draw(*asked, **named))

    def _noted(self, result: tuple[int, ...]) -> tuple[int, ...]:
        self.by_chance.append(self._open.times > self._times)
        self._times = self._open.times
        return result


@dataclass(frozen=True, slots=True)
class Played:
    """A move of an example (for the set-up, `player` is -1). If it failed half-way, `events` is None and only results of chance
    are known."""

    player: int
    action: str
    events: Sequence[Event] | None
    heard: Sequence[Heard]
    by_chance: Sequence[bool]
    before: array[int]


class ExampleStory:
    """Keeps the moves of an example, and puts them into words."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.played: list[Played] = []
        self.given: GivenTold | None = None
        """The position that the example gives, if it gives one."""

    def add(
        self, player: int, action: str, events: Sequence[Event] | None, chance: Overheard, heard_from: int,
        before: array[int],
    ) -> None:  # fmt: skip
        """Keep a move, with the results of chance from number `heard_from` on."""
        heard, by_chance = chance.heard[heard_from:], chance.by_chance[heard_from:]
        self.played.append(Played(player, action, events, heard, by_chance, before))

    def entries(self) -> Iterator[Entry]:
        """The set-up and every move, in the form of `state.history`."""
        for played in self.played:
            action = played.action if played.player >= 0 else None
            yield Entry(played.player if played.player >= 0 else None, action, tuple(self._happened(played)))

    def lines(self, cells: array[int], seed: int) -> tuple[str, ...]:
        """The story up to a position; nothing if nothing happened."""
        if not self.played:
            return ()
        names = [name or f"Seat {number}" for number, name in enumerate(self.book.program.labels.seats, 1)]
        story = Story(self.book.program, names, by_itself(self.book))
        after = [*(played.before for played in self.played[1:]), cells]
        begun, *moves = self.entries()
        moved = score_changes.between(self.book.game, after)
        opening = story.lines(begun, moved=next(moved))
        if self.given is not None and (opening or moves):
            begun = self.given.replacing(begun)
            fresh = Story(self.book.program, names, by_itself(self.book))  # which explains each rule again
            opening = [*fresh.lines(begun), self.given.words()]
        told = [*opening, *(line for entry in moves for line in self._told(story, entry, next(moved)))]
        if not told:
            return ()
        left_out = len(told) - MOST_LINES
        if left_out > 0:
            told = [f"... {left_out + 1} lines before", *told[left_out + 1 :]]
        left_open = [each.get(BY_CHANCE) for each in begun.happened]
        if self.given is None:
            left_open += self.played[0].by_chance
        left_open += [any(played.by_chance) for played in self.played[1:]]
        now = self._now(names, cells) if self.played[-1].events is not None else ""
        said = " ".join(filter(None, (now, _open(seed) if any(left_open) else "")))
        return (*(f"  {line}" for line in told), *([said] if said else []))

    def _told(self, story: Story, entry: Entry, moved: Sequence[score_changes.Moved]) -> list[str]:
        """The lines of a move, in the words of the example."""
        game = self.book.game
        said = chosen_for(game, game.action(entry.action).choice) if entry.action else frozenset[str]()
        return story.lines(entry, moved=moved, said=said)

    def _now(self, names: Sequence[str], cells: Sequence[int]) -> str:
        end = ended_by(self.book.program, cells)
        if end is not None:
            return endings(self.book).get(end.path, "")
        return f"{names[cells[CURRENT]]} is to act." if cells[CURRENT] >= 0 else "The game has not begun."

    def _happened(self, played: Played) -> Iterator[dict[str, object]]:
        teller = self.book.game.teller
        if played.events is None:
            happenings: tuple[Happening, ...] = teller.unfinished(played.heard)
        else:
            happenings = teller.tell(played.events, played.heard, played.before, played.player)
        answers = deque(zip(played.heard, played.by_chance, strict=True))
        for words in told(happenings, None):
            if by_chance(words) and answers and _is_answer(words, answers[0][0]):
                yield {**words, BY_CHANCE: answers.popleft()[1]}
            else:
                yield words


def _is_answer(told: dict[str, object], heard: Heard) -> bool:
    """Whether an event shows this result of chance; there is no result where nothing was rolled or drawn."""
    what = next(word for word in CHANCE if word in told)
    if what == "picked":
        return not heard.rolled and len(heard.values) == 1
    shown = told.get("faces" if what == "rolled" else "pieces")
    many = len(shown) if isinstance(shown, list) else 0
    return heard.rolled == (what == "rolled") and told[what] == heard.kind and many == len(heard.values)


def _open(seed: int) -> str:
    return f"What came by chance is not fixed in the example (seed {seed})."
