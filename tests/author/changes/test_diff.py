"""What is different between two rulebooks: only what means something, each with its place and what depends on it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.author.changes.markdown import to_markdown
from rulewright.author.changes.model import Change, Diff
from rulewright.author.changes.words import examples_summary
from rulewright.author.diff import diff
from rulewright.author.to_yaml import to_yaml
from rulewright.document import nodes as document
from rulewright.document.library import demand
from rulewright.pipeline import Book, open_book, open_source
from rulewright.problems.problem import RulebookError
from rulewright.source.text import Source
from tests.author.conftest import DARE
from tests.games.books import books
from tests.mutation.mutants import mutants

EXAMPLES = """\
examples:
  holding_scores_the_pot:
    given: {pot: 7}
    play: [{do: keep}]
    expect: [seat(1).score == 7, me == seat(2)]
  twenty_points_win:
    given: {pot: 3, seat(1).score: 17}
    play: [{do: keep}]
    expect: [game.over]
  the_rack_holds_one:
    given: {pot: 3, rack: [4]}
    play: [{refused: rack 4, because: room}]
"""
BASE = DARE + EXAMPLES


BOUND = """\
rulebook: 1
name: bound
players: 2
variables: {pot: {type: 0..9}}
phases:
  turn:
    actions:
      keep:
        about: Put one in.
        when:
          room:
            holds: pot < 3
