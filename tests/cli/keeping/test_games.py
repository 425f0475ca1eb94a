"""Commands that play keep the compiled game, and start from it as long as nothing changes that it depends on."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright import pipeline
from rulewright.author.story.automatic_rules import words_of
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.keeping import games
from rulewright.cli.keeping.games import LazyBook
from rulewright.ir.saved.kept import from_kept, to_kept
from rulewright.ir.saved.program import to_text
from rulewright.pipeline import bundled_games, find_book, open_book
from rulewright.source.cache import Cache
from tests.cli.conftest import Run
from tests.fuzz.forged import changed

HOUSE_RULE = """\
rulebook: 1
name: house
title: House
extends: mine
add: {end: {target_reached: {about: ABOUT}}}
"""


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
    told = [game.new_initial_state(7).trace("me.score + 1") for game in (first, second)]
    assert told[0].value == 1
    assert told[0].render() == told[1].render()
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


def test_a_game_that_is_played_keeps_its_rules(opened: list[str], tmp_path: Path) -> None:
    settings = Settings("mine.rulebook.yaml", engine="reference")
    LazyBook(settings).words  # noqa: B018 - they are kept now
    table = LazyBook(settings)
    state = table.game.new_initial_state(7)
    file = tmp_path / "mine.rulebook.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("default: 100", "default: 50"), encoding="utf-8")
    assert table.book.game.fingerprint == table.game.fingerprint
    assert state.get("target") == table.book.game.options["target"] == 100
    assert LazyBook(settings).game.options["target"] == 50


def test_words_are_those_of_the_text_as_it_is(opened: list[str], tmp_path: Path) -> None:
    overlay, told = tmp_path / "house.overlay.yaml", []
    settings = Settings("mine.rulebook.yaml", engine="reference", overlays=("house.overlay.yaml",))
    for about in ("Enough is enough.", "The best has enough.", "The best has enough."):
        (tmp_path / "mine.rulebook.yaml").write_text(
            find_book("pig").text.replace("pig", "mine", 1), encoding="utf-8"
        )
        overlay.write_text(HOUSE_RULE.replace("ABOUT", about), encoding="utf-8")
        told.append(LazyBook(settings).words.end("end.target_reached"))
    assert told == [
        f"The game is over: {first} enough." for first in ("Enough is", "The best has", "The best has")
    ]
    assert len(opened) == 2
    assert (
        LazyBook(replace(settings, overlays=())).words.end("end.target_reached").endswith("Target reached.")
    )


def test_a_comparison_starts_from_kept_games(run: Run, opened: list[str], tmp_path: Path) -> None:
    (tmp_path / "mine.rulebook.yaml").write_text(
        find_book("pig").text.replace("pig", "mine", 1), encoding="utf-8"
    )
    (tmp_path / "house.overlay.yaml").write_text(HOUSE_RULE.replace("ABOUT", "Enough."), encoding="utf-8")
    command = ["compare", "mine", "house", "--games", "4", "--engine", "reference"]
    first, second = run(*command), run(*command)
    assert first.out == second.out
    assert first.status == second.status == 0
    assert len(opened) == 2
    with_changes = run(*command, "--format", "json").json["change"]
    assert with_changes["b"] == ["House"]
    assert with_changes["changes"]
    assert with_changes == run(*command, "--format", "json", "--no-cache").json["change"]


def test_words_of_another_program_are_not_used(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings("mine.rulebook.yaml", engine="reference")
    told = LazyBook(settings).words
    assert LazyBook(settings).words == told
    assert len(opened) == 1
    monkeypatch.setattr(games, "state_of_code", lambda: "another")
    assert LazyBook(settings).words == told
    assert len(opened) == 2


@pytest.mark.parametrize("name", bundled_games())
def test_a_kept_game_says_and_plays_the_same(
    run: Run, opened: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    ended, typed = [], "rules\n" + "1\n" * 8 + "quit\n"  # the rules first: some games are over soon
    for _ in range(2):
        ended.append(run("play", name, "--bots", "--seed", "3", typed=typed))
        for file in tmp_path.glob("*.record.json"):
            file.unlink()
    assert ended[0] == ended[1]
    assert ended[0].status == 0
    assert opened == [name, name]  # the second time for the rule sheet
    checked, table = LazyBook(Settings(name, cache=False)), LazyBook(Settings(name))
    assert table.words == checked.words == words_of(checked.book)
    assert table.additions == checked.additions
    assert table.game.to_text() == checked.game.to_text()
    assert opened == [name] * 4  # without the cache, and for what no player has asked for


def test_a_forged_entry_is_no_exception(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept for words, they are texts, or the rulebook is read."""
    settings, written = Settings("crib-ino", engine="reference"), list[bytes]()
    monkeypatch.setattr(Cache, "write", lambda cache, key, data: written.__iadd__([data]))
    told = LazyBook(settings).words
    luck, used, whole = Random(0), 0, json.loads(written[-1])
    table = LazyBook(settings)
    assert table.game.name == "crib-ino"
    book = table.book
    monkeypatch.setattr(Settings, "open_book", lambda settings: book)
    for _ in range(60):
        data = changed(json.loads(json.dumps(whole)), luck)
        forged = json.dumps(data).encode("utf-8", "surrogatepass")
        monkeypatch.setattr(Cache, "read", lambda cache, key, forged=forged: forged)
        other = LazyBook(settings)
        other.__dict__["game"] = table.game
        words = other.words
        assert all(isinstance(each, str) for each in words.ends.values())
        assert all(isinstance(each.title + each.words, str) for each in words.rules.values())
        used += words != told
    assert used


