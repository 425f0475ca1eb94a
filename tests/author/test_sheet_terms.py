"""Where an author's own words are printed, the sheet still explains the words that the rule asks for, and says what is chosen."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from rulewright import pipeline
from rulewright.author.sheet import make_sheet
from rulewright.author.sheet_blocks import Grid, Item, Sheet
from rulewright.author.sheet_html import to_html
from rulewright.author.sheet_markdown import to_markdown
from rulewright.cli.rules import command
from rulewright.source.text import Source

BLUFF = """\
rulebook: 1
name: bluff
title: Bluff
players: 3
options:
  wild: {type: bool, default: true}
pieces:
  dice: {count: 2, of: players, faces: 1..6, label: die, plural: dice}
zones:
  cup: {per: players, holds: dice, start: all, seen_by: owner}
variables:
  bid: {type: 0..6, about: dice that the last bid says there are}
  face: {type: 1..6}
  score: {per: players, type: number, about: points}
define:
  truth: {of: {f: 1..6}, is: count(d for p in players for d in p.cup if d.face == f), about: "dice under all cups that show <f>"}
  ones: {of: {p: players}, is: count(d for d in p.cup if d.face == 1), about: "the ones under the cup of <p>"}
  is_true: truth(face) >= bid
  loser: me if is_true else me.left
  worth: {about: what a lie costs, is: 2 * bid}
  usual: {about: a bid of two dice, is: bid == 2}
phases:
  turn:
    actions:
      bid:
        about: Say more dice than the last bid.
        choose: {n: 1..6, f: 1..6}
        when: {higher: {holds: n > bid, says: Say a higher number.}}
        do: [{set: bid, to: n}, {set: face, to: f}, end_turn]
      call:
        about: Call the last bidder a liar, and lift all cups.
        when: {there_is_a_bid: bid > 0}
        do:
          - {let: who, be: loser}
          - {add: -worth, to: who.score}
          - {set: bid, to: 0}
          - if: not wild
            do: [{add: me.ones, to: me.score}]
          - end_turn
end:
  over: {when: round > 5, result: highest score}
standing: highest score
"""


def sheet(text: str, **table: object) -> Sheet:
    return make_sheet(pipeline.open_source(Source("sheet", text), **table))  # type: ignore[arg-type]  # keyword arguments by name


def section(made: Sheet, heading: str) -> dict[str, str]:
    """The items and small tables of a section, by name."""
    found = [each for each in made.sections if each.heading == heading]
    return {
        block.name if isinstance(block, Item) else block.title: block.text if isinstance(block, Item) else ""
        for each in found
        for block in each.blocks
        if isinstance(block, Item | Grid)
    }


def test_a_term_that_only_a_hidden_effect_asks_for_is_explained_with_its_parameters() -> None:
    terms = section(sheet(BLUFF), "Terms")
    assert terms["truth of f"] == "Dice under all cups that show f."
    assert not any(name.startswith("ones") for name in terms), "nothing asks for it while ones are wild"


def test_a_term_that_another_option_brings_in_is_explained_there() -> None:
    assert (
        section(sheet(BLUFF, options={"wild": False}), "Scoring")["ones"] == "The ones under the cup of you."
    )


def test_terms_that_count_no_points_stand_under_a_heading_of_their_own() -> None:
    made = sheet(BLUFF)
    assert list(section(made, "Scoring")) == ["worth"]
    assert list(section(made, "Terms")) == ["truth of f", "usual"]


def test_the_headings_are_the_same_in_text_markdown_and_html(tmp_path: Path) -> None:
    made, file = sheet(BLUFF), tmp_path / "bluff.rulebook.yaml"
    file.write_text(BLUFF, encoding="utf-8")
    assert "\nTERMS\n" in CliRunner().invoke(command, [str(file)], catch_exceptions=False).output
    assert "\n## Terms\n" in to_markdown(made)
    assert "<h2>Terms</h2>" in to_html(made)


def test_words_that_were_printed_where_they_are_asked_for_are_not_explained_again() -> None:
    shown = BLUFF.replace("        about: Call the last bidder a liar, and lift all cups.\n", "")
    assert "truth of f" not in section(sheet(shown), "Terms") | section(sheet(shown), "Scoring")
