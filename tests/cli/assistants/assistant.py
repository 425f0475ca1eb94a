"""An assistant of the server, called without `await`: the SDK's client, in the process of the test.

with Assistant() as assistant:
    assistant.ask("validate", rulebook=text)["fine"]
"""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any, Self

from anyio.from_thread import start_blocking_portal
from mcp import Client

from rulewright.cli.assistants.desk import Desk
from rulewright.cli.assistants.server import make_server


class Assistant:
    """A client with a server of its own. Both run in another thread, in one task."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._ends = ExitStack()

    def __enter__(self) -> Self:
        self._portal = self._ends.enter_context(start_blocking_portal())
        desk = Desk(self._ends.enter_context(self._folder))
        self._ends.callback(lambda: self._portal.call(desk.close))
        self.client = Client(make_server(desk))
        self._ends.enter_context(self._portal.wrap_async_context_manager(self.client))
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    def do(self, what: Callable[..., Awaitable[Any]], *arguments: object) -> Any:  # whatever the SDK answers
        return self._portal.call(what, *arguments)

    def ask(self, tool: str, **arguments: object) -> Any:  # JSON
        """The answer of a tool, as data or as text."""
        result = self.do(self.client.call_tool, tool, arguments)
        text = result.content[0].text if result.content else ""
        assert not result.is_error, text
        data = result.structured_content
        return text if data is None else data["result"] if set(data) == {"result"} else data

    def refused(self, tool: str, **arguments: object) -> str:
        """The reason for which a tool refuses."""
        result = self.do(self.client.call_tool, tool, arguments)
        assert result.is_error
        return str(result.content[0].text)

    def resource(self, uri: str) -> str:
        """The text of a resource."""
        return str(self.do(self.client.read_resource, uri).contents[0].text)
