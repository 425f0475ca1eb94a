"""The parts of a game that are printed, by the names that users give them."""

from __future__ import annotations

from importlib.util import find_spec

DRAWN = ("boards", "cards", "tokens")
"""Parts that are drawn, and that can be written as SVG."""
PARTS = ("rules", "aids", *DRAWN, "pads")
"""All parts, in the order of their pages."""
NEEDED = ("reportlab", "matplotlib", "font_source_sans_pro")
"""The packages that pages are made with; all of them come with the extra `print`."""


def missing_packages() -> list[str]:
    """The packages among `NEEDED` that are not installed."""
    return [name for name in NEEDED if find_spec(name) is None]
