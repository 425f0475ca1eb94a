"""The cache gives back what was put in or nothing; it is safe to share, bounded, and never in the way."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

import rulewright
from rulewright.native.driver import cache
from rulewright.native.from_ir import module_text
from rulewright.source import cache as source_kept
from rulewright.source import cache_folder
from rulewright.source.cache import Cache
from rulewright.source.cache_folder import user_folder
from tests.package import PACKAGE, TOP


@pytest.fixture
def kept(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "kept")


def files(kept: Cache) -> list[Path]:
    return sorted(kept.folder.iterdir())


def test_what_was_written_is_read(kept: Cache) -> None:
    assert kept.read("a") is None
    kept.write("a", b"code of a")
    kept.write("b", b"")
    assert (kept.read("a"), kept.read("b"), kept.read("c")) == (b"code of a", b"", None)
    kept.write("a", b"other code")
    assert kept.read("a") == b"other code"
    assert len(files(kept)) == 2
    kept.forget("a")
    kept.forget("never there")
    assert kept.read("a") is None


@pytest.mark.parametrize("at", [0, 10, 26, 40, 70, -1])
def test_a_changed_byte_anywhere_is_noticed(kept: Cache, at: int) -> None:
    kept.write("a", b"machine code" * 20)
    (path,) = files(kept)
    written = bytearray(path.read_bytes())
    written[at] ^= 1
    path.write_bytes(bytes(written))
    assert kept.read("a") is None
    assert files(kept) == []


@pytest.mark.parametrize("length", [0, 5, 30, 64, 100])
def test_a_cut_entry_is_noticed_and_can_be_written_again(kept: Cache, length: int) -> None:
    kept.write("a", b"machine code" * 20)
    (path,) = files(kept)
    path.write_bytes(path.read_bytes()[:length])
    assert kept.read("a") is None
    kept.write("a", b"new")
    assert kept.read("a") == b"new"


def test_what_was_not_used_for_long_goes_first(tmp_path: Path) -> None:
    kept = Cache(tmp_path, most_bytes=5000)
    now = time.time()
    for number, name in enumerate("abcd"):
        kept.write(name, bytes(1000))
        os.utime(tmp_path / f"{name}.object", (now - 90_000 + number, now - 90_000 + number))
    assert kept.read("a") == bytes(1000)  # used now
    kept.write("e", bytes(1000))
    assert [name for name in "abcde" if kept.read(name) is not None] == ["a", "c", "d", "e"]
    assert sum(path.stat().st_size for path in files(kept)) <= 5000


def test_unfinished_files_go_when_they_are_old_and_foreign_ones_stay(kept: Cache) -> None:
    kept.folder.mkdir()
    old, new, foreign = (kept.folder / name for name in ("x.unfinished", "y.unfinished", "README"))
    for path in (old, new, foreign):
        path.write_text("half")
    for path in (old, foreign):
        os.utime(path, (0, 0))
    kept.write("a", b"code")
    assert {path.name for path in files(kept)} == {"README", "a.object", "y.unfinished"}


def test_many_at_once_always_read_whole_entries(kept: Cache) -> None:
    codes = {bytes([number]) * 5000 for number in range(8)}

    def work(code: bytes) -> set[bytes | None]:
        seen = set()
        for _ in range(30):
            kept.write("shared", code)
            seen.add(kept.read("shared"))
        return seen

    with ThreadPoolExecutor(8) as threads:
        seen = set[bytes | None]().union(*threads.map(work, codes))
    assert seen <= codes
    assert [path.name for path in files(kept)] == ["shared.object"]


def test_processes_share_a_folder(kept: Cache) -> None:
    program = f"""
from pathlib import Path
from rulewright.source.cache import Cache
kept = Cache(Path({str(kept.folder)!r}))
for number in range(40):
    kept.write("shared", b"x" * 3000)
    assert kept.read("shared") in (b"x" * 3000, None)
