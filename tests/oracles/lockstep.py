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
from typing import Any

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
    table = Table(state)
    pairs: list[tuple[str, object, object]] = [
        ("legal actions", sorted(legal), sorted(oracle.legal())),
        ("player to move", state.current_player(), oracle.current),
        ("winners", set(table.winners), oracle.winners()),
    ]
    if isinstance(oracle, cinq_o.Oracle):
        seen = table.of_cinq_o()
        pairs.append(("result", solitaire_result(state, oracle), oracle.result_rounds))
    else:
        seen = table.of_red_hot_yott()
        pairs.append(("scores", state.scores(), oracle.scores()))
    pairs.append(("the table", seen, oracle.snapshot()))
    yield from (pair for pair in pairs if pair[1] != pair[2])


def solitaire_result(state: rw.State, oracle: cinq_o.Oracle) -> int | None:
    """The rounds it took, as the engine reports the result of a game for one."""
    return state.scores()[0] if oracle.variant == "solitaire" and state.is_terminal() else None


class Table:
    """What lies on the table, as `Oracle.snapshot` tells it, read off what the engine shows to all."""

    def __init__(self, state: rw.State) -> None:
        told: dict[str, Any] = state.observation(None)  # Any: plain data of a shape that the game decides
        self.round = told["round"]
        self.winners: list[int] = told["winners"]
        self.variables: dict[str, Any] = told["variables"]
        self.zones = {name: zone for places in told["zones"].values() for name, zone in places.items()}

    def of_cinq_o(self) -> dict[str, object]:
        """Dice that were not rolled yet show nothing."""
        boxed = self.shown("hilo_box")
        return {
            "score": self.variables["score"],
            "round": self.round,
            "rolls": self.variables["rolls"],
            **{zone: [int(face) for face in self.shown(zone)] for zone in ("tray", "bank", "rack")},
            "hilo": next(iter(boxed + self.shown("hilo_tray")), None),
            "boxed": self.zones["hilo_box"]["count"] == 1,
        }

    def of_red_hot_yott(self) -> dict[str, object]:
        sheets = self.variables["sheet"]
        seats = range(1, len(sheets) + 1)
        return {
            "dice": self.shown("table"),
            "rolls": self.variables["rolls"],
            "round": self.round,
            "sheets": [{row: score for row, score in sheet.items() if score is not None} for sheet in sheets],
            "chips": [self.zones[f"seat({seat}).purse"]["count"] for seat in seats],
            "supply": self.zones["supply"]["count"],
            "extra_naturals": self.variables["extra_naturals"],
        }

    def shown(self, zone: str) -> list[str]:
        """The faces in a zone, in canonical order; blank dice are left out."""
        pieces = self.zones[zone]["pieces"]
        faces = [piece["face"] if isinstance(piece, dict) else piece for piece in pieces]
        return [face for face in faces if face not in (None, "blank")]
