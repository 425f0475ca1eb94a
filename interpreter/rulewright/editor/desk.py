"""The desk: the texts that are open in an editor, and what is known about each.

    desk = Desk()
    desk.put(path, text)            what is on the screen
    desk.analysis(path)             its stages, worked out once for a text
    desk.known(path)                the last analysis that went through all stages: the text may have changed since

A text depends on the files that it names. When one of them changes, what was known about the text is worked out again.

Texts are put there by one thread while another may work: what was worked out is kept only if no text has changed since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import RLock

from rulewright.document import from_yaml, library
from rulewright.document.nodes import Scalar, Sequence
from rulewright.editor.analysis import Analysis, analysed, analysed_alone
from rulewright.editor.texts import OpenTexts, path_of
from rulewright.ir.nodes import Program
from rulewright.pipeline import Book, open_source
from rulewright.problems.problem import Problems, RulebookError
from rulewright.source.text import Source

FRAGMENT = library.ENDINGS[2]
OVERLAY = library.ENDINGS[1]


class Desk:
    """The open texts by absolute path."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.folders: list[Path] = [folder.resolve() for folder in folders]
        """The folders of the workspace, in which files are found that use a text."""
        self._texts: dict[Path, str] = {}
        self._now: dict[Path, Analysis] = {}
        self._known: dict[Path, Analysis] = {}
        self._programs: dict[Path, Program] = {}
        self._book: tuple[Analysis, Book | None] | None = None
        self._variants: dict[tuple[Path, str], Analysis] = {}
        self._changes = 0
        self._working = RLock()

    # ------------------------------------------------------------------------------------------------ texts

    @property
    def texts(self) -> Mapping[Path, str]:
        """The open texts."""
        return self._texts

    @property
    def files(self) -> OpenTexts:
        """All files, the open ones as they are on the screen."""
        return OpenTexts(self._texts)

    def put(self, path: Path, text: str) -> None:
        """Open a text, or change one."""
        path = path.resolve()
        if path not in self._texts:
            self._now.clear()  # a name that led nowhere may lead here
            self._variants.clear()
        if self._texts.get(path) != text:
            self._texts[path] = text
            self.forget(path)

    def take_away(self, path: Path) -> None:
        """Close a text: from now on it is what its file says."""
        path = path.resolve()
        self._texts.pop(path, None)
        self._known.pop(path, None)
        self._programs.pop(path, None)
        self.forget(path)

    def forget(self, path: Path) -> None:
        """A file has changed: what was known about it, and about the texts that use it, is out of date."""
        path = path.resolve()
        self._changes += 1
        gone = {path, *self.users(path)}
        gone |= {
            each for each in [*self._now] if each.name.endswith(FRAGMENT)
        }  # another rulebook may use it now
        for each in gone:
            self._now.pop(each, None)
        for key in [key for key in [*self._variants] if key[0] in gone]:
            self._variants.pop(key, None)

    def users(self, path: Path) -> list[Path]:
        """The texts that were analysed and opened a file for that."""
        return [
            user
            for user, analysis in dict([*self._known.items(), *self._now.items()]).items()
            if user != path and any(path_of(file) == path for file in analysis.files)
        ]

    def source(self, path: Path) -> Source | None:
        """A text, open or not; None if there is no such file."""
        path = path.resolve()
        if path in self._texts:
            return library.source_of(path, self._texts[path])
        with suppress(RulebookError):
            return library.read(path)
        return None

    # --------------------------------------------------------------------------------------------- knowledge

    def analysis(self, path: Path) -> Analysis | None:
        """What is known about the text as it is; None if there is no such file."""
        path = path.resolve()
        with self._working:
            found = self._now.get(path)
            if found is None:
                changes, source = self._changes, self.source(path)
                if source is None:
                    return None
                found = self._analysed(path, source)
                if changes == self._changes:
                    self._now[path] = found
                if found.is_whole or path not in self._known:
                    self._known[path] = found
                if found.program is not None:
                    self._programs[path] = found.program
        return found

    def known(self, path: Path) -> Analysis | None:
        """The last analysis that went through all stages; else that of the text as it is."""
        path = path.resolve()
        return self._known.get(path) or self.analysis(path)

    def program(self, path: Path) -> Program | None:
        """The program of the last text without mistakes, in which pieces and values have their names; None if there was none."""
        return self._programs.get(path.resolve())

    def book(self, analysis: Analysis) -> Book | None:
        """The game of an analysis, ready to be played; None if it has mistakes."""
        if self._book is None or self._book[0] is not analysis:
            opened = None
            with suppress(RulebookError):
                opened = open_source(analysis.source, engine="reference", files=self.files)
            self._book = analysis, opened
        return self._book[1]

    def in_variant(self, path: Path, variant: str) -> Analysis | None:
        """The analysis of a text with the rules of one of its variants."""
        key = (path.resolve(), variant)
        with self._working:
            found = self._variants.get(key)
            if found is None:
                changes, source = self._changes, self.source(path)
                if source is None:
                    return None
                found = analysed(source, self.files, variant)
                if changes == self._changes:
                    self._variants[key] = found
        return found

    def _analysed(self, path: Path, source: Source) -> Analysis:
        if not path.name.endswith(FRAGMENT):
            return analysed(source, self.files)
        alone = analysed_alone(source)
        host = self._host(path)
        if host is None:
            return alone
        of_host = analysed(host, self.files)
        its = tuple(p for p in of_host.problems if path_of(p.span.source) == path and p not in alone.problems)
        return Analysis(
            source,
            alone.read,
            alone.tree,
            of_host.resolved,
            of_host.rulebook,
            of_host.checked,
            (*alone.problems, *(its if not alone.problems else ())),
            (host, *of_host.files),
            of_host.program,
        )

    # -------------------------------------------------------------------------------------------- other files

    def _host(self, path: Path) -> Source | None:
        """A rulebook that uses a fragment: one that is open, or else one of the folder or the workspace."""
        name = path.name.removesuffix(FRAGMENT)
        for each in self.around(path):
            source = self.source(each) if each.name.endswith(library.ENDINGS[0]) else None
            if source is not None and name in source.text and name in uses(source):
                return source
        return None

    def around(self, path: Path) -> list[Path]:
        """The rulebooks, overlays and fragments that are open, in the folder of a file, or in the workspace; the open ones first."""
        found = dict.fromkeys(self._texts)
        for folder in (path.parent, *self.folders):
            for ending in library.ENDINGS:
                there = folder.glob(f"*{ending}") if folder == path.parent else folder.rglob(f"*{ending}")
                found.update(dict.fromkeys(each.resolve() for each in sorted(there)[:MOST_FILES]))
        return [each for each in found if each.name.endswith(library.ENDINGS)]


MOST_FILES = 500
"""The most files of one ending that are looked through in a folder."""


def uses(source: Source) -> list[str]:
    """The names of the fragments that a text uses, of a rulebook or under `add:` of an overlay."""
    if "use:" not in source.text:
        return []
    tree = from_yaml.read(source, Problems())
    if tree is None:
        return []
    named = [tree.get("use"), tree.section("add").get("use")]
    items = [item for part in named if isinstance(part, Sequence) for item in part]
    return [item.text for item in items if isinstance(item, Scalar)]


def extends(source: Source) -> str:
    """The name of the rulebook that an overlay changes; empty for what is none."""
    if "extends:" not in source.text:
        return ""
    tree = from_yaml.read(source, Problems())
    return ((tree.text("extends") if tree is not None else None) or "").partition("#")[0]
