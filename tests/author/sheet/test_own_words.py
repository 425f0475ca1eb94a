"""`sheet:` of an entry is what the sheet prints for it: the text, nothing for `false`, and generated words once a house rule changes it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.source.text import Source

BOOK = """\
rulebook: 1
name: own-words
title: Own Words
players: 2
options: {target: {type: 1..100, default: 20, about: points that win}}
pieces: {dice: {count: 2, faces: 1..6, sheet: two ordinary dice}, chips: {count: 3, sheet: false}}
boards: {road: {track: 5, sheet: the road of five squares}}
zones: {tray: {holds: dice, start: all, sheet: a cup}, bowl: {holds: chips, start: all, sheet: false}}
variables:
  score: {per: players, type: number, sheet: "Write your points down."}
  rolls: {type: number, about: rolls made, sheet: false}
tables: {prize: {of: 1..2, rows: {1: 3, 2: 4}, sheet: what you win}}
define:
  pair: {is: most_alike(tray.face) == 2, sheet: Both dice alike.}
  total: {is: sum(tray.face), sheet: false}
  spare: {is: total + 1, about: what is left, sheet: false}
  worth:
    cases: {doubles: {when: pair, is: 2 * total, sheet: with a pair}, low: {when: total < 4, is: prize(1)}}
    otherwise: total
  bonus: {sum_of: {first: {is: prize(1), sheet: three for the first}, second: prize(2)}}
turns: {begin: [{roll: tray}], sheet: "Roll when your turn begins. Then play passes on."}
phases:
  turn:
    sheet: "Up to <target> points, do what you like."
    actions:
      hold:
        sheet: Score what the dice show.
        when: {few: {holds: me.score < 90, sheet: false, says: Too many points.}, more: {holds: total > 2, sheet: Not with two ones.}}
        do: [{add: worth + bonus, to: me.score}, tally, end_turn]
      count: {do: [tally, end_turn]}
      hidden: {sheet: false, do: [end_turn]}
    as_soon_as:
      odd: {when: total == 3, sheet: "With one and two, start again.", do: [{set: rolls, to: 0}]}
steps: {tally: {sheet: A mark counts the turn., do: [{add: 1, to: rolls}]}}
end:
  won:
    when: any(p.score >= target for p in players) or rolls > 999
    result: highest score
    sheet: "<target> points win, and nothing else does."
