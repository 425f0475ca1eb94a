"""Why a rule was never used, by what was counted around it.

    "`dig` was possible in 0 of 400 cases: `not_yet_rich` refused it 400 of 400 times."

It says what happened in the games that were played, and not what can happen: a proof that a condition can never hold is a mistake,
which `validate` reports.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.author.coverage.places import Place, Seen
from rulewright.author.coverage.report import Covered, reason, times
from rulewright.problems.quoting import counted

_ACTS = ("action", "condition")


def reasons(missing: Covered, places: Sequence[Covered], games: int) -> Iterator[str]:
    """The sentences about a place that was not used in some games."""
    place, seen = missing.place, missing.seen
    yield f"`{place.name}`: {reason(place, seen)}, in {counted(games, 'game')} between players who choose at random."
    if _is_settled(seen) and place.both_ways:
        yield (
            "The options and the number of players decide it, so no game at this table can show the other case. "
            "Choose another value for an option that it names, or other players."
        )
        return
    yield from _around(place, {each.place.key: each for each in places})
    if place.sort in _ACTS:
        yield from _of_action(place, places)
    yield from _parts(place, places)
    if missing.holds_back:
        yield f"So {counted(missing.holds_back, 'place')} inside it {'was' if missing.holds_back == 1 else 'were'} not reached either."
    yield "Write an example that reaches it, or simulate with better players (`rulewright simulate --bots`): at random it may be rare."


def _is_settled(seen: Seen) -> bool:
    return seen.could_no != seen.could_yes


def _around(place: Place, by_key: dict[object, Covered]) -> Iterator[str]:
    """The nearest part around a place that play did not reach."""
    around = by_key.get(place.within) if place.within is not None else None
    if around is None:
        return
    no, yes = around.seen[:2]
    if not no + yes:
        yield f"It is a part of `{around.place.name}`, which was never reached."
    elif place.branch is True and not yes:
        yield f"It is done only if `{_text(around.place)}` holds, which it never did ({times(no)} asked)."
    elif place.branch is False and not no:
        yield f"It is done only if `{_text(around.place)}` does not hold, and it always did ({times(yes)} asked)."


def _of_action(place: Place, places: Sequence[Covered]) -> Iterator[str]:
    """How often each condition of an action refused it; for a condition, those that are asked before it."""
    action, _, own = place.path.partition(".when.")
    for each in places:
        if each.place.sort != "condition" or not each.place.path.startswith(f"{action}.when."):
            continue
        if own and each.place.span.start >= place.span.start:
            break
        no, yes = each.seen[:2]
        name = each.place.path.removeprefix(f"{action}.when.")
        if no:
            always = " (it refused each time)" if not yes else ""
            yield f"`{name}` refused it {no:,} of {times(no + yes)}{always}."


def _parts(place: Place, places: Sequence[Covered]) -> Iterator[str]:
    """How often each part of an `and` or `or` held."""
    for each in places:
        if each.place.within == place.key and each.place.sort == "operand":
            no, yes = each.seen[:2]
            held = f"held {yes:,} of {times(no + yes)}" if no + yes else "was never asked"
            yield f"Its part `{_text(each.place)}` {held}."


def _text(place: Place) -> str:
    return " ".join(place.span.text.split())
