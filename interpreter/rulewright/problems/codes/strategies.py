"""Problems of strategies."""

from __future__ import annotations

from rulewright.problems.codes.code import Code

_PIG = """
        pieces: {die: {count: 1, faces: 1..6}}
        zones: {tray: {holds: die, start: all}}
        variables: {pot: {type: 0..99}}
        phases:
          turn:
            actions:
              hold:
                let: {gain: pot + 1}
                when: {worth_it: gain > 1}
                do: [{set: pot, to: 0}, end_turn]
              roll: {do: [{roll: tray}, {set: pot, to: "min(pot + tray.face, 99)"}]}
"""

STRATEGY_CODES = (
    Code(
        "let-of-the-action",
        "a preference uses what its action lets",
        """
        What an action names under `let` is for the action itself: for its `when`, its `do`, and what comes `after:` it. A strategy sees what the
        action chooses, and what everybody can name. Write the value out, or give it a name under `define`.
        """,
        bad=_PIG
        + """
        strategies: {careful: {prefer: {hold: gain >= 20}}}
        """,
        good=_PIG
        + """
        strategies: {careful: {prefer: {hold: pot + 1 >= 20}}}
        """,
    ),
)
