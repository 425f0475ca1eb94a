"""Reports as Markdown: whole rule sheets, and tables for other reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from rulewright.author.report.tree import Block, Drawing, Grid, Item, Sheet, runs


def to_markdown(sheet: Sheet) -> str:
    """A rule sheet as a Markdown document with one heading of the first level."""
    parts = [f"# {escaped(sheet.title)}", f"*{sheet.players}*"]
    if sheet.about:
        parts.append(escaped(sheet.about))
    for section in sheet.sections:
        parts += [f"## {escaped(section.heading)}", *_blocks(section.blocks)]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Words of an author with the special characters of Markdown escaped."""
    return text.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], rules: Sequence[str] | None = None) -> str:
    """A Markdown table; `rules` is the line below the headings. Each `|` in a cell is escaped."""
    lines = [headings, rules or ["---"] * len(headings), *rows]
    bar = "\\|"
    return "\n".join(f"| {' | '.join(cell.replace('|', bar) for cell in line)} |" for line in lines)


def _blocks(blocks: tuple[Block, ...]) -> Iterator[str]:
    for are_items, run in runs(blocks):
        made = map(_block, run)
        yield from ["\n".join(made)] if are_items else made


def _block(block: Block) -> str:
    match block:
        case str():
            return escaped(block)
        case Item(name=name, text=text, notes=notes):
            line = f"- **{escaped(name)}**" + (f": {escaped(text)}" if text else "")
            return "\n".join([line, *(f"  - {escaped(note)}" for note in notes)])
        case Grid():
            cells = [[escaped(cell) for cell in row] for row in block.rows]
            return f"**{escaped(block.title)}**\n\n{table(block.filled(block.headings), cells)}"
        case Drawing(lines=lines):
            return "\n".join(["```text", *lines, "```"])
        case _:
            assert_never(block)
