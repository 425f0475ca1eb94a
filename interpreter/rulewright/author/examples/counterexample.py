"""A game that shows a mistake as an example of the rulebook, ready to be pasted into it.

    play:
      - {do: roll, rolled: {dice: [6]}}
      - {do: roll, rolled: {dice: [5]}}

It is made from the record of the game: the moves that players typed, and the results of chance. Results that do not matter are
left out: the example fails in the same way without them, whatever chance gives. Each text has been tried: pasted, it
fails until the rule is fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.author.examples.examples import SEEDS, OptionValue
from rulewright.author.examples.run import FAILED, ExampleRun
from rulewright.author.to_yaml import to_yaml
from rulewright.document import from_yaml
from rulewright.document import nodes as document
from rulewright.game.questions.effects import picks
from rulewright.ir import nodes as ir
from rulewright.language.literals import literal
from rulewright.pipeline import Book
from rulewright.problems.problem import Problems
from rulewright.rulebook import examples
from rulewright.rulebook.nodes import Example
from rulewright.rulebook.reading import Reader
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source, Span

Words = dict[str, list[str]]
"""Results by kind, in the words of an example."""

MOST_TRIALS = 60
"""The largest number of shorter forms of an example that are tried."""
ENDLESS = "endless"
"""The code of a failure that takes too long to try shorter forms."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of an example: its key (`deed`: `do` or `allowed`, empty for chance alone), the move, and the chance that it fixes."""

    deed: str = ""
    text: str = ""
    rolled: Words | None = None
    drawn: Words | None = None

    @property
    def fixes_chance(self) -> bool:
        return bool(self.rolled or self.drawn)


@dataclass(frozen=True, slots=True)
class Story:
    """An example to be written as YAML."""

    name: str
    players: int
    variant: str | None
    options: tuple[tuple[str, OptionValue], ...]
    steps: tuple[Step, ...]
    expect: tuple[str, ...]

    def text(self) -> str:
        """The section `examples:` with this one in it, as YAML."""
        return to_yaml(_mapping({"examples": {self.name: self._parts()}}))

    def _parts(self) -> dict[str, Any]:  # Any: a tree of words
        parts: dict[str, Any] = {"players": str(self.players)}  # Any: a tree of words
        if self.variant:
            parts["variant"] = self.variant
        if self.options:
            parts["options"] = {name: literal(value) for name, value in self.options}
        if self.steps:
            parts["play"] = [_parts_of(step) for step in self.steps]
        if self.expect:
            parts["expect"] = list(self.expect)
        return parts


def name_for(book: Book, words: str) -> str:
    """A name for an example that the rulebook does not have yet."""
    name, number = words, 2
    while name in book.rulebook.examples:
        name, number = f"{words}_{number}", number + 1
    return name


def story(
    book: Book,
    record: dict[str, Any],  # a record is JSON
    name: str,
    options: Sequence[tuple[str, OptionValue]] = (),
    asking: str | None = None,
    expect: Sequence[str] = (),
) -> Story:
    """The example that plays a record. `asking` is a move whose legality is asked at the end; `expect` are the expectations."""
    opening = Step("", "", *_chance(book.program, record["start"]["chance"]))
    steps = [opening] if opening.fixes_chance else []
    steps += [Step("do", step["action"], *_chance(book.program, step["chance"])) for step in record["steps"]]
    if asking is not None:
        steps.append(Step("allowed", asking))
    if not steps and not expect:
        expect = ("round == 1",)
    program = book.program
    return Story(name, program.players, program.variant, tuple(options), tuple(steps), tuple(expect))


