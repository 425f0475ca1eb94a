"""Questions to the checker about expressions that are only being typed.

    asked(c, "me.hand", scope)      ->      (Attribute(...), Info(Zone("hand", "cards"), ...))

The checker itself answers: an expression is inferred in the scope of its place, and the problems that it finds are left out.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator

from rulewright.checked.bindings import Info
from rulewright.checked.context import Context
from rulewright.checked.infer import domain_of, infer
from rulewright.checked.scope import Scope
from rulewright.document.expand import Path
from rulewright.document.nodes import Mapping, Node, Scalar
from rulewright.editor.analysis import Analysis
from rulewright.editor.index import Index, index_of, part_at
from rulewright.editor.texts import path_of
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.expression.from_text import parse
from rulewright.language.types import Several, Type, Unknown
from rulewright.problems.problem import Problems, Unheard
from rulewright.source.text import NOWHERE, Source, Span

CHANGES = ("change", "add")


def unheard(c: Context) -> Context:
    """A copy of the checker's state that can be asked, and keeps nothing of it."""
    aside = copy.copy(c)
    aside.problems = Unheard()
    aside.infos, aside.scopes, aside.wanted = {}, {}, {}
    aside.reads, aside.names, aside.uses_me, aside.open = [], [], [], []
    return aside


def asked(c: Context, text: str, scope: Scope) -> tuple[syntax.Expression, Info] | None:
    """An expression that is written somewhere, and what the checker knows about it; None if it cannot be parsed."""
    node = parse(_all_of(text), "expr", Problems())
    return None if node is None else (node, infer(c, node, scope))


def attributes(
    c: Context, of: syntax.Expression, names: Iterable[str], scope: Scope
) -> Iterator[tuple[str, Info]]:
    """Those of some names that are attributes of an expression here, and what the checker knows about each."""
    aside = unheard(c)
    usual = _met(aside, of, scope)[1]
    for each in names:
        info, met = _met(aside, syntax.Attribute(of, each, NOWHERE, NOWHERE), scope)
        if met == usual and not is_unknown(info):
            yield each, info


def _met(c: Context, node: syntax.Expression, scope: Scope) -> tuple[Info, int]:
    """What the checker knows about an expression, and how many errors it found in it."""
    c.problems = Unheard()
    info = infer(c, node, scope)
    return info, len(c.problems.found)


def name(c: Context, text: str, scope: Scope, expected: Type | None = None) -> Info:
    """What the checker knows about a name."""
    return infer(c, syntax.Name(text, NOWHERE), scope, expected)


def is_unknown(info: Info) -> bool:
    """Whether the checker found a mistake, and so no type."""
    return isinstance(info.type, Unknown)


# --------------------------------------------------------------------------------------------------- scopes


def scope_at(analysis: Analysis, path: Path, written: str = "") -> Scope:
    """What is bound in the value at a path of the text, as far as it was known when the text was analysed; `written` is the expression
    that is typed there now, whose own `for x in ...` bind names too."""
    c = analysis.checked
    if c is None:
        return Scope()
    scope = _with_declared(analysis, path, _recorded(analysis, path) or _of_entry(c, path))
    if path[:1] == ("examples",) or path[1:2] == ("examples",):
        scope = Scope(names=scope.names, example=True)
    return _with_clauses(unheard(c), written, scope)


def _recorded(analysis: Analysis, path: Path) -> Scope | None:
    """The scope that the checker noted at a path, or at the last place before it in the same entry."""
    plain = within_a_book(path)
    index = index_of(analysis)
    for length in range(len(path), 1, -1):
        there = part_at(analysis.tree, path[:length])
        scope = _of_part(analysis, index, there)
        if scope is not None:
            return scope
        beyond = length - (len(path) - len(plain))
        if analysis.resolved is not None and beyond > 1:
            there = part_at(analysis.resolved.tree, plain[:beyond])
            scope = _of_part(analysis, None, there)
            if scope is not None:
                return scope
    return None


