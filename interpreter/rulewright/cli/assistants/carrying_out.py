"""What a worker does with given texts: command lines, and the same checks, fixes and forms as data.

Commands run as they do for people, in the folder with the texts, so an assistant reads what an author would read.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Final

from rulewright.author.apply_fixes import mend
from rulewright.author.formatting.formatted import formatted
from rulewright.author.testing import checking
from rulewright.cli.assistants.given import Placed, is_text, placed, refuse_files, source_name
from rulewright.cli.main import main
from rulewright.document import library
from rulewright.problems.problem import Problem, RulebookError
from rulewright.problems.rendering import render
from rulewright.serve.worker.refusals import Answer, Refused
from rulewright.source.text import Source

Request = Mapping[str, Any]  # JSON
MOST_TEXT: Final = 60_000
"""Characters of an answer. Nobody reads more at once."""
MOST_SHOWN: Final = 20
"""Problems that an answer lists; the first ones often cause the others."""


def command(request: Request) -> Answer:
    """Run a command line. In its arguments `{0}` and `{1}` are the rulebooks that were given, `{with}` the house rules of the first."""
    books = [_in_own_folder(place, given) for place, given in enumerate(request["books"])]
    arguments: list[str] = []
    refuse_files(request.get("bots", ""))
    for argument in request["arguments"]:
        if argument.startswith("{with}"):
            option, book = argument.removeprefix("{with}").split(" ")
            arguments += [part for rule in books[int(book)].house_rules for part in (option, rule)]
        else:
            arguments.append(argument.format(*(book.rulebook for book in books)) if argument in _BOOKS else argument)  # fmt: skip
    return _run(arguments)


def validate(request: Request) -> Answer:
    """The problems of a rulebook with its house rules."""
    book = _in_own_folder(0, request["books"][0])
    found = checking.check(book.rulebook, list(book.house_rules), request.get("variant"))
    return {"fine": not any(each.severity == "error" for each in found), **told(found)}


def fix(request: Request) -> Answer:
    """A text after the corrections that are certain."""
    given = request["books"][0]
    if not is_text(given["rulebook"]):
        raise Refused("Only a text can be fixed: give the whole rulebook, not its name.")
    book = _in_own_folder(0, given)
    mended = mend(library.demand(book.rulebook), book.house_rules)
    done = [f"{each.message} (line {each.span.line})" for each in mended.done]
    return {"text": mended.after.text, "fixed": done, **told(mended.remaining)}


def format_text(request: Request) -> Answer:
    """A text in its canonical form."""
    text = request["books"][0]["rulebook"]
    if not is_text(text):
        raise Refused("Only a text can be formatted: give the whole rulebook, not its name.")
    result = formatted(Source(source_name(text), text))
    return {"text": result.text, "changed": result.is_changed, **told(result.problems)}


def told(problems: Sequence[Problem]) -> Answer:
    """Problems as data, and as an author reads them."""
    return {
        "problems": [_told(each) for each in problems[:MOST_SHOWN]],
        "more_problems": max(len(problems) - MOST_SHOWN, 0),
        "report": cut("\n\n".join(render(each) for each in problems[:MOST_SHOWN])),
    }


def _told(problem: Problem) -> Answer:
    kept = ("code", "severity", "message", "file", "line", "column", "label", "help", "path")
    data = problem.to_json()
    fix = problem.fix
    return {
        **{key: data[key] for key in kept if data.get(key)},
        **({"fix": fix.title} if fix is not None else {}),
    }


def cut(text: str) -> str:
    """A text of at most `MOST_TEXT` characters."""
    if len(text) <= MOST_TEXT:
        return text
    return f"{text[:MOST_TEXT]}\n... ({len(text) - MOST_TEXT:,} more characters are left out)"


_BOOKS: Final = ("{0}", "{1}")


def _in_own_folder(place: int, given: Mapping[str, Any]) -> Placed:
    """The files of the first rulebook are in the current folder, those of a second in one below it."""
    if place == 0:
        return placed(Path(), given)
    folder = Path(f"side-{place}")
    folder.mkdir()
    book = placed(folder, given)
    return Placed(_below(folder, book.rulebook), tuple(_below(folder, each) for each in book.house_rules))


def _below(folder: Path, name: str) -> str:
    return str(folder / name) if name.endswith(".yaml") else name


def _run(arguments: Sequence[str]) -> Answer:
    out, err, typed = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = main(list(arguments))
    except RulebookError as error:
        return {"status": 1, "out": "", "err": cut(str(error))}
    finally:
        sys.stdin = typed
    return {"status": status, "out": cut(out.getvalue()), "err": cut(err.getvalue())}
