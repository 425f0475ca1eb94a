"""Crib-Ino by hand, from the rule list alone (ids B1-B37, C-B1 to C-B14), to compare a rulebook with.

The oracle shuffles nothing. It says which actions are legal, as texts, and is told which cards were drawn, by seat:

    game = Oracle(players=2)
    game.start({0: [7, 12, 20, 21, 30, 44], 1: [0, 1, 2, 3, 4, 5]})
    game.legal()  # {"open 7", "open 12", ...}
    game.apply("open 7", {})
    game.legal()  # "play 3 e1 2" lays card 3 to the right of the first, turned twice to the right; or "draw", or "pass"

Solitaire is told the shuffled deck, from the bottom up.  The table is a dict from points to cards and turns; a card
is laid by trying every free point beside another one, so nothing here keeps a list of open spaces.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Point = tuple[int, int]
Mark = tuple[str, int]
Dealt = Mapping[int, Sequence[int]]

CENTER = (0, 0)
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west: clockwise, as the sides of a card
ORDERS = ("PRGY", "PRYG", "PGRY", "PGYR", "PYRG", "PYGR")  # 2D
FORMULA = {"P": (1, 2, 0), "R": (1, 1, 8), "G": (3, 2, 3), "Y": (9, 5, 1)}  # 2D: m, t and s of a colour


def sides_of(k: int) -> tuple[Mark, ...]:
    """The four sides of a card, clockwise from the north (B1 to B3, 2D)."""
    return tuple((c, 1 + (FORMULA[c][0] * k + FORMULA[c][1] * (k // 10) + FORMULA[c][2]) % 10)
                 for c in ORDERS[k % 6])  # fmt: skip


DECK = tuple(sides_of(k) for k in range(48))


def fits(mine: Mark, theirs: Mark) -> bool:
    """The same colour (B9), and numbers that match or score (B10, B11)."""
    return mine[0] == theirs[0] and (mine[1] == theirs[1] or (mine[1] + theirs[1]) % 5 == 0)


def points_for(mine: Mark, theirs: Mark) -> int:
    """What one contact scores (B24)."""
    total = mine[1] + theirs[1]
    return total if total % 5 == 0 else 0


def name_of(point: Point) -> str:
    """`center`, `e2`, `w1s3`."""
    x, y = point
    across = f"{'e' if x > 0 else 'w'}{abs(x)}" if x else ""
    along = f"{'n' if y > 0 else 's'}{abs(y)}" if y else ""
    return across + along or "center"


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may agree on; the defaults are the readings of section 2C."""

    first_dealer: int = 1  # C-B11, a seat
    drawing: str = "until_playable"  # C-B3
    voluntary_pass: bool = False  # C-B4
    debt: str = "negative_allowed"  # C-B7
    hand_size: int = 6  # B15, B22
    hands_per_game: int | None = None  # B33, B34, C-B10
    games: int = 1  # B35
    partners_out: str = "own_hand"  # C-B12
    draw_order: str = "own_first"  # C-B12
    leftovers: str = "waste"  # C-B13


