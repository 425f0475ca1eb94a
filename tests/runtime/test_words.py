"""The definition of random words, held to published and to fixed values."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rulewright.rulebook.from_document import MOST_PLAYERS
from rulewright.runtime.chance import random_words
from rulewright.runtime.chance.sampled import Sampled, new_luck


def test_split_mix_gives_its_published_vectors() -> None:
    assert [
        random_words.mix(1234567 + number * random_words.GOLDEN & random_words.MASK) for number in range(1, 6)
    ] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_words_of_event_0_come_of_the_published_sequence() -> None:
    assert random_words.numbers(1234567, 0, [2**32, 2**32]) == [
        6457827717110365317 >> 48,
        3203168211198807973 >> 32,
    ]
    assert random_words.numbers(1234567 | 0xABCD << 48, 0, [2**16]) == [0xABCD]


def test_the_example_of_the_definition() -> None:
    key = random_words.turn_key(7, "dice", 1, 3)
    assert random_words.stream_key("dice") == 0x51AD8E6C01236BA2
    assert random_words.stream_base(7, "dice") == 0xE410B35DB9DAF584
    assert key == 0x2CE3226CCDF64C32
    assert [
        random_words.word(key, 0, 0),
        random_words.word(key, 0, 1),
        random_words.word(key, 1, 0),
        random_words.word(key, 6, 0),
    ] == [
        0x2CE3BC55,
        0x6D8E966D,
        0x226CD005,
        0x224396E2,
    ]
    assert random_words.numbers(key, 1, [6] * 5) == [0, 4, 5, 0, 1]


def test_the_ends_of_what_an_address_may_be() -> None:
    key = random_words.turn_key(2**64 - 1, "cards", 254, 2**32 - 1)
    assert key == random_words.turn_key(-1, "cards", 254, 2**32 - 1)
    assert (key, random_words.word(key, 2**32 - 2, 2**32 - 1)) == (0x7B9F4A6D972654DD, 0xB07093C7)


@given(
    st.integers(0, 2**64 - 1),
    st.sampled_from(("dice", "phases.play.actions.draw", "Würfel")),
    st.integers(-1, 254),
    st.integers(0, 2**32 - 1),
    st.integers(0, 2**32 - 2) | st.integers(0, 9),
    st.integers(0, 2**32 - 1) | st.just(0),
)
def test_words_are_what_the_definition_says(
    seed: int, name: str, player: int, turn: int, index: int, number: int
) -> None:
    mix, golden = random_words.mix, 0x9E3779B97F4A7C15
    base = mix(((mix((seed + golden) % 2**64) ^ random_words.stream_key(name)) + golden) % 2**64)
    key = mix((base + golden * (turn * 256 + player + 1)) % 2**64)
    expected = mix((key + golden * (index * 2**32 + number + 1)) % 2**64) // 2**32
    if number == 0:
        shared = mix((key - golden * (index // 4)) % 2**64) if index >= 4 else key
        expected = shared // 2 ** (48 - index % 4 * 16) % 2**16 * 2**16 + expected // 2**16
    assert random_words.word(random_words.turn_key(seed, name, player, turn), index, number) == expected


def test_every_player_has_a_place_in_the_address() -> None:
    assert MOST_PLAYERS + 1 < 256
    keys = {
        random_words.turn_key(7, "dice", player, turn)
        for player in range(-1, MOST_PLAYERS)
        for turn in range(50)
    }
    assert len(keys) == (MOST_PLAYERS + 1) * 50


def test_dice_are_digits_of_one_word_from_the_most_significant() -> None:
    key = random_words.turn_key(7, "dice", 1, 3)
    value = (0x2CE3BC55 * 6**3) >> 32
    assert random_words.numbers(key, 0, [6, 6, 6]) == [value // 36, value // 6 % 6, value % 6]


def test_numbers_that_do_not_fit_one_word_take_the_next() -> None:
    first, second = random_words.word(99, 3, 0), random_words.word(99, 3, 1)
    assert random_words.numbers(99, 3, [2**16, 2**16, 2**31]) == [first >> 16, first & 0xFFFF, second >> 1]


@given(st.integers(0, 2**64 - 1), st.integers(0, 9), st.integers(1, 256))
def test_the_upper_half_of_a_word_is_enough_only_where_the_lower_one_changes_nothing(
    key: int, index: int, bound: int
) -> None:
    number, refused = 0, 2**32 - 2**32 % bound
    while random_words.word(key, index, number) * bound % 2**32 >= refused:
        number += 1
    assert random_words.numbers(key, index, [bound]) == [random_words.word(key, index, number) * bound >> 32]


def test_the_upper_half_of_a_word_may_leave_open_what_the_number_is() -> None:
    """Quarters by which three numbers and two are divided: the lower half of the word decides, or refuses it."""
    for quarter, bound, passed_on in (
        (0x5555, 3, True),
        (0xAAAA, 3, True),
        (0, 3, False),
        (0x8000, 2, False),
    ):
        keys = [quarter << 48 | low for low in range(200)]
        found = [random_words.numbers(key, 0, [bound])[0] for key in keys]
        assert found == [random_words.word(key, 0, 0) * bound >> 32 for key in keys]
        assert (len(set(found)) == 2) is passed_on


def test_a_further_die_leaves_the_others_alone() -> None:
    keys = [random_words.mix(number) for number in range(1, 1001)]
    for few in (1, 3, 5):
        same = sum(
            random_words.numbers(k, 0, [6] * few) == random_words.numbers(k, 0, [6] * (few + 1))[:few]
            for k in keys
        )
        assert same >= 999


def test_a_number_that_would_be_biased_takes_the_next_word() -> None:
    bound = 3 * 2**30  # a quarter of all words is refused
    keys = [random_words.mix(number) for number in range(1, 3001)]
    tally = Counter(random_words.numbers(key, 0, [bound])[0] * 3 // bound for key in keys)
    assert all(900 < tally[third] < 1100 for third in range(3))
    refused = [key for key in keys[:40] if random_words.word(key, 2, 0) * bound % 2**32 >= bound]
    assert 0 < len(refused) < 20
    for key in refused:
        taken = next(n for n in range(1, 40) if random_words.word(key, 2, n) * bound % 2**32 < bound)
        assert random_words.numbers(key, 2, [bound]) == [random_words.word(key, 2, taken) * bound >> 32]


def test_events_of_a_turn_have_words_of_their_own() -> None:
    key = random_words.turn_key(7, "cards", 0, 1)
    taken = [random_words.word(key, index, number) for index in range(30) for number in range(30)]
    assert len(set(taken)) == 900


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
    found = {
        random_words.word(random_words.turn_key(seed, stream, player, turn), index, 0)
        for seed in (0, 1)
        for stream in ("dice", "cards")
        for player in (-1, 0, 1)
        for turn in range(5)
        for index in range(5)
    }
    assert len(found) == 2 * 2 * 3 * 5 * 5


@given(st.integers(0, 2**64 - 1), st.integers(0, 99), st.lists(st.integers(1, 100), min_size=1, max_size=20))
def test_every_number_is_below_its_bound(key: int, index: int, bounds: list[int]) -> None:
    taken = random_words.numbers(key, index, bounds)
    assert all(0 <= number < bound for number, bound in zip(taken, bounds, strict=True))


@given(st.integers(0, 2**64 - 1), st.integers(0, 99), st.integers(0, 60), st.data())
def test_a_draw_takes_different_pieces(key: int, index: int, size: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, size))
    taken = random_words.drawn(key, index, size, count)
    assert len(set(taken)) == count
    assert all(0 <= entry < size for entry in taken)


def test_draws_are_even() -> None:
    tally = Counter(
        tuple(random_words.drawn(random_words.turn_key(seed, "cards", 0, 1), 0, 4, 2)) for seed in range(6000)
    )
    assert len(tally) == 12
    assert all(400 < times < 600 for times in tally.values())
