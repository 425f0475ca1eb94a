"""Games in real browsers, by two people at a time."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("playwright")

from tests.serve.browser.conftest import GAMES
from tests.serve.browser.served import Player, Served

MOVES = 24
"""Moves of a long game that are made."""
WHOLE = 150
"""The most moves of a game that is played to its end."""
SHORT: dict[str, dict[str, Any]] = {
    "tic-tac-toe": {}, "connect-four": {}, "cinq-o": {"target": 4, "max_rolls": 2}, "red-hot-yott": {"free_rolls": 1, "chips_each": 0},
    "crib-ino": {"hand_size": 1, "hands_per_game": 1}, "crazy-eights": {"target": 10}, "dominoes": {"target": 10},
}  # fmt: skip
"""Games that are played to their end, with options that make them short."""
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1366, 850)}


def sit(people: Any, served: Served, table: dict[str, Any], players: int = 2, **more: Any) -> list[Player]:
    return [Player(people(**more), served, table, seat) for seat in range(players)]


def play(players: list[Player], most: int, random: Random) -> None:
    """Make random moves by touch, and look at every frame."""
    for _ in range(most):
        mover = next((player for player in players if player.scene["moves"]), None)
        if mover is None:
            return
        mover.move(random.choice(mover.scene["moves"]))
        for player in players:
            player.wait_for(mover.number)
            keeps_secrets(player)


def keeps_secrets(player: Player) -> None:
    """No piece in the frame of a player lies in a zone that others alone see, and nobody else's moves are in it."""
    scene = player.scene
    seats = [seat for seat in scene["seats"] if seat["you"]]
    assert [seat["number"] for seat in seats] == [player.seat]
    if scene["moves"]:
        assert seats[0]["to_move"]


@pytest.mark.parametrize("game", SHORT)
def test_two_browsers_play_a_whole_game(game: str, people: Any, served: Served) -> None:
    players = sit(people, served, served.table(game, options=SHORT[game]))
    play(players, WHOLE, Random(4))
    for player in players:
        assert player.scene["over"]
        page = player.page
        page.wait_for_function("() => document.querySelector('#turn').className === 'over'")
        assert page.locator("#turn").inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_every_move_can_be_made_by_touch(
    game: str, people: Any, served: Served, pictures: Path | None
) -> None:
    players = sit(people, served, served.table(game))
    play(players, MOVES, Random(game))
    if pictures is None:
        return
    for size, (width, height) in SIZES.items():
        players[0].page.set_viewport_size({"width": width, "height": height})
        players[0].page.screenshot(path=pictures / f"{game}-{size}.png")


@pytest.mark.parametrize("game", ["crazy-eights", "cinco", "dominoes"])
def test_hidden_hands_are_in_no_frame(game: str, people: Any, served: Served) -> None:
    players = sit(people, served, served.table(game))
    random = Random(7)
    for _ in range(12):
        play(players, 1, random)
        hands = [own_hand(player) for player in players]
        for player, other in zip(players, hands[::-1], strict=True):
            seen = json.dumps([zone["pieces"] for zone in player.scene["zones"]])
            assert not [piece for piece in other if f'"{piece}"' in seen]
            assert all(
                zone["pieces"] is None
                for zone in player.scene["zones"]
                if "hand" in zone["id"] and not zone["mine"]
            )


def own_hand(player: Player) -> list[str]:
    hands = [zone["pieces"] for zone in player.scene["zones"] if zone["mine"] and "hand" in zone["id"]]
    return [piece["id"] for hand in hands for piece in hand]


def test_a_killed_server_loses_nothing(people: Any, served: Served) -> None:
    players = sit(people, served, served.table("connect-four"))
    play(players, 5, Random(1))
    before = [player.scene["boards"] for player in players]
    served.kill()
    players[0].page.wait_for_selector("body.offline")
    served.start()
    for player in players:
        player.page.wait_for_function("() => !document.body.classList.contains('offline')", timeout=60_000)
    assert [player.scene["boards"] for player in players] == before
    play(players, 4, Random(2))
    assert players[0].number == 9
    # What a lost connection leaves on the console is no mistake of the page.
    people.wrong[:] = [each for each in people.wrong if "WebSocket" not in each and "ERR_" not in each]


def test_a_stranger_gets_no_seat(people: Any, served: Served) -> None:
    table = served.table("crazy-eights")
    page = people().new_page()
    page.goto(f"{served.address}/t/{table['table']}#seat=stranger")
    page.wait_for_function("() => document.querySelector('#connection').textContent")
    assert page.locator(".scene").count() == 0


