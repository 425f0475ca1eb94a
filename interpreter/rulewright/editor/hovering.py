"""What a name, an expression or a key means, in a few lines of Markdown.

me.score      ->      `variable score(players): a number in 0..1000`, what it is for, who set it, and its words on the rule sheet
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath

from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.texts import Words
from rulewright.checked.bindings import Info
from rulewright.checked.messages.types import words_of
from rulewright.checked.scope import Scope
from rulewright.document.expand import Path
from rulewright.document.nodes import Mapping, Node, Scalar
from rulewright.editor import asking
from rulewright.editor.analysis import Analysis
from rulewright.editor.completing.keys import shape_at
from rulewright.editor.completing.offers import kind_of
from rulewright.editor.desk import Desk
from rulewright.editor.index import at, index_of
from rulewright.editor.naming.places import analyses, named_at
from rulewright.editor.naming.symbols import Use
from rulewright.editor.naming.uses import symbol_of
from rulewright.editor.wording import about_attribute, about_entry, about_function, entry_called
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import AGGREGATE, ATTRIBUTES, DOMAINS, FUNCTION, NAMES
from rulewright.language.literals import literal
from rulewright.language.types import Integer, Type, Unknown
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

LONGEST_CODE = 400


@dataclass(frozen=True, slots=True)
class Hover:
    """Lines of Markdown about a place."""

    span: Span
    text: str


def hover(desk: Desk, path: FilePath, offset: int) -> Hover | None:
    """What is known about an offset of a text; None if there is nothing to say."""
    path = path.resolve()
    found = named_at(desk, path, offset)
    if found is not None:
        text = "\n\n".join(_about(desk, *found))
        if text:
            return Hover(found[0].span, text)
    analysis_now = desk.analysis(path)
    tree = analysis_now.tree if analysis_now is not None else None
    word = _word_at(tree, kind_of(path), offset) if tree is not None else None
    if word is not None:
        return word
    for analysis in analyses(desk, path):
        expression = _expression(analysis, path, offset)
        if expression is not None:
            return expression
    key = _key_at(tree, offset, ()) if tree is not None else None
    if key is None:
        return None
    shape = shape_at(kind_of(path), key[1])
    return Hover(key[0].span, f"**{shape.title}**\n\n{shape.description}") if shape is not None else None


def _about(desk: Desk, use: Use, analysis: Analysis) -> Iterator[str]:
    c = analysis.checked
    if c is None:
        return
    symbol = use.symbol
    info = _info_at(analysis, use.span)
    known = info.type if info is not None and not isinstance(info.type, Unknown) else None
    owner = _owner_at(analysis, use.span)
    if symbol.sort == "built-in":
        yield from _built_in(symbol.name, info, about_attribute(c, owner, symbol.name) if owner else "")
        return
    entry = _entry(analysis, use)
    if entry is None and owner is not None and not isinstance(owner, Unknown):
        about = about_attribute(c, owner, symbol.name, known)
        if about:
            yield about
            return
    if entry is None:
        of = f" of {symbol.of.rpartition('.')[2]}" if symbol.sort in ("member", "attribute") else ""
        said = f": {_type(info)}" if info is not None and known is not None else ""
        sort = "name" if symbol.sort == "local" else symbol.sort
        yield f"`{sort} {symbol.name}{of}{said}`"
        return
    yield about_entry(c, entry)
    if info is not None and not use.declares and info.fixed:
        yield f"{_type(info).capitalize()}."
    code = entry.whole.text
    if isinstance(entry, rules.Definition | rules.Condition) and len(code) < LONGEST_CODE:
        yield f"```yaml\n{code}\n```"
    sentence = _sentence(analysis, desk, entry)
    if sentence:
        yield f"On the rule sheet: {sentence}"
    yield from _set_by(analysis, entry)


def _entry(analysis: Analysis, use: Use) -> rules.Entry | None:
    c = analysis.checked
    if c is None:
        return None
    if use.symbol.sort == "name":
        return entry_called(c.book, use.symbol.name)
    named = [
        *c.book.phases.values(),
        *c.book.actions,
        *(each for a in c.book.actions for each in a.requirements),
    ]
    others = [*c.book.triggers, *c.book.ends.values(), *c.book.examples.values(), *c.book.strategies.values()]
    every: list[rules.Entry] = [*named, *others, *c.book.invariants.values(), *c.book.variants.values()]
    return next((each for each in every if symbol_of(each) == use.symbol), None)


def _set_by(analysis: Analysis, entry: rules.Entry) -> Iterator[str]:
    """The house rules that changed an entry."""
    for change in analysis.resolved.changes if analysis.resolved is not None else ():
        if change.path == entry.path or change.path.startswith(f"{entry.path}."):
            verb = {"add": "Added", "change": "Changed", "remove": "Replaced"}[change.word]
            yield f"{verb} by {change.span.place}."


def _built_in(name: str, info: Info | None, about: str) -> Iterator[str]:
    """A name of the language; `about` is known where it is an attribute of a value."""
    if info is not None and not isinstance(info.type, Unknown):
        yield f"`{name}: {_type(info)}`"
    if about:
        yield about
        return
    if name in FUNCTION or name in AGGREGATE:
        about, form = about_function(name)
        yield f"`{form}`\n\n{about}"
        return
    helps = [f"`{each.form}`: {each.help}" for each in (*NAMES, *DOMAINS, *ATTRIBUTES) if each.name == name]
    yield from dict.fromkeys(helps)


def _info_at(analysis: Analysis, span: Span) -> Info | None:
    """What the checker knows about the expression whose name is written at a place."""
    c, node = analysis.checked, _node_at(analysis, span)
    return c.infos.get(node) if c is not None and node is not None else None


def _owner_at(analysis: Analysis, span: Span) -> Type | None:
    """The type of the value whose attribute is written at a place; None if none is."""
    c, node = analysis.checked, _node_at(analysis, span)
    if c is None or not isinstance(node, syntax.Attribute):
        return None
    info = c.infos.get(node.of)
    if info is None:  # in an example, of which the checker keeps no types
        asked = asking.asked(asking.unheard(c), node.of.span.text, Scope(example=True))
        info = asked[1] if asked is not None else None
    return info.type if info is not None else Unknown()


def _node_at(analysis: Analysis, span: Span) -> syntax.Node | None:
    """The expression whose name is written at a place."""
    found = index_of(analysis, FilePath(span.source.name).resolve()).around(span.start)
    for node in reversed(at(found.root, span.end)) if found is not None else ():
        name = node.name_span if isinstance(node, syntax.Attribute) else node.span
        if (name.start, name.end) == (span.start, span.end):
            return node
    return None


def _type(info: Info) -> str:
    text = words_of(info.type)
    value = info.value
    if isinstance(value, bool) or (isinstance(info.type, Integer) and isinstance(value, int)):
        return f"{text}, here {literal(value)}"
    members = getattr(info.type, "members", ())
    if isinstance(value, int) and not isinstance(value, bool) and value < len(members):
        return f"{text}, here {members[value]}"
    return text


def _expression(analysis: Analysis, path: FilePath, offset: int) -> Hover | None:
    c = analysis.checked
    found = index_of(analysis, path).around(offset)
    if c is None or found is None:
        return None
    for node in reversed(at(found.root, offset)):
        info = c.infos.get(node)
        if info is not None and not isinstance(info.type, Unknown):
            return Hover(node.span, f"`{' '.join(node.span.text.split())}`\n\n{_type(info)}")
    return None


def _key_at(tree: Node, offset: int, path: Path) -> tuple[Scalar, Path] | None:
    """The key at an offset, and the path of its value."""
    items = enumerate(tree.items) if not isinstance(tree, Mapping | Scalar) else ()
    for place, item in items:
        if item.span.start <= offset <= item.span.end:
            return _key_at(item, offset, (*path, str(place)))
    for entry in tree if isinstance(tree, Mapping) else ():
        here = (*path, entry.key.text)
        if entry.key.span.start <= offset <= entry.key.span.end:
            return entry.key, here
        if entry.value.span.start <= offset <= entry.value.span.end:
            return _key_at(entry.value, offset, here)
    return None


def _word_at(tree: Node, kind: str, offset: int) -> Hover | None:
    """A fixed word at an offset, and its meaning."""
    found = _value_at(tree, offset, ())
    if found is None:
        return None
    value, path = found
    shapes = [shape_at(kind, path), shape_at(kind, path[:-1]) if path[-1].isdigit() else None]
    for shape in shapes:
        if shape is None:
            continue
        about = shape.words.get(value.text)
        word = value.text
        if not about:  # the first word of a value, such as `highest score`
            word = value.text.partition(" ")[0]
            about = next((about for label, about, _ in shape.snippets if label == word), "")
            if not about or offset > value.span.start + len(word):
                continue
        return Hover(value.span, f"`{word}`: {about}")
    return None


def _value_at(tree: Node, offset: int, path: Path) -> tuple[Scalar, Path] | None:
    """The single value at an offset, and its path."""
    if isinstance(tree, Scalar):
        return (tree, path) if path and tree.span.start <= offset <= tree.span.end else None
    parts = (
        [(entry.key.text, entry.value) for entry in tree]
        if isinstance(tree, Mapping)
        else [(str(place), item) for place, item in enumerate(tree.items)]
    )
    inside = ((key, each) for key, each in parts if each.span.start <= offset <= each.span.end)
    return next((found for key, each in inside if (found := _value_at(each, offset, (*path, key)))), None)


def _sentence(analysis: Analysis, desk: Desk, entry: rules.Entry) -> str:
    """The words of the rule sheet for a definition or a condition; empty for other entries and where the text has mistakes."""
    if not isinstance(entry, rules.Definition | rules.Condition):
        return ""
    book = desk.book(analysis)
    if book is None:
        return ""
    phrases = Phrases(Words(book))
    own = book.rulebook.definitions.get(entry.id)
    if isinstance(entry, rules.Definition) and own is not None and isinstance(own.body, syntax.Node):
        return _knowing(phrases, own.parameters).phrase(own.body)
    for action in book.rulebook.actions:
        for condition in action.when:
            if condition.path == entry.path:
                return _knowing(phrases, action.choose).condition(condition.holds)
    return ""


def _knowing(phrases: Phrases, parameters: Sequence[rules.Parameter]) -> Phrases:
    return phrases.knowing({p.name: p.name for p in parameters}, {p.name: p.domain for p in parameters})
