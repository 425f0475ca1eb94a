"""Records that carry the texts of their rulebook: they replay without any file, and say what does not fit."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulewright as rw
from rulewright.document import library
from rulewright.document.files import GivenFiles
from rulewright.source.text import Source
from tests.games.books import Table, tables

GAME = """\
rulebook: 1
name: beehive
title: Beehive
about: Drops are gathered.
players: 2
use: [flowers]
variables:
  honey: {per: players, type: 0..100}
phases:
  turn:
    actions:
      gather:
        choose: {colour: Colour}
        do: [{add: 1, to: me.honey}, end_turn]
end:
  full:
    when: any(p.honey >= 2 for p in players)
    result: highest honey
"""
FLOWERS = "rulebook: 1\nname: flowers\nenums: {Colour: [red, blue]}\n"
QUICK = "rulebook: 1\nname: quick\nextends: beehive\nchange: {end: {full: {when: any(p.honey >= 1 for p in players)}}}\n"


@pytest.fixture
def beehive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> rw.State:
    """A game in the middle, by a rulebook that uses a fragment, under a house rule."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("beehive.rulebook", GAME), ("flowers.fragment", FLOWERS), ("quick.overlay", QUICK)):
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    return rw.load("beehive", overlays=["quick"]).new_initial_state()


def carried(state: rw.State) -> Any:  # JSON
    return json.loads(json.dumps(state.record(texts=True)))


def played(game: rw.Game, most: int = 12) -> rw.State:
    random, state = Random(5), game.new_initial_state(seed=5)
    while not state.is_terminal() and most:
        state.apply_action(random.choice(state.legal_actions()))
        most -= 1
    return state


@pytest.mark.parametrize("table", {table.name: table for table in tables()}.values(), ids=str)
def test_a_record_with_texts_replays_without_any_file(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    state = played(table.load("reference"))
    record = carried(state)

    def refused(*arguments: object) -> None:
        raise AssertionError(f"a file was looked for: {arguments}")

    monkeypatch.setattr(library, "find", refused)
    monkeypatch.setattr(library, "read", refused)
    again = rw.replay(record)
    assert again.serialize() == state.serialize()
    assert carried(again) == record
    assert again.legal_actions() == state.legal_actions()


def test_house_rules_and_fragments_are_carried_too(beehive: rw.State) -> None:
    record = carried(beehive)
    for path in Path().glob("*.yaml"):
        path.unlink()
    again = rw.replay(record)
    again.apply_action("gather blue")
    assert again.is_terminal(), "by the house rule"
    assert again.record()["overlays"] == ["quick"]
    assert again.get("max(p.honey for p in players)") == 1


def test_compiled_and_pickled_games_keep_their_texts(beehive: rw.State, tmp_path: Path) -> None:
    beehive.game.save(tmp_path / "beehive.json")
    compiled = rw.load_compiled(tmp_path / "beehive.json")
    assert carried(compiled.new_initial_state()) == carried(beehive)
    assert carried(pickle.loads(pickle.dumps(beehive))) == carried(beehive)


def test_a_seats_record_can_carry_texts(beehive: rw.State) -> None:
    assert beehive.record("spectator", texts=True)["texts"] == beehive.record(texts=True)["texts"]
    assert "texts" not in beehive.record()


def test_whether_the_rules_have_changed(beehive: rw.State) -> None:
    with_texts, without = carried(beehive), beehive.record()
    assert [rw.rules_changed(record, files=True) for record in (with_texts, without)] == [False, False]
    Path("beehive.rulebook.yaml").write_text(GAME.replace("Drops", "Honey"), encoding="utf-8")
    assert [rw.rules_changed(record, files=True) for record in (with_texts, without)] == [False, False]
    Path("quick.overlay.yaml").write_text(QUICK.replace("1 for", "3 for"), encoding="utf-8")
    assert [rw.rules_changed(record, files=True) for record in (with_texts, without)] == [True, True]
    Path("quick.overlay.yaml").unlink()
    assert [rw.rules_changed(record, files=True) for record in (with_texts, without)] == [None, None]
    assert rw.rules_changed(with_texts) is None, "it is not bundled"


def test_a_given_game_takes_precedence_over_texts(beehive: rw.State) -> None:
    with pytest.raises(
        rw.RecordError, match=r"with overlays \['quick'\]: load the game with `overlays=\['quick'\]`"
    ):
        rw.replay(carried(beehive), rw.load("beehive"))


def test_files_of_one_name_cannot_be_carried(beehive: rw.State) -> None:
    Path("other").mkdir()
    Path("other/quick.overlay.yaml").write_text(QUICK.replace("quick", "quicker"), encoding="utf-8")
    game = rw.load("beehive", overlays=["quick", "other/quick.overlay.yaml"])
    with pytest.raises(ValueError, match="two different files of it have the same name"):
        game.new_initial_state().record(texts=True)


def test_a_file_that_would_be_found_under_another_name_is_not_carried(beehive: rw.State) -> None:
    Path("mine").mkdir()
    Path("mine/flowers.rulebook.yaml").write_text(
        GAME.replace("name: beehive", "name: flowers"), encoding="utf-8"
    )
    game = rw.load("mine/flowers.rulebook.yaml")  # which uses flowers.fragment.yaml
    assert game.texts is None


def test_a_text_without_a_file_is_carried() -> None:
    game = rw.load_text(GAME.replace("use: [flowers]\n", "enums: {Colour: [red, blue]}\n"))
    state = played(game, 1)
    assert rw.replay(carried(state)) == state


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"checksum": "0"}, "the checksum of its `texts` does not fit"),
        ({"files": {}}, "`beehive.rulebook.yaml` is not among its `texts.files`"),
        ({"house_rules": []}, "it has 0 `texts.house_rules` and 1 `overlays`"),
        ({"house_rules": ["other"]}, "`other` is not among its `texts.files`"),
        ({"rulebook": 5}, "`texts.rulebook` is 5, and has to be a text"),
        ({"files": {"beehive.rulebook.yaml": GAME, "quick.overlay.yaml": QUICK, "../x": ""}}, "names of files without folders"),
        ({"files": {"beehive.rulebook.yaml": GAME, "quick.overlay.yaml": " " * 1_000_001}}, "longer than a rulebook may be"),
    ],
)  # fmt: skip
def test_damaged_texts_are_refused(beehive: rw.State, changes: dict[str, object], says: str) -> None:
    record = carried(beehive)
    with pytest.raises(rw.RecordError) as refused:
        rw.replay({**record, "texts": {**record["texts"], **changes}})
    assert says in str(refused.value)


