"""`rulewright show GAME`: the rulebook's text; with a variant or house rules the whole that they result in."""

from __future__ import annotations

from dataclasses import replace

import click

from rulewright.cli.common.game_arguments import Settings, game_arguments, refuse_what_is_no_rulebook


@click.command("show")
@game_arguments(seed=False, engine=False)
def command(settings: Settings) -> None:
    """Print a rulebook.

    Without --with, --variant and --set this is the file as it was written, comments and all. With them it is the
    whole rulebook that results, which is itself a rulebook that can be played; what --set says is the default there.
    --players is only checked, since a rulebook is for all its tables.

    \b
    Examples:
      rulewright show cinq-o
      rulewright show cinq-o --with six-dice.overlay.yaml > cinq-o-six.rulebook.yaml
      rulewright show cinq-o --variant solitaire
      rulewright show cinq-o --set target=50
    """
    from rulewright import pipeline

    refuse_what_is_no_rulebook(settings.game)
    if not settings.overlays and not settings.variant and not settings.options:
        if settings.players is not None:
            settings.open_book()  # a table that the game has not is refused, though the text is the same at all
        click.echo(pipeline.find_book(settings.game).text, nl=False)
        return
    from rulewright.author.flattened import with_defaults, with_variant_settled
    from rulewright.author.to_yaml import to_yaml

    book = settings.open_book()
    tree = book.tree
    if settings.variant:
        plain = replace(settings, variant=None, players=None, options=()).open_book()
        tree = with_variant_settled(tree, settings.variant, plain.tree)
    click.echo(to_yaml(with_defaults(tree, settings.options)), nl=False)
