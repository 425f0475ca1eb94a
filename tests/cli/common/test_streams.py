"""What reaches the terminal: no character of any text steers it, and streams that are closed are no internal error."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import click
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright.cli.common.streams import own, shown, styled
from rulewright.cli.main import main
from rulewright.problems.problem import RulebookError
from rulewright.problems.terminal import STEERING
from tests.cli.conftest import Run
from tests.offenders import assert_none
from tests.package import MODULES, found_in, name_of, text_of

HOSTILE = "\x1b[2J\x1b]0;t\x07\r\x08\x7f\x9b31m\u202e\u2028\u200bx\x1b[31m"
STEERS = re.compile(f"[{STEERING}]")
STYLE = re.compile(r"\x1b\[[0-9;]*m|\r\n")
texts = st.text(st.characters(exclude_categories=()) | st.sampled_from(HOSTILE), max_size=20)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError


def printed(patch: pytest.MonkeyPatch, *arguments: str, typed: str = "", terminal: bool = False) -> str:
    """What a command writes on stdout and stderr, as a terminal gets it."""
    out, err = (Terminal() if terminal else io.StringIO() for _ in range(2))
    patch.setattr("sys.stdin", io.StringIO(typed))
    patch.setattr("sys.stdout", out)
    patch.setattr("sys.stderr", err)
    assert main([*arguments]) != 3, err.getvalue()
    return out.getvalue() + err.getvalue()


def steering(text: str) -> list[str]:
    return STEERS.findall(STYLE.sub("", text))


@given(text=texts)
@example(text=HOSTILE)
@example(text="\r\n")
def test_no_text_steers_the_terminal(text: str) -> None:
    assert steering(shown(text)) == []
    assert steering(shown(f"{styled('ours', bold=True)}{text}")) == []
    assert shown(styled(text, fg="red")) == click.style(shown(text), fg="red")
    assert shown(text).count("\n") == text.count("\n")


def test_what_is_ours_steers_it() -> None:
    assert shown(own("\x1b[2J") + "\x1b[2J") == "\x1b[2J␛[2J"


COMMANDS = (
    ("rules", "{}"), ("play", "{}"), ("show", "{}"), ("test", "{}"), ("explain", "{}"), ("trace", "pig", "{}"),
    ("simulate", "pig", "--games", "1", "--set", "{}"), ("play", "pig", "--names", "{},B"), ("validate", "{}", "--with", "{}"),
    ("simulate", "pig", "--games", "1", "--games-csv", "{}"), ("new", "{}"), ("diff", "pig", "{}"), ("{}",),
    ("replay", "{}"), ("play", "--resume", "{}"), ("simulate", "pig", "--bots", "{}"), ("ir", "pig", "--players", "{}"),
)  # fmt: skip


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("terminal", [False, True])
def test_no_argument_steers_the_terminal(
    arguments: tuple[str, ...], terminal: bool, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm")
    for text in (HOSTILE, f"{HOSTILE}=1", "a\x1b[31mb"):
        told = printed(monkeypatch, *(each.format(text) for each in arguments), terminal=terminal)
        assert steering(told) == []
        assert "\x1b[31mb" not in told, "a style that is not ours"


@settings(max_examples=20)
@given(line=texts)
@example(line=HOSTILE)
@example(line="save \x1b[2J.json")
@example(line="why \x1b[2J")
def test_no_line_that_is_typed_steers_the_terminal(line: str) -> None:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.chdir(folder)
        told = printed(patch, "play", "pig", typed=line.replace("\n", " ") + "\nquit\n")
    assert steering(told) == []


def test_a_record_from_somebody_else_steers_nothing(
    run: Run, dice_game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("play", dice_game, typed="roll\nkeep\nquit\n")
    path = Path("dare.record.json")
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept["names"] = [f"A{HOSTILE}\udc9b", "B"]
    path.write_text(json.dumps(kept), encoding="utf-8")
    for arguments in (("replay", str(path)), ("play", "--resume", str(path)), ("trace", str(path))):
        told = printed(monkeypatch, *arguments, typed="roll\nquit\n")
        assert steering(told) == []
    for key in kept:
        path.write_text(json.dumps({**kept, key: HOSTILE}), encoding="utf-8")
        assert steering(printed(monkeypatch, "replay", str(path))) == []
        assert steering(printed(monkeypatch, "play", "--resume", str(path))) == []


def test_json_keeps_what_it_holds(run: Run, dice_game: str) -> None:
    name = f"no\x9b\u202e{dice_game}"
    Path(name).write_text("rulebook: 1\n", encoding="utf-8")
    ended = run("validate", name, "--format", "json")
    assert steering(ended.out) == []
    assert json.loads(ended.out)[0]["file"] == name


ESCAPES = ('"\\e[2J"', '"\\x9b"', '"\\0"', '"a\\u202eb"', '"\\r"', '"\\u200b"', '"\\L"')
RAW = ("\u202e", "\u2066", "\u200b", "\u2028", "\x85")
BOOK = "rulebook: 1\nname: it\ntitle: {}\nplayers: 2\nphases: {{turn: {{actions: {{go: {{do: [end_turn]}}}}}}}}\nend: {{late: {{when: round > 2, result: draw}}}}\n"


@pytest.mark.parametrize("title", [*ESCAPES, *(f"a{each}b" for each in RAW)])
def test_a_rulebook_with_such_a_character_is_refused_with_its_place(title: str) -> None:
    for text in (
        BOOK.format(title),
        BOOK.format("It").replace("go:", f"go: # {title}\n       ") if title[1] in RAW else "",
    ):
        if text:
            with pytest.raises(RulebookError) as refused:
                rw.load_text(text)
            assert any(
                re.search(r"non-printable character.*U\+", problem.message)
                for problem in refused.value.problems
            )


@pytest.mark.parametrize(
    "title", ['"\\tA\\nB"', "Ταύρος", "שש־בש", "👨\u200d👩\u200d👧", "می\u200cخواهم", '"\\xe9"']
)
def test_other_scripts_are_fine(title: str) -> None:
    assert rw.load_text(BOOK.format(title)).title


@pytest.mark.parametrize("kind", ["overlay", "fragment"])
def test_house_rules_and_fragments_are_refused_as_well(kind: str, run: Run, dice_game: str) -> None:
    Path(f"it.{kind}.yaml").write_text(
        'rulebook: 1\nname: it\nabout: "\\e[2J"\n' + ("extends: dare\n" if kind == "overlay" else "")
    )
    ended = run("validate", f"it.{kind}.yaml")
    assert ended.status == 1
    assert "non-printable character (U+001B)" in ended.out


# ------------------------------------------------------------------------------------------------ closed streams

CLOSED = {
    "simulate pig --games 4 >&-": (2, "standard output cannot be written: it is closed"),
    "validate pig >&-": (2, "standard output cannot be written: it is closed"),
    "list > /dev/full": (2, "standard output cannot be written: the disk is full"),
    "rules pig --format json > /dev/full": (2, "standard output cannot be written: the disk is full"),
    "play pig <&-": (2, "no moves can be typed: standard input is closed"),
    "validate - <&-": (2, "standard input is closed"),
    "simulate pig --games 4 2>&-": (0, ""),
    "simulate pig --games 4 2>/dev/full": (0, ""),
    "simulate pig --games 4 --jobs 2 <&- 2>&-": (0, ""),
    "play pig --bots random,random <&-": (0, ""),
    "validate pig <&- >&- 2>&-": (2, ""),
    "list 2>&1 | true": (0, ""),
    "--version | true": (0, ""),
    "--version > /dev/full": (2, "standard output cannot be written: the disk is full"),
    "--version >&-": (2, "standard output cannot be written: it is closed"),
    "--version >&- 2>&-": (2, ""),
    "rules pig 2> >(true)": (0, ""),
}


@pytest.mark.parametrize("asked", CLOSED)
def test_a_stream_that_is_closed_is_one_sentence(asked: str, tmp_path: Path) -> None:
    status, said = CLOSED[asked]
    command = f"set -o pipefail; {sys.executable} -m rulewright {asked}"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ended.returncode == status
    assert said in ended.stderr
    assert not re.search("internal error|Traceback|Exception ignored", ended.stdout + ended.stderr)


ENDLESS = """
import sys, time
from rulewright.document import library
def read(path):
    sys.stderr.write("reading")
    sys.stderr.flush()
    time.sleep(60)
library.read = read
from rulewright.cli.main import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    "asked", ["validate pig", "diff pig cinq-o", "rules pig", "simulate pig", "show pig", "play pig"]
)
def test_ctrl_c_says_one_sentence(asked: str) -> None:
    command = [sys.executable, "-c", ENDLESS, *asked.split()]
    with subprocess.Popen(command, text=True, stderr=subprocess.PIPE) as running:
        assert running.stderr is not None
        assert running.stderr.read(7) == "reading"
        running.send_signal(signal.SIGINT)
        assert running.stderr.read() == "\nStopped.\n"
        assert running.wait(30) == 130


def test_nothing_goes_round_the_one_place() -> None:
    """Styles and controls are made in `cli.common.streams`, and nothing is written below it."""
    direct = re.compile(
        r"click\.(?:style|secho|clear)\(|std(?:out|err)\.buffer|__std(?:out|err)__|os\.write\([12]"
    )
    others = [path for path in MODULES if name_of(path) != "cli/common/streams.py"]
    assert_none(found_in(lambda path: direct.findall(text_of(path)), others))
