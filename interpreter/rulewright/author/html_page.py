"""The frame of a page in HTML that needs nothing else: its style is inside, and it asks the network for nothing."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def html_page(title: str, style: str, content: Iterable[str]) -> str:
    """A whole document in UTF-8 with these lines of HTML as its content. The title is text, as people read it."""
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        "<main>",
        *content,
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"
