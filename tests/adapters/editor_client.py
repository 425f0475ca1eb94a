"""An editor of a few lines: it starts the language server as editors do, and speaks with it over stdin and stdout."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


class Editor:
    """A server in a process of its own. Notifications that arrive in between are kept in `told`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: list[dict[str, Any]] = []
        self._versions: dict[str, int] = {}
        self._number = 0
        command = [sys.executable, "-m", "rulewright", "lsp", "--stdio"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
        )
        folders = [{"uri": folder.as_uri(), "name": folder.name}]
        self.can = self.ask(
            "initialize",
            {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}, "workspaceFolders": folders},
        )["capabilities"]
        self.tell("initialized", {})

    def ask(self, method: str, asked: Any) -> Any:  # Any: what the protocol says about the method
        """The answer to a request; AssertionError if it is an error."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": asked})
        while True:
            message = self._read()
            if message.get("id") == self._number and "method" not in message:
                assert "error" not in message, message["error"]
                return message["result"]
            self._take(message)

    def tell(self, method: str, said: Any) -> None:
        """A notification, which has no answer."""
        self._send({"method": method, "params": said})

    def open(self, name: str, text: str) -> str:
        """Open a text in the folder, or replace it; its address."""
        uri = (self.folder / name).as_uri()
        version = self._versions[uri] = self._versions.get(uri, 0) + 1
        if version == 1:
            document = {"uri": uri, "languageId": "rulebook", "version": version, "text": text}
            self.tell("textDocument/didOpen", {"textDocument": document})
        else:
            changed = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}
            self.tell("textDocument/didChange", changed)
        return uri

    def problems(self, uri: str, enough: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """The problems of a text, once they are as expected."""
        while True:
            for message in self.told:
                params = message["params"]
                if message["method"] == "textDocument/publishDiagnostics" and params["uri"] == uri:
                    found: list[dict[str, Any]] = params["diagnostics"]
                    if enough(found):
                        self.told.clear()
                        return found
            self.told.clear()
            self._take(self._read())

    def at(self, uri: str, text: str, mark: str, **more: Any) -> dict[str, Any]:  # Any: as the protocol says
        """The parameters of a request about the place behind a mark in a text."""
        offset = text.index(mark) + len(mark)
        line = text.count("\n", 0, offset)
        character = offset - (text.rfind("\n", 0, offset) + 1)
        return {
            "textDocument": {"uri": uri},
            "position": {"line": line, "character": character},
            **more,
        }

    def end(self) -> int:
        """Shut the server down; its exit status."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        _, complaints = self._process.communicate(timeout=30)
        assert self._process.returncode == 0, complaints.decode()
        return self._process.returncode

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._process.stdin.flush()

    def _take(self, message: dict[str, Any]) -> None:
        if "id" in message:  # a request of the server
            self._send({"id": message["id"], "result": None})
        self.told.append(message)

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while (line := self._process.stdout.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            assert self._process.stderr is not None
            raise AssertionError(self._process.stderr.read().decode())
        read: dict[str, Any] = json.loads(self._process.stdout.read(length))
        return read
