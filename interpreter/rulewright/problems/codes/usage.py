"""Problems of use: names nobody needs, cases nobody reaches, numbers said twice. All of them are warnings."""

from __future__ import annotations

from rulewright.problems.codes.code import Code

USAGE_CODES = (
    Code(
        "unused",
        "something that no rule uses",
        """
        A zone, variable, definition, table, step, enum, option or kind of pieces that neither the rules nor their words mention, in no
        variant. What only an example asks for is of no use to the rules either. Often the rule that should use it says another name, or
        `me.` and a name where the definition should stand.

        If a house rule takes the last use of something away, the warning stands at the change that did so.
        """,
        bad="""
        variables: {score: {per: players, type: number}}
        define: {worth: round * 2}
        phases: {turn: {actions: {take: {do: [{add: round, to: me.score}, end_turn]}}}}
        standing: highest score
        """,
        good="""
        variables: {score: {per: players, type: number}}
        define: {worth: round * 2}
        phases: {turn: {actions: {take: {do: [{add: worth, to: me.score}, end_turn]}}}}
        standing: highest score
        """,
    ),
    Code(
        "undeclared-size",
        "the size of a zone that declares none",
        """
        `.size` is the most that a zone holds, as its `size` says. A zone without one can hold every piece there is, so its size is that
        number and never changes. How many pieces lie in a zone now is its `.count`.
        """,
        bad="""
        pieces: {dice: {count: 3, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice}}
        phases: {turn: {actions: {keep: {choose: {d: tray}, do: [{move: d, to: rack}, end_turn]}}}}
        end: {all_kept: {when: rack.size > 2, result: draw}}
        """,
        good="""
        pieces: {dice: {count: 3, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice}}
        phases: {turn: {actions: {keep: {choose: {d: tray}, do: [{move: d, to: rack}, end_turn]}}}}
        end: {all_kept: {when: rack.count > 2, result: draw}}
        """,
    ),
    Code(
        "never-read",
        "a variable that is set and never read",
        """
        Effects set it or add to it, and no condition, effect, result or text asks what it is. Either the rule that should ask is missing,
        or the variable can go, with the effects that set it. A score is read by `result: highest score` or `standing: highest score`.
        """,
        bad="""
        variables: {passes: {type: 0..99}}
        phases: {turn: {actions: {pass: {do: [{add: 1, to: passes}, end_turn]}}}}
        """,
        good="""
        variables: {passes: {type: 0..99}}
        phases: {turn: {actions: {pass: {do: [{add: 1, to: passes}, end_turn]}}}}
        end: {nobody_plays: {when: passes == players.count, result: draw}}
        """,
    ),
    Code(
        "never-set",
        "a variable that is read and never set, or a zone into which nothing gets",
        """
        No effect changes it, so it is always what it is at the start. Something that never changes is an entry of `define:`; if every
        table may choose it for itself, it is an option. A zone in which nothing starts, and into which no effect moves or places anything, is
        always empty.
        """,
        bad="""
        variables: {limit: {type: 0..99, start: 9}}
        end: {late: {when: round > limit, result: draw}}
        """,
        good="""
        options: {limit: {type: 0..99, default: 9}}
        end: {late: {when: round > limit, result: draw}}
        """,
    ),
    Code(
        "never-reset",
        "a variable of one turn that lasts the whole game",
        """
        Its `about` says that it is about this turn (or this round), or a condition that holds it against a limit says how often a turn
        something may be done; and it only grows. After the first turns it stays at its limit for the rest of the game. `lasts: turn` lets it start
        again with every turn.
        """,
        bad="""
        variables: {looks: {type: 0..3, about: looks taken this turn}}
        phases: {turn: {actions: {look: {when: {any_left: looks < 3}, do: [{add: 1, to: looks}]}, stop: {do: [end_turn]}}}}
        """,
        good="""
        variables: {looks: {type: 0..3, lasts: turn, about: looks taken this turn}}
        phases: {turn: {actions: {look: {when: {any_left: looks < 3}, do: [{add: 1, to: looks}]}, stop: {do: [end_turn]}}}}
        """,
    ),
    Code(
        "unused-binding",
        "a name that is bound and never used",
        """
        A parameter, something chosen, a `let`, or the name in `for x in ...` or `pick: x in ...` on which nothing depends. The usual slip is
        `me` where the bound player was meant. `{for: n in 1..3, do: [...]}` is how one says "three times", and is left alone.
        """,
        bad="""
        variables: {score: {per: players, type: number}}
        phases: {turn: {actions: {take: {do: [{add: 1, to: me.score}, end_turn]}}}}
        end: {enough: {after: take, when: any(me.score > 9 for p in players), result: highest score}}
        """,
        good="""
        variables: {score: {per: players, type: number}}
        phases: {turn: {actions: {take: {do: [{add: 1, to: me.score}, end_turn]}}}}
        end: {enough: {after: take, when: any(p.score > 9 for p in players), result: highest score}}
        """,
    ),
    Code(
        "never-reached",
        "a case or an end below another that takes everything",
        """
        Cases and ends are asked in written order, and the first that holds is taken. One that says the same as one above it, asks for
        more than it, or stands below `true`, is never taken; nor is an `otherwise` where every value has a case.
        """,
        bad="""
        define:
          worth:
            cases:
              late:      {when: round > 5, is: 2}
              late_even: {when: round > 5 and round mod 2 == 0, is: 4}
            otherwise: 1
        end: {enough: {when: worth > 9, result: draw}}
        """,
        good="""
        define:
          worth:
            cases:
              late_even: {when: round > 5 and round mod 2 == 0, is: 4}
              late:      {when: round > 5, is: 2}
            otherwise: 1
        end: {enough: {when: worth > 9, result: draw}}
        """,
    ),
    Code(
        "begins-anew",
        "every turn begins with a phase that is meant for the beginning of a hand",
        """
        A turn begins in the first phase, or in the one that `turns.phase` names. With a phase that deals as the first one and no `turns.phase`, every turn deals anew, and a game in
        which somebody has to run out of cards never ends. Name the phase in which turns begin, and let `setup` go to the one that deals.
        """,
        bad="""
        pieces: {cards: {one_per: {number: 1..30}}}
        zones: {deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}, hand: {holds: cards, per: players}}
        phases:
          deal:
            do:
              - {return: cards}
              - for: p in players
                do: [{move: 5 cards, from: deck, to: p.hand}]
              - {go: main}
          main: {actions: {drop: {choose: {c: me.hand}, do: [{move: c, to: deck}, end_turn]}}}
        end: {out: {when: any(p.hand.empty for p in players), result: draw}}
        """,
        good="""
        pieces: {cards: {one_per: {number: 1..30}}}
        zones: {deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}, hand: {holds: cards, per: players}}
        turns: {phase: main}
        setup: [{go: deal}]
        phases:
          deal:
            do:
              - {return: cards}
              - for: p in players
                do: [{move: 5 cards, from: deck, to: p.hand}]
              - {go: main}
          main: {actions: {drop: {choose: {c: me.hand}, do: [{move: c, to: deck}, end_turn]}}}
        end: {out: {when: any(p.hand.empty for p in players), result: draw}}
        """,
    ),
    Code(
        "short-round",
        "a first round that is over before everybody has played",
        """
        Set-up ends by giving the turn to somebody, and the first round begins with this player. A phase to which set-up goes is part of that turn. If it passes the turn on, the player who
        had it has not played, and the round closes too soon. Let set-up say who begins, and do the same in a step, which a round's end can run as well; or let a phase's trigger count what
        was played (`docs/how-to/tricks-and-deals.md`).
        """,
        bad="""
        variables: {leader: {type: players, start: seat(2)}, rounds: {per: players, type: number}}
        setup: [{go: deal}]
        turns: {phase: turn, round_end: [{add: 1, to: leader.rounds}]}
        phases:
          deal: {do: [{set: leader, to: leader.left}, {turn_of: leader}]}
          turn: {actions: {play: {do: [end_turn]}}}
        end: {over: {when: any(p.rounds > 4 for p in players), result: highest rounds}}
        """,
        good="""
        variables: {leader: {type: players, start: seat(2)}, rounds: {per: players, type: number}}
        setup: [deal]
        steps: {deal: {do: [{set: leader, to: leader.left}, {turn_of: leader}]}}
        turns: {round_end: [{add: 1, to: leader.rounds}]}
        phases:
          turn: {actions: {play: {do: [end_turn]}}}
        end: {over: {when: any(p.rounds > 4 for p in players), result: highest rounds}}
        """,
    ),
    Code(
        "repeats-a-count",
        "a number that repeats how many pieces there are",
        """
        The number of pieces of a kind, or the size of a zone, is declared once. A rule that counts the pieces of that zone and says the same
        number again goes wrong when a house rule plays with another number. `rack.full`, `rack.size` and `dice.count` follow.
        """,
        bad="""
        pieces: {dice: {count: 6, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice}}
        phases: {turn: {actions: {keep: {choose: {d: tray}, do: [{move: d, to: rack}, end_turn]}}}}
        end: {all_kept: {when: rack.count == 6, result: draw}}
        """,
        good="""
        pieces: {dice: {count: 6, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice}}
        phases: {turn: {actions: {keep: {choose: {d: tray}, do: [{move: d, to: rack}, end_turn]}}}}
        end: {all_kept: {when: rack.full, result: draw}}
        """,
    ),
    Code(
        "count-in-prose",
        "words of a rulebook that repeat a count which a house rule changes",
        """
        A house rule changes how many pieces there are, or lie somewhere, and words of the rulebook below it still say the old number, in digits or
        as a word. Say them again in the house rule. A rulebook that writes `<dice.count>` in its words spares its house rules this.
        The length of lines counts as well: `a line of five`.
        `five of a kind`, `five ●` and the name `natural_five` do not name the pieces, so they only may be about them; and a rule that compares a number of these pieces with the
        old count, `most_alike(tray.face) == 5`, may have to change with it.
        """,
        bad="""
        extends: counting        # in which stands: {total: {is: sum(tray.face), about: the sum of the 5 scoring dice}}
        change: {pieces: {dice: {count: 6}}}
        """,
        good="""
        extends: counting
        about: Roll six dice.
        change:
          pieces: {dice: {count: 6}}
          define: {total: {about: the sum of the 6 scoring dice}}
        """,
    ),
    Code(
        "digit-in-prose",
        "a text that says an option's number in digits",
        """
        The rule asks for an option, and its words say the option's default. At a table that agreed on another number they are wrong. `<option>` in a
        text is whatever this table plays by.
        """,
        bad="""
        options: {most_rounds: {type: 1..99, default: 50}}
        end: {late: {about: The game is over after 50 rounds., when: round > most_rounds, result: draw}}
        """,
        good="""
        options: {most_rounds: {type: 1..99, default: 50}}
        end: {late: {about: The game is over after <most_rounds> rounds., when: round > most_rounds, result: draw}}
        """,
    ),
    Code(
        "condition-among-numbers",
        "a strategy that weighs a condition against larger numbers",
        """
        What a strategy prefers with a condition counts 1 where the condition holds, and is the last resort where it does not. An action of the same
        phase that is worth more than 1 is then done sooner, however much the condition matters. Give the action a number that fits the others,
        and `none` where it is to be the last resort.
        """,
        bad="""
        variables: {score: {per: players, type: number}, pot: {type: 0..100, lasts: turn}}
        phases:
          turn:
            actions:
              roll: {when: {few: pot < 90}, do: [{add: 5, to: pot}]}
              hold: {do: [{add: pot, to: me.score}, end_turn]}
        standing: highest score
        strategies: {careful: {prefer: {roll: 100 - pot, hold: pot >= 20}}}
        """,
        good="""
        variables: {score: {per: players, type: number}, pot: {type: 0..100, lasts: turn}}
        phases:
          turn:
            actions:
              roll: {when: {few: pot < 90}, do: [{add: 5, to: pot}]}
              hold: {do: [{add: pot, to: me.score}, end_turn]}
        standing: highest score
        strategies: {careful: {prefer: {roll: 100 - pot, hold: 200 if pot >= 20 else none}}}
        """,
    ),
)
