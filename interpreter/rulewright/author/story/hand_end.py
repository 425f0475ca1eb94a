"""The end of a hand within a step that also deals the next one: the position before the next deal begins.

    hand_end(game, tip)             HandEnd(happenings=4, cells=...); None if the step did not end a hand
    final_position(game, tip)       its cells: all hands lie on the table, and what was won is paid
    in_two(game, tip)               the step up to there, and the rest of it, as two steps

A hand ends in a step that deals again: cards are drawn to the places of several players, or their dice are rolled, after
something visible has left its place. If pieces were shown, the hand ends before they are gathered; otherwise it
ends when the last rule before the deal has paid the winners. Stakes that several players pay, and variables that are
reset, belong to the next deal.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from rulewright.author.story.variables import in_sight, points_of
from rulewright.evaluate.tracing.snapshots import Moment, Moments
from rulewright.game.game import Game
from rulewright.game.history.record_chance import replayed
from rulewright.game.history.steps import Step
from rulewright.game.knowledge.score_changes import standings
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group
from rulewright.runtime.executor import Event, Position
from rulewright.source.dataclass import dataclass

OPENS = ("placed", "turned_over", "turned", "rolled")
FEWEST_STAKES = 2
"""Points that at least this many players pay at once are stakes of the next deal; those of a single player are the cost of the hand."""


@dataclass(frozen=True, slots=True)
class HandEnd:
    """The position in which a hand ended, and how many of the step's events led to it."""

    happenings: int
    cells: array[int]


def final_position(game: Game, tip: Step) -> array[int] | None:
    """The last position of the hand that a step ended, with everything that was shown on the table; None if no hand ended."""
    end = hand_end(game, tip)
    return end.cells if end is not None else None


def in_two(game: Game, tip: Step) -> tuple[Step, Step] | None:
    """The step split into the end of a hand and the next deal, which is no player's move; None if no hand ended."""
    end = hand_end(game, tip)
    if end is None:
        return None
    played = replace(tip.details, happenings=tip.happenings[: end.happenings])
    dealt = replace(tip.details, text="", name="", secret=False, happenings=tip.happenings[end.happenings :])
    first = Step(tip.before, tip.player, tip.choice, played, end.cells, tip.luck, tip.masked)
    return first, Step(first, -1, None, dealt, tip.cells, tip.luck, tip.masked)


def hand_end(game: Game, tip: Step) -> HandEnd | None:
    """Where in a step a hand ended; None if it did not, or if events of the step are hidden."""
    if tip.before is None or tip.choice is None or tip.masked or not _may_deal(tip):
        return None
    by_chance = [happening.to(None) for happening in tip.happenings if happening.is_chance]
    position = Position(tip.before.cells[:], tip.before.luck.copy())
    events, moments = _moments(game.program).of(position, tip.choice, replayed(game.wording, by_chance))
    deal = _deal(game, events)
    if deal is None or len(events) != len(tip.happenings):
        return None
    found = _last_of_hand(game, events, moments, deal)
    if found is None or found.cells == tip.before.cells:
        return None
    gone = any(_hides(game, event) for event in events[found.events :])
    return HandEnd(found.events, found.cells) if gone else None


def _may_deal(tip: Step) -> bool:
    """Whether the step has events of chance and moves pieces to more than one place: a quick test before the slow one."""
    told = [happening.whole for happening in tip.happenings if happening.whole is not None]
    reached = {str(each.get("to") or each.get("at")) for each in told if "to" in each or "rolled" in each}
    return len(reached) > 1 and any(happening.is_chance for happening in tip.happenings)


def _last_of_hand(game: Game, events: Sequence[Event], moments: Sequence[Moment], deal: int) -> Moment | None:
    """The last moment of the hand: before shown pieces are gathered, or, if none were shown, after the winners are paid."""
    shown = max((number for number in range(deal) if _opens(game, events[number])), default=-1)
    begun = shown if shown >= 0 else _last_rule(events, deal)
    gathered = next(
        (n for n in range(begun + 1, deal) if _hides(game, events[n])), deal if shown >= 0 else None
    )
    if gathered is None:
        return None
    last = max((n for n, each in enumerate(moments) if each.events <= gathered), default=None)
    if last is None:
        return None
    if shown < 0:
        last = _after_pay(game, events, moments, last, deal)
    return moments[_before_deal(game, moments, last, begun)]


