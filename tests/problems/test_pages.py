"""A page on a problem is read when it is asked for, and one that is not as it should be says what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.problems.pages import Code, Pages, page_of

PAGE = """---
stage: names
order: 20
---
# no-thing: a thing that nothing declares

Declare it.

    kept: as it is

```yaml parent
name: parent
```

```yaml wrong
a: [b]

c: d
```

```yaml right
a: []
```
"""


def test_a_page_says_all_there_is_to_a_code() -> None:
    assert page_of("no-thing", PAGE) == Code(
        code="no-thing",
        title="a thing that nothing declares",
        explanation="Declare it.\n\n    kept: as it is",
        stage="names",
        order=20,
        bad="a: [b]\n\nc: d",
        good="a: []",
        parent="name: parent",
    )


def test_prose_after_an_example_and_other_fences_are_part_of_the_explanation() -> None:
    after = "\nMore of it.\n\n```text\na table\n```\n"
    assert page_of("no-thing", PAGE + after).explanation.endswith("\n\nMore of it.\n\n```text\na table\n```")


def test_examples_may_be_missing() -> None:
    page = page_of("no-thing", PAGE[: PAGE.index("```")])
    assert (page.bad, page.good, page.parent) == ("", "", "")
    assert (
        page.to_markdown()
        == "# no-thing: a thing that nothing declares\n\nDeclare it.\n\n    kept: as it is\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("# no-thing:", "# nothing:", r"no-thing\.md: expected .* the heading `# no-thing: "),
        ("stage: names\n", "", r"no-thing\.md: expected `---`, `stage: "),
        ("stage: names", "stage: nouns", r"no-thing\.md: `nouns` is not a stage; those are document, "),
        ("yaml wrong", "yaml bad", r"no-thing\.md: an example is `yaml wrong`"),
        ("yaml wrong", "yaml", r"no-thing\.md: an example is `yaml wrong`"),
        ("yaml wrong", "yaml right", r"no-thing\.md: .* each once"),
    ],
)
def test_a_slip_in_a_page_says_what_was_expected(old: str, new: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        page_of("no-thing", PAGE.replace(old, new))


def folder(at: Path, **pages: str) -> Path:
    for code, text in pages.items():
        (at / f"{code}.md").write_text(text.replace("no-thing", code), encoding="utf-8")
    return at


def test_only_the_page_that_is_asked_for_is_read(tmp_path: Path) -> None:
    pages = Pages(folder(tmp_path, wanted=PAGE, broken="not a page"))
    assert pages["wanted"].title == "a thing that nothing declares"
    assert "broken" in pages
    with pytest.raises(ValueError, match=r"broken\.md"):
        pages["broken"]


def test_only_codes_that_have_a_page_are_found(tmp_path: Path) -> None:
    within = folder(tmp_path, wanted=PAGE)
    (within / "deeper").mkdir()
    folder(within / "deeper", other=PAGE)
    pages = Pages(within)
    assert len(pages) == 1
    assert [name for name in ("Wanted", "deeper/other", "deeper", "", "wanted.md") if pages.get(name)] == []


def test_codes_are_listed_by_stage_and_order_and_then_by_name(tmp_path: Path) -> None:
    unordered = PAGE.replace("order: 20\n", "")
    later = PAGE.replace("20", "100")
    first = unordered.replace("names", "document")
    pages = Pages(folder(tmp_path, b=unordered, a=unordered, c=later, d=PAGE, z=first))
    assert list(pages) == ["z", "d", "c", "a", "b"]
