"""Phrases for what would hold after a step.

after(go(s, n), goes_on)      ->      “goes on” holds after “go” of the space and n
"""

from __future__ import annotations

from rulewright.author.english import plain
from rulewright.author.phrases.clauses import Clauses
from rulewright.expression import nodes as syntax


def asked(phrases: Clauses, node: syntax.Call) -> str:
    """The words for `after(step, expression)`; empty for other calls."""
    match node:
        case syntax.Call(function=syntax.Name(text="after"), arguments=(run, value)):
            pass
        case _:
            return ""
    match run:
        case syntax.Call(function=syntax.Name(text=name), arguments=given):
            pass
        case syntax.Name(text=name):
            given = ()
        case _:
            return ""
    if name not in phrases.words.rulebook.steps:
        return ""
    words = [phrases.phrase(each) for each in given]
    phrases.words.ledger.covers(run)
    of = f" of {' and '.join(words)}" if words else ""
    return f"{phrases.condition(value)} after “{plain(name)}”{of}"
