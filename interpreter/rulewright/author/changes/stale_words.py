"""Words that stay while the rule that they tell players of does not, so that they may be wrong now.

    define.final_total.sum_of.chips_left  (new)     ->     what counts at the end; chips left over count nothing

Asked are the words nearest to the change: those of a line, a case or a condition, and where it has none or is new itself,
those of the entry it stands in.  Words that were changed too were looked at, and so were those that a house rule says again.
"""

from __future__ import annotations

from rulewright.author.changes.comparison import Found
from rulewright.author.changes.model import Mark
from rulewright.author.changes.parts import Branch, Leaf, Part, Path

_RULES = frozenset({"define", "tables", "steps", "end", "invariants"})
"""Sections whose entries decide something, as actions and automatic rules do. What an option, a kind of pieces or a zone says
about itself is what it is for, which another number does not change."""
_WORDS = ("says", "about")
_OF_AN_ACTION = ("about",)
"""What `says` of an action is how its moves are called."""


def words_that_stay(found: Found, old: Branch, new: Branch) -> Mark | None:
    """The words of a rule that is not what it was, if they are."""
    if found.words or found.kind == "moved":
        return None
    for length in range(len(found.path), _entry(found.path) - 1, -1):
        before, after = _at(old, found.path[:length]), _at(new, found.path[:length])
        if not isinstance(before, Branch) or not isinstance(after, Branch):
            continue
        for words in _OF_AN_ACTION if _is_action(found.path[:length]) else _WORDS:
            one, other = before.parts.get(words), after.parts.get(words)
            if isinstance(other, Leaf):
                stay = one == other and not _said_again(one, other, new)
                return Mark(" ", other.text, other.span) if stay else None
    return None


def _said_again(before: Part | None, after: Leaf, new: Branch) -> bool:
    """Whether a house rule of the new side says words anew, as they are."""
    by_a_house_rule = after.span.file != new.span.file
    return by_a_house_rule and isinstance(before, Leaf) and before.span != after.span


def _is_action(path: Path) -> bool:
    return len(path) == 4 and path[::2] == ("phases", "actions")


def _entry(path: Path) -> int:
    """How much of a path is that of the rule; more than all of it if it is in none."""
    match path:
        case ("phases", _, "actions" | "as_soon_as", _, *_):
            return 4
        case ("phases", _, "do", *_):
            return 2
        case (section, _, *_) if section in _RULES:
            return 2
        case _:
            return len(path) + 1


def _at(tree: Branch, path: Path) -> Part | None:
    part: Part | None = tree
    for key in path:
        part = part.parts.get(key) if isinstance(part, Branch) else None
    return part
