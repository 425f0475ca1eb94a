"""Words that the server and its workers share."""

from __future__ import annotations

SPECTATOR = "spectator"
"""The viewer who has no seat; a seat is its number as text."""
