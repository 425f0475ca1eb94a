"""Small games with a mistake in their rules, and each rule mended: `PLANTED[name].wrong`, `.right`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Planted:
    """`text` has `slip` where it should have `mended`; `code` is the kind of failure, None for a game that never ends."""

    text: str
    slip: str
    mended: str
    code: str | None

    @property
    def wrong(self) -> str:
        assert self.text.count(self.slip) == 1, self.slip
        return self.text

    @property
    def right(self) -> str:
        return self.wrong.replace(self.slip, self.mended)


LOST_DICE = """\
rulebook: 1
name: banker
title: Banker
about: Bank dice for points.
players: 2..4
pieces:
  dice: {count: 5, faces: 1..6, label: die, plural: dice}
zones:
  tray: {holds: dice, start: all}
  bank: {holds: dice}
  box: {holds: dice}
variables:
  score: {per: players, type: number}
phases:
  turn:
    actions:
      roll:
        when: {dice_left: not tray.empty}
        do: [{roll: tray}]
      save:
        choose: {die: tray}
        when: {rolled: die.face in 1..6}
        do: [{move: die, to: bank}]
      cash:
        when: {something_saved: not bank.empty}
        do:
          - {add: sum(bank.face), to: me.score}
          - {move: all bank, to: box}
          - end_turn
invariants:
  dice_in_play: tray.count + bank.count == 5
end:
  target_reached: {after: cash, when: me.score >= 100, result: {wins: me}}
standing: highest score
"""

SCORE = """\
rulebook: 1
name: dare
title: Dare
about: Roll until you dare no more; 30 points win.
players: [2, 3, 5]
pieces:
  dice: {count: 2, faces: 1..6, label: die, plural: dice}
zones:
  tray: {holds: dice, start: all}
variables:
  score: {per: players, type: 0..40}
  pot: {type: 0..1000, lasts: turn}
phases:
  turn:
    actions:
      roll:
        do:
          - {roll: tray}
          - if: most_alike(tray.face) == 2
            do: [{set: pot, to: 0}, end_turn]
            else: [{add: sum(tray.face), to: pot}]
      keep:
        do: [{add: pot, to: me.score}, end_turn]
end:
  target_reached: {after: keep, when: me.score >= 30, result: {wins: me}}
standing: highest score
"""

CHAIN = """\
rulebook: 1
name: overflow
title: Overflow
about: A full cup runs over.
players: 2..3
pieces:
  dice: {count: 1, faces: 1..6, label: die, plural: dice}
zones:
  tray: {holds: dice, start: all}
variables:
  cup: {type: 0..100}
  score: {per: players, type: number}
phases:
  turn:
    actions:
      pour:
        do:
          - {roll: tray}
          - {add: tray.face, to: cup}
          - {add: 1, to: me.score}
      stop:
        do: [end_turn]
    as_soon_as:
      full:
        when: cup >= 12
        do:
          - {set: cup, to: 12}
          - {add: 1, to: me.score}
end:
  long_enough: {at: round, when: round >= 6, result: highest score}
"""

BACK_AND_FORTH = """\
rulebook: 1
name: errand
title: Errand
about: Go to market and come home.
players: 2
variables:
  errands: {per: players, type: 0..3}
phases:
  home:
    actions:
      leave:
        do: [{go: market}]
  market:
    actions:
      haggle:
        when: {known_there: me.errands > 0}
        do: [{set: me.errands, to: 3}, end_turn]
      back:
        do: [{go: home}]
end:
  both_done: {when: all(p.errands > 0 for p in players), result: draw}
"""

NEVER = """\
rulebook: 1
name: climb
title: Climb
about: Climb to the top, a step or two at a time.
players: 1..3
pieces:
  dice: {count: 1, faces: 1..6, label: die, plural: dice}
zones:
  tray: {holds: dice, start: all}
variables:
  height: {per: players, type: 0..10}
phases:
  turn:
    actions:
      climb:
        do:
          - {roll: tray}
          - {set: me.height, to: 'min(me.height + tray.face, 10)'}
          - end_turn
