"""A first round that is over too soon: the phase that `setup` goes to passes the turn on, and is part of the first turn.

    setup: [{go: deal}]
    turns: {round_end: [...]}
    phases: {deal: {do: [..., {turn_of: leader}]}}      ->      short-round

Set-up ends by giving the turn to a player, and the first round begins there. If a phase without a choice then passes the
turn on, a round of three ends after two have played, or before anybody has. It is reported if something depends on
rounds, and set-up itself does not choose the first player.
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
    """Report effects that pass the turn on in such phases, each once."""
    reported: set[Span] = set()
    for edition in editions:
        book = edition.book
        at = _depends_on_rounds(book)
        set_up = list(all_effects(book, book.setup))
        if at is None or max(book.players) < 2 or any(isinstance(e, rulebook.TurnOf) for e in set_up):
            continue
        for go in (effect for effect in set_up if isinstance(effect, rulebook.Go)):
            phase = book.phases.get(go.phase)
            for passes in all_effects(book, phase.automatic or ()) if phase is not None else ():
                if isinstance(passes, rulebook.TurnOf | rulebook.EndTurn) and passes.span not in reported:
                    reported.add(passes.span)
                    yield usage.short_round(passes, go, at)


def _depends_on_rounds(book: rulebook.Rulebook) -> Span | None:
    """The place of something that depends on the end of a round: an effect, an end or a variable; None if nothing does."""
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
