"""The files that `print` writes, and what may be in their place already: nothing but older output."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click

from rulewright.cli.common.output import note
from rulewright.paper.tables import PLAIN
from rulewright.source import output

PDF = output.Kind("a PDF of this program", (".pdf",), re.compile(rb"%PDF-(?s:.)*ReportLab"))
SVG = output.Kind("a page of this program", (".svg",), re.compile(rb"(<\?xml[^>]*>\s*)?<!DOCTYPE svg|<svg"))
CSV = output.Kind("a table of components", (".csv",), re.compile(b",".join(map(str.encode, PLAIN))))


def write_all(folder: Path, files: Sequence[tuple[str, str]], kind: output.Kind) -> int:
    """Write files into a folder, which is made if need be; none of them if one cannot be written."""
    if not files:
        raise click.UsageError("there is nothing of the sort in this game")
    if folder.exists() and not folder.is_dir():
        raise click.UsageError(f"{len(files)} files are written here, so {folder} should be a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(str(output.CannotWrite.because(folder, error))) from None
    for name, _ in files:
        refuse(folder / name, kind)
    for name, text in files:
        output.write(folder / name, text)
        note(str(folder / name))
    return 0


def refuse(target: Path, kind: output.Kind) -> None:
    """Raise UsageError for a file that cannot be written, or that holds something else."""
    try:
        output.refuse(target, kind=kind)
    except output.CannotWrite as reason:
        raise click.UsageError(str(reason)) from None
