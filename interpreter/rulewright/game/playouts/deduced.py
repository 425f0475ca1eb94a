"""Games in which something lies face down, and yet everybody knows what: a bag whose contents are what does not lie on the table.

    all_is_known(program)        whether nothing is hidden that does not follow from what everybody sees

A bag is a zone from which pieces are drawn at random, so that their order is decided only then.  What is in it follows from what is not, if its kind has
a fixed number of pieces without faces, which lie face down nowhere else.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.secret_actions import has_secrets


def all_is_known(program: ir.Program) -> bool:
    """Whether everybody knows the whole position at each decision."""
    layout = program.layout
    return (
        not has_secrets(program)
        and all(group.seen_by == "all" for group in layout.groups.values())
        and all(map(_is_known, layout.kinds.values()))
    )


def _is_known(kind: KindLayout) -> bool:
    hidden = [place for place in kind.places if place.seen_by != "all"]
    if not hidden:
        return True
    (bag, *others) = hidden
    return not others and bag.order == "shuffled" and not kind.unlimited and not kind.faces and kind.table < 0
