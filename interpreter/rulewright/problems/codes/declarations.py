"""Problems of declarations: pieces, zones, variables, tables, definitions, options, the table that people sit at."""

from __future__ import annotations

from rulewright.problems.codes.code import Code

DECLARATION_CODES = (
    Code(
        "circle",
        "something that depends on itself",
        """
        There is no recursion: following definitions, ranges, steps or `can(...)` from one to the next must come to an end. The help shows the way round.
        """,
        bad="define: {a: b + 1, b: a + 1}\n",
        good="define: {a: b + 1, b: 1}\n",
    ),
    Code(
        "wrong-owner",
        "pieces or zones of something that owns nothing",
        """
        Pieces (`of:`) and zones (`per:`) belong to `players` or to `teams`. Zones for other things are written one by one.
        """,
        bad="""
        pieces: {dice: {count: 2}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice, per: 1..3}}
        """,
        good="""
        pieces: {dice: {count: 2}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice, per: players}}
        """,
    ),
    Code(
        "faces-differ",
        "pieces of one kind with different numbers of faces",
        """
        The numbers on the faces may depend on the piece, how many there are may not. Pieces with more faces are another kind.
        """,
        bad="""
        pieces: {dice: {one_per: {size: 1..3}, faces: 1..size}}
        zones: {tray: {holds: dice, start: all}}
        """,
        good="""
        pieces: {dice: {one_per: {size: 1..3}, faces: size..size + 5}}
        zones: {tray: {holds: dice, start: all}}
        """,
    ),
    Code(
        "no-combination",
        "a condition that leaves no piece",
        """
        A kind with `one_per` has a piece for every combination of its attributes; with `if` only for those that the condition holds for. It may read
        the attributes, options and tables, but nothing that changes in play.
        """,
        bad="""
        pieces: {tiles: {one_per: {low: 0..6, high: 0..6}, if: low > high + 6}}
        zones: {boneyard: {holds: tiles, start: all}}
        """,
        good="""
        pieces: {tiles: {one_per: {low: 0..6, high: 0..6}, if: low <= high}}
        zones: {boneyard: {holds: tiles, start: all}}
        """,
    ),
    Code(
        "kept-alike",
        "an order of pieces that look alike",
        """
        Pieces that look alike have no identity, so there is no order among them to keep. Give the kind `one_per`, or leave `order: kept` out.
        """,
        bad="""
        pieces: {chips: {count: 9}}
        zones: {pile: {holds: chips, start: all, order: kept}}
        """,
        good="""
        pieces: {chips: {one_per: {number: 1..9}}}
        zones: {pile: {holds: chips, start: all, order: kept}}
        """,
    ),
    Code(
        "cannot-store",
        "something that no variable can hold",
        """
        Variables hold numbers, conditions, members of enums, players, teams and pieces that can be told apart, or none. Sets of pieces are zones, and
        a piece that looks like others is found by what it shows.
        """,
        bad="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}}
        variables: {chosen: {type: some of dice}}
        """,
        good="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}, chosen: {holds: dice}}
        """,
    ),
    Code(
        "needs-start",
        "a variable that cannot begin by itself",
        """
        A number begins as 0 if its range holds it, otherwise at its lower end, a condition as false, a member as the first of its enum, what is
        optional as none. For a player, a team or a piece no choice would be fair.
        """,
        bad="variables: {dealer: {type: players}}\n",
        good="variables: {dealer: {type: players, start: seat(1)}}\n",
    ),
    Code(
        "wrong-denominations",
        "denominations that nobody can give change with",
        """
        A variable of numbers may say which coins, notes or chips its amounts are shown in: each worth at least 1, from the largest to the smallest, none twice, and all of
        them multiples of the smallest, so that any of them can be changed.
        """,
        bad="variables: {purse: {per: players, type: 0..500, denominations: [5, 25, 100]}}\n",
        good="variables: {purse: {per: players, type: 0..500, denominations: [100, 25, 5]}}\n",
    ),
    Code(
        "no-start",
        "pieces that start nowhere",
        """
        Every piece is always in exactly one place, so that none can get lost. Say where the pieces of a kind start with `start: all`, `start: rest` or a number
        in a zone that holds them.
        """,
        bad="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice}}
        """,
        good="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}}
        """,
    ),
    Code(
        "start-count",
        "starts that do not add up",
        """
        The numbers under `start:` of all zones that hold a kind must come to as many as there are; one of them may be `rest`. A number in a zone per players counts for each player. Pieces that
        can be told apart start together in one zone, or each with its owner.
        """,
        bad="""
        pieces: {chips: {count: 9}}
        zones: {bank: {holds: chips, start: 5}, purse: {holds: chips, per: players, start: 3}}
        """,
        good="""
        pieces: {chips: {count: 9}}
        zones: {bank: {holds: chips, start: rest}, purse: {holds: chips, per: players, start: 3}}
        """,
    ),
    Code(
        "cases-incomplete",
        "a definition that is not defined for everything",
        """
        The cases of a definition cover all values of what stands under `by:`, or there is an `otherwise`. Cases with `when` always need `otherwise`.
        """,
        bad="""
        enums: {Suit: [clubs, hearts]}
        define: {worth: {of: {s: Suit}, by: s, cases: {clubs: 1}}}
        """,
        good="""
        enums: {Suit: [clubs, hearts]}
        define: {worth: {of: {s: Suit}, by: s, cases: {clubs: 1}, otherwise: 2}}
        """,
    ),
    Code(
        "case-twice",
        "two cases for one value",
        """
        The second of them is never reached. Put what both do into one.
        """,
        bad="define: {worth: {of: {n: 1..2}, by: n, cases: {1: 5, 2: 6, 3 - 1: 7}}}\n",
        good="define: {worth: {of: {n: 1..2}, by: n, cases: {1: 5, 2: 6}}}\n",
    ),
    Code(
        "table-incomplete",
        "a table without a row for every value",
        """
        A table has a row for each value of what it is declared `of`. A row may serve several: `24..26`, `..22`, `13..`; `otherwise` serves the rest.
        """,
        bad="tables: {fee: {of: 1..9, rows: {1..4: 1, 6..: 2}}}\n",
        good="tables: {fee: {of: 1..9, rows: {1..4: 1, 5..: 2}}}\n",
    ),
    Code(
        "row-width",
        "a row with too many or too few values",
        """
        With two domains a row is a list, with a value for each element of the second domain. More than two domains a table
        cannot have.
        """,
        bad="tables: {fee: {of: {level: 1..2, kind: 1..3}, rows: {1: [4, 5, 6], 2: [7, 8]}}}\n",
        good="tables: {fee: {of: {level: 1..2, kind: 1..3}, rows: {1: [4, 5, 6], 2: [7, 8, 9]}}}\n",
    ),
    Code(
        "row-outside",
        "a row for what the table is never asked",
        """
        The key of a row lies outside the domain that the table is declared `of`.
        """,
        bad="tables: {fee: {of: 1..3, rows: {1..3: 5, 7: 9}}}\n",
        good="tables: {fee: {of: 1..7, rows: {1..6: 5, 7: 9}}}\n",
    ),
    Code(
        "rows-overlap",
        "two rows for one value",
        """
        Each value has one row. Ranges of rows must not overlap; `otherwise` takes what no other row has.
        """,
        bad="tables: {fee: {of: 1..9, rows: {1..5: 1, 5..9: 2}}}\n",
        good="tables: {fee: {of: 1..9, rows: {1..5: 1, 6..9: 2}}}\n",
    ),
    Code(
        "seats-differ",
        "seats with names at tables of different sizes",
        """
        `seats:` names the players of a game for a fixed number, each of them once.
        """,
        bad="players: 2..3\nseats: [dark, light]\n",
        good="players: 2\nseats: [dark, light]\n",
    ),
    Code(
        "wrong-players",
        "a game is opened for a number of players that it is not for",
        """
        `players:` says how many can play.
        """,
    ),
    Code(
        "unknown-option",
        "an option is set that the rulebook does not have",
        """
        `--set` and `options=` name an option by its id. `rulewright show GAME` shows them all.
        """,
    ),
    Code(
        "fixed-option",
        "an option is set that is fixed",
        """
        A variant or house rule that says `fixed:` has taken the choice away.
        """,
    ),
    Code(
        "wrong-setting",
        "an option is set to a value that it cannot have",
        """
        The message says what it can be: a number in its range, `true` or `false`, or one of its values.
        """,
    ),
)
