"""Moves as people type them: every move can be typed as the list shows it.

reroll ●, 4         as it is printed, whatever the capitals
go home             the name of the action with spaces, `go_home`
rack                a beginning that fits one legal move only
rac 6               a beginning of a name that no other action has
rack 6              anything that the game itself understands
ask Bob seven       players by their names
f6                  the choices alone, where one action is all there is
play 5♣, five cl    the beginnings of words, and marks of pieces (`beginnings`)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from rulewright.author.story.moves import arguments, name_of
from rulewright.cli.table.beginnings import SHORTEST, begun_by_words, nearest
from rulewright.cli.table.menu import describe, descriptions, in_text
from rulewright.game.errors import UnknownMove
from rulewright.game.game import State
from rulewright.game.moves.action import Action
from rulewright.game.moves.parse_errors import not_understood
from rulewright.problems.quoting import listed, quoted

Legal = tuple[Action, tuple[Sequence[str], ...]]
"""A legal move, and the words by which it is known."""
FITTING = 12
"""How many moves are suggested at most for a line that names none."""


def printed_as(state: State, line: str, names: Sequence[str] = ()) -> Action | None:
    """The one legal move that is printed like this."""
    legal = state.legal_actions()
    shown = zip(legal, descriptions(state, legal, names), strict=True)
    found = [action for action, words in shown if words.casefold() == line.casefold()]
    return found[0] if len(found) == 1 else None


def meant_by(state: State, line: str, words: Sequence[str] = (), names: Sequence[str] = ()) -> Action:
    """The move that a line means, which may be illegal now. A beginning of one of the other `words` of the table is no short
    name of a move; `names` are the players' names. Raises UnknownMove."""
    found = printed_as(state, line, names)
    if found is not None:
        return found
    try:
        return _read(state, line, words, names)
    except UnknownMove as unknown:
        legal = _legal(state, names)
        begun = _begun(legal, _words(line)) or begun_by_words(state, line, words, names)
        if len(begun) == 1:
            return begun[0]
        said = UnknownMove(_what_fits(state, legal, begun, line, unknown, names), unknown.candidates)
        only = _only_name(legal, state)
        if only is None or begun or _names_an_action(state, line):
            raise said from None
    try:
        return _bare(state, only, line, names)
    except UnknownMove as unfit:
        if line.isdecimal():
            raise UnknownMove(_what_fits(state, legal, [], f"{only} {line}", unfit, names)) from None
        near = line.split()[0].isalpha() and set(said.candidates) < set(state.game.program.actions)
        meant_name = near or (said.candidates and not any(char.isdecimal() for char in line))
        raise (said if meant_name else unfit) from None


def _only_name(legal: Sequence[Legal], state: State) -> str | None:
    """The only action with legal moves, if it has choices."""
    names = {action.name for action, _ in legal}
    only = names.pop() if len(names) == 1 else None
    return only if only is not None and state.game.program.actions[only].parameters else None


def _bare(state: State, name: str, line: str, names: Sequence[str]) -> Action:
    """The move of an action by its choices alone. Raises UnknownMove."""
    rule, wording = state.game.program.actions[name], state.game.wording
    for action in state.legal_actions():
        printed = " ".join(arguments(wording, rule, action.choice, names))
        if printed.casefold() == line.casefold():
            return action
    return _with_names(state, f"{name} {line}", names)


def _names_an_action(state: State, line: str) -> bool:
    first = line.split(maxsplit=1)[0].casefold()
    rules = state.game.program.actions.values()
    return any(first in (rule.name.casefold(), *name_of(rule).casefold().split()[:1]) for rule in rules)


def _read(state: State, line: str, words: Sequence[str], names: Sequence[str]) -> Action:
    """The move as the game parses it, also with the label of its action, with spaces for underscores, or abbreviated."""
    try:
        return _with_names(state, line, names)
    except UnknownMove:
        named = _with_label(state, line) or _with_underscores(state, line) or _in_full(state, line, words)
        if named is None:
            raise
        return _with_names(state, named, names)


def _with_names(state: State, line: str, names: Sequence[str]) -> Action:
    """The move as the game parses it, also with the names of players."""
    try:
        return state.game.action(line)
    except UnknownMove:
        seats = _with_seats(line, names)
        if seats == line:
            raise
        return state.game.action(seats)


def _with_seats(line: str, names: Sequence[str]) -> str:
    """`ask Bob seven` as `ask 2 seven`."""
    for seat, name in sorted(enumerate(names, 1), key=lambda each: -len(each[1])):
        line = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", str(seat), line, flags=re.IGNORECASE)
    return line


