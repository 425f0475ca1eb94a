"""Problems: mistakes as data, and how they are printed for people and programs.

Comes in: codes, spans and words from every stage.

Goes out: `problem.Problem`, `problem.Problems` and `problem.RulebookError`; `nearest.nearest`;
`quoting.counted` and its like.

Imports `problems.codes` and `source`. Imported by most packages above it.

Begin with `problem`.

Easy to get wrong: a stage adds to `Problems` and goes on; it does not raise. Text of an author may hold
control characters, and `rendering` makes them visible.
"""
