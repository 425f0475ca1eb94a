"""Whatever is written into a rulebook, it ends in a game that plays or in problems with their places."""

from __future__ import annotations

from random import Random

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.fuzz import harnesses, seeds
from tests.fuzz.mutations import mutated
from tests.fuzz.shapes import Tree, rulebooks
from tests.fuzz.test_events import events

SLOWLY = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.mark.parametrize("group", range(2))
def test_what_the_fuzzer_begins_with(group: int) -> None:
    """A part of it; a run of the fuzzer takes all."""
    for text in seeds.rulebooks()[group::8]:
        harnesses.rulebook(text.encode())


@SLOWLY
@given(rulebooks(), st.sampled_from([None, True, False]))
def test_rulebooks_drawn_from_the_schema(tree: Tree, flow: bool | None) -> None:
    harnesses.rulebook(
        yaml.safe_dump(tree, default_flow_style=flow, sort_keys=False, allow_unicode=True).encode()
    )


@SLOWLY
@given(events())
def test_streams_of_yaml_events(stream: list[yaml.Event]) -> None:
    harnesses.rulebook(yaml.emit(stream, allow_unicode=True).encode())


@SLOWLY
@given(
    st.sampled_from(seeds.rulebooks()), st.sampled_from(seeds.rulebooks()), st.randoms(use_true_random=False)
)
def test_rulebooks_changed_as_no_author_would(text: str, other: str, luck: Random) -> None:
    harnesses.rulebook(mutated(text, [other], seeds.words(), luck).encode("utf-8", "replace"))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
@example(b"")
@example(b"\xef\xbb\xbf")
@example(b"\xef\xbb\xbfrulebook: 1\r\nname: a\r\n")
@example(b"\xff\xfer\x00u\x00")
@example("rulebook: 1\u2028name: a\x85title: b".encode())
@example(b"rulebook: 1\rname: a\rplayers: 2\r")
@example(b"a:\t1\n\tb: 2")
@example(b"a: \x00")
@example(b"a: \x1b[31m")
@example("a: \ud800".encode("utf-8", "surrogatepass"))
def test_bytes(data: bytes) -> None:
    harnesses.rulebook(data)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=100))
def test_texts(text: str) -> None:
    harnesses.rulebook(text.encode("utf-8", "surrogatepass"))
