"""A first round that is over too soon: the phase that `setup` goes to passes the turn on, and is part of the first turn.

    setup: [{go: deal}]
    turns: {round_end: [...]}
    phases: {deal: {do: [..., {turn_of: leader}]}}      ->      short-round

Set-up ends by giving the turn to somebody, and the first round begins there. If a phase without a choice then gives the
turn away, a round of three is closed after two have played, or before anybody has. It is said where something hangs on
rounds, and set-up itself does not say who begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.checked.messages import usage
from rulewright.checked.references import Edition
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.walking import all_effects
from rulewright.source.text import Span


def short_rounds(editions: Sequence[Edition]) -> Iterator[Problem]:
    """What passes the turn on in such phases; each is told once."""
    told: set[Span] = set()
    for edition in editions:
        book = edition.book
        at = _hangs_on_rounds(book)
        set_up = list(all_effects(book, book.setup))
        if at is None or max(book.players) < 2 or any(isinstance(e, rulebook.TurnOf) for e in set_up):
            continue
        for go in (effect for effect in set_up if isinstance(effect, rulebook.Go)):
            phase = book.phases.get(go.phase)
            for passes in all_effects(book, phase.automatic or ()) if phase is not None else ():
                if isinstance(passes, rulebook.TurnOf | rulebook.EndTurn) and passes.span not in told:
                    told.add(passes.span)
                    yield usage.short_round(passes, go, at)


def _hangs_on_rounds(book: rulebook.Rulebook) -> Span | None:
    """What is done, asked or put back when a round is over."""
    turns = book.turns
    if turns.round_end:
        return turns.round_end[0].span
    if turns.round_first is not None:
        return turns.round_first.span
    named: tuple[rulebook.Entry, ...] = (
        *(end for end in book.ends.values() if end.at == "round"),
        *(variable for variable in book.variables.values() if variable.lasts == "round"),
    )
    return named[0].span if named else None
