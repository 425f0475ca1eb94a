"""Resampling: a state that a player cannot tell from the real one, in which everything hidden is dealt again.

    sample = state.resample(player=0, seed=7)        looks the same to player 0; the other hands are dealt again

Nothing hidden is read: the new deal depends only on what the player sees and knows and on the seed, so it is the same
in states that this player cannot tell apart.  The number of pieces at a hidden place, and of those that show a face,
are visible to everybody and do not change.  A deal that breaks an invariant, or leaves the player to act without a
move, is rejected and another one tried.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from rulewright.game.history.steps import Step
from rulewright.game.knowledge.tracked_pieces import Known
from rulewright.game.knowledge.visibility import Sight
from rulewright.ir.layout import CURRENT, Group, KindLayout
from rulewright.runtime.executor import Choice, Executor, Luck
from rulewright.runtime.failures import RuleFailure

TRIES = 100
WIDEST = 10_000
"""A hidden variable with a range wider than this keeps its start value, since a guess would hardly ever be right."""


def resampled_way(executor: Executor, sight: Sight, tip: Step, player: int, seed: int) -> Step:
    """A step with new cells that look the same to the player, after the history as this player saw it. The other
    players know only what the visible cells imply."""
    before = tip.masked_for(sight, player)
    known = tip.known[player] if tip.known else Known()
    cells = resampled(executor, sight, tip.cells, known, player, seed)
    everyone = tuple(
        known.copy() if other == player else Known(
            {kind: {} for kind in known.pieces}, {kind: {} for kind in known.looks}, set(sight.hidden_cells(other))
        )
        for other in range(sight.program.players)
    )  # fmt: skip
    return Step(
        before.before, before.player, before.choice, replace(before.details, known=everyone if tip.known else ()),
        cells, Luck(seed, list(tip.luck.turns)), masked=True,
    )  # fmt: skip


def resampled(
    executor: Executor, sight: Sight, cells: Sequence[int], known: Known, player: int, seed: int
) -> array[int]:
    """New cells that look the same to the player; the last deal tried if none is sound."""
    legal = executor.legal(array("i", cells)) if cells[CURRENT] == player else None
    return dealt(executor, sight, cells, known, player, seed, legal)[0]


def dealt(
    executor: Executor,
    sight: Sight,
    cells: Sequence[int],
    known: Known,
    player: int,
    seed: int,
    legal: Sequence[Choice] | None,
) -> tuple[array[int], bool]:
    """The same for a player to act whose legal choices are given, so that many deals need not list them; and whether the deal is sound, with just these."""
    random = Random(f"resample {player} {seed}")
    deal = array("i", cells)
    for _ in range(TRIES):
        deal = _deal(sight, cells, known, player, random)
        if _is_sound(executor, deal, legal):
            return deal, True
    return deal, False


def _is_sound(executor: Executor, cells: array[int], legal: Sequence[Choice] | None) -> bool:
    try:
        if any(not executor.value(cells, invariant.asked, 0) for invariant in executor.program.invariants):
            return False
        choices = executor.legal(cells)
    except RuleFailure:
        return False
    if legal is not None:
        return choices == legal
    return bool(choices) or cells[CURRENT] < 0


def _deal(sight: Sight, cells: Sequence[int], known: Known, player: int, random: Random) -> array[int]:
    new = array("i", cells)
    layout = sight.program.layout
    for group in layout.groups.values():
        _deal_variable(sight, new, group, known, player, random)
    for kind in layout.kinds.values():
        hidden = sight.hidden_places(kind, player)
        if not hidden:
            continue
        held = {code: kind.held_at(cells, code) for code in hidden}
        showing = {code: sight.showing(cells, kind, code) for code in hidden}
        if kind.identical:
            _deal_identical(new, cells, kind, known, held, showing, random)
        else:
            _deal_distinct(new, cells, kind, known, held, showing, random)
    return new


def _deal_variable(
    sight: Sight, new: array[int], group: Group, known: Known, player: int, random: Random
) -> None:
    for index in range(group.size):
        if sight.cell(group, index, player):
            continue
        cell = group.offset + index
        if cell not in known.written or group.high - group.low > WIDEST:
            new[cell] = group.start
            continue
        drawn = random.randint(group.low, group.high)
        new[cell] = (
            group.none if group.optional and random.randrange(group.high - group.low + 2) == 0 else drawn
        )


def _deal_identical(
    new: array[int],
    cells: Sequence[int],
    kind: KindLayout,
    known: Known,
    held: dict[int, int],
    showing: dict[int, int],
    random: Random,
) -> None:
    """Deal identical pieces to the hidden places: owners from the pieces that are not visible, then faces as if just rolled."""
    faces = kind.faces + 1
    each = kind.pieces // kind.owners
    left = [each] * kind.owners
    for code in range(len(kind.places)):
        if code not in held:
            for look in range(kind.looks):
                left[look // faces] -= cells[kind.counts + code * kind.looks + look]
    known_looks = {number: n for number, n in known.looks[kind.name].items() if number // kind.looks in held}
    known_at = dict.fromkeys(held, 0)
    for number, n in known_looks.items():
        left[number % kind.looks // faces] -= n
        known_at[number // kind.looks] += n
    pool = [owner for owner, n in enumerate(left) for _ in range(n)]
    random.shuffle(pool)
    for code in sorted(held):
        base = kind.counts + code * kind.looks
        looks = [number - code * kind.looks for number, n in sorted(known_looks.items())
                 if number // kind.looks == code for _ in range(n)]  # fmt: skip
        blank = [look // faces for look in looks] + [pool.pop() for _ in range(held[code] - known_at[code])]
        new[base : base + kind.looks] = array("i", [0] * kind.looks)
        random.shuffle(blank)
        for position, owner in enumerate(blank):
            face = random.randint(1, kind.faces) if position < showing[code] else 0
            new[base + owner * faces + face] += 1


def _deal_distinct(
    new: array[int],
    cells: Sequence[int],
    kind: KindLayout,
    known: Known,
    held: dict[int, int],
    showing: dict[int, int],
    random: Random,
) -> None:
    """Deal pieces with identity: known pieces stay, the others are dealt to the hidden places, with new orders and faces."""
    hidden = [piece for piece in range(kind.pieces) if cells[kind.where + piece] in held]
    sure = {piece: at for piece, at in known.pieces[kind.name].items() if at[0] in held}
    pool = [piece for piece in hidden if piece not in sure]
    random.shuffle(pool)
    for code in sorted(held):
        here = [piece for piece in sorted(sure) if sure[piece][0] == code]
        here.extend(pool.pop() for _ in range(held[code] - len(here)))
        random.shuffle(here)
        for piece in here:
            new[kind.where + piece] = code
        if code in kind.order:
            start, size = kind.order[code], kind.places[code].size
            new[start : start + size] = array("i", [piece + 1 for piece in here] + [0] * (size - len(here)))
        if kind.face >= 0:
            _deal_faces(new, kind, here, sure, showing[code], random)


def _deal_faces(
    new: array[int],
    kind: KindLayout,
    here: list[int],
    sure: dict[int, tuple[int, int]],
    showing: int,
    random: Random,
) -> None:
    blank = [piece for piece in here if sure.get(piece, (0, -1))[1] == 0]
    for piece in blank:
        new[kind.face + piece] = 0
    others = [piece for piece in here if piece not in blank]
    for position, piece in enumerate(others):
        new[kind.face + piece] = random.randint(1, kind.faces) if position < showing else 0
