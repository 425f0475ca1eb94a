"""Errors for moves that cannot be parsed: the word that does not fit, what was expected there, and the nearest name.

not_understood(vocabulary, rule, ("seven",))       `rack seven` does not read as `rack <die>`: `seven` is no die, and ...
no_value(vocabulary, "rack", parameter, "seven")   `seven` is no die (`die` of `rack`)
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from rulewright.game.errors import UnknownMove
from rulewright.game.moves.action import home_zone
from rulewright.game.moves.matching import MOST_READINGS, Names, matches, sets
from rulewright.game.moves.vocabulary import Vocabulary, Words, single
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.problems.quoting import quoted, shortened
from rulewright.runtime.labels import Wording
from rulewright.source.later import later

if TYPE_CHECKING:
    import difflib
else:
    difflib = later("difflib")

LONGEST_WORD = 40
"""The most characters of an unknown word that are printed, and compared with known names."""

MOST_NAMED = 12
"""The most possible values that a message lists."""


def not_understood(vocabulary: Vocabulary, rule: ir.Action, words: Words, called: str = "") -> UnknownMove:
    """The error for words that cannot follow the name of an action. `called`: the action's name in the message, if not its id."""
    said = _not_understood(vocabulary, rule, words, called or rule.name)
    said.read_as = (rule.name, tuple(words))
    return said


def _not_understood(vocabulary: Vocabulary, rule: ir.Action, words: Words, called: str) -> UnknownMove:
    if not rule.parameters:
        return UnknownMove(f"nothing follows `{called}`: it has nothing to choose", (rule.name,))
    text = quoted(" ".join((called, *words)))
    shape = " ".join((called, *(f"<{parameter.name}>" for parameter in rule.parameters)))
    names = Names(vocabulary)
    position, at = _stuck(names, rule, words)
    if position == len(rule.parameters):
        reason = f"{quoted(' '.join(words[at:]))} is left over"
        return UnknownMove(f"{text} does not read as `{shape}`: {reason}", (shape,), reason)
    parameter = rule.parameters[position]
    if at == len(words):
        return UnknownMove(f"{text} needs more: {shape}, where {_choices(vocabulary, parameter)}", (shape,))
    too_few = _too_few(names, parameter, called, words, at)
    if too_few is not None:
        return too_few
    wrong = shortened(_unknown(names, rule, position, words, at), LONGEST_WORD)
    near = _nearest(vocabulary, parameter, wrong)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    denied, choices = _denied(vocabulary.wording, called, parameter), _choices(vocabulary, parameter)
    reason = f"`{wrong}` is {denied}"
    but = "" if choices.endswith(denied.removeprefix("not")) else f", but {choices}"
    return UnknownMove(
        f"{text} does not read as `{shape}`: {reason}{but}{hint}",
        tuple(near) or (shape,),
        reason,
    )


def no_value(vocabulary: Vocabulary, name: str, parameter: ir.Parameter, value: object) -> UnknownMove:
    """The error for a Python value that a parameter cannot have; `name` is the action's name in the message."""
    text, wording = str(value), vocabulary.wording
    is_piece = isinstance(parameter.type, types.Piece)
    denied = _denied(wording, name, parameter) if is_piece else f"not {_expected(wording, parameter)}"
    return UnknownMove(
        f"{quoted(text)} is {denied} (`{parameter.name}` of `{name}`)",
        tuple(_nearest(vocabulary, parameter, shortened(text, LONGEST_WORD))),
    )


def _too_few(names: Names, parameter: ir.Parameter, called: str, words: Words, at: int) -> UnknownMove | None:
    """The message for a set of known things that has too few of them; None if the fault is another."""
    type_ = parameter.type
    if not isinstance(type_, types.Several) or type_.least < 2 or len(words) - at > type_.least:
        return None
    home = home_zone(names.wording, parameter)
    listed = sets(names, replace(type_, least=1), home, words, at)
    named = [
        len(items)
        for end, items, _ in islice(listed, MOST_READINGS)
        if end == len(words) and isinstance(items, tuple)
    ]
    if not named or max(named) >= type_.least:
        return None
    many, of = type_.least, type_.of
    kinds = names.wording.program.labels.kinds
    things = kinds[of.kind][1] if isinstance(of, types.Piece) and of.kind in kinds else "values"
    reason = f"{many} {things} are needed for <{parameter.name}>, but this is {max(named)}"
    text = quoted(" ".join((called, *words)))
    if (
        many - len(words) + at > MOST_NAMED
        or not isinstance(of, types.Piece)
        or not names.wording.kind(of.kind).identical
    ):
        return UnknownMove(f"{text} is too little: {reason}", (), reason)
    example = " ".join((called, *words, *[words[-1]] * (many - max(named))))
    return UnknownMove(f"{text} is too little: {reason}, as in `{shortened(example)}`", (example,), reason)


