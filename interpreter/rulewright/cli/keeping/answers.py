"""What a command printed is kept, and printed again as long as nothing changes that it depends on.

    answered(partial(show_rules, settings, "text"), "rules", settings, "text")
                            2 s; the second time the files are read, and no checker is loaded

An answer is kept in the user's cache folder, under a hash of what is asked, of this program's code, of the current folder, and of what is
known about the terminal.  It holds, as JSON, what was printed, and each name that was looked up for it with a hash of the text that was found: if
a name leads somewhere else now, or to another text, the answer is not used.  Only a command that ended well has an answer to keep.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable

from rulewright.cli.common.exit_status import FINE
from rulewright.cli.common.output import note
from rulewright.cli.common.streams import are_guarded, listening, say_again
from rulewright.cli.keeping import entries
from rulewright.cli.keeping.looked_up import hashed, looked_up
from rulewright.cli.keeping.state_of_code import state_of_code
from rulewright.document import library
from rulewright.problems.shapes import Many, Row, Text, Whole
from rulewright.source.cache import Cache

LONGEST = 2**21
"""The number of characters of the longest answer that is kept."""
_LOOKS = ("COLOR", "TERM", "COLUMNS", "LINES", "LANG", "LC_", "PYTHON", "TTY", "RULEWRIGHT", "JUPYTER")
"""Parts of the names of environment variables on which the form of an output may depend."""
_PRINTED = Many(Row((Whole(1, 2), Text())))
"""What was printed, and on which stream."""


def answered(answer: Callable[[], int | None], *asked: object, again: str = "") -> int:
    """The exit status of a command whose output depends on files that it opens, on `asked` and on nothing else. `again` is noted where an
    answer is given again, if somebody has to know it."""
    cache = Cache.of_user()
    if cache is None or not are_guarded():
        return answer() or FINE
    key = _key(asked)
    printed = entries.kept(cache, key, _PRINTED)
    if printed is not None:
        say_again(printed)
        if again:
            note(again)
        return FINE
    with library.noting() as found, listening() as heard:
        status = answer() or FINE
    if status == FINE and sum(len(text) for _, text in heard) <= LONGEST:
        entries.keep(cache, key, looked_up(found), heard)
    return status


def _key(asked: tuple[object, ...]) -> str:
    looks = sorted(
        f"{name}={value}" for name, value in os.environ.items() if any(each in name for each in _LOOKS)
    )
    streams = [f"{each.isatty()} {each.encoding}" for each in (sys.stdout, sys.stderr)]
    width = str(shutil.get_terminal_size().columns)
    return hashed("answer", state_of_code(), os.getcwd(), width, *streams, repr(asked), *looks)
