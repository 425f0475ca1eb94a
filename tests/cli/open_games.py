"""Small games in which things happen openly: dice are lifted, hands are shown, cards change hands, pieces are taken and promoted.

write("bluff", folder)          the file of one of them
"""

from __future__ import annotations

from pathlib import Path

BLUFF = """\
rulebook: 1
name: bluff
title: Bluff
about: Bid on how many dice under all cups show a face, or say that the last bid is a lie.
players: 2..4
pieces:
  dice: {count: 3, of: players, faces: 1..6, label: die, plural: dice}
zones:
  cup: {per: players, holds: dice, start: all, seen_by: owner}
  lifted: {per: players, holds: dice, label: lifted dice}
variables:
  bid_count: {type: 0..12, about: how many dice are bid}
  bid_face: {type: 1..6, about: the face that is bid}
  bidder: {type: players or none}
  lives: {per: players, type: 0..3, start: 2}
  asked_before: {type: bool}
  moves_made: {type: number}
turns: {phase: bidding}
setup: [{for: p in players, do: [{roll: p.cup}]}]
phases:
  bidding:
    actions:
      bid:
        choose: {many: 1..12, face: 1..6}
        when:
          higher:
            holds: many > bid_count or (many == bid_count and face > bid_face)
            says: Each bid has to be higher.
          as_many_as_there_are: many <= dice.count
        do:
          - {set: bid_count, to: many}
          - {set: bid_face, to: face}
          - {set: bidder, to: me}
          - {add: 1, to: moves_made}
          - end_turn
      challenge:
        label: call a bluff
        when: {something_was_bid: bidder != none}
        do:
          - {for: p in players, do: [{move: all p.cup, to: p.lifted}]}
          - {set: asked_before, to: true}
          - {let: caught, be: count(d for p in players for d in p.lifted if d.face == bid_face) < bid_count}
          - if: caught
            do: [{add: -1, to: bidder.lives}]
            else: [{add: -1, to: me.lives}]
          - {go: shaking}
  shaking:
    do:
      - {return: dice}
      - {for: p in players, do: [{roll: p.cup}]}
      - {set: bid_count, to: 0}
      - {set: bid_face, to: 1}
      - {set: bidder, to: none}
      - end_turn
end:
  out: {when: any(p.lives == 0 for p in players), result: highest lives}
standing: highest lives
"""

SHOWDOWN = """\
rulebook: 1
name: showdown
title: Showdown
about: Bet on two cards, and show them.
players: 2..4
use: [standard-52]
zones:
  hand: {per: players, holds: cards, seen_by: owner}
  shown: {per: players, holds: cards, label: cards on the table}
variables:
  chips: {per: players, type: 0..200, start: 20}
  pot: {type: 0..200}
  dealer: {type: players, start: seat(1)}
  hands_played: {type: 0..100}
define:
  height: {of: {c: cards}, is: pips(c.rank)}
  worth:
    of: {p: players}
    sum_of:
      high_cards: {is: sum(height(c) for c in p.shown), label: the cards}
      pair: 20 if distinct(p.shown.rank) == 1 else 0
phases:
  betting:
    actions:
      bet:
        do:
          - {pay: 1, from: me.chips, to: pot}
          - end_turn
      show:
        when: {somebody_bet: pot > 0}
        do:
          - {for: p in players, do: [{move: all p.hand, to: p.shown}]}
          - {let: best, be: max(p.worth for p in players)}
          - {let: winner, be: "first(p for p in players if p.worth == best) otherwise me"}
          - {pay: pot, from: pot, to: winner.chips}
          - {add: 1, to: hands_played}
          - {go: deal}
  deal:
    do:
      - {return: cards}
      - {for: p in clockwise(dealer), do: [{move: 2 cards, from: deck, to: p.hand}]}
      - {set: dealer, to: dealer.left}
      - {turn_of: dealer}
      - {go: betting}
turns: {phase: betting}
setup: [{go: deal}]
end:
  enough: {when: hands_played == 3, result: highest chips}
  broke: {when: any(p.chips == 0 for p in players) and pot == 0, result: highest chips}
standing: highest chips
"""

