"""Score pads: what players write down during a game, as lines with a column for each player or team.

    sheet: {per: [players, Category], ...}      a line for each category, with what the dice score there
    final: {of: {p: players}, sum_of: {...}}    a line for each part of the sum, and one for the sum
    score: {per: players, type: 0..200}         blank lines, for one score below the other

A variable is on a pad if the rule sheet asks for pencil and paper for it.  One that is itself a part of a sum has no line of its
own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.texts import Words
from rulewright.author.phrases.vocabulary import written
from rulewright.author.report.tree import Grid, Sheet
from rulewright.author.sheet.preparation import Places
from rulewright.author.story.variables import key_names
from rulewright.checked.references import mentioned
from rulewright.expression import nodes as syntax
from rulewright.ir.layout import Axis, Group
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.pipeline import Book

MOST_LINES = 40
"""A pad with more lines than this would be no pad but a board."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a pad. `hint` says what is written there, in words, or is empty. `sort`: a value that is written once, a part of a
    sum that is worked out at the end, the sum itself, or blank lines for one value below the other."""

    label: str
    hint: str
    sort: Literal["value", "part", "sum", "running"]


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad with a column for each of `columns` players, or teams if `of_teams`."""

    title: str
    of_teams: bool
    columns: int
    lines: tuple[Line, ...]


def make_pads(book: Book, sheet: Sheet) -> tuple[Pad, ...]:
    """The pads of a game at a table: one for players and one for teams, if each of them has something to write down. `sheet` is its
    rule sheet, whose words explain the lines."""
    return tuple(_Pads(book, sheet).pads())


# ----------------------------------------------------------------------------------------------- private


class _Pads:
    def __init__(self, book: Book, sheet: Sheet) -> None:
        self.words = Words(book)
        self.program = book.program
        self.written = Places(Phrases(self.words)).written_down()
        self.sums = [
            each for each in book.rulebook.definitions.values() if isinstance(each.body, rules.SumOf)
        ]
        self.meanings = _meanings(sheet)

    def pads(self) -> Iterator[Pad]:
        for owners in ("players", "teams"):
            found = [v for v in self.written if (g := self._group(v)).axes and g.axes[0].kind == owners]
            lines = tuple(self._lines(found))
            if lines:
                many = self._group(found[0]).axes[0].size
                yield Pad(self.program.title, owners == "teams", many, lines)

    def _group(self, variable: rules.Variable) -> Group:
        return self.program.layout.groups[variable.id]

    def _lines(self, variables: Sequence[rules.Variable]) -> Iterator[Line]:
        """The lines of variables that have the same owners: those with keys, the sums, and scores that grow."""
        known = {variable.id for variable in variables}
        sums = [each for each in self.sums if self._read(each) & known]
        several = [variable for variable in variables if len(self._group(variable).axes) == 2]
        for variable in several:
            yield from self._keyed(variable, self._group(variable).axes[1])
        parts = {part for each in sums for part in _parts(each)}
        for variable in variables:
            group = self._group(variable)
            if len(group.axes) == 1 and variable.id not in parts and group.sort == "integer":
                yield Line(self.words.name(variable), "", "value" if several else "running")
        for each in sums:
            yield from self._summed(each)

    def _keyed(self, variable: rules.Variable, axis: Axis) -> Iterator[Line]:
        if axis.size > MOST_LINES:
            return
        names = key_names(self.program, self._group(variable))
        labels = [printed for _, printed in self.program.labels.enums.get(axis.name, ())]
        for label in labels or [names.get(str(index), str(index)) for index in axis.indices]:
            yield Line(label, self._meaning(labels, label), "value")

    def _summed(self, definition: rules.Definition) -> Iterator[Line]:
        name = self.words.name(definition)
        assert isinstance(definition.body, rules.SumOf)
        labels = [self.words.name(line) for line in definition.body.lines]
        for label in labels:
            yield Line(label, self._meaning([*labels, name], label), "part")
        yield Line(name, "", "sum")

    def _meaning(self, labels: Sequence[str], label: str) -> str:
        """What the rule sheet says about a line in a table that has all these lines."""
        return next((said[label] for said in self.meanings if said.keys() >= {*labels}), "")

    def _read(self, definition: rules.Definition) -> frozenset[str]:
        """The variables that a sum reads, itself or through definitions."""
        found, waiting = set[str](), [definition]
        known = self.words.rulebook.definitions
        while waiting:
            body = waiting.pop().body
            new = mentioned(body) - found
            found |= new
            waiting += [known[name] for name in new & known.keys()]
        return frozenset(found & self.words.rulebook.variables.keys())


def _parts(definition: rules.Definition) -> set[str]:
    """The variables that are parts of a sum as they are: `{is: p.bonus}`."""
    assert isinstance(definition.body, rules.SumOf)
    of = [parameter.name for parameter in definition.parameters] or ["me"]
    asked = (line.is_ for line in definition.body.lines)
    return {each.name for each in asked if isinstance(each, syntax.Attribute) and written(each.of) in of}


def _meanings(sheet: Sheet) -> list[Mapping[str, str]]:
    """The tables of a sheet that give one text for each line."""
    grids = (block for section in sheet.sections for block in section.blocks if isinstance(block, Grid))
    return [
        {row[0]: row[1] for row in grid.rows} for grid in grids if all(len(row) == 2 for row in grid.rows)
    ]
