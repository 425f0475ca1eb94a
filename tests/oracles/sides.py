"""What each game needs to be played beside its oracle: what the oracle is told, and what lies on the table.

side = side_of("sino", oracle)
side.start(state)                  the oracle is told what the set-up threw or drew
side.apply(action, state)          ... and what the action did
list(side.pairs(state))            [("the table", what the engine shows, what the oracle has), ...]
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import rulewright as rw
from tests.oracles import cinco, cinq_o, crib_ino, red_hot_yott, sino

Pair = tuple[str, object, object]


class Oracle(Protocol):
    """What all oracles have."""

    @property
    def current(self) -> int | None: ...
    def legal(self) -> set[str]: ...
    def winners(self) -> set[int]: ...


AnOracle = TypeVar("AnOracle", bound=Oracle)


@dataclass
class Side(Generic[AnOracle]):
    """An oracle in play."""

    oracle: AnOracle

    def start(self, state: rw.State) -> None:
        """Most oracles know how their game begins."""

    def apply(self, action: rw.Action, state: rw.State) -> None:
        raise NotImplementedError

    def pairs(self, state: rw.State) -> Iterator[Pair]:
        raise NotImplementedError


class CinqO(Side[cinq_o.Oracle]):
    def apply(self, action: rw.Action, state: rw.State) -> None:
        self.oracle.apply(str(action), thrown(state))

    def pairs(self, state: rw.State) -> Iterator[Pair]:
        """Dice that were not rolled yet show nothing."""
        table = Table(state)
        boxed = table.shown("hilo_box")
        seen = {
            "score": table.variables["score"],
            "round": table.round,
            "rolls": table.variables["rolls"],
            **{zone: [int(face) for face in table.shown(zone)] for zone in ("tray", "bank", "rack")},
            "hilo": next(iter(boxed + table.shown("hilo_tray")), None),
            "boxed": table.zones["hilo_box"]["count"] == 1,
        }
        yield "the table", seen, self.oracle.snapshot()
        solitaire = self.oracle.variant == "solitaire" and state.is_terminal()
        yield "result", state.scores()[0] if solitaire else None, self.oracle.result_rounds


class RedHotYott(Side[red_hot_yott.Oracle]):
    def start(self, state: rw.State) -> None:
        self.oracle.start(thrown(state))

    def apply(self, action: rw.Action, state: rw.State) -> None:
        self.oracle.apply(str(action), thrown(state))

    def pairs(self, state: rw.State) -> Iterator[Pair]:
        table = Table(state)
        sheets = table.variables["sheet"]
        seats = range(1, len(sheets) + 1)
        seen = {
            "dice": table.shown("table"),
            "rolls": table.variables["rolls"],
            "round": table.round,
            "sheets": [{row: score for row, score in sheet.items() if score is not None} for sheet in sheets],
            "chips": [table.zones[f"seat({seat}).purse"]["count"] for seat in seats],
            "supply": table.zones["supply"]["count"],
            "extra_naturals": table.variables["extra_naturals"],
        }
        yield "the table", seen, self.oracle.snapshot()
        yield "scores", state.scores(), self.oracle.scores()


class Sino(Side[sino.Oracle]):
    def apply(self, action: rw.Action, state: rw.State) -> None:
        rolled: dict[str, int] = {}
        for happening in happened(state, "rolled"):
            rolled |= zip(happening["pieces"], map(int, happening["faces"]), strict=True)
        self.oracle.apply(str(action), rolled)

    def pairs(self, state: rw.State) -> Iterator[Pair]:
        table = Table(state)
        won = table.variables["won_by"]
        seen = {
            "round": table.round,
            "chips": [
                sorted(at for at, there in card.items() if there) for card in table.variables["covered"]
            ],
            "won": {row: won[row] for row in sorted(won) if won[row] is not None},
            "bonus": table.variables["bonus"],
            "left": table.variables["numbers_left"],
        }
        yield "the table", seen, self.oracle.snapshot()
        yield "scores", state.scores(), self.oracle.scores()


class Cinco(Side[cinco.Oracle]):
    def start(self, state: rw.State) -> None:
        """Told which hand every card was dealt to, in whatever order the hands were dealt."""
        hands: dict[str, list[int]] = {}
        for happening in happened(state, "drawn"):
            hands.setdefault(happening["to"], []).extend(map(int, happening["pieces"]))
        self.oracle.start([hands[f"seat({seat}).hand"] for seat in range(1, len(hands) + 1)])

    def apply(self, action: rw.Action, state: rw.State) -> None:
        drawn = [int(card) for happening in happened(state, "drawn") for card in happening["pieces"]]
        self.oracle.apply(str(action), drawn)

    def pairs(self, state: rw.State) -> Iterator[Pair]:
        table = Table(state)

        def cards(zone: str) -> list[int]:
            return sorted(map(int, table.zones[zone]["pieces"]))

        seats = range(1, state.game.num_players + 1)
        seen = {
            "hands": [cards(f"seat({seat}).hand") for seat in seats],
            "deck": cards("deck"),
            "put away": [cards("discard"), cards("muck")],
            "tokens": dict(
                sorted((int(at), int(token.split()[-1]) - 1) for at, token in table.board.items())
            ),
            "supply": [table.zones[f"team({team + 1}).supply"]["count"] for team in range(self.oracle.teams)],
        }
        yield "the table", seen, self.oracle.snapshot()


class CribIno(Side[crib_ino.Oracle]):
    def start(self, state: rw.State) -> None:
        """Told the hands, or, alone, the order of the shuffled deck."""
        if self.oracle.variant == "solitaire":
            (deck,) = happened(state, "shuffled")
            self.oracle.start_alone([int(card) for card in deck["pieces"]])
        else:
            self.oracle.start(self._drawn(state))

    def apply(self, action: rw.Action, state: rw.State) -> None:
        self.oracle.apply(str(action), self._drawn(state))

    def _drawn(self, state: rw.State) -> dict[int, list[int]]:
        """The cards drawn or dealt in the last step, by seat."""
        drawn: dict[int, list[int]] = {}
        for happening in happened(state, "drawn"):
            seat = int(happening["to"].removeprefix("seat(").removesuffix(").hand")) - 1
            drawn.setdefault(seat, []).extend(map(int, happening["pieces"]))
        return drawn

    def pairs(self, state: rw.State) -> Iterator[Pair]:
        table, alone = Table(state), self.oracle.variant == "solitaire"
        names = ("score", "kitty", "dealer", "hands_played", "passes")
        laid: dict[str, dict[str, Any]] = state.observation(None)["boards"]["table"]
        seen = {
            "table": {at: (int(card["piece"]), card["turned"]) for at, card in sorted(laid.items())},
            "hands": [cards(table, f"seat({seat}).hand") for seat in range(1, self.oracle.players + 1)],
            "stack": cards(table, "stack"),
            **({"waste_pile": cards(table, "waste_pile")} if alone else {}),
            **({} if alone else {name: table.variables[name] for name in names}),
        }
        yield "the table", seen, self.oracle.snapshot()


def cards(table: "Table", zone: str) -> list[int]:
    """The cards in a zone as they are shown: in order where an order is kept."""
    return [int(card) for card in table.zones[zone]["pieces"]]


SIDES: Mapping[str, Any] = {
    "cinq-o": CinqO,
    "red-hot-yott": RedHotYott,
    "sino": Sino,
    "cinco": Cinco,
    "crib-ino": CribIno,
}
"""Any: a side takes the oracle of its own game, and `side_of` gives it that one."""

ORACLES: Mapping[str, Any] = {
    "cinq-o": cinq_o.Oracle, "red-hot-yott": red_hot_yott.Oracle, "sino": sino.Oracle, "cinco": cinco.Oracle,
    "crib-ino": crib_ino.Oracle,
}  # fmt: skip


def side_of(name: str, players: int, variant: str | None, options: Mapping[str, object]) -> Side[Any]:
    """A new game of the oracle at a table, not started yet."""
    side: Side[Any] = SIDES[name](ORACLES[name](players, variant, **options))
    return side


def happened(state: rw.State, what: str) -> Iterator[dict[str, Any]]:
    """What the last step rolled or drew, one happening after the other."""
    yield from (dict(happening) for happening in state.history[-1].happened if what in happening)


def thrown(state: rw.State) -> dict[str, list[int | str]]:
    """What the last step threw, by kind of piece."""
    rolled: dict[str, list[int | str]] = {"dice": [], "hilo": []}
    for happening in happened(state, "rolled"):
        rolled[happening["rolled"]] += [int(face) if face.isdigit() else face for face in happening["faces"]]
    return rolled


class Table:
    """What lies on the table, read off what the engine shows to all."""

    def __init__(self, state: rw.State) -> None:
        told: dict[str, Any] = state.observation(None)  # Any: plain data of a shape that the game decides
        self.round = told["round"]
        self.variables: dict[str, Any] = told["variables"]
        self.zones = {name: zone for places in told["zones"].values() for name, zone in places.items()}
        self.board: dict[str, str] = told.get("boards", {}).get("board", {})

    def shown(self, zone: str) -> list[str]:
        """The faces in a zone, in canonical order; blank dice are left out."""
        pieces = self.zones[zone]["pieces"]
        faces = [piece["face"] if isinstance(piece, dict) else piece for piece in pieces]
        return [face for face in faces if face not in (None, "blank")]
