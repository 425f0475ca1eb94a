"""`state.trace`: what a text asks for, what comes of it, and what is hidden from whom."""

from __future__ import annotations

import json
from random import Random

import pytest

import rulewright as rw
from rulewright.game.errors import UnknownPlace
from rulewright.runtime.trace import Trace
from tests.games.books import books
from tests.games.test_secrets import BOOK as SECRETS

BOOK = """
rulebook: 1
name: traced
players: 2
options: {target: {type: 1..50, default: 20}}
enums: {Colour: [red, green, blue]}
pieces:
  dice: {count: 3, faces: 1..6, label: die, plural: dice}
zones:
  tray: {holds: dice, start: all}
  bank: {holds: dice}
variables:
  score: {per: players, type: number}
  kept: {per: [players, Colour], type: 0..9 or none}
  bold: {type: bool}
define:
  total: sum(tray.face)
  big: {of: {p: players}, is: p.score > 10 and p.score > target}
  bonus: {of: {p: players}, is: 5 if p.big else 0}
  worth:
    of: {c: Colour}
    by: c
    cases: {red: 1, green: "2 * total", blue: 9}
  rank:
    of: {n: number}
    cases:
      low: {when: n < 5, is: 1}
      high: {when: n > 10, is: 3}
    otherwise: 2
  final:
    of: {p: players}
    sum_of:
      points: p.score
      extra: {label: a bonus, is: p.bonus}
  ratio: total div (round - 1)
setup: [{roll: tray}]
phases:
  turn:
    actions:
      keep:
        choose: {d: tray, c: Colour}
        when:
          not_yet: {holds: me.kept(c) == none, says: "You have kept <c> already."}
          small: {holds: d.face < 5, says: Only small dice.}
        do: [{move: d, to: bank}, {set: me.kept(c), to: 1}, {add: worth(c), to: me.score}, end_turn]
      wait: {when: {bold: bold}, do: [end_turn]}
end: {done: {when: bank.count == 3, result: highest final}}
"""


def load(text: str = BOOK, **settings: object) -> rw.Game:
    return rw.load_text(text, engine="reference", **settings)  # type: ignore[arg-type]


def started(game: rw.Game | None = None) -> rw.State:
    """The first decision, with a two, a three and a four in the tray."""
    game = game or load()
    return game.new_initial_state(chance=game.fixed_chance(rolled={"dice": [2, 3, 4]}))


def lines(trace: Trace, full: bool = False) -> list[str]:
    return trace.render(full=full).splitlines()


def test_every_line_names_the_line_of_the_rulebook_that_it_is_of() -> None:
    """Two parts that stand in one line of the rulebook have its number each."""
    shown = lines(started().trace("seat(1).final"))
    assert [line for line in shown if "├" in line or "└" in line]
    assert all(line.split()[0].isdigit() for line in shown if "├" in line or "└" in line), shown


def labels(trace: Trace) -> list[str]:
    return [part.label for part in trace.parts]


# ----------------------------------------------------------------------------------------------- expressions


@pytest.mark.parametrize(
    "text",
    ["total", "seat(1).final", "worth(green)", "me", "round", "tray.count", "score", "seat(1).score", "tray", "bold",
     "me.left", "first(d for d in tray)", "1 + 2", "count(c for c in Colour)", "me.kept(red)",
     "any(d.face > 2 for d in tray)", "max(tray.face)"],
)  # fmt: skip
def test_the_value_is_that_of_get(text: str) -> None:
    state = started()
    trace = state.trace(text)
    assert trace.value == state.get(text)
    assert trace.known
    json.dumps(trace.to_json())


def test_the_parts_have_the_values_of_get() -> None:
    state = started()
    trace = state.trace("seat(2).final + total")
    asked = {part.text: part.value for part in trace.walk() if part.span is None and "(" in part.text}
    assert asked
    assert {text: state.get(text) for text in asked} == asked


def test_a_definition_is_opened_into_its_own_body() -> None:
    state = started()
    told = str(state.trace("total"))
    assert "total → 9" in told
    assert "sum(tray.face)" in told
    assert "2 · 3 · 4" in told


def test_lines_of_a_score_pad_and_what_if_chose_have_labels() -> None:
    trace = started().trace("seat(1).final")
    assert labels(trace) == ["points", "a bonus"]
    bonus = trace.parts[1]
    assert labels(bonus.parts[0]) == ["if", "else"]
    told = str(trace)
    assert "a bonus: p.bonus → seat(1).bonus → 0" in told
    assert "if p.big → seat(1).big → false" in told
    assert "p.score > 10 → 0 > 10 → false" in told
    assert "target" in told, "the whole condition"
    assert "p.score > target" not in [part.text for part in trace.walk()], "what was not asked is not there"


