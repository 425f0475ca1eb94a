"""Small rulebooks for passes to refuse: what is chosen goes into a number, and that into the score.

slots(rest="when: {...}, ")        a choice among six members of an enum, which know a number
board(rest=...)                    a choice among the nine spaces of a grid, for discs of two players
seats(rest=...)                    a choice among three players
HEXAGON                            a choice among the six directions of a hexagon, which have gaps
"""

from __future__ import annotations

_HEAD = "rulebook: 1\nname: refused\nstanding: highest got\n"
_NEXT = "{{set: x, to: n mod 4}}, {{set: me.got, to: (me.got * 7 + n) mod 1000}}, end_turn]"
_WAIT = "{{set: n, to: (n + 7) mod 1000}}, " + _NEXT + "}}"

_SLOTS = (
    _HEAD
    + """
players: 2
enums: {{Slot: {{a: {{n: 1}}, b: {{n: 2}}, c: {{n: 3}}, d: {{n: 4}}, e: {{n: 5}}, f: {{n: 6}}}}}}
variables:
  n: {{type: number}}
  x: {{type: 0..3}}
  y: {{type: 0..3 or none, start: 2}}
  tick: {{type: number, lasts: {lasts}}}
  huge: {{type: number, start: 2147483640}}
  got: {{per: players, type: number}}
  may: {{per: Slot, type: bool, start: true}}
  held: {{per: Slot, type: 0..3}}
define: {{fits: {{of: {{s: Slot, k: number}}, is: s != c and k > -9}}}}
turns: {{{turns}}}
phases:
  turn:
    actions:
      take:
        {rest}
        choose: {{{choose}}}
        do: [{{set: n, to: (n * 3 + at.n + x) mod 1000}}, {{set: may(at), to: n mod 3 == 0}}, {do}"""
    + _NEXT
    + """
      wait: {{do: ["""
    + _WAIT
    + """
end: {{early: {{when: {end}, result: highest got}}, late: {{when: round > 12, result: highest got}}}}
"""
)

_BOARD = (
    _HEAD
    + """
players: 2
seats: [red, blue]
pieces: {{disc: {{of: players}}}}
boards: {{field: {{{shape}, holds: disc}}}}
variables:
  n: {{type: number}}
  x: {{type: 0..3}}
  got: {{per: players, type: number}}
setup: [{setup}]
phases:
  turn:
    actions:
      put:
        choose: {{{choose}}}
        {rest}
        do: [{put}, {{set: n, to: (n * 3 + at.column + x) mod 1000}}, {do}"""
    + _NEXT
    + """
      clear: {{choose: {{at: field.spaces}}, when: {{taken: not at.empty}}, do: [{{remove: at}}, """
    + _WAIT
    + """
      wait: {{do: ["""
    + _WAIT
    + """
end: {{row: {{after: put, when: "{row}", result: {{wins: me}}}}, late: {{when: round > 12, result: highest got}}}}
"""
)

_SEATS = (
    _HEAD
    + """
players: 3
variables:
  n: {{type: number}}
  x: {{type: 0..3}}
  got: {{per: players, type: number}}
  mark: {{per: players, type: 0..3}}
  seen: {{per: [players, players], type: 0..3}}
phases:
  turn:
    actions:
      take:
        choose: {{p: players}}
        {rest}
        do: [{{set: n, to: (n * 3 + 5 + x) mod 1000}}, {{set: p.mark, to: x}}, {{set: p.seen(me), to: x}}, """
    + _NEXT
    + """
      wait: {{do: ["""
    + _WAIT
    + """
end: {{late: {{when: round > 12, result: highest got}}}}
"""
)

HEXAGON = (
    _HEAD
    + """
players: 2
pieces: {disc: {of: players}}
boards: {field: {hexagon: 3, holds: disc}}
variables: {before: {type: field.directions or none}, got: {per: players, type: number}}
phases:
  turn:
    actions:
      go:
        choose: {way: field.directions}
        when: {another: not way == before}
        do: [{set: before, to: way}, {add: 1 if way == east else 2 if way == west else 0, to: me.got}, end_turn]
end: {late: {when: round > 9, result: highest got}}
"""
)


def slots(
    *asked: str, let: str = "", choose: str = "at: Slot", do: str = "", turns: str = "", end: str = "n < 0", lasts: str = "game"
) -> str:  # fmt: skip
    return _SLOTS.format(
        rest=_rest(asked, let), choose=choose, do=_then(do), turns=turns, end=end, lasts=lasts
    )


def board(
    *asked: str, do: str = "", row: str = "n < 0", free: bool = True, setup: str = "", let: str = "", choose: str = "at: field.spaces", shape: str = "grid: {rows: 3, columns: 3}, lines: {three: {length: 3}}"
) -> str:  # fmt: skip
    """`free`: only on an empty space; otherwise a disc is put where there is none."""
    put = "{place: disc, to: at}" if free else "{if: at.empty, do: [{place: disc, to: at}]}"
    asked = ("at.empty", *asked) if free else asked
    return _BOARD.format(
        rest=_rest(asked, let), put=put, do=_then(do), row=row, setup=setup, choose=choose, shape=shape
    )


def seats(*asked: str) -> str:
    return _SEATS.format(rest=_rest(asked, ""))


def _then(do: str) -> str:
    return f"{do}, " if do else ""


def _rest(asked: tuple[str, ...], let: str) -> str:
    conditions = ", ".join(f'asked_{number}: "{condition}"' for number, condition in enumerate(asked))
    said = [f"let: {{{let}}}"] if let else []
    said += [f"when: {{{conditions}}}"] if asked else []
    return "\n        ".join(said)
