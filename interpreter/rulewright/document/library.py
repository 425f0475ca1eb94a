"""Where rulebooks, overlays and fragments are found: a path, the current folder, beside the file that asks, bundled.

find("race", None)  ->  ./race.rulebook.yaml, or classics/race.rulebook.yaml among the bundled ones
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from rulewright.document.bundled import is_installed, rulebooks_folder
from rulewright.problems.limits import MOST_BYTES
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Problem, RulebookError
from rulewright.problems.quoting import shortened
from rulewright.source.text import TYPED_NAMES, Source, Span

ENDINGS = (".rulebook.yaml", ".overlay.yaml", ".fragment.yaml")
"""Of a game, of a house rule, and of names that several games use."""
LONGEST_NAME = 250
"""So much of a name or path is told; what is longer is none, but perhaps a whole rulebook."""
TEXTS = "the text of a rulebook is what `load_text` and `check_text` take"
FOLDERS = ("", "classics", "house", "library")


def find(name: str, asking: Source | None = None) -> Source | None:
    """The text that a name or path stands for, or None. A file in the current folder comes first."""
    direct = Path(name)
    if _is_path(name):
        beside = Path(asking.name).parent / name if asking is not None else direct
        return next((read(p) for p in (direct, beside) if _is_file(p)), None)
    folders = [Path(), *([Path(asking.name).parent] if asking is not None else [])]
    folders += [rulebooks_folder() / folder for folder in FOLDERS]
    for folder in folders:
        for ending in ENDINGS:
            path = folder / f"{name}{ending}"
            if _is_file(path):
                return read(path)
    return None


def demand(name: str) -> Source:
    """Like `find`, but what cannot be found is a RulebookError with the nearest name."""
    source = find(name)
    if source is not None:
        return source
    first, *more = name.split("\n")
    if more:
        message = f"there is no file `{shortened(first)}`, and a name has one line"
        raise RulebookError([_problem("unknown-rulebook", name, message, TEXTS)])
    near = nearest(name, {*names(), *_names_in(Path())})
    what = "there is no file" if _is_path(name) else "there is no rulebook called"
    help_ = (
        f"did you mean `{near}`?"
        if near and not _is_path(name)
        else "`rulewright list` shows what is bundled"
    )
    raise RulebookError(
        [_problem("unknown-rulebook", name, f"{what} `{shortened(name, LONGEST_NAME)}`", help_)]
    )


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


def bundled() -> list[tuple[str, Path]]:
    """Names and paths of the bundled rulebooks, house rules and fragments aside, sorted by name."""
    found = [
        (path.name.removesuffix(ENDINGS[0]), path)
        for folder in ("", "classics")
        for path in (rulebooks_folder() / folder).glob(f"*{ENDINGS[0]}")
    ]
    return sorted(found)


def names(asking: Source | None = None) -> list[str]:
    """Everything that can be found by name among the bundled files, and beside a file that asks."""
    files = [p for folder in FOLDERS for p in (rulebooks_folder() / folder).glob("*.yaml")]
    beside = _names_in(Path(asking.name).parent) if asking is not None else set()
    return sorted(_named(files) | beside)


def fragments(asking: Source) -> list[tuple[str, Path]]:
    """Names and paths of the fragments that a file can `use`: those beside it, and the bundled ones."""
    folders = (Path(asking.name).parent, rulebooks_folder() / "library")
    found = [path for folder in folders for path in sorted(folder.glob(f"*{ENDINGS[2]}")) if _is_file(path)]
    return [(path.name.removesuffix(ENDINGS[2]), path) for path in found]


def _names_in(folder: Path) -> set[str]:
    return _named(list(folder.glob("*.yaml")))


def _named(files: list[Path]) -> set[str]:
    return {p.name.removesuffix(e) for p in files for e in ENDINGS if p.name.endswith(e)}


def _is_file(path: Path) -> bool:
    """Whether there is such a file; names that no file can have (too long, a NUL in them) are those of none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _is_path(name: str) -> bool:
    return "/" in name or "\\" in name or name.endswith((".yaml", ".yml"))


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
