"""Which tests are quick: what the list of long ones says is there, and what holds the rules of the games stays."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests import tiers
from tests.offenders import assert_none

TOP = Path(__file__).resolve().parent.parent
pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.mark.parametrize("number", range(6))
def test_part(number): pass

def test_long(): pass

def test_new(): pass
"""


def is_a_test(name: str) -> bool:
    path, _, function = name.partition("::")
    return (TOP / path).exists() and f"{path}::{function}" in functions(TOP / path)


@cache
def functions(path: Path) -> set[str]:
    """The test functions of a file, as `thorough.txt` names them."""
    names = re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {f"{path.relative_to(TOP).as_posix()}::{name}" for name in names}


def test_what_is_listed_is_a_test() -> None:
    assert_none(
        name
        for name in (*tiers.listed(tiers.LIST.read_text(encoding="utf-8")), *tiers.KEPT)
        if not is_a_test(name)
    )


def test_a_name_of_no_test_is_seen() -> None:
    assert [
        is_a_test(f"tests/test_tiers.py::{name}") for name in ("test_a_name_of_no_test_is_seen", "test_gone")
    ] == [True, False]
    assert not is_a_test("tests/gone.py::test_gone")


@pytest.mark.parametrize(
    ("options", "passed"),
    [((), 4), (("--tier", "thorough"), 4), (("--tier", "all"), 8), (("test_it.py",), 8), (("-k", "long"), 1)],
)
def test_a_tier_is_run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], passed: int
) -> None:
    pytester.makepyfile(test_it=TESTS)
    pytester.makeconftest(
        "from tests import tiers\n"
        "def pytest_addoption(parser): tiers.add_option(parser)\n"
        "def pytest_configure(config): tiers.configure(config)\n"
        "def pytest_collection_modifyitems(config, items): tiers.select(config, items)\n"
    )
    listed = pytester.path / "listed.txt"
    listed.write_text("# long\ntest_it.py::test_part 2\ntest_it.py::test_long\n")
    monkeypatch.setattr(tiers, "LIST", listed)
    pytester.inline_run("-p", "no:cacheprovider", *options).assertoutcome(passed=passed)


def test_the_list_is_made_of_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "LONGEST", 0.75)
    monkeypatch.setattr(tiers, "KEPT", {"c.py::t": 3, "d.py::t": tiers.WHOLE, "e.py::t": (3, 1)})
    times = [
        ("a.py::t", 0.5),
        ("b.py::t", 0.5),
        ("a.py::t", 0.5),
        *((f"{name}.py::t", 9.0) for name in "cde"),
    ]
    lines = ["a.py::t", "c.py::t 3", "e.py::t 3 1"]
    assert [*tiers.long_ones(times)] == lines
    assert [*tiers.listed("\n".join(lines)).values()] == [(0, 0), (3, 0), (3, 1)]
