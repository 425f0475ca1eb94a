"""What each bomb of `tests/fuzz/bombs.py` takes: seconds to check it, seconds to load and play it, and memory.

    python -m tests.benchmarks.bombs [PART OF A NAME ...]

Each runs in a process of its own.  Seconds are the processor's, memory is megabytes, both beyond what starting up and a
quiet rulebook take.  A line begins with `!` where checking takes more than a second, playing
more than two, what is asked of the first position (with the rule sheet) more than five, or all more than 200 MB; the exit status is then 1.
"""

from __future__ import annotations

import json
import subprocess
import sys

from tests.fuzz.bombs import BOMBS
from tests.fuzz.going_off import ROOM


def main(parts: list[str]) -> int:
    print(f"  {'check':>7} {'play':>7} {'look':>7} {'MB':>6}  bomb")
    worst = 0
    for name in (name for name in BOMBS if all(part in name for part in parts)):
        ended = subprocess.run(
            [sys.executable, "-m", "tests.fuzz.going_off", name], capture_output=True, text=True, check=False
        )
        if ended.returncode:
            last = (ended.stderr.splitlines() or [f"ended by {ended.returncode}"])[-1]
            print(f"! {'':>22}  {name}: {last}", flush=True)
            worst = 1
            continue
        told = json.loads(ended.stdout)
        check, play, megabytes = told["check seconds"], told["play seconds"], told["megabytes"]
        look = told["look seconds"]
        over = check > 1 or play > 2 or look > 5 or megabytes > ROOM
        worst |= over
        mark = "!" if over else " "
        print(
            f"{mark} {check:7.3f} {play:7.3f} {look:7.3f} {megabytes:6.1f}  {name}: {told['check']}; {told['play']}; {told['look']}",
            flush=True,
        )
    return int(worst)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
