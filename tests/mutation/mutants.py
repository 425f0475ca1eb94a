"""A rulebook with one rule changed by a word: the changes a slip of the hand would make.

    rolls < max_rolls      ->      rolls <= max_rolls, rolls >= max_rolls
    {add: 1, to: rolls}    ->      {add: 2, to: rolls}, {add: 0, to: rolls}, nothing

Every condition is negated, every comparison moved by one, every `and` made an `or` and every part of it left out,
every number made one more and one less, `highest` and `lowest` swapped, every default turned, and every effect left
out.  The change is made in the text, at the place of the node, so what is read afterwards is a rulebook as somebody
might have written it.

Not changed is what guards rules (examples, invariants), strategies and what only they use, what only people read, and the bounds of options, variables
and parameters: these are promises to the checker, and a wider one makes the same game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from itertools import pairwise
from typing import get_args

from rulewright.checked.rules.strategies_only import named_only_by_strategies
from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.expression.children import children
from rulewright.pipeline import Book, open_source
from rulewright.rulebook import nodes as rules
from rulewright.source.text import Source, Span

SYNTAX = get_args(syntax.Node)
BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
NEGATION = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "div": "mod", "mod": "div"}
FUNCTIONS = {
    "any": "all", "all": "any", "min": "max", "max": "min", "most_alike": "distinct", "longest_run": "distinct"
}  # fmt: skip
ATTRIBUTES = {"left": "right", "right": "left"}
CONDITIONS = ("holds", "when", "condition", "if_", "while_")
"""The fields of nodes in which a condition stands."""
EFFECTS = ("do", "else", "begin", "end", "round_end", "setup")
"""The keys behind which a list of effects stands."""
NOT_RULES = (
    "examples", "invariants", "strategies", "variants", "players", "seats", "standing", "utility", "label", "about", "says"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change in the text of a file: `path` of the rule, what is put in the place of `start` to `end`, and in words."""

    file: str
    path: str
    start: int
    end: int
    new: str
    words: str

    def of(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]

    def __str__(self) -> str:
        return f"{self.path}: {self.words}"


def mutants(source: Source) -> list[Mutant]:
    """Every mutant of a rulebook and of its variants, in the order of the file."""
    found: dict[tuple[int, int, str], Mutant] = {}
    plain = open_source(source)
    for variant in (None, *plain.resolved.variants):
        for mutant in _of_book(open_source(source, variant=variant) if variant else plain):
            if mutant.file == source.name:  # not in a fragment that it uses
                found.setdefault((mutant.start, mutant.end, mutant.new), mutant)
    return [found[key] for key in sorted(found)]


def _of_book(book: Book) -> Iterator[Mutant]:
    for option in book.rulebook.options.values():
        yield from _default(option)
    idle = named_only_by_strategies(book.rulebook)
    for path, root, condition in _roots(book.rulebook, "", "", book.rulebook):
        if path.split(".")[0] in ("define", "tables") and path.split(".")[1] in idle:
            continue
        if condition and not isinstance(root, syntax.And | syntax.Or | syntax.Compare):
            yield _replaced(path, root.span, root.span, f"not ({root.span.text})")
        yield from _expression(path, root, root)
    yield from _members(book.rulebook)
    yield from _tree(book.tree, "")


# --------------------------------------------------------------------------------------------- declarations


def _default(option: rules.Option) -> Iterator[Mutant]:
    value = option.value
    if option.one_of:
        names = [choice.id for choice in option.one_of]
        new = names[(names.index(value.span.text) + 1) % len(names)]
        if new != value.span.text:
            yield _replaced(option.path, value.span, value.span, new)
    elif isinstance(value, syntax.NoneLiteral):
        yield _replaced(option.path, value.span, value.span, "3")
    else:
        yield from _expression(option.path, value, value)


