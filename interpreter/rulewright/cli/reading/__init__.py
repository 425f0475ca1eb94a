"""Parts of the commands that print: rule sheets, rulebooks, bundled games, problem codes and programs.

Comes in: the settings of a game, or the name of a problem code, as a command read them.

Goes out: text, Markdown or a page, from `rules_command`, `show_command`, `list_command`, `explain_command` and `ir_command`.

Imports `cli.common`, `pipeline`, `author`, `document`, `ir`, `native`, `problems` and `rulebook`.
Imported by `cli`.

Begin with `rules_command`.

Easy to get wrong: nothing is played or changed here. The sheet itself is written in `author.sheet`; this
room chooses its form and prints it.
"""
