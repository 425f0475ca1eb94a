"""The table of one browser, without the browser: what the page is sent."""

from __future__ import annotations

from typing import Any

from rulewright.pipeline import open_book
from rulewright.playground.hot_seat import HotSeat


def table(game: str, *bots: str | None) -> HotSeat:
    return HotSeat(open_book(game, len(bots), engine="reference", cache=False), bots, seed=7)


def asked(table: HotSeat, **request: Any) -> list[dict[str, Any]]:
    return table.answered({"id": 1, **request})


def test_the_person_plays_all_seats_in_turn() -> None:
    here = table("tic-tac-toe", None, None)
    welcome, frame = here.answered({"hello": 1})
    assert (welcome["type"], frame["type"], frame["you"], frame["number"]) == ("welcome", "frame", 0, 0)
    answer, after = asked(here, do="move", move=4, at=0)
    assert (answer["ok"], after["you"], after["step"], len(after["scene"]["moves"])) == (True, 1, 1, 8)


def test_a_bot_answers_and_the_person_keeps_their_view() -> None:
    here = table("tic-tac-toe", None, "random")
    assert here.bot_moves() == []
    _, waiting = asked(here, do="move", move=4, at=0)
    assert (waiting["you"], waiting["scene"]["moves"]) == (0, [])
    [frame] = here.bot_moves()
    assert (frame["you"], frame["step"], len(frame["scene"]["moves"])) == (0, 2, 7)
    assert here.bot_moves() == []


def test_bots_alone_play_a_game_to_its_end() -> None:
    here = table("tic-tac-toe", "random", "greedy")
    frames = list(iter(here.bot_moves, []))
    assert frames[-1][0]["scene"]["over"]
    assert frames[-1][0]["you"] is None
    assert not asked(here, do="move", move=0)[0]["ok"]


def test_a_hidden_hand_is_that_of_the_seat_to_move() -> None:
    here = table("crazy-eights", None, None)
    first = here.answered({"hello": 1})[1]
    mover = next(seat["number"] for seat in first["scene"]["seats"] if seat["to_move"])
    assert [seat["you"] for seat in first["scene"]["seats"]] == [seat == mover for seat in range(2)]


def test_the_next_hand_is_shown_when_the_page_asks_for_it() -> None:
    here = table("crazy-eights", None, None)
    first = here.answered({"hello": 1})[1]
    while not first["pass"]:  # a card may be drawn before the turn ends
        first = asked(here, do="move", move=first["scene"]["moves"][0]["id"])[1]
    before = first["you"]
    assert first["pass"] == here.names[1 - before]
    assert [seat["you"] for seat in first["scene"]["seats"]] == [seat == before for seat in range(2)]
    assert first["scene"]["moves"] == []
    assert not asked(here, do="move", move=0)[0]["ok"]
    _, after = asked(here, do="uncover")
    assert (after["you"], after["pass"]) == (1 - before, None)
    assert after["scene"]["moves"]
    assert len(asked(here, do="uncover")) == 1


def test_who_plays_against_bots_or_hides_nothing_passes_no_screen() -> None:
    alone, open_game = table("crazy-eights", None, "random"), table("tic-tac-toe", None, None)
    for here in (alone, open_game):
        assert all(frame["pass"] is None for [frame] in iter(here.bot_moves, []))
        moves = here.answered({"hello": 1})[1]["scene"]["moves"]
        assert asked(here, do="move", move=moves[0]["id"])[1]["pass"] is None


def test_a_move_is_taken_back_without_asking() -> None:
    here = table("tic-tac-toe", None, None)
    asked(here, do="move", move=4)
    answer, frame = asked(here, do="undo")
    assert (answer["ok"], frame["step"], frame["you"]) == (True, 0, 0)


def test_refusals_have_sentences() -> None:
    here = table("tic-tac-toe", None, None)
    asked(here, do="move", move=4, at=0)
    assert asked(here, do="move", move=4)[0]["error"] == "The square must be empty."
    assert "choose again" in asked(here, do="move", move=3, at=0)[0]["error"]
    assert "one browser" in asked(here, do="join")[0]["error"]
    assert asked(here, do="why_not", move="mark b2")[0]["reasons"] == ["The square must be empty."]


def test_questions_about_the_position() -> None:
    here = table("tic-tac-toe", None, None)
    asked(here, do="move", move=4)
    assert len(asked(here, do="history")[0]["steps"]) == 2
    assert asked(here, do="look", at=0)[0]["scene"]["moves"] == []
    assert asked(here, do="trace", of="board.b2.count")[0]["ok"]
    renamed, frame = asked(here, do="rename", name="Ann")
    assert (renamed["ok"], frame["seats"][1]["name"]) == (True, "Ann")
