"""`rulewright new NAME`: a commented rulebook or house rule to start from, which works as it stands."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("new")
@click.argument("name")
@click.option(
    "--kind", type=click.Choice(["dice", "cards", "overlay"]), help="What to start from  [default: dice]"
)
@click.option(
    "--of", "parent", metavar="GAME", help="The game that a house rule changes (means --kind overlay)."
)
@click.option(
    "--in", "folder", type=click.Path(file_okay=False, path_type=Path), default=Path("."), metavar="FOLDER",
    help="Where to write it  [default: here]",
)  # fmt: skip
def command(name: str, kind: str | None, parent: str | None, folder: Path) -> None:
    """Write a small rulebook that works, to change into your own.

    Never writes over a file that is there.

    \b
    Examples:
      rulewright new my-game
      rulewright new my-card-game --kind cards
      rulewright new short-evening --of cinq-o
    """
    from rulewright.author import scaffold

    chosen = kind or ("overlay" if parent else "dice")
    if chosen == "overlay" and not parent:
        raise click.UsageError("a house rule changes a game: say which with --of GAME")
    if chosen != "overlay" and parent:
        raise click.UsageError(f"--of goes with --kind overlay, not with --kind {chosen}")
    try:
        path = scaffold.write(name, chosen, folder, parent)
    except scaffold.CannotWrite as reason:
        raise click.UsageError(str(reason)) from None
    click.echo(path)
    click.echo(_next_steps(path, parent), err=True)


def _next_steps(path: Path, parent: str | None) -> str:
    if parent:
        return f"\nTry:\n  rulewright validate {path}\n  rulewright play {parent} --with {path}"
    return f"\nTry:\n  rulewright test {path}\n  rulewright play {path}\nand change it from there."
