"""From a text to a game: every stage, in order.

    text -> tree -> schema -> overlays      document.resolve     files become one tree
         -> rulebook                        rulebook             short forms expanded, expressions parsed
         -> checked                         checked              names bound, types and ranges known
         -> ir                              ir                   options and players folded in
         -> Game                            evaluate, game       played by an executor

`load` raises RulebookError with all problems of the file; `check_source` gives them as a list and never raises for a bad
rulebook.  `open_book` keeps the stages in between, for tools that authors use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from functools import cache as once
from functools import partial
from pathlib import Path

from rulewright.checked.context import Context
from rulewright.checked.from_rulebook import from_rulebook
from rulewright.checked.options import Setting
from rulewright.checked.rules.choices import at_all_tables, too_many_choices
from rulewright.checked.rules.examples import check_examples, check_names_in_examples, tables_of_examples
from rulewright.checked.seatings import Looks, Table, found_at, other_tables
from rulewright.checked.usage.usage import Layer, Places, check_usage
from rulewright.document import arguments, from_yaml, library, nodes
from rulewright.document.arguments import Name, Names
from rulewright.document.files import Files, GivenFiles, NotedFiles
from rulewright.document.overlays import overlay
from rulewright.document.overlays.changes import AS_WRITTEN, Trial
from rulewright.document.overlays.consequences import Look, blamed
from rulewright.document.resolve import Resolved, may_be_checked, resolve
from rulewright.document.shape import schema
from rulewright.document.shape.authority import confirm
from rulewright.engines import ENGINES as ENGINES
from rulewright.engines import engine_called
from rulewright.expression import nodes as syntax
from rulewright.game.errors import RecordError
from rulewright.game.game import Game
from rulewright.game.history.record import Wanted
from rulewright.ir import nodes as ir
from rulewright.ir.from_checked import from_checked
from rulewright.ir.lower.ask import Target as Target
from rulewright.ir.lower.ask import asked, asked_text, target
from rulewright.ir.lower.context import Lowering
from rulewright.ir.lower.types_by_place import TypesByPlace
from rulewright.ir.saved.program import Origin
from rulewright.language.literals import literal
from rulewright.language.types import Type
from rulewright.problems.grouping import gathered
from rulewright.problems.problem import Problem, Problems, RulebookError
from rulewright.problems.quoting import quoted
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.from_document import from_document
from rulewright.runtime.trace import Tracer
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source, Span
from rulewright.source.texts import Texts


@dataclass(frozen=True, slots=True)
class Book:
    """A game with the stages it came from. `resolved` is the tree with overlays and variant carried out."""

    resolved: Resolved
    rulebook: rules.Rulebook
    checked: Context
    lowering: Lowering
    program: ir.Program
    game: Game
    at: Callable[[int | None, str | None, Mapping[str, Setting]], Book] = field(repr=False, compare=False)
    """The same rulebook at another table: how many play (None: the fewest), the variant, and the options that are set."""
    house_rules: tuple[Source, ...]
    """The files of the overlays, in order."""
    files: Files = field(repr=False, compare=False)
    """The files that it was opened with, and that may be opened with it."""

    @property
    def tree(self) -> nodes.Mapping:
        return self.resolved.tree

    def asked(self, expression: syntax.Expression) -> tuple[ir.Asked, Type]:
        """An expression of an example, ready to be evaluated on a position. Raises RulebookError."""
        return asked(self.lowering, expression)

    def target(self, place: syntax.Expression) -> Target:
        """The target of a key of `given`. Raises RulebookError."""
        return target(self.lowering, place)


@dataclass(slots=True)
class Kept:
    """What was read and checked while the same files are looked at again and again: in each variant, at each table. For one thread, and
    as long as no file changes."""

    read: dict[object, tuple[Resolved, rules.Rulebook, NotedFiles, Problems]] = field(default_factory=dict)
    """By source, house rules and variant."""
    checked: dict[object, tuple[Context, Problems]] = field(default_factory=dict)
    """By rulebook, number of players and settings: where all was checked, and nothing taken over."""
    lowered: dict[tuple[rules.Rulebook, int], tuple[ir.Program, Lowering]] = field(default_factory=dict)
    """Programs without settings, by rulebook and number of players."""

    def at(
        self, book: rules.Rulebook, players: int, settings: Mapping[str, Setting], problems: Problems
    ) -> Context:
        """The checked rules at a table, with as little work as possible. Problems are added to `problems`."""
        key = (book, players, frozenset((name, repr(value)) for name, value in settings.items()))
        checked, found = self.checked.get(key, (None, Problems()))
        if checked is None:
            checked = from_rulebook(book, players, settings, found, self.plain(book, players))
            if not found.errors and checked.again is None:
                self.checked[key] = checked, found
        problems.take(found)
        checked.problems = problems
        return checked

    def plain(self, book: rules.Rulebook, players: int) -> Context | None:
        """The rules as they were checked without settings; None if they were not, or have errors there."""
        return self.checked.get((book, players, frozenset()), (None,))[0]

    def lower(self, checked: Context) -> tuple[ir.Program, Lowering]:
        """The program of checked rules. Its problems are added to those of the rules."""
        table, known = (checked.book, checked.players), len(checked.problems.found)
        if self.plain(*table) is not checked:
            return from_checked(checked)
        if table not in self.lowered:
            lowered = from_checked(checked)
            if len(checked.problems.found) > known:
                return lowered
            self.lowered[table] = lowered
        return self.lowered[table]


def load(
    game: Name,
    players: int | None = None,
    variant: str | None = None,
    options: Mapping[str, Setting] | None = None,
    overlays: Names = (),
    engine: str = "auto",
) -> Game:
    """A game by its bundled name or its path, at a table of `players` (default: the fewest), with options set and
    overlays (names or paths) on top. A file in the current folder goes before a bundled one of the same name.

    Raises RulebookError with all problems if it cannot be played; NoEngine (a ValueError) for an engine that does not exist
    or is not installed (`engines` lists them); TypeError for arguments of a wrong type."""
    return open_book(game, players, variant, options, overlays, engine).game


def load_text(
    text: str,
    players: int | None = None,
    variant: str | None = None,
    options: Mapping[str, Setting] | None = None,
    overlays: Names = (),
    engine: str = "auto",
    name: str = "<text>",
) -> Game:
    """Like `load`, for the text of a rulebook or overlay; `name` is its name in problems. Raises the exceptions of `load`."""
    return open_source(
        Source(name, arguments.text_of(text)), players, variant, options, overlays, engine
    ).game


def load_recorded(wanted: Wanted, files: bool) -> Game:
    """The game of a record: made of the texts that it carries; otherwise a bundled one, or with `files` whatever `load` finds.
    RecordError for what is not opened for a record and for texts of other rules, RulebookError otherwise. Options of the
    rulebook that are not named keep their defaults."""
    if wanted.texts is None:
        return load_named(wanted, files)
    game = open_carried(wanted, wanted.texts).game
    wanted.demand_same_rules(game)
    return game


def compile_again(origin: Origin, engine: str = "auto") -> Game:
    """A game that another version compiled, from the texts in its file. Raises RulebookError if this version finds mistakes in
    them, and NoEngine."""
    files = GivenFiles(origin.texts)
    source, house_rules = files.demand(origin.texts.rulebook), origin.texts.house_rules
    book = open_source(
        source, origin.players, origin.variant, origin.options, house_rules, engine, files=files
    )
    book.game.overlays = origin.overlays
    return book.game


def load_named(wanted: Wanted, files: bool) -> Game:
    """The game that a record names, as it is now. See `load_recorded`."""
    names = (wanted.game, *wanted.overlays)
    opened = names if files else tuple(map(_bundled_for_record, names))
    source = library.demand(opened[0])
    return _opened_for_record(wanted, source, opened[1:], library).game


def open_carried(wanted: Wanted, texts: Texts, engine: str = "auto", cache: bool = True) -> Book:
    """The rulebook that a record carries, at the table of the record. Nothing is read from this machine."""
    files = GivenFiles(texts)
    source = files.demand(texts.rulebook)
    return _opened_for_record(wanted, source, texts.house_rules, files, engine, cache)


def _opened_for_record(
    wanted: Wanted, source: Source, overlays: Names, files: Files, engine: str = "auto", cache: bool = True
) -> Book:
    def opened(options: Mapping[str, Setting]) -> Book:
        book = open_source(source, wanted.players, wanted.variant, options, overlays, engine, cache, files)
        book.game.overlays = wanted.overlays
        return book

    usual = opened({})
    known = usual.game.options
    changed = {name: value for name, value in wanted.options.items() if known.get(name, usual) != value}
    return opened(changed) if changed else usual


def rules_changed(record: dict[str, object], files: bool = False) -> bool | None:
    """Whether the game that a record names has other rules now than when the record was made; None if there is no such game
    any more. It is looked up as by `replay`, by its name and those of its overlays."""
    wanted = Wanted.of(record)
    try:
        now = load_named(wanted, files)
    except (RecordError, RulebookError):
        return None
    if wanted.texts is not None and now.texts is not None and wanted.texts.checksum == now.texts.checksum:
        return False
    if wanted.texts is not None:
        return open_carried(wanted, wanted.texts).game.fingerprint != now.fingerprint
    return wanted.fingerprint != now.fingerprint


def _bundled_for_record(name: str) -> str:
    path = library.find_bundled(name)
    if path is None:
        raise RecordError(
            f"{quoted(name)} is not a bundled rulebook, and nothing else is opened for a record: pass the `game` that it belongs to, "
            "or `files=True` for a record of your own rulebooks"
        )
    return str(path)


def check_text(
    text: str, overlays: Names = (), variant: str | None = None, name: str = "<text>"
) -> list[Problem]:
    """All problems that the stages find in a text; `name` is its name in problems. `author.testing.checking` adds those that show only
    when a game is set up."""
    return check_source(Source(name, arguments.text_of(text)), overlays, variant)


def open_book(
    game: Name,
    players: int | None = None,
    variant: str | None = None,
    options: Mapping[str, Setting] | None = None,
    overlays: Names = (),
    engine: str = "auto",
    cache: bool = True,
) -> Book:
    """Like `load`, with all stages kept. `cache`: whether machine code is cached."""
    return open_source(
        library.demand(arguments.name_of(game)), players, variant, options, overlays, engine, cache
    )


def open_source(
    source: Source,
    players: int | None = None,
    variant: str | None = None,
    options: Mapping[str, Setting] | None = None,
    overlays: Names = (),
    engine: str = "auto",
    cache: bool = True,
    files: Files = library,
    kept: Kept | None = None,
) -> Book:
    """All stages from a source. `files` are those that it may open."""
    executor = engine_called(engine, cache)
    problems = Problems()
    names, variant = arguments.names_of(overlays), arguments.variant_of(variant)
    table, settings = arguments.players_of(players), arguments.settings_of(options)
    with _blaming(source, names, variant, table, settings, files):
        resolved, book, noted = _read(source, names, variant, problems, files=files, kept=kept)
        house_rules = tuple(files.demand(name) for name in names)
        texts = noted.texts(source, house_rules)

    def at(players: int | None, other: str | None, options: Mapping[str, Setting]) -> Book:
        if other not in (variant, resolved.variant):
            return open_source(source, players, other, options, names, engine, cache, files, kept)
        with _blaming(source, names, variant, players, arguments.settings_of(options), files):
            return opened(players, options)

    def opened(players: int | None, options: Mapping[str, Setting]) -> Book:
        found = Problems(
            removed=problems.removed,
            renamed=problems.renamed,
            house_rules=problems.house_rules,
            added=problems.added,
        )
        for problem in problems.errors:
            found.add(problem)
        table = players if players is not None else book.players[0]
        known = kept or Kept()
        checked = known.at(book, table, arguments.settings_of(options), found)
        _stop_at_errors(found)
        program, lowering = known.lower(checked)
        _stop_at_errors(found)
        game = Game(executor(program), names)
        game.texts = texts
        game.compile_hook = lambda text: asked_text(lowering, text)
        game.trace_hook = once(lambda: _tracer(program, lowering))
        return Book(resolved, book, checked, lowering, program, game, at, house_rules, files)

    return at(table, variant, settings)


@contextmanager
def _blaming(
    source: Source,
    overlays: tuple[str, ...],
    variant: str | None,
    players: int | None,
    options: Mapping[str, Setting],
    files: Files,
) -> Iterator[None]:
    """A context in which problems of opening a rulebook are reported at the house rules that caused them."""

    def look(trial: Trial) -> Sequence[Problem]:
        return _at_one_table(source, overlays, variant, players, options, trial, files)

    try:
        yield
    except RulebookError as error:
        raise RulebookError(_blamed(error.problems, source, overlays, variant, look, files=files)) from None


def _at_one_table(
    source: Source,
    overlays: tuple[str, ...],
    variant: str | None,
    players: int | None,
    options: Mapping[str, Setting],
    trial: Trial,
    files: Files = library,
) -> Sequence[Problem]:
    """The problems of the stages that open a rulebook at a table."""
    problems = Problems()
    try:
        book = _read(source, overlays, variant, problems, trial, files)[1]
        checked = from_rulebook(book, players if players is not None else book.players[0], options, problems)
        _stop_at_errors(problems)
        from_checked(checked)
    except RulebookError as error:
        return error.problems
    return gathered(problems)


def _tracer(program: ir.Program, lowering: Lowering) -> Tracer:
    """The function that computes traces of a game."""
    from rulewright.evaluate.tracing import tracer  # to start sooner: it is seldom asked for

    return tracer.Tracer(program, lambda text: asked_text(lowering, text), TypesByPlace(lowering))


def check_source(
    source: Source,
    overlays: Names = (),
    variant: str | None = None,
    files: Files = library,
    kept: Kept | None = None,
) -> list[Problem]:
    """All problems of a source in every variant and at several tables, each reported once. Of a fragment only the shape is
    checked, since its names have a meaning only in a rulebook that uses it. `files` are those that it may open."""
    if library.is_fragment(source):
        return _check_fragment(source)
    names, variant = arguments.names_of(overlays), arguments.variant_of(variant)
    below = Problems()
    found = _checked(source, names, variant, AS_WRITTEN, below, files=files, kept=kept)
    sound = all(problem.severity != "error" for problem in found)

    def look(trial: Trial) -> list[Problem]:
        below = Problems()
        return [*_checked(source, names, variant, trial, below, sound, files), *below]

    def glance(trial: Trial) -> Sequence[Problem]:
        return _at_one_table(source, names, variant, None, {}, trial, files)

    return _blamed(found, source, names, variant, look, list(below), glance, files)


def _blamed(
    problems: list[Problem],
    source: Source,
    overlays: tuple[str, ...],
    variant: str | None,
    look: Look,
    passed_over: Sequence[Problem] = (),
    glance: Look | None = None,
    files: Files = library,
) -> list[Problem]:
    """The problems, each at the house rules that caused it; the `passed_over` ones only if house rules caused them."""

    def resolved(trial: Trial) -> Resolved | None:
        with suppress(RulebookError):
            return _resolved(source, overlays, variant, Problems(), trial, files)
        return None

    return blamed(problems, passed_over, resolved, look, glance)


def _checked(
    source: Source,
    names: tuple[str, ...],
    variant: str | None,
    trial: Trial,
    below: Problems,
    wholly: bool = True,
    files: Files = library,
    kept: Kept | None = None,
) -> list[Problem]:
    """The problems of all stages; with `wholly` also those that are looked for only in sound rulebooks. Proofs about rules that
    house rules did not write are put `below`."""
    problems, in_examples, kept = Problems(), Problems(), kept or Kept()
    try:
        resolved, book, _ = _read(source, names, variant, problems, trial, files, kept)
        for file in (source, *(files.demand(name) for name in names)):
            confirm(file, problems)
        variants = () if variant or not book.ends else resolved.variants  # which may change the end
        looks = Looks(resolved.tree, len(variants))
        _check_everywhere(book, looks, problems, in_examples, kept)
        editions = [book]
        for name in looks.at_variants(variants):
            editions.append(_read(source, names, name, problems, trial, files, kept)[1])
            _check_everywhere(editions[-1], looks, problems, in_examples, kept)
        looks.tell(problems)
        everything = resolved.variant is None and len(editions) == 1 + len(resolved.variants)
        if wholly and everything and not problems.errors:
            from rulewright.proofs.constant_conditions import check_proofs  # to start sooner: not to play

            check_usage(_layers(source, names, resolved, editions, files), problems)
            own = [files.demand(name).name for name in names] or [source.name]
            check_proofs(editions, own, kept.plain, problems, below)
    except RulebookError as error:
        told = {(problem.code, problem.span) for problem in problems}
        with suppress(RulebookError):  # which says that there are too many
            for problem in error.problems:
                if (problem.code, problem.span) not in told:
                    problems.add(problem)
    with suppress(RulebookError):
        for problem in in_examples:
            problems.add(problem)
    return gathered(problems)


def _check_fragment(source: Source) -> list[Problem]:
    problems = Problems()
    with suppress(RulebookError):  # which says that there are too many
        tree = from_yaml.read(source, problems)
        if tree is not None:
            schema.check_file(source, "fragment", problems)
    return gathered(problems)


def _check_everywhere(
    book: rules.Rulebook, looks: Looks, problems: Problems, in_examples: Problems, kept: Kept
) -> None:
    """Runs the stages that depend on the table, at the usual table first and then at the others."""
    checked = kept.at(book, book.players[0], {}, problems)
    if problems.errors:
        with suppress(RecursionError):  # which is reported for the rules
            if book.ends:  # examples may name them
                check_names_in_examples(checked, in_examples)
        return
    kept.lower(checked)
    tables = _Tables(book, problems, {(p.code, p.span) for p in problems}, kept)
    tables.kept = {_key(*table): None for table in tables_of_examples(checked)}
    choices: list[tuple[Table, list[Problem]]] = [((checked.players, {}), too_many_choices(checked))]
    at_players = {checked.players: checked}
    for table in looks.at_tables(other_tables(checked, at_players)):
        there = tables.at(table)
        if there is not None:
            at_players.setdefault(table[0], there)
            choices.append((table, too_many_choices(there)))
    for problem in at_all_tables(choices):
        problems.add(problem)
    tables.kept |= {_key(players, {}): there for players, there in at_players.items()}
    check_examples(checked, in_examples, partial(tables.of_example, looks))


@dataclass(slots=True)
class _Tables:
    """A rulebook at its tables, each checked when it is first needed."""

    book: rules.Rulebook
    problems: Problems
    told: set[tuple[str, Span]]
    made: Kept
    kept: dict[object, Context | None] = field(default_factory=dict)
    """The results at the tables of examples, once they were checked."""
    _looked: set[object] = field(default_factory=set)
    _of_examples: int = 0

    def at(self, table: Table) -> Context | None:
        """The checked rules at a table; None if they have errors there, which are reported once."""
        found = Problems()
        there = self.made.at(self.book, *table, found)
        for problem in found:
            if (problem.code, problem.span) not in self.told:
                self.told.add((problem.code, problem.span))
                self.problems.add(found_at(problem, table))
        self._looked.add(_key(*table))
        if found.errors:
            return None
        if _key(*table) in self.kept:
            self.kept[_key(*table)] = there
        return there

    def of_example(self, looks: Looks, players: int, options: Mapping[str, Setting]) -> Context | None:
        """The checked rules at the table of an example; None if they have errors there, or if there are too many tables."""
        key = _key(players, options)
        if self.kept.get(key) is None and key not in self._looked and looks.at_one_more(self._of_examples):
            self._of_examples += 1
            self.at((players, dict(options)))
        return self.kept.get(key)


def _key(players: int, options: Mapping[str, Setting]) -> object:
    return players, tuple(sorted((name, literal(value)) for name, value in options.items()))


def _layers(
    source: Source,
    overlays: tuple[str, ...],
    resolved: Resolved,
    editions: Sequence[rules.Rulebook],
    files: Files,
) -> list[Layer]:
    """The layers of a rulebook: its parent if it has one, itself, and the result of each overlay."""
    layers: list[Layer] = []
    parent, _, variant = (_extends(source) if len(resolved.names) > 1 else "").partition("#")
    below = files.find(parent, source) if parent else None
    if below is not None:
        layers.append(Layer(_editions(below, files, variant or None), frozenset()))
    own = _editions(source, files) if overlays else tuple(editions)
    variants = resolved.tree.section("variants").span
    changed, added = _changes(source) if parent else ((), ())
    each = [_changes_in(tree) for tree in _variants_in(resolved.tree)] if not overlays else []
    of_variants = tuple((*changes, *additions) for changes, additions in each)
    layers.append(Layer(own, frozenset({source.name}), changed, variants, added, of_variants))
    if overlays:
        house_rules = [files.demand(name) for name in overlays]
        made = [_changes(file) for file in house_rules]
        changes, additions = (
            tuple(each for part in parts for each in part) for parts in zip(*made, strict=True)
        )
        layers.append(
            Layer(tuple(editions), frozenset(file.name for file in house_rules), changes, added=additions)
        )
    return layers


def _editions(source: Source, files: Files, variant: str | None = None) -> tuple[rules.Rulebook, ...]:
    """A sound rulebook and its variants; only one variant if it is named."""
    resolved, book, _ = _read(source, (), variant, Problems(), files=files)
    variants = () if variant else resolved.variants
    return (book, *(_read(source, (), name, Problems(), files=files)[1] for name in variants))


def _extends(source: Source) -> str:
    tree = from_yaml.read(source, Problems())
    return (tree.text("extends") if tree is not None else None) or ""


_IS_CONDITION = re.compile(r"phases\.[^.]+\.actions\.[^.]+\.when\.")
"""A path in a condition: one that is added is a requirement of its own."""


def _variants_in(tree: nodes.Mapping) -> list[nodes.Mapping]:
    return [entry.value for entry in tree.section("variants") if isinstance(entry.value, nodes.Mapping)]


def _changes(source: Source) -> tuple[Places, Places]:
    """The paths that an overlay changes and removes, and those that it adds, each with its place."""
    tree = from_yaml.read(source, Problems())
    return _changes_in(tree) if tree is not None and tree.get("extends") is not None else ((), ())


def _changes_in(tree: nodes.Mapping) -> tuple[Places, Places]:
    removed = tree.get("remove")
    paths = removed.items if isinstance(removed, nodes.Sequence) else ()
    away = [(path.text, path.span) for path in paths if isinstance(path, nodes.Scalar)]
    changed = ((".".join(path), span) for path, _, span in overlay.settings(tree.without("add")))
    added = ((".".join(path), span) for path, _, span in overlay.settings(tree.without("change")))
    return (*away, *changed), tuple(each for each in added if not _IS_CONDITION.match(each[0]))


def find_book(name_or_path: str) -> Source:
    """The source of a bundled or given rulebook, overlay or fragment. Raises RulebookError, with the nearest name."""
    return library.demand(name_or_path)


def bundled_games() -> list[str]:
    """The names of the bundled games, sorted: what `load` takes."""
    return [name for name, _ in library.bundled()]


def bundled() -> list[tuple[str, Path, rules.Rulebook]]:
    """(name, path, rulebook) of every bundled rulebook."""
    return [
        (name, path, _read(library.read(path), (), None, Problems())[1]) for name, path in library.bundled()
    ]


def _resolved(
    source: Source,
    overlays: tuple[str, ...],
    variant: str | None,
    problems: Problems,
    trial: Trial,
    files: Files,
) -> Resolved | None:
    house_rules = [files.demand(name) for name in overlays]
    return resolve(source, files.find, problems, house_rules, variant, files.names(source), trial)


def _read(
    source: Source,
    overlays: tuple[str, ...],
    variant: str | None,
    problems: Problems,
    trial: Trial = AS_WRITTEN,
    files: Files = library,
    kept: Kept | None = None,
) -> tuple[Resolved, rules.Rulebook, NotedFiles]:
    """Runs the stages that do not depend on the table. Raises RulebookError if the text cannot be read as a rulebook; errors that leave
    rules to be checked are in `problems`. The files that were found are noted."""
    key, noted = (source, overlays, variant, trial), NotedFiles(files)
    if kept is None or problems.errors:
        return *_read_now(source, overlays, variant, problems, trial, noted), noted
    if key not in kept.read:
        found = Problems()
        try:
            resolved, book = _read_now(source, overlays, variant, found, trial, noted)
        except RulebookError:
            problems.take(found)
            raise
        kept.read[key] = resolved, book, noted, found
    resolved, book, noted, found = kept.read[key]
    problems.take(found)
    return resolved, book, noted


def _read_now(
    source: Source,
    overlays: tuple[str, ...],
    variant: str | None,
    problems: Problems,
    trial: Trial,
    files: Files,
) -> tuple[Resolved, rules.Rulebook]:
    resolved = _resolved(source, overlays, variant, problems, trial, files)
    _stop_unless_checked(problems)
    assert resolved is not None, "a source without errors resolves"
    book = from_document(
        resolved.tree, problems, variant=resolved.variant, inherited_examples=resolved.inherited_examples
    )
    _stop_unless_checked(problems)
    assert book is not None, "a tree without errors is a rulebook"
    return resolved, book


def _stop_unless_checked(problems: Problems) -> None:
    if not may_be_checked(problems):
        _stop_at_errors(problems)


def _stop_at_errors(problems: Problems) -> None:
    if problems.errors:
        raise RulebookError(gathered(problems))
