"""Starters of every size validate without a warning, keep their own examples, end, and print their rules."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright import check, pipeline
from rulewright.author.diff import diff
from rulewright.author.examples.examples import run_examples
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.author.starters import scaffold
from rulewright.author.starters.house_rules import Overlay, changeable, option_lines, other_values, places
from rulewright.author.starters.rulebooks import DECKS, Board, CannotWrite, Cards, Dice, Tiles
from rulewright.author.starters.scaffold import Starter
from rulewright.document import nodes
from rulewright.pipeline import Book

GAMES = ("cinq-o", "red-hot-yott", "pig", "hex", "cinq-o-quick", "yott-straight")
TITLES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=20)
SLOW = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def holds(path: Path) -> Book:
    """The starter in a file, when everything that a starter promises was asked of it."""
    assert [str(problem) for problem in check(path)] == []
    book = pipeline.open_book(str(path))
    own = [result for result in run_examples(book.at, book) if not result.inherited]
    assert own
    assert [
        (result.id, [str(problem) for problem in result.problems]) for result in own if result.problems
    ] == []
    assert to_markdown(make_sheet(book)).startswith("# ")
    return book


def ends(book: Book, seed: int = 1) -> bool:
    """Whether a random game comes to its end."""
    state, random = book.game.new_initial_state(seed=seed), Random(seed)
    for _ in range(5000):
        if state.is_terminal():
            return True
        state.apply_action(random.choice(state.legal_actions()))
    return False


@SLOW
@given(
    least=st.integers(2, 6),
    more=st.integers(0, 6),
    count=st.integers(1, 20),
    faces=st.integers(2, 100),
    title=TITLES,
)
def test_every_dice_starter_holds(
    tmp_path: Path, least: int, more: int, count: int, faces: int, title: str
) -> None:
    path = tmp_path / "dicey.rulebook.yaml"
    path.unlink(missing_ok=True)
    starter = Dice((least, least + more), count, faces)
    book = holds(scaffold.write("dicey", starter, tmp_path, title))
    assert ends(book)
    assert book.rulebook.title == title
    assert book.rulebook.players == tuple(range(least, least + more + 1))
    assert book.program.layout.kinds["dice"].pieces == count


@SLOW
@given(
    data=st.data(),
    least=st.integers(2, 10),
    more=st.integers(0, 5),
    deck=st.sampled_from(list(DECKS)),
    title=TITLES,
)
def test_every_card_starter_holds(
    tmp_path: Path, data: st.DataObject, least: int, more: int, deck: str, title: str
) -> None:
    path = tmp_path / "cardy.rulebook.yaml"
    path.unlink(missing_ok=True)
    most = min(least + more, 10)
    hand = data.draw(st.integers(1, DECKS[deck][0] // most))
    book = holds(scaffold.write("cardy", Cards((least, most), hand, deck), tmp_path, title))
    assert ends(book)
    assert book.rulebook.title == title
    assert book.program.options["hand_size"] == hand


@SLOW
@given(
    data=st.data(),
    players=st.sampled_from([(2, 2), (2, 3), (3, 3), (2, 4), (4, 4)]),
    rows=st.integers(1, 19),
    columns=st.integers(1, 19),
    title=TITLES,
)
def test_every_board_starter_holds(
    tmp_path: Path, data: st.DataObject, players: tuple[int, int], rows: int, columns: int, title: str
) -> None:
    path = tmp_path / "boardy.rulebook.yaml"
    path.unlink(missing_ok=True)
    longest = max(rows, columns, 2)
    line = data.draw(st.integers(2, longest))
    columns = max(columns, 2) if rows == 1 else columns
    book = holds(scaffold.write("boardy", Board(players, rows, columns, line), tmp_path, title))
    assert ends(book)
    assert book.rulebook.title == title
    assert book.program.options["line"] == line
    assert book.program.layout.boards["board"].spaces == rows * columns


@settings(SLOW, max_examples=4)
@given(
    data=st.data(),
    players=st.sampled_from([(2, 2), (2, 4), (3, 6)]),
    highest=st.integers(2, 6),
    title=TITLES,
)
def test_every_starter_with_tiles_holds(
    tmp_path: Path, data: st.DataObject, players: tuple[int, int], highest: int, title: str
) -> None:
    path = tmp_path / "tily.rulebook.yaml"
    path.unlink(missing_ok=True)
    starter = Tiles(min(players, (2, 5)) if highest == 2 else players, 1, highest)
    hand = data.draw(st.integers(1, starter.count // starter.players[1]))
    starter = Tiles(starter.players, hand, highest)
    book = holds(scaffold.write("tily", starter, tmp_path, title))
    assert ends(book)
    assert book.rulebook.title == title
    assert book.program.options["hand_size"] == hand
    assert book.program.layout.kinds["tiles"].pieces == starter.count


@pytest.mark.parametrize(
    "starter",
    [
        Board(),
        Board(rows=1, columns=2, line=2),
        Board((4, 4), 6, 7, 4),
        Dice(),
        Dice(count=1),
        Dice(count=1, faces=2),
        Dice(count=7, faces=2),
        Cards(),
        Cards(deck="numbers"),
        Cards((10, 10), 1),
        Tiles(),
        Tiles((2, 2), 1, 1),
    ],
)
def test_the_usual_starters_and_the_smallest_hold(tmp_path: Path, starter: Starter) -> None:
    assert ends(holds(scaffold.write("usual", starter, tmp_path)))


@pytest.mark.parametrize("game", GAMES)
def test_a_house_rule_of_every_game_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.chdir(tmp_path)
    book = holds(scaffold.write("ours", Overlay(game), tmp_path, "Our way"))
    assert ends(book)
    assert [change.path for change in diff(pipeline.open_book(game), book, examples=False).rules] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_change_that_is_proposed_can_be_switched_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = scaffold.write("ours", Overlay(game), tmp_path)
    proposed = re.compile(r"^# (change:\n)# (  options:\n)# (    \w+: \S+\n)", re.MULTILINE)
    text, switched = proposed.subn(r"\1\2\3", path.read_text(encoding="utf-8"))
    assert switched == 1
    path.write_text(text, encoding="utf-8")
    options, plain = holds(path).program.options, pipeline.open_book(game).program.options
    assert len([name for name, value in plain.items() if options[name] != value]) == 1


def test_how_many_pieces_there_are_is_a_place_that_is_listed(tmp_path: Path) -> None:
    text = scaffold.write("ours", Overlay("red-hot-yott"), tmp_path).read_text(encoding="utf-8")
    assert "\n#   pieces.dice.count\n#     5\n" in text


@pytest.mark.parametrize("option", [option.id for option in changeable(pipeline.open_book("red-hot-yott"))])
def test_every_option_can_be_the_one_that_a_house_rule_changes(tmp_path: Path, option: str) -> None:
    plain = pipeline.open_book("red-hot-yott")
    usual = plain.program.options[option]
    value = next(other_values(plain.rulebook.options[option], usual), None if usual is not None else 4)
    path = scaffold.write("ours", Overlay("red-hot-yott", {option: value}), tmp_path)
    assert pipeline.open_book(str(path)).program.options[option] == value


@pytest.mark.parametrize("game", GAMES)
def test_a_house_rule_lists_the_options_and_real_places(tmp_path: Path, game: str) -> None:
    book = pipeline.open_book(game)
    text = scaffold.write("ours", Overlay(game), tmp_path).read_text(encoding="utf-8")
    for line in option_lines(book):
        assert f"#   {line}" in text
    for option in changeable(book):
        assert any(line.startswith(f"{option.id}: ") for line in option_lines(book))
        assert all(f"\n#     {choice.id}" in text for choice in option.one_of)
    assert places(book)
    for place, _ in places(book):
        assert f"\n#   {place}\n" in text
        node: nodes.Node | None = book.tree
        for key in place.split("."):
            assert isinstance(node, nodes.Mapping), place
            node = node.get(key)
            assert node is not None, place


def test_a_place_that_is_listed_can_be_taken_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = scaffold.write("ours", Overlay("cinq-o"), tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("# remove:", "remove:"), encoding="utf-8")
    actions = pipeline.open_book(str(path)).rulebook.phases["turn"].actions
    assert "rolls_left" not in [condition.id for condition in actions["roll"].when]


def test_a_game_without_options_gets_a_house_rule_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = "phases: {turn: {actions: {go_on: {do: [end_turn]}}}}\nend: {over: {at: round, when: round >= 3, result: draw}}\n"
    Path("bare.rulebook.yaml").write_text(f"rulebook: 1\nname: bare\nplayers: 2\n{rules}", encoding="utf-8")
    path = scaffold.write("ours", Overlay("bare"), Path())
    assert ends(holds(path))
    text = path.read_text(encoding="utf-8")
    assert "# change:\n#   players: 2\n" in text
    path.write_text(
        text.replace("# change:\n#   players: 2\n", "change:\n  players: 2..3\n"), encoding="utf-8"
    )
    assert ends(holds(path))


@pytest.mark.parametrize("folder", [".", "below", "one/two/three/four/five", "with space"])
@pytest.mark.parametrize("starter", [Dice(), Overlay("pig")])
def test_the_schema_line_leads_to_the_schema(tmp_path: Path, folder: str, starter: Starter) -> None:
    target = tmp_path / folder
    target.mkdir(parents=True, exist_ok=True)
    path = scaffold.write("ours", starter, target)
    line = path.read_text(encoding="utf-8").splitlines()[0]
    assert line.startswith("# yaml-language-server: $schema=")
    named = line.partition("$schema=")[2]
    found = Path(url2pathname(urlparse(named).path)) if named.startswith("file:") else target / named
    assert found.is_file()
    assert found.name == ("overlay" if isinstance(starter, Overlay) else "rulebook") + ".schema.json"


@pytest.mark.parametrize(
    ("starter", "reason"),
    [
        (Dice(count=0), "0 dice: this starter takes 1 to 20"),
        (Dice(faces=1), "1 faces on a die: this starter takes 2 to 100"),
        (Dice((1, 4)), "1..4 players: this starter takes 2 to 20"),
        (Dice((6, 2)), "6..2 players: the smaller number goes first"),
        (Cards((2, 11)), "2..11 players: this starter takes 2 to 10"),
        (Cards(hand=11), "11 cards in a hand: this starter takes 1 to 10, since 5 players share 52 cards"),
        (Board(rows=20), "20 rows: this starter takes 1 to 19"),
        (Board(rows=1, columns=1), "a board of one space makes no game"),
        (Board(line=4), "4 in a line: this starter takes 2 to 3, since the board has 3 rows and 3 columns"),
        (Board((2, 5)), "2..5 players: this starter takes 2 to 4"),
        (Cards(deck="tarot"), "there is no deck `tarot`; there are standard-52 and numbers"),
    ],
)
def test_numbers_that_make_no_game_are_refused(tmp_path: Path, starter: Starter, reason: str) -> None:
    with pytest.raises(CannotWrite) as refused:
        scaffold.write("ours", starter, tmp_path)
    assert str(refused.value) == reason
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("My Game!", "my-game"),
        ("game.rulebook.yaml", "game"),
        ("../up", "up"),
        ("Ünïcode", "unicode"),
        ("7up", "game-7up"),
        ("-x-", "x"),
        ("", "my-game"),
        ("日本", "my-game"),
        ("a--b_c", "a-b-c"),
        ("x" * 300, "x" * 60),
        ("pig", "my-pig"),
        ("standard-52", "my-standard-52"),
    ],
)
def test_a_bad_name_gets_a_reason_and_one_that_will_do(tmp_path: Path, name: str, better: str) -> None:
    with pytest.raises(CannotWrite, match=f"try `{better}`") as refused:
        scaffold.check_name(name, tmp_path)
    assert len(str(refused.value)) > len(better) + 20
    scaffold.check_name(better, tmp_path)


@given(st.text(max_size=80))
def test_what_is_proposed_will_do(name: str) -> None:
    scaffold.check_name(scaffold.proposed(name))


def test_what_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    for ending in ("rulebook", "overlay", "fragment"):
        path = tmp_path / f"ours.{ending}.yaml"
        path.write_text("mine", encoding="utf-8")
        for starter in (Dice(), Overlay("pig")):
            with pytest.raises(CannotWrite, match=r"is there already, and is left as it is; .* `my-ours`"):
                scaffold.write("ours", starter, tmp_path)
        assert path.read_text(encoding="utf-8") == "mine"
        path.unlink()


def test_an_interrupted_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(number: int, content: bytes) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "write", stop)
    with pytest.raises(KeyboardInterrupt):
        scaffold.write("ours", Dice(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_house_rule_lies_beside_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scaffold.write("race", Dice(), tmp_path)
    (tmp_path / "other").mkdir()
    for game in ("race", "race.rulebook.yaml"):
        with pytest.raises(CannotWrite, match=r"in the same folder as its game: add --in \."):
            scaffold.write("ours", Overlay(game), Path("other"))
        assert scaffold.write("ours", Overlay(game), Path()).is_file()
        Path("ours.overlay.yaml").unlink()
