"""Legal moves as bits, and conditions on all values at once: where they must refuse, and that it shows in games when they do not.

    pass              refuses                                           a rulebook that needs it
    masks, values     two things chosen; values with gaps               two slots; the directions of a hexagon
    masks             what is asked behind what can fail                a division that fails at a slot which is asked away behind it
    masks             what hangs on `let`; `let` that can fail          `let: {z: at.n * 2}`; `let: {z: 12 div (at.n - 3)}`
    vectors           numbers for truths; what fails wherever asked     `may(at)`; `held(at) != 12 div x` behind another condition
    vectors           another cell than the value's; two indices        `p.left.mark`; `p.seen(me)`
    vectors           other than + and -; sums too large                `at.n * 2`; `at.n + huge`
    bitsets           a condition on no value that fails                `12 div x` behind another condition
    bitsets           an owner that hangs on the value                  `at.owner == (me if at.row == 2 else me.opponent)`
    necessary         steps of different widths                         `step(at, way).owner` on a hexagon
    necessary         arguments that can fail                           `fits(at, 12 div (at.n - 3))`

Not here: values that may be none (`vectors`, `bitsets`).  The checker has them tested before they are used, and what is worked out of
none then counts nowhere; so no rulebook can tell whether that is refused.
"""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from rulewright.native.choices import masks, prefilter
from rulewright.native.expressions import vectors
from rulewright.native.llvm import bitsets
from tests.native.refusals import Applied, Refusal, shown, shown_without, text_of, text_without
from tests.native.refused_books import HEXAGON, board, seats, slots

FAILS_AT_C = "12 div (at.n - 3) > -9"
GUARDED = "at != c and 12 div (at.n - 3) < 99"
"""It fails nowhere, but the checker cannot know that; so it is asked in its place."""

REFUSALS = [
    Refusal("two things chosen", masks.maskable, "len(action.parameters) != 1", "False",
            slots(choose="at: Slot, to: 1..3")),
    Refusal("a gap among values", vectors.values_of,
            "if numbers == list(range(numbers[0], numbers[0] + len(numbers)))", "if True", HEXAGON),
    Refusal("behind what can fail", masks._all_at_once, "mine = not blocked and", "mine =",
            slots(FAILS_AT_C, GUARDED)),
    Refusal("whether it can fail", masks._may_fail, "return can_fail(e, ask)", "return False",
            slots(FAILS_AT_C, GUARDED)),
    Refusal("what hangs on let", masks._all_at_once, "and not any(depends(condition, slot) for slot in lets)", "",
            slots("z > 4", let="z: at.n * 2")),
    Refusal("behind let that can fail", masks._all_at_once, "not _lets_may_fail(e, action, values)", "True",
            slots(GUARDED, let="z: 12 div (at.n - 3)")),
    Refusal("let that can fail", masks.mask, "or any(let.level == 1 for let in action.lets)", "",
            slots(let="z: 12 div (at.n - 3)")),
    Refusal("numbers for truths", vectors.bits_where, 'or not held.bits.type.endswith("x i1>")', "",
            slots("may(at)")),
    Refusal("what fails wherever it is asked", vectors._splat, "e.failing != before or", "",
            slots("held(at) != 0 and held(at) != 12 div x", do="{set: held(at), to: 1 if x == 3 else 0}")),
    Refusal("another cell", vectors._cell, "or not _is_value(node.indices[0], over)", "",
            seats("p.left.mark == x mod 2")),
    Refusal("two indices", vectors._cell, "len(node.indices) != 1 or not", "not", seats("p.seen(me) == x mod 2")),
    Refusal("a product", vectors._arithmetic, 'or node.sign not in ("+", "-")', "", slots("at.n * 2 > 6")),
    Refusal("a sum too large", vectors._arithmetic, "low < LOWEST or high > HIGHEST", "False",
            slots("at.n + huge > 0", do="{set: huge, to: 2147483641 + x}")),
    Refusal("what fails for no value in particular", bitsets._all_or_none, "e.failing != before or", "",
            slots("held(at) != 0 and 12 div x > 3", do="{set: held(at), to: 1 if x == 3 else 0}")),
    Refusal("an owner that hangs on the value", bitsets._compared, "and not depends( right, over.slot )", "",
            board("at.owner == (me if at.row == 2 else me.opponent)", free=False)),
    Refusal("steps of different widths", prefilter._stepped, "if len(by) != 1:", "if not by:",
            board("step(at, southeast).owner == me.opponent and 12 div (x + 1) > 0", shape="hexagon: 3",
                  setup="{place: disc, of: red, to: field.center}")),
    Refusal("an argument that can fail", prefilter._needed,
            "any(_may_fail(e, argument, over) for argument in node.arguments)", "False",
            slots("fits(at, 12 div (at.n - 3))")),
]  # fmt: skip

APPLIED = [
    Applied("masks", masks, "maskable", None, slots()),
    Applied("vectors", vectors, "bits_where", None, slots("held(at) == 0")),
    Applied("bitsets", bitsets, "set_where", None, board()),
    Applied("necessary", prefilter, "necessary", None, slots("fits(at, at.n)", GUARDED)),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_a_refusal_keeps_games_the_same_and_is_missed_when_it_is_off(refusal: Refusal) -> None:
    assert shown(refusal.book) == ""
    assert shown_without(refusal) != ""


@pytest.mark.parametrize("applied", APPLIED, ids=str)
def test_where_nothing_has_to_be_refused_the_pass_writes_the_code(applied: Applied) -> None:
    assert text_of(applied.book) != text_without(applied)
    assert shown(applied.book) == ""


def test_choices_are_bits_only_where_one_value_is_chosen() -> None:
    assert '@"mask.take"' in text_of(slots())
    assert '@"mask.take"' not in text_of(slots(choose="at: Slot, to: 1..3"))
    assert '@"mask.go"' not in text_of(HEXAGON)
