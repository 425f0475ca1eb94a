"""What can be written at a place of a text that is being typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.editor.completing.offers import offers
from rulewright.editor.completing.signatures import signature
from rulewright.editor.desk import Desk
from tests.editor.snap import COLOURS, GAME, QUAY, QUICK, desk_of


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    found, path = desk_of(tmp_path_factory.mktemp("games"))
    found.analysis(path)
    for name, text in (("quick.overlay.yaml", QUICK), ("colours.fragment.yaml", COLOURS)):
        found.put(path.parent / name, text)
        found.analysis(path.parent / name)
    return found


def offered(
    desk: Desk, old: str, new: str, name: str = "snap.rulebook.yaml", text: str = GAME
) -> dict[str, str]:
    """The labels and details that are offered at the `|` of a text, as it is typed and not yet analysed."""
    assert old in text
    typed = text.replace(old, new, 1)
    place = typed.index("|")
    path = next(each for each in desk.texts if each.name == name)
    found = offers(desk, path, typed.replace("|", "", 1), place)
    return {each.label: each.detail for each in found.offers}


@pytest.mark.parametrize(
    ("old", "new", "there", "not_there"),
    [
        ("to: rolls", "to: ro|", ["rolls", "most", "extra", "sum", "red", "me"], ["turn", "roll", "once"]),
        (
            "p.points + extra",
            "p.|",
            ["points", "worth", "left"],
            ["rolls", "face", "won", "partner", "holds"],
        ),
        ("sum(d.face for d in table)", "sum(d.| for d in table)", ["face", "place"], ["points", "count"]),
        ("sum(d.face for d in table)", "table.|", ["face", "count", "empty"], ["points"]),
        ("once: rolls == 0", "once: rolls == 0 and me.|", ["points"], ["rolls"]),
        ("if: p.worth", "if: |", ["p", "most"], []),
        ("{holds: dice, start", "{holds: |, start", ["dice"], ["table", "points"]),
        ("{holds: dice, start: all}", "{holds: dice, |}", ["order", "start", "seen_by"], ["holds", "roll"]),
        ("lasts: turn", "lasts: |", ["game", "round", "turn"], ["dice"]),
        ("          - end_turn\n", "          - |\n", ["end_turn", "roll", "for"], ["points"]),
        ("          - end_turn\n", "          - {|\n", ["roll", "set", "let"], ["to", "start"]),
        ("{add: 1, to: rolls}", "{add: 1, |}", ["to"], ["add", "from", "roll"]),
        ("seat(1).points == 13", "seat(1).|", ["points", "won"], ["rolls"]),
        ("    about: points and", "    |", ["by", "label"], ["is", "of", "shown"]),
        ("about: points and what", "about: points <ex|", ["extra"], ["label"]),
        ("use: [colours]", "use: [|", ["colours", "standard-52"], ["snap"]),
        ("variables:", "|\nvariables:", ["setup", "boards"], ["order", "holds", "define", "zones"]),
        ("end:", "|\nend:", ["setup", "strategies"], ["end_turn", "add", "phases", "examples"]),
        ("end:\n", "|end:\n", ["setup", "strategies"], ["me", "examples"]),
        ("title: Snap", "ti|", ["setup", "title", "boards"], ["name", "phases"]),
    ],
)
def test_what_fits_is_offered_and_nothing_else(
    desk: Desk, old: str, new: str, there: list[str], not_there: list[str]
) -> None:
    found = offered(desk, old, new)
    assert [each for each in there if each not in found] == []
    assert [each for each in not_there if each in found] == []


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    found, path = desk_of(tmp_path_factory.mktemp("quay"), QUAY)
    known = found.analysis(path)
    assert known is not None
    assert known.problems == ()
    return found


@pytest.mark.parametrize(
    ("old", "new", "first", "not_there"),
    [
        ("load: c.number\n", "load: c.number\n      |\n", ["take"], ["load"]),
        ("given: {", "given: {|", ["quay", "seat(2).hand", "me", "phase"], ["deck", "seat(1).hand", "c"]),
        ("hand: [card 1]", "hand: [card |", ["card 1", "card 6", "rest"], ["deck", "me"]),
        ("do: load 1", "do: load |", ["card 1", "card 6"], ["load", "take"]),
        ("result: [highest score]", "result: |", ["highest", "lowest", "draw", "wins"], ["score", "me"]),
        ("result: [highest score]", "result: [highest |", ["score", "round"], ["draw", "teams", "ray"]),
        ("when: deck", "when: |", ["deck"], ["teams", "team", "toward", "times", "through", "game"]),
        ("when: deck", "when: can(|", ["load", "take"], ["deck", "me"]),
        ("{move: c,", "{move: |,", ["c", "card", "deck", "quay", "me"], ["ray"]),
        ("{move: c, to: quay}", "{add: 1, to: |}", ["c", "me", "score"], ["ray"]),
        ("not game.over", "not game.|", ["over", "ended_by", "worth"], ["count"]),
        ("order: kept", "order: |", ["kept", "none", "shuffled"], ["quay", "score"]),
    ],
)
def test_what_fits_comes_first(
    quay: Desk, old: str, new: str, first: list[str], not_there: list[str]
) -> None:
    found = offered(quay, old, new, text=QUAY)
    assert [each for each in first if each not in [*found][: len(first) + 4]] == []
    assert [each for each in not_there if each in found] == []


def test_offers_have_types_and_words(desk: Desk) -> None:
    assert offered(desk, "p.points + extra", "p.|")["points"] == "a number in 0..1000"
    typed = GAME.replace("p.points + extra", "p.")
    found = offers(desk, next(iter(desk.texts)), typed, typed.index("is: p.") + 6)
    (points,) = [each for each in found.offers if each.label == "points"]
    assert "points so far" in points.about


def test_pieces_are_known_while_the_text_is_broken(tmp_path: Path) -> None:
    other, path = desk_of(tmp_path, QUAY)
    other.analysis(path)
    typed = QUAY.replace("hand: [card 1], deck: []}", "hand: [card 1, ")
    other.put(path, typed)
    other.analysis(path)
    found = offers(other, path, typed, typed.index("[card 1, ") + 9)
    assert [each.label for each in found.offers][0::6] == ["card 1", "rest"]


@pytest.mark.parametrize(
    ("old", "new", "there"),
    [
        ("is: p.points + extra", "is: p.|", "points"),
        ("is: p.points + extra", "is: p.points == 3 or p.|", "left"),
        ("define:", "steps:\n  pay:\n    of: {q: players}\n    do: [{add: q.|, to: rolls}]\ndefine:", "points"),
        ("      roll:", "      take:\n        choose: {d: table}\n        when: {high: d.|}\n        do: [end_turn]\n      roll:", "face"),
        ("  shown:", "  same:\n    of: {a: dice, b: dice}\n    is: a.face == b.|\n  shown:", "face"),
    ],
)  # fmt: skip
def test_what_an_entry_declares_is_known_though_it_could_never_be_read(
    tmp_path: Path, old: str, new: str, there: str
) -> None:
    typed = GAME.replace(old, new, 1)
    other, path = desk_of(tmp_path, typed.replace("|", "", 1))
    other.analysis(path)
    found = offers(other, path, typed.replace("|", "", 1), typed.index("|"))
    assert there in [each.label for each in found.offers]


def test_the_name_of_a_piece_that_is_half_typed_is_replaced(quay: Desk) -> None:
    typed = QUAY.replace("do: load 1", "do: load card ")
    place = typed.index("load card ") + len("load card ")
    found = offers(quay, next(iter(quay.texts)), typed, place)
    assert typed[found.start : place] == "card "


def test_an_effect_is_offered_once(quay: Desk) -> None:
    typed = QUAY.replace("to: quay}, end_turn", "to: quay}, ")
    found = offers(quay, next(iter(quay.texts)), typed, typed.index("to: quay}, ") + 11)
    assert [each.label for each in found.offers].count("end_turn") == 1


def test_an_attribute_of_pieces_has_its_own_words(quay: Desk) -> None:
    typed = QUAY.replace("c.number", "c.")
    found = offers(quay, next(iter(quay.texts)), typed, typed.index("load: c.") + 8)
    (number,) = [each for each in found.offers if each.label == "number"]
    assert "`attribute number of card: a number in 1..6`" in number.about
    assert "track" not in number.about


def test_a_house_rule_is_offered_what_its_game_has(desk: Desk) -> None:
    name = "quick.overlay.yaml"
    assert "face" in offered(desk, "min(table.face) + extra", "min(table.|", name, QUICK)
    assert {"shown", "worth"} <= offered(desk, "{shown: min(table.face) + extra}", "{|", name, QUICK).keys()
    assert "snap" in offered(desk, "extends: snap", "extends: |", name, QUICK)
    removed = QUICK.replace("change:", "remove: [de|]\nchange:")
    assert "define.shown" in offered(desk, "extends", "extends", name, removed)


def test_the_arguments_of_a_call_are_shown(desk: Desk) -> None:
    path = next(iter(desk.texts))
    typed = GAME.replace("shown: sum(d.face for d in table)", "shown: worth(max(2, 3), ")
    found = signature(desk, path, typed, typed.index("max(2, 3)") + 7)
    assert found is not None
    assert (found.label.partition("(")[0], found.active) == ("max", 1)
    found = signature(desk, path, typed, typed.index("3), ") + 4)
    assert found is not None
    assert (found.label, found.active) == ("worth(p: players)", 1)


def test_what_is_offered_comes_from_the_last_text_that_was_sound(desk: Desk, tmp_path: Path) -> None:
    other, path = desk_of(tmp_path)
    other.analysis(path)
    typed = GAME.replace("add: 1, to: rolls", "add: 1, to: me.").replace("title: Snap", "title")
    other.put(path, typed)
    other.analysis(path)
    found = offers(other, path, typed, typed.index("to: me.") + 7)
    assert "points" in [each.label for each in found.offers]
