"""Carries out an overlay or a variant: remove, then add, then change.

    change: {options: {target: 50}}                  the default of an option
    add:    {enums: {Category: {straight: {}}}}      one more member
    remove: [phases.turn.actions.pass]               an action less

Each of the three words is a promise that is checked: what is changed or removed must be there, what is added
must not.  So a misspelled name is found, and house rules do not break silently when their parent
changes.  Every value keeps its own place, so that later problems point at the file that set it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.document import places
from rulewright.document.expand import Path, aligned, expanded, other_forms
from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.document.overlays import messages, renames
from rulewright.document.overlays.fewer_actions import without_lost_preferences
from rulewright.problems.problem import Problem, Problems
from rulewright.source.text import Span

_ENTRY = 2
"""The length of the path of a zone, an option or a definition."""
_EFFECT_KEYS = frozenset({"do", "begin", "end", "round_end", "setup"})


def apply(base: Mapping, overlay: Mapping, problems: Problems) -> Mapping:
    """The base with the overlay's `remove`, `add` and `change` carried out."""
    name = base.get("name")
    work = _Apply(problems, name.text if isinstance(name, Scalar) else "the rulebook")
    problems.house_rules.add(overlay.span.source.name)
    tree = base
    removed = overlay.get("remove")
    for path in removed.items if isinstance(removed, Sequence) else ():
        if isinstance(path, Scalar):
            tree = work.remove(tree, path)
    added, changed = overlay.get("add"), overlay.get("change")
    if isinstance(added, Mapping):
        tree = work.add_all(tree, added, ())
    if isinstance(changed, Mapping):
        tree = work.change_all(tree, changed, ())
    problems.renamed.update(renames.names(base, overlay))
    return without_lost_preferences(base, tree)


def settings(overlay: Mapping) -> Iterator[tuple[Path, Node, Span]]:
    """Every value that an overlay sets, with its path and the place of its key."""
    for part in ("add", "change"):
        tree = overlay.get(part)
        if isinstance(tree, Mapping):
            yield from _leaves(tree, (), tree.span)


def _leaves(node: Node, path: Path, key: Span) -> Iterator[tuple[Path, Node, Span]]:
    node = expanded(node, path)
    if not isinstance(node, Mapping):
        yield path, node, key
    elif not extends_list(node):
        for entry in node:
            yield from _leaves(entry.value, (*path, entry.key.text), entry.key.span)


def extends_list(node: Node) -> bool:
    """`{first: [...], last: [...]}`; `first` in `turns` is an expression and no list."""
    if not isinstance(node, Mapping) or not node.entries:
        return False
    return all(e.key.text in ("first", "last") and isinstance(e.value, Sequence) for e in node)


_SWALLOWED = re.compile(r"\n[ ]*(-[ ]+[^\n]*)")
"""An entry that is indented more than the one above it, which YAML reads as part of that one."""