@lru_cache(maxsize=8)
def _moments(program: ir.Program) -> Moments:
    return Moments(program)


def _last_rule(events: Sequence[Event], deal: int) -> int:
    """The index of the last rule or beginning of a turn before a deal; -1 if all events before it are those of the move."""
    return max((n for n in range(deal) if events[n].what in ("rule", "turn")), default=-1)


def _after_pay(game: Game, events: Sequence[Event], moments: Sequence[Moment], last: int, deal: int) -> int:
    """The moment before pieces are gathered after the last payment before the deal; `last` if no payment comes after it."""
    before_deal = [n for n in range(last, len(moments)) if moments[n].events <= deal]
    paid = [
        after for n, after in pairwise(before_deal) if _Change(game, moments[n], moments[after]).gained
    ]  # fmt: skip
    if not paid:
        return last
    gathered = (n for n in range(moments[paid[-1]].events, deal) if _hides(game, events[n]))
    upto = next(gathered, None)
    if upto is None:
        return last
    return max(n for n in before_deal if moments[n].events <= upto)


def _before_deal(game: Game, moments: Sequence[Moment], last: int, begun: int) -> int:
    """The moment before the stakes and resets that come immediately before the cards are gathered."""
    place, best, payers = last, last, 0
    while place > 0 and moments[place - 1].events > begun:
        change = _Change(game, moments[place - 1], moments[place])
        if (
            moments[place - 1].events != moments[last].events
            or change.gained
            or (change.set and not change.lost)
        ):
            break
        payers += change.lost
        place -= 1
        if payers == 0 or payers >= FEWEST_STAKES:
            best = place
    return best


class _Change:
    """The difference between two moments: whether points rose, for how many players they fell, and whether a visible variable of a
    player was set to something other than its initial value."""

    def __init__(self, game: Game, before: Moment, after: Moment) -> None:
        self.gained, self.lost, self.set = False, 0, False
        changed = [
            n for n, (was, now) in enumerate(zip(before.cells, after.cells, strict=True)) if was != now
        ]
        if not changed:
            return
        was, now = standings(game, before.cells), standings(game, after.cells)
        if was is not None and now is not None:
            self.gained = any(new > old for old, new in zip(was, now, strict=True))
            self.lost = sum(new < old for old, new in zip(was, now, strict=True))
        self.set = any(
            group.offset <= n < group.offset + group.size and after.cells[n] != group.start
            for group in _owned(game)
            for n in changed
        )


def _owned(game: Game) -> list[Group]:
    """The visible variables of players or teams, except that of their points."""
    program = game.program
    shown = in_sight(program) - {points_of(program)}
    return [group for group in program.layout.groups.values() if group.axes and group.name in shown]


def _deal(game: Game, events: Sequence[Event]) -> int | None:
    """The index of the first event of a deal, which gives pieces to several players; None if there is no deal."""
    dealt = [(number, owner) for number, event in enumerate(events) for owner in _dealt_to(game, event)]
    owners = {owner for _, owner in dealt}
    return dealt[0][0] if len(owners) >= min(2, game.num_players) and owners else None


def _dealt_to(game: Game, event: Event) -> set[tuple[int, bool]]:
    """The owners of the places that pieces reach by chance, or from a pile that nobody looks into."""
    if event.what not in ("drawn", "rolled", "moved"):
        return set()
    places = game.program.layout.kinds[event.kind].places
    if event.what == "moved" and places[event.places[0]].seen_by != "nobody":
        return set()
    reached = event.places if event.what == "rolled" else event.places[-1:]
    infos = [places[code] for code in reached]
    return {(info.owner, info.owner_is_team) for info in infos if info.owner is not None}


def _opens(game: Game, event: Event) -> bool:
    """Whether an event made something visible to a player."""
    before, after = _viewers(game, event)
    return bool(after & ~before) or event.what in OPENS


def _hides(game: Game, event: Event) -> bool:
    """Whether an event took something visible out of a player's sight."""
    before, after = _viewers(game, event)
    return bool(before & ~after) or event.what == "removed"


def _viewers(game: Game, event: Event) -> tuple[int, int]:
    """The players who see a piece before and after it moves, as bit sets; none for other events."""
    if event.what not in ("moved", "drawn"):
        return 0, 0
    before, after = (game.sight.viewers(event.kind, code) for code in (event.places[0], event.places[-1]))
    return before, after
