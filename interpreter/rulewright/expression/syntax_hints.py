"""Explains in an author's words why a text does not parse: habits from other languages, and plain oversights.

    score = 3        ->      `=` compares nothing; write `==`

Lark finds the first word that does not fit and the words that would be allowed there; this module looks at the words around
that place.  It never decides whether a text is right, only how to describe one that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rulewright.expression import everyday, messages
from rulewright.expression.habits import habit, table
from rulewright.expression.syntax_error import (
    Mistake,
    is_value,
    open_parentheses,
    same_level,
    unfinished_if,
    words_of,
)
from rulewright.expression.words import RESERVED
from rulewright.problems.fix import respelled
from rulewright.problems.nearest import nearest, surely
from rulewright.problems.problem import Problem
from rulewright.source.dataclass import replace
from rulewright.source.text import Span

_COMPARISONS: Final = frozenset(["==", "!=", "<=", ">=", "<", ">", "in"])
_SEPARATORS: Final = frozenset(["and", "or", "if", "else", "for", "while", ",", "not"])

_LISTS: Final = {"[": "]", "{": "}", "(": ")"}
_WINS: Final = re.compile(r"\bwins:\s*[\"']?$")


def explain(span: Span, start: str, place: int, expected: frozenset[str]) -> Problem:
    """The problem of a text whose word at the offset `place` of its source does not fit."""
    words = tuple(words_of(span))
    at = next((index for index, word in enumerate(words) if word.end > place), len(words))
    mistake = Mistake(words, at, start, expected)
    if at == len(words):
        return _ends(mistake, span)
    for look in _LOOKS:
        problem = look(mistake)
        if problem is not None:
            return messages.with_bracket(problem, *_unbalanced(mistake))
    help_ = _result(mistake) or table()["forms"].get(start, "")
    problem = _misspelled_result(mistake) or messages.not_expected(mistake.span, mistake.wanted, help_)
    return messages.with_bracket(problem, *_unbalanced(mistake))


def _ends(mistake: Mistake, span: Span) -> Problem:
    opened = open_parentheses(mistake)
    if not mistake.words:
        return messages.nothing_written(span, mistake.wanted)
    if opened:
        return messages.unclosed(opened[-1], mistake.words[-1])
    help_ = everyday.without_else(mistake.words) if mistake.wanted == "`else`" else ""
    return messages.ends_too_early(mistake.words[-1], mistake.wanted, help_)


def _unbalanced(mistake: Mistake) -> tuple[Span | None, str]:
    """The parenthesis that may be one too many, if a text opens more than it closes or closes more than it opens."""
    signs = [word.text for word in mistake.words]
    surplus = signs.count("(") - signs.count(")")
    opened = open_parentheses(mistake)
    if surplus > 0 and opened:
        return opened[-1], "this parenthesis is still open"
    if surplus < 0 and not opened:
        closed = next((word for word in reversed(mistake.words[: mistake.at]) if word.text == ")"), None)
        return closed, "all parentheses are closed here already"
    return None, ""


def _mixed(mistake: Mistake) -> Problem | None:
    if mistake.text() not in ("and", "or"):
        return None
    other = "or" if mistake.text() == "and" else "and"
    for word in same_level(mistake):
        if word.text == other:
            return messages.mixed_and_or(mistake.span, word)
        if word.text in ("if", "else", "for", "while", ","):
            return None
    return None


def _possessive(mistake: Mistake) -> Problem | None:
    """`rack's count`."""
    if (
        mistake.text() == "'"
        and mistake.text(1) == "s"
        and mistake.words[mistake.at + 1].start == mistake.span.end
    ):
        whole = mistake.span.to(mistake.words[mistake.at + 1])
        owner, owned = mistake.text(-1), mistake.text(2)
        named = "me" if owner == "player" or not is_value(owner) else owner
        said = f"{named}.{owned}" if is_value(owned) else f"{named}.score"
        return messages.slip(whole, "`'s` is not part of the language", f"write a dot: `{said}`")
    return None


def _doubled_sign(mistake: Mistake) -> Problem | None:
    """`>>` and `<<`."""
    sign = mistake.text()
    if (
        sign not in ("<", ">")
        or mistake.text(-1) != sign
        or mistake.words[mistake.at - 1].end != mistake.span.start
    ):
        return None
    whole = mistake.words[mistake.at - 1].to(mistake.span)
    return messages.slip(whole, f"`{sign}{sign}` is not part of the language", f"write `{sign}` to compare")


def _chained(mistake: Mistake) -> Problem | None:
    if mistake.text() not in _COMPARISONS:
        return None
    for word in same_level(mistake):
        if word.text in _COMPARISONS:
            return messages.chained_comparison(mistake.span, word)
        if word.text in _SEPARATORS:
            return None
    return None


def _joined_digits(mistake: Mistake) -> Problem | None:
    """`1_000` and `2x`: letters right after digits."""
    span = mistake.span
    if not mistake.text().isdigit() or mistake.at + 1 == len(mistake.words):
        return None
    behind = mistake.words[mistake.at + 1]
    if behind.start != span.end or not (behind.text[0].isalpha() or behind.text[0] == "_"):
        return None
    whole = span.to(behind)
    if behind.text.startswith("_"):
        return messages.slip(whole, "a number has only digits", f"write `{whole.text.replace('_', '')}`")
    return messages.slip(whole, "a name does not begin with a digit", "write `*` between a number and a name")


def _no_attribute(mistake: Mistake) -> Problem | None:
    """`d.rank. for d in hand`."""
    if mistake.text(-1) != "." or mistake.words[mistake.at - 1].end == mistake.span.start:
        return None
    dot = mistake.words[mistake.at - 1]
    return messages.slip(
        dot, "a name is missing after this dot", "write what is asked of it, or take the dot away"
    )


def _list_of_values(mistake: Mistake) -> Problem | None:
    """`way in [north, east]`."""
    opening = next((n for n in (0, -2) if mistake.text(n) in _LISTS and mistake.text(n - 1) == "in"), None)
    if opening is None or (mistake.text(opening) == "(") != (opening == -2 and mistake.text() == ","):
        return None
    closing = _LISTS[mistake.text(opening)]
    behind = [word.text for word in mistake.words[mistake.at + opening + 1 :]]
    listed = behind[: behind.index(closing)] if closing in behind else []
    values, asked = listed[::2], mistake.text(opening - 2)
    plain = is_value(asked) and mistake.text(opening - 3) not in (".", ")") and 0 < len(values) <= 3
    if plain and set(listed[1::2]) <= {","} and all(is_value(value) for value in values):
        help_ = "write " + "`" + " or ".join(f"{asked} == {value}" for value in values) + "`"
    else:
        help_ = "compare with each, `x == 1 or x == 2`; a range is `1..6`"
    return messages.slip(mistake.span, "there are no lists of values", help_)


def _habit(mistake: Mistake) -> Problem | None:
    known = table()["signs"].get(mistake.text())
    return messages.slip(mistake.span, *known[:2]) if known is not None else None


def _parentheses(mistake: Mistake) -> Problem | None:
    opened = open_parentheses(mistake)
    match mistake.text():
        case ")" if not opened:
            return messages.never_opened(mistake.span)
        case ")" if mistake.text(-1) == "(":
            both = mistake.words[mistake.at - 1].to(mistake.span)
            return messages.slip(
                both, "these parentheses are empty", "a name without arguments has no parentheses"
            )
        case "," if not opened:
            help = _as_list(mistake) or "commas separate the arguments of a call: `max(a, b)`"
            return messages.slip(mistake.span, "this comma is inside no call", help)
        case "for":
            closing = mistake.words[mistake.at - 1] if mistake.text(-1) == ")" else None
            return messages.stray_for(mistake.span, closing)
        case _:
            return None


def _as_list(mistake: Mistake) -> str:
    """`result: highest score, then lowest turns`, as a list."""
    if mistake.start != "outcome":
        return ""
    parts = re.split(r",\s*(?:and\s+)?(?:then\s+)?", mistake.words[0].to(mistake.words[-1]).text)
    if not all(re.match(r"(highest|lowest)\s+\S", part) for part in parts):
        return ""
    return f"write a list, in which the next one decides between equals: `[{', '.join(parts)}]`"


def _misspelled_result(mistake: Mistake) -> Problem | None:
    """`highst score` and `darw`."""
    if mistake.start != "outcome" or mistake.at != 0:
        return None
    words = ("highest", "lowest") if len(mistake.words) > 1 else ("draw", "lost")
    meant = nearest(mistake.text(), words)
    if meant is None or (len(mistake.words) == 1 and surely(mistake.text(), words) is None):
        return None
    problem = messages.not_expected(mistake.span, mistake.wanted, f"did you mean `{meant}`?")
    return replace(problem, fix=respelled(mistake.span, words))


def _result(mistake: Mistake) -> str:
    """`score`, `max(score)`, `me wins` and `tie`, where a result should be."""
    text = " ".join(word.text for word in mistake.words) if mistake.start == "outcome" else ""
    most = re.fullmatch(r"(?:(max|most|min|least|maximum|minimum) )?\(? ?(\w+)(?: \))?", text)
    winner = re.fullmatch(r"(me|p|\w+ wins?)(?: wins?)?", text)
    if text in ("tie", "tied", "stalemate", "nobody", "even"):
        return "write `draw`"
    if winner is not None:
        return f"write `{{wins: {winner[1].split()[0]}}}`"
    if most is not None and most[1]:
        return f"write `{'lowest' if most[1] in ('min', 'least', 'minimum') else 'highest'} {most[2]}`"
    return f"write `highest {text}` or `lowest {text}`" if most is not None else ""


def _otherwise_in_a_place(mistake: Mistake) -> Problem | None:
    """`to: step(at, way) otherwise home`."""
    if mistake.text() != "otherwise" or mistake.start not in ("place", "moved", "domain"):
        return None
    whole = " ".join(mistake.words[0].to(mistake.words[-1]).text.split())
    help_ = f"put parentheses around it all: `({whole})`"
    return messages.slip(mistake.span, "`otherwise` is not allowed here without parentheses", help_)


def _result_as_value(mistake: Mistake) -> Problem | None:
    """`wins: lowest score`, and `highest score` in an expression."""
    if mistake.start != "expr" or mistake.at != 1 or mistake.text(-1) not in ("highest", "lowest"):
        return None
    first, last = mistake.words[0], mistake.words[-1]
    whole, place = first.to(last), mistake.span.to(last).text
    if _WINS.search(whole.source.text[: whole.start]):
        help_ = f"leave `wins` out: `{whole.text}` is a whole result, in the place of {{wins: PLAYER}}"
        return messages.slip(whole, "`wins` names players", help_)
    many = "max" if first.text == "highest" else "min"
    return messages.slip(
        whole, f"`{first.text}` is a result, and no value", f"write `{many}(p.{place} for p in players)`"
    )


def _without_else(mistake: Mistake) -> Problem | None:
    unfinished = unfinished_if(mistake)
    if "ELSE" not in mistake.expected or unfinished is None or mistake.text() not in (")", ","):
        return None
    help_ = _filtered(mistake, unfinished) or "write `a if condition else b`"
    return messages.slip(unfinished, "this `if` has no `else`", help_)


def _filtered(mistake: Mistake, unfinished: Span) -> str:
    """`any(p in players if p.out)`: help to write the condition first, and `for` before the domain."""
    opened = open_parentheses(mistake)
    if not opened:
        return ""
    before = [word for word in mistake.words if word.end <= opened[-1].start]
    inside = [word for word in mistake.words[: mistake.at] if word.start > opened[-1].start]
    at = inside.index(unfinished)
    function = before[-1].text if before else ""
    if function not in ("any", "all", "count", "first", "only"):
        return ""
    if at < 3 or inside[1].text != "in":
        domain = inside[0].to(inside[at - 1]).text if at else "DOMAIN"
        return (
            f"say what it goes through: `{function}(x for x in {domain} if CONDITION)`"
            if function not in ("any", "all")
            else ""
        )
    name, domain = inside[0].text, inside[2].to(inside[at - 1]).text
    asked = inside[at + 1].to(inside[-1]).text
    if function in ("any", "all"):
        return f"write `{function}({asked} for {name} in {domain})`"
    return f"write `{function}({name} for {name} in {domain} if {asked})`"


def _capital_word(mistake: Mistake) -> Problem | None:
    for offset in (0, -1):
        text = mistake.text(offset)
        if text.lower() in RESERVED and text != text.lower():
            word = mistake.words[mistake.at + offset]
            return messages.slip(word, f"`{text}` is not part of the language", f"write `{text.lower()}`")
    return None


def _before(mistake: Mistake) -> Problem | None:
    """Problems of the word before the one that does not fit, such as `is` in `x is y`."""
    if mistake.text(-1) == "is":
        word = mistake.words[mistake.at - 1]
        return messages.slip(word, *table()["signs"]["is"])
    return None


def _out_of_place(mistake: Mistake) -> Problem | None:
    text, before = mistake.text(), mistake.text(-1)
    if text == "in":
        help_ = "write only the part after it, such as `tray` or `1..6`"
        return messages.slip(mistake.span, "`in` is not allowed here", help_)
    if text in RESERVED:
        return messages.reserved_word(mistake.span, mistake.wanted)
    if is_value(text) and is_value(before) and before not in RESERVED:
        help_ = (
            "a number with a kind is only for pieces that are moved, placed or removed"
            if before.isdigit()
            else ""
        )
        return messages.side_by_side(mistake.words[mistake.at - 1], mistake.span, help_)
    return None


_LOOKS: Final[tuple[Callable[[Mistake], Problem | None], ...]] = (
    everyday.split_sign,
    everyday.number_with_dot,
    _no_attribute,
    everyday.how_many,
    everyday.between,
    everyday.denial,
    habit("asked_of_a_set"),
    everyday.said_of_players,
    everyday.gathered,
    everyday.nameless_function,
    habit("half_compared"),
    everyday.instead_of_if,
    habit("question"),
    everyday.quantity,
    everyday.phrase,
    habit("quantifier"),
    habit("possessive"),
    habit("missing_dot"),
    everyday.whose_in_words,
    habit("condition_first"),
    _result_as_value,
    _otherwise_in_a_place,
    habit("moved"),
    _mixed,
    _possessive,
    _doubled_sign,
    _chained,
    habit("negation"),
    habit("fraction"),
    _joined_digits,
    _list_of_values,
    _habit,
    _before,
    _parentheses,
    _without_else,
    _capital_word,
    _out_of_place,
)
