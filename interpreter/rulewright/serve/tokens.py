"""Tokens: unguessable texts that open a seat or make somebody the owner of a table. The database has only their hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_token() -> str:
    """A token with 192 bits of chance."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """The id of a table, which is part of its link: 72 bits, so that nobody finds a table by trying."""
    return secrets.token_urlsafe(9)


def hashed(token: str) -> str:
    """The hash of a token. Tokens are long and random, so a plain hash cannot be searched."""
    return hashlib.sha256(token.encode()).hexdigest()


def bearer(header: str) -> str | None:
    """The token in a header `Authorization: Bearer TOKEN`."""
    kind, _, token = header.partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def fits(token: str | None, kept: str | None) -> bool:
    """Whether a token is the one with this hash, in a time that does not depend on how much of it is right."""
    return token is not None and kept is not None and hmac.compare_digest(hashed(token), kept)
