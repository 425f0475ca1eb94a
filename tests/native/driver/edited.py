"""Compiled games that somebody edited: numbers, names and whole parts changed somewhere, and the checksum made anew.

odd = edited(game.to_text(), Random(7))
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, TypeAlias

import pytest

from rulewright.ir import nodes as ir
from rulewright.ir.saved import program as saved

Json: TypeAlias = Any  # a text read as JSON, of any shape
NUMBERS = (-1, 0, 1, 2, 3, 7, 64, 1000, 10**6, 2**31 - 1, -(2**31), 2**40)
WORDS = ("", "a", 'a"b', "a b", "x\n}", "players", "score")


def edited(text: str, luck: Random) -> str:
    """The text with one to three places changed."""
    body = json.loads(text)
    del body["checksum"]
    for _ in range(luck.randint(1, 3)):
        lists = [each for each in _lists(body["program"]) if each[0] not in ("@", "Span")]
        _change(luck.choice(lists), lists, luck)
    return resealed(body)


def resealed(body: Json) -> str:
    """The text of a compiled game, with the checksum that belongs to it."""
    return saved._dumped({**body, "checksum": saved._checksum(body)})


def read_as_its_own(text: str, monkeypatch: pytest.MonkeyPatch) -> ir.Program | None:
    """The program of an edited text, its fingerprint made anew as whoever edits it can; None if it is refused."""
    with monkeypatch.context() as patch, suppress(saved.SavedProgramError):
        patch.setattr(saved, "fingerprint", lambda program, idle: program.fingerprint)
        return saved.from_text(text)[0]
    return None


def _lists(data: Json) -> Iterator[list[Json]]:
    if isinstance(data, list):
        if data:
            yield data
        for item in data:
            yield from _lists(item)


def _change(at: list[Json], others: list[list[Json]], luck: Random) -> None:
    """Change something in a list: a node, a tuple or a mapping."""
    place = luck.randrange(len(at))
    old = at[place]
    match luck.randrange(4):
        case 0 if len(at) > 1:
            del at[max(place, 1)]
        case 1 if len(at) > 1:
            at.insert(place, at[max(place, 1)])
        case 2:
            fitting = [each for each in others if isinstance(old, list) and each[0] != "()"]
            at[place] = json.loads(json.dumps(luck.choice(fitting))) if fitting else old
        case _:
            at[place] = _another(old, luck)


def _another(old: Json, luck: Random) -> Json:
    if isinstance(old, bool) or old is None:
        return luck.choice((True, False, None, 0, 1))
    if isinstance(old, int):
        return luck.choice((old + 1, old - 1, *NUMBERS))
    return luck.choice(WORDS) if isinstance(old, str) else old
