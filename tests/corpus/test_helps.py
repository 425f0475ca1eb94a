"""What a help says, done to the letter, is right: a wrong line, words of the help, and the line that follows them."""

from __future__ import annotations

import re

import pytest

from rulewright import pipeline
from rulewright.expression.words import RESERVED
from rulewright.problems.problem import Problem
from rulewright.source.text import Span
from tests.corpus.cases import HERE, NAME, all_cases, reports, whole

BASE = (HERE / "problems.yaml").read_text(encoding="utf-8").split("\n--- #", 1)[0]
DEFINE = "define:\n  a: {}\n"
OF_N = "define:\n  a: {{of: {{n: 1..3}}, is: n}}\n  b: {}\n"
DO = "phases:\n  turn:\n    actions:\n      pass:\n        choose: {{c: me.hand}}\n        do:\n          - {}\n          - end_turn\n"
CHOOSE = "phases:\n  turn:\n    actions:\n      pass:\n        choose: {}\n        do: [end_turn]\n"
WHEN = "phases:\n  turn:\n    actions:\n      pass:\n        when: {}\n        do: [end_turn]\n"
END = "end: {{late: {}}}\n"
PREFER = (
    "phases:\n  turn:\n    actions:\n      pass:\n        choose: {{n: 1..3}}\n        let: {{gain: 2 * n}}\n"
    "        when: {{much: gain > 2}}\n        do: [{{set: pot, to: gain}}, end_turn]\n"
    "strategies:\n  careful:\n    prefer: {}\n"
)
ZONE = "zones:\n  extra: {}\n"
PIECES = "pieces:\n  tiles: {}\nzones:\n  bag: {{holds: tiles, start: all}}\n"
VARIABLE = "variables:\n  extra: {}\n"
HELPS = [
    (DEFINE, "(pot > 3) + 1", "write `1 if ... else 0`", "(1 if pot > 3 else 0) + 1"),
    (DEFINE, "pot and true", "compare it, for example with `> 0`", "pot > 0 and true"),
    (DEFINE, "tray + 1", "`tray.count + 1`", "tray.count + 1"),
    (DEFINE, "sum(tray)", "write `tray.face`", "sum(tray.face)"),
    (DEFINE, "sum(pot)", "name a zone's values, as in `rack.face`", "sum(rack.face)"),
    (DEFINE, "tray == 3", "write `tray.count`", "tray.count == 3"),
    (DEFINE, "players == me", "write `me in players`", "me in players"),
    (DEFINE, "pot otherwise 3", "leave `otherwise` out", "pot"),
    (DEFINE, "maybe + 1", "`(maybe otherwise ...)`", "(maybe otherwise 0) + 1"),
    (DEFINE, "sum(maybe for n in 1..3)", "`(maybe otherwise ...)`", "sum(maybe otherwise 0 for n in 1..3)"),
    (DEFINE, "maybe != 3", "`maybe != none and maybe != 3`", "maybe != none and maybe != 3"),
    (DEFINE, "maybe != 3", "`not maybe == 3`", "not maybe == 3"),
    (DEFINE, "count(n for n in 6..1)", "write 1..6", "count(n for n in 1..6)"),
    (DEFINE, "pto + 1", "did you mean `pot`?", "pot + 1"),
    (DEFINE, "score + 1", "`me.score`", "me.score + 1"),
    (DEFINE, "sum(score for p in players)", "`p.score`", "sum(p.score for p in players)"),
    (DEFINE, "me.pot", "write just `pot`", "pot"),
    (DEFINE, "tray(3).count", "write just `tray`", "tray.count"),
    (DEFINE, "hand(me).count", "write `me.hand`", "me.hand.count"),
    (DEFINE, "players.hand.count", "`sum(p.hand.count for p in players)`", "sum(p.hand.count for p in players)"),
    (DEFINE, "seat(pot).score", "use `me`", "me.score"),
    (DEFINE, "deck.top == none", "use `pick`", "deck.empty"),
    (DEFINE, "1 < pot < 5", "`... < pot and pot < ...`", "1 < pot and pot < 5"),
    (DEFINE, "pot > 3 && round > 1", "write `and`", "pot > 3 and round > 1"),
    (DEFINE, "pot % 2", "write `mod`", "pot mod 2"),
    (DEFINE, "if round > 3 then 1 else 2", "`a if condition else b`", "1 if round > 3 else 2"),
    (DEFINE, "clockwise(p for p in players)", "put it into", "count(p for p in players)"),
    (OF_N, "a", "write `a(...)`", "a(3)"),
    (DO, "{move: c, from: me.hand, to: pile}", "leave `from` out", "{move: c, to: pile}"),
    (DO, "{move: 2 cards, to: pile}", "`{move: ..., from: ZONE, to: ...}`", "{move: 2 cards, from: deck, to: pile}"),
    (DO, "{move: c, to: tray}", "`holds: cards`", "{move: c, to: pile}"),
    (DO, "{add: 1, to: maybe}", "test `maybe != none` first", "{if: maybe != none, do: [{add: 1, to: maybe}]}"),
    (DO, "{add: maybe, to: pot}", "`(maybe otherwise ...)`", "{add: maybe otherwise 0, to: pot}"),
    (DO, "roll tray", "write `{roll: tray}`", "{roll: tray}"),
    (DO, "move c to pile", "write `{move: c, to: pile}`", "{move: c, to: pile}"),
    (DO, "{shuffle: deck}", "a zone with `order: shuffled` is always drawn from at random", "{shuffle: pile}"),
    (DO, "extra_turn", "leave one of them out", "{set: pot, to: 1}"),
    (CHOOSE, "{die: die in tray}", "write only the part after it", "{die: tray}"),
    (CHOOSE, "{s: some of tray or none}", "write `0..n of ...`", "{s: 0..2 of tray}"),
    (WHEN, "round > 3", "`{NAME: CONDITION}`", "{late: round > 3}"),
    (END, "{when: me.score > 3, result: draw}", "add `after: ACTION`", "{after: pass, when: me.score > 3, result: draw}"),
    (END, "{when: me.score > 3, result: draw}", "`p` in `for p in players`", "{when: any(p.score > 3 for p in players), result: draw}"),
    (END, "{when: not can(pass), result: draw}", "`any(can(pass, p) for p in players)`", "{when: 'any(can(pass, p) for p in players)', result: draw}"),
    (END, "{when: round > 3, result: highest pot}", "with `per: players`", "{when: round > 3, result: highest score}"),
    (END, "{when: round > 3, result: highest hand}", "write `hand.count`", "{when: round > 3, result: highest hand.count}"),
    (END, "{when: round > 3, result: 'highest score, then lowest score'}", "`[highest score, lowest score]`", "{when: round > 3, result: [highest score, lowest score]}"),
    (END, "{when: score > 3, result: draw}", "`any(p.score ... for p in players)`", "{when: any(p.score > 3 for p in players), result: draw}"),
    (DEFINE, "1 if pass(3) else 0", "`can(pass)`", "1 if can(pass) else 0"),
    (DO, "{move: 2 of deck, to: pile}", "`{move: 2 dice, from: deck, to: ...}`", "{move: 2 cards, from: deck, to: pile}"),
    (DO, "{move: all deck if x == c, to: pile}", "`{for: x in ZONE if CONDITION, do: [{move: x, to: ...}]}`", "{for: x in me.hand if x == c, do: [{move: x, to: pile}]}"),
    (PREFER, "{pass: gain}", "write out what it is, `2 * n`", "{pass: 2 * n}"),
    (PREFER, "{pas: n}", "did you mean `pass`?", "{pass: n}"),
    (PREFER, "{pass: trump}", "a condition counts 1 where it holds", "{pass: trump == clubs}"),
    (PREFER, "{}", "`prefer: {hold: pot >= 20}`", "{pass: pot >= 20}"),
    (ZONE, "{holds: dice, per: 1..3}", "leave `per` out", "{holds: dice}"),
    (ZONE, "{holds: dice, order: kept}", "leave `order` out", "{holds: dice}"),
    (VARIABLE, "{type: players}", "`start: seat(1)`", "{type: players, start: seat(1)}"),
    (VARIABLE, "{type: players}", "make the type optional with `or none`", "{type: players or none}"),
    (VARIABLE, "{type: 5}", "write a range such as `0..6`", "{type: 0..6}"),
    (VARIABLE, "{type: number, denominations: [5, 25]}", "in the order 25, 5", "{type: number, denominations: [25, 5]}"),
    (VARIABLE, "{type: number, denominations: [25, 10]}", "add a smaller denomination", "{type: number, denominations: [25, 10, 5]}"),
    (VARIABLE, "{type: bool, denominations: [5]}", "leave `denominations` out", "{type: bool}"),
    (VARIABLE, "{type: number, start: 7, denominations: [5]}", "add a smaller one", "{type: number, start: 7, denominations: [5, 1]}"),
    (PIECES, "{count: 7, if: round > 1}", "leave `if` out", "{count: 7}"),
    (PIECES, "{count: 7, if: low < 3}", "write `one_per:`", "{one_per: {low: 0..7}, if: low < 3}"),
    (PIECES, "{one_per: {low: 0..7}, if: low > 7}", "say for which combinations", "{one_per: {low: 0..7}, if: low < 7}"),
    (DEFINE, "35 if pot >= 63", "`35 if pot >= 63 else 0`", "35 if pot >= 63 else 0"),
    (DEFINE, "35 when pot >= 63", "`35 if pot >= 63 else 0`", "35 if pot >= 63 else 0"),
    (DEFINE, "35 unless pot >= 63", "`35 if not (pot >= 63) else 0`", "35 if not (pot >= 63) else 0"),
    (DEFINE, "count(d for d in tray where d.face == 6)", "`x for x in DOMAIN if CONDITION`", "count(d for d in tray if d.face == 6)"),
    (DEFINE, "pot > = 3", "write `>=`", "pot >= 3"),
    (DEFINE, "pot is at least 3", "write `>=`", "pot >= 3"),
    (DEFINE, "pot divided by 3", "write `div`", "pot div 3"),
    (DEFINE, "my hand.count", "`me.hand`", "me.hand.count"),
    (DEFINE, "sum(their score for p in players)", "`p.score`", "sum(p.score for p in players)"),
    (DEFINE, "the pot", "leave it out: `pot`", "pot"),
    (DEFINE, "number of deck", "`deck.count`", "deck.count"),
    (DEFINE, "highest score", "write `max(p.score for p in players)`", "max(p.score for p in players)"),
    (DEFINE, "seat(0).score", "the first is `seat(1)`", "seat(1).score"),
    (DEFINE, "trump == null", "write `none`", "trump == none"),
    (DEFINE, "-maybe", "`(maybe otherwise ...)`", "-(maybe otherwise 0)"),
    (DEFINE, "maybe * 2", "`(maybe otherwise ...)`", "(maybe otherwise 0) * 2"),
    (DEFINE, "players.count > maybe", "`(maybe otherwise ...)`", "players.count > (maybe otherwise 0)"),
    (DO, "{set: pot, to: maybe}", "`(maybe otherwise ...)`", "{set: pot, to: (maybe otherwise 0)}"),
    (DO, "{move: c, to: pile otherwise deck}", "`(pile otherwise deck)`", "{move: c, to: pile}"),
    (END, "{when: round > 3, result: {wins: lowest score}}", "leave `wins` out: `lowest score`", "{when: round > 3, result: lowest score}"),
    (END, "{when: round > 3, result: {wins: draw}}", "leave `wins` out: `result: draw`", "{when: round > 3, result: draw}"),
    (END, "{when: round > 3, result: {wins: all}}", "write `wins: players`", "{when: round > 3, result: {wins: players}}"),
    (WHEN, "{pot > 3, round > 2}", "`{NAME: CONDITION}`", "{rich: pot > 3, late: round > 2}"),
    (CHOOSE, "{n: 1..m, m: 1..3}", "write it before `n`", "{m: 1..3, n: 1..m}"),
    (VARIABLE, "7", "e.g. `{per: players, type: number}`", "{per: players, type: number}"),
]  # fmt: skip


