"""Two games on the same luck: what is measured, what is left out, and when it stops."""

from __future__ import annotations

import gc
import json
import tracemalloc
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.game.playouts.strategy_texts import differing
from rulewright.play.compare import Comparing, compare
from rulewright.play.comparing import result
from rulewright.play.comparing.figures import players_named, rules_named
from rulewright.play.comparing.result import Comparison
from rulewright.play.comparing.stopping import Precision, looks
from rulewright.play.comparing.verdicts import around_zero
from rulewright.play.running import games, measured_games
from rulewright.play.running.games import Plan, batches
from rulewright.play.running.measured_games import play_measured
from rulewright.play.simulate import simulate

RACE = """\
rulebook: 1
name: race
title: Race
players: 2..4
options:
  rounds: {type: 1..20, default: 4}
  most: {type: 1..1000, default: 1000}
  rest: {type: bool, default: false}
pieces: {dice: {count: 1, faces: 1..6, label: die, plural: dice}}
zones: {tray: {holds: dice, start: all}}
variables: {points: {per: players, type: 0..most}}
phases:
  turn:
    actions:
      roll:
        do:
          - {roll: tray}
          - {add: tray.face, to: me.points}
          - end_turn
      pause: {when: {allowed: rest}, do: [end_turn]}
    as_soon_as:
      a_hundred_is_too_much: {when: any(p.points > 900 for p in players), do: [{set: me.points, to: 0}]}
end:
  over: {at: round, when: round >= rounds, result: highest points}
strategies:
  eager: {about: roll, prefer: {roll: 1}}
  lazy: {about: rest if you may, prefer: {pause: 1}}
"""

OTHER_END = """\
rulebook: 1
name: sprint
extends: race
remove: [end.over]
add:
  end:
    far_enough: {when: any(p.points >= 20 for p in players), result: highest points}
"""


def race(text: str = RACE, **options: int | bool) -> rw.Game:
    return rw.load_text(text, players=2, options=dict(options))


def verdicts(found: Comparison) -> dict[str, str]:
    return {line.id: line.verdict for line in found.lines}


def test_a_game_is_no_different_from_itself() -> None:
    found = compare(race(), race(), 50)
    assert set(verdicts(found).values()) == {"same", "never"}
    assert found.line("turns").words == "the same in all 50 games"
    assert all(line.difference == 0 for line in found.lines)


def test_a_change_that_is_so_in_every_game_is_told_without_doubt() -> None:
    found = compare(race(), race(rounds=6), 200)
    assert found.line("rounds").words == "longer by 2 rounds in every game"
    assert found.line("turns").words == "longer by 4 turns in every game"
    assert found.line("fired.roll").words == "more often by 4 in every game"
    assert compare(race(), race(rounds=5), 5).line("rounds").words == "longer by 1 round in every game"
    assert found.line("decisions_per_turn").verdict == "same"
    score = found.line("score")
    assert score.verdict == "effect"
    assert score.low < 7 < score.high
    assert score.words.startswith("higher by ")


def test_what_only_one_side_has_is_no_difference_of_numbers(tmp_path: Path) -> None:
    book, overlay = tmp_path / "race.rulebook.yaml", tmp_path / "sprint.overlay.yaml"
    book.write_text(RACE, encoding="utf-8")
    overlay.write_text(OTHER_END, encoding="utf-8")
    a = rw.load(str(book), players=2)
    b = rw.load(str(book), players=2, overlays=[str(overlay)])
    found = compare(a, b, 40)
    gone, new = found.line("end.over"), found.line("end.far_enough")
    assert (gone.a, gone.b, gone.verdict, gone.words) == (100.0, None, "only_a", "only A has it")
    assert (new.a, new.b, new.verdict, new.adjusted) == (None, 100.0, "only_b", None)
    assert found.tests == len(found.lines) - 2


def test_games_that_one_side_does_not_finish_count_on_neither() -> None:
    found = compare(race(), race(rounds=8, most=30), 60)
    assert (found.a.failed, found.a.unfinished, found.b.unfinished) == (0, 0, 0)
    assert 0 < found.b.failed < 60
    assert found.games == 60 - found.b.failed
    assert len(found.b.failures) == min(found.b.failed, 10)
    usual = compare(race(), race(), 60)
    assert found.line("turns").a == usual.line("turns").a
    assert found.line("score").a != usual.line("score").a

    broken = compare(race(), race(rounds=8), 60, max_actions=10)
    assert (broken.games, broken.b.unfinished, broken.a.unfinished) == (0, 60, 0)
    assert broken.lines == ()


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_the_result_is_the_same_for_any_number_of_jobs(engine: str) -> None:
    a, b = (rw.load("pig", options={"target": target}, engine=engine) for target in (30, 25))
    one, three = (compare(a, b, 90, seed=5, jobs=jobs).to_json() for jobs in (1, 3))
    assert json.dumps(one) == json.dumps(three)


