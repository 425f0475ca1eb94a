"""The worked examples of a rule sheet: those of the rulebook's `examples:` that have a `sheet`, as far as they hold at this table.

    EB2_fifteen_scores: {sheet: A 7 next to an 8 of the same colour scores 15., given: ..., play: ..., expect: ...}
    hold: {sheet: true, ...}      ->      At first the pot is 20. Player 1: hold. Player 1 +20, now 50. Then player 1's score is 50 ...

An example is played before it is printed: one that a house rule or an option makes wrong is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from rulewright.author.english import plain, sentence
from rulewright.author.examples.examples import options_of
from rulewright.author.examples.run import ExampleRun
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.texts import Words
from rulewright.author.phrases.vocabulary import being, possessive, written
from rulewright.author.report.tree import Block, Item
from rulewright.author.story.narration import FIRST_DEAL
from rulewright.checked.references import names_in
from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.problems.problem import RulebookError
from rulewright.problems.quoting import series
from rulewright.rulebook import nodes as rules

if TYPE_CHECKING:
    from rulewright.pipeline import Book

_SEAT = re.compile(r"\b(seat|team)\((\d+)\)")
_OWNERS = {"seat": "player", "team": "team"}
MOST = 3
"""A sheet prints the first ones that hold; more would hide the rules."""


def worked_examples(book: Book) -> list[Block]:
    """The examples that the sheet of a table prints."""
    chosen = (example for example in book.rulebook.examples.values() if _has_words(example))
    items = (item for example in chosen if (item := _item(book, example)) is not None)
    return list(islice(items, MOST))


# ----------------------------------------------------------------------------------------------- private


def _has_words(example: rules.Example) -> bool:
    return example.sheet is not None and bool(example.sheet.parts)


def _item(book: Book, example: rules.Example) -> Item | None:
    """An example in words; None if it is about another table, or does not hold here."""
    values, asked = book.program.options, options_of(example)
    if example.variant not in (None, book.rulebook.variant) or any(
        name in values and values[name] != value for name, value in asked.items()
    ):
        return None
    here = {name: values[name] for name in book.checked.settings}
    try:
        table = book.at(example.players or book.program.players, book.rulebook.variant, {**here, **asked})
        run = ExampleRun(table, example, seed=1)
        if run.problems():
            return None
    except RulebookError:
        return None
    return _printed(Phrases(Words(table)), example, run)


def _printed(phrases: Phrases, example: rules.Example, run: ExampleRun) -> Item:
    assert example.sheet is not None
    title = sentence(phrases.words.name(example)).rstrip(".")
    if example.sheet.span.text != "true":
        return Item(title, sentence(phrases.text(example.sheet)))
    told = " ".join((*_given(phrases, example), *_story(run), *_results(phrases, example)))
    return Item(
        title,
        told.replace("the first player", "player 1").replace("Seat ", "Player ").replace("seat ", "player "),
    )


def _given(phrases: Phrases, example: rules.Example) -> Iterator[str]:
    """The position in one sentence: `At first seat 1's score is 3, and the tray: 4, 5.`"""
    told = [said for each in example.given if (said := _given_value(phrases, each))]
    if told:
        yield sentence(f"at first {series(told)}")


def _given_value(phrases: Phrases, given: rules.Given) -> str:
    """One value of a position; empty for the phase, of which people know nothing, and for positions on boards."""
    place = written(given.place)
    match given.value:
        case document.Scalar(text=text) if place == "me":
            return f"it is {possessive(_seat(text))} turn"
        case document.Scalar(text=text) if place != "phase":
            return f"{being(phrases.phrase(given.place))} {_seat(text)}"
        case document.Sequence(items=items) if all(isinstance(each, document.Scalar) for each in items):
            listed = [_seat(each.text) for each in items if isinstance(each, document.Scalar)]
            return f"in {phrases.phrase(given.place)} there is {series(listed) or 'nothing'}"
    return ""


def _seat(text: str) -> str:
    """A value as people say it: `player 2` for `seat(2)`, `full house` for `full_house`."""
    return plain(_SEAT.sub(lambda found: f"{_OWNERS[found[1]]} {found[2]}", text))


def _story(run: ExampleRun) -> Iterator[str]:
    """What is done and what comes of it, in sentences."""
    lines = [line.strip() for line in run.told()[:-1]]
    given = next((number for number, line in enumerate(lines) if line.startswith("Given: ")), -1)
    for line in (each for each in lines[given + 1 :] if not each.startswith(FIRST_DEAL)):
        yield sentence(_seat(line.replace(" by chance", "")))


def _results(phrases: Phrases, example: rules.Example) -> Iterator[str]:
    """What holds in the end, in one sentence."""
    said = [said for each in example.expect if (said := _expected(phrases, each))]
    if said:
        yield sentence(f"then {series(said)}")


def _expected(phrases: Phrases, expected: syntax.Expression | rules.Given) -> str:
    return (
        _given_value(phrases, expected) if isinstance(expected, rules.Given) else _result(phrases, expected)
    )


def _result(phrases: Phrases, expected: syntax.Expression) -> str:
    """What is expected, in words; empty for what the tools only count or ask of the game."""
    match expected:
        case syntax.Compare(sign="==", left=syntax.Name(text="me"), right=right):
            return f"it is {possessive(phrases.phrase(right))} turn"
        case syntax.Compare() | syntax.Not() | syntax.In() | syntax.Call() if "game" not in names_in(
            expected
        ):
            return phrases.condition(expected)
    return ""
