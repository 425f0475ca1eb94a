"""Games solved level by level, against the same games worked out from states alone, and position by position."""

from __future__ import annotations

import json
import zlib
from array import array
from base64 import b64encode
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from rulewright.game.turns import order
from rulewright.game.turns.counters import counters
from rulewright.game.turns.levels import Found, LevelExplorer
from rulewright.game.turns.quick import Quick
from rulewright.play.solving.files import read, write
from rulewright.play.solving.levels.by_levels import LevelsSolution, solve_by_levels
from rulewright.play.solving.levels.packing import packed, unpacked
from rulewright.play.solving.solve import Solution, solve
from rulewright.play.solving.ways import solve_any
from rulewright.runtime.by_turns import NotByTurns
from tests.games.books import books
from tests.play.solving.small_games import RACE, fewest_rounds, loaded

LAST = ("end:\n", "end:\n  last: {at: round, when: round >= 3, result: lowest round}\n")
POINTS = (
    '  reached: {when: "any(p.score >= target for p in players)", result: lowest round}',
    "  last: {at: round, when: round >= 2, result: highest score}",
)
SOON = """\
    as_soon_as:
      low_again:
        when: rolls == 0 and die.face == low
        do: [{add: 1, to: me.score}, {set: rolls, to: 1}]
    actions:
"""
EXTRA = ("do: [{add: 1, to: me.score}, extra_turn]", "do: [{set: rolls, to: 2}]")


