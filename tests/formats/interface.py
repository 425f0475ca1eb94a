"""The promised names of the Python interface and of the command line, as data.

    python_names()["rulewright.Game.batch"]         [["self", true], ["size", true], ["auto_reset", false]]
    command_names()["simulate"]                     ["--bots", "--checkpoint", ...]

Promised is what docs/reference/python.md describes: the names of the package, the functions of other modules that the page names,
and attributes of these classes if the page mentions them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import click

import rulewright
from rulewright.cli.main import COMMANDS
from tests.formats.games import TOP, Json

ELSEWHERE = {
    "author.diff": ("diff",),
    "pipeline": ("open_book",),
    "play.bots": ("bot_named", "bot_names", "seat_bots"),
    "play.compare": ("compare", "Comparing"),
    "play.comparing.stopping": ("Precision",),
    "play.simulate": ("simulate",),
    "runtime.fallbacks": ("Fallbacks",),
}
"""What the page describes of other modules."""
UNPROMISED = ("ir",)
"""Commands that show the inside of Rulewright."""


def python_names() -> Json:
    """Every promised name: of a function its parameters, each with whether it has to be given; of all others None."""
    found = {}
    for path, each in _public():
        found[path] = _parameters(each)
        if inspect.isclass(each):
            for name in _attributes(each):
                found[f"{path}.{name}"] = _parameters(inspect.getattr_static(each, name, None))
    return dict(sorted(found.items()))


def lost_names(kept: Json, now: Json) -> Iterator[str]:
    """The names that are gone, and the functions that can no longer be called as they could."""
    for name, parameters in kept.items():
        if name not in now:
            yield f"{name} is gone"
        elif parameters is not None:
            wrong = _no_longer(parameters, now[name] or [])
            if wrong:
                yield f"{name}: {wrong}"


def command_names() -> Json:
    """The options of every command."""
    found = {}
    for name, (where, _) in COMMANDS.items():
        if name in UNPROMISED:
            continue
        command = import_module(f"rulewright.cli.{where}").command
        found[name] = sorted(_words(command))
    return dict(sorted(found.items()))


def _public() -> Iterator[tuple[str, object]]:
    for name in rulewright.__all__:
        yield f"rulewright.{name}", getattr(rulewright, name)
    for module, names in ELSEWHERE.items():
        for name in names:
            yield f"rulewright.{module}.{name}", getattr(import_module(f"rulewright.{module}"), name)


def _attributes(kind: type) -> list[str]:
    page = (TOP / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    fenced = re.compile(r"```.*?```", re.DOTALL)
    code = " ".join(re.findall(r"`[^`]+`", fenced.sub("", page)))
    mentioned = set(re.findall(r"[A-Za-z]\w*", code))
    own = {
        name for each in kind.__mro__[:-1] for name in (*vars(each), *getattr(each, "__annotations__", ()))
    }
    own |= {name for each in _examples() if type(each) is kind for name in vars(each)}
    return sorted(name for name in own & mentioned if not name.startswith("_"))


@cache
def _examples() -> list[object]:
    """Objects with attributes that their classes do not declare."""
    game = rulewright.load("pig", engine="reference")
    return [game, game.batch(1), rulewright.RecordError("", 1)]


def _parameters(each: Any) -> Json:
    each = getattr(each, "__func__", each)
    if not callable(each) or (inspect.isclass(each) and issubclass(each, BaseException)):
        return None
    try:
        signature = inspect.signature(each)
    except (TypeError, ValueError):
        return None
    return [[name, each.default is each.empty] for name, each in signature.parameters.items()]


def _no_longer(kept: list[list[Json]], now: list[list[Json]]) -> str:
    """How a function can no longer be called: new parameters come last and may be left out."""
    names = [name for name, _ in now]
    if names[: len(kept)] != [name for name, _ in kept]:
        return f"its parameters were {[name for name, _ in kept]}, and are {names}"
    needed = [
        name
        for number, (name, is_needed) in enumerate(now)
        if is_needed and not (number < len(kept) and kept[number][1])
    ]
    return f"{needed} could be left out" if needed else ""


def _words(command: click.Command) -> Iterator[str]:
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield from (*parameter.opts, *parameter.secondary_opts)
