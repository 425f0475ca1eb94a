"""Every example in the README and in docs/ holds: rulebooks are sound, commands run, Python runs, links lead somewhere.

The blocks of a page are carried out in order in one empty folder, so that a command finds the rulebooks shown above
it (those that begin with `# file: NAME`). How to write blocks: docs/contributing.md.
"""

from __future__ import annotations

import doctest
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import rulewright
from docs import generate
from tests.offenders import assert_none

from . import commands
from .pages import EDIT, TOP, Block, Page, pages

PAGES = pages()
KNOWN: dict[str, set[tuple[str, ...]]] = {
    "edit": {()},
    "yaml": {(), ("fragment",), ("wrong",)},
    "console": {(), ("interactive",)},
    "python": {()},
    "sh": {()},  # set-up: .ci/run carries out those of the README
    "json": {()},
    "diff": {()},
    "text": {()},
}

Names = dict[str, Any]  # Any: what the Python of a page binds


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_hold(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for file in (block.file for block in page.blocks if block.language == "python" and block.file):
        monkeypatch.delitem(sys.modules, file.removesuffix(".py"), raising=False)
    names: Names = {"__name__": "__main__"}
    for block in page.blocks:
        try:
            hold(block, tmp_path, names)
        except Exception as error:
            raise AssertionError(f"{page.name}:{block.line}: {error}") from error


def hold(block: Block, folder: Path, names: Names) -> None:
    assert block.language in KNOWN, f"blocks are {', '.join(KNOWN)}"
    assert block.words in KNOWN[block.language], f"no such sort of {block.language} block"
    if block.file:
        (folder / block.file).write_text(block.text, encoding="utf-8")
    if block.added_to:
        with (folder / block.added_to).open("a", encoding="utf-8") as file:
            file.write(block.text)
    match block.language, block.words:
        case "edit", _:
            edit(block, folder)
        case "yaml", ():
            hold_rulebook(block)
        case "yaml", ("fragment",):
            yaml.safe_load(block.text)
        case "console", ():
            for command in commands.read(block.text, block.line):
                difference = commands.differs(command.shown, commands.carry_out(command, folder))
                assert difference is None, f"line {command.line}: {difference}"
        case "console", _:
            for command in commands.read(block.text, block.line):
                hold_interactive(command, folder)
        case "python", _ if block.file:
            compile(block.text, block.file, "exec")  # a module, which the page imports or runs
        case "python", _:
            hold_python(block, names)


def edit(block: Block, folder: Path) -> None:
    asked = EDIT.match(block.text)
    assert asked is not None
    path = folder / asked["file"]
    text = path.read_text(encoding="utf-8")
    assert text.count(asked["old"]) == 1, f"`{asked['old']}` should stand once in {asked['file']}"
    path.write_text(text.replace(asked["old"], asked["new"]), encoding="utf-8")


def hold_rulebook(block: Block) -> None:
    """A whole rulebook or a house rule: it loads and is checked."""
    problems = rulewright.check(block.file) if block.file else rulewright.check_text(block.text)
    assert [str(problem) for problem in problems] == []


def hold_interactive(command: commands.Command, folder: Path) -> None:
    """A command that waits for somebody: it exists, and knows the options that are used."""
    program, name, *arguments = command.words
    asked = commands.Command(command.text, (program, name, "--help"), 0, None, command.line)
    told = commands.carry_out(asked, folder)
    used = [argument.split("=")[0] for argument in arguments if argument.startswith("-")]
    assert [option for option in used if option not in told] == []


def hold_python(block: Block, names: Names) -> None:
    """A program, or a session with `>>>` and what it answers."""
    if not block.text.startswith(">>> "):
        exec(compile("\n" * (block.line - 1) + block.text, "<page>", "exec"), names)
        return
    session = doctest.DocTestParser().get_doctest(block.text, names, "the session", None, block.line - 1)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=told.append, clear_globs=False)
    assert told == [], "".join(told)
    names.update(session.globs)


def test_links_lead_somewhere() -> None:
    anchors = {page.path: {*page.anchors()} for page in PAGES}

    def is_lost(page: Page, link: str) -> bool:
        target, _, anchor = link.partition("#")
        path = (page.path.parent / target).resolve() if target else page.path
        return not path.exists() or bool(anchor and path in anchors and anchor not in anchors[path])

    assert_none(f"{page.name}: {link}" for page in PAGES for link in page.links() if is_lost(page, link))


def test_every_page_is_reached_from_the_index() -> None:
    index = next(page for page in PAGES if page.name == "docs/README.md")
    reached = {(index.path.parent / link.partition("#")[0]).resolve() for link in index.links()}
    folders = {path for path in reached if path.is_dir()}
    pages_below = [page for page in PAGES if page.path.is_relative_to(TOP / "docs") and page is not index]
    missed = [page for page in pages_below if page.path not in reached and page.path.parent not in folders]
    assert_none(page.name for page in missed)


@pytest.mark.parametrize("page", generate.PAGES, ids=lambda page: str(page.path))
def test_generated_references_are_up_to_date(page: generate.Generated) -> None:
    assert page.is_up_to_date(), "python docs/generate.py writes it anew"


def test_no_page_says_where_it_was_written() -> None:
    here = str(Path(__file__).resolve().parents[2])
    assert_none(page.name for page in PAGES if here in page.path.read_text(encoding="utf-8"))


def test_the_first_screen_of_the_readme_has_the_two_commands() -> None:
    first, second = PAGES[0].blocks[:2]
    assert [first.language, second.language] == ["sh", "sh"]
    assert "rulewright simulate" in first.text
    assert "pytest" in second.text
    assert all(block.text.startswith("python3 -m venv ") for block in (first, second))
    assert second.line < 25
