"""What is known about texts while they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.document.files import Files
from rulewright.editor import desk as desk_module
from rulewright.editor import diagnosis
from rulewright.editor.analysis import Analysis, analysed
from rulewright.editor.ranges import Range, offset_of, range_of
from rulewright.source.text import Source, Span
from tests.editor.snap import COLOURS, GAME, QUICK, desk_of


def test_a_sound_text_goes_through_all_stages(tmp_path: Path) -> None:
    desk, path = desk_of(tmp_path)
    analysis = desk.analysis(path)
    assert analysis is not None
    assert analysis.is_whole
    assert not analysis.problems
    assert desk.analysis(path) is analysis  # worked out once


def test_a_line_that_yaml_cannot_read_leaves_the_rest_known(tmp_path: Path) -> None:
    desk, path = desk_of(tmp_path)
    typed = GAME.replace("        do:\n          - {roll", "        sa\n        do:\n          - {roll")
    desk.put(path, typed)
    analysis = desk.analysis(path)
    assert analysis is not None
    assert [problem.code for problem in analysis.problems] == ["yaml-syntax"]
    assert analysis.is_whole
    assert len(analysis.read.text) == len(typed)
    assert analysis.rulebook is not None
    assert [each.id for each in analysis.rulebook.actions[0].requirements] == ["once"]


def test_an_expression_that_cannot_be_parsed_leaves_the_rest_known(tmp_path: Path) -> None:
    desk, path = desk_of(tmp_path)
    desk.put(path, GAME.replace("once: rolls == 0", "once: rolls =="))
    analysis = desk.analysis(path)
    assert analysis is not None
    assert len(analysis.problems) == 1
    assert analysis.is_whole


def test_what_was_known_last_stays_known(tmp_path: Path) -> None:
    desk, path = desk_of(tmp_path)
    before = desk.analysis(path)
    desk.put(path, "]")
    now = desk.analysis(path)
    assert now is not None
    assert not now.is_whole
    assert desk.known(path) is before


def test_what_was_known_while_the_text_changed_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, path = desk_of(tmp_path, "]")

    def typed_meanwhile(source: Source, files: Files) -> Analysis:
        desk.put(path, GAME)
        return analysed(source, files)

    with monkeypatch.context() as slow:
        slow.setattr(desk_module, "analysed", typed_meanwhile)
        before = desk.analysis(path)
    now = desk.analysis(path)
    assert before is not None
    assert now is not None
    assert (before.source.text, now.source.text) == ("]", GAME)


def test_texts_that_are_not_saved_are_seen_by_those_that_use_them(tmp_path: Path) -> None:
    desk, path = desk_of(tmp_path)
    overlay = tmp_path / "quick.overlay.yaml"
    desk.put(overlay, QUICK)
    first = desk.analysis(overlay)
    assert first is not None
    assert not first.problems
    desk.put(path, GAME.replace("extra", "bonus"))
    again = desk.analysis(overlay)
    assert again is not None
    assert any("extra" in problem.message for problem in again.problems)
    assert desk.users(path) == [overlay]


def test_a_fragment_is_read_with_a_rulebook_that_uses_it(tmp_path: Path) -> None:
    desk, _ = desk_of(tmp_path)
    fragment = tmp_path / "colours.fragment.yaml"
    desk.put(fragment, COLOURS)
    analysis = desk.analysis(fragment)
    assert analysis is not None
    assert analysis.is_whole
    assert analysis.checked is not None
    assert "Colour" in analysis.checked.enums


def test_places_are_counted_as_editors_count_them() -> None:
    source = Source("x", "ab\n🎲🎲 cd\n")
    span = Span(source, 6, 8)
    assert span.text == "cd"
    assert range_of(span) == Range(1, 5, 1, 7)
    assert offset_of(source, 1, 5) == 6
    assert offset_of(source, 1, 99) == 8
    assert offset_of(source, 9, 0) == len(source.text)


def test_the_whole_look_finds_what_one_table_does_not_show(tmp_path: Path) -> None:
    unused = GAME.replace("  rolls: {type", "  idle: {type: 0..1}\n  rolls: {type")
    desk, path = desk_of(tmp_path, unused)
    analysis = desk.analysis(path)
    assert analysis is not None
    assert not analysis.problems
    whole = diagnosis.whole_look(path, desk.texts)
    assert [(each.code, each.severity, each.whole) for each in whole] == [("unused", "warning", True)]
    assert diagnosis.together([], whole) == whole
    moved = diagnosis.kept(whole, str(path), unused, "# a line more\n" + unused)
    assert [each.range.line for each in moved] == [whole[0].range.line + 1]
    assert diagnosis.kept(whole, str(path), unused, unused.replace("idle", "busy")) == []
