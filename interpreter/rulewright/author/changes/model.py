"""A diff as plain data: changes by path, and examples that come out differently.

Change(kind="changed", path="options.target.default", lines=(- 100, + 50), reach=(end.target_reached, ...))
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from rulewright.author.changes.comparison import Kind
from rulewright.author.changes.reach import Reach
from rulewright.checked.options import Setting
from rulewright.problems.plain_data import json_of
from rulewright.problems.problem import Problem
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

NO_REACH = Reach()
Sign = Literal["-", "+", " "]
What = Literal["rule", "words", "strategy"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A line of the old side (-), of the new one (+), or of both, with its place in a file.

    It has no place if it is the value of an option.  If it is `implied`, it is the default of a key that was left out, and its place
    is that of the entry.  A `moved` line is on both sides, in different places.
    """

    sign: Sign
    text: str
    span: Span | None = field(default=None, repr=False)
    moved: bool = False
    implied: bool = False

    def to_json(self) -> dict[str, object]:
        place = None if self.span is None else {"file": self.span.file, "line": self.span.line}
        return {"sign": self.sign, "text": self.text, "place": place, "moved": self.moved}


@dataclass(frozen=True, slots=True)
class Change:
    """A difference. `path` is that of the new side, `was` the old one if the name was changed; `behind` has the key before it on
    each side, if it was moved; `variant` is set if only that variant has the change; `stay` has the words that describe the rule to
    players, if the rule was changed and they were not."""

    kind: Kind
    path: str
    words: bool
    lines: tuple[Mark, ...]
    reach: Reach = NO_REACH
    was: str = ""
    behind: tuple[str, str] = ("", "")
    variant: str | None = None
    stay: Mark | None = None

    @property
    def what(self) -> What:
        """Whether it changes the game, a strategy, or only words for people."""
        if self.words:
            return "words"
        return "strategy" if self.path.startswith("strategies.") else "rule"

    def side(self, sign: Sign) -> tuple[Mark, ...]:
        """The lines of one side."""
        return tuple(mark for mark in self.lines if mark.sign == sign)

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {
            **json_of(self, "kind", "path", "what", "variant"),
            "old": _side(self.side("-")),
            "new": _side(self.side("+")),
            **json_of(self, "lines"),
            **json_of(self.reach, "affects", "through", "in_turn"),
        }
        if self.kind == "renamed":
            found["was"] = self.was
        if self.stay is not None:
            found["words_stay"] = self.stay.to_json()
        if self.kind == "moved":
            found["behind"] = {"old": self.behind[0] or None, "new": self.behind[1] or None}
        return found


@dataclass(frozen=True, slots=True)
class ExampleChange:
    """An example of the old side that fails on the new one.

    `asked` is false if it cannot be run there, since the new side lacks something that the example mentions. `anew` is the place
    of the new side's own version of the example.
    """

    id: str
    span: Span = field(repr=False)
    asked: bool
    problems: tuple[Problem, ...]
    anew: Span | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "file": self.span.file,
            "line": self.span.line,
            "result": "differs" if self.asked else "cannot be asked",
            "told": [
                {"expected": p.message, "got": p.label, "file": p.file, "line": p.line} for p in self.problems
            ],
            "told_anew": None if self.anew is None else {"file": self.anew.file, "line": self.anew.line},
        }


@dataclass(frozen=True, slots=True)
class Examples:
    """The examples of both sides. Those of the old one were run by the rules of the new one: `ran` of them hold on the old side, and
    the `different` ones fail on the new one; `broken` ones hold on neither. `silent`: none could be run, since the games have no
    action in common."""

    ran: int = 0
    different: tuple[ExampleChange, ...] = ()
    silent: bool = False
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    broken: int = 0

    @property
    def otherwise(self) -> tuple[ExampleChange, ...]:
        """Those that can be run on the new side, and come out differently."""
        return tuple(each for each in self.different if each.asked)

    @property
    def not_asked(self) -> tuple[ExampleChange, ...]:
        """Those that cannot be run on the new side."""
        return tuple(each for each in self.different if not each.asked)

    def to_json(self) -> dict[str, object]:
        return {
            **json_of(self, "ran", "broken", "different"),
            "cannot_be_asked": len(self.not_asked),
            "in_common": not self.silent,
            **json_of(self, "added", "removed", "changed"),
        }


@dataclass(frozen=True, slots=True)
class Side:
    """One of two games that are compared: `options` are the values in force, `given` the names of those that were set."""

    name: str
    title: str
    file: str
    players: int
    variant: str | None
    options: dict[str, Setting]
    given: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        return json_of(self, "name", "title", "file", "players", "variant", "options")


@dataclass(frozen=True, slots=True)
class Diff:
    """All differences between two games."""

    a: Side
    b: Side
    changes: tuple[Change, ...]
    examples: Examples

    @property
    def rules(self) -> tuple[Change, ...]:
        """Changes of the game."""
        return self.of("rule")

    @property
    def strategies(self) -> tuple[Change, ...]:
        """Changes of strategies, which do not change the game."""
        return self.of("strategy")

    @property
    def words(self) -> tuple[Change, ...]:
        """Changes of words for people only."""
        return self.of("words")

    def of(self, what: What) -> tuple[Change, ...]:
        """The changes of one category."""
        return tuple(change for change in self.changes if change.what == what)

    def to_json(self) -> dict[str, object]:
        return {
            **json_of(self, "a", "b"),
            "rules_differ": bool(self.rules),
            **json_of(self, "changes", "examples"),
        }


def _side(lines: tuple[Mark, ...]) -> dict[str, object] | None:
    """The text of one side, and the place of its first line."""
    if not lines:
        return None
    span = lines[0].span
    return {
        "text": "\n".join(mark.text for mark in lines),
        "file": span.file if span else None,
        "line": span.line if span else None,
        "written": span is not None and not lines[0].implied,
    }
