"""The notebooks of the documentation: run, and as parts of a page.

    executed(DOCS / "tutorial" / "notebook.ipynb")      with its outputs, from one kernel in an empty folder

They are kept without outputs, so that a change of a notebook is a change of its words or its code.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient

SECONDS = 60
"""The most that a cell may take."""


def read(path: Path) -> Any:  # Any: a notebook of nbformat
    """A notebook as it is kept."""
    return nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]  # it has no types


def executed(path: Path) -> Any:  # Any: a notebook of nbformat
    """A notebook with the outputs of its cells. Raises nbclient.exceptions.CellExecutionError for a cell that fails."""
    notebook = read(path)
    with TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": folder}}
        )
        client.execute()
    return notebook
