"""Tree search in machine code: `rulewright.search (table, first, count)`, the meaning of `runtime.tree_search`.

It returns what the caller has to do (`driver.addresses.ALL_DONE` and following), and `rulewright.resettle (nodes, slots, mask)` enters all nodes in
a larger table of slots, and returns 0.  `table` has the addresses of `SEARCH`; among them are
functions of other modules of the same program, so that this one is short and says nothing of the rules: `apply` and `legal` (steps),
`play_on` (continued), and `observe_many` (many), which is null where every player sees everything.

    views, turns        the positions at which simulations begin, a row of cells each; the turns begun so far
    seeds               two numbers of 64 bits for each simulation
    seats, until        a row of seats each; the most decisions and rounds of a game that is played on
    slots               a table of words of nodes by key, 0 for none; its length is a power of two
    nodes               the nodes, in words of 64 bits, from word 1 on: the NODE words, then for each choice and for what guided
                        players do how often it was taken, then for each what that was worth (doubles), then the rows of the choices
    payoffs             by end (from 1) and winners, a row of doubles
    weights             doubles: exploring, leading, then by player the mean, then the spread
    seen, states, unseen     what `observe_many` takes
"""

from __future__ import annotations

from rulewright.ir.layout import CURRENT, ENDED
from rulewright.native.driver.addresses import (
    ALL_DONE,
    ANEW,
    DROPPED,
    GAME_FAILED,
    GAVE_UP,
    PLAYED,
    STEP,
    STEP_FAILED,
    STEPPED,
    luck_width,
)
from rulewright.native.driver.choice_rows import row_layout
from rulewright.native.llvm.assembly import TRUE, Operand, constant
from rulewright.native.llvm.module import Building
from rulewright.native.modules.entry_points import Outside
from rulewright.native.search.keys import key_of
from rulewright.native.search.memory import BEGIN, ENTERED, KEY, MANY, Memory, size_of
from rulewright.native.search.proving import Proving
from rulewright.native.search.selection import taken
from rulewright.native.search.values import judge
from rulewright.runtime import fast
from rulewright.runtime.tree_search import DEEPEST, MOST_CHOICES, provable


def write_search(building: Building) -> None:
    """Write the function that searches, and the one for a larger table."""
    _Search(building).write()
    _write_resettling(building)