SAYS        do: [{add: 1, to: pot}, end_turn]
end: {late: {when: round > 9, result: draw}}
"""


def opened(text: str, name: str = "dare.rulebook.yaml") -> Book:
    return open_source(Source(name, text), engine="reference")


def edited(*edits: tuple[str, str], base: str = BASE) -> Diff:
    """The diff between a rulebook and one where some text was replaced."""
    text = base
    for old, new in edits:
        assert text.count(old) == 1, f"`{old}` should stand there once"
        text = text.replace(old, new)
    return diff(opened(base), opened(text, "new.rulebook.yaml"))


def only(found: Diff) -> Change:
    assert [change.path for change in found.changes] == [found.changes[0].path]
    return found.changes[0]


def said(change: Change) -> list[str]:
    return [f"{mark.sign} {mark.text}" for mark in change.lines]


def reached(change: Change) -> list[str]:
    return [each.path for each in change.reach.affects]


# ------------------------------------------------------------------------------------------ what is no difference


@pytest.mark.parametrize("name", sorted(books()))
def test_the_layout_of_a_file_is_no_difference(name: str) -> None:
    book = open_book(books()[name], engine="reference")
    again = opened(to_yaml(shuffled(book.tree, random.Random(name))))
    assert [change.path for change in diff(book, again, examples=False).changes] == []
    if len(book.rulebook.invariants) < 2:  # a fingerprint tells which is asked first
        assert again.game.fingerprint == book.game.fingerprint


ANY_ORDER = (
    "options",
    "zones",
    "variables",
    "tables",
    "define",
    "steps",
    "pieces",
    "boards",
    "enums",
    "invariants",
)


def shuffled(tree: document.Mapping, luck: random.Random) -> document.Mapping:
    """A rulebook with everything in another order whose order means nothing."""
    entries = []
    for entry in tree:
        value = entry.value
        if entry.key.text in ANY_ORDER and isinstance(value, document.Mapping):
            inside = luck.sample(value.entries, len(value.entries))
            value = document.Mapping(tuple(inside), value.span)
        entries.append(document.Entry(entry.key, value))
    return document.Mapping(tuple(luck.sample(entries, len(entries))), tree.span)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("room: not rack.full", "room: {holds: (not (rack.full))}   # a comment"),
        ("  total:\n", "\n  total:   # said otherwise\n"),
        ("pot > 0 or not strict", "|\n              pot > 0\n              or not strict"),
        ("start: all, about: loose dice", "about: 'loose   dice', order: none, seen_by: all, start: all"),
        ("{low: Low, high: High}", "{low: {label: Low}, high: {label: High}}"),
        ("when: me.score >= target", "at: action\n    when: (me.score) >= target"),
        ("after: keep", "after: [keep]"),
        ("{type: 0..1000, lasts: turn}", "{lasts: turn, type: 0 .. 1000}"),
        ("do: [{move: die, to: rack}]", "do:\n          - to: rack\n            move: die"),
        ("if: double", "if: (double)"),
        ("players: 2..4", "players: [2, 3, 4]"),
        ("rows: {12: 5, 10..11: 2, ..9: 0}", "rows: {..9: 0, 10..11: 2, 12: 5}"),
    ],
)  # fmt: skip
def test_spelling_is_no_difference(old: str, new: str) -> None:
    assert edited((old, new)).changes == ()


def test_a_rulebook_is_not_different_from_itself() -> None:
    found = diff(opened(BASE), opened(BASE))
    assert (found.changes, found.examples.different, found.examples.ran) == ((), (), 3)


@pytest.mark.parametrize("name", ["pig", "cinq-o", "sino"])
def test_every_slip_in_a_rule_is_a_difference_at_its_place(name: str) -> None:
    source = demand(name)
    book = open_source(source, engine="reference")
    luck = random.Random(name)
    missed, seen = [], 0
    for mutant in luck.sample(mutants(source), 30):
        try:
            other = open_source(Source(source.name, mutant.of(source.text)), engine="reference")
        except RulebookError:
            continue
        seen += 1
        found = [change for change in diff(book, other, examples=False).changes if not change.words]
        if mutant.path.startswith("variants"):
            continue
        if not any(rule_of(change.path).startswith(rule_of(mutant.path)) for change in found):
            missed.append(str(mutant))
    assert seen > 10
    assert missed == []


def rule_of(path: str) -> str:
    """The entry that a path leads into."""
    parts = path.split(".")
    return ".".join(parts[:4] if parts[0] == "phases" else parts[:2])


# -------------------------------------------------------------------------------------------- what is a difference


def test_a_changed_default_has_its_lines_and_what_asks_for_it() -> None:
    change = only(edited(("default: 20", "default: 30")))
    assert (change.kind, change.path, change.words) == ("changed", "options.target.default", False)
    assert said(change) == ["- 20", "+ 30"]
    assert [str(mark.span).rpartition(":")[0] for mark in change.lines] == ["dare.rulebook.yaml:7", "new.rulebook.yaml:7"]  # fmt: skip
    assert reached(change) == ["end.target_reached"]


def test_what_asks_through_others_comes_later_and_what_is_written_then_apart() -> None:
    change = only(edited(("is: most_alike(tray.face) == 2", "is: sum(tray.face) == 7")))
    assert change.path == "define.double"
    assert [(each.path, each.nearness) for each in change.reach.affects] == [("phases.turn.actions.roll", 1)]
    assert change.reach.through == ("pot", "score", "the order of turns")
    assert [each.path for each in change.reach.in_turn] == [
        "phases.turn.actions.rack.when.rolled",
        "phases.turn.actions.keep",
        "phases.turn.actions.keep.when.rolled_once",
        "turns",
        "define.total",
        "end.target_reached",
        "standing",
    ]


def test_an_added_condition_is_told_as_a_whole() -> None:
    change = only(
        edited(("rolled: pot > 0\n", "rolled: pot > 0\n          late: {holds: pot > 5, says: Wait.}\n"))
    )
    assert (change.kind, change.path) == ("added", "phases.turn.actions.rack.when.late")
    assert said(change) == ["+ late: {holds: pot > 5, says: Wait.}"]
    assert reached(change) == ["phases.turn.actions.rack"]


def test_the_first_entry_of_its_kind_is_an_entry_and_no_section() -> None:
    change = only(
        edited(("standing: highest score\n", "standing: highest score\ninvariants: {fair: pot >= 0}\n"))
    )
    assert (change.kind, change.path) == ("added", "invariants.fair")


def test_what_is_removed_is_told_with_what_asked_for_it() -> None:
    found = edited(
        ("  total:\n    of: {p: players}\n    sum_of: {points: p.score, chips_left: p.purse.count}\n", "")
    )
    assert (only(found).kind, only(found).path) == ("removed", "define.total")


def test_of_effects_only_those_that_differ_are_shown_and_where_they_stand() -> None:
    change = only(edited(("{set: pot, to: 0}, end_turn", "{set: pot, to: 1}, end_turn")))
    assert change.path == "phases.turn.actions.roll.do"
    assert said(change) == ["  if: double", "-   set: pot, to: 0", "+   set: pot, to: 1"]
    assert change.reach.through == ("pot", "score")


def test_effects_in_another_order_are_moved() -> None:
    found = edited(
        ("- {roll: tray}\n          - {roll: arrow}\n", "- {roll: arrow}\n          - {roll: tray}\n")
    )
    change = only(found)
    assert sorted(said(change)) == ["+ roll: arrow", "- roll: arrow"] or sorted(said(change)) == [
        "+ roll: tray",
        "- roll: tray",
    ]
    assert all(mark.moved for mark in change.lines)


def test_conditions_in_another_order_are_moved() -> None:
    change = only(edited(("          room: not rack.full\n          rolled: pot > 0\n", "          rolled: pot > 0\n          room: not rack.full\n")))  # fmt: skip
    assert change.kind == "moved"
    assert change.path in ("phases.turn.actions.rack.when.room", "phases.turn.actions.rack.when.rolled")


def test_of_ends_that_were_moved_the_fewest_are_told() -> None:
    ends = [f"  e{n}: {{when: pot == {n + 500}, result: draw}}\n" for n in range(5)]
    base = BASE.replace("standing:", "".join(ends) + "standing:")
    other = base.replace("".join(ends), "".join([ends[4], *ends[:4]]))
    found = diff(opened(base), opened(other))
    assert [(change.kind, change.path) for change in found.changes] == [("moved", "end.e4")]
    assert found.changes[0].behind == ("e3", "target_reached")


def test_a_definition_told_in_another_form_is_one_change() -> None:
    change = only(edited(("double: {is: most_alike(tray.face) == 2, about: both dice show the same}", "double: {cases: {pair: {when: most_alike(tray.face) == 2, is: true}}, otherwise: false, about: both dice show the same}")))  # fmt: skip
    assert (change.kind, change.path) == ("changed", "define.double")


def test_where_nothing_was_written_stands_what_that_means() -> None:
    change = only(edited(("{per: players, type: number}", "{per: players, type: number, lasts: round}")))
    assert said(change) == ["- game", "+ round"]
    assert [mark.implied for mark in change.lines] == [True, False]


def test_the_phase_that_turns_begin_in_is_what_counts_of_their_order() -> None:
    more = "  bonus_round:\n    actions: {stop: {do: [end_turn]}}\n"
    base = BASE.replace("end:\n", f"{more}end:\n")
    other = BASE.replace("phases:\n", f"phases:\n{more}")
    found = diff(opened(base), opened(other))
    assert [(change.path, said(change)) for change in found.changes] == [
        ("turns.phase", ["- turn", "+ bonus_round"])
    ]


def test_rows_of_a_table_are_one_change() -> None:
    found = edited(("rows: {12: 5, 10..11: 2, ..9: 0}", "rows: {12: 6, 11: 3, 10: 2, ..9: 0}"))
    change = only(found)
    assert change.path == "tables.bonus.rows"
    assert said(change) == ["- 12: 5", "+ 12: 6", "- 10..11: 2", "+ 11: 3", "+ 10: 2"]
    assert only(edited(("rows: {12: 5,", "rows: {12: 6,"))).path == "tables.bonus.rows.12"


def test_a_row_that_a_house_rule_changes_is_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / "more.overlay.yaml"
    file.write_text(
        "rulebook: 1\nname: more\nextends: cinq-o\nchange: {tables: {hi: {rows: {30: 9}}}}\n",
        encoding="utf-8",
    )
    (change,) = diff(open_book("cinq-o"), open_book("cinq-o", overlays=[str(file)]), examples=False).rules
    (place,) = (mark.span for mark in change.side("+"))
    assert place is not None
    assert (Path(place.source.name).name, place.line) == ("more.overlay.yaml", 4)


def test_a_change_of_a_line_of_a_board_concerns_who_asks_for_that_line() -> None:
    found = diff(
        open_book("cinco", engine="reference"),
        open_book("cinco", overlays=["cinco-four-in-a-row"], engine="reference"),
        examples=False,
    )
    (change,) = found.rules
    assert change.path == "boards.board.lines.five.length"
    assert [path for path in reached(change) if path.startswith(("end.", "phases."))] == ["end.five_in_a_row"]
    assert reached(change)[0] == "end.five_in_a_row"


def test_who_asks_whether_an_action_can_be_done_depends_on_it() -> None:
    found = diff(
        open_book("crib-ino", engine="reference"),
        open_book("crib-ino", overlays=["crib-ino-three-sides"], engine="reference"),
        examples=False,
    )
    (change,) = found.rules
    assert reached(change)[0] == "phases.turn.actions.play"
    assert "phases.turn.actions.pass.when.nothing_to_play" in reached(change)


def test_an_action_and_a_zone_of_one_name_are_two_things() -> None:
    base = BASE.replace("rolled: pot > 0\n", "rolled: pot > 0\n          held: can(keep)\n")
    change = only(
        diff(
            opened(base), opened(base.replace("rack: {holds: dice, size: 1}", "rack: {holds: dice, size: 2}"))
        )
    )
    assert reached(change) == ["phases.turn.actions.rack", "phases.turn.actions.rack.when.room"]
    keep = only(diff(opened(base), opened(base.replace("pot > 0 or not strict", "pot > 1"))))
    assert reached(keep) == [
        "phases.turn.actions.rack.when.held",
        "phases.turn.actions.keep",
        "end.target_reached",
    ]


def test_words_are_told_apart_from_rules() -> None:
    found = edited(("about: Roll both dice.", "about: Roll them."), ("label: arrow die", "label: arrow"))
    assert found.rules == ()
    assert [change.path for change in found.words] == ["pieces.arrow.label", "phases.turn.actions.roll.about"]
    assert all(change.reach.affects == () for change in found.words)


@pytest.mark.parametrize(
    ("says", "stays"), [("", "The rack holds two."), ("            says: Three fit.\n", None)]
)
def test_words_of_a_condition_that_is_another_one_are_noted(says: str, stays: str | None) -> None:
    told = BOUND.replace("SAYS", "            says: The rack holds two.\n")
    other = BOUND.replace("pot < 3", "pot < 4").replace(
        "SAYS", says or "            says: The rack holds two.\n"
    )
    found = diff(opened(told), opened(other, "new.rulebook.yaml"))
    (rule,) = found.rules
    assert (rule.stay.text if rule.stay is not None else None) == stays
    assert ("its words stay" in to_markdown(found)) == (stays is not None)


def test_ways_to_play_are_told_apart_from_rules() -> None:
    base = BASE + "strategies:\n  bold: {prefer: {keep: pot > 20}}\n"
    found = diff(opened(base), opened(base.replace("pot > 20", "pot > 25")))
    assert (found.rules, found.words) == ((), ())
    assert [(change.path, said(change)) for change in found.strategies] == [
        ("strategies.bold.prefer.keep", ["- pot > 20", "+ pot > 25"])
    ]


def test_what_a_strategy_asks_for_can_affect_it() -> None:
    base = BASE + "strategies:\n  bold: {prefer: {keep: me.score + pot >= target}}\n"
    change = only(diff(opened(base), opened(base.replace("default: 20", "default: 30"))))
    assert reached(change) == ["end.target_reached", "strategies.bold"]


def test_what_only_strategies_ask_for_comes_last() -> None:
    more = "strategies:\n  bold: {prefer: {keep: near}}\n"
    base = BASE.replace("define:\n", "define:\n  near: pot >= target div 2\n") + more
    change = only(diff(opened(base), opened(base.replace("default: 20", "default: 30"))))
    assert reached(change) == ["end.target_reached", "define.near", "strategies.bold"]


def test_rules_that_only_mention_something_in_words_are_not_reached() -> None:
    change = only(edited(("{type: 1..100, default: 20,", "{type: 1..99, default: 20,")))
    assert reached(change) == ["end.target_reached"]  # and not the condition whose sentence says <target>


# ------------------------------------------------------------------------------------------------------- renames


def test_a_name_that_was_changed_everywhere_is_a_rename() -> None:
    other = re.sub(r"\bpot\b", "purse_of_the_turn", BASE)
    found = diff(opened(BASE), opened(other))
    assert [(change.kind, change.was, change.path) for change in found.changes] == [
        ("renamed", "variables.pot", "variables.purse_of_the_turn")
    ]


def test_beside_a_rename_other_changes_are_told_by_the_new_name() -> None:
    other = re.sub(r"\bpot\b", "stake", BASE).replace("stake > 0 or not strict", "stake > 5 or not strict")
    found = diff(opened(BASE), opened(other))
    assert [(change.kind, change.path) for change in found.changes] == [
        ("renamed", "variables.stake"),
        ("changed", "phases.turn.actions.keep.when.rolled_once"),
    ]
    assert said(found.changes[1]) == ["- stake > 0 or not strict", "+ stake > 5 or not strict"]


def test_another_name_for_a_member_of_an_enum_is_a_rename() -> None:
    found = edited(
        ("{low: Low, high: High}", "{lower: Low, high: High}"), ("cases: {low: 1,", "cases: {lower: 1,")
    )
    assert [(change.kind, change.path) for change in found.changes] == [("renamed", "enums.Row.lower")]


def test_a_new_name_beside_the_old_one_is_no_rename() -> None:
    found = edited(
        ("  pot: {", "  pile: {type: 0..1000, lasts: turn}\n  pot: {"), ("pot > 0 or not", "pile > 0 or not")
    )
    assert {change.kind for change in found.changes} == {"added", "changed"}


def test_two_that_look_alike_are_no_renames() -> None:
    base = BASE.replace("  pot: {", "  a: {type: 0..9}\n  b: {type: 0..9}\n  pot: {")
    other = BASE.replace("  pot: {", "  c: {type: 0..9}\n  d: {type: 0..9}\n  pot: {")
    kinds = [change.kind for change in diff(opened(base), opened(other)).changes]
    assert kinds == ["removed", "removed", "added", "added"]


# ------------------------------------------------------------------------------------------- options and variants


def test_an_option_that_is_set_is_told_by_its_values() -> None:
    base = Source("dare.rulebook.yaml", BASE)
    found = diff(open_source(base), open_source(base, options={"target": 50, "strict": False}))
    change = only(found)
    assert (change.kind, change.path, said(change)) == ("set", "options.target", ["- 20", "+ 50"])
    assert [mark.span is None for mark in change.lines] == [False, True]
    assert reached(change) == ["end.target_reached"]
    assert [each.id for each in found.examples.different] == ["twenty_points_win"]


VARIANT = """\
variants:
  short: {change: {options: {target: 10}}}
