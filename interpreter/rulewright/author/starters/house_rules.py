"""The starter of a house rule: a few options changed, and the other parts of the game that can be changed as comments.

    Overlay("long-race", {"target": 50}).text("short-race", ...)
        ->      change: {options: {target: 50}}, the other options with their values, and places of rules

Without settings nothing is changed yet: the first option that can take another value is given as a comment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright import pipeline
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.texts import Words
from rulewright.author.starters.rulebooks import CannotWrite, filled
from rulewright.document import library
from rulewright.document.bundled import rulebooks_folder
from rulewright.expression import nodes as syntax
from rulewright.language.literals import literal
from rulewright.problems.problem import RulebookError
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.pipeline import Book

Value = int | bool | str | None
PLACES = 3
"""How many places of each sort are listed."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """A house rule for the game `of` (a name, or a file in the target folder) that sets these options."""

    of: str
    settings: Mapping[str, Value] = field(default_factory=dict)

    def text(self, name: str, title: str, schema: str, folder: Path = Path(".")) -> str:
        """The text of the house rule; `title` may be empty. Raises RulebookError if the game or a setting is wrong."""
        extends = self._extends(folder)
        if extends == name:
            raise CannotWrite(f"a house rule needs a name of its own; try `my-{name}`")
        book = pipeline.open_book(self.of)
        pipeline.open_book(self.of, options=self.settings)
        options, sample = book.rulebook.options, self.settings or another_value(self.of, book)
        lines = [f"    {key}: {_written(options[key], value)}" for key, value in sample.items()]
        actions = [action for phase in book.rulebook.phases.values() for action in phase.actions.values()]
        return filled(
            "house-rule.overlay.yaml",
            name=name,
            title=title,
            schema=schema,
            game=_line(book.rulebook.title),
            of=self.of,
            extends=extends,
            change=["change:", "  options:", *lines]
            if lines
            else ["change:", f"  players: {_players(book)}"],
            options=option_lines(book),
            expected=", ".join(_holds(options[key], value) for key, value in self.settings.items()),
            places=places(book),
            condition=next((condition.path for action in actions for condition in action.requirements), ""),
        )

    def _extends(self, folder: Path) -> str:
        """The name by which the house rule finds its game: that of a file in the same folder, or of a bundled one."""
        path = Path(library.demand(self.of).name)
        ending = next((ending for ending in library.ENDINGS if path.name.endswith(ending)), None)
        if ending is None:
            raise CannotWrite(f"a house rule finds its game by name: call the file {path.stem}.rulebook.yaml")
        comes_along = rulebooks_folder().resolve() in path.resolve().parents
        if not comes_along and path.resolve().parent != folder.resolve():
            raise CannotWrite(
                f"a house rule has to be in the same folder as its game: add --in {path.parent}"
            )
        return path.name.removesuffix(ending)


def changeable(book: Book) -> list[rules.Option]:
    """The options that a house rule can set."""
    return [option for option in book.rulebook.options.values() if not option.fixed]


def option_lines(book: Book) -> list[str]:
    """`target: 100 (1..1000), points that win the game`, one line for each option and for each of its choices."""
    phrases, lines = Phrases(Words(book)), list[str]()
    for option in changeable(book):
        about = _line(phrases.text(option.about))
        kind = option.type.span.text if option.type is not None else "one of these"
        value = _written(option, book.program.options[option.id])
        lines.append(f"{option.id}: {value} ({kind})" + (f", {about}" if about else ""))
        lines += [
            f"  {choice.id}: {_line(phrases.text(choice.text))}" if choice.text else f"  {choice.id}"
            for choice in option.one_of
        ]
    return lines


def another_value(game: str, book: Book) -> Mapping[str, Value]:
    """The first option that can have another value, with that value; empty if there is none."""
    for option in changeable(book):
        for value in other_values(option, book.program.options[option.id]):
            try:
                pipeline.open_book(game, options={option.id: value})
            except RulebookError:
                continue
            return {option.id: value}
    return {}


def other_values(option: rules.Option, value: Value) -> Iterator[Value]:
    """Other values of an option; of numbers, only some."""
    if option.one_of:
        yield from (choice.id for choice in option.one_of if choice.id != value)
    elif isinstance(value, bool):
        yield not value
    elif _is_player(option):
        yield from (seat for seat in (1, 2) if seat != value)
    elif isinstance(value, int):
        yield from dict.fromkeys(n for n in (value // 2, value + 1, value - 1) if n != value)


def _is_player(option: rules.Option) -> bool:
    return isinstance(option.type, syntax.Name) and option.type.text == "players"


def _written(option: rules.Option, value: Value) -> str:
    """A value in the notation of rulebooks: a player, which is set by the number of the seat, is `seat(2)`."""
    return f"seat({value})" if _is_player(option) and isinstance(value, int) else literal(value)


def _players(book: Book) -> str:
    numbers = book.rulebook.players
    return str(numbers[0]) if len(numbers) == 1 else f"[{', '.join(map(str, numbers))}]"


def _holds(option: rules.Option, value: Value) -> str:
    match value:
        case bool():
            return option.id if value else f"not {option.id}"
    return f"{option.id} == {_written(option, value)}"


def places(book: Book) -> list[tuple[str, str]]:
    """Paths of rules that a house rule can change, each with a description if the rule has one."""
    book_rules, phrases = book.rulebook, Phrases(Words(book))
    actions = [action for phase in book_rules.phases.values() for action in phase.actions.values()]
    sorts: tuple[Iterator[tuple[str, str]], ...] = (
        ((action.path, phrases.choosing(action.choose).text(action.about)) for action in actions),
        (
            (condition.path, phrases.choosing(action.choose).text(condition.says))
            for action in actions
            for condition in action.requirements
        ),
        ((table.path, phrases.text(table.about or table.label)) for table in book_rules.tables.values()),
        (
            (case.path, "")
            for definition in book_rules.definitions.values()
            if isinstance(definition.body, rules.Cases)
            for case in definition.body.cases
        ),
        ((end.path, phrases.text(end.about)) for end in book_rules.ends.values()),
        (
            (f"{kind.path}.count", kind.count.span.text)
            for kind in book_rules.kinds.values()
            if kind.count is not None
        ),
    )
    return [(path, _line(said)) for sort in sorts for path, said in islice(sort, PLACES)]


def _line(words: str) -> str:
    return " ".join(words.split())
