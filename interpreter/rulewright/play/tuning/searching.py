"""From wishes to an answer: the search, fresh games of the best settings, and what is said with which confidence.

    found = search(space, wishes, open_game, Conditions(seed=1), games=20_000)
    found.answer.values             {"options.target": 40}
    found.answer.figures[0]         Measured(value=20, low=20, high=21, verdict="holds")

Seven tenths of the games are for the search. The rest are fresh: with other luck, so that the best setting is not taken for better than
it is because it was lucky in the search. The intervals of all wishes and finalists hold together with 95 % confidence (Bonferroni).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from math import ceil, floor
from typing import Final, Literal, Protocol, TypeAlias

from rulewright.game.game import Game
from rulewright.play.running.jobs import Kept
from rulewright.play.tuning.halving import halving
from rulewright.play.tuning.knobs import Setting, Space, Value
from rulewright.play.tuning.samples import Sample, normal
from rulewright.play.tuning.trials import Conditions, Trial, Trials, Unplayable, estimate
from rulewright.play.tuning.wishes import Measure, Wish, loss
from rulewright.problems.quoting import counted
from rulewright.runtime.chance.random_words import seed_of
from rulewright.source.dataclass import dataclass

TODAY: Final[Setting] = ()
"""Stands for the game without any change."""
CONFIDENCE: Final = 0.95
FRESH: Final = 0.3
"""The share of the games that are fresh."""
FRESH_SEED: Final = 0x66726573
FINALISTS: Final = 3
LEAST: Final = 30
"""The fewest games of each group of players."""
LEAST_FOR_A_MODEL: Final = 17
"""With fewer settings than this, halving needs fewer games than a model."""

WayName: TypeAlias = Literal["model", "halving"]
WAYS: Final[tuple[WayName, ...]] = ("model", "halving")
Progress: TypeAlias = Callable[[Trials, int, str], None]
"""Called with the trials of the search, the number of games played so far, and how far off the best setting is."""


class TooFewGames(ValueError):
    """More games are needed. The message says how many."""


class Way(Protocol):
    """A way of searching: plays games of settings, and yields each setting after it has played."""

    def __call__(
        self, trials: Trials, space: Space, games: int, luck: random.Random
    ) -> Iterator[Setting]: ...


Ranking: TypeAlias = Callable[[Trials, Space, random.Random], Sequence[Setting]]
"""The best settings first, as far as they are known."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure with its interval; `verdict` is `holds`, `missed` or `open` (`Wish.verdict`)."""

    value: float
    low: float
    high: float
    verdict: str
    miss: float


