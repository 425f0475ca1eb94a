"""How long an editor waits: problems after a keystroke, and offers, in the largest rulebook.

    python -m tests.benchmarks.editing [GAME, FILE or OPTIONSxACTIONS] [KEYSTROKES]

`60x60` is a rulebook that is generated with 60 options, and 60 variables, definitions and actions.

Each keystroke types or deletes a letter of an expression or a text somewhere in the rulebook, so that the text is broken for half of
them. Problems are those at the usual table, as the language server finds them (the whole look runs in a process of its own); offers are
asked for on the new text, before it was looked at, as editors do. Where the letter was a name, all its uses are asked for and a new name
is tried, after the letter was deleted. Times are those of the processor, so that other programs on the machine count little.
"""

from __future__ import annotations

import gc
import random
import re
import statistics
import sys
import time
from contextlib import suppress
from pathlib import Path

from rulewright.adapters.language_server.server import OBJECTS_BEFORE_A_SEARCH
from rulewright.document import library
from rulewright.editor import diagnosis
from rulewright.editor.completing.offers import offers
from rulewright.editor.desk import Desk
from rulewright.editor.naming.places import named_at, used
from rulewright.editor.naming.renaming import Refused, renamed
from tests.benchmarks.generated import rulebook


def main(game: str, keystrokes: int) -> None:
    gc.set_threshold(OBJECTS_BEFORE_A_SEARCH, 2, 2)
    options, generated, actions = game.partition("x")
    is_generated = bool(generated) and options.isdigit()
    path = Path("generated.rulebook.yaml" if is_generated else library.find_bundled(game) or game)
    text = rulebook(int(options), int(actions)) if is_generated else path.read_text(encoding="utf-8")
    desk = Desk()
    begin = time.process_time()
    desk.put(path, text)
    desk.analysis(path)
    times: dict[str, list[float]] = {"first": [time.process_time() - begin]}
    rng = random.Random(1)
    words = [each.end() for each in re.finditer(r"[.\w]+", text)]
    for _ in range(keystrokes // 2):
        at = rng.choice(words)
        for typed in (text[:at] + rng.choice("ae._ (") + text[at:], text):
            begin = time.process_time()
            offers(desk, path, typed, at + 1)
            times.setdefault("offers", []).append(time.process_time() - begin)
            begin = time.process_time()
            desk.put(path, typed)
            analysis = desk.analysis(path)
            assert analysis is not None
            found = [diagnosis.diagnosed(each, analysis.source) for each in analysis.problems]
            took = time.process_time() - begin
            broken = any(each.severity == "error" for each in found)
            for what in ("problems", "broken" if broken else "sound"):
                times.setdefault(what, []).append(took)
        for what, took in named(desk, path, at).items():
            times.setdefault(what, []).append(took)
    print(f"{game}, {text.count(chr(10))} lines, {keystrokes // 2 * 2} keystrokes")
    for what, those in times.items():
        ms = sorted(each * 1000 for each in those)
        median, most = statistics.median(ms), ms[int(len(ms) * 0.95)]
        print(f"  {what:9} {len(ms):4} median {median:6.1f} ms, 95th percentile {most:6.1f} ms")


def named(desk: Desk, path: Path, at: int) -> dict[str, float]:
    """The times for the uses of the name at a place, and for another name."""
    there = named_at(desk, path, at)
    if there is None:
        return {}
    begin = time.process_time()
    used(desk, path, there[0].symbol)
    found = time.process_time() - begin
    begin = time.process_time()
    with suppress(Refused):
        renamed(desk, path, at, "another_name")
    return {"uses": found, "renaming": time.process_time() - begin}


if __name__ == "__main__":
    main((sys.argv[1:2] or ["crib-ino"])[0], int((sys.argv[2:3] or ["100"])[0]))
