"""Why a text does not parse, in an author's words: habits from other languages, and plain oversights.

    score = 3        ->      `=` compares nothing; write `==`

Lark says where a text stops making sense and what could stand there; this module looks at the words around
that place.  It never decides whether a text is right, only how to speak of one that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rulewright.expression import messages
from rulewright.expression.words import RESERVED
from rulewright.problems.fix import respelled
from rulewright.problems.nearest import nearest, surely
from rulewright.problems.problem import Problem
from rulewright.source.text import Span

WORD: Final = re.compile(
    r"#[^\n]*|[A-Za-z_][A-Za-z_0-9]*|[0-9]+|\.\.|[=!<>]=+|[=-]>|<>|&&|\|\||//|\*\*|[-+*/:]=|[^ \t\r\n]"
)
_COMPARISONS: Final = frozenset(["==", "!=", "<=", ">=", "<", ">", "in"])
_SEPARATORS: Final = frozenset(["and", "or", "if", "else", "for", "while", ",", "not"])
_WRITTEN_SO: Final = {
    "=": ("`=` compares nothing", "write `==` to compare"),
    "===": ("there is no `===`", "write `==`"),
    "!==": ("there is no `!==`", "write `!=`"),
    "->": ("there is no `->`", "write a dot: `me.score`"),
    "=>": ("there is no `=>`", "write `>=`"),
    "<>": ("there is no `<>`", "write `!=`"),
    "&&": ("there is no `&&`", "write `and`"),
    "&": ("there is no `&`", "write `and`"),
    "||": ("there is no `||`", "write `or`"),
    "|": ("there is no `|`", "write `or`"),
    "!": ("there is no `!`", "write `not`"),
    "/": ("there is no `/`", "write `div`; a remainder is `mod`"),
    "//": ("there is no `//`", "write `div`"),
    "%": ("there is no `%`", "write `mod`"),
    "**": ("there is no `**`", "write a product, or a table under `tables`"),
    "^": ("there is no `^`", "write a product, or a table under `tables`"),
    "?": ("there is no `?`", "write `a if condition else b`; a value for none is `x otherwise 0`"),
    ":": ("there is no `:`", "write `a if condition else b`"),
    "[": ("there are no square brackets", "write a dot or parentheses: `me.score`, `hi(total)`"),
    "]": ("there are no square brackets", "write a dot or parentheses: `me.score`, `hi(total)`"),
    "{": ("there are no braces", "write parentheses; values are listed with `or`: `x == 1 or x == 2`"),
    "}": ("there are no braces", "write parentheses; values are listed with `or`: `x == 1 or x == 2`"),
    '"': ("there are no quoted words", "write a name without quotes"),
    "'": ("there are no quoted words", "write a name without quotes"),
    "“": ("there are no quoted words", "write a name without quotes"),
    "≤": ("there is no `≤`", "write `<=`"),
    "≥": ("there is no `≥`", "write `>=`"),
    "≠": ("there is no `≠`", "write `!=`"),
    "×": ("there is no `×`", "write `*`"),
    "−": ("this is not the minus of the keyboard", "write `-`"),
    "–": ("this is a dash", "write `-` for minus, `..` for a range"),
    "…": ("this is one character", "write a range with two dots: `1..6`"),
    ":=": ("nothing is set inside an expression", "write the effect `{set: x, to: e}`"),
    "+=": ("nothing is set inside an expression", "write the effect `{add: e, to: x}`"),
    "-=": ("nothing is set inside an expression", "write the effect `{set: x, to: x - e}`"),
    "is": ("there is no `is`", "write `==`"),
}
_WANTED: Final = {"HIGHEST": "a result", "NONE": "`none`", "NAME": "a name"}
_FORMS: Final = {
    "domain": "here stands `players`, an enum, `1..6`, a zone, `some of ZONE`; `or none` may follow",
    "clause": "here stands `x in DOMAIN`, and then maybe `while` or `if` with a condition",
    "moved": "here stands a piece, `all ZONE`, or a number and a kind such as `6 cards`",
    "place": "here stands a place such as `me.score` or `discard`",
    "row": "a row begins with a value, `24..26`, `..22`, `13..` or `otherwise`",
    "outcome": "a result is `highest PLACE`, `lowest PLACE`, `draw`, `lost` or {wins: PLAYER}",
    "shown": "between < and > stand names, dots, calls, + - and *",
}

_ONLY_SOME: Final = "to move those for which something holds, go through them: `{for: x in ZONE if CONDITION, do: [{move: x, to: ...}]}`"


@dataclass(frozen=True, slots=True)
class _Mistake:
    """The words of a text, which of them does not fit (their number if it just ends), what would."""

    words: tuple[Span, ...]
    at: int
    start: str
    expected: frozenset[str]

    def text(self, offset: int = 0) -> str:
        """The word that many places away from the mistake; empty beyond the ends."""
        index = self.at + offset
        return self.words[index].text if 0 <= index < len(self.words) else ""

    @property
    def span(self) -> Span:
        return self.words[self.at]

    @property
    def wanted(self) -> str:
        """What could stand there instead, in an author's words."""
        if "INT" in self.expected:
            return "a value (a name, a number or a parenthesis)"
        for terminal, words in _WANTED.items():
            if terminal in self.expected:
                return words
        if self.expected == {"IN"}:
            return "`in`"
        if "ELSE" in self.expected and _unfinished_if(self):
            return "`else`"
        return "an operator" if self.expected - {"$END"} else "the end"