def _of_part(analysis: Analysis, index: Index | None, part: Node | None) -> Scope | None:
    """All names that are bound somewhere in a part of a tree; those of its last expression where it has several."""
    c = analysis.checked
    if part is None or c is None:
        return None
    there = index or index_of(analysis, path_of(part.span.source))
    roots = there.within(part.span.start, part.span.end)
    for found in reversed(roots):
        scopes = [c.scopes[node] for node in walk(found.root) if node in c.scopes]
        if scopes:
            names = {name: type_ for scope in reversed(scopes) for name, type_ in scope.names.items()}
            whole = scopes[0]
            return Scope(
                names={name: type_ for name, type_ in names.items() if name.isidentifier()},
                acting=whole.acting,
                facts=whole.facts,
                example=whole.example,
                lets=whole.lets,
            )
    return None


def _of_entry(c: Context, path: Path) -> Scope:
    """The names that the entry around a path declares: parameters, choices and lets."""
    plain = within_a_book(path)
    match plain:
        case ("phases", phase, "actions", action, *_):
            return c.action_scopes.get(f"phases.{phase}.actions.{action}") or Scope()
        case ("define", name, *_) if name in c.definitions:
            return Scope(names=dict(c.definitions[name].parameters))
        case ("steps", name, *_) if name in c.step_parameters:
            return Scope(names=dict(c.step_parameters[name]))
        case _:
            return Scope()


def _with_declared(analysis: Analysis, path: Path, scope: Scope) -> Scope:
    """A scope with the parameters or choices that the text of the entry around a path declares, though the checker saw none of it: before
    its expression can be read, a definition is not there."""
    c, plain = analysis.checked, within_a_book(path)
    match plain:
        case ("phases", _, "actions", _, *_):
            length, key = 4, "choose"
        case ("define" | "steps", _, *_):
            length, key = 2, "of"
        case _:
            return scope
    declared = part_at(analysis.tree, (*path[: len(path) - len(plain) + length], key))
    if c is None or not isinstance(declared, Mapping):
        return scope
    for entry in declared:
        if entry.key.text not in scope.names and isinstance(entry.value, Scalar):
            node = parse(_all_of(entry.value.text), "domain", Problems())
            info = domain_of(unheard(c), node, scope) if node is not None else None
            if info is not None and isinstance(info.type, Several):
                scope = scope.bind(entry.key.text, info.type.of)
    return scope


def within_a_book(path: Path) -> Path:
    """A path of an overlay or a variant, as the path of the rulebook that it changes."""
    if path[:1] == ("variants",) and path[2:3] and path[2] in CHANGES:
        return path[3:]
    return path[1:] if path[:1] and path[0] in CHANGES else path


_CLAUSE = re.compile(r"(?:\bfor\s+|^\s*)([A-Za-z_]\w*)\s+in\s+")
_END = re.compile(r"\s(?:for|if|while)\b|[,}\]]")


def _with_clauses(c: Context, written: str, scope: Scope) -> Scope:
    for found in _CLAUSE.finditer(written):
        if found[1] in scope.names:
            continue
        for domain in _domains(written[found.end() :]):
            node = parse(_all_of(domain), "domain", Problems())
            if node is None:
                continue
            info = domain_of(c, node, scope)
            if isinstance(info.type, Several):
                scope = scope.bind(found[1], info.type.of)
                break
    return scope


def _domains(text: str) -> Iterator[str]:
    """The texts that may be the domain at the beginning of a text, the longest first."""
    ends = [len(text), *(each.start() for each in _END.finditer(text)), *_closings(text)]
    for end in sorted({*ends}, reverse=True):
        if text[:end].strip():
            yield text[:end].strip()


def _closings(text: str) -> Iterator[int]:
    """Where a bracket is closed that was not opened in the text."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            yield place
            return


def _all_of(text: str) -> Span:
    return Span(Source("<asked>", text), 0, len(text))
