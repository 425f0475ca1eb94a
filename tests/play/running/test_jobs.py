"""How many games are played at a time where nobody says."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.play.compare import Comparing
from rulewright.play.running import jobs
from rulewright.play.running.jobs import usual_jobs

pytest.importorskip("llvmlite")


@pytest.mark.parametrize(
    ("engine", "players", "processors", "usual"),
    [
        ("native", ("random", "hold_at_20"), 4, 4),
        ("native", ("random", "random"), 100, 16),
        ("native", ("random", "greedy"), 4, 1),
        ("reference", ("random", "random"), 4, 1),
    ],
)
def test_threads_are_as_many_as_processors_and_processes_are_asked_for(
    engine: str, players: tuple[str, ...], processors: int, usual: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "processors", lambda: processors)
    game = rw.load("pig", players=2, engine=engine)
    assert usual_jobs(game, players) == usual
    assert Comparing((game, game), players, jobs=None).jobs == usual
    assert Comparing((game, game), players).jobs == 1


def test_there_is_a_processor() -> None:
    assert jobs.processors() >= 1