def explain(span: Span, start: str, place: int, expected: frozenset[str]) -> Problem:
    """The problem of a text that stops making sense at the offset `place` of its source."""
    words = tuple(_words(span))
    at = next((index for index, word in enumerate(words) if word.end > place), len(words))
    mistake = _Mistake(words, at, start, expected)
    if at == len(words):
        return _ends(mistake, span)
    for look in _LOOKS:
        problem = look(mistake)
        if problem is not None:
            return messages.with_bracket(problem, *_unbalanced(mistake))
    help_ = _result(mistake) or _FORMS.get(start, "")
    problem = _misspelled_result(mistake) or messages.not_expected(mistake.span, mistake.wanted, help_)
    return messages.with_bracket(problem, *_unbalanced(mistake))


def _words(span: Span) -> list[Span]:
    found = WORD.finditer(span.source.text, span.start, span.end)
    return [Span(span.source, m.start(), m.end()) for m in found if not m.group().startswith("#")]


def _ends(mistake: _Mistake, span: Span) -> Problem:
    opened = _open_parentheses(mistake)
    if not mistake.words:
        return messages.nothing_written(span, mistake.wanted)
    if opened:
        return messages.unclosed(opened[-1], mistake.words[-1])
    return messages.ends_too_early(mistake.words[-1], mistake.wanted)


def _open_parentheses(mistake: _Mistake) -> list[Span]:
    opened: list[Span] = []
    for word in mistake.words[: mistake.at]:
        if word.text == "(":
            opened.append(word)
        elif word.text == ")" and opened:
            opened.pop()
    return opened


def _unbalanced(mistake: _Mistake) -> tuple[Span | None, str]:
    """The parenthesis that may be one too many, if a text opens more than it closes, or closes more."""
    signs = [word.text for word in mistake.words]
    surplus = signs.count("(") - signs.count(")")
    opened = _open_parentheses(mistake)
    if surplus > 0 and opened:
        return opened[-1], "this parenthesis is still open"
    if surplus < 0 and not opened:
        closed = next((word for word in reversed(mistake.words[: mistake.at]) if word.text == ")"), None)
        return closed, "all parentheses are closed here already"
    return None, ""


def _same_level(mistake: _Mistake) -> list[Span]:
    """The words before the mistake, nearest first, that stand in the same parentheses as it."""
    depth, found = 0, []
    for word in reversed(mistake.words[: mistake.at]):
        if word.text == ")":
            depth += 1
        elif word.text == "(":
            depth -= 1
            if depth < 0:
                break
        elif depth == 0:
            found.append(word)
    return found


def _mixed(mistake: _Mistake) -> Problem | None:
    if mistake.text() not in ("and", "or"):
        return None
    other = "or" if mistake.text() == "and" else "and"
    for word in _same_level(mistake):
        if word.text == other:
            return messages.mixed_and_or(mistake.span, word)
        if word.text in ("if", "else", "for", "while", ","):
            return None
    return None


def _possessive(mistake: _Mistake) -> Problem | None:
    """`rack's count`."""
    if (
        mistake.text() == "'"
        and mistake.text(1) == "s"
        and mistake.words[mistake.at + 1].start == mistake.span.end
    ):
        whole = mistake.span.to(mistake.words[mistake.at + 1])
        return messages.slip(whole, "there is no `'s`", "the dot says it: `me.score`")
    return None


def _doubled_sign(mistake: _Mistake) -> Problem | None:
    """`>>` and `<<`."""
    sign = mistake.text()
    if (
        sign not in ("<", ">")
        or mistake.text(-1) != sign
        or mistake.words[mistake.at - 1].end != mistake.span.start
    ):
        return None
    whole = mistake.words[mistake.at - 1].to(mistake.span)
    return messages.slip(whole, f"there is no `{sign}{sign}`", f"write `{sign}` to compare")


