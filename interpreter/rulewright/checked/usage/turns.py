"""A phase meant for the beginning of a game, or of a hand, with which every turn begins, since `turns` names no other.

    phases:
      deal: {do: [{return: cards}, {for: p in players, do: [{move: 5 cards, from: deck, to: p.hand}]}, {go: turn}]}
      turn: {actions: {play: {..., do: [..., end_turn]}}}

After `end_turn` the next turn begins in the first phase: all cards are dealt again, and nobody ever runs out of them.  A
first phase in every turn may be intended (`{roll: tray}`, `{go: choose}`), so this is reported only if the rulebook
shows that it is not: a needless `go` leads there next to an effect that begins a turn; or the phase deals to several
players, and pieces are collected before, or never come back, or a `go` leads to the phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.checked.messages import usage
from rulewright.checked.references import Edition
from rulewright.expression import nodes as syntax
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import EFFECTS, footprint
from rulewright.rulebook.walking import all_effects
from rulewright.source.text import Span


def begins_anew(editions: Sequence[Edition]) -> Iterator[Problem]:
    """Report first phases that are meant for the beginning of a game or a hand, each once."""
    reported: set[Span] = set()
    for edition in editions:
        book = edition.book
        first = next(iter(book.phases.values()), None)
        if first is None or book.turns.phase is not None or first.span in reported:
            continue
        others = [phase.id for phase in book.phases.values() if phase.actions and phase is not first]
        if not others or not any(
            isinstance(node, rulebook.EndTurn | rulebook.TurnOf) for node in edition.nodes
        ):
            continue
        why = _needless_go(edition, first) or _deals_again(edition, first)
        if why is not None:
            reported.add(first.span)
            goes = any(_goes(effect, first) for effect in all_effects(book, book.setup))
            yield usage.begins_anew(first, others, *why, goes)


def _goes(node: object, phase: rulebook.Phase) -> bool:
    return isinstance(node, rulebook.Go) and node.phase == phase.id


# ------------------------------------------------------------------------------------- a `go` that is not needed


def _needless_go(edition: Edition, first: rulebook.Phase) -> tuple[Span, str] | None:
    """A `go` to an automatic first phase in set-up or next to `turn_of`, as if turns began elsewhere; with the words about it."""
    if first.automatic is None:
        return None
    for effects in _lists(edition):
        begins = effects is edition.book.setup or any(
            isinstance(effect, rulebook.TurnOf | rulebook.EndTurn | rulebook.ExtraTurn) for effect in effects
        )
        found = next((effect for effect in effects if _goes(effect, first)), None)
        if begins and found is not None:
            return found.span, "a turn that begins comes here without this `go`"
    return None


def _lists(edition: Edition) -> Iterator[rulebook.Effects]:
    """All lists of effects, those inside other effects included."""
    yield edition.book.setup
    for node in edition.nodes:
        match node:
            case rulebook.Action(do=do) | rulebook.Trigger(do=do) | rulebook.Step(do=do):
                yield do
            case rulebook.Phase(automatic=automatic) if automatic is not None:
                yield automatic
            case _ if isinstance(node, EFFECTS):
                yield from footprint(node).inside
            case _:
                continue


# ---------------------------------------------------------------------------------------- a deal to several players


def _deals_again(edition: Edition, first: rulebook.Phase) -> tuple[Span, str] | None:
    """The effect of a phase that deals to several players, if that cannot be intended in every turn; with the words about it."""
    book = edition.book
    rules = [first.automatic] if first.automatic is not None else [a.do for a in first.actions.values()]
    if max(book.players) < 2 or not rules:
        return None
    found = [_deal(book, effects) for effects in rules]
    deal = found[0]
    if deal is None or any(each is None for each in found):
        return None
    within = [effect for effects in rules for effect in all_effects(book, effects)]
    collected = any(_brings_back(effect, deal) for effect in within)
    comes_back = any(_brings_back(node, deal) for node in edition.nodes)
    leads_here = any(_goes(node, first) for node in edition.nodes)
    if collected or leads_here or (not comes_back and not _one(deal)):
        return deal.span, "deals to several players, in every turn"
    return None


def _deal(book: rulebook.Rulebook, effects: rulebook.Effects) -> rulebook.Move | None:
    """The first unconditional effect that gives pieces to one player after another; None if there is none."""
    given: dict[str, str] = {}
    for effect in _certain(book, effects):
        match effect:
            case rulebook.For(clause=clause, do=do) if clause.if_ is None and _everybody(clause.domain):
                for inner in _certain(book, do):
                    if isinstance(inner, rulebook.Move) and _is_given(book, inner, clause.name.text):
                        return inner
            case rulebook.Move(to=syntax.Attribute(of=owner, name=zone)) if _is_given(book, effect, ""):
                if given.setdefault(zone, owner.span.text) != owner.span.text:
                    return effect
            case _:
                continue
    return None


def _certain(book: rulebook.Rulebook, effects: rulebook.Effects) -> Iterator[rulebook.AnyEffect]:
    """The effects of a list that have no condition, and those of the steps that they run."""
    for effect in effects:
        yield effect
        if isinstance(effect, rulebook.RunStep) and effect.step in book.steps:
            yield from book.steps[effect.step].do


def _everybody(domain: syntax.Domain) -> bool:
    match domain:
        case syntax.Name(text="players"):
            return True
        case syntax.Call(function=syntax.Name(text="clockwise")):
            return True
        case _:
            return False


def _is_given(book: rulebook.Rulebook, effect: rulebook.Move, player: str) -> bool:
    """Whether a number of pieces is moved to a zone of a player: of the one bound to this name, or of any."""
    match effect.to:
        case syntax.Attribute(of=owner, name=zone) if zone in book.zones:
            return isinstance(effect.moved, syntax.MovedCount) and player in ("", owner.span.text)
        case _:
            return False


def _brings_back(node: object, deal: rulebook.Move) -> bool:
    """Whether an effect moves pieces back to the zone from which they are dealt."""
    if not isinstance(node, EFFECTS):
        return False
    found, source = footprint(node), deal.source
    here = found.to is not None and source is not None and found.to.span.text == source.span.text
    return found.brings_back or here


def _one(deal: rulebook.Move) -> bool:
    return isinstance(deal.moved, syntax.MovedCount) and deal.moved.count.span.text == "1"
