"""Players who choose at random, in native code, as `game.playout.RandomChooser` does.

A choice waits for its word, and what follows waits for the choice.  So the key of a player's next turn is worked out when a
turn of that player begins, and four choices of a turn need no other word.  That changes nothing but when words are worked out.

    player = AtRandom(e)             before anything that may begin a turn is written
    player.look(e)                   a decision of `me` is due
    player.number(e, count, most)    which of so many choices it is

Other ways to choose have the same steps.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.native.assembly import UNLIKELY, Operand, constant
from rulewright.native.digits import below, next_quarter
from rulewright.native.emitter import Emitter
from rulewright.native.regions import Region
from rulewright.native.words import NEXT_TURN, Event, four_more, mix, turn_address, turn_key


def memory(program: ir.Program) -> list[Region]:
    """What players keep during a game: the stream's base; of the turn its key, the word that is being used up and how many
    choices there were; of each player what the next turn's key comes of, and that key."""
    return [
        Region("play.bot", 1, type="i64"),
        Region("play.key", 1, type="i64"),
        Region("play.word", 1, type="i64"),
        Region("play.choice", 1),
        Region("play.addresses", program.players, type="i64"),
        Region("play.keys", program.players, type="i64"),
    ]


class AtRandom:
    """The choices of all players in a game."""

    def __init__(self, e: Emitter) -> None:
        e.building.turn_begins = _turn_begins
        code, base = e.code, e.code.load("i64", e.region("play.bot"))

        def foresee(player: Operand) -> None:
            begun = code.load("i32", _of_player(e, "luck.turns", "i32", code.add(player, constant(1))))
            address = turn_address(e, base, player, code.add(begun, constant(1)))
            code.store(address, _of_player(e, "play.addresses", "i64", player))
            code.store(mix(e, address), _of_player(e, "play.keys", "i64", player))

        code.loop(constant(e.program.players), foresee)

    def resume(self, e: Emitter) -> None:
        """The game goes on within a turn of `me`, in which nothing was chosen as yet."""
        code, me = e.code, e.me.bits
        begun = code.load("i32", _of_player(e, "luck.turns", "i32", code.add(me, constant(1))))
        _begin(e, turn_key(e, code.load("i64", e.region("play.bot")), me, begun))

    def look(self, e: Emitter) -> None:
        """A decision of `me` is due: have its bits at hand, and those that may follow."""
        code, choice, word = e.code, e.region("play.choice"), e.region("play.word")
        index, key = code.load("i32", choice), code.load("i64", e.region("play.key"))
        self._event = Event(key, index, next_quarter(e, word))
        following = code.add(index, constant(1))
        code.store(following, choice)
        used_up = code.compare("eq", code.binary("and", following, constant(3)), constant(0))
        more, after = code.block("four_more"), code.block("looked")
        code.branch(used_up, more, after, UNLIKELY)
        code.at(more)
        code.store(four_more(e, key, following), word)
        code.at(after)

    def number(self, e: Emitter, count: Operand, most: int) -> Operand:
        """Which of so many choices, at most `most`, it is, from 0."""
        return e.code.narrow(below(e, self._event, e.code.widen(count, "i64"), most), "i32")


def _turn_begins(e: Emitter, player: Operand) -> None:
    """A turn of a player begins: its key was foreseen, and that of the player's next one is worked out."""
    code = e.code
    address, key = _of_player(e, "play.addresses", "i64", player), _of_player(e, "play.keys", "i64", player)
    _begin(e, code.load("i64", key))
    following = code.binary("add", code.load("i64", address), NEXT_TURN)
    code.store(following, address)
    code.store(mix(e, following), key)


def _begin(e: Emitter, key: Operand) -> None:
    """The key of a turn in which nothing was chosen as yet."""
    for name in ("play.key", "play.word"):
        e.code.store(key, e.region(name))
    e.code.store(constant(0), e.region("play.choice"))


def _of_player(e: Emitter, region: str, type: str, player: Operand) -> Operand:
    return e.code.element(e.region(region), type, player)