def shortened(book: Book, told: Story, code: str = FAILED) -> Story | None:
    """The same example without results of chance that do not matter; None if it does not fail with this code at all."""
    if not fails(book, told, code):
        return None
    tried = MOST_TRIALS if code == ENDLESS else 0
    for place in reversed(range(len(told.steps))):
        for left_out in ({"rolled": None}, {"drawn": None}):
            step = told.steps[place]
            less: Step = replace(step, **left_out)  # type: ignore[arg-type]  # one of the two fields
            if less == step or tried >= MOST_TRIALS:
                continue
            tried += 1
            kept = [less] if less.deed or less.fixes_chance else []
            shorter = replace(told, steps=(*told.steps[:place], *kept, *told.steps[place + 1 :]))
            if fails(book, shorter, code):
                told = shorter
                if not kept:
                    break
    return told


def fails(book: Book, told: Story, code: str = FAILED) -> bool:
    """Whether the example, written and read again, fails with this code for every seed of open chance."""
    example = _read(told)
    if example is None:
        return False
    for seed in range(1, SEEDS + 1):
        run = ExampleRun(book, example, seed)
        if code not in {problem.code for problem in run.problems()}:
            return False
        if not run.left_to_chance:
            break
    return True


def _read(told: Story) -> Example | None:
    problems = Problems()
    tree = from_yaml.read(Source("<example>", told.text()), problems)
    if tree is None:
        return None
    found = examples.examples(Reader(problems), tree.get("examples"), frozenset())
    return None if problems.errors else found.get(told.name)


# ------------------------------------------------------------------------------------------------------- chance


def _chance(program: ir.Program, happened: Sequence[dict[str, Any]]) -> tuple[Words, Words]:
    """Recorded chance as `rolled` and `drawn` of an example."""
    rolled: Words = {}
    drawn: Words = {}
    for result in happened:
        if "rolled" in result:
            rolled.setdefault(result["rolled"], []).extend(result["faces"])
        elif "picked" in result:
            kind, word = _picked(program, result["picked"], result["value"])
            drawn.setdefault(kind, []).append(word)
        else:
            kind = result.get("drawn") or result["shuffled"]
            drawn.setdefault(kind, []).extend(result["pieces"])
    if len([kind for kind in drawn if kind not in program.layout.kinds]) > 1:
        return rolled, _as_numbers(program, happened, drawn)
    return rolled, drawn


def _picked(program: ir.Program, source: str, value: object) -> tuple[str, str]:
    """A picked element: the key in `drawn` under which it is listed, and its word there."""
    pick = picks(program)[source]
    if pick.kind:
        return pick.kind, str(value)
    if isinstance(pick.clause.domain, ir.Around | ir.TeamMembers) and isinstance(value, int):
        return "players", f"seat({value + 1})"
    return "numbers", str(int(value) if isinstance(value, int) else value)


def _as_numbers(program: ir.Program, happened: Sequence[dict[str, Any]], drawn: Words) -> Words:
    """`drawn` with picked elements of several sorts all as numbers, so that their order is kept."""
    numbers = [
        str(int(result["value"]))
        for result in happened
        if "picked" in result and not picks(program)[result["picked"]].kind
    ]
    pieces = {kind: words for kind, words in drawn.items() if kind in program.layout.kinds}
    return {**pieces, "numbers": numbers}


# --------------------------------------------------------------------------------------------------------- YAML


def _parts_of(step: Step) -> dict[str, Any]:  # Any: a tree of words
    parts: dict[str, Any] = {step.deed: step.text} if step.deed else {}  # Any: a tree of words
    if step.rolled:
        parts["rolled"] = step.rolled
    if step.drawn:
        parts["drawn"] = step.drawn
    return parts


_NOWHERE = Span(Source("<example>", ""), 0, 0)


def _mapping(tree: dict[str, Any]) -> document.Mapping:  # Any: a tree of words
    entries = (document.Entry(_scalar(key), _node(value)) for key, value in tree.items())
    return document.Mapping(tuple(entries), _NOWHERE)


def _node(tree: Any) -> document.Node:  # Any: a tree of words
    match tree:
        case dict():
            return _mapping(tree)
        case list():
            return document.Sequence(tuple(_node(item) for item in tree), _NOWHERE)
    return _scalar(str(tree))


def _scalar(text: str) -> document.Scalar:
    return document.Scalar(text, "quoted", _NOWHERE)
