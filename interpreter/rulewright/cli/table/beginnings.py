"""Moves by the beginnings of their words, by the signs on their pieces, and by what is nearest to a slip of the pen.

play five of cl, five cl      the beginning of every word; `of` can be left out, and the action too
play 5♣, 5 of clubs           pieces that are told apart, by their marks, or with signs for words
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from rulewright.author.story.moves import name_of
from rulewright.cli.table.menu import describe
from rulewright.game.errors import UnknownMove
from rulewright.game.game import State
from rulewright.game.moves.action import Action
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.scene.looks import Looks
from rulewright.scene.signs import sign

SHORTEST = 2
"""The fewest letters that can abbreviate a name."""
SMALL = {"of", "the"}
"""Words that can be left out."""

Phrase = tuple[Sequence[str], Sequence[str]]
"""The words of an action's name, and those of its choices."""


def begun_by_words(
    state: State, line: str, taken: Sequence[str] = (), names: Sequence[str] = ()
) -> list[Action]:
    """The moves whose words begin like those of a line: legal ones, or else such as the rules refuse now. A beginning of one of the
    words that are `taken` is no beginning of an action."""
    legal = state.legal_actions()
    found = [
        action
        for action in legal
        if any(_begins(line, phrase, taken) for phrase in _of_move(state, action, names))
    ]
    if found:
        return found
    return [
        action
        for action, phrases in _of_values(state, line, legal)
        if any(_begins(line, phrase, taken) for phrase in phrases)
    ]


def nearest(state: State, line: str) -> str:
    """The text of the move, legal or not, that a line is a slip of; empty if there is none near."""
    legal = state.legal_actions()
    known: dict[str, str] = {}
    for action in (*legal, *(action for action, _ in _of_values(state, line, legal))):
        text = str(action)
        known.setdefault(text.casefold(), text)
        known.setdefault(text.casefold().removeprefix(action.name.casefold()).strip(), text)
    numbers = _numbers(line)
    known = {text: move for text, move in known.items() if _numbers(text) == numbers}
    near = get_close_matches(" ".join(line.casefold().split()), known, n=1, cutoff=0.8)
    return known[near[0]] if near else ""


def _of_move(state: State, action: Action, names: Sequence[str]) -> Iterator[Phrase]:
    """How a legal move can be worded: as it is typed, as it is printed, and by marks."""
    rule = state.game.program.actions[action.name]
    choices = _words(str(action).removeprefix(action.name))
    if choices:
        yield from _with_name(rule, choices)
        told = _words(describe(state, action, names))
        yield told[:1], told[1:]
        marks = _marks(state, rule, action)
        if marks:
            yield from _with_name(rule, marks)


def _of_values(state: State, line: str, legal: Sequence[Action]) -> Iterator[tuple[Action, list[Phrase]]]:
    """The moves of actions with one choice among things that have names, and how they can be worded."""
    first = line.casefold().split()[0]
    rules = state.game.program.actions
    wanted = {action.name for action in legal} | {
        name for name in rules if name.casefold().split(".")[-1].startswith(first)
    }
    for name, rule in rules.items():
        if name not in wanted or rule.switched_off or len(rule.parameters) != 1:
            continue
        (parameter,) = rule.parameters
        if not isinstance(parameter.type, types.Piece | types.Enum | types.Face):
            continue
        for text in state.game.reader.vocabulary.names(parameter):
            try:
                action = state.game.action(f"{name} {text}")
            except UnknownMove:
                continue
            marks = _marks(state, rule, action)
            yield (
                action,
                [each for words in (_words(text), marks) if words for each in _with_name(rule, words)],
            )


def _with_name(rule: ir.Action, choices: Sequence[str]) -> Iterator[Phrase]:
    for name in dict.fromkeys((rule.name.casefold().split(".")[-1], name_of(rule).casefold())):
        yield _words(name), choices


def _marks(state: State, rule: ir.Action, action: Action) -> list[str]:
    """The choices of a move by the marks of their pieces; empty if some have none."""
    program, found = state.game.program, []
    looks = Looks(program, [str(seat + 1) for seat in range(program.players)])
    for parameter, value in zip(rule.parameters, action.choice.arguments, strict=True):
        type_ = parameter.type
        if not isinstance(type_, types.Piece) or not isinstance(value, int):
            return []
        if program.layout.kinds[type_.kind].identical:
            return []
        mark = looks.piece(type_.kind, program.labels.pieces[type_.kind][value][0]).look.mark
        found += _words(mark)
    return found


def _begins(line: str, phrase: Phrase, taken: Sequence[str]) -> bool:
    """Whether a line is the beginning of the words of a move, with the action's name or without."""
    typed, (name, choices) = _words(line), phrase
    rest = typed[len(name) :]
    is_named = len(typed) > len(name) and all(
        word == whole
        or (
            len(word) >= SHORTEST
            and whole.startswith(word)
            and not any(each.startswith(word) for each in taken)
        )
        for word, whole in zip(typed, name, strict=False)
    )
    if is_named and _are_beginnings(rest, choices):
        return True
    is_sign = len(typed) == 1 and len(typed[0]) == 1 and typed[0].isalnum()
    is_taken = typed[0].isalpha() and any(each.startswith(typed[0]) for each in taken)
    return not is_sign and not is_taken and _are_beginnings(typed, choices)


def _are_beginnings(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each word begins the one in its place, or is its sign. Only words of letters are abbreviated, the first one
    by two letters at least."""
    typed, words = ([word for word in each if word not in SMALL] for each in (typed, words))
    return 0 < len(typed) <= len(words) and all(
        word in (whole, sign(whole).casefold())
        or (word.isalpha() and whole.startswith(word) and (place or len(word) >= SHORTEST))
        for place, (word, whole) in enumerate(zip(typed, words, strict=False))
    )


def _numbers(text: str) -> list[str]:
    return [word for word in _words(text) if any(char.isdecimal() for char in word)]


def _words(text: str) -> list[str]:
    return text.replace("_", " ").replace(",", " ").casefold().split()
