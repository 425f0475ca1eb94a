"""Legal moves as bits, and conditions on all values at once: where they must refuse, and that it shows in games when they do not.

    pass              refuses                                           a rulebook that needs it
    masks, values     two things chosen; values with gaps               two slots; the directions of a hexagon
    masks             what is asked behind what can fail                a division that fails at a slot which is asked away behind it
    masks             what hangs on `let`; `let` that can fail          `let: {z: at.n * 2}`; `let: {z: 12 div (at.n - 3)}`
    vectors           numbers for truths; what fails wherever asked     `may(at)`; `held(at) != 12 div x` behind another condition
    vectors           another cell than the value's; two indices        `p.left.mark`; `p.seen(p)`
    vectors           other than + and -; sums too large                `held(at) * 2`; `at.n + huge`
    bitsets           a condition on no value that fails                `12 div x` behind another condition
    bitsets           an owner that hangs on the value                  `at.owner == (me if at.row == 2 else me.opponent)`
    bitsets           neighbours of which more is asked                 `any(u.owner == (me if at.row == 2 else ...) for u in neighbours(at))`
    necessary         arguments that can fail                           `fits(at, 12 div (at.n - 3))`

Not here: values that may be none (`vectors`, `bitsets`).  The checker has them tested before they are used, and what is worked out of
none then counts nowhere; so no rulebook can tell whether that is refused.
"""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from tests.native.passes.guarded_books import HEXAGON, board, seats, slots
from tests.native.passes.guards import Guarded, Unused, shown, shown_without, text_of, text_without

FAILS_AT_C = "12 div (at.n - 3) > -9"
GUARDED = "at != c and 12 div (at.n - 3) < 99"
"""It fails nowhere, but the checker cannot know that; so it is asked in its place."""

GUARDS = [
    Guarded("two things chosen", "one_parameter",
            slots(choose="at: Slot, to: 1..3")),
    Guarded("a gap among values", "without_gaps", HEXAGON),
    Guarded("behind what can fail", "not_blocked",
            slots(FAILS_AT_C, GUARDED)),
    Guarded("whether it can fail", "condition_cannot_fail",
            slots(FAILS_AT_C, GUARDED)),
    Guarded("what hangs on let", "names_no_let",
            slots("z > 4", let="z: at.n * 2")),
    Guarded("behind let that can fail", "lets_cannot_fail",
            slots(GUARDED, let="z: 12 div (at.n - 3)")),
    Guarded("let that can fail", "binds_nothing",
            slots(let="z: 12 div (at.n - 3)")),
    Guarded("numbers for truths", "are_truths",
            slots("may(at)")),
    Guarded("what fails wherever it is asked", "vector_cannot_fail",
            slots("held(at) != 0 and held(at) != 12 div x", do="{set: held(at), to: 1 if x == 3 else 0}")),
    Guarded("another cell", "value_is_index",
            seats("p.left.mark == x mod 2")),
    Guarded("two indices", "only_index", seats("p.seen(p) == x mod 2")),
    Guarded("neighbours of more than the space", "same_for_all",
            board("any(u.owner == (me if at.row == 2 else me.opponent) for u in neighbours(at))")),
    Guarded("a product", "is_sum", slots("held(at) * 2 < 3", do="{set: held(at), to: x}")),
    Guarded("a sum too large", "fits",
            slots("at.n + huge > 0", do="{set: huge, to: 2147483641 + x}")),
    Guarded("what fails for no value in particular", "truth_cannot_fail",
            slots("held(at) != 0 and 12 div x > 3", do="{set: held(at), to: 1 if x == 3 else 0}")),
    Guarded("an owner that hangs on the value", "same_owner",
            board("at.owner == (me if at.row == 2 else me.opponent)", free=False)),
    Guarded("an argument that can fail", "arguments_cannot_fail",
            slots("fits(at, 12 div (at.n - 3))")),
]  # fmt: skip

PASSES = [
    Unused("masks", slots()),
    Unused("vectors", slots("held(at) == 0")),
    Unused("bitsets", board()),
    Unused("steps", board("any(u.empty for u in neighbours(at))")),
    Unused("prefilter", slots("fits(at, at.n)", GUARDED)),
]


@pytest.mark.parametrize("guarded", GUARDS, ids=str)
def test_a_guard_keeps_games_the_same_and_without_it_they_differ(guarded: Guarded) -> None:
    assert shown(guarded.book) == ""
    assert shown_without(guarded) != ""


@pytest.mark.parametrize("unused", PASSES, ids=str)
def test_a_pass_is_used_where_its_guards_allow_it(unused: Unused) -> None:
    assert text_of(unused.book) != text_without(unused)
    assert shown(unused.book) == ""


def test_choices_are_bits_only_where_one_value_is_chosen() -> None:
    assert '@"mask.take"' in text_of(slots())
    assert '@"mask.take"' not in text_of(slots(choose="at: Slot, to: 1..3"))
    assert '@"mask.go"' not in text_of(HEXAGON)
