"""Games on the programs of `tests.evaluate`, with words for their pieces, and two more: a rack with a bank beside it,
and a secret bid."""

from __future__ import annotations

from dataclasses import replace

from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.ir import nodes as ir
from rulewright.ir.fingerprint import fingerprint
from rulewright.ir.layout import KindLayout
from rulewright.language import types
from rulewright.source.text import NOWHERE
from tests.evaluate import building as b
from tests.evaluate import programs

CATEGORIES = ("ones", "twos", "threes", "fours", "fives")
CARDS = [(f"{rank} of {suit}", f"{rank} of {suit}") for suit in ("red", "blue") for rank in ("ace", "two", "three", "four", "five")]  # fmt: skip


def rack_and_bank(players: int = 2) -> ir.Program:
    """Roll, then put each of three dice into the rack, out of the tray or out of the bank; the rack counts."""
    cells = b.Cells(players)
    cells.variable("score", 0, 1000, b.per_players(players))
    cells.variable("rolled", 0, 1, lasts="turn", sort="bool")
    cells.identical("dice", 6, (b.zone("tray", 3, start=3), b.zone("bank", 3), b.zone("rack", 3)))
    tray, bank, rack = ir.PlaceOf("dice", 0, None, NOWHERE), ir.PlaceOf("dice", 1, None, NOWHERE), 2
    number = b.number("+", b.face("dice", b.local(0)), 1)
    roll_first = b.condition("roll_first", b.cell("rolled"), says="Roll first.")
    die = types.Piece("dice")
    roll = b.action(
        "roll",
        ir.Roll("dice", b.at("dice", tray), 0, NOWHERE),
        b.put("rolled", True),
        conditions=(
            b.condition("not_yet", b.no(b.cell("rolled")), says="You have rolled."),
            b.condition("dice_left", b.compare(b.count_at("dice", 0), ">", 0)),
        ),
    )
    both = ir.Joined((b.at("dice", tray), b.at("dice", bank)), NOWHERE)
    rack_it = b.action(
        "rack",
        b.move("dice", b.one(b.local(0)), rack),
        parameters=(b.parameter("die", both, die),),
        conditions=(roll_first,),
    )
    bank_it = b.action(
        "bank_die",
        b.move("dice", b.one(b.local(0)), 1),
        parameters=(b.parameter("die", b.at("dice", tray), die),),
        conditions=(roll_first,),
    )
    full = b.trigger(
        "rack_full",
        b.compare(b.count_at("dice", rack), "==", 3),
        b.add("score", b.over("sum", number, b.clause(0, b.at("dice", rack))), b.me),
        ir.Return("dice", ir.AllPieces("dice", NOWHERE), NOWHERE),
        b.note("end_turn"),
    )
    over = b.compare(ir.Flow("round", NOWHERE), ">=", 2)
    return b.program(
        cells,
        actions=(roll, rack_it, bank_it),
        phases=(b.phase("turn", "roll", "rack", "bank_die", triggers=(full,)),),
        ends=(b.end("two_rounds", over, b.best("score", b.cell("score", b.local(0))), at="round"),),
        turns=b.turns(),
    )


def bids(players: int = 3, highest: int = 4) -> ir.Program:
    """Each bids in secret; when all have, the bids count towards the scores. Three rounds."""
    cells = b.Cells(players)
    cells.variable("bid", 0, highest, b.per_players(players), optional=True, start=None, seen_by="owner")
    cells.variable("score", 0, 1000, b.per_players(players))
    cells.variable("luck", 1, 6, start=1, seen_by="nobody")
    draw = ir.Pick(b.clause(1, b.between(1, 6)), (b.put("luck", b.local(1)),), (), 0, None, NOWHERE)
    bid = replace(
        b.action(
            "bid",
            b.put("bid", b.local(0, "amount"), b.me),
            draw,
            b.note("end_turn"),
            parameters=(b.parameter("amount", b.between(0, highest), types.Integer(0, highest)),),
            conditions=(b.condition("affordable", b.compare(b.local(0), "<=", highest), 1, 0),),
        ),
        secret=True,
    )
    everybody = b.clause(0, b.members(*range(players)))
    reveal = (
        ir.For(everybody, (b.add("score", ir.Otherwise(b.cell("bid", b.local(0)), b.const(0), NOWHERE), b.local(0)),), NOWHERE),
        ir.For(everybody, (b.put("bid", None, b.local(0)),), NOWHERE),
    )  # fmt: skip
    over = b.compare(ir.Flow("round", NOWHERE), ">=", 3)
    return b.program(
        cells,
        actions=(bid,),
        phases=(b.phase("turn", "bid"),),
        ends=(b.end("three_rounds", over, b.best("score", b.cell("score", b.local(0))), at="round"),),
        turns=b.turns(round_end=reveal),
        streams=("phases.turn.actions.bid.do",),
    )


def labelled(program: ir.Program, name: str) -> ir.Program:
    """The same program with a name, a fingerprint and words for enums and pieces."""
    kinds = program.layout.kinds
    labels = ir.Labels(
        enums={"Category": tuple((id_, id_.capitalize()) for id_ in CATEGORIES)},
        faces={},
        pieces={kind.name: _pieces(kind) for kind in kinds.values() if not kind.identical},
        kinds={kind: (kind.removesuffix("s"), kind) for kind in kinds},
        places={
            kind.name: tuple(_place(info.zone, info.owner) for info in kind.places) for kind in kinds.values()
        },
        seats=("",) * program.players,
    )
    named = replace(program, name=name, title=name.title(), labels=labels)
    return replace(named, fingerprint=fingerprint(named))


def _pieces(kind: KindLayout) -> tuple[tuple[str, str], ...]:
    return (
        tuple(CARDS)
        if kind.name == "cards"
        else tuple((f"die{i + 1}", f"die {i + 1}") for i in range(kind.pieces))
    )


def _place(zone: str, owner: int | None) -> tuple[str, str]:
    return (zone, zone) if owner is None else (f"seat({owner + 1}).{zone}", f"{zone} of seat {owner + 1}")


PROGRAMS = {
    name: labelled(program, name)
    for name, program in {
        "pig": programs.pig(2, 40),
        "pig-for-five": programs.pig(5, 30, True),
        "five-dice": programs.five_dice(2, 5),
        "identical-dice": programs.identical_dice(),
        "cards": programs.cards(),
        "rack": rack_and_bank(),
        "bids": bids(),
    }.items()
}


def game(name: str) -> Game:
    return Game(Reference(PROGRAMS[name]))
