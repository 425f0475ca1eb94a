"""Joins files into one whole rulebook: parents, fragments, overlays, a variant.

    quick.overlay.yaml (extends: long)   ->   long's tree with the overlay carried out, under the overlay's name

Order: a rulebook with the fragments it uses; each child on its parent; further overlays in the order given; the
variant last, since it is part of the rulebook that the overlays change.  Overlays that extend a variant
(`long#rounds`) are carried out after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace

from rulewright.document import fragments, from_yaml
from rulewright.document.expand import Path
from rulewright.document.library import is_path, leads_out
from rulewright.document.nodes import Entry, Mapping, Node, Scalar, same
from rulewright.document.overlays import changes, messages, overlay, redundant_changes, variants
from rulewright.document.overlays.changes import AS_WRITTEN, TRIAL, Change, Trial
from rulewright.document.shape import schema
from rulewright.problems.limits import MOST_PARENTS
from rulewright.problems.problem import Problem, Problems
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source, Span

OVERLAY_ENDING = ".overlay.yaml"

Find = Callable[[str, Source], Source | None]
"""Finds a rulebook, overlay or fragment by its name in a source, whose folder is searched too."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A whole rulebook.

    `variants` are the ids of its variants, `inherited_examples` the ids of examples that a parent declares and this
    rulebook does not change, `names` its own name and its parents', `changes` the changes that house rules make to it.
    """

    tree: Mapping
    name: str
    variant: str | None
    inherited_examples: frozenset[str]
    variants: tuple[str, ...]
    names: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()


def lacks_end(problem: Problem) -> bool:
    """Whether a problem is that a rulebook says nowhere how the game ends. Nothing but examples refers to ends, so all other rules can be
    checked without them; not if an `end` is somewhere else, where it is read as something else."""
    return problem.code == "missing-key" and problem.path == "end" and not problem.notes


def may_be_checked(problems: Problems) -> bool:
    """Whether the rules can be checked, with these problems of the shape of a rulebook."""
    return all(map(lacks_end, problems.errors))


def resolve(
    source: Source,
    find: Find,
    problems: Problems,
    overlays: Sequence[Source] = (),
    variant: str | None = None,
    known: Sequence[str] = (),
    trial: Trial = AS_WRITTEN,
) -> Resolved | None:
    """The whole rulebook of a source; None if a part of it cannot be read or found.

    `overlays` are carried out on it in order, `variant` is the one to play, `known` are names that can
    be found, for suggestions, `trial` leaves parts out of the house rules or adds removals to them.
    """
    work = _Resolver(find, problems, known, trial)
    book = work.book(source, ())
    if book is None:
        return None
    house_rules = work.house_rules((*overlays, *trial.overlay(book.names[0])), book)
    if house_rules is None:
        return None
    variant = work.agreed_variant(house_rules, variant)
    book = work.on_top(book, [h for h in house_rules if h.variant is None])
    book = work.without_lost_variants(book, variant, (source, *overlays))
    if variant is not None:
        book = work.with_variant(book, variant, _variants_span(book.tree))
    book = work.on_top(book, [h for h in house_rules if h.variant is not None])
    work.check_whole(book)
    return Resolved(
        book.tree,
        book.names[0],
        variant,
        book.inherited,
        tuple(book.tree.section("variants").keys()),
        book.names,
        tuple(work.changes),
    )


@dataclass(frozen=True, slots=True)
class _Book:
    """A rulebook in the making. `names` begins with its own; `merged` says that it is no longer one file as written;
    `taken` are the paths that house rules removed, `said` those that they set."""

    tree: Mapping
    names: tuple[str, ...]
    inherited: frozenset[str] = frozenset()
    merged: bool = False
    taken: variants.Taken = field(default_factory=dict)
    said: variants.Said = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _HouseRule:
    tree: Mapping
    name: str
    extends: str
    variant: str | None
    source: Source = field(repr=False)


class _Resolver:
    def __init__(self, find: Find, problems: Problems, known: Sequence[str], trial: Trial) -> None:
        self._find = find
        self._problems = problems
        self._known = known
        self._trial = trial
        self.changes: list[Change] = []
        """The changes that house rules make, in the order in which they are carried out."""
        self._below: list[_HouseRule] = []
        """The house rules among the rulebook itself and its parents, in the order in which they are carried out."""

    def book(self, source: Source, children: tuple[str, ...]) -> _Book | None:
        tree = from_yaml.read(source, self._problems)
        if tree is None:
            return None
        if tree.entry("extends") is not None:
            return self._child(tree, source, children)
        called_one = source.name.endswith(OVERLAY_ENDING) and tree.entry("players") is None
        is_one = called_one or schema.kind_of(tree) == "overlay"
        schema.check_file(source, "overlay" if is_one else "rulebook", self._problems)
        name = tree.text("name")
        book = _Book(tree, (name or "",))
        return self._with_fragments(book, tree.get("use"), source)

    # --------------------------------------------------------------------------------------------- parents

    def _child(self, tree: Mapping, source: Source, children: tuple[str, ...]) -> _Book | None:
        rule = self._house_rule(tree, source)
        if rule is None:
            return None
        span = _value_span(tree, "extends")
        chain = (*children, rule.name)
        if rule.extends in chain:
            self._problems.add(
                messages.extends_cycle(span, (*chain[chain.index(rule.extends) :], rule.extends))
            )
            return None
        if len(chain) > MOST_PARENTS:
            self._problems.add(messages.too_many_parents(span, MOST_PARENTS))
            return None
        parent_source = self._found(rule.extends, source, span, "rulebook")
        if parent_source is None:
            return None
        parent = self.book(parent_source, chain)
        if parent is None:
            return None
        if rule.variant is not None:
            parent = self._settled(self.with_variant(parent, rule.variant, span), rule.variant)
        self._below.append(rule)
        for path, entry, there in redundant_changes.changes(parent.tree, rule.tree) if not children else ():
            told = messages.changes_nothing(path, entry.key.span, there.key.span, parent.names[0])
            self._problems.add(told)
        return self._renamed(self._applied(parent, rule), rule, parent)

    def _renamed(self, book: _Book, rule: _HouseRule, parent: _Book) -> _Book:
        tree = book.tree
        changed = rule.tree.section("change")
        for key in ("name", "title", "about"):
            entry = rule.tree.entry(key)
            if entry is not None and changed.entry(key) is None:
                tree = tree.having(entry)
        touched = _touched_examples(rule.tree)
        inherited = frozenset(parent.tree.section("examples").keys()) - touched
        return replace(book, tree=tree, names=(rule.name, *parent.names), inherited=inherited)

    def _settled(self, book: _Book, variant: str) -> _Book:
        """The rulebook with a variant that is now fixed: without variants, and with only the examples that apply to this one."""
        examples = book.tree.section("examples")
        kept = []
        for example in examples:
            body = example.value
            said = body.text("variant") if isinstance(body, Mapping) else None
            if said is None:
                kept.append(example)
            elif said == variant and isinstance(body, Mapping):
                kept.append(Entry(example.key, body.without("variant")))
        tree = book.tree.without("variants")
        if examples.entries:
            tree = _with_value(tree, "examples", Mapping(tuple(kept), examples.span))
        return replace(book, tree=tree)

    # -------------------------------------------------------------------------------------------- overlays

    def house_rules(self, overlays: Sequence[Source], book: _Book) -> list[_HouseRule] | None:
        """The overlays read, and checked to extend this rulebook; None if one cannot be used."""
        rules: list[_HouseRule] = []
        names = set(book.names)
        usable = True
        for source in overlays:
            tree = from_yaml.read(source, self._problems)
            rule = self._house_rule(tree, source) if tree is not None else None
            if rule is not None and any(rule.source == other.source for other in (*self._below, *rules)):
                self._problems.add(messages.house_rule_twice(_value_span(rule.tree, "name"), rule.name))
                rule = None
            elif rule is not None and rule.extends not in names:
                span = _value_span(rule.tree, "extends")
                self._problems.add(messages.wrong_parent(span, rule.extends, book.names[0]))
                rule = None
            if rule is None:
                usable = False
            else:
                names.add(rule.name)
                rules.append(rule)
        self._report_conflicts(rules)
        return rules if usable else None

    def on_top(self, book: _Book, rules: Sequence[_HouseRule]) -> _Book:
        for rule in rules:
            before = frozenset(book.tree.section("examples").keys())
            book = self._applied(book, rule)
            book = replace(book, inherited=(book.inherited | before) - _touched_examples(rule.tree))
        return book

    def _house_rule(self, tree: Mapping, source: Source) -> _HouseRule | None:
        before = len(self._problems.errors)
        schema.check_file(source, "overlay", self._problems)
        name, extends = tree.text("name"), tree.text("extends")
        if name is None or extends is None or len(self._problems.errors) > before:
            return None
        parent, _, variant = extends.partition("#")
        return _HouseRule(tree, name, parent, variant or None, source)

    def _applied(self, book: _Book, rule: _HouseRule) -> _Book:
        if rule.source.name != TRIAL:
            self.changes += changes.changes_of(book.tree, rule.tree)
        body = changes.without(rule.tree, self._trial.without)
        added = body.get("add")
        used = added.get("use") if isinstance(added, Mapping) else None
        if isinstance(added, Mapping) and used is not None:
            body = _with_value(body, "add", added.without("use"))
        tree = overlay.apply(book.tree, body, self._problems)
        taken = {**book.taken, **variants.taken_away(body)}
        said = {**book.said, **{path: (value, span) for path, value, span in overlay.settings(body)}}
        changed = replace(book, tree=tree, merged=True, taken=taken, said=said)
        return self._with_fragments(changed, used, rule.source)

    def _report_conflicts(self, rules: Sequence[_HouseRule]) -> None:
        """Warns where two of these house rules (the rulebook included, if it is one) set the same path to different values,
        unless the later one extends the earlier one."""
        seen: dict[tuple[str, ...], tuple[Node, Span, _HouseRule]] = {}
        extends: dict[str, str] = {}
        for rule in (*self._below, *rules):
            extends[rule.name] = rule.extends
            for path, value, span in overlay.settings(rule.tree):
                earlier = seen.get(path)
                if (
                    earlier is not None
                    and not same(earlier[0], value)
                    and not _is_on(rule, earlier[2], extends)
                ):
                    found = messages.conflict(path, span, rule.name, earlier[1], earlier[2].name)
                    self._problems.add(found)
                seen[path] = (value, span, rule)

    # -------------------------------------------------------------------------------------------- variants

    def agreed_variant(self, rules: Sequence[_HouseRule], variant: str | None) -> str | None:
        """The variant to play: the one asked for, or the one that an overlay extends."""
        for rule in rules:
            if rule.variant is None or rule.variant == variant:
                continue
            if variant is None:
                variant = rule.variant
            else:
                extends = f"{rule.extends}#{rule.variant}"
                span = _value_span(rule.tree, "extends")
                self._problems.add(messages.wrong_parent(span, extends, rule.extends, is_variant=True))
        return variant

    def with_variant(self, book: _Book, variant: str, span: Span) -> _Book:
        known = book.tree.section("variants")
        body = known.get(variant)
        if not isinstance(body, Mapping):
            self._problems.add(messages.unknown_variant(span, variant, known.keys(), book.names[0]))
            return book
        left = variants.left_of(body, book.tree, book.taken)
        if left.lost:
            self._problems.add(messages.lost_variant(variant, *left.lost[0], asked=True))
            return book
        tree = overlay.apply(book.tree, left.body, self._problems)
        changed = body.section("change")
        for key in ("title", "about"):
            entry = body.entry(key)
            if entry is not None and changed.entry(key) is None:
                tree = tree.having(entry)
        return replace(book, tree=tree, merged=True)

    def without_lost_variants(self, book: _Book, asked: str | None, files: Sequence[Source]) -> _Book:
        """Without the variants that need something that house rules removed, except for the one that is asked for. Warns
        where a change in one of these `files` makes a variant impossible or empty."""
        known = book.tree.section("variants")
        kept: list[Entry] = []
        for entry in known:
            name, body = entry.key.text, entry.value
            if name == asked or not isinstance(body, Mapping):
                kept.append(entry)
                continue
            left = variants.left_of(body, book.tree, book.taken)
            if not left.lost:
                kept.append(entry)
            if left.lost and left.lost[0][1].source in files:
                self._problems.add(messages.lost_variant(name, *left.lost[0]))
            elif left.is_empty and left.gone[0][1].source in files:
                self._problems.add(messages.empty_variant(name, *left.gone[0]))
        self._report_overruled(book, kept, files)
        if len(kept) == len(known.entries):
            return book
        tree = _with_value(book.tree, "variants", Mapping(tuple(kept), known.span))
        return replace(book, tree=tree)

    def _report_overruled(self, book: _Book, kept: Sequence[Entry], files: Sequence[Source]) -> None:
        """Warns where house rules in these files set a path that a variant sets to another value, unless there are errors."""
        found: dict[tuple[Path, Span], list[tuple[str, Span]]] = {}
        for entry in kept if not self._problems.errors else ():
            body = entry.value
            for path, span, there in variants.overruled(body, book.said) if isinstance(body, Mapping) else ():
                if span.source in files:
                    found.setdefault((path, span), []).append((entry.key.text, there))
        for (path, span), those in found.items():
            self._problems.add(messages.variants_win(path, span, those))

    # ------------------------------------------------------------------------------- fragments, the whole

    def _with_fragments(self, book: _Book, use: Node | None, source: Source) -> _Book:
        tree = fragments.merged(
            book.tree.without("use"), use, lambda name: self._fragment(name, source), self._problems
        )
        return replace(book, tree=tree, merged=book.merged or use is not None)

    def _fragment(self, name: Scalar, source: Source) -> Mapping | None:
        if is_path(name.text):
            return None  # reported with its shape
        found = self._found(name.text, source, name.span, "fragment")
        if found is None:
            return None
        fragment = from_yaml.read(found, self._problems)
        if fragment is None:
            return None
        if schema.kind_of(fragment) != "fragment":
            self._problems.add(messages.not_a_fragment(name.span, name.text, fragment))
            return None
        schema.check_file(found, "fragment", self._problems)
        return fragment

    def _found(self, name: str, source: Source, span: Span, what: str) -> Source | None:
        found = self._find(name, source)
        if found is None and not self._is_no_name(span):
            link = leads_out(name, source)
            self._problems.add(
                messages.leads_out(span, name, link.name, what)
                if link is not None
                else messages.unknown_rulebook(span, name, self._known, what)
            )
        return found

    def _is_no_name(self, span: Span) -> bool:
        """Whether the text at this place has been reported as a name that nothing can have."""
        return any(problem.code == "bad-name" and problem.span == span for problem in self._problems.found)

    def check_whole(self, book: _Book) -> None:
        """Checks a rulebook that was joined from several parts against the schema again, unless there are errors already."""
        if book.merged and may_be_checked(self._problems):
            found, known = Problems(), bool(self._problems.errors)
            schema.check(book.tree, "rulebook", found)
            for problem in found:
                if not (known and lacks_end(problem)):
                    self._problems.add(problem)


def _is_on(rule: _HouseRule, other: _HouseRule, extends: dict[str, str]) -> bool:
    """Whether a house rule extends another one, directly or through others."""
    name, met = rule.extends, set[str]()
    while name != other.name and name in extends and name not in met:
        met.add(name)
        name = extends[name]
    return name == other.name


def _variants_span(tree: Mapping) -> Span:
    entry = tree.entry("variants") or tree.entry("name")
    return entry.key.span if entry is not None else Span(tree.span.source, tree.span.start, tree.span.start)


def _touched_examples(tree: Mapping) -> frozenset[str]:
    parts = [tree.get("change"), tree.get("add")]
    examples = [part.section("examples") for part in parts if isinstance(part, Mapping)]
    return frozenset(entry.key.text for section in examples for entry in section)


def _value_span(tree: Mapping, key: str) -> Span:
    value = tree.get(key)
    return value.span if value is not None else tree.span


def _with_value(tree: Mapping, key: str, value: Mapping) -> Mapping:
    entry = tree.entry(key)
    return tree if entry is None else tree.having(Entry(entry.key, value))
