"""The story of a game for one viewer, in lines.

Bob: roll everything loose (scoring dice 1 2 4 3 3, Hi/Lo die 3 Lo)
  Last roll made: After roll 3, the last, whatever is still loose or banked goes into the Rack.
  Bob +15, now 42
Ann's turn: dice 4 5 1

An automatic rule has a line of its own, with its words the first time and only its name from then on; so have
changes of points, and results of chance once it is the next player's turn.

In addition to points, a step may change other visible variables of players:

    Values(game, names).between(before, after, viewer)      ["chips: Ann +20, now 45 · Bob -20, now 25", "pot: now 12"]
    totals(game, after, viewer)                             {("chips", 0): " (the cards +18, pair +2)"}

A variable that is reset has no line, nor has one that the move sets to its argument, nor a shared one that becomes none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial

from rulewright.author.story.events import BY_CHANCE as BY_CHANCE
from rulewright.author.story.events import Happened, Told, listed, spread, together
from rulewright.author.story.hand_end import in_two
from rulewright.author.story.moves import chosen, chosen_values, printed, told_of
from rulewright.author.story.table_words import RuleWords
from rulewright.author.story.variables import in_sight, points_of, variable_name
from rulewright.evaluate.tracing import totals as scored
from rulewright.game.game import Game, State
from rulewright.game.history.record_chance import replayed
from rulewright.game.history.steps import Entry, Step
from rulewright.game.knowledge import score_changes as points
from rulewright.game.knowledge.visibility import Viewer
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group
from rulewright.ir.ranking import standing_of
from rulewright.language import types
from rulewright.problems.quoting import series
from rulewright.runtime.executor import Position, Value
from rulewright.runtime.hidden_cells import UNSEEN
from rulewright.source.dataclass import dataclass

FIRST_DEAL, NEXT_DEAL = "To begin with", "The next deal"


@dataclass(frozen=True, slots=True)
class Story:
    """Puts the steps of one game into lines. `names` are the players' names, in seat order; `rules` are the words for automatic rules,
    by path; a rule that is not listed has no line."""

    program: ir.Program
    names: Sequence[str]
    rules: Mapping[str, RuleWords] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set, init=False, repr=False)
    """The paths of rules whose words were used already."""

    def steps(self, state: State, viewer: Viewer | None, first: int = 0) -> list[list[str]]:
        """The lines of each step up to a state, from number `first` on (0 is the set-up), as far as a viewer (None: all players
        together) was shown them."""
        chain = state.tip.chain()[first:]
        return [[line for lines in self.parts(state, step, viewer) for line in lines] for step in chain]

    def last(self, state: State, viewer: Viewer | None) -> list[str]:
        """The lines of the step that led to a state, for a viewer."""
        return [line for lines in self.parts(state, state.tip, viewer) for line in lines]

    def parts(self, state: State, step: Step, viewer: Viewer | None) -> list[list[str]]:
        """The lines of a step in one part, or in two if it ended a hand: those up to its end, and those of the next deal."""
        told = in_two(state.game, step) or (step,)
        return [
            self._part(state.game, each, viewer, points.of_step(state.game, each, viewer)) for each in told
        ]

    def _part(
        self, game: Game, step: Step, viewer: Viewer | None, moved: Sequence[points.Moved]
    ) -> list[str]:
        seat = game.viewer(viewer)
        entry = step.entry(seat)
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
        """A step in lines: the move, the automatic rules that followed, changes of points, and the turns that began. `described` are
        the words for the move and `said` its arguments; `values` are lines for other variables, `made_of` the parts of a change of
        points by seat; `begins` is the heading of a deal that is no player's move, and `points` the name of the points where players
        have more than one amount."""
        parts = self._parts(entry, said)
        opening = self._opening(entry, parts[0], described, begins)
        followed = [line for part in parts[1:] for line in part.lines()]
        place, scores = _first_turn(followed), self._points(moved, made_of or {})
        if scores and not any(
            line.endswith(f": {scores}") for line in values
        ):  # a variable has the same line
            values = [f"{points}: {scores}" if points else scores, *values]
        followed[place:place] = [f"  {line}" for line in values]
        if not opening and followed:
            opening, followed = [followed[0].lstrip()], followed[1:]
        return [*opening, *followed]

    def _parts(self, entry: Entry, said: frozenset[str]) -> list[Part]:
        """The events of the move itself, then a part for each automatic rule that followed and each turn that began."""
        parts = [Part("", entry.player)]
        happenings = together(self.program, entry.happened)
        if entry.player is None:
            happenings = spread(happenings)
        opens = entry.player is None
        for number, happened in enumerate(happenings):
            turn, rule = happened.get("turn"), happened.get("rule")
            if isinstance(turn, int):
                parts.append(Part(self._turn(turn, opens), turn))
                opens = False
                continue
            if rule in self.rules:
                parts.append(Part(self._rule(str(rule)), None))
                continue
            chosen_so = said if len(parts) == 1 else frozenset[str]()
            self._tell(parts[-1], happened, chosen_so, happenings, number)
        return parts

    def _turn(self, seat: int, opens: bool) -> str:
        """The words for a turn that began: the first one after the set-up or a deal, or another."""
        return f"{self.names[seat]} begins" if opens else f"{self.names[seat]}'s turn"

    def _tell(
        self, part: Part, happened: Told, said: frozenset[str], every: Sequence[Told], number: int
    ) -> None:
        """Add an event to a part, unless the words for the move cover it, or dice are only taken up."""
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
            f"{series([self.names[seat] for seat in each.seats])} {each.by:+}, now {each.now}{_parts(each) or made_of.get(each.seats[0], '')}"
            for each in moved
        )

    def _rule(self, path: str) -> str:
        told = self.rules[path]
        words = f"  {told.title}." if path in self._known else f"  {told}"
        self._known.add(path)
        return words


def _first_turn(lines: Sequence[str]) -> int:
    """The index of the first line about another turn: changes of points come before it, since they are usually an effect of the
    move."""
    return next((place for place, line in enumerate(lines) if not line.startswith(" ")), len(lines))


def _parts(moved: points.Moved) -> str:
    said = ", ".join(f"{label} {by:+}" for label, by in moved.parts)
    return f" ({said})" if said else ""


def _of_points(game: Game, parts: Parts) -> dict[int, str]:
    """By seat, the parts of the change of its points, where these are a variable."""
    best = next(iter(standing_of(game.program)), None)
    if best is None or not isinstance(best.value, ir.Cell):
        return {}
    group, teams = best.value.group, game.program.teams
    owners = teams if best.per_team else range(game.num_players)
    return {seat: parts[group, owner] for seat, owner in enumerate(owners) if (group, owner) in parts}


@dataclass(slots=True)
class Part:
    """The events of a move (`start` is empty), of a rule that followed (`start` is its words) or of a turn that began. `actor` is the
    player whose move or turn it is."""

    start: str
    actor: int | None
    said: list[str] = field(default_factory=list)
    """Phrases for results of chance."""
    moved: list[str] = field(default_factory=list)
    """Phrases for pieces that moved or were turned."""

    def lines(self) -> list[str]:
        """The lines of a part after the first; none for a turn that begins without any event."""
        said = self.said
        if self.start.startswith(" "):
            return [f"{self.start.rstrip('.')} ({listed(said)})" if said else self.start, *self.below("    ")]
        if said:
            return [f"{self.start}: {listed(said)}", *self.below()]
        return [f"{self.start}: {self.moved[0]}", *self.below()[1:]] if self.moved else []

    def below(self, indent: str = "  ") -> list[str]:
        return [f"{indent}{line}" for line in self.moved]


Parts = Mapping[tuple[str, int], str]
"""By variable and index, the parts that a change consists of, in words."""


@dataclass(frozen=True, slots=True)
class Values:
    """Changes of visible variables of one game, in lines."""

    game: Game
    names: Sequence[str]

    def between(self, before: Step, after: Step, viewer: int | None) -> list[str]:
        """A line for each variable that a step changed, as far as a viewer (None: all players together) sees it."""
        lines, parts = [], totals(self.game, after, viewer)
        for group in self._groups():
            changes = list(self._changes(group, before, after, viewer, parts))
            if changes:
                lines.append(f"{variable_name(self.game.program, group.name)}: {' · '.join(changes)}")
        for group in self._shared():
            changed = self._change(group, 0, before, after, viewer)
            if changed is None or changed[1] is None:
                continue
            if group.sort != "player" or changed[1] != after.player:  # whose name is before the move
                lines.append(self._sentence(group, changed[1]) + parts.get((group.name, 0), ""))
        return lines

    def _shared(self) -> Iterator[Group]:
        """Visible variables with one value for all players, without those that last for one turn only."""
        for group in self.game.program.layout.groups.values():
            if not group.axes and group.lasts != "turn" and group.name in in_sight(self.game.program):
                yield group

    def _sentence(self, group: Group, value: Value) -> str:
        """`pot: now 12`: a form that suits every name, singular or plural."""
        shown = self._shown(self.game.wording.group_type(group), value)
        return f"{variable_name(self.game.program, group.name)}: now {shown}"

    def _groups(self) -> Iterator[Group]:
        """Visible variables with one value for each player or team, without that of the points, which has a line already."""
        program = self.game.program
        for group in program.layout.groups.values():
            owned = [axis.kind for axis in group.axes] in (["players"], ["teams"])
            if owned and group.name in in_sight(program) and group.name != points_of(program):
                yield group

    def _changes(
        self, group: Group, before: Step, after: Step, viewer: int | None, parts: Parts
    ) -> Iterator[str]:
        type_ = self.game.wording.group_type(group)
        for owner in range(group.size):
            changed = self._change(group, owner, before, after, viewer)
            if changed is None:
                continue
            by, value = changed
            amount = "" if by is None else f"{by:+}, now "
            line = f"{self._owner(group, owner)} {amount}{self._shown(type_, value)}"
            yield line + parts.get((group.name, owner), "")

    def _change(
        self, group: Group, index: int, before: Step, after: Step, viewer: int | None
    ) -> tuple[int | None, Value] | None:
        """The difference (None if the value is no number) and the new value of a cell; None if it is not worth a line."""
        wording = self.game.wording
        was, now = before.cells[group.offset + index], after.cells[group.offset + index]
        if was == now or (UNSEEN in (was, now) and group.sort != "integer"):
            return None
        if viewer is not None and not self.game.sight.cell(group, index, viewer):
            return None
        if now == group.start and (group.lasts != "game" or after.player < 0):  # a deal resets it
            return None
        value = wording.cell_value(group, now)
        if self._is_own(group, index, after.player):
            said = chosen_values(self.game, after, viewer, group.name)
            if wording.text(wording.group_type(group), value) in said:
                return None
        amount = group.sort == "integer" and group.none not in (was, now)
        return now - was if amount else None, value

    def _is_own(self, group: Group, index: int, player: int) -> bool:
        """Whether a cell belongs to the player who moved, or to all players: only there can a new value be the argument of the move."""
        if not group.axes or player < 0:
            return True
        return index == (player if group.axes[0].kind == "players" else self.game.program.teams[player])

    def _shown(self, type_: types.Type, value: Value) -> str:
        match type_:
            case types.Optional() if value is not None:
                return self._shown(type_.of, value)
            case types.Boolean():
                return "yes" if value else "no"
        return "-" if value is None else printed(self.game.wording, type_, value, self.names)

    def _owner(self, group: Group, owner: int) -> str:
        teams = self.game.program.teams
        if group.axes[0].kind == "players":
            return self.names[owner]
        return series([name for name, of in zip(self.names, teams, strict=True) if of == owner])


def points_name(game: Game) -> str:
    """The name of the points, if they are a variable and players have another visible amount too; otherwise empty."""
    program = game.program
    points, shown = points_of(program), in_sight(program)
    amounts = [
        group.name
        for group in program.layout.groups.values()
        if group.axes
        and group.axes[0].kind in ("players", "teams")
        and group.sort == "integer"
        and group.name in shown
    ]
    return variable_name(program, points) if points and {*amounts} - {points} else ""


def totals(game: Game, step: Step, viewer: int | None) -> Parts:
    """For each variable that a step changed by a total with named lines, these lines in words; for a viewer, only where everything
    that they read was visible at that moment."""
    if step.masked or step.before is None or step.before.masked or step.choice is None:
        return {}
    before, groups = step.before, game.program.layout.groups
    written = [groups[name] for name in scored.variables(game.program)]
    if not any(
        before.cells[g.offset : g.offset + g.size] != step.cells[g.offset : g.offset + g.size]
        for g in written
    ):
        return {}
    looks = None
    if viewer is not None and not game.sight.sees_all(viewer):
        looks = scored.Looks(viewer, partial(game.sight.view, player=viewer))
    by_chance = [happening.to(None) for happening in step.happenings if happening.is_chance]
    found: dict[tuple[str, int], list[tuple[str, int]] | None] = {}
    position = Position(before.cells[:], before.luck.copy())
    for total in scored.totals(game.program).of(position, step.choice, replayed(game.wording, by_chance)):
        parts, key = scored.lines(game.program, total, looks), (total.group, total.index)
        earlier = found.get(key, [])
        found[key] = None if parts is None or earlier is None else earlier + parts
    return {key: _made_of(groups[key[0]], key[1], step, parts) for key, parts in found.items() if parts}


def _made_of(group: Group, index: int, step: Step, parts: Sequence[tuple[str, int]]) -> str:
    """The parts of a change, or of the whole new value; empty if they add up to neither."""
    assert step.before is not None
    was, now = (cells[group.offset + index] for cells in (step.before.cells, step.cells))
    whole = sum(worth for _, worth in parts)
    if whole == now - was:
        return f" ({', '.join(f'{label} {worth:+}' for label, worth in parts)})"
    return f" ({', '.join(f'{label} {worth}' for label, worth in parts)})" if whole == now else ""
