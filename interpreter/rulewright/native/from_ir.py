"""From a program to the text of its LLVM modules: what can be called from outside, and all that it needs.

print(steps_text(program))
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.native.chance.seeds import write_seeds
from rulewright.native.choices.non_negative import written
from rulewright.native.choices.through_last_move import narrowed
from rulewright.native.flow.transitions import turns_go_on
from rulewright.native.llvm.module import Building
from rulewright.native.modules import writers  # noqa: F401  (what can be written is registered there)
from rulewright.native.modules.batches import write_batches
from rulewright.native.modules.entry_points import write_entries
from rulewright.native.modules.measured_games import write_measured
from rulewright.native.modules.observations import write_observing
from rulewright.native.modules.playouts import write_playouts
from rulewright.native.modules.preferences import write_preferring
from rulewright.native.modules.rollouts import write_continued
from rulewright.native.modules.self_check import write_answers
from rulewright.native.modules.successors import write_spreading
from rulewright.runtime.fast.measured_games import Seats

ORDER_OF_PLAY = ("begin_turn", "carry_out", "settle")
"""What is put together in modules that play whole turns."""
SELDOM = ("round",)
"""What is asked once a turn at most stays in memory, where a turn may have many decisions that want the registers."""


def steps_text(program: ir.Program) -> str:
    """The module for single steps: `begin`, `apply`, `settle`, `legal`, `scores`."""
    building = Building(program)
    write_entries(building)
    return _text(building)


def playouts_text(program: ir.Program) -> str:
    """The module for whole games."""
    return _text(playouts_module(program))


def playouts_module(program: ir.Program) -> Building:
    """The same, with what can fail in it. Each of its functions is called at one place, so that LLVM can put them into one another and
    hold the state in registers."""
    in_memory = SELDOM if turns_go_on(program) else ()
    fewer = narrowed(program)

    def write(not_negative: frozenset[str]) -> Building:
        building = Building(
            fewer.program, keeps_keys=True, together=ORDER_OF_PLAY, in_memory=in_memory,
            not_negative=not_negative, left_out=fewer.left_out,
        )  # fmt: skip
        write_playouts(building)
        write_seeds(building)
        return building

    return written(program, write)


def continued_text(program: ir.Program, who: Seats = ()) -> str:
    """The module for games that go on from a position, in which players choose at random or follow one of `who`."""
    building = Building(program, keeps_keys=True, together=ORDER_OF_PLAY)
    write_continued(building, who)
    return _text(building)


def measured_text(program: ir.Program, who: Seats) -> str:
    """The module for whole games that are measured, in which each player is one of `who`."""
    fewer = narrowed(program)
    building = Building(fewer.program, keeps_keys=True, left_out=fewer.left_out)
    write_measured(building, who)
    return _text(building)


def many_text(program: ir.Program) -> str:
    """The module for many states at once. The program must be `ranks.rankable`."""
    building = _stepping(program)
    write_batches(building)
    write_observing(building)
    return _text(building)


def preferring_text(program: ir.Program, who: Seats) -> str:
    """The module in which the strategies `who` choose in many states at once. The program must be `ranks.rankable`."""
    building = Building(program)
    write_preferring(building, who)
    return _text(building)


def positions_text(program: ir.Program) -> str:
    """The module for counting positions."""
    building = _stepping(program)
    write_spreading(building)
    return _text(building)


def _text(building: Building) -> str:
    """The whole module, which can be asked what it means."""
    write_answers(building)
    return building.text()


def _stepping(program: ir.Program) -> Building:
    """A module with the functions for single steps, which only it calls: those that it does not call fall away."""
    building = Building(program)
    write_entries(building)
    building.texts = [
        text.replace("define i32 ", "define internal i32 ", 1) if text.startswith("define i32 ") else text
        for text in building.texts
    ]
    return building


TEXTS = {
    "steps": steps_text,
    "playouts": playouts_text,
    "continued": continued_text,
    "many": many_text,
    "positions": positions_text,
}
"""The modules of a program by name; each is made when it is first needed."""

WITH_PLAYERS = {
    "measured": measured_text,
    "continued": continued_text,
    "preferring": preferring_text,
}
"""Those in which players follow strategies; such a module is made for each set of them."""