def _members(book: rules.Rulebook) -> Iterator[Mutant]:
    """A value of a face or a member that is a member itself becomes the next one."""
    following = {
        member.id: enum.members[(place + 1) % len(enum.members)].id
        for enum in book.enums.values()
        for place, member in enumerate(enum.members)
    }
    faces = [(kind.path, kind.faces) for kind in book.kinds.values() if isinstance(kind.faces, tuple)]
    for path, members in [*((enum.path, enum.members) for enum in book.enums.values()), *faces]:
        for member in members:
            for value in member.values.values():
                if isinstance(value, syntax.Name) and value.text in following:
                    yield _replaced(f"{path}.{member.id}", value.span, value.span, following[value.text])


def _roots(
    part: object, path: str, field: str, book: rules.Rulebook
) -> Iterator[tuple[str, syntax.Node, bool]]:
    """Every whole expression below a part of the rulebook: its rule's path, and whether it is a condition."""
    if isinstance(part, SYNTAX):
        yield path, part, field in CONDITIONS
    elif isinstance(part, dict | tuple):
        for item in part.values() if isinstance(part, dict) else part:
            yield from _roots(item, path, field, book)
    elif is_dataclass(part) and not isinstance(part, rules.Text | rules.Option | Span):
        path = _path(part, path)
        for each in fields(part):
            if each.name not in NOT_RULES and not _promise(part, each.name):
                deeper = "teams" if each.name == "team_count" else path
                yield from _roots(getattr(part, each.name), deeper, each.name, book)


def _path(part: object, path: str) -> str:
    match part:
        case rules.Entry():
            return part.path
        case rules.Turns():
            return "turns"
        case rules.TableRow():
            return f"{path}.{part.key.span.text}"
        case rules.Parameter(name=name):
            return f"{path}.{name}"
        case _:
            return path


def _promise(part: object, field: str) -> bool:
    """Bounds that the checker is promised, and the names of things."""
    if isinstance(part, rules.Variable):
        return field in ("type", "per")
    if isinstance(part, rules.Table):
        return field == "of"
    return field == "parameters" or isinstance(part, rules.ActionName)


# ---------------------------------------------------------------------------------------------- expressions


def _expression(path: str, root: syntax.Node, node: syntax.Node) -> Iterator[Mutant]:
    match node:
        case syntax.Number(value=value):
            yield _replaced(path, root.span, node.span, str(value + 1))
            if value > 0:
                yield _replaced(path, root.span, node.span, str(value - 1))
        case syntax.Truth(value=value):
            yield _replaced(path, root.span, node.span, "false" if value else "true")
        case syntax.Compare(sign=sign, left=left, right=right):
            for swapped in (BOUNDARY.get(sign), NEGATION[sign]):
                if swapped:
                    yield _replaced(path, root.span, _between(left, right, sign), swapped)
        case syntax.Arithmetic(sign=sign, left=left, right=right):
            yield _replaced(path, root.span, _between(left, right, sign), ARITHMETIC[sign])
        case syntax.And(items=items) | syntax.Or(items=items):
            yield from _connected(path, root, node, items)
        case syntax.In() | syntax.Before() | syntax.Not():
            yield _replaced(path, root.span, node.span, f"(not ({node.span.text}))")
        case syntax.Best(highest=highest):
            word = "highest" if highest else "lowest"
            at = Span(node.span.source, node.span.start, node.span.start + len(word))
            yield _replaced(path, root.span, at, "lowest" if highest else "highest")
        case syntax.Attribute(name=name, name_span=span) if name in ATTRIBUTES:
            yield _replaced(path, root.span, span, ATTRIBUTES[name])
        case syntax.Call(function=syntax.Name(text=name, span=span)) if name in FUNCTIONS:
            yield _replaced(path, root.span, span, FUNCTIONS[name])
        case syntax.IfElse(value=value, otherwise=other):
            swapped = f"{other.span.text}{_gap(value, other)}{value.span.text}"
            yield _replaced(path, root.span, value.span.to(other.span), swapped)
    for child in children(node):
        yield from _expression(path, root, child)