"""
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(3)]
    assert [each.wait(60) for each in running] == [0, 0, 0]
    assert kept.read("shared") == b"x" * 3000


def test_a_folder_that_cannot_be_made_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    kept = Cache(tmp_path / "file" / "folder")
    kept.write("a", b"code")
    assert kept.read("a") is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no such owners here")
def test_code_that_others_could_have_put_there_is_not_run(kept: Cache) -> None:
    kept.write("a", b"code")
    kept.folder.chmod(0o777)
    assert kept.read("a") is None
    kept.write("b", b"code")
    assert [path.name for path in files(kept)] == ["a.object"]
    kept.folder.chmod(0o700)
    assert kept.read("a") == b"code"


def test_where_the_cache_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert user_folder({"XDG_CACHE_HOME": str(tmp_path)}, "linux") == tmp_path
    assert user_folder({"XDG_CACHE_HOME": "not/whole"}, "linux") == Path.home() / ".cache"
    assert user_folder({}, "darwin") == Path.home() / "Library" / "Caches"
    assert user_folder({"LOCALAPPDATA": str(tmp_path)}, "win32") == tmp_path
    assert user_folder({}, "win32") is None
    monkeypatch.delenv("RULEWRIGHT_NO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert Cache.of_user() == Cache(tmp_path / "rulewright")
    monkeypatch.setenv("RULEWRIGHT_NO_CACHE", "1")
    assert Cache.of_user() is None


def test_the_key_tells_apart_what_needs_other_code() -> None:
    programs = [
        rulewright.load("yahtzee").program,
        rulewright.load("yahtzee", players=3).program,
        rulewright.load("pig", players=2).program,
        rulewright.load("pig", players=2, options={"target": 50}).program,
    ]
    keys = {cache.key(program, "steps", host) for program in programs for host in ("one cpu", "another")}
    assert len(keys) == 8
    again = rulewright.load("pig", players=2).program
    assert cache.key(again, "steps", "one cpu") == cache.key(programs[2], "steps", "one cpu")
    assert cache.key(replace(again, name="../../elsewhere"), "steps", "one cpu").isalnum()


@pytest.mark.parametrize(
    ("name", "section"), [("cinco", "pieces"), ("cinq-o", "variables"), ("cinco", "options")]
)
def test_equal_keys_are_of_equal_code(name: str, section: str, tmp_path: Path) -> None:
    """The order of declarations means nothing to the rules, and yet observations are written in it."""
    path = next((TOP / "rulebooks").rglob(f"{name}.rulebook.yaml"))
    book = yaml.safe_load(path.read_text(encoding="utf-8"))
    texts: dict[str, str] = {}
    for order in (1, -1):
        book[section] = dict([*book[section].items()][::order])
        other = tmp_path / path.name
        other.write_text(yaml.safe_dump(book, sort_keys=False, width=10_000), encoding="utf-8")
        program = rulewright.load(str(other)).program
        text = module_text(program, "many")
        assert texts.setdefault(cache.key(program, "many", "cpu"), text) == text


def test_a_strategy_changes_the_key_of_those_who_play_it_alone(tmp_path: Path) -> None:
    one = rulewright.load("pig").program
    name = next(iter(one.strategies))
    other = replace(one, strategies={**one.strategies, name: [*one.strategies.values()][-1]})
    assert cache.key(one, "playouts", "cpu") == cache.key(other, "playouts", "cpu")
    assert cache.key(one, "measured", "cpu", (name,)) != cache.key(other, "measured", "cpu", (name,))


# ------------------------------------------------------------------------------------- what our code depends on


def test_imports_are_followed_wherever_they_are(tmp_path: Path) -> None:
    texts = {
        "native/llvm/emitter.py": "from rulewright.ir import (\n    layout,  # where\n    nodes as ir,\n)\n",
        "native/deep/down.py": "def late():\n    import rulewright.runtime.chance.random_words as words\n",
        "native/__init__.py": "",
        "ir/__init__.py": "",
        "ir/layout.py": "from rulewright.language.types import LOWEST\n",
        "ir/nodes.py": "import re\nfrom rulewright.ir import layout\n",
        "language/types.py": "if True:\n\tfrom rulewright import engines\n",
        "runtime/chance/random_words.py": "",
        "engines.py": "find('rulewright.by_name')",
        "by_name/__init__.py": "",
        "cli/main.py": "from rulewright.native.llvm import emitter\n",
        "ir/unused.py": "",
    }
    for name, text in texts.items():
        (tmp_path / "rulewright" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "rulewright" / name).write_text(text)
    found = cache.sources("rulewright/native", str(tmp_path))
    assert set(found) == {f"rulewright/{name}" for name in texts} - {
        "rulewright/cli/main.py",
        "rulewright/ir/unused.py",
    }
    with pytest.raises(OSError, match="no sources"):
        cache.sources("rulewright/gone", str(tmp_path))


def test_whatever_is_loaded_to_make_code_is_part_of_the_key() -> None:
    asked = "import sys, rulewright.native.from_ir, rulewright.native.driver.executor; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    ).stdout.split()
    known = cache.sources("rulewright/native", str(TOP / "interpreter"))
    ours = {name.replace(".", "/") for name in loaded if name.startswith("rulewright.")}
    assert {name for name in ours if not {f"{name}.py", f"{name}/__init__.py"} & set(known)} == set()
    assert "rulewright/runtime/chance/random_words.py" in known
    assert len(known) < len([*(TOP / "interpreter").rglob("*.py")]) / 2


@pytest.mark.parametrize(
    "name",
    [
        "runtime/chance/random_words.py",
        "runtime/fast.py",
        "ir/layout.py",
        "native/deep/new.py",
    ],
)
def test_another_meaning_is_another_key(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.emitter()
    shutil.copytree(PACKAGE, tmp_path / "rulewright", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "_TOP", str(tmp_path))
    assert cache.emitter.__wrapped__() == before
    changed = tmp_path / "rulewright" / name
    changed.parent.mkdir(exist_ok=True)
    changed.write_text(changed.read_text() + "# changed\n" if changed.exists() else "")
    assert cache.emitter.__wrapped__() != before


# -------------------------------------------------------------------------------------------- what is trusted


def whole_entry(kept: Cache, content: bytes = b"code of somebody") -> bytes:
    """The bytes of an entry for the key `a`."""
    kept.write("a", content)
    (path,) = files(kept)
    written = path.read_bytes()
    path.unlink()
    return written


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize(
    "kind", ["fifo", "folder", "full folder", "dangling", "link", "device", "socket", "huge"]
)
def test_whatever_is_no_file_of_ours_stops_nothing(kept: Cache, kind: str, tmp_path: Path) -> None:
    entry, path = whole_entry(kept), kept.folder / "a.object"
    match kind:
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "full folder":
            (path / "inside").mkdir(parents=True)
        case "dangling":
            path.symlink_to(tmp_path / "nowhere")
        case "link":
            (tmp_path / "elsewhere").write_bytes(entry)
            path.symlink_to(tmp_path / "elsewhere")
        case "device":
            path.symlink_to("/dev/zero")
        case "socket":
            with socket.socket(socket.AF_UNIX) as listening:
                listening.bind(os.path.relpath(path))
        case _:
            with path.open("wb") as file:
                file.write(entry)
                file.truncate(3 * 2**30)
    began = time.monotonic()
    assert kept.read("a") is None
    kept.write("a", b"our own")
    kept.write("b", b"another")
    assert (kept.read("a"), kept.read("b")) == (None if "folder" in kind else b"our own", b"another")
    assert time.monotonic() - began < 2
    if kind == "link":
        assert (tmp_path / "elsewhere").read_bytes() == entry


def test_a_huge_file_does_not_drive_the_others_out(kept: Cache) -> None:
    kept.write("a", b"code")
    with (kept.folder / "other.object").open("wb") as file:
        file.truncate(3 * 2**30)
    os.mkdir(kept.folder / "folder.object")
    kept.write("b", b"code")
    assert {path.name for path in files(kept)} == {"a.object", "b.object", "folder.object"}


def test_an_entry_of_another_name_is_not_read(kept: Cache) -> None:
    kept.write("a", b"code of a")
    (kept.folder / "a.object").rename(kept.folder / "b.object")
    assert kept.read("b") is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no such owners here")
@pytest.mark.parametrize("whose", ["file", "folder"])
def test_what_somebody_else_owns_is_not_read(
    kept: Cache, whose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.write("a", b"code")
    owned = os.stat(kept.folder if whose == "folder" else kept.folder / "a.object")
    of_ours = cache_folder.of_ours

    def theirs(about: os.stat_result) -> bool:
        fields = [*about]
        if about.st_ino == owned.st_ino:
            fields[stat.ST_UID] = os.geteuid() + 1
        return of_ours(os.stat_result(fields))

    monkeypatch.setattr(cache_folder, "of_ours", theirs)
    monkeypatch.setattr(source_kept, "of_ours", theirs)
    assert kept.read("a") is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_a_file_that_was_given_away_is_not_read(kept: Cache) -> None:
    kept.write("a", b"code")
    os.chown(kept.folder / "a.object", 12345, -1)
    assert kept.read("a") is None
    kept.write("a", b"ours")
    assert kept.read("a") == b"ours"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no such modes here")
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_may_write_is_not_read(kept: Cache, mode: int) -> None:
    kept.write("a", b"code")
    (kept.folder / "a.object").chmod(mode)
    assert kept.read("a") is None


def test_reading_leaves_no_file_open(kept: Cache) -> None:
    (kept.folder / "a.object").mkdir(parents=True)
    kept.write("b", b"code")
    before = len(os.listdir("/dev/fd")) if os.path.isdir("/dev/fd") else 0
    for key in "abc" * 5:
        kept.read(key)
    assert len(os.listdir("/dev/fd")) == before if before else True
