"""Where an author's own words are printed, the sheet still explains the words that the rule asks for, and says what is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import pipeline
from rulewright.author.report.html import to_html
from rulewright.author.report.markdown import to_markdown
from rulewright.author.report.tree import Grid, Item, Sheet
from rulewright.author.sheet.rule_sheet import make_sheet
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


def action(made: Sheet, name: str) -> Item:
    items = (block for section in made.sections for block in section.blocks if isinstance(block, Item))
    return next(item for item in items if item.name == name)


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
    assert section(sheet(BLUFF, options={"wild": False}), "Scoring")["ones"] == "The ones under your cup."


BLOCKS = """
rulebook: 1
name: blocks
title: Blocks
players: 2
options: {blocks: {type: bool, default: false, about: pieces block a space}}
pieces: {men: {of: players, count: 2}}
boards: {lane: {track: [1..6], size: any, holds: men}}
zones: {yard: {per: players, holds: men, start: all}}
variables: {counted: {type: 0..9}}
define:
  held: {of: {s: lane.spaces}, about: somebody has a block, is: blocks and s.count > 1}
  many: {about: how many lie on the lane, is: lane.count}
phases:
  turn:
    actions:
      enter:
        choose: {at: lane.spaces}
        when:
          left: me.yard.count > 0
          free: {holds: not any(held(s) for s in lane.spaces if s == at), says: No block may be there.}
          few: not blocks or many < 3
        do: [{move: 1 men, of: me, from: me.yard, to: at}, {add: 1, to: counted}, end_turn]
