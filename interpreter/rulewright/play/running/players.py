"""The players of many games: names and bots of the caller, mixed, one for all seats or one for each.

    seated(game, "cautious,bold")            names=("cautious", "bold")
    seated(game, [Mine(), "bold"])           names=("Mine", "bold"), own={"Mine": ...}
    seated(game, [Mine, "bold"])             the same, with a bot that is made where it plays

A bot of the caller is called by its `name`, if it has one, or else by its class; several with the same name are numbered. A class
or function without arguments makes one: pickle sends its name only, so each process makes a bot of its own. Arguments that cannot
play, or be sent, are refused here, before any game, with messages for the programmer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import field
from functools import partial
from inspect import signature
from operator import index
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from rulewright.game.errors import IllegalAction
from rulewright.game.game import Game, State
from rulewright.game.moves.action import Action
from rulewright.language.players import HUMAN
from rulewright.play.bots import Bot, bot_named, bot_names, is_searching, refuse_unknown, seat_bots
from rulewright.play.running.arguments import cannot_be_sent
from rulewright.problems.quoting import shown
from rulewright.runtime.chance.random_words import MASK, seed_of, stream_base
from rulewright.source.dataclass import dataclass
from rulewright.source.later import later

if TYPE_CHECKING:
    import pickle
else:  # for games in other processes
    pickle = later("pickle")

Factory: TypeAlias = Callable[[], Bot]
"""Makes a bot: a class, a function, or a `functools.partial` of one."""
Who: TypeAlias = "str | Bot | Factory | Sequence[str | Bot | Factory]"
"""The players: one for all seats, or one for each."""
LOOKING_AHEAD = "what bots try out"
"""The stream of chance for states that are given to bots."""
NO_BOT = (
    "a bot is a name (`random`, a strategy of the rulebook), or has `begin(seed)` and `choose(state, player)`"
)


class FromFactory:
    """Bots of a factory, one for each place, made when they first play. Pickle sends the factory alone."""

    __slots__ = ("_factory", "_made", "_name")

    def __init__(self, factory: Factory, name: str) -> None:
        self._factory, self._name = factory, name
        self._made: dict[int, Bot] = {}

    def __reduce__(self) -> tuple[type[FromFactory], tuple[Factory, str]]:
        return FromFactory, (self._factory, self._name)

    def at(self, place: int) -> Bot:
        """The bot of a place. Raises TypeError if what the factory makes is not a bot; its own exceptions get a note with its name."""
        if place not in self._made:
            try:
                bot: object = self._factory()
            except Exception as error:
                error.add_note(f"`{self._name}` was called to make a bot")
                raise
            if isinstance(bot, type) or not _can_play(bot):
                raise TypeError(f"`{self._name}` made {shown(bot)}, which cannot play: {NO_BOT}")
            self._made[place] = bot  # type: ignore[assignment]  # it was asked whether it can play
        return self._made[place]


@dataclass(frozen=True, slots=True)
class Seated:
    """The names of the players, and the bots for names that the game does not know."""

    names: tuple[str, ...]
    own: Mapping[str, Bot | FromFactory] = field(default_factory=dict)


def seated(game: Game, bots: Who, *others: Game) -> Seated:
    """The players of a game. Raises TypeError for an argument that is not a bot, ValueError for unknown names and wrong numbers, with
    the seat.

    The same bots will play `others` too: bots of the caller get names that are unknown there as well."""
    if isinstance(bots, str):
        return Seated(seat_bots(game, bots))
    given = _listed(bots)
    for seat, bot in enumerate(given, 1):
        _refuse(game, seat, bot)
    if len(given) not in (1, game.num_players):
        raise ValueError(
            f"{len(given)} bots are given, and {game.num_players} play: give one for each seat, or a single one for all"
        )
    known = {HUMAN, *(name for each in (game, *others) for name in bot_names(each))}
    return _named(known, given * game.num_players if len(given) == 1 else given)


def bot_for(game: Game, name: str, own: Mapping[str, Bot | FromFactory], place: int) -> Bot:
    """The bot with a name. A factory makes one for each `place`."""
    bot = own.get(name)
    if bot is None:
        return bot_named(game, name)
    return bot.at(place) if isinstance(bot, FromFactory) else bot


def check_sendable(own: Mapping[str, Bot | FromFactory], jobs: int, executor: object) -> None:
    """Raises TypeError, with the bot and what to do, if bots will be sent to workers and one of them cannot be pickled."""
    if jobs <= 1 and executor is None:
        return
    for name, bot in own.items():
        try:
            pickle.dumps(bot)
        except Exception as error:  # __reduce__ and __getstate__ of bots may raise anything
            raise cannot_be_sent(f"the bot `{name}`", error) from error


def begin(bot: Bot, name: str, seat: int, seed: int) -> None:
    """Prepares a bot for a game. Its exceptions get a note with its name and seat."""
    try:
        bot.begin(seed_of(seed, seat))
    except Exception as error:
        error.add_note(f"`{name}` in seat {seat + 1}, in `begin`, before the game with seed {seed}")
        raise


def choice_of(bot: Bot, name: str, state: State, player: int) -> Action:
    """The action that a bot chooses. The bot gets a copy of the state with other luck, so that trying actions out neither changes the
    game nor reveals coming results. Raises TypeError if it returns no action; its own exceptions get a note with its name and seat."""
    try:
        action: object = bot.choose(state.clone(_unlike(state)), player)
        if isinstance(action, str):
            action = state.game.action(action)
    except Exception as error:
        error.add_note(_where(name, state, player))
        raise
    if not isinstance(action, Action):
        raise TypeError(
            f"`choose` of `{name}` gave {shown(action)}, and one of `state.legal_actions()` is wanted"
            f"{_way_out(action)} ({_where(name, state, player)})"
        )
    return action


def carry_out(state: State, action: Action, name: str, player: int) -> None:
    """Apply the action that a bot chose. Raises IllegalAction, with a note that names the bot."""
    try:
        state.apply_action(action)
    except IllegalAction as error:
        error.add_note(_where(name, state, player))
        raise


# --------------------------------------------------------------------------------------------------- private


def _can_play(bot: object) -> bool:
    return all(callable(getattr(bot, name, None)) for name in ("begin", "choose"))


def _listed(bots: Bot | Factory | Sequence[str | Bot | Factory]) -> list[str | Bot | Factory]:
    if isinstance(bots, Sequence):
        return list(bots)
    if _can_play(bots) or callable(bots):
        return [bots]
    raise TypeError(f"{shown(bots)} cannot play: {NO_BOT}; give one, or a list with one for each seat")


def _refuse(game: Game, seat: int, bot: object) -> None:
    """Raises TypeError or ValueError if an argument cannot play."""
    if isinstance(bot, str):
        try:
            refuse_unknown(game, bot, files=True)
        except ValueError as error:
            raise ValueError(f"seat {seat}: {error}") from None
    elif _makes_bots(bot):
        _refuse_arguments(seat, bot)
    elif not _can_play(bot):
        raise TypeError(f"seat {seat}: {shown(bot)} cannot play: {NO_BOT}")


def _makes_bots(bot: object) -> TypeGuard[Factory]:
    """Whether it is a factory: a class has the methods of a bot too, but cannot play."""
    return callable(bot) and (isinstance(bot, type) or not _can_play(bot))


def _refuse_arguments(seat: int, factory: Factory) -> None:
    """Raises TypeError if a factory cannot be called without arguments."""
    try:
        signature(factory).bind()
    except ValueError:
        return  # it has no signature that Python can read
    except TypeError as error:
        name = _name_of_factory(factory)
        raise TypeError(
            f"seat {seat}: `{name}` cannot be called without arguments to make a bot ({error}): give a bot, `{name}(...)`, or "
            f"`functools.partial({name}, ...)`"
        ) from None


def _named(known: Set[str], given: Sequence[str | Bot | Factory]) -> Seated:
    """The players with a name for each bot: the same in all its seats, and different from those of other bots."""
    different: list[Bot | Factory] = []
    for bot in given:
        if not isinstance(bot, str) and not any(bot is other for other in different):
            different.append(bot)
    called = [_name_of(bot) for bot in different]
    own: dict[str, Bot | FromFactory] = {}
    names: dict[int, str] = {}
    for bot, name in zip(different, called, strict=True):
        free = _free(name, called.count(name) > 1, known | own.keys())
        own[free] = FromFactory(bot, free) if _makes_bots(bot) else bot  # type: ignore[assignment]  # a bot otherwise
        names[id(bot)] = free
    return Seated(tuple(bot if isinstance(bot, str) else names[id(bot)] for bot in given), own)


def _name_of(bot: Bot | Factory) -> str:
    if _makes_bots(bot):
        return _name_of_factory(bot)
    name = getattr(bot, "name", None)
    return name if isinstance(name, str) and name.strip() else type(bot).__name__


def _name_of_factory(factory: Factory) -> str:
    """The `name` of a class of bots, or else the name of the class or function."""
    made: object = factory
    while isinstance(made, partial):
        made = made.func
    for name in (getattr(made, "name", None), getattr(made, "__name__", None)):
        if isinstance(name, str) and name.strip():
            return name.strip("<>")
    return type(made).__name__


def _free(name: str, numbered: bool, taken: Set[str]) -> str:
    """A name like this one that is not taken."""
    base = f"own {name}" if name in taken or is_searching(name) else name
    if not numbered and base not in taken:
        return base
    number = 1
    while f"{base} {number}" in taken:
        number += 1
    return f"{base} {number}"


def _unlike(state: State) -> int:
    """A seed from which nothing in the game is derived."""
    return seed_of(stream_base(state.luck.seed & MASK, LOOKING_AHEAD), 0)


def _where(name: str, state: State, player: int) -> str:
    return f"`{name}` in seat {player + 1}, after {len(state.history) - 1} actions of the game with seed {state.luck.seed}"


def _way_out(action: object) -> str:
    if action is None:
        return ": is a `return` missing?"
    try:
        number = index(action)  # type: ignore[arg-type]  # whether it is one is asked here
    except TypeError:
        return ""
    return f"; `state.game.action_from_id({number})` makes one of an id"
