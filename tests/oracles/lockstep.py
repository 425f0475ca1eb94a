"""A rulebook and its oracle, played side by side: the same actions, the same dice, and nothing may differ.

    play(Match("cinq-o", 2, "rounds", {"ties": "playoff"}), seed=7)        41 actions; Disagreement if they differ

The engine chooses at random and throws the dice; the oracle is told both.  After every step the texts of the legal
actions are compared, and all that lies on the table; at the end who has won.  Half of the games are played with
`Loaded` dice, since five of a kind is rare.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

import rulewright as rw
from tests.oracles import cinq_o, red_hot_yott
from tests.oracles.loaded import Loaded

Setting = int | bool | str | None
Oracle = cinq_o.Oracle | red_hot_yott.Oracle


@dataclass(frozen=True)
class Match:
    """A game at one table."""

    name: str
    players: int
    variant: str | None = None
    options: Mapping[str, Setting] = field(default_factory=dict)

    def __str__(self) -> str:
        told = [self.name, str(self.players), *([self.variant] if self.variant else [])]
        return " ".join([*told, *(f"{name}={value}" for name, value in self.options.items())])

    def load(self) -> rw.Game:
        return rw.load(self.name, players=self.players, variant=self.variant, options=dict(self.options))

    def oracle(self) -> Oracle:
        made = cinq_o.Oracle if self.name == "cinq-o" else red_hot_yott.Oracle
        return made(self.players, self.variant, **self.options)


class Disagreement(AssertionError):
    """The engine and the oracle differ; the message has both, and the actions that lead there."""


def play(match: Match, seed: int, game: rw.Game | None = None, most: int = 5000) -> Counter[str]:
    """One random game in lockstep; how often each action was done, and how it ended. Raises Disagreement."""
    game = game or match.load()
    oracle = match.oracle()
    chooser = Random(f"lockstep {seed}")
    chance = Loaded(game.program.streams, seed) if seed % 2 else None
    state = game.new_initial_state(seed, chance)
    if isinstance(oracle, red_hot_yott.Oracle):
        oracle.start(thrown(state))
    done: Counter[str] = Counter()
    compare(match, seed, state, oracle)
    while not state.is_terminal():
        action = choose(state, chooser)
        state.apply_action(action)
        oracle.apply(str(action), thrown(state))
        compare(match, seed, state, oracle)
        done[action.name] += 1
        assert sum(done.values()) < most, f"{match}, seed {seed}: not over after {most} actions"
    done[f"ended by {state.observation(None)['ended_by']}"] += 1
    return done


def choose(state: rw.State, chooser: Random) -> rw.Action:
    """Any legal action; first what to do, then with which pieces, so that rare kinds are not drowned."""
    legal = state.legal_actions()
    name = chooser.choice(sorted({action.name for action in legal}))
    return chooser.choice([action for action in legal if action.name == name])


def thrown(state: rw.State) -> dict[str, list[int | str]]:
    """What the last step threw, by kind of piece, as the oracles are told it."""
    rolled: dict[str, list[int | str]] = {"dice": [], "hilo": []}
    for happening in state.history[-1].happened:
        if "rolled" in happening:
            faces = happening["faces"]
            assert isinstance(faces, list)
            rolled[str(happening["rolled"])] += [int(face) if face.isdigit() else face for face in faces]
    return rolled


def compare(match: Match, seed: int, state: rw.State, oracle: Oracle) -> None:
    """Everything that both can say about the same moment."""
    for what, engine, by_hand in differences(state, oracle):
        actions = [entry.action for entry in state.history[1:]]
        raise Disagreement(
            f"{match}, seed {seed}, {what}: the engine has {engine!r}, the oracle {by_hand!r}\nafter {actions}"
        )


def differences(state: rw.State, oracle: Oracle) -> Iterator[tuple[str, object, object]]:
    legal = [str(action) for action in state.legal_actions()]
    pairs: list[tuple[str, object, object]] = [
        ("legal actions", sorted(legal), sorted(oracle.legal())),
        ("player to move", state.current_player(), oracle.current),
        ("winners", set(winners(state)), oracle.winners()),
    ]
    if isinstance(oracle, cinq_o.Oracle):
        table: object = cinq_o_table(state)
        pairs.append(("result", solitaire_result(state, oracle), oracle.result_rounds))
    else:
        table = red_hot_yott_table(state)
        pairs.append(("scores", state.scores(), oracle.scores()))
    by_hand = {
        key: list(value) if isinstance(value, tuple) else value for key, value in oracle.snapshot().items()
    }
    pairs.append(("the table", table, by_hand))
    yield from (pair for pair in pairs if pair[1] != pair[2])


def winners(state: rw.State) -> list[int]:
    found = state.observation(None)["winners"]
    assert isinstance(found, list)
    return found


def solitaire_result(state: rw.State, oracle: cinq_o.Oracle) -> int | None:
    """The rounds it took, as the engine reports the result of a game for one."""
    return state.scores()[0] if oracle.variant == "solitaire" and state.is_terminal() else None


def cinq_o_table(state: rw.State) -> dict[str, object]:
    """`cinq_o.Oracle.snapshot`, read off the engine. Dice that were not rolled yet show nothing."""
    box, tray = shown(state, "hilo_box"), shown(state, "hilo_tray")
    return {
        "score": of_each_seat(state, "score"),
        "round": state.get("round"),
        "rolls": state.get("rolls"),
        "tray": [int(face) for face in shown(state, "tray")],
        "bank": [int(face) for face in shown(state, "bank")],
        "rack": [int(face) for face in shown(state, "rack")],
        "hilo": next(iter(box + tray), None),
        "boxed": state.get("hilo_box.count") == 1,
    }


def red_hot_yott_table(state: rw.State) -> dict[str, object]:
    """`red_hot_yott.Oracle.snapshot`, read off the engine."""
    variables = state.observation(None)["variables"]
    assert isinstance(variables, dict)
    return {
        "dice": shown(state, "table"),
        "rolls": state.get("rolls"),
        "round": state.get("round"),
        "sheets": [
            {row: points for row, points in sheet.items() if points is not None}
            for sheet in variables["sheet"]
        ],
        "chips": of_each_seat(state, "purse.count"),
        "supply": state.get("supply.count"),
        "extra_naturals": of_each_seat(state, "extra_naturals"),
    }


def of_each_seat(state: rw.State, place: str) -> list[object]:
    return [state.get(f"seat({seat + 1}).{place}") for seat in range(state.game.num_players)]


def shown(state: rw.State, zone: str) -> list[str]:
    """The faces in a zone, in canonical order; blank dice are left out."""
    zones = state.observation(None)["zones"]
    assert isinstance(zones, dict)
    pieces = next(places[zone]["pieces"] for places in zones.values() if zone in places)
    faces = [piece["face"] if isinstance(piece, dict) else piece for piece in pieces]
    return [face for face in faces if face not in (None, "blank")]
