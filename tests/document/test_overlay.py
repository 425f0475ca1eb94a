"""Overlays, variants, parents and fragments, put together into one rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.document.overlays import overlay
from rulewright.problems.problem import Problems
from tests.document.reading import BOOK, plain, resolved, told, tree_of

HEAD = "rulebook: 1\nname: house\nextends: book\n"


def applied(base: str, body: str) -> tuple[Any, list[tuple[str, str]]]:
    problems = Problems()
    tree = overlay.apply(tree_of("name: book\n" + base), tree_of(body), problems)
    shown = plain(tree)
    del shown["name"]
    return shown, told(list(problems))


@pytest.mark.parametrize(
    ("base", "body", "expected"),
    [
        # a bare text stands for the key that is meant
        (
            "options: {target: {type: 1..9, default: 5}}",
            "change: {options: {target: 7}}",
            {"options": {"target": {"type": "1..9", "default": "7"}}},
        ),
        (
            "define: {total: {is: a, about: b}}",
            "change: {define: {total: c}}",
            {"define": {"total": {"is": "c", "about": "b"}}},
        ),
        ("define: {total: a}", "change: {define: {total: c}}", {"define": {"total": "c"}}),
        (
            "define: {total: a}",
            "add: {define: {total: {about: b}}}",
            {"define": {"total": {"is": "a", "about": "b"}}},
        ),
        (
            "invariants: {low: a < 1}",
            "add: {invariants: {low: {says: Low.}}}",
            {"invariants": {"low": {"holds": "a < 1", "says": "Low."}}},
        ),
        # forms that exclude each other replace each other
        (
            "define: {n: {is: a, about: b}}",
            "change: {define: {n: {sum_of: {x: 1}}}}",
            {"define": {"n": {"about": "b", "sum_of": {"x": "1"}}}},
        ),
        (
            "define: {n: {by: a, cases: {b: 1}, otherwise: 2}}",
            "change: {define: {n: 3}}",
            {"define": {"n": {"is": "3"}}},
        ),
        (
            "options: {t: {type: bool, default: true}}",
            "change: {options: {t: {fixed: false}}}",
            {"options": {"t": {"type": "bool", "fixed": "false"}}},
        ),
        ("steps: {s: {do: [x]}}", "change: {steps: {s: {by: a, cases: {b: []}}}}", {"steps": {"s": {"by": "a", "cases": {"b": []}}}}),
        # lists of effects
        ("setup: [a, b]", "change: {setup: [c]}", {"setup": ["c"]}),
        ("setup: [a]", "change: {setup: {first: [x], last: [y]}}", {"setup": ["x", "a", "y"]}),
        ("turns: {first: seat(1)}", "change: {turns: {first: seat(2)}}", {"turns": {"first": "seat(2)"}}),
        ("turns: {next: x}", "add: {turns: {begin: {last: [y]}}}", {"turns": {"next": "x", "begin": ["y"]}}),
        # entries in order
        (
            "define: {n: {cases: {a: {is: 1}, b: {is: 2}}}}",
            "add: {define: {n: {cases: {c: {before: b, is: 3}}}}}",
            {"define": {"n": {"cases": {"a": {"is": "1"}, "c": {"is": "3"}, "b": {"is": "2"}}}}},
        ),
        ("enums: {E: [a, b]}", "add: {enums: {E: {c: {}}}}", {"enums": {"E": {"a": {}, "b": {}, "c": {}}}}),
        ("enums: {E: [a, b]}", "add: {enums: {E: [c]}}", {"enums": {"E": {"a": {}, "b": {}, "c": {}}}}),
        ("enums: {E: [a, b]}", "remove: [enums.E.a]", {"enums": {"E": {"b": {}}}}),
        (
            "options: {o: {one_of: [a_b], default: a_b}}",
            "add: {options: {o: {one_of: {c: sea}}}}",
            {"options": {"o": {"one_of": {"a_b": "a b", "c": "sea"}, "default": "a_b"}}},
        ),
        # remove, then add, then change
        (
            "tables: {t: {of: a, rows: {1: 2, 24..26: 3}}}",
            "remove: [tables.t.rows]\nadd: {tables: {t: {rows: {5..: 6}}}}\nchange: {tables: {t: {of: b}}}",
            {"tables": {"t": {"of": "b", "rows": {"5..": "6"}}}},
        ),
        ("tables: {t: {rows: {1: 2, 24..26: 3}}}", "remove: [tables.t.rows.24..26]", {"tables": {"t": {"rows": {"1": "2"}}}}),
        ("zones: {z: {holds: x}}", "add: {define: {n: 1}}", {"zones": {"z": {"holds": "x"}}, "define": {"n": "1"}}),
        ("players: 2..4", "change: {players: 1}", {"players": "1"}),
    ],
)  # fmt: skip
def test_an_overlay_is_carried_out(base: str, body: str, expected: object) -> None:
    assert applied(base, body) == (expected, [])


def test_entries_keep_their_order() -> None:
    shown, _ = applied(
        "define: {n: {cases: {a: {is: 1}, b: {is: 2}}}}",
        "add: {define: {n: {cases: {c: {before: a, is: 3}}}}}",
    )
    assert list(shown["define"]["n"]["cases"]) == ["c", "a", "b"]


@pytest.mark.parametrize(
    ("base", "body", "problem"),
    [
        ("options: {target: 1}", "change: {options: {tagret: 2}}", ("unknown-path", "tagret")),
        ("steps: {cover: 1}", "remove: [steps.covers]", ("unknown-path", "covers")),
        ("steps: {cover: 1}", "remove: [stesp.cover]", ("unknown-path", "stesp")),
        ("steps: {cover: {do: []}}", "remove: [steps.cover.do.x]", ("unknown-path", "x")),
        ("define: {n: 1}", "change: {define: {n: {about: x}}}", ("unknown-path", "about")),
        ("define: {n: 1}", "add: {define: {n: 2}}", ("already-there", "n")),
        ("define: {n: 1}", "add: {define: {n: {cases: {}}}}", ("already-there", "cases")),
        ("define: {n: {}}", "add: {define: {n: {}}}", ("already-there", "n")),
        ("setup: [a]", "add: {setup: [b]}", ("already-there", "setup")),
        ("setup: [a]", "add: {setup: {last: [b]}}", ("already-there", "setup")),
        ("players: 2", "change: {players: {last: [b]}}", ("wrong-shape", "players")),
        ("define: {a: 1}", "add: {define: {b: {before: c, is: 2}}}", ("unknown-path", "c")),
        ("define: {a: {is: 1}}", "change: {define: {a: {before: c, is: 2}}}", ("wrong-shape", "before")),
    ],
)
def test_what_cannot_be_carried_out_is_marked(base: str, body: str, problem: tuple[str, str]) -> None:
    shown, problems = applied(base, body)
    assert problems == [problem]
    assert shown


def test_a_slip_in_a_path_shows_the_nearest_name_and_where_it_stands() -> None:
    problems = Problems()
    base = tree_of("name: book\noptions: {numbers_a_turn: {default: 5}}\n")
    overlay.apply(base, tree_of("change: {options: {numbers_per_turn: 6}}\n"), problems)
    (problem,) = problems
    assert problem.message == "there is no `options.numbers_per_turn` in book to change"
    assert problem.label == "did you mean `numbers_a_turn`?"
    assert [note.span.text for note in problem.notes] == ["numbers_a_turn"]


# -------------------------------------------------------------------------------------------- whole rulebooks

TARGET = BOOK + "title: Book\noptions: {target: {type: 1..99, default: 5}}\n"


def options(book: Any) -> Any:
    return plain(book.tree.get("options"))


def test_a_rulebook_by_itself_is_left_as_written() -> None:
    book, problems = resolved(TARGET)
    assert problems == []
    assert book is not None
    assert (book.name, book.variant, book.variants) == ("book", None, ())
    assert plain(book.tree) == plain(tree_of(TARGET))


def test_a_child_carries_its_own_name_and_the_parents_title() -> None:
    book, problems = resolved(HEAD + "about: Short.\nchange: {options: {target: 3}}\n", book=TARGET)
    assert problems == []
    assert book is not None
    assert (book.name, book.names) == ("house", ("house", "book"))
    assert [book.tree.text(k) for k in ("name", "title", "about")] == ["house", "Book", "Short."]
    assert options(book)["target"]["default"] == "3"


def test_values_keep_the_place_where_they_were_set() -> None:
    book, _ = resolved(HEAD + "change: {options: {target: 3}}\n", book=TARGET)
    assert book is not None
    target = book.tree.section("options").section("target")
    default, type = target.get("default"), target.get("type")
    assert default is not None
    assert type is not None
    assert (default.span.file, type.span.file) == ("top.yaml", "book.yaml")


def test_grandchildren_are_carried_out_from_the_oldest() -> None:
    child = HEAD.replace("house", "child") + "change: {options: {target: 3}}\n"
    top = HEAD.replace(": book", ": child") + "change: {options: {target: {type: 1..3}}}\n"
    book, problems = resolved(top, book=TARGET, child=child)
    assert problems == []
    assert book is not None
    assert options(book) == {"target": {"type": "1..3", "default": "3"}}
    assert book.names == ("house", "child", "book")


@pytest.mark.parametrize(
    ("text", "files", "problem"),
    [
        ("rulebook: 1\nname: house\nextends: boko\n", {"book": BOOK}, ("unknown-rulebook", "boko")),
        ("rulebook: 1\nname: house\nextends: house\n", {}, ("extends-cycle", "house")),
        (HEAD, {"book": "rulebook: 1\nname: book\nextends: house\n"}, ("extends-cycle", "house")),
        (HEAD.replace(": book", ": book#shrot"), {"book": BOOK + "variants: {short: {}}\n"}, ("unknown-variant", "book#shrot")),
        (HEAD + "remove: [end]\n", {"book": BOOK}, ("missing-key", "rulebook: 1")),
        (BOOK + "use: [deck]\n", {}, ("unknown-rulebook", "deck")),
        (BOOK + "use: [deck]\n", {"deck": BOOK}, ("wrong-shape", "deck")),
    ],
)  # fmt: skip
def test_what_cannot_be_put_together_is_marked(
    text: str, files: dict[str, str], problem: tuple[str, str]
) -> None:
    assert told(resolved(text, **files)[1]) == [problem]


def test_a_long_chain_of_parents_is_refused() -> None:
    files = {f"b{i}": f"rulebook: 1\nname: b{i}\nextends: b{i + 1}\n" for i in range(500)}
    _, problems = resolved("rulebook: 1\nname: a\nextends: b0\n", **files)
    assert [p.code for p in problems] == ["too-large"]


def test_a_whole_that_does_not_fit_points_at_the_file_that_set_it() -> None:
    _, problems = resolved(HEAD + "add: {zones: {tray: {start: all}}}\n", book=BOOK)
    assert [(p.code, p.file, p.span.text) for p in problems] == [("missing-key", "top.yaml", "tray")]


# ------------------------------------------------------------------------------------------------- fragments

DECK = "rulebook: 1\nname: deck\nenums: {Suit: [clubs, hearts]}\npieces: {cards: {one_per: {suit: Suit}}}\n"


def test_a_fragment_brings_its_names_before_the_rulebooks_own() -> None:
    book, problems = resolved(BOOK + "use: [deck]\nenums: {Other: [x]}\n", deck=DECK)
    assert problems == []
    assert book is not None
    assert book.tree.section("enums").keys() == ["Suit", "Other"]
    assert book.tree.section("pieces").keys() == ["cards"]
    assert book.tree.entry("use") is None


def test_a_name_that_stands_in_a_fragment_too_is_reported_with_both_places() -> None:
    _, problems = resolved(BOOK + "use: [deck]\nenums: {Suit: [x]}\n", deck=DECK)
    (problem,) = problems
    assert problem.message == "`enums.Suit` is in both deck and book"
    assert (problem.file, [n.span.file for n in problem.notes]) == ("top.yaml", ["deck.yaml"])


def test_two_fragments_with_one_name_are_reported() -> None:
    _, problems = resolved(BOOK + "use: [deck, pack]\n", deck=DECK, pack=DECK.replace("deck", "pack"))
    assert [p.message for p in problems] == [
        "`enums.Suit` is in both pack and deck",
        "`pieces.cards` is in both pack and deck",
    ]


def test_an_overlay_may_use_a_fragment_and_change_what_the_parent_uses() -> None:
    other = "rulebook: 1\nname: coins\npieces: {coins: {count: 2}}\n"
    top = HEAD + "add: {use: [coins], enums: {Suit: [spades]}}\n"
    book, problems = resolved(top, book=BOOK + "use: [deck]\n", deck=DECK, coins=other)
    assert problems == []
    assert book is not None
    assert plain(book.tree.get("enums")) == {"Suit": {"clubs": {}, "hearts": {}, "spades": {}}}
    assert book.tree.section("pieces").keys() == ["coins", "cards"]


# ------------------------------------------------------------------------------------------ overlays, variants

SHORT = TARGET + "variants: {short: {title: Short, change: {options: {target: 2}}}, long: {}}\n"


def overlay_of(name: str, body: str, extends: str = "book") -> str:
    return f"rulebook: 1\nname: {name}\nextends: {extends}\n{body}\n"


def test_a_variant_is_carried_out_last() -> None:
    book, problems = resolved(SHORT, overlay_of("one", "change: {options: {target: 9}}"), variant="short")
    assert [(p.code, p.severity) for p in problems] == [("overlay-conflict", "warning")]
    assert book is not None
    assert (options(book)["target"]["default"], book.tree.text("title"), book.variant) == (
        "2",
        "Short",
        "short",
    )
    assert book.variants == ("short", "long")


def test_an_unknown_variant_suggests_the_nearest() -> None:
    _, problems = resolved(SHORT, variant="shrot")
    assert [(p.code, p.label) for p in problems] == [("unknown-variant", "did you mean `short`?")]


def test_overlays_are_carried_out_in_order_and_conflicts_are_named() -> None:
    first = overlay_of("one", "change: {options: {target: 7}}")
    second = overlay_of("two", "change: {options: {target: {default: 8}}}")
    book, problems = resolved(TARGET, first, second)
    assert book is not None
    assert options(book)["target"]["default"] == "8"
    assert [(p.code, p.severity, p.message) for p in problems] == [
        ("overlay-conflict", "warning", "one and two set `options.target.default` differently")
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("change: {options: {target: 7}}", "change: {options: {target: 7}}"),
        ("change: {setup: {last: [a]}}", "change: {setup: {last: [b]}}"),
        ("change: {options: {target: 7}}", "add: {define: {n: 1}}"),
    ],
)
def test_overlays_that_agree_or_extend_do_not_conflict(first: str, second: str) -> None:
    _, problems = resolved(TARGET + "setup: []\n", overlay_of("one", first), overlay_of("two", second))
    assert problems == []


def test_a_house_rule_that_is_the_rulebook_conflicts_with_others_too() -> None:
    top = HEAD + "change: {options: {target: 7}}\n"
    other = overlay_of("two", "change: {options: {target: 8}}")
    assert [p.message for p in resolved(top, other, book=TARGET)[1]] == [
        "house and two set `options.target.default` differently"
    ]
    meant = overlay_of("two", "change: {options: {target: 8}}", extends="house")
    assert resolved(top, meant, book=TARGET)[1] == []


def test_what_changes_a_house_rule_on_a_house_rule_is_no_conflict() -> None:
    one = overlay_of("one", "change: {options: {target: 7}}")
    two = overlay_of("two", "add: {define: {n: 1}}", extends="one")
    three = overlay_of("three", "change: {options: {target: 8}}", extends="two")
    assert resolved(TARGET, one, two, three)[1] == []


def test_an_overlay_on_an_overlay_is_no_conflict() -> None:
    first = overlay_of("one", "change: {options: {target: 7}}")
    second = overlay_of("two", "change: {options: {target: 8}}", extends="one")
    assert resolved(TARGET, first, second)[1] == []


def test_an_overlay_for_another_rulebook_is_refused() -> None:
    book, problems = resolved(TARGET, overlay_of("one", "", extends="other"))
    assert book is None
    assert told(problems) == [("wrong-parent", "other")]


def test_an_overlay_on_a_variant_chooses_it_and_comes_after_it() -> None:
    book, problems = resolved(
        SHORT, overlay_of("one", "change: {options: {target: 9}}", extends="book#short")
    )
    assert problems == []
    assert book is not None
    assert (book.variant, options(book)["target"]["default"]) == ("short", "9")


def test_an_overlay_on_a_variant_does_not_go_with_another() -> None:
    _, problems = resolved(SHORT, overlay_of("one", "", extends="book#short"), variant="long")
    assert told(problems) == [("wrong-parent", "book#short")]


def test_a_child_of_a_variant_has_no_variants_and_its_examples() -> None:
    examples = "examples: {a: {}, b: {variant: short}, c: {variant: long}}\n"
    book, problems = resolved(HEAD.replace(": book", ": book#short"), book=SHORT + examples)
    assert problems == []
    assert book is not None
    assert book.variants == ()
    assert plain(book.tree.get("examples")) == {"a": {}, "b": {}}


NEEDY = (
    TARGET
    + """\
