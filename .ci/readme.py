"""Print a command of the README, so that what newcomers type and what is checked cannot differ.

python3 .ci/readme.py run      the block behind the line  <!-- command: run -->
"""

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"


def command(name: str) -> str:
    """The text of the code block that follows the marker, which has to be there exactly once."""
    marked = rf"^<!-- command: {re.escape(name)} -->\n+```\w+\n(.*?)^```$"
    found = re.findall(marked, README.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    if len(found) != 1:
        raise SystemExit(
            f"README.md should have one block behind <!-- command: {name} -->; it has {len(found)}."
        )
    return str(found[0])


if __name__ == "__main__":
    print(command(sys.argv[1]), end="")
