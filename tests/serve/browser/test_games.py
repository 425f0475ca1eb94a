"""Games in real browsers, by two people at a time."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("playwright")

from tests.serve.browser.conftest import GAMES
from tests.serve.browser.served import Player, Served

MOVES = 24
"""Moves of a long game that are made."""


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


def test_two_browsers_play_a_whole_game(people: Any, served: Served) -> None:
    players = sit(people, served, served.table("tic-tac-toe"))
    play(players, 9, Random(4))
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
    if pictures:
        players[0].page.screenshot(path=pictures / f"{game}.png")


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
