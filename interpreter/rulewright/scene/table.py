"""The scene of a state for one viewer.

    scene = scene_of(state, 0, names=("Ann", "Bob"))
    scene.to_json()

It is made from the observation of this viewer and, on the viewer's turn, the legal moves: nothing else is read, so nothing
that is hidden from the viewer can be in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from rulewright.author.english import noun
from rulewright.author.story.narration import Story
from rulewright.game.game import Game, State
from rulewright.game.knowledge.observation import observation
from rulewright.game.knowledge.visibility import Viewer
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.scene.boards import boards_of
from rulewright.scene.components import seat_names
from rulewright.scene.looks import Looks
from rulewright.scene.moves import moves_of
from rulewright.scene.records import Observation, Scene, Seat, Touch, Zone
from rulewright.scene.values import values_of


def scene_of(
    state: State, viewer: Viewer | None, names: Sequence[str] = (), *, face_up: bool = False
) -> Scene:
    """What a seat sees of a state; `"spectator"`, or None, is somebody without a seat. `names` are the people in the seats: by
    default those of the rulebook. With `face_up` nothing is hidden, and there are no moves: for the author of a game, not for its players. Raises
    ValueError for a seat that does not exist."""
    game = state.game
    if face_up:
        return position_of(game, state.cells, None, names or people_of(state))
    seat = game.viewer("spectator" if viewer is None else viewer)
    at_table = None if seat == game.sight.spectator else seat
    people = tuple(names) or people_of(state)
    seen: Observation = observation(game.wording, game.sight, state.cells, seat)
    moves = moves_of(state, at_table, seen, people)
    touched = [touch for move in moves for touch in move.touches]
    shown = _drawn(game.program, seen, at_table, people, touched)
    return replace(shown, moves=moves, story=tuple(_story(state, at_table, people)))


def position_of(game: Game, cells: Sequence[int], viewer: Viewer | None, names: Sequence[str] = ()) -> Scene:
    """What is to be seen of a position, without moves and story: by a seat or a "spectator", or everything for None, hidden pieces
    included. Raises ValueError for a seat that does not exist."""
    seat = game.viewer(viewer)
    people = tuple(names) or seat_names(game.program)
    seen: Observation = observation(game.wording, game.sight, cells, seat)
    at_table = None if seat is None or seat == game.sight.spectator else seat
    return _drawn(game.program, seen, at_table, people, ())


def _drawn(
    program: ir.Program,
    seen: Observation,
    viewer: int | None,
    people: tuple[str, ...],
    touched: Sequence[Touch],
) -> Scene:
    """The scene of an observation, without moves and story."""
    looks = Looks(program, people)
    # Zones are `seat(1).hand`, boards `card[2]`: what owner they have does not matter here.
    shown = in_order(program, {touch.where.rpartition(".")[2].partition("[")[0] for touch in touched})
    ends = dict(program.labels.enums.get("end", ()))
    phases = {phase.name: phase.label or phase.name.replace("_", " ") for phase in program.phases}
    return Scene(
        title=program.title,
        viewer=viewer,
        round=seen["round"],
        phase=phases.get(seen["phase"], "") if len(phases) > 1 else "",
        over=seen["over"],
        ending=ends.get(seen["ended_by"], seen["ended_by"] or ""),
        winners=tuple(seen["winners"]),
        worth=seen.get("worth") if seen["over"] else None,
        seats=tuple(
            Seat(
                each,
                people[each],
                program.teams[each],
                each == seen["current_player"],
                each == viewer,
                *looks.seat(each),
            )
            for each in range(program.players)
        ),
        kinds=tuple(looks.kinds()),
        boards=tuple(boards_of(looks, seen, touched, shown)),
        zones=tuple(_zones(looks, seen, viewer, shown)),
        values=tuple(values_of(looks, seen, shown)),
        moves=(),
        story=(),
    )


def people_of(state: State) -> tuple[str, ...]:
    """What the people in the seats are called if nobody gave them a name."""
    return seat_names(state.game.program)


def in_order(program: ir.Program, touched: Collection[str] = ()) -> Sequence[str]:
    """The boards, variables and zones that are shown, those that the rulebook wants first before the others. A hidden one is
    shown while a move touches it."""
    hidden = set(program.view.hide) - set(touched)
    names = dict.fromkeys((*program.view.order, *program.shown))
    return [name for name in names if name not in hidden]


def _story(state: State, viewer: int | None, names: Sequence[str]) -> list[str]:
    """What happened since the viewer's last action, or with the last step for a spectator."""
    chain = state.tip.chain()
    own = (number for number, step in enumerate(chain) if step.player == viewer)
    first = len(chain) - 1 if viewer is None else max(own, default=-1) + 1
    told = Story(state.game.program, names)
    known: Viewer = "spectator" if viewer is None else viewer
    return [line for lines in told.steps(state, known, first) for line in lines]


def _zones(looks: Looks, seen: Observation, viewer: int | None, shown: Sequence[str]) -> Iterator[Zone]:
    """The zones that are shown, in this order."""
    program = looks.program
    places = [
        (shown.index(place.zone), code, kind)
        for kind in program.layout.kinds.values()
        for code, place in enumerate(kind.places)
        if place.zone not in program.layout.boards and place.zone in shown
    ]
    for _, code, kind in sorted(places, key=lambda each: each[:2]):
        yield _zone(looks, seen, viewer, kind, code)


def _zone(looks: Looks, seen: Observation, viewer: int | None, kind: KindLayout, code: int) -> Zone:
    program, place = looks.program, kind.places[code]
    typed = program.labels.places[kind.name][code][0]
    contents = seen["zones"][kind.name][typed]
    one, many = program.labels.kinds.get(kind.name, (kind.name, kind.name))
    if viewer is None or place.owner is None:
        mine = False
    else:
        mine = place.owner == (program.teams[viewer] if place.owner_is_team else viewer)
    pieces = contents["pieces"]
    return Zone(
        typed, looks.place(kind, code), kind.name, place.owner, place.owner_is_team, mine, place.order == "kept", contents["count"],
        noun((one, many), contents["count"]), None if pieces is None else looks.pieces(kind.name, pieces),
    )  # fmt: skip
