"""The language server of a page: requests of the Language Server Protocol, answered by the handlers of `rulewright lsp`.

    door = Door()
    door.answer("textDocument/didOpen", {"textDocument": {"uri": "file:///race.rulebook.yaml", ...}})     None
    door.answer("textDocument/hover", {"textDocument": ..., "position": {"line": 3, "character": 9}})     {"contents": ...}
    door.answer("textDocument/diagnostic", {"textDocument": ..., "identifier": "whole"})                  {"items": [...]}

A page has no threads, so a client asks for problems: for those of the quick look, or of the whole one, by its identifier.

A command that takes games has a question, which `measuring` answers in another Python of the page. Then it goes on:

    door.answer("workspace/executeCommand", {"command": "rulewright.testRulebook", ...})      {"number": 1, "question": {"what": "tested", ...}}
    door.go_on(1, {"examples": 5, ...})                                                       {"examples": 5, ...}
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from inspect import iscoroutine
from itertools import count
from pathlib import Path
from types import coroutine
from typing import Any, cast

from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException

from rulewright.adapters.language_server import asking, measures, overview, writing
from rulewright.adapters.language_server.converting import diagnostic
from rulewright.adapters.language_server.documents import Documents, Handler
from rulewright.adapters.language_server.played import Broken, Settings
from rulewright.editor.diagnosis import Diagnosis, diagnosed, kept, together, whole_look
from rulewright.editor.measuring.shown import Shown
from rulewright.serve.worker.refusals import Refused

Json = Any  # as JSON has it

WHOLE = "whole"
"""The identifier of the whole look at a text."""
GAMES = 400
"""The games of a simulation, if there is time: fewer than elsewhere, since Python is slower in a page."""


class Door(Documents):
    """The texts of a page, and the handlers of its requests."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = Looks(self)
        self.measured = Shown(self.desk)
        self.figures = self.measured.hints
        self.settings = Settings(GAMES, panels=True)
        self.processes = Elsewhere()
        self.opens_pages = False
        self._handlers: dict[str, Callable[..., Any]] = {}
        self._commands: dict[str, Callable[..., Any]] = {}
        self._converter = get_converter()
        self._said: list[str] = []
        self._numbers = count(1)
        self._waiting: dict[int, Coroutine[Json, Json, Json]] = {}
        for each in (writing, asking, overview):
            each.answer(self)
        measures.answer(self)
        self._texts()

    def answer(self, method: str, params: Mapping[str, Json]) -> Json:
        """The result of a request. Raises Refused if it cannot be done, and LookupError if it is none that is answered here."""
        handler = self._handlers[method]
        _, response, wanted, _ = lsp.METHOD_TO_TYPES[method]
        try:
            found = handler(self._converter.structure(params, cast("Any", wanted)))
        except JsonRpcException as reason:
            raise Refused(f"{reason.message[:1].upper()}{reason.message[1:]}.") from None
        if response is None:
            return None
        return self._converter.unstructure(response(id=0, result=found))["result"]

    def go_on(self, number: int, answer: Json) -> Json:
        """Go on with a command that had a question: its result, or its next question. Raises Refused if the command is not known."""
        waiting = self._waiting.pop(number, None)
        if waiting is None:
            raise Refused("This was asked before the page was opened again.")
        return self._next(waiting, answer)

    def _next(self, command: Coroutine[Json, Json, Json], answer: Json) -> Json:
        try:
            question = command.send(answer)
        except StopIteration as end:
            return end.value
        number = next(self._numbers)
        self._waiting[number] = command
        return {"number": number, "question": question}

    def said(self) -> list[str]:
        """The messages that were to be shown since this was asked last."""
        said, self._said = self._said, []
        return said

    # --------------------------------------------------------------------------- what handlers need of a server

    def feature(self, feature_name: str, options: Any | None = None) -> Callable[[Handler], Handler]:
        """Register a handler of a request."""
        return _into(self._handlers, feature_name)

    def command(self, command_name: str) -> Callable[[Handler], Handler]:
        """Register a command."""
        return _into(self._commands, command_name)

    def thread(self) -> Callable[[Handler], Handler]:
        """There are no threads here."""
        return lambda handler: handler

    def window_show_message(self, params: lsp.ShowMessageParams) -> None:
        """Keep a message for the page."""
        self._said.append(params.message)

    def working(self, title: str) -> AbstractAsyncContextManager[None]:
        """The page itself shows that it is waiting."""
        return nullcontext()

    def refresh(self) -> None:
        """The page itself asks again after a command."""

    def open_page(self, uri: str, external: bool) -> None:
        """No page is opened here."""

    def _texts(self) -> None:
        """Opening and changing texts, problems and commands."""

        @self.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
        def opened(asked: lsp.DidOpenTextDocumentParams) -> None:
            self._put(lsp.TextDocumentIdentifier(asked.text_document.uri), asked.text_document.text)

        @self.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
        def changed(asked: lsp.DidChangeTextDocumentParams) -> None:
            self._put(
                lsp.TextDocumentIdentifier(asked.text_document.uri), asked.content_changes[-1].text
            )  # whole texts

        @self.feature(lsp.TEXT_DOCUMENT_DIAGNOSTIC)
        def problems(asked: lsp.DocumentDiagnosticParams) -> lsp.RelatedFullDocumentDiagnosticReport:
            path = self.path(asked.text_document)
            if path is not None:
                self.looks.look(path, asked.identifier == WHOLE)
            found = self.looks.found(path) if path is not None else []
            return lsp.RelatedFullDocumentDiagnosticReport([diagnostic(each) for each in found])

        @self.feature(lsp.WORKSPACE_EXECUTE_COMMAND)
        def executed(asked: lsp.ExecuteCommandParams) -> Any:
            found = self._commands[asked.command](*asked.arguments or ())
            return self._next(found, None) if iscoroutine(found) else found

    def _put(self, document: lsp.TextDocumentIdentifier, text: str) -> None:
        path = self.path(document)
        if path is not None:
            self.desk.put(path, text)


