"""Words that stay while the rule they tell of does not are shown beside it: they may be wrong now."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.changes.markdown import to_markdown
from rulewright.author.diff import diff
from rulewright.pipeline import open_book
from tests.author.conftest import Write

WORDY = """\
steps:
  tidy: {about: Put everything back., do: [{return: dice}]}
  by_ties: {about: What ties do., by: ties, cases: {shared: [{set: pot, to: 0}]}}
invariants: {few: {holds: pot < 500, says: The pot is small.}}
"""
RULES = """\
define:
  worth:
    about: what a keeper gets; chips count nothing
    of: {p: players}
    sum_of: {points: {is: p.score, about: the score}, more: 0}
  stride: {about: how far it goes, cases: {far: {when: pot > 9, is: 3, about: a big pot}}, otherwise: 1}
"""


def stays(write: Write, change: str) -> list[tuple[str, str | None]]:
    """The changes of a house rule, each with the words that stayed."""
    base = Path(write(WORDY))
    text = base.read_text(encoding="utf-8").replace("define:\n", RULES, 1)
    text = text.replace("    after: keep\n", "    after: [keep]\n").replace(
        "    actions:\n",
        "    as_soon_as:\n      full: {about: A full rack ends it., when: rack.full, do: [end_turn]}\n    actions:\n",
        1,
    )
    base.write_text(text, encoding="utf-8")
    overlay = base.parent / "wild.overlay.yaml"
    overlay.write_text(f"rulebook: 1\nname: wild\nextends: dare\n{change}\n", encoding="utf-8")
    a, b = open_book(base, engine="reference"), open_book(base, overlays=[str(overlay)], engine="reference")
    found = diff(a, b, examples=False)
    told = [(each.path, each.stay.text if each.stay is not None else None) for each in found.changes]
    assert to_markdown(found).count("its words stay") == sum(words is not None for _, words in told)
    return told


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        ("add: {define: {worth: {sum_of: {chips_left: p.purse.count}}}}", "define.worth.sum_of.chips_left", "what a keeper gets; chips count nothing"),
        ("change: {define: {worth: {sum_of: {more: 1}}}}", "define.worth.sum_of.more", "what a keeper gets; chips count nothing"),
        ("change: {define: {worth: {sum_of: {points: {is: 2 * p.score}}}}}", "define.worth.sum_of.points", "the score"),
        ("remove: [define.worth.sum_of.more]", "define.worth.sum_of.more", "what a keeper gets; chips count nothing"),
        ("change: {define: {stride: {cases: {far: {is: 4}}}}}", "define.stride.cases.far", "a big pot"),
        ("change: {define: {stride: {otherwise: 2}}}", "define.stride.otherwise", "how far it goes"),
        ("change: {define: {double: {is: most_alike(tray.face) == 1}}}", "define.double", "both dice show the same"),
        ("change: {tables: {bonus: {rows: {12: 6}}}}", "tables.bonus.rows.12", "a bonus for the sum of the dice"),
        ("change: {phases: {turn: {as_soon_as: {full: {do: {first: [{add: 1, to: me.score}]}}}}}}", "phases.turn.as_soon_as.full.do", "A full rack ends it."),
        ("change: {phases: {turn: {as_soon_as: {full: {when: rack.count > 0}}}}}", "phases.turn.as_soon_as.full.when", "A full rack ends it."),
        ("change: {phases: {turn: {actions: {keep: {do: [end_turn]}}}}}", "phases.turn.actions.keep.do", "Write the points down."),
        ("add: {phases: {turn: {actions: {roll: {when: {small: pot < 9}}}}}}", "phases.turn.actions.roll.when.small", "Roll both dice."),
        ("change: {phases: {turn: {actions: {keep: {when: {rolled_once: pot > 1}}}}}}", "phases.turn.actions.keep.when.rolled_once", "You must have rolled if <target> points are to be won."),
        ("change: {steps: {tidy: {do: {last: [{set: pot, to: 0}]}}}}", "steps.tidy.do", "Put everything back."),
        ("change: {steps: {by_ties: {cases: {shared: [{set: pot, to: 1}]}}}}", "steps.by_ties.cases.shared", "What ties do."),
        ("change: {end: {target_reached: {result: draw}}}", "end.target_reached.result", "Whoever has <target> points first wins."),
        ("change: {invariants: {few: {holds: pot < 400}}}", "invariants.few", "The pot is small."),
    ],
)  # fmt: skip
def test_the_nearest_words_of_a_rule_that_is_another_one_are_noted(
    write: Write, change: str, path: str, words: str
) -> None:
    assert (path, words) in stays(write, change)


@pytest.mark.parametrize(
    "change",
    [
        "change: {options: {target: 30}}",
        "change: {zones: {rack: {size: 2}}}",
        "change: {pieces: {dice: {count: 3}}}",
        "add: {define: {twice: {is: pot * 2}}}",
        "remove: [phases.turn.actions.never]",
        "change: {define: {double: {is: pot > 3, about: the pot is big}}}",
        "change: {define: {double: {is: pot > 3, about: both dice show the same}}}",
    ],
    ids=["option", "zone", "pieces", "new", "gone", "told otherwise", "told again"],
)
def test_nothing_is_noted_of_words_that_are_no_rule_or_were_looked_at(write: Write, change: str) -> None:
    assert [words for _, words in stays(write, change) if words is not None] == []


def test_what_the_moves_of_an_action_are_called_is_not_what_it_does(tmp_path: Path) -> None:
    overlay = tmp_path / "one-roll.overlay.yaml"
    change = "change: {phases: {turn: {actions: {roll: {do: {last: [end_turn]}}}}}}"
    overlay.write_text(f"rulebook: 1\nname: one-roll\nextends: cinq-o\n{change}\n", encoding="utf-8")
    books = (open_book("cinq-o", engine="reference"), open_book(str(overlay), engine="reference"))
    (rule,) = diff(*books, examples=False).rules
    assert rule.stay is not None
    assert rule.stay.text == "Roll all loose scoring dice, with or without the Hi/Lo die."
