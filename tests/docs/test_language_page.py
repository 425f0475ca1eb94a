"""The page that holds the whole language is short, and leaves nothing out."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.document.shape.shapes import schema
from rulewright.expression.from_text import Start, parse
from rulewright.expression.tables import grammar
from rulewright.language import builtins
from rulewright.language.effects import EFFECTS, WORDS
from rulewright.language.shapes import SHAPES
from rulewright.problems.problem import Problems
from rulewright.source.text import Source, Span
from tests.offenders import assert_none
from tests.package import TOP

DOCS = TOP / "docs"
PAGE = (DOCS / "reference" / "the-language-on-a-page.md").read_text("utf-8")
MOST_WORDS = 8_000


def test_it_has_at_most_8000_words() -> None:
    assert len(PAGE.split()) <= MOST_WORDS


def test_it_names_every_key() -> None:
    keys = {key for kind in ("rulebook", "overlay", "fragment") for key in schema(kind).all_keys()}
    assert_none(sorted(key for key in keys if not re.search(rf"`{key}`|\b{key}:", PAGE)))


def test_it_names_every_built_in_and_effect() -> None:
    items = (
        *builtins.NAMES, *builtins.IN_EXAMPLES, *builtins.FUNCTIONS, *builtins.AGGREGATES, builtins.NTH, *builtins.ATTRIBUTES,
        *builtins.DOMAINS,
    )  # fmt: skip
    assert_none(item.form for item in items if item.form not in PAGE)
    assert_none(form.form for verb in EFFECTS for form in verb.forms if form.form not in PAGE)
    assert_none(word for word in WORDS if word not in PAGE)
    assert_none(shape for shape in SHAPES if f"`{shape}`" not in PAGE)


def test_it_has_every_word_of_expressions() -> None:
    words = set(re.findall(r"(?m)^[A-Z.0-9]+: /([a-z]+)", grammar())) | set(
        re.findall(r"\| /([a-z]+)\\b/", grammar())
    )
    assert {"otherwise", "through", "mod", "before"} <= words
    assert_none(sorted(word for word in words if not re.search(rf"\b{word}\b", PAGE)))


def test_expressions_in_its_table_are_expressions() -> None:
    rows = re.findall(r"(?m)^\| (.*) \| .* \|$", PAGE.split("## Expressions")[1].split("\n- ")[0])
    quoted = [text for row in rows for text in re.findall(r"`([^`]+)`", row)]
    written = [text for text in quoted if re.search(r"\w", text) and not text.isalpha()]  # not `!=` and `mod`
    assert len(written) > 10
    assert_none(text for text in written if not is_expression(text))


def is_expression(text: str) -> bool:
    """Whether a text is a whole expression or a domain."""
    span = Span(Source("page", text), 0, len(text))
    starts: tuple[Start, ...] = ("expr", "domain")
    return any(parse(span, start, Problems()) is not None for start in starts)


def test_llms_txt_leads_to_pages_that_exist() -> None:
    text = (DOCS / "llms.txt").read_text("utf-8")
    title, _, summary = text.split("\n")[:3]
    assert title == "# Rulewright"
    assert summary.startswith("> ")
    links = re.findall(r"^- \[[^\]]+\]\(([^)]+)\): \S", text, re.M)
    assert len(links) > 10
    assert_none(link for link in links if not (DOCS / Path(link)).is_file())
