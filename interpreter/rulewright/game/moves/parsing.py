"""Parsing of moves: from a text, or from a name and arguments, to an action.

    rack 6              the action's id and its arguments in order
    bank 6              the first words of the id, if one action begins with them (`bank_die`)
    bank die 6          the id with spaces
    roll 6 6 2          a set lists its pieces in any order, with or without commas; `;` ends the list before further arguments
    roll none           the empty set, if it is allowed
    give 2 ten of hearts   players count from 1; pieces, members and faces by id or printed name

Upper and lower case are the same.  If several readings fit, the one with the longest printed names wins; a text that
still fits two actions is an error that lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING

from rulewright.game.errors import UnknownMove
from rulewright.game.moves.action import choice_text, home_zone
from rulewright.game.moves.matching import MOST_READINGS, Names, Reading, from_python, readings
from rulewright.game.moves.parse_errors import LONGEST_WORD, no_value, not_understood
from rulewright.game.moves.vocabulary import Vocabulary, Words, words_of
from rulewright.ir import nodes as ir
from rulewright.problems.quoting import quoted, shortened
from rulewright.runtime.executor import Choice, Value
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass
from rulewright.source.later import later

if TYPE_CHECKING:
    import difflib
else:
    difflib = later("difflib")

LONGEST = 100_000
"""The most characters of a move; longer texts are rejected."""

Named = tuple[int, ir.Action, Words]
"""An action with its index, and the words after its name."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads moves of one game."""

    wording: Wording
    vocabulary: Vocabulary

    def read(self, text: str) -> tuple[Choice, tuple[Choice, ...]]:
        """The choice that a text means, and its other readings; UnknownMove if it means none, or several equally."""
        if len(text) > LONGEST:
            raise UnknownMove(
                f"`{shortened(text)}` has {len(text):,} characters, and no move has more than {LONGEST:,}"
            )
        words = words_of(text.replace(";", " ; "))
        if not words:
            raise UnknownMove("a move begins with the name of an action", self._offered())
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
            _, rule, rest = (spaced or named)[0]
            raise not_understood(self.vocabulary, rule, rest)
        return self._chosen(" ".join(text.split()), found)

    def build(self, name: str, arguments: Mapping[str, object]) -> tuple[Choice, tuple[Choice, ...]]:
        """The choice with these Python values as arguments, by parameter, and its other readings. UnknownMove if a
        value does not fit."""
        index, rule = self._rule_named(name)
        wanted = [parameter.name for parameter in rule.parameters]
        if set(arguments) != set(wanted):
            listed = ", ".join(wanted) or "no arguments"
            raise UnknownMove(f"`{name}` takes {listed}; given: {', '.join(arguments) or 'none'}", (name,))
        names = Names(self.vocabulary)
        partial: list[tuple[tuple[Value, ...], int]] = [((), 0)]
        for parameter in rule.parameters:
            home = home_zone(self.wording, parameter)
            values = list(
                islice(
                    from_python(names, parameter.type, arguments[parameter.name], home),
                    MOST_READINGS,
                )
            )
            if not values:
                raise no_value(self.vocabulary, name, parameter, arguments[parameter.name])
            partial = [((*head, value), far + more) for head, far in partial for value, more in values]
            partial = partial[:MOST_READINGS]
        found = [Reading(Choice(index, values), far, ()) for values, far in partial]
        return self._chosen(None, found, name)

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
        """All readings of the words after the names of these actions."""
        names = Names(self.vocabulary)
        return [
            reading
            for index, rule, words in named
            for reading in islice(readings(names, index, rule, words), MOST_READINGS)
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
        names = self._offered()
        word = shortened(word, LONGEST_WORD)
        parts = {part: name for name in reversed(names) for part in (*name.casefold().split("_"), name)}
        near = list(
            dict.fromkeys(parts[part] for part in difflib.get_close_matches(word.casefold(), parts, n=3))
        )
        hint = f"; did you mean `{near[0]}`? Actions: " if near else "; actions: "
        raise UnknownMove(f"there is no action `{word}`{hint}{', '.join(names)}", tuple(near) or names)

    def _offered(self) -> tuple[str, ...]:
        """The actions that a message offers."""
        return tuple(name for name, rule in self.wording.program.actions.items() if not rule.switched_off)

    def _rule_named(self, name: str) -> tuple[int, ir.Action]:
        for index, rule in enumerate(self.wording.program.actions.values()):
            if rule.name == name:
                return index, rule
        rules = self._rules(name)
        return rules[0]

    # ------------------------------------------------------------------------------------------------ choosing

    def _chosen(
        self, exact: str | None, found: list[Reading], name: str = ""
    ) -> tuple[Choice, tuple[Choice, ...]]:
        """The most likely reading, then the others; `exact` is the text, or None if arguments of the action `name` are given."""
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


def _shorter(reading: Reading) -> tuple[int, ...]:
    """Sorts readings with longer arguments first."""
    return tuple(-length for length in reading.lengths)


def _listed(names: tuple[str, ...]) -> str:
    quoted = [f"`{name}`" for name in names]
    return " or ".join(quoted)
