"""Writing the page: its own files, the front of a table, Pyodide, and a pack with this package and the packages that it needs.

    write_page(Path("site"), pyodide(None), print)

The packages are those of this installation, without their compiled parts: each works without. So the page needs no network, and has
the same version of everything.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterator
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from rulewright.document import library as bundled
from rulewright.document.bundled import rulebooks_folder, schemas_folder
from rulewright.playground import snapshot
from rulewright.playground.pyodide import Files
from rulewright.playground.warming import by_length
from rulewright.source import output

PACKAGES = {"lark": "lark", "yaml": "PyYAML", "jinja2": "Jinja2", "markupsafe": "MarkupSafe"}
"""What is imported in the page, and the distribution that has it."""
LEFT_OUT = ("adapters", "cli", "native", "paper", "serve/static")
"""Rooms of this package that a page has no use for."""
KEPT = ("native/__init__.py", "native/driver/__init__.py", "native/driver/machine.py")
"""What is needed of them: whether there is a native engine is asked where engines are chosen."""
NO_USE = (".so", ".pyd", ".dylib", ".pyc", ".c", ".pxd", ".pyx", ".pyi", ".mjs")
"""Endings of what Python in the page cannot use."""
FRONT = ("connection.js", "draw.js", "icon.svg", "kept.js", "moves.js", "style.css", "table.js")
"""The files of the front of `rulewright serve` that the page shares."""
_HERE = Path(__file__).parent
_PACKAGE = _HERE.parent


def write_page(folder: Path, files: Files, note: Callable[[str], None]) -> list[Path]:
    """Write the page with the files of Pyodide into a folder, which is made if it does not exist: the paths. Raises CannotWrite."""
    written = [_written(folder / name, content) for name, content in contents(files)]
    made = snapshot.make(folder, note)
    start = {
        "snapshot": made and f"./{made.name}?{hashlib.sha256(made.read_bytes()).hexdigest()[:8]}",
        "text": bundled.demand(by_length()[0]).text,
        "games": [name for name, _ in bundled.bundled()],
    }
    return [*written, *([made] if made else []), _written(folder / "start.json", json.dumps(start).encode())]


def _written(path: Path, content: bytes) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise output.CannotWrite.because(path.parent, error) from None
    output.put(path, content)
    return path


def contents(files: Files) -> Iterator[tuple[str, bytes]]:
    """All files of the page, by their paths in its folder."""
    front = _PACKAGE / "serve" / "static"
    for path in sorted((_HERE / "page").iterdir()):
        if path.suffix in (".html", ".js", ".mjs", ".css"):
            yield path.name, path.read_bytes()
    for name in FRONT:
        yield name, (front / name).read_bytes()
    yield "table.html", _table_page((front / "table.html").read_text("utf-8")).encode()
    yield "python.files", library()
    for name, content in files.items():
        yield f"pyodide/{name}", content


def _table_page(text: str) -> str:
    """The page of a table, with its files in the same folder."""
    return (
        text.replace("/static/", "./")
        .replace('href="/"', 'href="./" target="_top"')
        .replace("</head>", _STYLE)
    )


_STYLE = '<link rel="stylesheet" href="./seated.css">\n</head>'


def library() -> bytes:
    """A pack with everything that Python imports in the page; the same for the same files. `page/python.mjs` reads it."""
    files = [(name, path.read_bytes()) for name, path in sorted(_library())]
    names = json.dumps([[name, len(content)] for name, content in files]).encode()
    whole = b"".join((len(names).to_bytes(4, "little"), names, *(content for _, content in files)))
    return gzip.compress(whole, compresslevel=6, mtime=0)


def _library() -> Iterator[tuple[str, Path]]:
    out = [_PACKAGE / each for each in (*LEFT_OUT, "_data")]
    for path in _files(_PACKAGE):
        if (
            not any(path.is_relative_to(each) for each in out)
            or path.relative_to(_PACKAGE).as_posix() in KEPT
        ):
            yield f"rulewright/{path.relative_to(_PACKAGE).as_posix()}", path
    for name, folder in (("rulebooks", rulebooks_folder()), ("schemas", schemas_folder())):
        for path in _files(folder):
            yield f"rulewright/_data/{name}/{path.relative_to(folder).as_posix()}", path
    for package, name in PACKAGES.items():
        found = find_spec(package)
        assert found is not None, "it is installed with this package"
        folder = Path(str(found.origin)).parent
        for path in _files(folder):
            yield f"{package}/{path.relative_to(folder).as_posix()}", path
        for each in distribution(name).files or ():
            if "LICEN" in each.name.upper():
                yield f"licences/{name}.txt", Path(str(each.locate()))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.suffix not in NO_USE and path.is_file())
