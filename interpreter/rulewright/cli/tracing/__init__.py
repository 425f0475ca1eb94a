"""Parts of `trace` and `replay`: finding a position, and answers about it.

Comes in: a record, an example or a new game, and the questions on the command line.

Goes out: `positions.position_of`, `trace_command.answered`, `replay_command.opened` and `step_story.lines`.

Imports `cli.common`, `cli.drawing`, `cli.keeping`, `cli.table`, `cli.table.records`, `pipeline`,
`author`, `game`, `problems`, `runtime`, `scene` and `source`. Imported by `cli`, `cli.reviewing` and
`cli.simulating`.

Begin with `positions`.

Easy to get wrong: the rules may have changed since a record was played. It is then followed only as far as
it fits. Each question is answered separately, so that an invalid one does not hide the answers to the others.
"""
