"""The pages on problems: one Markdown file for each code, read when it is needed.

    CODES["flow-comma"].title == "a comma inside brackets ended a text"

A new code is a new file `pages/<code>.md`; `docs/contributing.md` shows one.  Codes are stable: people search for
them and silence them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from rulewright.source.dataclass import dataclass

STAGES = (
    "document", "text", "names", "types", "declarations", "boards", "rules", "strategies", "usage", "proofs", "failures",
)  # fmt: skip
"""The stages, in the order in which a rulebook passes through them and `rulewright explain` lists their codes."""

_PAGE = re.compile(r"---\nstage: (.+)\n(?:order: (\d+)\n)?---\n# (.+?): (.+)\n((?:.|\n)*)")
_EXAMPLE = re.compile(r"^```yaml\b *(.*)\n((?:.*\n)*?)```\n", re.MULTILINE)
_EXAMPLES = {"parent", "wrong", "right"}
_AT_THE_END = 1_000_000


@dataclass(frozen=True, slots=True)
class Code:
    """The contents of a page.

    `explanation` is Markdown.  `bad` and `good` are parts of a rulebook or whole overlays: the first has the
    problem, the second does not.  A part need not repeat the keys that every rulebook has (a test adds them).
    `parent` is the rulebook `parent` that these overlays extend, likewise a part.  Codes of a stage are listed by
    their `order`, and those without one after them, by their names.
    """

    code: str
    title: str
    explanation: str
    stage: str
    order: int = _AT_THE_END
    bad: str = ""
    good: str = ""
    parent: str = ""

    def to_markdown(self) -> str:
        """The page that `rulewright explain CODE` shows."""
        parts = [f"# {self.code}: {self.title}", self.explanation]
        for heading, example in (("Wrong", self.bad), ("Right", self.good)):
            if example:
                parts.append(f"## {heading}\n\n```yaml\n{example}\n```")
        return "\n\n".join(parts) + "\n"


def page_of(code: str, text: str) -> Code:
    """The contents of the file `<code>.md`."""
    page = _PAGE.fullmatch(text)
    if page is None or page[3] != code:
        raise ValueError(f"{code}.md: expected `---`, `stage: ...`, `---` and the heading `# {code}: ...`")
    if page[1] not in STAGES:
        raise ValueError(f"{code}.md: `{page[1]}` is not a stage; those are {', '.join(STAGES)}")
    written = [(match[1], match[2].rstrip("\n")) for match in _EXAMPLE.finditer(page[5])]
    shown = dict(written)
    if len(shown) < len(written) or not shown.keys() <= _EXAMPLES:
        raise ValueError(f"{code}.md: an example is `yaml wrong`, `yaml right` or `yaml parent`, each once")
    explanation = _EXAMPLE.sub("", page[5]).strip()
    examples = {
        "bad": shown.get("wrong", ""),
        "good": shown.get("right", ""),
        "parent": shown.get("parent", ""),
    }
    return Code(code, page[4], explanation, page[1], int(page[2] or _AT_THE_END), **examples)


class Pages(Mapping[str, Code]):
    """The pages in a folder, by code."""

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder
        self._read: dict[str, Code] = {}

    def __getitem__(self, code: str) -> Code:
        if code not in self._names:
            raise KeyError(code)
        if code not in self._read:
            text = self._folder.joinpath(f"{code}.md").read_text(encoding="utf-8")
            self._read[code] = page_of(code, text)
        return self._read[code]

    def __contains__(self, code: object) -> bool:
        return code in self._names

    def __iter__(self) -> Iterator[str]:
        pages = [self[code] for code in self._names]
        pages.sort(key=lambda page: (STAGES.index(page.stage), page.order, page.code))
        return (page.code for page in pages)

    def __len__(self) -> int:
        return len(self._names)

    def place(self, code: str) -> Path | None:
        """The file of a page, for a link to it; None if there is no such page, or it is no file of its own."""
        file = self._folder.joinpath(f"{code}.md")
        return file if code in self._names and isinstance(file, Path) else None

    @cached_property
    def _names(self) -> frozenset[str]:
        files_ = (file.name for file in self._folder.iterdir())
        return frozenset(name.removesuffix(".md") for name in files_ if name.endswith(".md"))


CODES = Pages(files("rulewright.problems").joinpath("pages"))
