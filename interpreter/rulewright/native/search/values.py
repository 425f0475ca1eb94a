"""What a game is worth to each player, in machine code (`game.playouts.searching.judged`).

judge(memory, values)        writes a double for each player
"""

from __future__ import annotations

from rulewright.ir.utility import utility
from rulewright.native.driver.choice_rows import standing_lines
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.search.memory import Memory
from rulewright.runtime import fast


def judge(memory: Memory, values: Operand) -> None:
    """Write what the game was worth to each player (`game.playouts.searching.judged`)."""
    code = memory.code
    points = bool(standing_lines(memory.program)) and utility(memory.program) == "points"
    counted = _counted(memory, points)
    for player, value in enumerate(counted):
        mean, spread = (
            code.item(memory.buffers["weights"], constant(2 + player + part * memory.players), "double")
            for part in range(2)
        )
        if points:
            value = memory.arithmetic("fdiv", memory.arithmetic("fsub", value, mean), spread)
        elif value.text != "0.0":
            value = _within(memory, memory.arithmetic("fdiv", value, spread))
        code.store(value, code.element(values, "double", constant(player)))
    if points:
        return
    ended = memory.told(fast.ENDED)
    with code.if_(code.compare("ne", ended, constant(0)), "over"):
        leading = code.item(memory.buffers["weights"], constant(1), "double")
        for player, result in enumerate(results(memory)):
            at = code.element(values, "double", constant(player))
            lead = memory.arithmetic("fmul", leading, code.load("double", at))
            code.store(memory.arithmetic("fadd", result, lead), at)


def results(memory: Memory, players: int | None = None) -> list[Operand]:
    """The payoffs of a game that is over, without points; of the first players, or of all."""
    code = memory.code
    wide = constant(memory.players)
    sets = constant(1 << memory.players)
    place = code.add(code.multiply(memory.told(fast.ENDED), sets), memory.told(fast.WINNERS))
    row = code.element(memory.buffers["payoffs"], "double", code.multiply(place, wide))
    worth = code.result("double", f"sitofp {memory.told(fast.WORTH)} to double")
    return [
        memory.arithmetic("fmul", code.item(row, constant(player), "double"), worth)
        for player in range(memory.players if players is None else players)
    ]


def _counted(memory: Memory, points: bool) -> list[Operand]:
    """By player the points, or the lead over the best of the rivals, as doubles; 0 in a game without a score."""
    code = memory.code
    lines = standing_lines(memory.program)
    if not lines:
        return [Operand("double", "0.0")] * memory.players
    mine = [memory.told(fast.SCORES + player) for player in range(memory.players)]
    if not lines[0].highest:
        mine = [code.subtract(constant(0), score) for score in mine]
    if not points:
        mine = [_lead(memory, mine, player) for player in range(memory.players)]
    return [code.result("double", f"sitofp {value} to double") for value in mine]


def _lead(memory: Memory, mine: list[Operand], player: int) -> Operand:
    code, teams = memory.code, memory.program.teams
    rivals = [score for score, team in zip(mine, teams, strict=True) if team != teams[player]]
    if not rivals:
        return code.widen(mine[player], "i64", signed=True)
    best = rivals[0]
    for score in rivals[1:]:
        best = code.select(code.compare("sgt", score, best), score, best)
    own, other = (code.widen(score, "i64", signed=True) for score in (mine[player], best))
    return code.subtract(own, other)


def _within(memory: Memory, x: Operand) -> Operand:
    code = memory.code
    memory.e.building.declare("fabs", "declare double @llvm.fabs.f64(double)")
    size = code.result("double", f"call double @llvm.fabs.f64({x})")
    return memory.arithmetic("fdiv", x, memory.arithmetic("fadd", Operand("double", "1.0"), size))
