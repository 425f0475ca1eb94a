"""Phrases for several conditions on every element, one by one.

all(p.hand.empty and p.played.empty for p in players)   every player's hand and played are empty
all(p.out and p.score > 3 for p in players)             every player is out and every player's score is more than 3
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from rulewright.expression import nodes as syntax
from rulewright.problems.quoting import series

_EMPTY_ZONE = re.compile(r"(every [\w ]+'s )([\w ]+) is empty")


def one_by_one(
    node: syntax.Comprehension, each: str, plainly: Callable[[syntax.Comprehension, str], str]
) -> Callable[[], str]:
    """What words a quantified condition as a whole with `plainly`, or else part by part where that means the same; empty if a part
    is not plain, or has an `or`."""

    def said() -> str:
        whole = plainly(node, each)
        if whole or each != "every" or not isinstance(node.element, syntax.And):
            return whole
        parts = [plainly(replace(node, element=item), each) for item in node.element.items]
        return _joined(parts) if all(part and " or " not in part for part in parts) else ""

    return said


def _joined(parts: list[str]) -> str:
    found = [match for said in parts if (match := _EMPTY_ZONE.fullmatch(said))]
    owners = {match[1] for match in found}
    if len(owners) == 1 and len(found) == len(parts):
        return f"{owners.pop()}{series([match[2] for match in found])} are empty"
    return " and ".join(parts)
