"""Lenses above a text and its rules, and the commands that they run: tests, games, and the effect of a house rule.

Every command answers with plain data, and shows its result: in a message, or as a page of Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp

from rulewright.adapters.language_server.converting import path_of, range_in, uri_of
from rulewright.adapters.language_server.played import Broken
from rulewright.document.library import ENDINGS
from rulewright.editor.measuring.figures import Measured, measured
from rulewright.problems.quoting import counted
from rulewright.source.output import keep

if TYPE_CHECKING:
    from rulewright.adapters.language_server.played import Playing

TEST = "rulewright.testRulebook"
SIMULATE = "rulewright.simulateGames"
PLAY = "rulewright.playInBrowser"
WHY = "rulewright.whyNever"
EFFECT = "rulewright.effectOfHouseRule"
TEST_GAMES = 20
COMPARED_GAMES = 1000
TOP = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))


def answer(server: Playing) -> None:
    """Answer these requests."""
    server.more_lenses = lambda path, uri: [*_above(server, path, uri), *_unused(server, path, uri)]
    _tests(server)
    _games(server)
    _effects(server)


def _above(server: Playing, path: Path, uri: str) -> Iterator[lsp.CodeLens]:
    """The lenses above a whole text; a fragment alone is no game."""
    if path.name.endswith(ENDINGS[2]):
        return
    yield _lens(TOP, "Test", TEST, uri)
    yield _lens(TOP, _simulated(server, path), SIMULATE, uri)
    yield _lens(TOP, "Play", PLAY, uri)
    if path.name.endswith(ENDINGS[1]) or _extends(server, path):
        yield _lens(TOP, "What it changes", EFFECT, uri, 0)
        yield _lens(TOP, "What it does to the game", EFFECT, uri, COMPARED_GAMES)


def _extends(server: Playing, path: Path) -> bool:
    """Whether a text changes another game."""
    analysis = server.desk.analysis(path)
    return analysis is not None and analysis.tree is not None and bool(analysis.tree.text("extends"))


def _simulated(server: Playing, path: Path) -> str:
    last = server.measured.last(path)
    if last is None or not last.games:
        return f"Simulate {counted(server.settings.games, 'game')}"
    old = " (before the text changed)" if server.measured.is_old(path) else ""
    return f"Simulate again: {last.summary}{old}"


def _unused(server: Playing, path: Path, uri: str) -> Iterator[lsp.CodeLens]:
    """The lenses above rules and conditions that were never used in the last simulation."""
    for each in server.measured.unused(path):
        yield _lens(
            range_in(each.range), f"{each.missing[:1].upper()}{each.missing[1:]}: why?", WHY, uri, each.name
        )


def _lens(where: lsp.Range, title: str, command: str, *arguments: object) -> lsp.CodeLens:
    return lsp.CodeLens(where, lsp.Command(title, command, arguments=list(arguments)))


def _tests(server: Playing) -> None:
    @server.command(TEST)
    async def test(*asked: Any) -> dict[str, Any] | None:  # Any: plain data
        path, games = _file_and_games(asked, TEST_GAMES)
        found = await _asked(server, "tested", path, games, "Tests")
        if found is not None:
            _say(server, f"Tests: {found['words']}", warns=bool(found["failures"]))
        return found


def _games(server: Playing) -> None:
    @server.command(SIMULATE)
    async def simulate(*asked: Any) -> dict[str, Any] | None:  # Any: plain data
        path, games = _file_and_games(asked, server.settings.games)
        found = await _asked(server, "simulated", path, games, "Games")
        if found is None or path is None:
            return None
        result = measured(found)
        if result.problem:
            _say(server, f"No game can be played: {result.problem}", warns=True)
            return {"games": 0, "problem": result.problem}
        server.measured.keep(path, result)
        server.refresh()
        _say(server, f"Simulated: {result.summary}{_in_time(result)}")
        return {
            "games": result.games,
            "summary": result.summary,
            "title": f"Games: {path.name.partition('.')[0]}",
            "markdown": f"```text\n{result.tables}\n```\n",
        }

    @server.command(WHY)
    def why(uri: str, name: str) -> dict[str, Any] | None:  # Any: plain data
        path = path_of(uri)
        unused = server.measured.unused(path) if path is not None else []
        found = next((each for each in unused if each.name == name), None)
        if found is None:
            return None
        _say(server, "\n".join(found.why))
        return {
            "name": name,
            "reason": found.missing,
            "markdown": "".join(f"{each}\n\n" for each in found.why),
        }

    @server.command(PLAY)
    async def play(uri: str) -> dict[str, Any] | None:  # Any: plain data
        path = path_of(uri)
        if path is None:
            return None
        try:
            async with server.working("A table"):
                link = await server.processes.table(path)
        except Broken as reason:
            _say(server, f"No table was opened: {reason}. In a terminal: rulewright play {path}", warns=True)
            return None
        text = server.desk.texts.get(path)
        kept = path.read_text("utf-8") if path.is_file() else None
        unsaved = " It is played as it was saved last." if text not in (None, kept) else ""
        if server.opens_pages:
            server.open_page(link, external=True)
        _say(server, f"Play at {link}{unsaved}")
        return {"link": link}


def _in_time(result: Measured) -> str:
    """That there was no time for more games."""
    return f", as many of {result.wanted:,} as there was time for" if result.games < result.wanted else ""


def _effects(server: Playing) -> None:
    @server.command(EFFECT)
    async def effect(*asked: Any) -> dict[str, Any] | None:  # Any: plain data
        path, games = _file_and_games(asked, COMPARED_GAMES)
        found = await _asked(server, "effect", path, games, "The effect of a house rule")
        if found is None or path is None:
            return None
        if "refused" in found:
            _say(server, found["refused"], warns=True)
            return None
        if not server.settings.panels:
            _show(server, path, found["markdown"])
        return {"title": f"Effect: {path.name.removesuffix(ENDINGS[1])}", "markdown": found["markdown"]}


# ---------------------------------------------------------------------------------------- asking and showing


def _file_and_games(asked: Sequence[Any], usual: int) -> tuple[Path | None, int]:
    """The file and the number of games in the arguments of a command, of which the second can be left out. Any: what an editor sends."""
    games = asked[1] if len(asked) > 1 else usual
    return path_of(str(asked[0])), games if isinstance(games, int) and games >= 0 else usual


async def _asked(
    server: Playing, what: str, path: Path | None, games: int, title: str
) -> dict[str, Any] | None:  # Any: plain data
    """What a process of its own answers about a text; None if it was asked again meanwhile, or cannot answer."""
    if path is None:
        return None
    try:
        async with server.working(title):
            texts = dict(server.desk.texts)
            return await server.processes.ask(what, path, texts, games, server.settings.seconds)
    except Broken as reason:
        _say(server, f"{title}: {reason}", warns=True)
        return None


def _say(server: Playing, text: str, warns: bool = False) -> None:
    kind = lsp.MessageType.Warning if warns else lsp.MessageType.Info
    server.window_show_message(lsp.ShowMessageParams(kind, text))


def _show(server: Playing, path: Path, text: str) -> None:
    """A page of Markdown next to the text; where the editor can show none, its first sentence in a message."""
    if not server.opens_pages:
        _say(server, next((line.strip("*") for line in text.splitlines() if line[:2] == "**"), text))
        return
    file = server.processes.folder / f"{path.name.split('.')[0]}-effect.md"
    keep(file, text.encode())
    server.open_page(uri_of(file), external=False)
