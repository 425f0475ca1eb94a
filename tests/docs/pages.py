"""The pages of the documentation as blocks of code and links, each with its line.

What the text tells a reader to change in a file is repeated for us in a comment, which counts as a block:

    <!-- edit pig.rulebook.yaml: me.score => me.scor -->

```yaml
# file: pig.rulebook.yaml
rulebook: 1                     ->     Block(language="yaml", words=(), line=12, text="# file: …", file="pig.…")
```
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})(?P<info>[^`]*)$")
FILE = re.compile(r"^# (?P<how>file|add to): (?P<name>\S+)$")
EDIT = re.compile(r"^<!-- edit (?P<file>\S+): (?P<old>.+) => (?P<new>.+) -->$")
LINK = re.compile(r"(?<!!)\[[^\]\n]*(?:\n[^\]\n]*)?\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(?P<title>.*?)\s*$")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block. `words` follow the language behind the fence; `line` is that of the first line inside."""

    language: str
    words: tuple[str, ...]
    line: int
    text: str

    @property
    def file(self) -> str | None:
        """The name under which the page's later commands find this text (`# file: NAME`)."""
        return self._named("file")

    @property
    def added_to(self) -> str | None:
        """The file to whose end a reader adds this text (`# add to: NAME`)."""
        return self._named("add to")

    def _named(self, how: str) -> str | None:
        named = FILE.match(self.text.split("\n", 1)[0])
        return named["name"] if named and named["how"] == how else None


@dataclass(frozen=True, slots=True)
class Page:
    path: Path
    blocks: tuple[Block, ...]
    prose: str
    """The page with its blocks blanked out, line for line."""

    @property
    def name(self) -> str:
        return self.path.relative_to(TOP).as_posix()

    def links(self) -> list[str]:
        """Targets that stand in this repository: `language.md`, `../README.md#a-taste`, `#below`."""
        targets = [found["target"] for found in LINK.finditer(self.prose)]
        return [target for target in targets if not re.match(r"[a-z]+:", target)]

    def anchors(self) -> set[str]:
        """What `#…` may name on this page, in the way that forges work it out from headings."""
        titles = [found["title"] for line in self.prose.split("\n") if (found := HEADING.match(line))]
        return {anchor_of(title) for title in titles}


def anchor_of(title: str) -> str:
    shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
    return re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")


def pages() -> list[Page]:
    """The README, the change log and everything below docs/."""
    return [
        read(path)
        for path in (TOP / "README.md", TOP / "CHANGELOG.md", *sorted((TOP / "docs").rglob("*.md")))
    ]


def read(path: Path) -> Page:
    blocks: list[Block] = []
    prose: list[str] = []
    inside: list[str] | None = None
    opened = FENCE.match("```")
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        fence = FENCE.match(line)
        if inside is None and fence:
            opened, inside, start = fence, [], number + 1
        elif inside is None:
            if EDIT.match(line):
                blocks.append(Block("edit", (), number, line))
            prose.append(line)
            continue
        elif fence and opened and fence["ticks"].startswith(opened["ticks"]) and not fence["info"].strip():
            language, *words = opened["info"].split() or [""]
            blocks.append(Block(language, tuple(words), start, "".join(f"{text}\n" for text in inside)))
            inside = None
        else:
            assert opened is not None
            inside.append(line.removeprefix(opened["indent"]))
        prose.append("")
    assert inside is None, f"{path}: the block at line {start} is never closed"
    return Page(path, tuple(blocks), "\n".join(prose))
