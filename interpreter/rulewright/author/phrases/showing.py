"""Phrases for what several pieces show together: how many are alike or different, how many numbers follow each other, their sum.

distinct(dice.face) == 5      ->      all dice are different          (of 5 dice)
most_alike(dice.face) >= 3    ->      at least 3 of the dice show the same
longest_run(dice.face) >= 4   ->      the dice show at least 4 consecutive numbers
"""

from __future__ import annotations

from rulewright.author.phrases.domains import Domains
from rulewright.author.phrases.vocabulary import COMPARED, written
from rulewright.expression import nodes as syntax
from rulewright.expression.to_text import to_text

_AMOUNTS = {
    "distinct": "how many different {values} {the} show",
    "most_alike": "how many of {the} show the same",
    "longest_run": "how many consecutive numbers {the} show",
    "sum": "the sum of {all}",
}
_COMPARED = {
    "distinct": "{the} show {amount} different {values}",
    "most_alike": "{amount} of {the} show the same",
    "longest_run": "{the} show {amount} consecutive numbers",
}
_ALL = {
    "distinct": "{all} are {every}different",
    "most_alike": "{all} {every}show the same",
    "longest_run": "{all} {every}show consecutive numbers",
}
"""The words if the amount is the number of pieces."""


def amount(phrases: Domains, node: syntax.Call) -> str:
    """The words for a call of `distinct`, `most_alike`, `longest_run` or `sum` on what pieces show; empty for other calls."""
    name, shown = written(node.function), _shown(phrases, node)
    if shown is None or name not in _AMOUNTS:
        return ""
    return _AMOUNTS[name].format(**_said(phrases, shown))


def compared(
    phrases: Domains, sign: syntax.ComparisonSign, left: syntax.Expression, right: syntax.Expression
) -> str:
    """The words for a comparison of such a call; empty for other comparisons."""
    if not isinstance(left, syntax.Call) or (shown := _shown(phrases, left)) is None:
        return ""
    name = written(left.function)
    if name not in _COMPARED:
        return ""
    said, number = _said(phrases, shown), phrases.phrase(right)
    phrases.words.ledger.covers(right)
    if sign in ("==", ">=") and _is_all(phrases, shown, right):
        return _ALL[name].format(**said)
    if name == "distinct" and sign == "==" and number == "1":
        return _ALL["most_alike"].format(**said)
    many = f"{'exactly ' if sign == '==' else 'not exactly ' if sign == '!=' else COMPARED[sign]}{number}"
    return _COMPARED[name].format(amount=many, **said)


# ----------------------------------------------------------------------------------------------------- private


def _shown(phrases: Domains, node: syntax.Call) -> syntax.Expression | None:
    """The pieces of which a call looks at the faces, if it is a kind or a zone with several; else None."""
    match node.arguments:
        case (syntax.Attribute(of=of, name="face"),):
            kind = phrases.kind_of(of)
            return of if kind is not None and not phrases.words.single(kind) else None
    return None


def _said(phrases: Domains, pieces: syntax.Expression) -> dict[str, str]:
    whole, kind = phrases.pieces(pieces), phrases.kind_of(pieces) or ""
    layout = phrases.words.program.layout.kinds.get(kind)
    numbered = layout is not None and layout.face_low is not None
    is_kind = whole.startswith("all ")
    return {
        "all": whole,
        "every": "" if is_kind else "all ",
        "the": f"the {whole.removeprefix('all ')}" if is_kind else whole,
        "values": "numbers" if numbered else "faces",
    }


def _is_all(phrases: Domains, pieces: syntax.Expression, amount: syntax.Expression) -> bool:
    """Whether an amount is the number of these pieces: `dice.count`, or 5 of five dice."""
    if isinstance(amount, syntax.Attribute) and amount.name == "count":
        return to_text(amount.of) == to_text(pieces)
    layout = phrases.words.program.layout.kinds.get(written(pieces))
    found = phrases.words.constant(amount)
    return layout is not None and found is not None and found[0].value == layout.pieces