"""


def test_a_variant_that_both_have_is_compared_by_what_it_makes() -> None:
    base = BASE + VARIANT
    found = diff(opened(base), opened(base.replace("target: 10", "target: 12")))
    change = only(found)
    assert (change.variant, change.path, said(change)) == (
        "short",
        "options.target.default",
        ["- 10", "+ 12"],
    )


def test_what_is_different_without_the_variant_too_is_told_once() -> None:
    base = BASE + VARIANT
    other = base.replace("target: 10", "target:  {default: 10}").replace("pot > 0 or not", "pot > 5 or not")
    assert [change.variant for change in diff(opened(base), opened(other)).changes] == [None]


def test_a_variant_is_added_and_removed_as_a_whole() -> None:
    assert [(c.kind, c.path) for c in diff(opened(BASE), opened(BASE + VARIANT)).changes] == [("added", "variants.short")]  # fmt: skip
    assert [(c.kind, c.path) for c in diff(opened(BASE + VARIANT), opened(BASE)).changes] == [("removed", "variants.short")]  # fmt: skip


# ------------------------------------------------------------------------------------------------ house rules


@pytest.fixture
def with_overlay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Diff]:
    """The diff between `dare` and what a house rule makes of it."""
    monkeypatch.chdir(tmp_path)
    Path("dare.rulebook.yaml").write_text(BASE, encoding="utf-8")

    def made(change: str) -> Diff:
        text = f"rulebook: 1\nname: mine\nextends: dare\nabout: Mine.\n{change}"
        Path("mine.overlay.yaml").write_text(text, encoding="utf-8")
        return diff(open_book("dare", engine="reference"), open_book("mine", engine="reference"))

    return made


def test_a_change_has_the_line_of_the_overlay_that_set_it(with_overlay: Callable[[str], Diff]) -> None:
    found = with_overlay("change:\n  options: {target: 50}\n")
    (rule,) = found.rules
    assert [(mark.span.file, mark.span.line) for mark in rule.lines if mark.span] == [
        ("dare.rulebook.yaml", 7),
        ("mine.overlay.yaml", 6),
    ]


def test_what_a_house_rule_says_of_itself_is_no_other_word_for_the_game(
    with_overlay: Callable[[str], Diff],
) -> None:
    assert with_overlay("change:\n  options: {target: 50}\n").words == ()
    Path("theirs.overlay.yaml").write_text(
        "rulebook: 1\nname: theirs\nextends: dare\nabout: Theirs.\n", encoding="utf-8"
    )
    mine, theirs = (open_book(name, engine="reference") for name in ("mine", "theirs"))
    assert [change.path for change in diff(mine, theirs).words] == ["about"]


def test_effects_written_again_differ_only_where_they_do(with_overlay: Callable[[str], Diff]) -> None:
    effects = "[{add: pot, to: me.score}, {add: 1, to: me.score}, {return: dice}, end_turn]"
    (rule,) = with_overlay(f"change: {{phases: {{turn: {{actions: {{keep: {{do: {effects}}}}}}}}}}}\n").rules
    assert said(rule) == ["+ add: 1, to: me.score"]
    assert str(rule.lines[0].span).startswith("mine.overlay.yaml:5:")


# ------------------------------------------------------------------------------------------------- the examples


def test_examples_that_come_out_differently_tell_what_came() -> None:
    found = edited(("- {add: pot, to: me.score}", "- {add: 2 * pot, to: me.score}"))
    (example,) = found.examples.different
    assert (example.id, example.asked) == ("holding_scores_the_pot", True)
    assert [(p.message, p.label) for p in example.problems] == [
        ("`seat(1).score == 7` is expected", "seat(1).score is 14")
    ]


def test_examples_that_cannot_be_asked_any_more_say_why() -> None:
    found = edited(
        ("        do: [{move: die, to: rack}]\n", "        do: [{move: die, to: rack}]\n        about: Rack it.\n"),
        ("      rack:\n        choose", "      shelve:\n        choose"),
    )  # fmt: skip
    (example,) = found.examples.different
    assert (example.id, example.asked) == ("the_rack_holds_one", False)
    assert "rack" in example.problems[0].message


def test_examples_that_cannot_be_asked_are_counted_apart() -> None:
    renamed = (
        ("        do: [{move: die, to: rack}]\n", "        do: [{move: die, to: rack}]\n        about: Rack it.\n"),
        ("      rack:\n        choose", "      shelve:\n        choose"),
    )  # fmt: skip
    found = edited(*renamed).examples
    assert ([each.id for each in found.not_asked], found.otherwise) == (["the_rack_holds_one"], ())
    assert found.to_json()["cannot_be_asked"] == 1
    assert examples_summary(found) == ("1 of 3 examples of A cannot be asked any more; the others hold in B.")
    both = edited(*renamed, ("- {add: pot, to: me.score}", "- {add: 2 * pot, to: me.score}"))
    assert examples_summary(both.examples) == (
        "1 of 3 examples of A comes out differently in B, and 1 cannot be asked any more."
    )
    page = to_markdown(both)
    assert "`rulewright test` plays B" in page
    assert "`rulewright test` plays B" not in to_markdown(edited(("default: 20", "default: 30")))


def test_an_example_that_did_not_hold_before_tells_nothing() -> None:
    base = BASE.replace("expect: [seat(1).score == 7, me == seat(2)]", "expect: [seat(1).score == 8]")
    found = diff(opened(base), opened(base.replace("- {add: pot, to: me.score}", "- {add: 9, to: me.score}")))
    assert (found.examples.ran, found.examples.different, found.examples.broken) == (2, (), 1)
    assert examples_summary(found.examples) == (
        "All 2 examples of A hold in B. 1 example does not hold in A itself."
    )


def test_an_example_that_the_new_side_tells_anew_says_where() -> None:
    found = edited(
        ("- {add: pot, to: me.score}", "- {add: 2 * pot, to: me.score}"),
        ("expect: [seat(1).score == 7,", "expect: [seat(1).score == 14,"),
    )
    (example,) = found.examples.different
    assert example.anew is not None
    assert example.anew.file == "new.rulebook.yaml"
    assert found.examples.changed == ("holding_scores_the_pot",)


def test_examples_of_a_variant_keep_to_what_the_variant_leaves_open() -> None:
    book = open_book("cinq-o", engine="reference")
    found = diff(book, open_book("cinq-o", options={"target": 50}, engine="reference"))
    assert all(example.asked for example in found.examples.different)


def test_games_without_a_common_action_are_not_asked_each_others_examples() -> None:
    found = diff(open_book("pig", engine="reference"), open_book("tic-tac-toe", engine="reference"))
    assert found.examples.silent
    assert found.examples.ran == 0


# ------------------------------------------------------------------------------------------------------- as data


def test_json_has_everything() -> None:
    found = edited(("default: 20", "default: 30"), ("about: Roll both dice.", "about: Roll them."))
    told = json.loads(json.dumps(found.to_json()))
    rule, words = told["changes"]
    assert rule["old"] == {"text": "20", "file": "dare.rulebook.yaml", "line": 7, "written": True}
    assert (rule["kind"], rule["what"], rule["affects"]) == (
        "changed",
        "rule",
        [{"path": "end.target_reached", "nearness": 1}],
    )
    assert (words["what"], words["new"]["text"]) == ("words", "Roll them.")
    assert told["rules_differ"] is True
    assert told["examples"]["different"][0]["told"][0]["expected"] == "`game.over` is expected"
    assert told["b"]["options"]["target"] == 30
