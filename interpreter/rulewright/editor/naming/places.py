"""The names of an analysis, and of all files of a game, by their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations
from rulewright.document import from_yaml
from rulewright.document.nodes import Mapping
from rulewright.editor.analysis import Analysis, legible
from rulewright.editor.desk import FRAGMENT, Desk
from rulewright.editor.naming.symbols import Symbol, Use
from rulewright.editor.naming.uses import in_rules
from rulewright.editor.naming.written import in_file
from rulewright.editor.texts import path_of
from rulewright.language.types import Enum, Face
from rulewright.problems.problem import Problems
from rulewright.source.text import Source, Span


@lru_cache(maxsize=32)
def uses_in(analysis: Analysis) -> tuple[Use, ...]:
    """Every name in the files of an analysis, in the order of places; each place once."""
    c = analysis.checked
    found: dict[tuple[str, int, int], Use] = {}
    every = list(in_rules(c)) if c is not None else []
    members = _members(c) if c is not None else {}
    actions = frozenset(each.id for each in c.book.actions) if c is not None else frozenset()
    for source in (analysis.read, *(file for file in analysis.files if file.name != analysis.source.name)):
        tree = analysis.tree if source is analysis.read else _tree(source)
        every += in_file(tree, members, actions) if tree is not None else ()
    for use in every:
        if not use.span.source.is_typed and use.span.end > use.span.start:
            key = (use.span.source.name, use.span.start, use.span.end)
            if key not in found or (use.declares and not found[key].declares):
                found[key] = use
    return tuple(sorted(found.values(), key=lambda use: (use.span.source.name, use.span.start)))


def _tree(source: Source) -> Mapping | None:
    mended = legible(source)
    return from_yaml.read(mended, Problems()) if mended is not None else None


def _members(c: Context) -> dict[str, str]:
    """The members, faces and values of options that only one enum, kind or option has, with its name."""
    found: dict[str, str] = {}
    for name, owners in declarations.members(c).items():
        own = [each for each in owners if isinstance(each, Enum | Face)]
        if len(own) == len(owners) == 1:
            found[name] = own[0].name if isinstance(own[0], Enum) else own[0].kind
    return found


def named_at(desk: Desk, path: Path, offset: int) -> tuple[Use, Analysis] | None:
    """The name at an offset of a text, and the analysis in which it has its meaning."""
    for analysis in analyses(desk, path):
        for use in uses_in(analysis):
            if use.span.start <= offset <= use.span.end and path_of(use.span.source) == path:
                if (
                    use.symbol.sort == "built-in"
                    and analysis.rulebook is not None
                    and analysis.rulebook.variants
                ):
                    continue
                return use, analysis
    return None


def analyses(desk: Desk, path: Path) -> Iterator[Analysis]:
    """The analysis of a text as it is, and then those of its variants."""
    analysis = desk.analysis(path)
    if analysis is None:
        return
    yield analysis
    for variant in analysis.resolved.variants if analysis.resolved is not None else ():
        there = desk.in_variant(path, variant) if not path.name.endswith(FRAGMENT) else None
        if there is not None:
            yield there


def used(desk: Desk, path: Path, symbol: Symbol) -> list[Use]:
    """All places of a name, in every file of the workspace that belongs to the game of a text."""
    found: dict[tuple[Path, int], Use] = {}
    for each in family(desk, path):
        for analysis in analyses(desk, each):
            for use in uses_in(analysis):
                if use.symbol == symbol:
                    key = path_of(use.span.source), use.span.start
                    if key not in found or (use.declares and not found[key].declares):
                        found[key] = use
    return list(found.values())


def family(desk: Desk, path: Path) -> list[Path]:
    """The files that belong to the game of a text: itself, those that it opens, and those that open one of these."""
    analysis = desk.analysis(path)
    if analysis is None:
        return []
    own = {path, *(path_of(file) for file in analysis.files)}
    names = {each.name.partition(".")[0] for each in own}
    links = {each: _links(desk, each) for each in desk.around(path) if each not in own}
    found = [path]
    while more := [each for each in links if each not in found and links[each] & names]:
        found += more
        names |= {each.name.partition(".")[0] for each in more}
    return [*found, *(each for each in own if each != path)]


_EXTENDS = re.compile(r"^extends:\s*[\"']?([\w-]+)", re.MULTILINE)
_USED = re.compile(r"\buse:\s*\[([^\]]*)\]|\buse:\s*\n((?:\s*- *[\w-]+ *\n)+)")


def _links(desk: Desk, path: Path) -> set[str]:
    """The names of the files that a file names, as far as its characters show."""
    source = desk.source(path)
    if source is None:
        return set()
    found = set(_EXTENDS.findall(source.text))
    for flow, block in _USED.findall(source.text):
        found |= set(re.findall(r"[\w-]+", flow or block.replace("- ", " ")))
    return found


def declared(desk: Desk, path: Path, symbol: Symbol) -> list[Span]:
    """The places that give a name its meaning: the declaration first, then house rules that change it."""
    uses = used(desk, path, symbol)
    first = [use.span for use in uses if use.declares]
    return first or [use.span for use in uses][:1]
