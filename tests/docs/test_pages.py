"""The machinery that tries the documentation: a check that never fails would be none."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import commands
from .pages import anchor_of, read


def page_of(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "page.md"
    path.write_text(text, encoding="utf-8")
    return path


def test_blocks_know_their_language_line_and_file(tmp_path: Path) -> None:
    page = read(page_of(tmp_path, "Words.\n\n```yaml fragment\n# file: a.yaml\nname: a\n```\n"))
    (block,) = page.blocks
    assert (block.language, block.words, block.line) == ("yaml", ("fragment",), 4)
    assert (block.file, block.added_to) == ("a.yaml", None)
    assert block.text == "# file: a.yaml\nname: a\n"


def test_edits_stand_between_blocks(tmp_path: Path) -> None:
    page = read(page_of(tmp_path, "```text\n```\n<!-- edit a.yaml: x => y -->\n```text\n```\n"))
    assert [block.language for block in page.blocks] == ["text", "edit", "text"]


def test_links_inside_blocks_are_none(tmp_path: Path) -> None:
    page = read(page_of(tmp_path, "[a](b.md#c) [out](https://example.org)\n```text\n[x](y.md)\n```\n"))
    assert page.links() == ["b.md#c"]


def test_anchors_are_made_from_headings() -> None:
    assert anchor_of("Turns, rounds and phases") == "turns-rounds-and-phases"
    assert anchor_of("`play_step`") == "play_step"


def test_a_block_that_is_never_closed_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="never closed"):
        read(page_of(tmp_path, "```yaml\nname: a\n"))


def test_commands_keep_their_output_status_and_target() -> None:
    first, second = commands.read(
        "$ rulewright list > a.txt\n$ rulewright validate b  # exit 1\nerror: ...\n", 7
    )
    assert (first.words, first.target, first.status) == (("rulewright", "list"), "a.txt", 0)
    assert (second.words, second.status, second.line) == (("rulewright", "validate", "b"), 1, 8)
    assert second.shown == ("error: ...",)


def test_a_command_that_ends_otherwise_is_noticed(tmp_path: Path) -> None:
    (command,) = commands.read("$ python -c 'raise SystemExit(3)'", 1)
    with pytest.raises(AssertionError, match="ended with 3, not 0"):
        commands.carry_out(command, tmp_path)


@pytest.mark.parametrize(
    ("shown", "printed", "fits"),
    [
        ((), "anything\n", True),
        (("a", "b"), "a\nb\n", True),
        (("a",), "a\nb\n", False),
        (("a", "..."), "a\nb\nc\n", True),
        (("...", "c"), "a\nb\nc\n", True),
        (("...", "b"), "a\nb\nc\n", False),
        (("a ... z",), "a to z\n", True),
        (("a.c",), "abc\n", False),
    ],
)
def test_shown_output_has_to_be_what_is_printed(shown: tuple[str, ...], printed: str, fits: bool) -> None:
    assert (commands.differs(shown, printed) is None) is fits
