"""From a program to the text of its LLVM modules: the exported functions, and everything that they call.

print(module_text(program, "steps"))
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.native.chance.seeds import write_seeds
from rulewright.native.choices.through_last_move import narrowed
from rulewright.native.llvm.module import Building, Strained
from rulewright.native.modules import writers  # noqa: F401  (what can be written is registered there)
from rulewright.native.modules.batches import write_batches
from rulewright.native.modules.entry_points import write_entries
from rulewright.native.modules.frames import write_frames
from rulewright.native.modules.measured_games import Measured
from rulewright.native.modules.observations import write_observing
from rulewright.native.modules.playouts import Games, write_games
from rulewright.native.modules.preferences import write_preferring
from rulewright.native.modules.reasons import write_reasons
from rulewright.native.modules.rollouts import Continued
from rulewright.native.modules.self_check import write_answers
from rulewright.native.modules.sequences import write_sequences
from rulewright.native.modules.single_states import write_single_states
from rulewright.native.modules.successors import write_spreading
from rulewright.native.modules.totals import Totals, write_totals
from rulewright.native.passes import ALL, Passes
from rulewright.native.search.tree_search import write_search
from rulewright.runtime.fast import Seats

ORDER_OF_PLAY = ("begin_turn", "carry_out", "settle")
"""The functions of the order of play, which are inlined in modules that play whole turns."""


def written(
    program: ir.Program, module: str, who: Seats = (), passes: Passes = ALL, shared: bool = False
) -> Building:
    """A module of a program, by its name in `machine.MODULES`, before it becomes text: with its functions
    and failures. `who` are the strategies that play, in modules whose code depends on them. `many` and
    `preferring` need a program that is `rankable`. `shared`: whether threads share the counters of whole games. If the bounds on its work are
    too high, work is metered."""
    try:
        return _written(program, module, who, passes, shared, metered=False)
    except Strained:
        return _written(program, module, who, passes, shared, metered=True)


def _written(
    program: ir.Program, module: str, who: Seats, passes: Passes, shared: bool, metered: bool
) -> Building:
    match module:
        case "steps":
            building = Building(program, passes, metered=metered)
            write_entries(building)
            write_single_states(building)
        case "playouts":
            building = _playouts(program, passes, metered)
        case "totals":
            building = _whole_games(program, passes, metered, () if any(who) else ORDER_OF_PLAY)
            building.shared = shared
            write_totals(Totals(building, who))
        case "measured":
            building = _whole_games(program, passes, metered, ())
            building.shared = shared
            write_games(Measured(building, who))
        case "continued":
            building = Building(program, passes, metered=metered, keeps_keys=True, together=ORDER_OF_PLAY)
            write_games(Continued(building, who))
        case "many":
            building = _stepping(program, passes, metered)
            write_batches(building)
            write_observing(building)
        case "preferring":
            building = Building(program, passes, metered=metered)
            write_preferring(building, who)
        case "search":
            building = Building(program, passes, metered=metered)
            write_search(building)
            write_seeds(building)
        case "positions":
            building = Building(program, passes, metered=metered)
            write_frames(building)
            write_spreading(building)
            write_sequences(building)
        case _:
            raise KeyError(module)
    return building


def module_text(program: ir.Program, module: str, who: Seats = (), passes: Passes = ALL) -> str:
    """The text of a module, including the functions that check it before it is used and give reasons of failures."""
    return complete(written(program, module, who, passes))


def complete(building: Building) -> str:
    """The text of a module, with these functions."""
    write_answers(building)
    write_reasons(building)
    return building.text()


def _playouts(program: ir.Program, passes: Passes, metered: bool) -> Building:
    """The module for whole games."""
    building = _whole_games(program, passes, metered, ORDER_OF_PLAY)
    write_games(Games(building))
    write_seeds(building)
    return building


def _whole_games(program: ir.Program, passes: Passes, metered: bool, together: tuple[str, ...]) -> Building:
    """A module for whole games. Where players choose at random, each of its functions has one call site, so that LLVM can inline them all and hold the
    state in registers."""
    fewer = narrowed(program, passes)
    return Building(
        fewer.program,
        passes,
        metered=metered,
        keeps_keys=True,
        together=together,
        left_out=fewer.left_out,
    )


def _stepping(program: ir.Program, passes: Passes, metered: bool) -> Building:
    """A module with the functions for single steps as internal ones, so that LLVM drops those that are not
    called."""
    building = Building(program, passes, metered=metered)
    write_entries(building)
    building.texts = [
        text.replace("define i32 ", "define internal i32 ", 1) if text.startswith("define i32 ") else text
        for text in building.texts
    ]
    return building