@dataclass(frozen=True, slots=True)
class Answer:
    """A setting with a figure for each wish, from `games` of each group of players."""

    setting: Setting
    values: dict[str, Value]
    figures: tuple[Measured, ...]
    games: int

    @property
    def holds(self) -> bool:
        """Whether all wishes hold with the stated confidence."""
        return all(figure.verdict == "holds" for figure in self.figures)


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search. `wishes` have their ranges in numbers. `today`: the game as it is; `answer`: None if no setting can be
    played; `others`: the other finalists, and `front`: settings of the search that no other beats in every wish, by their misses. `refused`:
    settings that cannot be played, with the reason."""

    wishes: tuple[Wish, ...]
    today: Answer | None
    answer: Answer | None
    others: tuple[Answer, ...]
    front: tuple[Answer, ...]
    tried: int
    size: int
    games: int
    refused: dict[Setting, str]
    way: str
    interrupted: bool
    trials: Trials
    space: Space


def search(
    space: Space,
    wishes: Sequence[Wish],
    open_game: Callable[[Setting], Game],
    conditions: Conditions,
    games: int,
    way: WayName | None = None,
    progress: Progress | None = None,
    kept: Mapping[Setting, Trial] | None = None,
) -> Found:
    """Search for the setting that comes nearest to all wishes, with at most this number of `games`. `open_game` gives the game of a setting, that
    of TODAY included, and raises Unplayable. `kept`: what an earlier search of the same space and wishes has tried; it goes on from there.
    KeyboardInterrupt ends the search, and the answer is what is known by then. Raises TooFewGames."""
    way = way or _usual_way(space)
    playing = Kept(conditions.jobs, conditions.executor)
    fresh = Trials(
        wishes, open_game, replace(conditions, seed=seed_of(conditions.seed, FRESH_SEED)), kept=playing
    )
    interrupted, answers, today = False, list[Answer](), None
    trials = Trials(wishes, open_game, conditions, first=fresh.first, kept=playing)
    trials.tried |= kept or {}
    trials.played = sum(sum(trial.games) for trial in trials.tried.values())
    _refuse_few(games, len(fresh.groups))
    for_fresh = int(games * FRESH)
    trials.most = max(games - for_fresh, trials.played)
    fresh.most = max(games - trials.most, for_fresh)
    try:
        fresh.play(TODAY, max(for_fresh // 6 // len(fresh.groups), 1))
        wishes = _in_numbers(wishes, fresh)
        trials.wishes = fresh.wishes = wishes
        run, ranked = _way(way)
        luck = random.Random(conditions.seed)
        for _ in run(trials, space, games - for_fresh, luck):
            _tell(progress, trials, fresh)
        fresh.most = max(games - trials.played, for_fresh)
        for _ in _final(fresh, ranked(trials, space, luck)[:FINALISTS]):
            _tell(progress, trials, fresh)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        playing.close()
    if not fresh.tried.get(TODAY) or fresh.tried[TODAY].refused:
        today = None
    else:
        today = _answer(fresh, space, TODAY, FINALISTS)
    playable = [setting for setting in fresh.playable() if setting != TODAY]
    answers = [_answer(fresh, space, setting, FINALISTS) for setting in playable]
    if interrupted and not answers and all(not wish.as_now for wish in wishes):
        answers = [_answer(trials, space, setting, 1) for setting in trials.playable()[:1]]
    return Found(
        tuple(wishes), today, answers[0] if answers else None, tuple(answers[1:]), _front(trials, space),
        len(trials.tried), space.size, trials.played + fresh.played,
        {setting: trial.refused for setting, trial in trials.tried.items() if trial.refused},
        way, interrupted, trials, space,
    )  # fmt: skip


def _usual_way(space: Space) -> WayName:
    return "model" if space.size >= LEAST_FOR_A_MODEL and find_spec("scipy") else "halving"


def _in_numbers(wishes: Sequence[Wish], fresh: Trials) -> list[Wish]:
    """The wishes with their ranges in numbers. Raises Unplayable if one refers to the game as it is, which cannot be played."""
    trial = fresh.tried[TODAY]
    if trial.refused:
        if any(wish.as_now for wish in wishes):
            raise Unplayable(trial.refused)
        return list(wishes)
    found = fresh.estimates(TODAY)
    return [wish.at(each.value) for wish, each in zip(wishes, found, strict=True)]


def _way(name: WayName) -> tuple[Way, Ranking]:
    """A way of searching, and what it takes for the best settings in the end."""
    if name == "halving":
        return halving, lambda trials, space, luck: trials.playable()
    model = import_module("rulewright.play.tuning.modelled")  # needs an extra, and a second to load
    return model.modelled, model.best


def _final(fresh: Trials, finalists: Sequence[Setting]) -> Iterator[Setting]:
    """Fresh games of the finalists: some of each, then of the best until each of its wishes holds or is missed."""
    left = ((fresh.most or 0) - fresh.played) // len(fresh.groups)
    for setting in finalists:
        fresh.play(setting, max(left // (2 * FINALISTS), 1))
        yield setting
    while leading := [setting for setting in fresh.playable() if setting != TODAY]:
        setting = leading[0]
        many = fresh.games_of(setting)
        verdicts = [figure.verdict for figure in _figures(fresh, setting, FINALISTS)]
        if "open" not in verdicts:
            return
        fresh.play(setting, 2 * many)
        yield setting
        if fresh.games_of(setting) == many:
            return


def _refuse_few(games: int, groups: int) -> None:
    if games < LEAST * groups:
        raise TooFewGames(
            f"these wishes name {counted(groups, 'group')} of players, each of which plays games of its own: at least {LEAST * groups} games are needed"
        )


def _answer(trials: Trials, space: Space, setting: Setting, looks: int) -> Answer:
    values = space.values(setting) if setting != TODAY else {}
    return Answer(setting, values, tuple(_figures(trials, setting, looks)), trials.games_of(setting))


def _figures(trials: Trials, setting: Setting, looks: int) -> Iterator[Measured]:
    confidence = 1 - (1 - CONFIDENCE) / (len(trials.wishes) * looks)
    for wish, sample in zip(trials.wishes, trials.tried[setting].samples, strict=True):
        yield _measured(wish, sample, confidence)


def _measured(wish: Wish, sample: Sample, confidence: float) -> Measured:
    low, high = _interval(wish.measure, sample, confidence)
    value = estimated = _value(wish.measure, sample)
    verdict = wish.verdict(low, high)
    if wish.measure.percent is not None:
        value, low, high = sample.plain_quantile(wish.measure.percent), floor(low + 0.5), ceil(high - 0.5)
    return Measured(value, low, high, verdict, wish.miss(estimated))


def _value(measure: Measure, sample: Sample) -> float:
    return estimate(measure, sample).value


def _interval(measure: Measure, sample: Sample, confidence: float) -> tuple[float, float]:
    if measure.percent is not None:
        return sample.quantile_interval(measure.percent, confidence)
    return sample.share_interval(confidence) if measure.is_share else normal(sample.mean(), confidence)


def _front(trials: Trials, space: Space) -> tuple[Answer, ...]:
    """Settings that no other beats in every wish, by their misses in the search; at most one for each combination of misses."""
    found = [
        _answer(trials, space, setting, 1) for setting in trials.playable() if trials.games_of(setting) >= 50
    ]
    misses = {each.setting: tuple(round(figure.miss, 1) for figure in each.figures) for each in found}
    kept: dict[tuple[float, ...], Answer] = {}
    for each in found:
        mine = misses[each.setting]
        beaten = any(
            other != mine and all(one <= two for one, two in zip(other, mine, strict=True))
            for other in misses.values()
        )
        if not beaten:
            kept.setdefault(mine, each)
    return tuple(kept.values())


def _tell(progress: Progress | None, trials: Trials, fresh: Trials) -> None:
    if progress is None:
        return
    playable = trials.playable()[:1]
    known = [each.value for setting in playable for each in trials.estimates(setting)]
    off = f"off by {loss(trials.wishes, known):.2g} % at best" if known else ""
    progress(trials, trials.played + fresh.played, off)
