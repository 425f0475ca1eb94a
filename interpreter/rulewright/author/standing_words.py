"""How players stand beside their points, where a step has changed it: what each of them has of a variable that is in sight.

    Values(game, names).between(before, after, viewer, said)      ["chips: Ann +20, now 45 · Bob -20, now 25", "shown: Ann rock"]

A variable that starts anew says nothing by it, nor does one that holds what was just chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.author.in_sight import in_sight, variable_name
from rulewright.game.game import Game
from rulewright.game.history import Step
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group
from rulewright.ir.standing import standing_of
from rulewright.language import types
from rulewright.runtime.unseen import UNSEEN


@dataclass(frozen=True, slots=True)
class Values:
    game: Game
    names: Sequence[str]

    def between(self, before: Step, after: Step, viewer: int | None, said: frozenset[str]) -> list[str]:
        """A line for each variable of players or teams that is another one, as far as a viewer (None: everybody) sees it."""
        lines = []
        for group in self._groups():
            changes = list(self._changes(group, before, after, viewer, said))
            if changes:
                lines.append(f"{variable_name(self.game.program, group.name)}: {' · '.join(changes)}")
        return lines

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
        self, group: Group, before: Step, after: Step, viewer: int | None, said: frozenset[str]
    ) -> Iterator[str]:
        wording = self.game.wording
        type_ = wording.group_type(group)
        for owner in range(group.size):
            was, now = before.cells[group.offset + owner], after.cells[group.offset + owner]
            if was == now or (UNSEEN in (was, now) and group.sort != "integer"):
                continue
            if viewer is not None and not self.game.sight.cell(group, owner, viewer):
                continue
            if now == group.start and group.lasts != "game":
                continue
            value = wording.cell_value(group, now)
            shown = self._shown(type_, value)
            if {f"={wording.text(type_, value)}", wording.text(type_, value)} & said:
                continue
            amount = group.sort == "integer" and group.none not in (was, now)
            yield f"{self._owner(group, owner)} {f'{now - was:+}, now ' if amount else ''}{shown}"

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
