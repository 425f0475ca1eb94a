"""A reviewed game in words and as data, for people and programs.

found = reviewed(book, state, review, names, by="1,000 games for each decision")
found.lines                the text of `rulewright review`
found.to_json()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rulewright.author.advice.reasons import Advised, capital, striking, sudden, words_of
from rulewright.author.advice.worths import change_text, difference_text, draws_of, unit_of, worth_text
from rulewright.author.story.automatic_rules import by_itself
from rulewright.author.story.narration import Story
from rulewright.game.game import State
from rulewright.game.history.steps import Step
from rulewright.game.moves.action import Action
from rulewright.game.results.measure import Measure
from rulewright.pipeline import Book
from rulewright.play.advising.endings import at_once
from rulewright.play.advising.review import Decision, Luck, Review
from rulewright.play.advising.valuing import Estimate
from rulewright.source.dataclass import dataclass

Picture: TypeAlias = Callable[[State, int], str]
"""Draws a position as a seat saw it: as text, or as SVG (empty where nothing can be drawn)."""
WIDEST = 60
"""The most columns for what happened in a step."""
LONGEST = 100
"""The most characters of what happened in a step."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that gave something away, in words: the move, a better one, and why; and the position as the player saw it."""

    decision: Decision
    move: str
    better: str
    why: str
    position: str
    drawing: str
    """The boards of the position as SVG; empty if there are none."""


