"""The register and the source agree: every code has a page that is right about its own examples.

That every code has a corpus case is shown by `tests/corpus/test_corpus.py`.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

import rulewright
from rulewright.problems.pages import CODES, Code
from tests.corpus.cases import reports, whole

PACKAGE = Path(rulewright.__file__).resolve().parent
PAGES = [page for page in CODES.values() if page.stage != "document" and not page.parent]
"""Pages whose examples are checked and played; those of documents have their own test."""
OF_HOUSE_RULES = [page for page in CODES.values() if page.stage != "document" and page.parent]
REPORTERS = {"Problem", "_problem", "report", "_report", "fail", "RuleFailure"}
"""What is called with a code as its first text."""


def said_in_source() -> dict[str, set[str]]:
    """Code -> the modules that report it."""
    said: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in REPORTERS:
                for code in _codes(node):
                    said.setdefault(code, set()).add(path.name)
    for path in PACKAGE.rglob("*.toml"):
        for table in tomllib.loads(path.read_text(encoding="utf-8")).values():
            if "code" in table:
                said.setdefault(table["code"], set()).add(path.name)
    return said


def _name(function: ast.expr) -> str:
    return getattr(function, "attr", getattr(function, "id", ""))


def _codes(call: ast.Call) -> list[str]:
    named = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
    texts = [value.value for value in [*named, *call.args[:2]] if isinstance(value, ast.Constant)]
    return [text_ for text_ in texts if isinstance(text_, str) and text_ and " " not in text_][:1]


def test_every_code_in_the_source_has_a_page() -> None:
    missing = {code: where for code, where in said_in_source().items() if code not in CODES}
    assert not missing, f"write problems/pages/<code>.md for these, which are reported in {missing}"


def test_every_page_is_about_a_code_in_the_source() -> None:
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml")]
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)
    unused = [code for code in CODES if f'"{code}"' not in source]
    assert not unused, f"nothing reports {unused}: call what does, or take their pages away"


IN_EXAMPLES = frozenset({"unknown-condition"})
"""Slips in an example, which then fails as well when it is played."""


@pytest.mark.parametrize("code", [code for code in PAGES if code.bad], ids=lambda code: code.code)
def test_the_wrong_text_has_the_problem_and_no_other(code: Code) -> None:
    found = {problem.code for problem in reports(whole(code.bad)[0], code.code, {code.code})}
    if code.code in IN_EXAMPLES:
        found.discard("example-failed")
    assert found == {code.code}


@pytest.mark.parametrize("code", [code for code in PAGES if code.good], ids=lambda code: code.code)
def test_the_right_text_has_no_problem(code: Code) -> None:
    assert reports(whole(code.good)[0], code.code, {code.code}) == []


@pytest.mark.parametrize("code", OF_HOUSE_RULES, ids=lambda code: code.code)
def test_house_rules_on_pages_have_the_problem_or_none(code: Code, tmp_path: Path) -> None:
    (tmp_path / "parent.rulebook.yaml").write_text(whole(code.parent)[0], encoding="utf-8")
    for text, expected in ((code.bad, [code.code]), (code.good, [])):
        rule = tmp_path / "rule.overlay.yaml"
        rule.write_text(whole(text)[0], encoding="utf-8")
        assert [problem.code for problem in rulewright.check(rule)] == expected
