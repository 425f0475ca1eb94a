"""What the page asks: a table, and figures of games that kernels have played, which are those of `simulate` and `compare`."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from rulewright.export.bench import Bench
from rulewright.export.offers import CannotOffer, Offer, offered
from rulewright.game.game import Game
from rulewright.pipeline import Book, open_book
from rulewright.play.compare import compare
from rulewright.play.comparing import result as comparisons
from rulewright.play.figures.simulation import report
from rulewright.play.simulate import simulate
from rulewright.runtime.counted import Adding, columns_of
from rulewright.runtime.fast import Measuring

HOUSE_RULE = "cinq-o-quick"
QUICK = 3
"""The number of the house rule among the rules."""


@pytest.fixture(scope="module")
def offer() -> Offer:
    def opened(players: int | None, variant: str | None, more: Sequence[str]) -> Book:
        return open_book("cinq-o", players, variant, {}, list(more), engine="native")

    return offered(opened, None, None, (HOUSE_RULE,), {})


@pytest.fixture(scope="module")
def bench(offer: Offer) -> Bench:
    return Bench(json.loads(json.dumps(offer.to_json())))


def asked(bench: Bench, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(bench.answer(json.dumps(request)))
    return answer


def games_of(offer: Offer) -> list[Game]:
    return [offer.rules[number].book.game for number in (0, QUICK)]


def test_the_rules_of_a_page_are_the_game_and_its_house_rules(offer: Offer) -> None:
    assert [each.title for each in offer.rules] == [
        "As written",
        "Cinq-O in rounds",
        "Cinq-O Solitaire",
        HOUSE_RULE,
    ]
    assert [each.book.game.num_players for each in offer.rules] == [2, 2, 1, 2]
    assert {"cinq-o.rulebook.yaml", "cinq-o-quick.overlay.yaml"} <= set(offer.files)
    with pytest.raises(CannotOffer, match="two different files"):
        offered(lambda players, variant, more: _without_texts(), None, None, (), {})


def _without_texts() -> Book:
    book = open_book("tic-tac-toe")
    book.game.texts = None
    return book


def test_a_table_has_bots_and_other_numbers_of_players(bench: Bench) -> None:
    told = asked(bench, do="open", rules=QUICK, players=3, seats=["", "greedy"], options={}, seed=1)
    assert (told["table"], told["seats"]) == (3, [None, "greedy", None])
    frames = asked(bench, do="told", message={"hello": 1})["messages"]
    assert [each["type"] for each in frames] == ["welcome", "frame"]
    assert "<h1" in asked(bench, do="sheet", rules=QUICK, players=None, options={})["html"]


def test_a_simulation_is_that_of_the_command(bench: Bench, offer: Offer) -> None:
    game, players = games_of(offer)[0], ["random", "cautious"]
    assert set(players) <= set(asked(bench, do="players", sides=[0])["players"])
    plan = asked(bench, do="figures", sides=[0], players=players, games=300, seed=3)
    assert (plan["part"], plan["games"]) == ("played", 300)
    executor = game.executor
    assert isinstance(executor, Adding)
    columns = columns_of(game.program)
    assert columns is not None
    known = (None, *game.program.strategies)
    for first in (200, 0):
        turned = [plan["tables"][(first + turn) % 2] for turn in range(2)]
        seats = [tuple(known[each] for each in table) for table in turned]
        count = 100 if first else 200
        counted = executor.play_counted(3, range(first, first + count), plan["most"], seats)
        assert counted is not None
        slots = {
            number * columns.slots + column.start + value - column.least: many
            for number, table in enumerate(counted.tables)
            for name, column in columns.by_name.items()
            for value, many in table[name].items()
        }
        found = sorted(slots)
        about = {"games": counted.games, "kept": 0, "apart": [], "reasons": {}, "found": found, "counts": [slots[each] for each in found]}  # fmt: skip
        assert json.loads(bench.take(json.dumps([first, [about]]), b"")) == {}
    result = simulate(game, 300, seed=3, players=players, rotated=True)
    told = asked(bench, do="result")
    assert told["games"] == 300
    assert [told["heading"], *told["parts"]] == [
        each if isinstance(each, str) else {"headings": list(each[0]), "rows": [list(row) for row in each[1]]}
        for part in report(result)
        for each in part
    ]


def test_a_comparison_is_that_of_the_command(bench: Bench, offer: Offer) -> None:
    games, players = games_of(offer), ["cautious", "cautious"]
    plan = asked(bench, do="figures", sides=[0, QUICK], players=players, games=120, seed=3)
    assert plan["part"] == "measured"
    about, buffers = [], []
    for game, tables in zip(games, (plan["tables"], plan["other"]), strict=True):
        executor = game.executor
        assert isinstance(executor, Measuring)
        known = (None, *game.program.strategies)
        seats = [tuple(known[each] for each in table) for table in tables]
        rows = executor.play_measured(array("Q", seeds(game, 120)), plan["most"], seats)
        about.append({"games": 120, "reasons": {}})
        buffers += [rows.numbers.tobytes(), rows.curve.tobytes()]
    assert json.loads(bench.take(json.dumps([0, about]), *buffers)) == {}
    told, found = (
        asked(bench, do="result"),
        compare(games[0], games[1], games=120, bots=tuple(players), seed=3),
    )
    assert told["heading"] == comparisons.heading(found)
    sections = [part for part in told["parts"] if isinstance(part, dict)]
    assert [row[1:] for part in sections for row in part["rows"]] == [
        [a, b, line.words] for _, rows in comparisons.sections(found) for line, a, b in rows
    ]


def seeds(game: Game, many: int) -> Any:
    return game.executor.seeds_of(3, range(many))  # type: ignore[attr-defined]  # a native executor


def test_what_cannot_be_played_is_said(bench: Bench) -> None:
    told = asked(bench, do="figures", sides=[0], players=["nobody", "random"], games=10, seed=1)
    assert "nobody" in told["error"]