class Oracle:
    """One series of Crib-Ino for 2 to 7 players (B8), for partners (B36), or alone (B37)."""

    def __init__(
        self,
        players: int,
        variant: str | None = None,
        **options: Any,  # Any: `Options` has their names and types
    ) -> None:
        if players not in {None: range(2, 8), "partners": (4, 6), "solitaire": (1,)}[variant]:
            raise ValueError(f"{players} cannot play {variant or 'each for themselves'}")
        if variant == "partners":
            options = {"hand_size": 4, **options}  # B36
        self.players = players
        self.variant = variant
        self.options = Options(**options)
        self.teams = players // 2 if variant == "partners" else players
        a_game = self.options.hands_per_game or (2 if players > 4 else 3)
        self.hands_to_play = self.options.games * a_game
        self.current: int | None = self.options.first_dealer - 1
        self.dealer = self.options.first_dealer - 1
        self.last_player = self.dealer
        self.last: Point = CENTER
        self.table: dict[Point, tuple[int, int]] = {}
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.stack: list[int] = list(range(48))
        self.waste: list[int] = []
        self.score = [0] * self.teams
        self.kitty = 0
        self.hands_played = 0
        self.passes = 0
        self.drew = False
        self.opening = True
        self.won_alone = False
        self._played_since_begun = True

    # ------------------------------------------------------------------------------------------- what it is told

    def start(self, dealt: Dealt) -> None:
        """The first deal (B15)."""
        self._deal(dealt)

    def start_alone(self, deck: Sequence[int]) -> None:
        """The shuffled deck from the bottom up; three cards are taken off and turned up (B37)."""
        self.stack = list(deck)
        self._turn_three()

    def team(self, seat: int) -> int:
        """Partners sit opposite (C-B12)."""
        return seat % self.teams

    # ---------------------------------------------------------------------------------------------- what is legal

    def legal(self) -> set[str]:
        """The texts of all legal actions, empty when the game is over."""
        if self.current is None:
            return set()
        if self.opening:  # B17; alone, the top card (C-B13)
            cards = self.hands[0][-1:] if self.variant == "solitaire" else self._cards()
            return {f"open {card}" for card in cards}
        plays = {f"play {card} {name_of(at)} {turned}" for card, at, turned in self.plays()}
        if self.variant == "solitaire":
            return plays or {"turn_up"}
        on_and_on = self.options.drawing == "player_choice" and self.drew
        may_draw = self._drawer() is not None and bool(self.stack) and (not plays or on_and_on)
        may_pass = (not plays or self.options.voluntary_pass) and (not may_draw or on_and_on)
        return plays | ({"draw"} if may_draw else set()) | ({"pass"} if may_pass else set())  # B22, B23

    def plays(self) -> Iterator[tuple[int, Point, int]]:
        """Every card in every way it fits (B4, B12)."""
        for at in {(x + dx, y + dy) for x, y in self.table for dx, dy in WAYS} - set(self.table):
            shown = self.shown_to(at)
            if len(shown) < 2 and at not in self._beside(self.last):  # B12, B13
                continue
            for card in self._cards():
                for turned in range(4):
                    if all(fits(DECK[card][(way - turned) % 4], theirs) for way, theirs in shown.items()):
                        yield card, at, turned

    def shown_to(self, at: Point) -> dict[int, Mark]:
        """What the cards beside a point show to it, by way."""
        found = {}
        for way, (dx, dy) in enumerate(WAYS):
            beside = self.table.get((at[0] + dx, at[1] + dy))
            if beside is not None:
                card, turned = beside
                found[way] = DECK[card][(way + 2 - turned) % 4]
        return found

    def gain(self, card: int, at: Point, turned: int) -> int:
        """Points of all contacts (B25), doubled if there are four (B26)."""
        shown = self.shown_to(at)
        points = sum(points_for(DECK[card][(way - turned) % 4], theirs) for way, theirs in shown.items())
        return points * 2 if len(shown) == 4 else points

    def _beside(self, at: Point) -> set[Point]:
        return {(at[0] + dx, at[1] + dy) for dx, dy in WAYS}

    def _partner(self, seat: int) -> int:
        return (seat + self.teams) % self.players

    def _seats(self) -> list[int]:
        """Whose cards the player to move may play (B36)."""
        assert self.current is not None
        return [self.current, self._partner(self.current)] if self.variant == "partners" else [self.current]

    def _cards(self) -> list[int]:
        return [card for seat in self._seats() for card in self.hands[seat]]

    def _drawer(self) -> int | None:
        """The seat whose hand takes the next card: the first with room (B22, C-B12)."""
        seats = self._seats()
        if self.options.draw_order == "partner_first":
            seats.reverse()
        return next((seat for seat in seats if len(self.hands[seat]) < self.options.hand_size), None)

    # ---------------------------------------------------------------------------------------------- what happens

    def apply(self, text: str, drawn: Dealt) -> None:
        """Play one legal action; `drawn` has the cards that it draws or that are dealt after it, by seat."""
        if text not in self.legal() or self.current is None:
            raise ValueError(f"{text!r} is not legal now")
        match text.split():
            case ["open", card]:
                self._open(self.current, int(card))
            case ["play", card, _, turned]:
                at = next(p for _, p, _ in self.plays() if text == f"play {card} {name_of(p)} {turned}")
                self._play(self.current, int(card), at, int(turned))
            case ["draw"]:
                self._draw(drawn)
                return
            case ["pass"]:
                self.passes += 1
            case ["turn_up"]:
                self._turn_up()
        if self.variant == "solitaire":
            self._end_alone()
        elif self._is_out(self.current) and text != "pass":
            self._collect(self.current, drawn)  # B29
        elif self.passes == self.players:
            self._collect(self.last_player, drawn)  # B30, C-B6
        else:
            self._next(self.current + 1)

    def _next(self, seat: int) -> None:
        self.current = seat % self.players
        self.drew = False

    def _open(self, seat: int, card: int) -> None:
        total = sum(number for _, number in DECK[card])
        if total % 5 == 0 and self.variant != "solitaire":  # B18
            self._pay(seat, total)
        self._lay(seat, card, CENTER, 0)
        self.opening = False

    def _play(self, seat: int, card: int, at: Point, turned: int) -> None:
        if self.variant != "solitaire":
            self._pay(seat, self.gain(card, at, turned))
        self._lay(seat, card, at, turned)
        self.passes = 0

    def _pay(self, seat: int, points: int) -> None:
        self.kitty -= points  # B28
        self.score[self.team(seat)] += points

    def _lay(self, seat: int, card: int, at: Point, turned: int) -> None:
        holder = next(hand for hand in self.hands if card in hand)
        holder.remove(card)
        self.table[at] = (card, turned)
        self.last, self.last_player, self._played_since_begun = at, seat, True

    def _draw(self, drawn: Dealt) -> None:
        seat = self._drawer()
        assert seat is not None
        room = min(self.options.hand_size - len(self.hands[seat]), len(self.stack))
        wanted = room if self.options.drawing == "fill_hand" else 1
        if {each: len(cards) for each, cards in drawn.items()} != {seat: wanted}:
            raise ValueError(f"seat {seat} draws {wanted}, not {drawn}")
        self._take(seat, drawn[seat])
        self.drew = True

    def _take(self, seat: int, cards: Sequence[int]) -> None:
        for card in cards:
            self.stack.remove(card)
        self.hands[seat] = sorted([*self.hands[seat], *cards])

    def _is_out(self, seat: int) -> bool:
        empty = [not self.hands[each] for each in range(self.players) if self.team(each) == self.team(seat)]
        return all(empty) if self.options.partners_out == "both_hands" else any(empty)

    def _collect(self, winner: int, dealt: Dealt) -> None:
        """Five points for each card of the others (B29, B30), and the next hand (B32, B33)."""
        for seat in range(self.players):
            if self.team(seat) != self.team(winner):
                owed = 5 * len(self.hands[seat])
                if self.options.debt == "pay_what_you_have":  # C-B7
                    owed = min(owed, max(self.score[self.team(seat)], 0))
                self.score[self.team(seat)] -= owed
                self.score[self.team(winner)] += owed
        self.hands_played += 1
        self.dealer = (self.dealer + 1) % self.players
        if self.hands_played == self.hands_to_play:
            self.current = None
        else:
            self._deal(dealt)

    def _deal(self, dealt: Dealt) -> None:
        if {seat: len(cards) for seat, cards in dealt.items()} != dict.fromkeys(
            range(self.players), self.options.hand_size
        ):
            raise ValueError(f"everybody is dealt {self.options.hand_size} cards, not {dealt}")
        self.stack, self.table, self.passes, self.opening = list(range(48)), {}, 0, True
        self.hands = [[] for _ in range(self.players)]
        for seat, cards in dealt.items():
            self._take(seat, cards)
        self._next(self.dealer)

    # ----------------------------------------------------------------------------------------------- solitaire

    def _turn_up(self) -> None:
        """Three more; what could not be played goes to the waste, which is turned over when the deck is through."""
        if self.options.leftovers == "waste":
            while self.hands[0]:
                self.waste.append(self.hands[0].pop())
        if not self.stack:
            self.stack = self.waste[::-1]
            self.waste = []
            self._played_since_begun = False
        self._turn_three()

    def _turn_three(self) -> None:
        for _ in range(min(3, len(self.stack))):
            self.hands[0].append(self.stack.pop())

    def _end_alone(self) -> None:
        """All played is won; a whole pass without a play, or nothing left to turn up, is lost (C-B13)."""
        self.won_alone = len(self.table) == 48
        stays = self.options.leftovers == "stay"
        through = not self.stack and (stays or not self._played_since_begun)
        if self.won_alone or (through and not any(self.plays())):
            self.current = None

    # ----------------------------------------------------------------------------------------------- what it shows

    def winners(self) -> set[int]:
        """The seats of the team with most points; equal ones share (B33, C-B11)."""
        if self.current is not None:
            return set()
        if self.variant == "solitaire":
            return {0} if self.won_alone else set()
        return {seat for seat in range(self.players) if self.score[self.team(seat)] == max(self.score)}

    def snapshot(self) -> dict[str, object]:
        """Everything on the table and in the hands, as plain data."""
        alone = self.variant == "solitaire"
        return {
            "table": dict(sorted((name_of(at), laid) for at, laid in self.table.items())),
            "hands": [list(hand) for hand in self.hands],
            "stack": list(self.stack) if alone else sorted(self.stack),
            **({"waste_pile": list(self.waste)} if alone else self._ledger()),
        }

    def _ledger(self) -> dict[str, object]:
        return {
            "score": list(self.score), "kitty": self.kitty, "dealer": self.dealer, "hands_played": self.hands_played,
            "passes": self.passes,
        }  # fmt: skip