@pytest.mark.parametrize(("frame", "wrong", "words", "right"), HELPS, ids=lambda text: text[:40].strip())
def test_a_help_leads_to_a_right_rulebook(frame: str, wrong: str, words: str, right: str) -> None:
    told = reports(whole(frame.format(wrong), BASE)[0], NAME, {"never-none"})
    assert any(words in problem.help for problem in told), [problem.help for problem in told]
    assert reports(whole(frame.format(right), BASE)[0], NAME, {"never-none"}) == []


BOARD = """
boards: {{lap: {{track: [1..9], holds: pawns}}}}
pieces:
  pawns: {{of: players, count: 1}}
zones:
  home: {{per: players, holds: pawns, start: all}}
phases:
  turn:
    actions:
      go_on: {{choose: {{s: lap.spaces}}, when: {{mine: s.owner == me}}, do: [{{move: s.piece, to: "{}"}}, end_turn]}}
"""


def test_a_place_that_may_be_none_takes_the_advice_as_it_is_given() -> None:
    told = reports(whole(BOARD.format("step(s, forward)"), BASE)[0], NAME, set())
    assert "`(step(s, forward) otherwise ...)`" in told[0].help
    right = BOARD.format("(step(s, forward) otherwise lap(9))")
    assert reports(whole(right, BASE)[0], NAME, set()) == []


