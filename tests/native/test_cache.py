"""The cache gives back what was put in or nothing; it is safe to share, bounded, and never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import rulewright
from rulewright.native import cache
from rulewright.native.cache import Cache
from rulewright.source.folders import user_folder


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
from rulewright.native.cache import Cache
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
