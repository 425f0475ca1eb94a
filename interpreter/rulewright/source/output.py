"""Writing files: to a temporary file in the same folder, which is moved to its place at the end. So the older file survives a run
that is killed, or a full disk.

    write(Path("report.xml"), text)              replaces an older report
    with Output(Path("games.csv")) as file:      the same for text in pieces
        file.write("game,seed\\n")
    put(Path("race.rulebook.yaml"), data)        the same for an author's own file
    create(Path("new.rulebook.yaml"), text)      only if the file does not exist
    keep(folder / "1a2b.object", data)           replaces any file of the name, in a folder of our own
    refuse(Path("report.xml"))                   raises CannotWrite before the work begins
    refuse(Path("report.xml"), kind=REPORT)      the same for a file with other contents than an older report

Writing to a link writes to its target, whose permissions are kept.  Pipes, devices and descriptors
(`/dev/stdout`) are written to directly.  Folders are refused, and rulebooks, overlays and fragments under any name.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from rulewright.source.dataclass import dataclass

_RULEBOOK = re.compile(
    rb"^(\xef\xbb\xbf)?(\{\s*)?[\"']?rulebook[\"']?\s*:[ \t]*([\"']?\d|#|\r?$)", re.MULTILINE
)
_LOOKED_AT = 2**20
"""The number of bytes of a file that are read to learn whether it is a rulebook."""
_BEGINNING = 4096
"""The number of bytes of a file that are read to learn whether it is older output."""
_ENDINGS = (".yaml", ".yml")
_UNFINISHED = ".unfinished"
_FORGOTTEN = 3600
"""Seconds after which the unfinished file of a killed run is deleted."""
_MOST_LINKS = 40
_MOST_OF_NAME = 40
_REASONS: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "there is no space left for your files on this disk",
    errno.EFBIG: "the file would be larger than files may be",
    errno.EROFS: "it lies where nothing can be written",
    errno.EISDIR: "it is a folder",
    errno.ENXIO: "nobody reads from it",
    errno.ELOOP: "its link leads nowhere",
    errno.EBADF: "it is closed",
    errno.EIO: "it is gone",
}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of output: the endings of its names, and the beginnings of its files."""

    what: str
    endings: tuple[str, ...]
    begins: re.Pattern[bytes]


PAGE: Final = Kind(
    "a page of this program",
    (".html", ".htm"),
    re.compile(
        rb'<!DOCTYPE html>\s*<html lang="en">\s*<head>\s*<meta charset="utf-8">\s*<meta name="viewport"[^>]*>\s*'
        rb"<title>[^<]*</title>\s*<style>"
    ),
)
"""The beginning of `author/report/templates/page.html`."""
TABLE: Final = Kind("a table of games", (".csv",), re.compile(rb"game,seed,outcome,"))
CHECKPOINT: Final = Kind("a checkpoint", (".json",), re.compile(rb'\{"rulewright_checkpoint":'))
REPORT: Final = Kind("a report of tests", (".xml",), re.compile(rb"\s*(<\?xml[^>]*>\s*)?<testsuites?[\s>]"))


class CannotWrite(OSError):
    """A file cannot be written, with the reason in one sentence. An older file is unchanged."""

    def __init__(self, path: Path | str, reason: str, number: int = errno.EACCES) -> None:
        super().__init__(number, reason, str(path))
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.filename, self.reason, self.errno), self.__dict__

    @classmethod
    def because(cls, path: Path | str, error: OSError | ValueError) -> CannotWrite:
        """The exception for an error of the system that occurred while writing to a path."""
        if isinstance(error, CannotWrite):
            return error
        if not isinstance(error, OSError):
            return cls(path, "no file can have this name", errno.EINVAL)
        number = error.errno or errno.EIO
        return cls(path, _REASONS.get(number, error.strerror or str(error)), number)

    def __str__(self) -> str:
        return f"{self.filename} cannot be written: {self.reason}"


