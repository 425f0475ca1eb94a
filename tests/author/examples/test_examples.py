"""Examples come true or say where they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.author.conftest import Examples


def only(results: dict[str, object]) -> object:
    (result,) = results.values()
    return result


def failure(examples: Examples, more: str) -> str:
    """Message, place and label of the only problem of the only example."""
    (result,) = examples(more).values()
    (problem,) = result.problems
    return f"{problem.line}: {problem.message} ({problem.label})"


GOOD = {
    "given values hold": "given: {seat(1).score: 7, pot: 3}\nexpect: [me.score == 7, pot == 3]",
    "a mapping fills the axes that are left": (
        "given: {seat(2).sheet: {low: 4, high: none}}\n"
        "expect: [seat(2).sheet(low) == 4, seat(2).sheet(high) == none, seat(1).sheet(low) == none]"
    ),
    "dice lie where they are put and the others stay": (
        "given: {rack: [5]}\nexpect: [rack.face == 5, tray.count == 1, rack.count == 1]"
    ),
    "all dice are put": "given: {tray: [3], rack: [6]}\nexpect: [sum(tray.face) == 3, rack.face == 6]",
    "a kind's faces are set where they lie": "given: {dice: [4, 4], arrow: [down]}\nexpect: [double, arrow.times == 2]",
    "the only piece of a kind is put by its face": "given: {arrow_box: [up]}\nexpect: [arrow.times == 1]",
    "counters are numbers, taken from the supply": (
        "given: {seat(1).purse: 5}\nexpect: [seat(1).purse.count == 5, supply.count == 3, seat(2).purse.count == 2]"
    ),
    "counters that are left over go home": (
        "given: {seat(1).purse: 0}\nexpect: [seat(1).purse.empty, supply.count == 8]"
    ),
    "counters that are left over lie where the rest does": (
        "given: {supply: 1, seat(1).purse: rest}\nexpect: [seat(1).purse.count == 7, supply.count == 1, seat(2).purse.count == 2]"
    ),
    "`me` is the player to move": (
        "given: {me: seat(2), me.purse: 5, me.score: 4}\nexpect: [seat(2).purse.count == 5, seat(2).score == 4]"
    ),
    "another player can be to move, in another round": "given: {me: seat(2), round: 4}\nexpect: [me == seat(2), round == 4]",
    "chance is fixed": (
        "play: [{do: roll, rolled: {dice: [2, 5], arrow: [down]}}]\nexpect: [pot == 7, arrow.times == 2]"
    ),
    "several moves share their chance": (
        "play: [{do: [roll, roll], rolled: {dice: [2, 5, 1, 3], arrow: [down, up]}}]\nexpect: [pot == 11]"
    ),
    "moves are allowed, refused, counted": (
        "given: {pot: 1, tray: [3, 4]}\n"
        "play:\n"
        "  - {allowed: rack 3}\n"
        "  - {refused: rack 5}\n"
        "  - {choices: 2, of: rack}\n"
        "  - {choices: 4}\n"
        "  - {do: rack 3}\n"
        "  - {refused: rack 4, because: room}\n"
    ),
    "what is open to chance holds for every result": "play: [{do: roll}]\nexpect: [pot in 0..12]",
    "the end can be expected": (
        "given: {seat(1).score: 15, pot: 5}\nplay: [{do: keep}]\n"
        "expect: [game.over, game.ended_by == target_reached, seat(1).won, not seat(2).won]"
    ),
    "players and options are the example's own": (
        "players: 3\noptions: {target: 5}\ngiven: {pot: 5}\nplay: [{do: keep}]\nexpect: [players.count == 3, game.over]"
    ),
}

BAD = {
    "a comparison shows what came": (
        "given: {pot: 3}\nexpect: [pot == 4]", "`pot == 4` is expected (pot is 3)"
    ),
    "both sides are shown": (
        "given: {pot: 3, seat(1).score: 1}\nexpect: [pot < me.score]",
        "`pot < me.score` is expected (pot is 3, me.score is 1)",
    ),
    "players are shown as they are written": ("expect: [me == seat(2)]", "`me == seat(2)` is expected (me is seat(1))"),
    "the failed part of several is named": ("expect: [pot == 0 and round == 2]", "`round == 2` is expected (round is 1)"),
    "a refused move says why": ("play: [{do: rack 4}]", "`rack 4` is refused"),
    "a move that should be refused": ("play: [{refused: roll}]", "`roll` should be refused (it is allowed here)"),
    "another reason than expected": (
        "given: {tray: [4], rack: [5], pot: 1}\nplay: [{refused: rack 4, because: rolled}]",
        "`rack 4` is refused, but not because of `rolled` (room: ",
    ),
    "another number of choices": ("play: [{choices: 9}]", "9 choices are expected, there are 2 (roll, keep)"),
    "an unknown move": ("play: [{do: rol}]", "did you mean `roll`?"),
    "chance that was not used": (
        "play: [{do: keep, rolled: {dice: [1, 2]}}]", "results are given for `dice`, and nothing asks for them in this step: 1 2"
    ),
    "too little chance": ("play: [{do: roll, rolled: {dice: [1]}}]", "2 dice are rolled here, and 1 result is given"),
    "a face that is not there": ("given: {tray: [7, 1]}\nexpect: [pot == 0]", "there is no face of dice `7`"),
    "too many for a zone": ("given: {rack: [1, 2]}\nexpect: [pot == 0]", "`rack` holds at most one of the dice; 2 are given"),
    "more than there are": ("given: {supply: 50}\nexpect: [pot == 0]", "holds at most 10"),
    "out of range": ("given: {seat(1).sheet: {low: 51}}\nexpect: [pot == 0]", "51 is out of range: it has to be in 0..50"),
    "no such player": ("given: {me: seat(3)}\nexpect: [pot == 0]", "there is no seat(3): 2 play here"),
    "a slip in a member": ("given: {seat(1).sheet: {hihg: 1}}\nexpect: [pot == 0]", "did you mean `high`?"),
}  # fmt: skip


def written(body: str) -> str:
    return "  story:\n" + "".join(f"    {line}\n" for line in body.splitlines())


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD)
def test_what_comes_true_passes(examples: Examples, body: str) -> None:
    (result,) = examples(written(body)).values()
    assert result.passed, result.problems


@pytest.mark.parametrize(("body", "said"), BAD.values(), ids=BAD)
def test_what_does_not_come_true_says_so(examples: Examples, body: str, said: str) -> None:
    told = failure(examples, written(body))
    assert said in told


def test_a_failure_names_the_line_and_the_example(examples: Examples) -> None:
    (result,) = examples(written("expect: [pot == 4]")).values()
    (problem,) = result.problems
    assert Path(problem.file).name == "dare.rulebook.yaml"
    assert problem.span.text == "pot == 4"
    assert problem.path == "examples.story"
    assert "story" in problem.notes[0].text


def test_open_chance_is_played_with_several_seeds(examples: Examples) -> None:
    (fixed,) = examples(written("play: [{do: roll, rolled: {dice: [1, 2], arrow: [up]}}]")).values()
    (open_,) = examples(written("play: [{do: roll}]")).values()
    assert fixed.seeds == 1
    assert open_.seeds > 1


def test_what_holds_by_luck_alone_fails(examples: Examples) -> None:
    (result,) = examples(written("play: [{do: roll}]\nexpect: [pot == 7]")).values()
    assert not result.passed


def test_an_inherited_example_tells_what_a_house_rule_changed(examples: Examples, tmp_path: Path) -> None:
    overlay = tmp_path / "hard.overlay.yaml"
    overlay.write_text(
        "rulebook: 1\nname: hard\nextends: dare\nchange: {options: {target: 50}}\n", encoding="utf-8"
    )
    body = written("given: {seat(1).score: 15, pot: 5}\nplay: [{do: keep}]\nexpect: [game.over]")
    (result,) = examples(body, [str(overlay)]).values()
    assert result.changed
    assert result.problems[0].severity == "warning"


@pytest.mark.parametrize(
    ("asked", "changes"),
    [
        ("expect: [bonus(seat(1).score + 12) == 5]", "change: {tables: {bonus: {of: 2..11}}}\nremove: [tables.bonus.rows.12]"),
        ("expect: [bonus(12) == 5]", "change: {tables: {bonus: {of: 2..11}}}\nremove: [tables.bonus.rows.12]"),
        ("expect: [bonus(2) == 0]", "remove: [tables.bonus]"),
        ("expect: [seat(1).sheet(low) == none]", "remove: [variables.sheet]"),
        ("options: {target: 50}\nexpect: [target == 50]", "change: {options: {target: {type: 1..30}}}"),
        ("players: 4\nexpect: [players.count == 4]", "change: {players: 2..3}"),
        ("play: [{refused: never}]", "remove: [phases.turn.actions.never]"),
    ],
)  # fmt: skip
def test_an_inherited_example_that_cannot_be_asked_any_more_only_informs(
    examples: Examples, tmp_path: Path, asked: str, changes: str
) -> None:
    overlay = tmp_path / "hard.overlay.yaml"
    overlay.write_text(f"rulebook: 1\nname: hard\nextends: dare\n{changes}\n", encoding="utf-8")
    body = written(asked)
    (own,) = examples(body).values()
    assert own.passed
    (result,) = examples(body, [str(overlay)]).values()
    assert result.changed
    assert {problem.severity for problem in result.problems} == {"warning"}
