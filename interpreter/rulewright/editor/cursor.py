"""Where somebody types, found by indentation and brackets alone, so that it works on a text that YAML cannot read.

        do: [{move: di|          ->      Cursor(("phases", "turn", "actions", "roll", "do", "0", "move"), "value", "di", ...)
        wh|                      ->      Cursor(("phases", "turn", "actions", "roll"), "key", "wh", ...)

Only what comes before the place is read. A path has keys, and positions in lists as texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from rulewright.source.dataclass import dataclass

Path = tuple[str, ...]

_SECTION = re.compile(r"^\w+:", re.MULTILINE)
_ROOT = re.compile(r"[^\W\d]")
"""The first character of a key of the document itself."""
_KEY = re.compile(
    r"""("[^"\n]*"|'[^'\n]*'|[^\s#&*!|>'"%@`{}\[\],:-][^\n#{}\[\],]*?|-[^\s#:][^\n#]*?):(?=[ \n]|$)"""
)
_DASH = re.compile(r"-(?= |$)")


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a text. `path` leads to the mapping in which a key is typed, or to the value that is typed; `before` is what was
    typed of the key or the value so far, from `start` on; `keys` are those of the mapping that come before."""

    path: Path
    at_key: bool
    before: str
    start: int
    keys: tuple[str, ...] = ()
    in_flow: bool = False
    is_item: bool = False
    """Whether the value is an item of a list."""


@dataclass(slots=True)
class _Open:
    """A mapping or a list around the place. `name` is the key or position of the entry that is being read; `value` is where its
    value starts, and -1 while a key is read."""

    indent: int
    is_list: bool
    flow: str = ""
    name: str = ""
    count: int = 0
    value: int = -1
    keys: list[str] = field(default_factory=list)


def cursor_at(text: str, offset: int) -> Cursor:
    """The place at an offset."""
    reader = _Reader(text[:offset])
    line = text.rfind("\n", 0, offset) + 1
    if offset == line or _ROOT.match(
        text, line, offset
    ):  # whatever is above: an open bracket or a list without its dash
        sections = [each[0][:-1] for each in _SECTION.finditer(text, 0, line)]
        reader.open.append(_Open(0, False, keys=sections))
        reader.place = reader.start = line
    elif text.startswith(" ", line):  # what is above its section does not matter
        reader.place = max((each.start() for each in _SECTION.finditer(text, 0, line)), default=0)
    reader.read()
    return reader.cursor()


def keys_after(text: str, offset: int, cursor: Cursor) -> set[str]:
    """The keys of the mapping around a place that come after it."""
    if cursor.in_flow:
        return set(_keys_in_flow(text, offset))
    column = cursor.start - (text.rfind("\n", 0, cursor.start) + 1)
    found: set[str] = set()
    for line in text[offset:].split("\n")[1:]:
        indent = len(line) - len(line.lstrip(" "))
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if indent < column:
            break
        key = _KEY.match(line, indent) if indent == column else None
        if key is not None:
            found.add(key[1].strip("\"'"))
    return found


def _keys_in_flow(text: str, offset: int) -> Iterator[str]:
    depth, start = 0, offset
    for place in range(offset, len(text)):
        sign = text[place]
        if sign in "}])" and not depth:
            return
        depth += (sign in "{[(") - (sign in "}])")
        if sign == "," and not depth:
            start = place + 1
        elif sign == ":" and not depth and text[place + 1 : place + 2] in (" ", "\n", ""):
            yield text[start:place].strip().strip("\"'")


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[_Open] = []
        self.place = 0
        self.block = -1
        """The indentation of the key of a text in block style, while it is read."""
        self.quote = ""
        self.start = 0
        """Where the key or value starts that is read at the end of the text."""

    # ------------------------------------------------------------------------------------------------ lines

    def read(self) -> None:
        text, end = self.text, len(self.text)
        while True:
            stop = text.find("\n", self.place)
            stop = end if stop < 0 else stop
            self._line(self.place, stop)
            self.place = max(self.place, stop) + 1
            if stop == end:
                return

    def _is_inside(self) -> bool:
        return bool(self.quote) or (bool(self.open) and bool(self.open[-1].flow))

    def _line(self, start: int, stop: int) -> None:
        line = self.text[start:stop]
        if self._is_inside():
            self._flow(start, stop)
            return
        indent = len(line) - len(line.lstrip(" "))
        is_last = stop == len(self.text)
        if self.block >= 0:
            if (line.strip() == "" and not is_last) or indent > self.block:
                return
            self.block = -1
        if not line.strip() or line.lstrip().startswith("#"):
            self.start = start + indent
            if is_last:
                self._close(indent, keep=True)
            return
        self._content(start + indent, stop, indent)

    def _content(self, start: int, stop: int, column: int) -> None:
        """What a line contains from a column on."""
        text = self.text
        while _DASH.match(text, start, stop):
            self._item(column)
            step = len(text[start + 1 : stop]) - len(text[start + 1 : stop].lstrip(" ")) + 1
            start, column = start + step, column + step
            self.open[-1].value = start
            self.start = start
            if start >= stop:
                return
        key = _KEY.match(text, start, stop)
        if key is None and self._continues(column):
            return
        if key is None and not self._is_value(start):
            self._close(column)
            self._mapping(column)
            self.start = start
            if text[start : start + 1] in ("{", "["):
                self._flow(start, stop)
            return
        if key is None:
            self._value(start, stop, column)
            return
        self._close(column)
        self._mapping(column)
        there = self.open[-1]
        there.name = key[1].strip("\"'").strip()
        there.keys.append(there.name)
        begin = key.end()
        begin += len(text[begin:stop]) - len(text[begin:stop].lstrip(" "))
        there.value = begin
        self.start = begin
        self._value(begin, stop, column)

    def _value(self, start: int, stop: int, column: int) -> None:
        first = self.text[start : start + 1] if start < stop else ""
        self.start = start
        if first in ("|", ">"):
            self.block = self.open[-1].indent if self.open else column
        elif first in ("{", "[", '"', "'"):
            self._flow(start, stop)

    def _is_value(self, start: int) -> bool:
        """Whether a text is the value of an item whose dash is on the same line."""
        return bool(self.open) and self.open[-1].is_list and self.open[-1].value == start

    def _continues(self, column: int) -> bool:
        """Whether a line continues the text of the line before."""
        if not self.open or self.open[-1].flow or column <= self.open[-1].indent:
            return False
        value = self.open[-1].value
        if value < 0:
            return False
        written = self.text[value:].split("\n", 1)[0].strip()
        return bool(written) and not written.startswith("#") and value < self.place

    def _item(self, column: int) -> None:
        while self.open and (
            self.open[-1].indent > column or (self.open[-1].indent == column and not self._is_owner())
        ):
            if self.open[-1].indent == column and self.open[-1].is_list:
                break
            self.open.pop()
        if not self.open or not (self.open[-1].is_list and self.open[-1].indent == column):
            self.open.append(_Open(column, True, name="-1"))
        there = self.open[-1]
        there.name = str(int(there.name) + 1)
        there.count += 1

    def _is_owner(self) -> bool:
        """Whether the innermost part is a mapping whose last key may have a list at the same column as its value."""
        return not self.open[-1].is_list and self.open[-1].value >= 0

    def _close(self, column: int, keep: bool = False) -> None:
        """Leave what is further to the right than a column; with `keep` an entry at that column may still get a value."""
        while self.open and (
            self.open[-1].indent > column
            or (self.open[-1].indent == column and self.open[-1].is_list and not keep)
        ):
            self.open.pop()
        if self.open and self.open[-1].indent == column and not self.open[-1].is_list:
            self.open[-1].value = -1

    def _mapping(self, column: int) -> None:
        if not self.open or self.open[-1].indent < column or self.open[-1].is_list:
            self.open.append(_Open(column, False))

    # ------------------------------------------------------------------------------------------------- flow

    def _flow(self, start: int, stop: int) -> None:
        """Brackets and quotes; what is left of a line after them counts for nothing."""
        text, place, depth = self.text, start, 0
        while place < stop:
            sign = text[place]
            there = self.open[-1] if self.open and self.open[-1].flow else None
            if self.quote:
                if sign == "\\" and self.quote == '"':
                    place += 1
                elif sign == self.quote:
                    self.quote = ""
            elif sign in "\"'" and not text[self.start : place].strip():
                self.quote = sign
                self.start = place + 1
            elif sign in "{[" and (there is None or not text[self.start : place].strip()):
                self.open.append(
                    _Open(
                        place,
                        sign == "[",
                        sign,
                        "0" if sign == "[" else "",
                        value=place + 1 if sign == "[" else -1,
                    )
                )
                self.start = place + 1
                depth = 0
            elif there is None:
                return
            elif sign in "(":
                depth += 1
            elif sign == ")":
                depth = max(0, depth - 1)
            elif sign in "}]":
                self.open.pop()
                depth = 0
                if not (self.open and self.open[-1].flow):
                    self.start = place + 1
                    return
            elif sign == "," and not depth:
                self._next(there, place)
            elif (
                sign == ":"
                and not there.is_list
                and there.value < 0
                and text[place + 1 : place + 2] in (" ", "\n", "")
            ):
                there.name = text[self.start : place].strip().strip("\"'")
                there.keys.append(there.name)
                there.value = place + 1
                self.start = place + 1
            elif sign == "#" and text[place - 1 : place] in (" ", ""):
                return
            place += 1

    def _next(self, there: _Open, place: int) -> None:
        self.start = place + 1
        if there.is_list:
            there.name = str(int(there.name) + 1)
            there.value = place + 1
        else:
            there.name, there.value = "", -1

    # ------------------------------------------------------------------------------------------------ answer

    def cursor(self) -> Cursor:
        """The place at the end of the text."""
        path = [each.name for each in self.open if each.value >= 0]
        if not self.open:
            return Cursor((), True, self.text[self.start :], self.start)
        there = self.open[-1]
        if there.value < 0:
            begin = self._begin(self.start)
            return Cursor(tuple(path), True, self.text[begin:], begin, tuple(there.keys), bool(there.flow))
        if self._is_empty_below(there):
            return Cursor(tuple(path), True, "", len(self.text), (), False)
        begin = self._begin(there.value if not there.flow else self.start)
        if not there.flow and self.start > begin and self.text[begin : begin + 1] in ("{", "[", '"', "'"):
            begin = self._begin(self.start)
        return Cursor(
            tuple(path), False, self.text[begin:], begin, tuple(there.keys), bool(there.flow), there.is_list
        )

    def _begin(self, start: int) -> int:
        while start < len(self.text) and self.text[start] in " \n":
            start += 1
        return start

    def _is_empty_below(self, there: _Open) -> bool:
        """Whether the place is on a later line than a key without a value, and further to the right: a key of its mapping."""
        if there.flow or there.is_list or self.quote or self.block >= 0:
            return False
        written = self.text[there.value :]
        return "\n" in written and not written.strip()
