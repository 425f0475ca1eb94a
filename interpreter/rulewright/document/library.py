"""Finds rulebooks, overlays and fragments: at a path, in the current folder, next to the file that names them, or bundled.

find("race")            ./race.rulebook.yaml, or classics/boards/race.rulebook.yaml among the bundled ones
find("suits", source)   the same for a name in a file, which may not be a path; links out of the folder are not followed
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from rulewright.document.bundled import is_installed, rulebooks_folder
from rulewright.problems.limits import MOST_BYTES
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Problem, RulebookError
from rulewright.problems.quoting import quoted, shortened
from rulewright.source.text import TYPED_NAMES, Source, Span

ENDINGS = (".rulebook.yaml", ".overlay.yaml", ".fragment.yaml")
"""The endings of the files of a game, of a house rule, and of names that several games use."""
TUNING = ".tuning.yaml"
"""The ending of a file that says what `tune` looks for."""
LONGEST_NAME = 250
"""The number of characters of a name or path that a message shows; a longer text is no name, but perhaps a whole rulebook."""
TEXTS = "the text of a rulebook is what `load_text` and `check_text` take"
GAMES = ("", "classics/boards", "classics/cards", "classics/dice", "classics/tiles")
"""The folders of bundled rulebooks, by what is played with."""
FOLDERS = (*GAMES, "house", "library")


def find(name: str, asking: Source | None = None) -> Source | None:
    """The file that a name or path means, or None. A file in the current folder comes first. With `asking`, the file that
    contains the name, paths are refused: only people, who may open any file, give paths."""
    if asking is None:
        path = next(filter(_is_file, _typed(name)), None)
    else:
        path = next((found for found, folder in _named(name, asking) if _is_reached(found, folder)), None)
    found = None if path is None else read(path)
    for looked_up in _NOTING:
        looked_up.append((name, None if asking is None else asking.name, found))
    return found


LookedUp = tuple[str, str | None, Source | None]
"""A name, the file that contains it (None: a person gave it), and the file that was found."""
_NOTING: list[list[LookedUp]] = []


@contextmanager
def noting() -> Iterator[list[LookedUp]]:
    """What is looked up until the block ends. For one thread."""
    looked_up: list[LookedUp] = []
    _NOTING.append(looked_up)
    try:
        yield looked_up
    finally:
        _NOTING.remove(looked_up)


def find_bundled(name: str) -> Path | None:
    """The bundled file of a name, even if the current folder has one of the same name."""
    return None if is_path(name) else next(filter(_is_file, _bundled(name)), None)


def leads_out(name: str, asking: Source) -> Path | None:
    """The symbolic link that `find` does not follow for a name in a file, because it leads out of its folder or to no
    rulebook; None if there is no such link."""
    links = (path for path, _ in _named(name, asking) if _is_file(path) and path.is_symlink())
    return next(links, None) if find(name, asking) is None else None


def demand(name: str) -> Source:
    """Like `find`, but a name that is not found raises a RulebookError, which suggests the nearest name."""
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
    """Help for a name or path that is not found: the nearest name, or which folder does not exist."""
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
    """A file as a source. Raises RulebookError if it cannot be read as text."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        message = f"`{path}` cannot be read: {error.strerror or error}"
        raise RulebookError([_problem("unreadable", str(path), message, "")]) from None
    return source_of(path, decoded(data, str(path)))


def source_of(path: Path, text: str) -> Source:
    """A text as the source that a file at this path would be."""
    return Source(_name(path), text, short=_short(path))


