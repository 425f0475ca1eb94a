"""Coverage names exactly the rules that were planted dead, each with its reason, and where it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.author.coverage.html import to_html
from rulewright.author.coverage.report import Coverage, Covered, Report, reason
from rulewright.author.coverage.text import share, to_json, to_marked, to_text
from rulewright.author.coverage.walk import places
from rulewright.author.examples.examples import run_examples
from rulewright.evaluate.tracing.counting import Counting, Tally
from rulewright.game.playouts.playout import play_out
from rulewright.pipeline import Book
from rulewright.runtime.fast import Mark
from rulewright.source.text import Source
from tests.games.books import TESTS

QUARRY = """\
rulebook: 1
name: quarry
title: Quarry
players: 2
options:
  goal: {type: 1..100, default: 30, about: points that win}
  deep: {type: bool, default: false, about: whether more is dug}
pieces:
  die: {count: 1, faces: 1..6}
  stones: {count: 60, label: stone}
zones:
  tray: {holds: die, start: all}
  pit: {holds: stones, start: all}
  cart: {holds: stones}
variables:
  score: {per: players, type: number}
  pot: {type: 0..100, lasts: turn}
tables:
  worth: {of: 2..6, rows: {..3: 1, 4..5: 2, 6: 5}}
define:
  lucky: {is: die.face == 6 or pot > 8}
  size:
    cases:
      small: {when: pot < 4, is: 1}
      middle: {when: pot < 8, is: 2}
    otherwise: 3
  weight:
    of: {heavy: bool}
    by: heavy
    cases: {true: 2, false: 1}
  total:
    of: {p: players}
    sum_of: {points: p.score, stones: cart.count}
turns:
  begin: [{return: die}]
phases:
  dig:
    actions:
      roll:
        do:
          - {roll: tray}
          - if: die.face == 1
            do: [{set: pot, to: 0}, {go: rest}]
            else: [gain(worth(die.face))]
      stop:
        when:
          rolled: pot > 0
        do:
          - {add: pot * weight(lucky) + size, to: me.score}
          - {go: rest}
    as_soon_as:
      overflow:
        after: roll
        when: pot > 6
        do: [{move: 1 stones, from: pit, to: cart}]
  rest:
    do:
      - for: p in players if p.score > 5
        do: [{add: 1, to: p.score}]
      - pick: p in players if p.score > 8
        do: [{add: 1, to: p.score}]
        else: [{add: 1, to: me.score}]
      - by: cart.count
        cases: {0: [{add: 1, to: me.score}], 1: [{add: 2, to: me.score}]}
      - end_turn
steps:
  gain:
    of: {n: 0..5}
    do: [{add: n if pot < 5 else 1, to: pot}]
end:
  dug:
    when: any(p.total >= goal for p in players)
    result: highest score
