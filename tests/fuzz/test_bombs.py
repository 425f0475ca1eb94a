"""No file, however mean, takes all memory or all time: it is refused, fails at its place in play, or is handled.

Nothing is timed here, as machines differ and are shared; a bomb that goes off runs into bounds that are far beyond what is
promised. `tests/benchmarks/bombs.py` prints what each one takes.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import rulewright as rw
from rulewright.problems import limits
from rulewright.runtime.failures import RuleFailure
from tests.fuzz.bombs import BOMBS, book, lines, turn
from tests.fuzz.going_off import ROOM

GROUPS = 12
"""How many processes share the bombs: each of them takes a second or two to begin."""
NAMES = list(BOMBS)


@pytest.mark.parametrize("group", range(GROUPS))
def test_no_bomb_goes_off(group: int) -> None:
    names = NAMES[group::GROUPS]
    command = [sys.executable, "-m", "tests.fuzz.going_off", *names]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    told = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [each["bomb"] for each in told] == names, (
        names[len(told) :][:1],
        ended.returncode,
        ended.stderr[-2000:],
    )
    assert sum(each["megabytes"] for each in told) < ROOM


def problems(**parts: str) -> list[tuple[str, str]]:
    return [(problem.code, problem.severity) for problem in rw.check_text(book(**parts))]


def test_no_more_problems_are_looked_for_than_anybody_reads() -> None:
    found = rw.check_text(book(define=lines([f"d{n}: 1 +" for n in range(2_000)])))
    assert len(found) == limits.MOST_PROBLEMS + 1
    assert [problem.code for problem in found].count("too-large") == 1
    with pytest.raises(rw.RulebookError) as refused:
        rw.load_text(book(define=lines([f"d{n}: 1 +" for n in range(2_000)])))
    assert len(refused.value.problems) == limits.MOST_PROBLEMS + 1


def test_expressions_are_bounded_together() -> None:
    many = [f"d{n}: max({'1, ' * 3_000}{n})" for n in range(limits.MOST_WRITTEN // 9_000 + 2)]
    (found,) = rw.check_text(book(define=lines(many)))
    assert found.code == "too-large"
    assert found.line == many.index(many[-2]) + book().count("\n") + 2, "the first that is too much"


def test_all_kinds_of_pieces_are_bounded_together() -> None:
    kinds = [f"k{n}: {{one_per: {{a: 1..10000}}}}" for n in range(6)]
    zones = [f"z{n}: {{holds: k{n}, start: all}}" for n in range(6)]
    assert ("too-many", "error") in problems(pieces=lines(kinds), zones=lines(zones))
    assert ("too-many", "error") not in problems(pieces=lines(kinds[:5]), zones=lines(zones[:5]))


def test_all_variables_and_tables_are_bounded_together() -> None:
    tables = [f"t{n}: {{of: 1..10000, rows: {{otherwise: 1}}}}" for n in range(51)]
    assert ("too-many", "error") in problems(tables=lines(tables))
    assert ("too-many", "error") not in problems(tables=lines(tables[:50]))


def test_variants_and_options_that_nobody_waits_for_are_left_out_and_told() -> None:
    options = lines([f"o{n}: {{type: bool, default: false}}" for n in range(300)])
    variants = lines([f"v{n}: {{add: {{define: {{e{n}: {n}}}}}}}" for n in range(300)])
    told = [p for p in rw.check_text(book(options=options, variants=variants)) if p.code == "too-large"]
    assert [problem.severity for problem in told] == ["warning"]
    assert "variants" in told[0].message
    assert "tables" in told[0].message
    few = rw.check_text(book(options=lines(["o: {type: bool, default: false}"])))
    assert [problem for problem in few if problem.code == "too-large"] == []


DOUBLING = lines(
    [
        "d0: {of: {a: 0..1000000}, is: (a + v) mod 7}",
        *(
            f"d{n}: {{of: {{a: 0..1000000}}, is: (d{n - 1}(a * 2 mod 999983) + d{n - 1}((a * 2 + 1) mod 999983)) mod 7}}"
            for n in range(1, 60)
        ),
    ]
)


@pytest.mark.parametrize(
    ("define", "effect", "words"),
    [
        (DOUBLING, "{set: v, to: d59(1)}", "value was not found"),
        (
            "{pairs: count(x for x in 1..300 for y in 1..300 if x == y + v)}",
            "{for: x in 1..20, do: [{set: v, to: pairs}]}",
            "value was not found",
        ),
        (lines(["d0: v", *(f"d{n}: {'-' * 80}d{n - 1}" for n in range(1, 150))]), "{set: v, to: d149}", "too many times"),
    ],
    ids=["definitions that double", "loops in loops", "definitions in a chain"],
)  # fmt: skip
def test_what_is_not_worked_out_in_time_fails_at_its_place(define: str, effect: str, words: str) -> None:
    text = book(variables="{v: {type: number}}", define=define, phases=turn(effect))
    state = rw.load_text(text).new_initial_state(seed=1)
    with pytest.raises(RuleFailure, match=words) as failed:
        state.apply_action("act")
    assert failed.value.code == "endless"
    assert failed.value.path == "phases.turn.actions.act"
    assert failed.value.span.text
