"""The terms on a rule sheet: definitions, score pads, tables and counts.

An entry is explained if it has an `about`, if it is a score pad, or if the sheet mentions it, directly or in another explanation.
An `about` with placeholders for all parameters is printed in place of a call, and as a term only for calls that are not printed.

    hi: {of: 5..30, label: Hi side, rows: {30: 10, ..29: 1}}      ->      Hi side:  30 | 10,  29 or less | 1

Some definitions have to be explained though no printed sentence mentions them:

call: {about: The liar loses a die., do: [...]}      the effects, which use `truth`, are not printed: Scoring._hidden
{add: worth(row), to: me.score}                      `worth` counts points, where the highest score wins: scoring_names
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from rulewright.author.english import plain, sentence
from rulewright.author.phrases.effects import Sayings
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.points import points
from rulewright.author.phrases.texts import Words
from rulewright.author.phrases.vocabulary import filled_in, written
from rulewright.author.report.tree import Block, Grid, Item, Section
from rulewright.author.sheet.author_words import says_its_name
from rulewright.author.sheet.owners import count
from rulewright.checked.references import mentioned, names_in
from rulewright.expression import nodes as syntax
from rulewright.language import types
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.footprints import footprint
from rulewright.rulebook.walking import all_effects

ALWAYS = "otherwise"


class Chapter:
    """Some sections of a rule sheet: a rulebook, its program at this table, and the words for them."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases, self.sayings, self.words = phrases, Sayings(phrases), phrases.words
        self.rulebook, self.program = self.words.rulebook, self.words.program


