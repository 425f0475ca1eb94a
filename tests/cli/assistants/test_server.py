"""`rulewright mcp` answers an assistant, whatever text it is given, with the SDK's client."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator

import pytest

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters

from rulewright.cli.assistants.desk import Desk
from rulewright.cli.assistants.server import make_server
from rulewright.serve.settings import Work
from tests.cli.assistants.assistant import Assistant

GOOD = """\
rulebook: 1
name: race
players: 1..2
pieces: {dice: {count: 1, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {pot: {type: 0..99}}
phases:
  turn:
    actions:
      roll: {do: [{roll: tray}, {add: tray.face, to: pot}, end_turn]}
      stop: {when: {rich: pot > 0 and round > 1}, do: [end_turn]}
end: {late: {at: round, when: round > 3, result: draw}}
examples:
  a_roll:
    play: [{do: roll, rolled: {dice: [3]}}]
    expect: [pot == 3]
"""
SHORT = "rulebook: 1\nname: short\nextends: race\nchange: {end: {late: {when: round > 1}}}\n"


@pytest.fixture(scope="module")
def assistant() -> Iterator[Assistant]:
    with Assistant() as assistant:
        yield assistant


def test_validate_names_the_place_and_the_way_out(assistant: Assistant) -> None:
    assert assistant.ask("validate", rulebook=GOOD)["fine"]
    answer = assistant.ask("validate", rulebook=GOOD.replace("tray.face", "tray.fce"))
    (problem,) = answer["problems"]
    assert not answer["fine"]
    assert (problem["file"], problem["line"], problem["severity"]) == ("race.rulebook.yaml", 10, "error")
    assert "face" in problem["label"] + problem.get("help", "")
    assert "race.rulebook.yaml:10" in answer["report"]
    assert problem["code"] in assistant.ask("explain", code=problem["code"])


def test_fix_and_format_give_texts(assistant: Assistant) -> None:
    mended = assistant.ask("fix", rulebook=GOOD.replace("phases:", "phasse:").replace("and", "&&"))
    assert mended["text"] == GOOD
    assert len(mended["fixed"]) == 2
    assert assistant.ask("format", rulebook="name:   a\nrulebook: 1\n")["text"] == "rulebook: 1\nname: a\n"
    assert "whole rulebook" in assistant.refused("fix", rulebook="pig")


def test_a_house_rule_finds_its_game_among_the_texts(assistant: Assistant) -> None:
    assert assistant.ask("validate", rulebook=SHORT, other_files=[GOOD])["fine"]
    assert not assistant.ask("validate", rulebook=SHORT)["fine"]
    assert "end.late" in assistant.ask("diff", rulebook_a=GOOD, rulebook_b=SHORT)
    assert "turns" in assistant.ask("compare", rulebook_a=GOOD, rulebook_b=SHORT, games=20)
    assert "3 games" in assistant.ask("simulate", rulebook=GOOD, house_rules=[SHORT], games=3, players=2)


def test_test_runs_examples_and_random_games(assistant: Assistant) -> None:
    assert "passed" in assistant.ask("test", rulebook=GOOD, games=4)
    failed = assistant.ask("test", rulebook=GOOD.replace("pot == 3", "pot == 4"), games=0)
    assert "a_roll" in failed
    assert "pot == 4" in failed


def test_a_game_is_played_move_by_move(assistant: Assistant) -> None:
    begun = assistant.ask("new_game", rulebook=GOOD, players=2, seed=1)
    assert (begun["legal_moves"], begun["seat"], begun["over"]) == (["roll"], 1, False)
    assert "rich" in assistant.refused("play", game=begun["game"], moves=["stop"]).lower()
    assert assistant.ask("play", game=begun["game"])["moves_so_far"] == 0, "what is refused is not played"
    after = assistant.ask("play", game=begun["game"], moves=["roll", "roll"])
    assert (after["made"], after["moves_so_far"], after["seat"]) == (["roll", "roll"], 2, 1)
    assert sorted(after["legal_moves"]) == ["roll", "stop"]
    assert assistant.ask("play", game=begun["game"], bot_moves=50)["over"]
    assert "no game" in assistant.refused("play", game="game-99")


def test_rules_games_and_the_manual_are_read(assistant: Assistant) -> None:
    assert "# Pig" in assistant.ask("rules", rulebook="pig")
    assert {"name": "pig", "kind": "rulebook"} in assistant.ask("games")
    assert assistant.ask("show", name="pig").startswith("# yaml-language-server")
    assert "shuffle" in assistant.ask("look_up", words="shuffle")
    assert "order: kept" in assistant.ask("look_up", words="pile with a top", kind="language")
    assert assistant.resource("rulewright://language").startswith("# The language on a page")
    assert "name: pig" in assistant.resource("rulewright://rulebooks/pig")
    prompt = assistant.do(assistant.client.get_prompt, "write_a_rulebook", {"game": "Snap"})
    assert "Snap" in prompt.messages[0].content.text


def test_bots_from_files_are_refused(assistant: Assistant) -> None:
    assert "files" in assistant.refused("simulate", rulebook=GOOD, games=2, bots="random,solved:/etc/passwd")
    game = assistant.ask("new_game", rulebook=GOOD)["game"]
    assert "files" in assistant.refused("play", game=game, bot_moves=1, bot="solved:/etc/passwd")


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "pigg", "nowhere.rulebook.yaml"])
def test_only_bundled_names_are_opened(assistant: Assistant, name: str) -> None:
    assert "no bundled rulebook" in assistant.refused("validate", rulebook=name)
    assert "no bundled rulebook" in assistant.refused("validate", rulebook=GOOD, house_rules=[name])


@pytest.mark.parametrize(
    "text", ["", "a: [", "name: *a\n", "\x00: b\n", "rulebook: 1\n" + "a: b\n" * 20_000, "- " * 5000 + "\n"]
)
def test_any_text_is_answered(assistant: Assistant, text: str) -> None:
    answer = assistant.ask("validate", rulebook=text)
    assert not answer["fine"]
    assert answer["problems"][0]["code"]


def test_a_request_that_takes_too_long_is_given_up() -> None:
    async def asked(folder: str) -> tuple[str, bool]:
        desk = Desk(folder, Work(think=0.2))
        async with Client(make_server(desk)) as client:
            stopped = await client.call_tool("simulate", {"rulebook": "chess", "games": 20_000})
            alive = await client.call_tool("validate", {"rulebook": GOOD})
        await desk.close()
        return str(stopped.content[0].text), not alive.is_error  # type: ignore[union-attr]  # it is text

    with tempfile.TemporaryDirectory() as folder:
        said, alive = asyncio.run(asked(folder))
    assert "given up" in said
    assert alive


def test_the_command_serves_over_standard_input_and_output() -> None:
    async def asked() -> tuple[str | None, bool]:
        process = StdioServerParameters(command=sys.executable, args=["-m", "rulewright", "mcp"])
        async with Client(process) as client:
            tools = await client.list_tools()
            assert {"validate", "play", "look_up"} <= {tool.name for tool in tools.tools}
            answer = await client.call_tool("validate", {"rulebook": GOOD})
            return client.instructions, bool((answer.structured_content or {})["fine"])

    instructions, fine = asyncio.run(asked())
    assert fine
    assert "rulewright://language" in str(instructions)
