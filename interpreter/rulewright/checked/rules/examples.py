"""The names in a rulebook's own examples, before anybody plays them.

    given: {scroe: 3}      ->      nothing is called `scroe`

`author.examples.examples` plays the examples and compares results. The examples of a parent are not checked here, since a
house rule may have removed what they mention.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rulewright.checked.context import Context
from rulewright.checked.declarations import lookup
from rulewright.checked.infer import check_texts, condition, infer
from rulewright.checked.messages import declarations as declaration_messages
from rulewright.checked.messages import examples as example_messages
from rulewright.checked.messages import names as name_messages
from rulewright.checked.messages import rules
from rulewright.checked.options import Setting, slip_in
from rulewright.checked.scope import Scope
from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.expression.places import place_parts
from rulewright.language.types import Player, Team
from rulewright.problems.problem import Problems
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

IN_EXAMPLES = Scope(example=True)
Opening = Callable[[int, dict[str, Setting]], Context | None]
"""Checks the rules at a table: a number of players, and options; None if there is no such table."""
FLOW_PLACES = ("me", "phase", "round")


def check_examples(c: Context, problems: Problems, at: Opening) -> None:
    """Check the examples of this variant, each at its own table, which `at` opens. Problems in them are added to
    `problems`, and not to those of the rules: the game can be played, though such an example fails for certain.
    """
    for example in _own_examples(c):
        with _told_apart(c, problems):
            players = _players(c, example)
        usual = at(players, {}) if players is not None else None
        if usual is None:
            continue
        with _told_apart(usual, problems):
            fits = _options(usual, example)
        there = at(usual.players, _settings(example)) if fits else None
        if there is not None:
            with _told_apart(there, problems):
                _example(there, example)


def tables_of_examples(c: Context) -> Iterator[tuple[int, dict[str, Setting]]]:
    """The tables of this variant's examples: a number of players, and options."""
    for example in _own_examples(c):
        yield example.players or c.book.players[0], _settings(example)


def check_names_in_examples(c: Context, problems: Problems) -> None:
    """Report unknown names in examples, and nothing else, when the rules have errors; only in examples at the table of the context."""
    found = Problems()
    check_examples(c, found, lambda players, options: None if options or players != c.players else c)
    for problem in found:
        if problem.code in ("unknown-name", "unknown-action"):
            problems.add(problem)


@contextmanager
def _told_apart(c: Context, problems: Problems) -> Iterator[None]:
    """A context in which problems are added to `problems`, and not to those of `c`."""
    kept, c.problems = c.problems, Problems()
    yield
    for problem in c.problems.found:
        problems.add(problem)
    c.problems = kept


def _own_examples(c: Context) -> list[rulebook.Example]:
    examples = c.book.examples.values()
    return [each for each in examples if each.variant == c.book.variant and not each.inherited]


def _players(c: Context, example: rulebook.Example) -> int | None:
    """The number of players of an example; None if there is no such table."""
    if example.players is not None and example.players_span and example.players not in c.book.players:
        example_messages.nobody_at_table(c, example, example.players_span)
        return None
    return example.players or c.book.players[0]


def _options(c: Context, example: rulebook.Example) -> bool:
    """Whether the options of an example can be set; those that cannot are reported."""
    fits = True
    for name, value in example.options.items():
        slip = slip_in(c, name, value.text)
        if slip is not None:
            example_messages.wrong_option(c, example, name, slip, value.span)
            fits = False
    return fits


def _settings(example: rulebook.Example) -> dict[str, Setting]:
    return {name: value.text for name, value in example.options.items()}


def _example(c: Context, example: rulebook.Example) -> None:
    for given in example.given:
        _given(c, given)
    for step in example.play:
        for move in (*step.do, step.allowed, step.refused, step.of):
            if move is not None:
                _move(c, move)
        if step.because is not None:
            _because(c, step.because)
        for entry in step.rolled.entries if step.rolled is not None else ():
            if entry.key.text not in c.book.kinds:
                declaration_messages.unknown_kind(c, syntax.Name(entry.key.text, entry.key.span))
            else:
                _faces(c, entry)
    for expected in example.expect:
        if isinstance(expected, rulebook.Given):
            _given(c, expected)
        else:
            condition(c, expected, IN_EXAMPLES, "what is expected")
    check_texts(c, example, IN_EXAMPLES)


def _given(c: Context, given: rulebook.Given) -> None:
    name, owner, arguments = place_parts(given.place)
    if owner is None and name in FLOW_PLACES:
        if (
            name == "phase"
            and isinstance(given.value, document.Scalar)
            and given.value.text not in c.book.phases
        ):
            rules.unknown_phase(c, given.value.span, given.value.text)
        return
    facts = lookup.variable(c, name) if name in c.book.variables else None
    indices = ((owner,) if owner is not None else ()) + arguments
    if facts is not None and len(indices) < len(facts.axes):
        for index, axis in zip(indices, facts.axes, strict=False):
            infer(c, index, IN_EXAMPLES, axis.type)
        next_axis = facts.axes[len(indices)].type
        if isinstance(next_axis, (Player, Team)) and not indices:
            _for_each(c, given, name, next_axis)
        return
    infer(c, given.place, IN_EXAMPLES)


def _faces(c: Context, rolled: document.Entry) -> None:
    """Check the numbers that an example rolls with dice that are alike."""
    facts = lookup.kind(c, rolled.key.text)
    if facts is None or facts.lows is None or not isinstance(rolled.value, document.Sequence):
        return
    low, high = min(facts.lows), max(facts.lows) + facts.faces - 1
    for item in rolled.value:
        number = re.fullmatch(r"-?[0-9]{1,9}", item.text) if isinstance(item, document.Scalar) else None
        if number is not None and not low <= int(number[0]) <= high:
            rules.never_shown(c, item.span, facts.name, low, high)


def _for_each(c: Context, given: rulebook.Given, name: str, axis: Player | Team) -> None:
    """Check what is given for a variable of each player (or team): a mapping with keys such as `seat(1)`."""
    one = "team" if isinstance(axis, Team) else "seat"
    if isinstance(given.value, document.Mapping):
        seats = [seat.id for seat in c.book.seats]
        for entry in given.value:
            key = entry.key.text.strip()
            if not re.fullmatch(rf"{one}\(\s*[0-9]+\s*\)", key) and key not in seats:
                rules.given_for_nobody(c, entry.key, name, one)
    else:
        rules.given_for_whom(c, given, name, one)


def _move(c: Context, move: rulebook.Move_) -> None:
    """Check the action of a move: its id, or the beginning of an id that ends before a `_`."""
    typed = move.text.split(" ")[0]
    phases = c.book.phases.values()
    names = [
        name for phase in phases for action in phase.actions for name in (action, f"{phase.id}.{action}")
    ]
    if typed and not any(name == typed or name.startswith(typed + "_") for name in names):
        name_messages.unknown_action(
            c, Span(move.span.source, move.span.start, move.span.start + len(typed)), typed
        )


def _because(c: Context, because: rulebook.ActionName) -> None:
    actions = [action for phase in c.book.phases.values() for action in phase.actions.values()]
    known = [condition.id for action in actions for condition in action.requirements]
    if because.id not in known:
        rules.unknown_condition(c, because.span, because.id, known)
