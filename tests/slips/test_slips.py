"""Whoever makes a slip in the text of a rulebook is told of it where it was made, or is shown that place.

A sample is tried here, at the first table of each rulebook; `python -m tests.slips.slip` makes 10,000 at every table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.cli.main import main
from rulewright.proofs import constant_conditions
from rulewright.source.text import Source
from tests.offenders import assert_none
from tests.slips.fixing import wrong_fixes
from tests.slips.sites import Sites, sites
from tests.slips.slip import MANY, SHARE, fates, files, share_told, spread, table
from tests.slips.slips import KINDS, Slip, slips
from tests.slips.telling import fate

SAMPLE = 150
FEW = 8
SEED = 7
TINY = """\
rulebook: 1
name: tiny
players: 2
pieces:
  dice: {count: 2, faces: 1..6}
zones:
  tray: {holds: dice, start: all}
phases:
  turn:
    actions:
      roll:
        do:
          - {roll: tray}
          - end_turn
end:
  late: {when: round > 3, result: draw}
"""


@pytest.fixture
def only_first_tables() -> Iterator[None]:
    """What is sound at the first table is looked at no further."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipeline, "other_tables", lambda *_: ())
        for home, only_for_sound_rulebooks in (
            (constant_conditions, "check_proofs"),
            (pipeline, "check_usage"),
            (pipeline, "confirm"),
        ):
            patched.setattr(home, only_for_sound_rulebooks, lambda *_: None)
        yield


@pytest.mark.usefixtures("only_first_tables")
def test_slips_are_reported_where_they_were_made() -> None:
    """None ends in a traceback, and few are reported somewhere else or as many errors."""
    found = list(fates(spread(SAMPLE, SEED), jobs=2))
    assert_none(each.report for each in found if each.verdict == "traceback")
    elsewhere = "\n".join(f"{each.slip}\n{each.report}\n" for each in found if each.verdict == "elsewhere")
    assert share_told(found) >= SHARE, f"{table(found)}\n\n{elsewhere}"
    many = [f"{each.slip}: {each.errors} errors" for each in found if each.errors > MANY]
    assert len(many) <= len(found) / 100, many


@pytest.mark.usefixtures("only_first_tables")
def test_a_few_slips_are_reported() -> None:
    assert_none(each.report for each in fates(spread(FEW, SEED), jobs=1) if each.verdict == "traceback")


FIXED = 60
SMALL = 6_000
"""Characters up to which a rulebook's slips are mended here; the longer run takes all."""


@pytest.mark.usefixtures("only_first_tables")
def test_a_fix_gives_back_what_was_meant_or_is_not_offered() -> None:
    small = [path for path in files() if path.stat().st_size < SMALL]
    made = spread(FIXED, SEED, paths=small)
    assert [wrong for slip, text in made for wrong in wrong_fixes(slip, text)] == []


SLIPPED = [
    ("{roll: tray}", "{{roll: tray}"),
    ("[{roll: tray}, end_turn]", "[[{roll: tray}, end_turn]"),
    ("[{roll: tray}, end_turn]", "[{roll: tray, end_turn]"),
    ("{when: round > 9, result: {wins: me}}", "{when: round > 9, result: {wins: me}"),
    ("{when: round > 9, result: {wins: me}}", "{when; round > 9, result: {wins: me}}"),
    ("round > 1 and round < 3", "round == 1 == round"),
    ("- round == 1\n      - me", "- round == 1\n        - me"),
    ("total: 3", "number_of_it: 3"),
    ("choose: {die: tray}", "choose: {one: tray}"),
    ("blank: pot", "zebra: pot"),
    ("add: 1, to: pot", "add: 1; to: pot"),
    ("- {add", "-{add"),
    ("expect:", "expect;"),
    ("when: round > 9", "when: round > = 9"),
    ("35 if pot", "35 when pot"),
    ("do:\n          - {add: 1, to: pot}", "do: some words"),
]
"""Slips for which a fix was offered that made another game, or none; and some for which there is a certain one."""
BOOK = """\
rulebook: 1
name: tiny
players: 2
pieces:
  dice: {count: 2, faces: 1..6}
zones:
  tray: {holds: dice, start: all}
variables:
  pot: {type: 0..99}
define:
  both: round > 1 and round < 3
  total: 3 + round
  twice: total * 2
  blank: pot + 1
  blanks: blank + (35 if pot > 63 else 0)
phases:
  turn:
    actions:
      roll:
        choose: {die: tray}
        when: {enough: twice + blanks > 0 and die.face != 7}
        do: [{roll: tray}, end_turn]
      rest:
        do:
          - {add: 1, to: pot}
          - end_turn
end:
  late: {when: round > 3 and both, result: draw}
  other: {when: round > 9, result: {wins: me}}
examples:
  begins:
    expect:
      - round == 1
      - me == seat(1)
"""


