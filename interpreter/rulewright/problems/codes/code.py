"""What there is to say about a kind of problem: what it means, and a wrong and a right text."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent


@dataclass(frozen=True, slots=True)
class Code:
    """One entry of the register.

    `explanation` is Markdown.  `bad` and `good` are parts of a rulebook or whole overlays: the first has the
    problem, the second has not.  A part need not repeat the keys that every rulebook has (a test adds them).
    `parent` is the rulebook `parent` that overlays among them extend, likewise.
    """

    code: str
    title: str
    explanation: str
    bad: str = ""
    good: str = ""
    parent: str = ""

    def to_markdown(self) -> str:
        """The page that `rulewright explain CODE` shows."""
        parts = [f"# {self.code}: {self.title}", text(self.explanation)]
        for heading, example in (("Wrong", self.bad), ("Right", self.good)):
            if example:
                parts.append(f"## {heading}\n\n```yaml\n{text(example)}\n```")
        return "\n\n".join(parts) + "\n"


def text(written: str) -> str:
    """A text of the register without the indentation of the Python file it stands in."""
    return dedent(written).strip("\n")
