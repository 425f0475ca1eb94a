"""Formatting changes how a file looks, and nothing of what it says."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.author.formatting import comments
from rulewright.author.formatting.breaking import broken
from rulewright.author.formatting.formatted import formatted
from rulewright.author.formatting.spacing import spaced
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import sheet_for_all
from rulewright.document import from_yaml, library
from rulewright.document.bundled import rulebooks_folder
from rulewright.problems.problem import Problems
from rulewright.source.text import Source
from tests.package import TOP
from tests.slips.slip import spread

BUNDLED = sorted(rulebooks_folder().rglob("*.yaml"))
GAMES = [path for path in BUNDLED if not path.name.endswith(".fragment.yaml")]
SMALL = TOP / "tests" / "rulebooks"


def form(text: str) -> str:
    """The formatted text; what is formatted already stays."""
    result = formatted(Source("x.rulebook.yaml", text))
    assert not result.problems
    assert formatted(Source("x.rulebook.yaml", result.text)).text == result.text
    return result.text


def of(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["zones:", "  cup: { about: a cup , holds:  dice}"], ["zones:", "  cup: {holds: dice, about: a cup}"]),
        (["name: 'my-game'", "rulebook: 1"], ["rulebook: 1", "name: my-game"]),
        (['title: "yes"', 'name: "1"'], ['name: "1"', 'title: "yes"']),
        (["define: {all: sum( row.x )*2<= - 3}"], ["define: {all: sum(row.x) * 2 <= -3}"]),
        (["define:", "    a:  1", "    bc: 2"], ["define:", "  a:  1", "  bc: 2"]),
        (["define:", "  a:   1", "  bc: 2"], ["define:", "  a: 1", "  bc: 2"]),
        (["define:", "  a:   1", "  bc:  2", "  c:  3"], ["define:", "  a:  1", "  bc: 2", "  c:  3"]),
        (["define:", "    a: 1", "    bc: 2"], ["define:", "  a: 1", "  bc: 2"]),
        (["setup:", "- end_turn", "-  {to: 1,set: x}"], ["setup:", "  - end_turn", "  - {set: x, to: 1}"]),
        (["enums: {Suit: [ spades,hearts ]}"], ["enums: {Suit: [spades, hearts]}"]),
        (["", "", "name: a", "", "", "title: b", ""], ["name: a", "", "title: b"]),
        (["--- # a", "name: a  # b"], ["--- # a", "name: a  # b"]),
    ],
)  # fmt: skip
def test_a_form_for_each_thing(before: list[str], after: list[str]) -> None:
    assert form(of(*before)) == of(*after)


def test_words_open_an_entry_of_lines_and_close_one_on_a_line() -> None:
    assert form(of("define:", "  total:", "    is: 1", "    about: the sum")) == of(
        "define:", "  total:", "    about: the sum", "    is: 1"
    )
    assert form("define: {total: {about: the sum, is: 1}}\n") == "define: {total: {is: 1, about: the sum}}\n"


def test_what_an_author_named_stays_in_order() -> None:
    text = of(
        "options:", "  b: {type: bool, default: true}", "  a: {type: bool, default: true}",
        "phases:", "  turn:", "    actions:", "      play:", "        choose: {to: players, at: 1..3}", "        do: [end_turn]",
    )  # fmt: skip
    assert form(text) == text


def test_keys_around_an_unknown_one_stay_in_order() -> None:
    text = "zones: {cup: {about: a cup, hold: dice, start: all}}\n"
    assert form(text) == text


def test_long_texts_are_folded_and_long_entries_opened() -> None:
    words = " ".join(["word"] * 40)
    after = form(f"zones: {{cup: {{holds: dice, about: {words}}}}}  # here\n")
    assert after.startswith("zones:  # here\n  cup:\n    holds: dice\n    about: >-\n      word word")
    assert max(map(len, after.splitlines())) <= 120
    assert from_yaml.read(Source("x", after), Problems()) is not None


def test_a_long_expression_is_broken_where_it_binds_most_loosely() -> None:
    sums = " + ".join(f"sum(d.face for d in tray if d.face == {n})" for n in range(4))
    assert form(f"define: {{all: {sums} }}  # here\n") == of(
        "define:  # here", "  all: |", *(f"    {'+ ' * (n > 0)}sum(d.face for d in tray if d.face == {n})" for n in range(4))
    )  # fmt: skip
    assert broken("a - 1 if b and c else min(dd - -2, sum(p.xx for p in players if p.yy))", 24) == [
        "a - 1 if b and c", "else min(dd - -2,", "    sum(p.xx", "        for p in players", "        if p.yy))"
    ]  # fmt: skip
    assert broken("nothing_to_break(1)", 5) is None


def test_many_short_values_fill_lines() -> None:
    numbers = ", ".join(map(str, range(60)))
    assert form(f"examples: {{a: {{given: {{deck: [{numbers}]}}}}}}\n").count("\n") == 6


def test_comments_stay_with_what_they_are_about() -> None:
    text = of(
        "# at first",
        "name: a  # the name",
        "",
        "# two zones",
        "zones:  # a",
        "  # first",
        "  cup:",
        "    about: x  # words",
        "    # a fact",
        "    holds: dice",
        "    # after",
        "  # last",
        "end: {}",
        "# at last",
    )
    after = form(text)
    assert sorted(re.findall("#.*", after)) == sorted(re.findall("#.*", text))
    assert "    # a fact\n    holds: dice\n    about: x  # words\n    # after\n  # last\n" in after


def test_comments_inside_brackets_keep_their_lines() -> None:
    text = of("enums:", "  Suit: [spades,  # black", "         hearts]  # red")
    assert form(text) == text


def test_line_ends_are_kept() -> None:
    assert form("name:   a\r\ntitle: b\r\n") == "name: a\r\ntitle: b\r\n"


@pytest.mark.parametrize("text", ["name: [a\n", "name: &a b\n", "", "- a\n", "name: a\nname: b\n"])
def test_what_is_no_sound_yaml_is_refused_with_its_problems(text: str) -> None:
    result = formatted(Source("x.rulebook.yaml", text))
    assert result.problems
    assert not result.is_changed


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a-b", "a - b"), ("-a", "-a"), ("a *-b", "a * -b"), ("[ 1,2 ] of x", "[1, 2] of x"), ("not(a)", "not (a)"),
        ("x if -1<y else - y", "x if -1 < y else -y"), ("1 .. 5", "1..5"), ("6  cards", "6 cards"), ("f (x) . y", "f(x).y"),
        ("all( p.won  for p in players )", "all(p.won for p in players)"), ("rolls & 3", "rolls & 3"), ("(a)-(b)", "(a) - (b)"),
    ],
)  # fmt: skip
def test_spaces_in_expressions(text: str, after: str) -> None:
    assert spaced(text) == after
    assert spaced(after) == after


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.name.partition(".")[0])
def test_bundled_files_are_formatted(path: Path) -> None:
    assert form(path.read_text("utf-8")) == path.read_text("utf-8")


def held(text: str) -> list[str]:
    source = Source("x", text)
    tree = from_yaml.read(source, Problems())
    assert tree is not None
    return sorted(comment.text for comment in comments.find(source, tree))


def test_slips_are_formatted_with_all_their_comments() -> None:
    _slips_are_formatted(GAMES[::7], 12)


def test_many_slips_are_formatted_with_all_their_comments() -> None:
    _slips_are_formatted(None, 400)


def _slips_are_formatted(paths: list[Path] | None, count: int) -> None:
    """Mistakes that leave YAML behind are no hindrance; what is not YAML any more is refused."""
    done = 0
    for slip, text in spread(count, 22, paths=paths):
        source = Source(slip.file, slip.of(text))
        result = formatted(source)
        if result.problems:
            continue
        done += 1
        assert held(result.text) == held(source.text), str(slip)
        assert formatted(Source(slip.file, result.text)).text == result.text, str(slip)
    assert done > count / 2


def messy(text: str, chance: random.Random) -> str:
    """The text with spaces, empty lines and comments strewn in, most of which leave what it says."""
    lines: list[str] = []
    for number, line in enumerate(text.splitlines()):
        indent = line[: len(line) - len(line.lstrip())]
        if chance.random() < 0.1:
            lines.append("")
        if chance.random() < 0.1:
            lines.append(f"{indent}# note {number}")
        if chance.random() < 0.2:
            line = line.replace(": ", ":   ", 1)
        if chance.random() < 0.2:
            line = line.replace(", ", ",").replace("{", "{ ")
        if chance.random() < 0.1:
            line += f" # here {number}"
        lines.append(line)
    return "\n".join(lines)


def messy_files(paths: list[Path], seed: int) -> Iterator[tuple[Path, Source]]:
    chance = random.Random(seed)
    for path in paths:
        source = Source(path.name, messy(path.read_text("utf-8"), chance))
        problems = Problems()
        if from_yaml.read(source, problems) is not None and not problems.errors:
            yield path, source


def test_a_mess_is_formatted_with_all_its_comments() -> None:
    _a_mess_is_formatted(GAMES[::9])


def test_every_mess_is_formatted_with_all_its_comments() -> None:
    _a_mess_is_formatted([*GAMES, *sorted(SMALL.glob("*.yaml"))])


def _a_mess_is_formatted(paths: list[Path]) -> None:
    done = 0
    for path, source in messy_files(paths, 22):
        done += 1
        result = formatted(source)
        assert held(result.text) == held(source.text), path.name
        assert formatted(Source(path.name, result.text)).text == result.text, path.name
    assert done > len(paths) / 3


@pytest.mark.parametrize("name", ["tic-tac-toe"])
def test_a_messy_game_is_the_same_game(name: str) -> None:
    _is_the_same_game(next(path for path in GAMES if path.name.startswith(f"{name}.")))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.partition(".")[0])
def test_every_messy_game_is_the_same_game(path: Path) -> None:
    _is_the_same_game(path)


def _is_the_same_game(path: Path) -> None:
    """Keys are put into another order, spaces strewn in, and the result formatted: rules and sheet are those of the file."""
    text = path.read_text("utf-8")
    strewn = Source(str(path), "".join(map(strewn_in, text.splitlines(keepends=True))))
    after = formatted(Source(str(path), turned(strewn)))
    assert not after.problems
    before, now = (
        pipeline.open_source(library.demand(str(path))),
        pipeline.open_source(Source(str(path), after.text)),
    )
    assert now.game.fingerprint == before.game.fingerprint
    assert to_markdown(sheet_for_all(now)) == to_markdown(sheet_for_all(before))


def strewn_in(line: str) -> str:
    """A line with more spaces, unless they might be those of a text."""
    if "{" not in line or '"' in line:
        return line
    return re.sub(r", (?=[a-z_]+: )", ",  ", re.sub(r"^( *[a-z_]+): (?=[{\[])", r"\1:  ", line))


def turned(source: Source) -> str:
    """The text, with entries on one line turned round, which the formatter turns back where it means nothing."""
    return re.sub(r"\{set: ([^{}\[\],\"]+), to: ([^{}\[\],\"]+)\}", r"{to: \2, set: \1}", source.text)
