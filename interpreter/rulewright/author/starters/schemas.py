"""Where the schemas are that come along: beside the code in a checkout, inside the package when installed."""

from __future__ import annotations

from pathlib import Path

from rulewright.document.bundled import schemas_folder


def schema_path(what: str) -> Path:
    """The file of a schema: `rulebook`, `overlay` or `fragment`."""
    return schemas_folder() / f"{what}.schema.json"
