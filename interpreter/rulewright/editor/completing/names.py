"""Names and attributes inside an expression, with their types: whatever the checker accepts there.

me.ha|      ->      hand      the zone hand         the checker is asked about each attribute that there is anywhere
"""

from __future__ import annotations

import re
from itertools import islice

from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations
from rulewright.checked.messages import guesses
from rulewright.checked.messages.types import words_of
from rulewright.checked.scope import Scope
from rulewright.editor import asking
from rulewright.editor.completing import fitting
from rulewright.editor.completing.offer import Offer, Sort
from rulewright.editor.wording import about_attribute, about_entry, about_function, entry_called
from rulewright.language.builtins import AGGREGATE, ATTRIBUTES, BUILT_IN_ATTRIBUTES, DOMAINS, FUNCTION, NAMES
from rulewright.language.types import Enum, Face, Optional, Several, Space, Type

_PATH = re.compile(r"[A-Za-z0-9_]")
_COMPARED = re.compile(r"(.*?)\s*(?:==|!=|\bin)\s*$", re.DOTALL)
_ASKED = re.compile(r"\b(can|after)\(\s*$")
_WORDS_OF_VALUES = ("and", "or", "not", "if", "else", "in", "for", "none", "true", "false", "otherwise", "div", "mod", "before", "some of", "through", "while")  # fmt: skip
TYPES = ("bool", "number")
"""Names that are types alone, and no values."""
MOST_SPACES = 100
"""The most spaces of boards that are offered: a table without an edge has thousands."""
LOCAL, MEANT, NAME, MEMBER, FUNCTION_RANK, WORD = range(6)


def parted(before: str) -> tuple[str, str, bool]:
    """The text before the word that is typed, the word, and whether a dot comes before it."""
    at = len(before)
    while at and _PATH.match(before[at - 1]):
        at -= 1
    rest = before[:at]
    return rest, before[at:], rest.endswith(".") and not rest.endswith("..")


def owner_of(rest: str) -> str:
    """The expression before the dot at the end of a text: the path with its brackets."""
    at, depth = len(rest) - 1, 0
    end = at
    while at > 0:
        sign = rest[at - 1]
        if sign == ")":
            depth += 1
        elif sign == "(":
            if not depth:
                break
            depth -= 1
        elif not depth and not _PATH.match(sign) and sign != ".":
            break
        at -= 1
    return rest[at:end].lstrip(".")


def attributes(c: Context, owner: str, scope: Scope) -> list[Offer]:
    """The attributes that an expression has."""
    if owner == "game" and scope.example:
        return [
            Offer(each.name, "attribute", each.result, each.help, rank=NAME)
            for each in ATTRIBUTES
            if each.of == "game"
        ]
    subject = asking.asked(asking.unheard(c), owner, scope)
    if subject is None or asking.is_unknown(subject[1]):
        return []
    found: list[Offer] = []
    for name, info in asking.attributes(c, subject[0], sorted(_attributes_anywhere(c)), scope):
        entry = entry_called(c.book, name) if name not in BUILT_IN_ATTRIBUTES else None
        about = (
            about_entry(c, entry)
            if entry is not None
            else about_attribute(c, subject[1].type, name, info.type)
        )
        found.append(
            Offer(name, "attribute", words_of(info.type), about, rank=MEANT if entry is not None else NAME)
        )
    return found


def _attributes_anywhere(c: Context) -> set[str]:
    book = c.book
    owned = {*book.zones, *book.variables, *book.tables, *book.definitions, *book.boards}
    of_kinds = {
        name
        for facts in c.kinds.values()
        for table in (facts.attributes, facts.face_attributes, *([facts.sides] if facts.sides else []))
        for name in table.table
    }
    of_enums = {name for facts in c.enums.values() for name in facts.table}
    of_boards = {
        name
        for facts in c.boards.values()
        for name in (*facts.attributes.table, *facts.families, *book.boards[facts.name].routes)
    }
    return {*BUILT_IN_ATTRIBUTES, *owned, *of_kinds, *of_enums, *of_boards}


def names(c: Context, rest: str, scope: Scope) -> list[Offer]:
    """The names that can begin a value, or be the first argument of `can` or `after`."""
    asked = _ASKED.search(rest)
    if asked is not None:
        named = {each.id: each for each in (c.book.actions if asked[1] == "can" else c.book.steps.values())}
        what = "an action" if asked[1] == "can" else "a step"
        return [Offer(name, "name", what, about_entry(c, each), rank=MEANT) for name, each in named.items()]
    aside = asking.unheard(c)
    expected = _expected(aside, rest, scope)
    found: dict[str, Offer] = {}
    for name, type_ in scope.names.items():
        if name.isidentifier():
            found[name] = Offer(name, "local", words_of(type_), "a name that is bound here", rank=LOCAL)
    meant = _members(expected)
    members = declarations.members(c)
    spaces = {name for name, owners in members.items() if all(isinstance(each, Space) for each in owners)}
    possible = [name for name in guesses.names_for(c, "value", scope) if name not in spaces]
    possible += guesses.names_for(c, "domain", scope)
    for name in dict.fromkeys(
        (*meant, *possible, *islice((name for name in members if name in spaces), MOST_SPACES))
    ):
        if name not in found and fitting.is_of_use(c, name, scope):
            info = asking.name(aside, name, scope, expected if name in meant else None)
            entry = entry_called(c.book, name)
            sort: Sort = "member" if entry is None and name in members else "name"
            rank = MEANT if name in meant else MEMBER if sort == "member" else NAME
            rank = WORD if name in TYPES else rank
            detail = "" if asking.is_unknown(info) else words_of(info.type)
            about = about_entry(c, entry) if entry is not None else _of_a_word(name)
            found[name] = Offer(name, sort, detail or _of_owner(c, name), about, rank=rank)
    for name in guesses.called(c):
        if not fitting.is_of_use(c, name, scope):
            continue
        if name in FUNCTION or name in AGGREGATE:
            about, form = about_function(name)
            found.setdefault(name, Offer(name, "function", form, about, rank=FUNCTION_RANK))
        elif name not in found:
            entry = entry_called(c.book, name)
            found[name] = Offer(
                name, "name", "", about_entry(c, entry) if entry is not None else "", rank=NAME
            )
    for word in _WORDS_OF_VALUES:
        if fitting.is_of_use(c, word, scope):
            found.setdefault(word, Offer(word, "word", rank=WORD))
    return list(found.values())


def _of_a_word(name: str) -> str:
    return next((each.help for each in (*NAMES, *DOMAINS) if each.name == name), "")


def _of_owner(c: Context, name: str) -> str:
    """Words for a name that needs an owner or arguments before it has a type."""
    entry = entry_called(c.book, name)
    return type(entry).__name__.lower() if entry is not None else ""


def _expected(c: Context, rest: str, scope: Scope) -> Type | None:
    """The type with which the value that is typed will be compared."""
    compared = _COMPARED.fullmatch(rest)
    if compared is None:
        return None
    left = owner_of(f"{compared[1]}.")
    found = asking.asked(c, left, scope) if left else None
    return None if found is None or asking.is_unknown(found[1]) else found[1].type


def _members(type_: Type | None) -> tuple[str, ...]:
    while isinstance(type_, Optional | Several):
        type_ = type_.of
    return type_.members if isinstance(type_, Enum | Face) else ()
