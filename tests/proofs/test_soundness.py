"""Random games of every rulebook there is: no value that play gives, and no rule that it reaches, contradicts a claim."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from unittest import mock

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.checked.options import Setting
from rulewright.checked.seatings import other_tables
from rulewright.ir import nodes as ir
from rulewright.ir.footprints import footprint
from rulewright.ir.walking import parts
from rulewright.language.ranges import Abstract, Values, join
from rulewright.problems.problem import RulebookError
from rulewright.proofs import effects
from rulewright.proofs.assumptions import Known
from rulewright.proofs.effects import Effects
from rulewright.proofs.evidence import EXPRESSIONS
from rulewright.proofs.position import Place, place_of
from rulewright.proofs.reach import Reached, reach
from rulewright.proofs.unknown_options import Opened, opened_at
from rulewright.source.text import Source
from tests.corpus.cases import all_cases
from tests.games.books import Table, tables
from tests.proofs.watching import judged, play, possible

Settings = dict[str, Setting]


def rule_nodes(program: ir.Program) -> dict[int, Any]:
    """Every node of the rules, by identity; what is only said stands aside."""
    found: dict[int, Any] = {}
    waiting: list[Any] = [
        program.setup, program.turns, *program.definitions.values(), *program.steps.values(),
        *program.actions.values(), *program.phases, *program.ends,
    ]  # fmt: skip
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ir.Words) and id(node) not in found:
            found[id(node)] = node
            waiting.extend(parts(node))
    return found


def contradictions(game: rw.Game, program: ir.Program, reached: Reached, games: int, most: int) -> list[str]:
    nodes = rule_nodes(program)

    def judge(node: Any, value: Any) -> str | None:
        if id(node) not in nodes:
            return None
        if id(node) not in reached.seen:
            return f"{node.span}: `{node.span.text}` is worked out in play, and was claimed never to be"
        claim = reached.seen[id(node)]
        return None if possible(claim, value) else f"{node.span}: `{node.span.text}` is {value}, not {claim}"

    found: list[str] = []
    with judged(judge, found):
        for seed in range(games):
            play(game, seed, most)
    return found


@pytest.mark.parametrize("table", list(tables()), ids=str)
def test_games_of_bundled_rulebooks_keep_to_what_is_claimed(table: Table) -> None:
    book = pipeline.open_book(table.file, players=table.players, variant=table.variant)
    reached = reach(book.program)
    assert reached is not None
    assert contradictions(book.game, book.program, reached, games=1, most=100) == []


def test_a_wrong_claim_would_be_noticed() -> None:
    book = pipeline.open_book("pig")
    reached = reach(book.program)
    assert reached is not None
    pot = next(
        node
        for node in rule_nodes(book.program).values()
        if isinstance(node, ir.Cell) and node.group == "pot"
    )
    reached.seen[id(pot)] = Values(0, 1)
    assert contradictions(book.game, book.program, reached, games=3, most=60) != []
    del reached.seen[id(pot)]
    assert "was claimed never to be" in contradictions(book.game, book.program, reached, games=3, most=60)[0]


@pytest.mark.parametrize("name", ["crib-ino", "dominoes", "reversi", "sino", "yahtzee"])
def test_what_is_proved_of_an_effect_by_its_footprint_alone_holds_in_play(name: str) -> None:
    """Every effect that only writes cells and handles pieces is taken for one of which the proofs know nothing else."""
    whole = Effects._do

    def unknown(self: Effects, effect: ir.Effect, known: Known) -> Known | None:
        found = footprint(effect)
        if found.inside or found.step or found.note or found.slot is not None:
            return whole(self, effect, known)
        return self._by_footprint(effect, known)

    book = pipeline.open_book(name)
    with (
        mock.patch.object(Effects, "_do", unknown),
        mock.patch.object(effects, "_WITHOUT_FACES_OR_COUNTS", ()),
    ):
        reached = reach(book.program)
    assert reached is not None
    assert contradictions(book.game, book.program, reached, games=1, most=100) == []


# ------------------------------------------------------------------------------------------ whatever the options

Claims = dict[tuple[str, Place], Abstract | None]
"""By class and place of a node: what it can be, None if it is never worked out."""


def claims_of(opened: Opened, reached: Reached) -> Claims:
    claims: Claims = {}
    for node in rule_nodes(opened.program).values():
        if isinstance(node, EXPRESSIONS) and not isinstance(node, ir.Constant):
            key, seen = (type(node).__name__, place_of(node.span)), reached.seen.get(id(node))
            known = claims.get(key)
            claims[key] = seen if known is None else known if seen is None else join(known, seen)
    return claims


def tables_of(book: pipeline.Book, random: Random, most: int) -> list[Settings]:
    """The usual options, and some others, several changed at once."""
    found: list[Settings] = [{}]
    single = [settings for _, settings in other_tables(book.checked)]
    for _ in range(most if single else 0):
        chosen: Settings = {}
        for settings in random.sample(single, min(3, len(single))):
            chosen.update(settings)
        found.append(chosen)
    return found


def one_or_three() -> list[Table]:
    """Every rulebook and variant alone, with three, or with as few as can play it."""
    every = list(tables())
    threes = {(table.name, table.variant) for table in every if table.players == 3}
    fewest = {(table.name, table.variant): table.players for table in sorted(every, key=lambda t: -t.players)}
    return [
        table
        for table in every
        if table.players in (1, 3)
        or ((table.name, table.variant) not in threes and table.players == fewest[table.name, table.variant])
    ]


@pytest.mark.parametrize("table", one_or_three(), ids=str)
def test_games_keep_to_what_is_claimed_whatever_the_options(table: Table) -> None:
    book = pipeline.open_book(table.file, players=table.players, variant=table.variant)
    opened = opened_at(book.rulebook, table.players, pipeline.Kept().plain)
    if opened is None:  # nothing is claimed where options decide who plays in which team
        assert book.rulebook.team_count is not None
        return
    reached = reach(opened.program, opened.unknown)
    assert reached is not None
    claims = claims_of(opened, reached)
    found: list[str] = []
    for settings in tables_of(book, Random(str(table)), 3):
        try:
            there = pipeline.open_book(
                table.file, players=table.players, variant=table.variant, options=settings
            )
        except RulebookError:
            continue
        nodes = rule_nodes(there.program)

        def judge(node: Any, value: Any, nodes: dict[int, Any] = nodes) -> str | None:
            key = (type(node).__name__, place_of(node.span))
            if id(node) not in nodes or key not in claims:
                return None
            claim = claims[key]
            wrong = claim is None or not possible(claim, value)
            return f"{node.span}: `{node.span.text}` is {value}, not {claim}" if wrong else None

        with judged(judge, found):
            play(there.game, 0, 60)
    assert found == []


def playable() -> Iterator[tuple[str, pipeline.Book]]:
    """The corpus's rulebooks that can be played, as they stand."""
    for case in all_cases():
        try:
            yield case.id, pipeline.open_source(Source(case.title, case.text))
        except RulebookError:
            continue


def test_games_of_the_corpus_keep_to_what_is_claimed() -> None:
    wrong: list[str] = []
    books = 0
    for name, book in playable():
        reached = reach(book.program)
        assert reached is not None, name
        wrong += [f"{name}: {text}" for text in contradictions(book.game, book.program, reached, 1, 15)]
        books += 1
    assert wrong == []
    assert books > 150
