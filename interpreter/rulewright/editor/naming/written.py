"""Names in a file that are no part of an expression: keys, paths, moves of examples, names of other files.

change: {define: {shown: ...}}      ->      shown: the definition that is changed
remove: [phases.turn.actions.pass]  ->      turn: the phase, pass: the action
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Names

from rulewright.author.changes.reach import NAMED
from rulewright.document.expand import Path
from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.editor.naming.symbols import Symbol, Use
from rulewright.editor.naming.uses import symbol_at
from rulewright.source.text import Span

_TOKEN = re.compile(r"[A-Za-z_]\w*")
_LISTS_OF_MEMBERS = ("one_of", "faces")


def in_file(tree: Mapping, members: Names[str, str], actions: frozenset[str]) -> Iterator[Use]:
    """The names in the tree of a file. `members` are those with one owner only, by name; `actions` the names of actions."""
    return _File(members, actions).below(tree, ())


class _File:
    def __init__(self, members: Names[str, str], actions: frozenset[str]) -> None:
        self._members = members
        self._actions = actions

    def below(self, tree: Node, path: Path) -> Iterator[Use]:
        """The names in a part of the file; `path` is that of a rulebook, also in a house rule and a variant."""
        match tree:
            case Mapping():
                for entry in tree:
                    yield from self._entry(entry.key, entry.value, path)
            case Sequence(items=items):
                for place, item in enumerate(items):
                    yield from self._value(item, (*path, str(place)))
                    if isinstance(item, Mapping | Sequence):
                        yield from self.below(item, (*path, str(place)))
            case Scalar():
                return

    def _entry(self, key: Scalar, value: Node, path: Path) -> Iterator[Use]:
        name = key.text
        here = (*path, name)
        if path in ((), ("variants", "*")) and name in ("change", "add"):
            yield from self.below(value, ())
            return
        if path in ((), ("variants", "*")) and name == "remove" and isinstance(value, Sequence):
            for item in value:
                yield from _in_path(item)
            return
        symbol = self._of_key(here)
        if symbol is not None:
            yield Use(symbol, key.span)
        yield from self._value(value, here)
        yield from self.below(value, ("variants", "*") if path == ("variants",) else here)

    def _of_key(self, path: Path) -> Symbol | None:
        name = path[-1]
        match path:
            case (section, _) if section in NAMED or section == "phases":
                return symbol_at(path, name)
            case ("enums", _, _) | ("pieces", _, "faces", _) | ("options", _, "one_of", _):
                return symbol_at(path, name) if name not in ("label", "about") else None
            case ("phases", _, "actions", _) | ("phases", _, "actions", _, "when", _):
                return symbol_at(path, name)
            case ("boards", _, "lines" | "routes", _):
                return symbol_at(path, name)
            case ("end" | "examples" | "strategies" | "variants" | "invariants", _) | (
                "phases",
                _,
                "as_soon_as",
                _,
            ):
                return symbol_at(path, name)
            case ("examples", _, "options", _) | ("view", "pieces" | "boards", _):
                return Symbol("name", name)
            case ("examples", _, "play", _, "rolled" | "drawn", _):
                return Symbol("name", name)
            case ("strategies", _, "prefer" | "mix", _):
                return Symbol("action", name)
            case ("view", _, _, "symbols" | "colours", _) if name in self._members:
                return Symbol("member", name, self._members[name])
            case ("enums", owner, _, attribute):
                return Symbol("attribute", attribute, f"enum.{owner}") if attribute != "label" else None
            case ("pieces", owner, "faces", _, attribute):
                return Symbol("attribute", attribute, f"face.{owner}") if attribute != "label" else None
            case _:
                return None

    def _value(self, value: Node, path: Path) -> Iterator[Use]:
        if not isinstance(value, Scalar):
            return
        match path:
            case ("extends",) | ("use", _):
                name, _, variant = value.text.partition("#")
                start = value.span.start
                yield Use(Symbol("file", name), Span(value.span.source, start, start + len(name)))
                if variant:
                    yield Use(
                        Symbol("entry", variant, "variants"),
                        Span(value.span.source, start + len(name) + 1, value.span.end),
                    )
            case ("enums", owner, _) | ("pieces", owner, "faces", _) | ("options", owner, "one_of", _) if (
                path[-1].isdigit()
            ):
                yield Use(Symbol("member", value.text, owner), value.span, True)
            case ("examples", _, "variant"):
                yield Use(Symbol("entry", value.text, "variants"), value.span)
            case ("examples", _, "options", option) if self._members.get(value.text) == option:
                yield Use(Symbol("member", value.text, option), value.span)
            case ("examples", _, "play", _, "do" | "allowed" | "refused", *_):
                yield from self._in_move(value)
            case (
                ("examples", _, "given", *_)
                | ("examples", _, "expect", _, _, *_)
                | ("examples", _, "play", _, "rolled" | "drawn", *_)
            ):
                yield from self._members_in(value)
            case _:
                return

    def _in_move(self, move: Scalar) -> Iterator[Use]:
        first = _TOKEN.match(move.span.text)
        begin = 0
        if first is not None and first[0] in self._actions:
            begin = first.end()
            start = move.span.start
            yield Use(Symbol("action", first[0]), Span(move.span.source, start, start + begin))
        yield from self._members_in(move, begin)

    def _members_in(self, text: Scalar, begin: int = 0) -> Iterator[Use]:
        for found in _TOKEN.finditer(text.span.text, begin):
            owner = self._members.get(found[0])
            if owner is not None:
                start = text.span.start
                span = Span(text.span.source, start + found.start(), start + found.end())
                yield Use(Symbol("member", found[0], owner), span)


def _in_path(item: Node) -> Iterator[Use]:
    """The names in a path under `remove`."""
    if not isinstance(item, Scalar) or item.span.text != item.text:
        return
    path: Path = ()
    start = item.span.start
    for part in item.text.split("."):
        path = (*path, part)
        span = Span(item.span.source, start, start + len(part))
        symbol = _File({}, frozenset())._of_key(path)
        if symbol is not None:
            yield Use(symbol, span)
        start += len(part) + 1
