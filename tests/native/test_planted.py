"""Bugs planted in the emitter are noticed."""

from __future__ import annotations

import pytest

from tests.native.planted import BUGS, Bug, caught, look_at_many, look_closely, planted, programs

pytest.importorskip("llvmlite")

from rulewright.evaluate.reference import Reference
from tests.native.executors import Bare
from tests.native.side_by_side import together


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_planted_bug_is_noticed(bug: Bug) -> None:
    assert caught(bug, look_closely)
    assert caught(bug, look_at_many)


def test_a_planted_bug_is_gone_afterwards() -> None:
    name, program = next(programs())
    for bug in BUGS:
        with planted(bug):
            pass
    assert name == "witness 3"
    assert together(Reference(program), Bare(program), 0, 20) is None
