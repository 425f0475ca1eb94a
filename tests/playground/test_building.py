"""The files of the page, and where Pyodide is found."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from rulewright.playground import pyodide as finding
from rulewright.playground import snapshot
from rulewright.playground.building import contents, library, write_page
from rulewright.playground.codemirror import LICENCES, MODULES, Module, codemirror, file_of
from rulewright.playground.fetching import Archive, NotThere
from rulewright.playground.pyodide import EITHER, NEEDED, pyodide
from rulewright.source.cache import Cache
from tests.cli.conftest import Run
from tests.cli.conftest import run as run

FILES = {name: name.encode() for name in (*NEEDED, EITHER[0])}


def archive(files: Mapping[str, bytes] = FILES) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, content in files.items():
            about = tarfile.TarInfo(f"package/{name}")
            about.size = len(content)
            tar.addfile(about, io.BytesIO(content))
    return packed.getvalue()


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return dict(contents({f"pyodide/{name}": content for name, content in FILES.items()}))


def test_the_page_has_all_that_its_files_name(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        if name.endswith((".html", ".js", ".mjs")) and not name.startswith(("pyodide/", "codemirror/")):
            named = re.findall(r"""["'`]\./([\w./-]+\.\w+)""", content.decode())
            assert [
                each for each in named if each not in {*files, "start.json"} and "codemirror/" not in each
            ] == [], name
    assert b"/static/" not in files["table.html"]


def test_nothing_of_the_page_is_elsewhere(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        if name.endswith((".html", ".js", ".mjs", ".css")):
            assert not re.findall(rb"https?://", content.replace(b"http://www.w3.org/2000/svg", b"")), name


def test_the_library_is_pure_and_always_the_same(files: dict[str, bytes]) -> None:
    assert files["python.files"] == library()
    pack = gzip.decompress(files["python.files"])
    begin = 4 + int.from_bytes(pack[:4], "little")
    listed = json.loads(pack[4:begin])
    assert begin + sum(length for _, length in listed) == len(pack)
    names = [name for name, _ in listed]
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
        write_page(tmp_path, {f"pyodide/{name}": content for name, content in FILES.items()}, print)
        given = tmp_path / "pyodide"
    elif form == "npm":
        given.write_bytes(archive())
    else:
        with zipfile.ZipFile(given, "w") as wheel:
            for name, content in FILES.items():
                wheel.writestr(f"some/web/{name}", content)
    assert pyodide(given) == FILES


def test_what_is_no_pyodide_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotThere, match=r"is no Pyodide: it has no pyodide\.mjs"):
        pyodide(tmp_path)
    (tmp_path / "text").write_text("text")
    with pytest.raises(NotThere, match="no archive"):
        pyodide(tmp_path / "text")


def program(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, script: str) -> None:
    """A program that does this instead."""
    program = folder / "bin" / name
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")


def test_it_is_fetched_once_and_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package, said = tmp_path / "pyodide.tgz", list[str]()
    package.write_bytes(archive())
    program(monkeypatch, tmp_path, "npm", f'cp "{package}" . && echo pyodide.tgz')
    monkeypatch.setattr(Cache, "of_user", classmethod(lambda cls: Cache(tmp_path / "cache")))
    with pytest.raises(NotThere, match="checksum"):
        pyodide(None, said.append)
    monkeypatch.setattr(finding, "PACKAGE", Archive("pyodide", hashlib.sha256(archive()).hexdigest()))
    assert pyodide(None, said.append) == FILES
    package.unlink()
    assert pyodide(None, said.append) == FILES
    assert len(said) == 2


def test_without_a_network_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program(monkeypatch, tmp_path, "npm", "echo 'no network' >&2; exit 1")
    monkeypatch.setattr(Cache, "of_user", classmethod(lambda cls: None))
    with pytest.raises(NotThere, match=r"no network.*npm pack pyodide@.*--help"):
        pyodide(None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NotThere, match=r"not installed here.*npm pack pyodide@.*--help"):
        pyodide(None)


def test_the_page_begins_with_a_text_and_a_snapshot_if_node_can_make_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = list[str]()
    program(monkeypatch, tmp_path, "node", 'printf memory > "$3"')
    write_page(tmp_path, FILES, said.append)
    start = json.loads((tmp_path / "start.json").read_text("utf-8"))
    assert re.fullmatch(r"\./python\.snapshot\?\w{8}", start["snapshot"])
    assert "title: Tic-tac-toe" in start["text"]
    assert "cinco" in start["games"]
    (tmp_path / "bin" / "node").write_text("#!/bin/sh\necho no such thing >&2; exit 1\n", encoding="utf-8")
    assert snapshot.make(tmp_path, said.append, "playground") is None
    monkeypatch.setenv("PATH", "")
    assert snapshot.make(tmp_path, said.append, "playground") is None
    assert [("no such thing" in each, "not installed" in each) for each in said] == [
        (True, False),
        (False, True),
    ]
    assert not (tmp_path / snapshot.NAME).exists()


def test_codemirror_is_one_folder_whose_files_name_each_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = [f"{name.removeprefix('@').replace('/', '-')}.tgz" for name in MODULES]
    modules = dict[str, Module]()
    for (name, module), file in zip(MODULES.items(), names, strict=True):
        text = b"import { one } from '@codemirror/state';\nimport 'elsewhere';"
        content = archive({module.file: text, "LICENSE": b"Anybody may."})
        (tmp_path / file).write_bytes(content)
        modules[name] = module._replace(checksum=hashlib.sha256(content).hexdigest())
    files = " ".join(f'"{tmp_path / name}"' for name in names)
    program(monkeypatch, tmp_path, "npm", f"cp {files} . && echo {' '.join(names)}")
    monkeypatch.setattr("rulewright.playground.codemirror.MODULES", modules)
    monkeypatch.setattr(Cache, "of_user", classmethod(lambda cls: None))
    found = codemirror(None)
    assert (
        found["codemirror-view.js"] == b"import { one } from \"./codemirror-state.js\";\nimport 'elsewhere';"
    )
    assert found[LICENCES].count(b"Anybody may.") == len(MODULES)
    for name, content in found.items():
        (tmp_path / name).write_bytes(content)
    assert codemirror(tmp_path) == found
    with pytest.raises(NotThere, match="has no CodeMirror"):
        codemirror(tmp_path / "bin")


def test_the_command_writes_the_page(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("pygls")
    (tmp_path / "pyodide.tgz").write_bytes(archive())
    for name in (*map(file_of, MODULES), LICENCES):
        (tmp_path / name).touch()
    given = ("--pyodide", str(tmp_path / "pyodide.tgz"), "--codemirror", str(tmp_path))
    ended = run("playground", str(tmp_path / "site"), *given)
    assert (ended.status, "Written: " in ended.out) == (0, True)
    assert (tmp_path / "site" / "index.html").is_file()
    assert run("playground", str(tmp_path / "site"), "--pyodide", str(tmp_path)).status != 0
