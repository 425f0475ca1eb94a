"""A comparison in words: what was compared, what was left out, how to read it; and all of it as text.

heading(found)          "2,000 games on each side with the same luck, 2 players who choose at random, seed 0"
values(line)            ("71.3", "64.1")

`print(compare(...))` shows it, and the command line, which fits the same lines into its terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from rulewright.language.players import RANDOM
from rulewright.play.comparing.figures import ENDS, RULES, players_named
from rulewright.play.comparing.result import Comparison, Line, Side
from rulewright.play.comparing.verdicts import numbers
from rulewright.play.figures.statistics import FEW, wilson
from rulewright.play.figures.texts import aligned
from rulewright.problems.quoting import counted

WORTHWHILE = 1.5
"""So many games with different luck must a pair be worth if the same luck is to be called a help."""
MOST_LISTED = 4
"""Strategies, or parts of them, that a sentence names."""


def as_text(found: Comparison) -> str:
    """All of it, with columns that are as wide as they have to be."""
    first = [f"{letter}  {_called(side, other)}" for letter, side, other in _sides(found)]
    parts = ["\n".join([*first, heading(found), *cautions(found)])]
    if not found.games:
        return parts[0]
    tables = [
        [(section.upper(), "A", "B", ""), *((line.name, *values(line), line.words) for line in lines)]
        for section, lines in sections(found)
    ]
    lines = iter(aligned(*chain(*tables), words=True).splitlines())
    parts += ["\n".join(next(lines) for _ in table) for table in tables]
    return "\n\n".join([*parts, "\n".join(how_to_read(found))])


def heading(found: Comparison) -> str:
    """What was played, in one sentence without a full stop."""
    games = f"{found.played:,} game{'' if found.played == 1 else 's'} on each side"
    luck = "with the same luck" if found.paired else "with luck of its own"
    return f"{games} {luck}, {_players(found)}, seed {found.seed}"


def _players(found: Comparison) -> str:
    kinds = set(found.bots)
    if kinds == {RANDOM}:
        return (
            f"{counted(found.players, 'player who chooses', 'players who choose')} at random"
            if found.players > 1
            else "1 player who chooses at random"
        )
    if len(kinds) == 1:
        return f"{found.players} player{'s' if found.players > 1 else ''}: {found.bots[0]}"
    return f"players: {', '.join(players_named(found.bots))} (one seat further with each game)"


def values(line: Line) -> tuple[str, str]:
    """The figure on both sides; `-` where a side has no such thing."""
    there = [value for value in (line.a, line.b) if value is not None]
    interval = (0.0, 0.0) if line.verdict == "same" else (line.low, line.high)
    told = iter(numbers(interval, *there))
    percent = " %" if line.kind == "rate" else ""
    a, b = ("-" if value is None else f"{next(told)}{percent}" for value in (line.a, line.b))
    return a, b


def sections(found: Comparison) -> Iterator[tuple[str, list[Line]]]:
    """The lines under their headings, without those of what never happened."""
    there = [line for line in found.rows if line.verdict != "never"]
    for section, lines in groupby(there, key=lambda line: line.section):
        yield section, list(lines)


def never(found: Comparison) -> str | None:
    """What never happened on either side, as a sentence."""
    names = [line.name for line in found.rows if line.verdict == "never"]
    return f"Never, on either side: {', '.join(names)}." if names else None


def cautions(found: Comparison) -> Iterator[str]:
    """What somebody must know before any figure is believed, in sentences."""
    for letter, side in (("A", found.a), ("B", found.b)):
        yield from _left_out(letter, side, found.played)
    if not found.games:
        yield "No game was finished on both sides."
        return
    if not found.sound:
        yield "So many failed that those that are left are not like all games: no line says what the change does."
    if found.games < found.played:
        kept = (
            f"Figures are of the {found.games:,} of {counted(found.played, 'game')} that both sides finished"
        )
        shorter = found.a.unfinished or found.b.unfinished
        yield f"{kept}, and so of shorter ones than usual." if shorter else f"{kept}."
    if found.games < FEW:
        yield f"With fewer than {FEW} games intervals are rough."
    if not any(
        line.a is not None and line.b is not None for line in found.lines if line.section in (ENDS, RULES)
    ):
        yield "A and B have no action, rule or end in common, so the same luck is not the same game."
    yield from _changed_strategies(found)


def _changed_strategies(found: Comparison) -> Iterator[str]:
    """That somebody plays otherwise on side B; of those who are not here only where nothing else differs."""
    same_rules = found.a.fingerprint == found.b.fingerprint
    strategies = found.changed_strategies or (tuple(found.changed_parts) if same_rules else ())
    if not strategies:
        return
    names = _listed([f"`{name}`" for name in strategies])
    places = _listed(list(dict.fromkeys(part for name in strategies for part in found.changed_parts[name])))
    if not same_rules:
        written = "strategy {} is" if len(strategies) == 1 else "strategies {} are"
        yield (
            f"The {written.format(names)} written differently on the two sides ({places}), so it is not the rules alone "
            "that differ."
        )
        return
    nobody = "" if found.changed_strategies else ", and nobody here plays so (--bots)"
    plays = "plays" if len(strategies) == 1 else "play"
    yield f"The rules of A and B are the same. What differs is how {names} {plays} ({places}){nobody}."


def _listed(names: Sequence[str]) -> str:
    """All of them, or so many that a sentence can hold."""
    shown = (
        [*names[:MOST_LISTED], f"{len(names) - MOST_LISTED} more"] if len(names) > MOST_LISTED + 1 else names
    )
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _sides(found: Comparison) -> tuple[tuple[str, Side, Side], tuple[str, Side, Side]]:
    return ("A", found.a, found.b), ("B", found.b, found.a)


def _called(side: Side, other: Side) -> str:
    """A side by its title, with what it has that the other one has not."""
    told = [f"variant {side.variant}"] if side.variant else []
    told += [name for name in side.overlays if name not in other.overlays]
    told += [f"{name} {value}" for name, value in side.options.items() if other.options.get(name) != value]
    return f"{side.title} ({', '.join(told)})" if told else side.title


def _left_out(letter: str, side: Side, played: int) -> Iterator[str]:
    if side.failed:
        yield f"In {letter} a rule failed in {side.failed:,} of {counted(played, 'game')}."
    if side.unfinished:
        yield f"In {letter} {side.unfinished:,} of {counted(played, 'game')} {'was' if side.unfinished == 1 else 'were'} broken off (--max-actions)."


def who_wins(found: Comparison) -> Iterator[str]:
    """For players who differ, how often each wins on a side, with the interval of that share (Wilson), in a sentence for each side."""
    if len(set(found.bots)) == 1 or not found.sound or not found.games:
        return
    names = players_named(found.bots)
    lines = [found.line(f"wins.{name.replace(' ', '.')}") for name in names]
    for side in ("A",) if all(line.verdict == "same" for line in lines) else ("A", "B"):
        told = []
        for name, line in zip(names, lines, strict=True):
            rate = (line.a if side == "A" else line.b) or 0.0
            low, high = (100 * end for end in wilson(round(rate * found.games / 100), found.games))
            least, most = numbers((low, high), low, high, rounded=True)
            told.append(f"{name} {least} to {most}")
        yield f"Wins of each player in 100 games of {side}, 95 % intervals: {', '.join(told)}."


def how_to_read(found: Comparison) -> Iterator[str]:
    """What the words of the lines mean, as far as they come up, in sentences."""
    unseen = never(found)
    if unseen:
        yield unseen
    yield from who_wins(found)
    verdicts = {line.verdict for line in found.lines}
    if verdicts & {"effect", "perhaps", "none"}:
        yield "Each interval by itself holds the true difference with 95 % confidence."
    if "perhaps" in verdicts:
        others = "; the other effects stand among all lines" if "effect" in verdicts else ""
        yield f"`perhaps`: among {found.tests} lines this may be chance{others}."
    if found.paired:
        yield from _worth_of_a_pair(found)


def _worth_of_a_pair(found: Comparison) -> Iterator[str]:
    """What the same luck on both sides does for the first figure that is not alike in all games."""
    varying = (line for line in found.rows if line.verdict in ("effect", "perhaps", "none"))
    first = next((line for line in varying if line.worth is not None), None)
    if first is None or first.worth is None:
        return
    told = f"a game tells as much about {first.name} as {first.worth:.1f} with different luck."
    yield f"{use_of_luck(first.worth)} {told}"


def use_of_luck(worth: float) -> str:
    if round(worth, 1) < 1:
        return "The same luck does harm here (--unpaired gives each side its own):"
    return "With the same luck" if worth >= WORTHWHILE else "The same luck helps little here:"
