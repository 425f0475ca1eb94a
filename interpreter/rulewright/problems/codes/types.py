"""Problems of types and ranges: what expressions are, and what is wanted where they stand."""

from __future__ import annotations

from rulewright.problems.codes.code import Code

TYPE_CODES = (
    Code(
        "wrong-type",
        "a value of another type than is needed",
        """
        Everything in a rulebook has a type: numbers, conditions (true or false), players, teams, members of enums, pieces and sets
        of these. The message says what is needed, and by whom. To count a zone write `.count`; to make a condition of a number
        compare it; to make a number of a condition write `1 if ... else 0`.
        """,
        bad="""
        variables: {pot: {type: 0..100}}
        define: {rich: pot and round > 3}
        """,
        good="""
        variables: {pot: {type: 0..100}}
        define: {rich: pot > 0 and round > 3}
        """,
    ),
    Code(
        "maybe-none",
        "a value is needed, and it may be none",
        """
        What is declared `or none`, the top of a zone that may be empty, or the first of what may not be there, may have no value.
        Say what counts then with `otherwise`, or test it before: to the right of `x != none and`, in later conditions, and in the
        effects of an action that has this condition, `x` has a value until something it reads is written.
        """,
        bad="""
        variables: {best: {type: 0..9 or none}}
        define: {double: best * 2}
        """,
        good="""
        variables: {best: {type: 0..9 or none}}
        define:
          double: (best otherwise 0) * 2
          good: best != none and best > 3
        """,
    ),
    Code(
        "branches-differ",
        "values of different types where one is chosen",
        """
        Both sides of `if ... else`, `otherwise` and a sum of domains, all cases of a definition, all rows of a table and all values of an
        attribute must be of one type, because what is worked out with them must be known to make sense.
        """,
        bad="define: {who: seat(1) if round > 3 else 0}\n",
        good="define: {who: seat(1) if round > 3 else none}\n",
    ),
    Code(
        "cannot-compare",
        "two things that are never equal, or that have no order",
        """
        `==` and `!=` need two values of one type. `<` and its like need an order: numbers, members of enums (in the order in
        which they are declared) and faces have one; players and pieces have none. Sets are not compared: ask `x in ...`, or compare counts.
        """,
        bad="phases: {turn: {actions: {stop: {when: {first: me < seat(2)}, do: [end_turn]}}}}\n",
        good="phases: {turn: {actions: {stop: {when: {first: me == seat(1)}, do: [end_turn]}}}}\n",
    ),
    Code(
        "unequal-to-none",
        "`!=` with what may be none",
        """
        `x != 3` is true when `x` is none, which is rarely meant. Say which of the two is meant: `x != none and x != 3`, or
        `not x == 3`.
        """,
        bad="""
        variables: {best: {type: 0..9 or none}}
        define: {other: best != 3}
        """,
        good="""
        variables: {best: {type: 0..9 or none}}
        define: {other: best != none and best != 3}
        """,
    ),
    Code(
        "never-none",
        "`otherwise` after what is never none",
        """
        The value behind `otherwise` is never used. Leave it out; or the value before it was meant to be optional: declare its
        type `or none`.
        """,
        bad="""
        variables: {pot: {type: 0..9}}
        define: {a: pot otherwise 3}
        """,
        good="""
        variables: {pot: {type: 0..9 or none}}
        define: {a: pot otherwise 3}
        """,
    ),
    Code(
        "empty-range",
        "a range with no number in it",
        """
        A range is written from the lower to the higher end, and holds both.
        """,
        bad="variables: {n: {type: 6..1}}\n",
        good="variables: {n: {type: 1..6}}\n",
    ),
    Code(
        "division-by-zero",
        "a division by zero",
        """
        `div` and `mod` by zero have no value. Where it is known before the game, it is a problem of the rulebook; where it happens
        while playing, a failure of the rule. `n > 0 and x div n > 1` guards it.
        """,
        bad="define: {a: 7 div 0}\n",
        good="define: {a: 7 div 2}\n",
    ),
    Code(
        "outside-range",
        "a value outside what was declared",
        """
        A range is a promise about what a variable, an option or an index can be, and this can never keep it. Widen the range, or keep
        the value inside with `min(...)` or `max(...)`.
        """,
        bad="variables: {pot: {type: 1..9, start: 0}}\n",
        good="variables: {pot: {type: 0..9, start: 0}}\n",
    ),
    Code(
        "not-constant",
        "something that must be known before the game is played",
        """
        Ranges, counts, sizes, starts, rows of tables, keys of cases and the number of a `seat(...)` are worked out when the rulebook is
        loaded. They may use numbers, options, `players.count`, enums, tables and definitions of these, but nothing that
        changes while the game is played.
        """,
        bad="""
        variables:
          pot: {type: 0..9}
          n: {type: 0..pot}
        """,
        good="""
        options: {most: {type: 1..99, default: 9}}
        variables:
          n: {type: 0..most}
        """,
    ),
    Code(
        "not-a-domain",
        "nothing that can be chosen from",
        """
        What stands in `type`, `per`, `of`, `choose` and behind `in` is a domain: a range `1..6`, `players`, `teams`, an enum, a kind of pieces,
        a zone, a sum of zones, `some of ZONE`, `1..3 of ZONE`, `bool`, and `D or none` for any of these but sets.
        """,
        bad="variables: {n: {type: 5}}\n",
        good="variables: {n: {type: 0..5}}\n",
    ),
    Code(
        "too-many",
        "more than anybody can wait for",
        """
        Up to 10,000 pieces of a kind and 50,000 of all, 1,000 faces, 100,000 values of a variable or table and 500,000 of all, and
        100,000 elements of a domain that is gone through. Beyond that a rulebook has nearly always a slip, such as `number` where a range was meant.
        """,
        bad="define: {a: count(n for n in number if n > 3)}\n",
        good="define: {a: count(n for n in 1..9 if n > 3)}\n",
    ),
    Code(
        "while-without-ray",
        "`while` where there is no ray",
        """
        `while` stops a ray over a board, or bounds a flood. To leave out elements write `if`.
        """,
        bad="define: {a: count(n for n in 1..9 while n < 4)}\n",
        good="define: {a: count(n for n in 1..9 if n < 4)}\n",
    ),
    Code(
        "not-an-index",
        "something that cannot index a variable or a table",
        """
        Players, teams, enums, ranges of at most 10,000 numbers, `bool` and kinds with `one_per` can be counted off, so that there is a value for
        each. Sets, numbers without a range, and pieces that look alike cannot.
        """,
        bad="variables: {seen: {per: number, type: bool}}\n",
        good="variables: {seen: {per: 1..9, type: bool}}\n",
    ),
)
