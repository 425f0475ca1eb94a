"""Cinco by hand, from the rule list alone (ids N1-N17, C-N1 to C-N10), to compare a rulebook with.

The oracle shuffles nothing. It says which actions are legal, as texts, and is told which cards were drawn:

    game = Oracle(players=2)
    game.start([[68, 1, 2, 3], [4, 5, 6, 7]])
    game.legal()  # has "play 68 68" to "play 68 90" and "exchange", but neither "draw" nor "play_dead 68"
    game.apply("play 68 90", [])
    game.apply("exchange", [8, 9, 10, 11])

Spaces are their numbers; `coordinates` says where they lie.  A line is looked for by walking from the new token both
ways along the three axes, so nothing here knows a list of lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Point = tuple[int, int]

CARDS = frozenset(range(1, 91))  # N3
TOKENS = 35  # N4
HAND = 4  # N6
AXES = ((1, 0), (0, 1), (1, -1))  # C-N10
CLOCKWISE = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # along a ring, from the corner (0, -k) on
CENTRE = (0, 0)
VARIANTS: dict[str | None, dict[str, object]] = {
    None: {},
    "with_joker": {"joker": True},  # N16
    "two_teams_of_three": {"six_players": "two_teams"},  # N17
    "meander_board": {"path": "meander"},  # C-N1
}


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may agree on; the defaults are the readings of section 4C."""

    first_player: int = 1  # C-N5, a seat
    joker: bool = False  # N16
    six_players: str = "three_teams"  # N17
    path: str = "spiral"  # C-N1
    centre: str = "breaks"  # C-N2
    dead_play: bool = True  # C-N3
    exchange_face: str = "up"  # C-N6
    reshuffle: str = "eager"  # C-N7
    full_board: str = "stalemate"  # C-N8


