"""Checks a tree against the schema of its kind, and reports in the author's words what does not fit.

    zones: {deck: {hold: cards}}      ->      a zone has no key `hold`; did you mean `holds`?

Nothing is changed and no meaning is looked for: after this stage every key is one that the language knows, and
every value is a text, a list or a mapping where one is expected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import Literal

from rulewright.document import from_yaml
from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.document.shape import effect_shapes, key_messages, parameters, shapes
from rulewright.document.shape import schema_messages as messages
from rulewright.document.shape.shapes import Shape
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Problem, Problems
from rulewright.source.text import FILES_KEPT, Source, Span

MOST_DIGITS = 100
LONGEST_KEPT, MOST_KEPT = 1_000, 10_000
"""The characters of the longest part of a text that is known to be in order, and the number of parts."""
_CHANGES = frozenset({"change", "add", "remove"})
Kind = Literal["rulebook", "overlay", "fragment", "tuning"]


def kind_of(tree: Mapping) -> Kind:
    """An overlay says what it extends, or only what it changes; a fragment holds only what fragments may hold."""
    keys = tree.keys()
    if "extends" in keys or ("phases" not in keys and not _CHANGES.isdisjoint(keys)):
        return "overlay"
    only_names = set(shapes.schema("fragment").properties)
    has_names = bool(set(keys) - {"rulebook", "name", "about"})
    return "fragment" if has_names and set(keys) <= only_names else "rulebook"


def check(tree: Mapping, kind: Kind, problems: Problems, as_written: bool = False) -> None:
    """Adds a problem for everything in the tree that the schema of its kind does not know or misses. `as_written`: the tree is that of
    one file."""
    counted = _Counted()
    try:
        _Check(counted, as_written).visit(tree, shapes.schema(kind), "", None)
    finally:
        for problem in counted.found:
            problems.add(problem)


def check_file(source: Source, kind: Kind, problems: Problems) -> None:
    """Like `check`, for a file as written, which must be readable; the result is cached."""
    for problem in _found_once(source, kind):
        problems.add(problem)


@lru_cache(maxsize=FILES_KEPT)
def _found_once(source: Source, kind: Kind) -> tuple[Problem, ...]:
    problems = Problems()
    tree = from_yaml.read(source, Problems())
    assert tree is not None, "there is a tree to check"
    check(tree, kind, problems, as_written=True)
    return tuple(problems)


@dataclass(slots=True)
class _Counted(Problems):
    """Problems of one walk, with the number of times that one was added."""

    times: int = 0

    def add(self, problem: Problem) -> None:
        self.times += 1
        Problems.add(self, problem)


@lru_cache(maxsize=1)
def _in_order() -> set[tuple[Shape, int, str]]:
    """Parts of texts without a problem, each with its shape and column: after an edit, only the parts around it are walked through."""
    return set()


class _Check:
    """Walks through a tree and a shape in parallel; `owner` is the key of a value."""

    def __init__(self, problems: _Counted, as_written: bool = False) -> None:
        self._problems = problems
        self._as_written = as_written
        self._strays: list[Entry] = []
        self._next_keys: dict[int, Scalar] = {}
        """By the identity of a value: the key of the entry after it."""

    def visit(self, node: Node, shape: Shape, path: str, owner: Scalar | None) -> None:
        if isinstance(node, Scalar) and (node.is_null or node.span.text.startswith("*")):
            return  # nothing, or an alias: reported when the file was read
        start, end = node.span.start, node.span.end
        if not self._as_written or isinstance(node, Scalar) or end - start > LONGEST_KEPT:
            self._visit(node, shape, path, owner)
            return
        text, known = node.span.source.text, _in_order()
        part = (shape, start - text.rfind("\n", 0, start), text[start:end])
        if part in known:
            return
        before = self._problems.times
        self._visit(node, shape, path, owner)
        if self._problems.times == before:
            if len(known) > MOST_KEPT:
                known.clear()
            known.add(part)

    def _visit(self, node: Node, shape: Shape, path: str, owner: Scalar | None) -> None:
        if shape.constant is not None:
            self._constant(node, shape, owner)
        elif not shape.takes(node):
            self._problems.add(messages.wrong_shape(node, shape, owner, path))
        elif isinstance(node, Scalar):
            self._scalar(node, shape, path)
        elif isinstance(node, Sequence):
            self._sequence(node, shape, path)
        else:
            self._mapping(node, shape, path, owner)

    def _constant(self, node: Node, shape: Shape, owner: Scalar | None) -> None:
        if shapes.kind_of(node) != "integer" or node.span.text != str(shape.constant):
            key = owner.text if owner is not None else "rulebook"
            self._problems.add(messages.wrong_version(node.span, str(shape.constant), key))

    def _scalar(self, scalar: Scalar, shape: Shape, path: str) -> None:
        if shape.allowed is not None and scalar.text not in shape.allowed:
            self._problems.add(messages.not_one_of(scalar, shape.allowed, path))
        if shape.pattern is not None and not shape.pattern.search(scalar.text):
            self._problems.add(messages.wrong_name(scalar, shape.title, path))
        if shape.range is not None:
            least, most = shape.range
            if not least <= float(scalar.text[:MOST_DIGITS]) <= most:
                self._problems.add(messages.out_of_range(scalar, least, most, path))

    def _sequence(self, sequence: Sequence, shape: Shape, path: str) -> None:
        if len(sequence.items) < shape.minimum_items:
            self._problems.add(messages.too_few(sequence.span, shape.minimum_items, path))
        if shape.items is not None:
            for item in sequence:
                self.visit(item, shape.items, path, None)

    def _mapping(self, mapping: Mapping, shape: Shape, path: str, owner: Scalar | None) -> None:
        unnamed = parameters.unnamed(mapping, shape, path)
        if unnamed is not None:
            self._strays.append(unnamed[0])
            self._problems.add(unnamed[1])
        if shape.is_effect:
            effect_shapes.check(mapping, path, self._problems)
        elif owner is not None and unnamed is None and _is_foreign(mapping, shape):
            self._problems.add(key_messages.nothing_of(owner, mapping.entries[0].key, shape, path))
            return
        else:
            self._demands(mapping, shape, path, owner)
        self._entries(mapping, shape, path)
        if shape.conditional is not None and mapping.get(shape.conditional[0]) is None:
            self._conditional(mapping, shape.conditional[1], path, owner)

    def _entries(self, mapping: Mapping, shape: Shape, path: str) -> None:
        """Checks each entry. If a key has no value and the next entry does not fit here, that one was meant to be inside
        the key, and the problem of the key is enough."""
        empty = False
        for entry, following in zip_longest(mapping.entries, mapping.entries[1:]):
            if following is not None:
                self._next_keys[id(entry.value)] = following.key
            if not empty:
                self._entry(entry, shape, path)
            elif not self._fits(entry, shape, path):
                return
            empty = _is_nothing(entry.value) and not mapping.span.text.startswith("{")

    def _fits(self, entry: Entry, shape: Shape, path: str) -> bool:
        """Whether an entry has no problems here."""
        tried = _Check(_Counted())
        tried._entry(entry, shape, path)
        return not tried._problems.found

    def _entry(self, entry: Entry, shape: Shape, path: str) -> None:
        if any(entry is stray for stray in self._strays):
            return
        key = entry.key.text
        deeper = f"{path}.{key}" if path else key
        known = shape.properties.get(key)
        if known is not None:
            self.visit(entry.value, known, deeper, entry.key)
        elif shape.closed:
            self._unknown(entry, shape, path)
        else:
            if shape.names is not None and shape.names.pattern is not None and not _is_nothing(entry.value):
                self._scalar(entry.key, shape.names, deeper)
            if shape.others is not None:
                self.visit(entry.value, shape.others, deeper, entry.key)

    def _unknown(self, entry: Entry, shape: Shape, path: str) -> None:
        if not shape.is_effect and not _is_nothing(entry.value):
            self._problems.add(key_messages.unknown_key(entry.key, shape, path))

    def _demands(self, mapping: Mapping, shape: Shape, path: str, owner: Scalar | None) -> None:
        place = _place(mapping, owner)
        keys = mapping.keys()
        strange = [key for key in keys if key not in shape.properties]
        meant = {nearest(key, shape.properties) for key in strange}
        meant |= {key_messages.called(key, list(shape.properties)) for key in strange}
        for missing in shape.required:
            if mapping.entry(missing) is None and missing not in meant:
                stray = _stray(mapping, shape, missing)
                self._strays += [stray] if stray is not None else []
                far = (stray.key, "right") if stray is not None else self._elsewhere(mapping, [missing])
                self._problems.add(key_messages.missing_key(place, missing, shape, path, far))
        for part in [shape, *shape.every]:
            present = [e.key for e in mapping if e.key.text in part.exactly_one]
            if part.exactly_one and not present and not meant & {*part.exactly_one}:
                far = self._elsewhere(mapping, part.exactly_one)
                self._problems.add(key_messages.one_is_missing(place, part.exactly_one, shape, path, far))
            elif len(present) > 1:
                self._problems.add(key_messages.excludes(present[0], present[1], shape, path))
            if part.at_least_one and not any(mapping.entry(k) or k in meant for k in part.at_least_one):
                far = self._elsewhere(mapping, part.at_least_one)
                self._problems.add(key_messages.one_is_missing(place, part.at_least_one, shape, path, far))

    def _elsewhere(self, mapping: Mapping, keys: list[str]) -> tuple[Scalar, str] | None:
        """The key after a mapping, if it is one of the keys that the mapping lacks, or the beginning of a line in a text
        inside it that is one."""
        following = self._next_keys.get(id(mapping))
        if following is not None and following.text in keys:
            return following, "left"
        swallowed = _in_text(mapping, keys)
        return (swallowed, "right") if swallowed is not None else None

    def _conditional(self, mapping: Mapping, shape: Shape, path: str, owner: Scalar | None) -> None:
        """Checks the conditional part of a mapping's schema; its own types and keys are checked already."""
        for key, inner in shape.properties.items():
            entry = mapping.entry(key)
            if entry is None or not isinstance(entry.value, Mapping):
                continue
            plain = [case for case in entry.value if not isinstance(case.value, Mapping | Sequence)]
            for case in entry.value:
                if case not in plain[1:]:  # of several, the first is reported
                    self._case(case, inner, f"{path}.{key}.{case.key.text}", owner)

    def _case(self, case: Entry, shape: Shape, path: str, owner: Scalar | None) -> None:
        if shape.names is not None and not _is_nothing(case.value):
            self._scalar(case.key, shape.names, path)
        if not isinstance(case.value, Mapping):
            self._problems.add(key_messages.case_needs_when(case.key, owner, path))
            return
        for missing in shape.others.required if shape.others else []:
            if case.value.entry(missing) is None:
                self._problems.add(key_messages.case_lacks(case.key, missing, path))


