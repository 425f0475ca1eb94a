"""Makes slips in the texts of rulebooks and house rules, and tells where their authors would be told of them.

    python -m tests.slips.slip [--mutants N] [--seed N] [--kind WORDS] [--show VERDICT] [FILE ...]

The table has a line for each kind of slip.  `valid` still are rulebooks, `warned` are rulebooks of which something is
said, `missed` are reported where a name is used that is not declared any more.  All that is reported elsewhere is
listed with its report, `--show` lists others.  Ctrl-C ends it with the table so far.  The exit status is 1 if less than
99 % are told of, or if anything ends in a traceback.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from rulewright.document import library
from rulewright.document.bundled import rulebooks_folder
from tests.slips.sites import sites
from tests.slips.slips import KINDS, Slip, slips
from tests.slips.telling import TOLD, VERDICTS, Fate, fate

SHARE = 0.99
RULEBOOKS = ("valid", "warned", "warned elsewhere")
"""What became of mutants that still are rulebooks."""
MANY = 3
"""More errors than that for a single slip are too many."""


def files() -> list[Path]:
    """Every bundled rulebook and house rule."""
    folder = rulebooks_folder()
    return sorted([*folder.rglob("*.rulebook.yaml"), *folder.rglob("*.overlay.yaml")])


def spread(
    count: int, seed: int, kinds: tuple[str, ...] = (), paths: list[Path] | None = None
) -> list[tuple[Slip, str]]:
    """That many slips over files, each as often as the root of its length, with the texts they are made in."""
    sources = [library.read(path) for path in (paths or files())]
    weights = [len(source.text) ** 0.5 for source in sources]
    made: list[tuple[Slip, str]] = []
    for at, source in enumerate(sources):
        share = (count - len(made)) * weights[at] / sum(weights[at:])
        made += [(slip, source.text) for slip in slips(sites(source), round(share), seed, kinds)]
    return made


def fates(made: list[tuple[Slip, str]], jobs: int = 1) -> Iterator[Fate]:
    """What becomes of each, in order."""
    if jobs == 1:
        yield from (fate(slip, text) for slip, text in made)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(_fate, made, chunksize=20)
        finally:
            pool.shutdown(cancel_futures=True)


def _fate(made: tuple[Slip, str]) -> Fate:
    return fate(*made)


def table(found: list[Fate]) -> str:
    """A line for each kind of slip, and one for all."""
    short = {"where it is missed": "missed", "on the line": "line", "warned elsewhere": "w.else"}
    heads = ["", "mutants", *(short.get(v, v) for v in VERDICTS), "told", "first", f">{MANY} errors", "most"]
    rows = [heads]
    for kind in [*KINDS, "all"]:
        of_kind = [f for f in found if kind in (f.slip.kind, "all")]
        if of_kind:
            rows.append([kind, *_figures(of_kind)])
    widths = [max(len(row[i]) for row in rows) for i in range(len(heads))]
    return "\n".join(
        "  ".join(
            c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def _figures(found: list[Fate]) -> list[str]:
    counts = Counter(f.verdict for f in found)
    wrong = [f for f in found if f.verdict not in RULEBOOKS]
    told = sum(counts[v] for v in TOLD)
    return [
        str(len(found)), *(str(counts[v]) for v in VERDICTS),
        f"{100 * told / max(len(wrong), 1):.2f}%",
        f"{100 * sum(f.first for f in wrong) / max(len(wrong), 1):.1f}%",
        str(sum(f.errors > MANY for f in found)), str(max(f.errors for f in found)),
    ]  # fmt: skip


def share_told(found: list[Fate]) -> float:
    """Of those that are no rulebooks, how many are told of."""
    wrong = [f for f in found if f.verdict not in RULEBOOKS]
    return sum(f.verdict in TOLD for f in wrong) / max(len(wrong), 1)


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    paths = [Path(name) for name in options.files] or None
    kinds = tuple(kind for kind in KINDS if options.kind in kind)
    made = spread(options.mutants, options.seed, kinds, paths)
    Random(options.seed).shuffle(made)
    found: list[Fate] = []
    try:
        for each in fates(made, options.jobs):
            found.append(each)
            if _is_shown(each, options.show):
                print(f"{each.verdict}  {each.slip}\n\n{each.report}\n{'-' * 100}", flush=True)
    except KeyboardInterrupt:
        print(f"stopped after {len(found)} of {len(made)}")
    print(table(found))
    return 1 if share_told(found) < SHARE or any(f.verdict == "traceback" for f in found) else 0


def _is_shown(each: Fate, show: str) -> bool:
    return each.verdict in ("elsewhere", "traceback", show) or (show == "many" and each.errors > MANY)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="otherwise everything that is bundled")
    parser.add_argument("--mutants", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="", help="only kinds with these words in their name")
    parser.add_argument("--show", default="", help=f"list these too: {', '.join(VERDICTS)}, many")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
