"""Problems that follow from the values that play can come to: what always or never holds, and what can never happen."""

from __future__ import annotations

from rulewright.problems.codes.code import Code

_ROLLED = """
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}}
        variables: {pot: {type: 0..99, lasts: turn}}
"""

PROOF_CODES = (
    Code(
        "always-true",
        "a condition that always holds",
        """
        From what the game begins with and what its rules can do, the values that a condition looks at are worked out for all numbers of
        players, in all variants, whatever the options; it holds for all of them. Most often another value or another name was meant. What
        declarations or options alone decide is left alone, since tables and house rules change these.
        """,
        bad=_ROLLED
        + """
        phases:
          turn:
            actions:
              roll: {do: [{roll: tray}, {add: sum(tray.face), to: pot}]}
              stop: {when: {nothing_lost: pot >= 0}, do: [end_turn]}
        """,
        good=_ROLLED
        + """
        phases:
          turn:
            actions:
              roll: {do: [{roll: tray}, {add: sum(tray.face), to: pot}]}
              stop: {when: {something_won: pot > 0}, do: [end_turn]}
        """,
    ),
    Code(
        "always-false",
        "a condition that never holds",
        """
        From what the game begins with and what its rules can do, the values that a condition looks at are worked out for all numbers of
        players, in all variants, whatever the options; it holds for none of them. So what it is a condition of never happens. The notes
        say where the values come from. Conditions of one action that exclude each other are told at the later one.
        """,
        bad=_ROLLED
        + """
        phases:
          turn:
            actions:
              roll: {when: {once: pot == 0}, do: [{roll: tray}, {set: pot, to: sum(tray.face)}]}
              double: {when: {lucky: pot > 12}, do: [{add: pot, to: pot}]}
              stop: {do: [end_turn]}
        """,
        good=_ROLLED
        + """
        phases:
          turn:
            actions:
              roll: {when: {once: pot == 0}, do: [{roll: tray}, {set: pot, to: sum(tray.face)}]}
              double: {when: {lucky: pot == 12}, do: [{add: pot, to: pot}]}
              stop: {do: [end_turn]}
        """,
    ),
    Code(
        "never-legal",
        "an action with nothing to choose from",
        """
        What an action lets players choose is always empty: no rule ever brings pieces there, or the range has no number in it.
        """,
        bad="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice}}
        phases: {turn: {actions: {take_back: {choose: {d: rack}, do: [{move: d, to: tray}]}, stop: {do: [end_turn]}}}}
        """,
        good="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice}}
        phases:
          turn:
            actions:
              keep: {choose: {d: tray}, do: [{move: d, to: rack}]}
              take_back: {choose: {d: rack}, do: [{move: d, to: tray}]}
              stop: {do: [end_turn]}
        """,
    ),
    Code(
        "never-entered",
        "a phase that play never comes to",
        """
        A turn begins in the first phase, or in the one that `turns.phase` names; every other phase needs a `{go: PHASE}` that leads there.
        """,
        bad="""
        phases:
          turn: {actions: {stop: {do: [end_turn]}}}
          showdown: {actions: {show: {do: [end_turn]}}}
        """,
        good="""
        phases:
          turn: {actions: {stop: {do: [{go: showdown}]}}}
          showdown: {actions: {show: {do: [end_turn]}}}
        """,
    ),
    Code(
        "never-left",
        "a phase that play never leaves",
        """
        No rule of the phase ends the turn or leads to another phase, and no `end` that is asked after each action can come. Whoever enters
        it acts there for ever.
        """,
        bad="""
        phases:
          turn: {actions: {stop: {do: [end_turn]}, look: {do: [{go: showdown}]}}}
          showdown: {actions: {show: {do: []}}}
        end: {late: {at: round, when: round > 9, result: draw}}
        """,
        good="""
        phases:
          turn: {actions: {stop: {do: [end_turn]}, look: {do: [{go: showdown}]}}}
          showdown: {actions: {show: {do: [end_turn]}}}
        end: {late: {at: round, when: round > 9, result: draw}}
        """,
    ),
    Code(
        "nobody-can-act",
        "a phase in which no action is ever allowed",
        """
        Play comes to the phase, none of its actions can be allowed there, and no rule of it leads on: it fails with `nobody-can-move`. What
        happens without anybody's choice stands in a phase with `do`, or in `as_soon_as`.
        """,
        bad=_ROLLED
        + """
        phases:
          turn: {actions: {roll: {do: [{roll: tray}, {set: pot, to: sum(tray.face)}, {go: luck}]}, stop: {do: [end_turn]}}}
          luck: {actions: {take: {when: {great: pot > 12}, do: [end_turn]}}}
        """,
        good=_ROLLED
        + """
        phases:
          turn: {actions: {roll: {do: [{roll: tray}, {set: pot, to: sum(tray.face)}, {go: luck}]}, stop: {do: [end_turn]}}}
          luck: {actions: {take: {when: {great: pot > 9}, do: [end_turn]}, leave: {do: [end_turn]}}}
        """,
    ),
    Code(
        "never-used",
        "a case or a row that is never used",
        """
        What a case of `by` is listed for never comes up, or a table is never asked for what a row stands for.
        """,
        bad="""
        enums: {Mood: [calm, wild, furious]}
        variables: {mood: {type: Mood, start: calm}, score: {per: players, type: number}}
        phases:
          turn:
            actions:
              rage: {do: [{set: mood, to: wild}]}
              stop:
                do:
                  - by: mood
                    cases:
                      wild: [{add: 1, to: me.score}]
                      furious: [{add: 2, to: me.score}]
                  - end_turn
        """,
        good="""
        enums: {Mood: [calm, wild, furious]}
        variables: {mood: {type: Mood, start: calm}, score: {per: players, type: number}}
        phases:
          turn:
            actions:
              rage: {do: [{set: mood, to: wild}]}
              fume: {do: [{set: mood, to: furious}]}
              stop:
                do:
                  - by: mood
                    cases:
                      wild: [{add: 1, to: me.score}]
                      furious: [{add: 2, to: me.score}]
                  - end_turn
        """,
    ),
    Code(
        "end-never-comes",
        "an end whose condition never holds",
        """
        No position that play can come to meets the condition of this `end`. A limit may lie beyond the range of what it is held against, or
        nothing brings the variable there.
        """,
        bad="""
        variables: {score: {per: players, type: 0..50}}
        phases: {turn: {actions: {take: {do: [{add: 1, to: me.score}, end_turn]}}}}
        end:
          won: {when: any(p.score >= 100 for p in players), result: highest score}
          late: {when: round > 99, result: highest score}
        """,
        good="""
        variables: {score: {per: players, type: 0..150}}
        phases: {turn: {actions: {take: {do: [{add: 1, to: me.score}, end_turn]}}}}
        end:
          won: {when: any(p.score >= 100 for p in players), result: highest score}
          late: {when: round > 99, result: highest score}
        """,
    ),
    Code(
        "cannot-be-paid",
        "an amount that no coins come to",
        """
        A variable with `denominations` is shown in coins, and an effect gives or takes an amount that is no multiple of the smallest of them, whatever is played: what is left
        over is nobody's coin.
        """,
        bad="""
        variables: {purse: {per: players, type: 0..500, denominations: [25, 5]}}
        phases: {turn: {actions: {take: {do: [{add: 12, to: me.purse}, end_turn]}}}}
        end: {rich: {when: any(p.purse >= 100 for p in players), result: highest purse}}
        """,
        good="""
        variables: {purse: {per: players, type: 0..500, denominations: [25, 10, 5]}}
        phases: {turn: {actions: {take: {do: [{add: 15, to: me.purse}, end_turn]}}}}
        end: {rich: {when: any(p.purse >= 100 for p in players), result: highest purse}}
        """,
    ),
    Code(
        "never-ends",
        "a game that can never end",
        """
        None of the ends can come in any position that play can come to, so every game goes on for ever (or until a rule fails).
        """,
        bad="""
        variables: {score: {per: players, type: 0..50}}
        phases: {turn: {actions: {take: {do: [{add: 1, to: me.score}, end_turn]}}}}
        end: {won: {when: any(p.score >= 100 for p in players), result: highest score}}
        """,
        good="""
        variables: {score: {per: players, type: 0..150}}
        phases: {turn: {actions: {take: {do: [{add: 1, to: me.score}, end_turn]}}}}
        end: {won: {when: any(p.score >= 100 for p in players), result: highest score}}
        """,
    ),
)
