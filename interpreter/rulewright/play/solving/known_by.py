"""What a player knows in an information state, in words: what only this player sees, and what happened.

seen(game, tree, 5)          Seen(holds="hand king", after="check, bet")
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rulewright.game.game import Game, State
from rulewright.play.solving.hidden_tree import Tree


class Seen(NamedTuple):
    """Both may be empty."""

    holds: str
    after: str


def seen(game: Game, tree: Tree, number: int) -> Seen:
    """What the player knows who is to act in an information state."""
    info = tree.infos[number]
    state = _state_at(game, tree, info.nodes[0])
    own, everybody = state.observation(info.player), state.observation("spectator")
    return Seen("; ".join(_held(own, everybody, info.player)), ", ".join(_happened(state, info.player)))


def _state_at(game: Game, tree: Tree, node: int) -> State:
    """The state of a node, by the way there."""
    way: list[int] = []
    while node:
        parent = tree.parents[node]
        way.append(tree.children[parent].index(node))
        node = parent
    state = game.new_initial_state(0, explicit_chance=True)
    for place in reversed(way):
        ids = [number for number, _ in state.chance_ids()] if state.is_chance_node() else state.legal_ids()
        state.apply_action(ids[place])
    return state


def _held(own: dict[str, Any], everybody: dict[str, Any], player: int) -> Iterator[str]:  # Any: JSON
    """What a player sees and others do not."""
    for name, value in own["variables"].items():
        theirs = everybody["variables"][name]
        if isinstance(value, list) and isinstance(theirs, list) and len(value) == len(own["players"]):
            value, theirs = value[player], theirs[player]
        if value != theirs and value is not None:
            yield f"{name} {value}"
    for kind, zones in own["zones"].items():
        for name, zone in zones.items():
            if zone.get("pieces") and not everybody["zones"][kind][name].get("pieces"):
                shown = [str(piece).removesuffix(f" of {player + 1}") for piece in zone["pieces"]]
                yield f"{name.removeprefix(f'seat({player + 1}).')} {', '.join(shown)}"


def _happened(state: State, player: int) -> Iterator[str]:
    """What everybody has seen: actions, draws and rolls."""
    for mine, public in zip(state.history_for(player), state.history_for("spectator"), strict=True):
        if mine.action is not None:
            yield str(mine.action)
        for event in public.happened:
            if "drawn" in event and event.get("pieces"):
                yield f"{', '.join(map(str, event['pieces']))} to {event['to']}"
            elif "rolled" in event and event.get("faces"):
                yield f"{', '.join(map(str, event['faces']))} rolled"