def _connected(
    path: str, root: syntax.Node, node: syntax.And | syntax.Or, items: tuple[syntax.Expression, ...]
) -> Iterator[Mutant]:
    """`and` for `or` and the other way round; and each part left out."""
    word, other = ("and", "or") if isinstance(node, syntax.And) else ("or", "and")
    swapped = items[0].span.text
    for before, after in pairwise(items):
        gap = _gap(before, after)
        swapped += re.sub(rf"\b{word}\b", other, gap, count=1) + after.span.text
    yield _replaced(path, root.span, items[0].span.to(items[-1].span), swapped)
    for place in range(len(items)):
        left = [item.span.text for at, item in enumerate(items) if at != place]
        yield _replaced(path, root.span, items[0].span.to(items[-1].span), f" {word} ".join(left))


def _gap(before: syntax.Node, after: syntax.Node) -> str:
    return before.span.source.text[before.span.end : after.span.start]


def _between(left: syntax.Node, right: syntax.Node, sign: str) -> Span:
    start = left.span.end + _gap(left, right).index(sign)
    return Span(left.span.source, start, start + len(sign))


# -------------------------------------------------------------------------------------------- the tree of keys


def _tree(node: document.Node, path: str) -> Iterator[Mutant]:
    """What stands in keys and lists rather than in expressions: effects, `at`, `lasts`."""
    if isinstance(node, document.Sequence):
        for item in node:
            yield from _tree(item, path)
    if not isinstance(node, document.Mapping):
        return
    for entry in node:
        key = entry.key.text
        if key in NOT_RULES and not (path and path.endswith("cases")):
            continue
        deeper = f"{path}.{key}" if path else key
        if isinstance(entry.value, document.Sequence) and (key in EFFECTS or path.endswith(".cases")):
            yield from _effects(entry.value, deeper)
        elif isinstance(entry.value, document.Scalar) and key in ("at", "lasts"):
            new = {"at": {"round": "turn"}, "lasts": {"turn": "game", "round": "game"}}[key].get(
                entry.value.text
            )
            if new:
                yield _replaced(path, entry.value.span, entry.value.span, new)
        yield from _tree(entry.value, deeper)


def _effects(effects: document.Sequence, path: str) -> Iterator[Mutant]:
    """Each effect left out; `end_turn` for `extra_turn` and the other way round."""
    file = effects.span.source.name
    for place, effect in enumerate(effects.items):
        words = " ".join(effect.span.text.split())
        if len(effects.items) == 1:
            yield Mutant(file, path, effects.span.start, effects.span.end, "[]", f"without `{words}`")
        else:
            start, end = _with_mark(effects, place)
            yield Mutant(file, path, start, end, "", f"without `{words}`")
        swapped = {"end_turn": "extra_turn", "extra_turn": "end_turn"}.get(words)
        if swapped:
            yield _replaced(path, effect.span, effect.span, swapped)


def _with_mark(effects: document.Sequence, place: int) -> tuple[int, int]:
    """From the dash of an item to its end, or with the comma that divides it from its neighbour."""
    item, text = effects.items[place].span, effects.span.source.text
    if text[effects.span.start] != "[":
        return text.rindex("-", 0, item.start), item.end
    if place + 1 < len(effects.items):
        return item.start, effects.items[place + 1].span.start
    return effects.items[place - 1].span.end, item.end


def _replaced(path: str, whole: Span, at: Span, new: str) -> Mutant:
    """A change inside a whole expression, told by what that becomes."""
    text = whole.source.text
    changed = text[whole.start : at.start] + new + text[at.end : whole.end]
    words = f"`{' '.join(whole.text.split())}` becomes `{' '.join(changed.split())}`"
    return Mutant(at.source.name, path, at.start, at.end, new, words)
