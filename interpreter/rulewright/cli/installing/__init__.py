"""What makes the program at home in a shell: completion of what is typed.

Comes in: the name of a shell.

Goes out: `completion.command`; `names.games`, which completes the names of games and files.

Imports nothing of ours. Imported by `cli`, `cli.common`, `cli.comparing`, `cli.editing` and
`cli.serving`.

Begin with `completion`.

Easy to get wrong: the script asks the program at each press of Tab, so what is imported for an answer has to be little.
"""
