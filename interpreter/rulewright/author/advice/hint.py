"""A hint: the best few moves, what they are worth to the player to act, and why in a sentence.

    hint = hint_for(state, player=0, names=["Ann", "Bob"])
    hint.lines                              what every interface prints
    hint.moves[0].action                    the best move
    hint.to_json()

The worths come from `play.advising.valuing`; the reason from what happens at once, or else from which quantity of the rulebook differs most in games that
are played on after the best move and after the next, with the same luck.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.author.advice.reasons import Advised, capital, striking, sudden, words_of
from rulewright.author.advice.worths import draws_of, unit_of
from rulewright.game.game import Game, State
from rulewright.game.results.measure import Measure, measure_of
from rulewright.play.advising.endings import at_once
from rulewright.play.advising.valuing import Estimate, Valued, valued
from rulewright.source.dataclass import dataclass
from rulewright.source.shown import Shown


@dataclass(frozen=True, slots=True, repr=False)
class Hint(Shown):
    """The best moves, the best first; none if nothing can be said. `why`: a sentence; `basis`: what the figures are, and from how many games, or empty where
    there are none."""

    moves: tuple[Advised, ...]
    measure: Measure
    why: str
    basis: str

    @property
    def lines(self) -> list[str]:
        """The hint in words: a line for each move, the reason, and what the figures are."""
        wide = max((len(each.words) for each in self.moves), default=0)
        table = [f"  {each.words:<{wide}}   {each.told(self.measure)}" for each in self.moves]
        return [*(table if self.basis else []), *filter(None, (self.why, self.basis))]

    def _in_short(self) -> str:
        return f": {', '.join(str(each.action) for each in self.moves) or 'none'}"

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        moves = [each.to_json(self.measure) for each in self.moves] if self.basis else []
        return {
            "moves": moves,
            "measure": self.measure.kind,
            "why": self.why,
            "basis": self.basis,
            "lines": self.lines,
        }


def hint_for(state: State, player: int, names: Sequence[str] = (), effort: int | None = None) -> Hint:
    """A hint for the player to act. `names` are the people in the seats, by default those of the seats or `player 1` and so on; `effort` is that of
    `valued`. Raises ValueError if the player is not to act."""
    game = state.game
    names = names or game.program.labels.seats or [f"player {seat + 1}" for seat in range(game.num_players)]
    actions = state.legal_actions(player)
    measure = measure_of(state.game)
    if len(actions) == 1:
        only = Advised(actions[0], words_of(state, actions[0], names), Estimate((0.0,)))
        return Hint((only,), measure, f"Only one move is possible: {only.words}.", "")
    found = valued(state, player, len(state.tip.chain()), effort)
    if found is None:
        return Hint(
            (), measure, "What is hidden from you cannot be dealt again here, so nothing can be said.", ""
        )
    soon = {number: at_once(found.outlook, found.actions[number]) for number in found.order}
    moves = tuple(
        Advised(
            found.actions[number],
            words_of(state, found.actions[number], names),
            found.worths[number],
            soon[number],
        )
        for number in sorted(found.order, key=lambda number: (not soon[number].wins, soon[number].loses))
    )
    return Hint(moves, measure, _why(state, found, moves, names, effort), _basis(state.game, found))


def _basis(game: Game, found: Valued) -> str:
    by = (
        f", played on by {_series([f'`{name}`' for name in game.program.strategies])}"
        if game.program.strategies
        else ""
    )
    dealt = "" if len(found.outlook.views) == 1 else "; what you do not know was dealt again"
    return f"({capital(unit_of(found.measure))} in {found.games:,} games looked ahead after each move{by}{dealt}{draws_of(found.measure)}.)"


def _series(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


# ------------------------------------------------------------------------------------------------------------- why


def _why(
    state: State, found: Valued, moves: Sequence[Advised], names: Sequence[str], effort: int | None
) -> str:
    """A sentence on what is better about the best move."""
    best = moves[0]
    if best.soon.wins:
        return f"{capital(best.words)} wins at once."
    if found.alike:
        return _alike(found, len(state.legal_actions()))
    worse = [each for each in moves[1:] if best.worth.less(each.worth).is_clear]
    clear = worse and _at_random(state, found, best, worse, effort)
    other = clear[0] if clear else moves[1]
    near = sudden(best, other, names)
    if near:
        return near
    if not clear:
        return f"There is no clear difference between {_series([each.words for each in moves])}."
    as_good = [each.words for each in moves[1:] if each not in clear]
    also = f" {capital(_series(as_good))} may be as good." if as_good else ""
    named = striking(state.game, found, best.action, other.action, names)
    if named:
        return f"{capital(best.words)} rather than {other.words}: {named}.{also}"
    return f"{capital(best.words)} does better than {other.words} when games are played on; no single figure of the game says why.{also}"


def _at_random(
    state: State, found: Valued, best: Advised, worse: Sequence[Advised], effort: int | None
) -> list[Advised]:
    """Those of these moves that are clearly worse also if games are played on at random: strategies may be too weak to use what a move opens."""
    if not state.game.program.strategies:
        return [*worse]
    player, seed = found.outlook.player, len(state.tip.chain()) + 1
    first, *others = (found.actions.index(each.action) for each in (best, *worse))
    again = valued(state, player, seed, effort, most=0, also=[first, *others], guided=False)
    if again is None:
        return [*worse]
    return [
        each
        for each, number in zip(worse, others, strict=True)
        if again.worths[first].less(again.worths[number]).is_clear
    ]


def _alike(found: Valued, many: int) -> str:
    best, worst = found.worths[found.order[0]], found.worths[found.order[-1]]
    if len(found.order) == many and best.value == worst.value:
        return f"All {many} moves are worth the same."
    return f"None of the {many} moves is clearly better than another."
