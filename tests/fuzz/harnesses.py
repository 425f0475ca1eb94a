"""What must hold for any bytes whatever, as functions that fuzzers call: `rulebook` and `expression`.

Each returns words for what the bytes came to (the codes of the problems, the nodes of the tree, how the play ended), so
that a fuzzer without coverage knows an input that shows something new.  Anything but a problem is an exception here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, get_args

import rulewright
from rulewright import pipeline
from rulewright.expression import from_text
from rulewright.expression.children import walk
from rulewright.expression.to_text import to_text
from rulewright.game.game import Game
from rulewright.problems import rendering, reports
from rulewright.problems.limits import LONGEST_EXPRESSION
from rulewright.problems.pages import CODES
from rulewright.problems.problem import Problem, Problems
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import Source, Span

STARTS: Final[tuple[from_text.Start, ...]] = get_args(from_text.Start)
MOVES: Final = 6
"""Moves that are played of a rulebook without errors."""


def rulebook(data: bytes) -> frozenset[str]:
    """A file is a rulebook that loads and plays, or has problems that can be shown in every way."""
    text = decoded(data)
    problems = pipeline.check_text(text)
    show(problems)
    told = frozenset(problem.code for problem in problems)
    if any(problem.severity == "error" for problem in problems):
        return told
    return told | frozenset(play(pipeline.load_text(text)))


def expression(data: bytes) -> frozenset[str]:
    """A text is an expression that prints and reads back as itself, wherever it stands, or has one place to mend.

    The first character chooses how it is read (`STARTS`), the others are the text.
    """
    whole = decoded(data)
    start, text = STARTS[ord(whole[:1] or "0") % len(STARTS)], whole[1:]
    problems = Problems()
    node = from_text.parse(Span(Source("<text>", text), 0, len(text)), start, problems)
    show(list(problems))
    assert (node is None) == bool(problems.errors)
    amid = from_text.parse(Span(Source("<text>", f"a: {text}\nb"), 3, 3 + len(text)), start, Problems())
    assert repr(amid) == repr(node), "it reads the same in the middle of a file"
    if node is None:
        return frozenset(problem.code for problem in problems)
    printed = to_text(node, start)
    again = from_text.parse(Span(Source("<text>", printed), 0, len(printed)), start, Problems())
    if len(printed) <= LONGEST_EXPRESSION:
        assert repr(again) == repr(node), f"it prints as `{printed}`, which is something else"
    return frozenset(type(part).__name__ for part in walk(node))


HARNESSES: Final[dict[str, Callable[[bytes], frozenset[str]]]] = {
    "rulebook": rulebook,
    "expression": expression,
}


def decoded(data: bytes) -> str:
    """Bytes as the text they are; those that are none, with replacement characters (files of such bytes are not read)."""
    return data.decode("utf-8-sig", "replace")


def show(problems: list[Problem]) -> None:
    """Every problem has a known code, a place in its text, and can be shown to people and programs."""
    for problem in problems:
        assert problem.code in CODES, problem.code
        for span in (problem.span, *(note.span for note in problem.notes)):
            assert 0 <= span.start <= span.end <= len(span.source.text), (problem.code, span.start, span.end)
    for colour in (False, True):
        shown = rendering.render_all(problems, colour=colour)
        shown.encode("utf-8")
    for report in (reports.to_json, reports.to_sarif, reports.to_github):
        report(problems).encode("utf-8")


def play(game: Game) -> Iterator[str]:
    """A few moves of a game, the first legal one each time, the last, or any; a failure of its rules is no failure of ours."""
    for picked in (lambda legal: legal[0], lambda legal: legal[-1], Random(1).choice):
        try:
            state = game.new_initial_state(seed=1)
            for _ in range(MOVES):
                if state.is_terminal():
                    yield "over"
                    break
                legal = state.legal_actions()
                assert legal, "a state that is not over has something to do"
                action = picked(legal)
                assert game.action(str(action)) == action, "a move reads back from its text"
                state.apply_action(action)
            assert game.deserialize_state(state.serialize()) == state
            assert rulewright.replay(json.loads(json.dumps(state.record())), game) == state
            for seat in range(game.num_players):
                state.observation(seat)
            yield "played"
        except RuleFailure as failure:
            show([Problem(failure.code, failure.message, failure.span, path=failure.path)])
            yield f"fails: {failure.code}"