MANY = """
pieces:
  tiles: {{one_per: {{number: 1..52}}}}
zones:
  bag: {{holds: tiles, start: all}}
  kept: {{holds: tiles}}
phases:
  turn:
    actions:
      take: {{choose: {{n: 1..{}, those: {} of bag}}, do: [{{move: those, to: kept}}, {{set: pot, to: n}}, end_turn]}}
"""


@pytest.mark.parametrize(
    ("others", "asked", "cure"),
    [(1, "some", "1..3"), (1, "0..9", "0..3"), (9, "some", "1..2"), (1, "8", "1..3")],
)
def test_too_many_choices_name_the_bound_that_cures(others: int, asked: str, cure: str) -> None:
    told = reports(whole(MANY.format(others, asked), BASE)[0], NAME, set())
    assert [problem.code for problem in told] == ["too-many-choices"]
    assert f"`{cure} of bag`" in told[0].help
    assert reports(whole(MANY.format(others, cure), BASE)[0], NAME, set()) == []


WRITTEN = re.compile(r"(?:^|; |, |: )write `([^`]+)`")
IN_PLACE = re.compile(r"[a-z]\w*[.(].*|\(.*|[a-z_]+|[0-9].*")
ELSEWHERE = frozenset(
    {"unused-binding", "wrong-shape", "flow-bracket", "repeats-a-count", "while-without-ray"}
)
"""Codes of problems whose help speaks of another place than their own."""


