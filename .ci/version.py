"""Check that the package, the changelog and the citation name the version of a tag, and print the changes.

python .ci/version.py v1.0.0                 nothing, or what differs with status 1
python .ci/version.py v1.0.0 --changes       the section of the changelog
"""

import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent


def text(name: str) -> str:
    return (TOP / name).read_text(encoding="utf-8")


def changes(version: str) -> str:
    """The section of the changelog for a version; empty if there is none."""
    found = re.search(
        rf"^## {re.escape(version)} [^\n]*\n(.*?)(?=^## |\Z)", text("CHANGELOG.md"), re.MULTILINE | re.DOTALL
    )
    return found[1].strip() if found is not None else ""


def differing(version: str) -> list[str]:
    """What is wrong for a release of this version."""
    package = re.search(r'^__version__ = "(.*)"$', text("interpreter/rulewright/__init__.py"), re.MULTILINE)
    citation = re.search(r"^version: (.*)$", text("CITATION.cff"), re.MULTILINE)
    found = []
    for name, named in (("the package", package), ("CITATION.cff", citation)):
        if named is None or named[1] != version:
            found.append(
                f"{name} has version {named[1] if named is not None else 'none'}, and the tag {version}"
            )
    if not changes(version):
        found.append(f"CHANGELOG.md has nothing about {version}")
    if re.search(rf"^## {re.escape(version)} \(unreleased\)", text("CHANGELOG.md"), re.MULTILINE):
        found.append(f"CHANGELOG.md says that {version} is unreleased; write the date")
    return found


if __name__ == "__main__":
    number = sys.argv[1].removeprefix("v")
    if "--changes" in sys.argv:
        print(changes(number))
    else:
        wrong = differing(number)
        print("\n".join(wrong))
        sys.exit(1 if wrong else 0)
