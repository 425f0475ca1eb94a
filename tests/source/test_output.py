"""Files that are written: whole or not at all, and never in the place of what an author wrote."""

from __future__ import annotations

import ast
import errno
import os
import resource
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.author.report.html import page
from rulewright.source import output
from rulewright.source.output import CannotWrite
from tests.cli.conftest import Run
from tests.cli.conftest import dice_game as dice_game
from tests.cli.conftest import run as run
from tests.offenders import assert_none
from tests.package import MODULES, PACKAGE, found_in, name_of, nodes_of, tree_of

OLD = "what was there"
RULEBOOK = "# mine\nrulebook: 1\nname: mine\n"

Command = Callable[[str], tuple[str, ...]]
COMMANDS: dict[str, Command] = {
    "junit": lambda file: ("test", "dare.rulebook.yaml", "--games", "1", "--junitxml", file),
    "coverage": lambda file: ("test", "dare.rulebook.yaml", "--games", "1", "--coverage-html", file),
    "csv": lambda file: ("simulate", "dare.rulebook.yaml", "--games", "2", "--games-csv", file),
    "page": lambda file: (
        "compare", "dare.rulebook.yaml", "--set-b", "target=20", "--games", "2", "--html", file
    ),
}  # fmt: skip
ENDINGS = {"junit": ".xml", "coverage": ".html", "csv": ".csv", "page": ".html"}
commands = pytest.mark.parametrize("name", COMMANDS)
OLDER = {
    ".xml": f'<testsuite name="{OLD}"></testsuite>',
    ".html": page("page.html", title=OLD),
    ".csv": f"game,seed,outcome,decisions\n1,2,{OLD},3\n",
}
"""Older output of each kind."""


@pytest.fixture
def wanted(run: Run, dice_game: str) -> Run:
    return run


def asked(name: str, stem: str = "wanted") -> tuple[Path, tuple[str, ...]]:
    path = Path(f"{stem}{ENDINGS[name]}")
    return path, COMMANDS[name](str(path))


@commands
def test_an_older_output_is_replaced_and_keeps_its_permissions(wanted: Run, name: str) -> None:
    path, arguments = asked(name)
    path.write_text(OLDER[path.suffix])
    path.chmod(0o640)
    assert wanted(*arguments).status == 0
    assert OLD not in path.read_text(encoding="utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert not [each for each in Path().iterdir() if "unfinished" in each.name]


@commands
def test_a_game_that_does_not_exist_costs_no_file(wanted: Run, name: str) -> None:
    path, arguments = asked(name)
    path.write_text(OLDER[path.suffix])
    wanted(*(each.replace("dare.rulebook.yaml", ".") for each in arguments))
    assert path.read_text() == OLDER[path.suffix]


@commands
def test_a_link_stays_and_what_it_leads_to_is_replaced(wanted: Run, name: str) -> None:
    path, arguments = asked(name)
    Path("there").mkdir()
    real = Path("there/real.txt")
    real.write_text(OLDER[path.suffix])
    path.symlink_to(real)
    assert wanted(*arguments).status == 0
    assert path.is_symlink()
    assert OLD not in real.read_text(encoding="utf-8")


@commands
@pytest.mark.parametrize("kind", ["mine", "overlay", "folder", "link"])
def test_folders_and_rulebooks_are_refused_before_anything_runs(wanted: Run, name: str, kind: str) -> None:
    path, arguments = asked(name)
    text = RULEBOOK + ("extends: dare\n" if kind == "overlay" else "")
    if kind == "folder":
        path.mkdir()
    elif kind == "link":
        Path("mine.rulebook.yaml").write_text(RULEBOOK)
        path.symlink_to("mine.rulebook.yaml")
    else:
        path.write_text(text)
    ended = wanted(*arguments)
    assert (ended.status, ended.out) == (2, "")
    assert path.is_dir() or path.read_text() in (text, RULEBOOK)


NOTES = {
    ".xml": '<?xml version="1.0"?>\n<notes>mine</notes>\n',
    ".html": '<!DOCTYPE html>\n<html lang="en">\n<head>\n<title>mine</title>\n</head></html>\n',
    ".csv": "name,game,seed,outcome\nmine,1,2,3\n",
}


@commands
@pytest.mark.parametrize("content", [*NOTES, "prose", "binary", "record"])
def test_a_file_with_something_else_in_it_is_refused_before_anything_runs(
    wanted: Run, name: str, content: str
) -> None:
    path, arguments = asked(name)
    others = {
        "prose": b"What I must not forget.\n",
        "binary": b"\x00\xff" * 9000,
        "record": b'{"rulewright": 1}',
    }
    held = others[content] if content in others else NOTES[content].encode()
    path.write_bytes(held)
    ended = wanted(*arguments)
    assert (ended.status, ended.out) == (2, "")
    assert "choose another name, or move that file away first" in ended.err
    assert path.read_bytes() == held


@commands
@pytest.mark.parametrize("file", ["g.record.json", "notes.txt", "notes"])
def test_output_whose_name_ends_otherwise_is_refused(wanted: Run, name: str, file: str) -> None:
    Path(file).write_text(OLD)
    ended = wanted(*COMMANDS[name](file))
    assert (ended.status, ended.out) == (2, "")
    assert f"should end with {ENDINGS[name]}" in ended.err
    assert Path(file).read_text() == OLD


@commands
def test_a_file_that_is_empty_may_become_anything(wanted: Run, name: str) -> None:
    path, arguments = asked(name)
    path.touch()
    assert wanted(*arguments).status == 0
    assert path.stat().st_size > 20


@commands
def test_a_pipe_is_written_to_and_stays_one(wanted: Run, name: str) -> None:
    pipe = Path("pipe")
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")), daemon=True)
    reader.start()
    assert wanted(*COMMANDS[name]("pipe")).status == 0
    reader.join(10)
    assert len(read[0]) > 20
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@commands
def test_a_full_device_is_reported(wanted: Run, name: str) -> None:
    ended = wanted(*COMMANDS[name]("/dev/full"))
    assert ended.status == 2
    assert "/dev/full cannot be written: the disk is full" in ended.err
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


def test_standard_output_gets_both_what_is_printed_and_the_file(run: Run, dice_game: str) -> None:
    with Path("both.txt").open("wb") as both:
        command = [sys.executable, "-m", "rulewright", *COMMANDS["csv"]("/dev/stdout")]
        assert subprocess.run(command, stdout=both, check=False).returncode == 0
    text = Path("both.txt").read_text(encoding="utf-8")
    assert text.startswith("game,seed,")
    assert "LENGTH" in text


@pytest.fixture
def small_files() -> Iterator[None]:
    """No file can be longer than 1000 bytes, as if the disk were full."""
    handled = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handled)


