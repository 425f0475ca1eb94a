"""`--cluster`: the workers of a Dask cluster play, and the figures are the same."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from importlib import util
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.common import cluster
from tests.cli.conftest import Run

COMMANDS = [("simulate", "pig", "--bots", "hold_at_20,random"), ("compare", "pig", "--set-b", "target=50")]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as local:
        yield local.scheduler_address


@pytest.mark.parametrize("command", COMMANDS)
def test_the_figures_are_those_of_one_process(command: tuple[str, ...], address: str, run: Run) -> None:
    words = (*command, "--games", "60", "--format", "json", "--engine", "reference")
    here, there = run(*words).json, run(*words, "--cluster", address).json
    assert here.pop("timing")["jobs"] == 1
    timing: dict[str, Any] = there.pop("timing")
    assert timing["cluster"] == address
    assert "jobs" not in timing
    assert there == here


def test_single_games_and_coverage_are_the_same_too(address: str, run: Run) -> None:
    words = ("simulate", "pig", "--games", "30", "--format", "json", "--coverage", "--games-csv", "games.csv")
    here = run(*words)
    rows = Path("games.csv").read_bytes()
    there = run(*words, "--cluster", address)
    assert there.json["coverage"] == here.json["coverage"]
    assert Path("games.csv").read_bytes() == rows


@pytest.mark.parametrize("command", COMMANDS)
def test_what_cannot_be_is_refused_before_play(
    command: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = run(*command, "--cluster", "tcp://127.0.0.1:1", "--jobs", "2")
    assert both.status == 2
    assert "--jobs is for games on this computer" in both.err
    monkeypatch.setattr(
        cluster, "find_spec", lambda name: None if name == "distributed" else util.find_spec(name)
    )
    missing = run(*command, "--cluster", "tcp://127.0.0.1:1")
    assert missing.status == 2
    assert "--cluster needs distributed, which is not installed" in missing.err
    assert "pip install '.[cluster]'" in missing.err


def test_an_address_without_a_scheduler_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "SECONDS", 0.2)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        ended = run("simulate", "pig", "--cluster", address)
    assert ended.status == 2
    assert f"--cluster {address}: no scheduler answers there" in " ".join(ended.err.split())
