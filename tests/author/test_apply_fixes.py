"""Fixes that are carried out give back what was meant; where there is doubt, nothing is changed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from rulewright import pipeline
from rulewright.author.apply_fixes import Mended, mend
from rulewright.document.bundled import rulebooks_folder
from rulewright.problems.pages import CODES
from rulewright.problems.problem import Problem
from rulewright.source.text import Source
from tests.corpus.cases import FILES, Case, all_cases, whole

GAME = """
zones: {tray: {holds: dice, start: all}, rack: {holds: dice, size: 2}}
pieces: {dice: {count: 3, faces: 1..6}}
enums: {Suit: [clubs, hearts]}
variables: {pot: {type: 0..99}, trump: {type: Suit}, score: {per: players, type: number}}
define: {red: trump == hearts, rich: pot > 9, best: max(p.score for p in players), low: tray.count < 3}
"""


def mended(part: str) -> str:
    """What becomes of a part of a small game; the part as it was if nothing is certain."""
    text, _ = whole(f"{part}\n", GAME)
    lines = mend(Source("case", text)).after.text.split("\n")
    return "\n".join(lines[: part.count("\n") + 1])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("invariants: {a: trya.count < 4}", "invariants: {a: tray.count < 4}"),
        ("invariants: {a: tray.cuont < 4}", "invariants: {a: tray.count < 4}"),
        ("invariants: {a: trump == heatrs}", "invariants: {a: trump == hearts}"),
        ("invariants: {a: pot > 3 && round > 1}", "invariants: {a: pot > 3 and round > 1}"),
        ("invariants: {a: pot>3&&!low}", "invariants: {a: pot>3 and not low}"),
        ("invariants: {a: pot = 3}", "invariants: {a: pot == 3}"),
        ("invariants: {a: pot ≤ 3 AND low}", "invariants: {a: pot <= 3 and low}"),
        ("invariants: {a: trump is not 'clubs'}", "invariants: {a: trump != clubs}"),
        ("invariants: {a: low and pot not in 1..3}", "invariants: {a: low and not pot in 1..3}"),
        ("invariants: {a: 1 < pot < 5}", "invariants: {a: 1 < pot and pot < 5}"),
        ("invariants: {a: tray.count() < 4}", "invariants: {a: tray.count < 4}"),
        ("invariants: {a: pot in 1...6}", "invariants: {a: pot in 1..6}"),
        ("invariants: {a: pot < 1_000}", "invariants: {a: pot < 1000}"),
        ("invariants: {a: max(pot, 3) < 99}", 'invariants: {a: "max(pot, 3) < 99"}'),
        ("invariants:\n  a: !low", "invariants:\n  a: not low"),
        (
            "define:\n  a: {per: players, is: p.score + pot}",
            "define:\n  a: {of: {p: players}, is: p.score + pot}",
        ),
        ("define:\n  a: {of: players, is: p.score}", "define:\n  a: {of: {p: players}, is: p.score}"),
        ("define:\n  a: {of: dice, is: d.face + p.score}", "define:\n  a: {of: dice, is: d.face + p.score}"),
        (
            "variables: {pot: {about: dice, coins and all, type: 0..99}}",
            'variables: {pot: {about: "dice, coins and all", type: 0..99}}',
        ),
        (
            "variables: {pot: {type: 0..99, about: dice, coins, all}}",
            'variables: {pot: {type: 0..99, about: "dice, coins, all"}}',
        ),
        ("examples: {a: {given: {trump: heatrs}}}", "examples: {a: {given: {trump: hearts}}}"),
        ("standing: highest scroe", "standing: highest score"),
        ("setup: [{rol: tray}]", "setup: [{roll: tray}]"),
        ("setup: [{move: 1 dice, form: tray, to: rack}]", "setup: [{move: 1 dice, from: tray, to: rack}]"),
        ("setup: {roll: tray}", "setup: [{roll: tray}]"),
        ("setpu: [{roll: tray}]", "setup: [{roll: tray}]"),
        ("setup: [{roll: tray}", "setup: [{roll: tray}]"),
        ("about: Note: rack first", 'about: "Note: rack first"'),
        ("options: {o: {type: 0..9 or none, default: null}}", "options: {o: {type: 0..9 or none, default: none}}"),
        ("options: {o: {type: boolean, default: true}}", "options: {o: {type: bool, default: true}}"),
        ("options: {o: {type: bool default: true}}", "options: {o: {type: bool, default: true}}"),
        ('rulebook: "1"', "rulebook: 1"),
        ("define: {d: 35 when low else 0}", "define: {d: 35 if low else 0}"),
        ("invariants: {a: pot > = 3 & & pot ! = 5}", "invariants: {a: pot >= 3 and pot != 5}"),
        ("invariants: {a: trump == null}", "invariants: {a: trump == none}"),
        ("enums: {Side: {black, white}}", "enums: {Side: [black, white]}"),
        ("setup: {end_turn, extra_turn}", "setup: {end_turn, extra_turn}"),
        ("setup:\n  - {roll: tray}\n  -{shuffle: tray}", "setup:\n  - {roll: tray}\n  - {shuffle: tray}"),
    ],
)  # fmt: skip
def test_what_was_surely_meant_is_written(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "written",
    [
        "invariants: {a: pot / 2 < 3}",
        "invariants: {a: pot > 3 and low or rich}",
        "invariants: {a: not 1 < pot < 5}",
        "invariants: {a: 5 > pot < 9}",
        "invariants: {a: max(pot, pot < 3}",
        "invariants: {a: score < 3}",
        "invariants: {a: bset < 3}",
        "invariants: {a: best != none}",
        "setup: [{roll: tray, end_turn}]",
        "setup: {{roll: tray}",
        "setup: [[{roll: tray}]",
        "invariants: {a: pot == 3 == 3}",
        "invariants: {a: pot == 50. low == true}",
        "define: {best: max(pot.3,low)}",
        "examples: {a: {given: {score: {across blue: 1 across red: 2}}, expect: [pot == 0]}}",
        "players: 1..b",
        "zones: {pile: {holds: dice, start: all}, plie: {holds: dice}}",
    ],
)
def test_where_there_is_doubt_nothing_is_changed(written: str) -> None:
    assert mended(written) == written


def test_names_that_are_used_more_often_than_the_declared_one_may_be_right() -> None:
    text, _ = whole("variables: {bonsu: {type: 0..9}}\ninvariants: {a: bonus < 9, b: bonus >= 0}\n")
    assert not mend(Source("case", text)).is_changed


def test_one_fix_uncovers_the_next() -> None:
    text, _ = whole("setpu: [{rol: tray}]\ninvariants: {a: trya.cuont < 4}\n", GAME)
    outcome = mend(Source("case", text))
    assert [problem.code for problem in outcome.done] == [
        "unknown-key", "unknown-effect", "unknown-name", "unknown-attribute"
    ]  # fmt: skip
    assert errors(outcome) == []


def test_what_is_left_is_told() -> None:
    text, _ = whole("setpu: [{roll: tray}]\ninvariants: {a: pot and low}\n", GAME)
    outcome = mend(Source("case", text))
    assert [problem.code for problem in outcome.done] == ["unknown-key"]
    assert [problem.code for problem in errors(outcome)] == ["wrong-type"]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_ends_stay(ending: str) -> None:
    text, _ = whole("setpu: [{roll: tray}]\n", GAME)
    outcome = mend(Source("case", text.replace("\n", ending)))
    assert outcome.after.text == text.replace("setpu", "setup").replace("\n", ending)


@pytest.mark.parametrize("case", [c for c in all_cases() if c.expected], ids=lambda case: case.id)
def test_no_fix_of_the_corpus_makes_a_case_worse(case: Case) -> None:
    outcome = mend(Source(case.title, case.text))
    before = pipeline.check_text(case.text, name=case.title)
    said = {(problem.code, problem.message) for problem in before}
    new = [p for p in errors(outcome) if (p.code, p.message) not in said]
    deeper = {problem.code for problem in outcome.done} & {
        "syntax",
        "unknown-key",
        "unknown-effect",
        "bad-id",
    }
    assert new == [] or deeper
    if not outcome.done:
        assert outcome.after.text == case.text


@pytest.mark.parametrize(
    "code",
    ["unknown-key", "unknown-effect", "unknown-attribute", "unknown-member", "unknown-action", "unknown-phase",
     "unknown-step", "unknown-name", "flow-comma", "yaml-syntax"],
)  # fmt: skip
def test_the_wrong_text_of_the_register_has_a_fix_where_it_is_certain(code: str) -> None:
    text, _ = whole(CODES[code].bad)
    offered = [p for p in pipeline.check_text(text) if p.code == code and p.fix is not None]
    one_use = {"unknown-member", "unknown-action", "unknown-phase"}
    assert bool(offered) != (code in one_use), "a name that is used once may be the slip itself"


def errors(outcome: Mended) -> list[Problem]:
    return [problem for problem in outcome.remaining if problem.severity == "error"]


def slips(text: str, count: int, seed: str) -> Iterator[str]:
    """The text with one slip of the fingers in one word, `count` times."""
    chance = random.Random(seed)
    words = list(re.finditer(r"\b[A-Za-z_][A-Za-z_0-9]{3,}\b", text))
    for _ in range(count):
        found = chance.choice(words)
        word, at = found[0], chance.randrange(len(found[0]) - 1)
        swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        new = chance.choice([swapped, word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:]])
        yield text[: found.start()] + new + text[found.end() :]


BOOKS = ["classics/dice/pig.rulebook.yaml", "red-hot-yott.rulebook.yaml", "library/standard-52.fragment.yaml"]


@pytest.mark.parametrize(("name", "count"), [(BOOKS[0], 40), (BOOKS[1], 8), (BOOKS[2], 20)])
def test_a_mended_slip_gives_back_the_text_or_the_same_game(name: str, count: int) -> None:
    text = (rulebooks_folder() / name).read_text(encoding="utf-8")
    mended_ones = 0
    for wrong in slips(text, count, name):
        outcome = mend(Source(str(rulebooks_folder() / name), wrong))
        if outcome.done:
            mended_ones += 1
            assert outcome.after.text == text or fingerprint(outcome.after) == fingerprint(
                Source("as it was", text)
            )
    assert mended_ones >= count // 8


def fingerprint(source: Source) -> str:
    return pipeline.open_source(source).game.fingerprint


def test_a_place_is_written_out_though_a_variant_gets_lost_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FILES)
    text = "rulebook: 1\nname: case\nextends: varied\nremove: [cases.late]\n"
    done = mend(Source("case", text))
    assert "remove: [define.worth.cases.late]" in done.after.text
    assert [problem.code for problem in done.remaining] == ["lost-variant"]


@pytest.mark.parametrize(("action", "code"), [("bank_die", "never-set"), ("rack", "unused")])
def test_a_place_is_written_out_though_something_is_of_no_use_or_never_holds_any_more(
    action: str, code: str
) -> None:
    done = mend(Source("case", f"rulebook: 1\nname: case\nextends: cinq-o\nremove: [actions.{action}]\n"))
    assert f"remove: [phases.turn.actions.{action}]" in done.after.text
    assert {problem.code for problem in done.remaining} == {code, "always-false"}
