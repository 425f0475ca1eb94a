"""Games played while every value that a rule works out is held against what was claimed without playing.

    watched(game, claims, seed)       [] or the claims that play contradicts

The reference executor finds the function for a node in the table `EVAL`; while a game is watched each of them is
wrapped by one that looks at the value it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import rulewright as rw
from rulewright.evaluate.machine import EVAL
from rulewright.language.ranges import ANYTHING, Abstract, Values
from rulewright.runtime.failures import RuleFailure

Judge = Callable[[Any, Any], str | None]
"""(node, value that play gave it) -> what is wrong with that, or None."""


def possible(claim: Abstract, value: Any) -> bool:
    """Whether a value is among those claimed to be possible."""
    if claim == ANYTHING:  # of sets too: nothing is claimed
        return True
    if isinstance(claim, Values):
        return not isinstance(value, tuple) and claim.holds(None if value is None else int(value))
    if not isinstance(value, tuple):
        return False
    return claim.least <= len(value) <= claim.most and all(claim.of.holds(element) for element in value)


@contextmanager
def judged(judge: Judge, found: list[str]) -> Iterator[None]:
    """While it is open, whatever a judge has to say of a value goes into `found`."""
    usual = dict(EVAL)

    def wrapped(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def evaluate(machine: Any, node: Any) -> Any:
            value = function(machine, node)
            wrong = judge(node, value)
            if wrong is not None and len(found) < 20:
                found.append(wrong)
            return value

        return evaluate

    EVAL.update({kind: wrapped(function) for kind, function in usual.items()})
    try:
        yield
    finally:
        EVAL.update(usual)


def play(game: rw.Game, seed: int, most: int) -> int:
    """A random game of at most so many actions, as far as its rules carry; how many were done."""
    chooser = Random(seed)
    done = 0
    try:
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal() and done < most:
            state.apply_action(chooser.choice(state.legal_actions()))
            done += 1
    except RuleFailure:
        return done
    return done
