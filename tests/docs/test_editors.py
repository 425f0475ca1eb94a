"""The extension for Visual Studio Code: what is generated is up to date, what it names exists, and its snippets are rulebooks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from docs import generate_editors
from docs.generate_editors import EXTENSION, TOP
from rulewright import check

PACKAGE = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
SNIPPETS = generate_editors.snippets()
WHOLE = {name: each for name, each in SNIPPETS.items() if each["body"][-1] == "$0"}
COMMANDS = {each["command"] for each in PACKAGE["contributes"]["commands"]}


def expanded(body: list[str]) -> str:
    """A snippet as the editor inserts it when nothing is typed over its places."""
    text = re.sub(r"(?<!\\)\$\{\d+:([^}]*)\}", r"\1", "\n".join(body)).replace("$0", "")
    return text.replace("\\$", "$").replace("\\}", "}").replace("\\\\", "\\")


def problems(folder: Path, name: str, text: str) -> list[str]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return [str(problem) for problem in check(path)]


@pytest.mark.parametrize("path", generate_editors.written(), ids=lambda path: path.name)
def test_what_is_generated_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == generate_editors.written()[path], (
        "python docs/generate_editors.py writes it anew"
    )


def test_the_words_of_the_grammar_are_found() -> None:
    assert {"and", "otherwise", "through", "highest"} <= set(generate_editors.words_of_expressions())
    assert {"move", "roll", "turn_of"} <= set(generate_editors.verbs())
    assert {"sum", "seat"} <= generate_editors.function_names()


def test_files_that_the_package_names_exist() -> None:
    given = PACKAGE["contributes"]
    named = [PACKAGE["icon"], *(each["path"] for key in ("grammars", "snippets") for each in given[key])]
    named += [each["configuration"] for each in given["languages"]]
    assert [name for name in named if not (EXTENSION / name).is_file()] == []
    assert json.loads((EXTENSION / "language-configuration.json").read_text(encoding="utf-8"))
    assert (EXTENSION / "LICENSE").read_text() == (TOP / "LICENSE").read_text()


def test_the_language_is_of_the_files_of_the_server_alone() -> None:
    (language,) = PACKAGE["contributes"]["languages"]
    assert language["id"] == "rulewright"
    assert language["extensions"] == [".rulebook.yaml", ".overlay.yaml", ".fragment.yaml"]


def test_commands_are_declared_registered_and_shown() -> None:
    source = (EXTENSION / "src" / "extension.js").read_text(encoding="utf-8")
    assert set(re.findall(r'"(rulewright\.\w+)": \(', source)) == COMMANDS
    shown = {each["command"] for menu in PACKAGE["contributes"]["menus"].values() for each in menu}
    assert shown <= COMMANDS


def test_the_readme_names_every_setting() -> None:
    readme = (EXTENSION / "README.md").read_text(encoding="utf-8")
    settings = PACKAGE["contributes"]["configuration"]["properties"]
    assert [name for name in settings if f"`{name}`" not in readme] == []


@pytest.mark.parametrize("name", WHOLE)
def test_whole_snippets_are_sound(name: str, tmp_path: Path) -> None:
    kind = "overlay" if "house" in name else "rulebook"
    assert problems(tmp_path, f"my-game.{kind}.yaml", expanded(WHOLE[name]["body"])) == []


def test_entries_fit_where_they_belong(tmp_path: Path) -> None:
    """Each is put below the key that its description names, into the starter of a dice game, which has a score and actions."""
    text = expanded(WHOLE["New rulebook: a dice game"]["body"])
    for name, entry in SNIPPETS.items():
        if name in WHOLE:
            continue
        (section,) = re.findall(r"below `(\w+):`", entry["description"])
        found = re.search(rf"^( *){section}:$", text, re.MULTILINE)
        lines = expanded(entry["body"]).split("\n")
        if found is None:
            changed = f"{text}\n{section}:\n" + "".join(f"  {line}\n" for line in lines)
        else:
            added = "".join(f"\n{found[1]}  {line}" for line in lines)
            changed = text[: found.end()] + added + text[found.end() :]
        found_out = problems(tmp_path, "my-game.rulebook.yaml", changed)
        assert [each for each in found_out if ": error[" in each] == [], name
