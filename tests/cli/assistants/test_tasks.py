"""An author who makes mistakes gets twelve games right with what the server says, and the checks know right from wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

pytest.importorskip("mcp")

from tests.cli.assistants.assistant import Assistant
from tests.cli.assistants.tasks import Slip, Task, Tools, tasks, wrong_with

MOST_DRAFTS = 6


@pytest.fixture(scope="module")
def assistant() -> Iterator[Assistant]:
    with Assistant() as assistant:
        yield assistant


@dataclass
class ScriptedAuthor:
    """Writes a draft with slips. What can be fixed for certain is fixed; another slip is mended only once its problem is named by its
    code, at a line of the slip."""

    drafts: int = 0
    unseen: list[Slip] = field(default_factory=list)

    def write(self, task: Task, tools: Tools) -> str:
        text, self.unseen = task.draft, list(task.slips)
        while self.drafts < MOST_DRAFTS:
            self.drafts += 1
            answer = tools.ask("validate", rulebook=text)
            found = {problem["code"]: problem for problem in answer["problems"]}
            named = [slip for slip in self.unseen if slip.code in found]
            for slip in named:
                assert text[: text.index(slip.wrong)].count("\n") + 1 == found[slip.code]["line"], slip
                assert slip.code in tools.ask("explain", code=slip.code)
                self.unseen.remove(slip)
            if answer["fine"]:
                assert " failed" not in tools.ask("test", rulebook=text, games=2)
                return str(tools.ask("format", rulebook=text)["text"])
            mended = tools.ask("fix", rulebook=text)["text"]
            text = mended if mended != text else self._by_hand(text, named)
            for slip in [each for each in self.unseen if each.wrong not in text]:
                assert slip.right in text, f"{slip} was fixed in another way"
                self.unseen.remove(slip)
        raise AssertionError(f"{task.name}: not fine after {self.drafts} drafts:\n{answer['report']}")

    @staticmethod
    def _by_hand(text: str, named: list[Slip]) -> str:
        assert named, "no problem leads to a slip"
        for slip in named:
            text = text.replace(slip.wrong, slip.right)
        return text


@pytest.mark.parametrize("name", sorted(tasks()))
def test_the_scripted_author_writes_the_game(assistant: Assistant, name: str) -> None:
    task, author = tasks()[name], ScriptedAuthor()
    text = author.write(task, assistant)
    assert author.unseen == []
    assert author.drafts > 1, "the draft has slips"
    assert wrong_with(task, text, assistant) == []


@pytest.mark.parametrize("name", sorted(tasks()))
def test_the_checks_notice_another_game(assistant: Assistant, name: str) -> None:
    task = tasks()[name]
    for slip in task.wrong:
        text = task.rulebook.replace(slip.right, slip.wrong)
        assert text != task.rulebook
        assert assistant.ask("validate", rulebook=text)["fine"]
        assert wrong_with(task, text, assistant)


def test_there_are_twelve() -> None:
    assert len(tasks()) == 12
    assert all(task.brief and task.checks and task.slips and task.wrong for task in tasks().values())