def write(path: Path, content: str | bytes) -> None:
    """Writes the output of a command to a file, and replaces older output. Raises CannotWrite."""
    with Output(path) as file:
        file.write(content)


def put(path: Path, content: str | bytes) -> None:
    """Replaces a file of any kind, also an author's rulebook. Raises CannotWrite."""
    with Output(path, over_rulebooks=True) as file:
        file.write(content)


def create(path: Path, content: str | bytes) -> None:
    """Writes a new file, whole or not at all. Raises FileExistsError, CannotWrite."""
    with Output(path, over_rulebooks=True, only_new=True) as file:
        file.write(content)


def set_aside(path: Path, name: Path) -> None:
    """Give a file another name, in place of a file that has it. Raises CannotWrite."""
    try:
        os.replace(path, name)
    except OSError as error:
        raise CannotWrite.because(name, error) from None


def keep(path: Path, content: bytes) -> None:
    """Writes cached data, and replaces any file of this name: a link is replaced and not followed, a pipe does not block, and
    only the user can read or write the new file. Raises OSError."""
    beside = path.parent / f".{path.name[:_MOST_OF_NAME]}.{int.from_bytes(os.urandom(4)):08x}{_UNFINISHED}"
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with open(number, "wb") as file:
            file.write(content)
        os.replace(beside, path)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise


def refuse(path: Path, over_rulebooks: bool = False, kind: Kind | None = None) -> None:
    """Raises CannotWrite for a file that cannot be written, as far as that is known beforehand; with a `kind`, also for an
    existing file with other contents."""
    try:
        if is_stream(path):
            return
        _refuse_file(path, Path(os.path.realpath(path)), over_rulebooks)
        if kind is not None:
            _refuse_other_content(path, kind)
    except CannotWrite:
        raise
    except (OSError, ValueError) as error:
        raise CannotWrite.because(path, error) from None


def is_stream(path: Path) -> bool:
    """Whether a path is a pipe, a device or a descriptor, without content to be replaced."""
    try:
        return _descriptor(path) is not None or not (path.is_file() or path.is_dir() or not path.exists())
    except ValueError:
        return False


