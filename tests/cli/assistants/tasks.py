"""Tasks for an assistant: twelve games in words, and the exact checks that show whether a rulebook is right.

    for task in tasks():
        text = author.write(task, tools)          a script here; elsewhere perhaps a model
        wrong_with(task, text, tools)             [] if the rulebook does what the words say

The words of a task prescribe names of actions, variables and kinds, so the checks fit any rulebook that follows them: examples that
the author does not see, as a house rule on top, and for some games an oracle, a few lines of Python that play along with random
moves.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

import yaml

from tests.cli.assistants.oracles import ORACLES, Oracle

FOLDER: Final = Path(__file__).with_name("tasks")
GAMES: Final = 3
"""Random games that an oracle plays along with."""


class Tools(Protocol):
    """What an author may use: the tools of the server."""

    def ask(self, tool: str, **arguments: object) -> Any: ...  # JSON


class Author(Protocol):
    """Somebody who turns words into a rulebook."""

    def write(self, task: Task, tools: Tools) -> str: ...


@dataclass(frozen=True)
class Slip:
    """A mistake of the scripted author: what should be there, what is there, and the code of the problem that shows it."""

    right: str
    wrong: str
    code: str = ""


@dataclass(frozen=True)
class Task:
    """A game in words. `rulebook` is a right one; `wrong` are changes that leave a rulebook, but of another game."""

    name: str
    brief: str
    rulebook: str
    slips: tuple[Slip, ...]
    checks: str
    wrong: tuple[Slip, ...]
    oracle: type[Oracle] | None

    @property
    def draft(self) -> str:
        """The rulebook with all slips."""
        text = self.rulebook
        for slip in self.slips:
            text = text.replace(slip.right, slip.wrong)
        return text


@cache
def tasks() -> dict[str, Task]:
    """All tasks, by name."""
    return {path.stem: _task(path) for path in sorted(FOLDER.glob("*.yaml"))}


def _task(path: Path) -> Task:
    data = yaml.safe_load(path.read_text("utf-8"))
    slips, wrong = (tuple(Slip(**each) for each in data[key]) for key in ("slips", "wrong"))
    oracle = ORACLES[data["oracle"]] if "oracle" in data else None
    return Task(path.stem, data["brief"], data["rulebook"], slips, data["checks"], wrong, oracle)


def wrong_with(task: Task, text: str, tools: Tools) -> list[str]:
    """What is wrong with a rulebook for a task; nothing if it is right."""
    answer = tools.ask("validate", rulebook=text)
    if not answer["fine"]:
        return [answer["report"]]
    report = tools.ask("test", rulebook=_with_checks(task, text), other_files=[text], games=0)
    failed = [
        line for line in report.splitlines() if "FAILED" in line or "error[" in line or "failed" in line
    ]
    return failed or (_disagreements(task, text, tools) if task.oracle is not None else [])


def _with_checks(task: Task, text: str) -> str:
    """A house rule that only adds the examples of a task."""
    name = yaml.safe_load(text)["name"]
    examples = "".join(f"    {line}\n" for line in task.checks.splitlines())
    return f"rulebook: 1\nname: checks\nextends: {name}\nadd:\n  examples:\n{examples}"


def _disagreements(task: Task, text: str, tools: Tools) -> list[str]:
    """Random games in which the oracle sees other moves, another player to move or another result."""
    assert task.oracle is not None
    found: list[str] = []
    for seed in range(GAMES):
        chance, oracle = random.Random(seed), task.oracle()
        table = tools.ask("new_game", rulebook=text, players=2, seed=seed)
        moves: list[str] = []
        while not found:
            result = oracle.result()
            if table["over"] or result is not None:
                found += _ended(table, result, moves)
                break
            legal = sorted(oracle.legal())
            if legal != sorted(table["legal_moves"]) or oracle.to_move + 1 != table["seat"]:
                found.append(f"after {moves}: {table['legal_moves']} and not {legal}, seat {table['seat']}")
                break
            moves.append(chance.choice(legal))
            oracle.make(moves[-1])
            table = tools.ask("play", game=table["game"], moves=[moves[-1]])
    return found


def _ended(table: dict[str, Any], result: frozenset[int] | None, moves: list[str]) -> list[str]:  # JSON
    """Whether both say that the game is over, and name the same winners."""
    if not table["over"] or result is None:
        return [f"after {moves}: over is {table['over']}"]
    best = {int(name.rpartition(" ")[2]) - 1 for name in table["ranking"][0]}
    return [] if best == result else [f"after {moves}: {best} win, and not {set(result)}"]