end: {all_in: {after: enter, when: counted == 3, result: draw}}
"""


def test_requirements_that_an_option_switches_off_bring_no_terms() -> None:
    off, on = sheet(BLOCKS), sheet(BLOCKS, options={"blocks": True})
    assert len(action(on, "enter").notes) == 3
    assert list(section(on, "Terms")) == ["held", "many"]
    assert [*action(off, "enter").notes] == ["Only if your yard is not empty."]
    assert section(off, "Terms") == {}


def test_a_count_that_is_called_by_what_was_done_is_in_quotation_marks() -> None:
    (ends,) = (each for each in sheet(BLOCKS).sections if each.heading == "The end")
    assert "if “counted” is 3" in str(ends)


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


def chosen(choose: str, about: str, says: str = "") -> str:
    """What the sheet says of an action with these choices and these words."""
    changed = BLUFF.replace(
        "choose: {n: 1..6, f: 1..6}", f"choose: {choose}{says and chr(10) + '        ' + says}"
    )
    changed = changed.replace("Say more dice than the last bid.", about).replace("n > bid", "bid < 6")
    return action(
        sheet(changed.replace("{set: bid, to: n}, {set: face, to: f}", "{set: bid, to: 6}")), "bid"
    ).text


@pytest.mark.parametrize(
    ("choose", "about", "added"),
    [
        ("{n: 1..6, f: 1..6}", "Say more dice.", "Choose a number n from 1 to 6 and a number f from 1 to 6."),
        ("{amount: 1..6, f: 1..6}", "Name an amount.", "Choose a number from 1 to 6."),
        ("{n: 1..6}", "Say how many dice there are.", ""),
        ("{n: 1..6}", "Raise the bid.", "Choose a number from 1 to 6."),
        ("{who: me.others}", "Challenge an opponent.", ""),
        ("{who: me.others}", "Start a challenge.", "Choose one other player."),
        ("{die: me.cup}", "Show one of your dice.", ""),
        ("{die: me.cup}", "Show what you have.", "Choose a die from your cup."),
        ("{those: some of me.cup}", "Set your dice aside.", ""),
        ("{who: me.others, n: 1..6}", "Challenge another player.", "Choose a number from 1 to 6."),
        ("{loudly: bool}", "Bid.", "Choose yes or no (loudly)."),
        ("{loudly: bool}", "Bid, loudly or not.", ""),
    ],
)  # fmt: skip
def test_choices_that_the_words_of_an_action_do_not_name_are_added(
    choose: str, about: str, added: str
) -> None:
    assert chosen(choose, about) == f"{about} {added}".rstrip()


@pytest.mark.parametrize(
    ("about", "added"),
    [
        ("Step forward.", ""),
        ("Move a man.", ""),
        ("Take a square.", ""),
        ("Attack!", "Choose one space “start” and one space “goal”."),
    ],
)
def test_a_place_is_named_by_what_stands_there_or_any_word_for_a_place(about: str, added: str) -> None:
    boards = "boards:\n  field: {grid: {rows: 3, columns: 3}, holds: men}\nvariables:\n"
    text = BLUFF.replace("variables:\n", boards).replace(
        "pieces:\n", "pieces:\n  men: {of: players, label: man, plural: men}\n"
    )
    text = text.replace("{n: 1..6, f: 1..6}", "{start: field.spaces, goal: field.spaces}").replace(
        "n > bid", "goal.empty and not start.empty"
    )
    text = text.replace("{set: bid, to: n}, {set: face, to: f}", "{move: start.piece, to: goal}")
    made = sheet(text.replace("Say more dice than the last bid.", about))
    assert action(made, "bid").text == f"{about} {added}".rstrip()


def test_choices_that_are_added_are_named_as_the_move_is_written() -> None:
    said = chosen("{n: 1..6, f: 1..6}", "Say more dice.", "says: bid <n> times <f>")
    assert (
        said == "Say more dice. Choose a number n from 1 to 6 and a number f from 1 to 6 (“bid n times f”)."
    )


def requirement(holds: str, words: str) -> str:
    """What the sheet prints of a requirement with these words."""
    return action(
        sheet(BLUFF.replace("holds: n > bid, says: Say a higher number.", f"holds: {holds}, {words}")), "bid"
    ).notes[0]


@pytest.mark.parametrize(
    ("holds", "says", "words"),
    [
        ("me.score < 9", "You have too many points.", "Not if you have too many points."),
        ("bid == 0", "There is a bid already.", "Not if there is a bid already."),
        ("not me.cup.empty", "Your cup is empty.", "Not if your cup is empty."),
        ("not me.cup.empty", "You have no dice left.", "Not if you have no dice left."),
        ("not me.cup.empty", "Your cup is not empty.", "Your cup is not empty."),
        ("not me.cup.empty", "You must not have lost all dice already.", "You must not have lost all dice already."),
        ("bid == 0", "Dice that are already open stay so.", "Dice that are already open stay so."),
        ("bid == 0", "With no dice left you are out.", "With no dice left you are out."),
        ("bid < 3", "A bid is of 3 at most.", "A bid is of 3 at most."),
        ("n > bid", "Say a higher number.", "Say a higher number."),
    ],
)  # fmt: skip
def test_a_refusal_that_says_what_is_wrong_is_printed_as_what_must_not_be(
    holds: str, says: str, words: str
) -> None:
    assert requirement(holds, f"says: {says}") == words


def test_what_a_condition_says_about_itself_is_printed_in_place_of_its_refusal() -> None:
    assert requirement("n > bid", "says: That is too low!, about: A bid is higher than the last one.") == (
        "A bid is higher than the last one."
    )


STEPS = """steps:
  clap: {about: Everybody claps., do: [{add: 1, to: me.score}]}
  cheer: {do: [clap, {add: 2, to: me.score}]}
  reckon: {do: [{add: 3, to: me.score}]}
end:
"""


def test_a_step_without_words_is_covered_by_those_of_the_action_unless_it_runs_one_that_has_some() -> None:
    text = BLUFF.replace("{set: bid, to: n}", "reckon, cheer").replace("end:\n", STEPS)
    assert action(sheet(text.replace("n > bid", "bid < 6")), "bid").text == (
        "Say more dice than the last bid. Choose a number n from 1 to 6 and a number f from 1 to 6. Everybody claps. Add 2 to your score."
    )
