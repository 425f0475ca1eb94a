"""Problem codes: what each one means, with a wrong and a right text.

Comes in: nothing; each module holds the entries of one stage.

Goes out: `register.CODES`, all codes by name.

Imports nothing of ours. Imported by `problems` and `cli`.

Begin with `register`.

Easy to get wrong: codes are stable, since people search for them and silence them. The examples are
executed: the wrong one has to give the code, the right one must not.
"""
