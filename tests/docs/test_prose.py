"""The words of our prose: plain English, by a vocabulary of what not to write (vocabulary.toml) and what to write instead.

    docs/how-to/money.md:95: `stand` in "They stand from the largest to": is, is written, applies (lines do not stand anywhere)

Looked through are the README, the change log, the pages of docs/, the pages of the problem codes, the descriptions in the
schemas and the help of the commands. Docstrings, comments and messages of the package follow room by room: those that are
still to be edited are exempt, and have a number of findings that must not grow.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest

from rulewright.cli.main import build_group
from tests.offenders import assert_none

from .pages import TOP, read

VOCABULARY = Path(__file__).with_name("vocabulary.toml")
PACKAGE = TOP / "interpreter" / "rulewright"
WRITTEN_BY_PROGRAMS = ("docs/games/", "docs/house-rules/")
"""Pages made of rule sheets and reports: their words are those of the package."""


@dataclass(frozen=True, slots=True)
class Word:
    pattern: re.Pattern[str]
    write: str
    why: str
    wrong: tuple[str, ...]
    fine: tuple[str, ...]


def vocabulary() -> list[Word]:
    return [
        Word(
            re.compile(each["pattern"], re.IGNORECASE | re.MULTILINE),
            each["write"],
            each["why"],
            tuple(each["wrong"]),
            tuple(each["fine"]),
        )
        for each in tomllib.loads(VOCABULARY.read_text(encoding="utf-8"))["word"]
    ]


WORDS = vocabulary()
APART = "\n.\N{PILCROW SIGN}.\n"
"""What no pattern matches, between texts."""


def findings(*prose: str) -> Iterator[str]:
    """Each word that is to be replaced, with its line and what to write. Several texts are looked through at once: there are
    twenty thousand in the package, and a hundred patterns."""
    text = APART.join(map(without_code, prose))
    for word in WORDS:
        for found in word.pattern.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            around = " ".join(text[max(found.start() - 30, 0) : found.end() + 30].split())
            yield f'{line}: "{around}": write {word.write} ({word.why})'


def without_code(prose: str) -> str:
    """The text without code between backticks, targets of links, and codes as headings (`# two-notes: ...`), line for line."""
    text = re.sub(r"^#+ [a-z]+(-[a-z]+)+(:|$)", "#", prose, flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`", lambda code: "x" + "\n" * code[0].count("\n"), text)
    return re.sub(r"\]\([^)]*\)", "]", text)


# --------------------------------------------------------------------------------------------- what is prose


def pages() -> list[Path]:
    ours = [
        TOP / "README.md",
        TOP / "CHANGELOG.md",
        *sorted((TOP / "docs").rglob("*.md")),
        *sorted((PACKAGE / "problems/pages").glob("*.md")),
    ]
    return [path for path in ours if not name_of(path).startswith(WRITTEN_BY_PROGRAMS)]


def name_of(path: Path) -> str:
    return path.relative_to(TOP).as_posix()


def descriptions(schema: object) -> Iterator[str]:
    match schema:
        case {"description": str(text), **rest}:
            yield text
            yield from descriptions(rest)
        case dict():
            for each in schema.values():
                yield from descriptions(each)
        case list():
            for each in schema:
                yield from descriptions(each)


def helps(command: click.Command) -> Iterator[str]:
    """What `--help` shows: the command's text, and that of each option."""
    yield command.help or ""
    yield from (each.help or "" for each in command.params if isinstance(each, click.Option))
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from helps(inner)


def modules() -> list[Path]:
    """The modules of the package, and the words of messages."""
    return sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*messages.toml")])


def prose_of(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    return iter([text]) if path.suffix == ".toml" else prose_of_module(text)


def prose_of_module(source: str) -> Iterator[str]:
    """Docstrings, comments, and texts of several words."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value
    yield from re.findall(
        r"(?:^ *|  )(# .*)", source, re.MULTILINE
    )  # a `#` in a text is looked at twice: to tell it apart takes seconds


@cache
def edited() -> dict[str, list[str]]:
    """The prose that is ours outside of Python, and the help of the commands: texts by where they are."""
    schemas = sorted((TOP / "schemas").glob("*.json"))
    return {
        **{name_of(path): [read(path).prose] for path in pages()},
        **{
            name_of(path): list(descriptions(json.loads(path.read_text(encoding="utf-8"))))
            for path in schemas
        },
        "help of commands": list(helps(build_group())),
    }


@cache
def exempt() -> dict[str, Any]:  # Any: whatever TOML holds
    exceptions: dict[str, Any] = tomllib.loads(VOCABULARY.read_text(encoding="utf-8"))["exempt"]
    return exceptions


@cache
def rooms() -> dict[str, int]:
    """The number of findings in each room of the package that has one."""
    found: dict[str, int] = {}
    for path in modules():
        room = path.relative_to(PACKAGE).parts[0]
        count = sum(1 for _ in findings(*prose_of(path)))
        if count:
            found[room] = found.get(room, 0) + count
    return found


# ------------------------------------------------------------------------------------------------- the tests


def test_prose_is_plain_english() -> None:
    found = {name: [each for text in texts for each in findings(text)] for name, texts in edited().items()}
    exempt_pages = exempt()["pages"]
    assert_none(f"{name}:{each}" for name in found if name not in exempt_pages for each in found[name])
    assert_none((name for name in exempt_pages if not found[name]), "take these off the list of exempt pages")


def test_prose_in_the_package_gets_no_worse() -> None:
    worse = sorted(rooms().keys() - set(exempt()["rooms"]))
    assert worse == [], "these rooms were clean; python -m tests.docs.test_prose ROOM shows what is not"
    assert sum(rooms().values()) <= exempt()["at_most"], "python -m tests.docs.test_prose shows all findings"


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.wrong[0])
def test_a_pattern_finds_what_is_wrong_and_nothing_else(word: Word) -> None:
    assert [text for text in word.wrong if not word.pattern.search(text)] == []
    assert [text for text in word.fine if word.pattern.search(text)] == []


def test_code_is_not_prose() -> None:
    assert list(findings("the key `stands` and [a page](mend-slips.md)")) == []
    assert list(findings("one\ntwo stands")) != []


def shown(wanted: Sequence[str]) -> Iterator[str]:
    """The findings in the package, or in some of its rooms, a line each."""
    for path in modules():
        if not wanted or path.relative_to(PACKAGE).parts[0] in wanted:
            for text in prose_of(path):
                yield from (f"{name_of(path)}: {each.partition(': ')[2]}\n" for each in findings(text))


if __name__ == "__main__":
    sys.stdout.writelines(shown(sys.argv[1:]))
