"""Files of every released format, and tests that they load and replay for ever.

`files/records/1/dice.json` is a record of format 1. Next to it, `files/records/1/expected.json` has what programs see of the game
that it leads to. `python -m tests.formats.write` writes the files of a format number that has none yet; those of a released
format are never written again.
"""
