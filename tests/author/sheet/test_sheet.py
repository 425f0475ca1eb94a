"""The rule sheet prints what a player has to read, for the options that are played."""

from __future__ import annotations

from pathlib import Path

from rulewright import pipeline
from rulewright.author.report.markdown import to_markdown
from rulewright.author.report.tree import Item, Sheet
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.pipeline import Book
from rulewright.source.text import Source
from tests.author.conftest import Write


def items(sheet: Sheet, heading: str) -> dict[str, Item]:
    section = next(section for section in sheet.sections if section.heading == heading)
    return {block.name: block for block in section.blocks if isinstance(block, Item)}


def test_it_names_title_players_and_object(book: Book) -> None:
    sheet = make_sheet(book)
    assert (sheet.title, sheet.players) == ("Dare", "2 to 4 players")
    assert sheet.about == "Roll two dice until you dare no more; 20 points win."


def test_it_lists_what_is_needed(book: Book) -> None:
    needed = list(items(make_sheet(book), "You need"))
    assert needed[0].startswith("2 ")
    assert needed[1] == "1 arrow die"


def test_conditions_read_as_sentences_with_values(book: Book) -> None:
    assert items(make_sheet(book), "Your turn")["rack"].notes[0] == "Only if the rack is not full."


def test_conditions_that_always_hold_vanish(write: Write) -> None:
    free = items(make_sheet(pipeline.open_book(write())), "Your turn")["keep"]
    strict = items(make_sheet(pipeline.open_book(write(), options={"strict": True})), "Your turn")["keep"]
    assert free.notes == ()
    assert strict.notes == ("You must have rolled if 20 points are to be won.",)


def test_actions_that_can_never_be_done_vanish(write: Write) -> None:
    assert "never" not in items(make_sheet(pipeline.open_book(write())), "Your turn")
    allowed = pipeline.open_book(write(), options={"strict": True, "ties": "lowest_seat"})
    assert "never" in items(make_sheet(allowed), "Your turn")


def test_tables_cases_and_sums_are_printed(book: Book) -> None:
    sheet = to_markdown(make_sheet(book))
    assert "| 10 to 11 | 2 |" in sheet
    assert "| 9 or less | 0 |" in sheet
    assert "| Low | 1 |" in sheet
    assert "| points | your score |" in sheet


def test_options_are_printed_with_the_values_in_force(write: Write) -> None:
    sheet = make_sheet(pipeline.open_book(write(), options={"target": 33}))
    agreed = items(sheet, "Unless you agree otherwise")
    assert agreed["points that win"].text == "33"
    assert all(not name.startswith("whether whether") for name in agreed)
    assert agreed["equal scores"].text == "they share the win"
    assert "Whoever has 33 points first wins." in to_markdown(sheet)


def test_an_action_without_words_says_what_it_does(book: Book) -> None:
    assert items(make_sheet(book), "Your turn")["rack"].text.startswith(
        "Choose a die from the tray. Move the die to the rack."
    )


BEGINNING = """
turns: {first: seat(2), about: Whoever won last begins.}
"""
CLOSING = """
    as_soon_as:
      pot_is_full: {when: pot > 100, do: [settle]}
steps:
  settle: {label: count up, about: Everybody counts what they have., do: [end_turn]}
"""


def with_steps(write: Write, more: str = "") -> Sheet:
    """`DARE` with a rule that runs the step `settle`, which `keep` runs as well."""
    path = Path(write())
    text = path.read_text(encoding="utf-8").replace(
        "          - end_turn\n      never:", "          - settle\n      never:"
    )
    path.write_text(text.replace("\nend:\n", f"{CLOSING}end:\n") + more, encoding="utf-8")
    return make_sheet(pipeline.open_book(str(path)))


def test_a_step_that_several_rules_run_is_told_once(write: Write) -> None:
    sheet = with_steps(write)
    turn = items(sheet, "Your turn")
    assert turn["keep"].text == "Write the points down. See “Count up”."
    assert "count up" not in turn, "what has to be done then is no choice"
    told = next(section for section in sheet.sections if section.heading == "Count up")
    assert told.blocks == ("Everybody counts what they have.",)
    assert to_markdown(sheet).count("Everybody counts") == 1


def test_a_step_that_one_rule_runs_is_told_there(write: Write) -> None:
    path = Path(write("steps: {settle: {about: Everybody counts., do: [end_turn]}}\n"))
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("          - end_turn\n      never:", "          - settle\n      never:"),
        encoding="utf-8",
    )
    turn = items(make_sheet(pipeline.open_book(str(path))), "Your turn")
    assert turn["keep"].text == "Write the points down. Everybody counts."
    assert "settle" not in turn