def test_a_spectator_sees_backs_and_no_moves(people: Any, served: Served) -> None:
    table = served.table("crazy-eights")
    page = people().new_page()
    page.goto(f"{served.address}/t/{table['table']}")
    page.wait_for_selector(".scene")
    assert page.locator(".can").count() == 0
    assert page.locator("section.zone .back").count() > 2


def test_the_keyboard_is_enough(people: Any, served: Served) -> None:
    players = sit(people, served, served.table("tic-tac-toe"))
    mover = next(player for player in players if player.scene["moves"])
    page = mover.page
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    name = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    mover.wait_for(1)
    (taken,) = [space["label"] for space in mover.scene["boards"][0]["spaces"] if space["pieces"]]
    assert name.split(",")[0] == taken


def test_a_start_page_opens_a_table(people: Any, served: Served) -> None:
    page = people().new_page()
    page.goto(served.address)
    page.get_by_role("button", name="Tic-Tac-Toe").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Seat 2").select_option("bot random")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".scene")
    page.wait_for_function("() => document.querySelector('#turn').textContent.includes('Your turn')")
    page.locator(".space.can").first.click()
    page.wait_for_function("() => document.querySelectorAll('.on').length >= 2")


def test_why_a_move_is_not_allowed_is_answered(people: Any, served: Served) -> None:
    players = sit(people, served, served.table("tic-tac-toe"))
    players[0].move(players[0].scene["moves"][0])
    players[1].wait_for(1)
    players[1].page.locator(".space:not(.can)").first.click()
    players[1].page.wait_for_selector("#said.shown")
    assert players[1].page.locator("#said").inner_text()


@pytest.mark.parametrize("game", ["crazy-eights", "crib-ino"])
def test_why_a_score_is_what_it_is_is_answered(game: str, people: Any, served: Served) -> None:
    (player,) = sit(people, served, served.table(game), 1)
    player.page.locator(".seat.you .why").first.click()
    said = player.page.locator("#dialogbody pre")
    said.wait_for()
    assert re.search(r"(seat|team)\(1\)\.score → 0", said.inner_text())


def test_the_last_move_is_marked_also_for_those_who_come_later(people: Any, served: Served) -> None:
    players = sit(people, served, served.table("reversi"))
    move = players[0].scene["moves"][0]
    players[0].move(move)
    for player in players:
        player.page.wait_for_selector(".space.last")
    players[1].page.reload()
    players[1].page.wait_for_selector(".space.last")
    marked = (
        players[1]
        .page.locator(".space.last")
        .evaluate_all("all => all.map(each => each.ariaLabel.split(',')[0])")
    )
    assert len(marked) == 2
    assert move["text"].split(" ")[1] in marked


def test_a_move_is_taken_back_when_the_other_agrees_and_looked_back_at(people: Any, served: Served) -> None:
    players = sit(people, served, served.table("tic-tac-toe"))
    play(players, 2, Random(3))
    page, other = players[0].page, players[1].page
    slider = page.get_by_label("Look back")
    slider.focus()
    page.keyboard.press("Home")
    page.get_by_text("Move 0 of 2").wait_for()
    assert page.locator(".on").count() == 0
    page.get_by_role("button", name="Back to now").click()
    assert page.locator(".on").count() == 2
    page.get_by_role("button", name="Undo").click()
    other.get_by_text("would like to take the last move back").wait_for()
    assert page.get_by_role("dialog").count() == 0
    other.get_by_role("button", name="Agree").click()
    page.wait_for_function("() => document.querySelectorAll('.on').length < 2")


def test_a_person_whose_seat_is_given_away_goes_on_watching(people: Any, served: Served) -> None:
    table = served.table("crazy-eights")
    player = Player(people(), served, table, 1)
    owner = people().new_page()
    owner.goto(
        f"{served.address}/t/{table['table']}#owner={table['owner']}&seat={table['seats'][0]['token']}"
    )
    owner.get_by_label("Seat of Bob").click()
    owner.get_by_role("button", name="Give to a new person").click()
    link = owner.get_by_label("Link: Seat 2").input_value()
    player.page.get_by_text("This seat was given to somebody else.").wait_for()
    player.page.wait_for_function("() => !document.querySelector('.seat.you')")
    assert player.page.locator(".zones.own").count() == 0
    guest = people().new_page()
    guest.goto(link)
    guest.locator(".seat.you").get_by_text("Player 2").wait_for()
