"""Memory by name: the layout of the state, and the memory that native code keeps in addition.

    var.score             the cells of a variable
    piece.dice.counts     a group of a kind: counts, where, face, held, order, spots, space, turned
    notes.seen            the notes of a position that has been before
    phase                 a cell of the flow: current, phase, round, round_first, ended, winners, and worth where an end has one
    bits.disc             for each look of a kind the spaces of its pieces, as bits (`bitsets`): not part of the state
    luck.turns            how many turns each player has begun (0: outside any turn, then by player)
    luck.addresses        the same as addresses of 64 bits (`random_words.turn_address`), in modules that play whole games, instead of luck.turns
    luck.turn             in those modules the address of the turn, or the stretch outside any, that began last
    luck.used             how many events of each stream this turn has used
    luck.bases            the 64-bit base of each stream for this seed
    luck.keys             the 64-bit key of this turn for each stream that was used in it, where keys are kept
    luck.words            for each such stream the unused part of the 64 bits that events share, uppermost bits first
    note.who              the pending note about the turn: 0 none, 1 end_turn, 2 extra_turn, 3 turn_of; note.player: whose;
                          note.phase: the pending note about the phase, -1 for none
    work                  how many elements may still be visited

Regions do not overlap.  Those of the state are in the caller's cells, or in locals of a playout; the others are locals
of the exported function, except for the turns and events used, which the caller keeps.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, PHASE, ROUND, ROUND_FIRST, WINNERS, KindLayout
from rulewright.source.dataclass import dataclass

FLOW = {
    "current": CURRENT,
    "phase": PHASE,
    "round": ROUND,
    "round_first": ROUND_FIRST,
    "ended": ENDED,
    "winners": WINNERS,
}
WORD = 64
TOUCHED = "touched."
MOST_MIRRORED = 1024
"""The most spaces for one piece that are kept as bits as well."""
MOST_LOOKS = 32
MOST_WORDS = 64
"""The most words of all looks of a kind. Functions called from outside compute them from the cells."""
END_TURN, EXTRA_TURN, TURN_OF = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Region:
    """`offset`: where in the cells it begins, -1 if it is not in them; `size` elements of `type`."""

    name: str
    size: int
    offset: int = -1
    type: str = "i32"


def regions(program: ir.Program) -> dict[str, Region]:
    """All regions of a program by name."""
    found = [Region(name, 1, offset) for name, offset in FLOW.items()]
    if program.layout.worth >= 0:
        found.append(Region("worth", 1, program.layout.worth))
    found += [
        Region(f"var.{group.name}", group.size, group.offset) for group in program.layout.groups.values()
    ]
    for kind in program.layout.kinds.values():
        found += _of_kind(kind)
        if mirrored(kind):
            found.append(Region(f"bits.{kind.name}", kind.looks * mirrored(kind), type="i64"))
    found += [Region(f"notes.{each.name}", each.size, each.offset) for each in program.layout.notes.values()]
    found += [Region(f"note.{name}", 1) for name in ("who", "player", "phase")]
    found.append(Region("luck.turns", program.players + 1))
    found.append(Region("luck.addresses", program.players + 1, type="i64"))
    found.append(Region("luck.turn", 1, type="i64"))
    found.append(Region("luck.used", max(len(program.streams), 1)))
    found.append(Region("luck.keys", max(len(program.streams), 1), type="i64"))
    found.append(Region("luck.words", max(len(program.streams), 1), type="i64"))
    found.append(Region("luck.bases", max(len(program.streams), 1), type="i64"))
    return {region.name: region for region in found}


def beside(program: ir.Program) -> tuple[dict[str, int], int]:
    """Where the regions that are kept in addition begin when they follow the cells, and the length of all: in numbers of 32 bits."""
    begins, end = dict[str, int](), program.layout.size
    for region in regions(program).values():
        if region.name.startswith("bits."):
            begins[region.name] = end = end + end % 2
            end += 2 * region.size
    return begins, end + -end % 4


def touched(kind: str) -> str:
    """The name of the memory in which it is recorded on which spaces pieces of a kind changed: a bit for each."""
    return f"{TOUCHED}{kind}"


def mirrored(kind: KindLayout) -> int:
    """In how many 64-bit words the spaces of a look are kept; 0 for kinds whose spaces are not kept as
    bits."""
    spaces = len(kind.places) - kind.first_spot
    words = -(-spaces // WORD)
    if not kind.identical or kind.looks > MOST_LOOKS or not 2 <= spaces <= MOST_MIRRORED:
        return 0
    return words if words * kind.looks <= MOST_WORDS else 0


def _of_kind(kind: KindLayout) -> list[Region]:
    zones = min(len(kind.places), kind.first_spot)
    begin = min(kind.order.values(), default=0)
    ordered = sum(kind.places[code].size for code in kind.order)
    groups = [
        ("counts", kind.counts, zones * kind.looks),
        ("where", kind.where, kind.pieces),
        ("face", kind.face, kind.pieces),
        ("held", kind.held, zones),
        ("order", begin if kind.order else -1, ordered),
        ("spots", kind.spots, len(kind.places) - zones),
        ("space", kind.space, kind.pieces),
        ("turned", kind.turned, kind.pieces),
    ]
    return [Region(f"piece.{kind.name}.{name}", size, at) for name, at, size in groups if at >= 0 and size]
