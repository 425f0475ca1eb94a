"""The games of the files: a few moves of each sort of game, and what programs see afterwards.

    play("dice")                    a State in the middle of a game of dice
    seen(state)                     {"observation": ..., "scores": ..., "legal_actions": [...], ...}

Rulebooks are bundled or of the tests; each record carries its texts, so a file does not depend on the rulebooks of now.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import rulewright as rw
from rulewright.cli.main import main
from rulewright.cli.simulating import checkpoints
from rulewright.game.history import record, serial
from rulewright.ir.saved import program

Json: TypeAlias = Any  # data of JSON

FILES = Path(__file__).resolve().parent / "files"
TOP = FILES.parent.parent.parent

MAJOR = 1
"""The major version, within which names of the interface and of output are only added."""

FORMATS: Mapping[str, int] = {
    "records": record.FORMAT,
    "states": serial.FORMAT,
    "compiled": program.FORMAT,
    "checkpoints": checkpoints.FORMAT,
    "output": MAJOR,
    "interface": MAJOR,
}
"""The kinds of files, and the number of each format in this version."""

GROWING = ("output", "interface")
"""The kinds to which a release adds names."""


def _rulebook(name: str, **table: Any) -> Callable[[], rw.Game]:  # Any: the arguments of `load`
    return lambda: rw.load(name, engine="reference", **table)


GAMES: Mapping[str, tuple[Callable[[], rw.Game], int]] = {
    "dice": (_rulebook("cinq-o", players=3, options={"target": 50}), 40),
    "variant": (
        _rulebook("cinq-o", players=2, variant="rounds", options={"rounds": 2, "ties": "playoff"}),
        30,
    ),
    "hands": (_rulebook("crazy-eights", players=3), 15),
    "board": (_rulebook("reversi"), 200),
    "table": (_rulebook("dominoes", players=2), 6),
    "house-rules": (_rulebook("sino", players=2, overlays=["sino-last-row", "sino-first-to-150"]), 12),
    "partners": (_rulebook("cinco", players=4), 20),
    "secret": (_rulebook("tests/rulebooks/rock-paper-scissors.rulebook.yaml"), 5),
}
"""By name, a game at its table, and the most moves that are played."""

COMPILED = ("board", "hands", "house-rules")
"""The games of which a compiled form is kept; it is large."""

SIMULATED = ("dice", "hands")
"""The games of checkpoints."""

SEED = 2**40 + 7


def play(name: str) -> rw.State:
    """A game of random moves; its record has them."""
    load, most = GAMES[name]
    random, state = Random(name), load().new_initial_state(seed=SEED)
    while not state.is_terminal() and most:
        state.apply_action(random.choice(state.legal_actions()))
        most -= 1
    return state


def seen(state: rw.State) -> Json:
    """What programs see of a state, all of which is promised."""
    player = state.current_player()
    found = {
        "observation": state.observation(None),
        "spectator": state.observation("spectator"),
        "row": None if player is None else list(state.observation_row(player)),
        "scores": state.scores(),
        "returns": state.returns(),
        "legal_actions": [str(action) for action in state.legal_actions()],
        "legal_ids": list(state.legal_ids()),
        "num_distinct_actions": state.game.num_distinct_actions,
        "options": state.game.options,
        "fingerprint": state.game.fingerprint,
    }
    return json.loads(json.dumps(found))


def numbers(kind: str) -> list[int]:
    """The numbers of the formats of a kind that there are files of."""
    return sorted(int(folder.name) for folder in (FILES / kind).iterdir())


def read(path: Path) -> Json:
    return json.loads(path.read_text(encoding="utf-8"))


def printed(folder: Path, *words: str) -> Json:
    """The JSON that a command prints in a folder."""
    out = io.StringIO()
    with _in(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        main([*words, "--format", "json"])
    return json.loads(out.getvalue())


@contextlib.contextmanager
def _in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def unpack(kept: Json, folder: Path) -> list[str]:
    """Write the texts of a record into a folder; the words of a command line that name its game."""
    texts = kept["texts"]
    for name, text in texts["files"].items():
        (folder / name).write_text(text, encoding="utf-8")
    words = [f"./{texts['rulebook']}", "--players", str(kept["players"])]
    words += ["--variant", kept["variant"]] if kept["variant"] else []
    usual = rw.load(str(folder / texts["rulebook"]), kept["players"], kept["variant"]).options
    for option, value in kept["options"].items():
        if usual[option] != value:
            words += ["--set", f"{option}={value}"]
    for house_rule in texts["house_rules"]:
        words += ["--with", f"./{house_rule}"]
    return words


def simulation(folder: Path, words: list[str], games: int, *more: str) -> Json:
    """What `simulate` prints, without what differs from run to run."""
    found = printed(folder, "simulate", *words, "--games", str(games), "--seed", str(SEED), *more)
    return {name: value for name, value in found.items() if name != "timing"}


COMMANDS: Mapping[str, tuple[str, ...]] = {
    "validate": ("validate", "wrong.rulebook.yaml"),
    "test": ("test", "tic-tac-toe.rulebook.yaml", "--games", "4"),
    "simulate": ("simulate", "GAME", "--games", "6", "--seed", "1"),
    "compare": ("compare", "GAME", "--set-b", "target=40", "--games", "6"),
    "perft": ("perft", "tic-tac-toe.rulebook.yaml", "--depth", "2"),
    "diff": ("diff", "GAME", "--set-b", "target=40"),
    "rules": ("rules", "GAME"),
    "list": ("list",),
    "explain": ("explain", "unknown-name"),
    "replay": ("replay", "kept.record.json"),
    "replay-several": ("replay", "kept.record.json", "kept.record.json"),
    "trace": ("trace", "kept.record.json", "seat(1).score"),
}
"""The commands whose output is kept; GAME is the game of dice."""

WRONG = "rulebook: 1\nname: wrong\ntitle: Wrong\nplayers: 2\nvariables: {a: {type: 0..5, start: b}}\n"


def output(name: str, folder: Path) -> Json:
    """The shape of what a command prints."""
    record_of_dice = read(FILES / "records" / "1" / "dice.json")
    words = unpack(record_of_dice, folder)
    (folder / "kept.record.json").write_text(json.dumps(record_of_dice), encoding="utf-8")
    (folder / "wrong.rulebook.yaml").write_text(WRONG, encoding="utf-8")
    (folder / "tic-tac-toe.rulebook.yaml").write_bytes(
        (TOP / "rulebooks/classics/boards/tic-tac-toe.rulebook.yaml").read_bytes()
    )
    command = [each for word in COMMANDS[name] for each in (words if word == "GAME" else [word])]
    return shape(printed(folder, *command))


def shape(data: Json) -> Json:
    """The names and the sorts of values: of a list, those of all its entries in one."""
    match data:
        case dict():
            return {name: shape(value) for name, value in data.items()}
        case list():
            return [reduce(joined, map(shape, data))] if data else []
        case bool():
            return "true or false"
        case int() | float():
            return "number"
        case None:
            return "null"
        case _:
            return "text"


def joined(kept: Json, now: Json) -> Json:
    """What was kept, with the names that are new. A function that was kept and has more parameters now has these."""
    if isinstance(kept, dict) and isinstance(now, dict):
        return kept | {
            name: joined(kept[name], value) if name in kept else value for name, value in now.items()
        }
    if isinstance(kept, list) and isinstance(now, list):
        if all(isinstance(each, str) for each in (*kept, *now)):
            return sorted({*kept, *now})
        return [*map(joined, kept, now), *now[len(kept) :]]
    return kept


def missing(kept: Json, now: Json, place: str = "") -> Iterator[str]:
    """The places at which output no longer has a name that it had, or another sort of value."""
    match kept, now:
        case dict(), dict():
            for name, value in kept.items():
                if name in now:
                    yield from missing(value, now[name], f"{place}.{name}")
                else:
                    yield f"{place}.{name} is gone"
        case [first, *_], [other, *_]:
            yield from missing(first, other, f"{place}[0]")
        case [], list():
            return
        case _ if kept != now:
            yield f"{place} was {kept}, and is {now}"
