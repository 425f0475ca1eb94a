"""The oracle of Crib-Ino held against its rule list, the figures of the deck, and ways to play that random games miss.

`test_agreement.py` compares the oracle with the engine over random games at every table.
"""

import random
from collections import Counter
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest

import rulewright as rw
from tests.oracles import crib_ino
from tests.oracles.crib_ino import DECK, Oracle, Point
from tests.oracles.lockstep import Match, Setting, Style, play
from tests.oracles.sides import Side

COLOURS = "PRGY"

# The reconstructed deck (2D)


def test_every_order_of_the_colours_is_on_eight_cards() -> None:
    orders = Counter("".join(colour for colour, _ in sides) for sides in DECK)
    assert len(orders) == 6
    assert set(orders.values()) == {8}
    assert all(sorted(order) == sorted(COLOURS) for order in orders)
    assert len(set(DECK)) == 48


def test_each_colour_has_eight_numbers_five_times_and_two_four_times() -> None:
    for colour in COLOURS:
        numbers = Counter(number for sides in DECK for c, number in sides if c == colour)
        assert sorted(numbers) == list(range(1, 11))
        assert sorted(numbers.values()) == [4] * 2 + [5] * 8


def test_five_and_ten_are_on_twenty_sides_and_the_others_on_nineteen() -> None:
    numbers = Counter(number for sides in DECK for _, number in sides)
    assert numbers == {number: 20 if number % 5 == 0 else 19 for number in range(1, 11)}


def test_the_numbers_of_two_colours_never_repeat() -> None:
    for one, other in combinations(COLOURS, 2):
        assert len({(dict(sides)[one], dict(sides)[other]) for sides in DECK}) == 48


def test_dots_and_repeated_numbers() -> None:
    totals = {k: sum(number for _, number in sides) for k, sides in enumerate(DECK)}
    dots = {k: total for k, total in totals.items() if total % 5 == 0}
    assert list(dots) == [k for k in range(48) if k % 5 == 1]
    assert Counter(dots.values()) == {10: 1, 20: 8, 30: 1}
    assert sum(len({number for _, number in sides}) < 4 for sides in DECK) == 12


def test_contacts_of_two_cards() -> None:
    contacts = [
        (mine, theirs)
        for one, other in product(DECK, DECK)
        if one != other
        for mine, theirs in product(one, other)
        if mine[0] == theirs[0]
    ]
    legal = [contact for contact in contacts if crib_ino.fits(*contact)]
    assert (len(contacts), len(legal)) == (9024, 2380)
    assert sum(crib_ino.points_for(*contact) > 0 for contact in legal) == 1804


def test_the_rulebook_has_the_deck_of_the_formula() -> None:
    state = rw.load("crib-ino", players=2).new_initial_state(seed=0)
    names = {"P": "purple", "R": "red", "G": "green", "Y": "yellow"}
    for k, sides in enumerate(DECK):
        for way, (colour, number) in zip(("north", "east", "south", "west"), sides, strict=True):
            assert state.get(f"side(cards({k}), {way}, 0).number") == number
            assert state.get(f"side(cards({k}), {way}, 0).colour") == names[colour]


# Worked examples (2B)


def laid(*cards: tuple[Point, int, int], last: Point, hand: list[int]) -> Oracle:
    """A game of two in which cards lie like this, and the first player holds a hand."""
    game = Oracle(2)
    game.start({0: list(range(6)), 1: list(range(6, 12))})
    game.opening, game.last = False, last
    game.table = {at: (card, turned) for at, card, turned in cards}
    game.hands = [hand, [47]]
    return game


N, E, S, W = (0, 1), (1, 0), (0, -1), (-1, 0)


@pytest.mark.parametrize(
    ("game", "text", "score"),
    [
        (laid(((0, 0), 5, 0), last=(0, 0), hand=[10, 4]), "play 10 e1 2", 0),  # EB1
        (laid(((0, 0), 5, 0), last=(0, 0), hand=[10, 4]), "play 4 e1 2", 15),  # EB2
        (
            laid((N, 8, 3), (E, 2, 2), ((-3, 0), 20, 0), last=(-3, 0), hand=[13, 0]),
            "play 13 center 2",
            15,
        ),  # EB3
        (laid((N, 14, 3), (E, 3, 0), (S, 17, 0), last=N, hand=[9, 0]), "play 9 center 2", 30),  # EB4
        (
            laid((N, 1, 2), (E, 16, 1), (S, 2, 1), (W, 13, 2), last=N, hand=[7, 8]),
            "play 7 center 0",
            70,
        ),  # EB5
    ],
)
def test_eb1_to_eb5_contacts_score(game: Oracle, text: str, score: int) -> None:
    game.apply(text, {})
    assert (game.score, game.kitty) == ([score, 0], -score)