def _chained(mistake: _Mistake) -> Problem | None:
    if mistake.text() not in _COMPARISONS:
        return None
    for word in _same_level(mistake):
        if word.text in _COMPARISONS:
            return messages.chained_comparison(mistake.span, word)
        if word.text in _SEPARATORS:
            return None
    return None


def _not_in(mistake: _Mistake) -> Problem | None:
    if mistake.text() == "not" and mistake.text(1) == "in":
        both = mistake.span.to(mistake.words[mistake.at + 1])
        return messages.slip(both, "there is no `not in`", "write `not x in y`")
    if mistake.text() == "not" and mistake.text(-1) == "is":
        return messages.slip(mistake.span, "there is no `is not`", "write `!=`")
    if mistake.text() == "not":
        return messages.slip(mistake.span, "`not` cannot stand behind this", "write `(not x)`")
    return None


def _fraction(mistake: _Mistake) -> Problem | None:
    if mistake.text().isdigit() and mistake.text(-1) == "." and mistake.text(-2).isdigit():
        whole = mistake.words[mistake.at - 2].to(mistake.span)
        return messages.slip(whole, "numbers are whole", "write a whole number; a range is `1..6`")
    if mistake.text() == "." and mistake.text(-1) == "..":
        return messages.slip(mistake.span, "a range has two dots", "write `1..6`")
    return None


def _joined_digits(mistake: _Mistake) -> Problem | None:
    """`1_000` and `2x`: letters right behind digits."""
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


def _list_of_values(mistake: _Mistake) -> Problem | None:
    """`way in [north, east]`."""
    if mistake.text(-1) != "in" or mistake.text() not in ("[", "{"):
        return None
    closing = {"[": "]", "{": "}"}[mistake.text()]
    behind = [word.text for word in mistake.words[mistake.at + 1 :]]
    listed = behind[: behind.index(closing)] if closing in behind else []
    values, asked = listed[::2], mistake.text(-2)
    plain = _is_value(asked) and mistake.text(-3) not in (".", ")") and 0 < len(values) <= 3
    if plain and set(listed[1::2]) <= {","} and all(_is_value(value) for value in values):
        help_ = "write " + "`" + " or ".join(f"{asked} == {value}" for value in values) + "`"
    else:
        help_ = "compare with each, `x == 1 or x == 2`; a range is `1..6`"
    return messages.slip(mistake.span, "there are no lists of values", help_)


def _habit(mistake: _Mistake) -> Problem | None:
    if mistake.text() not in _WRITTEN_SO:
        return None
    message, help = _WRITTEN_SO[mistake.text()]
    return messages.slip(mistake.span, message, help)


def _parentheses(mistake: _Mistake) -> Problem | None:
    opened = _open_parentheses(mistake)
    match mistake.text():
        case ")" if not opened:
            return messages.never_opened(mistake.span)
        case ")" if mistake.text(-1) == "(":
            both = mistake.words[mistake.at - 1].to(mistake.span)
            return messages.slip(both, "these parentheses are empty", "a name without arguments stands alone")
        case "," if not opened:
            help = _as_list(mistake) or "commas separate the arguments of a call: `max(a, b)`"
            return messages.slip(mistake.span, "this comma is inside no call", help)
        case "for":
            closing = mistake.words[mistake.at - 1] if mistake.text(-1) == ")" else None
            return messages.stray_for(mistake.span, closing)
        case _:
            return None


def _as_list(mistake: _Mistake) -> str:
    """`result: highest score, then lowest turns`, as a list."""
    if mistake.start != "outcome":
        return ""
    parts = re.split(r",\s*(?:and\s+)?(?:then\s+)?", mistake.words[0].to(mistake.words[-1]).text)
    if not all(re.match(r"(highest|lowest)\s+\S", part) for part in parts):
        return ""
    return f"write a list, in which the next one decides between equals: `[{', '.join(parts)}]`"


def _misspelled_result(mistake: _Mistake) -> Problem | None:
    """`highst score` and `darw`."""
    if mistake.start != "outcome" or mistake.at != 0:
        return None
    words = ("highest", "lowest") if len(mistake.words) > 1 else ("draw", "lost")
    meant = nearest(mistake.text(), words)
    if meant is None or (len(mistake.words) == 1 and surely(mistake.text(), words) is None):
        return None
    problem = messages.not_expected(mistake.span, mistake.wanted, f"did you mean `{meant}`?")
    return replace(problem, fix=respelled(mistake.span, words))