class Elsewhere:
    """Questions that take games: the page has another Python that answers them, and goes on with the command."""

    folder = Path()

    async def ask(
        self, what: str, path: Path, texts: Mapping[Path, str], games: int, seconds: float = 0
    ) -> dict[str, Any] | None:  # Any: JSON
        """The answer of `measuring`."""
        written = {str(each): text for each, text in texts.items()}
        found: dict[str, Any] = await _asked(
            {"what": what, "path": str(path), "texts": written, "games": games, "seconds": seconds}
        )
        return found

    async def table(self, path: Path) -> str:
        """The page has a table of its own. Raises `Broken`."""
        raise Broken("the table is next to the text")


@coroutine
def _asked(question: Json) -> Generator[Json, Json, Json]:
    answer = yield question
    return answer


class Looks:
    """What was found in the texts of a page, when it asked."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._whole: dict[Path, tuple[str, list[Diagnosis]]] = {}

    def look(self, path: Path, whole: bool) -> None:
        """Look at a text in all its variants and at several tables, if it is to be looked at as a whole."""
        texts = self._door.desk.texts
        if whole and path in texts:
            self._whole[path] = texts[path], whole_look(path, texts)

    def found(self, path: Path) -> list[Diagnosis]:
        """All problems of a text: those of a quick look at it, and those of the last whole one where it is unchanged since."""
        analysis = self._door.desk.analysis(path)
        if analysis is None:
            return []
        quick = [diagnosed(each, analysis.source) for each in analysis.problems]
        then, whole = self._whole.get(path, ("", []))
        now = analysis.source.text
        return together(quick, whole if then == now else kept(whole, str(path), then, now))


def _into(handlers: dict[str, Callable[..., Any]], name: str) -> Callable[[Handler], Handler]:
    def register(handler: Handler) -> Handler:
        handlers[name] = handler
        return handler

    return register
