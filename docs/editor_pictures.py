"""Pictures of the editor for the docs: Visual Studio Code in a browser (code-server), with the extension and the language server.

    (cd interpreter/editors/vscode && npm ci && npm run package)
    python docs/editor_pictures.py CODE-SERVER          writes docs/pictures/editor-*.png

CODE-SERVER is the command of a code-server, with Node.js in front if it needs one; `rulewright` in the PATH has the extras `lsp` and
`serve`, and Chromium and Playwright are there. Nothing else makes these pictures, so look at them before they are committed.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
PICTURES = HERE / "pictures"
EXTENSION = HERE.parent / "interpreter" / "editors" / "vscode" / "out" / "rulewright.vsix"
PORT = 18123
GAME = """\
rulebook: 1
name: dig
title: Dig
players: 2
options:
  goal: {type: 1..100, default: 20, about: points that win}
pieces:
  dice: {count: 1, faces: 1..6, label: die}
zones:
  tray: {holds: dice, start: all}
variables:
  score: {per: players, type: number}
  pot: {type: 0..100, lasts: turn, about: points of this turn}
phases:
  turn:
    actions:
      dig:
        do:
          - {roll: tray}
          - {add: tray.face, to: pot}
          - if: tray.face == 1 or pot > 80
            do: [{set: pot, to: 0}, end_turn]
      stop:
        when:
          something: pot > 0
        do:
          - {add: pot, to: me.score}
          - end_turn
end:
  dug: {after: stop, when: me.score >= goal, result: {wins: me}}
  worked_out: {when: round > 400, result: draw}
"""
RULE = """\
rulebook: 1
name: deep
title: Dig deep
extends: dig
about: Forty points win.
change:
  options: {goal: 40}
