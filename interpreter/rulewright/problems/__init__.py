"""Problems: mistakes as data, and how they are printed for people and programs.

Comes in: codes, spans and words from every stage.

Goes out: `problem.Problem`, `problem.Problems` and `problem.RulebookError`; `nearest.nearest`;
`quoting.counted` and its like; `pages.CODES`, what each code means, from `pages/<code>.md`;
`templates.message`, which makes problems whose words are in tables.

Imports `source`. Imported by most packages above it.

Begin with `problem`.

Easy to get wrong: a stage adds to `Problems` and goes on; it does not raise. Text of an author may hold
control characters, and `rendering` makes them visible. Codes are stable, since people search for them and silence
them; the examples of a page are executed: the wrong one has to give the code, the right one must not.
"""
