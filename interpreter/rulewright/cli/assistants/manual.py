"""The manual for assistants: the language on a page, the keys of rulebooks, and the problems, with a search.

looked_up("shuffle", "all")      the sections in which the word is a title, a key or much used
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, Literal

from rulewright.document.bundled import docs_folder
from rulewright.document.shape.shapes import Shape, schema
from rulewright.problems.nearest import nearest
from rulewright.problems.pages import CODES
from rulewright.source.dataclass import dataclass

Where = Literal["all", "language", "problems", "keys"]
PAGE: Final = "reference/the-language-on-a-page.md"
MOST_FOUND: Final = 4
LONGEST: Final = 4_000
"""Characters of a section that is printed whole."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the manual."""

    kind: str
    title: str
    text: str

    def worth(self, words: list[str]) -> float:
        """How well it fits words; 0 if they do not all occur."""
        title, text = self.title.lower(), self.text.lower()
        counts = [
            text.count(word) + 20 * bool(re.search(rf"\\b{re.escape(word)}\\b", title)) for word in words
        ]
        if not all(counts):
            return 0
        return sum(min(count, 30) for count in counts) / (1 + len(text) / 3000)


def page() -> str:
    """The whole language on a page."""
    return (docs_folder() / PAGE).read_text("utf-8")


def explained(code: str) -> str:
    """The page of a problem. Raises LookupError."""
    name = code.strip().removeprefix("error[").removeprefix("warning[").removesuffix("]")
    if name not in CODES:
        near = nearest(name, CODES)
        raise LookupError(
            f"there is no problem with the code `{name[:80]}`" + (f"; did you mean `{near}`?" if near else "")
        )
    return CODES[name].to_markdown()


def looked_up(words: str, kind: Where) -> str:
    """The sections that fit best."""
    wanted = re.findall(r"[a-z0-9_+*/%.<>=-]+", words.lower())[:12]
    if not wanted:
        return "Which words? Give a key, a built-in, or words such as `hidden hands`."
    sections = [section for section in _sections() if kind in ("all", section.kind)]
    found = _best(sections, wanted) or _best(sections, [word.rstrip("s") for word in wanted])
    if not found:
        found = [section for word in wanted for section in _best(sections, [word])[:2]]
    if not found:
        return f"Nothing in the manual mentions {words[:80]!r}. The resource rulewright://language is the whole language."
    return "\n\n---\n\n".join(f"[{s.kind}] {s.title}\n\n{s.text[:LONGEST]}" for s in found[:MOST_FOUND])


def _best(sections: list[Section], words: list[str]) -> list[Section]:
    rated = [(section.worth(words), -place) for place, section in enumerate(sections)]
    return [sections[-place] for worth, place in sorted(rated, reverse=True) if worth > 0]


@cache
def _sections() -> tuple[Section, ...]:
    return (*_of_page(), *_of_keys(), *_of_problems())


def _of_page() -> Iterator[Section]:
    for part in re.split(r"(?m)^(?=##+ )", page()):
        title, _, text = part.partition("\n")
        yield Section("language", title.strip("# "), text.strip())


def _of_problems() -> Iterator[Section]:
    for code in CODES:
        yield Section("problems", f"{code}: {CODES[code].title}", CODES[code].to_markdown())


def _of_keys() -> Iterator[Section]:
    seen: set[str] = set()
    waiting: list[Shape] = [schema("rulebook"), schema("overlay")]
    while waiting:
        shape = waiting.pop(0)
        if shape.properties and shape.title not in seen:
            seen.add(shape.title)
            lines = [f"- `{key}`: {each.description or each.title}" for key, each in shape.properties.items()]
            yield Section("keys", f"keys of {shape.title}", "\n".join(lines))
        waiting += [
            each
            for each in (*shape.properties.values(), shape.others, shape.items)
            if each is not None and (each.properties or each.others or each.items) and each.title not in seen
        ]