def test_the_case_that_applies_is_shown() -> None:
    state = started()
    assert [part.label for part in state.trace("worth(green)").parts if part.decides] == ["green"]
    assert "green: 2 * total → 2 *" in str(state.trace("worth(green)"))
    between = state.trace("rank(7)")
    assert labels(between) == ["low applies if", "high applies if", "otherwise"]
    assert [part.decides for part in between.parts] == [False, False, True]
    assert "low applies if" not in str(between)
    assert any("low applies if: n < 5 → 7 < 5 → false" in line for line in lines(between, full=True))
    assert labels(state.trace("rank(11)")) == ["low applies if", "high applies if", "high"]


def test_elements_that_are_left_out_are_named() -> None:
    state = started()
    told = str(state.trace("count(d for d in tray if d.face > 99)"))
    assert told.splitlines()[0].endswith("→ 0")
    assert "left out: " in told
    full = state.trace("count(d for d in tray if d.face > 99)").render(full=True)
    assert "> 99 → false" in full


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("sum(me.kept(c) otherwise 7 for c in Colour)", "red: 7 · green: 7 · blue: 7"),
        ("sum(d.face for d in tray)", "2 · 3 · 4"),
        ("sum(d.face * 2 for d in tray)", "2: 2 * 2 → 4 · 3: 3 * 2 → 6 · 4: 4 * 2 → 8"),
        ("count(p for p in players)", "the same throughout this game"),
        ("count(p for p in players if p.score == 0)", "seat 1 · seat 2"),
        ("all(d.face < 5 for d in tray)", "true for 2: 2 < 5 · 3: 3 < 5 · 4: 4 < 5"),
        ("any(bold for p in players)", "false for seat 1 · seat 2"),
        ("max(p.score for p in players)", "seat 1: 0 · seat 2: 0"),
        ("count(p for p in players for c in Colour if c != red)", "seat 1, green · seat 1, blue"),
        ("most_alike(tray.face)", "2 · 3 · 4"),
        ("median(tray.face)", "2 · 3 · 4"),
    ],
)
def test_every_element_is_listed(text: str, shown: str) -> None:
    assert shown in str(started().trace(text))


def test_what_decides_alone_is_shown_alone() -> None:
    state = started()
    told = str(state.trace("any(d.face < 7 for d in tray)"))
    assert told.count("true") == 2, "the whole, and the first"
    told = str(state.trace("total < 2 or total > 2"))
    assert "total < 2 →" not in told
    assert "total < 2 → 9 < 2 → false" in state.trace("total < 2 or total > 2").render(full=True)


def test_many_elements_are_capped() -> None:
    trace = started().trace("sum(n * m for n in 1..30 for m in 1..30)")
    assert len(trace.parts) + trace.more == 900
    assert len(trace.parts) == 100
    assert "more" in str(trace)
    assert len(lines(trace)) < 10


def test_a_trace_stays_within_the_lines_asked_for() -> None:
    trace = started().trace("seat(1).final + seat(2).final")
    whole = len(lines(trace))
    few = trace.render(lines=6).splitlines()
    assert len(few) < whole
    assert few[-1].endswith(", marked …")
    assert len([line for line in few if "…" not in line or "→" in line]) <= 8


def test_what_was_opened_is_not_opened_again() -> None:
    trace = started().trace("total * total > total")
    data = trace.to_json()
    assert str(trace).count("sum(tray.face)") == 1
    assert json.dumps(data).count('"again": true') >= 1


def test_what_fails_is_shown_and_does_not_raise() -> None:
    trace = started().trace("ratio")
    assert not trace.known
    assert "has no value" in trace.failure
    assert "total div (round - 1)" in str(trace)
    assert "fails: " in str(trace)
    assert str(trace).count("has no value") == 1, "where it failed, and not again further out"
    with pytest.raises(rw.RuleFailure):
        started().get("ratio")


def test_lines_of_the_rulebook_stand_in_front(tmp_path_factory: pytest.TempPathFactory) -> None:
    trace = started().trace("total")
    place = trace.parts[0].place
    assert place is not None
    file, line = place
    assert BOOK.splitlines()[line - 1].strip().startswith("total:")
    assert lines(trace)[0] == f"in {file}"
    assert lines(trace)[2].strip().startswith(str(line))


