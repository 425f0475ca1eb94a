"""What was compared already, in a file: so a long run can be broken off and go on later.

keep(file, "pig 2", 400, 200, course)      a line of JSON: the games with the seeds 400 to 599, and what they went through
kept(file, "pig 2", 0, course)             600: as many games from seed 0 on need not be played again
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import fields
from pathlib import Path

from tests.native.side_by_side import Course


def keep(file: Path, table: str, seed: int, games: int, course: Course) -> None:
    """Write down that some games were compared, without a difference."""
    went = {each.name: getattr(course, each.name) for each in fields(course)}
    line = json.dumps({"table": table, "seed": seed, "games": games, "course": went})
    with file.open("a", encoding="utf-8") as lines:
        lines.write(line + "\n")


def kept(file: Path, table: str, seed: int, course: Course) -> int:
    """How many games from a seed on were compared at a table; what they went through is added to `course`."""
    end = seed
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        told = json.loads(line)
        if told["table"] == table and told["seed"] == end:
            end += told["games"]
            went = told["course"]
            course.add(
                Course(
                    went["games"], went["steps"], went["ended"],
                    Counter(went["failures"]), Counter(went["needless"]), Counter(went["otherwise"]),
                )
            )  # fmt: skip
    return end - seed
