"""The command `rulewright show`: prints the text of a rulebook."""

from __future__ import annotations

from dataclasses import replace

import click

from rulewright import pipeline
from rulewright.author.merged_rulebook import with_defaults, with_variant_settled
from rulewright.author.to_yaml import to_yaml
from rulewright.cli.common.game_arguments import Settings, refuse_what_is_no_rulebook


def show_rulebook(settings: Settings) -> None:
    """Print the text as written, or the merged rulebook if anything changes it."""
    refuse_what_is_no_rulebook(settings.game)
    if not settings.overlays and not settings.variant and not settings.options:
        if settings.players is not None:
            settings.open_book()  # refuses a wrong number of players, though the text is the same for all
        click.echo(pipeline.find_book(settings.game).text, nl=False)
        return
    book = settings.open_book()
    tree = book.tree
    if settings.variant:
        plain = replace(settings, variant=None, players=None, options=()).open_book()
        tree = with_variant_settled(tree, settings.variant, plain.tree)
    click.echo(to_yaml(with_defaults(tree, settings.options)), nl=False)
