"""Players who choose at random, in native code, as `game.playout.RandomChooser` does.

A choice waits for its word, and what follows waits for the choice.  So the words a player may want next are worked out one
decision ahead: the next one of this turn, and the first one of the player's next turn.  That changes nothing but when they
are worked out.  Other ways to choose have the same three steps.
"""

from __future__ import annotations

from rulewright.native.assembly import LIKELY, Operand, constant
from rulewright.native.emitter import Emitter
from rulewright.native.words import below_from, turn_key, word

FIRST = constant(0)


class AtRandom:
    """The choices of all players in a game. `base` is the stream's, `begin` is written before the first decision."""

    def __init__(self, e: Emitter) -> None:
        code, players = e.code, e.program.players
        self._base = code.load("i64", e.region("play.bot"))
        self._stamp, self._index = code.allocate("i64"), code.allocate("i32")
        self._next, self._word = code.allocate("i64"), code.allocate("i64")
        self._kept, self._keys = code.allocate("i64"), code.allocate("i64", players)
        code.store(constant(0, "i64"), self._kept)
        self._ahead, self._turns = code.allocate("i64", players), code.allocate("i32", players)
        code.store(constant(-1, "i64"), self._stamp)
        code.store(constant(0), self._index)
        code.store(constant(0, "i64"), self._next)
        for player in range(players):
            code.store(constant(-1), code.element(self._turns, "i32", constant(player)))
            for row in (self._ahead, self._keys):
                code.store(constant(0, "i64"), code.element(row, "i64", constant(player)))

    def look(self, e: Emitter) -> None:
        """A decision of `me` is due: have its word at hand, and begin with those that may follow."""
        code, me = e.code, e.me.bits
        turn = code.load("i32", code.element(e.region("luck.turns"), "i32", code.add(me, constant(1))))
        wide = code.binary("shl", code.widen(turn, "i64"), constant(8, "i64"))
        stamp = code.binary("or", wide, code.widen(me, "i64"))
        code.store(code.add(code.load("i32", self._index), constant(1)), self._index)
        code.store(code.load("i64", self._next), self._word)
        same = code.compare("eq", stamp, code.load("i64", self._stamp))
        with code.if_(code.opposite(same), "new_turn"):
            self._turn_begins(e, turn)
            code.store(stamp, self._stamp)
        self._event, self._key = code.load("i32", self._index), code.load("i64", self._kept)
        code.store(word(e, self._key, code.add(self._event, constant(1)), FIRST), self._next)

    def _turn_begins(self, e: Emitter, turn: Operand) -> None:
        """The first word of this turn, foreseen or not, and that of the player's next turn."""
        code, me = e.code, e.me.bits
        ahead, when = code.element(self._ahead, "i64", me), code.element(self._turns, "i32", me)
        its_key = code.element(self._keys, "i64", me)
        code.store(constant(0), self._index)
        code.store(code.load("i64", ahead), self._word)
        code.store(code.load("i64", its_key), self._kept)
        late, foreseen = code.block("late"), code.block("foreseen")
        code.branch(code.compare("eq", code.load("i32", when), turn), foreseen, late, LIKELY)
        code.at(late)
        key = turn_key(e, self._base, me, turn)
        code.store(key, self._kept)
        code.store(word(e, key, constant(0), FIRST), self._word)
        code.at(foreseen)
        following = code.add(turn, constant(1))
        key = turn_key(e, self._base, me, following)
        code.store(key, its_key)
        code.store(word(e, key, constant(0), FIRST), ahead)
        code.store(following, when)

    def number(self, e: Emitter, count: Operand) -> Operand:
        """Which of so many choices it is, from 0."""
        first = e.code.load("i64", self._word)
        drawn, _ = below_from(e, first, self._key, self._event, e.code.widen(count, "i64"), FIRST)
        return e.code.narrow(drawn, "i32")
