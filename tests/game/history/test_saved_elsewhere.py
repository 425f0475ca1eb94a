"""A saved state that is read at another table is told what is different, and how to load the game that it belongs to."""

import json
from typing import Any

import pytest

import rulewright as rw

EDITED = """
rulebook: 1
name: mine
players: 2
variables: {n: {type: 0..9}}
phases: {turn: {actions: {go: {do: [{add: 1, to: n}]}}}}
end: {e: {after: go, when: n == 5, result: draw}}
"""


def _saved(game: str = "pig", **table: Any) -> str:
    return rw.load(game, **table).new_initial_state(seed=1).serialize()


def _refused(game: rw.Game, text: Any) -> str:
    with pytest.raises(rw.SavedStateError) as caught:
        game.deserialize_state(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"players": 3}, "saved for 3 players: load the game with `players=3`; here it is 2"),
        (
            {"options": {"target": 50}},
            "saved with options {'target': 50}: load the game with `options={'target': 50}`; here they are {'target': 100}",
        ),
        (
            {"game": "sino", "overlays": ["sino-last-row"]},
            "saved with overlays ['sino-last-row']: load the game with `overlays=['sino-last-row']`; here they are []",
        ),
        (
            {"game": "cinco", "variant": "with_joker"},
            "saved of variant 'with_joker': load the game with `variant='with_joker'`; here it is None",
        ),
    ],
)
def test_a_state_of_another_table_says_how_to_load_the_game(table: dict[str, Any], says: str) -> None:
    table = {"game": "pig", **table}
    name, text = table["game"], _saved(**table)
    assert _refused(rw.load(name), text) == f"this state of `{name}` was {says}"
    assert rw.load(**table).deserialize_state(text).serialize() == text


def test_a_state_without_a_variant_says_so() -> None:
    told = _refused(rw.load("cinco", variant="with_joker"), _saved("cinco"))
    assert told.endswith(
        "was saved without a variant: load the game with `variant=None`; here it is 'with_joker'"
    )


def test_a_state_of_another_game_names_it() -> None:
    told = _refused(rw.load("sino"), _saved())
    assert told == "this state is one of `pig`, and this game is `sino`"


def test_a_state_of_a_rulebook_that_was_edited_since_says_so() -> None:
    text = rw.load_text(EDITED).new_initial_state().serialize()
    told = _refused(rw.load_text(EDITED.replace("n == 5", "n == 6")), text)
    assert told == (
        "the rules of `mine` are not those by which this state was saved: its rulebook or an overlay was edited"
    )


def test_a_text_saved_before_options_were_kept_is_still_read_and_refused_in_words() -> None:
    body = json.loads(_saved(options={"target": 50}))
    for name in ("options", "overlays", "variant"):
        del body[name]
    assert "its rulebook or an overlay was edited" in _refused(rw.load("pig"), json.dumps(body))


@pytest.mark.parametrize(
    "wrong", [{"options": 3}, {"options": {"target": [1] * 500}}, {"game": ["x"]}, {"players": {}}]
)
def test_a_table_of_any_shape_is_refused_in_few_words(wrong: dict[str, Any]) -> None:
    body = {**json.loads(_saved(options={"target": 50})), **wrong}
    assert len(_refused(rw.load("pig"), json.dumps(body))) < 700


@pytest.mark.parametrize(("given", "kind"), [(None, "None"), ({}, "of type dict"), (7, "of type int")])
def test_what_is_no_text_is_told_so(given: Any, kind: str) -> None:
    assert _refused(rw.load("pig"), given) == f"a saved state must be a text, but this is {kind}"