class _Search(Memory):
    """The function while it is written."""

    def __init__(self, building: Building) -> None:
        super().__init__(building)
        self.failed = self.code.block("gave_up")
        self.proving = Proving(self) if provable(self.program) else None

    def write(self) -> None:
        code, at = self.code, self.buffers
        labels = {
            hint: code.block(hint)
            for hint in ("next", "begin", "on", "play", "back", "over", "step_failed", "game_failed")
        }
        code.at(labels["next"])
        index = self.count("at")
        done = code.block("done")
        self.e.leave_if(code.compare("sge", index, Operand("i64", "%count")), done)
        number = code.add(index, Operand("i64", "%first"))
        seeds = code.element(at["seeds"], "i64", code.multiply(index, constant(2, "i64")))
        further = code.element(seeds, "i64", constant(1))
        resume = self.count("resume")
        self.set("resume", constant(ANEW, "i64"))
        resumed = [(STEPPED, labels["on"]), (PLAYED, labels["back"]), (DROPPED, labels["over"])]
        code.switch(resume, resumed, labels["begin"])
        code.at(labels["begin"])
        self._begin(number)
        code.at(labels["on"])
        self._step(seeds, further, labels)
        code.branch_to(labels["on"])
        code.at(labels["play"])
        self._play_on(number, further, labels["game_failed"])
        code.at(labels["back"])
        self._remember()
        code.at(labels["over"])
        self.set("at", code.add(index, constant(1, "i64")))
        code.branch_to(labels["next"])
        for label, result in (
            (done, ALL_DONE),
            (labels["step_failed"], STEP_FAILED),
            (labels["game_failed"], GAME_FAILED),
        ):
            code.at(label)
            code.give_back(constant(result))
        code.at(self.failed)
        self.e.close(constant(GAVE_UP))

    # ---------------------------------------------------------------------------------------------- a simulation

    def _step(self, seeds: Operand, further: Operand, labels: dict[str, str]) -> None:
        """Take a choice within the tree, or go to `play`; or to `back` from a proven position."""
        code, at = self.code, self.buffers
        over = code.compare("ne", self.cell(ENDED), constant(0))
        if self.proving:
            self.set("over", code.widen(over, "i64"))
        self.e.leave_if(over, labels["play"])
        self.e.leave_if(code.compare("sge", self.count("depth"), constant(DEEPEST, "i64")), labels["play"])
        node = self._node(further, labels["play"])
        if self.proving:
            self.proving.leave_if_proven(node, labels["back"])
        chosen = taken(self, node)
        self._enter(node, chosen)
        many = code.load("i64", self.word(node, MANY))
        self.e.leave_if(code.compare("eq", chosen, many), labels["play"])
        row = code.element(self.rows(node), "i32", code.multiply(chosen, constant(self.width, "i64")))
        self.set("row", code.result("i64", f"ptrtoint {row} to i64"))
        self.e.copy(at["cells"], at["cells_before"], self.layout.size)
        self.e.copy(at["luck"], at["luck_before"], luck_width(self.program))
        failure = code.result(
            "i32",
            f"call i32 {at['apply'].text}({at['cells']}, {at['luck']}, {code.load('i64', seeds)}, {row})",
        )
        self.e.leave_if(code.compare("ne", failure, constant(0)), labels["step_failed"])

    def _begin(self, number: Operand) -> None:
        """The position, and the luck to come, at the beginning of a simulation."""
        code, at = self.code, self.buffers
        view = code.unsigned_remainder(number, self.count("views"))
        cells = code.multiply(view, constant(self.layout.size, "i64"))
        self.e.copy(code.element(at["views"], "i32", cells), at["cells"], self.layout.size)
        turns = self.players + 1
        self.e.copy(at["turns"], at["luck"], turns)
        self.e.fill(
            code.element(at["luck"], "i32", constant(turns)), 0, 4 * (luck_width(self.program) - turns)
        )
        for name in ("depth", "root", "over", "won"):
            self.set(name, constant(0, "i64"))

    def _enter(self, node: Operand, chosen: Operand) -> None:
        """Count a choice, and note it on the path."""
        code = self.code
        one = constant(1, "i64")
        code.increase(self.word(node, ENTERED), one)
        visits = code.element(self.visits(node), "i64", chosen)
        code.increase(visits, one)
        depth = self.count("depth")
        path = code.element(self.buffers["path"], "i64", code.multiply(depth, constant(STEP, "i64")))
        sum_ = code.element(self.sums(node), "double", chosen)
        noted = (
            code.result("i64", f"ptrtoint {sum_} to i64"),
            code.result("i64", f"ptrtoint {visits} to i64"),
            code.widen(self.cell(CURRENT), "i64"),
            code.load("i64", self.curious),
            node,
        )
        for word, value in enumerate(noted):
            code.store(value, code.element(path, "i64", constant(word)))
        self.set("depth", code.add(depth, one))

    def _play_on(self, number: Operand, further: Operand, failed: str) -> None:
        """Play the game on to its end."""
        code, at = self.code, self.buffers
        seat = code.unsigned_remainder(number, self.count("seats"))
        seats = code.element(at["seats"], "i32", code.multiply(seat, constant(self.players, "i64")))
        most, rounds = (code.narrow(self.count(name), "i32") for name in ("most", "rounds"))
        code.do(
            f"call i32 {at['play_on'].text}({further}, i64 1, i32 -1, {most}, {rounds}, i32 0, {at['cells']}, {at['luck']},"
            f" {seats}, {at['choices']}, {at['game']})"
        )
        failure = self.told(fast.FAILED)
        self.e.leave_if(code.compare("ne", failure, constant(0)), failed)

    # --------------------------------------------------------------------------------------------------- nodes

    def _node(self, further: Operand, play: str) -> Operand:
        """The place of the position's node; goes to `play` if it had none."""
        code, at = self.code, self.buffers
        key = key_of(self)
        mask = self.count("mask")
        place = code.variable(code.binary("and", key, mask))
        kept = code.allocate("i64")
        look, other, new, found = (code.block(hint) for hint in ("look", "other", "new", "found"))
        code.at(look)
        slot = code.element(at["slots"], "i64", code.load("i64", place))
        node = code.load("i64", slot)
        code.store(node, kept)
        self.e.leave_if(code.compare("eq", node, constant(0, "i64")), new)
        same = code.compare("eq", code.load("i64", self.word(node, KEY)), key)
        code.branch(same, found, other)
        code.at(other)
        next_ = code.add(code.load("i64", place), constant(1, "i64"))
        code.store(code.binary("and", next_, mask), place)
        code.branch_to(look)
        code.at(new)
        code.store(self._add(key, slot, further, play), kept)
        self.e.leave_if(code.compare("ne", self.count("depth"), constant(0, "i64")), play)
        code.at(found)
        node = code.load("i64", kept)
        self._note_root(node)
        return node

    def _note_root(self, node: Operand) -> None:
        """Note the first node of a simulation."""
        root = self.count("root")
        first = self.code.compare("eq", root, constant(0, "i64"))
        self.set("root", self.code.select(first, node, root))

    def _add(self, key: Operand, slot: Operand, further: Operand, play: str) -> Operand:
        """A node for the position; goes to `play` if there is no room."""
        code, at = self.code, self.buffers
        listed = code.result(
            "i32", f"call i32 {at['legal'].text}({at['cells']}, {at['choices']}, i32 {MOST_CHOICES})"
        )
        self.e.leave_if(code.compare("sle", listed, constant(0)), self.failed)
        self.e.leave_if(code.compare("sgt", listed, constant(MOST_CHOICES)), play)
        many = code.widen(listed, "i64")
        used = code.add(code.add(self.count("used"), many), constant(1, "i64"))
        self.e.leave_if(code.compare("sgt", used, self.count("room")), play)
        self.set("used", used)
        self.set("nodes", code.add(self.count("nodes"), constant(1, "i64")))
        node = self.count("next")
        rows = code.multiply(many, constant(self.width, "i64"))
        self.set("next", code.add(node, size_of(code, many, self.width)))
        code.store(node, slot)
        begin = code.unsigned_remainder(
            code.binary("lshr", code.load("i64", further), constant(33, "i64")), many
        )
        for word, value in ((KEY, key), (MANY, many), (BEGIN, begin)):
            code.store(value, self.word(node, word))
        self.e.copy(at["choices"], self.rows(node), code.narrow(rows, "i32"))
        return node

    def _remember(self) -> None:
        """Add what the game was worth to the choices on the path."""
        code = self.code
        values = code.allocate("double", self.players)
        if self.proving:
            self.proving.judge(values)
        else:
            judge(self, values)

        depth, counts = self.count("depth"), code.variable(TRUE)

        def back(index: Operand) -> None:
            place = code.subtract(code.subtract(depth, constant(1, "i64")), index)
            path = code.element(self.buffers["path"], "i64", code.multiply(place, constant(STEP, "i64")))
            sum_, visits = (
                code.result("ptr", f"inttoptr {code.item(path, constant(word), 'i64')} to ptr")
                for word in range(2)
            )
            player, curious = (code.item(path, constant(word), "i64") for word in (2, 3))
            remember, forget, done = (code.block(hint) for hint in ("remember", "forget", "remembered"))
            code.branch(code.load("i1", counts), remember, forget)
            code.at(remember)
            value = code.item(values, player, "double")
            code.store(self.arithmetic("fadd", code.load("double", sum_), value), sum_)
            code.store(code.compare("eq", curious, constant(0, "i64")), counts)
            code.branch_to(done)
            code.at(forget)
            code.increase(visits, constant(-1, "i64"))
            code.at(done)
            if self.proving:
                self.proving.note(sum_, player, code.item(path, constant(4), "i64"))

        code.loop(depth, back)


