"""The notebooks of the documentation run, are kept without outputs, and their links lead somewhere."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import nbformat
import pytest

from docs.notebooks import executed, read
from tests.offenders import assert_none
from tests.package import TOP

FOLDER = TOP / "docs" / "tutorial"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@cache
def played() -> list[Any]:  # Any: a cell of nbformat
    """The cells of the notebook with their outputs: one kernel for all tests."""
    cells: list[Any] = executed(FOLDER / "notebook.ipynb").cells  # Any: as above
    return cells


def outputs(kind: str) -> list[str]:
    """All outputs of one type."""
    shown = [output.get("data", {}) for cell in played() for output in cell.get("outputs", ())]
    return [each[kind] for each in shown if kind in each]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Any) -> None:  # Any: a path
    notebook = read(path)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    assert_none(cell.id for cell in code if cell.outputs or cell.execution_count is not None)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_of_a_notebook_lead_somewhere(path: Any) -> None:  # Any: a path
    cells = read(path).cells
    words = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    links = re.findall(r"\]\(([^)#]+)", words)
    assert_none(link for link in links if not (path.parent / link).exists())


def test_the_notebook_shows_tables_reports_frames_and_a_plot() -> None:
    reports = [text for text in outputs("text/html") if 'class="rulewright"' in text]
    titles = [re.sub(r"<[^>]+>", "", found) for text in reports for found in re.findall("<h4>.*?</h4>", text)]
    assert titles == [
        "Cinq-O",
        "Cinq-O",
        "Connect Four",
        "Hearts, as Player 1 sees it",
        "Cinq-O",
        "1 error",
        "No problems",
        "Cinq-O: what the change does",
    ]
    assert sum('class="dataframe"' in text for text in outputs("text/html")) == 3
    assert len(outputs("image/svg+xml")) == 1
    assert len(outputs("image/png")) == 1
    assert not [text for text in outputs("text/html") if "<progress" in text]
