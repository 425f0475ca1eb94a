"""Starters: small rulebooks and house rules that work as they stand and are written to be changed.

    write("my-game", "dice", Path("."))        ->        my-game.rulebook.yaml

The texts are in `templates/`, so that they can be read (and checked) as what they are.
"""

from __future__ import annotations

import os
import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.author.schemas import schema_path

if TYPE_CHECKING:
    from rulewright.rulebook.nodes import Option, Rulebook

KINDS = ("dice", "cards", "overlay")


class CannotWrite(Exception):
    """Why there is no new file, in words for the person who asked for one."""


def write(name: str, kind: str, folder: Path = Path("."), parent: str | None = None) -> Path:
    """Write a starter called `name` into a folder and return its path.

    `kind` is one of `KINDS`; an overlay needs the `parent` it changes. Raises CannotWrite if the name will not
    do or something is in the way, RulebookError if the parent cannot be read.
    """
    _check_name(name)
    ending = "overlay" if kind == "overlay" else "rulebook"
    path = folder / f"{name}.{ending}.yaml"
    if path.exists():
        raise CannotWrite(f"{path} is there already, and is left as it is; choose another name")
    if not folder.is_dir():
        raise CannotWrite(f"there is no folder {folder}")
    text = overlay(name, parent or "", folder) if kind == "overlay" else starter(name, kind, folder)
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    return path


def starter(name: str, kind: str, folder: Path = Path(".")) -> str:
    """The text of a whole rulebook of a kind, with a modeline that works in the folder."""
    template = (
        files("rulewright.author").joinpath(f"templates/{kind}.rulebook.yaml").read_text(encoding="utf-8")
    )
    return (
        template.replace("SCHEMA", modeline_path("rulebook", folder))
        .replace("TITLE", title_of(name))
        .replace("NAME", name)
    )


def overlay(name: str, parent: str, folder: Path = Path(".")) -> str:
    """The text of a house rule for a game: one option changed, and the game's other options as comments."""
    from rulewright import pipeline

    book = pipeline.open_book(parent).rulebook
    return f"""\
# yaml-language-server: $schema={modeline_path("overlay", folder)}
#
# A house rule for {book.title}. Rules are changed by their place in the game's rulebook:
#
#   rulewright show {parent}                           that rulebook
#   rulewright play {parent} --with {name}.overlay.yaml
#   rulewright test {parent} --with {name}.overlay.yaml
#
rulebook: 1                                     # version of the language
name: {name}
extends: {_parent_name(book, parent)}
about: Say here what this house rule changes.

# Give what is there another value, by its place.
{_change(book)}
# Put in what was not there before (see `rulewright show {parent}` for the parts a rulebook has).
# add:
#   examples:
#     a_story_about_the_new_rule:
#       expect: [round == 1]

# Take something out, by its place.
{_remove(book)}"""


def modeline_path(schema: str, folder: Path) -> str:
    """How an editor finds the schema from a file in this folder: a short relative path, else a whole one."""
    path = schema_path(schema).resolve()
    try:
        relative = os.path.relpath(path, folder.resolve())
    except ValueError:  # another drive
        return path.as_uri()
    return Path(relative).as_posix() if relative.count("..") <= 3 else path.as_posix()


def title_of(name: str) -> str:
    """`my-game` -> `My game`."""
    return name.replace("-", " ").replace("_", " ").capitalize()


def _check_name(name: str) -> None:
    if name.endswith((".yaml", ".yml")):
        raise CannotWrite(f"give the name alone, as in `{name.split('.')[0]}`; the ending is added")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise CannotWrite(
            f"`{name}` will not do as a name: small letters and digits, joined by single hyphens, as in `my-game`"
        )


def _parent_name(book: Rulebook, parent: str) -> str:
    return book.name if Path(parent).suffix else parent


def _change(book: Rulebook) -> str:
    options = [option for option in book.options.values() if not option.fixed]
    if not options:
        action = next(
            (action.path for phase in book.phases.values() for action in phase.actions.values()), ""
        )
        return f"# change:\n#   (for example something under {action})\n"
    first, *others = options
    lines = ["change:", "  options:", f"    {_option_line(first)}"]
    lines += [f"    # {_option_line(option)}" for option in others]
    return "\n".join(lines) + "\n"


def _option_line(option: Option) -> str:
    may_be = " or ".join(choice.id for choice in option.one_of)
    if not may_be and option.type:
        may_be = option.type.span.text
    return f"{option.id}: {option.value.span.text}    # {may_be}"


def _remove(book: Rulebook) -> str:
    conditions = [
        condition.path
        for phase in book.phases.values()
        for action in phase.actions.values()
        for condition in action.when
    ]
    return f"# remove: [{conditions[0]}]\n" if conditions else "# remove: []\n"
