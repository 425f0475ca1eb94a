"""Parts of `test`: which tests to run, running them, and reports as text or JUnit XML.

Comes in: a rulebook to test, `-k` and the other options of the command.

Goes out: `runner.run_tests`, `outcomes.Tested`, `report.Reporter` and `junit.write`.

Imports `cli.common`, `cli.drawing`, `cli.simulating`, `cli.table.records`, `engines`, `pipeline`,
`author`, `document`, `game`, `play`, `problems`, `rulebook`, `runtime` and `source`. Nothing imports it.

Begin with `runner`.

Easy to get wrong: what a test is, and whether it passes, is decided in `author.testing`; this room only
selects and reports, and `outcomes` is the one form that all reports read.
"""
