"""The site: its navigation, its links and the pages of its interface. `python -m docs.site.make` makes it, which CI does once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright as rw
from docs.site import check, docstrings, interface, navigation, pages
from tests.offenders import assert_none


def everything() -> set[str]:
    """All pages of the site, by their paths in `docs/`."""
    generated = {f"reference/interface/{name}" for name, _ in interface.pages()}
    return {*pages.sources(), *generated, "house-rules/README.md"}


def test_every_page_is_in_the_navigation_once() -> None:
    listed = [page for section in navigation.sections(everything()) for page in section.pages]
    listed += [
        page
        for section in navigation.sections(everything())
        for below in section.below.values()
        for page in below
    ]
    assert sorted(listed) == sorted(everything())


def test_a_page_without_a_place_and_a_place_without_a_page_are_refused() -> None:
    text = '[[section]]\ntitle = "Learn"\npages = ["a.md", "how/*.md"]\n'
    assert navigation.sections({"a.md", "how/b.md"}, text)[0].pages == ["a.md", "how/b.md"]
    with pytest.raises(ValueError, match=r"no place for deep/how/c\.md"):
        navigation.sections({"a.md", "deep/how/c.md"}, text)
    with pytest.raises(ValueError, match=r"there is no a\.md"):
        navigation.sections({"how/b.md"}, text)


def test_every_public_name_is_on_a_page_of_the_interface() -> None:
    listed = [name for names in interface.GROUPS.values() for name in names]
    assert sorted(listed) == sorted(set(rw.__all__) - {"__version__"})


def test_every_public_name_has_a_docstring_of_its_own() -> None:
    names = [name for name in interface.HERE | set(rw.__all__) if name[:1].islower()]
    assert_none(name for name in names if not (getattr(rw, name).__doc__ or "").strip())


@pytest.mark.parametrize(
    ("link", "turned"),
    [
        ("[a](embed.md#the-loop)", "[a](embed.md#the-loop)"),
        ("[a](../games)", "[a](../games/index.md)"),
        ("[a](../README.md)", "[a](../all-pages.md)"),
        ("[a](../../README.md)", "[a](../index.md)"),
        ("[a](../../CHANGELOG.md)", "[a](../changelog.md)"),
        ("[a](../tutorial/notebook.ipynb)", "[a](../tutorial/notebook.md)"),
        ("[a](../../rulebooks/cinco.rulebook.yaml)", "[a](../files/rulebooks/cinco.rulebook.yaml)"),
        ("[a](../../rulebooks)", "a"),
        ("[a](https://example.org/b.md)", "[a](https://example.org/b.md)"),
        ("![a](../pictures/table.png)", "![a](../pictures/table.png)"),
        ("[two\nlines](embed.md)", "[two\nlines](embed.md)"),
        ("```text\n[a](../games)\n```", "```text\n[a](../games)\n```"),
    ],
)
def test_links_lead_to_pages_of_the_site(link: str, turned: str) -> None:
    linking = pages.Linking(pages.sources())
    assert linking.text("how-to/play-many-games.md", link) == f"{turned}\n"


def test_docstrings_become_text_with_code_and_examples() -> None:
    lines = ["`a*b` and *c of d_", "", "    print(1)", "", "    print(2)", "", "More."]
    found = docstrings.in_rst(lines)
    assert found[:2] == [r"``a*b`` and \*c of d\_", ""]
    assert found[2:7] == ["::", "", "    print(1)", "", "    print(2)"]
    assert found[-1] == "More."


def test_broken_links_and_what_is_loaded_from_elsewhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "index.html").write_text(
        '<h2 id="here">Here</h2><a href="#here"></a><a href="#gone"></a><a href="sub/"></a><a href="none.html"></a>'
        '<a href="https://example.org/"></a><script src="https://example.org/a.js"></script>',
        encoding="utf-8",
    )
    (tmp_path / "sub" / "index.html").write_text('<a href="../index.html#here"></a>', encoding="utf-8")
    (tmp_path / "a.css").write_text("@import 'https://example.org/a.css';", encoding="utf-8")
    assert list(check.mistakes(tmp_path)) == [
        "index.html loads https://example.org/a.js",
        "index.html: #gone",
        "index.html: none.html",
        "a.css loads something from elsewhere",
    ]


def test_the_landing_page_leads_each_kind_of_users_on() -> None:
    landing = (pages.DOCS / pages.LANDING).read_text(encoding="utf-8")
    first = navigation.sections(everything())[0].pages
    assert re.findall(r"\(\.\./(start/\w+\.md)\)", landing) == first