def test_another_seed_gives_other_games_and_other_luck_on_one_side_too() -> None:
    a = rw.load("pig", options={"target": 30})
    one, other = compare(a, a, 30, seed=1), compare(a, a, 30, seed=2)
    assert one.line("turns").a != other.line("turns").a
    apart = compare(a, a, 30, seed=1, paired=False)
    assert apart.line("turns").a == one.line("turns").a != apart.line("turns").b
    assert not apart.paired


def test_players_move_on_and_are_told_apart_from_their_seats() -> None:
    game = race(rest=True)
    found = compare(game, game, 41, ("eager", "lazy"))
    assert found.played == 42, "everybody sits everywhere equally often"
    assert found.bots == ("eager", "lazy")
    assert found.line("wins.eager").a == 100
    assert found.line("wins.lazy").a == 0
    assert found.line("wins.1").a == found.line("wins.2").a == 50
    same = compare(game, game, 41, "eager")
    assert same.played == 41
    assert "wins.eager" not in verdicts(same)


def test_wins_by_player_are_those_of_the_games() -> None:
    game = rw.load("pig", players=3, options={"target": 20})
    other = rw.load("pig", players=3, options={"target": 25})
    bots = ("greedy", "random", "random")
    found = compare(game, other, 9, bots)
    plan = Plan(0, 10_000, bots)
    wins = [0, 0, 0]
    for part in play_measured(game, range(9), plan):
        for number, won in zip(part.numbers, part.winners, strict=True):
            for player in range(3):
                wins[player] += won >> (player + number) % 3 & 1
    told = [found.line(f"wins.{name}").a for name in ("greedy", "random.1", "random.2")]
    assert told == [pytest.approx(100 * won / 9) for won in wins]


def test_it_plays_until_it_is_precise_enough_and_looks_seldom() -> None:
    a, b = (rw.load("pig", options={"target": target}) for target in (100, 90))
    found = compare(a, b, precision=Precision("turns", 0.7))
    line = found.line("turns")
    assert found.reached
    assert (line.high - line.low) / 2 <= 0.7
    assert found.played in (200, 300, 450, 675, 1012)
    short = compare(a, b, 250, precision=Precision("turns", 0.01))
    assert (short.reached, short.played) == (False, 250)
    assert compare(a, b, 50).reached is None


def test_looks_are_far_apart_and_after_whole_rotations() -> None:
    assert list(looks(1000, precise=True)) == [200, 300, 450, 675, 1000]
    assert list(looks(1000, precise=False)) == [1000]
    assert list(looks(10, precise=True)) == [10]
    assert all(look % 7 == 0 for look in looks(5000, precise=True, step=7))
    assert list(batches(range(5, 45_000))) == [range(5, 20_005), range(20_005, 40_005), range(40_005, 45_000)]


def test_what_cannot_be_compared_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="A is played by 2 and B by 3"):
        compare(race(), rw.load_text(RACE, players=3), 5)
    with pytest.raises(ValueError, match="on side A nobody called `eagre` plays Race; did you mean `eager`"):
        compare(race(), race(), 5, "eagre")
    without = RACE[: RACE.index("strategies:")]
    with pytest.raises(ValueError, match="on side B nobody called `lazy` plays Race"):
        compare(race(), race(without), 5, "lazy")
    with pytest.raises(ValueError, match="no figure is called `turn`; did you mean `turns`"):
        compare(race(), race(), precision=Precision("turn", 1))
    for no_precision in (0.5, ("turns", 0.5)):
        with pytest.raises(TypeError, match=r'`precision` is .*, `Precision\("turns", 0\.5\)`, not '):
            compare(race(), race(), precision=no_precision)  # type: ignore[arg-type]  # so it is meant
    with pytest.raises(ValueError, match="no figure is called `laughs`; there are turns, rounds"):
        compare(race(), race(), 5).line("laughs")


def test_players_who_think_otherwise_on_the_other_side_are_told() -> None:
    other = RACE.replace("prefer: {pause: 1}", "prefer: {pause: 2}")
    assert compare(race(), race(other), 5, "eager,lazy").changed_strategies == ("lazy",)
    assert compare(race(), race(other), 5, "eager").changed_strategies == ()


