"""What the change is that is compared, told by its own words and as a part of a page."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from rulewright.author.changes import html
from rulewright.author.changes.words import MOST_LINES
from rulewright.author.comparison.change import OwnWords, additions, own_words
from rulewright.author.diff import diff
from rulewright.pipeline import Book, open_book

RACE = """\
rulebook: 1
name: race
title: Race
about: Who is first.
players: 2
variables: {points: {per: players, type: 0..1000}}
pieces: {dice: {count: 1, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
phases: {turn: {actions: {roll: {do: [{roll: tray}, {add: tray.face, to: me.points}, end_turn]}}}}
end: {over: {at: round, when: any(p.points > 9 for p in players), result: highest points}}
variants:
  quiet: {title: Quiet Race, about: Nobody speaks., add: {define: {hushed: 1}}}
  plain: {add: {define: {more: 2}}}
"""
HASTE = "rulebook: 1\nname: haste\nextends: race\nabout: |\n  Six points\n  are <b>enough</b>.\nchange: {end: {over: {when: any(p.points > 5 for p in players)}}}\n"
MUTE = "rulebook: 1\nname: mute\nextends: race\nadd: {define: {more: 1}}\n"
FURTHER = "rulebook: 1\nname: further\nextends: haste\ntitle: Further\nadd: {define: {far: 3}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("race", RACE), ("haste", HASTE), ("mute", MUTE), ("further", FURTHER)):
        kind = "rulebook" if name == "race" else "overlay"
        Path(f"{name}.{kind}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def opened(game: str = "race", overlays: Iterable[str] = (), variant: str | None = None) -> Book:
    return open_book(game, overlays=list(overlays), variant=variant, engine="reference")


def told(books: tuple[Book, Book], games: tuple[str, str]) -> OwnWords:
    a, b = (additions(book, game) for book, game in zip(books, games, strict=True))
    return own_words(a, b)


HASTE_TOLD = "haste: Six points are <b>enough</b>."


def test_house_rules_that_one_side_has_say_what_they_do(folder: Path) -> None:
    plain, haste = opened(), opened(overlays=["haste"])
    assert told((plain, haste), ("race", "race")) == ((), (HASTE_TOLD,))
    assert told((haste, plain), ("race", "race")) == ((HASTE_TOLD,), ())
    assert told((haste, haste), ("race", "race")) == ((), ())
    assert told((plain, opened("haste")), ("race", "haste.overlay.yaml")) == ((), (HASTE_TOLD,))
    assert told((haste, opened("haste")), ("race", "haste")) == ((), ())


def test_house_rules_of_house_rules_are_told_in_their_order(folder: Path) -> None:
    further = opened("further")
    assert told((opened(), further), ("race", "further")) == ((), (HASTE_TOLD, "Further"))
    assert told((opened("haste"), further), ("haste", "further")) == ((), ("Further",))


def test_what_says_nothing_about_itself_is_told_by_the_command_alone(folder: Path) -> None:
    assert told((opened(), opened(overlays=["mute"])), ("race", "race")) == ((), ())
    assert told((opened(), opened(variant="plain")), ("race", "race")) == ((), ())


def test_a_variant_is_told_by_its_title(folder: Path) -> None:
    quiet = opened(variant="quiet")
    assert told((opened(), quiet), ("race", "race")) == ((), ("Quiet Race: Nobody speaks.",))
    assert told((quiet, quiet), ("race", "race")) == ((), ())


def test_a_diff_on_a_page_has_both_sides_of_each_change(folder: Path) -> None:
    page = html.to_html(diff(opened(), opened(overlays=["haste"]), examples=False))
    assert page.startswith(
        "<details open>\n<summary>What is different. Rules: 1 changed.</summary>\n<table>\n"
    )
    row = "<tr><th><code>end.over.when</code></th><td><pre>any(p.points &gt; 9 for p in players)</pre></td><td><pre>any("
    assert row in page
    assert page.endswith("</tbody>\n</table>\n</details>\n")


def test_what_one_side_only_has_leaves_the_other_cell_empty(folder: Path) -> None:
    page = html.to_html(diff(opened(), opened(overlays=["mute"]), examples=False))
    assert "<th><code>define.more</code> (new)</th><td></td><td><pre>more: 1</pre></td></tr>" in page


def test_no_difference_is_no_table(folder: Path) -> None:
    assert html.to_html(diff(opened(), opened(), examples=False)) == ""


def test_much_is_closed_and_very_much_is_counted(folder: Path) -> None:
    def page(number: int, lines: int = 1) -> str:
        names = "".join(f"    n{each}: {each}\n" for each in range(number))
        rows = "".join(f"      {each}: {each}\n" for each in range(lines))
        table = f"  tables:\n    t:\n      of: 0..{lines}\n      rows:\n" + rows.replace("      ", "        ")
        text = f"rulebook: 1\nname: many\nextends: race\nadd:\n  define:\n{names}{table}        {lines}: 9\n"
        Path("many.overlay.yaml").write_text(text, encoding="utf-8")
        return html.to_html(diff(opened(), opened(overlays=["many"]), examples=False))

    some = page(7, MOST_LINES + 5)
    assert some.startswith("<details>\n")
    assert "<code>define.n6</code>" in some
    assert " more lines</pre>" in some
    many = page(60)
    assert (
        "<tr><th><code>define</code></th><td>60 only in B (n0, n1, n2, n3, n4, n5 and 54 more)</td></tr>"
        in many
    )
    assert "(new)" not in many