def test_play_reads_no_rulebook_twice(opened: list[str], tmp_path: Path) -> None:
    """In a process of its own, since what is imported here stays: neither the parser nor the checker is."""
    program = (
        "import sys; from rulewright.cli.main import main; main(['play', 'mine.rulebook.yaml', '--plain']);"
        "print([each for each in ('lark', 'yaml', 'jsonschema', 'rulewright.checked', 'rulewright.pipeline') if each in sys.modules])"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", program], input="quit\n", capture_output=True, text=True, cwd=tmp_path, check=True
        ).stdout.splitlines()
        for _ in range(2)
    ]  # fmt: skip
    assert told[0][:-1] == told[1][:-1]
    assert "yaml" in told[0][-1]
    assert told[1][-1] == "[]"


def test_the_rules_in_a_record_are_read_once(
    run: Run, opened: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    read, real = [], pipeline.open_carried

    def noted(*given: Any) -> pipeline.Book:  # what `open_carried` takes
        read.append(given[0].game)
        return real(*given)

    monkeypatch.setattr(pipeline, "open_carried", noted)
    run("play", "mine.rulebook.yaml", "--bots", "--seed", "3", typed="1\n1\nquit\n")
    (record,) = tmp_path.glob("*.record.json")
    commands = [("replay", record.name), ("trace", record.name, "--steps"), ("play", "--resume", record.name)]
    kept, counts = [], []
    for _ in range(2):
        kept.append([run(*each, typed="quit\n") for each in commands])
        counts.append(len(read))
    assert counts == [1, 1]
    monkeypatch.setenv("RULEWRIGHT_NO_CACHE", "1")
    checked = [run(*each, typed="quit\n") for each in commands]
    assert kept == [checked, checked]
    assert all(each.status == 0 and each.out for each in checked)
    assert len(read) == 4
    monkeypatch.delenv("RULEWRIGHT_NO_CACHE")
    file = tmp_path / "mine.rulebook.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("tray.face == 1", "tray.face == 2"), encoding="utf-8")
    changed, told = run("replay", record.name), "mine.rulebook.yaml has changed since"
    assert changed.out == checked[0].out
    assert told in changed.err
    assert told not in checked[0].err
    file.write_text(text, encoding="utf-8")
    assert run("replay", record.name) == checked[0]
    assert len(read) == 4


def test_a_record_with_other_texts_is_read(run: Run, opened: list[str], tmp_path: Path) -> None:
    run("play", "mine.rulebook.yaml", "--bots", "--seed", "3", typed="1\n1\nquit\n")
    (record,) = tmp_path.glob("*.record.json")
    assert run("replay", record.name).status == 0
    forged = record.read_text(encoding="utf-8").replace("default: 100", "default: 50")
    assert forged != record.read_text(encoding="utf-8")
    record.write_text(forged, encoding="utf-8")
    assert "does not replay" in run("replay", record.name).err


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
