"""`SpielGame`, and the names of the bundled games in OpenSpiel.

register()
pyspiel.load_game("rulewright_my_game(players=3,options=target:50;rounds:2)")
game("my-game", players=3)                         the same, without a name
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyspiel

import rulewright as rw
from rulewright.adapters.toolkits.games import Options, identifier, table_of
from rulewright.adapters.toolkits.spiel.states import Observer, SpielState

ANY = "rulewright"
"""The name of the game whose parameter `game` is a name or a path."""
PARAMETERS: Mapping[str, Any] = {
    "players": 0, "variant": "", "options": "", "overlays": "", "engine": "auto", "seeds": 0,
}  # fmt: skip
"""The parameters of every game, with their defaults: 0 players are those that `rulewright.load` takes."""
MOST_PLAYERS = 10
LONGEST = 1_000_000
"""The length of a game that OpenSpiel gets where none is proved."""
SEPARATOR = ";"


class SpielGame(pyspiel.Game):
    """A game as OpenSpiel sees it. `rules` is the game itself. With `seeds`, all luck follows from one of that many seeds, which chance
    decides at the start; with 0 each result of chance is a node of its own, with its exact probability."""

    def __init__(self, name: str, rules: rw.Game, seeds: int, parameters: Mapping[str, Any]) -> None:
        if seeds < 0:
            raise ValueError(f"`seeds` is a whole number from 0, not {seeds}")
        self.rules = rules
        self.seeds = seeds if rules.has_chance else 0
        utility_sum = rules.utility_sum
        chances = max(rules.max_chance_outcomes if self.seeds == 0 else self.seeds, 0)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_distinct_actions,
            max_chance_outcomes=chances,
            num_players=rules.num_players,
            min_utility=float(rules.min_utility),
            max_utility=float(rules.max_utility),
            utility_sum=None if utility_sum is None else float(utility_sum),
            max_game_length=rules.max_game_length or LONGEST,
        )
        super().__init__(_type_of(name, rules.title, rules), info, dict(parameters))
        self.first = None if self.seeds else rules.new_initial_state(explicit_chance=True)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """What OpenSpiel asks for texts and tensors."""
        return Observer(self.rules, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


def game(
    game: str | Path | rw.Game,
    players: int | None = None,
    variant: str | None = None,
    options: Options | None = None,
    overlays: Sequence[str] = (),
    engine: str = "auto",
    seeds: int = 0,
) -> SpielGame:
    """A game of OpenSpiel; arguments as for `rulewright.load`, and `seeds`. One that is loaded already has no name that
    `pyspiel.load_game` knows, so it cannot be written down."""
    if isinstance(game, rw.Game):
        rules = table_of(game, players, variant, options, overlays)
        return SpielGame(f"{ANY}_{identifier(rules.name)}", rules, seeds, {})
    register()
    bundled = game in rw.bundled_games()
    given = {
        "players": players or 0,
        "variant": variant or "",
        "options": SEPARATOR.join(f"{name}:{_word(value)}" for name, value in (options or {}).items()),
        "overlays": SEPARATOR.join(overlays),
        "engine": engine,
        "seeds": seeds,
        **({} if bundled else {"game": str(game)}),
    }
    found: SpielGame = pyspiel.load_game(f"{ANY}_{identifier(str(game))}" if bundled else ANY, given)
    return found


def register() -> None:
    """Give every bundled game a name, such as `rulewright_my_game`, and all others `rulewright(game=PATH)`. A second call changes
    nothing."""
    known = set(pyspiel.registered_names())
    for name in ("", *rw.bundled_games()):
        called = f"{ANY}_{identifier(name)}" if name else ANY
        if called not in known:
            pyspiel.register_game(_type_of(called, name or "A game of Rulewright"), _class_of(called, name))


def _class_of(called: str, name: str) -> type[SpielGame]:
    """A class that makes games from parameters. OpenSpiel keeps it for longer than Python runs, which only classes survive."""

    def make(self: SpielGame, parameters: Mapping[str, Any] | None = None) -> None:
        rules, seeds = _loaded(name, parameters or {})
        SpielGame.__init__(self, called, rules, seeds, parameters or {})

    return type(SpielGame.__name__, (SpielGame,), {"__init__": make})


def _loaded(name: str, parameters: Mapping[str, Any]) -> tuple[rw.Game, int]:
    """The game with these parameters of OpenSpiel, and the number of seeds."""
    given = {**PARAMETERS, **parameters}
    wanted = name or given.get("game")
    if not wanted:
        raise ValueError(f"{ANY} needs the name or the path of a game: {ANY}(game=my-game.rulebook.yaml)")
    rules = rw.load(
        wanted,
        given["players"] or None,
        given["variant"] or None,
        dict(map(_setting, _listed(given["options"]))),
        _listed(given["overlays"]),
        given["engine"],
    )
    return rules, given["seeds"]


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(SEPARATOR) if part.strip()]


def _word(value: int | str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _setting(text: str) -> tuple[str, int | str | bool]:
    """An option from `target:50`."""
    name, _, value = text.partition(":")
    words = {"true": True, "false": False}
    number = value.removeprefix("-").isdecimal()
    return name.strip(), words[value] if value in words else int(value) if number else value


def _type_of(called: str, title: str, rules: rw.Game | None = None) -> Any:
    """What OpenSpiel wants to know about a game: for all tables of a name, or for one that is loaded."""
    kinds = pyspiel.GameType
    chance, known, utility = (
        kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        kinds.Information.IMPERFECT_INFORMATION,
        kinds.Utility.GENERAL_SUM,
    )
    if rules is not None:
        if not rules.has_chance:
            chance = kinds.ChanceMode.DETERMINISTIC
        if rules.perfect_information:
            known = kinds.Information.PERFECT_INFORMATION
        if rules.utility_sum is not None:
            utility = kinds.Utility.ZERO_SUM if rules.zero_sum else kinds.Utility.CONSTANT_SUM
    return kinds(
        short_name=called,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=known,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS if rules is None else rules.max_players,
        min_num_players=1 if rules is None else rules.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**PARAMETERS, **({"game": ""} if called == ANY else {})},
    )
