"""Small files that would like to take all memory and all time: nesting, width, aliases, huge numbers, combinations.

    BOMBS["flow nesting"]()      ->      "rulebook: 1\nname: bomb\n...about: [[[[[["

Each has to be refused, or handled, within a second and 200 MB (`docs/explanation/limits.md` says by what);
`test_bombs.py` sees that it is, and `tests/benchmarks/bombs.py` prints what each one takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

USUAL: Final = {
    "rulebook": "1",
    "name": "bomb",
    "players": "2",
    "phases": "{turn: {actions: {pass: {do: [end_turn]}}}}",
    "end": "{late: {when: round > 9, result: draw}}",
}
ROOMY: Final = "-2147483647..2147483647"


def book(**parts: str) -> str:
    """A rulebook with some parts of its own, each as one line or as lines of their own below the key."""
    return "".join(f"{key}: {value}\n" for key, value in {**USUAL, **parts}.items())


def turn(do: str, choose: str = "", when: str = "") -> str:
    """A rulebook of one action, for bombs that go off in play; `do`, `choose` and `when` in flow style."""
    chosen = f", choose: {choose}" if choose else ""
    guarded = f", when: {when}" if when else ""
    return "{turn: {actions: {act: {do: [" + do + ", end_turn]" + chosen + guarded + "}}}}"


def lines(entries: list[str]) -> str:
    return "\n  " + "\n  ".join(entries)


# ------------------------------------------------------------------------------------------------------ texts


def _block_nesting(depth: int) -> str:
    return "".join(" " * level + "a:\n" for level in range(depth))


def _laughs(levels: int) -> str:
    rows = ["l0: &l0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]"]
    rows += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(rows)


TEXTS: Final[dict[str, Callable[[], str]]] = {
    "100,000 brackets opened": lambda: book(about="[" * 100_000),
    "100,000 brackets opened and closed": lambda: book(about="[" * 100_000 + "]" * 100_000),
    "100,000 braces opened": lambda: book(define="{a: " * 100_000),
    "block nesting, 1,300 deep": lambda: book() + "define:\n" + _block_nesting(1_300),
    "100,000 dashes on a line": lambda: book(setup="\n" + "- " * 100_000),
    "100,000 question marks": lambda: book() + "? " * 100_000,
    "100,000 entries in a mapping": lambda: book(define=lines([f"d{n}: {n}" for n in range(50_000)])),
    "450,000 items in a flow list": lambda: book(setup="[" + "a," * 450_000 + "]"),
    "an enum of 20,000 members": lambda: book(
        enums="{E: [" + ", ".join(f"m{n}" for n in range(20_000)) + "]}"
    ),
    "a key of 900,000 characters": lambda: book() + "a" * 900_000 + ": 1\n",
    "a text of 900,000 characters": lambda: book(about="a" * 900_000),
    "a quoted text of 900,000 characters": lambda: book(about='"' + "a\\n" * 300_000 + '"'),
    "a folded text of 400,000 lines": lambda: book(about=">" + lines(["a"] * 200_000)),
    "a literal text of 300,000 empty lines": lambda: book(about="|\n" + "\n" * 900_000 + "  a"),
    "5 MB": lambda: book(about="a" * 5_000_000),
    "a line of 900,000 spaces": lambda: book(about=" " * 900_000 + "x"),
    "a comment of 900,000 characters": lambda: book() + "#" * 900_000,
    "900,000 quotation marks": lambda: book(about="'" * 900_000),
    "100,000 anchors": lambda: book(setup="[" + "&a x," * 100_000 + "]"),
    "100,000 aliases": lambda: book(about="&a x", setup="[" + "*a ," * 100_000 + "]"),
    "a billion laughs": lambda: book() + _laughs(10),
    "an alias to itself": lambda: book(setup="&a [*a]"),
    "100,000 documents": lambda: book() + "--- 1\n" * 100_000,
    "100,000 tags": lambda: book(setup="[" + "!!int 1," * 100_000 + "]"),
    "the same key 50,000 times": lambda: book(define=lines(["a: 1"] * 50_000)),
    "40,000 unknown keys": lambda: book() + "".join(f"k{n}: 1\n" for n in range(24_000)),
    "20,000 wrong entries": lambda: book(variables=lines([f"v{n}: {{tpye: bool}}" for n in range(10_000)])),
    "20,000 wrong expressions": lambda: book(define=lines([f"d{n}: 1 +" for n in range(20_000)])),
    "20,000 unknown names": lambda: book(define=lines([f"d{n}: nme{n}" for n in range(20_000)])),
    "20,000 nulls": lambda: book(define=lines([f"d{n}:" for n in range(20_000)])),
    "400 wrong values on a line of 800,000 bytes": lambda: book(
        setup="[" + "{mvoe: x}, " * 400 + "'" + "é" * 400_000 + "']"
    ),
    "a brace in each of 50,000 texts": lambda: book(setup=lines(["- {set: a[b], to: c}"] * 20_000)),
}

# ---------------------------------------------------------------------------------------------- expressions

EXPRESSIONS: Final[dict[str, Callable[[], str]]] = {
    "10,000 parentheses": lambda: "(" * 4_999 + "1" + ")" * 4_999,
    "900,000 parentheses": lambda: "(" * 450_000 + "1" + ")" * 450_000,
    "5,000 times not": lambda: "not " * 2_400 + "true",
    "5,000 signs": lambda: "-" * 9_000 + "1",
    "a sum of 4,000": lambda: "1+" * 4_000 + "1",
    "an or of 1,500": lambda: "false or " * 1_100 + "true",
    "a path of 4,000": lambda: "me" + ".left" * 1_900,
    "calls in calls": lambda: "min(1, " * 1_400 + "1" + ")" * 1_400,
    "9,000 arguments": lambda: "max(" + "1, " * 3_300 + "1)",
    "if else if else": lambda: "1 if true else " * 650 + "2",
    "comprehensions in comprehensions": lambda: (
        "sum(" * 90 + "1" + "".join(f" for x{n} in 1..9)" for n in range(90))
    ),
    "a number of 100,000 digits": lambda: "9" * 100_000,
    "a number of 9,000 digits": lambda: "9" * 9_000,
    "a product of large numbers": lambda: "2147483647 * " * 300 + "1",
    "a range of all numbers": lambda: "sum(x for x in -2147483647..2147483647)",
    "a range of ranges": lambda: (
        "count(a for a in 1..9999 for b in 1..9999 for c in 1..9999 for d in 1..9999)"
    ),
    "ten loops in each other": lambda: (
        "count(a for a in 1..9 " + " ".join(f"for b{n} in 1..99" for n in range(10)) + ")"
    ),
}

# ---------------------------------------------------------------------------------------------- declarations


def _doubling(levels: int, leaf: str) -> str:
    """Definitions that each use the one before twice: 2^levels steps, unless each is worked out once."""
    return lines([f"d0: {leaf}", *(f"d{n}: d{n - 1} + d{n - 1}" for n in range(1, levels))])


def _cases(count: int) -> str:
    return "\n  d:\n    cases:\n" + "".join(
        f"      c{n}: {{when: round == {n}, is: {n}}}\n" for n in range(count)
    ) + "    otherwise: 0"  # fmt: skip


def _options(count: int, type_: str = "bool", default: str = "false") -> str:
    return lines([f"o{n}: {{type: {type_}, default: {default}}}" for n in range(count)])


def _variants(count: int) -> str:
    return lines([f"v{n}: {{add: {{define: {{e{n}: {n}}}}}}}" for n in range(count)])


DECLARED: Final[dict[str, Callable[[], str]]] = {
    "a million players": lambda: book(players="2..1000000"),
    "2^31 players": lambda: book(players="2147483647"),
    "players without end": lambda: book(players="2..99999999999999999999"),
    "a list of 10,000 tables": lambda: book(players="[" + ", ".join(map(str, range(1, 10_000))) + "]"),
    "players of 100,000 digits": lambda: book(players="9" * 100_000),
    "a million teams": lambda: book(teams="{count: 1000000}"),
    "10^9 pieces": lambda: book(pieces="{dice: {count: 1000000000, faces: 1..6}}"),
    "10^12 pieces": lambda: book(
        enums="{E: [" + ", ".join(f"m{n}" for n in range(1_000)) + "]}",
        pieces="{cards: {one_per: {a: E, b: E, c: E, d: E}}}",
    ),
    "pieces of a wide range": lambda: book(pieces="{cards: {one_per: {a: 1..10000, b: 1..10000}}}"),
    "2 * 10^9 faces": lambda: book(pieces="{dice: {count: 1, faces: 1..2000000000}}"),
    "faces of each of 10,000 pieces": lambda: book(
        pieces="{cards: {one_per: {a: 1..100, b: 1..100}, faces: a..a + 900}}",
        zones="{box: {holds: cards, start: all}}",
    ),
    "1,000 faces with 10,000 dice": lambda: book(
        pieces="{dice: {count: 10000, faces: 1..1000}}", zones="{tray: {holds: dice, start: all}}"
    ),
    "500 zones of 1,000 faces": lambda: book(
        pieces="{dice: {count: 10000, faces: 1..1000}}",
        zones=lines(["z0: {holds: dice, start: all}", *(f"z{n}: {{holds: dice}}" for n in range(1, 500))]),
    ),
    "100 kinds of 10,000 pieces": lambda: book(
        pieces=lines([f"k{n}: {{one_per: {{a: 1..10000}}}}" for n in range(100)]),
        zones=lines([f"z{n}: {{holds: k{n}, start: all}}" for n in range(100)]),
    ),
    "a table of 10^9 rows": lambda: book(tables="{t: {of: 1..1000000000, rows: {1..1000000000: 1}}}"),
    "a table of 10^8 cells": lambda: book(
        tables="{t: {of: {a: 1..10000, b: 1..10000}, rows: {otherwise: 1}}}"
    ),
    "100 tables of 10,000 rows": lambda: book(
        tables=lines([f"t{n}: {{of: 1..10000, rows: {{otherwise: {n}}}}}" for n in range(100)])
    ),
    "a table with 10,000 rows": lambda: book(
        tables="\n  t:\n    of: 1..10000\n    rows:\n"
        + "".join(f"      {n}: {n}\n" for n in range(1, 10_001))
    ),
    "a variable per 10^8": lambda: book(variables="{v: {per: [1..10000, 1..10000], type: bool}}"),
    "a variable of ten axes": lambda: book(variables="{v: {per: [" + "1..99, " * 9 + "1..99], type: bool}}"),
    "100 variables of 10,000": lambda: book(
        variables=lines([f"v{n}: {{per: 1..10000, type: bool}}" for n in range(100)])
    ),
    "2,000 variables of 100,000": lambda: book(
        variables=lines([f"v{n}: {{per: [players, 1..10000], type: bool}}" for n in range(1_200)])
    ),
    "1,000 tables of 100,000": lambda: book(
        tables=lines(
            [f"t{n}: {{of: {{a: 1..10, b: 1..10000}}, rows: {{otherwise: {n}}}}}" for n in range(700)]
        )
    ),
    "a board of 10^18 spaces": lambda: book(boards="{b: {grid: {rows: 1000000000, columns: 1000000000}}}"),
    "a hexagon and a rhombus of 10^9 a side": lambda: book(
        boards="{h: {hexagon: 1000000000}, r: {rhombus: 1000000000}}"
    ),
    "a track of 10^12 spaces": lambda: book(
        boards="{t: {track: 1000000000000}, l: {track: [1..1000000000]}}"
    ),
    "1,000 boards of 2,500 spaces": lambda: book(
        boards=lines([f"board_{n}: {{grid: {{rows: 50, columns: 50}}}}" for n in range(1_000)])
    ),
    "a board of 2,500 spaces for each of 100": lambda: book(
        players="100", boards="{b: {per: players, grid: {rows: 50, columns: 50}}}"
    ),
    "100 families of lines": lambda: book(
        boards="\n  b:\n    grid: {rows: 50, columns: 50}\n    lines:\n"
        + "".join(f"      f{n}: {{length: {n % 40 + 2}}}\n" for n in range(100))
    ),
    "100 attributes of 2,500 spaces": lambda: book(
        boards="\n  b:\n    grid: {rows: 50, columns: 50}\n    spaces:\n"
        + "".join(f"      a{n}: row * column mod {n + 2}\n" for n in range(100))
    ),
    "from everywhere to everywhere": lambda: book(
        boards="{b: {grid: {rows: 50, columns: 50}}}",
        define="\n  d: all(toward(s, t) == none for s in b.spaces for t in b.spaces)",
    ),
    "a graph of 2,500 spaces": lambda: book(
        boards="{b: {graph: {spaces: [1..2500], links: ["
        + ", ".join(f"[{n}, {n + 1}]" for n in range(1, 1_500))
        + "]}}}"
    ),
    "an option from 0 to 2 * 10^9": lambda: book(options="{o: {type: 0..2000000000, default: 7}}"),
    "an option of 5,000 values": lambda: book(
        options="{o: {one_of: [" + ", ".join(f"m{n}" for n in range(5_000)) + "], default: m0}}"
    ),
    "3,000 options": lambda: book(options=_options(3_000)),
    "300 options and 300 variants": lambda: book(options=_options(300), variants=_variants(300)),
    "2,000 variants": lambda: book(variants=_variants(2_000)),
    "10,000 definitions": lambda: book(define=lines([f"d{n}: {n}" for n in range(10_000)])),
    "10,000 definitions in a chain": lambda: book(
        define=lines(["d0: 1", *(f"d{n}: d{n - 1} + 1" for n in range(1, 10_000))])
    ),
    "10,000 definitions in a circle": lambda: book(
        define=lines([f"d{n}: d{(n + 1) % 10_000}" for n in range(10_000)])
    ),
    "in play: 150 definitions in a chain": lambda: book(
        variables="{v: {type: number}}",
        define=lines(["d0: v", *(f"d{n}: {'-' * 80}d{n - 1}" for n in range(1, 150))]),
        phases=turn("{set: v, to: d149}"),
    ),
    "40 definitions in a chain": lambda: book(
        variables="{v: {type: number}}",
        define=lines(["d0: v", *(f"d{n}: d{n - 1} + 0" for n in range(1, 40))]),
        phases=turn("{set: v, to: d39}"),
    ),
    "a megabyte of expressions": lambda: book(
        define=lines([f"d{n}: max({'1,' * 4_900}1)" for n in range(100)])
    ),
    "definitions that double, constant": lambda: book(define=_doubling(60, "1 - 1")),
    "10,000 cases": lambda: book(define=_cases(8_000)),
    "200 definitions that double": lambda: book(define=_doubling(200, "round - round")),
    "5,000 actions": lambda: book(
        phases="\n  turn:\n    actions:\n"
        + "".join(f"      a{n}: {{do: [end_turn]}}\n" for n in range(5_000))
    ),
    "10,000 effects": lambda: book(phases=turn("end_turn, " * 9_999 + "end_turn")),
    "100 branches in branches": lambda: book(
        phases="{turn: {actions: {act: {do: "
        + "[{if: round > 1, do: " * 25
        + "[end_turn]"
        + "}]" * 25
        + "}}}}"
    ),
    "10,000 steps in a chain": lambda: book(
        steps=lines(["s0: {do: [end_turn]}", *(f"s{n}: {{do: [s{n - 1}]}}" for n in range(1, 5_000))])
    ),
    "1,000 examples": lambda: book(examples=lines([f"e{n}: {{expect: [round == 1]}}" for n in range(1_000)])),
    "5,000 wrong options at every table": lambda: book(
        options=_options(100), define=lines([f"d{n}: 1 div (0 if o{n} else 1)" for n in range(100)])
    ),
}

# -------------------------------------------------------------------------------------------------- in play

_SIXTY = "{cards: {one_per: {n: 1..60}}}"
_BOX = "{box: {holds: cards, start: all}}"


_PAIRS: Final = (
    "{pairs: {of: {p: players}, is: count(x for x in 1..300 for y in 1..300 if x + y > round and p.left != p)}, "
    "all_pairs: sum(p.pairs for p in players)}"
)
"""A good part of what a decision may do, wherever it is evaluated."""
_FIELD: Final = {
    "pieces": "{men: {of: players}}",
    "boards": "{b: {grid: {rows: 50, columns: 50}, holds: men}}",
    "define": "{group: {of: {at: b.spaces}, is: count(s for s in reach(at) while s.empty)}}",
}


def _asked(condition: str, choose: str = "") -> str:
    """A rulebook of a large board and an action with a condition on it."""
    return book(**_FIELD, phases=turn("{let: n, be: 1}", choose, "{c: " + f'"{condition}"' + "}"))


def _for_ever(effects: str, **parts: str) -> str:
    """A rulebook of a phase that runs by itself and goes to itself."""
    return book(
        phases="{turn: {actions: {act: {do: [{go: loop}]}}}, loop: {do: [" + effects + ", {go: loop}]}}",
        **parts,
    )


PLAYED: Final[dict[str, Callable[[], str]]] = {
    "some of 60 pieces": lambda: book(pieces=_SIXTY, zones=_BOX, phases=turn("{let: n, be: those.count}", "{those: some of box}")),
    "some of 20 pieces, twice": lambda: book(
        pieces="{cards: {one_per: {n: 1..16}}}", zones=_BOX,
        phases=turn("{let: n, be: those.count}", "{those: some of box, these: some of box}"),
    ),
    "some of 19 pieces": lambda: book(
        pieces="{cards: {one_per: {n: 1..19}}}", zones=_BOX,
        phases=turn("{let: n, be: those.count}", "{those: some of box}"),
    ),
    "five choices of a thousand": lambda: book(
        phases=turn("{let: n, be: a + b}", "{a: 1..1000, b: 1..1000, c: 1..1000, d: 1..1000, e: 1..1000}")
    ),
    "a choice of 2 * 10^9": lambda: book(phases=turn("{let: n, be: a}", "{a: 0..2000000000}")),
    "a choice of any number": lambda: book(phases=turn("{let: n, be: a}", "{a: number}")),
    "five choices, none of them legal": lambda: book(
        phases=turn("{let: n, be: a + b}", "{a: 1..1000, b: 1..1000, c: 1..1000, d: 1..1000, e: 1..1000}",
                    "{never: a + b + c + d + e < 0}")
    ),
    "a loop over 2 * 10^9": lambda: book(
        variables="{v: {type: number}}", phases=turn("{for: x in 1..2000000000, do: [{add: 1, to: v}]}")
    ),
    "three loops in each other": lambda: book(
        variables="{v: {type: number}}",
        phases=turn("{for: x in 1..10000, do: [{for: y in 1..10000, do: [{add: 1, to: v}]}]}"),
    ),
    "a sum over 2 * 10^9": lambda: book(
        variables="{v: {type: number}}", phases=turn("{set: v, to: sum(x for x in 1..2000000000 if x < round)}")
    ),
    "a sum over 10^12": lambda: book(
        variables="{v: {type: number}}",
        phases=turn("{set: v, to: count(x for x in 1..1000000 for y in 1..1000000 if x + y < round)}"),
    ),
    "definitions that double": lambda: book(
        variables="{v: {type: number}}", define=_doubling(60, "v - round"), phases=turn("{set: v, to: d59}")
    ),
    "definitions that double their parameter": lambda: book(
        variables="{v: {type: number}}",
        define=lines(["d0: {of: {a: 0..1}, is: a + v}",
                      *(f"d{n}: {{of: {{a: 0..1}}, is: d{n - 1}(a) + d{n - 1}(1 - a)}}" for n in range(1, 60))]),
        phases=turn("{set: v, to: d59(1)}"),
    ),
    "definitions that double a wide parameter": lambda: book(
        variables="{v: {type: number}}",
        define=lines([f"d0: {{of: {{a: {ROOMY}}}, is: (a + v) mod 7}}",
                      *(f"d{n}: {{of: {{a: {ROOMY}}}, is: (d{n - 1}(a mod 1000000 * 2) + d{n - 1}(a mod 1000000 * 2 + 1)) mod 7}}" for n in range(1, 60))]),
        phases=turn("{set: v, to: d59(1)}"),
    ),
    "2,000 steps in a chain": lambda: book(
        variables="{v: {type: number}}",
        steps=lines(["s0: {do: [{add: 1, to: v}]}", *(f"s{n}: {{do: [s{n - 1}]}}" for n in range(1, 900))]),
        phases=turn("s899"),
    ),
    "900 actions that can": lambda: book(
        phases="\n  turn:\n    actions:\n      a0: {do: [end_turn]}\n"
        + "".join(f"      a{n}: {{when: {{c: can(a{n - 1})}}, do: [end_turn]}}\n" for n in range(1, 900))
    ),
    "steps that double": lambda: book(
        variables="{v: {type: number}}",
        steps=lines(["s0: {do: [{add: 1, to: v}]}", *(f"s{n}: {{do: [s{n - 1}, s{n - 1}]}}" for n in range(1, 60))]),
        phases=turn("s59"),
    ),
    "a phase that goes to itself": lambda: book(
        phases="{turn: {actions: {act: {do: [{go: loop}]}}}, loop: {do: [{go: loop}]}}"
    ),
    "a rule that is done for ever": lambda: book(
        variables="{v: {type: number}}",
        phases="{turn: {actions: {act: {do: [end_turn]}}, as_soon_as: {again: {when: v >= 0, do: [{add: 1, to: v}]}}}}",
    ),
    "30 cards returned for ever": lambda: _for_ever("{return: cards}", pieces="{cards: {one_per: {n: 1..30}}}", zones=_BOX),
    "10,000 cards to a pile and back for ever": lambda: _for_ever(
        "{move: all box, to: pile}, {return: cards}",
        pieces="{cards: {one_per: {n: 1..10000}}}", zones="{box: {holds: cards, start: all}, pile: {holds: cards, order: kept}}",
    ),
    "10,000 cards shuffled for ever": lambda: _for_ever(
        "{shuffle: pile}", pieces="{cards: {one_per: {n: 1..10000}}}", zones="{pile: {holds: cards, start: all, order: kept}}",
    ),
    "10,000 dice rolled for ever": lambda: _for_ever(
        "{roll: tray}", pieces="{dice: {count: 10000, faces: 1..6}}", zones="{tray: {holds: dice, start: all}}",
    ),
    "2,500 spaces counted for ever": lambda: _for_ever(
        "{set: v, to: b.count}", variables="{v: {type: number}}", pieces="{discs: {count: 9}}", zones="{box: {holds: discs, start: all}}",
        boards="{b: {grid: {rows: 50, columns: 50}, holds: discs}}",
    ),
    "100,000 values put back for ever": lambda: book(
        variables="{v: {per: [1..100, 1..1000], type: number, lasts: turn}}",
        phases="{turn: {do: [end_turn]}, never: {actions: {act: {do: [end_turn]}}}}",
        end="{late: {when: round > 1000000, result: draw}}",
    ),
    "900 rules asked for ever": lambda: book(
        variables="{v: {type: 0..9}}",
        phases="\n  turn:\n    actions: {act: {do: [{set: v, to: 1}]}}\n    as_soon_as:\n"
        + "".join(f"      r{n}: {{when: v > {n % 8 + 1}, do: [{{set: v, to: 0}}]}}\n" for n in range(900))
        + "      again: {when: v > 0, do: [{set: v, to: 1}]}",
    ),
    "10,000 dice rolled": lambda: book(
        pieces="{dice: {count: 10000, faces: 1..1000}}", zones="{tray: {holds: dice, start: all}}",
        phases=turn("{roll: tray}"),
    ),
    "the longest run of a wide range": lambda: book(
        variables="{v: {type: number}}", phases=turn("{set: v, to: longest_run(x for x in 1..2000000000)}")
    ),
    "a random one of 2 * 10^9": lambda: book(
        variables="{v: {type: number}}", phases=turn("{pick: x in 1..2000000000, do: [{set: v, to: x}]}")
    ),
    "every card's every pair": lambda: book(
        pieces="{cards: {one_per: {n: 1..10000}}}", zones=_BOX, variables="{v: {type: number}}",
        phases=turn("{set: v, to: count(a for a in box for b in box if a.n == b.n + round)}"),
    ),
    "a flood from each of 2,500 spaces": lambda: _asked("sum(group(s) for s in b.spaces) > 0"),
    "floods from spaces of floods": lambda: _asked("sum(count(t for t in reach(s) while group(t) > 0) for s in b.spaces) > 0"),
    "a choice of 2,500 spaces, a flood for each": lambda: _asked("group(s) > 9999", "{s: b.spaces}"),
    "rays from each of 2,500 spaces": lambda: _asked("sum(count(t for t in ray(s, way)) for s in b.spaces for way in b.directions) < 0"),
    "pairs of 2,500 spaces": lambda: _asked("sum(count(t for t in b.spaces if toward(s, t) != none) for s in b.spaces) < 0"),
    "a set-up of loops in loops": lambda: book(
        variables="{v: {type: number}}", setup="[{for: x in 1..10000, do: [{for: y in 1..10000, do: [{add: 1, to: v}]}]}]"
    ),
    "a set-up that shuffles for ever": lambda: book(
        pieces="{cards: {one_per: {n: 1..10000}}}", zones="{pile: {holds: cards, start: all, order: kept}}",
        setup="[{for: x in 1..10000, do: [{shuffle: pile}]}]",
    ),
    "a set-up of a thousand picks in each other": lambda: book(
        variables="{v: {type: number}}", setup="[{for: x in 1..10000, do: [{pick: y in 1..10000 if y > x, do: [{set: v, to: y}]}]}]"
    ),
    "a score of pairs for 16 players": lambda: book(players="16", define=_PAIRS, standing="highest pairs"),
    "four scores of pairs": lambda: book(
        define=_PAIRS, standing="[" + ", ".join(["highest pairs", "lowest pairs"] * 2) + "]",
    ),
    "an end that counts pairs": lambda: book(
        define=_PAIRS, end="{late: {when: all_pairs < 0, result: draw}, far: {when: all_pairs > 10000000, result: highest pairs}}"
    ),
    "a result that counts pairs": lambda: book(define=_PAIRS, end="{soon: {when: round > 1, result: highest pairs}}"),
    "a strategy of pairs for a thousand choices": lambda: book(
        define=_PAIRS, phases=turn("{let: n, be: 1}", "{x: 1..1000}"), strategies="{slow: {prefer: {act: me.pairs + x}}}"
    ),
    "a strategy of floods": lambda: book(
        **_FIELD, phases=turn("{let: n, be: 1}", "{s: b.spaces}"), strategies="{slow: {prefer: {act: group(s)}}}"
    ),
    "20 conditions of pairs": lambda: book(
        define=_PAIRS,
        phases="{turn: {actions: {act: {when: {" + ", ".join(f"c{n}: all_pairs >= {n}" for n in range(20)) + "}, do: [end_turn]}}}}",
    ),
    "a thousand choices that can": lambda: book(
        phases="\n  turn:\n    actions:\n      a0: {choose: {x: 1..1000}, when: {c: x > round + 999}, do: [end_turn]}\n"
        + "".join(f"      a{n}: {{choose: {{x: 1..1000}}, when: {{c: can(a{n - 1}) or x > 999}}, do: [end_turn]}}\n" for n in range(1, 9))
    ),
    "rules that take turns for ever": lambda: book(
        variables="{v: {type: 0..899}}",
        phases="\n  turn:\n    actions: {act: {do: [{set: v, to: 1}]}}\n    as_soon_as:\n"
        + "".join(f"      r{n}: {{when: v == {n}, do: [{{set: v, to: {n % 899 + 1}}}]}}\n" for n in range(1, 900)),
    ),
    "rules of floods": lambda: book(
        **_FIELD, variables="{v: {type: 0..9}}",
        phases="\n  turn:\n    actions: {act: {do: [{set: v, to: 1}]}}\n    as_soon_as:\n"
        + "".join(f"      r{n}: {{when: sum(group(s) for s in b.spaces) < {-n}, do: [{{set: v, to: 0}}]}}\n" for n in range(20)),
    ),
    "an invariant of pairs": lambda: book(define=_PAIRS, invariants="{sound: all_pairs > 10000}"),
    "words of a thousand definitions": lambda: book(
        options="{o: {type: 1..9, default: 2}}", define=lines([f"d{n}: {{is: round + {n}, about: the number <o> of <o>}}" for n in range(1_000)]),
        phases="{turn: {actions: {act: {says: '" + "<o> " * 5_000 + "', do: [end_turn]}}}}",
    ),
    "2,500 spaces and 10,000 hidden cards": lambda: book(
        pieces="{cards: {one_per: {n: 1..10000}}, discs: {count: 9}}",
        zones="{deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}, box: {holds: discs, start: all}}",
        boards="{b: {grid: {rows: 50, columns: 50}, holds: discs}}",
    ),
    "100,000 values that players see": lambda: book(variables="{v: {per: [1..100, 1..1000], type: number, seen_by: nobody}, w: {per: players, type: number, seen_by: owner}}"),
}  # fmt: skip


def _in_book(made: Callable[[], str]) -> Callable[[], str]:
    return lambda: book(define="\n  d: |\n    " + made())


BOMBS: Final[dict[str, Callable[[], str]]] = {
    **TEXTS,
    **{f"expression: {name}": _in_book(made) for name, made in EXPRESSIONS.items()},
    **DECLARED,
    **{f"in play: {name}": made for name, made in PLAYED.items()},
}
