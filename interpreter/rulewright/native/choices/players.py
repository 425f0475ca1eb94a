"""Players who choose at random, in native code, as `game.playouts.playout.RandomChooser` does.

A choice needs its random word, and everything after it needs the choice.  So the key of a player's next turn is computed when a
turn of that player begins, and one word serves four choices of a turn.  This changes only when words are computed.

    player = AtRandom(e)             before code that may begin a turn is written
    player.look(e)                   a decision of `me` is due
    player.number(e, count, most)    the choice: a number below `count`

Subclasses choose in other ways, by the same steps.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.native.chance.digits import below, next_quarter
from rulewright.native.chance.random_words import NEXT_TURN, Event, four_more, turn_key
from rulewright.native.llvm.assembly import UNLIKELY, Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.regions import Region

FOUR = 4
"""The number of choices that share a word of 64 bits."""


def memory(program: ir.Program) -> list[Region]:
    """The memory of players during a game: the stream's base; for the turn its key, the word in use, how
    many more choices that word serves and how many came before it; for each player the key of the next
    turn."""
    return [
        Region("play.bot", 1, type="i64"),
        Region("play.key", 1, type="i64"),
        Region("play.word", 1, type="i64"),
        Region("play.left", 1),
        Region("play.past", 1),
        Region("play.keys", program.players, type="i64"),
    ]


class AtRandom:
    """The choices of all players in a game."""

    def __init__(self, e: Emitter) -> None:
        e.building.turn_begins = _turn_begins
        e.code.loop(constant(e.program.players), lambda player: _foresee(e, player, _begun(e, player)))

    def resume(self, e: Emitter) -> None:
        """The game continues within a turn of `me` in which no choice has been made."""
        address, base = _begun(e, e.me.bits), e.code.load("i64", e.region("play.bot"))
        e.code.store(address, e.region("luck.turn"))
        _begin(e, turn_key(e, base, address))

    def look(self, e: Emitter) -> None:
        """A decision of `me` is due: have its random bits ready, and those of the decisions that may
        follow."""
        code, word, left, past = e.code, e.region("play.word"), e.region("play.left"), e.region("play.past")
        key, more, looked = (
            code.load("i64", e.region("play.key")),
            code.block("four_more"),
            code.block("looked"),
        )
        code.branch(code.compare("eq", code.load("i32", left), constant(0)), more, looked, UNLIKELY)
        code.at(more)
        index = code.add(code.load("i32", past), constant(FOUR))
        code.store(index, past)
        code.store(four_more(e, key, index), word)
        code.store(constant(FOUR), left)
        code.at(looked)
        still = code.load("i32", left)
        code.store(code.subtract(still, constant(1)), left)
        index = code.subtract(code.add(code.load("i32", past), constant(FOUR)), still)
        self._event = Event(key, index, next_quarter(e, word))

    def number(self, e: Emitter, count: Operand, most: int) -> Operand:
        """The index of the choice, from 0, below `count`, which is at most `most`."""
        return e.code.narrow(below(e, self._event, e.code.widen(count, "i64"), most), "i32")


def _turn_begins(e: Emitter, player: Operand) -> None:
    """A turn of a player begins: its key was computed ahead, and now that of the player's next turn is."""
    _begin(e, e.code.load("i64", _key_of(e, player)))
    _foresee(e, player, e.code.load("i64", e.region("luck.turn")))


def _foresee(e: Emitter, player: Operand, address: Operand) -> None:
    """Compute the key of the turn after the one of an address."""
    code = e.code
    base = code.add(code.load("i64", e.region("play.bot")), NEXT_TURN)
    code.store(turn_key(e, base, address), _key_of(e, player))


def _begin(e: Emitter, key: Operand) -> None:
    """Set the key of a turn in which no choice has been made."""
    for name in ("play.key", "play.word"):
        e.code.store(key, e.region(name))
    e.code.store(constant(FOUR), e.region("play.left"))
    e.code.store(constant(0), e.region("play.past"))


def _key_of(e: Emitter, player: Operand) -> Operand:
    """The address of the key of a player's next turn."""
    return e.code.element(e.region("play.keys"), "i64", player)


def _begun(e: Emitter, player: Operand) -> Operand:
    """The address of the turn that a player began last."""
    place = e.code.add(player, constant(1))
    return e.code.item(e.region("luck.addresses"), place, "i64")
