"""Moves as people type them: a text, or a name and arguments, becomes an action.

    rack 6              the action's id and its arguments in order
    bank 6              a beginning of the id that ends at a `_` and fits one action (`bank_die`)
    bank die 6          the id with spaces
    roll 6 6 2          a set lists its pieces; `;` ends the list when more follows
    give 2 ten of hearts   players count from 1; pieces, members and faces by id or printed name

Words are compared without regard to capitals.  Where several readings fit, the longest printed name wins; a text
that still fits two actions is an error that lists them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import islice

from rulewright.game.action import choice_text, home_zone
from rulewright.game.errors import UnknownMove
from rulewright.game.vocabulary import Vocabulary, Words, single
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.problems.quoting import quoted, shortened
from rulewright.runtime import given
from rulewright.runtime.executor import Choice, Value
from rulewright.runtime.wording import Wording

MOST_READINGS = 5000
"""A list of pieces whose zones go without saying has many readings; this many are looked at."""

LONGEST = 100_000
"""Characters of a move: longer texts are not read."""

LONGEST_WORD = 40
"""So much of a word that is not understood is told, and compared with those that are."""

MOST_NAMED = 12
"""A refusal names so many of the values that could have been typed."""


Named = tuple[int, ir.Action, Words]
"""An action by its index, and the words behind its name."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A choice that a text may mean. `far` counts the pieces whose zone is not the home zone although none was
    named; `lengths` are the words each argument took."""

    choice: Choice
    far: int
    lengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads moves of one game."""

    wording: Wording
    vocabulary: Vocabulary

    def read(self, text: str) -> tuple[Choice, tuple[Choice, ...]]:
        """The choice that a text means and its further readings; UnknownMove if there is none, or several."""
        if len(text) > LONGEST:
            raise UnknownMove(
                f"`{shortened(text)}` has {len(text):,} characters, and no move has more than {LONGEST:,}"
            )
        words = tuple(text.replace(";", " ; ").split())
        if not words:
            raise UnknownMove("a move begins with the name of an action", tuple(self.wording.program.actions))
        refused: UnknownMove | None = None
        try:
            named = [(index, rule, words[1:]) for index, rule in self._rules(words[0])]
        except UnknownMove as error:
            named, refused = [], error
        spaced = self._spaced(words)
        found = self._all_readings(named) or self._all_readings(spaced)
        if not found and refused is not None and not spaced:
            raise refused
        if not found:
            raise self._not_understood(*(spaced or named)[0][1:])
        return self._chosen(" ".join(text.split()), found)

    def build(self, name: str, arguments: Mapping[str, object]) -> tuple[Choice, tuple[Choice, ...]]:
        """The choice with these arguments, given as Python values, by parameter."""
        index, rule = self._rule_named(name)
        wanted = [parameter.name for parameter in rule.parameters]
        if set(arguments) != set(wanted):
            listed = ", ".join(wanted) or "no arguments"
            raise UnknownMove(f"`{name}` takes {listed}; given: {', '.join(arguments) or 'none'}", (name,))
        partial: list[tuple[tuple[Value, ...], int]] = [((), 0)]
        for parameter in rule.parameters:
            home = home_zone(self.wording, parameter)
            values = list(
                islice(self._from_python(parameter.type, arguments[parameter.name], home), MOST_READINGS)
            )
            if not values:
                raise UnknownMove(
                    f"{quoted(str(arguments[parameter.name]))} is not {_expected(self.wording, parameter)} "
                    f"(`{parameter.name}` of `{name}`)",
                    tuple(self._nearest(parameter, shortened(str(arguments[parameter.name]), LONGEST_WORD))),
                )
            partial = [((*head, value), far + more) for head, far in partial for value, more in values]
        readings = [Reading(Choice(index, values), far, ()) for values, far in partial]
        return self._chosen(None, readings, name)

    # -------------------------------------------------------------------------------------------- which action

    def _spaced(self, words: Words) -> list[Named]:
        """The actions whose id of several words is written with spaces: `bank die 6`."""
        typed = [word.casefold() for word in words]
        names = (
            (index, rule, rule.name.casefold().split(".")[-1].split("_"))
            for index, rule in enumerate(self.wording.program.actions.values())
        )
        return [
            (index, rule, words[len(name) :])
            for index, rule, name in names
            if len(name) > 1 and typed[: len(name)] == name
        ]

    def _all_readings(self, named: list[Named]) -> list[Reading]:
        """What actions with the words behind their names may mean."""
        return [
            reading
            for index, rule, words in named
            for reading in islice(self._readings(index, rule, words), MOST_READINGS)
        ]

    def _rules(self, word: str) -> list[tuple[int, ir.Action]]:
        """The actions that a first word may name."""
        rules = list(enumerate(self.wording.program.actions.values()))
        wanted = word.casefold()
        exact = [
            (i, rule)
            for i, rule in rules
            if wanted in (rule.name.casefold(), rule.name.casefold().split(".")[-1])
        ]
        if exact:
            return exact
        begun = [
            (i, rule) for i, rule in rules if rule.name.casefold().split(".")[-1].startswith(wanted + "_")
        ]
        if len({rule.name.split(".")[-1] for _, rule in begun}) > 1:
            names = tuple(rule.name for _, rule in begun)
            raise UnknownMove(f"`{word}` may be {_listed(names)}: type one of them", names)
        if begun:
            return begun
        names = tuple(rule.name for _, rule in rules)
        word = shortened(word, LONGEST_WORD)
        near = get_close_matches(word, names, n=3)
        hint = f"; did you mean `{near[0]}`? Actions: " if near else "; actions: "
        raise UnknownMove(f"there is no action `{word}`{hint}{', '.join(names)}", tuple(near) or names)

    def _rule_named(self, name: str) -> tuple[int, ir.Action]:
        for index, rule in enumerate(self.wording.program.actions.values()):
            if rule.name == name:
                return index, rule
        rules = self._rules(name)
        return rules[0]

    # ---------------------------------------------------------------------------------------------- arguments

    def _readings(self, index: int, rule: ir.Action, words: Words) -> Iterator[Reading]:
        def rest(position: int, at: int) -> Iterator[tuple[tuple[Value, ...], int, tuple[int, ...]]]:
            if position == len(rule.parameters):
                if at == len(words):
                    yield (), 0, ()
                return
            parameter = rule.parameters[position]
            for end, value, far in self._matches(
                parameter.type, home_zone(self.wording, parameter), words, at
            ):
                after = end + 1 if end < len(words) and words[end] == ";" else end
                for values, more, lengths in rest(position + 1, after):
                    yield (value, *values), far + more, (end - at, *lengths)

        for values, far, lengths in rest(0, 0):
            yield Reading(Choice(index, values), far, lengths)

    def _matches(
        self, type_: types.Type, home: str, words: Words, at: int
    ) -> Iterator[tuple[int, Value, int]]:
        """Values that the words from `at` on may mean: (where they end, value, far), longest first."""
        match type_:
            case types.Optional():
                if at < len(words) and words[at].casefold() == "none":
                    yield at + 1, None, 0
                yield from self._matches(type_.of, home, words, at)
            case types.Several():
                yield from self._sets(type_, home, words, at)
            case types.Integer():
                number = _number(words[at]) if at < len(words) else None
                if number is not None and type_.low <= number <= type_.high:
                    yield at + 1, number, 0
            case _:
                vocabulary = self.vocabulary.words(type_, home)
                longest = max((len(entry) for entry in vocabulary), default=0)
                for length in range(min(longest, len(words) - at), 0, -1):
                    key = tuple(word.casefold() for word in words[at : at + length])
                    for value, far in vocabulary.get(key, ()):
                        yield at + length, bool(value) if isinstance(type_, types.Boolean) else value, far

    def _sets(
        self, type_: types.Several, home: str, words: Words, at: int
    ) -> Iterator[tuple[int, Value, int]]:
        repeats = isinstance(type_.of, types.Piece) and self.wording.kind(type_.of.kind).identical
        layers: list[dict[tuple[int, tuple[int, ...]], int]] = [{(at, ()): 0}]
        while layers[-1] and len(layers) <= type_.most:
            grown: dict[tuple[int, tuple[int, ...]], int] = {}
            for (end, items), far in layers[-1].items():
                for after, value, more in self._matches(type_.of, home, words, end):
                    assert isinstance(value, int)
                    if not repeats and value in items:
                        continue
                    key = (after, tuple(sorted((*items, value))))
                    grown[key] = min(far + more, grown.get(key, far + more))
                if len(grown) > MOST_READINGS:
                    break
            layers.append(grown)
        for size in range(len(layers) - 1, type_.least - 1, -1):
            for (end, items), far in layers[size].items():
                yield end, items, far

    def _from_python(self, type_: types.Type, value: object, home: str) -> Iterator[tuple[Value, int]]:
        match type_:
            case types.Optional():
                if value is None:
                    yield None, 0
                else:
                    yield from self._from_python(type_.of, value, home)
            case types.Several() if isinstance(value, list | tuple | set | frozenset):
                listed = " ".join(
                    str(item) for item in (sorted(value, key=str) if isinstance(value, set) else value)
                )
                words = tuple(listed.split())
                yield from (
                    (items, far) for end, items, far in self._sets(type_, home, words, 0) if end == len(words)
                )
            case types.Boolean():
                if isinstance(value, bool):
                    yield value, 0
            case types.Integer() | types.Player() | types.Team() if (
                number := None if value is True else given.whole(value)
            ) is not None:
                low = type_.low if isinstance(type_, types.Integer) else 0
                high = type_.high if isinstance(type_, types.Integer) else type_.count - 1
                if low <= number <= high:
                    yield number, 0
            case _:
                words = tuple(str(value).split())
                for end, read, far in self._matches(type_, home, words, 0):
                    if end == len(words):
                        yield read, far

    # ------------------------------------------------------------------------------------ choosing, and errors

    def _chosen(
        self, exact: str | None, found: list[Reading], name: str = ""
    ) -> tuple[Choice, tuple[Choice, ...]]:
        """The likeliest reading, then the others; `exact` is the text, or None for parts of an action called `name`."""
        distinct: dict[Choice, Reading] = {}
        for reading in found:
            known = distinct.get(reading.choice)
            if known is None or (reading.far, _shorter(reading)) < (known.far, _shorter(known)):
                distinct[reading.choice] = reading
        ranked = sorted(distinct.values(), key=lambda reading: (reading.far, _shorter(reading)))
        for reading in ranked:
            if exact is not None and choice_text(self.wording, reading.choice) == exact:
                return reading.choice, tuple(r.choice for r in ranked if r is not reading)
        best = ranked[0]
        equal = [r for r in ranked if (r.far, _shorter(r)) == (best.far, _shorter(best))]
        if len(equal) > 1 and best.far == 0:
            names = tuple(choice_text(self.wording, reading.choice) for reading in equal[:10])
            raise UnknownMove(
                f"{quoted(name if exact is None else exact)} may be {_listed(names)}: type one of them", names
            )
        return best.choice, tuple(r.choice for r in ranked[1:])

    def _not_understood(self, rule: ir.Action, words: Words) -> UnknownMove:
        """Why no words behind the name of an action can be these."""
        if not rule.parameters:
            return UnknownMove(f"`{rule.name}` stands alone: nothing follows it", (rule.name,))
        text = quoted(" ".join((rule.name, *words)))
        shape = " ".join((rule.name, *(f"<{parameter.name}>" for parameter in rule.parameters)))
        position, at = self._stuck(rule, words)
        if position == len(rule.parameters):
            reason = f"{quoted(' '.join(words[at:]))} is left over"
            return UnknownMove(f"{text} does not read as `{shape}`: {reason}", (shape,), reason)
        parameter = rule.parameters[position]
        if at == len(words):
            return UnknownMove(f"{text} needs more: {shape}, where {_choices(self, parameter)}", (shape,))
        too_few = self._too_few(parameter, rule, words, at)
        if too_few is not None:
            return too_few
        wrong = shortened(words[at], LONGEST_WORD)
        near = self._nearest(parameter, wrong)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        reason = f"`{wrong}` is {_denied(self.wording, parameter)}"
        return UnknownMove(
            f"{text} does not read as `{shape}`: {reason}, and {_choices(self, parameter)}{hint}",
            tuple(near) or (shape,),
            reason,
        )

    def _too_few(self, parameter: ir.Parameter, rule: ir.Action, words: Words, at: int) -> UnknownMove | None:
        """What is said of a set that names fewer things than are needed, all of them known; None if it is not that."""
        type_ = parameter.type
        if not isinstance(type_, types.Several) or type_.least < 2 or len(words) - at > type_.least:
            return None
        home = home_zone(self.wording, parameter)
        sets = self._sets(replace(type_, least=1), home, words, at)
        named = [
            len(items)
            for end, items, _ in islice(sets, MOST_READINGS)
            if end == len(words) and isinstance(items, tuple)
        ]
        if not named or max(named) >= type_.least:
            return None
        many, of = type_.least, type_.of
        kinds = self.wording.program.labels.kinds
        things = kinds[of.kind][1] if isinstance(of, types.Piece) and of.kind in kinds else "values"
        reason = f"{many} {things} are needed for <{parameter.name}>, and this is {max(named)}"
        text = quoted(" ".join((rule.name, *words)))
        if (
            many - len(words) + at > MOST_NAMED
            or not isinstance(of, types.Piece)
            or not self.wording.kind(of.kind).identical
        ):
            return UnknownMove(f"{text} is too little: {reason}", (), reason)
        example = " ".join((rule.name, *words, *[words[-1]] * (many - max(named))))
        return UnknownMove(
            f"{text} is too little: {reason}, as in `{shortened(example)}`", (example,), reason
        )

    def _stuck(self, rule: ir.Action, words: Words) -> tuple[int, int]:
        """Which parameter stops the furthest reading of the words, and before which word; beyond the last parameter
        where all were read and words are left."""
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
            home = home_zone(self.wording, parameter)
            ends = (
                end for end, _, _ in islice(self._matches(parameter.type, home, words, at), MOST_READINGS)
            )
            after = {
                (position + 1, end + 1 if end < len(words) and words[end] == ";" else end) for end in ends
            }
            open_ |= after - seen
        return furthest

    def _nearest(self, parameter: ir.Parameter, word: str) -> list[str]:
        return get_close_matches(word.casefold(), self.vocabulary.examples(parameter), n=3)


