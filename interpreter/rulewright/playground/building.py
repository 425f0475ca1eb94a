"""Writing the page: its own files, the front of a table, Pyodide, CodeMirror, and a pack with this package and the packages that it needs.

    write_page(Path("site"), vendored(None, None, print), print)

The packages are those of this installation, without their compiled parts: each works without. So the page needs no network, and has
the same version of everything.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from rulewright.document import library as bundled
from rulewright.document.bundled import rulebooks_folder, schemas_folder
from rulewright.playground import snapshot
from rulewright.playground.codemirror import codemirror
from rulewright.playground.fetching import Files, NotThere
from rulewright.playground.games import by_length
from rulewright.playground.pyodide import pyodide
from rulewright.source import output

PACKAGES = {
    "lark": "lark", "yaml": "PyYAML", "jinja2": "Jinja2", "markupsafe": "MarkupSafe", "lsprotocol": "lsprotocol", "attr": "attrs",
    "attrs": "attrs", "cattrs": "cattrs", "typing_extensions": "typing_extensions", "pygls": "pygls",
}  # fmt: skip
"""What is imported in the page, and the distribution that has it; from `lsprotocol` on, it is of the extra `lsp`."""
ROOM = "playground"
"""The room with the bench of the page."""
LEFT_OUT = ("cli", "native", "notebook", "paper", "serve/static", "export")
"""Rooms of this package that a page has no use for."""
NOTHING: Mapping[str, bytes] = MappingProxyType({})
KEPT = ("native/__init__.py", "native/driver/__init__.py", "native/driver/machine.py")
"""What is needed of them: whether there is a native engine is asked where engines are chosen."""
NO_USE = (".so", ".pyd", ".dylib", ".pyc", ".c", ".pxd", ".pyx", ".pyi", ".mjs")
"""Endings of what Python in the page cannot use."""
FRONT = ("connection.js", "draw.js", "icon.svg", "kept.js", "moves.js", "options.js", "style.css", "table.js")
"""The files of the front of `rulewright serve` that the page shares."""
_HERE = Path(__file__).parent
_PACKAGE = _HERE.parent


def vendored(of_pyodide: Path | None, of_codemirror: Path | None, note: Callable[[str], None]) -> Files:
    """The files of others, by their paths in the folder of a page; the paths are where they are taken from. Raises NotThere."""
    named = {"pyodide": pyodide(of_pyodide, note), "codemirror": codemirror(of_codemirror, note)}
    return {f"{folder}/{name}": content for folder, files in named.items() for name, content in files.items()}


def write_page(folder: Path, files: Files, note: Callable[[str], None]) -> list[Path]:
    """Write the page with the files of others into a folder, which is made if it does not exist: the paths. Raises CannotWrite."""
    written = [written_to(folder / name, content) for name, content in contents(files)]
    made = snapshot.make(folder, note, ROOM)
    start = {
        "snapshot": made and f"./{made.name}?{hashlib.sha256(made.read_bytes()).hexdigest()[:8]}",
        "text": bundled.demand(by_length()[0]).text,
        "games": [name for name, _ in bundled.bundled()],
    }
    return [
        *written,
        *([made] if made else []),
        written_to(folder / "start.json", json.dumps(start).encode()),
    ]


def written_to(path: Path, content: bytes) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise output.CannotWrite.because(path.parent, error) from None
    output.put(path, content)
    return path


def contents(files: Files) -> Iterator[tuple[str, bytes]]:
    """All files of the page but its snapshot and its start, by their paths in its folder."""
    front = _PACKAGE / "serve" / "static"
    for path in sorted((_HERE / "page").iterdir()):
        if path.suffix in (".html", ".js", ".mjs", ".css"):
            yield path.name, path.read_bytes()
    for name in FRONT:
        yield name, (front / name).read_bytes()
    yield "table.html", table_page((front / "table.html").read_text("utf-8")).encode()
    yield "python.files", library()
    yield from files.items()


def table_page(text: str, styles: Sequence[str] = ("seated.css",)) -> str:
    """The page of a table, with its files in the same folder, and with more styles."""
    linked = "".join(f'<link rel="stylesheet" href="./{each}">\n' for each in styles)
    return (
        text.replace("/static/", "./")
        .replace('href="/"', 'href="./" target="_top"')
        .replace("</head>", f"{linked}</head>")
    )


def library(
    packages: Mapping[str, str] = PACKAGES,
    left_out: Sequence[str] = LEFT_OUT,
    games: bool = True,
    more: Mapping[str, bytes] = NOTHING,
    read: Callable[[Path], bytes] = Path.read_bytes,
) -> bytes:
    """A pack with everything that Python imports in the page, and `more` files; the same for the same files. `page/python.mjs` reads it. `games`: whether
    it has the bundled games; `read`: how files are read."""
    files = [(name, read(path)) for name, path in sorted(_library(packages, left_out, games))]
    files += more.items()
    names = json.dumps([[name, len(content)] for name, content in files]).encode()
    whole = b"".join((len(names).to_bytes(4, "little"), names, *(content for _, content in files)))
    return gzip.compress(whole, compresslevel=6, mtime=0)


def _library(packages: Mapping[str, str], left_out: Sequence[str], games: bool) -> Iterator[tuple[str, Path]]:
    out = [_PACKAGE / each for each in (*left_out, "_data")]
    for path in _files(_PACKAGE):
        if (
            not any(path.is_relative_to(each) for each in out)
            or path.relative_to(_PACKAGE).as_posix() in KEPT
        ):
            yield f"rulewright/{path.relative_to(_PACKAGE).as_posix()}", path
    for name, folder in (
        *((("rulebooks", rulebooks_folder()),) if games else ()),
        ("schemas", schemas_folder()),
    ):
        for path in _files(folder):
            yield f"rulewright/_data/{name}/{path.relative_to(folder).as_posix()}", path
    for package in packages:
        found = find_spec(package)
        if found is None:
            raise NotThere(
                f"{package} is not installed here: it belongs to the extra `lsp`; in a copy of Rulewright, pip install '.[lsp]'"
            )
        origin = Path(str(found.origin))
        if found.submodule_search_locations is None:
            yield origin.name, origin
        for path in _files(origin.parent) if found.submodule_search_locations is not None else ():
            yield f"{package}/{path.relative_to(origin.parent).as_posix()}", path
    for name in set(packages.values()):
        for each in distribution(name).files or ():
            if "LICEN" in each.name.upper():
                yield f"licences/{name}.txt", Path(str(each.locate()))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.suffix not in NO_USE and path.is_file())
