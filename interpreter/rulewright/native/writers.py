"""Every module that writes nodes of a program: importing this one fills the tables `EMIT`, `EACH` and `DO` of `emitter`.

from rulewright.native import writers  # noqa: F401
"""

from __future__ import annotations

from rulewright.native import (  # noqa: F401  (what they write is registered there)
    aggregates,
    arithmetic,
    chances,
    conditions,
    counting,
    domains,
    effects,
    ends,
    expressions,
    lookups,
    moves,
    pieces,
    piles,
    subsets,
    tables,
    walks,
    whose,
)
