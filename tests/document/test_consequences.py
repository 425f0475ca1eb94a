"""Properties: whatever a house rule breaks in the rulebook below it is reported at its own line."""

import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rulewright import pipeline
from rulewright.document import library
from rulewright.document.expand import expanded
from rulewright.document.nodes import Entry, Mapping, Scalar
from rulewright.document.overlays.changes import Trial, in_flow
from rulewright.problems.problem import Problem, RulebookError
from tests.corpus.cases import FILES

GAMES = pipeline.bundled_games()
TABLED = str(FILES / "numbered.rulebook.yaml")
HOUSE = str(FILES / "house.overlay.yaml")
"""What problems call the house rules here, which find rulebooks beside them."""
NO_RULES = (
    "rulebook",
    "name",
    "title",
    "about",
    "examples",
    "invariants",
    "variants",
    "use",
    "sources",
    "rights",
)
FEW = 2
"""So many house rules for each bundled game, which takes half a second for each of them."""


def parts(tree: Mapping, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Entry]]:
    for entry in tree:
        here = (*path, entry.key.text)
        if here[0] not in NO_RULES:
            yield here, entry
            inside = expanded(entry.value, here)
            yield from parts(inside, here) if isinstance(inside, Mapping) else ()


def _other(more: int, number: re.Match[str]) -> str:
    return str(max(0, int(number[0]) + more))


def house_rules(tree: Mapping) -> Iterator[str]:
    """Everything that takes one thing away or changes the first number of one thing."""
    for path, entry in parts(tree):
        if len(path) > 1:
            yield f"remove: [{in_flow('.'.join(path))}]"
        value = entry.value
        if isinstance(value, Scalar) and value.style == "plain" and re.search("[0-9]", value.text):
            for more in (-1, 1):
                number = re.sub("[0-9]+", partial(_other, more), value.text, count=1)
                yield "change: " + "{" + ": {".join(map(in_flow, path)) + f': "{number}"' + "}" * len(path)


def reported(game: str, change: str) -> list[Problem]:
    text = f"rulebook: 1\nname: house\nextends: {game}\nabout: one change\n{change}\n"
    return pipeline.check_text(text, name=HOUSE)


def below(problems: list[Problem]) -> list[str]:
    return [str(problem) for problem in problems if problem.file != HOUSE]


def test_whatever_one_change_breaks_in_a_small_game_is_reported_in_the_house_rule() -> None:
    changes = [*house_rules(pipeline.open_book(TABLED).tree)][::2]
    found = {change: reported("numbered", change) for change in changes}
    assert {change: below(problems) for change, problems in found.items() if below(problems)} == {}
    assert sum(bool(problems) for problems in found.values()) > 15


@pytest.mark.parametrize("game", GAMES)
def test_whatever_one_change_breaks_in_a_bundled_game_is_reported_in_the_house_rule(game: str) -> None:
    changes = [*house_rules(pipeline.open_book(game).tree)]
    for change in random.Random(game).sample(changes, FEW):
        assert below(reported(game, change)) == [], change


def offered(problem: Problem) -> list[str]:
    return re.findall(r"`(remove: \[[^`]+\])`", problem.help)


def test_to_take_away_what_is_at_fault_is_offered_only_if_it_helps() -> None:
    tree, tried = pipeline.open_book(TABLED).tree, 0
    for change in house_rules(tree):
        errors = [p for p in reported("numbered", change) if p.severity == "error"]
        for problem in errors if change.startswith("change") else ():
            for removal in offered(problem):
                left = [p for p in reported("numbered", f"{change}\n{removal}") if p.severity == "error"]
                assert problem.code == "row-outside" or len(left) < len(errors), (change, removal)
                assert problem.message not in [p.message for p in left]
                tried += 1
    assert tried > 2


def test_what_is_wrong_without_the_house_rule_stays_where_it_is() -> None:
    wrong = library.demand(TABLED).text.replace("result: highest score", "result: highest sore")
    problems = pipeline.check_text(
        wrong, overlays=[str(FILES / "six-faces.overlay.yaml")], name="numbered.yaml"
    )
    assert [(p.code, p.file) for p in problems if p.code == "unknown-name"] == [
        ("unknown-name", "numbered.yaml")
    ]


def test_a_rulebook_is_opened_with_the_same_message_as_it_is_checked_with() -> None:
    overlays = [str(FILES / "six-faces.overlay.yaml")]
    with pytest.raises(RulebookError) as error:
        pipeline.load(TABLED, overlays=overlays)
    assert error.value.problems == pipeline.check_source(library.demand(TABLED), overlays)
    assert {p.file.rpartition("/")[2] for p in error.value.problems} == {"six-faces.overlay.yaml"}


LANTERNS = """
rulebook: 1
name: lanterns
players: 2
variables:
  lit: {type: 0..9, lasts: turn}
  bright: {type: bool}
define:
  due: lit > 0
phases:
  turn:
    actions:
      light: {when: {few: lit < 9}, do: [{add: 1, to: lit}, {set: bright, to: true}]}
      rest:  {when: {worked: lit == 0 or bright}, do: [end_turn]}
      sell:  {when: {some_lit: due}, do: [{set: lit, to: 0}, end_turn]}
end: {over: {at: round, when: round > 5, result: draw}}
strategies: {eager: {prefer: {light: 1, sell: 3 if bright else 2}}}
"""


def test_what_a_removal_leaves_impossible_is_reported_beside_what_it_leaves_unused(tmp_path: Path) -> None:
    (tmp_path / "lanterns.rulebook.yaml").write_text(LANTERNS)
    house = str(tmp_path / "house.overlay.yaml")
    text = "rulebook: 1\nname: house\nextends: lanterns\nabout: dark\nremove: [phases.turn.actions.light, strategies.eager.prefer.light]\n"
    found = [(p.code, p.file, p.line) for p in pipeline.check_text(text, name=house)]
    assert ("never-set", house, 5) in found
    assert ("always-false", house, 5) in found
    assert {line for _, file, line in found if file == house} == {5}


def test_a_sound_house_rule_above_an_error_needs_no_look_at_what_is_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The rulebook as written is known already, and the one below matters only where a trial finds something new."""
    looks: list[Trial] = []
    checked = pipeline._checked

    def counted(*given: Any, **named: Any) -> list[Problem]:  # Any: whatever it takes
        looks.append(given[3])
        return checked(*given, **named)

    monkeypatch.setattr(pipeline, "_checked", counted)
    assert reported("crib-ino", "remove: [phases.turn.actions.pass]")
    assert len(looks) <= 2
    assert len(set(looks)) == len(looks)
