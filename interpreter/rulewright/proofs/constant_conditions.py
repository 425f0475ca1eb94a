"""Proofs about a rulebook as problems: conditions that always or never hold, and rules that can never be carried out.

    for problem in proved([book, *variants], kept.plain): ...

One cause is reported once: at the innermost part that is constant, with its consequences.  A rule that can only be reached
through a dead one is not reported, nor is a condition that declarations alone decide (`dice.count > 4`), since a house
rule may change a declaration.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.problems.problem import Problem, Problems
from rulewright.proofs import messages
from rulewright.proofs.evidence import Evidence, case_path
from rulewright.proofs.position import Place, place_of
from rulewright.proofs.sites import Site, effects_of
from rulewright.proofs.unknown_options import KnownAt
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import footprint
from rulewright.rulebook.walking import all_effects
from rulewright.source.text import Span

CONSEQUENCES = {
    "turn-never-ends": ("never-ends", "end-never-comes", "never-left"),
    "never-set": ("always-true", "always-false"),
    "begins-anew": ("never-entered",),
}
"""Codes of other checks, each with the codes of proofs that would only repeat them or their consequences."""


def check_proofs(
    books: Sequence[rulebook.Rulebook],
    files: Collection[str],
    known_at: KnownAt,
    problems: Problems,
    elsewhere: Problems,
) -> None:
    """Adds what can be proved about a rulebook and its variants, if it is in these files; a game that cannot be played to
    its end is reported in any file. Findings in other files are put `elsewhere`."""
    known = problems.sorted()
    for problem in proved(books, known_at):
        at_fault = problem.file in files or problem.code in ("never-ends", "nobody-can-act", "never-left")
        if not any(_says(other, problem) for other in known):
            (problems if at_fault else elsewhere).add(problem)


def _says(known: Problem, problem: Problem) -> bool:
    """Whether a problem of another check is the cause of one that was proved."""
    if known.code == "never-reached":
        return (known.file, known.line) == (problem.file, problem.line)
    if problem.code not in CONSEQUENCES.get(known.code, ()):
        return False
    declared = {known.span, *(note.span for note in known.notes)}
    return known.code != "never-set" or any(note.span in declared for note in problem.notes)


def proved(books: Sequence[rulebook.Rulebook], known_at: KnownAt) -> list[Problem]:
    """The problems of a rulebook, given first unchanged and then in each of its variants, all free of errors."""
    evidence = Evidence(known_at)
    for book in books:
        evidence.examine(book)
        if evidence.stopped:
            return []
    return list(_Findings(evidence).all())


class _Findings:
    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.constant: dict[Place, bool] = {
            place: value
            for place, site in evidence.sites.items()
            if (value := self._constant(site)) is not None
        }
        self.dead_definitions = {
            site.owner.id for place, site in evidence.sites.items() if site.role == "definition" and place in self.constant
        }  # fmt: skip
        self.writers = [each for book in evidence.books for each in _writers(book)]
        self.reported: set[str] = set()
        """Paths of dead rules whose cause is reported."""

    def all(self) -> Iterator[Problem]:
        yield from self._endless()
        yield from self._nobody_acts()
        yield from self._never_offered()
        yield from self._conditions()
        yield from self._phases()
        yield from self._cases()
        for row in self.evidence.rows.values():
            if not row.reached:
                yield messages.row_never_asked(row)
        unpayable = {
            place: amount for (place, _), amount in self.evidence.amounts.items() if amount.unpayable
        }
        for amount in unpayable.values():
            yield messages.cannot_be_paid(amount)

    # ---------------------------------------------------------------------------------------- conditions

    def _constant(self, site: Site) -> bool | None:
        """The only value of a condition; None if it depends on play, or is never evaluated."""
        if site.place in self.evidence.fixed or (site.role == "definition" and site.owner.parameters):
            return None  # a condition on the parameters of a definition depends on the arguments
        truth = self.evidence.truth.get(site.place, set())
        if len(truth) == 1:
            return next(iter(truth))
        return False if self.evidence.together.get(site.place) == {False} else None

    def _conditions(self) -> Iterator[Problem]:
        """Problems of constant conditions; of conditions that are constant because of others, only those others are reported."""
        found = [
            site
            for place, site in self.evidence.sites.items()
            if place in self.constant and not self._told_elsewhere(site)
        ]
        causes = [site for site in found if not self._waits(site)]
        for site in causes or found:
            yield messages.constant(self.evidence, site, self.constant[site.place], self._follows(site))

    def _waits(self, site: Site) -> bool:
        """Whether it reads a variable that is set only by rules that can never be carried out."""
        read = {
            leaf.name for leaf in self.evidence.leaves.get(site.place, {}).values()
        } & self.evidence.wrote.keys()
        return any(
            names & read and not any(effect.span in self.evidence.wrote[name].by for name in names & read)
            for effect, names in self.writers
        )

    def _told_elsewhere(self, site: Site) -> bool:
        """Whether the cause is reported at a part of the condition, at a definition, or together with all its consequences."""
        if site.path in self.reported or site.root.path in self.reported:
            return True
        if site.role == "invariant" and self.constant[site.place]:
            return True
        if isinstance(site.node, syntax.And | syntax.Or) and any(
            place_of(item.span) in self.constant for item in site.node.items
        ):
            return True
        if any(
            leaf.can and not leaf.values.holds(1)
            for leaf in self.evidence.leaves.get(site.place, {}).values()
        ):
            return True
        node = site.node.operand if isinstance(site.node, syntax.Not) else site.node
        function = node.function if isinstance(node, syntax.Call) else node
        return isinstance(function, syntax.Name) and function.text in self.dead_definitions

    def _follows(self, site: Site) -> Site | None:
        """The whole condition, if that is constant too because of this part."""
        root = site.root
        return root if root.place in self.constant and root is not site else None

    # ----------------------------------------------------------------------------------------------- rules

    def _dead(self, path: str) -> bool:
        return path in self.evidence.there and path not in self.evidence.alive

    def _endless(self) -> Iterator[Problem]:
        """Problems of games that no end can end, and of ends that cannot be reached."""
        for book in self.evidence.books:
            if self.evidence.endless[book.variant or ""] and (
                book.variant is None or not self._plain_is_endless()
            ):
                ends = list(book.ends.values())
                self.reported.update(end.path for end in ends)
                yield messages.never_ends(self.evidence, book)

    def _plain_is_endless(self) -> bool:
        return self.evidence.endless.get("", False)

    def _nobody_acts(self) -> Iterator[Problem]:
        for phase in self._each_phase():
            if phase.path in self.evidence.alive and self._dead(f"{phase.path} acts"):
                causes = [
                    condition.holds.span
                    for action in phase.actions.values()
                    for condition in action.requirements
                    if self.constant.get(place_of(condition.holds.span)) is False
                ]  # fmt: skip
                for action in phase.actions.values():
                    self.reported.add(action.path)
                    self.reported.update(condition.path for condition in action.requirements)
                yield messages.nobody_can_act(self.evidence, phase, causes)

    def _never_offered(self) -> Iterator[Problem]:
        for phase in self._each_phase():
            for action in phase.actions.values():
                span = self.evidence.unoffered.get(action.path)
                if span is not None and self._dead(action.path) and action.path not in self.reported:
                    self.reported.update(condition.path for condition in action.requirements)
                    yield messages.never_offered(action, span)

    def _phases(self) -> Iterator[Problem]:
        for phase in self._each_phase():
            if self._dead(phase.path):
                if not self._somebody_goes(phase):
                    yield messages.phase_never_entered(phase)
            elif (
                self._dead(f"{phase.path} left")
                and not self._plain_is_endless()
                and self._others_leave(phase)
            ):
                yield messages.phase_never_left(phase)

    def _somebody_goes(self, phase: rulebook.Phase) -> bool:
        """Whether some effect goes to a phase, which is then unreachable only because of something that is reported already."""
        return any(
            isinstance(effect, rulebook.Go) and effect.phase == phase.id
            for book in self.evidence.books
            for _, effect in effects_of(book)
        )

    def _others_leave(self, phase: rulebook.Phase) -> bool:
        """Whether rules elsewhere pass the turn on or leave the phase; a game of one turn is reported in another way."""
        book = self.evidence.books[0]
        lists = [action.do for other in book.phases.values() for action in other.actions.values()]
        return f"{phase.path} acts" in self.evidence.alive and any(
            footprint(effect).note is not None for do in lists for effect in all_effects(book, do)
        )

    def _cases(self) -> Iterator[Problem]:
        seen: set[str] = set()
        for book in self.evidence.books:
            for definition in book.definitions.values():
                body = definition.body
                if isinstance(body, rulebook.Cases) and body.by is not None:
                    for case in body.cases:
                        if self._dead(case.path) and case.path not in seen:
                            seen.add(case.path)
                            yield messages.case_never_reached(case.span, body.by.span, case.path)
            for path, effect in effects_of(book):
                if isinstance(effect, rulebook.By):
                    for listed in effect.cases:
                        name = case_path(listed.span)
                        if self._dead(name) and name not in seen:
                            seen.add(name)
                            yield messages.case_never_reached(listed.span, effect.subject.span, path)

    def _each_phase(self) -> Iterator[rulebook.Phase]:
        """Every phase of the plain game and of variants, once."""
        seen: set[tuple[str, Span]] = set()
        for book in self.evidence.books:
            for phase in book.phases.values():
                if (phase.path, phase.span) not in seen:
                    seen.add((phase.path, phase.span))
                    yield phase


def _writers(book: rulebook.Rulebook) -> Iterator[tuple[rulebook.AnyEffect, set[str]]]:
    """Effects that write variables, each with the names in what it writes."""
    for _, effect in effects_of(book):
        places = footprint(effect).places
        if places:
            yield effect, {name for place in places for name in _names(place)}


def _names(place: syntax.Expression) -> set[str]:
    named = [node for node in walk(place) if isinstance(node, syntax.Name | syntax.Attribute)]
    return {node.text if isinstance(node, syntax.Name) else node.name for node in named}
