"""A sentence of the rule sheet says all of its rule: with any part of an expression changed or left out, it is another sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulewright import pipeline
from rulewright.author.phrases.effects import Sayings
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.texts import Words
from rulewright.author.phrases.vocabulary import OPPOSITE
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.expression import nodes as syntax
from rulewright.expression.children import children, walk
from rulewright.expression.from_text import parse
from rulewright.expression.to_text import to_text
from rulewright.problems.problem import Problems
from rulewright.source.text import Source, Span

BOOK = """\
rulebook: 1
name: said
title: Said
players: 4
pieces:
  dice: {count: 4, faces: 1..6, label: die, plural: dice}
  cards: {one_per: {rank: 1..5}, label: card, plural: cards}
  men: {of: players, label: man, plural: men}
zones:
  tray: {holds: dice, start: all}
  rack: {holds: dice}
  deck: {holds: cards, start: all}
  hand: {per: players, holds: cards}
variables:
  score: {per: players, type: number}
  pot: {type: 0..1000}
  held: {type: 0..5 or none}
  out: {per: players, type: bool}
boards:
  field: {grid: {rows: 4, columns: 4}, holds: men}
  card: {grid: {rows: 2, columns: 2}, per: players}
define:
  alike: {of: {n: 1..6}, is: count(d for d in dice if d.face == n)}
  near: {of: {p: players, q: players}, is: p.left == q}
  high: {of: {n: 1..9, s: field.spaces}, is: count(d for d in dice if d.face >= n and s.row > 1 and s.empty) > 2}
  joined: {of: {s: field.spaces, n: 1..9}, is: s.row == n, about: <s> is in line <n>}
tables:
  worth: {of: 0..20, rows: {..3: 1, 4..: 2}}
phases:
  turn:
    actions:
      act: {do: [end_turn]}
end:
  over: {when: pot > 9 and score(me) > 3, result: [draw]}