def test_eb6_going_out() -> None:
    game = Oracle(3, hands_per_game=1)
    game.start({0: [0, 1, 2, 3, 4, 5], 1: [6, 7, 8, 9, 10, 11], 2: [12, 13, 14, 15, 16, 17]})
    game.opening, game.table, game.hands = False, {(0, 0): (5, 0)}, [[10], [2, 3, 4], [6, 7]]
    game.apply("play 10 e1 2", {})
    assert (game.score, game.current, game.winners()) == ([25, -15, -10], None, {0})


def test_eb7_what_does_not_fit() -> None:
    game = laid(((0, 0), 5, 0), (W, 20, 0), last=W, hand=[3, 7, 10])
    assert not any(" e1 " in text for text in game.legal())
    game.last = (0, 0)
    assert {text for text in game.legal() if " e1 " in text} == {"play 10 e1 2"}


def test_eb8_opening() -> None:
    for card, score in ((0, 0), (1, 20), (21, 10), (46, 30)):
        game = Oracle(2, hand_size=1)
        game.start({0: [card], 1: [2]})
        game.apply(f"open {card}", {1: [2], 0: [3]})
        assert game.score == [score + 5, -5]


def test_eb9_no_more_than_six_cards() -> None:
    game = laid(((0, 0), 16, 0), last=(0, 0), hand=[2, 6, 11, 12])
    game.stack = [17, 20, 27]
    for card in (17, 20):
        assert game.legal() == {"draw"}
        game.apply("draw", {0: [card]})
    assert game.legal() == {"pass"}


# Played to the end in the manner of somebody


def greedy(state: rw.State, side: Side[Oracle], chooser: random.Random) -> rw.Action:
    """What scores most."""
    return max(state.legal_actions(), key=lambda action: (_gain(side.oracle, str(action)), chooser.random()))


def always_draws(state: rw.State, side: Side[Oracle], chooser: random.Random) -> rw.Action:
    """Draws as long as it may, turned-up cards too, and only then plays anything."""
    return min(
        state.legal_actions(),
        key=lambda action: (action.name not in ("draw", "turn_up"), chooser.random()),
    )


def always_passes(state: rw.State, side: Side[Oracle], chooser: random.Random) -> rw.Action:
    """Passes, and draws for it, whenever it may."""
    names = ("pass", "draw", "open", "play")
    return min(state.legal_actions(), key=lambda action: (names.index(action.name), chooser.random()))


def fewest_contacts(state: rw.State, side: Side[Oracle], chooser: random.Random) -> rw.Action:
    """Plays where the fewest cards touch, so that the table grows long."""
    return min(
        state.legal_actions(), key=lambda action: (_contacts(side.oracle, str(action)), chooser.random())
    )


def surrounds(state: rw.State, side: Side[Oracle], chooser: random.Random) -> rw.Action:
    """Plays where the most cards touch."""
    return max(
        state.legal_actions(), key=lambda action: (_contacts(side.oracle, str(action)), chooser.random())
    )


def _point(text: str) -> tuple[int, Point, int] | None:
    words = text.split()
    if words[0] != "play":
        return None
    return int(words[1]), _named()[words[2]], int(words[3])


@cache
def _named() -> dict[str, Point]:
    return {crib_ino.name_of((x, y)): (x, y) for x in range(-48, 49) for y in range(-48, 49)}


def _gain(oracle: Oracle, text: str) -> int:
    where = _point(text)
    return oracle.gain(*where) if where else 0


def _contacts(oracle: Oracle, text: str) -> int:
    where = _point(text)
    return len(oracle.shown_to(where[1])) if where else 0


TABLES: list[tuple[int, str | None]] = [
    *((players, None) for players in range(2, 8)), (4, "partners"), (6, "partners"), (1, "solitaire"),
]  # fmt: skip


TOGETHER = [table for table in TABLES if table[1] != "solitaire"]
AT_WILL: dict[str, Setting] = {
    "drawing": "player_choice",
    "voluntary_pass": True,
    "debt": "pay_what_you_have",
}


@pytest.mark.parametrize("style", [greedy, fewest_contacts, surrounds])
@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_engine_and_oracle_agree_however_one_plays(players: int, variant: str | None, style: Style) -> None:
    done = play(Match("crib-ino", players, variant), players, style=style)
    assert sum(count for what, count in done.items() if what.startswith("ended")) == 1


@pytest.mark.parametrize(("players", "variant"), TOGETHER)
def test_who_always_draws_comes_to_an_end(players: int, variant: str | None) -> None:
    done = play(Match("crib-ino", players, variant, {"drawing": "player_choice"}), 1, style=always_draws)
    assert done["ended by all_hands_are_played"] == 1
    assert done["draw"] > 0


