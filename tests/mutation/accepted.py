"""Mutants that nothing catches, because they make the same game or differ where no rule decides.

Each with its reason.  A key is the path of the rule and what becomes of it, as `mutate.py` prints them.
"""

from __future__ import annotations

ACCEPTED: dict[str, dict[str, str]] = {
    "cinq-o": {},
    "red-hot-yott": {},
}
