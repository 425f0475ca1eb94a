"""Messages as data: the tables of words fit the functions that they belong to."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

import rulewright
from rulewright.problems.pages import CODES
from rulewright.problems.problem import Note
from rulewright.problems.templates import Filling, Template, message, templates
from rulewright.source.text import Source, Span

PACKAGE = Path(rulewright.__file__).resolve().parent
TABLES = sorted(PACKAGE.rglob("*messages*/*.toml")) + sorted(PACKAGE.rglob("*messages.toml"))
DECORATORS = {"message", "reported"}


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)


def stubs(path: Path) -> dict[str, set[str]]:
    """Function whose words are in a table -> what it takes, and the parts that it computes."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        each.name: {argument.arg for argument in (*each.args.args, *each.args.kwonlyargs)} | computed(each)
        for each in tree.body
        if isinstance(each, ast.FunctionDef)
        and DECORATORS & {getattr(decorator, "id", "") for decorator in each.decorator_list}
    }


def computed(function: ast.FunctionDef) -> set[str]:
    """The names of the parts that a function returns."""
    returned = (each.value for each in ast.walk(function) if isinstance(each, ast.Return))
    keys = (key for each in returned if isinstance(each, ast.Dict) for key in each.keys)
    return {str(key.value) for key in keys if isinstance(key, ast.Constant)}


def fields(template: Template) -> set[str]:
    """The arguments that a message names."""
    named = [name for text in template.texts for _, name, _, _ in string.Formatter().parse(text) if name]
    return {name.partition(".")[0] for name in (*named, *template.values)}


def unfit(path: Path) -> dict[str, object]:
    """Functions without a table, tables without a function, and fields that are not arguments."""
    functions, tables = stubs(path.with_suffix(".py")), templates(module_of(path))
    apart = dict.fromkeys(functions.keys() ^ tables.keys(), "only one of function and table")
    unknown = {name: fields(table) - functions[name] for name, table in tables.items() if name not in apart}
    return {**apart, **{name: odd for name, odd in unknown.items() if odd}}


@pytest.mark.parametrize("path", TABLES, ids=module_of)
def test_every_message_has_words_whose_fields_are_its_arguments(path: Path) -> None:
    assert unfit(path) == {}
    assert {table.code for table in templates(module_of(path)).values()} <= CODES.keys()


def test_every_module_with_such_messages_has_its_table() -> None:
    modules = {path.with_suffix(".toml") for path in PACKAGE.rglob("*.py") if stubs(path)}
    assert modules == set(TABLES)


def test_a_field_that_is_no_argument_is_seen() -> None:
    template = Template("wrong-count", "{name} takes {wanted:,}", at="node", notes={"first": "{again.text}"})
    assert fields(template) == {"name", "wanted", "node", "first", "again"}


def test_fields_are_written_as_their_formats_say() -> None:
    place = Span(Source("a", "red, green"), 0, 3)
    filling = Filling({"span": place, "names": ["a", "b"], "most": 20_000}, {"list": " and ".join})
    problem = filling.problem(
        Template(
            "too-many", "{names:list}: {most:,}", label="{span.text}", notes={"span": "here"}, warning=True
        )
    )
    assert (problem.message, problem.label, problem.span, problem.severity) == (
        "a and b: 20,000",
        "red",
        place,
        "warning",
    )
    assert [(note.span, note.text) for note in problem.notes] == [(place, "here")]


def test_a_function_may_compute_parts_of_its_message() -> None:
    place = Span(Source("a", "red, green"), 0, 3)
    computed = {"few": 2, "help": "take 2", "notes": (Note(place, "here"),), "text": "not this"}
    problem = Filling({"span": place}, {}, computed).problem(Template("too-many", "more than {few}"))
    assert (problem.message, problem.help, problem.notes) == ("more than 2", "take 2", (Note(place, "here"),))


def test_a_message_without_words_is_an_error() -> None:
    @message
    def nowhere(span: Span) -> None: ...

    with pytest.raises(FileNotFoundError):
        nowhere(Span(Source("a", "red"), 0, 3))
