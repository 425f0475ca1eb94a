"""Problems in a part of the rulebook that a house rule did not write, but caused: they are reported where it says so.

    error[row-outside]: the table `lo` is never used with `5`
      six.overlay.yaml:6:18        pieces: {dice: {count: 6}}           because of this change
      long.rulebook.yaml:68:97     rows: {5: 10, 6: 8, ...              it is for a number in 6..36
      help: in six.overlay.yaml, write `remove: [tables.lo.rows.5]`

A change is the cause of a problem that is not there without it. So the rulebook is looked at again without all of the
changes, then without each of them: no rule has to know what it depends on. To take away what is at fault is offered only
where that was tried and leaves nothing else wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulewright.document.expand import Path
from rulewright.document.nodes import Mapping, Node
from rulewright.document.overlays.changes import AS_WRITTEN, Change, Trial, in_flow
from rulewright.document.places import covers, path_of
from rulewright.document.resolve import Resolved
from rulewright.problems import limits
from rulewright.problems.grouping import ABOUT_A_NAME, HERE_TOO, SHOWN
from rulewright.problems.problem import Note, Problem
from rulewright.source.text import Span

Key = tuple[str, str, int]
"""What makes problems of two looks the same: the code and the place."""
Seen = dict[Key, str]
"""The problems of a look, with what they say."""
Look = Callable[[Trial], Sequence[Problem]]
"""The problems of the rulebook with house rules as a trial has them."""
Changes = tuple[Change, ...]

BRANCHES = 12
"""How many parts of the changes are left out one by one; each part that matters is divided again."""
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
"""Codes of what lacks the last names of its message, and below which key of the place these belong."""
NEEDLESS = frozenset({"row-outside", "missing-key"})
"""Codes of what no other value cures."""
LASTING = frozenset({"never-ends", "nobody-can-act", "never-left"})
"""Codes of what is wrong with the whole game, so that nothing is gained if the rule at fault is not there."""
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
    """The problems, those that house rules caused elsewhere at the line that did, in the order of their places. Those that are
    `passed_over` are told if house rules caused them, after what else is told of that line.

    `glance` is a look at the usual table alone, which costs a fraction of a look at all of them: what it finds is looked for with it."""
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
    """Where house rules change what a rule that failed in play is about: the rule itself at its `path`, or what the message names."""
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
    """How often a rulebook is looked at again."""
    return max(3, min(limits.MOST_TRIALS, limits.MOST_TRIED // tree.size))


def _key(problem: Problem) -> Key:
    return problem.code, problem.file, problem.span.start


@dataclass(slots=True)
class _Search:
    look: Look
    changes: Changes
    known: set[Key]
    left: int
    """How often the rulebook may be looked at again."""
    thorough: _Search | None = None
    """A search that looks at more, which may refute that something is a way out."""
    _looked: dict[Trial, Seen | None] = field(default_factory=dict)
    _inherited: set[Key] | None = None

    @property
    def inherited(self) -> set[Key]:
        """What is found without any of the changes."""
        if self._inherited is None:
            self._inherited = {_key(p) for p in self.look(Trial(_spans(self.changes)))}
        return self._inherited

    def told(self, problem: Problem, tree: Mapping) -> Problem:
        """A problem where its cause is; the same problem if house rules have nothing to do with it."""
        path = path_of(tree, problem.span)
        if path is None or _key(problem) in self.inherited:
            return problem
        causes = self._together(problem, self._causes(problem, self.changes)) or self._nearest(path)
        there = ".".join(path)
        causes = tuple(sorted(causes, key=lambda cause: not _is_at(there, cause.path)))
        return _at_cause(problem, causes, path, self._ways_out(problem, causes, tree))

    def _causes(self, problem: Problem, among: Changes) -> Changes:
        """The changes without which there is no such problem; if each is enough by itself, the first that is."""
        if len(among) == 1:
            return among
        parts = list(_parts(among))
        needed = [part for part in parts if self._arises(problem, without=part) is False]
        if not needed:
            needed = [part for part in parts if self._arises(problem, without=self._but(part))][:1]
        return tuple(cause for part in needed for cause in self._causes(problem, part))

    def _together(self, problem: Problem, causes: Changes) -> Changes:
        """Causes that are enough: where some are not, with whatever belongs to them and could not be left out alone."""
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
        """The change nearest to a place, where trying shows none."""
        return (max(self.changes, key=lambda change: _shared(change.path.split("."), path)),)

    def _arises(self, problem: Problem, without: Changes) -> bool | None:
        """Whether a problem is there as it is without some changes; None where something else is in the way."""
        found = self._seen(Trial(_spans(without)))
        return None if found is None else found.get(_key(problem)) == problem.message

    def _seen(self, trial: Trial) -> Seen | None:
        """What is found in a trial; None if that is something new and wrong, or nothing more may be tried."""
        if trial not in self._looked:
            if self.left == 0:
                return None
            self.left -= 1
            self.note(trial, self.look(trial))
        return self._looked[trial]

    def note(self, trial: Trial, found: Sequence[Problem]) -> None:
        """Keep what was found in a trial. What the rulebook has without house rules is looked for only where that matters."""
        errors = {_key(p) for p in found if p.severity == "error"} - self.known
        new = bool(errors) and not errors <= self.inherited
        self._looked[trial] = None if new else {_key(p): p.message for p in found}

    def _ways_out(self, problem: Problem, causes: Changes, tree: Mapping) -> Iterator[str]:
        """What can be written in the house rule, the best first; nothing about what it sets already."""
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
        """Whether nothing is wrong any more when something is taken away; what is never asked for need not be tried."""
        if problem.code == "row-outside":
            return True
        found = self._seen(removal)
        if found is None or _key(problem) in found:
            return False
        return self.thorough is None or self.thorough._bears(removal)

    def _bears(self, trial: Trial) -> bool:
        """Whether nothing new is wrong in a trial, as far as more may be tried."""
        return self._seen(trial) is not None or trial not in self._looked


def _written(problem: Problem, tree: Mapping, paths: Sequence[Path]) -> str:
    """What to write for places that are to be something else. A name that is a key itself can only be taken away."""
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
    """Where a problem is found: its place, and others with the same mistake."""
    return [problem.span, *(note.span for note in problem.notes if note.text.startswith(HERE_TOO))]


def _paths(problem: Problem, tree: Mapping) -> list[Path]:
    """The parts of a rulebook in which a problem is found, each once; those inside another one belong to it."""
    paths = dict.fromkeys(path for span in _places(problem) if (path := path_of(tree, span)))
    return [path for path in paths if not any(path[: len(o)] == o for o in paths if o != path)]


def _is_at(path: str, above: str) -> bool:
    """Whether a path is another one, or below it."""
    return f"{path}.".startswith(f"{above}.")


def _is_value(tree: Mapping, path: Path) -> bool:
    """Whether a place holds one value, and no further keys."""
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
    """A message that points to its place, with that place."""
    return f"in `{'.'.join(path)}`: {message}" if path and _POINTING.search(message) else message


def _help(usual: str, there: Span, ways_out: Sequence[str]) -> str:
    if not ways_out:
        return usual
    told = f"in {there.source.title}, write {' or '.join(ways_out)}"
    return f"{usual}; {told}" if usual else told
