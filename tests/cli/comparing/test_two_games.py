"""Which two games are meant: what is said of both, of each, of a house rule, and of one game alone."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.comparing.arguments import two_game_arguments
from rulewright.cli.comparing.two_games import shown

PIG_RULE = "rulebook: 1\nname: short\nextends: {parent}\nabout: Short.\nchange: {{options: {{target: 50}}}}\n"


@click.command()
@two_game_arguments()
def told(first: Settings, second: Settings) -> None:
    click.echo(f"{shown(first)} | {shown(second)} | {first.players} {second.seed} {second.engine}")


def meant(*arguments: str) -> str:
    """The two sides as they would be typed."""
    result = CliRunner().invoke(told, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output.rpartition(" | ")[0]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("short.overlay.yaml").write_text(PIG_RULE.format(parent="pig"), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "sides"),
    [
        (("pig", "cinq-o"), "pig | cinq-o"),
        (("pig", "cinq-o", "--set", "target=50"), "pig --set target=50 | cinq-o --set target=50"),
        (("pig", "cinq-o", "--set", "target=50", "--set-b", "target=60"), "pig --set target=50 | cinq-o --set target=60"),
        (("pig", "--set-b", "target=50"), "pig | pig --set target=50"),
        (("pig", "--set-a", "target=50"), "pig --set target=50 | pig"),
        (("pig", "--set", "roll_first=true", "--set-b", "target=50"), "pig --set roll_first=true | pig --set roll_first=true --set target=50"),
        (("cinq-o", "--variant-a", "rounds", "--variant-b", "solitaire"), "cinq-o --variant rounds | cinq-o --variant solitaire"),
        (("cinq-o", "--variant", "solitaire"), "cinq-o | cinq-o --variant solitaire"),
        (("cinq-o", "--set", "chip_cap=none"), "cinq-o | cinq-o --set chip_cap=none"),
        (("pig", "--with-b", "short.overlay.yaml"), "pig | pig --with short.overlay.yaml"),
        (("pig", "--with", "short.overlay.yaml"), "pig | pig --with short.overlay.yaml"),
        (("pig", "short.overlay.yaml"), "pig | pig --with short.overlay.yaml"),
        (("pig", "short"), "pig | pig --with short"),
        (("short.overlay.yaml",), "pig | short.overlay.yaml"),
        (("short.overlay.yaml", "--set-b", "roll_first=true"), "short.overlay.yaml | short.overlay.yaml --set roll_first=true"),
        (("short", "cinq-o-quick"), "short | cinq-o-quick"),
        (("no-such-game", "neither"), "no-such-game | neither"),
        (("no-such-game",), "no-such-game | no-such-game"),
    ],
)  # fmt: skip
def test_the_sides_that_are_meant(arguments: tuple[str, ...], sides: str) -> None:
    assert meant(*arguments) == sides


def test_a_house_rule_changes_the_game_it_is_named_beside_wherever_that_lies(folder: Path) -> None:
    below = folder / "drafts"
    below.mkdir()
    draft = below / "draft.rulebook.yaml"
    draft.write_text("rulebook: 1\nname: pig\ntitle: Pig\n", encoding="utf-8")
    assert meant("drafts/draft.rulebook.yaml", "short.overlay.yaml") == (
        "drafts/draft.rulebook.yaml | drafts/draft.rulebook.yaml --with short.overlay.yaml"
    )


@pytest.mark.parametrize(
    ("arguments", "told_so"),
    [
        (("cinq-o", "short.overlay.yaml"), "short.overlay.yaml is a house rule for pig, not cinq-o"),
        (("cinq-o", "shorter.overlay.yaml"), "name that game first, `pig shorter.overlay.yaml`"),
        (("pig", "cinq-o-quick"), "`pig cinq-o --with-b cinq-o-quick`"),
    ],
)
def test_a_house_rule_of_another_game_is_refused(arguments: tuple[str, ...], told_so: str) -> None:
    second = "rulebook: 1\nname: shorter\nextends: short\nabout: Shorter.\n"
    Path("shorter.overlay.yaml").write_text(second, encoding="utf-8")
    result = CliRunner().invoke(told, list(arguments))
    assert result.exit_code == 2
    assert told_so in result.output
    assert meant("pig", "shorter.overlay.yaml") == "pig | shorter.overlay.yaml"


def test_a_house_rule_of_a_variant_is_held_against_that_variant() -> None:
    Path("quick.overlay.yaml").write_text(PIG_RULE.format(parent="cinq-o#solitaire"), encoding="utf-8")
    assert meant("quick.overlay.yaml") == "cinq-o --variant solitaire | quick.overlay.yaml"


def test_a_game_alone_is_held_against_nothing() -> None:
    result = CliRunner().invoke(told, ["pig"])
    assert result.exit_code == 2
    assert "what is pig to be compared with?" in result.output


def test_players_seed_and_engine_are_those_of_both() -> None:
    result = CliRunner().invoke(
        told, ["pig", "cinq-o", "--players", "3", "--seed", "7", "--engine", "reference"]
    )
    assert result.output.rpartition(" | ")[2].strip() == "3 7 reference"
