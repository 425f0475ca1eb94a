"""Where names are declared and used, in all files of a game, and what they are called instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.document import library
from rulewright.editor.desk import Desk
from rulewright.editor.diagnosis import Change, whole_look
from rulewright.editor.naming.places import declared, named_at, used, uses_in
from rulewright.editor.naming.renaming import Refused, can_be_renamed, renamed
from rulewright.language.builtins import AGGREGATES, ATTRIBUTES, DOMAINS, FUNCTIONS, NAMES, NTH
from rulewright.language.directions import WAYS
from tests.editor.snap import GAME, QUICK, behind, desk_of


def lines_of(
    folder: Path, mark: str, text: str = GAME, name: str = "snap.rulebook.yaml"
) -> list[tuple[str, int]]:
    """The files and lines in which the name at a mark is written."""
    desk, _ = desk_of(folder)
    path = folder / name
    found = named_at(desk, path, behind(text, mark))
    assert found is not None
    uses = used(desk, path, found[0].symbol)
    return sorted((Path(use.span.file).name.partition(".")[0], use.span.line) for use in uses)


@pytest.mark.parametrize(
    ("mark", "snap", "quick"),
    [
        ("p.poi", [13, 18, 31, 35, 38, 42], []),
        ("if: p.wor", [16, 34], []),
        ("is: p", [17, 18], []),
        ("> mo", [25, 34], []),
        ("add: sho", [20, 31], [6]),
        ("- {roll: ta", [11, 20, 29], [6]),
        ("do: ro", [24, 41], []),
        ("shown + ext", [7, 18, 25, 31], [5, 6]),
        ("sum(d", [20, 20], []),
        ("rolled: {di", [9, 11, 41], []),
    ],
)
def test_every_use_of_a_name_is_found(mark: str, snap: list[int], quick: list[int], tmp_path: Path) -> None:
    expected = [*(("quick", line) for line in quick), *(("snap", line) for line in snap)]
    assert lines_of(tmp_path, mark) == expected


def test_a_name_means_the_same_in_a_house_rule(tmp_path: Path) -> None:
    assert lines_of(tmp_path, "min(tab", QUICK, "quick.overlay.yaml") == lines_of(tmp_path, "- {roll: ta")


def test_a_bound_name_is_declared_where_it_is_bound(tmp_path: Path) -> None:
    desk, path = desk_of(tmp_path)
    found = named_at(desk, path, behind(GAME, "set: p"))
    assert found is not None
    (span,) = declared(desk, path, found[0].symbol)
    assert (span.line, span.text) == (32, "p")


def carried_out(changes: list[Change], folder: Path) -> dict[Path, str]:
    texts: dict[Path, str] = {}
    for change in sorted(changes, key=lambda each: each.range, reverse=True):
        path = Path(change.file)
        lines = texts.get(path, path.read_text(encoding="utf-8")).split("\n")
        line = lines[change.range.line]
        lines[change.range.line] = (
            line[: change.range.character] + change.text + line[change.range.end_character :]
        )
        texts[path] = "\n".join(lines)
    return texts


@pytest.mark.parametrize("mark", ["add: sho", "do: ro", "rolled: {di", "phases:\n  tu"])
def test_a_renamed_name_is_renamed_everywhere(mark: str, tmp_path: Path) -> None:
    desk, path = desk_of(tmp_path)
    texts = carried_out(renamed(desk, path, behind(GAME, mark), "another"), tmp_path)
    for file in (path, tmp_path / "quick.overlay.yaml"):
        assert [each for each in whole_look(file, texts) if each.severity == "error"] == []
    assert "another" in texts[path]


@pytest.mark.parametrize(
    ("mark", "name", "reason"),
    [
        ("add: sho", "extra", "there would be a mistake"),
        ("add: sho", "and", "is no name"),
        ("add: sho", "two words", "is no name"),
        ("players if p !", "me", "no name here"),
        ("seat(1).points =", "me", "no name here"),
        ("sum(d.fa", "front", "no name here"),
    ],
)
def test_what_cannot_be_renamed_is_refused_with_the_reason(
    mark: str, name: str, reason: str, tmp_path: Path
) -> None:
    desk, path = desk_of(tmp_path)
    with pytest.raises(Refused, match=reason):
        renamed(desk, path, behind(GAME, mark), name)


BUILT_IN = {each.name for each in (*NAMES, *FUNCTIONS, *AGGREGATES, NTH, *ATTRIBUTES, *DOMAINS)} | {
    *WAYS,
    "phase",
}


@pytest.mark.parametrize("game", ["pig", "go", "crazy-eights"])
def test_every_name_of_a_game_means_something(game: str) -> None:
    path = library.find_bundled(game)
    assert path is not None
    analysis = Desk().analysis(path)
    assert analysis is not None
    assert analysis.checked is not None
    spaces = {name for facts in analysis.checked.boards.values() for name in facts.names}
    uses = uses_in(analysis)
    assert {use.symbol.name for use in uses if use.symbol.sort == "built-in"} <= BUILT_IN | spaces
    assert [use.span.text for use in uses if use.span.text != use.symbol.name] == []


def test_what_can_be_renamed_has_a_place(tmp_path: Path) -> None:
    desk, path = desk_of(tmp_path)
    assert can_be_renamed(desk, path, behind(GAME, "add: sho")).text == "shown"
