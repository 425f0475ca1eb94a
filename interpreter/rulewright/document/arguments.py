"""What a program asks to be opened: names and paths, options, a variant, a text. Mistakes of what sort of thing is meant end here.

    name_of(Path("race.rulebook.yaml"))       "race.rulebook.yaml"
    names_of("quick-race")                    ("quick-race",)
    settings_of(["target=50"])                TypeError: `options` maps names to values, such as {"target": 50}; this is a list

What is of the right sort, and is not to be found or cannot be, is a problem like those of a rulebook.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from operator import index
from pathlib import Path
from typing import TypeAlias, TypeVar

from rulewright.problems.quoting import shortened

Name: TypeAlias = str | Path
"""What is bundled, by its name, or a path."""
Names: TypeAlias = Iterable[Name] | Name | None

Value = TypeVar("Value")


def name_of(given: object, what: str = "game") -> str:
    """A name, or a path as text. TypeError for anything else, which `what` was to be."""
    if isinstance(given, str | os.PathLike):
        path = os.fspath(given)
        if isinstance(path, str):
            return path
    raise TypeError(f"`{what}` is the name of a rulebook or a path, but this is {_shown(given)}")


def names_of(given: object) -> tuple[str, ...]:
    """Names and paths; a single one is one name and not a row of letters, and None is none."""
    if given is None:
        return ()
    if isinstance(given, str | os.PathLike):
        return (name_of(given, "overlays"),)
    if not isinstance(given, Iterable) or isinstance(given, bytes):
        raise TypeError(f"`overlays` is a list of names or paths, but this is {_shown(given)}")
    return tuple(name_of(each, "overlays") for each in given)


def settings_of(given: Mapping[str, Value] | None) -> dict[str, Value]:
    """Options by name; None is none."""
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
    """How many play; what is no whole number is left for the rulebook to refuse, which knows how many may."""
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
