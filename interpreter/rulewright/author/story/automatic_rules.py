"""Automatic rules in the words of their author: a title and a sentence for each rule that nobody chooses.

    as_soon_as:
      bust:
        about: If nothing can be set aside, the points of the turn are lost.

    by_itself(book)["phases.turn.as_soon_as.bust"]      RuleWords("Bust", "If nothing can be set aside, the points of the turn are lost.")

A rule without an `about` or a label is reported by its name, and only if people at the table can see its effect: a rule that
keeps a variable up to date is bookkeeping.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.author.english import sentence
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.texts import Words
from rulewright.author.story.table_words import RuleWords, TableWords
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.walking import all_effects

if TYPE_CHECKING:
    from rulewright.pipeline import Book

_WHEN = re.compile(r"(When|As soon as|If|After|Once|At the end) ")
_WHO_WINS = re.compile(r"(,|^After [^,]*) .*\b(wins?|win it|loses?|is over|ends|shares?|a draw)\b")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+(?=[^a-z\s])")


def words_of(book: Book) -> TableWords:
    """What is said at a table of this rulebook."""
    return TableWords(by_itself(book), endings(book))


def by_itself(book: Book) -> dict[str, RuleWords]:
    """The automatic rules that players are informed about, by the path in their event `rule`."""
    phrases = Phrases(Words(book))
    told: dict[str, RuleWords] = {}
    for phase in book.rulebook.phases.values():
        for trigger in phase.triggers.values():
            if _is_told(book, trigger, trigger.do):
                told[trigger.path] = _of(phrases, trigger)
        if phase.automatic is not None and _is_told(book, phase, phase.automatic):
            told[f"{phase.path}.do"] = _of(phrases, phase)
    return told


def endings(book: Book) -> dict[str, str]:
    """That the game is over and why, by the path of the end that applied."""
    phrases = Phrases(Words(book))
    return {end.path: _over(phrases, end) for end in book.rulebook.ends.values()}


def over_by(words: str) -> str:
    """That the game is over, with a sentence that says when it ends, which may lack its main clause, or with a name of the end."""
    if not _WHEN.match(words):
        return f"The game is over: {words}"
    if _WHO_WINS.search(words):
        return f"The game is over. {words}"
    return f"The game is over: it ends {words[:1].lower()}{words[1:]}"


def _over(phrases: Phrases, end: rules.End) -> str:
    words = phrases.text(end.about) or phrases.text(end.label) or end.id.replace("_", " ")
    return over_by(sentence(_first_sentence(words)))


def _is_told(book: Book, rule: rules.Entry, do: rules.Effects) -> bool:
    if rule.about is not None or rule.label is not None:
        return True
    return any(effect.verb.obvious for effect in all_effects(book.rulebook, do))


def _of(phrases: Phrases, rule: rules.Entry) -> RuleWords:
    title = sentence(phrases.text(rule.label) or rule.id.replace("_", " "))
    return RuleWords(title.rstrip(".:"), sentence(_first_sentence(phrases.text(rule.about))))


def _first_sentence(words: str) -> str:
    return _SENTENCE_ENDS.split(" ".join(words.split()), maxsplit=1)[0]