"""


@pytest.fixture
def printed(tmp_path: Path) -> Callable[..., str]:
    """The sheet of `BOOK`, or of another text, with these changes of a house rule."""

    def sheet(changes: str = "", text: str = BOOK) -> str:
        book, rule = tmp_path / "own-words.rulebook.yaml", tmp_path / "other.overlay.yaml"
        book.write_text(text, encoding="utf-8")
        rule.write_text(f"rulebook: 1\nname: other\nextends: own-words\n{changes}\n", encoding="utf-8")
        return to_markdown(make_sheet(pipeline.open_book(book, overlays=[rule] if changes else [])))

    return sheet


@pytest.mark.parametrize(
    "words",
    [
        "- **2 dice**: two ordinary dice\n",
        "- **road**: the road of five squares\n",
        "- **tray**: a cup\n",
        "- **score**: Write your points down.\n",
        "**prize: what you win**",
        "- **pair**: Both dice alike.\n",
        "| with a pair |",
        "| first | three for the first |",
        "## Your turn\n\nUp to 20 points, do what you like.\n\n- **hold**: Score what the dice show.\n  - Not with two ones.\n",
        "## Tally\n\nA mark counts the turn.\n",
        "With one and two, start again.\n",
        "## After a turn\n\nRoll when your turn begins. Then play passes on.\n",
        "## The end\n\n20 points win, and nothing else does.\n",
    ],
)
def test_the_sheet_prints_the_words_of_the_entry_and_nothing_else(
    printed: Callable[..., str], words: str
) -> None:
    assert words in printed()


@pytest.mark.parametrize(
    "left_out", ["chip", "bowl\\*\\*:", "**rolls**", "**spare**", "Too many", "hidden", "At the start of"]
)
def test_false_prints_nothing(printed: Callable[..., str], left_out: str) -> None:
    assert left_out not in printed()


@pytest.mark.parametrize(
    ("changes", "gone", "instead"),
    [
        ("change: {end: {won: {when: rolls > 9}}}", "nothing else does", "As soon as the rolls are more than 9, the game ends."),
        ("change: {turns: {begin: []}}", "Then play passes on.", "Play passes to your opponent."),
        ("change: {define: {pair: {is: total > 9}}}", "Both dice alike", "- **pair**: “total” is more than 9."),
        ("change: {phases: {turn: {actions: {hold: {do: [end_turn]}}}}}", "Score what the dice show", "- **hold**: Your turn ends."),
        ("change: {phases: {turn: {actions: {hold: {when: {more: total > 3}}}}}}", "two ones", "Only if “total” is more than 3."),
        ("change: {phases: {turn: {as_soon_as: {odd: {when: total == 4}}}}}", "start again", "is 4, set the rolls to 0."),
        ("change: {steps: {tally: {do: [{add: 2, to: rolls}]}}}", "A mark counts", "Add 2 to the rolls. Your turn ends."),
    ],
)  # fmt: skip
def test_words_that_a_house_rule_made_outdated_are_not_printed(
    printed: Callable[..., str], changes: str, gone: str, instead: str
) -> None:
    assert gone in printed()
    assert gone not in printed(changes)
    assert instead in printed(changes)


ELSEWHERE = """\
rulebook: 1
name: own-words
title: Own Words
players: 2
pieces: {dice: {count: 2, faces: 1..6, sheet: two ordinary dice}}
boards: {road: {track: 5, sheet: the road of five squares}}
zones: {tray: {holds: dice, start: all, sheet: a cup}}
variables: {score: {per: players, type: number, sheet: Write your points down.}, mark: {type: road.spaces, start: road(1)}}
define:
  pair: {is: most_alike(tray.face) == 2, about: both dice are alike, sheet: false}
  prize: {sheet: Five for a pair., cases: {pair: {when: pair, is: 5, about: a pair}}, otherwise: 0}
turns: {begin: [refresh], sheet: "Roll when your turn begins. Then play passes on."}
phases:
  turn:
    actions:
      take:
        sheet: Take the prize for a pair.
        when: {paired: {holds: pair, sheet: false, says: Both dice must be alike.}}
        do: [{add: prize, to: me.score}, reward, {set: mark, to: road(1)}, end_turn]
      pass: {about: Let the next player go on., do: [reward, end_turn]}
steps:
  refresh: {do: [{roll: tray}]}
  reward: {sheet: false, do: [{add: 1, to: me.score}]}
