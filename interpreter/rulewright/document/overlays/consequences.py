"""Problems in parts of the rulebook that a house rule did not write, but caused: they are reported at the line that caused them.

    error[row-outside]: the table `lo` is never used with `5`
      six.overlay.yaml:6:18        pieces: {dice: {count: 6}}           because of this change
      long.rulebook.yaml:68:97     rows: {5: 10, 6: 8, ...              it is for a number in 6..36
      help: in six.overlay.yaml, write `remove: [tables.lo.rows.5]`

A change is the cause of a problem that is not there without it. So the rulebook is checked again without all of the
changes, then without each of them: no rule has to know what it depends on. A removal is suggested only if it was tried
and caused no other problem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace

from rulewright.document.expand import Path
from rulewright.document.nodes import Mapping, Node
from rulewright.document.overlays.changes import AS_WRITTEN, Change, Trial, in_flow
from rulewright.document.places import covers, path_of
from rulewright.document.resolve import Resolved
from rulewright.problems import limits
from rulewright.problems.grouping import ABOUT_A_NAME, HERE_TOO, SHOWN
from rulewright.problems.problem import Note, Problem
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

Key = tuple[str, str, int]
"""The identity of a problem across checks: its code, file and place."""
Seen = dict[Key, str]
"""The problems of a check, with their messages."""
Look = Callable[[Trial], Sequence[Problem]]
"""Checks the rulebook with the house rules that a trial leaves."""
Changes = tuple[Change, ...]

BRANCHES = 12
"""The number of parts into which changes are divided, to be left out one part at a time; each part that matters is divided again."""
BECAUSE = {
    "remove": "because this is taken away",
    "add": "because this is added",
    "change": "because of this change",
}
BECAUSE_IN_PLAY = {
    "remove": "a house rule takes this away",
    "add": "a house rule adds this",
    "change": "a house rule changes this",
}
LACKING = {"table-incomplete": ("rows",), "cases-incomplete": ("cases",)}
"""Codes of problems whose message ends with names that are missing, and the key under which these names belong."""
NEEDLESS = frozenset({"row-outside", "missing-key"})
"""Codes of problems that no other value can solve."""
LASTING = frozenset({"never-ends", "nobody-can-act", "never-left"})
"""Codes of problems of the whole game, which removing the rule at fault does not solve."""
_QUOTED = re.compile(r"`([^`]+)`")
_NAME = re.compile(r"[^\W\d]\w*")
_POINTING = re.compile(r"\b(this|here|that)\b")


def blamed(
    problems: Sequence[Problem],
    passed_over: Sequence[Problem],
    resolved: Callable[[Trial], Resolved | None],
    look: Look,
    glance: Look | None = None,
) -> list[Problem]:
    """The problems in the order of their places; those that house rules caused elsewhere are at the line that caused them.
    The `passed_over` problems are reported only if house rules caused them, after the others of that line.

    `glance` checks the usual table alone, at a fraction of the cost; it is used for the problems that it can find."""
    whole = resolved(AS_WRITTEN)
    own = {span.source for change in whole.changes for span in change.spans} if whole is not None else set()
    elsewhere = [
        p for p in (*problems, *passed_over) if p.span.source not in own and not p.span.source.is_typed
    ]
    below = resolved(Trial(_spans(whole.changes))) if whole is not None and own and elsewhere else None
    if whole is None or below is None:
        return list(problems)
    known = {_key(p) for p in problems}
    search = _Search(look, whole.changes, known, _runs(below.tree))
    search.note(AS_WRITTEN, [*problems, *passed_over])
    quick, at_a_glance = search, set[Key]()
    if glance is not None:
        seen = glance(AS_WRITTEN)
        at_a_glance = {_key(p) for p in seen}
        quick = _Search(glance, whole.changes, known, limits.MOST_TRIALS, search)
        quick.note(AS_WRITTEN, seen)
    told = [
        (quick if _key(p) in at_a_glance else search).told(p, below.tree) if p in elsewhere else p
        for p in problems
    ]
    more = [moved for p in passed_over if (moved := search.told(p, below.tree)) != p]
    return sorted((*sorted(told, key=lambda p: p.code), *more), key=_place)


def notes_of_changes(failed: str, path: str, place: Span, changes: Changes) -> tuple[Note, ...]:
    """Notes on the changes that concern a rule that failed in play: changes of the rule itself, at its `path`, or of names in the message."""
    named = {word for quoted in _QUOTED.findall(failed) for word in _NAME.findall(quoted)}
    return tuple(
        Note(change.span, BECAUSE_IN_PLAY[change.word])
        for change in changes
        if (named & {*change.path.split(".")} or (path and _is_at(path, change.path)))
        and not any(covers(span, place) for span in change.spans)
    )[:SHOWN]


def _place(problem: Problem) -> tuple[str, int, str]:
    return problem.file, problem.span.start, problem.severity


def _spans(changes: Changes) -> frozenset[Span]:
    return frozenset(span for change in changes for span in change.spans)


def _runs(tree: Mapping) -> int:
    """The number of times a rulebook may be checked again, fewer for large ones."""
    return max(3, min(limits.MOST_TRIALS, limits.MOST_TRIED // tree.size))


def _key(problem: Problem) -> Key:
    return problem.code, problem.file, problem.span.start


@dataclass(slots=True)
class _Search:
    look: Look
    changes: Changes
    known: set[Key]
    left: int
    """The number of times the rulebook may still be checked."""
    thorough: _Search | None = None
    """A search whose checks cover more tables, which may refute a suggestion."""
    _looked: dict[Trial, Seen | None] = field(default_factory=dict)
    _inherited: set[Key] | None = None

    @property
    def inherited(self) -> set[Key]:
        """The problems that the rulebook has without any of the changes."""
        if self._inherited is None:
            self._inherited = {_key(p) for p in self.look(Trial(_spans(self.changes)))}
        return self._inherited

    def told(self, problem: Problem, tree: Mapping) -> Problem:
        """A problem at the place of its cause; the same problem if house rules did not cause it."""
        path = path_of(tree, problem.span)
        if path is None or _key(problem) in self.inherited:
            return problem
        causes = self._together(problem, self._causes(problem, self.changes)) or self._nearest(path)
        there = ".".join(path)
        causes = tuple(sorted(causes, key=lambda cause: not _is_at(there, cause.path)))
        return _at_cause(problem, causes, path, self._ways_out(problem, causes, tree))

    def _causes(self, problem: Problem, among: Changes) -> Changes:
        """The changes without which the problem disappears; if each of several causes it alone, the first of them."""
        if len(among) == 1:
            return among
        parts = list(_parts(among))
        needed = [part for part in parts if self._arises(problem, without=part) is False]
        if not needed:
            needed = [part for part in parts if self._arises(problem, without=self._but(part))][:1]
        return tuple(cause for part in needed for cause in self._causes(problem, part))

    def _together(self, problem: Problem, causes: Changes) -> Changes:
        """Causes that are sufficient: where they are not, together with the changes that they need and that cannot be left out alone."""
        others = self._but(causes)
        if not causes or len(self.changes) > BRANCHES or self._arises(problem, without=others) is not False:
            return causes
        left_out: Changes = ()
        for change in others:
            if self._arises(problem, without=(*left_out, change)):
                left_out = (*left_out, change)
        return (*causes, *(change for change in self._but(left_out) if change not in causes))

    def _but(self, part: Changes) -> Changes:
        return tuple(change for change in self.changes if change not in part)

    def _nearest(self, path: Path) -> Changes:
        """The change whose path is nearest to a place, where trials find no cause."""
        return (max(self.changes, key=lambda change: _shared(change.path.split("."), path)),)

    def _arises(self, problem: Problem, without: Changes) -> bool | None:
        """Whether a problem remains the same without some changes; None if other errors make that impossible to say."""
        found = self._seen(Trial(_spans(without)))
        return None if found is None else found.get(_key(problem)) == problem.message

    def _seen(self, trial: Trial) -> Seen | None:
        """The problems of a trial; None if it has new errors, or if the number of checks is used up."""
        if trial not in self._looked:
            if self.left == 0:
                return None
            self.left -= 1
            self.note(trial, self.look(trial))
        return self._looked[trial]

    def note(self, trial: Trial, found: Sequence[Problem]) -> None:
        """Records the problems of a trial. The problems without any house rules are computed only if they are needed."""
        errors = {_key(p) for p in found if p.severity == "error"} - self.known
        new = bool(errors) and not errors <= self.inherited
        self._looked[trial] = None if new else {_key(p): p.message for p in found}

    def _ways_out(self, problem: Problem, causes: Changes, tree: Mapping) -> Iterator[str]:
        """Suggestions of what to write in the house rule, the best first; none for a path that it sets already."""
        paths = _paths(problem, tree)
        set_already = any(_is_at(".".join(path), cause.path) for path in paths for cause in causes)
        if not paths or set_already or any(cause.path.startswith("variants.") for cause in causes):
            return
        lacking = LACKING.get(problem.code)
        if lacking is not None:
            names = _QUOTED.findall(problem.message)[1:]
            lacks: list[Path] = [(*lacking, name) for name in names] or [("otherwise",)]
            yield f"`add: {_nested([(*paths[0], *each) for each in lacks])}`"
        elif problem.code not in NEEDLESS:
            yield _written(problem, tree, paths)
        removal = Trial(removed=tuple(map(".".join, paths)))
        if problem.code not in LASTING and not self._changes_below(removal) and self._cures(problem, removal):
            yield _removing(paths)

    def _changes_below(self, removal: Trial) -> bool:
        return any(_is_at(change.path, path) for change in self.changes for path in removal.removed)

    def _cures(self, problem: Problem, removal: Trial) -> bool:
        """Whether a removal solves the problem without new ones; a row that is never used need not be tried."""
        if problem.code == "row-outside":
            return True
        found = self._seen(removal)
        if found is None or _key(problem) in found:
            return False
        return self.thorough is None or self.thorough._bears(removal)

    def _bears(self, trial: Trial) -> bool:
        """Whether a trial has no new errors; True also if no more checks are allowed."""
        return self._seen(trial) is not None or trial not in self._looked


def _written(problem: Problem, tree: Mapping, paths: Sequence[Path]) -> str:
    """The suggestion to give other values to these paths. A name that is a key itself can only be removed."""
    keys = set(_keys(tree)) if problem.code in ABOUT_A_NAME else set()
    at_keys = [path_of(tree, span) for span in _places(problem) if span in keys]
    gone = [path for path in paths if path in at_keys]
    values = [path if _is_value(tree, path) else (*path, "...") for path in paths if path not in gone]
    change = f"`change: {_nested(values)}`" if values else ""
    return " and ".join(filter(None, [_removing(gone) if gone else "", change]))


def _removing(paths: Sequence[Path]) -> str:
    return f"`remove: [{', '.join(in_flow('.'.join(path)) for path in paths)}]`"


def _keys(tree: Mapping) -> Iterator[Span]:
    for entry in tree:
        yield entry.key.span
        if isinstance(entry.value, Mapping):
            yield from _keys(entry.value)


def _places(problem: Problem) -> list[Span]:
    """The place of a problem, and the other places with the same mistake."""
    return [problem.span, *(note.span for note in problem.notes if note.text.startswith(HERE_TOO))]


def _paths(problem: Problem, tree: Mapping) -> list[Path]:
    """The paths of a problem, each once, without those that are inside another one."""
    paths = dict.fromkeys(path for span in _places(problem) if (path := path_of(tree, span)))
    return [path for path in paths if not any(path[: len(o)] == o for o in paths if o != path)]


def _is_at(path: str, above: str) -> bool:
    """Whether a path is equal to another one, or below it."""
    return f"{path}.".startswith(f"{above}.")


def _is_value(tree: Mapping, path: Path) -> bool:
    """Whether the node at a path is no mapping."""
    node: Node | None = tree
    for key in path:
        node = node.get(key) if isinstance(node, Mapping) else None
    return not isinstance(node, Mapping)


def _parts(changes: Changes) -> Iterator[Changes]:
    size = -(-len(changes) // BRANCHES)
    for start in range(0, len(changes), size):
        yield changes[start : start + size]


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = list(zip(one, other, strict=False))
    return next((number for number, (a, b) in enumerate(pairs) if a != b), len(pairs))


def _nested(paths: Sequence[Path]) -> str:
    """`{tables: {hi: {rows: {31: ..., 32: ...}}}}`: the keys down to each of several places."""
    if any(not path or path == ("...",) for path in paths):
        return "..." if () in paths else "{...}"
    keys = dict.fromkeys(path[0] for path in paths)
    parts = (f"{in_flow(key)}: {_nested([p[1:] for p in paths if p[0] == key])}" for key in keys)
    return f"{{{', '.join(parts)}}}"


def _at_cause(problem: Problem, causes: Changes, path: Path, ways_out: Iterator[str]) -> Problem:
    first, *others = causes
    there = Note(problem.span, problem.label or "here")
    also = [Note(change.span, "and " + BECAUSE[change.word]) for change in others[:SHOWN]]
    said = [span for change in causes for span in change.spans]
    notes = [note for note in problem.notes if not any(covers(span, note.span) for span in said)]
    return replace(
        problem,
        message=_pointed(problem.message, path),
        span=first.span,
        label=BECAUSE[first.word],
        notes=(there, *notes, *also),
        help=_help(problem.help, first.span, list(ways_out)),
        fix=None,
    )


def _pointed(message: str, path: Path) -> str:
    """A message, with the path in front if it says "this" or "here"."""
    return f"in `{'.'.join(path)}`: {message}" if path and _POINTING.search(message) else message


def _help(usual: str, there: Span, ways_out: Sequence[str]) -> str:
    if not ways_out:
        return usual
    told = f"in {there.source.title}, write {' or '.join(ways_out)}"
    return f"{usual}; {told}" if usual else told