def _is_foreign(mapping: Mapping, shape: Shape) -> bool:
    """Whether a mapping has keys, but none that is allowed here or similar to an allowed one."""
    if not shape.closed or not mapping.entries:
        return False
    keys = [entry.key.text for entry in mapping]
    return not any(key in shape.properties or nearest(key, shape.properties) for key in keys)


def _stray(mapping: Mapping, shape: Shape, key: str) -> Entry | None:
    """An entry with this key somewhere below, where the key is not allowed."""
    for entry in mapping:
        inner = shape.properties.get(entry.key.text, shape.others)
        if not isinstance(entry.value, Mapping) or inner is None:
            continue
        there = entry.value.entry(key)
        if there is not None and key not in inner.properties:
            return there
        below = _stray(entry.value, inner, key)
        if below is not None:
            return below
    return None


def _in_text(mapping: Mapping, keys: list[str]) -> Scalar | None:
    """The key of a line that is indented so much that it is read as part of the text above it."""
    begins = re.compile(rf"\n[ ]*({'|'.join(map(re.escape, keys))}):(?=\s)")
    for entry in mapping:
        found = begins.search(entry.value.span.text) if isinstance(entry.value, Scalar) else None
        if found is not None:
            start, end = (entry.value.span.start + place for place in found.span(1))
            return Scalar(found[1], "plain", Span(mapping.span.source, start, end))
    return None


def _is_nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.is_null


def _place(mapping: Mapping, owner: Scalar | None) -> Scalar | Mapping:
    """The place at which a missing key is reported: the name of the entry that lacks it."""
    return owner if owner is not None else mapping