end: {won: {when: any(p.score >= 20 for p in players), result: highest score}}
variants: {quick: {change: {phases: {turn: {actions: {take: {do: [{add: 9, to: me.score}, end_turn]}}}}}}}
"""


@pytest.mark.parametrize(
    ("changes", "gone", "instead"),
    [
        ("change: {steps: {reward: {do: [{add: 2, to: me.score}]}}}", "Take the prize for a pair.", "**take**: Add “prize” to your score. Add 2 to your score."),
        ("change: {steps: {reward: {do: [{add: 2, to: me.score}]}}}", "go on.\n", "go on (words of Own Words). At this table: add 2 to your score. Your turn ends."),
        ("change: {steps: {refresh: {do: [{roll: tray}, {roll: tray}]}}}", "Roll when your turn begins", "At the start of your turn, roll"),
        ("change: {phases: {turn: {actions: {take: {when: {paired: prize > 1}}}}}}", "Take the prize for a pair.", "Both dice must be alike (words of Own Words). At this table: only if"),
        ("change: {define: {pair: {is: sum(tray.face) > 9}}}", "nothing of this", "- **pair**: Both dice are alike (words of Own Words). At this table: the sum of"),
        ("add: {define: {prize: {cases: {high: {when: sum(tray.face) > 10, is: 3, about: much}}}}}", "Five for a pair", "| much | 3 |"),
        ("change: {boards: {road: {track: 7}}}", "five squares", "a track of 7 spaces"),
        ("add: {zones: {tray: {size: 2}}}", "a cup", "- **tray**: dice"),
        ("add: {variables: {score: {start: 3}}}", "Write your points down", "everybody's score"),
    ],
)  # fmt: skip
def test_words_for_what_a_house_rule_changed_elsewhere_are_not_printed(
    printed: Callable[..., str], changes: str, gone: str, instead: str
) -> None:
    assert gone not in printed(changes, ELSEWHERE)
    assert instead in printed(changes, ELSEWHERE)


def test_words_stay_if_a_requirement_is_added_which_is_printed_below_them(
    printed: Callable[..., str],
) -> None:
    rule = "add: {phases: {turn: {actions: {take: {when: {late: {holds: round > 2, says: Not so early.}}}}}}}"
    assert "- **take**: Take the prize for a pair.\n  - Not so early.\n" in printed(rule, ELSEWHERE)


def test_a_variant_does_not_inherit_words_for_a_rule_that_it_changes() -> None:
    sheet = to_markdown(make_sheet(pipeline.open_source(Source("words", ELSEWHERE), variant="quick")))
    assert "Take the prize" not in sheet
    assert "- **take**: Add 9 to your score, and your turn ends." in sheet


def test_what_a_printed_sentence_mentions_is_explained_all_the_same(printed: Callable[..., str]) -> None:
    rule = "change: {phases: {turn: {actions: {hold: {when: {more: total > 3}}}}}}"
    assert "- **total**: The sum of the dice in the tray." in printed(rule)


def test_words_that_a_house_rule_repeats_are_printed(printed: Callable[..., str]) -> None:
    said = "change: {end: {won: {when: rolls > 9, sheet: Ten rolls are enough.}}}"
    assert "## The end\n\nTen rolls are enough.\n" in printed(said)


def test_other_words_for_the_table_do_not_make_those_for_the_sheet_wrong(printed: Callable[..., str]) -> None:
    assert "nothing else does" in printed("add: {end: {won: {label: Home}}}")


def test_new_words_of_a_house_rule_are_printed_instead_of_older_ones(printed: Callable[..., str]) -> None:
    said = printed("add: {end: {won: {about: Whoever is first wins.}}}")
    assert "Whoever is first wins." in said
    assert "nothing else does" not in said


def test_placeholders_of_options_are_filled_with_the_words_of_their_choice(
    printed: Callable[..., str],
) -> None:
    option = "  how: {default: fast, one_of: {fast: up to <target> at once, slow: little by little}, about: how points are won}"
    text = BOOK.replace(
        "options: {target: {type: 1..100, default: 20, about: points that win}}",
        f"options:\n  target: {{type: 1..100, default: 20}}\n{option}",
    )
    assert "- **hold**: Score, up to 20 at once." in printed(
        "", text.replace("Score what the dice show.", '"Score, <how>."')
    )


def test_what_is_printed_instead_of_dropped_words_is_marked_as_outdated_too(
    printed: Callable[..., str],
) -> None:
    words = "sheet: Score what the dice show."
    text = BOOK.replace(words, f"{words}\n        about: Take the points.")
    rule = "change: {phases: {turn: {actions: {hold: {do: [end_turn]}}}}}"
    assert "Take the points (words of Own Words). At this table: your turn ends." in printed(rule, text)


SAID_TWICE = """\
rulebook: 1
name: said-twice
title: Said Twice
players: 2
options:
  hands: {type: 1..9 or none, default: none, about: hands in a game, sheet: <number_of_hands>}
  secret: {type: 1..9, default: 2, about: nobody asks, sheet: false}
pieces: {dice: {count: 2, faces: 1..6}, cards: {one_per: {n: 1..9}}}
boards: {road: {track: 5}}
zones:
  tray: {holds: dice, start: all}
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
  pile: {per: players, holds: cards, about: cards that were won}
  stock: {per: players, holds: cards, about: the cards you keep}
variables:
  score: {per: players, type: number, about: points won}
  bid: {per: players, type: number, about: what you bid, start: 2}
  rolls: {type: number, lasts: turn, about: rolls made this turn}
  asked: {type: bool, lasts: turn, about: somebody has asked}
  won: {per: road.spaces, type: bool}
define:
  number_of_hands: {is: (hands otherwise 3)}
  taken: {of: {s: road.spaces}, is: won(s), about: <s> is taken}
  far: {of: {s: road.spaces}, is: s.number > secret, about: <s> lies beyond the river}
