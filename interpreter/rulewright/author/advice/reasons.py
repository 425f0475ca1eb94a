"""Why one move is better than another: what happens at once, or which quantity of the rulebook differs most later.

sudden(best, other, names)                      "After drop a, Bob could win at once with `drop c`; not after drop c."
striking(game, found, action, other, names)     "large straight in your sheet in 41 of 100 games, against 28"
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.author.advice.compared import Compared
from rulewright.author.advice.quantities import quantities
from rulewright.author.advice.worths import worth_text
from rulewright.author.story.moves import in_words
from rulewright.game.game import Game, State
from rulewright.game.moves.action import Action
from rulewright.game.results.measure import Measure, result_of
from rulewright.play.advising.endings import NOTHING, AtOnce, endings
from rulewright.play.advising.valuing import Estimate, Valued, is_quick
from rulewright.source.dataclass import dataclass

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


def words_of(state: State, action: Action, names: Sequence[str]) -> str:
    """A move in words, for the player who may make it."""
    return in_words(state.game, state.tip.cells, action.choice, names, None)


def capital(text: str) -> str:
    """A text with a capital letter."""
    return text[:1].upper() + text[1:]


def sudden(best: Advised, other: Advised, names: Sequence[str]) -> str:
    """A sentence on a win or a loss that is near; empty if there is none."""
    first, second = best.soon, other.soon
    if first.wins and not second.wins:
        return f"{capital(best.words)} wins at once."
    if second.loses and not first.loses:
        return f"{capital(other.words)} loses at once."
    if second.by is not None and second.later and first.by is None:
        return f"After {other.words}, {names[second.by]} could go on with `{second.reply}` and win whatever the answer is; not after {best.words}."
    if second.by is not None and not second.later and (first.by is None or first.later):
        with_ = f" with `{second.reply}`" if second.reply else ""
        return f"After {other.words}, {names[second.by]} could win at once{with_}; not after {best.words}."
    if first.by is not None and second.by is not None and not first.later:
        return f"{names[first.by]} can win at once after either of these."
    return ""


def striking(
    game: Game, found: Valued, best: Action, other: Action, names: Sequence[str], own: str = ""
) -> str:
    """The quantity that differs most between games after two moves, in words; empty if none does enough. The player is called `own`, or "you"."""
    player = found.outlook.player
    ends = endings(found.outlook, [best, other], GAMES if is_quick(game) else FEW_GAMES)
    if ends is None:
        return ""
    results = [result_of(game, cells, player) for cells in (*ends[0], *ends[1])]
    compared = [
        Compared(each, [each.of(cells) for cells in ends[0]], [each.of(cells) for cells in ends[1]], results)
        for each in quantities(game, player, names, own)
    ]
    now = found.outlook.views[0].cells
    telling = [
        each
        for each in compared
        if each.is_telling and not (each.quantity.sort == "pieces" and each.only_grows(now))
    ]
    named = [each for each in telling if each.quantity.sort != "score"] or telling
    return max(named, key=lambda each: each.explains).words if named else ""