def _write_resettling(building: Building) -> None:
    e = Outside(
        building,
        "rulewright.resettle",
        ("ptr noalias %nodes", "i64 %count", "ptr noalias %slots", "i64 %mask"),
    )
    code = e.code
    nodes, slots, mask = Operand("ptr", "%nodes"), Operand("ptr", "%slots"), Operand("i64", "%mask")
    width = row_layout(building.program).width
    node = code.variable(constant(1, "i64"))

    def settle(index: Operand) -> None:
        at = code.load("i64", node)
        head = code.element(nodes, "i64", at)
        place = code.variable(code.binary("and", code.load("i64", head), mask))
        look, taken, free = (code.block(hint) for hint in ("look", "taken", "free"))
        code.at(look)
        slot = code.element(slots, "i64", code.load("i64", place))
        code.branch(code.compare("eq", code.load("i64", slot), constant(0, "i64")), free, taken)
        code.at(taken)
        next_ = code.add(code.load("i64", place), constant(1, "i64"))
        code.store(code.binary("and", next_, mask), place)
        code.branch_to(look)
        code.at(free)
        code.store(at, slot)
        many = code.load("i64", code.element(head, "i64", constant(MANY)))
        code.store(code.add(at, size_of(code, many, width)), node)

    code.loop(Operand("i64", "%count"), settle)
    e.close(constant(0))
