"""How long an editor waits: problems after a keystroke, and offers, in the largest rulebook.

    python -m tests.benchmarks.editing [GAME] [KEYSTROKES]

Each keystroke types or deletes a letter of an expression or a text somewhere in the rulebook, so that the text is broken for half of
them. Problems are those at the usual table (the whole look runs in a process of its own); offers are asked for on the new text, before it
was looked at, as editors do. Times are those of the processor, so that other programs on the machine count little.
"""

from __future__ import annotations

import random
import re
import statistics
import sys
import time
from pathlib import Path

from rulewright.document import library
from rulewright.editor import diagnosis
from rulewright.editor.completing.offers import offers
from rulewright.editor.desk import Desk


def main(game: str, keystrokes: int) -> None:
    found = library.find_bundled(game)
    assert found is not None, game
    path = Path(found)
    text = path.read_text(encoding="utf-8")
    desk = Desk()
    desk.put(path, text)
    desk.analysis(path)
    rng = random.Random(1)
    words = [each.end() for each in re.finditer(r"[.\w]+", text)]
    problems: list[float] = []
    offered: list[float] = []
    for _ in range(keystrokes // 2):
        at = rng.choice(words)
        for typed in (text[:at] + rng.choice("ae._ (") + text[at:], text):
            begin = time.process_time()
            offers(desk, path, typed, at + 1)
            offered.append(time.process_time() - begin)
            begin = time.process_time()
            desk.put(path, typed)
            analysis = desk.analysis(path)
            assert analysis is not None
            _ = [diagnosis.diagnosed(each, analysis.source) for each in analysis.problems]
            problems.append(time.process_time() - begin)
    lines = text.count("\n")
    print(f"{game}, {lines} lines, {len(problems)} keystrokes")
    for what, times in (("problems", problems), ("offers", offered)):
        ms = sorted(each * 1000 for each in times)
        print(
            f"  {what:9} median {statistics.median(ms):6.1f} ms, 95th percentile {ms[int(len(ms) * 0.95)]:6.1f} ms"
        )


if __name__ == "__main__":
    main((sys.argv[1:2] or ["crib-ino"])[0], int((sys.argv[2:3] or ["100"])[0]))