def test_a_definition_of_strategies_alone_is_part_of_how_they_are_written() -> None:
    base = RACE.replace("strategies:", "define:\n  wish: me.points + 1\n  spare: me.points * 2\nstrategies:")
    base = base.replace("prefer: {pause: 1}", "prefer: {pause: wish}")
    for changed in ("me.points + 2", "me.points"):
        other = base.replace("me.points + 1", changed)
        assert compare(race(base), race(other), 5, "eager,lazy").changed_strategies == ("lazy",)
    assert compare(race(base), race(base, rounds=5), 5, "eager,lazy").changed_strategies == ()
    unused = base.replace("me.points * 2", "me.points * 3")
    assert compare(race(base), race(unused), 5, "eager,lazy").changed_strategies == ()


def test_a_table_of_strategies_alone_is_part_of_how_they_are_written_too() -> None:
    base = RACE.replace("strategies:", "tables: {gain: {of: 1..3, rows: {1: 5, 2: 6, 3: 7}}}\nstrategies:")
    base = base.replace("prefer: {pause: 1}", "prefer: {pause: gain(2)}")
    found = compare(race(base), race(base.replace("2: 6", "2: 8")), 5, "eager,lazy")
    assert (found.changed_strategies, found.changed_parts) == (("lazy",), {"lazy": ("tables.gain",)})
    assert found.to_json()["changed_parts"] == {"lazy": ["tables.gain"]}
    assert compare(race(base), race(base), 5, "eager,lazy").changed_parts == {}


def test_who_plays_on_in_mind_follows_every_strategy() -> None:
    other = RACE.replace("prefer: {pause: 1}", "prefer: {pause: 2}")
    found = compare(race(), race(other), 2, "rollouts:4,random")
    assert (found.changed_strategies, found.changed_parts) == (
        ("lazy",),
        {"lazy": ("strategies.lazy.prefer.pause",)},
    )
    alone = compare(race(), race(other), 2, "eager,random")
    assert (alone.changed_strategies, alone.changed_parts) == (
        (),
        {"lazy": ("strategies.lazy.prefer.pause",)},
    )


def test_what_a_rule_comes_to_ask_is_not_written_differently_by_that() -> None:
    base = RACE.replace("strategies:", "define:\n  late: round + 1\nstrategies:")
    base = base.replace("prefer: {pause: 1}", "prefer: {pause: late}")
    asked = f"{base}invariants: {{over_by_then: late < 90}}\n"
    assert compare(race(base), race(asked), 5, "eager,lazy").changed_parts == {}
    rewritten = base.replace("round + 1", "round + 2")
    assert compare(race(base), race(rewritten), 5, "eager,lazy").changed_parts == {"lazy": ("define.late",)}


@pytest.mark.parametrize("asks", ["late", "later(2)", "gain(2)", "100 if me.points > late else gain(1)"])
def test_what_is_folded_away_is_written_differently_all_the_same(asks: str) -> None:
    later = "  later: {of: {n: 1..3}, is: n + late}\n" if "later" in asks else ""
    own = f"define:\n  late: 20\n{later}tables: {{gain: {{of: 1..3, rows: {{1: 5, 2..3: 6}}}}}}\n"
    base = RACE.replace("strategies:", f"{own}strategies:").replace("pause: 1", f"pause: {asks}")
    other = base.replace("late: 20", "late: 21").replace("1: 5", "1: 7")
    wanted = {place for name, place in (("late", "define.late"), ("gain", "tables.gain")) if name in asks}
    assert set(differing(race(base), race(other), "lazy")) == wanted
    looks = base.replace("is: n + late", "is: (n  +   late)").replace(
        "late: 20", "late: {is: 20, about: a lot}"
    )
    assert differing(race(base), race(looks), "lazy") == ()
    assert differing(race(base), race(looks, rounds=7), "lazy") == ()


def test_failed_games_beyond_the_first_are_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    again: list[int] = []
    state_of_game = measured_games.state_of_game

    def noted(game: rw.Game, plan: Plan, number: int) -> object:
        again.append(number)
        return state_of_game(game, plan, number)

    monkeypatch.setattr(measured_games, "state_of_game", noted)
    game = race(rounds=8, most=30)
    found = [
        each
        for part in play_measured(game, range(60), Plan(0, 1000, ("random",) * 2))
        for each in part.failures
    ]
    assert len(found) > 10
    assert again == [each.number for each in found[:10]]
    assert [each.record is not None for each in found] == [True] * 10 + [False] * (len(found) - 10)
    assert found[0].code == found[-1].code


