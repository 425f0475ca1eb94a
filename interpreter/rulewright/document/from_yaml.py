"""Reads YAML text as a tree of nodes with their places, and refuses parts of YAML that a rulebook must not contain.

    define:
      total: sum(rack.face)      ->      Scalar("sum(rack.face)", "plain", Span(source, 17, 31))

PyYAML's *events* are used, not its composer: counting them bounds what an untrusted file can cost before
memory is spent, and each event knows the slice of the text it came from.  Anchors, aliases, tags, merge keys,
further documents and repeated keys are refused, since only a reader who knows YAML well could follow
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache
from typing import assert_never

import yaml

from rulewright.document import messages
from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence, Style
from rulewright.document.yaml import coercions, errors
from rulewright.problems.limits import DEEPEST, MOST_BYTES, MOST_VALUES
from rulewright.problems.problem import Problem, Problems
from rulewright.problems.terminal import STEERING, first_steering
from rulewright.source.dataclass import dataclass
from rulewright.source.text import FILES_KEPT, Source, Span

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STYLES: dict[str | None, Style] = {"'": "quoted", '"': "quoted", "|": "literal", ">": "folded"}
_BYTE_ORDER_MARK = "\ufeff"
_UNPRINTABLE = re.compile(
    f"(?!\r)(?:[{STEERING}]|[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff])"
)


def read(source: Source, problems: Problems) -> Mapping | None:
    """The tree of a rulebook's text; None if it cannot be read, for a reason that is added to `problems`."""
    tree, found = _read_once(source)
    for problem in found:
        problems.add(problem)
    return tree


@lru_cache(maxsize=FILES_KEPT)
def _read_once(source: Source) -> tuple[Mapping | None, tuple[Problem, ...]]:
    """The tree of a text and its problems. Cached: each variant, and each stage that needs the file as written, reads it again."""
    problems = Problems()
    return _read(source, problems), tuple(problems)


def _read(source: Source, problems: Problems) -> Mapping | None:
    if _too_long(source) or _unprintable(source) is not None:
        problems.add(_refusal(source))
        return None
    if errors.is_unmerged(source):
        problems.add(errors.unmerged(source))
        return None
    builder = _Builder(source, problems)
    try:
        for event in _events(source):
            builder.take(event)
    except _GivenUp:
        return None
    except yaml.YAMLError as error:
        problems.add(errors.problem(error, source, builder.shift))
        return None
    return _top(builder.root, source, problems)


def _too_long(source: Source) -> bool:
    if len(source.text) > MOST_BYTES:
        return True
    return len(source.text.encode("utf-8", "replace")) > MOST_BYTES


def _refusal(source: Source) -> Problem:
    if _too_long(source):
        return messages.too_long(Span(source, 0, 0), MOST_BYTES)
    found = _unprintable(source)
    assert found is not None  # the caller has just seen one of the two
    return messages.unprintable(Span(source, found.start(), found.end()))


def _unprintable(source: Source) -> re.Match[str] | None:
    return _UNPRINTABLE.search(source.text, 1 if source.text.startswith(_BYTE_ORDER_MARK) else 0)


def _events(source: Source) -> Iterator[yaml.Event]:
    events: Iterator[yaml.Event] = yaml.parse(source.text.removeprefix(_BYTE_ORDER_MARK), Loader=_LOADER)
    return events


def _top(root: Node | None, source: Source, problems: Problems) -> Mapping | None:
    if isinstance(root, Mapping):
        written = next(
            (key for key in messages.WRITTEN if root.entry(key) and not root.entry("rulebook")), None
        )
        if written is not None:
            problems.add(messages.no_rulebook(Span(source, root.span.start, root.span.start + 1), written))
            return None
        coercions.report(root, problems)
        return root
    if root is None or (isinstance(root, Scalar) and root.is_null):
        problems.add(messages.empty_file(Span(source, 0, 0)))
    else:
        problems.add(messages.top_is_no_mapping(root.span))
    return None


class _GivenUp(Exception):
    """The rest of the text is not read; the problem has been added."""


@dataclass(slots=True)
class _Open:
    """A collection whose end has not been seen. `key` waits for its value in a mapping."""

    start: int
    mapping: bool
    flow: bool
    entries: list[Entry] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    seen: dict[str, Scalar] = field(default_factory=dict)
    key: Scalar | None = None


