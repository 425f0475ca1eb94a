"""Checks on the words of authors: which choices an `about` mentions, whether a `says` states a rule or a complaint, and what is said twice.

about: Say how many dice show a face.     choose: {n: 1..9, f: 1..6}      ->      neither `n` nor `f` is mentioned
says: <who> is out already.               holds: not who.out              ->      a complaint
"""

from __future__ import annotations

import re

from rulewright.author.english import plain
from rulewright.author.phrases import boards
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.vocabulary import stem, words_in, written
from rulewright.expression import nodes as syntax
from rulewright.rulebook import nodes as rules

_BESIDE = "beside"
_PLAYERS = "player players opponent opponents somebody someone anybody anyone who whom whose other others neighbour team side"
_PLACES = (
    f"space square point field cell spot where on onto in into at to from next over step direction {_BESIDE}"
)
_NUMBERS = "number numbers many much amount"
_AGREED = "with without whether may or not"
_RULE = re.compile(
    r"\b(?:must|may|can|cannot|could|should|shall|only|needs?|has to|have to|at least|at most|than|or (?:more|less|fewer)|unless|until"
    r"|if|when|while|where|after|before|first|every|each|once|never|always|instead)\b|^with\b|\w (?:that|which|who)\b",
    re.IGNORECASE,
)
_WRONG = re.compile(
    r"\b(?:already|not yet|not enough|too (?:many|few|much|little|high|low|late|early|far|small|large|big|short|long))\b"
    r"|\b(?:not|n't)\b.*\byet\b|\bno\b.*\bleft\b",
    re.IGNORECASE,
)
_NOT = words_in("not no cannot")
_LINKING = words_in("by of in on at to from for with and or")
_QUALITY = re.compile(r"(?:The|That|This|Your|Its) ([\w/-]+) must (?:still )?be ([\w/-]+)\.")
_EMPTY = words_in("a an the is are be was were been has have had this that it its your you")


def unmentioned(action: rules.Action, inside: Phrases, about: str) -> list[rules.Parameter]:
    """The choices of an action that `about` mentions neither by their name nor by a word for what is chosen. If several choices are
    numbers, a word for numbers mentions none of them."""
    heard, squeezed = _stems(about), re.sub(r"\W|_", "", about).lower()
    sorts = [_sort(inside, choice.domain) for choice in action.choose]
    return [
        choice
        for choice, sort in zip(action.choose, sorts, strict=True)
        if not (len(choice.name) > 2 and choice.name.replace("_", "").lower() in squeezed)
        and not _stems(plain(choice.name)) & heard - _EMPTY
        and not (_stems(sort) & heard and (sorts.count(sort) == 1 or sort != _NUMBERS))
    ]


def complains(said: str, denied: str) -> bool:
    """Whether the words of a refusal complain instead of stating what is required: they describe the state in which the requirement
    does not hold (`denied`), or say `already`, `too many` and the like, and have no words of rules, such as `must` or `at most`."""
    if _RULE.search(said) or re.search(r"[.!?]\s", said.strip()):
        return False
    if _WRONG.search(said):
        return True
    heard, wrong = words_in(said) - _EMPTY, words_in(denied) - _EMPTY
    return bool(wrong - _NOT) and bool(heard & _NOT) is bool(wrong & _NOT) and wrong - _NOT <= heard


def repeats(required: str, about: str) -> bool:
    """Whether a requirement says only what the words of its action do: `The space must be empty.` of `Put a stone on an empty space.`"""
    found = _QUALITY.fullmatch(required)
    if found is None:
        return False
    noun, quality = map(re.escape, found.groups())
    return re.search(rf"\b(?:an?|any|one|some) {quality} {noun}\b", about, re.IGNORECASE) is not None


def says_its_name(definition: rules.Definition, name: str) -> bool:
    """Whether the `about` of a definition has no other words than its name, `<c> was filled by <p>` for `filled`."""
    parts = definition.about.parts if definition.about is not None else ()
    said = words_in(" ".join(part for part in parts if isinstance(part, str))) - _EMPTY - _LINKING
    return len(parts) > 1 and said <= words_in(name)


# ----------------------------------------------------------------------------------------------------- private


def _sort(inside: Phrases, domain: syntax.Domain) -> str:
    """The words by which people may refer to an element of a domain."""
    match domain:
        case syntax.OrNone(domain=inner) | syntax.SomeOf(pool=inner):
            return _sort(inside, inner)
        case syntax.Arithmetic(left=left, right=right):
            return f"{_sort(inside, left)} {_sort(inside, right)}"
        case syntax.Range():
            return _NUMBERS
    if written(domain) == "bool":
        return _AGREED
    if (kind := inside.kind_of(domain)) is not None:
        return f"{inside.words.kind(kind, 1)} {inside.words.kind(kind)} {plain(kind)}"
    sort, one = boards.sort_of(inside, domain), inside.element(domain)
    if sort in ("space", "way"):
        held = [b.holds.text for b in inside.words.rulebook.boards.values() if b.holds is not None]
        return " ".join((_PLACES, one, *(inside.words.kind(kind, n) for kind in held for n in (1, 2))))
    if one in ("team",) or one.partition(" ")[0] == "player" or one.startswith("other player"):
        return _PLAYERS
    enum = inside.words.program.labels.enums.get(written(domain), ())
    return " ".join((one, plain(written(domain)), *(label for _, label in enum)))


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, words_in(text)))
