"""The definition of random words, held to published and to fixed values."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime import words
from rulewright.runtime.chance import Sampled, new_luck


def test_split_mix_gives_its_published_vectors() -> None:
    assert words.split_mix(1234567, 5) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_words_of_an_event_are_upper_halves_of_the_published_sequence() -> None:
    assert words.numbers(1234567, [2**32, 2**32]) == [6457827717110365317 >> 32, 3203168211198807973 >> 32]


def test_dice_are_digits_of_one_word_from_the_most_significant() -> None:
    value = ((6457827717110365317 >> 32) * 6**3) >> 32
    assert words.numbers(1234567, [6, 6, 6]) == [value // 36, value // 6 % 6, value % 6]


def test_a_further_die_leaves_the_others_alone() -> None:
    same = sum(words.numbers(key, [6] * 5) == words.numbers(key, [6] * 6)[:5] for key in range(1000))
    assert same >= 999


def test_a_number_that_would_be_biased_takes_the_next_word() -> None:
    bound = 3 * 2**30  # a quarter of all words is refused
    tally = Counter(words.numbers(key, [bound])[0] * 3 // bound for key in range(3000))
    assert all(900 < tally[third] < 1100 for third in range(3))


def test_a_stream_is_known_by_its_name() -> None:
    first, second = new_luck(7, 2), new_luck(7, 2)
    assert Sampled(("dice",)).roll(first, 0, 0, "dice", (), [6] * 10, True) == Sampled(
        ("chips", "dice")
    ).roll(second, 0, 1, "dice", (), [6] * 10, True)


def test_the_luck_of_a_turn_does_not_depend_on_the_turn_before() -> None:
    calm, busy = new_luck(7, 2), new_luck(7, 2)
    chance = Sampled(("dice",))
    for luck, rolls in ((calm, 1), (busy, 4)):
        luck.turns[1] = 1
        for _ in range(rolls):
            chance.roll(luck, 0, 0, "dice", (), [6] * 5, True)
        luck.turns[2] = 1
        luck.used.clear()
    assert chance.roll(calm, 1, 0, "dice", (), [6] * 5, True) == chance.roll(
        busy, 1, 0, "dice", (), [6] * 5, True
    )


def test_addresses_differ_in_every_part() -> None:
    keys = {
        words.event_key(seed, stream, player, turn, index)
        for seed in (0, 1)
        for stream in ("dice", "cards")
        for player in (-1, 0, 1)
        for turn in range(5)
        for index in range(5)
    }
    assert len(keys) == 2 * 2 * 3 * 5 * 5


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(1, 100), min_size=1, max_size=20))
def test_every_number_is_below_its_bound(key: int, bounds: list[int]) -> None:
    assert all(0 <= number < bound for number, bound in zip(words.numbers(key, bounds), bounds, strict=True))


@given(st.integers(0, 2**64 - 1), st.integers(0, 60), st.data())
def test_a_draw_takes_different_pieces(key: int, size: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, size))
    taken = words.drawn(key, size, count)
    assert len(set(taken)) == count
    assert all(0 <= index < size for index in taken)


def test_draws_are_even() -> None:
    tally = Counter(tuple(words.drawn(words.event_key(key, "cards", 0, 1, 0), 4, 2)) for key in range(6000))
    assert len(tally) == 12
    assert all(400 < times < 600 for times in tally.values())
