"""Random games of a rulebook at every table, checked against every promise of the engine.

    check_promises([Table(2, None, (), open_book), ...], games=40, seed=1)

Games alternate between the tables, so that a small number already visits each of them.  A broken promise is shown by the
shortest game that was found to break it: as a record that replays, and as an example to paste into the rulebook.

For a game that does not end, the report has the condition of each end, and the values when it was last evaluated:

never_held(book, trial)   ->   ["`target_reached` (game.yaml:59) never held in 10,000 actions: `me.score >= target`;
                                 after the last `keep` (action 9,998) me.score is 73, target is 500"]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from rulewright.author.examples import counterexample
from rulewright.author.examples.values import as_written, value_in_words
from rulewright.author.testing.tables import Table
from rulewright.document.overlays.consequences import notes_of_changes
from rulewright.expression import nodes as syntax
from rulewright.game.playouts.trial import Trial, Trials, Tried
from rulewright.ir.layout import CURRENT
from rulewright.play.hunting.hunt import GAMES_END, NO_RULE_FAILS, Mistake, Screened, hunt
from rulewright.problems.problem import Problem
from rulewright.problems.quoting import counted
from rulewright.problems.rendering import render
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.pipeline import Book
    from rulewright.play.hunting.standstill import Loop

Step = dict[str, Any]  # a step of a record, which is JSON
MOST_BROKEN = 10
MOST_ACTIONS = 10_000
MOST_TOLD = 40
"""The largest number of moves of a game that the report lists; its record has all."""
FEW_TOLD = 6
"""The same for a game that does not end and does not repeat."""

BREACHES = {
    GAMES_END: "a game did not end",
    NO_RULE_FAILS: "a rule failed",
    "pieces are conserved": "a piece got lost or doubled",
    "legal actions differ": "a move is listed twice",
    "legal actions are stable": "the list of moves changed without a move",
    "actions read back": "a move is not understood when it is typed",
    "ids are stable": "a move's id changed",
    "legal actions apply": "a move that is listed was refused",
    "other actions are refused with a reason": "a move that is not allowed was not refused with a reason",
    "refused actions change nothing": "a refused move changed something",
    "serialising is exact": "a saved game was not restored as it was",
    "observations are plain data": "what a player sees cannot be written down",
    "what cannot be told apart is the same": "something hidden showed",
    "the same seed gives the same game": "the same seed gave another game",
    "the record replays the game": "the record did not replay the game",
}
"""By promise, the words for breaking it."""


@dataclass(frozen=True, slots=True)
class BrokenAt:
    """A broken promise, with the shortest game that breaks it and the table where it is played.

    `example` is the section `examples:` to paste into the rulebook, where one could be written that fails.
    """

    table: Table
    mistake: Mistake
    seen_at: Table
    example: str | None
    never_held: tuple[str, ...] = ()
    """For a game that does not end, a line for each end with the values when it could last have applied."""

    @property
    def record(self) -> object:
        """A record of the game."""
        return self.mistake.record

    @property
    def actions(self) -> int:
        """The number of actions of the shortest game."""
        return len(self.mistake.trial.moves) if self.mistake.trial else self.mistake.moves

    @property
    def problem(self) -> Problem | None:
        """The rule that failed, as a problem at its place, with notes on what house rules changed there; None if no rule failed."""
        failure = self.mistake.failure
        if failure is None:
            return None
        changes = self.table.book().resolved.changes
        notes = notes_of_changes(failure.message, failure.path, failure.span, changes)
        return Problem(
            failure.code, failure.message, failure.span, notes=notes, help=failure.help, path=failure.path
        )

    def told(self, max_actions: int = MOST_ACTIONS) -> str:
        """What happened and where, in a sentence; games were broken off after `max_actions`."""
        said = BREACHES.get(self.mistake.promise, f"not true: {self.mistake.promise}")
        what = self.mistake.message
        if self.mistake.promise == GAMES_END:
            what = (
                f"after {max_actions:,} actions nobody had won; does something end the turn (`end_turn`), "
                "can the `end` ever hold?"
            )
        return f"{said}: {what} ({self.seen_at}, seed {self.mistake.seed})"

    def way(self) -> list[str]:
        """The shortest game, one line a move."""
        record = self.record
        if not isinstance(record, dict) or not isinstance(record.get("steps"), list):
            return []
        steps = record["steps"]
        lines = [_line(0, None, "set-up", record["start"].get("chance", []))]
        lines += [_line(n, s["player"], s["action"], s["chance"]) for n, s in enumerate(steps, 1)]
        return [line for line in lines if line]

    def loop_told(self) -> str | None:
        """A sentence on how a game that does not end returns to an earlier position; None if it does not."""
        loop = self.mistake.loop
        if loop is None:
            return None
        then = "at the start" if loop.start == 0 else f"after action {loop.start}"
        return f"After action {loop.end} everything is as it was {then}; whatever is done, nothing leads out of it."

    def story(self, max_actions: int = MOST_ACTIONS, colour: bool = False) -> str:
        """The whole report: the problem, the shortest game that shows it, and the example to paste."""
        problem, mistake = self.problem, self.mistake
        lines = [self.told(max_actions) if problem is None else render(problem, colour)]
        if mistake.promise == GAMES_END:
            lines += [f"  {end}" for end in self.never_held]
        if mistake.trial is not None:
            most = FEW_TOLD if self._goes_on else MOST_TOLD
            way = self.way()
            lines += ["", self._found(), *way[:most]]
            lines += [f"      ... and {len(way) - most:,} more"] if len(way) > most else []
        if self.loop_told():
            lines += ["", self.loop_told() or ""]
        if self.example is not None:
            lines += ["", "As an example for the rulebook; it fails until the rule is fixed:", ""]
            lines += [f"  {line}".rstrip() for line in self.example.splitlines()]
        return "\n".join(lines)

    @property
    def _goes_on(self) -> bool:
        """Whether the game does not end and does not repeat a position either."""
        return self.mistake.promise == GAMES_END and self.mistake.loop is None

    def _found(self) -> str:
        if self._goes_on:
            return f"The game goes on without coming back to where it was. It begins, with {self.table}:"
        if self.actions == 0:
            said = f"It happens before the first action, with {self.table}:"
        else:
            said = f"The shortest game found that shows it has {counted(self.actions, 'action')}, with {self.table}:"
        moves = self.mistake.moves
        if moves == self.actions and self.table is self.seen_at:
            return said
        return f"It occurred after {counted(moves, 'action')}, with {self.seen_at}. {said}"

    def to_json(self) -> dict[str, object]:
        """Plain data; `record` replays the shortest game, `found` describes the longer one in which the mistake turned up."""
        problem = self.problem
        return {
            "promise": self.mistake.promise,
            "message": self.mistake.message,
            "players": self.table.players,
            "variant": self.table.variant,
            "seed": self.mistake.seed,
            "step": self.actions,
            "problem": problem.to_json() if problem else None,
            "found": {
                "players": self.seen_at.players,
                "variant": self.seen_at.variant,
                "actions": self.mistake.moves,
            },
            "never_held": list(self.never_held),
            "example": self.example,
            "record": self.record,
        }


@dataclass(frozen=True, slots=True)
class Promises:
    """The result: games played, and broken promises (at most `MOST_BROKEN`, then no more games are played)."""

    games: int
    broken: tuple[BrokenAt, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """The progress: games played, games wanted, and the promises that the last game broke."""

    done: int
    wanted: int
    broken: tuple[BrokenAt, ...]


def check_promises(
    tables: Sequence[Table],
    games: int,
    seed: int = 0,
    max_actions: int = MOST_ACTIONS,
) -> Promises:
    """Play a number of games, at least one at each table, with the seeds from `seed` on."""
    done = 0
    broken: list[BrokenAt] = []
    for checked in checking(tables, games, seed, max_actions):
        done = checked.done
        broken += checked.broken
    return Promises(done, tuple(broken[:MOST_BROKEN]))


def checking(
    tables: Sequence[Table],
    games: int,
    seed: int = 0,
    max_actions: int = MOST_ACTIONS,
    most: int = MOST_BROKEN,
    executor: Executor | None = None,
    kept: Screened | None = None,
) -> Iterator[Checked]:
    """`check_promises` game by game, beginning before the first, for callers that may stop early. `executor` and `kept` as in
    `hunt`."""
    for look in hunt([table.game for table in tables], games, seed, max_actions, most, executor, kept):
        broken = tuple(
            BrokenAt(
                tables[each.table],
                each,
                tables[each.seen_at],
                _example(tables[each.table], each),
                _never_held(tables[each.table], each),
            )
            for each in look.mistakes
        )
        yield Checked(look.done, look.wanted, broken)


def _never_held(table: Table, mistake: Mistake) -> tuple[str, ...]:
    """The lines of `never_held` for a game that did not end; none for other mistakes."""
    if mistake.promise != GAMES_END or mistake.trial is None:
        return ()
    return never_held(table.book(), mistake.trial)


def _example(table: Table, mistake: Mistake) -> str | None:
    """The example to paste, if one can be written that fails as the game did."""
    if mistake.trial is None or not isinstance(mistake.record, dict):
        return None
    book, record = table.book(), mistake.record
    if mistake.failure is not None:
        name = counterexample.name_for(book, _name(mistake.failure.code, mistake.failure.path))
        told = counterexample.story(book, record, name, table.options, asking=mistake.asking)
        written = counterexample.shortened(book, told, mistake.failure.code)
    elif mistake.loop is not None:
        name = counterexample.name_for(book, "the_game_goes_on")
        steps, expected = _progress(table, mistake.loop, record["steps"])
        told = counterexample.story(book, {**record, "steps": steps}, name, table.options, expect=expected)
        written = told if counterexample.fails(book, told) else None
    else:
        return None
    return written.text() if written is not None else None


def _progress(table: Table, loop: Loop, steps: list[Step]) -> tuple[list[Step], tuple[str, ...]]:
    """The moves of an example about a loop, and its expectations: for a loop within a turn, that the turn has passed
    on; for a longer one, that the game was over when it first reached the position."""
    actors = {step["player"] for step in steps[loop.start :]}
    if len(actors) == 1 and table.players > 1:
        (actor,) = actors
        return steps, (f"not me == seat({actor + 1}) or game.over",)
    return steps[: loop.start] or steps, ("game.over",)


def _name(code: str, path: str) -> str:
    """`range_left_in_roll` for a failure of the kind `range-left` in `phases.turn.actions.roll`."""
    rule = re.sub(r"\W+", "_", path.rpartition(".")[2]).strip("_")
    return code.replace("-", "_") + (f"_in_{rule}" if rule else "")


def _line(number: int, player: object, action: str, chance: Sequence[dict[str, object]]) -> str:
    said = ", ".join(_said(result) for result in chance)
    if player is None:
        return f"{number:4}  {action}: {said}" if said else ""
    who = f"seat {player + 1}" if isinstance(player, int) else ""
    return f"{number:4}  {who}: {action}" + (f" ({said})" if said else "")


def _said(result: dict[str, object]) -> str:
    """A result of chance in a word or two."""
    if "picked" in result:
        return f"picked {result['value']}"
    what = next(word for word in ("rolled", "drawn", "shuffled") if word in result)
    names = result.get("faces") or result.get("pieces") or []
    assert isinstance(names, list)
    shown = " ".join(str(name) for name in names[:12]) + (" ..." if len(names) > 12 else "")
    return f"{what} {result[what]}: {shown}"


MOST_SIDES = 6
"""The largest number of values that the line of an end lists."""


def never_held(book: Book, trial: Trial) -> tuple[str, ...]:
    """A line for each end of a rulebook, about a game that did not end."""
    if not book.rulebook.ends:
        return ()
    tried = Trials(book.game).replay(trial)
    return tuple(_told(book, end, tried) for end in book.rulebook.ends.values())


def _told(book: Book, end: rules.End, tried: Tried) -> str:
    count = len(tried.trial.moves)
    asks = f": `{as_written(end.when)}`" if end.when is not None else ""
    said = f"`{end.id}` ({end.span.place}) never held in {count:,} actions{asks}"
    place = _last_asked(book, end, tried)
    names = [f"`{name.id}`" for name in end.after]
    if place is None:
        return f"{said}; {' and '.join(names) or 'no action'} never happened"
    values = [] if end.when is None else list(_values(book, end.when, tried, place))
    if not values:
        return said
    after = f"the last {' or '.join(names)} (action {place:,})" if names else f"action {place:,}"
    return f"{said}; after {after} {', '.join(values[:MOST_SIDES])}"


def _last_asked(book: Book, end: rules.End, tried: Tried) -> int | None:
    """The number of the last action after which the end could have applied, None if there is none."""
    after = {name.id for name in end.after}
    for number in range(len(tried.trial.moves), 0, -1):
        if not after or book.game.action(tried.trial.moves[number - 1].text).name in after:
            return number
    return None


def _values(book: Book, when: syntax.Expression, tried: Tried, place: int) -> list[str]:
    """`me.score is 73` for each side of the comparisons in a condition, evaluated for the player who acted."""
    me = tried.cells[place - 1][CURRENT]
    found: dict[str, None] = {}
    for part in _compared(when):
        value = value_in_words(book, part, tried.cells[place], me)
        if value is not None and value != as_written(part):
            found.setdefault(f"{as_written(part)} is {value}")
    return list(found)


def _compared(node: syntax.Expression) -> list[syntax.Expression]:
    """The sides of all comparisons in a condition; if it has none, the condition itself."""
    match node:
        case syntax.And() | syntax.Or():
            return [side for item in node.items for side in _compared(item)]
        case syntax.Not():
            return _compared(node.operand)
        case syntax.Compare() | syntax.Before():
            return [node.left, node.right]
        case syntax.In():
            return [node.item]
    return [node]
