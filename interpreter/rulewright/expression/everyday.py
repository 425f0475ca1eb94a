"""Everyday language in an expression: `my hand`, `35 when pot >= 63`, `pot is at least 3`, `pot > = 3`.

Each function looks at the words around a mistake and returns a problem that shows how to write it, or None.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.expression import messages
from rulewright.expression.habits import table
from rulewright.expression.syntax_error import Mistake, is_value, same_level
from rulewright.expression.words import RESERVED
from rulewright.language.builtins import AGGREGATES
from rulewright.problems.problem import Problem
from rulewright.source.text import Span

SPLIT: Final = {
    "==": "==", "!=": "!=", "<=": "<=", ">=": ">=", "..": "..", "=>": ">=", "=<": "<=", "<>": "!=", "&&": "and",
    "||": "or", "//": "div",
}  # fmt: skip
"""Signs of two characters with a space between them, and the sign or word to write."""
INSTEAD_OF_IF: Final = frozenset(["when", "whenever", "where", "provided", "unless"])
_MINE: Final = frozenset(["my", "your"])
_SOMEBODYS: Final = frozenset(["their", "his", "her", "its", "our"])
_ARTICLES: Final = frozenset(["the"])
_ONLY_CONDITION: Final = "a condition is asked here: write only what must hold, such as `pot >= 3`"
_LONGEST_PHRASE: Final = 6
_HOW_MANY: Final = re.compile(
    r"(?:(?P<limit>at most|up to|at least|exactly) |(?P<fewest>[0-9]+) \.\. )?"
    r"(?P<most>[0-9]+) (?:of )?(?P<zone>[A-Za-z_]\w*(?: \. \w+)*)"
)
_VALUE: Final = r"[A-Za-z0-9_]+(?: ?\. ?\w+)*+(?: ?\([\w ]*\)(?: ?\. ?\w+)*+)?"
_BETWEEN: Final = re.compile(
    rf"(?P<asked>{_VALUE}) (?:is )?(?P<denied>not )?(?:between|from|in|within|in the range|in range)"
    rf"(?: of)? (?P<low>{_VALUE}) (?:and|to|-|through) (?P<high>{_VALUE})"
)
_PARTS_OF_BETWEEN: Final = frozenset(
    ["between", "from", "to", "is", "within", "range", "the", "not", "through"]
)
_NOT: Final = re.compile(r"(?:is not|(?:is|are|was)n ' t|do(?:es)? not equal|is different from|are not)\b")
_GATHER: Final = frozenset[str](each.name for each in AGGREGATES if each.gives != "condition")
_AROUND: Final = 40
"""The number of words before and after a mistake among which a phrase is looked for."""
_SHORT: Final = 60
"""The number of characters up to which help repeats the whole corrected text."""


def split_sign(mistake: Mistake) -> Problem | None:
    """`> =`, `& &` and `. .`."""
    for offset in (0, 1):
        sign = mistake.text(offset - 1) + mistake.text(offset)
        if mistake.text(offset) and sign in SPLIT and len(sign) == 2:
            whole = mistake.words[mistake.at + offset - 1].to(mistake.words[mistake.at + offset])
            if whole.text != sign:
                return messages.slip(whole, f"there is a space inside `{sign}`", f"write `{SPLIT[sign]}`")
    return None


def number_with_dot(mistake: Mistake) -> Problem | None:
    """`50. seat(1)`, where a comma should be."""
    for place in range(min(mistake.at, len(mistake.words) - 2)):
        number, dot, name = mistake.words[place : place + 3]
        if number.text.isdigit() and dot.text == "." and name.text[0].isalpha():
            help_ = after_number(number, name.text)
            return messages.slip(number.to(name), "numbers have no attributes", help_)
    return None


def after_number(number: Span, name: str) -> str:
    """Help for a dot after a number, which may have been a comma if it is inside brackets."""
    if is_bracketed(number):
        return f"if something new begins here, put a comma before it: `{number.text}, {name}`; a range has two dots"
    return f"leave out what follows `{number.text}`, or join two conditions with `and`; a range has two dots"


def is_bracketed(span: Span) -> bool:
    """Whether a bracket of any kind is open before a place."""
    depth = 0
    for sign in reversed(span.source.text[: span.start]):
        depth += 1 if sign in ")]}" else -1 if sign in "([{" else 0
        if depth < 0:
            return True
    return False


def between(mistake: Mistake) -> Problem | None:
    """`pot between 1 and 3`, `pot in 1 to 3`."""
    if mistake.text() not in _PARTS_OF_BETWEEN:
        return None
    near = mistake.words[max(0, mistake.at - _AROUND) : mistake.at + _AROUND]
    found = _BETWEEN.search(" ".join(word.text for word in near))
    if found is None:
        return None
    asked, low, high = (found[part].replace(" ", "") for part in ("asked", "low", "high"))
    inside = f"{asked} in {low}..{high}"
    return messages.slip(
        mistake.span,
        f"`{mistake.text()}` is not allowed here",
        f"write `{f'not ({inside})' if found['denied'] else inside}`",
    )


def denial(mistake: Mistake) -> Problem | None:
    """`pot is not 3` and `pot isn't 3`."""
    rest = " ".join(word.text for word in mistake.words[mistake.at :])
    found = _NOT.match(rest)
    if found is None or mistake.at == 0:
        return None
    last = mistake.words[mistake.at + len(found[0].split()) - 1]
    whole = mistake.span.to(last)
    if mistake.text(len(found[0].split())) in ("empty", "full"):
        asked = mistake.text(len(found[0].split()))
        return messages.slip(
            whole,
            f"`{whole.text}` is not part of the language",
            f"write a dot: `not {mistake.text(-1)}.{asked}`",
        )
    return messages.slip(whole, f"`{whole.text}` is not part of the language", "write `!=`")


def quantity(mistake: Mistake) -> Problem | None:
    """`at least 3 dice`, `more than 2 in tray`, without the value that is compared."""
    words = " ".join(word.text for word in mistake.words)
    found = re.match(
        r"(at least|at most|more than|fewer than|less than|no more than|exactly) ([0-9]+)\b(.*)", words
    )
    if found is None or mistake.start != "expr":
        return None
    sign = {"exactly": "==", "no more than": "<="}.get(found[1]) or _sign(found[1])
    zone = re.search(r"\b(?:in|on|at) (?:the )?(\w+(?: \. \w+)*)$", found[3])
    asked = zone[1].replace(" ", "") if zone else "ZONE"
    whole = mistake.words[0].to(mistake.words[len(found[1].split()) - 1])
    return messages.slip(
        whole, "nothing says what is compared", f"write it first: `{asked}.count {sign} {found[2]}`"
    )


def gathered(mistake: Mistake) -> Problem | None:
    """`sum tray.face`, `count tray` and `sum of tray.face`."""
    word, at = mistake.text(-1), mistake.at
    if word not in _GATHER or not (is_value(mistake.text()) or mistake.text() == "of"):
        return None
    rest = mistake.words[at + (mistake.text() == "of") :]
    if not rest or rest[0].text in RESERVED - {"me"} | _MINE | _SOMEBODYS | _ARTICLES | {"number"}:
        return None
    last = next((n for n, each in enumerate(rest) if each.text in _ENDS_VALUE), len(rest))
    asked = "" if not last else rest[0].to(rest[last - 1]).text
    plain = re.fullmatch(r"\w+(?:\.\w+)*", asked) is not None
    if word in ("count", "first") and plain:
        help_ = f"write `{asked}.count`" if word == "count" else f"write `first(x for x in {asked})`"
    elif re.search(r"\w \w+$", asked) and " for " not in asked:
        help_ = f"write `{word}(p.score for p in players)`, `{word}(x.face for x in ZONE)`"
    else:
        help_ = f"write `{word}({asked if len(asked) <= _SHORT and asked else '...'})`"
    return messages.slip(
        mistake.words[at - 1].to(mistake.span), f"the values of `{word}` belong in parentheses", help_
    )


_ENDS_VALUE: Final = frozenset(
    ["==", "!=", "<=", ">=", "<", ">", "and", "or", "else", "+", "-", "*", ")", ","]
)


def said_of_players(mistake: Mistake) -> Problem | None:
    """`next player`, `third round`, `seat 1`, `half of pot`, `twice pot`."""
    first, second = mistake.text(-1), mistake.text()
    known = table()["people"].get(f"{first} {second}")
    if first in ("seat", "team") and second.isdigit():
        known = f"`{first}({second})`"
    if known is not None:
        whole = mistake.words[mistake.at - 1].to(mistake.span)
        return messages.slip(whole, f"`{whole.text}` is not part of the language", f"write {known}")
    of = second == "of"
    number = mistake.text(1) if of else second
    shares = table()["shares"]
    if first not in shares or not is_value(number) or number in RESERVED:
        return None
    whole = mistake.words[mistake.at - 1].to(mistake.words[mistake.at + of])
    return messages.slip(
        whole, f"`{first}` is not part of the language", f"write `{shares[first].format(number)}`"
    )


def nameless_function(mistake: Mistake) -> Problem | None:
    """`tray.filter(x => x.face == 6)`."""
    if mistake.text() not in ("=>", "->") or mistake.text(-2) not in ("(", ","):
        return None
    name = mistake.text(-1)
    called = [word.text for word in mistake.words[: mistake.at - 2]]
    zone = ".".join(part for part in called[:-1] if part != ".") if "." in called else "DOMAIN"
    return messages.slip(
        mistake.span,
        "there are no functions without a name",
        f"go through them: `count({name} for {name} in {zone} if CONDITION)`, `any(CONDITION for {name} in {zone})`",
    )


def whose_in_words(mistake: Mistake) -> Problem | None:
    """`top of deck` and `number of hand`."""
    name, zone = mistake.text(-1), mistake.text(1)
    if (
        mistake.text() != "of"
        or not is_value(name)
        or not is_value(zone)
        or name.isdigit()
        or name in RESERVED
    ):
        return None
    whole = mistake.words[mistake.at - 1].to(mistake.words[mistake.at + 1])
    if zone in RESERVED or zone in _MINE | _SOMEBODYS | _ARTICLES:
        zone = "ZONE"
    asked = "count" if name in ("number", "amount", "size", "length") else name
    if asked == "count" and mistake.text(2) in ("in", "on") and is_value(mistake.text(3)):
        zone = mistake.text(3)
    return messages.slip(
        whole, "`of` asks nothing here", f"write the owner, a dot and the attribute: `{zone}.{asked}`"
    )


def how_many(mistake: Mistake) -> Problem | None:
    """`0..3 tray`, `2 tray`, `at most 3 of tray` and `up to 3 tray`, where pieces are chosen."""
    found = _HOW_MANY.fullmatch(" ".join(word.text for word in mistake.words))
    if mistake.start != "domain" or found is None:
        return None
    fewest, most, zone = found["fewest"], found["most"], found["zone"]
    number = {"at least": f"{most}..{zone}.count", "exactly": most}.get(
        found["limit"] or "exactly", f"0..{most}"
    )
    number = f"{fewest}..{most}" if fewest else number
    whole = mistake.words[0].to(mistake.words[-1])
    return messages.slip(whole, "how many are chosen is followed by `of`", f"write `{number} of {zone}`")


def phrase(mistake: Mistake) -> Problem | None:
    """`pot is at least 3`, `pot plus 1`."""
    for first in (mistake.at - 1, mistake.at):
        for length in range(_LONGEST_PHRASE, 0, -1):
            words = mistake.words[first : first + length] if first > 0 else ()
            sign = _sign(" ".join(word.text for word in words)) if len(words) == length else None
            if sign is not None:
                whole = words[0].to(words[-1])
                return messages.slip(whole, f"`{whole.text}` is not part of the language", f"write `{sign}`")
    return None


def instead_of_if(mistake: Mistake) -> Problem | None:
    """`35 when pot >= 63`."""
    word = mistake.text()
    if word not in INSTEAD_OF_IF:
        return None
    denied = "not " if word == "unless" else ""
    if asks_condition(mistake.words[0]):
        return messages.slip(mistake.span, f"`{word}` is not part of the language", _ONLY_CONDITION)
    if any(before.text == "for" for before in same_level(mistake)) or mistake.start in ("clause", "domain"):
        return messages.slip(
            mistake.span,
            f"`{word}` is not part of the language",
            f"write `x for x in DOMAIN if {denied}CONDITION`",
        )
    return messages.slip(mistake.span, f"`{word}` is not part of the language", _with_if(mistake, denied))


def _with_if(mistake: Mistake, denied: str) -> str:
    """Help with `35 if pot >= 63 else 0` for a short text with another word than `if`; general help for a longer one."""
    words = mistake.words
    has_else = any(word.text == "else" for word in words[mistake.at :])
    general = f"write `a if {denied}condition else b`"
    if not 0 < mistake.at < len(words) - 1 or mistake.start != "expr" or (denied and has_else):
        return general
    value, test = words[0].to(words[mistake.at - 1]).text, words[mistake.at + 1].to(words[-1]).text
    if denied:
        test = f"({test})"
    whole = f"{value} if {denied}{test}" + ("" if has_else else " else 0")
    return f"write `{whole}`" if len(whole) <= _SHORT and "\n" not in whole and "(" not in value else general


def without_else(words: tuple[Span, ...]) -> str:
    """`35 if pot >= 63` with an `else` added; empty if it is long."""
    text = words[0].to(words[-1]).text
    if asks_condition(words[0]):
        return _ONLY_CONDITION
    return f"say what counts otherwise: `{text} else 0`" if len(text) <= _SHORT and "\n" not in text else ""


def asks_condition(first: Span) -> bool:
    """Whether a text is the value of a key that takes a condition, directly or as one of several named ones."""
    text = first.source.text
    begins = text.rfind("\n", 0, first.start) + 1
    line = text[begins : first.start]
    if re.search(r"\b(?:when|invariants|expect|if|while): *(?:[\[{][^\]}]*)?$", line):
        return True
    indent = len(line) - len(line.lstrip())
    above = (
        each
        for each in reversed(text[:begins].splitlines())
        if each.strip() and not each.lstrip().startswith("#")
    )
    outer = next((each for each in above if len(each) - len(each.lstrip()) < indent), "")
    return re.search(r"\b(?:when|invariants|expect): *(?:#.*)?$", outer) is not None


def _sign(words: str) -> str | None:
    return next((sign for pattern, sign in table()["phrases"].items() if re.fullmatch(pattern, words)), None)