@pytest.mark.parametrize("file", sorted({case.file for case in all_cases()}))
def test_an_expression_that_a_help_gives_can_stand_where_it_is_given(file: str) -> None:
    for case in all_cases():
        for problem in pipeline.check_text(case.text, name=NAME) if case.file == file else ():
            found = WRITTEN.search(problem.help)
            if (
                found is None
                or not IN_PLACE.fullmatch(found[1])
                or ": " in found[1]
                or not _replaces(problem)
            ):
                continue
            if "..." in found[1] or re.search(r"\b[A-Z]{3,}\b", found[1]):
                continue  # something has to be put in
            assert any(_is_right(problem, span, found[1]) for span in _meant(problem)), case.id


def _meant(problem: Problem) -> tuple[Span, Span]:
    """What a help may replace: the words that are marked, or all that stands behind the key on their line."""
    source, (_, column) = problem.span.source, problem.span.source.position(problem.span.start)
    line, begins = source.line(problem.line), problem.span.start - column + 1
    return problem.span, Span(
        source, begins + (line.find(": ") + 2 if ": " in line else 0), begins + len(line.rstrip())
    )


def _is_right(problem: Problem, span: Span, words: str) -> bool:
    text = span.source.text[: span.start] + words + span.source.text[span.end :]
    again = [p for p in pipeline.check_text(text, name=NAME) if p.line == problem.line]
    unread = [p for p in again if p.code in ("syntax", "yaml-syntax", "flow-comma")]
    return not unread and (problem.code, problem.message) not in [(p.code, p.message) for p in again]


def _replaces(problem: Problem) -> bool:
    """Whether the help gives what comes in the place of the words that are marked."""
    return (
        problem.file == NAME
        and problem.code not in ELSEWHERE
        and problem.span.text not in RESERVED
        and problem.span.text[:1].isalnum()
        and ":" not in problem.help.split("`")[0]
    )


DEALING = """
pieces: {{cards: {{one_per: {{number: 1..30}}}}}}
zones: {{deck: {{holds: cards, start: all, order: shuffled, seen_by: nobody}}, hand: {{holds: cards, per: players}}}}
{}
phases:
  deal: {{do: [{{return: cards}}, {{for: p in players, do: [{{move: 5 cards, from: deck, to: p.hand}}]}}, {{go: main}}]}}
  main: {{actions: {{drop: {{choose: {{c: me.hand}}, do: [{{move: c, to: deck}}, end_turn]}}}}}}
end: {{out: {{when: any(p.hand.empty for p in players), result: draw}}}}
"""


@pytest.mark.parametrize("before", ["", "setup: [{go: deal}]\n"])
def test_a_deal_in_every_turn_is_mended_as_the_help_says(before: str) -> None:
    told = reports(whole(DEALING.format(before), "")[0], NAME, set())
    assert [problem.code for problem in told] == ["begins-anew"]
    assert "write `phase: main` under `turns`" in told[0].help
    assert ("`{go: deal}` at the end of `setup`" in told[0].help) == (not before)
    right = DEALING.format("turns: {phase: main}\nsetup: [{go: deal}]\n")
    assert reports(whole(right, "")[0], NAME, set()) == []