def test_what_a_step_does_only_sometimes_is_told_below_the_action(write: Write) -> None:
    path = Path(write("steps: {settle: {about: Everybody counts., do: [end_turn]}}\n"))
    text = path.read_text(encoding="utf-8").replace(
        "          - end_turn\n      never:",
        "          - {if: pot > 3, do: [extra_turn], else: [settle]}\n      never:",
    )
    path.write_text(text, encoding="utf-8")
    sheet = make_sheet(pipeline.open_book(str(path)))
    keep = items(sheet, "Your turn")["keep"]
    assert keep.text == "Write the points down."
    assert keep.notes == ("Unless the pot is more than 3, everybody counts.",)
    after = next(section for section in sheet.sections if section.heading == "After a turn")
    assert after.blocks[0] == "Unless you take another turn, play passes to the player to your left."


def test_who_begins_is_told_as_the_rulebook_tells_it(write: Write) -> None:
    set_up = next(section for section in with_steps(write, BEGINNING).sections if section.heading == "Set-up")
    assert set_up.blocks[-1] == "Whoever won last begins."


def test_what_a_round_is_is_told_where_it_matters(write: Write) -> None:
    told = "A round is over when the turn has gone round the table once."
    assert told not in to_markdown(make_sheet(pipeline.open_book(write())))
    path = Path(write())
    path.write_text(
        path.read_text(encoding="utf-8").replace(
            "    after: keep\n    when: me.score >= target\n    result: {wins: me}",
            "    at: round\n    when: round >= 3\n    result: highest score",
        ),
        encoding="utf-8",
    )
    assert told in to_markdown(make_sheet(pipeline.open_book(str(path))))


def test_counts_say_for_whom_they_are_and_where_they_start(write: Write) -> None:
    path = Path(write())
    text = path.read_text(encoding="utf-8").replace(
        "score: {per: players, type: number}",
        "score: {per: players, type: number, start: 5, about: your points}",
    )
    path.write_text(
        text.replace(
            "pot: {type: 0..1000, lasts: turn}",
            "pot: {type: 0..1000, lasts: turn, about: points at stake}\n"
            "  trust: {per: teams, type: number, about: what friends share}",
        ).replace(
            "          - {return: dice}\n",
            "          - {return: dice}\n          - {add: 1, to: me.team.trust}\n",
        ),
        encoding="utf-8",
    )
    sheet = make_sheet(pipeline.open_book(str(path)))
    assert items(sheet, "Keep track of")["score"].text == "Your points; 5 at the start."
    assert items(sheet, "Keep track of")["pot"].text == "Points at stake; 0 at the start of every turn."
    # Where everybody plays alone, nobody has to know what a team is.
    told = items(sheet, "Keep track of")["trust"].text
    assert told == "What friends share; kept for each player."
    assert items(sheet, "You need")["pencil and paper"].text == "to write down everybody's score and trust"


def test_a_table_is_printed_where_words_stand_for_what_reads_it(write: Write) -> None:
    path = Path(write())
    text = path.read_text(encoding="utf-8").replace("about: a bonus for the sum of the dice, ", "")
    assert "| 10 to 11 | 2 |" not in to_markdown(make_sheet(pipeline.open_source(Source("dare", text))))
    text = text.replace(
        "  double: {", "  extra: {is: bonus(sum(tray.face)), about: what the dice bring}\n  double: {"
    )
    sheet = to_markdown(make_sheet(pipeline.open_source(Source("dare", text))))
    assert "- **extra**: What the dice bring." in sheet
    assert "| 10 to 11 | 2 |" in sheet


def test_faces_with_values_are_a_table(book: Book) -> None:
    sheet = to_markdown(make_sheet(book))
    assert "| face | times |" in sheet
    assert "| down | 2 |" in sheet


def test_markup_that_authors_write_is_shown_as_written() -> None:
    sheet = to_markdown(Sheet("A <b> game", "2 players", "Roll <script>.", ()))
    assert sheet == "# A &lt;b> game\n\n*2 players*\n\nRoll &lt;script>.\n"


