"""A process that looks at whole files, one line of JSON for a question and one for its answer; it ends with its input.

{"path": "/home/ann/race.rulebook.yaml", "texts": {...}}      ->      [{"file": ..., "code": "unused-name", ...}]
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rulewright.editor.diagnosis import Change, Diagnosis, Remark, whole_look
from rulewright.editor.ranges import Range


def answer(line: str) -> str:
    """The problems of a file."""
    asked = json.loads(line)
    texts = {Path(path): text for path, text in asked["texts"].items()}
    return json.dumps([asdict(each) for each in whole_look(Path(asked["path"]), texts)])


def read(line: str) -> list[Diagnosis]:
    """The problems in an answer."""
    return [_diagnosis(each) for each in json.loads(line)]


def _diagnosis(data: dict[str, Any]) -> Diagnosis:  # Any: what a process of our own wrote
    remarks = tuple(Remark(**{**each, "range": Range(**each["range"])}) for each in data.pop("remarks"))
    changes = tuple(Change(**{**each, "range": Range(**each["range"])}) for each in data.pop("changes"))
    return Diagnosis(**{**data, "range": Range(**data["range"])}, remarks=remarks, changes=changes)


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        sys.stdout.write(answer(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