"""


@cache
def book() -> pipeline.Book:
    return pipeline.open_source(Source("said", BOOK.replace(" and score(me) > 3", "")))


def read(text: str) -> syntax.Expression:
    source, problems = Source("drawn", text), Problems()
    node = parse(Span(source, 0, len(text)), "expr", problems)
    assert node is not None, text
    return node


@cache
def phrases() -> Phrases:
    return Phrases(Words(book()))


def said(node: syntax.Expression) -> str:
    return phrases().condition(node)


# ------------------------------------------------------------------------------------------------------ examples


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (
            "count(1 for a in 1..3 for b in 1..3 if a < b and a + b == pot)",
            "“count(1 for a in 1..3 for b in 1..3 if a < b and a + b == pot)”",
        ),
        (
            "count(1 for d in tray for e in tray if d.face < e.face)",
            "“count(1 for d in tray for e in tray if d.face < e.face)”",
        ),
        (
            "any(p.score > q.score for p in players for q in players)",
            "there is some player P and some player Q for which player P's score is more than player Q's score",
        ),
        (
            "count(d for d in tray if any(e.face < d.face for e in tray)) > 1",
            "the number of dice D in the tray where any die in the tray shows less than what die D shows is more than 1",
        ),
        (
            "count(low for low in tray if all(e.face >= low.face for e in tray)) > 1",
            "the number of dice “low” in the tray where every die in the tray shows at least what die “low” shows is more than 1",
        ),
        ("count(low for low in tray if low.face > pot) > 1", "the number of dice in the tray that show more than the pot is more than 1"),
        (
            "count(p for p in players if any(q.score < p.score for q in players)) > 1",
            "the number of players P where any player's score is less than player P's score is more than 1",
        ),
        (
            "any(d.face < e.face and e.face < f.face for d in tray for e in tray for f in rack)",
            "there is some die D in the tray and some die E in the tray and some die F in the rack for which die D shows less than what die E shows and die E shows less than what die F shows",
        ),
        (
            "count(s for s in field.spaces if any(t.row < s.row for t in neighbours(s))) > 1",
            "the number of spaces S of the field where the row of any space next to space S is less than the row of space S is more than 1",
        ),
        ("all(any(e.face == d.face for e in rack) for d in tray)", "for every die D in the tray, any die in the rack shows what die D shows"),
        ("count(n for n in 1..6 if any(d.face == n for d in tray)) > 1", "the number of numbers n from 1 to 6 where any die in the tray shows n is more than 1"),
        ("me.near(me.left)", "the player to your left is the player to your left"),
        ("not me.near(me.left)", "the player to your left is not the player to your left"),
        ("high(3, field.a1)", "“high” holds for 3 and a1"),
        ("not high(3, field.a1)", "“high” does not hold for 3 and a1"),
        (
            "any(p.out and p.score > 3 for p in players)",
            "there is some player for which that player is out and that player's score is more than 3",
        ),
        ("not (pot > 3 or me.out)", "the pot is at most 3 and you are not out"),
        ("(pot > 3 or me.out) and tray.empty", "either the pot is more than 3 or you are out, and the tray is empty"),
        ("pot div (pot * 2) > 1", "the pot divided by (the pot × 2) is more than 1"),
        ("(held otherwise 3) > 2", "(“held”, or 3 if there is none) is more than 2"),
        ("median(p.score for p in players) > 2", "the lower median of each player's score is more than 2"),
        ("only(d.face for d in tray) == 2", "the only one of what each die in the tray shows is 2"),
        ("count(p for p in me.left.others if p.out) > 1", "the number of players other than the player to your left who are out is more than 1"),
        ("first(c.rank for c in deck if c.rank > pot) != none", None),
        (
            "max(p.score - q.score for p in players for q in me.others if p != q) > 1",
            "the greatest of (player P's score - player Q's score) for each player P and for each player Q other than you where player P is not player Q is more than 1",
        ),
        (
            "any(a.score < b.score for a in players for b in me.others)",
            "any player's score is less than the score of any player other than you",
        ),
        ("count(q for q in me.others if any(p.score > q.score for p in players)) > 1", "the number of players Q other than you where any player's score is more than player Q's score is more than 1"),
        (
            "any(worth(d.face) > 1 for d in tray if d.face > pot)",
            "there is some die in the tray that shows more than the pot for which the worth for what the die shows is more than 1",
        ),
    ],
)  # fmt: skip
def test_nothing_is_left_out(written: str, words: str | None) -> None:
    found = said(read(written))
    assert words is None or found == words


def effect_said(do: str) -> str:
    text = BOOK.replace(" and score(me) > 3", "").replace("do: [end_turn]", f"do: [{do}, end_turn]")
    opened = pipeline.open_source(Source("said", text))
    action = opened.rulebook.phases["turn"].actions["act"]
    return Sayings(Phrases(Words(opened))).sentences(action.do[:1])


@pytest.mark.parametrize(
    ("do", "words"),
    [
        (
            "{if: pot > 1, do: [{if: pot > 2, do: [{add: 1, to: pot}]}], else: [{add: 2, to: pot}]}",
            "If the pot is more than 1: (if the pot is more than 2, add 1 to the pot). Otherwise, add 2 to the pot.",
        ),
        (
            "{if: pot > 1, do: [{if: pot > 2, do: [{add: 1, to: pot}]}, {add: 2, to: pot}]}",
            "If the pot is more than 1: (if the pot is more than 2, add 1 to the pot), then add 2 to the pot.",
        ),
        ("{add: -3, to: pot}", "Take 3 from the pot."),
        ("{add: -me.score, to: pot}", "Take your score from the pot."),
        (
            "{for: p in players, do: [{for: q in me.others, do: [{add: p.score - q.score, to: pot}]}]}",
            "For each player: for each player “q” other than you, add that player's score - the score of that player “q” to the pot.",
        ),
        ("{for: i in 1..3, do: [{add: 2, to: pot}]}", "Add 2 to the pot, 3 times."),
        ("{place: man, of: me.left, to: field.a1}", "Put a man of the player to your left on a1."),
    ],
)
def test_of_an_effect_nothing_is_left_out(do: str, words: str) -> None:
    assert effect_said(do.replace("place: man", "place: men")) == words


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (
            "choose: {d1: tray, d2: tray}, when: {less: d1.face < d2.face}, do: [{move: d1, to: rack}]",
            "Choose die “d1” from the tray and die “d2” from the tray. Move die “d1” to the rack.",
        ),
        (
            "choose: {d: tray, e: tray}, do: [{add: d.face - e.face, to: pot}]",
            "Choose die D from the tray and die E from the tray. Add what die D shows - what die E shows to the pot.",
        ),
        (
            "choose: {v: 0..1}, do: [{add: v, to: pot}]",
            "Choose a number v from 0 to 1. Add v to the pot.",
        ),
        (
            "choose: {bid: 0..9}, do: [{add: bid, to: pot}]",
            "Choose a number from 0 to 9 (the bid). Add the bid to the pot.",
        ),
        (
            "choose: {v: 0..1}, do: [{add: -v, to: pot}]",
            "Choose a number v from 0 to 1. Take v from the pot.",
        ),
        (
            "choose: {d: tray}, do: [{move: d, to: rack}]",
            "Choose a die from the tray. Move the die to the rack.",
        ),
    ],
)
def test_a_choice_introduces_the_name_by_which_it_is_spoken_of(action: str, words: str) -> None:
    text = BOOK.replace(" and score(me) > 3", "").replace("do: [end_turn]", action)
    text += "turns: {begin: [{roll: tray}]}\n"
    assert words in to_markdown(make_sheet(pipeline.open_source(Source("said", text))))


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.sampled_from(["d", "e", "v", "d1", "d2", "bid", "low"]), min_size=1, max_size=3, unique=True),
    st.lists(st.sampled_from(["tray", "dice", "0..5"]), min_size=3, max_size=3),
)
def test_every_choice_that_is_spoken_of_has_been_introduced(names: list[str], domains: list[str]) -> None:
    """Whatever an effect calls what was chosen, the sentence about the choice calls it so too, and nothing else."""
    chosen = dict(zip(names, domains, strict=False))
    amounts = [name if ".." in domain else f"{name}.face" for name, domain in chosen.items()]
    choose = ", ".join(f"{name}: {domain}" for name, domain in chosen.items())
    action = f"choose: {{{choose}}}, do: [{{add: {' + '.join(amounts)}, to: pot}}]"
    text = BOOK.replace(" and score(me) > 3", "").replace("do: [end_turn]", action)
    opened = pipeline.open_source(Source("said", text))
    sheet = to_markdown(make_sheet(opened))
    done = opened.rulebook.phases["turn"].actions["act"]
    called = Phrases(Words(opened)).choosing(done.choose).names
    assert len({called[name] for name in names}) == len(names)
    choice = next(line for line in sheet.splitlines() if "Choose " in line).partition(". Add ")[0]
    for name in names:
        assert called[name].removeprefix("the ") in choice, f"{action}\n{choice}"


def test_steps_below_the_words_of_an_action_keep_what_they_depend_on() -> None:
    """An action with words of its own, that runs a step for each player, or for some value."""
    text = BOOK.replace(" and score(me) > 3", "").replace(
        "act: {do: [end_turn]}",
        "act: {about: Deal., do: [{for: p in players, do: [serve]}, {by: pot, cases: {2: [serve]}}, end_turn]}",
    )
    text += "steps:\n  serve: {about: Cards are served., do: [{add: 1, to: pot}]}\n"
    sheet = to_markdown(make_sheet(pipeline.open_source(Source("said", text))))
    assert "For each player, cards are served" in sheet
    assert "If the pot is 2, cards are served" in sheet


# ------------------------------------------------------------------------------------------------------ property

PLAYERS, DICE, SPACES, NUMBERS = "players", "dice", "spaces", "numbers"
SORTS = {
    PLAYERS: ["players", "me.others", "clockwise(me)"],
    DICE: ["tray", "rack", "dice"],
    SPACES: ["field.spaces", "field.open", "neighbours(field.a1)", "ray(field.a1, north)"],
    NUMBERS: ["1..3", "2..pot"],
}
OF = {
    PLAYERS: ["{}.score", "{}.hand.count"],
    DICE: ["{}.face"],
    SPACES: ["{}.row", "{}.column"],
    NUMBERS: ["{}"],
}
TESTS = {PLAYERS: ["{}.out"], DICE: [], SPACES: ["{}.empty", "{}.owner == me"], NUMBERS: []}
Bound = tuple[tuple[str, str], ...]


@st.composite
def clauses(draw: st.DrawFn, bound: Bound) -> tuple[str, Bound]:
    text = ""
    for _ in range(draw(st.integers(1, 2))):
        sort = draw(st.sampled_from(sorted(SORTS)))
        name = "abdeghijk"[len(bound)]
        bound = (*bound, (name, sort))
        text += f" for {name} in {draw(st.sampled_from(SORTS[sort]))}"
        if draw(st.booleans()):
            text += f" if {draw(truths(bound, 1))}"
    return text, bound


@st.composite
def numbers(draw: st.DrawFn, bound: Bound = (), deep: int = 2) -> str:
    of_bound = [form.format(name) for name, sort in bound for form in OF[sort]]
    plain = ["pot", "me.score", "tray.count", "me.hand.count", "deck.count", "round", *of_bound, *of_bound]
    if deep <= 0 or len(bound) > 6:
        return draw(st.sampled_from(plain) | st.integers(1, 99).map("(pot + {})".format))
    inner = numbers(bound, deep - 1)
    match draw(st.integers(0, 9)):
        case 0 | 1:
            sign = draw(st.sampled_from(["+", "-", "*", "div", "mod"]))
            return f"({draw(inner)}) {sign} ({draw(inner)})"
        case 2:
            return f"({draw(inner)} if {draw(truths(bound, deep - 1))} else {draw(inner)})"
        case 3:
            return f"(held otherwise {draw(inner)})"
        case 4:
            return f"max({draw(inner)}, {draw(inner)})"
        case 5 | 6:
            text, inside = draw(clauses(bound))
            name = draw(st.sampled_from(["sum", "min", "max", "distinct", "only", "longest_run", "median"]))
            return f"{name}({draw(numbers(inside, deep - 1))}{text})"
        case 7:
            text, inside = draw(clauses(bound))
            return f"count({inside[-1][0]}{text})"
        case 8:
            return f"alike({draw(inner)})"
    return draw(st.sampled_from(plain))


@st.composite
def truths(draw: st.DrawFn, bound: Bound = (), deep: int = 2) -> str:
    of_bound = [form.format(name) for name, sort in bound for form in TESTS[sort]]
    if deep <= 0 or len(bound) > 6:
        sign = draw(st.sampled_from(["<", ">=", "=="]))
        compared = f"{draw(numbers(bound, 0))} {sign} pot"
        return draw(st.sampled_from([compared, "tray.empty", "me.out", "rack.full", *of_bound]))
    inner = truths(bound, deep - 1)
    match draw(st.integers(0, 7)):
        case 0:
            return f"({draw(inner)}) and ({draw(inner)})"
        case 1:
            return f"({draw(inner)}) or ({draw(inner)})"
        case 2:
            return f"not ({draw(inner)})"
        case 3 | 4:
            text, inside = draw(clauses(bound))
            return f"{draw(st.sampled_from(['any', 'all']))}({draw(truths(inside, deep - 1))}{text})"
        case 5:
            return f"{draw(numbers(bound, deep - 1))} in 1..pot"
        case _:
            sign = draw(st.sampled_from(["<", ">=", "==", "!=", ">", "<="]))
            return f"({draw(numbers(bound, deep - 1))}) {sign} ({draw(numbers(bound, deep - 1))})"


def changed(node: syntax.Expression) -> Iterator[tuple[str, syntax.Expression]]:
    """The expression with one thing otherwise, each with what that was."""
    for part in walk(node):
        for what, other in _others(part, node):
            yield what, _with(node, part, other)
        if isinstance(part, syntax.Clause) and (domain := OTHER_DOMAINS.get(to_text(part.domain))):
            yield "another domain", _with(node, part, replace(part, domain=read(domain)))


OTHER_DOMAINS = {"players": "me.others", "me.others": "players", "dice": "tray", "field.open": "field.spaces"}


def _others(part: syntax.Node, whole: syntax.Node) -> Iterator[tuple[str, syntax.Node]]:
    match part:
        case syntax.Number(value=value):
            yield f"{value} as another number", replace(part, value=value + 100)
        case syntax.Name(text=text) if text in BY_ANOTHER:
            yield f"{text} as {BY_ANOTHER[text]}", syntax.Name(BY_ANOTHER[text], part.span)
        case syntax.Clause(if_=if_) if if_ is not None:
            yield "without an if", replace(part, if_=None)
        case syntax.Compare(sign=sign):
            yield "another sign", replace(part, sign=OPPOSITE[sign])
        case syntax.And(items=items) if len({said(item) for item in items if closed(item)}) == len(items):
            yield "or for and", syntax.Or(items, part.span)
        case syntax.Call(function=syntax.Name(text="min" | "max" as text)):
            other = "max" if text == "min" else "min"
            yield "min for max", syntax.Call(syntax.Name(other, part.span), part.arguments, part.span)
        case syntax.Arithmetic(left=left, right=right, sign="-" | "div" | "mod"):
            yield "sides exchanged", replace(part, left=right, right=left)
        case _:
            return


def closed(node: syntax.Expression) -> bool:
    """Whether an expression stands for itself: only then it can be put into words alone."""
    names = {part.text for part in walk(node) if isinstance(part, syntax.Name)}
    return not names & set("abdeghijk")


BY_ANOTHER = {"tray": "rack", "pot": "held", "rack": "tray", "deck": "rack"}


def _with(node: Any, part: syntax.Node, other: syntax.Node) -> Any:  # a node of the same sort
    if node is part:
        return other
    made = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, tuple):
            made[field.name] = tuple(_with(each, part, other) for each in value)
        elif isinstance(value, syntax.Node):
            made[field.name] = _with(value, part, other)
    return replace(node, **made)


def every_name_exchanged(node: syntax.Expression) -> Iterator[tuple[str, syntax.Expression]]:
    """The expression with one use of a bound name replaced by another of the same sort that is bound there."""
    yield from _exchanged(node, node, {})


def _exchanged(
    whole: syntax.Expression, node: syntax.Node, bound: dict[str, str]
) -> Iterator[tuple[str, syntax.Expression]]:
    match node:
        case syntax.Call(function=syntax.Name(text="count"), arguments=(syntax.Comprehension() as inside,)):
            inner = dict(bound)
            for clause in inside.clauses:
                inner[clause.name.text] = to_text(clause.domain)
            for clause in inside.clauses:
                if clause.if_ is not None:
                    yield from _exchanged(whole, clause.if_, inner)
        case syntax.Comprehension(clauses=clauses, element=element):
            inner = dict(bound)
            for clause in clauses:
                inner[clause.name.text] = to_text(clause.domain)
            yield from _exchanged(whole, element, inner)
        case syntax.Name(text=text) if text in bound:
            for other, domain in bound.items():
                if other != text and domain == bound[text]:
                    yield f"{other} for {text}", _with(whole, node, replace(node, text=other))
        case _:
            for child in children(node):
                yield from _exchanged(whole, child, bound)


@settings(max_examples=40, deadline=None)
@given(truths(deep=3))
@example("count(a for a in players for b in players if a.score < b.score) > 1")
@example("any(a.score == b.score for a in players for b in players)")
@example("max(a.score - b.score for a in players for b in me.others if a != b) > 1")
@example("any(any(a.score < b.score for b in me.others) for a in players)")
@example("sum(a.face for a in tray if a.face > pot) > 3")
@example("all(not (a.out and a.score > pot) for a in players)")
def test_another_expression_is_another_sentence(text: str) -> None:
    node = read(text)
    words = phrases().words
    if words.settled(node) is not None:
        return
    told = said(node)
    for what, other in (*changed(node), *every_name_exchanged(node)):
        if to_text(other) == to_text(node) or words.settled(other) is not None:
            continue
        assert said(other) != told, f"{text}\n{told}\n{what}: {to_text(other)}"
