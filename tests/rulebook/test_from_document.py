"""Every part of a rulebook as nodes: short forms are expanded, and paths are those an overlay would write."""

from __future__ import annotations

import pytest

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.expression.to_text import to_text
from rulewright.rulebook import nodes
from tests.rulebook.reading import attempt, book, problem, words


@pytest.mark.parametrize(
    ("written", "numbers"),
    [("4", (4,)), ("2..4", (2, 3, 4)), ("1..1", (1,)), ("[2, 6, 3]", (2, 3, 6)), ("[2, 4..5]", (2, 4, 5))],
)
def test_players_are_a_number_a_range_or_a_list(written: str, numbers: tuple[int, ...]) -> None:
    assert book(f"players: {written}").players == numbers


@pytest.mark.parametrize("written", ["0", "2..1000000000", "many", "4..2", "[2, many]", "-1"])
def test_other_numbers_of_players_are_refused(written: str) -> None:
    assert problem(f"players: {written}").code == "wrong-value"


def test_title_and_seats() -> None:
    made = book("title: Tiny Game\nseats: [dark, light]\nteams: {count: 2, seats: alternate}")
    assert made.title == "Tiny Game"
    assert [seat.id for seat in made.seats] == ["dark", "light"]
    assert made.team_count is not None
    assert book("about: x").title == "tiny"


def test_options_have_a_type_or_named_values() -> None:
    options = book(
        "options:\n"
        "  target: {type: 1..1000, default: 100, about: points}\n"
        "  ties: {one_of: {shared: they share, playoff: <target> more}, default: shared}\n"
        "  rule: {one_of: [strict, loose], fixed: loose}\n"
    ).options
    assert options["target"].path == "options.target"
    assert not options["target"].fixed
    assert [choice.id for choice in options["ties"].one_of] == ["shared", "playoff"]
    assert options["rule"].fixed
    assert to_text(options["rule"].value) == "loose"


def test_an_option_has_one_default() -> None:
    assert problem("options: {a: {type: bool, default: true, fixed: true}}").code == "excludes"
    assert problem("options: {a: {type: bool}}").code == "missing-key"


def test_enum_members_are_a_list_labels_or_attributes() -> None:
    enums = book(
        "enums:\n  Suit: [clubs, hearts]\n  Side: {up: Hi, down: Lo}\n"
        "  Row: {twos: {number: 2, label: Two}, chance: {}}\n"
    ).enums
    assert [member.id for member in enums["Suit"].members] == ["clubs", "hearts"]
    up = enums["Side"].members[0]
    assert up.label is not None
    assert up.label.plain == "Hi"
    twos, chance = enums["Row"].members
    assert to_text(twos.values["number"]) == "2"
    assert chance.values == {}


def test_kinds_have_faces_as_a_domain_names_or_values() -> None:
    kinds = book(
        "pieces:\n"
        "  dice: {count: 5, faces: 1..6, label: die, plural: dice}\n"
        "  coins: {count: 2, faces: [heads, tails]}\n"
        "  hilo: {count: 1, faces: {up1: {times: 1}, up2: {times: 2}}}\n"
        "  cards: {one_per: {rank: Rank, suit: Suit}}\n"
    ).kinds
    assert isinstance(kinds["dice"].faces, syntax.Range)
    assert isinstance(kinds["coins"].faces, tuple)
    assert isinstance(kinds["hilo"].faces, tuple)
    assert [parameter.name for parameter in kinds["cards"].one_per] == ["rank", "suit"]


def test_zones_and_variables_have_their_defaults() -> None:
    made = book(
        "zones:\n  tray: {holds: dice, start: all}\n  bank: {holds: dice, size: 4, start: 2, order: kept}\n"
        "variables:\n  sheet: {per: [players, Row], type: 0..50 or none}\n  pot: {type: number, lasts: turn}\n"
    )
    tray, bank = made.zones["tray"], made.zones["bank"]
    assert (tray.start, tray.order, tray.seen_by) == ("all", "none", "all")
    assert (bank.order, bank.path) == ("kept", "zones.bank")
    assert isinstance(bank.start, syntax.Number)
    sheet, pot = made.variables["sheet"], made.variables["pot"]
    assert (len(sheet.per), sheet.lasts) == (2, "game")
    assert isinstance(sheet.type, syntax.OrNone)
    assert (pot.per, pot.lasts) == ((), "turn")


