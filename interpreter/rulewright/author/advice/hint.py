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
from dataclasses import dataclass

from rulewright.author.advice.compared import Compared
from rulewright.author.advice.quantities import quantities
from rulewright.author.advice.worths import draws_of, unit_of, worth_text
from rulewright.author.story.moves import in_words
from rulewright.game.game import Game, State
from rulewright.game.moves.action import Action
from rulewright.game.results.measure import Measure, measure_of, result_of
from rulewright.play.advising.endings import NOTHING, AtOnce, at_once, endings
from rulewright.play.advising.valuing import Estimate, Valued, is_quick, valued

GAMES, FEW_GAMES = 256, 16
"""In how many games after each of two moves it is looked at what differs: with a quick executor, and without."""


@dataclass(frozen=True, slots=True)
class Advised:
    """A move with its words, and what it is worth."""

    action: Action
    words: str
    worth: Estimate
    soon: AtOnce = NOTHING

    def told(self, measure: Measure) -> str:
        """The worth in words; certain where the move decides the game."""
        decided = measure.kind == "wins" and (self.soon.wins or self.soon.loses)
        return worth_text(measure, Estimate((float(self.soon.wins),)) if decided else self.worth)

    def to_json(self, measure: Measure) -> dict[str, object]:
        """Plain data."""
        return {
            "move": self.action.id, "action": str(self.action), "words": self.words, "told": self.told(measure),
            "worth": measure.shown(self.worth.value), "error": abs(measure.shown(self.worth.error) - measure.shown(0.0)),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hint:
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


def hint_for(state: State, player: int, names: Sequence[str], effort: int | None = None) -> Hint:
    """A hint for the player to act. `names` are the people in the seats; `effort` is that of `valued`. Raises ValueError if the player is not to act."""
    actions = state.legal_actions(player)
    measure = measure_of(state.game)
    if len(actions) == 1:
        only = Advised(actions[0], _words(state, actions[0], names), Estimate((0.0,)))
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
            _words(state, found.actions[number], names),
            found.worths[number],
            soon[number],
        )
        for number in sorted(found.order, key=lambda number: (not soon[number].wins, soon[number].loses))
    )
    return Hint(moves, measure, _why(state, found, moves, names), _basis(state.game, found))


def _words(state: State, action: Action, names: Sequence[str]) -> str:
    return in_words(state.game, state.tip.cells, action.choice, names, None)


def _basis(game: Game, found: Valued) -> str:
    by = (
        f", played on by {_series([f'`{name}`' for name in game.program.strategies])}"
        if game.program.strategies
        else ""
    )
    dealt = "" if len(found.outlook.views) == 1 else "; what you do not know was dealt again"
    return f"({_capital(unit_of(found.measure))} in {found.games:,} games looked ahead after each move{by}{dealt}{draws_of(found.measure)}.)"


def _series(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------------------------------------------------- why


def _why(state: State, found: Valued, moves: Sequence[Advised], names: Sequence[str]) -> str:
    """A sentence on what is better about the best move."""
    best = moves[0]
    if best.soon.wins:
        return f"{_capital(best.words)} wins at once."
    if found.alike:
        return _alike(found, len(state.legal_actions()))
    clear = [each for each in moves[1:] if best.worth.less(each.worth).is_clear]
    other = clear[0] if clear else moves[1]
    sudden = _sudden(best, other, names)
    if sudden:
        return sudden
    if not clear:
        return f"There is no clear difference between {_series([each.words for each in moves])}."
    as_good = [each.words for each in moves[1:] if each not in clear]
    also = f" {_capital(_series(as_good))} may be as good." if as_good else ""
    named = _striking(state.game, found, best.action, other.action, names)
    if named:
        return f"{_capital(best.words)} rather than {other.words}: {named}.{also}"
    return f"{_capital(best.words)} does better than {other.words} when games are played on; no single figure of the game says why.{also}"


def _alike(found: Valued, many: int) -> str:
    best, worst = found.worths[found.order[0]], found.worths[found.order[-1]]
    if len(found.order) == many and best.value == worst.value:
        return f"All {many} moves are worth the same."
    return f"None of the {many} moves is clearly better than another."


def _sudden(best: Advised, other: Advised, names: Sequence[str]) -> str:
    """A sentence on a win or a loss that is near."""
    first, second = best.soon, other.soon
    if second.loses and not first.loses:
        return f"{_capital(other.words)} loses at once."
    if second.by is not None and first.by is None:
        with_ = f" with `{second.reply}`" if second.reply else ""
        return f"After {other.words}, {names[second.by]} could win at once{with_}; not after {best.words}."
    if first.by is not None and second.by is not None:
        return f"{names[first.by]} can win at once after either of these."
    return ""


def _striking(game: Game, found: Valued, best: Action, other: Action, names: Sequence[str]) -> str:
    """The quantity that differs most between games after two moves, in words; empty if none does enough."""
    player = found.outlook.player
    ends = endings(found.outlook, [best, other], GAMES if is_quick(game) else FEW_GAMES)
    if ends is None:
        return ""
    results = [result_of(game, cells, player) for cells in (*ends[0], *ends[1])]
    compared = [
        Compared(each, [each.of(cells) for cells in ends[0]], [each.of(cells) for cells in ends[1]], results)
        for each in quantities(game, player, names)
    ]
    telling = [each for each in compared if each.is_telling]
    named = [each for each in telling if each.quantity.sort != "score"] or telling
    return max(named, key=lambda each: each.explains).words if named else ""
