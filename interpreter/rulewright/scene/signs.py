"""Words that have a usual sign: suits and ranks of cards, numbers, and colours.

    sign("hearts")          "♥"
    sign("ten")             "10"
    colour_of("red 6")      "red"
    colour_of("hearts")     "red"

They are a dictionary of words, whatever the game; a rulebook chooses others under `view`.
"""

from __future__ import annotations

from rulewright.language.colours import COLOURS

_NUMBERS = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen",
]  # fmt: skip

SYMBOLS = {
    "heart": "♥", "diamond": "♦", "club": "♣", "spade": "♠", "star": "★", "sun": "☀", "moon": "☾", "cross": "✚", "crown": "♛",
    "joker": "★", "anchor": "⚓", "flower": "✿", "leaf": "❧", "flag": "⚑", "note": "♪", "snowflake": "❄", "wave": "≈", "circle": "●",
    "square": "■", "triangle": "▲",
}  # fmt: skip
"""Words for things that have a symbol."""

LETTERS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "knave": "J", "knight": "N", "page": "P"}
"""Ranks that are written with a letter."""

_SHADES = {"dark": "black", "light": "white"}
_RED, _BLACK = ("heart", "diamond"), ("club", "spade")


def symbol(word: str) -> str:
    """The symbol of a thing, by its word in the singular or the plural; empty if there is none."""
    plain = word.casefold()
    return SYMBOLS.get(plain, SYMBOLS.get(_singular(plain), ""))


def sign(word: str) -> str:
    """The usual sign for a word: a symbol, the letter of a rank, or a number in digits; empty if there is none."""
    plain = word.casefold()
    if plain.isdigit():
        return plain
    if plain in _NUMBERS:
        return str(_NUMBERS.index(plain))
    return LETTERS.get(plain) or symbol(plain)


def colour_of(text: str) -> str:
    """The colour that a text names with one of its words, or that of a suit, if it names exactly one; else empty."""
    named = {_colour(word) for word in text.casefold().replace("_", " ").split()} - {""}
    return named.pop() if len(named) == 1 else ""


def _colour(word: str) -> str:
    if word in COLOURS:
        return word
    if word in _SHADES:
        return _SHADES[word]
    suit = _singular(word)
    return "red" if suit in _RED else "black" if suit in _BLACK else ""


def _singular(word: str) -> str:
    return word.removesuffix("s")