class _Apply:
    """Carries out one overlay on one rulebook; messages mention the rulebook by its name, `book`."""

    def __init__(self, problems: Problems, book: str) -> None:
        self._problems = problems
        self._book = book

    # ---------------------------------------------------------------------------------------------- remove

    def remove(self, tree: Mapping, path: Scalar) -> Mapping:
        swallowed = _SWALLOWED.search(path.span.text)
        if swallowed is not None:
            start, end = (path.span.start + place for place in swallowed.span(1))
            self._problems.add(messages.entry_too_deep(Span(path.span.source, start, end), path))
            return tree
        if self._is_part(tree, path):
            return tree
        return self._remove(tree, path, path.text, ())

    def _is_part(self, tree: Mapping, path: Scalar) -> bool:
        """Whether a path, or its first key, exists only as the end of a longer path; reports that."""
        if _is_there(tree, path.text, ()):
            return False
        spans = [path.span]
        if _first_key(tree, path.text) is None:
            spans.append(_part(path, path.text))
        for span in spans:
            meant = places.meant(tree, path.text if span is path.span else path.text.split(".")[0])
            if meant:
                self._problems.add(messages.part_of_a_place(span, meant, self._book))
                return True
        return False

    def _remove(self, tree: Mapping, written: Scalar, rest: str, path: Path) -> Mapping:
        key = _first_key(tree, rest)
        if key is None:
            self._problems.add(
                self._absent(messages.nothing_to_remove(_part(written, rest), tree, path, self._book))
            )
            return tree
        deeper = rest[len(key) + 1 :]
        if not deeper:
            there = _part(written, rest)
            self._problems.removed.update({**dict.fromkeys(_names_in(tree.get(key)), there), key: there})
            return _with_entries(tree, [e for e in tree if e.key.text != key])
        return self._remove_inside(tree, written, key, deeper, path)

    def _remove_inside(self, tree: Mapping, written: Scalar, key: str, rest: str, path: Path) -> Mapping:
        inside = tree.get(key)
        assert inside is not None  # `_first_key` found it
        inside = expanded(inside, (*path, key))
        if not isinstance(inside, Mapping):
            empty = Mapping((), inside.span)
            self._problems.add(
                messages.nothing_to_remove(_part(written, rest), empty, (*path, key), self._book)
            )
            return tree
        return _with(tree, key, self._remove(inside, written, rest, (*path, key)))

    def _absent(self, problem: Problem) -> Problem:
        """The problem of a missing entry, with its new name if a house rule below renamed it."""
        now = self._problems.renamed.get(problem.span.text)
        return problem if now is None else messages.with_new_name(problem, *now)

    # ------------------------------------------------------------------------------------------------- add

    def add_all(self, base: Mapping, new: Mapping, path: Path) -> Mapping:
        _, excluded = other_forms(set(new.keys()), path)
        entries = _by_key(base)
        for entry in new:
            key = entry.key.text
            there = entries.get(key)
            if there is not None:
                entries[key] = Entry(there.key, self._add(there, entry, (*path, key)))
            elif rival := next((entries[k] for k in excluded if k in entries), None):
                self._problems.add(messages.other_form_there(entry.key, rival.key, path))
            else:
                if path:
                    self._problems.added[".".join((*path, key))] = messages.new_here(
                        entry.key, base, self._book
                    )
                entries = self._insert(entries, entry, path)
        return _with_entries(base, list(entries.values()))

    def _add(self, there: Entry, entry: Entry, path: Path) -> Node:
        old, new = aligned(there.value, entry.value, path)
        if isinstance(old, Sequence) and isinstance(new, Sequence):
            old, new = expanded(old, path), expanded(new, path)
        if isinstance(old, Mapping) and isinstance(new, Mapping) and new.entries and not extends_list(new):
            if len(path) == _ENTRY and self._is_there(old, new, path):
                self._problems.add(messages.already_there(entry.key, there.key, path, self._book))
                return there.value
            return self.add_all(old, new, path)
        self._problems.add(messages.already_there(entry.key, there.key, path, self._book))
        return there.value

    def _is_there(self, old: Mapping, new: Mapping, path: Path) -> bool:
        """Whether no part of an entry is new, so that the whole entry was added twice."""
        leaves, trial = sum(1 for _ in _leaves(new, path, new.span)), Problems()
        _Apply(trial, self._book).add_all(old, new, path)
        return 1 < leaves == len(trial)

    def _insert(self, entries: dict[str, Entry], entry: Entry, path: Path) -> dict[str, Entry]:
        """The entries with one more, in its place if it has a `before:`."""
        value = entry.value
        if entry.key.text in _EFFECT_KEYS and extends_list(value):
            value = _joined(value, None)
        before = value.entry("before") if isinstance(value, Mapping) and path else None
        if before is None or not isinstance(value, Mapping):
            entries[entry.key.text] = Entry(entry.key, value)
            return entries
        kept = Entry(entry.key, _with_entries(value, [e for e in value if e is not before]))
        return self._insert_before(entries, kept, before.value, path)

    def _insert_before(
        self, entries: dict[str, Entry], entry: Entry, before: Node, path: Path
    ) -> dict[str, Entry]:
        name = before.text if isinstance(before, Scalar) else ""
        if name not in entries:
            there = Mapping(tuple(entries.values()), before.span)
            self._problems.add(messages.nothing_to_precede(before.span, name, there, path, self._book))
        new: dict[str, Entry] = {}
        for key, other in entries.items():
            if key == name:
                new[entry.key.text] = entry
            new[key] = other
        new.setdefault(entry.key.text, entry)
        return new

    # ---------------------------------------------------------------------------------------------- change

    def change_all(self, base: Mapping, new: Mapping, path: Path) -> Mapping:
        same, excluded = other_forms(set(new.keys()), path)
        entries = _by_key(base)
        replaced = [key for key in excluded if entries.pop(key, None) is not None]
        anew = self._rows_written_anew(entries, new, path)
        if anew:
            self._problems.add(messages.other_rows(anew, base, path, self._book))
        for entry in new:
            key = entry.key.text
            if entry.key in anew:
                continue
            there = entries.get(key)
            if there is not None:
                entries[key] = Entry(there.key, self._change(there, entry, (*path, key)))
            elif replaced and key in same:
                entries[key] = entry
            elif key == "before" and path:
                self._problems.add(messages.before_in_change(entry.key, path))
            else:
                problem = self._absent(messages.nothing_to_change(entry.key, base, path, self._book))
                self._problems.add(renames.with_the_only_fitting(problem, base, entry, path))
        return _with_entries(base, list(entries.values()))

    def _rows_written_anew(self, there: dict[str, Entry], new: Mapping, path: Path) -> list[Scalar]:
        """Several rows that a table does not have, which is more than one misspelled row."""
        match path:
            case ("tables", _, "rows"):
                absent = [entry.key for entry in new if entry.key.text not in there]
                return absent if len(absent) > 1 else []
            case _:
                return []

    def _change(self, there: Entry, entry: Entry, path: Path) -> Node:
        old, new = aligned(there.value, entry.value, path)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            return self.change_all(old, new, path)
        if extends_list(new):
            if not isinstance(old, Sequence):
                self._problems.add(messages.no_list_to_extend(entry.key, there.key, path))
                return old
            return _joined(new, old)
        return new


