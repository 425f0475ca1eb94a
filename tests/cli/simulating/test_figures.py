"""Tables of figures: whatever the width, no figure is cut or broken."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright.author.report.tree import Grid, Section, Sheet
from rulewright.cli.common.output import PIPE_WIDTH
from rulewright.cli.common.text_tables import show_sheet, show_table
from rulewright.cli.simulating.perft_command import _show
from rulewright.play.perft import Ply
from tests.cli.conftest import Run

FIGURES = st.from_regex(r"[0-9]{1,12}(\.[0-9]{2})?|[骰A-Z]{1,9}", fullmatch=True)


def printed(capsys: pytest.CaptureFixture[str], *cells: str, columns: int = 9) -> str:
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    show_table([f"c{place}" for place in range(columns)], rows)
    return capsys.readouterr().out


@pytest.mark.parametrize("width", range(PIPE_WIDTH - 8, PIPE_WIDTH + 20))
def test_a_piped_table_is_as_wide_as_its_figures(width: int, capsys: pytest.CaptureFixture[str]) -> None:
    wide = "9" * (width - 8 * 4)
    assert printed(capsys, wide, *"12345678").splitlines()[1].split() == [wide, *"12345678"]


@settings(max_examples=30)
@given(cells=st.lists(FIGURES, min_size=9, max_size=9), columns=st.none() | st.integers(1, 150))
def test_no_figure_is_cut_at_any_width(cells: list[str], columns: int | None) -> None:
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", out)
        if columns is not None:
            patch.setenv("COLUMNS", str(columns))
        show_table([f"c{place}" for place in range(9)], [cells])
    assert columns is not None or [line.split() for line in out.getvalue().splitlines()][1] == cells
    assert set(cells) <= set(out.getvalue().split())


def test_large_counts_of_positions_stay_whole(capsys: pytest.CaptureFixture[str]) -> None:
    game = rw.load("connect-four")
    many = 10**17
    _show(game, [Ply(1, many, many, many, (many, many), many, many)], unique=True)
    assert capsys.readouterr().out.count(f"{many:,}") == 14


def test_a_figure_on_the_rule_sheet_stays_whole(capsys: pytest.CaptureFixture[str]) -> None:
    figure = "1" * 30
    grid = Grid("worth", ("a", "b", "c", "d"), ((figure,) * 4,))
    show_sheet(Sheet("T", "2 players", "", (Section("S", (grid,)),)))
    assert capsys.readouterr().out.split().count(figure) == 4


def test_a_piped_simulation_loses_no_figure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    shown = run("simulate", "pig", "--players", "2", "--games", "30", "--set", "target=1000").out
    assert "…" not in shown
