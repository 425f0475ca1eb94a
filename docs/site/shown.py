"""What the site shows live: tables of the bundled games, and the notebook with its outputs.

Each is drawn by the program itself while the site is made, so that no picture is out of date.
"""

from __future__ import annotations

import re
from base64 import b64decode
from hashlib import sha256
from html import escape
from pathlib import Path
from random import Random
from typing import Any, Final

import rulewright as rw
from rulewright.scene.board_svg import board_svg

MOVES: Final = {
    "cribbage": 8,
    "hearts": 20,
    "kuhn-poker": 1,
    "leduc-poker": 2,
    "limit-holdem": 9,
    "liars-dice": 3,
    "crazy-eights": 7,
}
"""How many moves have been made at the table that a page shows, where it is not the usual number."""
USUAL: Final = 12


def table(name: str) -> str:
    """The table of a bundled game in the middle of a game, as everybody at it sees it."""
    game = rw.load(name, engine="reference")
    state, random = game.new_initial_state(seed=11), Random(name)
    for _ in range(MOVES.get(name, USUAL)):
        before, actions = state.clone(), state.legal_actions()
        if not actions:
            break
        state.apply_action(random.choice(actions))
        if state.is_terminal():
            state = before
            break
    return as_html(f'<div class="table">{state._repr_html_()}</div>')


def comparison() -> str:
    """The report of a small comparison: Cinq-O, played to 50 points and not to 100."""
    sides = (rw.load("cinq-o", players=2), rw.load("cinq-o", players=2, options={"target": 50}))
    return as_html(rw.compare(*sides, games=400, bots="bold")._repr_html_())


def health() -> str:
    """The report on the health of a small game, between players who do not search."""
    return as_html(rw.health(rw.load("tic-tac-toe"), levels=(), games=400, seconds=None)._repr_html_())


def gallery(found: dict[str, str]) -> str:
    """The boards of bundled games, as they are at the beginning, each as a link to the page of the game. `found`: games by the links."""
    parts = []
    for link, name in found.items():
        state = rw.load(name, engine="reference").new_initial_state(seed=11)
        boards = [board for board in rw.scene_of(state, None).boards if board.spaces]
        if boards:
            title = escape(state.game.title)
            parts.append(f'<a href="{escape(link)}">{board_svg(boards[0])}<span>{title}</span></a>')
    return as_html(f'<div class="gallery">{"".join(parts)}</div>')


def as_html(text: str) -> str:
    """HTML as a part of a page in Markdown."""
    closed = re.sub(r"\n\s*\n", "\n", text)
    return f"```{{raw}} html\n{closed}\n```\n"


def notebook(cells: list[Any], folder: Path) -> str:  # Any: cells of nbformat
    """A notebook with its outputs as a page; its pictures are written to a folder next to it."""
    parts = []
    for cell in cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
        else:
            parts.append(f"```python\n{cell.source}\n```")
            parts += [_output(each, folder) for each in cell.outputs]
    return "\n\n".join(filter(None, parts)) + "\n"


def _output(output: Any, folder: Path) -> str:  # Any: an output of nbformat
    data = output.get("data", {})
    if data.get("text/html") == "":  # a bar of progress that is gone
        return ""
    if "text/html" in data:
        return as_html(f'<div class="output">{data["text/html"]}</div>')
    if "image/png" in data:
        name = f"{sha256(data['image/png'].encode()).hexdigest()[:12]}.png"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b64decode(data["image/png"]))
        return f"![A diagram that the cell above draws]({name})"
    text = output.get("text") or data.get("text/plain", "")
    return f"```text\n{text.rstrip()}\n```" if text else ""
