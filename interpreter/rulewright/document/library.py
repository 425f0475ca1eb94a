"""Where rulebooks, overlays and fragments are found: a path, the current folder, beside the file that asks, bundled.

find("race")            ./race.rulebook.yaml, or classics/race.rulebook.yaml among the bundled ones
find("suits", source)   the same for a name in a file: a path opens nothing there, nor does a link out of the folder
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from rulewright.document.bundled import is_installed, rulebooks_folder
from rulewright.problems.limits import MOST_BYTES
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Problem, RulebookError
from rulewright.problems.quoting import quoted, shortened
from rulewright.source.text import TYPED_NAMES, Source, Span

ENDINGS = (".rulebook.yaml", ".overlay.yaml", ".fragment.yaml")
"""Of a game, of a house rule, and of names that several games use."""
LONGEST_NAME = 250
"""So much of a name or path is told; what is longer is none, but perhaps a whole rulebook."""
TEXTS = "the text of a rulebook is what `load_text` and `check_text` take"
FOLDERS = ("", "classics", "house", "library")


def find(name: str, asking: Source | None = None) -> Source | None:
    """The text that a name or path stands for, or None. A file in the current folder comes first. What stands in a file that
    is `asking` is a name: paths are for people, who may open any file."""
    if asking is None:
        path = next(filter(_is_file, _typed(name)), None)
    else:
        path = next((found for found, folder in _named(name, asking) if _is_reached(found, folder)), None)
    return None if path is None else read(path)


def find_bundled(name: str) -> Path | None:
    """The bundled file of a name, whatever lies in the current folder."""
    return None if is_path(name) else next(filter(_is_file, _bundled(name)), None)


def leads_out(name: str, asking: Source) -> Path | None:
    """The link that is not followed for a name in a file, since it leads out of its folder or to no rulebook; None if there is
    none."""
    links = (path for path, _ in _named(name, asking) if _is_file(path) and path.is_symlink())
    return next(links, None) if find(name, asking) is None else None


def demand(name: str) -> Source:
    """Like `find`, but what cannot be found is a RulebookError with the nearest name."""
    source = find(name)
    if source is not None:
        return source
    first, *more = name.split("\n")
    if more:
        message = f"there is no file `{shortened(first)}`, and a name has one line"
        raise RulebookError([_problem("unknown-rulebook", name, message, TEXTS)])
    what = "there is no file" if is_path(name) else "there is no rulebook called"
    help_ = _instead(name)
    raise RulebookError(
        [_problem("unknown-rulebook", name, f"{what} `{shortened(name, LONGEST_NAME)}`", help_)]
    )


def _instead(name: str) -> str:
    """What may be meant by a name or path that nothing has."""
    if not is_path(name):
        near = nearest(name, {*names(), *_names_in(Path())})
        return f"did you mean `{near}`?" if near else "`rulewright list` shows what is bundled"
    path = Path(name)
    if not os.path.isdir(path.parent):  # which is False for names that no folder can have
        return f"there is no folder {quoted(str(path.parent))}"
    files = {file.name.split(".")[0]: file for file in sorted(path.parent.glob("*.y*ml"))}
    near = nearest(path.name.split(".")[0], files)
    if near:
        return f"did you mean `{files[near]}`?"
    return "a path leads to a file of yours; a bundled rulebook is named without a path, and `rulewright list` shows it"


def read(path: Path) -> Source:
    """A file as a source; one that cannot be read as text is a RulebookError."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        message = f"`{path}` cannot be read: {error.strerror or error}"
        raise RulebookError([_problem("unreadable", str(path), message, "")]) from None
    return Source(_name(path), decoded(data, str(path)), short=_short(path))


