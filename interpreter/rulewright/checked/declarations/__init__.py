"""Declarations: options, zones, kinds, variables, definitions and tables, worked out on demand.

Comes in: declarations of the rulebook, which may refer to one another in any order.

Goes out: the facts that `lookup.kind`, `lookup.variable`, `lookup.board` and `lookup.owners_of` give, and
constants from `declarations.constant`.

Imports `checked`, `checked.boards`, `checked.expressions`, `checked.messages`, `expression`, `language`,
`problems`, `rulebook` and `source`. Imported by `checked`, `checked.boards`, `checked.expressions`,
`checked.messages`, `checked.rules`, `editor` and `ir`.

Begin with `lookup`.

Easy to get wrong: there is no pass over the declarations. Each fact is worked out when it is first asked
for, through a registry, and a circle among them is reported there. Ask `lookup`, not the module that does
the work.
"""
