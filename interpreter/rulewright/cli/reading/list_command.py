"""The command `rulewright list`: lists games, house rules and fragments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright import pipeline
from rulewright.cli.common.output import show_json
from rulewright.cli.common.text_tables import show_table
from rulewright.document import from_yaml, library
from rulewright.problems.problem import Problems

if TYPE_CHECKING:
    from rulewright.rulebook.nodes import Rulebook


def list_bundled(style: str) -> None:
    """Print the three lists."""
    games = [_entry(name, path, book) for name, path, book in pipeline.bundled()]
    house_rules = [_head(name, path) for name, path in library.bundled_house_rules()]
    fragments = [_head(name, path) for name, path in library.bundled_fragments()]
    if style == "json":
        show_json({"games": games, "house_rules": house_rules, "fragments": fragments})
    else:
        _show_table(games)
        click.echo()
        changed = [(rule["name"], rule["extends"], rule["about"]) for rule in house_rules]
        show_table(("HOUSE RULE", "GAME", "WHAT IT CHANGES"), changed, right=False, folds=2)
        click.echo()
        rows = [(part["name"], part["about"]) for part in fragments]
        show_table(("FRAGMENT", "WHAT IT BRINGS"), rows, right=False, folds=1)
        click.echo(
            "\nrulewright rules GAME prints the rules, rulewright play GAME plays, --with HOUSE_RULE by a house rule; `use: [FRAGMENT]` takes a fragment into a rulebook.",
            err=True,
        )


def player_counts(players: tuple[int, ...]) -> str:
    """`(2, 3, 4)` -> `2 to 4`, `(2, 4)` -> `2 or 4`, `(2,)` -> `2`."""
    if len(players) > 2 and players == tuple(range(players[0], players[-1] + 1)):
        return f"{players[0]} to {players[-1]}"
    return " or ".join(str(number) for number in players)


def _entry(name: str, path: Path, book: Rulebook) -> dict[str, object]:
    return {
        "name": name,
        "title": book.title,
        "players": list(book.players),
        "variants": list(book.variants),
        "options": list(book.options),
        "about": book.about.plain if book.about else "",
        "path": str(path),
    }


def _head(name: str, path: Path) -> dict[str, str]:
    """The name, description, parent and path of a house rule or a fragment."""
    tree = from_yaml.read(library.read(path), Problems())
    said = {key: tree.text(key) for key in ("extends", "about")} if tree is not None else {}
    told = {key: text for key, text in said.items() if text is not None}
    return {"name": name, "about": "", **told, "path": str(path)}


def _show_table(games: list[dict[str, object]]) -> None:
    rows: list[tuple[str, ...]] = []
    for game in games:
        players, variants = game["players"], game["variants"]
        assert isinstance(players, list)
        assert isinstance(variants, list)
        counts, named = player_counts(tuple(players)), ", ".join(variants) or "-"
        rows.append((str(game["name"]), counts, named, str(game["about"])))
    show_table(("GAME", "PLAYERS", "VARIANTS", "WHAT IT IS"), rows, right=False, folds=2)
