"""Games of a worker: opened from texts alone, so that nothing of this machine's folders is read for a stranger.

    games = Games()
    games.of_record(header)                   the game of a table, which its header carries
    opened(Order(texts, players=2))           a new game, of texts that somebody sent

What a text extends or uses is looked for among the texts that came with it, and then among the bundled files.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from rulewright.checked.options import Setting
from rulewright.document import library
from rulewright.document.files import GivenFiles
from rulewright.game.game import Game
from rulewright.game.history.record import Wanted
from rulewright.pipeline import Book, open_carried, open_source
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source
from rulewright.source.texts import Texts

MOST_GAMES = 48
"""How many games a worker keeps open; another one takes the place of that which was not used for longest."""


@dataclass(frozen=True, slots=True)
class GivenOrBundled:
    """Texts as files; any other name is that of a bundled file."""

    given: GivenFiles

    def find(self, name: str, asking: Source | None = None) -> Source | None:
        """The file of a name; see `document.files.Files`."""
        if asking is None and name in self.given.texts.files:
            return self.given.find(name)
        if asking is not None:
            own = next(
                (f"{name}{end}" for end in library.ENDINGS if f"{name}{end}" in self.given.texts.files), None
            )
            if own is not None:
                return self.given.find(own)
        path = library.find_bundled(name)
        return None if path is None else Source(path.name, library.read(path).text)

    def demand(self, name: str) -> Source:
        """The file of a name. Raises RulebookError."""
        found = self.find(name)
        return self.given.demand(name) if found is None else found

    def names(self, asking: Source | None = None) -> list[str]:
        """The names that can be found, for suggestions."""
        bundled = {name for name, _ in (*library.bundled(), *library.bundled_fragments())}
        return sorted(bundled | set(self.given.texts.files))


@dataclass(frozen=True, slots=True)
class Order:
    """A game that somebody wants to play: its texts, and the settings of its table."""

    texts: Texts
    players: int | None = None
    variant: str | None = None
    options: Mapping[str, Setting] = field(default_factory=dict)
    cache: bool = True


def opened(order: Order) -> Book:
    """The game of an order. Raises RulebookError."""
    files = GivenOrBundled(GivenFiles(order.texts))
    source = files.demand(order.texts.rulebook)
    return open_source(
        source, order.players, order.variant, order.options, order.texts.house_rules, "auto", order.cache, files
    )  # fmt: skip


@dataclass(slots=True)
class Games:
    """The games that a worker keeps open, those that were used last."""

    cache: bool = True
    _open: OrderedDict[str, Book] = field(default_factory=OrderedDict)

    def of_record(self, header: Mapping[str, Any]) -> Game:  # a record is JSON
        """The game of a record, by the texts that it carries. Raises RecordError, and RulebookError."""
        return self.book_of(header).game

    def book_of(self, header: Mapping[str, Any]) -> Book:
        """The same, with its rulebook."""
        key = json.dumps(
            [header["texts"]["checksum"], header["players"], header["variant"], header["options"]]
        )
        book = self._open.get(key)
        if book is None:
            wanted = Wanted.of(dict(header))
            assert wanted.texts is not None, "the header of a table has texts"
            book = self._open[key] = open_carried(wanted, wanted.texts, cache=self.cache)
        self._open.move_to_end(key)
        while len(self._open) > MOST_GAMES:
            self._open.popitem(last=False)
        return book