def forged(record: Any, **files: str) -> Any:
    """The record with other texts, whose checksum fits."""
    from rulewright.source.texts import Texts

    old = record["texts"]
    texts = Texts(old["rulebook"], tuple(old["house_rules"]), {**old["files"], **files})
    return {**record, "texts": {**old, "files": dict(texts.files), "checksum": texts.checksum}}


def test_texts_of_other_rules_are_refused(beehive: rw.State) -> None:
    record = carried(beehive)
    other = forged(record, **{"quick.overlay.yaml": QUICK.replace("1 for", "2 for")})
    with pytest.raises(rw.RecordError, match="the texts in this record are not those by which it was played"):
        rw.replay(other)
    renamed = forged(record, **{"beehive.rulebook.yaml": GAME.replace("name: beehive", "name: wasps")})
    renamed = forged(renamed, **{"quick.overlay.yaml": QUICK.replace("extends: beehive", "extends: wasps")})
    with pytest.raises(
        rw.RecordError, match="a record of `beehive`, and the texts in it are those of `wasps`"
    ):
        rw.replay(renamed)


def test_the_fingerprint_of_another_version_may_differ(beehive: rw.State) -> None:
    beehive.apply_action("gather red")
    record = carried(beehive)
    later = {**record, "fingerprint": "0" * 16, "texts": {**record["texts"], "version": "0.0.9"}}
    assert rw.replay(later) == beehive
    with pytest.raises(rw.RecordError, match="step 1 of the record does not fit"):
        rw.replay({**later, "steps": [{**later["steps"][0], "action": "gather green"}]})


def test_a_file_that_is_not_among_the_texts_is_not_looked_for(beehive: rw.State) -> None:
    record = carried(beehive)
    stranger = forged(
        record, **{"beehive.rulebook.yaml": GAME.replace("use: [flowers]", "use: [standard-52]")}
    )
    with pytest.raises(rw.RulebookError, match="no `standard-52` among the texts of this game"):
        rw.replay(stranger)
    for name in ("/etc/passwd", "../beehive", "beehive.rulebook.yaml"):
        path = forged(record, **{"beehive.rulebook.yaml": GAME.replace("use: [flowers]", f"use: [{name}]")})
        with pytest.raises(rw.RulebookError):
            rw.replay(path)


def test_texts_are_read_with_the_usual_limits(beehive: rw.State) -> None:
    deep = forged(
        carried(beehive), **{"beehive.rulebook.yaml": f"rulebook: 1\nname: {'[' * 100}{']' * 100}\n"}
    )
    with pytest.raises(rw.RulebookError, match="64"):
        rw.replay(deep)
    odd = forged(carried(beehive), **{"beehive.rulebook.yaml": GAME.replace("Drops", "\x1b[2J")})
    with pytest.raises(rw.RulebookError):
        rw.replay(odd)


def test_given_files_suggest_only_themselves(beehive: rw.State) -> None:
    assert beehive.game.texts is not None
    files = GivenFiles(beehive.game.texts)
    assert files.names() == ["beehive.rulebook.yaml", "flowers.fragment.yaml", "quick.overlay.yaml"]
    assert files.find("flowers", Source("beehive.rulebook.yaml", GAME)) is not None
