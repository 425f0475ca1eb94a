"""The outcome of tests as JUnit XML, which CI servers read: a suite for each rulebook, a case for each example and table.

<testsuites><testsuite name="my-game.rulebook.yaml" tests="14" failures="1" ...>
  <testcase classname="my-game.examples" name="first_roll" file="..." line="44" time="0.004"/>
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as xml

from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.testing.outcomes import (
    ExampleOutcome,
    TableOutcome,
    Tested,
    broken_reason,
    changed_reason,
    example_reason,
    unread_reason,
)
from rulewright.problems.rendering import render_all
from rulewright.source import output

UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that are not allowed in XML."""


def write(path: Path, tested: Sequence[Tested], max_actions: int) -> None:
    """Write the report. Raises CannotWrite."""
    root = xml.Element("testsuites", name="rulewright")
    for each in tested:
        root.append(_suite(each, max_actions))
    for total in ("tests", "failures", "errors", "skipped"):
        root.set(total, str(sum(int(suite.get(total, "0")) for suite in root)))
    root.set("time", f"{sum(each.seconds for each in tested):.3f}")
    xml.indent(root)
    output.write(path, xml.tostring(root, encoding="utf-8", xml_declaration=True))


def _suite(tested: Tested, max_actions: int) -> xml.Element:
    suite = xml.Element("testsuite", name=_text(tested.settings.game))
    group = Path(tested.settings.game).name.removesuffix(".yaml").replace(".", "_")
    if tested.problems:
        suite.append(_unread(group, tested))
    for example in tested.examples:
        suite.append(_example(group, example, tested.settings))
    for table in tested.tables:
        suite.append(_table(group, tested, table, max_actions))
    failures = sum(case.find("failure") is not None for case in suite)
    skipped = sum(case.find("skipped") is not None for case in suite)
    errors = sum(case.find("error") is not None for case in suite)
    counts = {"tests": len(suite), "failures": failures, "errors": errors, "skipped": skipped}
    for name, count in counts.items():
        suite.set(name, str(count))
    suite.set("time", f"{tested.seconds:.3f}")
    return suite


def _unread(group: str, tested: Tested) -> xml.Element:
    """The case of a rulebook that cannot be tested, with its errors."""
    span = next(problem.span for problem in tested.problems if problem.severity == "error")
    file, line = (tested.file, 1) if span.source.is_typed else (span.file, span.line)
    case = xml.Element(
        "testcase", classname=_text(group), name="check", file=_text(file), line=str(line), time="0.000"
    )
    error = xml.SubElement(case, "error", message=_text(unread_reason(tested)))
    error.set("type", tested.problems[0].code)
    error.text = _text(render_all(tested.problems))
    return case


def _example(group: str, outcome: ExampleOutcome, settings: Settings) -> xml.Element:
    result = outcome.result
    case = xml.Element(
        "testcase",
        classname=_text(f"{group}.examples"),
        name=_text(outcome.name),
        file=_text(result.span.file),
        line=str(result.span.line),
        time=f"{outcome.seconds:.3f}",
    )
    if outcome.failed:
        failure = xml.SubElement(case, "failure", message=_text(example_reason(outcome)))
        failure.set("type", result.problems[0].code)
        story = "\n".join(("", "What happened:", *result.story)) if result.story else ""
        failure.text = _text(render_all(result.problems) + story)
    elif result.changed:
        xml.SubElement(case, "skipped", message=_text(changed_reason(outcome, settings)))
    return case


def _table(group: str, tested: Tested, outcome: TableOutcome, max_actions: int) -> xml.Element:
    """The case of a table: one failure, which CI servers show, with the texts of all broken promises."""
    problems = [broken.problem for broken in outcome.broken]
    place = problems[0].span if problems and problems[0] is not None else None
    case = xml.Element(
        "testcase",
        classname=_text(f"{group}.games"),
        name=_text(outcome.table.id),
        file=_text(place.file if place is not None else tested.file),
        line=str(place.line if place is not None else 1),
        time=f"{outcome.seconds:.3f}",
    )
    if outcome.broken:
        first = outcome.broken[0]
        failure = xml.SubElement(case, "failure", message=_text(broken_reason(first)))
        failure.set("type", problems[0].code if problems[0] is not None else first.mistake.promise)
        failure.text = _text("\n\n".join(each.story(max_actions) for each in outcome.broken))
    return case


def _text(text: str) -> str:
    return UNPRINTABLE.sub("\ufffd", text)
