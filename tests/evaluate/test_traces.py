"""What is traced is what the reference executor says, for every form of expression; and nobody is told what is hidden."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any, get_args

import pytest

import rulewright as rw
from rulewright.evaluate.machine import ELEMENTS
from rulewright.evaluate.reference import Reference, prepared
from rulewright.evaluate.tracing import tree as traced
from rulewright.evaluate.tracing.recorder import RECORDING, Recorder, Seen, Unseen
from rulewright.evaluate.tracing.tracer import Tracer
from rulewright.evaluate.tracing.tree import Tracing
from rulewright.evaluate.tracing.words import Words
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.labels import Wording
from rulewright.runtime.trace import View
from rulewright.source.text import Span

EXPRESSIONS, DOMAINS = set(get_args(ir.Expression)), set(get_args(ir.Domain))
READINGS = {
    ir.Constant, ir.Local, ir.Me, ir.Flow, ir.Won, ir.Cell, ir.Lookup, ir.Seat, ir.PlaceOf, ir.PieceFace, ir.PieceOwner,
    ir.PiecePlace, ir.PieceSpace, ir.PieceCount, ir.PieceAt, ir.PieceTurned, ir.SideOf, ir.GridStep, ir.BoardCount,
    ir.BoardFull, ir.Nth, ir.Position, ir.Top, ir.Single, ir.Times,
}  # fmt: skip
"""What is looked up, and shown without a way of its own."""


def names(nodes: object) -> set[str]:
    return {node.__name__ for node in nodes}  # type: ignore[attr-defined]  # a set of classes


def test_every_node_is_written_down_and_has_a_way_to_be_shown() -> None:
    assert RECORDING.eval.keys() == EXPRESSIONS
    assert RECORDING.elements.keys() == ELEMENTS.keys()
    ways = [set(traced._SHAPED), set(traced.OPERATORS), READINGS]
    assert names(set.union(*ways)) == names(EXPRESSIONS)
    assert sum(map(len, ways)) == len(EXPRESSIONS), "each in one way"
    assert set(traced._SHAPED) == traced.OF_SEVERAL


# ---------------------------------------------------------------------------------------------- every form

pytest.importorskip("llvmlite")  # whose tests have rulebooks and expressions that are drawn

from tests.native.expressions.asked import Question, _drawn, _frame_size, everything, positions, questions  # noqa: E402
from tests.native.expressions.drawn_expressions import a_program, drawn, drawn_cells  # noqa: E402
from tests.native.random_books.book_text import Tree, load  # noqa: E402
from tests.native.random_books.generated import Tally, accepted  # noqa: E402
from tests.native.random_books.rules import rulebook  # noqa: E402

Answer = (
    Any  # a value, the code of a failure, Unseen, or LookupError for arguments that are no values of a game
)


class NoTypes:
    """Nothing is known of expressions but what their nodes say."""

    def value(self, span: Span) -> types.Type | None:
        return None

    domain = value


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks questions of positions: of the reference, and of the same with everything written down."""

    program: ir.Program
    words: Words

    @staticmethod
    def of(program: ir.Program) -> Asker:
        return Asker(program, Words(program, Wording(program), NoTypes()))

    @staticmethod
    def of_game(game: rw.Game) -> Asker:
        """With the types of its rulebook."""
        assert game.trace_hook is not None
        tracer = game.trace_hook()
        assert isinstance(tracer, Tracer)
        return Asker(game.program, tracer._words)

    def seen(
        self,
        cells: array[int],
        question: Question,
        me: int,
        arguments: list[Answer],
        view: View | None = None,
    ) -> tuple[Seen, Answer]:
        """What was written down, and what it came to."""
        recorder = Recorder(prepared(self.program, RECORDING), cells, view)

        def ask(node: ir.Expression, frame: list[Answer]) -> Answer:
            return recorder.ask(node, len(frame), me, frame)

        answer = _asked(ask, question, arguments)
        return recorder.roots[-1], answer

    def said(self, cells: array[int], question: Question, me: int, arguments: list[Answer]) -> Answer:
        """What the reference says."""
        reference = Reference(self.program)

        def ask(node: ir.Expression, frame: list[Answer]) -> Answer:
            return reference.value(cells, ir.Asked("", node, len(frame), node.span), me, frame)

        return _asked(ask, question, arguments)


def _asked(
    ask: Callable[[ir.Expression, list[Answer]], Answer], question: Question, arguments: list[Answer]
) -> Answer:
    frame = [*arguments, *[None] * (_frame_size(question) - len(arguments))]
    node = question.node
    if type(node) in DOMAINS:
        node = ir.Length(node, node.span)
    try:
        for let in question.lets:
            frame[let.slot] = ask(let.value, frame)
        return ask(node, frame)
    except RuleFailure as failure:
        return failure.code
    except Unseen:
        return Unseen
    except (LookupError, TypeError):
        return LookupError


def classes_in(seen: Seen) -> set[str]:
    return {type(seen.node).__name__}.union(*map(classes_in, seen.parts))


