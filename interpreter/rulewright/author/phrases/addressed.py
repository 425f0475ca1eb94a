"""Texts whose placeholder for a player is filled in with `you`, and the grammar around it.

    the entry square of <p>      ->      your entry square
    <p> has no piece left        ->      you have no piece left
    <p>'s cards                  ->      your cards

Only words around a placeholder change; what else an author wrote stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

YOU = "\N{BULLET}you\N{BULLET}"
"""`you` in place of a placeholder, until the sentence around it has been put right."""
_IRREGULAR = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}
_NO_VERBS = frozenset(
    (
        "always",
        "this",
        "plus",
        "minus",
        "thus",
        "its",
        "his",
        "us",
        "as",
        "unless",
        "across",
        "perhaps",
        "less",
        "towards",
    )
)
_AFTER_ITS_OBJECT = re.compile(r"(?:^|\W)(?:of|to|from|by|for|with|than|as|at|on|in|against|before|after) $")
_BEFORE = r"(?:the|that|those|an?|any|one|no|some|each|every|of|under|on|in|at|to|from|by|with|than|for)\b"
_OF = re.compile(
    rf"\b(the|that|those|an?|any|one|no|some|each|every|of) ((?:(?!{_BEFORE})[\w-]+ ){{0,4}})of {YOU}",
    re.IGNORECASE,
)
_OWN = re.compile(rf"{YOU}['’]s?\b")
_VERB = re.compile(rf"{YOU} ((?:always|never|also|still|now|only|then|just) )?(\w+)")


def addressed(parts: Iterable[str]) -> str:
    """The parts of a text in one, with the sentence around each `YOU` among them in the second person."""
    said = _OWN.sub("your", "".join(parts))
    return _VERB.sub(_second_person, _OF.sub(_yours, said)).replace(YOU, "you")


def _yours(found: re.Match[str]) -> str:
    """`the square of you` is `your square`, `of pieces of you` `of your pieces`, `that of you` `yours`, and `a piece of you`
    `a piece of yours`."""
    first, noun = found[1], found[2].rstrip()
    if first.lower() == "of" and noun:
        return f"{first} your {noun}"
    if first.lower() == "the" and noun:
        return f"{'Your' if first[0].isupper() else 'your'} {noun}"
    if not noun:
        return "yours" if first.lower() in ("that", "those") else found[0]
    return f"{first} {noun} of yours"


def _second_person(found: re.Match[str]) -> str:
    """A verb after `you` that is its subject: `has` is `have`, `passes` `pass`."""
    often, verb = found[1] or "", found[2]
    if _AFTER_ITS_OBJECT.search(found.string[: found.start()]) or not verb.endswith("s") or verb in _NO_VERBS:
        return found[0]
    return f"{YOU} {often}{_IRREGULAR.get(verb) or _plain_form(verb)}"


def _plain_form(verb: str) -> str:
    if verb.endswith("ies") and len(verb) > len("dies"):
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "ches", "shes", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb if verb.endswith("ss") else verb[:-1]