@pytest.mark.parametrize("put", [output.write, output.put, lambda path, text: rw.load("pig").save(path)])
def test_where_there_is_no_room_the_old_content_stays(
    put: Callable[[Path, str], None], tmp_path: Path, small_files: None
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OLD)
    with pytest.raises(CannotWrite, match="cannot be written: the file would be larger"):
        put(path, "x" * 5000)
    assert [each.read_text() for each in tmp_path.iterdir()] == [OLD]


def test_a_run_that_is_killed_while_writing_leaves_the_old_content(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(OLD)
    program = (
        "import os, pathlib, sys\nfrom rulewright.source.output import Output\n"
        "with Output(pathlib.Path(sys.argv[1])) as file:\n    file.write('new')\n    os.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)], check=False).returncode == -9
    assert path.read_text() == OLD
    (left,) = (each for each in tmp_path.iterdir() if each != path)
    os.utime(left, (0, 0))
    output.write(path, "new")
    assert list(tmp_path.iterdir()) == [path], "what was left long ago is cleared away"


def test_an_exception_leaves_the_old_content(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(OLD)
    with pytest.raises(ZeroDivisionError), output.Output(path) as file:
        file.write(str(1 // (file.write("new") - 3)))
    assert [each.read_text() for each in tmp_path.iterdir()] == [OLD]


def test_what_is_new_never_replaces_anything(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    output.create(path, "mine")
    with pytest.raises(FileExistsError):
        output.create(path, "yours")
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(FileExistsError):
        output.create(tmp_path / "link", "yours")
    with pytest.raises(FileExistsError), output.Output(tmp_path / "late", only_new=True):
        (tmp_path / "late").write_text("yours")
    assert (path.read_text(), (tmp_path / "late").read_text()) == ("mine", "yours")
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~_umask()


def _umask() -> int:
    now = os.umask(0o22)
    os.umask(now)
    return now


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("nowhere/a.txt", "there is no folder nowhere"),
        ("a\0b", "no file can have this name"),
        ("x" * 300, "File name too long"),
        ("round", "its link leads nowhere"),
        (".", "it is a folder"),
        ("new.rulebook.yaml", "rulebooks and house rules"),
    ],
)
def test_what_cannot_be_written_says_why(
    path: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("round").symlink_to("round")
    with pytest.raises(CannotWrite, match=reason):
        output.write(Path(path), "text")


@pytest.mark.parametrize(("mode", "reason"), [("file", "may not be written to"), ("folder", "in the folder")])
def test_permissions_are_asked_for_first(
    mode: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OLD)
    shut = path if mode == "file" else tmp_path
    monkeypatch.setattr(os, "access", lambda asked, how: Path(asked) != shut)
    with pytest.raises(CannotWrite, match=reason):
        output.write(path, "new")
    assert path.read_text() == OLD


def test_a_page_that_shows_a_rulebook_is_none(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(f"<pre>\n{RULEBOOK}</pre>")
    output.write(page, "new")
    record = tmp_path / "a.json"
    record.write_text('{"rulebook": "mine.rulebook.yaml"}')
    output.write(record, "new")


def test_a_cannot_write_is_an_os_error() -> None:
    told = CannotWrite("a.txt", "the disk is full", errno.ENOSPC)
    assert (told.errno, told.filename) == (errno.ENOSPC, "a.txt")


# ------------------------------------------------------------------------------------------------------ structure

WRITING = {"write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "TemporaryFile", "fdopen", "touch", "rename",
           "symlink_to", "link", "truncate", "copyfile", "copy", "copy2", "move"}  # fmt: skip
OF_OS = {"replace", "rename", "link", "symlink", "truncate", "fdopen"}
OTHER_COPIES = ("copy",)


def writes(tree: ast.AST) -> Iterator[str]:
    """The calls that write to a file, as far as a call shows it."""
    for call in (node for node in nodes_of(tree) if isinstance(node, ast.Call)):
        match call.func:
            case ast.Name("open") | ast.Attribute(attr="open"):
                told = [*call.args, *(each.value for each in call.keywords)]
                modes = [
                    each.value
                    for each in told
                    if isinstance(each, ast.Constant) and isinstance(each.value, str)
                ]
                flags = {
                    node.attr for each in told for node in ast.walk(each) if isinstance(node, ast.Attribute)
                }
                if any(set(mode) & set("wax+") and len(mode) <= 4 for mode in modes) or flags & {
                    "O_CREAT", "O_RDWR", "O_TRUNC", "O_APPEND"
                }:  # fmt: skip
                    yield "open"
            case ast.Attribute(value=ast.Name("os" | "shutil" | "tempfile"), attr=name) if (
                name in WRITING | OF_OS
            ):
                yield f"os.{name}"
            case ast.Attribute(attr=name) if name in WRITING - {*OTHER_COPIES, "move", "link", "truncate"}:
                yield name
            case ast.Attribute(attr="replace") if len(call.args) == 1 and not call.keywords:
                yield "replace"


OTHERS = {
    "adapters/language_server/server.py: os.fdopen": "standard output, kept for answers",
    "cli/assistants/given.py: write_text": "in a folder that is gone with the answer",
    "cli/assistants/worker.py: os.fdopen": "standard output, kept for answers",
    "serve/database.py: open": "the file that is locked while a server has the database",
    "serve/sockets.py: rename": "a person's name",
    "serve/worker/main.py: os.fdopen": "standard output, kept for answers",
}
"""What is no file that is written, or none that is left."""


def test_one_module_writes_files() -> None:
    others = [path for path in MODULES if name_of(path) != "source/output.py"]
    found = [*found_in(lambda path: writes(tree_of(path)), others)]
    assert_none(each for each in found if each not in OTHERS)
    assert_none((each for each in OTHERS if each not in found), "needless; take them off the list")
    assert [*writes(tree_of(PACKAGE / "source" / "output.py"))]


@pytest.mark.parametrize(
    "line",
    ["open(p, 'w')", "p.open('xb')", "open(p, mode='a')", "p.write_text('')", "p.write_bytes(b'')", "os.replace(a, b)",
     "a.replace(b)", "os.open(p, os.O_WRONLY | os.O_CREAT)", "tempfile.mkstemp()", "shutil.copy(a, b)"],
)  # fmt: skip
def test_the_structure_test_sees_each_way_to_write(line: str) -> None:
    assert [*writes(ast.parse(line))]
