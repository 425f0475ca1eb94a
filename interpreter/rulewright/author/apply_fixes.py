"""Carries out the fixes that problems offer, and keeps those that make a rulebook better.

`mend(source)` gives the text after the fixes (`after`), the problems that were fixed (`done`), and the `remaining` ones.

A fix is tried on a copy of the text, which is then checked as a whole.  It is kept if fewer mistakes are found than before, or if
the rulebook passes more stages: while a key is unknown, names are not checked, so fixing the key may reveal other mistakes.  A fix
that leaves a mistake in the text that it wrote is not kept.  The result is checked for further fixes, since one fix reveals the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright import pipeline
from rulewright.author.testing import checking
from rulewright.document import from_yaml, library
from rulewright.document.files import Files
from rulewright.document.resolve import resolve
from rulewright.document.shape import schema
from rulewright.problems.fix import Fix, carried_out
from rulewright.problems.problem import Problem, Problems, RulebookError
from rulewright.rulebook.from_document import from_document
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source, Span

MOST_ROUNDS = 20
"""The most times that a text is checked for further fixes; each round keeps at least one."""
MOST_TRIES = 100
"""The most times that one text is checked, so that a file full of mistakes takes no more than about a minute."""


@dataclass(frozen=True, slots=True)
class Mended:
    """A text before and after fixes. `done` are the problems that were fixed, in that order; `remaining` are those of the result."""

    before: Source
    after: Source
    done: tuple[Problem, ...]
    remaining: tuple[Problem, ...]

    @property
    def is_changed(self) -> bool:
        return self.before.text != self.after.text


def mend(
    source: Source,
    overlays: Sequence[str] = (),
    variant: str | None = None,
    tries: int = MOST_TRIES,
    files: Files = library,
) -> Mended:
    """Carry out all certain fixes of one file: those that `pipeline.check_source` finds, then those of names in its examples.
    Nothing is written to disk. `files` are those that it may open.

    With few `tries` some fixes may not be found."""
    mended = _mended(source, _Work(pipeline.check_source, overlays, variant, tries, files))
    if any(problem.severity == "error" for problem in mended.remaining):
        return mended
    further = _mended(mended.after, _Work(checking.check_source, overlays, variant, tries, files))
    if not further.is_changed:
        return mended
    return Mended(source, further.after, (*mended.done, *further.done), further.remaining)


def _mended(source: Source, work: _Work) -> Mended:
    look = work.look(source)
    done: list[Problem] = []
    for _ in range(MOST_ROUNDS):
        kept = work.best(look, _offered(look))
        if kept is None:
            break
        look, mended = kept
        done += mended
    return Mended(source, look.source, tuple(done), look.problems)


@dataclass(frozen=True, slots=True)
class _Look:
    """A text, its problems, and the number of stages that it passes."""

    source: Source
    problems: tuple[Problem, ...]
    passed: int

    @property
    def worth(self) -> tuple[int, int, int]:
        """A sort key, greater for better texts: more stages, then fewer errors, then fewer warnings."""
        errors = sum(problem.severity == "error" for problem in self.problems)
        return self.passed, -errors, errors - len(self.problems)


_Check = Callable[[Source, Sequence[str], str | None, Files], list[Problem]]
"""A check of a text with overlays, a variant and the files that it may open."""
_Better = tuple[_Look, tuple[Problem, ...]]
"""A better text with its problems, and the problems that were fixed."""


class _Work:
    """How and with which settings one file is checked, and the number of checks that are left."""

    def __init__(
        self, check: _Check, overlays: Sequence[str], variant: str | None, tries: int, files: Files
    ) -> None:
        self._check = check
        self._overlays = overlays
        self._variant = variant
        self._tries = tries
        self._files = files

    def look(self, source: Source) -> _Look:
        self._tries -= 1
        problems = tuple(self._check(source, self._overlays, self._variant, self._files))
        return _Look(source, problems, self._passed(source))

    def best(self, look: _Look, offered: Sequence[Problem]) -> _Better | None:
        """A better text with all of the offered fixes, or else with those of one of the halves; None if there is none."""
        if not offered or self._tries <= 0:
            return None
        fixes = [problem.fix for problem in offered if problem.fix is not None]
        after, places = carried_out(look.source, fixes)
        mended = self.look(after)
        if not _marks(mended, places):
            if mended.worth > look.worth:
                return mended, tuple(offered)
            if len(offered) == 1:
                return self._with_the_next(look, mended, offered[0])
        if len(offered) == 1:
            return None
        middle = len(offered) // 2
        return self.best(look, offered[:middle]) or self.best(look, offered[middle:])

    def _with_the_next(self, look: _Look, mended: _Look, first: Problem) -> _Better | None:
        """A better text with a fix that reveals new problems, together with fixes for these; None if there is none."""
        said = {(problem.code, problem.message) for problem in look.problems}
        fresh = [p for p in _offered(mended) if (p.code, p.message) not in said]
        further = self.best(mended, fresh)
        if further is None or further[0].worth <= look.worth:
            return None
        return further[0], (first, *further[1])

    def _passed(self, source: Source) -> int:
        """The number of stages that find no error: text, shape, house rules, rules, one table."""
        problems = Problems()
        tree = from_yaml.read(source, problems)
        if tree is None or problems.errors:
            return 0 if tree is None else 1
        schema.check(tree, schema.kind_of(tree), problems)
        if problems.errors:
            return 2
        try:
            files = self._files
            overlays = [files.demand(name) for name in self._overlays]
            whole = resolve(source, files.find, problems, overlays, self._variant, files.names(source))
            if whole is None or problems.errors:
                return 3
            from_document(
                whole.tree, problems, variant=whole.variant, inherited_examples=whole.inherited_examples
            )
            if problems.errors:
                return 4
            pipeline.open_source(source, overlays=self._overlays, variant=self._variant, files=files)
        except RulebookError:
            return 5
        return 6


def _offered(look: _Look) -> list[Problem]:
    """The problems whose fixes change this text, without those that overlap an earlier one."""
    offered: list[Problem] = []
    taken: list[Fix] = []
    for problem in look.problems:
        fix = problem.fix
        if fix is None or not fix.is_in(look.source):
            continue
        if any(fix.overlaps(other) for other in taken):
            continue
        taken.append(fix)
        offered.append(problem)
    return offered


def _marks(look: _Look, places: Sequence[Span]) -> bool:
    """Whether a problem is about characters that a fix wrote."""
    return any(
        problem.span.source == look.source and problem.span.start < place.end and place.start < problem.span.end
        for problem in look.problems
        if not _is_elsewhere(problem, look.source)
        for place in places
    )  # fmt: skip


def _is_elsewhere(problem: Problem, source: Source) -> bool:
    """Whether a problem is about other files only: a house rule with corrected names may remove something that a variant needs, or leave
    rules without use. That does not make the house rule wrong."""
    others = [note.span.source != source for note in problem.notes]
    return problem.code == "lost-variant" or (problem.severity == "warning" and any(others) and all(others))