class Oracle:
    """One game of Cinco for 2, 3, 4 or 6 players (N1)."""

    def __init__(
        self,
        players: int,
        variant: str | None = None,
        **options: Any,  # Any: `Options` has their names and types
    ) -> None:
        if players not in (2, 3, 4, 6):
            raise ValueError(f"2, 3, 4 or 6 play, not {players}")
        self.options = Options(**{**VARIANTS[variant], **options})
        three = players == 3 or (players == 6 and self.options.six_players == "three_teams")
        self.teams = 3 if three else 2
        self.current: int | None = self.options.first_player - 1
        self.winning_team: int | None = None
        self._hands: list[set[int]] = [set() for _ in range(players)]
        self._deck = set(CARDS)
        self._up: set[int] = set()
        self._down: set[int] = set()
        self._tokens: dict[int, int] = {}  # the team on a space
        self._at = coordinates(self.options.path)
        self._number = {point: number for number, point in self._at.items()}

    def start(self, hands: Sequence[Sequence[int]]) -> None:
        """The deal (N6), by seat."""
        for seat, cards in enumerate(hands):
            self._hands[seat] = self._draw(cards, HAND)

    def team(self, seat: int) -> int:
        """Teams take turns (N5)."""
        return seat % self.teams

    def legal(self) -> set[str]:
        """The texts of all legal actions, empty when the game is over."""
        if self.current is None:
            return set()
        hand = self._hands[self.current]
        actions = {f"play {card} {space}" for card in hand for space in self._spaces_for(card)}
        if self.options.dead_play:  # N10, C-N3
            actions |= {f"play_dead {card}" for card in hand if not self._spaces_for(card)}
        actions.add("exchange" if len(hand) == HAND else "draw")  # N11, N12
        return actions

    def apply(self, text: str, drawn: Sequence[int]) -> None:
        """Play one legal action; `drawn` has the cards that it draws, in order."""
        if text not in self.legal() or self.current is None:
            raise ValueError(f"{text!r} is not legal now")
        hand, placed = self._hands[self.current], 0
        match text.split():
            case ["play", card, space]:
                self._put_away({int(card)})
                placed = int(space)
                self._tokens[placed] = self.team(self.current)
            case ["play_dead", card]:
                self._put_away({int(card)})
            case ["exchange"]:
                self._put_away(set(hand), face_up=self.options.exchange_face == "up")  # C-N6
        hand |= self._draw(drawn, {"draw": 1, "exchange": HAND}.get(text, 0))
        if placed and self._is_over(placed):
            self.current = None
        else:
            self.current = (self.current + 1) % len(self._hands)

    def winners(self) -> set[int]:
        """The seats of the winning team; empty after a stalemate."""
        return {seat for seat in range(len(self._hands)) if self.team(seat) == self.winning_team}

    def snapshot(self) -> dict[str, object]:
        """Everything on the table and in the hands, as plain data."""
        return {
            "hands": [sorted(hand) for hand in self._hands],
            "deck": sorted(self._deck),
            "put away": [sorted(self._up), sorted(self._down)],
            "tokens": dict(sorted(self._tokens.items())),
            "supply": [TOKENS - self._count(team) for team in range(self.teams)],
        }

    def _spaces_for(self, card: int) -> set[int]:
        """Free spaces with the number of the card or a higher one (N9); all free ones for a joker (N16)."""
        free = CARDS - set(self._tokens)
        fitting = {space for space in free if space >= card}
        return fitting if fitting or not self.options.joker else set(free)

    def _put_away(self, cards: set[int], face_up: bool = True) -> None:
        assert self.current is not None
        self._hands[self.current] -= cards
        if face_up:
            self._up |= cards
        else:
            self._down |= cards
        self._keep_deck()

    def _draw(self, cards: Sequence[int], wanted: int) -> set[int]:
        """Take cards out of the deck; an empty one is made anew from all that was put away (N13, C-N7)."""
        if len(cards) != wanted:
            raise ValueError(f"{wanted} cards are drawn, not {cards}")
        for card in cards:
            if not self._deck:
                self._reshuffle()
            self._deck.remove(card)
            self._keep_deck()
        return set(cards)

    def _keep_deck(self) -> None:
        if self.options.reshuffle == "eager" and not self._deck:
            self._reshuffle()

    def _reshuffle(self) -> None:
        self._deck = self._up | self._down
        self._up, self._down = set(), set()

    def _is_over(self, placed: int) -> bool:
        team = self._tokens[placed]
        if self._longest_line(placed) >= 5:
            self.winning_team = team  # N14, before N15: a winning last token wins
            return True
        return self._count(team) == TOKENS or len(self._tokens) == len(CARDS)  # N15, C-N8

    def _count(self, team: int) -> int:
        return list(self._tokens.values()).count(team)

    def _longest_line(self, placed: int) -> int:
        ways = [(self._run(placed, dq, dr), self._run(placed, -dq, -dr)) for dq, dr in AXES]
        return max(there + back + 1 for there, back in ways)

    def _run(self, start: int, dq: int, dr: int) -> int:
        """Own tokens in a row beyond a space; the centre stops it, or is stepped over (C-N2)."""
        team, (q, r), found = self._tokens[start], self._at[start], 0
        while True:
            q, r = q + dq, r + dr
            if (q, r) == CENTRE and self.options.centre == "bridges":
                continue
            if self._tokens.get(self._number.get((q, r), 0)) != team:
                return found
            found += 1


def coordinates(path: str) -> dict[int, Point]:
    """Where each number lies (4D): ring k has 6 k of them and the corner (0, -k)."""
    found: dict[int, Point] = {}
    for k in range(1, 6):
        ring, at = [], (0, -k)
        for dq, dr in CLOCKWISE:
            for _ in range(k):
                ring.append(at)
                at = (at[0] + dq, at[1] + dr)
        if path == "spiral":
            ring = ring[1:] + ring[:1]  # begins one step clockwise of the corner and ends on it
        elif k % 2 == 0:
            ring = ring[:0:-1] + ring[:1]  # counter-clockwise, and ends on the corner
        found.update(enumerate(ring, start=len(found) + 1))
    return found
