"""Games of a text as it is on the screen, played by players who choose at random, with the figures of its rules.

simulated(Path("race.rulebook.yaml"), {}, games=1000, seconds=10)      ->      Measured(games=1000, figures=(...), ...)
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from rulewright.author.coverage.places import Place
from rulewright.author.coverage.report import Coverage, Covered, reason
from rulewright.document import library
from rulewright.editor.index import all_nodes
from rulewright.editor.measuring.figures import Figure, Measured
from rulewright.editor.measuring.reasons import reasons
from rulewright.editor.ranges import range_of
from rulewright.editor.texts import OpenTexts
from rulewright.language.players import RANDOM
from rulewright.pipeline import Book, open_source
from rulewright.play.figures.simulation import Simulation, as_text
from rulewright.play.running.games import Plan
from rulewright.play.running.jobs import workers
from rulewright.play.simulate import Tally, add_games
from rulewright.problems.problem import RulebookError
from rulewright.problems.quoting import counted
from rulewright.rulebook import nodes as rules
from rulewright.source.text import Source, Span

SEED = 0
MOST_ACTIONS = 10_000
AT_A_TIME = 5
"""The games that are played before it is looked at how much time is left."""
SHOWN = ("phase", "action", "condition", "trigger", "end", "step", "rule", "if", "case")
"""The sorts of places that get a figure."""
_RULES = (rules.Action, rules.Trigger, rules.End, rules.Definition, rules.Step)


def source_of(path: Path, files: OpenTexts) -> Source:
    """A text, open or not. Raises RulebookError."""
    if path in files.texts:
        return library.source_of(path, files.texts[path])
    return library.read(path)


def simulated(path: Path, texts: Mapping[Path, str], games: int, seconds: float) -> Measured:
    """The figures of some games, or of as many as a time allows, but of one at least."""
    files = OpenTexts(texts)
    try:
        book = open_source(source_of(path, files), engine="reference", files=files)
    except RulebookError as error:
        return Measured(wanted=games, problem=error.problems[0].message)
    coverage = Coverage()
    result = _played(coverage.watch(book), games, time.monotonic() + seconds)
    figures = tuple(_figures(book, coverage.report().places, result.games))
    read = {str(_path(source)): source.text for source in _sources(book)}
    return Measured(
        result.games,
        games,
        result.players,
        _summary(result),
        as_text(result),
        figures,
        {figure.file: read[figure.file] for figure in figures if figure.file in read},
    )


def _played(book: Book, games: int, until: float) -> Simulation:
    game = book.game
    plan = Plan(SEED, MOST_ACTIONS, (RANDOM,) * game.num_players, rotated=False)
    tally = Tally(game, SEED, None, plan.players)
    with workers((game,), plan.players, 1) as here:
        for first in range(0, games, AT_A_TIME):
            numbers = range(first, min(first + AT_A_TIME, games))
            for _ in add_games(tally, [numbers], plan, here):
                pass
            if time.monotonic() > until:
                break
    return tally.simulation()


def _summary(result: Simulation) -> str:
    """The result in a line."""
    parts = [f"{counted(result.games, 'game')}"]
    if result.finished and result.decisions is not None:
        parts.append(f"{result.decisions.mean:.0f} decisions on average")
        seats = [f"{_seat(seat.seat)} won {100 * seat.win_rate:.0f} %" for seat in result.seats]
        parts.append(", ".join(seats) if len(seats) < 5 else "")
    parts.append(f"{result.failed} failed" if result.failed else "")
    parts.append(f"{result.broken_off} did not end" if result.broken_off else "")
    return "; ".join(filter(None, parts))


def _seat(name: str) -> str:
    return f"seat {name}" if name.isdigit() else name


# ------------------------------------------------------------------------------------------------- figures


def _figures(book: Book, places: tuple[Covered, ...], games: int) -> Iterator[Figure]:
    around = {each.path: each for each, _ in all_nodes(book.rulebook) if isinstance(each, _RULES)}
    for each in places:
        place = each.place
        if place.sort not in SHOWN or place.span.source.is_typed:
            continue
        missing = not each.exercised and not each.hidden
        first, last = _lines(_rule(place, around))
        yield Figure(
            str(_path(place.span.source)),
            range_of(place.span),
            first,
            last,
            place.sort,
            place.name,
            each.seen.no,
            each.seen.yes,
            reason(place, each.seen) if missing else "",
            tuple(reasons(each, places, games)) if missing else (),
        )


def _rule(place: Place, around: Mapping[str, rules.Entry]) -> Span:
    """All of the rule that a place is a part of; the place alone if it is a part of none."""
    steps = place.path.split(".")
    for length in range(len(steps), 0, -1):
        entry = around.get(".".join(steps[:length]))
        if entry is not None and entry.span.source == place.span.source == entry.whole.source:
            return entry.span.to(entry.whole)
    return place.span


def _lines(span: Span) -> tuple[int, int]:
    where = range_of(span)
    return where.line, where.end_line - (where.end_character == 0 and where.end_line > where.line)


def _sources(book: Book) -> Iterator[Source]:
    seen: set[Source] = set()
    for node, _ in all_nodes(book.rulebook):
        if node.span.source not in seen:
            seen.add(node.span.source)
            yield node.span.source


def _path(source: Source) -> Path:
    return Path(source.name).resolve()