def _result(mistake: _Mistake) -> str:
    """`score`, `max(score)`, `me wins` and `tie`, where a result should stand."""
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


def _moved(mistake: _Mistake) -> Problem | None:
    """`move: 2 of cup`, as choices are written, and `move: all cup if ...`."""
    if mistake.start != "moved" or mistake.text() not in ("of", "if"):
        return None
    if mistake.text() == "of" and mistake.text(-1).isdigit():
        zone = mistake.text(1) or "ZONE"
        help_ = f"the kind of the pieces stands behind a number, such as `{{move: {mistake.text(-1)} dice, from: {zone}, to: ...}}`"
        if any(word.text == "if" for word in mistake.words):
            help_ = _ONLY_SOME
        return messages.slip(mistake.span, "nothing is chosen here, so `of` cannot stand here", help_)
    if mistake.text() == "if":
        return messages.slip(mistake.span, "a move asks no condition, so `if` cannot stand here", _ONLY_SOME)
    return None


def _without_else(mistake: _Mistake) -> Problem | None:
    unfinished = _unfinished_if(mistake)
    if "ELSE" not in mistake.expected or unfinished is None or mistake.text() not in (")", ","):
        return None
    help_ = _filtered(mistake, unfinished) or "write `a if condition else b`"
    return messages.slip(unfinished, "this `if` has no `else`", help_)


def _filtered(mistake: _Mistake, unfinished: Span) -> str:
    """`any(p in players if p.out)`: what is asked comes first, and `for` before what is gone through."""
    opened = _open_parentheses(mistake)
    if not opened:
        return ""
    before = [word for word in mistake.words if word.end <= opened[-1].start]
    inside = [word for word in mistake.words[: mistake.at] if word.start > opened[-1].start]
    at = inside.index(unfinished)
    function = before[-1].text if before else ""
    if function not in ("any", "all", "count", "first", "only") or at < 3 or inside[1].text != "in":
        return ""
    name, domain = inside[0].text, inside[2].to(inside[at - 1]).text
    asked = inside[at + 1].to(inside[-1]).text
    if function in ("any", "all"):
        return f"write `{function}({asked} for {name} in {domain})`"
    return f"write `{function}({name} for {name} in {domain} if {asked})`"


def _unfinished_if(mistake: _Mistake) -> Span | None:
    """The `if` in the same parentheses before the mistake that has no `else` yet and is no filter."""
    for word in _same_level(mistake):
        if word.text in ("else", "for", ","):
            return None
        if word.text == "if":
            return word
    return None


def _capital_word(mistake: _Mistake) -> Problem | None:
    for offset in (0, -1):
        text = mistake.text(offset)
        if text.lower() in RESERVED and text != text.lower():
            word = mistake.words[mistake.at + offset]
            return messages.slip(word, f"there is no `{text}`", f"write `{text.lower()}`")
    return None


def _before(mistake: _Mistake) -> Problem | None:
    """The word that does not fit may be fine, and the one before it a habit: `x is y`."""
    if mistake.text(-1) == "is":
        word = mistake.words[mistake.at - 1]
        return messages.slip(word, *_WRITTEN_SO["is"])
    return None


def _out_of_place(mistake: _Mistake) -> Problem | None:
    text, before = mistake.text(), mistake.text(-1)
    if text == "in":
        help_ = "write only what stands behind it, such as `tray` or `1..6`"
        return messages.slip(mistake.span, "nothing is asked here, so `in` cannot stand here", help_)
    if text in RESERVED:
        return messages.reserved_word(mistake.span, mistake.wanted)
    if _is_value(text) and _is_value(before) and before not in RESERVED:
        return messages.side_by_side(mistake.words[mistake.at - 1], mistake.span)
    return None


def _is_value(text: str) -> bool:
    return text[:1].isalnum() or text[:1] == "_"


def _condition_first(mistake: _Mistake) -> Problem | None:
    """`if c then a else b`, as most languages have it."""
    if mistake.text() in ("if", "then") and (mistake.text() == "then" or mistake.text(-1) in ("", "(", ",")):
        help_ = "the value comes first: `a if condition else b`"
        return messages.slip(mistake.span, f"`{mistake.text()}` cannot stand here", help_)
    return None


_LOOKS: Final[tuple[Callable[[_Mistake], Problem | None], ...]] = (
    _condition_first,
    _moved,
    _mixed,
    _possessive,
    _doubled_sign,
    _chained,
    _not_in,
    _fraction,
    _joined_digits,
    _list_of_values,
    _habit,
    _before,
    _parentheses,
    _without_else,
    _capital_word,
    _out_of_place,
)