variants:
  short: {change: {options: {target: 2}}}
  free: {remove: [options.target]}
  free_and_long: {remove: [options.target], change: {players: 2..9}}
"""
)
WITHOUT_TARGET = "remove: [options.target]"


def test_a_variant_that_needs_what_an_overlay_removes_drops_out() -> None:
    book, problems = resolved(NEEDY, overlay_of("one", WITHOUT_TARGET))
    assert book is not None
    assert book.variants == ("free", "free_and_long")
    assert [(p.code, p.severity, p.path, p.span.text) for p in problems] == [
        ("lost-variant", "warning", "variants.short", "options.target"),
        ("lost-variant", "warning", "variants.free", "options.target"),
    ]
    assert [note.span.file for problem in problems for note in problem.notes] == ["top.yaml", "top.yaml"]


def test_a_variant_is_carried_out_but_for_what_is_gone_already() -> None:
    book, _ = resolved(NEEDY, overlay_of("one", WITHOUT_TARGET), variant="free_and_long")
    assert book is not None
    assert (book.tree.text("players"), options(book)) == ("2..9", {})


def test_a_lost_variant_that_is_asked_for_is_an_error() -> None:
    _, problems = resolved(NEEDY, overlay_of("one", WITHOUT_TARGET), variant="short")
    assert [(p.code, p.path) for p in problems if p.severity == "error"] == [
        ("lost-variant", "variants.short")
    ]


def test_a_child_of_the_overlay_is_not_told_of_it_again() -> None:
    house = overlay_of("house", WITHOUT_TARGET)
    book, problems = resolved(overlay_of("top", "", extends="house"), book=NEEDY, house=house)
    assert book is not None
    assert (book.variants, problems) == (("free", "free_and_long"), [])


def test_what_an_overlay_removes_and_adds_anew_is_there_for_variants() -> None:
    again = f"{WITHOUT_TARGET}\nadd: {{options: {{target: {{type: 1..9, default: 4}}}}}}"
    book, problems = resolved(NEEDY, overlay_of("one", again), variant="short")
    assert book is not None
    assert options(book)["target"]["default"] == "2"
    assert [problem.code for problem in problems] == ["overlay-conflict"]


def test_variants_that_win_over_a_house_rule_are_told_together() -> None:
    base = (
        TARGET
        + "variants: {a: {change: {options: {target: 2}}}, b: {change: {options: {target: 3}}}, c: {}}\n"
    )
    _, (problem,) = resolved(base, overlay_of("one", "change: {options: {target: 9}}"))
    assert problem.message.startswith("this has no effect in the variants `a` and `b`")
    assert [note.text for note in problem.notes] == ["what counts in `a`", "what counts in `b`"]


@pytest.mark.parametrize("default", [2, 4])
@pytest.mark.parametrize("form", ["{target: DEFAULT}", "{target: {default: DEFAULT}}"])
def test_a_house_rule_that_says_what_counts_in_the_variant_is_not_told(default: int, form: str) -> None:
    there = form.replace("DEFAULT", str(default))
    text = f"change: {{options: {{target: 9}}, variants: {{short: {{change: {{options: {there}}}}}}}}}"
    base = TARGET + f"variants: {{short: {{change: {{options: {form.replace('DEFAULT', '2')}}}}}}}\n"
    _, problems = resolved(base, overlay_of("one", text))
    assert problems == []


def test_the_help_for_what_a_variant_sets_names_the_whole_place() -> None:
    _, (problem,) = resolved(SHORT, overlay_of("one", "change: {options: {target: 9}}"))
    assert problem.label == "not in this variant"
    change = "change: {variants: {short: {change: {options: {target: {default: ...}}}}}}"
    assert problem.help is not None
    assert change in problem.help


def test_a_variant_that_says_the_same_as_a_house_rule_is_not_told() -> None:
    _, problems = resolved(SHORT, overlay_of("one", "change: {options: {target: 2}}"))
    assert problems == []


@pytest.mark.parametrize(
    ("written", "label", "fix"),
    [
        ("actions.stop", "did you mean `phases.turn.actions.stop`?", "phases.turn.actions.stop"),
        ("turn.stop", "did you mean `phases.turn.actions.stop`?", "phases.turn.actions.stop"),
        ("stop", "did you mean `phases.turn.actions.stop`?", None),
        ("actions.stpo", "did you mean `phases.turn.actions`?", None),
        ("end.rounds_playd", "did you mean `rounds_played`?", "rounds_played"),
    ],
)
def test_a_part_of_a_place_is_told_the_whole(written: str, label: str, fix: str | None) -> None:
    _, problems = resolved(BOOK, overlay_of("one", f"remove: [{written}]"))
    (problem,) = problems
    assert (problem.code, problem.label) == ("unknown-path", label)
    assert (problem.fix.edits[0].text if problem.fix is not None else None) == fix


def test_examples_of_the_parent_are_known_as_inherited_unless_touched() -> None:
    parent = BOOK + "examples: {a: {players: 2}, b: {players: 2}}\n"
    top = HEAD + "change: {examples: {b: {players: 3}}}\nadd: {examples: {c: {}}}\n"
    book, problems = resolved(top, book=parent)
    assert problems == []
    assert book is not None
    assert book.inherited_examples == {"a"}
    again, _ = resolved(parent, overlay_of("one", "add: {define: {n: 1}}"))
    assert again is not None
    assert again.inherited_examples == {"a", "b"}
