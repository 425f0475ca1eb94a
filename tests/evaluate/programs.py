"""Three small games as programs: pig, five dice with keep and reroll, and a card game with hidden hands.

They are written in the IR by hand, so that the executor is tested without the front end.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.ir.layout import Axis
from rulewright.language import types
from rulewright.source.text import NOWHERE
from tests.evaluate import building as b


def pig(players: int = 2, target: int = 100, roll_first: bool = False) -> ir.Program:
    """Roll as often as you dare; a one loses the points of the turn."""
    cells = b.Cells(players)
    cells.variable("score", types.LOWEST, types.HIGHEST, b.per_players(players))
    cells.variable("pot", types.LOWEST, types.HIGHEST, lasts="turn")
    cells.identical("dice", 6, (b.zone("tray", 1, start=1),))
    shown = b.number("+", b.face("dice", ir.Single("dice", b.const(0), NOWHERE)), 1)
    roll = b.action(
        "roll",
        ir.Roll("dice", b.at("dice", 0), 0, NOWHERE),
        b.when(
            b.compare(shown, "==", 1),
            b.put("pot", 0),
            b.note("end_turn"),
            otherwise=(b.add("pot", shown),),
        ),
    )
    rolled_once = b.condition(
        "rolled_once", b.compare(b.cell("pot"), ">", 0, "pot > 0"), says="You must roll at least once."
    )
    hold = b.action(
        "hold",
        b.add("score", b.cell("pot"), b.me),
        b.note("end_turn"),
        conditions=(rolled_once,) if roll_first else (),
    )
    reached = b.compare(b.cell("score", b.me), ">=", target)
    return b.program(
        cells,
        actions=(roll, hold),
        phases=(b.phase("turn", "roll", "hold"),),
        ends=(b.end("target_reached", reached, b.wins(b.one(b.me)), after=("hold",)),),
        turns=b.turns(),
    )


CATEGORIES = 13


def five_dice(players: int = 2, categories: int = CATEGORIES) -> ir.Program:
    """Roll five dice up to three times, keeping what you like, and write the result into a box of your sheet."""
    cells = b.Cells(players)
    boxes = Axis("enum", "Category", 0, categories)
    cells.variable("sheet", 0, 50, b.per_players(players), boxes, optional=True, start=-1)
    cells.variable("rolls", 0, 3, lasts="turn")
    cells.distinct("dice", 5, 6, (b.zone("tray", 5, start=5),))
    dice = ir.AllPieces("dice", NOWHERE)
    number = b.lookup("number", b.face("dice", b.local(1, "d")), lenient=True)
    every_die = b.clause(1, dice)
    box = b.local(0, "c")

    def value_of(index: int) -> ir.Expression:
        match index:
            case index if index < 6:
                return b.number("*", index + 1, b.call("showing", index + 1))
            case 6 | 7:
                return b.choose(b.compare(b.call("alike"), ">=", index - 3), b.call("total"), 0)
            case 8:
                different = b.compare(b.over("distinct", number, every_die), "==", 2)
                return b.choose(b.every(b.compare(b.call("alike"), "==", 3), different), 25, 0)
            case 9 | 10:
                return b.choose(b.compare(b.call("run"), ">=", index - 5), 10 * (index - 6), 0)
            case 11:
                return b.choose(b.compare(b.call("alike"), "==", 5), 50, 0)
            case _:
                return b.call("total")

    cases = tuple(
        ir.Case(str(i), f"define.points.cases.{i}", b.const(i), value_of(i), NOWHERE)
        for i in range(categories)
    )
    blank = b.compare(b.cell("sheet", b.me, box), "==", None, "me.sheet(c) == none")
    definitions = (
        b.definition("showing", b.over("count", 0, b.clause(1, dice, b.compare(number, "==", b.local(0)))), 1),
        b.definition("alike", b.over("most_alike", number, every_die)),
        b.definition("run", b.over("longest_run", number, every_die)),
        b.definition("total", b.over("sum", number, every_die)),
        b.definition("joker", b.every(b.compare(b.call("alike"), "==", 5), b.compare(b.cell("sheet", b.me, 0), "!=", None)), uses_me=True),
        b.definition("points", ir.Cases(box, cases, None, NOWHERE), 1),
        b.definition(
            "final",
            b.over(
                "sum",
                ir.Otherwise(b.cell("sheet", b.local(0), b.local(1)), b.const(0), NOWHERE),
                b.clause(1, b.members(*range(categories))),
            ),
            1,
        ),
    )  # fmt: skip
    those = b.local(0, "those")
    throw = b.step("throw", 1, ir.Roll("dice", b.each_of(those), 0, NOWHERE), b.add("rolls", 1))
    some = ir.Subsets(dice, b.const(0), b.const(5), NOWHERE)
    reroll = b.action(
        "reroll",
        ir.RunStep("throw", (those,), NOWHERE),
        parameters=(b.parameter("those", some, types.Several(types.Piece("dice"), 5)),),
        conditions=(
            b.condition(
                "roll_left",
                b.compare(b.cell("rolls"), "<", 3, "rolls < 3"),
                says="You may roll three times.",
            ),
        ),
    )
    category = types.Enum("Category", tuple(f"box{i}" for i in range(categories)))
    joker_first = b.either(b.no(b.call("joker")), b.compare(box, "<", 6))
    score = b.action(
        "score",
        b.put("sheet", b.call("points", box), b.me, box),
        b.note("end_turn"),
        parameters=(b.parameter("c", b.members(*range(categories)), category),),
        conditions=(
            b.condition("still_blank", blank, 1, 0),
            b.condition("joker_upper_box_first", joker_first, 1, 0),
            b.condition("joker_lower_box_next", joker_first, 1, 0),
        ),
    )
    player, column = b.local(0, "p"), b.local(1, "c")
    full = b.over(
        "all",
        b.compare(b.cell("sheet", player, column), "!=", None),
        b.clause(0, b.members(*range(players))),
        b.clause(1, b.members(*range(categories))),
    )
    return b.program(
        cells,
        actions=(reroll, score),
        phases=(b.phase("turn", "reroll", "score"),),
        ends=(b.end("every_box_is_filled", full, b.best("final", b.call("final", b.local(0)))),),
        turns=b.turns(begin=(ir.RunStep("throw", (ir.Gathered(dice, NOWHERE),), NOWHERE),)),
        definitions=definitions,
        steps=(throw,),
        tables=(ir.Table("number", (0,), (6,), (1, 2, 3, 4, 5, 6)),),
    )


def identical_dice(players: int = 2) -> ir.Program:
    """Five dice without identity: roll, then put any of them aside until none is left; the total is the score."""
    cells = b.Cells(players)
    cells.variable("score", 0, 1000, b.per_players(players))
    cells.variable("rolled", 0, 1, lasts="turn", sort="bool")
    cells.identical("dice", 6, (b.zone("tray", 5, start=5), b.zone("rack", 5)))
    tray, rack = b.at("dice", 0), b.at("dice", 1)
    number = b.number("+", b.face("dice", b.local(0)), 1)
    roll = b.action(
        "roll",
        ir.Roll("dice", tray, 0, NOWHERE),
        b.put("rolled", True),
        conditions=(b.condition("not_yet", b.no(b.cell("rolled"))),),
    )
    some = ir.Subsets(tray, b.const(1), None, NOWHERE)
    aside = b.action(
        "aside",
        b.move("dice", b.each_of(b.local(0)), 1),
        b.put("rolled", False),
        parameters=(b.parameter("those", some, types.Several(types.Piece("dice"), 5)),),
        conditions=(b.condition("roll_first", b.cell("rolled")),),
    )
    full = b.trigger(
        "rack_full",
        b.compare(b.count_at("dice", 1), "==", 5),
        b.add("score", b.over("sum", number, b.clause(0, rack)), b.me),
        ir.Return("dice", ir.AllPieces("dice", NOWHERE), NOWHERE),
        b.note("end_turn"),
    )
    over_at = b.compare(ir.Flow("round", NOWHERE), ">=", 3)
    return b.program(
        cells,
        actions=(roll, aside),
        phases=(b.phase("turn", "roll", "aside", triggers=(full,)),),
        ends=(b.end("three_rounds", over_at, b.best("score", b.cell("score", b.local(0))), at="round"),),
        turns=b.turns(),
    )


SUITS, RANKS = 2, 5


def cards(players: int = 3) -> ir.Program:
    """Follow suit or rank onto the pile, or draw; who empties a hand wins. Hands are hidden, the deck is shuffled."""
    cells = b.Cells(players)
    count = SUITS * RANKS
    cells.variable("passes", 0, players)
    hands = tuple(b.zone("hand", count, owner=player, seen_by="owner") for player in range(players))
    cells.distinct(
        "cards",
        count,
        0,
        (
            b.zone("deck", count, start=count, order="shuffled", seen_by="nobody"),
            b.zone("pile", count, order="kept"),
            *hands,
        ),
    )
    my_hand = b.place("cards", 2, b.me)
    card, top = b.local(0, "card"), ir.Top("cards", b.const(1), NOWHERE)

    def same(table: str) -> ir.Expression:
        return b.compare(b.lookup(table, card), "==", b.lookup(table, top))

    play = b.action(
        "play",
        b.move("cards", b.one(card), 1),
        b.put("passes", 0),
        b.note("end_turn"),
        parameters=(b.parameter("card", b.at("cards", my_hand), types.Piece("cards")),),
        conditions=(b.condition("fits", b.either(same("suit"), same("rank")), 1, 0),),
    )
    cannot_play = b.no(ir.Can("play", b.me, NOWHERE))
    draw = b.action(
        "draw",
        b.take("cards", 1, 0, my_hand),
        b.note("end_turn"),
        conditions=(
            b.condition("nothing_to_play", cannot_play),
            b.condition("cards_left", b.compare(b.count_at("cards", 0), ">", 0)),
        ),
    )
    skip = b.action(
        "skip",
        b.add("passes", 1),
        b.note("end_turn"),
        conditions=(
            b.condition("nothing_to_play", cannot_play),
            b.condition("nothing_to_draw", b.no(ir.Can("draw", b.me, NOWHERE))),
        ),
    )
    blocked = b.compare(b.cell("passes"), "==", players)
    fewest = b.best("cards left", b.count_at("cards", b.place("cards", 2, b.local(0))), highest=False)
    out = b.compare(b.count_at("cards", my_hand), "==", 0)
    deal = ir.For(
        b.clause(0, ir.Around(b.const(0), False, NOWHERE)),
        (b.take("cards", 2, 0, b.place("cards", 2, b.local(0))),),
        NOWHERE,
    )
    turn_up = ir.Pick(
        b.clause(0, b.at("cards", 0)), (b.move("cards", b.one(b.local(0)), 1),), (), 1, "cards", NOWHERE
    )
    return b.program(
        cells,
        actions=(play, draw, skip),
        phases=(
            b.phase("deal", automatic=(deal, turn_up, b.note("turn_of", 1), ir.NotePhase(1, NOWHERE))),
            b.phase("turn", "play", "draw", "skip"),
        ),
        ends=(
            b.end("out", out, b.wins(b.one(b.me)), after=("play",)),
            b.end("blocked", blocked, fewest),
        ),
        turns=b.turns(phase=1),
        setup=(ir.NotePhase(0, NOWHERE),),
        tables=(
            ir.Table("suit", (0,), (count,), tuple(i // RANKS for i in range(count))),
            ir.Table("rank", (0,), (count,), tuple(i % RANKS for i in range(count))),
        ),
        streams=("cards", "phases.deal.do"),
    )


def with_ends(program: ir.Program, *ends: ir.End) -> ir.Program:
    """The same game with other ends."""
    return replace(program, ends=ends)


EVERY = {
    "pig": pig(),
    "pig for five": pig(5, 30, True),
    "five dice": five_dice(2, 5),
    "identical dice": identical_dice(),
    "cards": cards(),
}
