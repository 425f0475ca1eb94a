"""The files of the page, and what the command says."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from rulewright.export import building
from rulewright.export.building import MARK, contents, write_page
from rulewright.export.offers import Offer, offered
from rulewright.export.shrinking import NO_USE, lock, standard_library
from rulewright.native.driver.machine import NoMachine
from rulewright.pipeline import open_book
from rulewright.playground.pyodide import EITHER, NEEDED
from tests.cli.conftest import Run
from tests.cli.conftest import run as run


def archive() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        for name in ("json/__init__.py", "pdb.py", "tkinter/__init__.py"):
            files.writestr(name, "# a module")
    return packed.getvalue()


FILES = {name: name.encode() for name in (*NEEDED, EITHER[0])} | {
    "python_stdlib.zip": archive(),
    "pyodide-lock.json": b'{"info": {"version": "1"}, "packages": {"numpy": {}}}',
}


@pytest.fixture(scope="module")
def offer() -> Offer:
    return offered(
        lambda players, variant, more: open_book("tic-tac-toe", players, variant), None, None, (), {}
    )


@pytest.fixture(scope="module")
def files(offer: Offer) -> dict[str, bytes]:
    return dict(contents(offer, FILES))


@pytest.fixture(scope="module", autouse=True)
def one_pack(files: dict[str, bytes]) -> Iterator[None]:
    """The pack is made once: it is the same for all pages here but for what they offer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "library", lambda *given, **named: files["python.files"])
        yield


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """A folder with what looks like Pyodide."""
    folder = tmp_path / "given"
    folder.mkdir()
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(autouse=True)
def without_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here starts Python in Node.js, where this is no Pyodide."""
    monkeypatch.setattr("rulewright.playground.snapshot.shutil.which", lambda name: None)


def test_the_page_has_all_that_its_files_name(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        if name.endswith((".html", ".js", ".mjs")) and not name.startswith("pyodide/"):
            named = re.findall(r"""["'`]\./([\w./-]+\.\w+)["'`?]""", content.decode())
            assert [each for each in named if each not in {*files, MARK}] == [], name
            if name != "table.html":
                assert not re.findall(rb"https?://", content.replace(b"http://www.w3.org/2000/svg", b"")), (
                    name
                )


def test_only_what_a_page_needs_is_in_it(files: dict[str, bytes]) -> None:
    pack = gzip.decompress(files["python.files"])
    begin = 4 + int.from_bytes(pack[:4], "little")
    names = {name for name, _ in json.loads(pack[4:begin])}
    assert {"rulewright/export/bench.py", "rulewright/export/offer.json", "licences/lark.txt"} <= names
    assert not [name for name in names if name.startswith(("rulewright/cli/", "rulewright/_data/rulebooks", "pygls", "rulewright/native/wasm"))]  # fmt: skip
    with zipfile.ZipFile(io.BytesIO(standard_library(archive()))) as kept:
        assert kept.namelist() == ["json/__init__.py"]
    assert {"pdb.py", "tkinter/"} <= set(NO_USE)
    assert json.loads(lock(FILES["pyodide-lock.json"])) == {"info": {"version": "1"}, "packages": {}}


def test_a_game_without_a_kernel_can_still_be_played(
    offer: Offer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(program: object, strategies: object) -> None:
        raise NoMachine("no machine code for this")

    monkeypatch.setattr(building, "kernel", none)
    written = write_page(tmp_path / "site", offer, FILES, lambda text: None)
    assert written.without == (("As written", "no machine code for this"),)
    [rules] = json.loads((tmp_path / "site" / MARK).read_text("utf-8"))["rules"]
    assert rules["kernel"] is None


def test_the_command_writes_the_page(run: Run, given: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    for _ in range(2):  # the folder of an earlier export is written again
        ended = run("export", "web", "tic-tac-toe", "--out", str(site), "--pyodide", str(given))
        assert (ended.status, "Written: " in ended.out) == (0, True)
        assert "no snapshot" in ended.err
    told = json.loads((site / MARK).read_text("utf-8"))
    assert (told["title"], told["snapshot"]) == ("Tic-tac-toe", None)
    assert {path.name for path in (site / "kernels").iterdir()} == {
        f"0.{part}.wasm" for part in ("playouts", "totals", "measured")
    }
    assert (site / "pyodide" / "pyodide.asm.wasm.gz").is_file()
    assert not (site / "pyodide" / "pyodide.asm.wasm").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("web", "tic-tac-tow"), "tic-tac-toe"),
        (("paper", "tic-tac-toe"), "'paper' is not 'web'"),
        (("web", "tic-tac-toe", "--players", "7"), "7"),
        (("web", "tic-tac-toe", "--house", "nowhere.overlay.yaml"), "nowhere.overlay.yaml"),
        (("web", "tic-tac-toe", "--set", "sise=4"), "sise"),
    ],
)
def test_mistakes_are_named(
    run: Run, given: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    ended = run("export", *arguments, "--out", str(tmp_path / "site"), "--pyodide", str(given))
    assert ended.status != 0
    assert said in ended.err
    assert not (tmp_path / "site").exists()


def test_a_folder_with_other_files_is_left_alone(run: Run, given: Path) -> None:
    ended = run("export", "web", "tic-tac-toe", "--out", str(given), "--pyodide", str(given))
    assert ended.status == 2
    assert "has other files" in ended.err
    assert run("export", "web", "tic-tac-toe").status == 2
