"""Figures of sessions as sentences and tables of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.author.tables.figures import Figures, SeatFigures
from rulewright.author.tables.sessions import Thought
from rulewright.play.figures.simulation import Seat, Table
from rulewright.play.figures.statistics import Summary
from rulewright.problems.quoting import counted

FIGURES = ("mean", "95 %", "least", "median", "most")
MOST_REASONS = 8


def report(found: Figures) -> Iterator[str | Table]:
    """The whole report as sentences and tables."""
    yield _heading(found)
    if not found.finished:
        yield "No game was finished, so there are no lengths, wins and scores."
    else:
        yield _lengths(found)
        yield _seats(found)
        ends = ", ".join(f"{name} {count}" for name, count in found.ends.items())
        yield f"Ended by: {ends}"
    yield _actions(found)
    yield from _refused(found)
    if found.undone:
        yield f"Taken back: {counted(found.undone, 'move')}."
    if found.longest:
        yield _longest(found.longest)


def _heading(found: Figures) -> str:
    left = f", {found.finished} of them finished" if found.finished < found.tables else ""
    simulated = found.simulated
    beside = ""
    if simulated is not None:
        players = ", ".join(dict.fromkeys(simulated.bots))
        beside = f"; simulated: {counted(simulated.games, 'game')} of {players}"
    return (
        f"{found.title}: {counted(found.tables, 'table')}{left}, {counted(found.players, 'player')}{beside}"
    )


def _lengths(found: Figures) -> Table:
    rows = [
        _row(name, own, other)
        for name, own, other in (
            ("decisions", found.decisions, found.simulated.decisions if found.simulated else None),
            ("rounds", found.rounds, found.simulated.rounds if found.simulated else None),
            ("minutes", found.minutes, None),
        )
        if own is not None
    ]
    return ("LENGTH", *FIGURES, *_beside(found)), [row[: 6 + len(_beside(found))] for row in rows]


def _seats(found: Figures) -> Table:
    scored = any(seat.score is not None for seat in found.seats)
    simulated = found.simulated.seats if found.simulated else ()
    rows = [
        _seat_row(seat, simulated[number] if simulated else None, scored)
        for number, seat in enumerate(found.seats)
    ]
    heading = ["SEAT", "wins", "95 %", *(["simulated"] if simulated else [])]
    heading += ["score", "95 %", *(["simulated"] if simulated else [])] if scored else []
    return tuple(heading), rows


def _seat_row(seat: SeatFigures, simulated: Seat | None, scored: bool) -> tuple[str, ...]:
    cells = [seat.seat, f"{100 * seat.win_rate:.0f} %", f"{100 * seat.low:.0f} to {100 * seat.high:.0f} %"]
    cells += [f"{100 * simulated.win_rate:.0f} %"] if simulated else []
    if scored:
        cells += _mean(seat.score)
        cells += [_mean(simulated.score)[0]] if simulated else []
    return tuple(cells)


def _actions(found: Figures) -> Table:
    timed = any(each.seconds is not None for each in found.actions)
    rows = [
        (each.action.replace("_", " "), f"{each.a_game:.1f}", *((_seconds(each.seconds),) if timed else ()))
        for each in found.actions
    ]
    return ("ACTION", "a game", *(("thought (median)",) if timed else ())), rows


def _refused(found: Figures) -> Iterator[str | Table]:
    if not found.refused:
        return
    rows: list[tuple[str, ...]] = [
        (reason, str(count)) for reason, count in list(found.refused.items())[:MOST_REASONS]
    ]
    yield ("REFUSED BECAUSE", "times"), rows


def _longest(thoughts: Sequence[Thought]) -> Table:
    rows: list[tuple[str, ...]] = [
        (each.sentence, _seconds(each.seconds), each.name, f"{each.file}, step {each.step}")
        for each in thoughts
    ]
    return ("LONGEST THOUGHT", "", "who", "where"), rows


def _beside(found: Figures) -> tuple[str, ...]:
    return ("simulated",) if found.simulated else ()


def _row(name: str, own: Summary, other: Summary | None) -> tuple[str, ...]:
    between = "" if own.low is None else f"{own.low:.1f} to {own.high:.1f}"
    beside = "" if other is None else f"{other.mean:.1f}"
    return name, f"{own.mean:.1f}", between, f"{own.least:g}", f"{own.median:g}", f"{own.most:g}", beside


def _mean(summary: Summary | None) -> list[str]:
    if summary is None:
        return ["-", ""]
    return [f"{summary.mean:.1f}", "" if summary.low is None else f"{summary.low:.1f} to {summary.high:.1f}"]


def _seconds(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.1f} min"
