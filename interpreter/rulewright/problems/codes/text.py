"""Problems of single texts: expressions, effects, values."""

from __future__ import annotations

from rulewright.problems.codes.code import Code

TEXT_CODES = (
    Code(
        "syntax",
        "an expression that cannot be read",
        """
        Something in an expression stands where it cannot, is missing, or is written as another language would have it. Operators
        are words: `and`, `or`, `not`, `div`, `mod`; equality is `==`; a choice is `a if condition else b`.
        """,
        bad="define:\n  enough: round > 3 && true\n",
        good="define:\n  enough: round > 3 and true\n",
    ),
    Code(
        "mixed-and-or",
        "`and` and `or` side by side without parentheses",
        """
        Readers disagree about which of the two binds tighter, so the rulebook has to say it.
        """,
        bad="define:\n  late: round > 3 and players.count == 2 or round > 9\n",
        good="define:\n  late: (round > 3 and players.count == 2) or round > 9\n",
    ),
    Code(
        "chained-comparison",
        "two comparisons in one chain",
        """
        A comparison has two sides. Whether a number lies between two others is asked with `in`.
        """,
        bad="define:\n  middle: 1 < round < 5\n",
        good="define:\n  middle: round in 2..4\n",
    ),
    Code(
        "too-long",
        "an expression, or a chain of definitions, that is too long",
        """
        An expression has at most 10,000 characters and 100 parts one inside the other, and definitions cannot stand on
        hundreds of others, each on the next. Give parts of it names under `define:`.
        """,
    ),
    Code(
        "number-too-large",
        "a number that 32 bits cannot hold",
        """
        Numbers go from -2,147,483,647 to 2,147,483,647. A calculation that leaves this range while the game is played
        is a failure of the rule, never a wrong number.
        """,
        bad="define:\n  lots: 3000000000\n",
        good="define:\n  lots: 2000000000\n",
    ),
    Code(
        "escaped-expression",
        "an expression inside quotes that change its characters",
        r"""
        Places in an expression are found in the file as it is written, so escapes such as `\n` or a doubled quote cannot stand in
        it. Leave the quotes out, or write the expression as a block under `|`.
        """,
        bad='define:\n  late: "round\\u0020> 3"\n',
        good="define:\n  late: round > 3\n",
    ),
    Code(
        "effect-shape",
        "an effect that does not say what it needs",
        """
        An effect is one verb with its prepositions, `{move: die, to: rack}`, or a word by itself: `end_turn`, `extra_turn`, a step.
        Each stands in an entry of its own in the list.
        """,
        bad="phases: {turn: {actions: {go_on: {do: [me.roll]}}}}\n",
        good="""
        pieces: {dice: {count: 2, faces: 1..6}}
        zones: {tray: {holds: dice, start: all}, rack: {holds: dice}}
        phases: {turn: {actions: {keep: {choose: {die: tray}, do: [{move: die, to: rack}]}}}}
        """,
    ),
    Code(
        "wrong-value",
        "a value that a key cannot have",
        """
        Some keys take one of a few words, or a whole number. The message lists what can stand there.
        """,
    ),
)