def changed(*changes: tuple[str, str]) -> str:
    text = RACE
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return text


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_the_fewest_rounds_are_those_that_states_lead_to(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "race.rulebook.yaml"
    path.write_text(RACE, encoding="utf-8")
    game = rw.load(path, engine=engine)
    (worth,) = solve_by_levels(game).answer.worths
    assert worth.low <= fewest_rounds(game.new_initial_state(0)) <= worth.high
    assert worth.error < 1e-11


@pytest.mark.parametrize(
    "changes",
    [
        (LAST,),
        (LAST, ("if die.face == high", "if die.face == high and rolls < 2")),
        (POINTS, EXTRA),
        (POINTS, EXTRA, ("at: round, when: round >= 2", "at: turn, when: round >= 2")),
        (LAST, EXTRA, ("result: lowest round", "result: highest round")),
    ],
)
def test_both_ways_lead_to_the_same(tmp_path: Path, changes: tuple[tuple[str, str], ...]) -> None:
    game = loaded(tmp_path, changed(*changes), target=5)
    by_positions, by_level = solve(game), solve_by_levels(game)
    drawn = Random(7)
    for seed in range(5):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            one, other = by_positions.at(state), by_level.at(state)
            assert [move.action for move in one.moves] == [move.action for move in other.moves]
            for move, again in zip(one.moves, other.moves, strict=True):
                assert move.worth.exact is not None
                assert again.worth.low <= move.worth.exact <= again.worth.high
                assert move.best == again.best
            state.apply_action(drawn.choice(state.legal_actions()))
    with pytest.raises(ValueError, match="was not looked at"):
        by_level.at(state)


def test_a_turn_may_lead_back_to_its_beginning(tmp_path: Path) -> None:
    """One round, in which two alike give a point and the turn again: with probability 1/3 at each roll. Once the die shows a high face, it
    is not rolled again, and the sum counts."""
    game = loaded(tmp_path, changed(POINTS, ("round >= 2", "round >= 1")))
    (worth,) = solve_by_levels(game).answer.worths
    begin = high = 0.0
    for _ in range(60):
        again = (1 + (begin + high) / 2) / 3
        last_high, last = (1 + high) / 3 + 2 / 9 * (3 + 4 + 5), again + 2 / 9 * (3 + 4 + 5 + 3) / 2
        begin = again + 2 / 9 * sum((max(total, last_high) + max(1, last)) / 2 for total in (3, 4, 5))
        high = (1 + high) / 3 + 2 / 9 * sum(max(total, last_high) for total in (3, 4, 5))
    assert worth.value == pytest.approx(begin, abs=1e-9)
    assert worth.error < 1e-11


def test_it_is_used_where_rules_allow_it(tmp_path: Path) -> None:
    game = loaded(tmp_path, RACE)
    by_positions, solution = solve_any(game, every=True), solve_any(game)
    assert isinstance(by_positions, Solution)
    assert isinstance(solution, LevelsSolution)
    (exact,), (worth,) = by_positions.answer.worths, solution.answer.worths
    assert exact.exact is not None
    assert worth.low <= exact.exact <= worth.high
    assert solution.fewest
    assert solution.size.levels == 7
    assert solution.size.positions_of_a_level == 1 + 6 * 3 * 2


def test_a_solution_can_be_written_and_read(tmp_path: Path) -> None:
    game = loaded(tmp_path, RACE)
    solution = solve_by_levels(game)
    write(solution, tmp_path / "race.solution.json")
    known = read(tmp_path / "race.solution.json", game)
    drawn = Random(3)
    state = game.new_initial_state(1)
    while not state.is_terminal():
        place = known.best(state)
        assert place is not None
        assert solution.at(state).moves[place].best
        assert known.worth(state) == solution.at(state).worths[0].value
        state.apply_action(drawn.choice(state.legal_actions()))
    with pytest.raises(ValueError, match="are not the worths"):
        solve_by_levels(game, known=solution.worths_of_starts()[1:])


REFUSED = {
    "the score is read": ("left: rolls < 2", "left: rolls < 2 + me.score"),
    "the round is read": ("left: rolls < 2", "left: rolls < 2 and round < 9"),
    "points may be lost": ("{add: 1, to: me.score}, extra_turn", "{add: -1, to: me.score}, extra_turn"),
    "an end that may hold no more": ("p.score >= target", "p.score == target"),
    "a score of few": ("score: {per: players, type: number}", "score: {per: players, type: 0..8}"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_other_games_are_refused(tmp_path: Path, what: str) -> None:
    with pytest.raises(NotByTurns):
        solve_by_levels(loaded(tmp_path, changed(REFUSED[what])))


def test_a_round_that_need_not_end_is_refused(tmp_path: Path) -> None:
    never = ("      stop:\n", "      idle: {do: [extra_turn]}\n      stop:\n")
    with pytest.raises(NotByTurns, match="for ever"):
        solve_by_levels(loaded(tmp_path, changed(never)))


def test_too_many_levels_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(order, "MOST_LEVELS", 5)
    with pytest.raises(NotByTurns, match="more than 5 levels"):
        solve_by_levels(loaded(tmp_path, RACE))


def cinq_o(tmp_path: Path, dice: int, faces: int, **options: int | str) -> rw.Game:
    """Cinq-O Solitaire with fewer dice."""
    text = Path(books()["cinq-o"]).read_text(encoding="utf-8").partition("\nexamples:")[0]
    rest = Path(books()["cinq-o"]).read_text(encoding="utf-8").partition("\nvariants:")
    for before, after in (
        ("dice: {count: 5, faces: 1..6,", f"dice: {{count: {dice}, faces: 1..{faces},"),
        ("6 * dice.count", f"{faces} * dice.count"),
        (
            "{30: 10, 29: 8, 28: 7, 27: 6, 26: 5, 25: 4, 24: 3, 23: 2, ..22: 1}",
            f"{{{dice * faces}: 10, ..{dice * faces - 1}: 1}}",
        ),
        ("{5: 10, 6: 8, 7: 7, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2, 13..: 1}", f"{{{dice}: 10, {dice + 1}..: 1}}"),
        ("most_alike(tray.face) >= 5", f"most_alike(tray.face) >= {dice}"),
    ):
        assert before in text, before
        text = text.replace(before, after)
    path = tmp_path / "cinq-o.rulebook.yaml"
    path.write_text(text + rest[1] + rest[2], encoding="utf-8")
    return rw.load(path, variant="solitaire", options=options)


def test_cinq_o_with_two_dice_from_states_alone(tmp_path: Path) -> None:
    game = cinq_o(tmp_path, 2, 2, target=12, max_rolls=2)
    (worth,) = solve_by_levels(game).answer.worths
    assert worth.low <= fewest_rounds(game.new_initial_state(0)) <= worth.high


def explored(game: rw.Game) -> LevelExplorer:
    explorer = LevelExplorer(game, counters(game))
    explorer.explored()
    return explorer


@pytest.mark.parametrize("five_kind", ["flat_end", "bonus_and_continue", "choice"])
def test_machine_code_finds_what_the_reference_finds(
    tmp_path: Path, five_kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where actions go on in machine code, with and without events, and where every result is listed by the reference."""
    options: dict[str, int | str] = {"target": 12, "max_rolls": 2, "five_kind": five_kind}
    game = cinq_o(tmp_path, 2, 3, **options)
    quick = explored(game).found()
    monkeypatch.setattr(Quick, "after", lambda *_: None)
    assert explored(game).found() == quick
    monkeypatch.setattr(Quick, "knows", lambda *_: False)
    assert explored(game).found() == quick
    reference = rw.load(
        tmp_path / "cinq-o.rulebook.yaml", variant="solitaire", options=options, engine="reference"
    )
    assert explored(reference).found() == quick


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_what_happens_as_soon_as_a_turn_begins_is_refused(tmp_path: Path, engine: str) -> None:
    text = changed(("    actions:\n", SOON))
    path = tmp_path / "race.rulebook.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(NotByTurns, match="something happens automatically"):
        solve_by_levels(rw.load(path, engine=engine))


def test_what_was_found_of_a_level_can_be_kept_in_parts(tmp_path: Path) -> None:
    game = cinq_o(tmp_path, 2, 3, target=12)
    explorer = explored(game)
    whole = explorer.found()
    steps = len(whole.steps) // 2
    half = Found(whole.starts, whole.leaves, whole.steps[:steps], [])
    parts = [
        unpacked(json.loads(json.dumps(packed(part))))
        for part in (half, explorer.found((*explorer.many()[:2], steps, 0)))
    ]
    again = LevelExplorer(game, counters(game))
    for part in parts:
        again.take(part)
    assert again.found() == whole
    assert again.explored().positions == explorer.explored().positions
    with pytest.raises(ValueError, match="does not fit together"):
        LevelExplorer(game, counters(game)).take(parts[1])
    cut = b64encode(zlib.compress(array("i", (0, 3, 1)).tobytes())).decode("ascii")
    with pytest.raises(ValueError, match="cut off"):
        unpacked({**packed(whole), "steps": cut})
