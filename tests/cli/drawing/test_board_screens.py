"""Boards on the screen, as they are written down in `tests/cli/drawing/screens/NAME.txt`.

`python -m pytest tests/cli --update` writes the files anew; look at each before it is committed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from rulewright.cli.common.streams import shown as on_terminal
from rulewright.cli.drawing.printed import lines
from rulewright.cli.table.menu import listed
from rulewright.scene.table import scene_of

HERE = Path(__file__).parent / "screens"

MANY_BOARDS = """
rulebook: 1
name: many-boards
players: 2
pieces:
  chips: {count: 4, of: players}
  men: {of: players, faces: [man, king]}
  ships: {of: players}
  cards: {one_per: {number: 1..4}}
enums: {Ground: [grass, sand, rock]}
zones:
  box: {holds: chips, per: players, start: all}
  deck: {holds: cards, start: all}
boards:
  way: {track: [start, 1..8, home], size: any, holds: chips}
  map: {graph: {spaces: [inn, mill, well], links: [[inn, mill], [mill, well]]}, holds: cards}
  field: {grid: {rows: 8, columns: 8}, without: [a1, h8], holds: men}
  sea: {grid: {rows: 3, columns: 4}, per: players, holds: ships}
  plain: {grid: {rows: 2, columns: 3}, number: {path: rows}}
  hive: {hexagon: 3}
  page: {rhombus: 3, lines: {three: {length: 3}}}
variables:
  ground: {per: plain.spaces, type: Ground or none}
  price:  {per: hive.spaces, type: 0..99}
  mine:   {per: hive.spaces, type: players or none}
  secret: {per: [players, plain.spaces], type: bool, seen_by: owner}
  closed: {per: page.lines, type: players or none}
  marked: {per: [players, page.lines], type: bool}
setup:
  - {move: 2 chips, of: seat(1), from: seat(1).box, to: way.start}
  - {move: 1 chips, of: seat(2), from: seat(2).box, to: way.start}
  - {move: 1 chips, of: seat(2), from: seat(2).box, to: way(3)}
  - {move: cards(2), to: map.mill}
  - {place: men, of: seat(1), to: field.b2}
  - {place: men, of: seat(2), to: field.c3}
  - {set: field.c3.face, to: king}
  - {place: ships, of: seat(1), to: "seat(1).sea(2, 2)"}
  - {place: ships, of: seat(2), to: "seat(2).sea(3, 1)"}
  - {set: ground(plain(2)), to: sand}
  - {set: ground(plain(5)), to: rock}
  - {set: price(hive.c3), to: 12}
  - {set: mine(hive.a1), to: seat(2)}
  - {set: seat(1).secret(plain(1)), to: true}
  - {set: seat(2).secret(plain(6)), to: true}
  - {for: l in page.three through page.b2, do: [{set: closed(l), to: seat(1)}]}
  - {for: l in page.three through page.a1, do: [{set: seat(2).marked(l), to: true}]}
phases:
  turn:
    actions:
      pass: {do: [end_turn]}
      go: {choose: {from: field.spaces, to: field.spaces}, when: {far: from != to}, do: [end_turn]}
end: {late: {when: round > 5, result: draw}}
"""

JOINED = """
rulebook: 1
name: joined
players: 2
pieces:
  men: {count: 3, of: players}
zones:
  box: {holds: men, per: players, start: all}
boards:
  ring:
    graph:
      spaces: [a5, c5, e5, b4, d4, a3, e3, b2, d2, a1, c1, e1]
      links:
        [[a5, c5], [c5, e5], [a5, a3], [a3, a1], [e5, e3], [e3, e1], [a1, c1], [c1, e1], [b4, d4], [b2, d2], [b4, b2], [d4, d2], [a5, b4]]
    holds: men
