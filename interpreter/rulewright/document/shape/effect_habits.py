"""Effects that are written as in other languages, and the effects to write instead.

{increase: rolls, by: 1}      ->      {add: 1, to: rolls}
{subtract: 2, from: pot}      ->      {add: -2, to: pot}
{set: pot = 0}                ->      {set: pot, to: 0}
{if unlucky: end_turn}        ->      {if: unlucky, do: [end_turn]}
"""

from __future__ import annotations

import re

from rulewright.document.nodes import Mapping, Scalar

_GROW = ("increase", "increment", "inc")
_SHRINK = ("decrease", "decrement", "dec")
_TAKE = ("sub", "subtract", "minus")
_RESET = ("reset", "zero")
_VERBS = {
    "when": "if",
    "foreach": "for",
    "for each": "for",
    "for_each": "for",
    "goto": "go",
    "go_to": "go",
    "go to": "go",
    "next_phase": "go",
    "assign": "set",
    "draw": "move",
    "deal": "move",
    "take": "move",
    "discard": "move",
    "switch": "by",
    "match": "by",
}
_EQUALS = re.compile(r"([A-Za-z_][\w.]*)\s*=\s*([^=].*)")
_PLACE = re.compile(r"[A-Za-z_]\w*(?:\([^()]*\))?(?:\.\w+)*")
_PLAIN_VERBS = frozenset(
    ["add", "set", "move", "place", "pay", "let", "roll", "if", "for", "go", "pick", "remove"]
)
_NUMBER = re.compile(r"[0-9]+|[A-Za-z_][\w.]*")
_STEP = re.compile(r"([+-])\s*([0-9]+|[A-Za-z_][\w.]*)")
_JOINED = re.compile(r"(if|for|pick)\s+(\S.*)")


def meant(effect: Mapping) -> str:
    """The effect to write instead of one in the style of another language; empty if it is not in such a style."""
    if not effect.entries:
        return ""
    first = effect.entries[0]
    verb, value = first.key.text.lower(), _text(effect, first.key.text)
    if verb in _GROW:
        return _added(_text(effect, "by") or "1", value)
    if verb in _SHRINK:
        return _added(_less(_text(effect, "by") or "1"), value)
    if verb in _TAKE:
        return _added(_less(value), _text(effect, "from") or _text(effect, "to"))
    if verb in _RESET and value:
        return f"{{set: {value}, to: 0}}"
    step = _STEP.fullmatch(value)
    if step is not None and _is_changed(effect):
        return _added(step[2] if step[1] == "+" else f"-{step[2]}", first.key.text)
    equals = _EQUALS.fullmatch(value)
    if verb == "set" and equals is not None and len(effect.entries) == 1:
        return f"{{set: {equals[1]}, to: {equals[2]}}}"
    joined = _JOINED.fullmatch(first.key.text)
    if joined is None or len(effect.entries) > 1:
        return ""
    return f"{{{joined[1]}: {joined[2]}, do: [{value or '...'}]}}"


def verb_for(word: str) -> str:
    """The verb for a word of other languages or of players; empty if it is none of them."""
    return _VERBS.get(word.lower(), "")


def example(word: str, usual: str) -> str:
    """An example of the verb for a word: `usual`, but cards that are drawn are written as number and kind."""
    return "{move: 2 cards, from: deck, to: me.hand}" if word.lower() in ("draw", "deal") else usual


def is_whole(effect: Mapping) -> bool:
    """Whether an effect is on one line and unambiguous, so that a fix can replace it."""
    values = [entry.value for entry in effect]
    if effect.entries and effect.entries[0].key.text.lower() in _RESET:
        return False  # it may begin with something else than 0
    if len(effect.entries) == 1 and _STEP.fullmatch(_text(effect, effect.entries[0].key.text)):
        return False  # it may be a misspelled verb
    return "\n" not in effect.span.text and all(
        isinstance(value, Scalar) and value.style == "plain" and not set(value.text) & set(",[]{}#")
        for value in values
    )


def _is_changed(effect: Mapping) -> bool:
    """Whether it has the form `{score: +5}`: one key, which is a name and no verb."""
    key = effect.entries[0].key.text
    return len(effect.entries) == 1 and key not in _PLAIN_VERBS and _PLACE.fullmatch(key) is not None


def _text(effect: Mapping, key: str) -> str:
    value = effect.get(key)
    return value.text if isinstance(value, Scalar) and not value.is_null else ""


def _added(amount: str, place: str) -> str:
    return f"{{add: {amount}, to: {place}}}" if amount and place else ""


def _less(amount: str) -> str:
    """The amount with the opposite sign."""
    if not amount:
        return ""
    return f"-{amount}" if _NUMBER.fullmatch(amount) else f"-({amount})"
