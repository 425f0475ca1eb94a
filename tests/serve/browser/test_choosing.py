"""What a person sees before a move is made, and how a table is set: real dice, outlines of pieces, own rules, seats, the page of the host."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")

from axe_playwright_python.sync_playwright import Axe

from tests.serve.browser.served import Player, Served
from tests.serve.browser.test_games import play

TILES = """\
rulebook: 1
name: quarters
title: Quarters
about: Lay tiles side by side, turned as you like.
players: 2..3
options:
  hand_size: {type: 1..4, default: 2, label: tiles in a hand}
pieces:
  tiles:
    one_per: {a: 1..6}
    label: tile <a>
    plural: tiles
    sides: {number: a if way == north else 0}
boards:
  table: {unbounded: squares, holds: tiles}
zones:
  bag: {holds: tiles, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: tiles, seen_by: owner}
variables:
  points: {per: players, type: number}
setup:
  - for: p in players
    do: [{move: hand_size tiles, from: bag, to: p.hand}]
phases:
  turn:
    actions:
      lay:
        says: "lay <tile> on <at>, quarter turns: <turned>"
        choose: {tile: me.hand, at: table.open, turned: 0..2}
        do:
          - {move: tile, to: at, turned: turned}
          - {add: turned, to: me.points}
          - end_turn
end:
  empty: {after: lay, when: me.hand.empty, result: highest points}
