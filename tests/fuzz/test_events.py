"""Streams of YAML events as a printer takes them: what YAML can say, used by rulebooks or not."""

from __future__ import annotations

from typing import TypeAlias

import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.seeds import keys
from tests.fuzz.shapes import NAMES, expressions

Events: TypeAlias = list[yaml.Event]

_texts = st.one_of(st.sampled_from([*keys(), *NAMES]), expressions, st.text(max_size=8))
_styles = st.sampled_from([None, None, None, "'", '"', "|", ">"])
_rarely = st.integers(0, 30).map(lambda luck: not luck)


@st.composite
def _scalar(draw: st.DrawFn) -> Events:
    anchor = draw(st.sampled_from(["a", "b"])) if draw(_rarely) else None
    tag = draw(st.sampled_from(["!x", "tag:yaml.org,2002:int"])) if draw(_rarely) else None
    return [yaml.ScalarEvent(anchor, tag, (tag is None, tag is None), draw(_texts), style=draw(_styles))]


def _collections(inner: st.SearchStrategy[Events]) -> st.SearchStrategy[Events]:
    flow = st.sampled_from([None, True, False])
    return st.one_of(
        st.builds(
            lambda items, flow: [
                yaml.SequenceStartEvent(None, None, True, flow_style=flow),
                *(event for item in items for event in item),
                yaml.SequenceEndEvent(),
            ],
            st.lists(inner, max_size=4),
            flow,
        ),
        st.builds(
            lambda entries, flow: [
                yaml.MappingStartEvent(None, None, True, flow_style=flow),
                *(event for key, value in entries for event in (*key, *value)),
                yaml.MappingEndEvent(),
            ],
            st.lists(st.tuples(_scalar(), inner), max_size=5),
            flow,
        ),
    )


nodes = st.recursive(_scalar(), _collections, max_leaves=25)


@st.composite
def events(draw: st.DrawFn) -> Events:
    """A stream of one document, seldom of two."""
    stream: Events = [yaml.StreamStartEvent()]
    for _ in range(2 if draw(_rarely) else 1):
        stream += [yaml.DocumentStartEvent(explicit=True), *draw(nodes), yaml.DocumentEndEvent(explicit=True)]
    return [*stream, yaml.StreamEndEvent()]


@given(events())
def test_they_can_be_printed_and_read(stream: Events) -> None:
    kinds = [type(event) for event in yaml.parse(yaml.emit(stream, allow_unicode=True))]
    assert kinds == [type(event) for event in stream]