def decoded(data: bytes, name: str) -> str:
    """The text of a file. Raises RulebookError if it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"`{name}` is not text in UTF-8 (line {line}, at byte {error.start})"
        raise RulebookError([_problem("unreadable", name, message, "save it as UTF-8")]) from None


def is_fragment(source: Source) -> bool:
    """Whether a file is a fragment by its name, and not a whole game."""
    return source.name.endswith(ENDINGS[-1])


def is_tuning(source: Source) -> bool:
    """Whether a file is a tuning file by its name."""
    return source.name.endswith(TUNING)


def is_path(name: str) -> bool:
    """Whether it is a path to a file, rather than the name of a rulebook."""
    return "/" in name or "\\" in name or name.endswith((".yaml", ".yml"))


def bundled() -> list[tuple[str, Path]]:
    """Names and paths of the bundled rulebooks, without house rules and fragments, sorted by name."""
    return _in_folders(ENDINGS[0], *GAMES)


def bundled_fragments() -> list[tuple[str, Path]]:
    """Names and paths of the bundled fragments, sorted by name."""
    return _in_folders(ENDINGS[2], "library")


def bundled_house_rules() -> list[tuple[str, Path]]:
    """Names and paths of the bundled house rules, sorted by name."""
    return _in_folders(ENDINGS[1], "house")


def _in_folders(ending: str, *folders: str) -> list[tuple[str, Path]]:
    found = (path for folder in folders for path in (rulebooks_folder() / folder).glob(f"*{ending}"))
    return sorted((path.name.removesuffix(ending), path) for path in found)


def names(asking: Source | None = None) -> list[str]:
    """The names of all bundled files, and of those next to a file that names others."""
    files = [p for folder in FOLDERS for p in (rulebooks_folder() / folder).glob("*.yaml")]
    neighbours = _names_in(Path(asking.name).parent) if asking is not None else set()
    return sorted(_without_endings(files) | neighbours)


def fragments(asking: Source) -> list[tuple[str, Path]]:
    """Names and paths of the fragments that a file can `use`: those next to it, and the bundled ones."""
    folders = (Path(asking.name).parent, rulebooks_folder() / "library")
    found = [
        path
        for folder in folders
        for path in sorted(folder.glob(f"*{ENDINGS[2]}"))
        if _is_reached(path, folder)
    ]
    return [(path.name.removesuffix(ENDINGS[2]), path) for path in found]


def _typed(name: str) -> Iterator[Path]:
    """The paths, in order, at which a name that a person gave may be found."""
    if is_path(name):
        yield Path(name)
        return
    yield from (Path(f"{name}{ending}") for ending in ENDINGS)
    yield from _bundled(name)


def _named(name: str, asking: Source) -> Iterator[tuple[Path, Path | None]]:
    """The paths, in order, at which a name in a file may be found, each with the folder that links must not lead out of (None: bundled)."""
    if is_path(name):
        return
    for folder in (Path(), Path(asking.name).parent):
        yield from ((folder / f"{name}{ending}", folder) for ending in ENDINGS)
    yield from ((path, None) for path in _bundled(name))


def _bundled(name: str) -> Iterator[Path]:
    folders = [rulebooks_folder() / folder for folder in FOLDERS]
    return (folder / f"{name}{ending}" for folder in folders for ending in ENDINGS)


def _is_reached(path: Path, folder: Path | None) -> bool:
    """Whether the file exists and, after links are followed, is still in this folder or below it."""
    if not _is_file(path) or folder is None:
        return _is_file(path)
    real = path.resolve()
    return real.is_relative_to(folder.resolve()) and real.name.endswith(ENDINGS)


def _names_in(folder: Path) -> set[str]:
    return _without_endings(list(folder.glob("*.yaml")))


def _without_endings(files: list[Path]) -> set[str]:
    return {p.name.removesuffix(e) for p in files for e in ENDINGS if p.name.endswith(e)}


def _is_file(path: Path) -> bool:
    """Whether the file exists; False also for names that no file can have (too long, with a NUL)."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _short(path: Path) -> str:
    """The short name of a bundled file, wherever it is installed: `rulewright/rulebooks/library/suits.fragment.yaml`.

    Empty for an author's own file, and in a checkout that is the current folder, where the path is short already.
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
