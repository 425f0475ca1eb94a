"""What names, expressions and keys mean, in a few lines."""

from __future__ import annotations

import pytest

from rulewright.editor.desk import Desk
from rulewright.editor.hovering import hover
from tests.editor.snap import GAME, QUAY, QUICK, behind, desk_of


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    found, path = desk_of(tmp_path_factory.mktemp("games"))
    found.put(path.parent / "quick.overlay.yaml", QUICK)
    return found


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return desk_of(tmp_path_factory.mktemp("quay"), QUAY)[0]


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("p.poi", ["`variable points(players): a number in 0..1000`", "points so far"]),
        ("if: p.wor", ["`definition worth(p: players): a number in 2..1002`", "rule sheet: p's points + 2"]),
        ("> mo", ["`name most: a number"]),
        ("sum(d.fa", ["`face: a number in 1..6`", "what a piece shows"]),
        ("holds: di", ["`pieces dice: 2 pieces`"]),
        ("shown + ext", ["`option extra: a number in 0..5 = 2`", "points on top", "here 2"]),
        ("once", ["`condition once`", "rule sheet: the rolls are 0"]),
        ("        las", ["`game`, `round` or `turn`"]),
        ("when: round >=", ["`round >= 5`", "a condition"]),
    ],
)
def test_what_is_said(desk: Desk, mark: str, said: list[str]) -> None:
    path = next(iter(desk.texts))
    found = hover(desk, path, behind(GAME, mark.strip() if "las" in mark else mark))
    assert found is not None
    assert [each for each in said if each not in found.text] == []


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("order: shuf", "`shuffled`: an order that nobody knows"),
        ("order: kep", "`kept`: an order that is kept"),
        ("seen_by: own", "`owner`: the player"),
        ("start: al", "`all`: all pieces of the kind"),
        ("to: quay}, end_", "`end_turn`: the turn is over"),
        ("result: [hi", "`highest`: The players with the most"),
        ("highest sco", "`variable score(players)"),
        ("c.num", "`attribute number of card: a number in 1..6`"),
        ("expect: [quay.cou", "`z.count`: how many pieces are in it"),
    ],
)
def test_fixed_words_and_attributes_have_their_own_meaning(quay: Desk, mark: str, said: str) -> None:
    found = hover(quay, next(iter(quay.texts)), behind(QUAY, mark))
    assert found is not None
    assert said in found.text
    assert "track" not in found.text


def test_a_house_rule_says_what_it_set(desk: Desk) -> None:
    path = next(each for each in desk.texts if each.name.startswith("quick"))
    found = hover(desk, path, behind(QUICK, "face) + ext"))
    assert found is not None
    assert "a number in 0..5 = 4" in found.text
    assert "Changed by" in found.text
    assert "quick.overlay.yaml:5" in found.text


def test_there_is_not_always_something_to_say(desk: Desk) -> None:
    assert hover(desk, next(iter(desk.texts)), behind(GAME, "title: Sn")) is None