standing: highest score
"""
GAMES = 100

ROLLED = "          rolled: pot > 0\n"
ROLL = "          - {roll: tray}\n"
STOP = "      stop:\n"
TRIGGER = "    as_soon_as:\n"
STEPS = "steps:\n"
END = "end:\n"

PLANTED: dict[str, tuple[list[tuple[str, str]], dict[str, str]]] = {
    "a condition that always holds": (
        [(ROLLED, ROLLED + "          room: pot < 99\n")],
        {"phases.dig.actions.stop.when.room": "always true (# times)"},
    ),
    "an action that nobody can take": (
        [(STOP, "      cheat: {when: {full: pot > 98}, do: [end_turn]}\n" + STOP)],
        {
            "phases.dig.actions.cheat": "never taken",
            "phases.dig.actions.cheat.when.full": "always false (# times)",
        },
    ),
    "a condition behind one that never holds": (
        [(STOP, "      cheat: {when: {full: pot > 98, b: pot > 1}, do: [end_turn]}\n" + STOP)],
        {
            "phases.dig.actions.cheat": "never taken",
            "phases.dig.actions.cheat.when.full": "always false (# times)",
            "phases.dig.actions.cheat.when.b": "never asked",
        },
    ),
    "an effect behind an if": (
        [(ROLL, ROLL + "          - {if: pot > 95, do: [{if: die.face == 2, do: [end_turn]}]}\n")],
        {"phases.dig.actions.roll.do, if pot > 95": "always false (# times), and with it 1 inside"},
    ),
    "an if that always holds": (
        [(ROLL, ROLL + "          - {if: pot < 95, do: [{add: 0, to: pot}]}\n")],
        {"phases.dig.actions.roll.do, if pot < 95": "always true (# times)"},
    ),
    "one side of an `or`": (
        [("if: die.face == 1\n", "if: die.face == 1 or pot > 97\n")],
        {"phases.dig.actions.roll.do, pot > 97": "always false (# times)"},
    ),
    "one side of an `and`": (
        [("when: pot > 6\n", "when: pot > 6 and pot < 97\n")],
        {"phases.dig.as_soon_as.overflow, pot < 97": "always true (# times)"},
    ),
    "an operand inside `not` and parentheses": (
        [("rolled: pot > 0\n", "rolled: not (pot == 0 or pot > 97)\n")],
        {"phases.dig.actions.stop.when.rolled, pot > 97": "always false (# times)"},
    ),
    "an expression behind an if": (
        [("n if pot < 5 else 1", "(n if pot < 5 else 1) if pot < 90 else 0")],
        {"steps.gain, if pot < 90": "always true (# times)"},
    ),
    "the `if` of a clause": (
        [("for p in players)", "for p in players if p.score < 500)")],
        {"end.dug, if p.score < 500": "always true (# times)"},
    ),
    "a case": (
        [("      middle:", "      none_at_all: {when: pot > 98, is: 9}\n      middle:")],
        {"define.size.cases.none_at_all": "always false (# times)"},
    ),
    "what cases leave over": (
        [("pot < 8", "pot < 99")],
        {
            "define.size.cases.middle": "always true (# times)",
            "define.size, otherwise": "never needed",
        },
    ),
    "a case by value": (
        [("weight(lucky)", "weight(pot > 98)")],
        {
            "define.weight.cases.true": "never chosen",
            "define.lucky": "never worked out, and with it 2 inside",
        },
    ),
    "a case of effects": (
        [("1: [{add: 2, to: me.score}]", "1: [{add: 2, to: me.score}], 5: [{add: 0, to: pot}]")],
        {"phases.rest.do, case 5": "never chosen"},
    ),
    "a line of a score pad": (
        [("stones: cart.count}", "stones: cart.count, fines: pot div 99}")],
        {"define.total.sum_of.fines": "always 0 (# times)"},
    ),
    "a row of a table": (
        [("gain(worth(die.face))", '"gain(worth(min(die.face, 5)))"')],
        {"tables.worth, row 6": "never used"},
    ),
    "a step": (
        [
            (ROLL, ROLL + "          - {if: pot > 95, do: [waste]}\n"),
            (STEPS, STEPS + "  waste: {do: [{if: pot > 96, do: [{set: pot, to: 0}]}]}\n"),
        ],
        {
            "phases.dig.actions.roll.do, if pot > 95": "always false (# times)",
            "steps.waste": "never run, and with it 1 inside",
        },
    ),
    "a rule that never fires": (
        [(TRIGGER, TRIGGER + "      bust: {when: pot > 98, do: [end_turn]}\n")],
        {"phases.dig.as_soon_as.bust": "never fired (asked # times)"},
    ),
    "a rule whose condition always holds": (
        [(TRIGGER, TRIGGER + "      tick: {after: roll, when: pot < 99, do: [{add: 0, to: pot}]}\n")],
        {"phases.dig.as_soon_as.tick": "always true (# times)"},
    ),
    "an end": (
        [(END, END + "  stalemate: {when: pit.count < 0 or pot > 98, result: draw}\n")],
        {
            "end.stalemate": "never held (asked # times)",
        },
    ),
    "an end behind an action": (
        [
            (STOP, "      give_up: {when: {full: pot > 98}, do: [end_turn]}\n" + STOP),
            (END, END + "  given_up: {after: give_up, result: draw}\n"),
        ],
        {
            "phases.dig.actions.give_up": "never taken",
            "phases.dig.actions.give_up.when.full": "always false (# times)",
            "end.given_up": "never held",
        },
    ),
    "neither an end nor a rule that has no condition": (
        [
            (TRIGGER, TRIGGER + "      counted: {after: roll, do: [{add: 0, to: pot}]}\n"),
            (STOP, "      quit: {when: {a_lot: pot > 8}, do: [end_turn]}\n" + STOP),
            (END, END + "  quit: {after: quit, result: draw}\n"),
        ],
        {},
    ),
    "a phase": (
        [
            (ROLL, ROLL + "          - {if: pot > 95, do: [{go: attic}]}\n"),
            (
                STEPS,
                "  attic:\n    actions:\n      leave: {when: {full: pot > 98}, do: [end_turn]}\n" + STEPS,
            ),
        ],
        {
            "phases.dig.actions.roll.do, if pot > 95": "always false (# times)",
            "phases.attic": "never entered, and with it 2 inside",
        },
    ),
    "a loop": (
        [(ROLL, ROLL + "          - {for: n in 1..pot div 99, do: [{add: 0, to: pot}]}\n")],
        {"phases.dig.actions.roll.do, for n in 1..pot div 99": "never run"},
    ),
    "the else of a pick": (
        [("pick: p in players if p.score > 8", "pick: p in players")],
        {"phases.rest.do, else of pick p in players": "never needed"},
    ),
    "the else of a pick whose condition always holds": (
        [("if p.score > 8", "if p.score < 500")],
        {
            "phases.rest.do, if p.score < 500": "always true (# times)",
            "phases.rest.do, else of pick p in players if p.score < 500": "never needed",
        },
    ),
    "an option that no table sets": (
        [(ROLL, ROLL + "          - {if: deep, do: [{if: pot > 3, do: [{add: 0, to: pot}]}]}\n")],
        {
            "phases.dig.actions.roll.do, if deep": "settled before play: false at every table played, and with it 1 inside"
        },
    ),
    "cases by an option that no table sets": (
        [
            (ROLL, ROLL + "          - {by: deep, cases: {true: [end_turn], false: [{add: 0, to: pot}]}}\n"),
        ],
        {
            "phases.dig.actions.roll.do, case true": "not at any table played",
        },
    ),
    "a hook of the round": (
        [("turns:\n", "turns:\n  round_end: [{if: round > 90, do: [{add: 0, to: seat(1).score}]}]\n")],
        {"turns.round_end, if round > 90": "always false (# times)"},
    ),
}


def opened(text: str = QUARRY, overlays: Iterable[str] = (), **options: int | bool) -> Book:
    return pipeline.open_source(
        Source("quarry.rulebook.yaml", text), options=options, overlays=list(overlays)
    )


def covered(*books: Book, games: int = GAMES) -> Report:
    """What random games of each book exercise."""
    coverage = Coverage()
    for book in books:
        game = coverage.watch(book).game
        for seed in range(games):
            play_out(game, seed, 1_000)
    return coverage.report()


def missing(report: Report) -> dict[str, str]:
    """Name -> reason, with `#` for how many times."""
    return {each.place.name: told(each) for each in report.missing}


def told(each: Covered) -> str:
    inside = f", and with it {each.holds_back} inside" if each.holds_back else ""
    return re.sub(r"[\d,]+ times|\bonce\b", "# times", reason(each.place, each.seen)) + inside


@pytest.fixture(scope="module")
def quarry() -> Report:
    return covered(opened())


def test_a_book_without_dead_rules_is_exercised_whole(quarry: Report) -> None:
    assert missing(quarry) == {}
    assert quarry.exercised == len(quarry.places) > 30
    assert share(quarry) == "100 %"


@pytest.mark.parametrize("name", PLANTED)
def test_exactly_the_planted_rule_is_named(name: str) -> None:
    changes, wanted = PLANTED[name]
    text = QUARRY
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    report = covered(opened(text))
    assert missing(report) == wanted
    for each in report.missing:
        line = text.splitlines()[each.place.span.line - 1]
        assert each.place.span.text.split("\n")[0] in line


OVERLAY = """\
rulebook: 1
name: dead
extends: {game}
add:
  phases:
    turn:
      actions:
        {action}:
          when:
            always: {always}
  end:
    never: {{when: {never}, result: draw}}
