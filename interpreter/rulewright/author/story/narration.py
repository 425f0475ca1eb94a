"""What happened, told to one player in a line.

Bob: roll everything loose (scoring dice 1 2 4 3 3, Hi/Lo die 3 Lo)
  Last roll made: After roll 3, the last, whatever is still loose or banked goes into the Rack.
  Bob +15, now 42
Ann begins: dice 4 5 1

What happens by itself stands in a line of its own, with its words the first time and only its name from then on; so do
points that moved, and what chance does once it is the next player's turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.author.story.automatic_rules import Told as Rule
from rulewright.author.story.events import BY_CHANCE as BY_CHANCE
from rulewright.author.story.events import Happened, Told, listed, together
from rulewright.author.story.hand_end import in_two
from rulewright.author.story.moves import chosen, told_of
from rulewright.author.story.standings import Parts, Values, points_name, totals
from rulewright.game.game import Game, State
from rulewright.game.history.steps import Entry, Step
from rulewright.game.knowledge import score_changes as points
from rulewright.game.knowledge.visibility import Viewer
from rulewright.ir import nodes as ir
from rulewright.ir.ranking import standing_of

FIRST_DEAL, NEXT_DEAL = "To begin with", "The next deal"


@dataclass(frozen=True, slots=True)
class Story:
    """Tells steps of one game. `names` are the players' names, in seat order; `rules` the words for what happens by
    itself, by the path of the rule, as far as it is to be told."""

    program: ir.Program
    names: Sequence[str]
    rules: Mapping[str, Rule] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set, init=False, repr=False)
    """The rules whose words were told."""

    def steps(self, state: State, viewer: Viewer | None, first: int = 0) -> list[list[str]]:
        """The lines of the steps up to a state, the set-up (or the `first` of them) first, as far as a viewer (None: everybody)
        was told."""
        chain = state.tip.chain()[first:]
        return [[line for lines in self.parts(state, step, viewer) for line in lines] for step in chain]

    def last(self, state: State, viewer: Viewer | None) -> list[str]:
        """The lines of the step that led to a state, told to a viewer."""
        return [line for lines in self.parts(state, state.tip, viewer) for line in lines]

    def parts(self, state: State, step: Step, viewer: Viewer | None) -> list[list[str]]:
        """The lines of a step; of one that ended a hand the lines up to there, and those of the next deal."""
        told = in_two(state.game, step) or (step,)
        return [
            self._part(state.game, each, viewer, points.of_step(state.game, each, viewer)) for each in told
        ]

    def _part(
        self, game: Game, step: Step, viewer: Viewer | None, moved: Sequence[points.Moved]
    ) -> list[str]:
        seat = game.viewer(viewer)
        entry = Entry(
            step.player if step.player >= 0 else None, step.action_for(seat), tuple(step.told(seat))
        )
        said = chosen(game, step, seat)
        values = Values(game, self.names).between(step.before, step, seat) if step.before else []
        parts = _of_points(game, totals(game, step, seat)) if moved else {}
        begins = NEXT_DEAL if step.before and step.player < 0 else FIRST_DEAL
        described = told_of(game, step, self.names, seat)
        return self.lines(entry, described, moved, said, values, parts, begins, points_name(game))

    def lines(
        self, entry: Entry, described: str = "", moved: Sequence[points.Moved] = (), said: frozenset[str] = frozenset(),
        values: Sequence[str] = (), made_of: Mapping[int, str] | None = None, begins: str = FIRST_DEAL,
        points: str = "",
    ) -> list[str]:  # fmt: skip
        """A step in lines: the move, what followed by itself, the points that moved, and the beginnings of turns that it led
        to; `described` are the words for the move, `said` what was chosen for it, `values` how else players stand now,
        `made_of` the parts of what was added to somebody's points, by seat, `begins` how a deal is told that is nobody's move, `points` what the points are called
        where players have more than one amount."""
        parts = self._parts(entry, said)
        opening = self._opening(entry, parts[0], described, begins)
        followed = [line for part in parts[1:] for line in part.lines()]
        place, of_what = _first_turn(followed), f"{points}: " if points else ""
        followed[place:place] = [
            f"  {line}"
            for line in ([of_what + self._points(moved, made_of or {})] if moved else []) + list(values)
        ]
        if not opening and followed:
            opening, followed = [followed[0].lstrip()], followed[1:]
        return [*opening, *followed]

    def _parts(self, entry: Entry, said: frozenset[str]) -> list[Part]:
        """What the move itself did, then what each rule did that followed by itself, and each turn that began."""
        parts = [Part("", entry.player)]
        happenings = together(self.program, entry.happened)
        for number, happened in enumerate(happenings):
            turn, rule = happened.get("turn"), happened.get("rule")
            if isinstance(turn, int):
                parts.append(Part(f"{self.names[turn]} begins", turn))
                continue
            if rule in self.rules:
                parts.append(Part(self._rule(str(rule)), None))
                continue
            chosen_so = said if len(parts) == 1 else frozenset[str]()
            self._tell(parts[-1], happened, chosen_so, happenings, number)
        return parts

    def _tell(
        self, part: Part, happened: Told, said: frozenset[str], every: Sequence[Told], number: int
    ) -> None:
        """Add to a part what happened, unless the words for the move say it, or dice are only taken up."""
        words = Happened(self.program, self.names, None if part.moved else part.actor)
        if words.is_chosen(happened, said, every) or words.is_rolled_later(happened, every[number:]):
            return
        told = words.of_chance(happened) or words.of_pieces(happened)
        if told:
            in_order = part.moved or not words.is_chance(happened)
            (part.moved if in_order else part.said).append(told)

    def _opening(self, entry: Entry, part: Part, described: str, begins: str) -> list[str]:
        said, below = part.said, part.below()
        if entry.player is None:
            told = [*said, *part.moved]
            if begins == NEXT_DEAL:
                return [f"{begins}:", *(f"  {each}" for each in told)] if told else []
            return [f"{begins}: {listed(told)}"] if told else []
        move = described or entry.action or ""
        return [f"{self.names[entry.player]}: {move}" + (f" ({listed(said)})" if said else ""), *below]

    def _points(self, moved: Sequence[points.Moved], made_of: Mapping[int, str]) -> str:
        """`Ann +15, now 42 · Bob and Cleo -5, now 20 (bonus -5)`."""
        return " · ".join(
            f"{self._together(each.seats)} {each.by:+}, now {each.now}{_parts(each) or made_of.get(each.seats[0], '')}"
            for each in moved
        )

    def _together(self, seats: Sequence[int]) -> str:
        *others, last = [self.names[seat] for seat in seats]
        return f"{', '.join(others)} and {last}" if others else last

    def _rule(self, path: str) -> str:
        told = self.rules[path]
        words = f"  {told.title}." if path in self._known else f"  {told}"
        self._known.add(path)
        return words


def _first_turn(lines: Sequence[str]) -> int:
    """The place of the first line that tells how another turn begins: points are told before it, since the move is what moves
    them as a rule."""
    return next((place for place, line in enumerate(lines) if not line.startswith(" ")), len(lines))


def _parts(moved: points.Moved) -> str:
    said = ", ".join(f"{label} {by:+}" for label, by in moved.parts)
    return f" ({said})" if said else ""


def _of_points(game: Game, parts: Parts) -> dict[int, str]:
    """What was added to the points of each seat, where these are a variable."""
    best = next(iter(standing_of(game.program)), None)
    if best is None or not isinstance(best.value, ir.Cell):
        return {}
    group, teams = best.value.group, game.program.teams
    owners = teams if best.per_team else range(game.num_players)
    return {seat: parts[group, owner] for seat, owner in enumerate(owners) if (group, owner) in parts}


@dataclass(slots=True)
class Part:
    """What happened under one head: a move (no `start`), a rule that followed (its words), or a turn that began. `actor` is whose
    move or turn it is."""

    start: str
    actor: int | None
    said: list[str] = field(default_factory=list)
    """What chance did."""
    moved: list[str] = field(default_factory=list)
    """What became of pieces."""

    def lines(self) -> list[str]:
        """That somebody begins can be seen, so it is no line of its own."""
        said = self.said
        if self.start.startswith(" "):
            return [f"{self.start.rstrip('.')} ({listed(said)})" if said else self.start, *self.below("    ")]
        if said:
            return [f"{self.start}: {listed(said)}", *self.below()]
        return [f"{self.start}: {self.moved[0]}", *self.below()[1:]] if self.moved else []

    def below(self, indent: str = "  ") -> list[str]:
        return [f"{indent}{line}" for line in self.moved]
