"""Records, saved states and compiled games as somebody would forge them: whatever is in them, the answer is an exception that the
documentation names, or a game that can be played.

    python -m tests.fuzz.forged --count 20000 --seed 0
    python -m tests.fuzz.forged --seed 0 --again 1234      the forgery of this number once more, with its traceback

Each begins as what a game of a bundled rulebook wrote, at some table and on either engine, and is changed in one to four places by its
structure: something is left out, doubled, put elsewhere, of another sort, far too large, too deep. Checksums and fingerprints are made
anew afterwards, as a forger would, so that what comes behind them is reached.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import rulewright as rw
from rulewright import pipeline
from rulewright.engines import native_is_installed
from rulewright.game import game as games
from rulewright.game.history import serial
from rulewright.ir import nodes as ir
from rulewright.ir.fingerprint import fingerprint
from rulewright.ir.saved import program as saved
from rulewright.runtime.executor import Executor
from rulewright.source.texts import Texts

Json = Any  # JSON data of any shape

ALLOWED: dict[str, tuple[type[Exception], ...]] = {
    "record": (rw.RecordError, rw.RulebookError, rw.RuleFailure),
    "state": (rw.SavedStateError,),
    "compiled": (rw.SavedProgramError, rw.RulebookError),
}
"""What the documentation says that reading one may raise."""
IN_PLAY = (rw.RuleFailure, rw.TooManyOutcomes)
"""What playing on from one may raise."""
KINDS = ("record", "record", "state", "state", "compiled")
MOVES = 25
MOST_SHOWN = 20
MOST_MEMORY = 6 * 2**30
"""Bytes of address space for the whole run."""

ODD: tuple[Callable[[], Json], ...] = (
    *((lambda value=value: value) for value in (
        None, True, False, 0, 1, -1, 2, 7, 255, 2**30, 2**31 - 2, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**32, 2**53, 2**63,
        2**64, -(2**64), 10**30, 10**400, 0.0, 1.5, -0.0, float("inf"), float("nan"),
        "", "x", "me", "seat(1)", "0", "é", "\ud800", "\u202e\x1b[2J", "\0", "a" * 5_000, "../../etc/passwd", "/proc/self/environ",
    )),
    list, dict, lambda: [[]], lambda: {"x": []}, lambda: [None], lambda: [5], lambda: ["()"], lambda: {"": {}},
    lambda: _nested(60), lambda: [0] * 300,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Forgery:
    """What is forged of what game, as text."""

    kind: str
    table: str
    text: str


@dataclass(frozen=True, slots=True)
class Escape:
    """A forgery that ended in an exception that the documentation does not name."""

    number: int
    forgery: Forgery
    error: BaseException

    @property
    def where(self) -> str:
        """The class, and the line of the package that it came from."""
        frames = traceback.extract_tb(self.error.__traceback__)
        ours = [frame for frame in frames if "rulewright" in frame.filename and "tests" not in frame.filename]
        last = ours[-1] if ours else frames[-1]
        return f"{self.forgery.kind}: {type(self.error).__name__} in {Path(last.filename).name}:{last.name}: {self.error}"[
            :160
        ]


# ------------------------------------------------------------------------------------------------- what is forged


@cache
def tables() -> tuple[tuple[str, int, str], ...]:
    """Every bundled game with the fewest and with the most players, on every engine that is there."""
    engines = ("reference", "native") if native_is_installed() else ("reference",)
    found = []
    for name in rw.bundled_games():
        few = rw.load(name, engine="reference").num_players
        most = max(few, *(players for players in range(few, 5) if _can_be_played(name, players)))
        found += [(name, players, engine) for players in {few, most} for engine in engines]
    return tuple(sorted(found))


def _can_be_played(name: str, players: int) -> bool:
    with suppress(rw.RulebookError):
        return rw.load(name, players=players, engine="reference") is not None
    return False


@cache
def game_at(table: tuple[str, int, str]) -> rw.Game:
    name, players, engine = table
    return rw.load(name, players=players, engine=engine)


@cache
def state_at(table: tuple[str, int, str], way: int) -> rw.State:
    """A state some moves into a game; the last way is a resampled one."""
    luck = Random(f"{table} {way}")
    state = game_at(table).new_initial_state(seed=way)
    for _ in range(luck.randint(0, MOVES)):
        if state.is_terminal():
            break
        state.apply_action(luck.choice(state.legal_actions()))
    return state.resample(0, 7) if way == 2 else state


@cache
def text_at(kind: str, table: tuple[str, int, str], way: int) -> str:
    """What is written of a game."""
    match kind:
        case "record":
            return json.dumps(state_at(table, way % 2).record(texts=way == 2))
        case "state":
            return state_at(table, way).serialize(history=way != 1)
        case _:
            return game_at((*table[:2], "reference")).to_text()


def forged(seed: int, number: int) -> tuple[Forgery, tuple[str, int, str]]:
    """The forgery of a number, and the table that it is read at."""
    luck = Random(f"{seed} {number}")
    kind = luck.choice(KINDS)
    table = luck.choice(tables())
    data = json.loads(text_at(kind, table, luck.randrange(3)))
    for _ in range(luck.randint(1, 4)):
        data = changed(data, luck)
    return Forgery(kind, " ".join(map(str, table)), sealed(kind, data, luck)), table


def sealed(kind: str, data: Json, luck: Random) -> str:
    """The text of it, with checksum and fingerprint made anew, nearly always."""
    if kind == "record" or not isinstance(data, dict) or luck.random() < 0.03:
        return json.dumps(_with_texts(data, luck) if isinstance(data, dict) and "texts" in data else data)
    if kind == "state":
        return serial.sealed({key: value for key, value in data.items() if key != "checksum"})
    if luck.random() < 0.2:
        data["classes"] = "another version"
    return saved.sealed(_with_fingerprint({key: value for key, value in data.items() if key != "checksum"}))


def _with_texts(data: dict[str, Json], luck: Random) -> dict[str, Json]:
    """A record whose texts have their checksum, and now and then are those of another version."""
    with suppress(Exception):  # if there is no checksum of such texts
        texts = data["texts"]
        texts["checksum"] = Texts(texts["rulebook"], tuple(texts["house_rules"]), texts["files"]).checksum
        if luck.random() < 0.5:
            texts["version"] = "0.0.1"
    return data


def _with_fingerprint(data: dict[str, Json]) -> dict[str, Json]:
    """A compiled game whose fingerprint is that of its rules, if rules can be read out of it."""
    with suppress(Exception):  # of what it is read by, which is not what is tried here
        program = saved.read_program(data)
        at = list(type(program).__dataclass_fields__).index("fingerprint") + 1
        data["program"][at] = fingerprint(program, program.idle)
    return data


# -------------------------------------------------------------------------------------------------------- changes


def changed(data: Json, luck: Random) -> Json:
    """The data changed in one place."""
    somewhere = _somewhere(data, luck)
    if somewhere is None:
        return odd(luck)
    owner, key = somewhere
    match luck.randrange(8):
        case 0:
            del owner[key]
        case 1 | 2:
            owner[key] = odd(luck)
        case 3:
            owner[key] = luck.choice(
                (lambda each: [each], lambda each: {"x": each}, lambda each: [each, each])
            )(owner[key])
        case 4:
            other = _somewhere(data, luck) or (owner, key)
            if _is_apart(owner[key], other[0]) and _is_apart(other[0][other[1]], owner):
                owner[key], other[0][other[1]] = other[0][other[1]], owner[key]
        case 5:
            lent = _somewhere(data, luck) or (owner, key)
            owner[key] = json.loads(json.dumps(lent[0][lent[1]]))
        case 6 if isinstance(owner, list):
            owner.insert(luck.randint(0, len(owner)), json.loads(json.dumps(owner[key])))
        case 7 if isinstance(owner[key], int):
            owner[key] += luck.choice((-1, 1, 2, 10, 1000))
        case _:
            _other_text(owner, key, luck)
    return data


def _other_text(owner: Json, key: Json, luck: Random) -> None:
    value = owner[key]
    if isinstance(owner, dict):
        owner[luck.choice(("x", "", "\ud800", "drawn", "cells"))] = owner.pop(key)
    elif isinstance(value, str):
        owner[key] = luck.choice((value[:-1], value + value, value.upper(), value + "é", value + "\0"))
    else:
        owner[key] = odd(luck)


def odd(luck: Random) -> Json:
    """Something that nobody expects."""
    return luck.choice(ODD)()


def _nested(deep: int) -> Json:
    data: Json = []
    for _ in range(deep):
        data = [data]
    return data


def _somewhere(data: Json, luck: Random) -> tuple[Json, Json] | None:
    """A container and a key in it, of all sorts of places in the data each as likely: the thousands of a long list are one sort. A
    program has too many nodes to look at all, so there each level is as likely as the next."""
    if isinstance(data, dict) and "program" in data:
        way = list(_way_down(data, luck))
        return way[-1] if way else None
    sorts: dict[str, list[tuple[Json, Json]]] = {}
    waiting: list[tuple[str, Json]] = [("", data)]
    while waiting:
        sort, part = waiting.pop()
        for key in part if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ():
            inner = f"{sort}.{key}" if isinstance(part, dict) or len(part) < 5 else f"{sort}[]"
            sorts.setdefault(inner, []).append((part, key))
            waiting.append((inner, part[key]))
    return luck.choice(sorts[luck.choice(sorted(sorts))]) if sorts else None


def _way_down(data: Json, luck: Random) -> Iterator[tuple[Json, Json]]:
    """The containers and keys on the way to some part, each level as likely as the next."""
    while isinstance(data, dict | list) and data:
        key = luck.choice(list(data)) if isinstance(data, dict) else luck.randrange(len(data))
        yield data, key
        data = data[key]
        if luck.random() < 0.12:
            return


def _is_apart(part: Json, whole: Json) -> bool:
    """Whether something is no part of another, which it could not change places with."""
    if part is whole:
        return False
    if isinstance(part, dict | list):
        return all(_is_apart(each, whole) for each in (part.values() if isinstance(part, dict) else part))
    return True


# ---------------------------------------------------------------------------------------------------------- trying


def tried(forgery: Forgery, table: tuple[str, int, str]) -> bool:
    """Read a forgery and play on; whether that is possible. Raises what the documentation does not name."""
    state: rw.State | None = None
    with suppress(*ALLOWED[forgery.kind]):
        match forgery.kind:
            case "record":
                data = json.loads(forgery.text)
                with suppress(*ALLOWED[forgery.kind]):
                    rw.replay(data)
                state = rw.replay(data, game_at(table))
            case "state":
                state = game_at(table).deserialize_state(forgery.text)
            case _:
                executor = game_at((*table[:2], "reference")).executor.remake
                game = _loaded(forgery.text, executor)
                with suppress(*IN_PLAY):
                    state = game.new_initial_state(seed=1)
    if state is None:
        return False
    used(state)
    return True


def _loaded(text: str, executor: Callable[[ir.Program], Executor]) -> rw.Game:
    """What `load_compiled` does with a file."""
    try:
        return games.from_text(text, executor)
    except rw.SavedProgramError as error:
        if error.origin is None:
            raise
        return pipeline.compile_again(error.origin, "reference")


def used(state: rw.State) -> None:
    """Whatever can be asked of a state."""
    game = state.game
    for viewer in (*range(game.num_players), "spectator"):
        state.observation(viewer)
        state.history_for(viewer)
        json.dumps(state.record(viewer))
        with suppress(*IN_PLAY):
            state.legal_actions(viewer)
    with suppress(*IN_PLAY):
        state.information_state_string(0)
        state.resample(0, 3).observation(0)
    text = state.serialize()
    assert game.deserialize_state(text).serialize() == text
    state.returns(), state.scores(), state.ranking(), state.can_undo(together=True)
    with suppress(*IN_PLAY):
        legal = state.legal_actions()
        if legal:
            state.apply_action(legal[-1])
            if state.can_undo() is None:
                state.undo()


def escapes(count: int, seed: int, first: int = 0) -> Iterator[Escape | bool]:
    """For each forgery what escaped, or whether it passed for true."""
    for number in range(first, first + count):
        forgery, table = forged(seed, number)
        try:
            yield tried(forgery, table)
        except Exception as error:  # any but those named is what is looked for
            yield Escape(number, forgery, error)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.forged")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--again", type=int, help="the forgery of this number once more")
    asked = parser.parse_args(arguments)
    if asked.again is not None:
        forgery, table = forged(asked.seed, asked.again)
        print(forgery.kind, forgery.table, forgery.text[:2_000])
        tried(forgery, table)
        return 0
    _bound_memory()
    found: Counter[str] = Counter()
    passed = 0
    for number, escape in enumerate(escapes(asked.count, asked.seed), 1):
        passed += escape is True
        if isinstance(escape, Escape):
            found[escape.where] += 1
            if found[escape.where] == 1 and len(found) <= MOST_SHOWN:
                print(f"number {escape.number} ({escape.forgery.table}): {escape.where}", flush=True)
        if number % 1_000 == 0:
            print(f"{number:,} tried, {found.total()} escaped", flush=True)
    print(
        f"{asked.count:,} forged with seed {asked.seed}: {found.total()} ended in an exception that nobody names"
    )
    return 1 if found else 0


def _bound_memory() -> None:
    """A forgery that takes all memory ends in a MemoryError, which is an escape, and not with the whole run."""
    with suppress(ImportError):  # Windows has no such limits
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, most))


if __name__ == "__main__":
    sys.exit(main())
