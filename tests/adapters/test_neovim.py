"""Neovim itself, without a window: its own client and the language server, with the settings that `lsp --install` prints."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.author.starters.editors import server
from tests.editor.snap import COLOURS, GAME, QUICK

NEOVIM = shutil.which("nvim")
pytestmark = pytest.mark.skipif(NEOVIM is None, reason="needs Neovim; `.ci/run` installs it")
DRIVE = Path(__file__).with_name("neovim.lua")


def test_neovim_shows_and_changes_what_the_server_knows(tmp_path: Path) -> None:
    pytest.importorskip("pygls")
    assert NEOVIM is not None
    for name, text in (("snap.rulebook", GAME), ("colours.fragment", COLOURS), ("quick.overlay", QUICK)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "settings.lua").write_text(
        f'if vim.fn.has("nvim-0.11") == 1 then\n{server("neovim").text}\nend\n', encoding="utf-8"
    )
    programs = tmp_path / "bin"
    programs.mkdir()
    starter = programs / "rulewright"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulewright "$@"\n', encoding="utf-8")
    starter.chmod(0o755)
    own = {
        name: str(tmp_path / name)
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    }
    subprocess.run(
        [NEOVIM, "--headless", "-u", "settings.lua", "-S", str(DRIVE), "snap.rulebook.yaml"],
        cwd=tmp_path,
        env={**os.environ, **own, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"},
        check=True,
        timeout=300,
        capture_output=True,
    )
    failed = tmp_path / "failed.txt"
    assert not failed.exists(), failed.read_text("utf-8")
    found = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert found["mistakes"] == ["unknown-attribute"]
    assert "definition shown" in found["hover"]
    assert "  seen: sum(d.face for d in table)\n" in found["text"], "renamed where it is declared"
    assert "add: seen + extra" in found["text"], "and where it is used"
    assert "is: p.points + extra\n" in found["text"], "formatted"
    assert "What it changes" not in found["lenses"]
    assert {"Test", "Play", "Run this example"} <= set(found["lenses"])
    assert found["simulated"].startswith("10 games; ")
