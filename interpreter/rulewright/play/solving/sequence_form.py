"""An equilibrium by linear programming, with SciPy: the sequence form of Koller, Megiddo and von Stengel.

    policy = best_policy(tree, seat=0)        the shares of the slots of the first player with which it gets the most for certain

What a player does is described by sequences: how likely it is that all its choices up to a slot are made, as far as they are its own. These are
subject to linear equations, and so is what the other player can get, information state by information state.
"""

from __future__ import annotations

from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from rulewright.play.solving.hidden_tree import NO_SLOT, Tree

TOLERANCE = 1e-10


def best_policy(tree: Tree, seat: int) -> dict[int, float]:
    """By slot of a seat, the probabilities with which it gets the most for certain, or an empty mapping if none were found."""
    own, other = _Sequences(tree, seat), _Sequences(tree, 1 - seat)
    sequences, states = len(own.places), 1 + len(other.infos)
    rows: list[int] = []
    columns: list[int] = []
    entries: list[float] = []

    def enter(row: int, column: int, entry: float) -> None:
        rows.append(row)
        columns.append(column)
        entries.append(entry)

    for node, returns in tree.payoffs.items():  # what the other player can get is at least ...
        enter(other.last[node], own.last[node], -float(returns[seat]) * own.chance[node])
    for slot, place in other.places.items():
        if slot == NO_SLOT:
            enter(place, sequences, 1.0)
    for number, info in enumerate(other.infos, 1):
        for slot in range(info.first, info.first + len(info.actions)):
            enter(other.places[slot], sequences + number, 1.0)
        enter(other.last[info.nodes[0]], sequences + number, -1.0)
    upper = coo_matrix((entries, (rows, columns)), shape=(len(other.places), sequences + states)).tocsr()
    rows, columns, entries = [], [], []
    enter(0, 0, 1.0)
    for number, info in enumerate(own.infos, 1):
        for slot in range(info.first, info.first + len(info.actions)):
            enter(number, own.places[slot], 1.0)
        enter(number, own.last[info.nodes[0]], -1.0)
    equal = coo_matrix((entries, (rows, columns)), shape=(1 + len(own.infos), sequences + states)).tocsr()
    wanted = [0.0] * (sequences + states)
    wanted[sequences] = -1.0
    found = linprog(
        wanted, A_ub=upper, b_ub=[0.0] * len(other.places), A_eq=equal, b_eq=[1.0, *[0.0] * len(own.infos)],
        bounds=[(0, None)] * sequences + [(None, None)] * states, method="highs-ds",
        options={"primal_feasibility_tolerance": TOLERANCE, "dual_feasibility_tolerance": TOLERANCE},
    )  # fmt: skip
    return _policy(own, found.x) if found.status == 0 else {}


class _Sequences:
    """The sequences of a player: the empty one, and one for each slot. `last`: for each node, the player's last one on the way there;
    `chance`: with what probability chance leads there."""

    def __init__(self, tree: Tree, seat: int) -> None:
        self.infos = [info for info in tree.infos if info.player == seat]
        slots = [slot for info in self.infos for slot in range(info.first, info.first + len(info.actions))]
        self.places = {slot: place for place, slot in enumerate([NO_SLOT, *slots])}
        self.last, self.chance = [0], [1.0]
        for node in range(1, tree.size):
            parent, slot = tree.parents[node], tree.slots[node]
            self.last.append(self.places.get(slot, 0) if tree.players[parent] == seat else self.last[parent])
            self.chance.append(self.chance[parent] * float(tree.shares[node]))


def _policy(own: _Sequences, likely: list[float]) -> dict[int, float]:
    """The shares of each information state, from how likely sequences are."""
    found: dict[int, float] = {}
    for info in own.infos:
        slots = range(info.first, info.first + len(info.actions))
        parts = [max(float(likely[own.places[slot]]), 0.0) for slot in slots]
        total = sum(parts)
        for slot, part in zip(slots, parts, strict=True):
            found[slot] = part / total if total > 0 else 1 / len(parts)
    return found