class _Builder:
    """Turns events into nodes with a stack of its own, so that depth costs no Python stack."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.root: Node | None = None
        self.shift = 1 if source.text.startswith(_BYTE_ORDER_MARK) else 0
        self._source = source
        self._problems = problems
        self._open: list[_Open] = []
        self._nodes = 0
        self._documents = 0

    def take(self, event: yaml.Event) -> None:
        match event:
            case yaml.ScalarEvent():
                self._decorated(event)
                self._put(self._scalar(event))
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._decorated(event)
                self._begin(event)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._finish(self._span(event).end)
            case yaml.AliasEvent():
                self._problems.add(messages.alias(self._span(event)))
                self._put(Scalar("", "quoted", self._span(event)))
            case yaml.DocumentStartEvent():
                self._document(event)
            case _:
                pass

    def _span(self, event: yaml.Event) -> Span:
        start, end = event.start_mark, event.end_mark
        assert start is not None  # read from text, every event has marks
        assert end is not None
        return Span(self._source, start.index + self.shift, end.index + self.shift)

    def _decorated(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.anchor is not None:
            self._problems.add(messages.anchor(self._span(event)))
        if event.tag is not None:
            self._problems.add(messages.tag(self._span(event)))

    def _document(self, event: yaml.DocumentStartEvent) -> None:
        self._documents += 1
        if event.version or event.tags:
            self._problems.add(messages.directive(self._span(event)))
        if self._documents > 1:
            self._problems.add(messages.second_document(self._span(event)))
            raise _GivenUp

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        style = _STYLES.get(event.style, "plain")
        span = self._span(event)
        steering = first_steering(event.value)
        if steering:  # by an escape in double quotes
            self._problems.add(messages.steering(span, steering))
        if event.anchor is not None or event.tag is not None:
            return Scalar(event.value, "quoted", span)  # reported already; the slice is no text of a rule
        match style:
            case "plain":
                return Scalar(event.value, style, span)
            case "quoted":
                return Scalar(event.value, style, Span(self._source, span.start + 1, span.end - 1))
            case "literal" | "folded":
                return Scalar(event.value, style, self._block(span))
            case _:
                assert_never(style)

    def _block(self, span: Span) -> Span:
        """The lines under the header line of `|` or `>`, without the white space around them."""
        text = span.text
        header_end = text.find("\n")
        if header_end < 0 or not text[header_end:].strip():
            return Span(self._source, span.start, span.start + 1)
        content = text[header_end:]
        start = span.start + header_end + len(content) - len(content.lstrip())
        return Span(self._source, start, span.start + len(text.rstrip()))

    def _begin(self, event: yaml.CollectionStartEvent) -> None:
        if len(self._open) >= DEEPEST:
            self._problems.add(messages.too_deep(self._span(event), DEEPEST))
            raise _GivenUp
        mapping = isinstance(event, yaml.MappingStartEvent)
        self._open.append(_Open(self._span(event).start, mapping, bool(event.flow_style)))

    def _finish(self, end: int) -> None:
        done = self._open.pop()
        if not done.flow:
            end = self._last_end(done)
        span = Span(self._source, done.start, end)
        self._put(Mapping(tuple(done.entries), span) if done.mapping else Sequence(tuple(done.items), span))

    def _last_end(self, done: _Open) -> int:
        """A block ends with its last value; YAML's own end is the start of whatever comes next."""
        if done.mapping and done.entries:
            last = done.entries[-1]
            return max(last.key.span.end, last.value.span.end)
        return done.items[-1].span.end if done.items else done.start

    def _put(self, node: Node) -> None:
        self._nodes += 1
        if self._nodes > MOST_VALUES:
            self._problems.add(messages.too_many_values(node.span, MOST_VALUES))
            raise _GivenUp
        if not self._open:
            self.root = node
        elif not self._open[-1].mapping:
            self._open[-1].items.append(node)
        elif self._open[-1].key is None:
            self._open[-1].key = self._key(node)
        else:
            self._enter(self._open[-1], self._open[-1].key, node)

    def _key(self, node: Node) -> Scalar:
        if not isinstance(node, Scalar):
            self._problems.add(messages.key_is_no_text(node.span))
            return Scalar("", "quoted", node.span)
        if node.style in ("literal", "folded"):
            self._problems.add(messages.key_is_no_text(node.span))
        if node.style == "plain" and node.text == "<<":
            self._problems.add(messages.merge_key(node.span))
        return node

    def _enter(self, mapping: _Open, key: Scalar, value: Node) -> None:
        mapping.key = None
        first = mapping.seen.setdefault(key.text, key)
        if first is not key:
            if not _empty_since(mapping, first):
                self._problems.add(messages.duplicate_key(key.text, key.span, first.span))
            return
        mapping.entries.append(Entry(key, value))


def _empty_since(mapping: _Open, first: Scalar) -> bool:
    """Whether a later key of a block has no value, so that the keys after it were surely meant to be inside it."""
    later = [entry for entry in mapping.entries if entry.key.span.start > first.span.start]
    return not mapping.flow and any(isinstance(e.value, Scalar) and e.value.is_null for e in later)