"""


def sit(people: Any, served: Served, game: str | None, **more: Any) -> tuple[Player, Player]:
    """The player to move, and the other one."""
    table = served.table(game, **more)
    one, other = (Player(people(), served, table, seat) for seat in range(2))
    return (one, other) if one.scene["moves"] else (other, one)


def keys(move: dict[str, Any]) -> list[str]:
    return ["|".join((each["sort"], each["where"], each["id"], each["space"])) for each in move["touches"]]


def test_real_dice_are_tapped_or_typed_and_mistakes_are_said(people: Any, served: Served) -> None:
    mover, other = sit(people, served, "cinq-o", dice="typed")
    page = mover.page
    mover_name = page.locator(".seat.you .who").inner_text().split()[0]
    page.get_by_role("group", name="Moves").get_by_role("button").first.click()
    page.get_by_text("Roll 5 scoring dice. What does die 1 show?").wait_for()
    other.page.get_by_text(f"{mover_name} rolls real dice").wait_for()
    page.get_by_label("Type a move").fill("5 5 5 5 7")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text("`7` is no face of this die.").wait_for()
    page.reload()
    for face in ("5", "5", "3", "5", "5"):
        page.locator(".faces").get_by_role("button", name=face, exact=True).click()
    page.get_by_role("button", name="Remove 3").click()
    page.keyboard.press("6")
    assert Axe().run(page).violations_count == 0
    page.get_by_role("button", name="Yes, play it").click()
    page.get_by_text("Roll the Hi/Lo die. What does it show?").wait_for()
    page.locator(".faces").get_by_role("button", name="2 Hi").click()
    page.get_by_role("button", name="Yes, play it").click()
    mover.wait_for(1)
    page.locator("#log").get_by_text("scoring dice 5 5 5 5 6, Hi/Lo die 2 Hi").wait_for()


def test_a_roll_is_called_off(people: Any, served: Served) -> None:
    mover, _ = sit(people, served, "cinq-o", dice="typed")
    mover.page.get_by_role("group", name="Moves").get_by_role("button").first.click()
    mover.page.get_by_role("button", name="Call it off").click()
    mover.page.locator("#roll").wait_for(state="detached")
    assert mover.page.get_by_role("group", name="Moves").get_by_role("button").count()


def test_a_move_is_outlined_on_the_board_with_its_points(people: Any, served: Served) -> None:
    mover, _ = sit(people, served, "reversi")
    cell = mover.page.locator(".space.can").first
    cell.hover()
    mover.page.wait_for_selector(".ghost")
    changed = mover.page.locator(".ghost").count()
    assert mover.page.locator("#worth").inner_text() == "+2, -1 for Bob"
    assert cell.get_attribute("aria-description") == "+2, -1 for Bob"
    cell.click()
    mover.wait_for(1)
    mover.page.wait_for_function("() => !document.querySelector('.ghost')")
    pieces = [space for space in mover.scene["boards"][0]["spaces"] if space["pieces"]]
    assert (changed, len(pieces)) == (2, 5)


def test_a_tile_is_turned_before_it_is_laid(people: Any, served: Served) -> None:
    mover, _ = sit(people, served, None, rulebook=TILES)
    page = mover.page
    piece, space, _turn = keys(mover.scene["moves"][0])
    page.locator(f'[data-key="{piece}#0"]').click()
    page.locator(f'[data-key="{space}#0"]').click()
    number = page.locator(f'[data-key="{piece}#0"]').get_attribute("aria-label")
    assert number is not None
    digit = re.findall(r"\d", number)[0]

    def side() -> str:
        """The side of the outlined tile that has its number."""
        page.wait_for_selector(".ghost")
        page.wait_for_timeout(150)
        (found,) = page.evaluate(
            """digit => [...document.querySelectorAll('.ghost .half, .ghost .sidemark')].filter(each => each.textContent === digit)
               .map(each => { const me = each.getBoundingClientRect(), all = each.closest('.ghost').getBoundingClientRect();
                 const x = me.x + me.width / 2 - all.x - all.width / 2, y = me.y + me.height / 2 - all.y - all.height / 2;
                 return Math.abs(x) > Math.abs(y) ? (x > 0 ? 'east' : 'west') : y > 0 ? 'south' : 'north' })""",
            digit,
        )
        return str(found)

    assert side() == "north"
    page.keyboard.press("r")
    assert side() == "east"
    page.locator("#table").hover()
    page.mouse.wheel(0, 100)
    assert side() == "south"
    page.locator(f'[data-key="{space}#0"]').click()
    assert side() == "north"
    page.get_by_role("button", name="Another way").click()
    assert page.locator("#worth").inner_text() == "+1"
    page.get_by_role("button", name="quarter turns: 1").click()
    mover.wait_for(1)
    (laid,) = [space["pieces"][0] for space in mover.scene["boards"][0]["spaces"] if space["pieces"]]
    assert laid["turned"] == 1


def test_an_own_rulebook_shows_its_options_and_its_mistakes_their_place(people: Any, served: Served) -> None:
    page = people().new_page()
    people.wrong.clear()
    page.goto(served.address)

    def upload(label: str, name: str, text: str) -> None:
        page.get_by_label(label).set_input_files(
            {"name": name, "mimeType": "text/yaml", "buffer": text.encode()}
        )

    upload("Your own rulebook", "quarters.yaml", TILES.replace("me.hand.empty", "me.hnd.empty"))
    problem = page.get_by_role("alert")
    problem.get_by_text("empty: {after: lay, when: me.hnd.empty").wait_for()
    assert re.search(r"quarters.yaml:\d+:\d+", problem.inner_text())
    people.wrong[:] = [each for each in people.wrong if "400" not in each]
    upload("Your own rulebook", "quarters.yaml", TILES)
    page.get_by_role("heading", name="Quarters").wait_for()
    assert page.get_by_label("Players").locator("option").all_inner_texts() == ["2", "3"]
    page.get_by_text("Options", exact=True).click()
    assert page.get_by_label("tiles in a hand").get_attribute("max") == "4"
    upload(
        "House rules", "big.yaml", "rulebook: 1\nname: big\nextends: pig\nchange: {options: {hand_size: 3}}\n"
    )
    page.get_by_role("alert").get_by_text("big.yaml").wait_for()
    people.wrong[:] = [each for each in people.wrong if "400" not in each]
    upload(
        "House rules",
        "big.yaml",
        "rulebook: 1\nname: big\nextends: quarters\nchange: {options: {hand_size: 3}}\n",
    )
    page.wait_for_function("() => document.getElementById('option hand_size').value === '3'")
    assert Axe().run(page).violations_count == 0
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Seat 2").select_option("bot random")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".zones.own .piece")
    assert page.locator(".zones.own .piece").count() == 3


def test_real_dice_are_offered_where_dice_are_rolled(people: Any, served: Served) -> None:
    page = people().new_page()
    page.goto(served.address)
    page.get_by_role("button", name="Tic-Tac-Toe").click()
    assert page.get_by_label("We roll real dice").count() == 0
    page.get_by_role("button", name="Cinq-O").click()
    page.get_by_label("We roll real dice").check()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Close", exact=True).click()  # the links to share
    page.get_by_role("group", name="Moves").get_by_role("button").first.click()
    page.wait_for_selector("#roll")


def test_a_seat_is_given_away_and_taken_on_another_device_and_all_hear_of_it(
    people: Any, served: Served
) -> None:
    table = served.table("crazy-eights", 3)
    ann, cleo = (Player(people(), served, table, seat) for seat in (0, 2))
    owner = people().new_page()
    owner.goto(f"{served.address}/t/{table['table']}#owner={table['owner']}&join={table['join']}")
    owner.get_by_label("Seat of Bob").click()
    owner.get_by_role("button", name="Open the seat").click()
    words = "The owner of the table gave seat 2, which was Bob's, to the next person who sits down."
    for player in (ann, cleo):
        player.page.locator("#log .news").get_by_text(words).wait_for()
    dan = people().new_page()
    dan.goto(f"{served.address}/t/{table['table']}#join={table['join']}")
    dan.get_by_label("Your name").fill("Dan")
    dan.get_by_role("button", name="Sit here").click()
    dan.locator(".seat.you").get_by_text("Dan").wait_for()
    assert dan.locator(".zones.own .piece:not(.back)").count() > 2
    ann.page.locator("#log .news").get_by_text("Dan sits down in seat 2.").wait_for()
    dan.get_by_role("button", name="Links").click()
    link = dan.get_by_label("Link: Your own seat, on another device").input_value()
    phone = people(390, 844, has_touch=True).new_page()
    phone.goto(link)
    phone.locator(".seat.you").get_by_text("Dan").wait_for()
    phone.locator("#log .news").get_by_text(words).wait_for()


def test_the_host_compares_tables_with_a_simulation(people: Any, served: Served) -> None:
    table = served.table("tic-tac-toe")
    players = [Player(people(), served, table, seat) for seat in range(2)]
    play(players, 9, Random(8))
    page = people().new_page()
    page.goto(served.host)
    page.get_by_role("button", name="Tic-Tac-Toe").click()
    page.get_by_role("button", name="Compare with 200 simulated games").click()
    page.get_by_text("simulated: 200 games").wait_for()
    assert page.get_by_role("columnheader", name="simulated").count() >= 1
    assert Axe().run(page).violations_count == 0
    page.get_by_text(re.compile("Records of")).click()
    with page.expect_download() as download:
        page.get_by_role("link", name=table["table"]).click()
    assert table["table"] in download.value.suggested_filename
    stranger = people().new_page()
    stranger.goto(f"{served.address}/tables#host=x")
    stranger.get_by_text("Only the host").wait_for()
    people.wrong[:] = [each for each in people.wrong if "403" not in each]


def test_a_frame_that_may_keep_nothing_keeps_the_seat_all_the_same(people: Any, served: Served) -> None:
    context = people()
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page = context.new_page()
    page.goto(served.address)
    page.get_by_role("button", name="Crazy Eights").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Close", exact=True).click()
    for _ in range(2):
        page.locator("#seats .who", has_text="Ann you").wait_for()
        page.reload()
