"""The addresses of the project in the metadata of its packages: those of the repository in which they are built.

The workflows set GITHUB_REPOSITORY; anybody else may set RULEWRIGHT_REPOSITORY to the whole address. Without either there are none.
"""

from __future__ import annotations

import os
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Addresses(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:  # Any: whatever a project has
        repository = address()
        metadata["urls"] = (
            {
                "Homepage": repository,
                "Documentation": f"{repository}/tree/HEAD/docs",
                "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
                "Issues": f"{repository}/issues",
            }
            if repository
            else {}
        )


def address() -> str:
    given = os.environ.get("RULEWRIGHT_REPOSITORY", "").rstrip("/")
    name = os.environ.get("GITHUB_REPOSITORY", "")
    return given or (f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{name}" if name else "")