turns: {begin: [{return: dice}]}
setup:
  - for: p in clockwise(seat(1))
    do: [{move: 3 cards, from: deck, to: p.hand}]
phases:
  turn:
    actions:
      take:
        about: Take a free space.
        choose: {at: road.spaces}
        when:
          free: {holds: not taken(at), says: The space must be free.}
          near: {holds: not far(at), says: The space must be near.}
          early: {holds: round <= 20, says: Not after round 20.}
        do: [{set: won(at), to: true}, {set: asked, to: true}, {add: 1, to: rolls}, {add: rolls, to: me.score}, end_turn]
      bid_more:
        label: raise
        do: [{add: 1 if asked else 2, to: me.bid}, {move: all me.hand, to: me.pile}, {move: 1 cards, from: deck, to: me.stock}, end_turn]
    as_soon_as:
      raised: {after: bid_more, when: me.bid > 20, do: [end_turn]}
end:
  over: {at: round, when: round >= 5, result: highest score}
"""


@pytest.mark.parametrize(
    ("told", "is_told"),
    [
        ("- **hands in a game**: 3\n", True),
        ("nobody asks", False),
        ("The space must be free.", False),
        ("The space must be near.", True),
        ("- **taken", False),
        ("- **far (the space)**: The space lies beyond the river.", True),
        ("- **tray**", False),
        ("- **deck**: cards, shuffled, face down\n", True),
        ("- **deck**: all cards\n", True),
        ("- **hand**: each player's cards; only the owner sees them\n", True),
        ("- **pile**: cards that were won; each player has their own\n", True),
        ("- **stock**: the cards you keep\n", True),
        ("- **score**: Points won; kept for each player.\n", True),
        ("- **bid**: What you bid; 2 at the start.\n", True),
        ("- **rolls**: Rolls made this turn.\n", True),
        ("- **asked**: Whether somebody has asked; cleared at the start of every turn.\n", True),
        ("to write down everybody's score and bid", True),
        ("Deal 3 cards from the deck into the hand of each player.", True),
        ("Add 1 to your bid if somebody has asked, otherwise", True),
        ("After “raise”, if your bid is more than 20", True),
        ("A round is over when the turn has gone round the table once.", True),
        ("After round 5, the game ends. The player with the highest score wins", True),
    ],
)
def test_the_sheet_leaves_out_what_goes_without_saying(
    printed: Callable[..., str], told: str, is_told: bool
) -> None:
    assert (told in printed("", SAID_TWICE.replace("own-words", "said-twice"))) is is_told


PLAINLY = """\
rulebook: 1
name: plainly
title: Plainly
players: 2
enums: {Job: [field, mill]}
pieces: {grain: {count: 60}, workers: {of: players, count: 3}}
boards: {village: {grid: {rows: {job: Job}, columns: 2}, holds: workers}}
zones:
  home: {per: players, holds: workers, start: all}
  barn: {per: players, holds: grain}
  store: {holds: grain, start: all}
setup: [begin_anew]
phases:
  turn:
    actions:
      send:
        choose: {at: village.spaces}
        when: {open: at.empty, worker: not me.home.empty}
        do: [{move: 1 workers, from: me.home, to: at}, {move: "min(3, store.count) grain", from: store, to: me.barn}, end_turn]
      eat: {do: [{move: "min(2, me.home.count) grain", from: me.barn, to: store}, end_turn]}
steps: {begin_anew: {do: [{return: grain}, {for: p in players, do: [{move: 2 grain, from: store, to: p.barn}]}]}}
end: {over: {when: all(not p.barn.empty for p in players) and store.empty, result: draw}}
"""


@pytest.mark.parametrize(
    "told",
    [
        "a grid of 2 rows (one for each job: field, mill) and 2 columns\n",
        "\n\nDeal 2 grain from the store to each player.\n",
        "then move 3 grain, or as many as there are, from the store to your barn, and your turn ends.\n",
        "Move the least of 2 and the number of workers in your home grain from your barn",
        "As soon as no player's barn is empty and the store is empty, the game ends and nobody wins.\n",
    ],
)
def test_generated_sentences_read_as_people_say_them(printed: Callable[..., str], told: str) -> None:
    assert told in printed("", PLAINLY)
