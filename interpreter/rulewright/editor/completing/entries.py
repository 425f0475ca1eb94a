"""Names of the game as keys and as values that are no expressions: actions, phases, kinds, places of a position, pieces that lie there.

strategies: {keen: {prefer: {|      ->      load, draw                           the actions
examples: {one: {given: {|          ->      quay, seat(1).hand, me, phase        the places that a position has
examples: {one: {given: {quay: [|   ->      six of clubs, ..., rest              what can lie in the zone
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from rulewright.author.positions.looks import looks_of
from rulewright.author.positions.pieces import REST
from rulewright.checked.context import Context
from rulewright.checked.messages.types import words_of
from rulewright.document.expand import Path
from rulewright.editor import asking
from rulewright.editor.completing.offer import Offer
from rulewright.editor.wording import about_entry
from rulewright.ir.nodes import Program
from rulewright.language import types
from rulewright.language.ranges import ordinals
from rulewright.rulebook import nodes as rules
from rulewright.runtime.labels import Wording

MOST = 200
"""The most pieces, or values of a choice, that are offered."""
_FLOW = {"me": "whose turn it is", "phase": "the phase the game is in", "round": "the round, from 1"}
_OWNED = re.compile(r"\w+\(\d+\)\.(\w+)")


def in_example(path: Path) -> Path:
    """A path within an example, from its own keys on; empty if it is none."""
    at = path.index("examples") if "examples" in path[:4] else len(path)
    return (
        asking.within_a_book(path)[2:] if asking.within_a_book(path)[:1] == ("examples",) else path[at + 2 :]
    )


def is_position(path: Path) -> bool:
    """Whether the keys of the mapping at a path are places of a position."""
    match in_example(path):
        case ("given",) | ("expect",):
            return True
        case ("expect", at):
            return at.isdigit()
        case _:
            return False


def keys(c: Context, path: Path) -> Iterator[Offer]:
    """The names of the game that may be keys of the mapping at a path."""
    if asking.within_a_book(path)[:1] == ("strategies",) and path[-1] in ("prefer", "mix"):
        for action in {each.id: each for each in c.book.actions}.values():
            yield _key(action.id, "an action", about_entry(c, action), 1)
    elif is_position(path):
        yield from _places(c)


def _key(name: str, detail: str, about: str, rank: int) -> Offer:
    return Offer(name, "key", detail, about, f"{name}: ", rank)


def _places(c: Context) -> Iterator[Offer]:
    for zone in c.book.zones.values():
        facts = c.zones.get(zone.id)
        for name in _of_each(c, zone.id, facts.owner if facts is not None else ""):
            yield _key(name, "a zone", about_entry(c, zone), 1)
    for board in c.book.boards.values():
        yield _key(board.id, "a board", about_entry(c, board), 1)
    for variable in c.book.variables.values():
        held = c.variables.get(variable.id)
        first = held.axes[0].type if held is not None and held.axes else None
        owner = {types.Player: "players", types.Team: "teams"}.get(type(first), "")
        for name in _of_each(c, variable.id, owner):
            yield _key(name, "a variable", about_entry(c, variable), 2)
    for kind in c.book.kinds.values():
        if kind.id in c.kinds and c.kinds[kind.id].faces:
            yield _key(kind.id, "what the pieces show", about_entry(c, kind), 3)
    for name, about in _FLOW.items():
        yield _key(name, "", about, 3)


def _of_each(c: Context, name: str, owner: str) -> Iterator[str]:
    """A place, or that of each player or team."""
    if not owner:
        yield name
        return
    word, many = ("team", len(c.teams) or c.players) if owner == "teams" else ("seat", c.players)
    yield from (f"{word}({number}).{name}" for number in range(1, many + 1))


def pieces(c: Context, program: Program, path: Path) -> Iterator[Offer]:
    """What can lie at the place of a position whose value, or an item of whose list, is at a path."""
    match in_example(path):
        case ("given", place) | ("given", place, _) | ("expect", _, place) | ("expect", _, place, _):
            owned = _OWNED.fullmatch(place)
            name = owned[1] if owned is not None else place
        case _:
            return
    zone, facts = c.book.zones.get(name), c.zones.get(name)
    if zone is None or facts is None or facts.kind not in program.layout.kinds:
        return
    for look in islice(_looks(program, facts.kind), MOST):
        yield Offer(look, "word", f"a piece of {facts.kind}", rank=0)
    if "given" in path and not c.kinds[facts.kind].unlimited:
        yield Offer(REST, "word", "the rest", "all pieces that would be left over", rank=0)


def _looks(program: Program, kind: str) -> Iterator[str]:
    """One name for each piece of a kind, or for each look of pieces that are alike."""
    if program.layout.kinds[kind].identical:
        return iter(looks_of(program, kind))
    return iter([printed for _, printed in program.labels.pieces[kind]])


def choices(c: Context, program: Program | None, before: str) -> Iterator[Offer]:
    """What can follow in a move that is typed as players type it: an action, and then its choices."""
    action_id, *typed = before.split(" ")
    if not typed:
        for phase in c.book.phases.values():
            for action in phase.actions.values():
                yield Offer(action.id, "name", "an action", about_entry(c, action), rank=1)
        return
    for action in c.book.actions:
        scope = c.action_scopes.get(action.path)
        if action.id != action_id or scope is None or program is None:
            continue
        for chosen in action.choose:
            type_ = scope.names.get(chosen.name)
            if type_ is not None:
                for word in islice(_values(program, type_), MOST):
                    yield Offer(word, "word", chosen.name, words_of(type_), rank=1)


def _values(program: Program, type_: types.Type) -> Iterator[str]:
    """The values of a type as people type them."""
    match type_:
        case types.Optional():
            yield from _values(program, type_.of)
            yield "none"
        case types.Several():
            yield from _values(program, type_.of)
        case types.Piece():
            yield from _looks(program, type_.kind)
        case types.Unknown() | types.Nothing() | types.Kind() | types.Board():
            return
        case _:
            yield from _each(program, type_)


def _each(program: Program, type_: types.Type) -> Iterator[str]:
    low, high = ordinals(type_, lambda kind: program.layout.kinds[kind].numbers)
    wording = Wording(program)
    for value in range(low, min(high, low + MOST) + 1):
        yield wording.text(type_, value)


def named(c: Context, last: str) -> Iterator[Offer]:
    """The names that the value of a key may be, whatever is around it."""
    book = c.book
    of: dict[str, dict[str, rules.Entry]] = {
        "go": {**book.phases},
        "phase": {**book.phases},
        "after": {name: each for phase in book.phases.values() for name, each in phase.actions.items()},
        "holds": {**book.kinds},
        "place": {**book.kinds},
        "variant": {**book.variants},
        "order": {**book.zones, **book.boards, **book.variables},
        "hide": {**book.zones, **book.boards, **book.variables},
    }
    for name, entry in of.get(last, {}).items():
        yield Offer(name, "name", "", about_entry(c, entry), rank=1)
    if last == "because":
        for action in book.actions:
            for each in action.requirements:
                yield Offer(each.id, "name", f"a condition of {action.id}", about_entry(c, each), rank=1)
