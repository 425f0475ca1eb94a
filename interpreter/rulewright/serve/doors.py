"""The doors of a server: only requests under its own names come in, and every answer has the headers that keep pages safe.

Names are checked because a page of another site could make a browser send requests to this server under a name of its own (DNS
rebinding). An address in numbers is no such name, so it is always good.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from rulewright.serve.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
)
"""What a page may load, up to those who may show it in a frame."""
ORIGIN = re.compile(r"https?://(\*\.)?[A-Za-z0-9.-]+(:[0-9]+|:\*)?|[a-z][a-z0-9+.-]*:")
"""An origin whose pages may show tables, or a scheme."""
SHEET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
"""A rule sheet is a page with its own style, and without any script."""
ALWAYS = {
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin", "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-cache",
}  # fmt: skip


class Doors:
    """An application that only requests through its doors reach."""

    def __init__(self, inner: Starlette, settings: Settings) -> None:
        self.inner = inner
        self.policy = POLICY + (" ".join(settings.framed_by) or "'none'")
        self.names = frozenset({"localhost", settings.host.lower(), *map(str.lower, settings.allowed_hosts)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.inner(scope, receive, send)
            return
        if not self.is_ours(Headers(scope=scope).get("host", "")):
            answer = WebSocketClose() if scope["type"] == "websocket" else PlainTextResponse(
                "This server does not have this name; `--allow-host NAME` would give it one.", 421
            )  # fmt: skip
            await answer(scope, receive, send)
            return
        policy = SHEET_POLICY if scope["path"].endswith("/sheet") else self.policy

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = policy
                for name, value in ALWAYS.items():
                    headers[name] = value
            await send(message)

        await self.inner(scope, receive, sent)

    def is_ours(self, host: str) -> bool:
        """Whether a name in a request is one of this server."""
        name = hostname(host)
        return name in self.names or _is_address(name)


def is_same_site(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all (a program has no `Origin`)."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


def hostname(host: str) -> str:
    """The name in a `Host` header, without the port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
