"""Write docs/games/*.md: every rule of a game in our words, where the rulebook has it, and what guards it.

    python docs/generate_games.py             write them
    python docs/generate_games.py --check     say which are out of date, with exit status 1 if any is

The words are in docs/games/data/*.yaml.  The place comes from the rulebook itself: a comment such as `# Q9 C-Q4`
belongs to the entry on its line.  What guards a rule are the examples that begin with its number (`Q9_…`, `CQ4_…`),
those that name it in a comment, and those that the data lists.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from rulewright.document import library, nodes
from rulewright.document.from_yaml import read
from rulewright.problems.problem import Problems
from rulewright.source.text import Source

GAMES = Path(__file__).resolve().parent / "games"
NUMBER = re.compile(r"\b(?:C-)?[A-Z]\d+\b")
COMMENT = re.compile(r"(?:^|\s)#(?P<words>.*)$")
UNNAMED = frozenset({"about", "by", "choose", "default", "do", "faces", "holds", "is", "label", "of", "one_of", "result", "says", "type"})  # fmt: skip
"""Keys below a named entry that have no name of their own; what stands there belongs to the entry."""
GUARDS = ("examples", "invariants")


@dataclass(frozen=True, slots=True)
class Place:
    """A path of the rulebook, or of what a variant makes of it."""

    path: str
    variant: str | None = None

    def __str__(self) -> str:
        return f"`{self.path}`" + (f" (variant `{self.variant}`)" if self.variant else "")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the sheet: its number, what it says in our words, and where the rulebook has and guards it."""

    number: str
    says: str
    places: tuple[Place, ...]
    nowhere: str | None
    guards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A page: `rules` are those of the sheet, `readings` what it leaves open and how it is read."""

    name: str
    title: str
    sheet: str
    rules: tuple[Rule, ...]
    readings: tuple[Rule, ...]

    @property
    def path(self) -> Path:
        return GAMES / f"{self.name}.md"

    def current(self) -> str:
        return self.path.read_text(encoding="utf-8") if self.path.exists() else ""

    def wanted(self) -> str:
        return _page(self)


def games() -> list[Game]:
    return [_game(path) for path in sorted((GAMES / "data").glob("*.yaml"))]


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    stale = [game for game in games() if game.current() != game.wanted()]
    for game in stale:
        if arguments:
            print(
                f"docs/games/{game.path.name} is out of date; python docs/generate_games.py writes it",
                file=sys.stderr,
            )
        else:
            game.path.write_text(game.wanted(), encoding="utf-8")
            print(f"docs/games/{game.path.name}")
    return 1 if arguments and stale else 0


# ---------------------------------------------------------------------------------------------- the rulebook


@dataclass(frozen=True, slots=True)
class Found:
    """What the comments of a rulebook say, by number."""

    places: dict[str, list[Place]] = field(default_factory=dict)
    guards: dict[str, list[str]] = field(default_factory=dict)


def found_in(source: Source, tree: nodes.Mapping) -> Found:
    """The places and guards that comments name."""
    by_line: dict[int, str] = {}
    for keys, key in _entries(tree, ()):
        by_line.setdefault(key.span.line, _named(keys))
    found = Found()
    for line, path in sorted(by_line.items()):
        comment = COMMENT.search(source.line(line))
        for number in NUMBER.findall(comment["words"]) if comment else []:
            section, _, name = path.partition(".")
            if section in GUARDS:
                found.guards.setdefault(number, []).append(name)
            elif (place := _place(path)) not in found.places.setdefault(number, []):
                found.places[number].append(place)
    return found


def _entries(node: nodes.Node, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], nodes.Scalar]]:
    match node:
        case nodes.Mapping():
            for entry in node:
                deeper = (*path, entry.key.text)
                yield deeper, entry.key
                yield from _entries(entry.value, deeper)
        case nodes.Sequence():
            for item in node:
                yield from _entries(item, path)
        case nodes.Scalar():
            pass


def _named(path: tuple[str, ...]) -> str:
    """The path up to the last name that the author gave."""
    cut = next((at for at, key in enumerate(path) if at and key in UNNAMED), len(path))
    return ".".join(path[:cut])


def _place(path: str) -> Place:
    """`variants.rounds.add.options.ties` is `options.ties` of the variant."""
    inside = re.fullmatch(r"variants\.(\w+)\.(?:add|change)\.(.+)", path)
    return Place(inside[2], inside[1]) if inside else Place(path)


# ------------------------------------------------------------------------------------------------- the page


def _game(path: Path) -> Game:
    data: Mapping[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))  # Any: what YAML gives
    source = library.demand(data["game"])
    tree = read(source, Problems())
    assert tree is not None, "a bundled rulebook can be read"
    found = found_in(source, tree)
    guards = [entry.key.text for section in GUARDS for entry in tree.section(section)]

    def rules(section: str) -> tuple[Rule, ...]:
        return tuple(_rule(number, told, found, guards) for number, told in data[section].items())

    return Game(
        data["game"], tree.text("title") or data["game"], data["sheet"], rules("rules"), rules("readings")
    )


def _rule(number: str, told: Mapping[str, Any], found: Found, guards: list[str]) -> Rule:
    listed = [*told.get("guarded_by", ()), *found.guards.get(number, ())]
    strange = sorted(set(listed) - set(guards))
    if strange:
        raise SystemExit(f"{number}: the rulebook has no example or invariant called {', '.join(strange)}")
    begins = f"{number.replace('-', '')}_"
    guarding = tuple(name for name in guards if name in listed or name.startswith(begins))
    nowhere = told.get("nowhere")
    commented = [] if nowhere else found.places.get(number, [])
    places = [*commented, *(Place(path) for path in told.get("at", ()))]
    return Rule(number, told["says"], tuple(dict.fromkeys(places)), nowhere, guarding)


def _page(game: Game) -> str:
    return f"""\
<!-- Written by docs/generate_games.py from docs/games/data/{game.name}.yaml and the rulebook. -->

# {game.title}, rule by rule

Every rule of {game.sheet}, in our words: where [the rulebook](../../rulebooks/{game.name}.rulebook.yaml) has it, and
the examples and invariants that notice when it changes. `rulewright test {game.name}` runs them.

## Rules

{_table(game.rules)}

## What the sheet leaves open

Where a reading is an option of the rulebook, the default is named first.

{_table(game.readings)}
"""


def _table(rules: tuple[Rule, ...]) -> str:
    lines = ["| | says | in the rulebook | guarded by |", "| --- | --- | --- | --- |"]
    for rule in rules:
        where = f"nowhere: {rule.nowhere}" if rule.nowhere else ", ".join(map(str, rule.places))
        guards = ", ".join(f"`{name}`" for name in rule.guards) or "–"
        lines.append(f"| {rule.number} | {rule.says} | {where} | {guards} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
