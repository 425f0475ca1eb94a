"""Which definitions and tables a sheet has to explain though no printed sentence names them, and which of them count points.

call: {about: The liar loses a die., do: [...]}      what asks for `truth` is out of sight: hidden_names
{add: worth(row), to: me.score}                      `worth` counts points, where the highest score wins: scoring_names
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.author.phrases.texts import Words
from rulewright.author.phrases.vocabulary import written
from rulewright.checked.references import everything
from rulewright.expression import nodes as syntax
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.footprints import footprint
from rulewright.rulebook.walking import all_effects


def hidden_names(words: Words) -> tuple[frozenset[str], frozenset[str]]:
    """Names that are asked for where the words of an author are printed and not the rule itself: by what is done or ends the game,
    and by that or by what is required. The words of a definition explain what it asks for in turn."""
    book = words.book.rulebook
    done, required = list(_done(words)), list(_required(words))
    return frozenset(_asked(book, done, True)), frozenset(_asked(book, [*done, *required], True))


def scoring_names(book: rules.Rulebook) -> frozenset[str]:
    """Definitions and tables by which points are counted: those of the end, of score pads, and of whatever is added to these."""
    sums = [entry for entry in book.definitions.values() if isinstance(entry.body, rules.SumOf)]
    counted, guards = [*_compared(book), *(entry.body for entry in sums)], list[object]()
    reached = {
        name for name in _asked(book, [end.when for end in book.ends.values()]) if _is_points(book, name)
    }
    while True:
        points = reached | {name for name in _asked(book, counted) if name in book.variables}
        found = [write for effects in _all(book) for write in _writes(book, effects, points)]
        amounts = [each for write in found for each in write.amounts]
        known = {id(each) for each in (*counted, *guards)}
        new = [each for each in amounts if id(each) not in known]
        guards += [each for write in found for each in write.guards if id(each) not in known]
        if not new:
            return frozenset((*_asked(book, [*counted, *guards]), *(entry.id for entry in sums)))
        counted += new


# ----------------------------------------------------------------------------------------------------- private


@dataclass(frozen=True, slots=True)
class _Write:
    """What is written to a count of points, and what decides whether it is."""

    amounts: tuple[object, ...]
    guards: tuple[object, ...]


def _done(words: Words) -> Iterator[object]:
    """What is asked for, out of sight, by effects and by what decides when they or an end come."""
    book, never, needless = words.book.rulebook, words.possible.never, words.possible.needless
    for phase in book.phases.values():
        yield from _effects(words, phase.automatic or ()) if phase.about is not None else ()
        for action in phase.actions.values():
            if action.about is not None and action.path not in never:
                yield from (*_effects(words, action.do), *(let.value for let in action.let))
        for trigger in phase.triggers.values():
            if trigger.about is not None and trigger.path not in never:
                yield from (trigger.when, *_effects(words, trigger.do))
    for step in book.steps.values():
        yield from _effects(words, step.do) if step.about and step.id not in needless else ()
    yield from (end.when for end in words.possible_ends() if end.about is not None)


def _required(words: Words) -> Iterator[object]:
    """The conditions of actions that have words of their own."""
    for phase in words.book.rulebook.phases.values():
        for action in phase.actions.values():
            said = (each for each in action.when if each.says is not None or each.about is not None)
            if action.path not in words.possible.never:
                yield from (each.holds for each in said if words.settled(each.holds) is None)


def _effects(words: Words, effects: rules.Effects) -> Iterator[object]:
    """What effects ask for at this table, without what the options have switched off."""
    for effect in effects:
        found = footprint(effect)
        yield from (*found.asks, *found.places, *found.pieces, found.to)
        step = words.book.rulebook.steps[found.step] if found.step is not None else None
        inside = step.do if step is not None and step.about is None else ()
        yield from _effects(words, (*words.taken(effect), *inside))


def _asked(book: rules.Rulebook, nodes: Iterable[object], silent: bool = False) -> set[str]:
    """Every name in these nodes and in the definitions they ask for; with `silent` only in those that have no words of their own."""
    found, waiting = set[str](), list(nodes)
    while waiting:
        for name in _names(waiting.pop()):
            known = name in found
            found.add(name)
            definition = book.definitions.get(name)
            if definition is not None and not known and not (silent and definition.about is not None):
                waiting.append(definition.body)
    return found


def _names(node: object) -> Iterator[str]:
    for part in everything(node):
        match part:
            case syntax.Name(text=name) | syntax.Attribute(name=name):
                yield name
            case _:
                continue


def _is_points(book: rules.Rulebook, name: str) -> bool:
    """Whether a name is that of a number which each player or team has."""
    variable = book.variables.get(name)
    counts = variable is not None and (
        isinstance(variable.type, syntax.Range) or written(variable.type) == "number"
    )
    return variable is not None and bool(variable.per) and counts


def _compared(book: rules.Rulebook) -> Iterator[object]:
    """What is compared at the end of a game."""
    outcomes = [*book.standing, *(outcome for end in book.ends.values() for outcome in end.result)]
    outcomes += book.utility.points if book.utility is not None else ()
    yield from (outcome.place for outcome in outcomes if isinstance(outcome, syntax.Best))


def _all(book: rules.Rulebook) -> Iterator[rules.Effects]:
    """Every list of effects that a rule or step holds."""
    turns = book.turns
    yield from (book.setup, turns.begin, turns.end, turns.round_end)
    yield from (step.do for step in book.steps.values())
    for phase in book.phases.values():
        yield from (action.do for action in phase.actions.values())
        yield from (trigger.do for trigger in phase.triggers.values())
        yield phase.automatic or ()


def _writes(
    book: rules.Rulebook, effects: rules.Effects, names: set[str], guards: tuple[object, ...] = ()
) -> Iterator[_Write]:
    """The effects here that change one of these variables, themselves or by a step."""
    for effect in effects:
        found = footprint(effect)
        run = all_effects(book, (effect,)) if found.step is not None else (effect,)
        if any(names.intersection(_names(place)) for each in run for place in footprint(each).places):
            yield _Write(found.asks, guards)
        for inside in found.inside:
            yield from _writes(book, inside, names, (*guards, *found.asks))
