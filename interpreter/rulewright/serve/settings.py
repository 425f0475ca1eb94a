"""Settings of a server, with the limits that keep strangers from stalling it."""

from __future__ import annotations

from pathlib import Path

from rulewright.source.dataclass import dataclass

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a server does for strangers. Sizes are in bytes, times in seconds."""

    tables: int = 10_000
    """Tables that are stored."""
    new_tables_a_minute: int = 20
    """New tables from one address, and uploads that are refused."""
    body: int = 2_000_000
    message: int = 16_384
    connections: int = 2_000
    connections_a_table: int = 64
    messages_a_second: float = 20.0
    burst: float = 60.0
    """Messages of one connection, in the long run and at once."""
    silent: float = 20.0
    """How long a new connection may take to say who it is."""
    pending: int = 64
    """Messages that wait for a slow connection before it is closed."""
    names: int = 40
    """Characters of a name."""


@dataclass(frozen=True, slots=True)
class Work:
    """Processes that run rules. Times are in seconds, memory in bytes."""

    workers: int = 2
    """For tables with rulebooks of the catalogue."""
    move: float = 15.0
    think: float = 60.0
    """For a bot's move or a piece of advice."""
    load: float = 40.0
    """For a new table with a rulebook or house rules that somebody sent."""
    memory: int = 3 << 30
    """For the processes with rulebooks that strangers sent."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What `rulewright serve` was asked for. `games` are names or paths of rulebooks (none: all bundled ones)."""

    database: Path
    games: tuple[str, ...] = ()
    host: str = "127.0.0.1"
    port: int = 8000
    allowed_hosts: tuple[str, ...] = ()
    """Names by which people reach the server, apart from its address."""
    uploads: bool = True
    """Whether people may send rulebooks and house rules."""
    keep_days: int | None = None
    """Tables that nobody has used for this number of days are deleted; None: never."""
    limits: Limits = Limits()
    work: Work = Work()
    framed_by: tuple[str, ...] = ()
    """Origins of pages that may show tables in a frame, as in `https://example.org`; of an editor the scheme, `vscode-webview:`."""
