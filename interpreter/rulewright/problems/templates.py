"""Messages as data: a table of TOML next to each module of messages, filled in with the arguments of a function.

    [needs_from]                                       @message
    code = "needs-from"                                def needs_from(span: Span, kind: str) -> None: ...
    text = "`from` is needed where a number of {kind} is moved"
    label = "`from` is missing"                        needs_from(span, "dice")   ->   Problem("needs-from", ...)

The function has no body: its signature declares the arguments of the message, and the table of its name in the file of its
module (`messages.toml` for `messages.py`) has the words.  Fields are those of `str.format`: `{node.span.text}`, `{most:,}`, and
with the formats of `FORMATS`, `{names:list}`.

A message that decides something (the nearest name, the help that fits) is a function with a body.  It returns the parts
that it computes: fields of its words, and whole parts that its table leaves out (`help`, `label`, `notes`, `fix`, `severity`).

    [deck_empty]                                       @message
    code = "nothing-left"                              def deck_empty(span: Span, zone: str, left: int) -> Parts:
    text = "`{zone}` is empty"                             return {"help": "shuffle it first" if left else ""}
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache, wraps
from importlib.resources import files
from typing import ParamSpec, cast

from rulewright.problems.fix import Fix, rewritten
from rulewright.problems.problem import Note, Problem, Severity
from rulewright.problems.quoting import listed, quoted, shortened
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

P = ParamSpec("P")
Format = Callable[..., str]
Parts = Mapping[str, object]
"""Parts of a message that its function computes, by name; those that are fields of its words may have any name."""

FORMATS: Mapping[str, Format] = {
    "list": listed,
    "path": ".".join,
    "quoted": quoted,
    "short": shortened,
}
"""The formats that a field can have after its colon, apart from the formats of Python."""


@dataclass(frozen=True, slots=True)
class Template:
    """The words of a message, with fields.

    `at` is the argument with the place, by default (or if it is None) the first one; with `first_line`, only the first line
    of the place is marked. Nothing is reported if the type of the argument `known` is unknown. `write` is the text of the
    fix, which replaces the place; `notes` map arguments with a place to their texts.  The checker looks up `declared`, the
    place of a declaration by its name, and `origin`, the place where an expression was declared.
    """

    code: str
    text: str = ""
    at: str = ""
    label: str = ""
    help: str = ""
    path: str = ""
    write: str = ""
    warning: bool = False
    first_line: bool = False
    known: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    declared: Mapping[str, str] = field(default_factory=dict)
    origin: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        return (
            self.text,
            self.label,
            self.help,
            self.path,
            self.write,
            *self.notes.values(),
            *self.declared.values(),
        )

    @property
    def values(self) -> tuple[str, ...]:
        """The arguments of which the template uses more than the text."""
        return tuple(filter(None, (self.at, self.origin, self.known, *self.notes, *self.declared)))


class Filling(string.Formatter):
    """Fills the texts of one message with its arguments, and with the parts that its function computes."""

    def __init__(
        self, arguments: Mapping[str, object], formats: Mapping[str, Format], computed: Parts | None = None
    ) -> None:
        self.computed = computed or {}
        self.arguments = {**arguments, **self.computed}
        self.formats = formats

    def format_field(self, value: object, format_spec: str) -> str:
        own = self.formats.get(format_spec)
        return str(super().format_field(value, format_spec)) if own is None else own(value)

    def text(self, template: str) -> str:
        return self.vformat(template, (), self.arguments)

    def value(self, name: str) -> object:
        """The value of an argument, or of an attribute of one: `node.name_span`."""
        return self.get_field(name, (), self.arguments)[0]

    def span(self, name: str) -> Span:
        """The place of an argument, of the first one if this is None."""
        found = self.value(name)
        found = self.value(next(iter(self.arguments))) if found is None else found
        return found if isinstance(found, Span) else found.span  # type: ignore[attr-defined]  # what has a place

    def part(self, name: str, words: str) -> str:
        """A part of the message: the words of its table, otherwise what the function computed."""
        return self.text(words) if words else str(self.computed.get(name, ""))

    def problem(self, template: Template) -> Problem:
        span = self.span(template.at or next(iter(self.arguments)))
        notes = (Note(self.span(name), self.text(words)) for name, words in template.notes.items())
        computed = cast(tuple[Note, ...], self.computed.get("notes", ()))
        fix = cast("Fix | None", self.computed.get("fix"))
        severity = cast(Severity, self.computed.get("severity", "warning" if template.warning else "error"))
        return Problem(
            template.code,
            self.part("text", template.text),
            span.first_line if template.first_line else span,
            severity=severity,
            label=self.part("label", template.label),
            notes=(*notes, *computed),
            help=self.part("help", template.help),
            path=self.part("path", template.path),
            fix=rewritten(span, self.text(template.write)) if template.write else fix,
        )


@cache
def templates(module: str) -> Mapping[str, Template]:
    """The templates in the file of a module, by the name of the function."""
    import tomllib  # to start sooner: a rulebook without problems needs no words

    package, _, name = module.rpartition(".")
    text = files(package).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return {function: Template(**table) for function, table in tomllib.loads(text).items()}


def template_of(function: Callable[..., object]) -> Template:
    return templates(function.__module__)[function.__name__]


def parameters(function: Callable[..., object]) -> Sequence[str]:
    """The names of a function's parameters, in order."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def message(stub: Callable[P, Parts | None]) -> Callable[P, Problem]:
    """A decorator: the function makes the problem whose words are in the table of its name."""
    names = parameters(stub)

    @wraps(stub)
    def problem(*args: P.args, **kwargs: P.kwargs) -> Problem:
        arguments = {**dict(zip(names, args, strict=False)), **kwargs}
        return Filling(arguments, FORMATS, stub(*args, **kwargs)).problem(template_of(stub))

    return problem