class Output:
    """A file being written: text or bytes. It is moved to its place when the block ends, unless by an exception."""

    __slots__ = ("_beside", "_number", "_only_new", "_path", "_target")

    def __init__(self, path: Path, over_rulebooks: bool = False, only_new: bool = False) -> None:
        refuse(path, over_rulebooks)
        self._path = path
        self._only_new = only_new
        self._target = Path(path if only_new else os.path.realpath(path))
        self._beside: Path | None = None
        self._number = -1

    def __enter__(self) -> Output:
        if self._only_new and os.path.lexists(self._path):
            raise FileExistsError(errno.EEXIST, "it is there already", str(self._path))
        try:
            self._number = self._as_it_is() if is_stream(self._path) else self._open_beside()
        except OSError as error:
            raise CannotWrite.because(self._path, error) from None
        return self

    def write(self, content: str | bytes) -> int:
        """Appends content. Raises CannotWrite, and BrokenPipeError for a pipe whose reader is gone."""
        rest = memoryview(
            content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
        )
        try:
            while rest:
                rest = rest[os.write(self._number, rest) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise CannotWrite.because(self._path, error) from None
        return len(content)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if self._beside is not None and kind is None:
                os.fsync(self._number)
                self._take_place(self._beside)
                self._beside = None
        except FileExistsError:
            raise
        except OSError as error:
            raise CannotWrite.because(self._path, error) from None
        finally:
            os.close(self._number)
            if self._beside is not None:
                with suppress(OSError):
                    self._beside.unlink()

    def _as_it_is(self) -> int:
        own = _descriptor(self._path)
        if own is None:
            return os.open(self._path, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:  # closed when the program was started
                stream.flush()
        return os.dup(own)

    def _open_beside(self) -> int:
        stem = f".{self._target.name[:_MOST_OF_NAME]}."
        _clear_away(self._target.parent, stem)
        beside = self._target.parent / f"{stem}{int.from_bytes(os.urandom(4)):08x}{_UNFINISHED}"
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        self._beside = beside
        return number

    def _take_place(self, beside: Path) -> None:
        if self._only_new:
            _link(beside, self._target)
            return
        if self._target.exists():
            _keep_permissions(self._target, beside)
        os.replace(beside, self._target)


def _refuse_file(path: Path, target: Path, over_rulebooks: bool) -> None:
    folder = target.parent
    if target.is_symlink():
        raise CannotWrite(path, _REASONS[errno.ELOOP], errno.ELOOP)
    if path.is_dir():
        raise CannotWrite(path, "it is a folder", errno.EISDIR)
    if not folder.is_dir():
        raise CannotWrite(
            path, f"there is no folder {folder if path.is_symlink() else path.parent}", errno.ENOENT
        )
    if not over_rulebooks and (target.suffix.lower() in _ENDINGS or _is_rulebook(target)):
        raise CannotWrite(path, "rulebooks and house rules are not written over by what a command puts out")
    if target.exists() and not os.access(target, os.W_OK):
        raise CannotWrite(path, "the file may not be written to")
    if not os.access(folder, os.W_OK):
        raise CannotWrite(path, f"nothing may be written in the folder {folder}")


def _refuse_other_content(path: Path, kind: Kind) -> None:
    """Raises CannotWrite for a file with other contents than output of a kind; an empty file, as `mktemp` makes it, may be replaced."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        begun = file.read(_BEGINNING).removeprefix(b"\xef\xbb\xbf")
    if begun and kind.begins.match(begun) is None:
        raise CannotWrite(
            path,
            f"it is there already and is not {kind.what}; choose another name, or move that file away first",
        )


def _is_rulebook(target: Path) -> bool:
    """Whether a file is a rulebook, an overlay or a fragment; a page that only shows one is not."""
    if not target.is_file():
        return False
    try:
        with target.open("rb") as file:
            begun = file.read(_LOOKED_AT)
    except OSError:  # what cannot be read is nobody's rulebook here
        return False
    return not begun.lstrip().startswith(b"<") and _RULEBOOK.search(begun) is not None


def _descriptor(path: Path) -> int | None:
    """The descriptor of this process that a path such as `/dev/stdout` means; None for any other path."""
    place = path.absolute()
    for _ in range(_MOST_LINKS):
        folder = os.path.realpath(place.parent)
        if folder in ("/dev/fd", f"/proc/{os.getpid()}/fd") and place.name.isdecimal():
            return int(place.name)
        if not place.is_symlink():
            return None
        place = Path(folder) / place.readlink()
    return None


def _keep_permissions(target: Path, beside: Path) -> None:
    known, made = target.stat(), beside.stat()
    if hasattr(os, "chown") and (known.st_uid, known.st_gid) != (made.st_uid, made.st_gid):
        with suppress(OSError):  # only root may give files away
            os.chown(beside, known.st_uid, known.st_gid)
    beside.chmod(stat.S_IMODE(known.st_mode))


def _link(beside: Path, target: Path) -> None:
    """Gives a finished file its name. Raises FileExistsError if the name is taken."""
    try:
        os.link(beside, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, "it is there already", str(target)) from None
        os.replace(beside, target)
        return
    beside.unlink()


def _clear_away(folder: Path, stem: str) -> None:
    """Deletes unfinished versions of this file from runs that were killed long ago."""
    left = [name for name in os.listdir(folder) if name.startswith(stem) and name.endswith(_UNFINISHED)]
    for name in left:
        with suppress(OSError):  # somebody else may take it away
            if time.time() - (folder / name).stat().st_mtime > _FORGOTTEN:
                (folder / name).unlink()
