"""Values of variables as people read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.author.story.variables import in_sight, key_names, variable_name
from rulewright.ir.layout import Group
from rulewright.runtime.coins import with_coins
from rulewright.scene.looks import Looks
from rulewright.scene.records import Observation, Value


def values_of(looks: Looks, seen: Observation, shown: Sequence[str]) -> Iterator[Value]:
    """The variables in sight that do not belong to spaces, in the order in which they are shown."""
    program = looks.program
    groups = [program.layout.groups[name] for name in shown if name in in_sight(program)]
    for group in groups:
        if not any(axis.kind == "spaces" for axis in group.axes):
            yield from _flat(looks, group, seen["variables"][group.name], group.name, (), None)


def value_text(looks: Looks, group: Group, value: object) -> str | None:
    """A value of an observation; None if it is hidden."""
    match value:
        case {"hidden": True}:
            return None
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case int() if group.sort == "player":
            return looks.names[value]
        case int() if group.sort == "team":
            return looks.called("teams", value)
    labels = looks.program.labels
    money = labels.denominations.get(group.name, ())
    if money and isinstance(value, int):
        return with_coins(value, money)
    by_sort = {
        "enum": labels.enums, "face": labels.faces, "piece": labels.pieces, "space": labels.spaces, "line": labels.lines,
    }  # fmt: skip
    return dict(by_sort.get(group.sort, {}).get(group.of, ())).get(str(value), str(value))


def _flat(
    looks: Looks, group: Group, value: Any, id_: str, keys: tuple[str, ...], owner: int | None, axis: int = 0
) -> Iterator[Value]:
    """The cells of a variable from an axis on. Lines of a board that have no value are left out."""
    if axis == len(group.axes):
        of_team = any(each.kind == "teams" for each in group.axes)
        label = variable_name(looks.program, group.name)
        yield Value(id_, group.name, label, keys, owner, of_team, value_text(looks, group, value))
        return
    kind = group.axes[axis].kind
    if kind in ("players", "teams"):
        for number, each in enumerate(value):
            yield from _flat(looks, group, each, f"{id_}[{number + 1}]", keys, number, axis + 1)
        return
    printed = key_names(looks.program, group)
    for key, each in value.items():
        if kind != "lines" or each not in (0, False, None):
            name = printed.get(key, key)
            yield from _flat(looks, group, each, f"{id_}[{key}]", (*keys, name), owner, axis + 1)