@dataclass(frozen=True, slots=True)
class Line:
    """A step of the game: who did what, what it was worth before to that player, and what the decision gave away, if it was one."""

    step: int
    player: int
    move: str
    happened: str
    decision: Decision | None
    better: str = ""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review in words. `basis`: how it was judged."""

    title: str
    names: Sequence[str]
    review: Review
    by: str
    result: str
    steps: Sequence[Line]
    turning_points: Sequence[Mistake]
    luckiest: Sequence[tuple[Luck, str]]
    face_up: bool
    """Whether something is hidden in this game, so that worths of positions are those with all cards face up."""

    @property
    def measure(self) -> Measure:
        """The unit of all figures."""
        return self.review.measure

    @property
    def basis(self) -> str:
        """What the figures are."""
        return f"{capital(unit_of(self.measure))}, by {self.by}{draws_of(self.measure)}."

    @property
    def worths(self) -> str:
        """What the figure of each step is."""
        return "what the position was worth to the player to move" + (
            ", with all cards face up" if self.face_up else ""
        )

    @property
    def lines(self) -> list[str]:
        """The text."""
        return [
            f"{self.title}: {self.review.steps} steps", self.basis, *([self.result] if self.result else []), "",
            *self._players(), "", *self._turning(), *self._luck(), *self._steps(),
        ]  # fmt: skip

    def players(self) -> list[tuple[str, str, str, str]]:
        """For each player: the name, what decisions gave away, how many were clear mistakes, and what luck gave."""
        found = []
        for seat, name in enumerate(self.names):
            made = sum(each.player == seat and each.judged is not None for each in self.review.decisions)
            looked_at = self.review.seat in (None, seat)
            lost = difference_text(self.measure, Estimate((self.review.lost(seat),)), plain=True)
            luck = change_text(self.measure, self.review.luck(seat)) if self.review.lucks else "-"
            mistakes = f"{self.review.mistakes(seat)} of {made}"
            found.append((name, lost, mistakes, luck) if looked_at else (name, "-", "not judged", luck))
        return found

    def _players(self) -> list[str]:
        rows = [("", "gave away", "clear mistakes", "luck gave"), *self.players()]
        wide = [max(len(row[column]) for row in rows) for column in range(4)]
        return [
            "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip()
            for row in rows
        ]

    def _turning(self) -> list[str]:
        if not self.turning_points:
            return ["No decision gave anything away by more than luck would explain.", ""]
        found = ["Turning points"]
        for each in self.turning_points:
            found.append(f"{each.decision.step:4}  {self.names[each.decision.player]}: {each.move}")
            found.append(f"      gave away {self.lost_text(each.decision)}. Better: {each.better}.")
            found += [f"      {each.why}"] if each.why else []
        return [*found, ""]

    def _luck(self) -> list[str]:
        if not self.luckiest:
            return []
        found = ["Luck"]
        for luck, words in self.luckiest:
            found.append(f"{luck.step:4}  {words}")
            found.append(f"      {self.luck_text(luck)}")
        return [*found, ""]

    def _steps(self) -> list[str]:
        found, wide = (
            [f"Step by step, with {self.worths}"],
            max((len(line.happened) for line in self.steps), default=0),
        )
        for line in self.steps:
            worth = self.worth_text(line)
            lost = (
                f"gave away {self.lost_text(line.decision)}; better: {line.better}"
                if line.decision is not None and line.better
                else ""
            )
            notes = "   ".join(filter(None, (worth, lost)))
            found.append(f"{line.step:4}  {line.happened:<{min(wide, WIDEST)}}  {notes}".rstrip())
        return found

    def worth_text(self, line: Line) -> str:
        """What the position before a step was worth to the player who made the move; empty if it is not known."""
        if line.decision is None or line.decision.worth is None:
            return ""
        return worth_text(self.measure, line.decision.worth[line.player])

    def lost_text(self, decision: Decision) -> str:
        """What a decision gave away."""
        return difference_text(self.measure, decision.judged.lost) if decision.judged is not None else ""

    def luck_text(self, luck: Luck) -> str:
        """What chance events gave: for a single player, or for the one whom they helped, or else for all."""
        gains = [(name, gain) for name, gain in zip(self.names, luck.gains, strict=True)]
        if len(gains) == 2 and self.measure.opposed:
            gains = [max(gains, key=lambda each: each[1].value)]
        drawn = f", against {luck.results} other results that were drawn" if luck.drawn else ""
        return ", ".join(f"{change_text(self.measure, gain)} for {name}" for name, gain in gains) + drawn

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        review, measure = self.review, self.measure
        players = [
            {
                "name": name, "gave_away": _scaled(measure, review.lost(seat)), "mistakes": review.mistakes(seat),
                "decisions": sum(each.player == seat and each.judged is not None for each in review.decisions),
                "luck": _signed(measure, review.luck(seat)) if review.lucks else None,
            }
            for seat, name in enumerate(self.names)
        ]  # fmt: skip
        return {
            "measure": measure.kind, "by": self.by, "steps": review.steps, "result": self.result, "players": players,
            "turning_points": [
                {**self._decision(each.decision, each.move, each.better), "why": each.why} for each in self.turning_points
            ],
            "luckiest": [{**self._chance(luck), "words": words} for luck, words in self.luckiest],
            "decisions": [
                self._decision(line.decision, line.move, line.better) for line in self.steps if line.decision is not None
            ],
            "luck": [self._chance(each) for each in review.lucks],
        }  # fmt: skip

    def _decision(self, decision: Decision, move: str, better: str) -> dict[str, object]:
        judged, measure = decision.judged, self.measure
        worths = None if decision.worth is None else [_value(measure, each) for each in decision.worth]
        return {
            "step": decision.step, "player": decision.player, "move": move, "moves": decision.moves, "worths": worths,
            "gave_away": _scaled(measure, decision.lost),
            "difference": None if judged is None else _signed(measure, judged.lost),
            "clear": decision.is_mistake, "better": better or None,
        }  # fmt: skip

    def _chance(self, luck: Luck) -> dict[str, object]:
        gains = [_signed(self.measure, each) for each in luck.gains]
        return {
            "step": luck.step, "player": luck.player if luck.player >= 0 else None, "gains": gains,
            "results": luck.results, "drawn": luck.drawn,
        }  # fmt: skip


def _value(measure: Measure, worth: Estimate) -> dict[str, float]:
    return {"value": measure.shown(worth.value), "error": _scaled(measure, worth.error)}


def _signed(measure: Measure, change: Estimate) -> dict[str, float]:
    return {"value": _scaled(measure, change.value), "error": _scaled(measure, change.error)}


def _scaled(measure: Measure, difference: float) -> float:
    return 100 * difference if measure.kind == "wins" else difference


def reviewed(
    book: Book,
    state: State,
    review: Review,
    names: Sequence[str],
    by: str,
    result: str,
    picture: Picture,
    drawing: Picture,
) -> Reviewed:
    """A review in words. `names` are the people in the seats, `by` how it was judged, `result` the last line of the game; `picture` and `drawing` draw a
    position as a seat saw it, as text and as SVG."""
    story = Story(state.game.program, names, by_itself(book)).steps(state, None)
    decided = {each.step: each for each in review.decisions}
    chain = state.tip.chain()
    lines = [
        _line(state, number, step, names, story[number], decided.get(number))
        for number, step in enumerate(chain)
    ]
    turning = [
        _mistake(state, chain[each.step], lines[each.step], each, names, picture, drawing)
        for each in review.turning_points
    ]
    luckiest = [(each, _happened(story[each.step])) for each in review.luckiest]
    return Reviewed(
        state.game.title,
        names,
        review,
        by,
        result,
        [line for line in lines if line.player >= 0],
        turning,
        luckiest,
        not state.game.perfect_information,
    )


def _line(
    state: State,
    number: int,
    step: Step,
    names: Sequence[str],
    story: Sequence[str],
    decision: Decision | None,
) -> Line:
    happened = _happened(story[:1])
    if step.before is None or step.choice is None:
        return Line(number, -1, "", happened, decision)
    before = state.game.state_after(step.before)
    better = ""
    if decision is not None and decision.judged is not None and decision.is_mistake:
        better = words_of(before, before.legal_actions()[decision.judged.best], names)
    move = words_of(before, state.game.action_of(step.choice), names)
    return Line(number, step.player, move, happened, decision, better)


def _mistake(
    state: State,
    step: Step,
    line: Line,
    decision: Decision,
    names: Sequence[str],
    picture: Picture,
    drawing: Picture,
) -> Mistake:
    assert step.before is not None, "a decision has a position before it"
    before = state.game.state_after(step.before)
    why = _why(state, step, decision, names)
    return Mistake(
        decision,
        line.move,
        line.better,
        why,
        picture(before, decision.player),
        drawing(before, decision.player),
    )


def _happened(lines: Sequence[str]) -> str:
    """What happened in a step, in a line."""
    text = "; ".join(line.strip() for line in lines if ": now " not in line)
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rsplit(' ', 1)[0]} ..."


def _why(state: State, step: Step, decision: Decision, names: Sequence[str]) -> str:
    """A sentence on what was better about the best move; empty for exact values."""
    judged, found = decision.judged, None if decision.judged is None else decision.judged.found
    if judged is None or found is None or step.before is None:
        return ""
    before = state.game.state_after(step.before)
    best, other = (
        _advised(before, found.actions[number], names, judged.worth)
        for number in (judged.best, decision.played)
    )
    first, second = (
        Advised(each.action, each.words, each.worth, at_once(found.outlook, each.action))
        for each in (best, other)
    )
    near = sudden(first, second, names)
    if near:
        return near
    named = striking(state.game, found, best.action, other.action, names, names[decision.player])
    return f"{capital(best.words)} rather than {other.words}: {named}." if named else ""


def _advised(state: State, action: Action, names: Sequence[str], worth: Estimate) -> Advised:
    return Advised(action, words_of(state, action, names), worth)
