"""Copy the files of this checkout to an empty folder: those git tracks, and new ones that it does not ignore.

    python3 .ci/copy.py FOLDER

Without git (an unpacked archive) everything is copied but environments and caches.
"""

import shutil
import subprocess
import sys
from pathlib import Path

LEFT_OUT = {".git", ".venv", "venv", "build", "dist", "node_modules", "__pycache__"}


def files_of(top: Path) -> list[Path]:
    """Paths below `top`, relative to it."""
    if (top / ".git").exists() and shutil.which("git"):
        asked = ["git", "-C", str(top), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        return [Path(name) for name in listed.split("\0") if name and (top / name).is_file()]
    found = (path.relative_to(top) for path in top.rglob("*") if path.is_file())
    return [path for path in found if not is_left_out(path)]


def is_left_out(path: Path) -> bool:
    return any(part in LEFT_OUT or part.endswith("_cache") for part in path.parts[:-1])


def main(target: Path) -> None:
    top = Path(__file__).resolve().parent.parent
    for name in files_of(top):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(top / name, target / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