def _with_label(state: State, line: str) -> str | None:
    """`bank 1` as `bank_die 1`, by the longest label that the line begins with, if only one action has it."""
    wanted = line.casefold().split()
    labelled = [(name_of(rule).casefold().split(), name) for name, rule in state.game.program.actions.items()]
    found = [(label, name) for label, name in labelled if label and wanted[: len(label)] == label]
    longest = max((len(label) for label, _ in found), default=0)
    best = [name for label, name in found if len(label) == longest]
    return " ".join([best[0], *line.split()[longest:]]) if len(best) == 1 else None


def _in_full(state: State, line: str, words: Sequence[str]) -> str | None:
    """`pai 4 4` as `pair 4 4`, if no other action and no other word begins so."""
    short, *rest = line.casefold().split()
    names = {name.split(".")[-1] for name in state.game.program.actions}
    begun = [name for name in names if name.casefold().startswith(short)]
    if len(short) < SHORTEST or len(begun) != 1 or any(word.startswith(short) for word in words):
        return None
    return " ".join([begun[0], *rest])


def _with_underscores(state: State, line: str) -> str | None:
    """`go home 3` as `go_home 3`; the longest name of an action that the line begins with."""
    words = line.split()
    names = {tuple(name.casefold().split("_")): name for name in state.game.program.actions}
    for length in range(len(words), 1, -1):
        name = names.get(tuple(word.casefold() for word in words[:length]))
        if name is not None:
            return " ".join([name, *words[length:]])
    return None


def _legal(state: State, names: Sequence[str]) -> list[Legal]:
    """The legal moves, each with the words as it is typed and as it is printed."""
    return [
        (action, (_words(str(action)), _words(describe(state, action, names))))
        for action in state.legal_actions()
    ]


def _begun(legal: Sequence[Legal], wanted: Sequence[str]) -> list[Action]:
    """The legal moves that begin like this, word by word."""
    return [
        action for action, texts in legal if wanted and any(text[: len(wanted)] == wanted for text in texts)
    ]


def _what_fits(
    state: State,
    legal: Sequence[Legal],
    begun: list[Action],
    line: str,
    unknown: UnknownMove,
    names: Sequence[str],
) -> str:
    """The message for a line that is no move, with the legal moves that may have been meant."""
    first = line.split()[0].casefold()
    near = "" if begun else nearest(state, line)
    if near:
        return f"{quoted(line)} is no move; did you mean `{near}`?"
    fitting = begun or _longest_begun(legal, line) or _named(legal, first)
    if not fitting:
        return _no_action(state, line, first, unknown)
    shown = [in_text(state, action, names) for action in fitting[:FITTING]]
    rest = len(fitting) - len(shown)
    more = f" and {rest} more" if rest else ""
    reason = f": {unknown.reason}" if unknown.reason else ""
    if begun and begun[0] not in [action for action, _ in legal]:
        return f"{quoted(line)} may be {listed(shown, 'or')}{more}: none of them is legal now"
    wrong = "needs more" if begun else f"does not fit{reason}"
    return f"{quoted(line)} {wrong}; what fits now: {', '.join(shown)}{more}"


def _no_action(state: State, line: str, first: str, unknown: UnknownMove) -> str:
    """The message for a line that fits no legal move; actions have the names of the menu."""
    actions = state.game.program.actions
    named = {name: name_of(rule) for name, rule in actions.items() if not rule.switched_off}
    is_an_action = _with_label(state, line) or any(
        first == name.casefold().split(".")[-1] for name in actions
    )
    if unknown.read_as is not None:
        name, words = unknown.read_as
        return str(not_understood(state.game.reader.vocabulary, actions[name], words, name_of(actions[name])))
    if not unknown.candidates or not set(unknown.candidates) <= set(actions) or is_an_action:
        return str(unknown)
    several = [
        named[name]
        for name in unknown.candidates
        if name in named and name.split(".")[-1].casefold().startswith(f"{first}_")
    ]
    if len(several) > 1:
        return f"{quoted(first)} may be {listed(several, 'or')}: type one of them"
    near = get_close_matches(first, [each.casefold() for each in named.values()], n=1)
    hint = f"; did you mean `{near[0]}`? Actions: " if near else "; actions: "
    return f"there is no action {quoted(first)}{hint}{', '.join(dict.fromkeys(named.values()))}"


def _longest_begun(legal: Sequence[Legal], line: str) -> list[Action]:
    """The legal moves that share the longest beginning with the line, in words."""
    words = line.split()
    longest = max((len(text) for _, texts in legal for text in texts), default=0)
    for length in range(min(len(words) - 1, longest), 0, -1):
        found = _begun(legal, _words(" ".join(words[:length])))
        if found:
            return found
    return []


def _named(legal: Sequence[Legal], word: str) -> list[Action]:
    """The legal moves of the action whose name the first word is."""
    return [action for action, _ in legal if action.name.casefold().split(".")[-1] == word]


def _words(text: str) -> Sequence[str]:
    return text.replace("_", " ").replace(",", " ").casefold().split()
