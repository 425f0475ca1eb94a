"""Every module that handles nodes of a program: importing this one fills the tables `EMIT`, `EACH` and `DO` of `emitter`.

from rulewright.native.modules import writers  # noqa: F401
"""

from __future__ import annotations

from rulewright.native.chance import (  # noqa: F401  (what they write is registered there)
    effects as chances,
)
from rulewright.native.chance import (  # noqa: F401  (what they write is registered there)
    rolls,
)
from rulewright.native.choices import (  # noqa: F401  (what they write is registered there)
    moves,
    subsets,
)
from rulewright.native.expressions import (  # noqa: F401  (what they write is registered there)
    aggregates,
    conditions,
    domains,
    lookups,
    plain,
    walks,
)
from rulewright.native.flow import (  # noqa: F401  (what they write is registered there)
    afterwards,
    effects,
    positions,
)
from rulewright.native.llvm import (  # noqa: F401  (what they write is registered there)
    arithmetic,
)
from rulewright.native.pieces import (  # noqa: F401  (what they write is registered there)
    counting,
    ends,
    open_tables,
    owners,
    piles,
    questions,
)
