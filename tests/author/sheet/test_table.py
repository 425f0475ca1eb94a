"""`At this table` tells house rules, variant and changed options apart from the rulebook."""

from __future__ import annotations

from pathlib import Path

from rulewright import pipeline
from rulewright.author.diff import diff
from rulewright.author.report.tree import Block, Item
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.pipeline import Book
from tests.author.conftest import Write

SHORT = """\
rulebook: 1
name: short-dare
extends: dare
about: A game to <target> points, for lunch.
change: {options: {target: 10}}
add:
  options:
    haste: {type: 1..9, default: 3, about: how hasty everybody is}
    music: {about: what is played, default: jazz, one_of: {jazz: jazz is played, none_at_all: nobody plays}}
  variables: {hurry: {type: 0..9, start: haste}, silent: {type: bool, start: music == none_at_all}}
"""
HERE = "Roll two dice until you dare no more; 10 points win"
VARIANTS = """\
variants:
  calm: {change: {options: {target: 30}}}
  rounds:
    title: Dare in rounds
    add:
      options: {rounds: {type: 1..9, default: 4, about: rounds to play}}
      end: {all_played: {at: round, when: round >= rounds, result: highest score}}
"""


def told(book: Book) -> tuple[Block, ...]:
    sheet = make_sheet(book)
    found = [section for section in sheet.sections if section.heading == "At this table"]
    assert found == list(sheet.sections[: len(found)]), "it comes first"
    return found[0].blocks if found else ()


def overlay(beside: str, more: str = "") -> str:
    path = Path(beside).parent / "short-dare.overlay.yaml"
    path.write_text(SHORT + more, encoding="utf-8")
    return str(path)


def test_a_table_that_plays_by_the_book_is_told_nothing(book: Book) -> None:
    assert told(book) == ()


def test_an_option_is_told_beside_the_rulebook_default(write: Write) -> None:
    book = pipeline.open_book(write(), options={"target": 50, "strict": True})
    assert told(book) == (
        Item("points that win", "50 instead of 20"),
        Item("whether you must roll first", "yes instead of no"),
    )


def test_a_choice_is_told_in_its_own_words(write: Write) -> None:
    book = pipeline.open_book(write(), options={"ties": "lowest_seat"})
    said = "the lower seat wins (in the rulebook: they share the win)"
    assert told(book) == (Item("equal scores", said),)


def test_an_option_set_to_its_default_is_not_told(write: Write) -> None:
    assert told(pipeline.open_book(write(), options={"target": 20})) == ()


def test_a_house_rule_is_named_with_what_it_says(write: Write) -> None:
    path = write()
    book = pipeline.open_book(path, overlays=[overlay(path)])
    assert told(book) == (
        Item("short-dare", "A game to 10 points, for lunch."),
        Item("points that win", "10 instead of 20"),
    )


def test_a_title_goes_before_the_name(write: Write) -> None:
    path = write()
    book = pipeline.open_book(path, overlays=[overlay(path, "title: Short Dare\n")])
    first = told(book)[0]
    assert isinstance(first, Item)
    assert first.name == "Short Dare"


def test_an_option_that_a_house_rule_brought_is_told_beside_its_own_default(write: Write) -> None:
    path = write()
    chosen: dict[str, int | bool | str | None] = {"target": 20, "haste": 5, "music": "none_at_all"}
    book = pipeline.open_book(path, options=chosen, overlays=[overlay(path)])
    assert told(book)[1:] == (
        Item("how hasty everybody is", "5 instead of 3"),
        Item("what is played", "nobody plays (in the rulebook: jazz is played)"),
    )


def test_a_game_that_extends_another_says_so(write: Write) -> None:
    book = pipeline.open_book(overlay(write()))
    assert told(book) == (
        "Dare, as changed by short-dare.",
        Item("points that win", "10 instead of 20"),
    )


def test_a_variant_is_named_by_its_title_or_else_its_name(write: Write) -> None:
    path = write(VARIANTS)
    rounds = pipeline.open_book(path, variant="rounds", options={"rounds": 2})
    assert told(rounds) == (
        "Dare in rounds is a variant of Dare.",
        Item("rounds to play", "2 instead of 4"),
    )
    calm = pipeline.open_book(path, variant="calm")
    assert told(calm) == ("Dare, in the variant calm.", Item("points that win", "30 instead of 20"))


def test_a_variant_for_other_numbers_of_players_is_measured_too() -> None:
    book = pipeline.open_book("cinq-o", variant="solitaire", options={"target": 50})
    assert told(book) == (
        "Cinq-O Solitaire is a variant of Cinq-O.",
        Item("points that win the game", "50 instead of 100"),
    )


def test_another_way_to_play_says_what_it_changes(write: Write) -> None:
    sheet = make_sheet(pipeline.open_book(write(VARIANTS)))
    (ways,) = [section for section in sheet.sections if section.heading == "Other ways to play"]
    assert Item("calm", "", ("points that win: 30 instead of 20",)) in ways.blocks


