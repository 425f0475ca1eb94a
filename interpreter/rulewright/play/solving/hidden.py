"""Answers for small games in which something is hidden: what each player can get for certain, and how.

    solution = solve_hidden(game)
    solution.answer.worths[0]             Worth(low=..., high=...): both are proved
    solution.shares(0)                    {"bet": Fraction(1, 3), "check": Fraction(2, 3)}, in the first information state

The best play of such a game mixes actions. It is an equilibrium: whatever the other player does, neither gets less than its value, up to the
bound on how much it can be exploited.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from rulewright.game.game import Game
from rulewright.play.running.arguments import check_game
from rulewright.play.solving.answers import Answer, Worth, worth_of
from rulewright.play.solving.best_response import alone
from rulewright.play.solving.equilibrium import equilibrium
from rulewright.play.solving.hidden_tree import Tree, grown
from rulewright.play.solving.sides import CannotSolve
from rulewright.play.solving.solve import Report
from rulewright.runtime import whole_numbers
from rulewright.source.dataclass import dataclass

MOST_NODES = 300_000
"""How many nodes a tree may have unless a caller says otherwise."""
WITHIN = 1e-6
"""By how much an equilibrium may be exploited unless a caller says otherwise."""


@dataclass(slots=True)
class HiddenSolution:
    """A solved game with hidden information. `exploitable`: what both players together could gain at most by answering the policy."""

    game: Game
    answer: Answer
    exploitable: Fraction
    tree: Tree
    policy: tuple[Fraction, ...]

    @property
    def wins_or_loses(self) -> bool:
        """Whether every end is a win or a loss, so that a worth is a chance to win."""
        results = {returns[0] for returns in self.tree.payoffs.values()}
        return self.game.utility == "result" and results <= {Fraction(-1), Fraction(1)}

    def shares(self, number: int) -> dict[str, Fraction]:
        """How often each action is taken in an information state."""
        info = self.tree.infos[number]
        shares = self.policy[info.first : info.first + len(info.actions)]
        return dict(zip(info.actions, shares, strict=True))


def solve_hidden(
    game: Game, most: int = MOST_NODES, within: float = WITHIN, report: Report | None = None
) -> HiddenSolution:
    """An equilibrium of a game for two, or the best play of one for one.

    Raises CannotSolve for a sort of game that is not solved, TooManyNodes (both are a ValueError), RuleFailure; TypeError and
    ValueError for arguments that are no game and no number.
    """
    check_game(game)
    if game.num_players > 2:
        raise CannotSolve(
            f"{game.title} for {game.num_players} has no exact answer, since something is hidden in it: such games are solved for one player or two"
        )
    most = whole_numbers.count("most", most, 1)
    tree = grown(game, most, None if report is None else partial(report, "nodes"))
    if game.num_players == 1:
        value, policy = alone(tree, {node: returns[0] for node, returns in tree.payoffs.items()})
        return HiddenSolution(game, Answer((worth_of(value),), None, ()), Fraction(0), tree, tuple(policy))
    if any(sum(returns) for returns in tree.payoffs.values()):
        raise CannotSolve(
            f"{game.title} is not solved: one player does not always lose what the other wins, so that there is no value that both play for"
        )
    found = equilibrium(tree, within, report=None if report is None else partial(report, "rounds"))
    worth = Worth(float(found.low), float(found.high), found.low if found.low == found.high else None)
    return HiddenSolution(game, Answer((worth, -worth), None, ()), found.high - found.low, tree, found.policy)