view:
  boards:
    ring:
      at:
        {a5: [0, 0], c5: [2, 0], e5: [4, 0], b4: [1, 1], d4: [3, 1], a3: [0, 2], e3: [4, 2], b2: [1, 3], d2: [3, 3], a1: [0, 4], c1: [2, 4], e1: [4, 4]}
setup:
  - {move: 1 men, of: seat(1), from: seat(1).box, to: ring.a5}
  - {move: 1 men, of: seat(2), from: seat(2).box, to: ring.d2}
phases:
  turn:
    actions:
      place: {choose: {at: ring.spaces}, when: {free: at.empty}, do: [{move: 1 men, of: me, from: me.box, to: at}, end_turn]}
end: {late: {when: round > 2, result: draw}}
"""
"""Spaces of a graph, at places that the rulebook gives: next to each other, and apart."""

SHARED = """
rulebook: 1
name: shared
players: 4
pieces:
  men: {count: 6, of: players}
zones:
  box: {holds: men, per: players, start: all}
boards:
  ring: {track: [1..20, home], size: any, holds: men}
view:
  boards:
    ring:
      plan: |
        1  2  3  4  5  6  7
        20 .  .  .  .  .  8
        19 .  . home . .  9
        18 .  .  .  .  .  10
        17 16 15 14 13 12 11
setup:
  - {for: p in players, do: [{move: 3 men, of: p, from: p.box, to: ring.home}, {move: 1 men, of: p, from: p.box, to: ring(16)}]}
  - {move: 2 men, of: seat(2), from: seat(2).box, to: ring(5)}
phases:
  turn:
    actions:
      place: {choose: {at: ring.spaces if at.empty}, do: [{move: 1 men, of: me, from: me.box, to: at}, end_turn]}
end: {late: {when: round > 1, result: draw}}
"""
"""Spaces with pieces of all players: one with room beside it, and one between others."""

TILES = """
rulebook: 1
name: tiles
players: 2
enums: {Land: [meadow, mountain, lake], Suit: [hearts, clubs]}
pieces:
  tiles:
    one_per: {number: 1..30}
    label: tile <number>
    sides:
      land: meadow if way == north else mountain if way == east else lake if way == south else none
      river: way == east and number mod 2 == 0
      height: number if way != west else none
      depth: 2 if way == south else none
  cards: {one_per: {suit: Suit, rank: 1..3}, label: <suit> <rank>}
zones:
  bag: {holds: tiles, start: all, seen_by: nobody}
  heap: {holds: tiles, order: kept}
  hand: {per: players, holds: tiles, order: kept}
  deck: {holds: cards, start: all}
boards:
  land: {unbounded: squares, holds: tiles}
  row: {unbounded: squares, holds: cards}
setup:
  - {move: tiles(2), to: land.center, turned: 0}
  - {move: tiles(3), to: land.e1, turned: 1}
  - {move: tiles(30), to: land.e1s1, turned: 3}
  - {move: tiles(4), to: heap}
  - {move: tiles(5), to: heap}
  - {move: tiles(6), to: seat(1).hand}
  - {move: tiles(17), to: seat(1).hand}
  - {move: "cards(hearts, 2)", to: row.center}
  - {move: "cards(clubs, 3)", to: row.w1}
phases:
  turn:
    actions:
      pass: {do: [end_turn]}
      lay: {choose: {tile: me.hand, at: land.open}, when: {soon: round < 9}, do: [{move: tile, to: at, turned: 2}, end_turn]}
      put: {choose: {card: deck, at: row.open}, do: [{move: card, to: at}, end_turn]}