class Scoring(Chapter):
    """Explains definitions, tables and counts; `phrases.words` knows the entries that were mentioned so far."""

    def sections(self) -> tuple[Section, Section]:
        """The sections `Terms` and `Scoring`, each in the order of the rulebook, tables last."""
        made: dict[str, Block] = {}
        book, scoring = self.rulebook, scoring_names(self.rulebook)
        entries: dict[str, rules.Definition | rules.Table] = {**book.definitions, **book.tables}
        while new := [entry for id_, entry in entries.items() if id_ not in made and self._wanted(entry)]:
            for entry in new:
                made[entry.id] = (
                    self._table(entry) if isinstance(entry, rules.Table) else self._definition(entry)
                )
        blocks = [(id_ in scoring, made[id_]) for id_ in entries if id_ in made]
        return (
            Section("Terms", tuple(block for counts, block in blocks if not counts)),
            Section("Scoring", tuple(block for counts, block in blocks if counts)),
        )

    def counts(self) -> list[Block]:
        """The section `Keep track of`: the variables that have an `about` and that players have to keep."""
        return [
            Item(self.words.name(variable), count(self.phrases, variable))
            for variable in self.rulebook.variables.values()
            if (variable.about or variable.sheet)
            and self.words.is_kept(variable)
            and not self._hidden(variable)
        ]

    def _hidden(self, entry: rules.Entry) -> bool:
        """Whether the rulebook says that the sheet prints nothing for an entry."""
        return self.phrases.sheet(entry) == ""

    def _wanted(self, entry: rules.Definition | rules.Table) -> bool:
        if entry.id in self.words.mentioned:
            return True
        if self._hidden(entry):
            return False
        if entry.id in self.words.possible.needless:
            return False
        if entry.sheet is not None:
            return True
        if isinstance(entry, rules.Table):
            return entry.about is not None or entry.label is not None
        if isinstance(entry.body, rules.SumOf) or (entry.about is not None and not filled_in(entry)):
            return True
        done, asked = self._unprinted
        if entry.about is not None:
            known = entry.id in self.words.filled or says_its_name(entry, self.words.name(entry))
            return entry.id in asked and not known
        return entry.id in done and bool(tables_read(entry, self.rulebook))

    @cached_property
    def _unprinted(self) -> tuple[set[str], set[str]]:
        """Names used by rules for which the sheet prints an `about` and not the rule itself: those that effects and ends use, and those
        that effects, ends and requirements use. A definition with an `about` explains the names in its body."""
        done, required = [*_done(self.words)], [*_required(self.words)]
        return _asked(self.rulebook, done, True), _asked(self.rulebook, [*done, *required], True)

    def _definition(self, definition: rules.Definition) -> Block:
        inside = self._inside(definition)
        name = self.words.name(definition)
        others = [inside.names[p.name] for p in definition.parameters if inside.names[p.name] != "you"]
        called = self._called(definition, name, others)
        about, changes = inside.text(definition.about), self.words.changes
        changed = changes.beside(definition.about, definition.path)
        if changed and isinstance(definition.body, rules.Cases | rules.SumOf):
            about = changes.marked(about)
        self.words.mentioned.update(tables_read(definition, self.rulebook))
        if own := inside.sheet(definition):
            return Item(called, sentence(own))
        match definition.body:
            case rules.Cases() as cases:
                rows = self._cases(cases, inside)
                if len(rows) == 1 and rows[0][0] in ("", ALWAYS):
                    return Item(name, sentence(f"{about}: {rows[0][1]}" if about else rows[0][1]))
                return Grid(f"{name}: {about}" if about else name, ("", ""), rows)
            case rules.SumOf(lines=lines):
                pad = tuple((self.words.name(line), self._meaning(line, line.is_, inside)) for line in lines)
                return Grid(f"{name}: {about}" if about else name, ("", ""), (*pad, (name, "the sum")))
            case body:
                if changed:
                    about = changes.marked(about, inside.phrase(body))
                return Item(called, sentence(about or points(inside, body)))

    def _called(self, definition: rules.Definition, name: str, others: list[str]) -> str:
        """The heading of a definition with its parameters: `worth of the row`, `fits (the card, the space)`. An `about` with placeholders
        needs none."""
        if not others or (definition.about is not None and not filled_in(definition)):
            return name
        compiled = self.words.program.definitions.get(definition.id)
        if compiled is not None and isinstance(compiled.type, types.Boolean):
            return f"{name} ({', '.join(others)})"
        return f"{name} of {' and '.join(others)}"

    def _inside(self, definition: rules.Definition) -> Phrases:
        """The scope of a definition's body; a parameter that is its only player is `you`."""
        inside = self.phrases.choosing(definition.parameters)
        asked = [p.name for p in definition.parameters if inside.names[p.name] == "that player"]
        alone = len(asked) == 1 and "me" not in names_in(definition)
        return inside.knowing({asked[0]: "you"}) if alone else inside

    def _cases(self, cases: rules.Cases, inside: Phrases) -> tuple[tuple[str, str], ...]:
        found = self.words.constant(cases.by) if cases.by is not None else None
        if found is not None:
            said = self.words.value(found[0].value, found[1])
            kept = [case for case in cases.cases if said in (plain(case.id), self._member(case.key))]
            left = [case.is_ for case in kept] or ([cases.otherwise] if cases.otherwise is not None else [])
            return tuple((ALWAYS, points(inside, is_)) for is_ in left)
        rows = []
        for case in cases.cases:
            settled = self.words.settled(case.when)
            if settled is False:
                continue
            if cases.by is not None:
                rows.append((self._member(case.key), self._meaning(case, case.is_, inside)))
            else:
                rows.append((self._case_condition(case, inside), points(inside, case.is_)))
            if settled is True:
                return self._last(rows)
        if cases.otherwise is not None:
            rows.append((ALWAYS, points(inside, cases.otherwise)))
        return tuple(rows)

    def _last(self, rows: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """Rows whose last case always holds: it is `otherwise` if it is the only one."""
        return (*rows[:-1], (ALWAYS if len(rows) == 1 else rows[-1][0], rows[-1][1]))

    def _case_condition(self, case: rules.Case, inside: Phrases) -> str:
        if own := inside.sheet(case):
            return own
        if case.about is not None or case.label is not None:
            said = inside.text(case.about) or self.words.name(case)
            changed = "when" in self.words.changes.beside(case.about, case.path)
            return self.words.changes.marked(said) if changed else said
        return f"if {inside.condition(case.when)}" if case.when is not None else self.words.name(case)

    def _meaning(self, entry: rules.Case | rules.SumLine, value: syntax.Expression, inside: Phrases) -> str:
        if own := inside.sheet(entry):
            return own
        said, changes = inside.text(entry.about), self.words.changes
        if changes.beside(entry.about, entry.path):
            return changes.marked(said, inside.phrase(value))
        return said or points(inside, value)

    def _table(self, table: rules.Table) -> Grid:
        name, about = self.words.name(table), self.phrases.text(table.about)
        if own := self.phrases.sheet(table):
            about = own
        elif self.words.changes.beside(table.about, table.path):
            about = self.words.changes.marked(about)
        width = max((len(row.values) for row in table.rows), default=0)
        across = [*self._across(table.of[1].domain), *[""] * width][:width] if len(table.of) == 2 else [""]
        rows = ((self._row(row.key), *map(self.phrases.phrase, row.values)) for row in table.rows)
        return Grid(f"{name}: {about}" if about else name, ("", *across), tuple(rows))

    def _across(self, domain: syntax.Domain) -> list[str]:
        """The headings of a table's columns: the elements of its second domain."""
        if isinstance(domain, syntax.Name) and domain.text in self.words.program.labels.enums:
            return [label for _, label in self.words.program.labels.enums[domain.text]]
        if isinstance(domain, syntax.Range):
            low, high = self.phrases.phrase(domain.low), self.phrases.phrase(domain.high)
            if low.isdigit() and high.isdigit():
                return [str(number) for number in range(int(low), int(high) + 1)]
        return []

    def _row(self, key: syntax.Row) -> str:
        match key:
            case syntax.RowUpTo(high=high):
                return f"{self.phrases.phrase(high)} or less"
            case syntax.RowFromOn(low=low):
                return f"{self.phrases.phrase(low)} or more"
            case syntax.RowRemaining():
                return "otherwise"
            case syntax.RowValue(value=syntax.Range(low=low, high=high)):
                return f"{self.phrases.phrase(low)} to {self.phrases.phrase(high)}"
            case syntax.RowValue(value=value):
                return self._member(value)

    def _member(self, key: syntax.Expression) -> str:
        """The key of a case or row: the label of a member of any enum; other keys in words."""
        label = self.words.member(key.text) if isinstance(key, syntax.Name) else None
        return label if label is not None else self.phrases.phrase(key)


def tables_read(definition: rules.Definition, book: rules.Rulebook) -> set[str]:
    """The tables that a definition reads. People need their rows, whatever the definition's `about` says."""
    match definition.body:
        case rules.Cases(cases=cases, otherwise=otherwise):
            read = [case.is_ for case in cases] + ([otherwise] if otherwise is not None else [])
        case rules.SumOf(lines=lines):
            read = [line.is_ for line in lines]
        case body:
            read = [body]
    return {*names_in(*read)} & book.tables.keys()


def faces(phrases: Phrases, kind: rules.Kind) -> Grid | None:
    """A table of a kind's named faces and their values; None if faces have none."""
    if not isinstance(kind.faces, tuple):
        return None
    headings = tuple(dict.fromkeys(name for face in kind.faces for name in face.values))
    if not headings:
        return None
    labels = dict(phrases.words.program.labels.faces.get(kind.id, ()))
    rows = tuple(
        (
            labels.get(face.id, plain(face.id)),
            *(phrases.phrase(face.values[name]) if name in face.values else "–" for name in headings),
        )
        for face in kind.faces
    )
    one = phrases.words.kind(kind.id, 1)
    return Grid(f"What each face of the {one} stands for", ("face", *map(plain, headings)), rows)


def scoring_names(book: rules.Rulebook) -> frozenset[str]:
    """The definitions and tables that compute points: those in what is compared at the end, in score pads, and in amounts added to these."""
    sums = [entry for entry in book.definitions.values() if isinstance(entry.body, rules.SumOf)]
    counted, guards = [*_compared(book), *(entry.body for entry in sums)], list[object]()
    reached = {
        name for name in _asked(book, [end.when for end in book.ends.values()]) if _is_points(book, name)
    }
    while True:
        points = reached | {name for name in _asked(book, counted) if name in book.variables}
        found = [write for effects in _all(book) for write in _writes(book, effects, points)]
        known = {id(each) for each in (*counted, *guards)}
        new = [each for amounts, _ in found for each in amounts if id(each) not in known]
        guards += [each for _, around in found for each in around if id(each) not in known]
        if not new:
            return frozenset((*_asked(book, [*counted, *guards]), *(entry.id for entry in sums)))
        counted += new


# ----------------------------------------------------------------------------------------------------- private


def _done(words: Words) -> Iterator[object]:
    """The unprinted effects, and the unprinted conditions of automatic rules and ends, whose `about` is printed instead."""
    book, never, needless = words.rulebook, words.possible.never, words.possible.needless
    for phase in book.phases.values():
        yield from _effects(words, phase.automatic or ()) if _worded(phase) else ()
    for action in book.actions:
        if _worded(action) and action.path not in never:
            yield from (*_effects(words, action.do), *(let.value for let in action.let))
    for trigger in book.triggers:
        if _worded(trigger) and trigger.path not in never:
            yield from (trigger.when, *_effects(words, trigger.do))
    for step in book.steps.values():
        yield from _effects(words, step.do) if _worded(step) and step.id not in needless else ()
    yield from (end.when for end in words.possible_ends() if _worded(end))


def _worded(entry: rules.Entry) -> bool:
    """Whether the sheet prints an author's words for an entry, and not the rule itself."""
    return entry.about is not None or entry.sheet is not None


def _required(words: Words) -> Iterator[object]:
    """The unprinted conditions of actions, which have a `says` or `about`."""
    for action in words.rulebook.actions:
        said = (each for each in action.requirements if each.says is not None or _worded(each))
        if action.path not in words.possible.never:
            yield from (each.holds for each in said if words.settled(each.holds) is None)


def _effects(words: Words, effects: rules.Effects) -> Iterator[object]:
    """The expressions in effects at this table, without branches that the options have switched off."""
    for effect in effects:
        found = footprint(effect)
        yield from (*found.asks, *found.places, *found.pieces, found.to)
        step = words.rulebook.steps[found.step] if found.step is not None else None
        inside = step.do if step is not None and not _worded(step) else ()
        yield from _effects(words, (*words.taken(effect), *inside))


def _asked(book: rules.Rulebook, nodes: Iterable[object], silent: bool = False) -> set[str]:
    """All names in these nodes and in the definitions they use; with `silent` only definitions without an `about` are followed."""
    found, waiting = set[str](), list(nodes)
    while waiting:
        new = mentioned(waiting.pop()) - found
        found |= new
        asked = (book.definitions[name] for name in new & book.definitions.keys())
        waiting += (definition.body for definition in asked if not (silent and _worded(definition)))
    return found


def _is_points(book: rules.Rulebook, name: str) -> bool:
    """Whether a name is that of a numeric variable that each player or team has."""
    variable = book.variables.get(name)
    if variable is None or not variable.per:
        return False
    return isinstance(variable.type, syntax.Range) or written(variable.type) == "number"


def _compared(book: rules.Rulebook) -> Iterator[object]:
    """The expressions that are compared at the end of a game."""
    outcomes = [*book.standing, *(outcome for end in book.ends.values() for outcome in end.result)]
    outcomes += book.utility.points if book.utility is not None else ()
    yield from (outcome.place for outcome in outcomes if isinstance(outcome, syntax.Best))


def _all(book: rules.Rulebook) -> Iterator[rules.Effects]:
    """All lists of effects in the rulebook."""
    turns = book.turns
    yield from (book.setup, turns.begin, turns.end, turns.round_end)
    yield from (step.do for step in book.steps.values())
    yield from (action.do for action in book.actions)
    yield from (trigger.do for trigger in book.triggers)
    yield from (phase.automatic or () for phase in book.phases.values())


def _writes(
    book: rules.Rulebook, effects: rules.Effects, names: set[str], guards: tuple[object, ...] = ()
) -> Iterator[tuple[tuple[object, ...], tuple[object, ...]]]:
    """The effects that change one of these variables, directly or through a step: the amounts, and the conditions around them."""
    for effect in effects:
        found = footprint(effect)
        run = all_effects(book, (effect,)) if found.step is not None else (effect,)
        if any(names & mentioned(place) for each in run for place in footprint(each).places):
            yield found.asks, guards
        for inside in found.inside:
            yield from _writes(book, inside, names, (*guards, *found.asks))
