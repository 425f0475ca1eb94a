"""Arguments of the public functions: names and paths, options, a variant, a text. A value of the wrong Python type is a TypeError here.

    name_of(Path("race.rulebook.yaml"))       "race.rulebook.yaml"
    names_of("quick-race")                    ("quick-race",)
    settings_of(["target=50"])                TypeError: `options` maps names to values, such as {"target": 50}; this is a list

A value of the right type that does not exist or is not allowed is a problem, like a mistake in a rulebook.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from operator import index
from pathlib import Path
from typing import TypeAlias, TypeVar

from rulewright.problems.quoting import shortened

Name: TypeAlias = str | Path
"""The name of a bundled file, or a path."""
Names: TypeAlias = Iterable[Name] | Name | None

Value = TypeVar("Value")


def name_of(given: object, what: str = "game") -> str:
    """A name, or a path as text. TypeError for anything else; `what` names the parameter in its message."""
    if isinstance(given, str | os.PathLike):
        path = os.fspath(given)
        if isinstance(path, str):
            return path
    raise TypeError(f"`{what}` is the name of a rulebook or a path, but this is {_shown(given)}")


def names_of(given: object) -> tuple[str, ...]:
    """Names and paths. A single text is one name, not a sequence of letters; None is an empty tuple."""
    if given is None:
        return ()
    if isinstance(given, str | os.PathLike):
        return (name_of(given, "overlays"),)
    if not isinstance(given, Iterable) or isinstance(given, bytes):
        raise TypeError(f"`overlays` is a list of names or paths, but this is {_shown(given)}")
    return tuple(name_of(each, "overlays") for each in given)


def settings_of(given: Mapping[str, Value] | None) -> dict[str, Value]:
    """Options by name; None is an empty dictionary. TypeError if it is no mapping from texts."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(
            f'`options` maps names to values, such as {{"target": 50}}, but this is {_shown(given)}'
        )
    for name in given:
        if not isinstance(name, str):
            raise TypeError(f"an option is named by a text, but this is {_shown(name)}")
    return dict(given)


def players_of(given: int | None) -> int | None:
    """The number of players; anything that is no whole number is returned unchanged, and refused later with the numbers that the rulebook allows."""
    try:
        return given if given is None or isinstance(given, bool) else index(given)
    except TypeError:
        return given


def variant_of(given: str | None) -> str | None:
    """The name of a variant, or None."""
    if given is None or isinstance(given, str):
        return given
    raise TypeError(f"`variant` is the name of a variant, but this is {_shown(given)}")


def text_of(given: str) -> str:
    """The text of a rulebook."""
    if isinstance(given, str):
        return given
    raise TypeError(f"`text` is the text of a rulebook, but this is {_shown(given)}")


def _shown(given: object) -> str:
    kind = type(given).__name__
    return "None" if given is None else f"{shortened(repr(given), 60)} ({kind})"
