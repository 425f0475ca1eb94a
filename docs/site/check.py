"""Checks of a site that was made: every link and every picture is there, anchors too, and nothing is loaded from elsewhere."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src")}
"""What a browser fetches when it opens a page."""
NOT_LOADED = {"canonical", "next", "prev", "index", "search", "author"}
"""Relations of a `link` that are links only."""


class Page(HTMLParser):
    """The anchors of a page, its links, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.update(given[name] for name in ("id", "name") if name in given)
        for name in ("href", "src"):
            if name not in given:
                continue
            self.links.append(given[name])
            if (tag, name) in LOADED and given.get("rel") not in NOT_LOADED:
                self.loads.append(given[name])


def mistakes(site: Path) -> Iterator[str]:
    """Every link of a site that leads nowhere, and everything that a page would fetch from elsewhere."""
    pages = {
        path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }
    for name, page in pages.items():
        yield from (f"{name} loads {each}" for each in page.loads if urlsplit(each).netloc)
        yield from (f"{name}: {link}" for link in page.links if _is_broken(site, pages, name, link))
    for style in sorted(site.rglob("*.css")):
        text = style.read_text(encoding="utf-8")
        if "@import" in text or "url(http" in text or "url(//" in text:
            yield f"{style.relative_to(site)} loads something from elsewhere"


def _is_broken(site: Path, pages: dict[str, Page], name: str, link: str) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return False
    path = unquote(parts.path)
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
    if (site / target).is_dir():
        target = posixpath.join(target, "index.html")
    if not (site / target).is_file():
        return True
    return bool(parts.fragment) and target in pages and unquote(parts.fragment) not in pages[target].anchors