def test_verdicts_are_withheld_where_many_games_fail() -> None:
    comparing = Comparing((race(), race(rounds=8, most=30)))
    comparing.play(400)
    found = comparing.comparison()
    assert (comparing.given_up, found.played, found.sound) == (True, 100, False)
    assert found.line("decisions").verdict == "withheld"
    assert not {"effect", "perhaps", "none"} & set(verdicts(found).values())
    assert compare(race(), race(rounds=6), 100).sound


def test_an_interruption_leaves_what_was_done() -> None:
    def interrupt(done: int, of: int) -> None:
        if done >= 5:
            raise KeyboardInterrupt

    comparing = Comparing((race(), race(rounds=6)))
    with pytest.raises(KeyboardInterrupt):
        comparing.play(500, progress=interrupt)
    found = comparing.comparison()
    assert 5 <= found.played < 500
    assert found.line("rounds").difference == 2


def test_progress_knows_how_many_games_a_precision_will_take() -> None:
    a, b = (rw.load("pig", options={"target": target}) for target in (60, 50))
    seen: list[tuple[int, int]] = []
    compare(a, b, precision=Precision("turns", 0.5), progress=lambda done, of: seen.append((done, of)))
    assert all(done <= of for done, of in seen)
    assert seen[-1][0] <= 2 * seen[len(seen) // 2][1]


def test_memory_does_not_grow_with_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_ROWS", 50)  # a faster machine would play more games at a time
    a, b = race(), race(rounds=6)

    def most(many: int) -> int:
        gc.collect()
        tracemalloc.start()
        compare(a, b, many)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    most(1000)
    assert most(4000) < most(1000) + 100 * 3000, (
        "a game that is kept has two rows of more than 100 bytes each"
    )


def test_histograms_count_every_game_and_seat() -> None:
    found = compare(race(), race(rounds=6), 30)
    seen = found.a.distributions
    assert seen["turns"].counts == {8: 30}
    assert seen["score"].counts.total() == 60
    assert found.b.curve.games == [30] * 6


def test_names_are_as_short_as_they_can_be() -> None:
    assert players_named(("bold", "shy", "bold")) == ["bold 1", "shy", "bold 2"]
    paths = [
        "roll",
        "phases.turn.as_soon_as.roll",
        "phases.turn.as_soon_as.full",
        "phases.deal.do",
        "turns.begin",
    ]
    assert rules_named(paths) == ["roll", "phases.turn.as_soon_as.roll", "full", "deal.do", "turns.begin"]


def test_players_who_differ_have_scores_of_their_own_wherever_they_sit() -> None:
    a, b = race(rest=True), race(rest=True, rounds=6)
    found = compare(a, b, 30, bots=("eager", "lazy"))
    alone = [
        [
            each.score.mean
            for each in simulate(game, 30, bots="eager,lazy", rotated=True).by_player
            if each.score
        ]
        for game in (a, b)
    ]
    lines = [found.line("score.eager"), found.line("score.lazy")]
    assert [line.name for line in lines] == ["eager", "lazy"]
    assert [line.a for line in lines] == pytest.approx(alone[0])
    assert [line.b for line in lines] == pytest.approx(alone[1])
    assert lines[1].a == 0
    twice = compare(a, b, 3, bots=("lazy", "eager"))
    assert [line.id for line in twice.lines if line.section == "scores"] == [
        "score", "score.lazy", "score.eager", "score.1", "score.2"
    ]  # fmt: skip
    assert "score.eager" not in {line.id for line in compare(a, b, 3, bots="eager").lines}


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        ((-19.2, 19.4), ("-19", "19")),
        ((-0.2, 5.8), ("-1", "6")),
        ((-3.01, 0.04), ("-3.0", "0.1")),
        ((-0.3, 0.41), ("-0.3", "0.4")),
        ((0.0, 4.4), ("0", "4")),
    ],
)
def test_an_interval_around_zero_is_rounded_outwards_only_where_it_would_end_at_zero(
    ends: tuple[float, float], told: tuple[str, str]
) -> None:
    assert around_zero(*ends) == told


@pytest.mark.parametrize(
    ("worth", "said"),
    [(0.8, "does harm here"), (0.97, "helps little"), (1.2, "helps little"), (4.0, "With the")],
)
def test_the_same_luck_that_makes_it_worse_is_not_called_a_help(worth: float, said: str) -> None:
    assert said in result.use_of_luck(worth)
