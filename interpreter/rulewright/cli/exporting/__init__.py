"""Parts of `export`: writing a page that plays one game.

Comes in: a game with its table, house rules to offer, and a folder.

Goes out: the folder with the page, and what it has.

Imports `cli.common`, `pipeline`, `export` and `playground`. Nothing imports it.

Begin with `export`, which declares the command; `export_command` carries it out.

Easy to get wrong: `export` is imported for `--help`, and loads nothing that compiles.
"""
