"""Best responses: the most that a player can get against what the other does, worked out exactly from the tree.

    most(tree, player=0, policy=policy)        Fraction(-1, 18): what the first player gets at most against this policy

A policy has a probability for each slot (`hidden_tree.Info`). The best response does the same at all nodes that the player cannot tell apart.
What both can get at most bounds the value of a game in which one wins what the other loses, whatever the policies are.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from rulewright.play.solving.hidden_tree import NO_SLOT, Tree

Number = TypeVar("Number", Fraction, float)


def most(
    tree: Tree, player: int, policy: Sequence[Number], payoffs: dict[int, Number], shares: Sequence[Number]
) -> Number:
    """What a player gets with a best response to the policy of the others; `payoffs` are those of this player."""
    return _Response(tree, player, policy, payoffs, shares).at(0)


def alone(tree: Tree, payoffs: dict[int, Fraction]) -> tuple[Fraction, list[Fraction]]:
    """What a player without others gets at most, and the policy with which it does."""
    response = _Response(tree, 0, [], payoffs, tree.shares)
    value, policy = response.at(0), [Fraction(0)] * tree.actions
    for number, info in enumerate(tree.infos):
        policy[info.first + response.chosen.get(number, 0)] = Fraction(1)
    return value, policy


class _Response(Generic[Number]):
    def __init__(
        self,
        tree: Tree,
        player: int,
        policy: Sequence[Number],
        payoffs: dict[int, Number],
        shares: Sequence[Number],
    ) -> None:
        self._tree, self._player = tree, player
        self._payoffs: dict[int, Number] = payoffs
        self._known: dict[int, Number] = {}
        self.chosen: dict[int, int] = {}
        reach: list[Number] = [shares[0]]
        for node in range(1, tree.size):
            parent, slot = tree.parents[node], tree.slots[node]
            if slot == NO_SLOT:
                reach.append(reach[parent] * shares[node])
            elif tree.players[parent] == player:
                reach.append(reach[parent])
            else:
                reach.append(reach[parent] * policy[slot])
        self._reach: list[Number] = reach

    def at(self, node: int) -> Number:
        """What a node is worth, times the probability with which chance and the others lead there."""
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = self._worked_out(node)
        return found

    def _worked_out(self, node: int) -> Number:
        tree, reach = self._tree, self._reach[node]
        if node in self._payoffs:
            return reach * self._payoffs[node]
        if not reach:
            return reach
        children = tree.children[node]
        if tree.players[node] == self._player:
            return self.at(children[self._choice(tree.of[node])])
        total = self.at(children[0])
        for child in children[1:]:
            total += self.at(child)
        return total

    def _choice(self, number: int) -> int:
        """The best action in an information state, by its place."""
        chosen = self.chosen.get(number)
        if chosen is None:
            info = self._tree.infos[number]
            worths: list[Number] = []
            for place in range(len(info.actions)):
                found = [self.at(self._tree.children[node][place]) for node in info.nodes]
                total = found[0]
                for worth in found[1:]:
                    total += worth
                worths.append(total)
            chosen = self.chosen[number] = worths.index(max(worths))
        return chosen
