"""Writing the page: its own files, the front of a table, Pyodide, Python's pack, and the kernels of its rules.

    written = write_page(Path("site"), offer, pyodide(None, print), print)
    written.size, written.without           bytes, and the rules that have no kernel, with the reason

Pyodide is made smaller: its machine code is compressed, and its library has only modules that a page can use.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from rulewright.export.offers import Offer
from rulewright.export.shrinking import lock, standard_library
from rulewright.export.undocumented import undocumented
from rulewright.native.driver.machine import NoMachine
from rulewright.native.wasm.kernels import SCRIPT, Kernel, kernel
from rulewright.playground import snapshot
from rulewright.playground.building import FRONT, LEFT_OUT, library, table_page, written_to
from rulewright.playground.fetching import Files
from rulewright.source.dataclass import dataclass

ROOM: Final = "export"
"""The room with the bench of the page."""
MARK: Final = "export.json"
"""The file by which a folder is known as that of an export."""
PACKAGES: Final = {"lark": "lark", "yaml": "PyYAML", "jinja2": "Jinja2", "markupsafe": "MarkupSafe"}
"""What is imported in the page, and the distribution that has it."""
WITHOUT: Final = (
    *(each for each in LEFT_OUT if each != ROOM), "adapters", "editor", "export/page", "playground/page", "playground/bench.py",
    "playground/door.py", "playground/warming.py",
)  # fmt: skip
"""Parts of this package that the page has no use for."""
SHARED: Final = ("hosting.js", "python.mjs", "seated.css", "transport.js")
"""Scripts of the playground that the page shares."""
MACHINE_CODE: Final = "pyodide/pyodide.asm.wasm"
_HERE = Path(__file__).parent
_PACKAGE = _HERE.parent


@dataclass(frozen=True, slots=True)
class Written:
    """`without`: the titles of rules that have no kernel, and why."""

    paths: tuple[Path, ...]
    without: tuple[tuple[str, str], ...]

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(path.stat().st_size for path in self.paths)


def write_page(folder: Path, offer: Offer, of_pyodide: Files, note: Callable[[str], None]) -> Written:
    """Write the page into a folder, which is made if it does not exist. Raises CannotWrite, and NotThere."""
    kernels, without = _kernels(offer, note)
    written = [written_to(folder / name, content) for name, content in contents(offer, of_pyodide)]
    for old in (folder / "kernels").glob("*.wasm"):
        old.unlink()
    for number, made in kernels.items():
        written += [
            written_to(folder / "kernels" / f"{number}.{part}.wasm", code)
            for part, code in made.modules.items()
        ]
    memory = _snapshot(folder, note)
    written += [memory.path] if memory else []
    code = written_to(folder / f"{MACHINE_CODE}.gz", _compressed((folder / MACHINE_CODE).read_bytes()))
    (folder / MACHINE_CODE).unlink()
    written = [code, *(path for path in written if path != folder / MACHINE_CODE)]
    start = {
        "snapshot": memory and {"file": memory.address, "size": memory.size},
        "title": offer.title,
        "rules": [_told(offer, number, kernels.get(number)) for number in range(len(offer.rules))],
    }
    written.append(written_to(folder / MARK, json.dumps(start).encode()))
    return Written(tuple(written), without)


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """A file with a snapshot, its address, and the size of what it unpacks to."""

    path: Path
    address: str
    size: int


def _snapshot(folder: Path, note: Callable[[str], None]) -> _Snapshot | None:
    """The snapshot of the page, compressed as well as the page can unpack it. None with a note if there is none."""
    path = folder / f"{snapshot.NAME}.xz"
    path.unlink(missing_ok=True)
    made = snapshot.make(folder, note, ROOM)
    if made is None:
        return None
    memory = gzip.decompress(made.read_bytes())
    made.unlink()
    content = lzma.compress(memory, check=lzma.CHECK_CRC32)
    written_to(path, content)
    return _Snapshot(path, f"./{path.name}?{hashlib.sha256(content).hexdigest()[:8]}", len(memory))


def _told(offer: Offer, number: int, made: Kernel | None) -> dict[str, Any]:
    """What the page knows of some rules before Python has started."""
    rules = offer.rules[number]
    return {"title": rules.title, "about": rules.about, "kernel": None if made is None else made.about}


def _kernels(
    offer: Offer, note: Callable[[str], None]
) -> tuple[dict[int, Kernel], tuple[tuple[str, str], ...]]:
    """The kernels of the rules, by their numbers; and the rules that have none."""
    made: dict[int, Kernel] = {}
    without: list[tuple[str, str]] = []
    for number, rules in enumerate(offer.rules):
        program = rules.book.program
        try:
            made[number] = kernel(program, tuple(program.strategies))
        except NoMachine as error:
            without.append((rules.title, str(error)))
    return made, tuple(without)


def contents(offer: Offer, of_pyodide: Files) -> Iterator[tuple[str, bytes]]:
    """All files of the page but its kernels, its snapshot and its start, by their paths in its folder."""
    front, shared = _PACKAGE / "serve" / "static", _PACKAGE / "playground" / "page"
    for path in sorted((_HERE / "page").iterdir()):
        if path.suffix in (".html", ".js", ".mjs", ".css"):
            yield path.name, path.read_bytes()
    for name in FRONT:
        yield name, (front / name).read_bytes()
    for name in SHARED:
        yield name, (shared / name).read_bytes()
    yield SCRIPT.name, SCRIPT.read_bytes()
    yield (
        "table.html",
        table_page((front / "table.html").read_text("utf-8"), ("seated.css", "playing.css")).encode(),
    )
    own = {f"rulewright/{ROOM}/offer.json": json.dumps(offer.to_json()).encode()}
    yield "python.files", library(PACKAGES, WITHOUT, games=False, more=own, read=_shorter)
    for name, content in of_pyodide.items():
        match name:
            case "python_stdlib.zip":
                content = standard_library(content)
            case "pyodide-lock.json":
                content = lock(content)
        yield f"pyodide/{name}", content


def _shorter(path: Path) -> bytes:
    """The content of a file; Python's files of this package without what only people read."""
    content = path.read_bytes()
    if path.suffix != ".py" or not path.is_relative_to(_PACKAGE):
        return content
    return undocumented(content.decode()).encode()


def _compressed(content: bytes) -> bytes:
    return gzip.compress(content, compresslevel=9, mtime=0)
