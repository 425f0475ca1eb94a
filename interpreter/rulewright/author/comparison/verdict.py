"""The verdict of a comparison in sentences, for the top of its page: what the change does to length, wins, scores, and how games end.

    verdict(found)      ["Games are 42 % shorter: 41.1 turns instead of 70.7.",
                         "Who wins does not change, to within 7 games in 100.",
                         "Scores are lower by 35.8 points: 51.8 on average instead of 87.6."]

Only effects are stated as such; where none was found, the sentence says how large one could still be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.play.comparing.figures import COURSE, ENDS, LENGTH, RULES, SCORES, WINS
from rulewright.play.comparing.result import Comparison, Line
from rulewright.problems.quoting import series

MOST_NAMED = 3
"""At most this number of actions and rules are named."""
SMALL = 1.0
"""Per cent below which a change of length is called slight."""
_RULES = {
    "turns.begin": "the beginning of a turn",
    "turns.end": "the end of a turn",
    "turns.round_end": "the end of a round",
}


def verdict(found: Comparison) -> list[str]:
    """The sentences, the most important first."""
    rows = [line for line in found.rows if line.verdict != "never"]
    by_section = {
        name: [line for line in rows if line.section == name]
        for name in (LENGTH, WINS, SCORES, COURSE, ENDS, RULES)
    }
    return [
        *_length(by_section[LENGTH]),
        *_wins(by_section[WINS]),
        *_scores(by_section[SCORES]),
        *_course(by_section[COURSE]),
        *_ends(by_section[ENDS]),
        *_rules(by_section[RULES]),
    ]


def label(name: str) -> str:
    """An action, a rule or an end as people read it: `last roll made` for `last_roll_made`."""
    return _RULES.get(name, name.replace("_", " "))


def _effects(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if line.verdict == "effect" and line.a is not None and line.b is not None]


def _length(lines: Sequence[Line]) -> Iterator[str]:
    effect = next(iter(_effects(lines)), None)
    if effect is None:
        first = next((line for line in lines if line.a), None)
        if first is not None:
            yield f"Games are as long as before{_within(first, 100 / (first.a or 1), ' %')}."
        return
    assert effect.a is not None
    assert effect.b is not None
    share = 100 * abs(effect.difference) / effect.a if effect.a else 0.0
    how = "slightly" if share < SMALL else f"{share:.0f} %"
    word = "longer" if effect.difference > 0 else "shorter"
    yield f"Games are {how} {word}: {_number(effect.b)} {effect.name} instead of {_number(effect.a)}."


def _wins(lines: Sequence[Line]) -> Iterator[str]:
    effects = _effects(lines)
    for line in effects:
        often = "more" if line.difference > 0 else "less"
        yield f"{_sentence(line.name)} {often} often: {_rate(line.b)} games in 100 instead of {_rate(line.a)}."
    tried = [line for line in lines if line.verdict in ("none", "perhaps")]
    if lines and not effects:
        most = max((max(abs(line.low), abs(line.high)) for line in tried), default=0.0)
        games = "1 game" if round(most) == 1 else f"{most:.0f} games"
        yield f"Who wins does not change{f', to within {games} in 100' if round(most) else ''}."


def _scores(lines: Sequence[Line]) -> Iterator[str]:
    if not lines:
        return
    mean = lines[0]
    if mean.verdict == "effect" and mean.a is not None and mean.b is not None:
        word = "higher" if mean.difference > 0 else "lower"
        yield f"Scores are {word} by {_number(abs(mean.difference))} points: {_number(mean.b)} on average instead of {_number(mean.a)}."
    elif mean.a is not None and mean.b is not None:
        yield f"Scores stay the same{_within(mean, 1.0, ' points')}."


def _course(lines: Sequence[Line]) -> Iterator[str]:
    for line in _effects(lines):
        if line.id == "lead_changes":
            word = "more" if line.difference > 0 else "less"
            yield f"The lead changes {word} often: {_number(line.b or 0)} times a game instead of {_number(line.a or 0)}."


def _ends(lines: Sequence[Line]) -> Iterator[str]:
    for line in _effects(lines):
        yield f"Games end by {label(line.name)} in {_rate(line.b)} of 100 games instead of {_rate(line.a)}."


def _rules(lines: Sequence[Line]) -> Iterator[str]:
    effects = sorted(_effects(lines), key=lambda line: -abs(line.difference) / max(line.a or 0.0, 0.01))
    for word, there in (
        ("more", [each for each in effects if each.difference > 0]),
        ("less", [each for each in effects if each.difference < 0]),
    ):
        if there:
            names = [label(line.name) for line in there[:MOST_NAMED]]
            others = f" and {len(there) - MOST_NAMED} more" if len(there) > MOST_NAMED else ""
            yield (
                f"Used {word} often: {', '.join(names)}{others}."
                if others
                else f"Used {word} often: {series(names)}."
            )
    for side, verdict_ in (("A", "only_a"), ("B", "only_b")):
        only = [label(line.name) for line in lines if line.verdict == verdict_]
        if only:
            yield f"Only {side} has {series(only) if len(only) <= MOST_NAMED else f'{len(only)} more actions or rules'}."


def _within(line: Line, scale: float, unit: str) -> str:
    most = scale * max(abs(line.low), abs(line.high))
    return f", to within {_number(most)}{unit}" if most else ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _rate(value: float | None) -> str:
    return _number(value or 0.0)


def _number(value: float) -> str:
    """A number with three significant digits, and no more than one decimal."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 1 else f"{value:.2g}"
