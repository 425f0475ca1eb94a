"""Runs a command of `rulewright` and writes down how much processor time each stage of it took, as JSON.

    python -m tests.benchmarks.stages told.json simulate cinq-o --games 1000 --no-cache

start        Python, and all modules that the command needs: they are loaded before it begins
checking     reading the rulebook, checking it, and making the program of it
compiling    writing the text of the module, LLVM's passes, loading
playing      the games, in machine code
telling      what is left: adding up, intervals, printing

`edited` measures with it.  What is watched are the functions where a stage begins, so the stages add up to the whole process.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding  # noqa: F401  (loaded now, so that it counts as start; so are those below)
import rich.console
import rich.table  # noqa: F401

from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.main import main as rulewright_main
from rulewright.cli.simulating import simulate_command  # noqa: F401
from rulewright.native.driver import counted_games, executor, whole_games

START, CHECKING, COMPILING, PLAYING, TELLING = "start", "checking", "compiling", "playing", "telling"


def main(told: str, words: list[str]) -> int:
    """Carry the command out; its exit status."""
    spent = {START: time.process_time()}
    watch(Settings, "open_book", CHECKING, spent)
    watch(executor, "library", COMPILING, spent)
    for name in ("play_many", "seeds_of"):
        watch(whole_games.PlayedGames, name, PLAYING, spent)
    for kind in (whole_games.MeasuredGames, counted_games.CountedGames):
        watch(kind, "play", PLAYING, spent)
    try:
        return rulewright_main(words) or 0
    except SystemExit as left:
        return int(left.code or 0)
    finally:
        spent[TELLING] = time.process_time() - sum(spent.values())
        Path(told).write_text(json.dumps(spent), encoding="utf-8")


def watch(holder: object, name: str, stage: str, spent: dict[str, float]) -> None:
    """Count what a function takes as a stage, which is told only if it is called. None of them calls another one of them."""
    plain: Callable[..., Any] = getattr(holder, name)  # Any: whatever it is given and gives

    def watched(*given: Any, **named: Any) -> Any:  # Any: as above
        begun = time.process_time()
        try:
            return plain(*given, **named)
        finally:
            spent[stage] = spent.get(stage, 0.0) + time.process_time() - begun

    setattr(holder, name, watched)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
