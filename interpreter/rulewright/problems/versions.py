"""Format numbers of files that were written by another version of Rulewright, in words.

other_version(3, 2)     "a newer version of Rulewright (format 3, but this version reads 2)"
other_version(2, 2)     "another version of Rulewright"
"""

from __future__ import annotations

from rulewright.problems.quoting import shown


def other_version(found: object, known: int) -> str:
    """The version that wrote a file of format `found`, compared with one that reads `known`."""
    if type(found) is int and found == known:
        return "another version of Rulewright"
    which = "another" if type(found) is not int else "a newer" if found > known else "an older"
    return f"{which} version of Rulewright (format {shown(found)}, but this version reads {known})"
