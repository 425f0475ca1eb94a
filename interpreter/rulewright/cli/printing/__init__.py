"""Parts of `print`: choosing what is printed, and writing the files.

Comes in: the options of the command.

Goes out: a PDF, or a folder with SVG pages or CSV tables, and a few lines about what is in them.

Imports `cli.common`, `pipeline`, `author`, `paper`, `problems` and `source`. Nothing imports it.

Begin with `print`, which declares the command; `print_command` carries it out.

Easy to get wrong: `print` is imported for `--help`, and tables need no package; drawing is imported when there are pages.
"""