def test_house_rules_have_their_own_lines(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("house")
    (folder / "traced.rulebook.yaml").write_text(BOOK, encoding="utf-8")
    house = folder / "dear.overlay.yaml"
    house.write_text(
        "rulebook: 1\nname: dear\nextends: traced\nchange: {define: {worth: {cases: {green: total + 1}}}}\n"
    )
    game = rw.load(str(folder / "traced.rulebook.yaml"), overlays=[str(house)], engine="reference")
    told = lines(started(game).trace("worth(green)"))
    assert "dear.overlay.yaml" in told[0]
    assert any(line.strip().startswith("dear:4") for line in told)
    assert any(line.strip().startswith("traced:") for line in told)


def test_the_trace_is_the_same_whatever_engine_plays() -> None:
    told = []
    for engine in ("reference", "auto"):
        state = started(rw.load_text(BOOK, engine=engine))
        told.append(state.trace("seat(1).final + total").to_json())
    assert told[0] == told[1]


def test_a_long_sum_is_worked_out_quickly() -> None:
    state = started()
    asked = " + ".join(["total"] * 40 + ["round"] * 20)
    trace = state.trace(asked)
    assert trace.value == 380
    assert trace.filled == " + ".join(["9"] * 40 + ["1"] * 20)
    assert len(lines(trace)) < 45


@pytest.mark.parametrize("deep", [50, 150, 320])
def test_definitions_deep_inside_one_another_are_worked_out(deep: int) -> None:
    chain = "".join(f"  d{i}: d{i - 1} + 1\n" for i in range(1, deep))
    game = load(
        f"rulebook: 1\nname: deep\nplayers: 2\ndefine:\n  d0: round\n{chain}"
        f"phases: {{turn: {{actions: {{rest: {{when: {{far: d{deep - 1} > 0}}, do: [end_turn]}}}}}}}}\n"
        "end: {late: {when: round > 9, result: draw}}\n"
    )
    state = game.new_initial_state()
    trace = state.trace(f"d{deep - 1}")
    assert trace.value == deep
    json.dumps(trace.to_json())
    assert "deep" in trace.render(full=True) or "too much" in str(trace)
    assert state.trace("rest").value is True


def test_a_mistake_in_an_expression_is_told_with_the_nearest_name() -> None:
    with pytest.raises(rw.RulebookError) as wrong:
        started().trace("totl + 1")
    assert "did you mean `total`?" in str(wrong.value.problems[0].help)


# ---------------------------------------------------------------------------------------------------- moves


def test_an_allowed_move_shows_every_condition() -> None:
    state = started()
    text = "keep 2 red"
    trace = state.trace(text)
    assert (trace.value, trace.shown, labels(trace)) == (True, "allowed", ["not_yet", "small"])
    assert f"{text}: allowed" in str(trace)


def test_a_refused_move_shows_what_fails_and_names_the_rest() -> None:
    state = started()
    state.apply_action("keep 2 red")
    state.apply_action("keep 3 red")
    text = "keep 4 red"
    trace = state.trace(text)
    reasons = state.why_not(text)
    assert trace.value is False
    assert [part.label for part in trace.parts if part.value is False] == [reason.id for reason in reasons]
    told = str(trace)
    assert "You have kept red already." in told
    assert "me.kept(c) == none → 1 == none → false" in told
    assert "what else is required holds: small" in told
    assert "small: d.face < 5 → 4 < 5 → true" in trace.render(full=True)


def test_a_value_that_is_not_offered_is_told_with_what_is() -> None:
    state = started()
    told = str(state.trace("keep 6 red"))
    assert "not allowed" in told
    assert "6 is not among them" in told
    assert "choose d: tray → 2, 3, 4" in told


def test_an_action_by_its_name_alone_says_whether_anything_can_be_chosen() -> None:
    state = started()
    assert "keep: possible" in str(state.trace("keep"))
    assert "for instance with d = " in str(state.trace("keep"))
    wait = state.trace("wait")
    assert wait.value is False
    assert "bold" in labels(wait)


def test_a_move_and_its_action_object_are_the_same() -> None:
    state = started()
    text = "keep 2 blue"
    assert state.trace(text).to_json() == state.trace(state.game.action(text)).to_json()


def test_an_expression_comes_before_a_move_of_the_same_text() -> None:
    game = load(BOOK.replace("      wait: {when", "      bold: {do: [end_turn]}\n      wait: {when"))
    state = started(game)
    assert state.trace("bold").value is False
    assert state.trace(game.action("bold")).shown == "allowed"


def test_a_misspelt_move_is_told_with_the_nearest() -> None:
    with pytest.raises(rw.UnknownMove, match="did you mean `keep`"):
        started().trace("kep 3 red")
    with pytest.raises(rw.UnknownMove):
        started().trace("keep 9 red")


def test_without_a_question_it_is_what_can_be_done_or_how_the_game_ended() -> None:
    state = started()
    told = str(state.trace())
    assert "what can be done in turn" in told
    assert "keep: possible" in told
    assert "wait: not possible" in told
    for text in ("keep 2 red", "keep 3 red", "keep 4 blue"):
        state.apply_action(text)
    told = str(state.trace())
    assert "the game is over: done" in told
    assert "bank.count == 3 → 3 == 3 → true" in told
    for seat, score in enumerate(state.scores(), 1):
        assert f"seat {seat}: final → {score}" in told
    over = state.trace("keep 3 red")
    assert (over.value, over.note) == (False, "The game is over.")


def test_a_variable_tells_the_steps_that_changed_it() -> None:
    state = started()
    state.apply_action("keep 2 blue")
    state.apply_action("keep 3 blue")
    trace = state.trace("seat(2).score")
    assert trace.value == 9
    assert [(part.text.split(":")[0], part.value) for part in trace.parts] == [("step 2, seat 2", 9)]
    assert "step 2, seat 2: keep" in str(trace)


# -------------------------------------------------------------------------------------------- compiled games


def test_a_compiled_game_traces_plain_places_and_says_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("saved") / "game.json"
    load().save(path)
    state = rw.load_compiled(path).new_initial_state(3)
    assert state.trace("seat(1).score").value == 0
    assert state.trace("tray").value == state.get("tray")
    for asked in ("total", "keep 3 red", "1 + 2", None):
        with pytest.raises((UnknownPlace, rw.UnknownMove), match="load the rulebook"):
            state.trace(asked)


# ------------------------------------------------------------------------------------------- what is hidden


@pytest.mark.parametrize(
    "text",
    [
        "sum(p.bid for p in players)", "sum(p.bid_of for p in players)", "max(t.plan for t in teams)",
        "first(p for p in players if p.bid == 4)", "any(c.place == me.left.hand for c in cards)", "most_alike(dice.face)",
        "can(bold, me.left)", "seat(2).bid", "bid", "fate", "seat(2).hand", "me.left.hand.count + me.left.bid",
    ],
)  # fmt: skip
def test_what_is_worked_out_from_something_hidden_is_hidden(text: str) -> None:
    state = rw.load_text(SECRETS.replace("TOLD", "round")).new_initial_state(seed=2)
    trace = state.trace(text, player=0)
    assert trace.hidden
    assert trace.value is None
    assert "hidden" in str(trace)


@pytest.mark.parametrize(
    ("text", "value"),
    [("me.bid", 3), ("sum(p.hand.count for p in players)", 4), ("count(c for c in me.hand)", 1), ("can(bold)", True),
     ("seat(1).bid_of", 3), ("round > 5 and seat(2).bid > 1", False),
     ("first(p for p in players if p.bid == 3)", 0)],
)  # fmt: skip
def test_what_is_open_or_my_own_is_told(text: str, value: object) -> None:
    state = rw.load_text(SECRETS.replace("TOLD", "round")).new_initial_state(seed=2)
    assert state.trace(text, player=0).value == value


def test_operands_beside_a_hidden_one_are_told() -> None:
    state = rw.load_text(SECRETS.replace("TOLD", "round")).new_initial_state(seed=2)
    assert str(state.trace("seat(2).bid + seat(1).bid_of", player=0)).endswith("→ ? + 3 → hidden")


def test_a_seat_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no seat"):
        started().trace("total", player=5)


@pytest.mark.parametrize("name", ["crazy-eights", "hidden-hand", "rock-paper-scissors", "secrets"])
@pytest.mark.parametrize("seed", range(4))
def test_states_that_a_player_cannot_tell_apart_have_the_same_traces(name: str, seed: int) -> None:
    game = rw.load_text(SECRETS.replace("TOLD", "me.bid")) if name == "secrets" else rw.load(books()[name])
    state, draw = game.new_initial_state(seed), Random(seed)
    questions = ["seat(1).hand", "seat(2).hand.count", *game.program.layout.groups]
    questions += [name for name, each in game.program.definitions.items() if not each.parameters]
    questions += [
        f"{name}({', '.join(['seat(2)'] * len(each.parameters))})"
        for name, each in game.program.definitions.items()
    ]
    for _ in range(draw.randrange(8)):
        if state.is_terminal():
            break
        state.apply_action(draw.choice(state.legal_actions()))
    actions = [game.action_from_id(draw.randrange(game.num_distinct_actions)) for _ in range(6)]
    for player in range(game.num_players):
        others = [state.resample(player, n) for n in range(3)]
        for asked in [None, *questions, *actions]:
            try:
                told = state.trace(asked, player).to_json()
            except (rw.RulebookError, ValueError):
                continue
            for other in others:
                assert other.trace(asked, player).to_json() == told, (asked, player)