@pytest.mark.parametrize(("right", "wrong"), SLIPPED)
def test_a_fix_is_offered_only_where_it_is_certain(right: str, wrong: str) -> None:
    at = BOOK.index(right)
    slip = Slip("by hand", "tiny.rulebook.yaml", at, at + len(right), wrong, "")
    assert [*wrong_fixes(slip, BOOK)] == []


def test_every_kind_of_slip_is_made_in_every_file_that_has_places_for_it() -> None:
    made = [slip for slip, _ in spread(SAMPLE, SEED)]
    assert len(made) == SAMPLE
    assert {slip.kind for slip in made} == set(KINDS)
    assert len({slip.file for slip in made}) == len(files())


def test_the_same_seed_makes_the_same_slips() -> None:
    one, again, other = (slips(tiny(), 20, seed) for seed in (1, 1, 2))
    assert one == again
    assert one != other


@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_changes_the_text_on_its_lines_only(kind: str) -> None:
    made = slips(tiny(), 30, 1, (kind,))
    assert made
    for slip in made:
        assert slip.of(TINY) != TINY
        if TINY.count("\n") == slip.of(TINY).count("\n"):
            changed = [
                number
                for number, (old, new) in enumerate(
                    zip(TINY.split("\n"), slip.of(TINY).split("\n"), strict=True), 1
                )
                if old != new
            ]
            assert set(changed) <= slip.lines(TINY)


def test_the_schema_tells_keys_from_names() -> None:
    found = tiny()
    assert [scalar.text for scalar in found.declarations] == ["dice", "tray", "turn", "roll", "late"]
    assert "holds" in {place.entry.key.text for place in found.keys}
    assert Counter(span.text for span in found.uses) >= Counter({"dice": 1, "tray": 1, "round": 1})


def test_a_report_somewhere_else_is_seen_as_such() -> None:
    slip = Slip(
        "a test", "tiny.rulebook.yaml", TINY.index("start"), TINY.index("start") + 10, "start: none", ""
    )
    assert fate(slip, TINY).verdict == "on the line"
    moved = Slip("a test", slip.file, slip.start, slip.end, slip.new, "", ())
    lines = moved.lines(TINY)
    assert lines == {7}
    unseen = Slip("a test", slip.file, 0, 0, "# a comment\n", "")
    assert fate(unseen, TINY).verdict == "valid"


@pytest.mark.parametrize("style", ["text", "json", "sarif", "github"])
def test_the_command_ends_with_a_report(
    style: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, slip in enumerate(slips(tiny(), len(KINDS), 3)):
        path = tmp_path / f"{number}.rulebook.yaml"
        path.write_text(slip.of(TINY), encoding="utf-8")
        status = main(["validate", str(path), "--format", style])
        shown = capsys.readouterr()
        assert status in (0, 1, 2), (slip, shown)
        assert not re.search("Traceback|internal error", shown.out + shown.err)


def tiny() -> Sites:
    return sites(Source("tiny.rulebook.yaml", TINY))
