"""How a hand ended that was followed by the next one in the same step: the position before its cards or dice were gathered.

    final_position(game, tip)       the cells when all hands lay on the table; None if the step did not end a hand

A hand ends in a step that deals anew: cards are drawn to the places of several players, or their dice are rolled, after
something that somebody saw has left its place.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from rulewright.evaluate.moments import Moment, Moments
from rulewright.game.game import Game
from rulewright.game.history import Step
from rulewright.game.record_chance import replayed
from rulewright.ir import nodes as ir
from rulewright.runtime.executor import Event, Position

OPENS = ("placed", "turned_over", "turned", "rolled")


def final_position(game: Game, tip: Step) -> array[int] | None:
    """The last position of the hand that a step ended, in which all that it showed lies on the table."""
    if tip.before is None or tip.choice is None or tip.masked:
        return None
    by_chance = [happening.to(None) for happening in tip.happenings if happening.is_chance]
    if not by_chance:
        return None
    position = Position(tip.before.cells[:], tip.before.luck.copy())
    events, moments = _moments(game.program).of(position, tip.choice, replayed(game.wording, by_chance))
    deal = _deal(game, events)
    if deal is None:
        return None
    shown = max((number for number in range(deal) if _opens(game, events[number])), default=-1)
    found = next(
        (each for each in moments if shown < each.events <= deal and _ends(game, events, each, shown)), None
    )
    gone = found is not None and any(_hides(game, event) for event in events[found.events :])
    return found.cells if found is not None and gone and found.cells != tip.before.cells else None


@lru_cache(maxsize=8)
def _moments(program: ir.Program) -> Moments:
    return Moments(program)


def _ends(game: Game, events: Sequence[Event], moment: Moment, shown: int) -> bool:
    """Whether a hand may be over at a moment: something was shown, or the next thing is that pieces are gathered."""
    return shown >= 0 or _hides(game, events[moment.events])


def _deal(game: Game, events: Sequence[Event]) -> int | None:
    """The first event of a deal: of pieces that come to the places of several players."""
    dealt = [(number, owner) for number, event in enumerate(events) for owner in _dealt_to(game, event)]
    owners = {owner for _, owner in dealt}
    return dealt[0][0] if len(owners) >= min(2, game.num_players) and owners else None


def _dealt_to(game: Game, event: Event) -> set[tuple[int, bool]]:
    """The owners of the places that pieces come to by chance, or from a pile that nobody looks into."""
    if event.what not in ("drawn", "rolled", "moved"):
        return set()
    places = game.program.layout.kinds[event.kind].places
    if event.what == "moved" and places[event.places[0]].seen_by != "nobody":
        return set()
    reached = event.places if event.what == "rolled" else event.places[-1:]
    infos = [places[code] for code in reached]
    return {(info.owner, info.owner_is_team) for info in infos if info.owner is not None}


def _opens(game: Game, event: Event) -> bool:
    """Whether an event showed somebody something."""
    if event.what in ("moved", "drawn"):
        before, after = (game.sight.viewers(event.kind, code) for code in (event.places[0], event.places[-1]))
        return bool(after & ~before)
    return event.what in OPENS


def _hides(game: Game, event: Event) -> bool:
    """Whether something that somebody saw has left its place."""
    if event.what in ("moved", "drawn"):
        before, after = (game.sight.viewers(event.kind, code) for code in (event.places[0], event.places[-1]))
        return bool(before & ~after)
    return event.what == "removed"
