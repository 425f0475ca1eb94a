"""The text of a file in its canonical form.

    formatted(Source("cup.rulebook.yaml", "rulebook:  1\\n..."))      ->      Formatted(text="rulebook: 1\\n...", problems=())

A file that YAML cannot read, or that uses parts of YAML which no rulebook may contain, is not formatted: its problems are returned.
Other mistakes do not matter; where a key is unknown, the keys around it stay in their order.
"""

from __future__ import annotations

from rulewright.author.formatting import comments, parts
from rulewright.author.formatting.aligning import aligned
from rulewright.author.formatting.layout import lay_out
from rulewright.document import from_yaml
from rulewright.document.nodes import Mapping, Node, Scalar
from rulewright.document.shape import schema, shapes
from rulewright.problems.problem import Problem, Problems
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source

_MOST_ROUNDS = 5
"""Formatting is repeated until nothing changes, which nearly always takes one round."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """The formatted text, or the problems for which there is none. `text` is then the text as it was."""

    source: Source
    text: str
    problems: tuple[Problem, ...] = ()

    @property
    def is_changed(self) -> bool:
        return self.text != self.source.text


def formatted(source: Source) -> Formatted:
    """Format a text. Nothing is written to disk."""
    problems = Problems()
    tree = from_yaml.read(source, problems)
    if tree is None or problems.errors:
        return Formatted(source, source.text, tuple(problems))
    newline = "\r\n" if "\r\n" in source.text else "\n"
    text = source.text.replace("\r\n", "\n")
    for _ in range(_MOST_ROUNDS):
        before, text = text, _once(Source(source.name, text, short=source.short))
        if text == before:
            break
    return Formatted(source, text.replace("\n", newline))


def _once(source: Source) -> str:
    tree = from_yaml.read(source, Problems())
    assert tree is not None  # it was read before
    found = comments.find(source, tree)
    lines = lay_out(parts.parts(source, tree, _shape(tree), found))
    text = aligned(lines)
    after = Source(source.name, text)
    if not _says_the_same(tree, from_yaml.read(after, Problems())):
        raise AssertionError("formatting would change the meaning of the text")
    return text


def _shape(tree: Mapping) -> shapes.Shape:
    kind = "tuning" if tree.entry("tuning") is not None else schema.kind_of(tree)
    return shapes.schema(kind)


def _says_the_same(one: Node, other: Node | None) -> bool:
    """Whether two trees have the same keys and texts, apart from the order of keys and from spaces."""
    match one:
        case Scalar():
            return isinstance(other, Scalar) and "".join(one.text.split()) == "".join(other.text.split())
        case Mapping():
            if not isinstance(other, Mapping) or sorted(one.keys()) != sorted(other.keys()):
                return False
            return all(_says_the_same(entry.value, other.get(entry.key.text)) for entry in one)
        case _:
            if isinstance(other, Scalar | Mapping | None) or len(one.items) != len(other.items):
                return False
            return all(map(_says_the_same, one.items, other.items))