"""
SETTINGS = {
    "workbench.colorTheme": "Default Light Modern",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
    "workbench.activityBar.location": "hidden",
    "workbench.statusBar.visible": False,
    "workbench.layoutControl.enabled": False,
    "workbench.tips.enabled": False,
    "breadcrumbs.enabled": False,
    "chat.disableAIFeatures": True,
    "editor.fontSize": 13,
    "editor.minimap.enabled": False,
    "editor.hover.delay": 100,
    "editor.scrollbar.vertical": "hidden",
    "editor.lightbulb.enabled": "off",
    "security.workspace.trust.enabled": False,
    "telemetry.telemetryLevel": "off",
    "update.mode": "none",
    "window.commandCenter": False,
}


def main(command: list[str]) -> None:
    """Make all pictures."""
    with tempfile.TemporaryDirectory() as name, editor(command, Path(name)) as page:
        opened(page, "dig.rulebook.yaml")
        page.wait_for_selector(".codelens-decoration >> text=Simulate 1,000 games", timeout=60_000)
        hovered(page)
        renamed(page)
        measured(page)
        opened(page, "deep.overlay.yaml")
        changed(page)


@contextmanager
def editor(command: list[str], folder: Path) -> Iterator[Page]:
    """A page with the editor, in which a folder with a game and a house rule is open."""
    games, data, extensions = folder / "games", folder / "data", folder / "extensions"
    games.mkdir()
    (games / "dig.rulebook.yaml").write_text(GAME, "utf-8")
    (games / "deep.overlay.yaml").write_text(RULE, "utf-8")
    for scope, settings in (
        ("User", SETTINGS),
        ("Machine", {"rulewright.command": [shutil.which("rulewright")]}),
    ):
        (data / scope).mkdir(parents=True)
        (data / scope / "settings.json").write_text(json.dumps(settings), "utf-8")
    places = ["--user-data-dir", str(data), "--extensions-dir", str(extensions)]
    subprocess.run(
        [*command, *places, "--install-extension", str(EXTENSION)], check=True, capture_output=True
    )
    address = f"127.0.0.1:{PORT}"
    quiet = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"]
    arguments = [*command, *places, *quiet, "--bind-addr", address]
    server = subprocess.Popen(
        arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        until_served(f"http://{address}/")
        with sync_playwright() as playwright:
            program = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 980, "height": 760})
            page.goto(f"http://{address}/?folder={games}")
            page.wait_for_selector(".monaco-workbench", timeout=60_000)
            yield page
            browser.close()
    finally:
        os.killpg(server.pid, signal.SIGTERM)  # a program may have started the server in a process of its own
        server.wait()


def until_served(address: str) -> None:
    """Wait for a server."""
    for _ in range(300):
        with suppress(URLError):
            urllib.request.urlopen(address).close()
            return
        time.sleep(0.2)
    raise TimeoutError(address)


def opened(page: Page, name: str) -> None:
    """Open a file."""
    page.keyboard.press("Control+p")
    page.keyboard.type(name)
    page.wait_for_selector(f".quick-input-list >> text={name}")
    page.keyboard.press("Enter")
    page.wait_for_selector(f".tab.active[data-resource-name='{name}']")
    page.keyboard.press("Control+b") if page.locator(".part.sidebar").is_visible() else None


def place(page: Page, line: str, word: str) -> tuple[float, float]:
    """The place of a word on the screen, in a line that contains a text."""
    found = page.evaluate(
        """([line, word]) => {
            const there = [...document.querySelectorAll(".view-line")].find((each) => each.innerText.replaceAll("\\u00a0", " ").includes(line));
            const walk = document.createTreeWalker(there, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) {
                const at = walk.currentNode.data.indexOf(word);
                if (at < 0) continue;
                const range = document.createRange();
                range.setStart(walk.currentNode, at);
                range.setEnd(walk.currentNode, at + word.length);
                const box = range.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }
        }""",
        [line, word],
    )
    return found[0], found[1]


def picture(page: Page, name: str, height: int) -> None:
    """Save the upper part of the window."""
    page.screenshot(
        path=PICTURES / f"editor-{name}.png", clip={"x": 0, "y": 0, "width": 980, "height": height}
    )


def hovered(page: Page) -> None:
    """What a name means."""
    page.mouse.move(*place(page, "{add: pot, to: me.score}", "pot"))
    page.wait_for_selector(".monaco-hover:not(.hidden) >> text=points of this turn")
    time.sleep(0.5)
    picture(page, "hover", 630)
    page.mouse.move(5, 5)
    time.sleep(1)


def renamed(page: Page) -> None:
    """A name that is typed in place of another."""
    page.mouse.click(*place(page, "{add: pot, to: me.score}", "pot"))
    page.keyboard.press("F2")
    page.wait_for_function("document.activeElement.closest('.rename-box') !== null")
    page.keyboard.type("points_so_far")
    time.sleep(0.5)
    picture(page, "rename", 630)
    page.keyboard.press("Escape")


def measured(page: Page) -> None:
    """Lenses and hints after a simulation."""
    page.set_viewport_size({"width": 1280, "height": 760})
    time.sleep(2)
    page.click(".codelens-decoration >> text=Simulate 1,000 games")
    page.wait_for_selector(".codelens-decoration >> text=Simulate again", timeout=60_000)
    page.wait_for_selector(".view-line >> text=taken")
    time.sleep(2)
    page.keyboard.press("Escape")  # which closes the message
    page.mouse.move(5, 755)
    time.sleep(1)
    page.screenshot(path=PICTURES / "editor-lenses.png", clip={"x": 0, "y": 0, "width": 1280, "height": 660})


def changed(page: Page) -> None:
    """What a house rule does, next to its text."""
    page.click(".codelens-decoration >> text=What it does to the game")
    page.wait_for_selector(".tab >> text=Effect: deep", timeout=60_000)
    time.sleep(3)
    page.screenshot(path=PICTURES / "editor-effect.png")


if __name__ == "__main__":
    main([word for each in sys.argv[1:] for word in shlex.split(each)])
