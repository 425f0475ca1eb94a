"""One run of an example: the set-up, `given`, the steps of `play`, and the expectations at the end.

The first step that fails ends the run; all of `expect` is evaluated, so that one run shows every difference.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.author.examples.literals import NotUnderstood
from rulewright.author.examples.story import ExampleStory, Noticed, Overheard
from rulewright.author.examples.values import as_written, compared, value_in_words
from rulewright.author.positions.chance import fixed_chance, not_in_pool, results_of, span_of
from rulewright.author.positions.expected import differing
from rulewright.author.positions.given import apply_given, taken
from rulewright.author.positions.words import GivenTold
from rulewright.document import nodes as document
from rulewright.document.overlays.consequences import notes_of_changes
from rulewright.evaluate.reference import Reference
from rulewright.expression import nodes as syntax
from rulewright.game.errors import UnknownMove
from rulewright.game.moves.action import choice_text
from rulewright.ir.layout import CURRENT, ENDED
from rulewright.language.types import Boolean, Type
from rulewright.problems.fix import Fix
from rulewright.problems.problem import Note, Problem, RulebookError
from rulewright.problems.quoting import series
from rulewright.rulebook import nodes as rules
from rulewright.runtime.chance.fixed import ChanceMismatch
from rulewright.runtime.chance.sampled import new_position
from rulewright.runtime.executor import Choice, Event, Impossible, Value
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.game.moves.action import Action
    from rulewright.pipeline import Book

FAILED = "example-failed"
NOBODY = -1


class ExampleRun:
    """An example with a seed for the chance that it leaves open."""

    def __init__(self, book: Book, example: rules.Example, seed: int) -> None:
        self.book = book
        self.example = example
        self.executor = book.game.executor
        program = book.program
        self.open_chance = Noticed(program.streams)
        self.seed = seed
        self.story = ExampleStory(book)
        self.position = new_position(program, seed)
        self.mover = 0
        self.given_cells: array[int] | None = None
        """The cells after `given`, if the example gives anything."""
        self.failed = False
        """Whether a rule failed."""
        self.understood = True
        """Whether the rulebook has everything that the example names, as far as it was played."""

    @property
    def left_to_chance(self) -> bool:
        """Whether any result of chance was not fixed by the example."""
        return self.open_chance.times > 0

    def problems(self) -> tuple[Problem, ...]:
        """Play the example and return what failed."""
        try:
            self._play()
            return tuple(self._unmet())
        except _Fell as fell:
            return (self._problem(fell.span, fell.message, fell.label, fell.help),)
        except NotUnderstood as mistake:
            self.understood = False
            return (self._problem(mistake.span, mistake.message, fix=mistake.fix),)
        except RulebookError as error:
            self.understood = False
            return tuple(error.problems)
        except RuleFailure as failure:
            self.failed = True
            return (self._rule_failed(failure),)

    def unreadable(self) -> Iterator[Problem]:
        """Parts of the example that this rulebook cannot read (a piece in `given`, a move), so that it fails whatever chance gives."""
        try:
            steps = self._begin()
        except NotUnderstood as mistake:
            yield self._problem(mistake.span, mistake.message, fix=mistake.fix)
            steps = list(self.example.play)
        except (_Fell, RulebookError, RuleFailure):
            return
        for step in steps:
            for move in (*step.do, step.allowed, step.refused):
                try:
                    if move is not None:
                        self._readings(move)
                except _Fell as fell:
                    yield self._problem(fell.span, fell.message, fell.label, fell.help)

    def told(self) -> tuple[str, ...]:
        """The story of the example in lines, after it was played."""
        return self.story.lines(self.position.cells, self.seed)

    # --------------------------------------------------------------------------------------------------- playing

    def _play(self) -> None:
        for step in self._begin():
            self._step(step)

    def _begin(self) -> list[rules.PlayStep]:
        """Set up the position and return the steps to play from there."""
        steps = list(self.example.play)
        opening = steps.pop(0) if steps and _only_chance(steps[0]) else None
        with _Fixing(self, opening) as chance:
            self._carry_out(NOBODY, "", chance, lambda: self.executor.begin(self.position, chance.heard))
        before = self.position.cells[:]
        places = apply_given(self.book, self.position.cells, self.example.given)
        if self.example.given and self.book.program.positions:
            Reference(self.book.program).note_anew(self.position)
        if self.example.given:
            self.given_cells = self.position.cells[:]
            self.story.given = GivenTold(self.book, self.example.given, places, before, self.given_cells)
        return steps

    def _step(self, step: rules.PlayStep) -> None:
        if _only_chance(step):
            raise _Fell(
                step.span, "chance alone is only allowed in the first step, before the first decision"
            )
        with _Fixing(self, step) as chance:
            for move in step.do:
                choice = self._legal(move)
                self.mover = self.position.cells[CURRENT]
                self._do(choice, chance)
        if step.allowed is not None:
            self._legal(step.allowed)
        if step.refused is not None:
            self._refused(step.refused, step.because)
        if step.choices is not None:
            self._choices(step.choices, step.of)

    def _do(self, choice: Choice, chance: _Fixing) -> None:
        text = choice_text(self.book.game.wording, choice)
        self._carry_out(
            self.mover, text, chance, lambda: self.executor.apply(self.position, choice, chance.heard)
        )

    def _carry_out(self, player: int, action: str, chance: _Fixing, work: Callable[[], list[Event]]) -> None:
        """Do the `work` and keep its events for the story; if it fails half-way, keep the results of chance."""
        before, heard = self.position.cells[:], len(chance.heard.heard)
        events = None
        try:
            events = work()
        finally:
            self.story.add(player, action, events, chance.heard, heard, before)

    def _legal(self, move: rules.Move_) -> Choice:
        """The choice that a move means, which has to be legal."""
        readings = self._readings(move)
        for choice in readings:
            if self.executor.is_legal(self.position.cells, choice):
                return choice
        raise _Fell(move.span, f"`{move.text}` is refused", self._reasons(readings))

    def _refused(self, move: rules.Move_, because: rules.ActionName | None) -> None:
        readings = self._readings(move)
        if any(self.executor.is_legal(self.position.cells, choice) for choice in readings):
            raise _Fell(move.span, f"`{move.text}` should be refused", "it is allowed here")
        if because is not None and because.id not in self._failed_conditions(readings):
            raise _Fell(
                because.span,
                f"`{move.text}` is refused, but not because of `{because.id}`",
                self._reasons(readings),
            )

    def _choices(self, number: syntax.Expression, of: rules.Move_ | None) -> None:
        wanted = self._number(number)
        found = [self.book.game.action_of(choice) for choice in self.executor.legal(self.position.cells)]
        if of is not None:
            found = [action for action in found if self._is_of(action, of.text)]
        if len(found) != wanted:
            shown = ", ".join(str(action) for action in found[:8]) + (", ..." if len(found) > 8 else "")
            what = f" of `{of.text}`" if of else ""
            raise _Fell(
                number.span, f"{wanted} choices{what} are expected, there are {len(found)}", shown or "none"
            )

    # ---------------------------------------------------------------------------------------------------- moves

    def _readings(self, move: rules.Move_) -> list[Choice]:
        try:
            action = self.book.game.action(move.text)
        except UnknownMove as unknown:
            self.understood = False
            raise _Fell(move.span, str(unknown)) from None
        return [action.choice, *(reading.choice for reading in action.readings)]

    def _is_of(self, action: Action, text: str) -> bool:
        """Whether `choices ... of` counts an action: by its name, by a name that begins so, or by the beginning of its text."""
        names = set(self.book.program.actions)
        if text in names:
            return action.name == text
        if any(name.startswith(f"{text}_") for name in names):
            return action.name.startswith(f"{text}_")
        begun, _, chosen = text.partition(" ")
        if begun not in names and [n for n in names if n.startswith(f"{begun}_")] == [action.name]:
            text = f"{action.name} {chosen}"
        return f"{action} ".startswith(f"{text} ")

    def _failed_conditions(self, readings: Sequence[Choice]) -> set[str]:
        failed: set[str] = set()
        for choice in readings:
            refusals = self.executor.refusals(self.position.cells, choice)
            if not isinstance(refusals, Impossible):
                failed.update(refusal.condition.id for refusal in refusals)
        return failed

    def _reasons(self, readings: Sequence[Choice]) -> str:
        """Why no reading of a move is legal: the refusals of the first that can be checked."""
        said = ""
        for choice in readings:
            refusals = self.executor.refusals(self.position.cells, choice)
            if not isinstance(refusals, Impossible) and refusals:
                return "; ".join(f"{refusal.condition.id}: {refusal.says}" for refusal in refusals)
            if isinstance(refusals, Impossible):
                said = said or refusals.reason
        return said or "it is not among the choices"

    # ---------------------------------------------------------------------------------------------- expectations

    def _unmet(self) -> Iterator[Problem]:
        for expression in self.example.expect:
            if isinstance(expression, rules.Given):
                yield from self._differing(expression)
                continue
            try:
                holds, type_ = self._asked(expression)
            except RuleFailure as failure:
                yield self._rule_failed(failure, expression.span)
                continue
            if not isinstance(type_, Boolean):
                yield self._problem(
                    expression.span, f"an expectation must be a condition, but this is {type_}"
                )
            elif holds is not True:
                yield self._not_met(expression)

    def _differing(self, entry: rules.Given) -> Iterator[Problem]:
        """What a place has otherwise than expected."""
        try:
            for each in differing(self.book, self.position.cells, entry, self._me()):
                yield self._problem(each.span, each.expected, each.found)
        except NotUnderstood as mistake:
            self.understood = False
            yield self._problem(mistake.span, mistake.message, fix=mistake.fix)

    def _not_met(self, expression: syntax.Expression) -> Problem:
        if isinstance(expression, syntax.And):
            for item in expression.items:
                if self._value(item) is False:
                    return self._not_met(item)
        book, cells, me = self.book, self.position.cells, self._me()
        said = compared(expression, lambda part: value_in_words(book, part, cells, me))
        return self._problem(expression.span, f"`{as_written(expression)}` is expected", said)

    def _asked(self, expression: syntax.Expression) -> tuple[Value, Type]:
        asked, type_ = self.book.asked(expression)
        return self.executor.value(self.position.cells, asked, self._me()), type_

    def _value(self, expression: syntax.Expression) -> Value:
        return self._asked(expression)[0]

    def _number(self, expression: syntax.Expression) -> int:
        value = self._value(expression)
        if not isinstance(value, int) or isinstance(value, bool):
            raise _Fell(expression.span, "a number of choices is expected here")
        return value

    def _me(self) -> int:
        current = self.position.cells[CURRENT]
        return self.mover if current < 0 or self.position.cells[ENDED] else current

    # --------------------------------------------------------------------------------------------------- problems

    def _problem(
        self, span: Span, message: str, label: str = "", help: str = "", fix: Fix | None = None
    ) -> Problem:
        notes = (Note(self.example.span, f"in the example `{self.example.id}`"),)
        return Problem(
            FAILED, message, span, label=label, notes=notes, help=help, path=self.example.path, fix=fix
        )

    def _rule_failed(self, failure: RuleFailure, where: Span | None = None) -> Problem:
        changes = self.book.resolved.changes
        about = notes_of_changes(failure.message, failure.path, failure.span, changes)
        notes = (Note(failure.span, failure.message), *about)
        span = where or self.example.span
        message = f"a rule failed in the example `{self.example.id}`: {failure.message}"
        help = failure.help
        robbed = self._robbed(failure)
        if robbed:
            message += f"; `given` took {series([f'{what} from `{zone}`' for what, zone in robbed], 'and')}"
            zones = series([f"`{zone}`" for _, zone in robbed], "and")
            help = f"chance decides what lies in {zones}: give what matters to the rule, too"
        return Problem(failure.code, message, span, notes=notes, help=help, path=self.example.path)

    def _robbed(self, failure: RuleFailure) -> list[tuple[str, str]]:
        """What `given` took from zones which it does not give, if an invariant that failed does not hold in the given position either: the
        pieces and the zone, in words."""
        told = self.story.given
        failed = [each for each in self.book.program.invariants if each.asked.span == failure.span]
        if told is None or all(
            self.executor.value(told.after, each.asked, NOBODY) is True for each in failed
        ):
            return []
        return list(taken(self.book, told.before, told.after, told.places))


class _Fixing:
    """The chance of one step: what the step fixes, then what it leaves open. Everything fixed has to be used."""

    def __init__(self, run: ExampleRun, step: rules.PlayStep | None) -> None:
        self.run = run
        self.step = step
        self.source = fixed_chance(run.book, step, run.open_chance)
        self.heard = Overheard(self.source, run.open_chance)

    def __enter__(self) -> _Fixing:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if self.step is None:
            return
        if isinstance(error, ChanceMismatch):
            self.run.understood = False
            raise self._mismatch(self.step, error) from None
        if kind is None and self.source.left:
            raise self._left_over(self.step, *next(iter(self.source.left.items())))

    def _mismatch(self, step: rules.PlayStep, error: ChanceMismatch) -> _Fell:
        if error.not_in_pool is not None:
            book, cells = self.run.book, self.run.position.cells
            span, message, could = not_in_pool(book, cells, step, error.kind, error.not_in_pool)
            return _Fell(span, message, help=could)
        given = self._given(step, error.kind)
        return _Fell(span_of(given) if given else step.span, str(error), help=error.help)

    def _given(self, step: rules.PlayStep, name: str) -> tuple[document.Scalar, ...]:
        book = self.run.book
        return results_of(book, step.rolled, name) or results_of(book, step.drawn, name)

    def _left_over(self, step: rules.PlayStep, name: str, many: int) -> _Fell:
        """The problem of results of a kind that no effect used: the last `many` of them."""
        given, are = self._given(step, name), "is" if many == 1 else "are"
        if len(given) < many:
            return _Fell(
                step.span,
                f"not everything given by chance was used: {many} of {name} {are} left over",
            )
        for_ = f"`{name}`" if name else "what is picked"
        left = " ".join(result.text for result in given[-many:])
        said = f"{many} of the {len(given)} results given for {for_} {are} left over: {left}"
        if many == len(given):
            said = f"results are given for {for_}, and nothing asks for them in this step: {left}"
        return _Fell(
            span_of(given[-many:]),
            said,
            "nothing asks for this",
            "leave out what is left over, or do in this step what asks for it",
        )


class _Fell(Exception):
    """A step of the example failed."""

    def __init__(self, span: Span, message: str, label: str = "", help: str = "") -> None:
        super().__init__(message)
        self.span, self.message, self.label, self.help = span, message, label, help


def _only_chance(step: rules.PlayStep) -> bool:
    return not step.do and step.allowed is None and step.refused is None and step.choices is None