"""


@pytest.mark.parametrize(
    ("game", "action", "always", "never"),
    [
        ("pig", "roll", "pot < 5000", "any(p.score > 5000 for p in players)"),
        ("cinq-o", "rack", "rack.count < 5", "any(p.score > 5000 for p in players)"),
        ("red-hot-yott", "fill", "rolls < 100", "rolls > 90"),
    ],
)
def test_dead_house_rules_are_named_at_their_place_in_the_overlay(
    tmp_path: Path, game: str, action: str, always: str, never: str
) -> None:
    overlay = tmp_path / "dead.overlay.yaml"
    overlay.write_text(OVERLAY.format(game=game, action=action, always=always, never=never), encoding="utf-8")
    usual = covered(pipeline.open_book(game), games=3)
    report = covered(pipeline.open_book(game, overlays=[str(overlay)]), games=3)
    own = {
        (each.place.name, each.place.span.line): told(each)
        for each in report.missing
        if each.place.span.file == str(overlay)
    }
    assert own == {
        (f"phases.turn.actions.{action}.when.always", 10): "always true (# times)",
        ("end.never", 12): "never held (asked # times)",
    }
    assert missing(report).keys() - missing(usual).keys() == {name for name, _ in own}


def test_a_rule_that_only_some_tables_have_counts_there() -> None:
    text = QUARRY.replace(
        ROLL, ROLL + "          - {if: deep, do: [{if: pot > 3, do: [{add: 0, to: pot}]}]}\n"
    )
    shallow, deep = opened(text), opened(text, deep=True)
    assert missing(covered(shallow, deep)) == {}
    assert len(missing(covered(deep))) == 1


def test_an_operand_that_an_option_leaves_alone_is_the_condition_itself() -> None:
    text = QUARRY.replace("when: pot > 6\n", "when: not deep and pot > 6\n")
    assert missing(covered(opened(text))) == {}
    assert missing(covered(opened(text, deep=True)))["phases.dig.as_soon_as.overflow"] == (
        "settled before play: false at every table played"
    )


EXAMPLES = """\
examples:
  a_six_gives_five:
    play: [{do: roll, rolled: {die: [6]}}]
    expect: [pot == 5, lucky]
  nothing_to_stop_for:
    play: [{refused: stop, because: rolled}]
  rows:
    expect: [worth(6) == 5]
