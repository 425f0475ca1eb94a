"""The files of the page, and where Pyodide is found."""

from __future__ import annotations

import hashlib
import io
import os
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from rulewright.playground import pyodide as finding
from rulewright.playground.building import contents, library, write_page
from rulewright.playground.pyodide import EITHER, NEEDED, NoPyodide, pyodide
from rulewright.source.cache import Cache
from tests.cli.conftest import Run
from tests.cli.conftest import run as run

FILES = {name: name.encode() for name in (*NEEDED, EITHER[0])}


def archive() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, content in FILES.items():
            about = tarfile.TarInfo(f"package/{name}")
            about.size = len(content)
            tar.addfile(about, io.BytesIO(content))
    return packed.getvalue()


def test_the_page_has_all_that_its_files_name() -> None:
    files = dict(contents(FILES))
    for name, content in files.items():
        if name.endswith((".html", ".js")) and not name.startswith("pyodide/"):
            named = re.findall(r"""["'`]\./([\w./-]+\.\w+)""", content.decode())
            assert [each for each in named if each not in files] == [], name
    assert b"/static/" not in files["table.html"]


def test_nothing_of_the_page_is_elsewhere() -> None:
    for name, content in contents(FILES):
        if name.endswith((".html", ".js", ".css")):
            assert not re.findall(rb"https?://", content.replace(b"http://www.w3.org/2000/svg", b"")), name


def test_the_library_is_pure_and_always_the_same() -> None:
    assert library() == library()
    with zipfile.ZipFile(io.BytesIO(library())) as packed:
        names = packed.namelist()
    assert len(names) == len(set(names))
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc"))]
    assert {
        "rulewright/playground/bench.py",
        "lark/__init__.py",
        "yaml/__init__.py",
        "licences/lark.txt",
    } <= set(names)


@pytest.mark.parametrize("form", ["folder", "npm", "wheel"])
def test_pyodide_is_taken_from_what_is_given(form: str, tmp_path: Path) -> None:
    given = tmp_path / form
    if form == "folder":
        write_page(tmp_path, FILES)
        given = tmp_path / "pyodide"
    elif form == "npm":
        given.write_bytes(archive())
    else:
        with zipfile.ZipFile(given, "w") as wheel:
            for name, content in FILES.items():
                wheel.writestr(f"some/web/{name}", content)
    assert pyodide(given) == FILES


def test_what_is_no_pyodide_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoPyodide, match=r"is no Pyodide: it has no pyodide\.mjs"):
        pyodide(tmp_path)
    (tmp_path / "text").write_text("text")
    with pytest.raises(NoPyodide, match="no archive"):
        pyodide(tmp_path / "text")


def npm(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """A program npm that does this instead."""
    program = folder / "bin" / "npm"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def test_it_is_fetched_once_and_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package, said = tmp_path / "pyodide.tgz", list[str]()
    package.write_bytes(archive())
    npm(monkeypatch, tmp_path, f'cp "{package}" . && echo pyodide.tgz')
    monkeypatch.setattr(Cache, "of_user", classmethod(lambda cls: Cache(tmp_path / "cache")))
    with pytest.raises(NoPyodide, match="checksum"):
        pyodide(None, said.append)
    monkeypatch.setattr(finding, "CHECKSUM", hashlib.sha256(archive()).hexdigest())
    assert pyodide(None, said.append) == FILES
    package.unlink()
    assert pyodide(None, said.append) == FILES
    assert len(said) == 2


def test_without_a_network_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    npm(monkeypatch, tmp_path, "echo 'no network' >&2; exit 1")
    monkeypatch.setattr(Cache, "of_user", classmethod(lambda cls: None))
    with pytest.raises(NoPyodide, match=r"no network.*npm pack pyodide@.*--pyodide"):
        pyodide(None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoPyodide, match=r"not installed here.*npm pack pyodide@.*--pyodide"):
        pyodide(None)


def test_the_command_writes_the_page(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pyodide.tgz").write_bytes(archive())
    ended = run("playground", str(tmp_path / "site"), "--pyodide", str(tmp_path / "pyodide.tgz"))
    assert (ended.status, "Written: " in ended.out) == (0, True)
    assert (tmp_path / "site" / "index.html").is_file()
    assert run("playground", str(tmp_path / "site"), "--pyodide", str(tmp_path)).status != 0
