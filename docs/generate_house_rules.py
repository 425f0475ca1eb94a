"""Write docs/house-rules/*.md: every bundled house rule, what it changes, and what that does to the game.

    python docs/generate_house_rules.py             write them, and measure what was not measured as it is now
    python docs/generate_house_rules.py --measure   measure everything anew
    python docs/generate_house_rules.py --check     say which are out of date, with exit status 1 if any is

What changes is what `rulewright diff` says, and what it does what `rulewright compare` says.  Measuring takes a while, so
the figures stay on the page, between two comments that name the rules they are of: where a rule changed they are
measured again.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from rulewright.author.changes.examples import shape
from rulewright.author.changes.markdown import to_markdown
from rulewright.author.diff import diff
from rulewright.document import library
from rulewright.pipeline import Book, open_book

HOUSE_RULES = Path(__file__).resolve().parent / "house-rules"
GAMES = ("cinq-o", "red-hot-yott", "crib-ino", "sino", "cinco")
"""The games with house rules."""
BOTS = "cautious"
"""Who plays: a strategy that each of the games brings along."""
NUMBER = 1000
"""How many games are played on each side."""
SEED = 1
MEASURED = re.compile(
    r"<!-- measured: (?P<key>[^\n]*) -->\n\n(?P<text>.*?)\n\n<!-- end of what was measured -->", re.DOTALL
)
MODELINE = re.compile(r"\A# yaml-language-server:[^\n]*\n")
PLACES = (
    (re.compile(r"\b(?:rulewright/)?rulebooks/(?:house/)?"), ""),
    (re.compile(r"(?<=\.yaml):\d+"), ""),
    (re.compile(r" \(line \d+\)"), ""),
)
"""Where files lie depends on how the package is installed, and lines move with every edit: pages do without."""


@dataclass(frozen=True)
class HouseRule:
    """A house rule as a file, and the game it is one of."""

    game: str
    name: str

    @cached_property
    def books(self) -> tuple[Book, Book]:
        """The game, and the game with the house rule."""
        return (
            open_book(self.game, engine="reference"),
            open_book(self.game, overlays=[self.name], engine="reference"),
        )

    @property
    def key(self) -> str:
        """What figures depend on: the rules of both sides, and how the players think."""
        rules = " ".join(book.game.fingerprint for book in self.books)
        return f"{self.name} {rules} {BOTS} {_thoughts(self.books)} {NUMBER} {SEED}"

    @property
    def title(self) -> str:
        tree = self.books[1].tree
        return tree.text("title") or self.game

    def section(self, measured: str) -> str:
        source = library.demand(self.name)
        changes = to_markdown(diff(*self.books), level=4).strip()
        for place, instead in PLACES:
            changes = place.sub(instead, changes)
        return f"""\
## {self.name}

```yaml fragment
{MODELINE.sub("", source.text).strip()}
```

### What it changes

`rulewright diff {self.game} {self.name}`

{changes}

### What it does

`rulewright compare {self.game} {self.name} --bots {BOTS} --games {NUMBER} --seed {SEED}`

<!-- measured: {self.key} -->

{measured}

<!-- end of what was measured -->
"""

    def measure(self) -> str:
        """Play both and tell what differs."""
        from rulewright.author.comparison import text
        from rulewright.play.compare import compare

        games = (open_book(self.game).game, open_book(self.game, overlays=[self.name]).game)
        found = compare(*games, games=NUMBER, bots=BOTS, seed=SEED)
        return text.to_markdown(found, (self.game, f"{self.game} --with {self.name}")).strip()


def _thoughts(books: tuple[Book, Book]) -> str:
    """A short text that is another one if a strategy, or a definition or table that it may use, is written otherwise."""
    parts = ("strategies", "define", "tables")
    written = [repr(shape(book.tree.section(part))) for book in books for part in parts]
    return sha256("\n".join(written).encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Page:
    """The house rules of a game."""

    game: str
    rules: tuple[HouseRule, ...]

    @property
    def path(self) -> Path:
        return HOUSE_RULES / f"{self.game}.md"

    def current(self) -> str:
        return self.path.read_text(encoding="utf-8") if self.path.exists() else ""

    def measured(self) -> dict[str, str]:
        """What was measured, by what it depends on."""
        return {found["key"]: found["text"] for found in MEASURED.finditer(self.current())}

    def wanted(self, anew: bool = False) -> str:
        """The page; what was not measured as it is now is measured, or everything `anew`."""
        known = {} if anew else self.measured()
        sections = [rule.section(known.get(rule.key) or rule.measure()) for rule in self.rules]
        return f"{_head(self)}\n" + "\n".join(sections)

    def is_current(self) -> bool:
        """Whether the page is what would be written, and what was measured is of the rules as they are now."""
        return all(rule.key in self.measured() for rule in self.rules) and self.current() == self.wanted()


def _head(page: Page) -> str:
    title = page.rules[0].title
    return f"""\
<!-- Written by docs/generate_house_rules.py from rulebooks/house/ and from games that were played. -->

# House rules for {title}

Play one with `--with`, as in `rulewright play {page.game} --with {page.rules[0].name}`; how to write your own is told in
[Change a rule](../how-to/change-a-rule.md). The figures are of games in which everybody follows the strategy `{BOTS}` of the rulebook, and nobody thinks
of the house rule; how to read them is told in [Measure a change](../how-to/measure-a-change.md).
"""


def pages() -> list[Page]:
    """A page for each game that has house rules."""
    found: dict[str, list[HouseRule]] = {game: [] for game in GAMES}
    for name in library.names():
        source = library.find(name)
        extends = re.search(r"(?m)^extends: *(\S+)$", source.text) if source is not None else None
        if extends and source is not None and source.name.endswith(".overlay.yaml"):
            found[extends[1]].append(HouseRule(extends[1], name))
    return [Page(game, tuple(rules)) for game, rules in found.items()]


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"], ["--measure"]):
        print(__doc__, file=sys.stderr)
        return 2
    stale = 0
    HOUSE_RULES.mkdir(exist_ok=True)
    for page in pages():
        if arguments == ["--check"]:
            if not page.is_current():
                stale = 1
                told = f"docs/house-rules/{page.path.name} is out of date"
                print(f"{told}; python docs/generate_house_rules.py writes it", file=sys.stderr)
            continue
        wanted = page.wanted(anew=arguments == ["--measure"])
        if wanted != page.current():
            page.path.write_text(wanted, encoding="utf-8")
            print(f"docs/house-rules/{page.path.name}")
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
