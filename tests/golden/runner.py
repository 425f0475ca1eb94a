"""One seeded random game of a rulebook as text: what happened, the state, each player's view and the legal actions.

    print(playthrough("rulebooks/cinq-o.rulebook.yaml", engine="reference"))

A diff of two playthroughs reads as a change of rules.  The text depends on the rulebook alone: every executor has to
produce the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from textwrap import wrap

import rulewright as rw

SEED = 2026
MOST_STEPS = 25
WIDTH = 110


def playthrough(file: str, engine: str = "auto", seed: int = SEED, most: int = MOST_STEPS) -> str:
    """The first `most` actions of a game at the smallest table."""
    game = rw.load(file, engine=engine)
    random = Random(f"golden {seed}")
    state = game.new_initial_state(seed)
    lines = [
        f"{game.title}, {game.num_players} players, seed {seed}",
        f"options: {plain(game.options)}",
        f"ids of actions: 0..{game.num_distinct_actions - 1}",
        *told(state),
    ]
    for step in range(1, most + 1):
        if state.is_terminal():
            break
        player, action = state.current_player(), chosen(state, random)
        lines += ["", f"{step}. seat {(player or 0) + 1}: {action}"]
        state.apply_action(action)
        lines += told(state)
    return "\n".join(lines) + "\n"


def chosen(state: rw.State, random: Random) -> rw.Action:
    """First which of the actions, then with which arguments, so that a short game shows most of them."""
    legal = state.legal_actions()
    name = random.choice(sorted({action.name for action in legal}))
    return random.choice([action for action in legal if action.name == name])


def told(state: rw.State) -> Iterator[str]:
    """All that is to be said after a step."""
    for happening in state.history[-1].happened:
        yield f"   happened  {plain(happening)}"
    whole = state.observation(None)
    yield from view("   state     ", whole)
    for player in range(state.game.num_players):
        yield from view_of(state, player, whole)
    if state.is_terminal():
        yield f"   over      returns {state.returns()}, scores {state.scores()}, ranking {state.ranking()}"
    else:
        legal = [f"{action} #{action.id}" for action in state.legal_actions()]
        yield from filled(f"   {len(legal):2} legal  ", legal)


def view_of(state: rw.State, player: int, whole: dict[str, object]) -> Iterator[str]:
    """What a player sees where it is less than there is, and what this player was not told as it happened."""
    label = f"   seat {player + 1}    "
    seen = state.observation(player)
    yield from view(label, seen, whole)
    if seen == whole:
        yield f"{label}sees everything"
    elif state.history_for(player)[-1] != state.history[-1]:
        entry = state.history_for(player)[-1]
        yield f"{label}was told  {plain([entry.action, *entry.happened])}"


def view(label: str, seen: dict[str, object], known: dict[str, object] | None = None) -> Iterator[str]:
    """An observation, a line a key; only what differs from `known`. Zones get a line each."""
    for key, value in seen.items():
        others = known[key] if known is not None else None
        if key == "zones" and isinstance(value, dict):
            yield from zones(label, value, others if isinstance(others, dict) else None)
        elif known is None or value != others:
            yield f"{label}{key} {plain(value)}"


def zones(label: str, kinds: dict[str, object], known: dict[str, object] | None) -> Iterator[str]:
    for kind, places in kinds.items():
        assert isinstance(places, dict)
        others = known[kind] if known is not None else None
        for place, held in places.items():
            if not isinstance(others, dict) or others[place] != held:
                yield f"{label}{kind} in {place}: {held['count']} {plain(held['pieces'])}"


def filled(label: str, items: Iterable[str]) -> Iterator[str]:
    """Items in lines of a readable width."""
    text = ", ".join(item.replace(" ", "\N{NO-BREAK SPACE}") for item in items)
    for line in wrap(text, WIDTH - len(label), break_long_words=False, break_on_hyphens=False):
        yield label + line.replace("\N{NO-BREAK SPACE}", " ")
        label = " " * len(label)


def plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
