"""A new file for an author: a starter under a valid name, with a first line by which editors find its schema.

    write("my-game", Dice(), Path("."))                     ->        my-game.rulebook.yaml
    write("short-race", Overlay("long-race"), Path("."))    ->        short-race.overlay.yaml

No file is ever overwritten, and a file is written whole or not at all.
"""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path
from typing import TypeAlias

from rulewright.author.starters.editors import schema_path
from rulewright.author.starters.house_rules import Overlay
from rulewright.author.starters.rulebooks import Board, CannotWrite, Cards, Dice, Tiles
from rulewright.document import library
from rulewright.source import output

Starter: TypeAlias = Dice | Cards | Board | Tiles | Overlay
LONGEST_NAME = 60


def write(name: str, starter: Starter, folder: Path = Path("."), title: str | None = None) -> Path:
    """Write a starter called `name` into a folder and return its path.

    `title` is made from the name if it is not given; a house rule without one keeps its game's. Raises CannotWrite
    if the name or a number is invalid or the file exists, RulebookError if a house rule's game cannot be read.
    """
    check_name(name, folder)
    if title is not None:
        check_title(title)
    if isinstance(starter, Overlay):
        path = folder / f"{name}.overlay.yaml"
        text = starter.text(name, title or "", modeline_path("overlay", folder), folder)
    else:
        path = folder / f"{name}.rulebook.yaml"
        text = starter.text(name, title or title_of(name), modeline_path("rulebook", folder))
    _write_whole(path, text)
    return path


def check_name(name: str, folder: Path = Path(".")) -> None:
    """Raises CannotWrite, with a valid name to use instead, if this one is invalid or taken."""
    if not folder.is_dir():
        raise CannotWrite(f"there is no folder {folder}")
    reason = _fault(name)
    if reason:
        raise CannotWrite(f"{reason}; try `{proposed(name, folder)}`")
    for ending in library.ENDINGS:
        path = folder / f"{name}{ending}"
        if path.exists() or path.is_symlink():
            other = proposed(name, folder)
            raise CannotWrite(
                f"{path} is there already, and is left as it is; try another name, such as `{other}`"
            )
    if name in library.names():
        raise CannotWrite(
            f"`{name}` comes along with Rulewright, and would be hidden here; try `{proposed(name, folder)}`"
        )


def check_title(title: str) -> None:
    """Raises CannotWrite for a title that does not fit on a line."""
    if not title.strip() or not title.isprintable():
        raise CannotWrite("a title is some words on one line")


def proposed(name: str, folder: Path = Path(".")) -> str:
    """A valid name that is not taken, as similar as possible to this one: `My Game!` -> `my-game`."""
    stem = re.sub(r"(\.(rulebook|overlay|fragment))?\.ya?ml$", "", name)
    letters = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode().lower()
    made = re.sub(r"[^a-z0-9]+", "-", letters).strip("-") or "my-game"
    if not made[0].isalpha():
        made = f"game-{made}"
    made = made[:LONGEST_NAME].rstrip("-")
    taken = {*library.names(), *(path.name.partition(".")[0] for path in folder.glob("*.yaml"))}
    if made in taken:
        made = f"my-{made}"[:LONGEST_NAME].rstrip("-")
    number, free = 2, made
    while free in taken:
        free, number = f"{made}-{number}", number + 1
    return free


def modeline_path(schema: str, folder: Path) -> str:
    """The schema as an editor finds it from a file in this folder: a short relative path, or else the file as a URL."""
    path = schema_path(schema).resolve()
    try:
        relative = Path(os.path.relpath(path, folder.resolve())).as_posix()
    except ValueError:  # another drive
        return path.as_uri()
    short = relative.count("..") <= 3 and re.fullmatch(r"[\w./-]+", relative)
    return relative if short else path.as_uri()


def title_of(name: str) -> str:
    """`my-game` -> `My game`."""
    return name.replace("-", " ").capitalize()


def _fault(name: str) -> str:
    if name.endswith((".yaml", ".yml")):
        return "give the name alone, the ending is added"
    if len(name) > LONGEST_NAME:
        return f"a name has at most {LONGEST_NAME} letters"
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        return (
            f"`{name}` will not do as a name, which has small letters and digits, begins with a letter and may have "
            "single hyphens"
        )
    return ""


def _write_whole(path: Path, text: str) -> None:
    """Write a new file. Raises CannotWrite. An interruption, such as Ctrl-C, leaves no partial file."""
    try:
        output.create(path, text)
    except FileExistsError:
        raise CannotWrite(f"{path} is there already, and is left as it is") from None
    except OSError as error:
        raise CannotWrite(str(error)) from None