def hold(asker: Asker, cells: array[int], asked: Iterable[Question], draw: Random) -> Iterator[Seen]:
    """Hold what is written down against the reference, and make it into text and data."""
    for question in asked:
        me = draw.randrange(asker.program.players)
        arguments = [_drawn(asker.program, type_, draw) for type_ in question.frame]
        expected = asker.said(cells, question, me, arguments)
        if expected is LookupError:
            continue
        seen, answer = asker.seen(cells, question, me, arguments)
        assert answer == expected, str(question)
        assert type(answer) is type(expected), str(question)
        trace = Tracing(asker.words, seen).of_root()
        assert trace.known == (seen.failure is None)
        json.dumps(trace.to_json())
        assert len(trace.render(lines=20).splitlines()) <= 24
        trace.render(full=True)
        yield seen


def drawn_games(count: int) -> Iterator[rw.Game]:
    for seed in range(count):
        tree = accepted(rulebook(Random(seed)), Tally())
        if tree is not None:
            yield load(tree)


def test_what_is_written_down_is_what_the_reference_says() -> None:
    """Of rulebooks that are drawn, with expressions in them by themselves; and of expressions that no rulebook writes, without
    types, with none and failures everywhere. Together they are of every form."""
    met: set[str] = set()
    failed = 0
    wanted = names(EXPRESSIONS | (DOMAINS & ELEMENTS.keys()))
    rarely_drawn = {"GridStep", "GridNeighbours", "OpenSpaces", "PieceSpace"}
    games = chain([rw.load("dominoes", players=2)], drawn_games(60))
    for seed, game in enumerate(games):
        if seed > 10 and met >= rarely_drawn:
            break
        draw = Random(seed)
        whole = [part for one in questions(game.program) for part in everything(one)]
        draw.shuffle(whole)
        not_met_first = sorted(whole, key=lambda each: type(each.node).__name__ in met)
        for cells in positions(game.program, 2, seed)[-2:]:
            for seen in hold(Asker.of_game(game), cells, not_met_first[:80], draw):
                met |= classes_in(seen)
                failed += seen.failure is not None
    program, draw = a_program(), Random(5)
    asker = Asker.of(program)
    for seed in (5, 6, 7):
        asked = drawn(program, 60, seed)
        for _ in range(4):
            for seen in hold(asker, drawn_cells(program, draw), asked, draw):
                met |= classes_in(seen)
                failed += seen.failure is not None
    assert wanted - met == set()
    assert failed > 50


# ---------------------------------------------------------------------------------------------- what is hidden


def veiled(tree: Tree, draw: Random) -> Tree:
    """A rulebook whose zones and variables are hidden from some, or from everybody."""
    changed = deepcopy(tree)
    assert isinstance(changed, dict)
    for section in ("zones", "variables"):
        entries = changed.get(section, {})
        assert isinstance(entries, dict)
        for entry in entries.values():
            if isinstance(entry, dict) and draw.random() < 0.6:
                owned = entry.get("per") in ("players", "teams")
                entry["seen_by"] = draw.choice(["owner", "nobody"] if owned else ["nobody"])
    return changed


def played(game: rw.Game, seed: int, draw: Random) -> rw.State | None:
    """A position of a random game; None if it is hardly begun and a rule fails."""
    try:
        state = game.new_initial_state(seed)
        with suppress(RuleFailure):
            for _ in range(draw.randrange(6)):
                if not state.is_terminal():
                    state.apply_action(draw.choice(state.legal_actions()))
    except RuleFailure:
        return None
    return state


def test_what_a_player_does_not_see_is_in_no_value_that_is_told() -> None:
    """Whatever is asked: what is told is right, and the same in every state that the player cannot tell from this one."""
    told = hidden = 0
    for seed in range(12):
        draw = Random(seed)
        tree = accepted(veiled(rulebook(draw), draw), Tally())
        if tree is None:
            continue
        game = load(tree)
        asker = Asker.of_game(game)
        whole = [part for one in questions(game.program) for part in everything(one)]
        state = played(game, seed, draw)
        if state is None:
            continue
        player = draw.randrange(game.num_players)
        others = [state, state.resample(player, 1), state.resample(player, 2)]
        views = [game.sight.view(each.cells, player) for each in others]
        for question in draw.sample(whole, min(len(whole), 60)):
            me = draw.randrange(game.num_players)
            arguments = [_drawn(game.program, type_, draw) for type_ in question.frame]
            answers = [
                asker.seen(each.cells, question, me, arguments, view)
                for each, view in zip(others, views, strict=True)
            ]
            texts = [json.dumps(Tracing(asker.words, seen).of_root().to_json()) for seen, _ in answers]
            assert texts[0] == texts[1] == texts[2], str(question)
            answer = answers[0][1]
            if answer is Unseen:
                hidden += 1
            elif answer is not LookupError:
                told += 1
                assert answer == asker.said(state.cells, question, me, arguments), str(question)
    assert told > 200
    assert hidden > 100
