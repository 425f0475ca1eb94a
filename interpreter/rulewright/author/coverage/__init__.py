"""Coverage: which places of a rulebook were never exercised by play.

Comes in: a book, and the tally that `evaluate.tracing.counting` keeps while games and examples are played.

Goes out: `report.Coverage`, which watches games at any number of tables, and its `report.Report`, written
by `text` and `html`.

Imports `author.report`, `pipeline`, `checked`, `evaluate`, `expression`, `game`, `rulebook`, `runtime`
and `source`. Imported by `author.health`, `cli` and `editor`.

Begin with `report`.

Easy to get wrong: options and the number of players settle some conditions before play. Such a place has no
count of its own in the program; `walk` uses that of the enclosing place.
"""