def decoded(data: bytes, name: str) -> str:
    """The text of a file; RulebookError for what is no text in UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"`{name}` is not text in UTF-8 (line {line}, at byte {error.start})"
        raise RulebookError([_problem("unreadable", name, message, "save it as UTF-8")]) from None


def is_path(name: str) -> bool:
    """Whether somebody means a file by where it is, and not by what it is called."""
    return "/" in name or "\\" in name or name.endswith((".yaml", ".yml"))


def bundled() -> list[tuple[str, Path]]:
    """Names and paths of the bundled rulebooks, house rules and fragments aside, sorted by name."""
    found = [
        (path.name.removesuffix(ENDINGS[0]), path)
        for folder in ("", "classics")
        for path in (rulebooks_folder() / folder).glob(f"*{ENDINGS[0]}")
    ]
    return sorted(found)


def bundled_fragments() -> list[tuple[str, Path]]:
    """Names and paths of the bundled fragments, sorted by name."""
    found = (rulebooks_folder() / "library").glob(f"*{ENDINGS[2]}")
    return sorted((path.name.removesuffix(ENDINGS[2]), path) for path in found)


def bundled_house_rules() -> list[tuple[str, Path]]:
    """Names and paths of the bundled house rules, sorted by name."""
    found = (rulebooks_folder() / "house").glob(f"*{ENDINGS[1]}")
    return sorted((path.name.removesuffix(ENDINGS[1]), path) for path in found)


def names(asking: Source | None = None) -> list[str]:
    """Everything that can be found by name among the bundled files, and beside a file that asks."""
    files = [p for folder in FOLDERS for p in (rulebooks_folder() / folder).glob("*.yaml")]
    beside = _names_in(Path(asking.name).parent) if asking is not None else set()
    return sorted(_without_endings(files) | beside)


def fragments(asking: Source) -> list[tuple[str, Path]]:
    """Names and paths of the fragments that a file can `use`: those beside it, and the bundled ones."""
    folders = (Path(asking.name).parent, rulebooks_folder() / "library")
    found = [
        path
        for folder in folders
        for path in sorted(folder.glob(f"*{ENDINGS[2]}"))
        if _is_reached(path, folder)
    ]
    return [(path.name.removesuffix(ENDINGS[2]), path) for path in found]


def _typed(name: str) -> Iterator[Path]:
    """Where the file is that somebody names who may open any."""
    if is_path(name):
        yield Path(name)
        return
    yield from (Path(f"{name}{ending}") for ending in ENDINGS)
    yield from _bundled(name)


def _named(name: str, asking: Source) -> Iterator[tuple[Path, Path | None]]:
    """Where the file may be that another one names, each with the folder that it must not lead out of (None: it is bundled)."""
    if is_path(name):
        return
    for folder in (Path(), Path(asking.name).parent):
        yield from ((folder / f"{name}{ending}", folder) for ending in ENDINGS)
    yield from ((path, None) for path in _bundled(name))


def _bundled(name: str) -> Iterator[Path]:
    folders = [rulebooks_folder() / folder for folder in FOLDERS]
    return (folder / f"{name}{ending}" for folder in folders for ending in ENDINGS)


def _is_reached(path: Path, folder: Path | None) -> bool:
    """Whether there is such a file, and in this folder or below also when links are followed."""
    if not _is_file(path) or folder is None:
        return _is_file(path)
    real = path.resolve()
    return real.is_relative_to(folder.resolve()) and real.name.endswith(ENDINGS)


def _names_in(folder: Path) -> set[str]:
    return _without_endings(list(folder.glob("*.yaml")))


def _without_endings(files: list[Path]) -> set[str]:
    return {p.name.removesuffix(e) for p in files for e in ENDINGS if p.name.endswith(e)}


def _is_file(path: Path) -> bool:
    """Whether there is such a file; names that no file can have (too long, a NUL in them) are those of none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _short(path: Path) -> str:
    """What a bundled file is called, wherever it is installed: `rulewright/rulebooks/classics/race.rulebook.yaml`.

    Nothing for a file of the author's, and none of those in a checkout that is the current folder: there the path is short.
    """
    folder = rulebooks_folder()
    if not path.is_relative_to(folder) or not (is_installed() or Path(_name(path)).is_absolute()):
        return ""
    return (PurePosixPath("rulewright/rulebooks") / path.relative_to(folder).as_posix()).as_posix()


def _name(path: Path) -> str:
    """The path, relative where it is below the current folder."""
    try:
        return str(path.resolve().relative_to(Path.cwd().resolve()))
    except ValueError:
        return str(path)


def _problem(code: str, text: str, message: str, help_: str) -> Problem:
    return Problem(code, message, Span(Source(TYPED_NAMES, text), 0, len(text)), help=help_)