def _first_key(tree: Mapping, path: str) -> str | None:
    """The key a path begins with: the longest that fits, since row keys such as `24..26` contain dots."""
    keys = tree.keys()
    fitting = [k for k in keys if path == k or path.startswith(k + ".")]
    return max(fitting, key=len, default=None)


def _is_there(tree: Mapping, rest: str, path: Path) -> bool:
    """Whether there is an entry at a written path."""
    key = _first_key(tree, rest)
    if key is None or key == rest:
        return key is not None
    inside = expanded(tree.get(key) or tree, (*path, key))
    return isinstance(inside, Mapping) and _is_there(inside, rest[len(key) + 1 :], (*path, key))


def _names_in(node: Node | None) -> Iterator[str]:
    """All names inside an entry, which are removed with it: members, faces, rows, spaces, actions."""
    if isinstance(node, Mapping):
        for entry in node:
            yield entry.key.text
            yield from _names_in(entry.value)
    for item in node.items if isinstance(node, Sequence) else ():
        yield from [item.text] if isinstance(item, Scalar) else _names_in(item)


def _part(written: Scalar, rest: str) -> Span:
    """The place of the first part of `rest`, the end of a written path."""
    part = rest.split(".")[0]
    if written.span.text != written.text:
        return written.span
    start = written.span.end - len(rest)
    return Span(written.span.source, start, start + len(part))


def _joined(extension: Node, old: Sequence | None) -> Sequence:
    assert isinstance(extension, Mapping)  # `extends_list` says so
    first, last = extension.get("first"), extension.get("last")
    items = [*(first if isinstance(first, Sequence) else ()), *(old or ())]
    items += list(last) if isinstance(last, Sequence) else []
    return Sequence(tuple(items), old.span if old is not None else extension.span)


def _by_key(tree: Mapping) -> dict[str, Entry]:
    return {entry.key.text: entry for entry in tree}


def _with(tree: Mapping, key: str, value: Node) -> Mapping:
    return _with_entries(tree, [Entry(e.key, value) if e.key.text == key else e for e in tree])


def _with_entries(tree: Mapping, entries: list[Entry]) -> Mapping:
    return Mapping(tuple(entries), tree.span)