@pytest.mark.parametrize("style", [greedy, always_draws, always_passes])
def test_who_may_draw_and_pass_at_will_does_and_the_game_still_ends(style: Style) -> None:
    done = play(Match("crib-ino", 3, None, AT_WILL), 1, style=style)
    assert done["ended by all_hands_are_played"] == 1


@pytest.mark.parametrize(("players", "variant"), [(3, None), (4, "partners"), (6, "partners")])
def test_who_is_cautious_looks_at_every_card_that_the_next_player_may_lay(
    players: int, variant: str | None
) -> None:
    match = Match("crib-ino", players, variant, {"hands_per_game": 1})
    state, side = match.load().new_initial_state(seed=players), match.side()
    side.start(state)
    while not state.is_terminal():
        worth = {
            str(action): players * _gain(side.oracle, str(action)) - _left_open(side.oracle, str(action))
            for action in state.legal_actions()
            if action.name == "play"
        }
        if worth:
            best = {text for text, value in worth.items() if value == max(worth.values())}
            assert set(map(str, state.preferred("cautious"))) == best
        action = state.preferred("cautious")[0]
        state.apply_action(action)
        side.apply(action, state)


def _left_open(oracle: Oracle, text: str) -> int:
    """The most that the next player's cards score at one of the sides that stay free beside a card that is laid."""
    where = _point(text)
    assert where is not None
    assert oracle.current is not None
    card, at, turned = where
    following = (oracle.current + 1) % oracle.players
    theirs = [
        side
        for seat in range(oracle.players)
        if oracle.team(seat) == oracle.team(following)
        for held in oracle.hands[seat]
        for side in DECK[held]
    ]
    free = [DECK[card][(way - turned) % 4] for way in set(range(4)) - set(oracle.shown_to(at))]
    return max(
        (crib_ino.points_for(mine, other) for mine in free for other in theirs if mine[0] == other[0]),
        default=0,
    )


@pytest.mark.parametrize(("players", "variant"), TABLES)
def test_no_card_and_no_point_is_ever_lost(players: int, variant: str | None) -> None:
    chance = random.Random(1939)
    state = rw.load("crib-ino", players=players, variant=variant).new_initial_state(seed=players)
    paid = 0
    while not state.is_terminal():
        assert sorted(cards_of(state)) == list(range(48))
        if variant != "solitaire":
            variables = state.observation(None)["variables"]
            assert isinstance(variables, dict)
            assert sum(variables["score"]) == -variables["kitty"] >= paid
            assert all(score % 5 == 0 for score in variables["score"])
            paid = -variables["kitty"]
        state.apply_action(chance.choice(state.legal_actions()))
    assert paid > 0 or variant == "solitaire"


def cards_of(state: rw.State, *zones: str) -> list[int]:
    """The cards in these zones; without names, in all of them and on the table."""
    told = state.observation(None)
    places, boards = told["zones"], told["boards"]
    assert isinstance(places, dict)
    assert isinstance(boards, dict)
    found = [
        card
        for name, zone in places["cards"].items()
        if not zones or name in zones
        for card in zone["pieces"]
    ]
    return [
        int(card)
        for card in (found if zones else [*found, *(each["piece"] for each in boards["table"].values())])
    ]


def test_alone_no_card_is_lost_while_the_waste_is_turned_over() -> None:
    game, turned_over = rw.load("crib-ino", players=1, variant="solitaire"), 0
    for seed in range(6):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal():
            action, through = state.legal_actions()[0], not cards_of(state, "stack")
            unplayed = cards_of(state, "waste_pile", "seat(1).hand")
            state.apply_action(action)
            assert sorted(cards_of(state)) == list(range(48))
            if action.name == "turn_up" and through:
                turned_over += 1
                assert cards_of(state, "waste_pile") == []
                assert sorted(unplayed) == sorted(cards_of(state, "stack", "seat(1).hand"))
    assert turned_over >= 6


def test_a_house_rule_can_bring_another_deck(tmp_path: Path) -> None:
    deck = tmp_path / "plain-deck.overlay.yaml"
    deck.write_text(
        "rulebook: 1\nname: plain-deck\nextends: crib-ino\nchange:\n  pieces:\n    cards:\n      sides:\n"
        "        colour: order(0, way)\n        number: 1 + k mod 10\n",
        encoding="utf-8",
    )
    state = rw.load(str(deck), players=2).new_initial_state(seed=0)
    assert [state.get(f"side(cards(12), {way}, 0).number") for way in ("north", "east")] == [3, 3]
    assert state.get("side(cards(13), south, 1).colour") == "red"
