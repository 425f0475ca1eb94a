"""A rule sheet as Markdown."""

from __future__ import annotations

from typing import assert_never

from rulewright.author.sheet.blocks import Block, Drawing, Grid, Item, Sheet


def to_markdown(sheet: Sheet) -> str:
    """The sheet as a Markdown document with one heading of the first level."""
    parts = [f"# {escaped(sheet.title)}", f"*{sheet.players}*"]
    if sheet.about:
        parts.append(escaped(sheet.about))
    for section in sheet.sections:
        parts.append(f"## {escaped(section.heading)}")
        parts += _blocks(section.blocks)
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """What authors wrote, shown as written."""
    return text.replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


def _blocks(blocks: tuple[Block, ...]) -> list[str]:
    """Paragraphs; items that follow each other are one list."""
    made: list[str] = []
    items: list[str] = []
    for block in blocks:
        if isinstance(block, Item):
            items.append(_item(block))
            continue
        if items:
            made.append("\n".join(items))
            items = []
        made.append(_paragraph(block))
    if items:
        made.append("\n".join(items))
    return made


def _paragraph(block: str | Grid | Drawing) -> str:
    match block:
        case str():
            return escaped(block)
        case Grid():
            return _grid(block)
        case Drawing(lines=lines):
            return "\n".join(["```text", *lines, "```"])
        case _:
            assert_never(block)


def _item(item: Item) -> str:
    line = f"- **{escaped(item.name)}**" + (f": {escaped(item.text)}" if item.text else "")
    return "\n".join([line, *(f"  - {escaped(note)}" for note in item.notes)])


def _grid(grid: Grid) -> str:
    width = max([len(grid.headings), *(len(row) for row in grid.rows)])
    head = "| " + " | ".join(grid.headings[n] if n < len(grid.headings) else "" for n in range(width)) + " |"
    rule = "|" + " --- |" * width
    rows = ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in grid.rows]
    return "\n".join([f"**{escaped(grid.title)}**", "", head, rule, *rows])


def _cell(text: str) -> str:
    return escaped(text).replace("|", "\\|")
