"""Problems of names: what is called what, whose it is, what can be asked of it."""

from __future__ import annotations

from rulewright.problems.codes.code import Code

NAME_CODES = (
    Code(
        "unknown-name",
        "a name that nothing has",
        """
        Names are those of options, enums, kinds of pieces, zones, variables, tables, definitions, steps and seats, of what an
        action chooses, of what `for`, `pick`, `let` and clauses bind, and the built-in ones. The nearest name is suggested.
        """,
        bad="""
        variables: {score: {per: players, type: number}}
        end: {reached: {when: any(p.score > 9 for p in playres), result: highest score}}
        """,
        good="""
        variables: {score: {per: players, type: number}}
        end: {reached: {when: any(p.score > 9 for p in players), result: highest score}}
        """,
    ),
    Code(
        "unknown-member",
        "a word that is not one of the enum's",
        """
        Where a member of an enum, a face or a value of an option is expected, only those that are declared can stand.
        """,
        bad="""
        enums: {Suit: [clubs, hearts]}
        variables: {trump: {type: Suit}}
        define: {red: trump == heart}
        """,
        good="""
        enums: {Suit: [clubs, hearts]}
        variables: {trump: {type: Suit}}
        define: {red: trump == hearts}
        """,
    ),
    Code(
        "ambiguous-member",
        "a word that is a member of several enums",
        """
        Two enums may have members of the same name, as long as the other side of the comparison, or the type of the place where it
        stands, tells which of them is meant.
        """,
        bad="""
        enums: {Suit: [clubs, hearts], Emblem: [clubs, lions]}
        define: {same: clubs == clubs}
        """,
        good="""
        enums: {Suit: [clubs, hearts], Emblem: [clubs, lions]}
        variables: {trump: {type: Suit}}
        define: {same: trump == clubs}
        """,
    ),
    Code(
        "name-taken",
        "a name that means something else already",
        """
        Options, enums, kinds of pieces, zones, variables, tables, definitions, steps and seats share one namespace, with the built-in names; members of enums, faces
        and values of options may not be called like one of them; and a bound name never hides anything. So a name means one thing
        wherever it stands in a rulebook. Strategies have names of their own, but for `human`, `random`, `greedy` and `rollouts`, who can play every game.
        """,
        bad="""
        variables: {pot: {type: 0..9}}
        define: {pot: 3}
        """,
        good="""
        variables: {pot: {type: 0..9}}
        define: {least_pot: 3}
        """,
    ),
    Code(
        "whose",
        "something that every player has, without a player",
        """
        What is declared `per: players` exists once for each of them. Say whose: `me.score`, `me.left.score`, `seat(1).score`, or `p.score` where `p` is
        bound, as in `max(p.score for p in players)`.
        """,
        bad="""
        variables: {score: {per: players, type: number}}
        end: {reached: {when: score > 9, result: draw}}
        """,
        good="""
        variables: {score: {per: players, type: number}}
        end: {reached: {when: max(p.score for p in players) > 9, result: draw}}
        """,
    ),
    Code(
        "not-owned",
        "something asked of a player that no player has",
        """
        Only what is declared `per: players` (or `per: teams`) is reached through a player (or a team). What is shared stands alone.
        """,
        bad="""
        variables: {pot: {type: 0..9}}
        phases: {turn: {actions: {stop: {when: {any_there: me.pot > 0}, do: [end_turn]}}}}
        """,
        good="""
        variables: {pot: {type: 0..9}}
        phases: {turn: {actions: {stop: {when: {any_there: pot > 0}, do: [end_turn]}}}}
        """,
    ),
    Code(
        "unknown-attribute",
        "something is asked that this cannot tell",
        """
        Behind a dot stands what a thing can be asked for: `me.score`, `rack.count`, `die.face`, `card.suit`. The message lists what there is.
        """,
        bad="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}}
        define: {total: sum(tray.faec)}
        """,
        good="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}}
        define: {total: sum(tray.face)}
        """,
    ),
    Code(
        "step-as-value",
        "a step where a value is needed",
        """
        A step is a list of effects with a name: it is done, and has no value. A named value is a definition, under `define:`.
        """,
        bad="""
        steps: {refill: {do: []}}
        define: {a: refill}
        """,
        good="""
        steps: {refill: {do: []}}
        phases: {turn: {actions: {stop: {do: [refill, end_turn]}}}}
        """,
    ),
    Code(
        "not-callable",
        "parentheses behind something that is not looked up",
        """
        Variables, tables and definitions with several indices, `seat(n)`, `team(n)`, kinds with `one_per` and the built-in functions take
        values in parentheses. The zone of a player is `p.hand`.
        """,
        bad="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, per: players, start: 1}}
        define: {a: tray(1)}
        """,
        good="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, per: players, start: 1}}
        define: {a: seat(1).tray.count}
        """,
    ),
    Code(
        "wrong-count",
        "too many or too few values in parentheses",
        """
        A look-up needs a value for each thing that it is declared for; the player stands before the dot.
        """,
        bad="define: {double: {of: {n: 1..9}, is: n * 2}, a: 'double(1, 2)'}\n",
        good="define: {double: {of: {n: 1..9}, is: n * 2}, a: double(1)}\n",
    ),
    Code(
        "comprehension-here",
        "`for` where plain values are needed",
        """
        `x for x in ...` stands only inside `sum`, `count`, `any`, `all`, `min`, `max`, `distinct`, `only`, `first`, `longest_run` and `most_alike`.
        """,
        bad="define: {a: count(p for p in clockwise(q for q in players))}\n",
        good="define: {a: count(p for p in clockwise(seat(1)))}\n",
    ),
    Code(
        "beyond-the-table",
        "a seat or team that is not at the table",
        """
        `seat(3)` exists only where three or more play. A rulebook for several numbers of players speaks of `me.left`, `players`, or asks
        `players.count`.
        """,
        bad="turns: {first: seat(3)}\n",
        good="turns: {first: seat(2)}\n",
    ),
    Code(
        "only-with",
        "a neighbour that exists only in some games",
        """
        `opponent` needs exactly two players, `partner` teams of exactly two. Elsewhere write `left`, `others` or `team.members`.
        """,
        bad="players: 3\nturns: {next: me.opponent}\n",
        good="players: 3\nturns: {next: me.left}\n",
    ),
    Code(
        "pieces-alike",
        "a piece by a key, of a kind whose pieces look alike",
        """
        Pieces that cannot be told apart have no name or number: which of three equal dice lies where would say nothing. Give the kind `one_per`
        to tell them apart, or take one from a zone: `first(d for d in tray if d.face == 6)`.
        """,
        bad="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}}
        define: {a: dice(1).face == 6}
        """,
        good="""
        pieces: {dice: {one_per: {number: 1..2}, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}}
        define: {a: dice(1).face == 6}
        """,
    ),
    Code(
        "unknown-action",
        "an action that there is not",
        """
        `can(ACTION)` and `after: ACTION` name an action by its id, and so does what a strategy prefers.
        """,
        bad="end: {done: {after: stpo, result: draw}}\nphases: {turn: {actions: {stop: {do: [end_turn]}}}}\n",
        good="end: {done: {after: stop, result: draw}}\nphases: {turn: {actions: {stop: {do: [end_turn]}}}}\n",
    ),
    Code(
        "no-top",
        "the top of a zone that keeps no order",
        """
        Only a zone with `order: kept` has a top. In a shuffled one the top is decided when it is taken, so nobody can look at it; in
        other zones the pieces lie side by side.
        """,
        bad="""
        pieces: {cards: {one_per: {number: 1..9}}}
        zones: {deck: {holds: cards, start: all}}
        define: {a: deck.top == none}
        """,
        good="""
        pieces: {cards: {one_per: {number: 1..9}}}
        zones: {deck: {holds: cards, start: all, order: kept}}
        define: {a: deck.top == none}
        """,
    ),
)
