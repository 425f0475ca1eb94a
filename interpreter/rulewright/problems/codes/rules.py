"""Problems of rules: who acts, who sees what, what effects do, when a game ends."""

from __future__ import annotations

from rulewright.problems.codes.code import Code

_HAND = """
        pieces: {cards: {one_per: {number: 1..9}}}
        zones:
          deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
          hand: {holds: cards, per: players, seen_by: owner}
"""
_DICE = """
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice}}
"""

RULE_CODES = (
    Code(
        "unknown-condition",
        "an example names a condition that no action has",
        """
        `because` says which condition refuses a move, by its id under `when`.
        """,
        bad="""
        phases: {turn: {actions: {stop: {when: {late_enough: round > 1}, do: [end_turn]}, wait: {do: [end_turn]}}}}
        examples: {too_early: {play: [{refused: stop, because: late_enuogh}]}}
        """,
        good="""
        phases: {turn: {actions: {stop: {when: {late_enough: round > 1}, do: [end_turn]}, wait: {do: [end_turn]}}}}
        examples: {too_early: {play: [{refused: stop, because: late_enough}]}}
        """,
    ),
    Code(
        "turn-never-ends",
        "nothing ends a turn",
        """
        A turn goes on until an effect says `end_turn` (or `{turn_of: PLAYER}`). With several players and no such effect anywhere
        only the first player ever plays, and a round never closes. It is a warning: a game that ends within one turn is rare, but sound.
        """,
        bad="phases: {turn: {actions: {wait: {do: []}}}}\n",
        good="phases: {turn: {actions: {wait: {do: [end_turn]}}}}\n",
    ),
    Code(
        "hidden-choice-named",
        "an open action that names hidden pieces",
        """
        A move is announced with what was chosen. Where the pieces come from a zone that the others do not see, and go to one that
        not everybody sees, the words of the move alone tell which they were. With `secret: true` the others hear only the name of
        the action. Where all actions of the phase would then be secret and this one also writes what everybody sees
        (`order-matters`), put an open action beside it, such as one that keeps all cards. It is a warning: in some games it is said aloud.
        """,
        bad="""
        pieces: {cards: {one_per: {rank: 1..9}}}
        zones: {hand: {per: players, holds: cards, seen_by: owner}, away: {holds: cards, start: all, seen_by: nobody}}
        phases: {turn: {actions: {drop: {choose: {card: me.hand}, do: [{move: card, to: away}, end_turn]}, pass: {do: [end_turn]}}}}
        """,
        good="""
        pieces: {cards: {one_per: {rank: 1..9}}}
        zones: {hand: {per: players, holds: cards, seen_by: owner}, away: {holds: cards, start: all, seen_by: nobody}}
        phases: {turn: {actions: {drop: {secret: true, choose: {card: me.hand}, do: [{move: card, to: away}, end_turn]}, pass: {do: [end_turn]}}}}
        """,
    ),
    Code(
        "order-matters",
        "a secret action that does more than commit",
        """
        Where all actions of a phase are `secret: true`, everybody chooses at the same time: each in turn puts something into
        variables or zones that only the owner sees, and a rule under `as_soon_as` shows them when all have chosen. So that it
        cannot matter who chooses first, such an action changes nothing else, and looks at no choice of anybody else.
        An action that also writes what everybody sees can have an open action beside it in the phase (to exchange cards in
        secret, or to keep them all): the phase is then an ordinary one, whose order may matter.
        """,
        bad="""
        variables: {bid: {per: players, type: 0..9}}
        phases: {turn: {actions: {bid: {secret: true, choose: {n: 0..9}, do: [{set: me.bid, to: n}, end_turn]}}}}
        """,
        good="""
        variables: {bid: {per: players, type: 0..9, seen_by: owner}}
        phases: {turn: {actions: {bid: {secret: true, choose: {n: 0..9}, do: [{set: me.bid, to: n}, end_turn]}}}}
        """,
    ),
    Code(
        "nobody-acts",
        "`me` where nobody is acting",
        """
        `me` is the player who acts. In `setup`, in ends that are not `after:` an action, in `standing`, invariants, `turns.first`,
        `round_first` and `round_end` nobody does. Name a player there, or ask about all of them; a definition that is used
        there takes the player as its first parameter.
        """,
        bad="""
        variables: {score: {per: players, type: number}}
        end: {reached: {when: me.score > 9, result: draw}}
        """,
        good="""
        variables: {score: {per: players, type: number}}
        end: {reached: {when: any(p.score > 9 for p in players), result: draw}}
        """,
    ),
    Code(
        "only-in-examples",
        "a rule that asks how the game ended",
        """
        `game.over` and `game.ended_by` are for `expect` in examples. While rules are carried out the game is not over.
        """,
        bad="define: {a: game.over}\n",
        good="examples: {begins: {expect: [not game.over]}}\n",
    ),
    Code(
        "hidden-from-actor",
        "what is legal depends on what the acting player may not see",
        """
        Otherwise the list of legal moves would tell a secret. Conditions, choices and `let` of an action may look at what everybody sees, at what is the acting player's own,
        and at how many pieces lie anywhere. Effects may look at everything: let the action be tried, and decide there. What a strategy prefers is
        for a player, too, and may look at no more.
        """,
        bad=_HAND
        + """
        phases: {turn: {actions: {stop: {when: {low: max(c.number for c in me.left.hand) < 5}, do: [end_turn]}}}}
        """,
        good=_HAND
        + """
        phases: {turn: {actions: {stop: {when: {low: all(c.number < 5 for c in me.hand)}, do: [end_turn]}}}}
        """,
    ),
    Code(
        "cannot-write",
        "something that effects cannot set",
        """
        Variables can be set, and the face of a piece. Pieces are moved; options, tables, definitions and counts follow from other things.
        """,
        bad="options: {target: {type: 1..9, default: 5}}\nsetup: [{set: target, to: 3}]\n",
        good="variables: {target: {type: 1..9, start: 5}}\nsetup: [{set: target, to: 3}]\n",
    ),
    Code(
        "not-a-zone",
        "a zone is needed here",
        """
        Pieces are moved `to` and `from` zones. The zone of a player is written `me.hand`.
        """,
        bad=_DICE + "        setup: [{move: all tray, to: seat(1)}]\n",
        good=_DICE + "        setup: [{move: all tray, to: rack}]\n",
    ),
    Code(
        "not-pieces",
        "pieces are needed here",
        """
        `roll`, `return` and `move` need a piece, a set of pieces, a zone or a kind.
        """,
        bad=_DICE + "        setup: [{roll: 2}]\n",
        good=_DICE + "        setup: [{roll: tray}]\n",
    ),
    Code(
        "no-faces",
        "pieces without faces are rolled",
        """
        Only pieces with `faces` show something, and can be rolled.
        """,
        bad="""
        pieces: {dice: {count: 2}}
        zones: {tray: {holds: dice, start: all}}
        setup: [{roll: tray}]
        """,
        good=_DICE + "        setup: [{roll: tray}]\n",
    ),
    Code(
        "wrong-kind",
        "pieces are moved to where another kind lies",
        """
        A zone holds one kind of pieces, which `holds:` says.
        """,
        bad="""
        pieces: {dice: {count: 2}, chips: {count: 9}}
        zones: {tray: {holds: dice, start: all}, bank: {holds: chips, start: all}}
        setup: [{move: all tray, to: bank}]
        """,
        good="""
        pieces: {dice: {count: 2}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice}}
        setup: [{move: all tray, to: rack}]
        """,
    ),
    Code(
        "needs-from",
        "a number of pieces without the place they come from",
        """
        `{move: 2 cards, from: deck, to: me.hand}` says where they come from. A piece or a set of pieces is moved from where it is, so
        `from` would say nothing there.
        """,
        bad=_HAND + "        setup: [{move: 2 cards, to: seat(1).hand}]\n",
        good=_HAND + "        setup: [{move: 2 cards, from: deck, to: seat(1).hand}]\n",
    ),
    Code(
        "which-pieces",
        "a number of pieces from a zone where they do not look alike",
        """
        Nobody has said which of them move. Let a player choose them (`choose: {c: hand}`), take one by chance (`pick`), or give the zone
        `order: shuffled` (drawn at random) or `order: kept` (taken from the top). While playing this is a failure of the rule.
        """,
        bad=_HAND + "        setup: [{move: 1 cards, from: seat(1).hand, to: seat(2).hand}]\n",
        good=_HAND + "        setup: [{pick: c in seat(1).hand, do: [{move: c, to: seat(2).hand}]}]\n",
    ),
    Code(
        "not-kept",
        "a zone is shuffled that keeps no order",
        """
        `shuffle` mixes a zone with `order: kept`. A zone with `order: shuffled` is drawn from at random anyway.
        """,
        bad=_HAND + "        setup: [{shuffle: deck}]\n",
        good="""
        pieces: {cards: {one_per: {number: 1..9}}}
        zones: {pile: {holds: cards, start: all, order: kept}}
        setup: [{shuffle: pile}]
        """,
    ),
    Code(
        "unknown-phase",
        "a phase that there is not",
        """
        `go:` and `turns.phase` name a phase by its id.
        """,
        bad="phases: {turn: {actions: {stop: {do: [{go: trun}]}}}}\n",
        good="phases: {turn: {actions: {stop: {do: [{go: turn}]}}}}\n",
    ),
    Code(
        "unknown-step",
        "a step that there is not",
        """
        An effect that is only a text runs a step of `steps:`, or is `end_turn` or `extra_turn`.
        """,
        bad="phases: {turn: {actions: {stop: {do: [endturn]}}}}\n",
        good="phases: {turn: {actions: {stop: {do: [end_turn]}}}}\n",
    ),
    Code(
        "two-notes",
        "two notes of a kind, of which only the later counts",
        """
        `end_turn`, `extra_turn` and `turn_of` say whose turn is next, `go` says where. They are carried out when the whole rule is done, so of two in
        one list the first is never carried out. Where one depends on something, put it into an `if`.
        """,
        bad="phases: {turn: {actions: {stop: {do: [end_turn, extra_turn]}}}}\n",
        good="phases: {turn: {actions: {stop: {do: [{if: round > 3, do: [end_turn], else: [extra_turn]}]}}}}\n",
    ),
    Code(
        "automatic-stays",
        "an automatic phase that does not say where to go",
        """
        Nobody acts in a phase with `do`, so it must lead somewhere: `{go: PHASE}`, `end_turn` or `{turn_of: PLAYER}`.
        """,
        bad="""
        phases:
          turn: {actions: {stop: {do: [{go: count_up}]}}}
          count_up: {do: []}
        """,
        good="""
        phases:
          turn: {actions: {stop: {do: [{go: count_up}]}}}
          count_up: {do: [end_turn]}
        """,
    ),
    Code(
        "after-differs",
        "a name that differs between the actions of `after`",
        """
        A rule `after: [a, b]` may use what both actions choose: under one name, of one type, and in the same position. For the rest write a rule for each
        action. Likewise a strategy's preference for an action that several phases have under one name.
        """,
        bad="""
        variables: {pot: {type: 0..99}}
        phases:
          turn:
            actions: {give: {choose: {n: 1..3}, do: []}, stop: {do: [end_turn]}}
            as_soon_as: {counted: {after: [give, stop], do: [{set: pot, to: n}]}}
        """,
        good="""
        variables: {pot: {type: 0..99}}
        phases:
          turn:
            actions: {give: {choose: {n: 1..3}, do: []}, stop: {do: [end_turn]}}
            as_soon_as: {counted: {after: give, do: [{set: pot, to: n}]}}
        """,
    ),
    Code(
        "wrong-result",
        "a result that cannot be read off each player",
        """
        `highest X` and `lowest X` compare players (or teams), so X is something that each of them has: a variable, zone or definition per players. With one player any number will do.
        A list of results, of which later ones decide ties, and `standing` hold nothing else: `draw`, `lost` and `wins` stand alone. `utility` holds one line of that kind.
        """,
        bad="variables: {pot: {type: 0..9}}\nend: {late: {when: round > 3, result: highest pot}}\n",
        good="""
        variables: {score: {per: players, type: number}}
        end: {late: {when: round > 3, result: highest score}}
        """,
    ),
)
