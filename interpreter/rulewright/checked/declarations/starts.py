"""The zones where pieces start: every piece of a kind has exactly one place, so none can be lost later."""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.facts import KindFacts
from rulewright.checked.messages import declarations as declaration_messages
from rulewright.rulebook import nodes as rulebook


def starts(c: Context, kind: rulebook.Kind) -> dict[str, int]:
    """Zone -> how many pieces of the kind start in it, for each owner of the zone.

    For a kind with owners in zones of the same owners, these are each owner's own pieces.
    """
    facts = lookup.kind(c, kind.id)
    if facts is None or facts.unlimited:
        return {}
    zones = [z for z in c.book.zones.values() if z.holds.text == kind.id and z.start is not None]
    own = facts.pieces // facts.owners
    placed: dict[str, int] = {}
    total = 0
    unclear = False
    takes_rest: rulebook.Zone | None = None
    for zone in zones:
        _check_whose(c, zone, facts)
        if zone.start in ("all", "rest"):
            takes_rest = _only_one(c, takes_rest, zone)
            continue
        assert zone.start is not None
        assert not isinstance(zone.start, str)
        count = declarations.constant_number(c, zone.start, f"`start` of {zone.id}")
        if not facts.identical and count != facts.pieces:
            declaration_messages.start_number_identity(c, zone)
            unclear = True
        placed[zone.id] = count
        total += count * _zone_owners(c, zone, facts.owned_by)
    if takes_rest is not None:
        owners = _zone_owners(c, takes_rest, facts.owned_by)
        placed[takes_rest.id] = max((own - total) // owners, 0)
        total += placed[takes_rest.id] * owners
    if not zones and all(z.holds.text in c.book.kinds for z in c.book.zones.values()):
        declaration_messages.no_zone_to_start(c, kind)
    elif zones and total != own and not unclear:
        declaration_messages.starts_disagree(c, kind, total, own)
    _check_room(c, zones, placed)
    return placed


def _check_whose(c: Context, zone: rulebook.Zone, facts: KindFacts) -> None:
    """Report pieces with `one_per` that start in zones of other owners than their own."""
    declared = lookup.zone(c, zone.id)
    if declared is not None and declared.owner and declared.owner != facts.owned_by and not facts.identical:
        declaration_messages.start_whose(c, zone, declared.owner)


def _only_one(c: Context, first: rulebook.Zone | None, zone: rulebook.Zone) -> rulebook.Zone:
    if first is not None:
        declaration_messages.rest_taken(c, zone, first)
    return zone


def _zone_owners(c: Context, zone: rulebook.Zone, owned_by: str) -> int:
    """How many zones of this name share the pieces of one owner (or all pieces)."""
    facts = lookup.zone(c, zone.id)
    if facts is None or not facts.owner or facts.owner == owned_by:
        return 1
    return c.owners(facts.owner)


def _check_room(c: Context, zones: list[rulebook.Zone], placed: dict[str, int]) -> None:
    for zone in zones:
        facts = lookup.zone(c, zone.id)
        if facts is not None and placed.get(zone.id, 0) > facts.size:
            declaration_messages.start_overfull(c, zone, placed[zone.id], facts.size)