"""


def test_examples_count_with_what_they_ask_and_games_apart() -> None:
    book = opened(QUARRY + EXAMPLES)
    coverage = Coverage()
    watched = coverage.watch(book, examples=True)
    assert all(result.passed for result in run_examples(lambda *_: watched, watched))
    only_examples = coverage.report()
    assert not only_examples.only_in_examples, "there were no games to compare with"
    assert "define.lucky" not in missing(only_examples)
    assert missing(only_examples)["phases.dig.actions.stop.when.rolled"].startswith("always ")
    game = coverage.watch(book).game
    play_out(game, 0, 1)
    both = coverage.report()
    assert "tables.worth, row 6" in {each.place.name for each in both.only_in_examples}
    assert both.exercised >= only_examples.exercised
    assert "Only examples exercise these. In games:" in to_text(both)


# ------------------------------------------------------------------------------------------------------- the forms


SIDED = """\
rulebook: 1
name: sided
players: 1
pieces: {tiles: {one_per: {k: 0..3}, sides: {number: shown(k) if way == north else plain(k)}}}
boards: {table: {unbounded: squares, holds: tiles}}
zones: {bag: {holds: tiles, start: all}}
tables:
  shown: {of: 0..4, rows: {0: 3, 1: 2, 2..3: 1, 4: 9}}
  plain: {of: 0..3, rows: {0: 1, 1: 1, 2: 1, 3: 1}}