FISHING = """\
rulebook: 1
name: fishing
title: Fishing
about: Ask for ranks; four of a kind are a book.
players: 3
use: [standard-52]
zones:
  hand: {per: players, holds: cards, seen_by: owner}
  books: {per: players, holds: cards}
setup: [{for: p in players, do: [{move: 5 cards, from: deck, to: p.hand}]}]
phases:
  turn:
    actions:
      ask:
        choose: {whom: players, rank: Rank}
        when:
          somebody_else: {holds: whom != me, says: You ask somebody else.}
          one_of_your_own: {holds: any(c.rank == rank for c in me.hand), says: You need one of this rank yourself.}
        do:
          - if: any(c.rank == rank for c in whom.hand)
            do:
              - for: c in whom.hand if c.rank == rank
                do: [{move: c, to: me.hand}]
            else:
              - if: not deck.empty
                do: [{move: 1 cards, from: deck, to: me.hand}]
              - end_turn
          - if: count(c for c in me.hand if c.rank == rank) == 4
            do:
              - for: c in me.hand if c.rank == rank
                do: [{move: c, to: me.books}]
end:
  done: {when: any(p.hand.empty for p in players) or deck.empty, result: highest books_won}
define:
  books_won: {of: {p: players}, is: p.books.count}
standing: highest books_won
"""

MARCH = """\
rulebook: 1
name: march
title: March
about: Men march to the far row and become kings; whoever takes a piece is nearer to the end.
players: 2
seats: [white, black]
pieces:
  men: {of: players, faces: {man: {}, king: {}}, label: man, plural: men}
boards:
  board: {grid: {rows: 4, columns: 4}, holds: men}
variables:
  touched: {per: board.spaces, type: bool}
  last: {type: board.spaces or none}
  taken: {per: players, type: 0..8, label: pieces taken}
define:
  ahead: {is: north if me == seat(1) else south}
setup:
  - for: s in board.spaces if s.row == 1
    do: [{place: men, of: seat(1), to: s}, {set: s.face, to: man}]
  - for: s in board.spaces if s.row == 4
    do: [{place: men, of: seat(2), to: s}, {set: s.face, to: man}]
phases:
  turn:
    actions:
      go:
        choose: {from: board.spaces, to: neighbours(from)}
        when:
          yours: from.owner == me
          not_your_own: not to.owner == me
        do:
          - if: not to.empty
            do: [{remove: to}, {add: 1, to: me.taken}]
          - for: m in from
            do: [{move: m, to: to}]
          - {set: last, to: to}
          - {set: touched(from), to: true}
          - if: to.row == (4 if me == seat(1) else 1)
            do: [{set: to.face, to: king}]
          - end_turn
end:
  enough: {when: any(p.taken == 3 for p in players), result: highest taken}
  long: {at: round, when: round >= 40, result: draw}
standing: highest taken
"""

GATHER = """\
rulebook: 1
name: gather
title: Gather
about: Keep one card and lay one down; both count, and the hand is nobody else's business.
players: 2
enums:
  Colour: [black, white]
  Value:
    low: {worth: 1}
    middle: {worth: 2}
    high: {worth: 3}
    top: {worth: 4}
pieces: {cards: {one_per: {colour: Colour, value: Value}, label: card}}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
  shown: {per: players, holds: cards}
variables:
  score: {per: players, type: 0..200}
  best: {per: players, type: 0..200, label: best so far}
  bank: {type: 0..200, label: bank, about: what is left for everybody}
define:
  gathered:
    of: {p: players}
    sum_of:
      kept: {is: sum(c.value.worth for c in p.hand), label: in hand}
      laid: {is: 10 * sum(c.value.worth for c in p.shown), label: on the table}
      nothing: 0
  laid_down:
    of: {p: players}
    sum_of:
      low_ones: {is: sum(c.value.worth for c in p.shown if c.value.worth <= 2), label: low cards}
      high_ones: {is: sum(c.value.worth for c in p.shown if c.value.worth > 2), label: high cards}
  laid_down_again: {of: {p: players}, is: p.laid_down}
setup: [{set: bank, to: 3}, {for: p in players, do: [{move: 2 cards, from: deck, to: p.hand}]}]
phases:
  turn:
    actions:
      lay:
        choose: {card: me.hand}
        do:
          - {move: card, to: me.shown}
          - {let: won, be: me.gathered}
          - {add: won, to: me.score}
          - {set: me.best, to: me.laid_down_again}
          - {add: 2, to: bank}
          - {for: c in me.hand, do: [{move: c, to: deck}]}
          - end_turn
end:
  over: {when: all(not p.shown.empty for p in players), result: highest score}
standing: highest score
"""

GAMES = {"gather": GATHER, "bluff": BLUFF, "showdown": SHOWDOWN, "fishing": FISHING, "march": MARCH}


def write(name: str, folder: Path = Path()) -> str:
    """Write the file of a game; its path."""
    path = folder / f"{name}.rulebook.yaml"
    path.write_text(GAMES[name], encoding="utf-8")
    return str(path)