end: {late: {when: round > 5, result: draw}}
"""


@dataclass(frozen=True)
class Shown:
    """A screen: the game, how many random moves were made, and who looks at it."""

    name: str
    game: str
    steps: int
    people: tuple[str, ...] = ()
    options: dict[str, int | bool | str] = field(default_factory=dict)
    width: int = 88
    variant: str | None = None

    def text(self) -> str:
        state = self.state()
        people = list(self.people) or [f"Player {number + 1}" for number in range(state.game.num_players)]
        seat = state.current_player()
        drawn = lines(scene_of(state, seat, people), self.width)
        if not state.is_terminal():
            drawn += ["", *listed(state, state.legal_actions(), width=self.width)]
        return "\n".join(drawn) + "\n"

    def state(self) -> rw.State:
        players = len(self.people) or None
        text = {"many-boards": MANY_BOARDS, "joined": JOINED, "tiles": TILES}.get(self.name)
        if self.name.startswith("shared"):
            text = SHARED
        game = (
            rw.load(self.game, players, variant=self.variant, options=self.options)
            if text is None
            else rw.load_text(text)
        )
        random = Random(f"board screens {self.name}")
        state = game.new_initial_state(seed=5)
        for _ in range(self.steps):
            state.apply_action(random.choice(state.legal_actions()))
        return state


SCREENS = (
    Shown("tic-tac-toe", "tic-tac-toe", 4, ("X", "O")),
    Shown("connect-four", "connect-four", 12, ("Ann", "Bob")),
    Shown("reversi", "reversi", 9, ("Ann", "Light")),
    Shown("hex", "hex", 8, ("Red", "Blue"), {"size": 5}),
    Shown("hex-large", "hex", 60, ("Red", "Blue"), {"size": 19}, width=80),
    Shown("gomoku-large", "gomoku", 60, ("Ann", "Bob"), {"size": 19}, width=80),
    Shown("cinco", "cinco", 20, ("Ann", "Bob")),
    Shown("cinco-in-teams", "cinco", 40, ("Ann", "Bob", "Cy", "Di", "Ed", "Flo"), {"six_players": "two_teams"}),
    Shown("sino", "sino", 60, ("Ann", "Bob", "Cy", "Di")),
    Shown("sino-narrow", "sino", 60, ("Ann", "Bob", "Cy", "Di"), width=60),
    Shown("many-boards", "", 0, ("Ann", "Bob")),
    Shown("joined", "", 2, ("Ann", "Bob")),
    Shown("shared-wide", "", 1, ("Ann", "Bob", "Cy", "Di")),
    Shown("shared", "", 1, ("Ann", "Bob", "Cy", "Di"), width=60),
    Shown("shared-narrow", "", 1, ("Ann", "Bob", "Cy", "Di"), width=40),
    Shown("shared-below", "", 1, ("Ann", "Bob", "Cy", "Di"), width=30),
    Shown("tiles", "", 0, ("Ann", "Bob")),
    Shown("crib-ino", "crib-ino", 8, ("Ann", "Bob")),
    Shown("crib-ino-wide", "crib-ino", 72, ("Ann", "Bob", "Cy"), width=60),
    Shown("crib-ino-partners", "crib-ino", 30, ("Ann", "Bob", "Cy", "Di"), variant="partners"),
    Shown("crib-ino-solitaire", "crib-ino", 9, ("Ann",), variant="solitaire"),
)  # fmt: skip


@pytest.mark.parametrize("shown", SCREENS, ids=lambda shown: shown.name)
def test_the_screen_is_as_written_down(shown: Shown, update: bool) -> None:
    written, text = HERE / f"{shown.name}.txt", shown.text()
    if update:
        written.write_text(text, encoding="utf-8")
    assert written.is_file(), f"{shown.name} is not written down yet: python -m pytest tests/cli --update"
    assert text == written.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= shown.width


def test_every_screen_written_down_is_shown() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == {shown.name for shown in SCREENS}


def test_owners_have_colours_on_terminals_only() -> None:
    state = rw.load("hex").new_initial_state(seed=1)
    state.apply_action("place a1")
    plain, coloured = (
        on_terminal("\n".join(lines(scene_of(state, 0, ["Red", "Blue"]), colour=colour)))
        for colour in (False, True)
    )
    assert "\x1b[" not in plain
    assert "\x1b[31m R \x1b[0m" in coloured
