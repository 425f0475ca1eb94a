"""How players stand beside their points, where a step has changed it: what each of them has of a variable that is in sight.

    Values(game, names).between(before, after, viewer)      ["chips: Ann +20, now 45 · Bob -20, now 25", "shown: Ann rock"]
                                                                  ["pot: now 12"]
    totals(game, after, viewer)                                   {("chips", 0): " (the cards +18, pair +2)"}

A variable that starts anew says nothing by it, nor does one that the move sets to what was chosen for it, nor a shared one that holds nobody
and nothing again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rulewright.author.story.moves import chosen_values
from rulewright.author.story.variables import in_sight, variable_name
from rulewright.evaluate.tracing import totals as scored
from rulewright.game.game import Game
from rulewright.game.history.record_chance import replayed
from rulewright.game.history.steps import Step
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group
from rulewright.ir.ranking import standing_of
from rulewright.language import types
from rulewright.runtime.executor import Position, Value
from rulewright.runtime.hidden_cells import UNSEEN

Parts = Mapping[tuple[str, int], str]
"""Of a cell of a variable, what its change is made of."""


@dataclass(frozen=True, slots=True)
class Values:
    game: Game
    names: Sequence[str]

    def between(self, before: Step, after: Step, viewer: int | None) -> list[str]:
        """A line for each variable of players or teams that is another one, as far as a viewer (None: everybody) sees it."""
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
        """Variables with one value for all, which are more than the count of what one turn has done."""
        for group in self.game.program.layout.groups.values():
            if not group.axes and group.lasts != "turn" and group.name in in_sight(self.game.program):
                yield group

    def _sentence(self, group: Group, value: Value) -> str:
        """`pot: now 12`: a form that is right whatever the name and its number."""
        shown = self._shown(self.game.wording.group_type(group), value)
        return f"{variable_name(self.game.program, group.name)}: now {shown}"

    def _groups(self) -> Iterator[Group]:
        """Variables with one value for each player or team; that of the points is told with the points."""
        program = self.game.program
        best = next(iter(standing_of(program)), None)
        points = best.value.group if best is not None and isinstance(best.value, ir.Cell) else ""
        for group in program.layout.groups.values():
            owned = [axis.kind for axis in group.axes] in (["players"], ["teams"])
            if owned and group.name in in_sight(program) and group.name != points:
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
        """By how much a value is another one, if it is a number, and the value; None if there is nothing to say of it."""
        wording = self.game.wording
        was, now = before.cells[group.offset + index], after.cells[group.offset + index]
        if was == now or (UNSEEN in (was, now) and group.sort != "integer"):
            return None
        if viewer is not None and not self.game.sight.cell(group, index, viewer):
            return None
        if now == group.start and (group.lasts != "game" or after.player < 0):  # a deal begins it anew
            return None
        value = wording.cell_value(group, now)
        if self._is_own(group, index, after.player):
            said = chosen_values(self.game, after, viewer, group.name)
            if wording.text(wording.group_type(group), value) in said:
                return None
        amount = group.sort == "integer" and group.none not in (was, now)
        return now - was if amount else None, value

    def _is_own(self, group: Group, index: int, player: int) -> bool:
        """Whether a cell is of the player whose move it is, or of all: others need not have what this player chose."""
        if not group.axes or player < 0:
            return True
        return index == (player if group.axes[0].kind == "players" else self.game.program.teams[player])

    def _shown(self, type_: types.Type, value: object) -> str:
        match type_:
            case types.Optional() if value is not None:
                return self._shown(type_.of, value)
            case types.Boolean():
                return "yes" if value else "no"
            case types.Player() if isinstance(value, int):
                return self.names[value]
        return "-" if value is None else self.game.wording.printed(type_, value)  # type: ignore[arg-type]  # a value of this type

    def _owner(self, group: Group, owner: int) -> str:
        teams = self.game.program.teams
        if group.axes[0].kind == "players":
            return self.names[owner]
        *others, last = [name for name, of in zip(self.names, teams, strict=True) if of == owner]
        return f"{', '.join(others)} and {last}" if others else last


def points_name(game: Game) -> str:
    """What the points are called, if they are a variable and players have another amount on the table too."""
    program = game.program
    best, shown = next(iter(standing_of(program)), None), in_sight(program)
    amounts = [
        group.name
        for group in program.layout.groups.values()
        if group.axes
        and group.axes[0].kind in ("players", "teams")
        and group.sort == "integer"
        and group.name in shown
    ]
    if best is None or not isinstance(best.value, ir.Cell) or not {*amounts} - {best.value.group}:
        return ""
    return variable_name(program, best.value.group)


def totals(game: Game, step: Step, viewer: int | None) -> Parts:
    """For each variable that a step changed by a total with named lines, these lines; for a viewer, only where everything that
    they read was in sight at that moment."""
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
    """The parts of a change, or of all that a variable holds now; empty if something else changed it too."""
    assert step.before is not None
    was, now = (cells[group.offset + index] for cells in (step.before.cells, step.cells))
    whole = sum(worth for _, worth in parts)
    if whole == now - was:
        return f" ({', '.join(f'{label} {worth:+}' for label, worth in parts)})"
    return f" ({', '.join(f'{label} {worth}' for label, worth in parts)})" if whole == now else ""
