"""Commands that play keep the compiled game, and start from it as long as nothing changes that it depends on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.keeping import games
from rulewright.ir.saved.kept import from_kept, to_kept
from rulewright.ir.saved.program import to_text
from rulewright.pipeline import find_book, open_book
from rulewright.source.cache import Cache


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The rulebooks that were opened, with no games of other tests."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    found: list[str] = []
    real = Settings.open_book

    def noted(settings: Settings) -> object:
        found.append(settings.game)
        return real(settings)

    monkeypatch.setattr(Settings, "open_book", noted)
    (tmp_path / "mine.rulebook.yaml").write_text(find_book("pig").text, encoding="utf-8")
    return found


@pytest.mark.parametrize("name", ["pig", "connect-four", "crib-ino"])
def test_a_kept_program_is_the_same(name: str) -> None:
    game = open_book(name, engine="reference").game
    written = json.dumps(to_kept(game.program, ("house",), game.texts))
    program, overlays, texts = from_kept(json.loads(written))
    assert to_text(program, overlays, texts) == to_text(game.program, ("house",), game.texts)


def test_a_game_is_read_once(opened: list[str]) -> None:
    settings = Settings("mine.rulebook.yaml", engine="reference")
    first, second = games.load(settings), games.load(settings)
    assert opened == ["mine.rulebook.yaml"]
    assert first.to_text() == second.to_text()
    assert second.new_initial_state(7).get("me.score + 1") == 1
    assert second.new_initial_state(7).trace("me.score + 1").value == 1
    assert opened == ["mine.rulebook.yaml", "mine.rulebook.yaml"]


def test_another_text_or_table_is_read(opened: list[str], tmp_path: Path) -> None:
    settings = Settings("mine.rulebook.yaml", engine="reference")
    games.load(settings)
    assert games.load(settings.at(3)).num_players == 3
    assert len(opened) == 2
    file = tmp_path / "mine.rulebook.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("default: 100", "default: 50"), encoding="utf-8")
    assert games.load(settings).options["target"] == 50
    assert len(opened) == 3


def test_a_damaged_entry_is_not_used(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings("mine.rulebook.yaml", engine="reference")
    whole = games.load(settings).to_text()
    for damage in (b"", b"[]", b"[[], [[], [], null]]", b"[[], [[], [], null, [\"Program\"]]]", b'{"a": 1}', b"[7, 7]"):  # fmt: skip
        monkeypatch.setattr(Cache, "read", lambda cache, key, damage=damage: damage)
        assert games.load(settings).to_text() == whole
    assert len(opened) == 7


def test_without_a_cache_every_game_is_read(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NO_CACHE", "1")
    for _ in range(2):
        games.load(Settings("mine.rulebook.yaml", engine="reference"))
    assert len(opened) == 2