end:
  at_the_top: {after: climb, when: me.height > 10, result: {wins: me}}
standing: highest height
"""

OVERFULL = """\
rulebook: 1
name: rack-up
title: Rack up
about: Put dice on the rack.
players: 2
pieces:
  dice: {count: 6, faces: 1..6, label: die, plural: dice}
zones:
  tray: {holds: dice, start: all}
  rack: {holds: dice, size: 4}
variables:
  score: {per: players, type: number}
phases:
  turn:
    actions:
      roll:
        when: {not_yet: rack.count < 4}
        do: [{roll: tray}]
      rack:
        choose: {die: tray}
        when: {rolled: die.face in 1..6, room: not rack.full}
        do: [{move: die, to: rack}]
      sixes:
        when: {a_six: any(d.face == 6 for d in tray)}
        do:
          - for: d in tray if d.face == 6
            do: [{move: d, to: rack}]
      done:
        do:
          - {add: sum(rack.face), to: me.score}
          - {return: dice}
          - end_turn
end:
  six_rounds: {at: round, when: round >= 6, result: highest score}
"""

RARE_THROW = """\
rulebook: 1
name: low-dice
title: Low dice
about: The best die that is no six counts.
players: 2..3
pieces:
  dice: {count: 5, faces: 1..6, label: die, plural: dice}
zones:
  tray: {holds: dice, start: all}
variables:
  score: {per: players, type: number}
phases:
  turn:
    actions:
      roll:
        do:
          - {roll: tray}
          - {add: max(d.face for d in tray if d.face < 6), to: me.score}
          - end_turn
end:
  target_reached: {after: roll, when: me.score >= 60, result: {wins: me}}
standing: highest score
"""

STUCK = """\
rulebook: 1
name: ladder
title: Ladder
about: Every die on the ladder is higher than the last.
players: 2..4
pieces:
  dice: {count: 4, faces: 1..6, label: die, plural: dice}
zones:
  tray: {holds: dice, start: all}
  ladder: {holds: dice}
variables:
  last: {type: 0..6, lasts: turn}
  score: {per: players, type: number}
turns:
  begin: [{return: dice}, {roll: tray}]
phases:
  turn:
    actions:
      put:
        choose: {die: tray}
        when: {higher: die.face > last}
        do:
          - {set: last, to: die.face}
          - {add: 1, to: me.score}
          - {move: die, to: ladder}
      stop:
        when: {two_at_least: ladder.count >= 2}
        do: [end_turn]
end:
  five_rounds: {at: round, when: round >= 5, result: highest score}
"""

PLANTED = {
    "a bank that loses dice": Planted(
        LOST_DICE, "{move: all bank, to: box}", "{move: all bank, to: tray}", "invariant"
    ),
    "a score that leaves its range": Planted(SCORE, "type: 0..40", "type: number", "range-left"),
    "a chain of rules without end": Planted(
        CHAIN, "{set: cup, to: 12}", "{set: cup, to: 0}", "endless"
    ),
    "phases that go back and forth": Planted(
        BACK_AND_FORTH, "[{go: home}]", "[{set: me.errands, to: 1}, end_turn]", None
    ),
    "an end that can never come": Planted(NEVER, "me.height > 10", "me.height >= 10", None),
    "a zone overfull": Planted(
        OVERFULL, "{a_six: any(d.face == 6 for d in tray)}",
        "{a_six: any(d.face == 6 for d in tray), room: rack.count + count(d for d in tray if d.face == 6) <= 4}",
        "zone-full",
    ),
    "a rare throw": Planted(
        RARE_THROW, "max(d.face for d in tray if d.face < 6)",
        "max(d.face for d in tray if d.face < 6) if any(d.face < 6 for d in tray) else 0", "of-nothing",
    ),
    "a rare position": Planted(
        STUCK, "{two_at_least: ladder.count >= 2}", "{two_at_least: ladder.count >= 2 or not can(put)}",
        "nobody-can-move",
    ),
}  # fmt: skip
