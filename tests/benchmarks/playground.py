"""How long it takes until the first move is made in the playground, from the opening of the page.

    python -m tests.benchmarks.playground [--times 3] [--anew] [--pyodide FOLDER] [--codemirror FOLDER]

A fresh browser each time, so nothing is kept from before; the page is on this machine, and nothing else can be reached. Besides the
time by the clock it prints the processor time of the browser until then, which does not depend on what else the machine does, and the
load of the machine. At the end it prints how long the language server in the page needs after a keystroke in the longest bundled game.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from rulewright.playground.building import vendored, write_page
from rulewright.playground.games import by_length
from tests.playground.sites import at_an_address, without_network
from tests.serve.browser.conftest import CHROMIUM, QUIET

MINUTES = 5


def first_move(address: str) -> tuple[float, float]:
    """Seconds by the clock, and of the browser's processes."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        context = browser.new_context()
        context.set_default_timeout(MINUTES * 60_000)
        without_network(context, address)
        page = context.new_page()
        before, began = processor_time(), time.perf_counter()
        page.goto(address)
        table = page.frame_locator("#table")
        table.locator('[data-key^="space|board|b2"]').first.click()
        table.locator("#log li", has_text="mark b2").wait_for()
        took, used = time.perf_counter() - began, processor_time() - before
        browser.close()
    return took, used


def answers(address: str) -> dict[str, list[float]]:
    """The milliseconds of each answer of the worker after a keystroke in the longest game, by the kind of request."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        page = browser.new_page()
        page.set_default_timeout(MINUTES * 60_000)
        page.goto(address)
        page.frame_locator("#table").locator('[data-key^="space|board|b2"]').first.wait_for()
        found: dict[str, list[float]] = page.evaluate(KEYSTROKES, [by_length()[-1], ROUNDS])
        browser.close()
    return found


ROUNDS = 12
KEYSTROKES = """async ([name, rounds]) => {
  const worker = new Worker("./worker.js", { type: "module" }), uri = "file:///your.rulebook.yaml", times = {};
  let next = 1;
  const ask = (request) => new Promise((done) => {
    const id = next++, began = performance.now();
    worker.addEventListener("message", ({ data: [its, answer] }) => its === id && done([answer, performance.now() - began]));
    worker.postMessage([id, request]);
  });
  const language = async (method, params) => (await ask({ do: "language", method: `textDocument/${method}`, params }))[1];
  const [{ text }] = await ask({ do: "text", name });
  await language("didOpen", { textDocument: { uri, languageId: "rulewright", version: 1, text } });
  const lines = text.split("\\n"), line = lines.findIndex((each) => / holds: /.test(each)), textDocument = { uri };
  for (let round = 1; round <= rounds; round++) {
    const typed = [...lines.slice(0, line), `${lines[line]} and m`, ...lines.slice(line + 1), `# ${round}`];
    await language("didChange", { textDocument: { uri, version: round + 1 }, contentChanges: [{ text: typed.join("\\n") }] });
    const position = { line, character: typed[line].length };
    for (const [method, params] of [["completion", { position }], ["diagnostic", {}], ["semanticTokens/full", {}], ["hover", { position }]])
      (times[method] ??= []).push(await language(method, { textDocument, ...params }));
  }
  worker.terminate();
  return times;
}"""


def processor_time() -> float:
    """The seconds that the processes below this one have used so far (Linux)."""
    parents, times = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        parents[int(stat.parent.name)] = int(fields[1])
        times[int(stat.parent.name)] = int(fields[11]) + int(fields[12])
    own = os.getpid()
    below = {own}
    while found := {each for each, parent in parents.items() if parent in below} - below:
        below |= found
    return sum(times[each] for each in below - {own}) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--pyodide", type=Path, help="a folder or an archive with Pyodide; else it is fetched"
    )
    parser.add_argument("--codemirror", type=Path, help="the folder of an earlier page; else it is fetched")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--anew", action="store_true", help="without the snapshot of Python's memory")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write_page(Path(folder), vendored(given.pyodide, given.codemirror, print), print)
        start = Path(folder) / "start.json"
        if given.anew:
            start.write_text(json.dumps({**json.loads(start.read_text("utf-8")), "snapshot": None}), "utf-8")
        with at_an_address(Path(folder)) as address:
            for _ in range(given.times):
                took, used = first_move(address)
                print(
                    f"first move after {took:.1f} s; the browser used {used:.1f} s of processors; load {os.getloadavg()[0]:.1f}"
                )
            for method, times in answers(address).items():
                print(f"{method}: {median(times):.0f} ms ({min(times):.0f} to {max(times):.0f})")


if __name__ == "__main__":
    main()