HELPERS = """\
rulebook: 1
name: helpers
title: Helpers
players: 2
pieces:
  cards: {one_per: {rank: 1..9}, label: card}
zones:
  deck: {holds: cards, order: shuffled, start: all}
  hand: {per: players, holds: cards}
variables:
  score: {per: players, type: number}
define:
  spare: {of: {c: cards}, is: c.rank > 3}
  worth: {of: {c: cards}, is: c.rank * 2, about: points for a card}
  high: {of: {c: cards}, is: spare(c) and c.rank > 5}
setup:
  - {go: deal}
phases:
  deal: {do: [{for: p in players, do: [{move: 2 cards, from: deck, to: p.hand}]}, {go: turn}]}
  turn:
    actions:
      draw:
        about: Draw one card.
        do: [draw_one, end_turn]
      again:
        about: Draw, once more.
        do: [draw_one]
      play:
        about: Play a card.
        choose: {card: me.hand}
        when: {fits: {holds: high(card), says: Not so low.}}
        do: [{move: card, to: deck}, {add: worth(card), to: me.score}, end_turn]
steps:
  draw_one: {about: The top card is drawn., do: [{move: 1 cards, from: deck, to: me.hand}]}
end:
  over: {after: play, when: me.score > 20, result: [highest score]}
"""


def test_helpers_are_no_rules() -> None:
    """A definition without words that no printed sentence names only helps the rules along."""
    opened = pipeline.open_source(Source("helpers", HELPERS))
    assert list(items(make_sheet(opened), "Scoring")) == ["worth"]
    told = pipeline.open_source(
        Source("helpers", HELPERS.replace("{holds: high(card), says: Not so low.}", "high(card)"))
    )
    assert list(items(make_sheet(told), "Scoring")) == ["worth"]
    terms = items(make_sheet(told), "Terms")
    assert list(terms) == ["high (the card)"]
    assert "rank is more than 3" in terms["high (the card)"].text, (
        "what `spare` asks is short: it is worked in"
    )


def test_what_is_told_elsewhere_is_pointed_to() -> None:
    sheet = make_sheet(pipeline.open_source(Source("helpers", HELPERS)))
    assert items(sheet, "Turn")["draw"].text == "Draw one card. See “Draw one”."


def test_the_first_phase_follows_the_set_up_without_words() -> None:
    sheet = to_markdown(make_sheet(pipeline.open_source(Source("helpers", HELPERS))))
    assert "Go on with “Turn”." not in sheet.split("## Deal")[0]
    assert "go on with “Turn”" in sheet.replace("Go on", "go on")
    assert "Go on with “Deal”" not in sheet


SHOWDOWN = """\
rulebook: 1
name: showdown
title: Showdown
players: 2
enums: {Rank: [low, high], Copy: [one, two]}
pieces:
  cards: {one_per: {rank: Rank, copy: Copy}}
tables:
  worth: {of: Rank, rows: {low: 1, high: 3}}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
variables:
  chips: {per: players, type: 0..9, start: 4}
  caller: {type: players, start: seat(2), about: who calls}
  open: {type: bool, start: true, about: whether bets are open}
define:
  strength: {of: {p: players}, is: sum(worth(c.rank) for c in p.hand)}
setup: [{for: p in players, do: [{move: 1 cards, from: deck, to: p.hand}]}]
phases:
  bets:
    actions:
      keep:
        about: Keep your card.
        do: [{set: caller, to: caller.left}, end_turn]
      swap:
        about: Put a card away.
        secret: true
        choose: {c: me.hand}
        do: [{move: c, to: deck}, {move: 1 cards, from: deck, to: me.hand}, {set: open, to: false}, end_turn]
    as_soon_as:
      best:
        about: The better hand gets a chip.
        after: [keep, swap]
        when: me.strength > me.left.strength and open
        do: [{pay: 1, from: me.left.chips, to: me.chips}]
end:
  rich:
    about: Somebody has the chips that win.
    after: keep
    when: any(p.chips >= 6 for p in players)
    result: highest chips
standing: highest chips
"""


def test_what_words_of_an_author_leave_out_is_printed_below_them() -> None:
    sheet = to_markdown(make_sheet(pipeline.open_source(Source("showdown", SHOWDOWN))))
    assert (
        "After “keep”: Somebody has the chips that win. The player with the most chips wins; if there is a tie, the win is shared."
        in sheet
    )
    assert "After “keep” or “swap”: The better hand gets a chip." in sheet
    assert "Chosen secretly: nobody else sees what you choose." in sheet
    assert "**caller**: Who calls; player 2 at the start." in sheet
    assert "**open**: Whether bets are open; yes at the start." in sheet
    assert "strength" in sheet, "how hands compare is in the table `worth` only together with it"
    assert "| High | 3 |" in sheet or "| high | 3 |" in sheet


def test_words_that_tell_who_wins_are_not_said_twice() -> None:
    told = SHOWDOWN.replace("Somebody has the chips that win.", "After keep, the most chips win.")
    end = to_markdown(make_sheet(pipeline.open_source(Source("showdown", told)))).split("## The end")[1]
    assert end.strip() == "After keep, the most chips win."
