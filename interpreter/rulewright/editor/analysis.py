"""A text with the stages that it went through, as far as they go, for one table.

    analysed(source, files)      ->      Analysis(tree, resolved, rulebook, checked, problems, ...)

Somebody who types leaves the text broken most of the time. Three things keep the rest of it known: a line that YAML cannot read is
read as an empty one; an entry whose expression cannot be parsed is left out; and the desk keeps the last analysis that went through
all stages. The problems are those of the text as it is, in the order of the stages, and none of what was left out for them.
"""

from __future__ import annotations

from contextlib import suppress

from rulewright.checked.context import Context
from rulewright.checked.from_rulebook import from_rulebook
from rulewright.document import from_yaml
from rulewright.document.files import Files, NotedFiles
from rulewright.document.nodes import Mapping
from rulewright.document.resolve import Resolved, may_be_checked, resolve
from rulewright.document.shape import schema
from rulewright.ir.from_checked import from_checked
from rulewright.ir.nodes import Program
from rulewright.problems.grouping import gathered
from rulewright.problems.problem import Problem, Problems, RulebookError, Unheard
from rulewright.rulebook.from_document import from_document
from rulewright.rulebook.nodes import Rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source

MOST_BLANKED = 8
"""The most lines that are read as empty ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """What is known about a text. `read` is the text that the stages were given, in which some lines may be blank; places in both are
    the same. `tree` is that of the text alone, `resolved` that of the whole game; `files` are all that were opened for it."""

    source: Source
    read: Source
    tree: Mapping | None = None
    resolved: Resolved | None = None
    rulebook: Rulebook | None = None
    checked: Context | None = None
    problems: tuple[Problem, ...] = ()
    files: tuple[Source, ...] = ()
    program: Program | None = None
    """Of a text without mistakes; for what its pieces and values are called, not to be played."""

    @property
    def is_whole(self) -> bool:
        """Whether it went through all stages."""
        return self.checked is not None


def analysed(source: Source, files: Files, variant: str | None = None) -> Analysis:
    """The analysis of a rulebook or an overlay at its usual table, with the rules of a variant if it is named."""
    noted = _Noted(NotedFiles(files), [])
    reported = Problems()
    work = _Work(source, source, noted, variant, reported)
    work.run()
    if work.tree is None or (work.resolved is None and not _is_well_formed(source)):
        mended = legible(source)
        if mended is not None:
            again = _Work(source, mended, noted, variant, Unheard())
            again.run()
            work = again
    found = tuple(gathered(reported))
    return Analysis(
        source,
        work.read,
        work.tree,
        work.resolved,
        work.rulebook,
        work.checked,
        found,
        tuple(noted.found),
        work.program,
    )


def analysed_alone(source: Source) -> Analysis:
    """The analysis of a fragment by its shape."""
    problems = Problems()
    tree = None
    with suppress(RulebookError):  # which says that there are too many
        tree = from_yaml.read(source, problems)
        if tree is not None:
            schema.check_file(source, "fragment", problems)
    read = source
    if tree is None:
        read = legible(source) or source
        tree = from_yaml.read(read, Problems())
    return Analysis(source, read, tree, problems=tuple(gathered(problems)))


def legible(source: Source) -> Source | None:
    """The text with blanks in place of lines that YAML cannot read; None if there are too many of them."""
    for _ in range(MOST_BLANKED):
        problems = Problems()
        if from_yaml.read(source, problems) is not None:
            return source
        if not problems.errors or problems.errors[-1].code == "too-large":
            return None
        blanked = _without_line(source, problems.errors[-1].span.line)
        if blanked is None:
            return None
        source = blanked
    return None


def _is_well_formed(source: Source) -> bool:
    return from_yaml.read(source, Problems()) is not None


def _without_line(source: Source, number: int) -> Source | None:
    """The text with a line blanked, or the last one before it that is not blank; None if there is none."""
    lines = source.text.split("\n")
    at = min(number, len(lines)) - 1
    while at >= 0 and not lines[at].strip():
        at -= 1
    if at < 0:
        return None
    lines[at] = " " * len(lines[at])
    return Source(source.name, "\n".join(lines), short=source.short)


@dataclass(frozen=True, slots=True)
class _Noted:
    """Files, and those that were found."""

    files: Files
    found: list[Source]

    def find(self, name: str, asking: Source | None = None) -> Source | None:
        source = self.files.find(name, asking)
        if source is not None and source not in self.found:
            self.found.append(source)
        return source

    def demand(self, name: str) -> Source:
        return self.files.demand(name)

    def names(self, asking: Source | None = None) -> list[str]:
        return self.files.names(asking)


@dataclass(slots=True)
class _Work:
    """One way through the stages. Problems after the first stage with errors are not reported."""

    source: Source
    read: Source
    files: Files
    variant: str | None
    reported: Problems
    tree: Mapping | None = None
    resolved: Resolved | None = None
    rulebook: Rulebook | None = None
    checked: Context | None = None
    program: Program | None = None

    def run(self) -> None:
        with suppress(RulebookError):  # which says that there are too many problems
            self._run()

    def _run(self) -> None:
        self.tree = from_yaml.read(self.read, Problems())
        names = self.files.names(self.source)
        self.resolved = resolve(self.read, self.files.find, self.reported, (), self.variant, names)
        if self.resolved is None:
            return
        if may_be_checked(self.reported):
            self._rules(self.resolved, self.reported)
        else:
            with suppress(Exception):  # a stage may rely on what an earlier one demands, and this text lacks
                self._rules(self.resolved, Unheard())

    def _rules(self, whole: Resolved, problems: Problems) -> None:
        self.rulebook = from_document(
            whole.tree, problems, variant=whole.variant, inherited_examples=whole.inherited_examples
        )
        if self.rulebook is None:
            return
        if not may_be_checked(problems):
            with suppress(Exception):  # as above
                self._checked(self.rulebook, Unheard())
        else:
            self._checked(self.rulebook, problems)

    def _checked(self, book: Rulebook, problems: Problems) -> None:
        self.checked = from_rulebook(book, book.players[0], {}, problems)
        if problems is self.reported and not problems.errors:
            self.program, _ = from_checked(self.checked, {})  # not to be played, so without a fingerprint
