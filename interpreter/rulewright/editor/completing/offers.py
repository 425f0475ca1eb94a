"""All offers for a place in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath

from rulewright.document import library
from rulewright.document.expand import Path, expanded
from rulewright.document.nodes import Mapping
from rulewright.document.shape.shapes import Shape
from rulewright.editor import asking
from rulewright.editor.analysis import Analysis
from rulewright.editor.completing import entries, fitting, keys, names
from rulewright.editor.completing.offer import Offer
from rulewright.editor.cursor import Cursor, cursor_at, keys_after
from rulewright.editor.desk import FRAGMENT, OVERLAY, Desk
from rulewright.editor.wording import about_entry
from rulewright.ir.nodes import Program
from rulewright.source.dataclass import dataclass, replace

EXPRESSIONS = frozenset(
    {
        "an expression", "a domain", "a condition", "a definition", "a case", "a line of a sum", "a choice", "a result", "a utility",
        "a domain, or a list of domains", "a domain, or a mapping of domains", "a number, or one coordinate", "an option",
        "a part of the position, or a list of them", "a domain, a list of faces, or a mapping of faces",
        "a condition, or a mapping of places and their values",
    }
)  # fmt: skip
"""The titles of values that are expressions, or may be."""
RESULTS = ("a result", "a utility")
"""The titles of values that say who wins, or with how many points."""
CLAUSES = ("for", "pick", "move")
"""Keys of effects whose values contain expressions and words."""
_WORD = re.compile(r"[\w#.-]*$")


@dataclass(frozen=True, slots=True)
class Offered:
    """Offers, each of which replaces the text from an offset up to the place."""

    offers: tuple[Offer, ...]
    start: int


def offers(desk: Desk, path: FilePath, text: str, offset: int) -> Offered:
    """What can be written at an offset of a text that is being typed."""
    analysis = desk.known(path)
    cursor = cursor_at(text, offset)
    if analysis is None:
        return Offered((), offset)
    place = _Place(desk, path, analysis, cursor, text, offset)
    lying = place.lying()
    if lying:
        return Offered(lying, offset - len(cursor.before))
    found = list(place.offers())
    typed = _WORD.search(cursor.before)
    word = names.parted(cursor.before)[1] if not cursor.at_key else typed[0] if typed else ""
    if cursor.at_key and entries.is_position(cursor.path):
        word = cursor.before
    if entries.in_example(cursor.path)[:1] == ("play",) and not cursor.at_key:
        word = _begun(cursor.before, found)
    return Offered(tuple(sorted(found, key=lambda each: (each.rank, each.label))), offset - len(word))


def _begun(before: str, found: Sequence[Offer]) -> str:
    """The end of a text with which an offer begins, as long as possible: `load card |` may become `load card 1`."""
    starts = [0, *(at + 1 for at, sign in enumerate(before) if sign == " ")]
    typed = (before[at:] for at in starts)
    return next((each for each in typed if any(offer.label.startswith(each) for offer in found)), "")


def kind_of(path: FilePath) -> str:
    """The schema of a file, by its name."""
    return (
        "fragment"
        if path.name.endswith(FRAGMENT)
        else "overlay"
        if path.name.endswith(OVERLAY)
        else "rulebook"
    )


@dataclass(frozen=True, slots=True)
class _Place:
    desk: Desk
    path: FilePath
    analysis: Analysis
    cursor: Cursor
    text: str
    offset: int

    def offers(self) -> Iterator[Offer]:
        cursor = self.cursor
        shape = keys.shape_at(kind_of(self.path), cursor.path)
        if cursor.at_key:
            if shape is not None:
                yield from keys.keys(shape, self._keys_there(), cursor.in_flow)
            yield from self._entries(cursor.path)
            return
        if shape is None:
            if self._is_place_of_example():
                yield from self._expression(cursor.before)
            return
        if shape.title in RESULTS:
            yield from self._result()
            return
        yield from keys.words(shape)
        if shape.allowed is not None:
            return
        if shape.is_effect and cursor.is_item:
            yield from self._effects(shape)
        elif self._is_expression(shape):
            yield from self._fitting(self._expression(cursor.before))
        elif "<" in cursor.before and cursor.before.rfind("<") > cursor.before.rfind(">"):
            yield from self._expression(cursor.before[cursor.before.rfind("<") + 1 :])
        else:
            yield from self._named()

    def lying(self) -> tuple[Offer, ...]:
        """What can lie at a place of a position, if that is what is typed."""
        cursor, c = self.cursor, self.analysis.checked
        if c is None or cursor.at_key or not entries.in_example(cursor.path)[1:]:
            return ()
        program = self._program()
        return () if program is None else tuple(entries.pieces(c, program, cursor.path))

    def _is_expression(self, shape: Shape) -> bool:
        last = self.cursor.path[-1] if self.cursor.path else ""
        return shape.title in EXPRESSIONS or last in CLAUSES

    def _is_place_of_example(self) -> bool:
        return self.cursor.path[:1] == ("examples",)

    # --------------------------------------------------------------------------------------------------- keys

    def _keys_there(self) -> set[str]:
        """The keys of the mapping, before the place and after it."""
        return {*self.cursor.keys} | keys_after(self.text, self.offset, self.cursor)

    def _entries(self, path: Path) -> Iterator[Offer]:
        """The names of the game that may be keys; under `change:` of a house rule, the entries that the game has there."""
        plain = asking.within_a_book(path)
        c, resolved = self.analysis.checked, self.analysis.resolved
        known = self._keys_there()
        if c is not None and path:
            yield from (each for each in entries.keys(c, path) if each.label not in known)
        if resolved is None or plain == path or not plain:
            return
        for offer in keys.names_there(resolved.tree, plain):
            if offer.label not in known:
                yield offer

    # ------------------------------------------------------------------------------------------------- values

    def _fitting(self, found: Iterator[Offer]) -> Iterator[Offer]:
        """Offers for an expression, and first those that fit the key of an effect."""
        c, path = self.analysis.checked, self.cursor.path
        around = keys.shape_at(kind_of(self.path), path[:-1])
        takes = (
            fitting.taken({*self._keys_there(), *self.cursor.keys}, path[-1])
            if around is not None and around.is_effect
            else None
        )
        return found if c is None or takes is None else fitting.first_of(c, found, takes)

    def _result(self) -> Iterator[Offer]:
        """The words for who wins, and after `highest` and `lowest` first what can be compared."""
        c, path, before = self.analysis.checked, self.cursor.path, self.cursor.before
        whole = keys.shape_at(kind_of(self.path), path[:-1] if self.cursor.is_item else path)
        if whole is not None and whole.items is not None and not whole.snippets:  # of a utility
            whole = whole.items
        if " " in before:
            found = self._expression(before)
            yield from fitting.first_counted(c, found) if c is not None else found
        elif whole is not None:
            yield from keys.words(whole)
            yield from (replace(each, rank=0) for each in keys.snippets(whole))

    def _program(self) -> Program | None:
        return self.desk.program(self.path)

    def _effects(self, shape: Shape) -> Iterator[Offer]:
        c = self.analysis.checked
        for step in c.book.steps.values() if c is not None else ():
            given = ", ".join(f"${{{at}:{each.name}}}" for at, each in enumerate(step.parameters, 1))
            insert = f"{step.id}({given})" if given else step.id
            yield Offer(
                step.id,
                "name",
                "a step",
                about_entry(c, step) if c is not None else "",
                insert,
                1,
                bool(given),
            )
        yield from keys.snippets(shape)

    def _expression(self, before: str) -> Iterator[Offer]:
        c = self.analysis.checked
        if c is None:
            return
        rest, _, dotted = names.parted(before)
        line_end = self.text.find("\n", self.offset)
        after = self.text[self.offset : line_end if line_end >= 0 else len(self.text)]
        scope = asking.scope_at(self.analysis, self.cursor.path, before + after)
        if dotted:
            yield from names.attributes(c, names.owner_of(rest), scope)
        elif not _binds(rest):
            yield from names.names(c, rest, scope)

    def _named(self) -> Iterator[Offer]:
        """Names that are no expressions: of phases, actions, kinds, files."""
        path = self.cursor.path
        c = self.analysis.checked
        last = path[-2] if path[-1:] and path[-1].isdigit() and len(path) > 1 else path[-1] if path else ""
        if last in ("extends", "use"):
            yield from self._files(library.ENDINGS[0] if last == "extends" else FRAGMENT)
        if c is None:
            return
        yield from entries.named(c, last)
        if last in ("do", "allowed", "refused") and entries.in_example(path)[:1] == ("play",):
            yield from entries.choices(c, self._program(), self.cursor.before)
        if last == "remove":
            resolved = self.analysis.resolved
            for part in _paths(resolved.tree, ()) if resolved is not None else ():
                if part.startswith(self.cursor.before.rpartition(".")[0]):
                    yield Offer(part, "name", "a part of the game", rank=1)

    def _files(self, ending: str) -> Iterator[Offer]:
        there = {
            each.name.removesuffix(ending)
            for each in self.desk.around(self.path)
            if each.name.endswith(ending)
        }
        bundled = library.bundled_fragments() if ending == FRAGMENT else library.bundled()
        for name in sorted(there | {name for name, _ in bundled}):
            yield Offer(name, "file", "a file", rank=1)


def _binds(rest: str) -> bool:
    """Whether a new name is typed: after `for`."""
    return bool(re.search(r"\b(?:for|pick)\s*$", rest))


def _paths(tree: Mapping, path: Path) -> Iterator[str]:
    for entry in tree:
        here = (*path, entry.key.text)
        yield ".".join(here)
        inside = expanded(entry.value, here)
        if isinstance(inside, Mapping) and len(here) < 6:
            yield from _paths(inside, here)
