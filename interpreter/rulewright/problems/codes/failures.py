"""Failures of rules while a game is played: an error of the rulebook, never a wrong game."""

from __future__ import annotations

from rulewright.problems.codes.code import Code

_DICE = """
        pieces: {dice: {count: 3, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice, size: 2}}
"""

FAILURE_CODES = (
    Code(
        "range-left",
        "a variable is given a value outside its range",
        """
        A range is a promise: a value is never wrapped round or cut off. Widen the range, add a condition that keeps the action from going so far, or
        keep the value inside with `min(...)` and `max(...)`.
        """,
        bad="""
        variables: {pot: {type: 0..9}}
        phases: {turn: {actions: {bet: {do: [{add: 5, to: pot}]}}}}
        examples: {twice: {play: [{do: [bet, bet]}]}}
        """,
        good="""
        variables: {pot: {type: 0..9}}
        phases: {turn: {actions: {bet: {do: [{set: pot, to: 'min(pot + 5, 9)'}]}}}}
        examples: {twice: {play: [{do: [bet, bet]}], expect: [pot == 9]}}
        """,
    ),
    Code(
        "undefined",
        "a value is needed, and there is none",
        """
        Most often a die that was not rolled yet, which shows nothing, was calculated with. Compare it with `==`, which nothing is equal to, give a value with
        `otherwise`, or see to it that it is rolled before.
        """,
        bad=_DICE
        + """
        define: {big: all(d.face > 3 for d in tray)}
        examples: {begins: {expect: [not big]}}
        """,
        good=_DICE
        + """
        define: {big: all(d.face in 4..6 for d in tray)}
        examples: {begins: {expect: [not big]}}
        """,
    ),
    Code(
        "index-outside",
        "a table or variable is asked for what it has not",
        """
        The value in parentheses lies outside the domain that the table or variable was declared for. With several boards that may be a
        direction that only another board has: ask before whether it is there, `way in board.directions`.
        """,
        bad="""
        tables: {fee: {of: 2..9, rows: {otherwise: 1}}}
        define: {due: fee(round)}
        examples: {begins: {expect: [due == 1]}}
        """,
        good="""
        tables: {fee: {of: 2..9, rows: {otherwise: 1}}}
        define: {due: fee(round) if round in 2..9 else 0}
        examples: {begins: {expect: [due == 0]}}
        """,
    ),
    Code(
        "of-nothing",
        "`min` or `max` of nothing",
        """
        The least and the greatest of nothing have no value. Ask before whether there is anything: `max(rack.face) if not rack.empty else 0`.
        """,
        bad=_DICE
        + """
        define: {best: max(rack.face)}
        examples: {begins: {expect: [best == 0]}}
        """,
        good=_DICE
        + """
        define: {best: max(rack.face) if not rack.empty else 0}
        examples: {begins: {expect: [best == 0]}}
        """,
    ),
    Code(
        "not-only-one",
        "`only` where there is not exactly one",
        """
        `only(...)` is for what there is exactly one of. `first(...)` gives one of several, or none.
        """,
        bad="""
        variables: {score: {per: players, type: number}}
        define: {leader: only(p for p in players if p.score > 0)}
        examples: {begins: {expect: [leader == seat(1)]}}
        """,
        good="""
        variables: {score: {per: players, type: number}}
        define: {leader: first(p for p in players if p.score > 0)}
        examples: {begins: {expect: [leader == none]}}
        """,
    ),
    Code(
        "no-case",
        "no case of a definition applies",
        """
        None of the cases holds for what is there, and there is no `otherwise`.
        """,
    ),
    Code(
        "negative-amount",
        "less than nothing is paid",
        """
        `pay` takes an amount of 0 or more from one place and gives it to another. To pay the other way, exchange the places.
        """,
        bad="""
        variables: {score: {per: players, type: number}}
        phases: {turn: {actions: {give: {do: [{pay: me.score, from: me.score, to: me.left.score}]}}}}
        examples: {in_debt: {given: {seat(1).score: -3}, play: [{do: give}]}}
        """,
        good="""
        variables: {score: {per: players, type: number}}
        phases: {turn: {actions: {give: {do: [{pay: 'max(me.score, 0)', from: me.score, to: me.left.score}]}}}}
        examples: {in_debt: {given: {seat(1).score: -3}, play: [{do: give}], expect: [me.score == -3]}}
        """,
    ),
    Code(
        "too-few-pieces",
        "more pieces are taken than there are",
        """
        `{move: 3 chips, from: bank, to: me.purse}` needs three there. Ask `bank.count` in a condition of the action, or take
        `min(3, bank.count)`.
        """,
        bad="""
        pieces: {chips: {count: 2}}
        zones: {bank: {holds: chips, start: all}, purse: {holds: chips, per: players}}
        phases: {turn: {actions: {earn: {do: [{move: 3 chips, from: bank, to: me.purse}]}}}}
        examples: {too_much: {play: [{do: earn}]}}
        """,
        good="""
        pieces: {chips: {count: 2}}
        zones: {bank: {holds: chips, start: all}, purse: {holds: chips, per: players}}
        phases:
          turn:
            actions:
              stop: {do: [end_turn]}
              earn: {when: {enough: bank.count >= 3}, do: [{move: 3 chips, from: bank, to: me.purse}]}
        examples: {too_much: {play: [{refused: earn}]}}
        """,
    ),
    Code(
        "zone-full",
        "a piece is moved to a zone that is full",
        """
        `size:` says how many a zone holds. Ask `not rack.full` in a condition of the action.
        """,
        bad=_DICE
        + """
        phases: {turn: {actions: {keep: {do: [{move: all tray, to: rack}]}}}}
        examples: {all_of_them: {play: [{do: keep}]}}
        """,
        good=_DICE
        + """
        phases: {turn: {actions: {keep: {choose: {d: tray}, when: {room: not rack.full}, do: [{move: d, to: rack}]}}}}
        examples: {one: {given: {tray: [1, 2, 3]}, play: [{do: keep 1}], expect: [rack.count == 1]}}
        """,
    ),
    Code(
        "piece-missing",
        "a piece is moved that is not there any more",
        """
        Pieces that look alike have no identity, so two choices may mean one and the same. After it was moved under one name, the other means nothing any more.
        """,
        bad=_DICE
        + """
        phases: {turn: {actions: {keep: {choose: {d: tray, e: tray}, do: [{move: d, to: rack}, {move: e, to: rack}]}}}}
        examples: {one: {given: {tray: [1, 2, 3]}, play: [{do: keep 1 1}]}}
        """,
        good=_DICE
        + """
        phases: {turn: {actions: {keep: {choose: {those: some of tray}, do: [{move: those, to: rack}]}}}}
        examples: {one: {given: {tray: [1, 2, 3]}, play: [{do: keep 1 2}], expect: [rack.count == 2]}}
        """,
    ),
    Code(
        "too-many-choices",
        "more choices than can be listed",
        """
        What a player may do is listed, up to a hundred thousand choices of an action at a time. `some of hand` stands for every set of pieces there is, and
        their number doubles with each piece; several parameters multiply. Choose fewer at a time, `1..2 of hand`, or one by one: an action that moves one
        piece to a zone of its own, and another that is done with it.

        It is an error if there are surely so many, at every table. If a zone could hold so many pieces, and only a `size` would say that it never does,
        it is a warning; and a failure of the rule once so many are there while playing.
        """,
        bad="""
        pieces: {cards: {one_per: {number: 1..40}}}
        zones: {hand: {holds: cards, start: all}, pile: {holds: cards}}
        phases: {turn: {actions: {discard: {choose: {those: some of hand}, do: [{move: those, to: pile}, end_turn]}}}}
        """,
        good="""
        pieces: {cards: {one_per: {number: 1..40}}}
        zones: {hand: {holds: cards, start: all}, chosen: {holds: cards}, pile: {holds: cards}}
        phases:
          turn:
            actions:
              discard_one:  {choose: {piece: hand}, do: [{move: piece, to: chosen}]}
              discard_done: {when: {some_chosen: not chosen.empty}, do: [{move: all chosen, to: pile}, end_turn]}
        """,
    ),
    Code(
        "nobody-can-move",
        "the player to act has no legal action",
        """
        A player who may have nothing to do needs an action for that, such as `pass` with the condition `not can(play)`; or a rule under `as_soon_as:` that
        ends the turn. Where whoever cannot move has lost, as on many boards, it is an end: `{after: play, when: not can(play, me.left), result: {wins: me}}`.
        """,
        bad="""
        variables: {pot: {type: 0..9}}
        phases: {turn: {actions: {take: {when: {some_left: pot > 0}, do: [end_turn]}}}}
        examples: {begins: {expect: [pot == 0]}}
        """,
        good="""
        variables: {pot: {type: 0..9}}
        phases:
          turn:
            actions:
              take: {when: {some_left: pot > 0}, do: [end_turn]}
              pass: {when: {nothing_left: not can(take)}, do: [end_turn]}
        examples: {begins: {expect: [pot == 0]}}
        """,
    ),
    Code(
        "nowhere-to-go",
        "an automatic phase did not say where to go",
        """
        Whatever an automatic phase finds, it must note `{go: PHASE}`, `end_turn` or `{turn_of: PLAYER}`: give its `if` an `else`.
        """,
        bad="""
        phases:
          turn: {actions: {stop: {do: [{go: count_up}]}}}
          count_up: {do: [{if: round > 3, do: [end_turn]}]}
        examples: {first_round: {play: [{do: stop}]}}
        """,
        good="""
        phases:
          turn: {actions: {stop: {do: [{go: count_up}]}}}
          count_up: {do: [{if: round > 3, do: [end_turn], else: [{go: turn}]}]}
        examples: {first_round: {play: [{do: stop}]}}
        """,
    ),
    Code(
        "endless",
        "the rules did not come to an end",
        """
        Rules that nobody can refuse, under `as_soon_as:` or in automatic phases, follow one another without end. Each must make its own `when` false, or lead
        to where somebody acts.

        Or what is to be worked out takes too long: definitions that go through domains inside one another's loops, which
        multiply, or that use one another in a chain of very many. Leave out elements earlier, or count as you go in a variable.
        """,
        bad="""
        variables: {pot: {type: 0..9}}
        phases:
          turn:
            actions: {stop: {do: [{set: pot, to: 1}]}}
            as_soon_as: {filled: {when: pot > 0, do: [{set: pot, to: 2}]}}
        examples: {for_ever: {play: [{do: stop}]}}
        """,
        good="""
        variables: {pot: {type: 0..9}}
        phases:
          turn:
            actions: {stop: {do: [{set: pot, to: 1}]}}
            as_soon_as: {filled: {when: pot > 0, do: [{set: pot, to: 0}]}}
        examples: {once: {play: [{do: stop}], expect: [pot == 0]}}
        """,
    ),
    Code(
        "invariant",
        "an invariant of the rulebook does not hold",
        """
        What stands under `invariants:` must hold whenever somebody is to act. Either a rule is wrong, or the invariant asks too much.
        """,
        bad="""
        variables: {pot: {type: 0..9}}
        phases: {turn: {actions: {bet: {do: [{add: 1, to: pot}]}}}}
        invariants: {modest: pot < 2}
        examples: {twice: {play: [{do: [bet, bet]}]}}
        """,
        good="""
        variables: {pot: {type: 0..9}}
        phases: {turn: {actions: {bet: {do: [{add: 1, to: pot}]}}}}
        invariants: {modest: pot < 3}
        examples: {twice: {play: [{do: [bet, bet]}], expect: [pot == 2]}}
        """,
    ),
    Code(
        "utility-sum",
        "what players get together is not the sum that is declared",
        """
        `utility: {points: X, sum: N}` promises that the points of all players add up to N however the game ends. A game that ends otherwise fails: a rule pays out too much or too little, or the sum is another. A sum that
        the ranges of the points never allow is reported before play.
        """,
        bad="""
        variables: {gain: {per: players, type: -9..9}}
        phases: {turn: {actions: {pay: {do: [{add: 2, to: me.gain}, {add: -1, to: me.left.gain}, end_turn]}}}}
        end: {paid: {after: pay, result: highest gain}}
        utility: {points: highest gain, sum: 0}
        examples: {once: {play: [{do: pay}]}}
        """,
        good="""
        variables: {gain: {per: players, type: -9..9}}
        phases: {turn: {actions: {pay: {do: [{add: 1, to: me.gain}, {add: -1, to: me.left.gain}, end_turn]}}}}
        end: {paid: {after: pay, result: highest gain}}
        utility: {points: highest gain, sum: 0}
        examples: {once: {play: [{do: pay}], expect: [game.over]}}
        """,
    ),
    Code(
        "example-failed",
        "an example does not come true",
        """
        The rulebook says one thing and its example another: a move is refused that should be allowed, chance was not asked as told, or what is
        expected does not hold. The message shows the values that were found. Find out which of the two is right.

        `rulewright test` tells what happened before: the moves, what chance did, what happened by itself, and whose turn it is. Dice marked `by chance` were not fixed: results of all rolls of a step stand
        in one list, those of the next player's turn that it leads to included. `rulewright trace GAME --example NAME` answers questions about each step.
        """,
        bad="""
        variables: {pot: {type: 0..9}}
        examples: {begins: {expect: [pot == 1]}}
        """,
        good="""
        variables: {pot: {type: 0..9}}
        examples: {begins: {expect: [pot == 0]}}
        """,
    ),
    Code(
        "example-changed",
        "a house rule, or the table that was asked for, changes what an example tells",
        """
        Not a mistake: the examples of the rulebook that a house rule extends are played with the house rule too, and this one tells what it changed. Where that was not meant, look
        at the change again. The same holds for `rulewright test` with `--players`, `--variant` or `--set`: an example that comes true in the game as it is written, and not at the
        table that was asked for, tells of another table.
        """,
    ),
    Code(
        "unknown-place",
        "a key under `given` that is no place",
        """
        `given:` of an example sets variables, zones, what the pieces of a kind show, `me`, `phase` and `round`. What follows from these, such as a
        definition, cannot be set.
        """,
        bad="define: {double: round * 2}\nexamples: {begins: {given: {double: 4}, expect: [round == 2]}}\n",
        good="define: {double: round * 2}\nexamples: {begins: {given: {round: 2}, expect: [double == 4]}}\n",
    ),
)
