"""Rulebooks and house rules as tests of pytest, so that they run where everything else does.

    $ pytest --rulewright
    my-game.rulebook.yaml::check                     what `rulewright validate` finds
    my-game.rulebook.yaml::examples.first_roll       one of its examples, with its line
    my-game.rulebook.yaml::promises                  random games at every table, shrunk to the shortest that fails

Files are collected with `--rulewright`, with `rulewright = true` in pytest's settings, or when they are named on the
command line.  pytest loads this module in every project that has the package installed, so it imports the rest on use.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from os import PathLike

    from rulewright.author.examples.examples import OptionValue
    from rulewright.author.testing.rulebook_tests import OneExample, RulebookTests
    from rulewright.pipeline import Book
    from rulewright.problems.problem import Problem

ENDINGS = (".rulebook.yaml", ".overlay.yaml")
GAMES = "20"
SEED = 0  # that of `rulewright test`, which then plays the same games


class RulebookWarning(pytest.PytestWarning):
    """A warning of the checker about a rulebook; `-W error` makes it a failure."""


class RulebookFailed(Exception):
    """A rulebook does not do what it should; pytest prints the text and no traceback."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rulewright", "rulebooks of tabletop games")
    group.addoption(
        "--rulewright", action="store_true", default=False,
        help="collect *.rulebook.yaml and *.overlay.yaml: their checks, examples and promises",
    )  # fmt: skip
    group.addoption(
        "--rulewright-games", metavar="N", default=None,
        help=f"random games for the promises of a rulebook, at least one a table (default: {GAMES}; 0: none)",
    )  # fmt: skip
    parser.addini("rulewright", "collect rulebooks as --rulewright does", type="bool", default=False)
    parser.addini(
        "rulewright_games", f"random games for the promises of a rulebook (default: {GAMES}; 0: none)",
        default=GAMES,
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    _games(config)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RulebookFile | None:
    if not file_path.name.endswith(ENDINGS):
        return None
    wanted = parent.config.getoption("--rulewright") or parent.config.getini("rulewright")
    if wanted or parent.session.isinitpath(file_path):
        return RulebookFile.from_parent(parent, path=file_path)
    return None


class RulebookFile(pytest.File):
    """A rulebook or house rule. Its tables are opened once for all items."""

    def collect(self) -> Iterator[RulebookItem]:
        """One that cannot be opened has its check alone, which says why."""
        from rulewright.author.testing.rulebook_tests import (  # to start sooner: pytest loads this
            RulebookTests,
            opens,
        )

        yield CheckItem.from_parent(self, name="check")
        tests = RulebookTests(self._opening)
        if not opens(tests):
            return
        for example in tests.examples():
            yield ExampleItem.from_parent(self, name=f"examples.{example.name}", told=example)
        if _games(self.config):
            yield PromisesItem.from_parent(self, name="promises", tests=tests)

    def _opening(self, players: int | None, variant: str | None, options: Mapping[str, OptionValue]) -> Book:
        from rulewright import pipeline  # to start sooner: pytest loads this

        return pipeline.open_book(str(self.path), players, variant, options)


class RulebookItem(pytest.Item):
    """Something to test about a rulebook; `file` is the rulebook."""

    def __init__(self, *, parent: RulebookFile, **given: Any) -> None:  # Any: what pytest hands to a node
        super().__init__(parent=parent, **given)
        self.file = parent

    def reportinfo(self) -> tuple[PathLike[str] | str, int | None, str]:
        return self.path, None, f"{self.path.name}: {self.name}"

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is wrong as authors see it elsewhere, without the way Python took to find it."""
        from rulewright.problems.problem import RulebookError  # to start sooner: pytest loads this

        match excinfo.value:
            case RulebookFailed() as failed:
                return str(failed)
            case RulebookError() as error:
                return _rendered(error.problems)
        return super().repr_failure(excinfo, style)


class CheckItem(RulebookItem):
    """All that `rulewright validate` says. Warnings are pytest's warnings, at the line they are about."""

    def runtest(self) -> None:
        from rulewright.author.testing import checking  # to start sooner: pytest loads this

        problems = checking.check(self.path)
        if any(problem.severity == "error" for problem in problems):
            # Errors first, since pytest's summary shows the first line.
            raise RulebookFailed(_rendered(sorted(problems, key=lambda problem: problem.severity)))
        try:
            for problem in problems:
                warnings.warn_explicit(
                    RulebookWarning(f"[{problem.code}] {problem.message}"), None, problem.file, problem.line
                )
        except RulebookWarning:  # where warnings are errors
            raise RulebookFailed(_rendered(problems)) from None


class ExampleItem(RulebookItem):
    """One example. An inherited example is skipped where a house rule changed what it shows."""

    def __init__(self, *, told: OneExample, **given: Any) -> None:  # Any: what pytest hands to a node
        super().__init__(**given)
        self.told = told

    def runtest(self) -> None:
        result = self.told.run()
        if result.changed:
            pytest.skip(_changed(result.problems[0]))
        if not result.passed:
            story = "\n".join(("\nWhat happened:", *result.story)) if result.story else ""
            raise RulebookFailed(_rendered(result.problems) + story)

    def reportinfo(self) -> tuple[PathLike[str] | str, int | None, str]:
        """The place where the example is written, which for an inherited one is the game's own file."""
        return Path(self.told.file).absolute(), self.told.line - 1, f"{self.path.name}: {self.name}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """A skipped example is reported at its place in the rulebook, and not at a line of this module."""
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]  # pluggy sends the result of the other hooks
    if isinstance(item, ExampleItem) and report.skipped and isinstance(report.longrepr, tuple):
        path, line, _ = item.reportinfo()
        report.longrepr = (str(path), (line or 0) + 1, report.longrepr[2])


class PromisesItem(RulebookItem):
    """Random games of every variant at every number of players, as `rulewright test` plays them."""

    def __init__(self, *, tests: RulebookTests, **given: Any) -> None:  # Any: what pytest hands to a node
        super().__init__(**given)
        self.tests = tests

    def runtest(self) -> None:
        from rulewright.author.testing.invariants import check_promises  # to start sooner: pytest loads this

        games = _games(self.config)
        found = check_promises(self.tests.tables(), games, SEED)
        if found.broken:
            told = "\n\n".join(broken.story() for broken in found.broken)
            again = f"rulewright test {self.path} --games {games}"
            raise RulebookFailed(f"{told}\n\nTo keep the game as a record: {again}")


def _changed(problem: Problem) -> str:
    said = f" ({problem.label})" if problem.label else ""
    return f"{problem.path}: the house rule changed this: {problem.message}{said}"


def _games(config: pytest.Config) -> int:
    """How many random games to play. Raises UsageError if the setting is no number."""
    given = config.getoption("--rulewright-games")
    name = "rulewright_games" if given is None else "--rulewright-games"
    written = str(config.getini("rulewright_games") if given is None else given).strip()
    if not written.isdecimal():
        raise pytest.UsageError(f"{name} should be a number of games, such as {GAMES}, not {written!r}")
    return int(written)


def _rendered(problems: tuple[Problem, ...] | list[Problem]) -> str:
    from rulewright.problems.rendering import render_all  # to start sooner: pytest loads this

    return render_all(problems)
