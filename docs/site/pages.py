"""The pages of the site: those of `docs/`, with links that lead to other pages or to the repository.

    staged(folder)          writes all of them, as Sphinx reads them

A page keeps its path, but for `README.md`, which becomes the `index.md` of its folder, and the landing page.  A file that is no page
and that a page links to (a rulebook, a module) is copied, so that the site needs no repository; a link to a folder is left out.
"""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent
TOP = DOCS.parent
LANDING = "site/index.md"
ELSEWHERE = {"changelog.md": TOP / "CHANGELOG.md"}
"""Pages that are not in `docs/`."""
PICTURES = (".png", ".svg")

_LINK = re.compile(r"\[(?P<words>(?:[^\]\[]|\[[^\]]*\])*)\]\((?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)")
_FENCE = re.compile(r"^ *(`{3,})")


def sources() -> dict[str, Path]:
    """The pages by their paths in `docs/`, without the landing page, and without what is generated."""
    own = {
        path.relative_to(DOCS).as_posix(): path
        for path in sorted(DOCS.rglob("*"))
        if path.suffix in (".md", ".ipynb") and path.parent != DOCS / "site"
    }
    return {**own, **ELSEWHERE}


def home_of(page: str) -> str:
    """The path of a page on the site: `games/index.md` for `games/README.md`."""
    if page == LANDING:
        return "index.md"
    if page == "README.md":
        return "all-pages.md"
    folder, name = posixpath.split(page)
    return (
        posixpath.join(folder, "index.md")
        if name == "README.md"
        else str(Path(page).with_suffix(".md").as_posix())
    )


class Linking:
    """Turns the links of pages into those of the site. `pages` are all pages by their paths in `docs/`."""

    def __init__(self, pages: Mapping[str, object]) -> None:
        self._homes = {posixpath.normpath(f"docs/{page}"): home_of(page) for page in [*pages, LANDING]}
        self._homes |= {"CHANGELOG.md": "changelog.md", "README.md": "index.md"}
        self.files: set[str] = set()
        """The files that are no pages and that links lead to, by their paths in the repository."""

    def text(self, page: str, text: str) -> str:
        """The text of a page with its links turned, those in blocks of code left alone."""
        found, words, fence = [], list[str](), ""

        def turn() -> None:
            if words:
                found.append(_LINK.sub(lambda match: self._link(page, match), "\n".join(words)))
                words.clear()

        for line in text.splitlines():
            ticks = _FENCE.match(line)
            if not ticks and not fence:
                words.append(line)
                continue
            turn()
            found.append(line)
            if ticks:
                fence = "" if fence and line.strip() == fence else fence or ticks[1]
        turn()
        return "\n".join(found) + "\n"

    def _link(self, page: str, link: re.Match[str]) -> str:
        """A link as the site has it."""
        words, target, anchor = self._nested(page, link["words"]), link["target"], link["anchor"] or ""
        if not target or re.match(r"[a-z]+:", target):
            return f"[{words}]({target}{anchor})"
        source = "CHANGELOG.md" if page == "changelog.md" else f"docs/{page}"
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        home = self._homes.get(path) or self._homes.get(f"{path}/README.md")
        home = None if path == source else home  # a notebook that names its file
        if home is None and path.startswith("docs/") and path.endswith(PICTURES):
            home = path.removeprefix("docs/")
        if home is None and not (TOP / path).is_file():
            return words
        if home is None:
            self.files.add(path)
            home, anchor = f"files/{path}", ""
        here = posixpath.dirname(home_of(page)) or "."
        return f"[{words}]({posixpath.relpath(home, here)}{anchor})"

    def _nested(self, page: str, words: str) -> str:
        """The words of a link, which may be a picture."""
        return _LINK.sub(lambda match: self._link(page, match), words)


def staged(folder: Path, changed: Callable[[str, str], str], generated: Mapping[str, str]) -> dict[str, str]:
    """Write all pages into a folder, and give their homes by their paths. `changed` gives, for the path of a page and its
    text, what the site has; `generated` are pages that are in no file."""
    own = sources()
    linking = Linking({**own, **generated})
    texts = {page: path.read_text(encoding="utf-8") for page, path in own.items() if path.suffix == ".md"}
    texts |= generated
    texts[LANDING] = (DOCS / LANDING).read_text(encoding="utf-8")
    for page, text in texts.items():
        turned = linking.text(page, text)
        write(folder / home_of(page), changed(page, turned))
    for path in DOCS.rglob("*"):
        if path.suffix in PICTURES and path.is_file():
            target = folder / path.relative_to(DOCS)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
    for name in linking.files:
        target = folder / "files" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(TOP / name, target)
    return {page: home_of(page) for page in texts}


def write(path: Path, text: str) -> None:
    """Write a page, with its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