phases: {turn: {actions: {lay: {choose: {t: bag, at: table.open}, do: [{move: t, to: at}, end_turn]}}}}
end: {empty: {when: bag.empty, result: draw}}
"""


def test_rows_that_are_read_before_play_are_used() -> None:
    """Sides are worked out once for each piece, and no piece has a 4."""
    assert missing(covered(opened(SIDED), games=2)) == {"tables.shown, row 4": "never used"}


PACK = """\
rulebook: 1
name: pack
title: Pack
players: 1
use: [standard-52]
zones: {hand: {holds: cards}}
define: {worth: {of: {c: cards}, is: 1}}
phases: {turn: {actions: {draw: {do: [{move: 1 cards, from: deck, to: hand}, {add: sum(worth(c) for c in hand), to: score}, end_turn]}}}}
variables: {score: {type: number}}
end: {over: {at: round, when: round > 3, result: highest score}}
"""


def test_a_table_of_the_library_counts_only_where_the_game_needs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # from where the path of the library is long
    bare = covered(opened(PACK), games=1)
    assert list(bare.files()) == ["quarry.rulebook.yaml"]
    assert share(bare) == "100 %"
    needy = covered(opened(PACK.replace("is: 1}", "is: pips(c.rank)}")), games=1)
    assert any(name.startswith("tables.pips, row") for name in missing(needy))
    library = needy.places[0].place.span.source
    assert library.short
    assert to_text(needy).startswith(f"{library.short}: ")


@pytest.fixture(scope="module")
def planted() -> Report:
    changes, _ = PLANTED["an effect behind an if"]
    text = QUARRY
    for old, new in changes:
        text = text.replace(old, new)
    return covered(opened(text))


def test_the_text_has_files_lines_names_and_reasons(planted: Report) -> None:
    first, row = to_text(planted).splitlines()
    assert (
        first == f"quarry.rulebook.yaml: {len(planted.places) - 2} of {len(planted.places)} places exercised"
    )
    assert re.fullmatch(
        r"  42  phases.dig.actions.roll.do, if pot > 95  always false \([\d,]+ times\), and .*", row
    )


def test_json_has_every_place(planted: Report) -> None:
    data = json.loads(json.dumps(to_json(planted)))
    (file,) = data["files"]
    assert len(file["places"]) == data["places"] == data["exercised"] + 2
    dead = [place for place in file["places"] if not place["exercised"]]
    assert [(place["line"], place["sort"], place["follows"]) for place in dead] == [
        (42, "if", False),
        (42, "if", True),
    ]
    assert dead[0]["yes"] == 0 < dead[0]["no"]


def test_the_marked_rulebook_keeps_every_line(planted: Report) -> None:
    lines = to_marked(planted).splitlines()
    text = [line.split(" | ", 1)[1] for line in lines if re.match(r".\s+\d+ \| ", line)]
    source = planted.places[0].place.span.source.text
    assert text == source.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("! 42 |"))
    assert lines[at + 1].index("^") == lines[at].index("pot > 95")
    assert "always false" in lines[at + 1]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.missed: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta",):
            self.open.append(tag)
        if dict(attrs).get("class") == "missed" and dict(attrs).get("title"):
            self.missed.append(str(dict(attrs)["title"]))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "pre" in self.open:
            self.text += data


def test_the_page_is_the_rulebook_and_nothing_in_it_is_markup() -> None:
    text = QUARRY.replace("title: Quarry", "title: <b>Quarry</b> & co").replace(
        ROLL,
        ROLL
        + "          - if: |\n              pot > 95\n              or pot < 0\n            do: [end_turn]\n",
    )
    report = covered(opened(text), games=30)
    page = _Page()
    page.feed(to_html(report, "<b>Quarry</b>"))
    assert not page.open
    assert page.text.rstrip("\n") == text.rstrip("\n")
    assert set(page.missed) >= {
        f"{each.place.name}: {reason(each.place, each.seen)}" for each in report.missing
    }


class _Asked(Tally):
    """A tally that knows which marks somebody asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[Mark] = set()

    def of(self, mark: Mark) -> list[int]:
        self.asked.add(mark)
        return super().of(mark)


TABLES: list[tuple[str, dict[str, int | bool | str], str | None]] = [
    ("pig", {}, None),
    ("pig", {"roll_first": True}, None),
    ("cinq-o", {}, None),
    ("cinq-o", {"five_kind": "choice", "hilo_roll_alone": True, "target_check": "end_of_round"}, None),
    ("cinq-o", {"rack_rule": "cumulative", "hilo_reroll": "forced"}, None),
    ("cinq-o", {"ties": "playoff"}, "rounds"),
    ("red-hot-yott", {"not_so_hot": "only_if_nothing_fits", "voluntary_zero": False, "chip_cap": 4}, None),
    ("yott-straight", {"yott_as_full_house": False}, None),
    (str(TESTS / "benchmarks" / "yahtzee.rulebook.yaml"), {}, None),
]


@pytest.mark.parametrize(("name", "options", "variant"), TABLES)
def test_all_that_is_counted_is_reported(
    name: str, options: dict[str, int | bool | str], variant: str | None
) -> None:
    book = pipeline.open_book(name, options=options, variant=variant)
    tally = _Asked()
    Counting(book.program, tally)
    counted = set(tally.asked)
    tally.asked.clear()
    places(book, tally)
    own = {
        mark for mark in counted if not mark[1].startswith(("player.", "face.", "enum.", "piece.", "number."))
    }
    assert own - tally.asked == set()
    assert len(own) > 4
