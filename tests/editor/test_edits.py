"""A few random edits in a row; `python -m tests.editor.edits 10000` makes many."""

from __future__ import annotations

from pathlib import Path

from tests.editor.edits import edits


def test_random_edits_break_nothing(tmp_path: Path) -> None:
    edits(tmp_path, 50, seed=7)
