"""Limits and checks of what strangers send."""

from __future__ import annotations

import re

import pytest

from rulewright.serve.doors import hostname, is_same_site
from rulewright.serve.limits import Bucket, Buckets
from rulewright.serve.orders import name_in, new_table
from rulewright.serve.settings import Limits
from rulewright.serve.tokens import fits, hashed, new_table_id, new_token
from rulewright.serve.workers import Refused

LIMITS = Limits()


def test_a_bucket_allows_a_burst_and_then_a_rate() -> None:
    bucket = Bucket(rate=2, burst=3)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1.0) for _ in range(3)] == [True, True, False]
    assert bucket.take(1000.0)


def test_each_address_has_its_own_bucket() -> None:
    buckets = Buckets(rate=0.001, burst=1)
    assert [buckets.take(each, 0.0) for each in "aab"] == [True, False, True]


def test_tokens_fit_their_hashes_only() -> None:
    token = new_token()
    assert len(token) >= 32
    assert len(new_table_id()) >= 12
    assert fits(token, hashed(token))
    assert not any(
        (
            fits(None, hashed(token)),
            fits(token, None),
            fits("", hashed(token)),
            fits(hashed(token), hashed(token)),
        )
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [("Ann", "Ann"), ("  Ann \n B ", "Ann B"), ("a\x00\x1b[31mb\u202e", "a[31mb"), ("", None), ("\x07", None), (7, None), ("x" * 99, "x" * 40)],
)  # fmt: skip
def test_names_have_one_line_of_printable_characters(text: object, name: str | None) -> None:
    assert name_in(text, LIMITS) == name


@pytest.mark.parametrize(
    "data",
    [None, [], {"seats": [7]}, {"seats": [{"sort": "king"}]}, {"seats": [{}] * 65}, {"rulebook": 7}, {"house_rules": "x"},
     {"house_rules": [1]}, {"house_rules": ["x"] * 9}, {"options": {"a": [1]}}, {"dice": "loaded"}, {"players": "2"},
     {"options": {str(each): 1 for each in range(201)}}],
)  # fmt: skip
def test_orders_of_another_form_are_refused(data: object) -> None:
    with pytest.raises(Refused):
        new_table(data, True, LIMITS)


def test_a_server_without_uploads_takes_no_texts() -> None:
    for data in ({"rulebook": "x"}, {"house_rules": ["x"]}):
        with pytest.raises(Refused, match="takes no rulebooks"):
            new_table(data, False, LIMITS)
    assert new_table({"game": "x"}, False, LIMITS).game == "x"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"player": 2}, "`player` is no key of a new table; did you mean `players`?"),
        ({"seats": [{"x" * 99: 1}]}, f"`{'x' * 39}…` is no key of a seat. It has sort, bot and name."),
    ],
)
def test_a_key_that_means_nothing_is_refused(data: dict[str, object], says: str) -> None:
    with pytest.raises(Refused, match=re.escape(says)) as refused:
        new_table(data, True, LIMITS)
    assert refused.value.answer["problems"] == []


def test_a_request_is_of_the_same_site_if_its_page_is() -> None:
    assert is_same_site({"host": "a.example:80"})
    assert is_same_site({"host": "a.example", "origin": "https://a.example"})
    for origin in ("https://b.example", "null", "http://a.example:81", ""):
        assert not is_same_site({"host": "a.example", "origin": origin})


@pytest.mark.parametrize(
    ("host", "name"),
    [("A.example:80", "a.example"), ("[::1]:80", "::1"), ("", ""), ("[", ""), ("1.2.3.4", "1.2.3.4")],
)
def test_names_of_hosts(host: str, name: str) -> None:
    assert hostname(host) == name