def test_tables_have_one_domain_or_named_ones() -> None:
    tables = book(
        "tables:\n"
        "  hi: {of: 5..30, rows: {30: 10, 24..26: 3, ..22: 1, otherwise: 0}}\n"
        "  two:\n    of: {a: 1..2, b: Side}\n    rows: {1: [3, 4], 2: [5, 6]}\n"
    ).tables
    assert [parameter.name for parameter in tables["hi"].of] == [""]
    assert [to_text(row.key) for row in tables["hi"].rows] == ["30", "24..26", "..22", "otherwise"]
    assert [parameter.name for parameter in tables["two"].of] == ["a", "b"]
    assert len(tables["two"].rows[0].values) == 2


def test_definitions_have_four_forms() -> None:
    made = book(
        "define:\n"
        "  total: sum(rack.face)\n"
        "  value: {of: {c: cards}, is: pips(c.rank)}\n"
        "  number:\n    cases:\n      straight: {when: run, is: 10, label: Straight}\n    otherwise: 0\n"
        "  points: {of: {c: Row}, by: c, cases: {twos: 2, 3: {is: 4, about: words}}}\n"
        "  final: {of: {p: players}, sum_of: {top: p.top, extra: {is: 5, label: Extra}}}\n"
    ).definitions
    assert isinstance(made["total"].body, syntax.Call)
    assert [parameter.name for parameter in made["value"].parameters] == ["c"]
    number, points, final = made["number"].body, made["points"].body, made["final"].body
    assert isinstance(number, nodes.Cases)
    assert number.cases[0].path == "define.number.cases.straight"
    assert number.cases[0].when is not None
    assert number.cases[0].label is not None
    assert isinstance(points, nodes.Cases)
    assert [to_text(case.key) for case in points.cases] == ["twos", "3"]
    assert isinstance(final, nodes.SumOf)
    assert [line.path for line in final.lines] == ["define.final.sum_of.top", "define.final.sum_of.extra"]


@pytest.mark.parametrize(
    ("definition", "code"),
    [
        ("{is: 1, sum_of: {a: 1}}", "excludes"),
        ("{of: {p: players}}", "missing-key"),
        ("{is: 1, otherwise: 2}", "missing-key"),
        ("{cases: {a: 1}, otherwise: 2}", "wrong-shape"),
    ],
)
def test_a_definition_has_one_form(definition: str, code: str) -> None:
    assert problem(f"define: {{a: {definition}}}").code == code


RULES = """
turns:
  first: seat(1)
  phase: turn
  begin: [{return: dice}]
  round_end: [refill]
setup: [{go: deal}]
phases:
  deal: {do: [{go: turn}]}
  turn:
    actions:
      roll:
        says: roll <those>
        choose: {those: some of dice}
        let: {n: those.count}
        when:
          rack_first: racked > 0
          rolls_left: {holds: rolls < 3, says: "You may roll <max_rolls> times."}
        do: [{roll: those}]
    as_soon_as:
      done: {after: roll, when: full, do: [end_turn]}
      moved: {after: [roll, rack], do: [end_turn]}
steps:
  refill:
    by: rule
    cases:
      strict: [end_turn]
      loose: []
  cover: {of: {s: tray}, do: [{roll: s}]}
end:
  reached: {after: roll, result: {wins: me}}
  late: {at: round, when: round > 3, result: [highest score, lowest round]}
standing: highest score
invariants: {few: round < 100}
"""


def test_rules_have_the_paths_that_overlays_write() -> None:
    made = book(RULES)
    roll = made.phases["turn"].actions["roll"]
    assert roll.path == "phases.turn.actions.roll"
    assert [condition.path for condition in roll.when] == [
        "phases.turn.actions.roll.when.rack_first",
        "phases.turn.actions.roll.when.rolls_left",
    ]
    assert made.phases["turn"].triggers["done"].path == "phases.turn.as_soon_as.done"
    assert made.ends["late"].path == "end.late"
    assert made.steps["refill"].path == "steps.refill"
    assert made.invariants["few"].path == "invariants.few"


def test_rules_are_expanded() -> None:
    made = book(RULES)
    roll = made.phases["turn"].actions["roll"]
    assert roll.when[0].says is None
    assert to_text(roll.when[0].holds) == "racked > 0"
    assert roll.let[0].name == "n"
    assert not roll.secret
    triggers = made.phases["turn"].triggers
    assert [action.id for action in triggers["done"].after] == ["roll"]
    assert [action.id for action in triggers["moved"].after] == ["roll", "rack"]
    assert made.phases["turn"].automatic is None
    assert made.phases["deal"].automatic is not None
    assert isinstance(made.steps["refill"].do[0], nodes.By)
    assert isinstance(made.ends["reached"].result[0], nodes.Wins)
    assert len(made.ends["late"].result) == 2
    assert made.turns.phase is not None
    assert len(made.standing) == 1


