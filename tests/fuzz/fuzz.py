"""Looks for bytes that do not end in a rulebook or in problems, for as long as you like.

    python -m tests.fuzz.fuzz rulebook --minutes 60
    python -m tests.fuzz.fuzz expression --minutes 60

With atheris (`pip install '.[fuzz]'`; it has no build for every Python and system) the search is led by coverage: an
input that reaches new lines is kept and changed further.  Without it, or with `--plain`, an input is kept if what it
comes to is new (see `harnesses`).  What was kept is in `.fuzz/HARNESS/kept`, and the next run begins there; an input that
ends in a traceback or takes too long is in `.fuzz/HARNESS/crash-...`, and `--again FILE` tries it once more.  The
exit status is 1 if there was one.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

FOLDER = Path(".fuzz")
LONGEST_TRY = 180
"""Seconds one input may take. It is generous, since the machine may have other work: rules without end are stopped within a second, which
is five when every line tells that it was reached, and a minute where a dozen others run."""
MOST_MEMORY = 1_000
"""Megabytes the whole fuzzer may take."""


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    if options.again:
        print(_harness(options.harness)(options.again.read_bytes()))
        return 0
    kept = options.folder / options.harness / "kept"
    kept.mkdir(parents=True, exist_ok=True)
    if options.plain or find_spec("atheris") is None:
        why = "as asked" if options.plain else "atheris is not installed"
        print(f"{options.harness}: without coverage, {why}", flush=True)
        return _without_coverage(options, kept)
    print(f"{options.harness}: led by coverage, with atheris", flush=True)
    return _with_coverage(options, kept)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("harness", choices=("rulebook", "expression"))
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0, help="of the fuzzer's luck")
    parser.add_argument("--plain", action="store_true", help="without coverage, even if atheris is there")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where inputs are kept")
    parser.add_argument("--again", type=Path, metavar="FILE", help="try this input and nothing else")
    return parser.parse_args(arguments)


def _harness(name: str) -> Callable[[bytes], frozenset[str]]:
    from tests.fuzz.harnesses import HARNESSES

    return HARNESSES[name]


def _beginnings(name: str, kept: Path) -> list[bytes]:
    """The seeds, and what earlier runs kept."""
    from tests.fuzz.seeds import SEEDS

    return [*(text.encode() for text in SEEDS[name]()), *(p.read_bytes() for p in sorted(kept.iterdir()))]


def _changed(name: str) -> Callable[[bytes, Random], bytes]:
    from tests.fuzz.mutations import mutated
    from tests.fuzz.seeds import SEEDS, words

    others = SEEDS[name]()

    def changed(data: bytes, luck: Random) -> bytes:
        return mutated(data.decode("utf-8", "replace"), others, words(), luck).encode("utf-8", "replace")

    return changed


# ---------------------------------------------------------------------------------------------- with coverage


def _with_coverage(options: argparse.Namespace, kept: Path) -> int:
    """Leaves the program by itself, as libFuzzer does: status 0, or another after a crash."""
    atheris: Any = import_module("atheris")  # Any: it brings no types, and is not there everywhere
    with atheris.instrument_imports(include=["rulewright"]):
        harness = _harness(options.harness)
    changed = _changed(options.harness)
    for data in _beginnings(options.harness, kept):
        _save(kept, "", data)

    def mutator(data: bytes, most: int, seed: int) -> bytes:
        luck = Random(seed)
        new = changed(data, luck) if luck.random() < 0.8 else bytes(atheris.Mutate(data, len(data) + 16))
        return new[:most]

    def once(data: bytes) -> None:
        harness(data)

    flags = [
        f"-max_total_time={int(options.minutes * 60)}",
        f"-timeout={LONGEST_TRY}",
        f"-rss_limit_mb={MOST_MEMORY}",
        f"-seed={options.seed or 1}",
        f"-artifact_prefix={kept.parent}/",
        "-max_len=6000",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *flags, str(kept)], once, custom_mutator=mutator)
    atheris.Fuzz()
    return 0


# ------------------------------------------------------------------------------------------- without coverage


def _without_coverage(options: argparse.Namespace, kept: Path) -> int:
    harness, changed = _harness(options.harness), _changed(options.harness)
    luck = Random(options.seed)
    pool, known, crashes = _beginnings(options.harness, kept), set[frozenset[str]](), set[str]()
    tries = fresh = 0
    end = time.monotonic() + options.minutes * 60
    while time.monotonic() < end:
        data = pool[tries] if tries < len(pool) - fresh else changed(luck.choice(pool), luck)
        tries += 1
        try:
            with _no_longer_than(LONGEST_TRY):
                came_to = harness(data)
        except Exception as error:  # whatever it is, it is what we look for
            _tell(error, data, kept.parent, crashes)
            continue
        if came_to not in known:
            known.add(came_to)
            pool.append(data)
            fresh += 1
            _save(kept, "", data)
    print(f"{options.harness}: {tries:,} tries, {len(known):,} kinds of results, {len(crashes)} crashes")
    return 1 if crashes else 0


def _tell(error: Exception, data: bytes, folder: Path, crashes: set[str]) -> None:
    """Print and save the first input that ends at a place in the code; others are the same crash."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{type(error).__name__} at {frames[-1].filename}:{frames[-1].lineno}"
    if place not in crashes:
        crashes.add(place)
        traceback.print_exception(error)
        print(f"the input is in {_save(folder, 'crash-', data)}", file=sys.stderr)


def _save(folder: Path, prefix: str, data: bytes) -> Path:
    path = folder / f"{prefix}{hashlib.sha1(data, usedforsecurity=False).hexdigest()}"
    path.write_bytes(data)
    return path


@contextmanager
def _no_longer_than(seconds: int) -> Iterator[None]:
    """TimeoutError in what runs longer; where there are no alarms (Windows), it may."""
    import signal

    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def late(*_: object) -> None:
        raise TimeoutError(f"this takes longer than {seconds} seconds")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