def _shorter(reading: Reading) -> tuple[int, ...]:
    """Sorts readings with longer arguments first."""
    return tuple(-length for length in reading.lengths)


def _choices(reader: Reader, parameter: ir.Parameter) -> str:
    """What may stand for a parameter, in a few words."""
    words = reader.vocabulary.names(parameter)
    rest = len(words) - MOST_NAMED
    few = ", ".join(words[:MOST_NAMED]) + (f" and {rest} more" if rest > 0 else "")
    if isinstance(parameter.type, types.Integer) or not words:
        return f"<{parameter.name}> is {_expected(reader.wording, parameter)}"
    if len(words) == 1:
        return f"<{parameter.name}> is {few}"
    return f"<{parameter.name}> is {_how_many(parameter.type)} of {few}"


def _how_many(type_: types.Type) -> str:
    """How many values a parameter takes, in words."""
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


def _denied(wording: Wording, parameter: ir.Parameter) -> str:
    """What a word is not that was read for a parameter."""
    type_ = single(parameter.type)
    match type_:
        case types.Piece():
            return f"no {wording.program.labels.kinds.get(type_.kind, (type_.kind, ''))[0]}"
        case types.Space():
            return "no space"
        case types.Way():
            return "no direction"
        case types.Player():
            return "no player"
        case types.Integer():
            return f"not {type_}"
        case _:
            return f"no <{parameter.name}>"


def _number(word: str) -> int | None:
    digits = word[1:] if word.startswith("-") else word
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 12 else None


def _listed(names: tuple[str, ...]) -> str:
    quoted = [f"`{name}`" for name in names]
    return " or ".join(quoted)
