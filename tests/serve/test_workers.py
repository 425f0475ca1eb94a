"""Workers: a request that takes too long or too much memory ends its process, and the next one is answered again."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

import rulewright
from rulewright.serve.workers import NeedsLog, Refused, Stalled, Worker

CATALOGUE = {"do": "catalogue", "games": ["tic-tac-toe"]}


def test_a_worker_that_is_too_slow_is_replaced() -> None:
    async def asked() -> None:
        worker = Worker()
        with pytest.raises(Stalled):
            await worker.ask(CATALOGUE, 0.01)
        answer = await worker.ask(CATALOGUE, 30)
        assert [game["name"] for game in answer["games"]] == ["tic-tac-toe"]
        with pytest.raises(NeedsLog):
            await worker.ask({"do": "look", "table": "T", "revision": 0}, 30)
        with pytest.raises(Refused, match="no-such-game"):
            await worker.ask({"do": "catalogue", "games": ["no-such-game"]}, 30)
        with pytest.raises(Stalled):  # a mistake of ours is no end of the worker
            await worker.ask({"do": "nothing", "table": "T", "revision": 0, "log": {}}, 30)
        await worker.ask(CATALOGUE, 30)
        await worker.close()

    asyncio.run(asked())


def test_all_who_wait_for_a_worker_that_ends_are_told() -> None:
    async def asked() -> list[object]:
        worker = Worker()
        waiting = [worker.ask(CATALOGUE, 30 if number else 0.01) for number in range(3)]
        found: list[object] = list(await asyncio.gather(*waiting, return_exceptions=True))
        await worker.close()
        return found

    assert all(isinstance(each, Stalled) for each in asyncio.run(asked()))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
def test_a_worker_gets_no_more_memory_than_its_limit() -> None:
    program = "from rulewright.serve.worker.confinement import confine; confine(300 << 20); b'x' * (1 << 30)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "MemoryError" in ended.stderr


def test_a_position_that_is_needed_no_more_is_forgotten() -> None:
    header = rulewright.load("tic-tac-toe").new_initial_state(seed=1).record(texts=True)
    look = {
        "do": "look",
        "table": "T",
        "revision": 0,
        "viewers": ["0"],
        "names": ["Ann", "Bob"],
        "people": [0],
    }

    async def asked() -> None:
        worker = Worker()
        worker.tell({"do": "forget", "table": "T"})  # it does not run yet, and is not started for this
        await worker.ask({**look, "log": {"header": header, "steps": []}}, 30)
        assert (await worker.ask(look, 30))["status"]["step"] == 0
        worker.tell({"do": "forget", "table": "T"})
        with pytest.raises(NeedsLog):
            await worker.ask(look, 30)
        await worker.close()

    asyncio.run(asked())
