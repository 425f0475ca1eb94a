"""An equilibrium of a game with hidden information for two: what neither player can improve on, as nearly as is wanted.

    found = equilibrium(tree, within=1e-6)
    found.low, found.high          bounds of the value to the first player, exact for the policy that was found
    found.policy                   a probability for each slot

With SciPy (the extra `report`) it is found by linear programming. Otherwise by counterfactual regret minimisation: each player learns from how much better each action would have been, against all that the other does
(CFR+ with predictions, Farina, Kroer and Sandholm 2021). Policies are averaged, late ones with more weight. How it is found proves nothing; the
bounds do, which are best responses in fractions.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib.util import find_spec

from rulewright.play.solving.best_response import most
from rulewright.play.solving.hidden_tree import NO_SLOT, Tree
from rulewright.source.dataclass import dataclass

PARTS = 2**40
"""Probabilities become fractions with this denominator."""
BETWEEN_LOOKS = 25
MOST_ROUNDS = 20_000
DENOMINATORS = (12, 100, 1_000, 100_000)
"""The greatest denominators with which shares are tried as simple fractions."""
MOST_TRIED = 20_000
"""The most nodes of a tree with which this is tried."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Policies of both players, and what they prove: the first player gets at least `low` with the one, and at most `high` against the
    other. Together they can be exploited by `high - low`."""

    policy: tuple[Fraction, ...]
    low: Fraction
    high: Fraction
    rounds: int


def equilibrium(
    tree: Tree,
    within: float,
    most_rounds: int = MOST_ROUNDS,
    report: Callable[[int, int], None] | None = None,
) -> Equilibrium:
    """An equilibrium whose exploitability is at most `within`, or what was found after the most rounds."""
    found = _by_programming(tree)
    if found is not None and found.high - found.low <= within:
        return _in_simple_fractions(tree, found)
    learning = _Learning(tree)
    rounds = 0
    while rounds < most_rounds:
        for _ in range(BETWEEN_LOOKS):
            rounds += 1
            learning.go_on(rounds)
        if report is not None:
            report(rounds, most_rounds)
        if learning.gap() <= within * 0.9:
            break
    policy = fractions(tree, learning.average())
    low, high = bounds(tree, policy)
    return _in_simple_fractions(tree, Equilibrium(tuple(policy), low, high, rounds))


def _in_simple_fractions(tree: Tree, found: Equilibrium) -> Equilibrium:
    """The same with shares such as 1/3, if these are an equilibrium exactly."""
    if tree.size > MOST_TRIED:
        return found
    for largest in DENOMINATORS:
        policy: list[Fraction] = []
        for info in tree.infos:
            shares = found.policy[info.first : info.first + len(info.actions)]
            simple = [share.limit_denominator(largest) for share in shares]
            most = simple.index(max(simple))
            simple[most] += 1 - sum(simple)
            policy += simple
        if min(policy) < 0:
            continue
        low, high = bounds(tree, policy)
        if low == high:
            return Equilibrium(tuple(policy), low, high, found.rounds)
    return found


def _by_programming(tree: Tree) -> Equilibrium | None:
    """An equilibrium by linear programming, if SciPy is installed and finds one."""
    if find_spec("scipy") is None:
        return None
    from rulewright.play.solving.sequence_form import best_policy  # to start sooner: SciPy is large

    shares = {**best_policy(tree, 0), **best_policy(tree, 1)}
    if len(shares) < tree.actions:
        return None
    policy = fractions(tree, [shares[slot] for slot in range(tree.actions)])
    return Equilibrium(tuple(policy), *bounds(tree, policy), rounds=0)


def bounds(tree: Tree, policy: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """What the first player gets at least with this policy, and at most against it."""
    first = {node: returns[0] for node, returns in tree.payoffs.items()}
    second = {node: returns[1] for node, returns in tree.payoffs.items()}
    return -most(tree, 1, policy, second, tree.shares), most(tree, 0, policy, first, tree.shares)


def fractions(tree: Tree, policy: Sequence[float]) -> list[Fraction]:
    """A policy in fractions that sum to 1."""
    found: list[Fraction] = []
    for info in tree.infos:
        parts = [round(share * PARTS) for share in policy[info.first : info.first + len(info.actions)]]
        parts[parts.index(max(parts))] += PARTS - sum(parts)
        found += [Fraction(part, PARTS) for part in parts]
    return found


class _Learning:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        size, slots = tree.size, tree.actions
        self._shares = list(map(float, tree.shares))
        self._parents, self._slots = list(tree.parents), list(tree.slots)
        self._payoffs = [
            {node: float(returns[seat]) for node, returns in tree.payoffs.items()} for seat in range(2)
        ]
        self._owner = [
            tree.players[parent] if slot != NO_SLOT else -1
            for parent, slot in zip(tree.parents, tree.slots, strict=True)
        ]
        self._policy = array("d", (0.0,)) * slots
        self._regrets, self._sums = array("d", (0.0,)) * slots, array("d", (0.0,)) * slots
        for info in tree.infos:
            many = len(info.actions)
            self._policy[info.first : info.first + many] = array("d", (1 / many,)) * many
        self._infos = [[info for info in tree.infos if info.player == seat] for seat in range(2)]
        self._size = size

    def go_on(self, number: int) -> None:
        """One round, in which both players learn, the second from what the first has learnt."""
        for seat in range(2):
            self._learn(seat, float(number * number))

    def _learn(self, seat: int, weight: float) -> None:
        others, own = self._reached(seat)
        worths = self._worths(seat, others)
        policy, regrets, sums = self._policy, self._regrets, self._sums
        for info in self._infos[seat]:
            slots = range(info.first, info.first + len(info.actions))
            reach = own[info.nodes[0]] * weight
            usual = 0.0
            for slot in slots:
                usual += policy[slot] * worths[slot]
                sums[slot] += reach * policy[slot]
            total = 0.0
            for slot in slots:
                regret = worths[slot] - usual
                grown = regrets[slot] + regret
                regrets[slot] = grown if grown > 0 else 0.0
                predicted = regrets[slot] + regret
                policy[slot] = predicted if predicted > 0 else 0.0
                total += policy[slot]
            for slot in slots:
                policy[slot] = policy[slot] / total if total > 0 else 1 / len(slots)

    def _reached(self, seat: int) -> tuple[list[float], list[float]]:
        """With what probability chance and the other player lead to each node, and with what probability the player does."""
        parents, slots, owner, shares, policy = (
            self._parents,
            self._slots,
            self._owner,
            self._shares,
            self._policy,
        )
        others, own = [1.0] * self._size, [1.0] * self._size
        for node in range(1, self._size):
            parent, by = parents[node], owner[node]
            if by == seat:
                others[node], own[node] = others[parent], own[parent] * policy[slots[node]]
            elif by < 0:
                others[node], own[node] = others[parent] * shares[node], own[parent]
            else:
                others[node], own[node] = others[parent] * policy[slots[node]], own[parent]
        return others, own

    def _worths(self, seat: int, others: Sequence[float]) -> list[float]:
        """What each action of the player is worth, times the probability with which the others lead there."""
        parents, slots, owner, policy = self._parents, self._slots, self._owner, self._policy
        found, worths = [0.0] * self._size, [0.0] * len(policy)
        for node, payoff in self._payoffs[seat].items():
            found[node] = others[node] * payoff
        for node in range(self._size - 1, 0, -1):
            worth = found[node]
            if owner[node] == seat:
                slot = slots[node]
                worths[slot] += worth
                found[parents[node]] += policy[slot] * worth
            else:
                found[parents[node]] += worth
        return worths

    def average(self) -> list[float]:
        """The average of all policies so far."""
        found: list[float] = []
        for info in self._tree.infos:
            sums = self._sums[info.first : info.first + len(info.actions)]
            total = sum(sums)
            found += [share / total if total > 0 else 1 / len(sums) for share in sums]
        return found

    def gap(self) -> float:
        """By how much the average can be exploited."""
        policy = self.average()
        return sum(most(self._tree, seat, policy, self._payoffs[seat], self._shares) for seat in range(2))