def test_a_house_rule_read_as_a_game_opens_with_its_own_words(write: Write) -> None:
    path = write()
    sheet = make_sheet(pipeline.open_book(overlay(path)))
    assert sheet.about == f"A game to 10 points, for lunch. {HERE} (words of Dare)."


def test_the_words_of_a_rulebook_are_marked_where_a_house_rule_has_words_of_its_own(write: Write) -> None:
    path = write()
    rule = Path(overlay(path))
    assert make_sheet(pipeline.open_book(path, overlays=(str(rule),))).about == f"{HERE} (words of Dare)."
    rule.write_text(SHORT.replace("about: A game to <target> points, for lunch.\n", ""), encoding="utf-8")
    assert make_sheet(pipeline.open_book(path, overlays=(str(rule),))).about == f"{HERE}."


def test_a_house_rule_says_anew_what_the_game_is_called_and_about(write: Write) -> None:
    path = write()
    rule = Path(overlay(path, "title: Lunch\n"))
    anew = "change: {title: Short Dare, about: Roll one die; <target> points win., options: {target: 10}}"
    rule.write_text(
        rule.read_text("utf-8").replace("change: {options: {target: 10}}", anew), encoding="utf-8"
    )
    usual = pipeline.open_book(path)
    on_top, alone = pipeline.open_book(path, overlays=[str(rule)]), pipeline.open_book(str(rule))
    for book in (on_top, alone):
        sheet = make_sheet(book)
        assert (sheet.title, sheet.about) == ("Short Dare", "Roll one die; 10 points win.")
        assert diff(usual, book).b.title == sheet.title
        assert Item("Lunch", "A game to 10 points, for lunch.") in told(book)


def test_what_only_another_way_to_play_needs_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "night.rulebook.yaml"
    path.write_text(NIGHT, encoding="utf-8")

    def names(variant: str | None) -> dict[str, list[str]]:
        sections = make_sheet(pipeline.open_book(str(path), variant=variant)).sections
        return {
            section.heading: [block.name for block in section.blocks if isinstance(block, Item)]
            for section in sections
        }

    usual, dark = names(None), names("dark")
    assert usual["Unless you agree otherwise"] == [
        "points that win",
        "points before it shines",
        "oil in a lamp",
    ]
    assert usual["Keep track of"] == ["score", "lamp", "steps walked"]
    assert dark["Unless you agree otherwise"] == ["points that win"]
    assert dark["Keep track of"] == ["score", "steps walked"]


def test_an_action_that_an_option_makes_impossible_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "night.rulebook.yaml"
    path.write_text(NIGHT.replace("oil: {type: 1..9", "oil: {type: 0..9"), encoding="utf-8")

    def actions(oil: int) -> list[str]:
        sheet = make_sheet(pipeline.open_book(str(path), options={"oil": oil}))
        (turn,) = [section for section in sheet.sections if section.heading == "Your turn"]
        return [block.name for block in turn.blocks if isinstance(block, Item)]

    assert actions(1) == ["roll", "shine"]
    assert actions(0) == ["roll"]


def test_what_a_house_rule_leaves_without_use_is_not_told(tmp_path: Path) -> None:
    path, rule = tmp_path / "night.rulebook.yaml", tmp_path / "dusk.overlay.yaml"
    path.write_text(NIGHT.partition("variants:")[0], encoding="utf-8")
    rule.write_text(
        "rulebook: 1\nname: dusk\nextends: night\nremove: [phases.turn.actions.shine]\n", encoding="utf-8"
    )
    sheet = make_sheet(pipeline.open_book(str(path), overlays=[str(rule)]))
    (agreed,) = [section for section in sheet.sections if section.heading == "Unless you agree otherwise"]
    assert [block.name for block in agreed.blocks if isinstance(block, Item)] == ["points that win"]


NIGHT = """\
rulebook: 1
name: night
title: Night
players: 2
options:
  target: {type: 1..99, default: 9, about: points that win}
  dawn: {type: 1..9, default: 3, about: points before it shines}
  oil: {type: 1..9, default: 2, about: oil in a lamp}
pieces: {dice: {count: 1, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables:
  score: {per: players, type: 0..999, about: points}
  lamp: {per: players, type: 0..oil, start: oil, about: oil that is left}
  walked: {type: number, about: only told, label: steps walked}
define: {bright: {of: {p: players}, is: p.score >= dawn}}
phases:
  turn:
    actions:
      roll: {do: [{roll: tray}, {add: tray.face, to: me.score}, {add: 1, to: walked}, end_turn]}
      shine: {when: {enough: me.bright, burning: me.lamp > 0}, do: [{add: -1, to: me.lamp}, {add: 1, to: me.score}]}
end: {over: {when: any(p.score >= target for p in players), result: highest score}}
variants:
  dark: {remove: [phases.turn.actions.shine]}
"""
