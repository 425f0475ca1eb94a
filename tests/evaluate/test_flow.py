"""The order of play: notes, rounds, triggers and ends, each on the smallest game that shows it."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, PHASE, ROUND, ROUND_FIRST, WINNERS
from rulewright.language import types
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import NOWHERE
from tests.evaluate import building as b

ROUND_NOW = ir.Flow("round", NOWHERE)


class Table:
    """A game with a trail of what happened: `trail` counts in base ten what rules added."""

    def __init__(
        self,
        *do: ir.Effect,
        players: int = 3,
        triggers: tuple[ir.Trigger, ...] = (),
        phases: tuple[ir.Phase, ...] = (),
        actions: tuple[ir.Action, ...] = (),
        **rest: Any,
    ) -> None:
        cells = b.Cells(players)
        cells.variable("trail", 0, 10**9)
        cells.variable("turn", 0, 100, lasts="turn")
        cells.variable("round", 0, 100, lasts="round")
        cells.variable("score", -100, 100, b.per_players(players))
        cells.identical("dice", 6, (b.zone("tray", 2, start=2),))
        rest.setdefault("turns", b.turns())
        every = (b.action("go", *do), *actions)
        self.program = b.program(
            cells,
            actions=every,
            phases=(b.phase("turn", *(each.name for each in every), triggers=triggers), *phases),
            **rest,
        )
        self.reference = Reference(self.program)
        self.position = new_position(self.program, 1)
        self.events = self.reference.begin(self.position, Sampled(self.program.streams))

    def act(self, *arguments: int, action: int = 0) -> None:
        self.events = self.reference.apply(
            self.position, Choice(action, arguments), Sampled(self.program.streams)
        )

    def __getitem__(self, cell: int) -> int:
        return self.position.cells[cell]

    def variable(self, name: str, index: int = 0) -> int:
        return self[self.program.layout.groups[name].offset + index]

    @property
    def rules(self) -> list[str]:
        return [event.source for event in self.events if event.what == "rule"]


def mark(digit: int) -> ir.SetCell:
    """Append a digit to the trail."""
    return b.put("trail", b.number("+", b.number("*", b.cell("trail"), 10), digit))


END_TURN = b.note("end_turn")


def trail_is(value: int) -> ir.Expression:
    return b.compare(b.cell("trail"), "==", value)


# ------------------------------------------------------------------------------------------------- turns


def test_set_up_starts_round_one_with_the_first_player() -> None:
    table = Table(END_TURN, turns=b.turns(first=2))
    assert [table[CURRENT], table[ROUND], table[ROUND_FIRST]] == [2, 1, 2]
    assert [event.values for event in table.events if event.what == "turn"] == [(2,)]


def test_set_up_may_say_who_begins_and_where() -> None:
    table = Table(
        END_TURN,
        setup=(b.note("turn_of", 1), ir.NotePhase(1, NOWHERE)),
        phases=(b.phase("other", "go"),),
    )
    assert [table[CURRENT], table[PHASE]] == [1, 1]


def test_a_later_turn_begins_in_the_phase_of_turns() -> None:
    table = Table(END_TURN, setup=(ir.NotePhase(1, NOWHERE),), phases=(b.phase("other", "go"),))
    table.act()
    assert [table[CURRENT], table[PHASE]] == [1, 0]


def test_a_round_closes_before_its_first_player_comes_again() -> None:
    table = Table(END_TURN, turns=b.turns(first=1))
    rounds = []
    for _ in range(4):
        rounds.append((table[CURRENT], table[ROUND]))
        table.act()
    assert rounds == [(1, 1), (2, 1), (0, 1), (1, 2)]


def test_an_extra_turn_never_closes_the_round() -> None:
    table = Table(b.note("extra_turn"), players=1)
    table.act()
    assert table[ROUND] == 1
    passed = Table(END_TURN, players=1)
    passed.act()
    assert passed[ROUND] == 2


def test_turn_of_closes_the_round_if_the_next_does_not_sit_behind() -> None:
    table = Table(b.note("turn_of", 2))
    table.act()
    assert [table[CURRENT], table[ROUND]] == [2, 1]
    table.act()
    assert [table[CURRENT], table[ROUND], table[ROUND_FIRST]] == [2, 2, 2]


def test_round_first_is_asked_after_round_end() -> None:
    table = Table(
        END_TURN, players=2, turns=b.turns(round_end=(b.put("trail", 1),), round_first=b.cell("trail"))
    )
    table.act()
    table.act()
    assert [table[CURRENT], table[ROUND_FIRST]] == [1, 1]


def test_next_is_worked_out_again_after_the_round() -> None:
    following = b.choose(b.compare(b.cell("trail"), "==", 0), ir.Seat(b.me, 1, NOWHERE), 1)
    table = Table(END_TURN, players=2, turns=b.turns(next=following, round_end=(b.put("trail", 1),)))
    table.act()
    table.act()
    assert table[CURRENT] == 1


def test_variables_last_as_long_as_they_say() -> None:
    table = Table(b.add("turn", 1), b.add("round", 1), END_TURN, players=2)
    table.act()
    assert [table.variable("turn"), table.variable("round")] == [0, 1]
    table.act()
    assert [table.variable("turn"), table.variable("round")] == [0, 0]


def test_turn_rules_run_in_order() -> None:
    turns = b.turns(begin=(mark(1),), end=(mark(2),), round_end=(mark(3),))
    table = Table(END_TURN, players=1, turns=turns)
    assert table.variable("trail") == 1
    table.act()
    assert table.variable("trail") == 1231


def test_a_later_note_replaces_an_earlier_one() -> None:
    table = Table(END_TURN, b.note("turn_of", 2), ir.NotePhase(1, NOWHERE), phases=(b.phase("other", "go"),))
    table.act()
    assert [table[CURRENT], table[PHASE]] == [2, 1]


def test_go_alone_stays_in_the_turn() -> None:
    table = Table(ir.NotePhase(1, NOWHERE), phases=(b.phase("other", "go"),), turns=b.turns(begin=(mark(1),)))
    table.act()
    assert [table[CURRENT], table[PHASE], table.variable("trail")] == [0, 1, 1]


def test_an_automatic_phase_runs_when_entered() -> None:
    table = Table(
        ir.NotePhase(1, NOWHERE), phases=(b.phase("auto", automatic=(mark(7), ir.NotePhase(0, NOWHERE))),)
    )
    table.act()
    assert [table[PHASE], table.variable("trail")] == [0, 7]


def test_an_automatic_phase_must_say_where_to_go() -> None:
    table = Table(ir.NotePhase(1, NOWHERE), phases=(b.phase("auto", automatic=(mark(7),)),))
    with pytest.raises(RuleFailure, match="`auto` is done and says neither"):
        table.act()


# ---------------------------------------------------------------------------------------------- triggers


def test_rules_after_the_action_come_before_the_note_and_others_behind_it() -> None:
    table = Table(
        mark(1),
        END_TURN,
        triggers=(
            b.trigger("other", trail_is(1234), mark(5)),
            b.trigger("after", trail_is(1), mark(2), after=("go",)),
        ),
        turns=b.turns(end=(mark(3),), begin=(b.when(trail_is(123), mark(4)),)),
    )
    table.act()
    assert table.variable("trail") == 12345


def test_a_rule_after_an_action_runs_at_most_once() -> None:
    table = Table(triggers=(b.trigger("always", None, mark(1), after=("go",)),))
    table.act()
    assert table.variable("trail") == 1
    table.act()
    assert table.variable("trail") == 11


def test_the_first_of_the_other_rules_that_holds_is_done_and_asked_again() -> None:
    table = Table(
        mark(1),
        triggers=(b.trigger("late", trail_is(12), mark(3)), b.trigger("early", trail_is(1), mark(2))),
    )
    table.act()
    assert table.variable("trail") == 123


def test_rules_after_an_action_see_what_it_chose_and_let() -> None:
    chosen, known = b.local(0, "n"), b.local(1, "twice")
    give = b.action(
        "give",
        b.add("score", chosen, b.me),
        END_TURN,
        parameters=(b.parameter("n", b.between(1, 5), types.Integer(1, 5)),),
        lets=(ir.ActionLet("twice", 1, b.number("*", chosen, 2), 1),),
    )
    table = Table(
        END_TURN,
        actions=(give,),
        triggers=(b.trigger("more", b.compare(known, ">", 4), b.add("score", known, b.me), after=("give",)),),
    )
    table.act(3, action=1)
    assert [table.variable("score", player) for player in range(3)] == [9, 0, 0]
    table.act(2, action=1)
    assert [table.variable("score", player) for player in range(3)] == [9, 2, 0]


def test_an_endless_chain_of_rules_is_noticed() -> None:
    table = Table(triggers=(b.trigger("again", b.compare(b.cell("turn"), "==", 1), b.put("turn", 1)),))
    table.position.cells[table.program.layout.groups["turn"].offset] = 1
    with pytest.raises(RuleFailure, match="leaves everything as it was") as caught:
        table.act()
    assert caught.value.code == "endless"
    assert caught.value.path == "phases.turn.as_soon_as.again"


# -------------------------------------------------------------------------------------------------- ends

HIGHEST = b.best("score", b.cell("score", b.local(0)))


def test_an_end_comes_before_the_rules() -> None:
    table = Table(
        mark(1),
        ends=(b.end("now", trail_is(1), ir.Drawn(NOWHERE)),),
        triggers=(b.trigger("rule", None, mark(2), after=("go",)),),
    )
    table.act()
    assert [table[ENDED], table[WINNERS], table[CURRENT], table.variable("trail")] == [1, 0, -1, 1]
    assert table.rules == ["end.now"]
    assert table.reference.legal(table.position.cells) == []


def test_an_end_after_an_action_is_asked_until_the_note_is_carried_out() -> None:
    wins = b.wins(b.one(b.me))
    table = Table(
        END_TURN,
        ends=(b.end("begun", b.compare(b.cell("turn"), "==", 1), wins, after=("go",)),),
        turns=b.turns(begin=(b.put("turn", 1),)),
    )
    table.act()
    assert table[ENDED] == 1
    assert table[WINNERS] == 1
    unset = Table(END_TURN, ends=(b.end("unset", b.compare(b.cell("turn"), "==", 0), wins, after=("go",)),))
    assert unset[ENDED] == 0


def test_an_end_at_the_round_waits_for_it() -> None:
    ends = (b.end("round", b.compare(b.cell("score", 0), ">", 0), HIGHEST, at="round"),)
    table = Table(b.add("score", 1, b.me), END_TURN, players=2, ends=ends)
    table.act()
    assert table[ENDED] == 0
    table.act()
    assert [table[ENDED], table[WINNERS]] == [1, 0b11]


def test_an_end_at_the_turn_is_asked_after_turns_end() -> None:
    table = Table(
        END_TURN,
        turns=b.turns(end=(mark(1),)),
        ends=(b.end("turn", trail_is(1), ir.Lost(NOWHERE), at="turn"),),
    )
    table.act()
    assert [table[ENDED], table[WINNERS]] == [1, 0]


@pytest.mark.parametrize(
    ("scores", "penalties", "expected"),
    [((5, 5, 1), (2, 1, 0), 0b010), ((5, 5, 1), (1, 1, 0), 0b011), ((1, 5, 5), (0, 9, 3), 0b100)],
)
def test_equal_values_are_told_apart_by_the_next_and_otherwise_share(
    scores: tuple[int, ...], penalties: tuple[int, ...], expected: int
) -> None:
    number = ir.Table("penalty", (0,), (3,), penalties)
    table = Table(
        *(b.put("score", score, player) for player, score in enumerate(scores)),
        tables=(number,),
        ends=(b.end("now", b.compare(b.cell("score", 2), ">", 0), HIGHEST, b.best("p", b.lookup("penalty", b.local(0)), False)),),
    )  # fmt: skip
    table.act()
    assert table[WINNERS] == expected
    assert table.reference.standings(table.position.cells) == [
        tuple((score,) for score in scores),
        tuple((penalty,) for penalty in penalties),
    ]


def test_seats_of_a_team_win_together() -> None:
    both = ir.Wins(b.members(1), True, NOWHERE)
    table = Table(mark(1), players=4, teams=(0, 1, 0, 1), ends=(b.end("now", trail_is(1), both),))
    table.act()
    assert table[WINNERS] == 0b1010


def test_a_broken_invariant_is_a_rule_failure() -> None:
    small = ir.Invariant("trail_is_small", "invariants.trail_is_small", b.asked("i", b.compare(b.cell("trail"), "<", 5)), ir.Words(()))  # fmt: skip
    table = Table(mark(7), invariants=(small,))
    with pytest.raises(RuleFailure, match="trail is small") as caught:
        table.act()
    assert caught.value.code == "invariant"


def test_an_invariant_is_not_asked_where_the_game_ends() -> None:
    small = ir.Invariant("s", "invariants.s", b.asked("i", b.compare(b.cell("trail"), "<", 5)), ir.Words(()))
    table = Table(mark(7), invariants=(small,), ends=(b.end("now", trail_is(7), ir.Drawn(NOWHERE)),))
    table.act()
    assert table[ENDED] == 1


def test_nobody_can_move_is_a_rule_failure() -> None:
    never = b.condition("never", b.compare(0, "==", 1))
    cells = b.Cells(2)
    program = b.program(
        cells,
        actions=(b.action("go", conditions=(never,)),),
        phases=(b.phase("turn", "go"),),
        turns=b.turns(),
    )
    with pytest.raises(RuleFailure, match="no action is allowed") as caught:
        Reference(program).begin(new_position(program, 0), Sampled(program.streams))
    assert caught.value.code == "nobody-can-move"
    assert "`when: not can(go, me.left)`" in caught.value.help


# ------------------------------------------------------------------------------------------------- chance


def test_what_one_turn_rolls_does_not_shift_the_luck_of_the_next() -> None:
    roll = ir.Roll("dice", b.at("dice", 0), 0, NOWHERE)
    calm = Table(END_TURN, turns=b.turns(begin=(roll,)))
    busy = Table(roll, roll, END_TURN, turns=b.turns(begin=(roll,)))
    calm.act()
    busy.act()
    rolled = [[event.values for event in table.events if event.what == "rolled"] for table in (calm, busy)]
    assert rolled[0][-1] == rolled[1][-1]


def test_chance_at_the_end_of_a_round_has_addresses_of_its_own() -> None:
    roll = ir.Roll("dice", b.at("dice", 0), 0, NOWHERE)
    table = Table(END_TURN, players=1, turns=b.turns(round_end=(roll,)))
    results = []
    for _ in range(12):
        table.act()
        results += [event.values for event in table.events if event.what == "rolled"]
    assert len(set(results)) > 4


def test_settling_goes_on_without_an_action() -> None:
    table = Table(triggers=(b.trigger("rule", trail_is(5), mark(6)),))
    table.position.cells[table.program.layout.groups["trail"].offset] = 5
    table.reference.settle(table.position, Sampled(table.program.streams))
    assert table.variable("trail") == 56