def _stuck(names: Names, rule: ir.Action, words: Words) -> tuple[int, int]:
    """The parameter at which the furthest reading of the words stops, and the word before which it does; the number of
    parameters if all were read and words are left."""
    furthest = (0, 0)
    open_: set[tuple[int, int]] = {(0, 0)}
    seen: set[tuple[int, int]] = set()
    while open_:
        position, at = open_.pop()
        seen.add((position, at))
        furthest = max(furthest, (position, at))
        if position == len(rule.parameters):
            continue
        parameter = rule.parameters[position]
        home = home_zone(names.wording, parameter)
        ends = (end for end, _, _ in islice(matches(names, parameter.type, home, words, at), MOST_READINGS))
        after = {(position + 1, end + 1 if end < len(words) and words[end] == ";" else end) for end in ends}
        open_ |= after - seen
    return furthest


def _unknown(names: Names, rule: ir.Action, position: int, words: Words, at: int) -> str:
    """What is unknown: the next word, or all that follow if it begins the name of a last single value, as in `nine of spade`."""
    parameter = rule.parameters[position]
    if position == len(rule.parameters) - 1 and single(parameter.type) == parameter.type:
        known = names.vocabulary.words(parameter.type, home_zone(names.wording, parameter))
        if any(name[0] == words[at].casefold() for name in known):
            return " ".join(words[at:])
    return words[at]


def _nearest(vocabulary: Vocabulary, parameter: ir.Parameter, word: str) -> list[str]:
    listed = [vocabulary.wording.text(parameter.type, each) for each in parameter.listed]
    return difflib.get_close_matches(word.casefold(), listed or vocabulary.examples(parameter), n=3)


def _choices(vocabulary: Vocabulary, parameter: ir.Parameter) -> str:
    """The possible values of a parameter, in a few words."""
    words = vocabulary.names(parameter)
    if parameter.listed:
        words = [vocabulary.wording.text(parameter.type, each) for each in parameter.listed]
    rest = len(words) - MOST_NAMED
    few = ", ".join(words[:MOST_NAMED]) + (f" and {rest} more" if rest > 0 else "")
    if (isinstance(parameter.type, types.Integer) and not parameter.listed) or not words:
        return f"<{parameter.name}> is {_expected(vocabulary.wording, parameter)}"
    if len(words) == 1:
        return f"<{parameter.name}> is {few}"
    return f"<{parameter.name}> is {_how_many(parameter.type)} of {few}"


def _how_many(type_: types.Type) -> str:
    """The number of values that a parameter takes, in words."""
    match type_:
        case types.Optional():
            return _how_many(type_.of)
        case types.Several(least=least, most=most) if least == most:
            return "one" if most == 1 else str(most)
        case types.Several(least=0):
            return "any"
        case types.Several(least=1):
            return "one or more"
        case types.Several(least=least):
            return f"{least} or more"
        case _:
            return "one"


def _expected(wording: Wording, parameter: ir.Parameter) -> str:
    type_ = parameter.type
    if isinstance(type_, types.Piece):
        return wording.program.labels.kinds.get(type_.kind, (f"a piece of {type_.kind}", ""))[0]
    return str(type_)


def _denied(wording: Wording, name: str, parameter: ir.Parameter) -> str:
    """What an unknown word should have been, as `no die`, for a parameter of the action with this name."""
    type_ = single(parameter.type)
    if parameter.listed:
        return "none of its values"
    match type_:
        case types.Piece():
            one = wording.program.labels.kinds.get(type_.kind, (type_.kind, ""))[0]
            return f"not one of `{one}`" if one == type_.kind else f"no {one}"
        case types.Space():
            return "no space"
        case types.Way():
            return "no direction"
        case types.Player():
            return "no player"
        case types.Integer():
            return f"not {type_}"
        case _:
            return f"nothing that `{name.split('.')[-1]}` takes"
