"""Places and counts in words: whose they are, where the words of the author do not say it, and with what a count starts.

purse: the chips you own                          ->      the chips you own
supply: tokens that are not on the board yet      ->      tokens that are not on the board yet; each player has their own
score: points won                                 ->      points won; kept for each player
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.author.english import lowered, sentence
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.vocabulary import IS_SO, words_in
from rulewright.expression import nodes as syntax
from rulewright.problems.quoting import series
from rulewright.rulebook import nodes as rules

_YOURS = re.compile(
    r"\b(?:you|yours?|(?:each|every|a|the|that) player(?:'s)?|(?:every|any)(?:body|one)(?:'s)?|their own)\b", re.IGNORECASE
)  # fmt: skip
_OWN = {"each player": "each player has their own", "each team": "each team has its own"}


def of_place(phrases: Phrases, zone: rules.Zone, about: str) -> str:
    """`each player has their own`; empty for a place that all share, and if the `about` says whose it is."""
    unsaid = _unsaid(phrases, (zone.per,) if zone.per is not None else (), about)
    if not (said := phrases.each_of(unsaid)):
        return ""
    return _OWN.get(said) or f"one for {said}"


def count(phrases: Phrases, variable: rules.Variable) -> str:
    """What a variable counts, whose it is, and with what it starts. One that is yes or no is `whether ...`."""
    if own := phrases.sheet(variable):
        return sentence(own)
    about = phrases.text(variable.about)
    if phrases.words.program.layout.groups[variable.id].sort == "bool" and IS_SO.match(about):
        about = f"whether {lowered(about)}"
    owners = phrases.each_of(_unsaid(phrases, variable.per, about))
    whose = f"{'kept' if owners.startswith(tuple(_OWN)) else 'one'} for {owners}" if owners else ""
    parts = (about, whose, _start(phrases, variable, about))
    return sentence("; ".join(part for part in parts if part))


def on_paper(phrases: Phrases, variables: Sequence[rules.Variable]) -> str:
    """What people write down: `everybody's points and bonus`, `each team's score`."""
    lists: dict[str, list[str]] = {}
    for variable in variables:
        lists.setdefault(_owner(phrases, variable), []).append(phrases.words.name(variable))
    return ", and ".join(f"{owner} {series(names)}" for owner, names in lists.items())


# ----------------------------------------------------------------------------------------------------- private


def _unsaid(phrases: Phrases, domains: Sequence[syntax.Domain], about: str) -> tuple[syntax.Domain, ...]:
    """The owners that the words of the author do not mention."""
    return tuple(domain for domain in domains if not _says(about, phrases.element(domain)))


def _says(about: str, owner: str) -> bool:
    if owner == "player":
        return _YOURS.search(about) is not None
    return bool(owner) and re.search(rf"\b(?:each|every) {re.escape(owner)}\b", about) is not None


def _owner(phrases: Phrases, variable: rules.Variable) -> str:
    owners = {phrases.element(domain) for domain in variable.per}
    if "player" in owners:
        return "your" if phrases.words.program.players == 1 else "everybody's"
    return "each team's" if "team" in owners else "the"


def _start(phrases: Phrases, variable: rules.Variable, about: str) -> str:
    """With what a variable starts: `5 at the start of every turn`. A count that starts at 0 needs no words, nor does one that the `about`
    calls one of this turn or round."""
    value, lasts = _start_value(phrases, variable), variable.lasts
    if value in ("", "0") and (lasts == "game" or lasts in words_in(about)):
        return ""
    if lasts == "game":
        return f"{value} at the start"
    return f"{value} at the start of every {lasts}" if value else f"cleared at the start of every {lasts}"


def _start_value(phrases: Phrases, variable: rules.Variable) -> str:
    """The start value of a variable in words: `0`, `seat 1`; empty for none and for no."""
    group = phrases.words.program.layout.groups[variable.id]
    if group.start == group.none or (group.sort == "bool" and not group.start):
        return ""
    if group.sort == "integer":
        return str(group.start)
    return phrases.phrase(variable.start) if variable.start is not None else ""
