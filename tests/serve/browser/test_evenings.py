"""What people met at tables in trials: names of those who come, focus after a move, phones, lost connections, another game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page

from tests.serve.browser.served import Player, Served
from tests.serve.browser.test_games import play, sit


def said(page: Page, words: str) -> None:
    """Wait until these words are said."""
    page.locator("#said").get_by_text(words).wait_for()


def test_a_newcomer_has_a_name_and_may_change_it(people: Any, served: Served) -> None:
    page = people().new_page()
    page.goto(served.address)
    page.get_by_role("button", name="Crazy Eights").click()
    assert page.evaluate("document.activeElement.textContent") == "Crazy Eights"
    assert "null" not in page.locator("#form").inner_text()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    invitation = page.get_by_label("Link: Invite people to the open seats").input_value()
    page.get_by_role("button", name="Close", exact=True).click()
    guest = people().new_page()
    guest.goto(invitation)
    guest.locator("#seats").get_by_role("button", name="Sit here").click()
    page.locator("#seats .here + .who", has_text="Guest").wait_for()
    guest.on("dialog", lambda asked: asked.accept("Bob"))
    guest.get_by_role("button", name="Guest").click()
    page.locator("#seats .who", has_text="Bob").wait_for()


def test_the_focus_stays_near_what_was_played(people: Any, served: Served) -> None:
    players = sit(people, served, served.table("crazy-eights"))
    while True:
        mover = next(player for player in players if player.scene["moves"])
        single = [move["touches"][0] for move in mover.scene["moves"] if len(move["touches"]) == 1]
        cards = [touch for touch in single if touch["sort"] == "piece"]
        if cards:
            break
        play(players, 1, Random(1))
    card, before = cards[0], mover.number
    mover.page.locator(f'[data-key="piece|{card["where"]}|{card["id"]}|#0"]').focus()
    mover.page.keyboard.press("Enter")
    mover.wait_for(before + 1)
    mover.page.wait_for_function("() => document.activeElement.closest('.own')")


def test_the_focus_stays_on_the_space_that_was_played(people: Any, served: Served) -> None:
    players = sit(people, served, served.table("connect-four"))
    mover = next(player for player in players if player.scene["moves"])
    assert mover.page.locator("[role=row]").count() == 6
    space = mover.page.locator("[role=gridcell]").nth(3)
    space.focus()
    name = space.get_attribute("id")
    mover.page.keyboard.press("Enter")
    mover.wait_for(1)
    assert mover.page.evaluate("document.activeElement.id") == name


def test_a_touch_that_does_nothing_is_explained(people: Any, served: Served) -> None:
    players = sit(people, served, served.table("sino"))
    mover = next(player for player in players if player.scene["moves"])
    other = next(player for player in players if player is not mover)
    mover.page.locator(".space").first.click()
    said(mover.page, "This cannot be chosen now.")
    other.page.locator(".space").first.click()
    said(other.page, "Ann to move.")


def test_an_undo_is_followed_by_all(people: Any, served: Served) -> None:
    players = sit(people, served, served.table("connect-four"))
    mover = next(player for player in players if player.scene["moves"])
    other = next(player for player in players if player is not mover)
    play(players, 2, Random(3))
    lines = mover.page.locator("#log li").count()
    for answer, words in (("Refuse", "Not everybody agrees"), ("Agree", "A move was taken back.")):
        mover.page.get_by_role("button", name="Undo").click()
        said(mover.page, "The others are asked")
        other.page.get_by_role("button", name=answer).click()
        said(mover.page, words)
    mover.page.wait_for_function("lines => document.querySelectorAll('#log li').length < lines", arg=lines)


def tab_to(page: Any, name: str) -> None:
    """Press Tab until what has the focus has a name that begins so."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(
            "name => { const at = document.activeElement; return (at.ariaLabel || at.innerText || '').startsWith(name) }",
            name,
        ):
            return
    raise AssertionError(f"no way to {name} by Tab")


def test_reasons_and_undo_by_keyboard_alone(people: Any, served: Served) -> None:
    players = sit(people, served, served.table("tic-tac-toe"))
    mover = next(player for player in players if player.scene["moves"])
    other = next(player for player in players if player is not mover)
    tab_to(mover.page, "a1, ")
    mover.page.keyboard.press("Enter")
    other.wait_for(1)
    tab_to(other.page, "b1, ")
    other.page.keyboard.press("ArrowLeft")
    other.page.keyboard.press("Enter")
    said(other.page, "The square must be empty.")
    tab_to(mover.page, "Undo")
    mover.page.keyboard.press("Enter")
    other.page.get_by_role("button", name="Agree").wait_for()
    other.page.keyboard.press("Enter")
    said(mover.page, "A move was taken back.")
    assert mover.page.evaluate("document.activeElement.id") == "turn", "the button cannot be pressed any more"


def test_a_lost_connection_shows_at_once(people: Any, served: Served) -> None:
    player = Player(people(), served, served.table("connect-four"), 0)
    player.page.context.set_offline(True)
    player.page.locator("#connection").get_by_text("The connection is lost.").wait_for()
    player.page.context.set_offline(False)
    player.page.locator("#connection").wait_for(state="hidden", timeout=60_000)
    people.wrong[:] = [each for each in people.wrong if "WebSocket" not in each and "ERR_" not in each]


@pytest.mark.parametrize("width", [360, 390])
def test_a_form_with_long_options_fits_a_phone(width: int, people: Any, served: Served) -> None:
    page = people(width, 640, has_touch=True, is_mobile=True).new_page()
    page.goto(served.address)
    page.get_by_role("button", name="Cinq-O").click()
    page.get_by_text("Options", exact=True).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert "<" not in page.locator("#options").inner_text()


def test_another_game_begins_at_a_new_table(people: Any, served: Served) -> None:
    table = served.table("tic-tac-toe")
    players = sit(people, served, table)
    play(players, 9, Random(2))
    owner, other = players
    owner.page.goto(f"{served.address}/t/{table['table']}#owner={table['owner']}")
    owner.page.get_by_role("button", name="Play again").click()
    other.page.get_by_role("button", name="To the next game").click()
    for player in players:
        player.page.wait_for_function("old => !location.pathname.endsWith(old)", arg=table["table"])
        player.page.locator(".seat.you").wait_for()