def test_an_entry_knows_its_name_and_its_whole() -> None:
    reached = book(RULES).ends["reached"]
    assert reached.span.text == "reached"
    assert reached.whole.text == "{after: roll, result: {wins: me}}"


def test_a_phase_is_automatic_or_has_actions() -> None:
    assert problem("phases: {a: {do: [], actions: {b: {do: []}}}}").code == "excludes"


def test_a_trigger_says_when_or_after() -> None:
    text = "phases: {a: {actions: {b: {do: []}}, as_soon_as: {c: {do: []}}}}"
    assert "`after` or `when`" in problem(text).message


def test_an_example_keeps_moves_and_chance_as_written() -> None:
    example = book(
        "examples:\n"
        "  first:\n"
        "    players: 3\n"
        "    options: {target: 50}\n"
        "    variant: rounds\n"
        "    given: {seat(1).score: 90, tray: [1, 2]}\n"
        "    play:\n"
        "      - {rolled: {dice: [1]}}\n"
        "      - {do: [roll 1 2, rack 6], rolled: {dice: [3, 3]}}\n"
        "      - {allowed: rack 4}\n"
        "      - {refused: roll, because: rack_first}\n"
        "      - {choices: 3, of: rack}\n"
        "    expect: [me == seat(2)]\n"
    ).examples["first"]
    assert (example.players, example.variant, example.inherited) == (3, "rounds", False)
    assert example.options["target"].text == "50"
    assert [to_text(given.place) for given in example.given] == ["seat(1).score", "tray"]
    assert isinstance(example.given[1].value, document.Sequence)
    chance, deed, _, refusal, count = example.play
    assert chance.do == ()
    assert [move.text for move in deed.do] == ["roll 1 2", "rack 6"]
    assert refusal.refused is not None
    assert refusal.because is not None
    assert count.of is not None
    assert refusal.because.id == "rack_first"


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("{do: roll, allowed: roll}", "not `do` and `allowed`"),
        ("{}", "says nothing"),
        ("{do: roll, because: x}", "`because` also needs `refused`"),
        ("{do: roll, rolled: [1]}", "a mapping of kinds"),
    ],
)
def test_a_step_of_an_example_says_one_thing(step: str, words: str) -> None:
    assert words in problem(f"examples: {{a: {{play: [{step}]}}}}").message


def test_variants_are_named() -> None:
    variants = book("variants: {solo: {title: Alone, about: Beat yourself., change: {players: 1}}}").variants
    assert variants["solo"].title is not None
    assert variants["solo"].path == "variants.solo"


def test_a_word_of_the_language_is_no_name() -> None:
    for word in ("of", "mod", "off"):
        assert problem(f"variables: {{{word}: {{type: bool}}}}").code == "bad-name"


def test_an_escaped_expression_is_refused_and_a_quoted_one_is_not() -> None:
    found = problem('define: {a: "b \\u003e 1"}')
    assert found.code == "escaped-expression"
    assert "|" in found.help
    assert to_text_of('define: {a: "b > 1"}') == "b > 1"
    assert to_text_of('define:\n  a: "b\n    > 1"\n') == "b > 1"


def to_text_of(text: str) -> str:
    body = book(text).definitions["a"].body
    assert not isinstance(body, nodes.Cases | nodes.SumOf)
    return to_text(body)


def test_expressions_are_read_from_the_file_and_not_from_yaml() -> None:
    assert to_text_of("define: {a: 010}") == "10"
    assert to_text_of("define: {a: true}") == "true"
    assert to_text_of("define:\n  a: |\n    b   # why\n    > 1\n") == "b > 1"


def test_a_problem_inside_a_block_is_told_at_its_place() -> None:
    found = problem("define:\n  a: |\n    b > 1\n    and c = 2\n")
    assert (found.line, found.column) == (4, 11)


def test_one_mistake_hides_no_other() -> None:
    made, problems = attempt("define: {a: 1 +, b: 2}\nzones: {tray: {holds: 1a}}")
    assert [found.code for found in problems] == ["syntax", "bad-name"]
    assert made is not None
    assert list(made.definitions) == ["b"]


def test_a_wrong_shape_says_what_is_expected() -> None:
    assert "an expression is expected here, not a list" in words(problem("define: {a: [1, 2]}"))
    assert "a mapping of names" in words(problem("zones: [tray]"))
