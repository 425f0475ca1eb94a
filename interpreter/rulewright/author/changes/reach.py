"""What a change can affect: the rules that depend on the changed part, directly or through others, the nearest first;
strategies, and entries that only they use, last.

    options.target          ->     end.target_reached
    {add: 2, to: pot}       ->     through `pot` actions.hold, and through `score`, which that writes, end.target_reached
    end_turn                ->     turns, and through variables that are reset then the rules that read them

Dependence is transitive through definitions, tables, steps, zones and boards. What a dependent rule writes is read by further rules,
and so on: these are reported separately, as `in_turn`. The order of turns and the current phase are written and read like variables.
That people may choose differently is not followed, and rules that never apply at this table are left out.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from rulewright.author.changes.parts import Branch, Leaf, Part, Path
from rulewright.author.sheet.pruning import Possible
from rulewright.checked.references import everything, mentioned, mentions, parts, rules_of
from rulewright.checked.rules.writes import kinds_in, places_of, written_names
from rulewright.checked.usage.unused import is_within
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.footprints import footprint
from rulewright.rulebook.walking import all_effects
from rulewright.source.dataclass import dataclass

NAMED = (
    "options",
    "enums",
    "pieces",
    "boards",
    "zones",
    "variables",
    "tables",
    "define",
    "positions",
    "steps",
)
"""Sections whose entries are used by name in expressions and effects."""
_PASSED_THROUGH = ("pieces", "boards", "zones", "options", "enums", "variables")
"""Sections of entries that pass a change on but are no rules themselves."""
_ENDS_THERE = ("variables",)
"""Sections of entries that use names in their ranges only; rules that read such an entry do not depend on these names."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A rule that is affected, by the path of its entry, and its distance from the change; 1 is a direct use."""

    path: str
    nearness: int


@dataclass(frozen=True, slots=True)
class Reach:
    """The rules in `affects` depend on the changed part; those `in_turn` read variables, named in `through`, that these rules write."""

    affects: tuple[Reached, ...] = ()
    through: tuple[str, ...] = ()
    in_turn: tuple[Reached, ...] = ()


TURNS = "the order of turns"
"""The name of what `end_turn`, `extra_turn` and `turn_of` write. It has spaces, so no rulebook can declare it."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """A condition of a rule's effects, and the names whose writing depends on it: None for all that the rule writes."""

    asked: object
    writes: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Web:
    """The dependences in a rulebook: `readers`, the paths of rules by the name they read; `effects` by path; the `order` of all rules."""

    book: rules.Rulebook
    never: frozenset[str] = frozenset()
    """The paths of rules that have no effect at this table."""
    readers: dict[str, list[str]] = field(default_factory=dict)
    effects: dict[str, rules.Effects] = field(default_factory=dict)
    bound: dict[str, dict[str, object]] = field(default_factory=dict)
    """By path of an action or a step: the names it binds for its effects, with their domains or values."""
    deciding: dict[str, list[Deciding]] = field(default_factory=dict)
    order: dict[str, int] = field(default_factory=dict)
    for_players: set[str] = field(default_factory=set)
    """The paths of strategies, and of entries that only these use."""

    def read(self, name: str, path: str) -> None:
        """Note that the rule with this path reads a name."""
        readers = self.readers.setdefault(name, [])
        if path not in readers and not is_within(path, self.never):
            readers.append(path)


def web_of(book: rules.Rulebook, program: ir.Program | None = None) -> Web:
    """The web of a rulebook. With a `program`, rules that have no effect at its table are left out."""
    web = Web(book, Possible(book, program).off if program is not None else frozenset())
    for mention in mentions(book, words=False):
        if mention.how != "written":
            web.read(mention.name, entry_path(mention.path))
    for name, path in (*_after(book), *_said(book), *_in_turn(book)):
        web.read(name, path)
    for path, effects, bound in _with_effects(book):
        if not is_within(path, web.never):
            web.effects[path] = effects
            web.bound[path] = bound
    for path, deciding in _deciding(book):
        web.deciding.setdefault(path, []).append(deciding)
    for part in everything([part for _, part in rules_of(book)]):
        if isinstance(part, rules.Entry):
            web.order.setdefault(entry_path(part.path), len(web.order))
    web.for_players.update(_for_players(book, web))
    return web


def reach(web: Web, path: Path, part: Part, lines: Sequence[rules.AnyEffect]) -> Reach:
    """What a changed part can affect. `lines` are those of its effects that differ."""
    found = _Search(web)
    itself = entry_path(".".join(path))
    found.seen[itself] = 0
    written = _written(web, tuple(lines), web.bound.get(itself, {}))
    match path:
        case (
            ("boards", _, "lines" | "routes" | "spaces", name, *_) | ("pieces", _, "sides", name, *_)
            | ("pieces", _, "faces", _, name) | ("enums", _, _, name)
        ):  # fmt: skip
            found.follow([_as_attribute(name)])
        case (section, name, *_) if section in NAMED:
            found.follow([name, *_members(path, part)])
        case ("phases", _, "actions", action) | ("phases", _, "as_soon_as", action):
            found.follow([_as_action(action)])
            written |= _all_written(web, itself)
        case ("phases", phase, "actions", action, key, *_) if key in ("when", "choose", "let"):
            acts = f"phases.{phase}.actions.{action}"
            found.note(acts, 1)
            found.follow([_as_action(action)])
            if key == "let":
                found.followed.setdefault(acts, set()).update(path[5:6])
        case ("phases", _, "as_soon_as", _, key, *_) if key in ("when", "after"):
            written |= _all_written(web, itself)
        case ("turns", key, *_) if key not in ("begin", "end", "round_end"):
            found.note(_first(web.book).path, 1)
            written |= {TURNS}
        case ("end", name, *_) if len(path) == 2 or path[2] in ("when", "after", "at"):
            for end in _later_ends(web.book, name):
                found.note(end, 1)
        case ("players" | "teams" as name, *_):
            found.follow([name])
        case _:
            pass
    if TURNS in written:
        found.note("turns", 1)
        for other in _noted_along(web, itself):
            found.note(other, 1)
    return _closed(found, written | found.written())


def _closed(found: _Search, written: frozenset[str]) -> Reach:
    """The rules found, and in turn the rules that read what these write, and so on."""
    web = found.web
    later, through = _Search(web, dict(found.seen)), list[str]()
    later.followed = found.followed
    round_, new = 1, _with_others(web, written)
    while new:
        through += sorted(filter(web.readers.get, new), key=lambda name: (" " in name, name))
        later.follow(sorted(new), round_)
        round_ += 1
        new = _with_others(web, later.written()) - later.names
    through = [name for name in through if name == TURNS or " " not in name]
    return Reach(found.rules(), tuple(through), later.rules(without=set(found.seen)))


def together(one: Reach, other: Reach, webs: tuple[Web, Web]) -> Reach:
    """The union of what a change can affect by the rules of either side."""
    last = webs[0].for_players | webs[1].for_players
    affects = _nearest((*one.affects, *other.affects), last)
    known = {each.path for each in affects}
    in_turn = [each for each in (*one.in_turn, *other.in_turn) if each.path not in known]
    return Reach(affects, tuple(sorted({*one.through, *other.through})), _nearest(in_turn, last))


def entry_path(path: str) -> str:
    """The path of the rule or declaration that contains a path."""
    keys, length = path.split("."), 1
    match keys:
        case ["phases", _, "actions", _, "when", _, *_]:
            length = 6
        case ["phases", _, "actions" | "as_soon_as", _, *_]:
            length = 4
        case [section, _, *_] if section in (*NAMED, "phases", "end", "invariants", "strategies"):
            length = 2
    return ".".join(keys[:length])


def _for_players(book: rules.Rulebook, web: Web) -> set[str]:
    found = {strategy.path for strategy in book.strategies.values()}
    asked = {entry.path: entry.id for entry in (*book.tables.values(), *book.definitions.values())}
    more = set(found)
    while more:
        found |= more
        more = {path for path, name in asked.items() if set(web.readers.get(name, ("",))) <= found} - found
    return found


class _Search:
    """A breadth-first search from names to the rules that read them."""

    def __init__(self, web: Web, seen: dict[str, int] | None = None) -> None:
        self.web = web
        self.seen = seen if seen is not None else {}
        self.names: set[str] = set()
        self.followed: dict[str, set[str]] = {}
        """By path of a rule: the names through which it was found."""

    def follow(self, names: Iterable[str], near: int = 1) -> None:
        level = [name for name in names if name not in self.names]
        while level:
            self.names.update(level)
            further: list[str] = []
            for name in level:
                for path in self.web.readers.get(name, ()):
                    self.followed.setdefault(path, set()).add(name)
                    if self.note(path, near):
                        further += _passed_on(path)
            level = [name for name in dict.fromkeys(further) if name not in self.names]
            near += 1

    def note(self, path: str, near: int) -> bool:
        """Add a rule to those found; whether it is new."""
        if path in self.seen or is_within(path, self.web.never):
            return False
        self.seen[path] = near
        return True

    def rules(self, without: Iterable[str] = ()) -> tuple[Reached, ...]:
        order, known = self.web.order, set(without)
        found = [Reached(path, near) for path, near in self.seen.items() if near and path not in known]
        listed = [each for each in found if each.path.partition(".")[0] not in _PASSED_THROUGH]
        listed.sort(key=lambda each: order.get(each.path, len(order)))
        return _nearest(listed, self.web.for_players)

    def written(self) -> frozenset[str]:
        """The names that the rules write because of the names through which they were found."""
        return frozenset().union(*(_because(self.web, path, names) for path, names in self.followed.items()))


def _nearest(found: Iterable[Reached], last: Container[str] = ()) -> tuple[Reached, ...]:
    """Each path once, with its least distance, ordered by it; those in `last` come last."""
    nearest: dict[str, int] = {}
    for each in found:
        nearest[each.path] = min(each.nearness, nearest.get(each.path, each.nearness))
    ordered = sorted(nearest.items(), key=lambda item: (item[0] in last, item[1]))
    return tuple(Reached(path, near) for path, near in ordered)


def _passed_on(path: str) -> list[str]:
    """The names by which other rules use the rule at a path."""
    section, *keys = path.split(".")
    if section in NAMED and section not in _ENDS_THERE:
        return [".".join(keys)]
    return [_as_action(keys[2])] if keys[1:2] == ["actions"] else []


def _as_action(name: str) -> str:
    """The key of an action in the web, since other entries may have the same name."""
    return f"action {name}"


def _as_phase(name: str) -> str:
    """The key, in the web, of a phase being the current one."""
    return f"phase {name}"


def _as_attribute(name: str) -> str:
    """The key of an attribute in the web: a line of a board, an attribute of a face."""
    return f".{name}"


def _members(path: Path, part: Part) -> list[str]:
    """The members of an enum or values of an option that were changed: rules use them by name too."""
    match path:
        case ("enums", _, member, *_):
            return [member]
        case ("options", _, "one_of", value, *_):
            return [value]
        case ("enums", _) if isinstance(part, Branch):
            return [key for key, below in part.parts.items() if not isinstance(below, Leaf)]
        case _:
            return []


# ------------------------------------------------------------------------------------- who asks, and who writes


def _after(book: rules.Rulebook) -> Iterator[tuple[str, str]]:
    """The rules that have an `after`: (key of the action, path)."""
    waiting: list[rules.Trigger | rules.End] = [*book.triggers, *book.ends.values()]
    for rule in waiting:
        yield from ((_as_action(action.id), rule.path) for action in rule.after)


def _said(book: rules.Rulebook) -> Iterator[tuple[str, str]]:
    """The actions in `can(...)` and the attributes that rules use: (key, path)."""
    waiting: list[tuple[object, str]] = [(part, name) for name, part in rules_of(book)]
    while waiting:
        node, path = waiting.pop()
        match node:
            case rules.Text():
                continue
            case rules.Entry():
                path = node.path
            case syntax.Call(function=syntax.Name(text="can"), arguments=(syntax.Name(text=action), *_)):
                yield _as_action(action), entry_path(path)
            case syntax.Attribute(name=name):
                yield _as_attribute(name), entry_path(path)
            case _:
                pass
        waiting += [(part, path) for part in parts(node)]


def _in_turn(book: rules.Rulebook) -> Iterator[tuple[str, str]]:
    """The rules that depend on the order of turns, or on the current phase: (key, path)."""
    yield TURNS, "turns"
    for end in book.ends.values():
        if end.at != "action":
            yield TURNS, end.path
    for phase in book.phases.values():
        yield _as_phase(phase.id), phase.path


def _with_effects(book: rules.Rulebook) -> Iterator[tuple[str, rules.Effects, dict[str, object]]]:
    for phase in book.phases.values():
        yield phase.path, phase.automatic or (), {}
        for action in phase.actions.values():
            chosen: dict[str, object] = {each.name: each.domain for each in action.choose}
            yield action.path, action.do, {**chosen, **{each.name: each.value for each in action.let}}
        for trigger in phase.triggers.values():
            names: dict[str, object] = {}
            for after in trigger.after:
                for each in phase.actions[after.id].choose if after.id in phase.actions else ():
                    names[each.name] = each.domain
            yield trigger.path, trigger.do, names
    for step in book.steps.values():
        yield step.path, step.do, {each.name: each.domain for each in step.parameters}
    turns = book.turns
    yield "turns", (*turns.begin, *turns.end, *turns.round_end), {}
    yield "setup", book.setup, {}


def _deciding(book: rules.Rulebook) -> Iterator[tuple[str, Deciding]]:
    """The conditions of automatic rules, and what decides the order of turns, by path."""
    yield from ((trigger.path, Deciding(trigger.when)) for trigger in book.triggers)
    turns = book.turns
    for asked in (turns.first, turns.next, turns.round_first):
        yield "turns", Deciding(asked, frozenset({TURNS}))


def _because(web: Web, path: str, names: set[str]) -> frozenset[str]:
    """The names that a rule writes in dependence on any of `names`."""
    effects, bound = web.effects.get(path, ()), web.bound.get(path, {})
    known = names | {name for name, value in bound.items() if mentioned(value) & names}
    written = _touched(web, effects, known, bound)
    for each in web.deciding.get(path, ()):
        if mentioned(each.asked) & known:
            written |= _all_written(web, path) if each.writes is None else each.writes
    return written


def _touched(
    web: Web, effects: rules.Effects, names: set[str], bound: Mapping[str, object]
) -> frozenset[str]:
    """What is written by effects that use any of `names`, or are nested in effects that do."""
    written: frozenset[str] = frozenset()
    for effect in effects:
        found = footprint(effect)
        asked = found.asks if found.inside else (effect,)
        if mentioned(asked) & names:
            written |= _written(web, (effect,), bound)
            if found.binds is not None and not found.inside:
                names = {*names, found.binds.text}
        inner = bound if found.binds is None else {**bound, found.binds.text: found.asks}
        if found.binds is not None and not found.inside:
            bound = inner
        for do in found.inside:
            written |= _touched(web, do, names, inner)
    return written


def _all_written(web: Web, path: str) -> frozenset[str]:
    """All names that a rule writes."""
    return _written(web, web.effects.get(path, ()), web.bound.get(path, {}))


def _written(web: Web, effects: rules.Effects, bound: Mapping[str, object]) -> frozenset[str]:
    """What effects write: names of variables, zones, boards and kinds, the order of turns, and the current phase."""
    return written_names(web.book, effects, bound) | set(_notes(web.book, effects))


def _notes(book: rules.Rulebook, effects: rules.Effects) -> Iterator[str]:
    for effect in all_effects(book, effects):
        match footprint(effect).note:
            case "end_turn" | "extra_turn" | "turn_of":
                yield TURNS
            case "go":
                yield from (_as_phase(phase) for phase in footprint(effect).phase)
            case None:
                continue


def _with_others(web: Web, written: frozenset[str]) -> frozenset[str]:
    """The names written, with those that change along with them: a kind with its zones, and the turn with variables that it resets."""
    book, found = web.book, set(written)
    for name in written:
        if name in book.kinds:
            found |= places_of(book, name)
    found |= kinds_in(book, written)
    if TURNS in written:
        found |= {variable.id for variable in book.variables.values() if variable.lasts != "game"}
        found |= {"round"} | ({_as_phase(_first(book).id)} if _first(book).automatic else set())
        found |= _all_written(web, "turns")
    for phase in book.phases.values():
        if _as_phase(phase.id) in found:
            found |= {"phase"} | _all_written(web, phase.path)
    return frozenset(found)


def _first(book: rules.Rulebook) -> rules.Phase:
    """The phase with which turns begin."""
    named = book.turns.phase
    return book.phases[next(iter(book.phases)) if named is None else named.id]


def _noted_along(web: Web, itself: str) -> Iterator[str]:
    """The other rules that can change the order of turns in the same move as the rule `itself`, since the last change counts."""
    step = itself.removeprefix("steps.") if itself.startswith("steps.") else None
    for phase in web.book.phases.values():
        acting: list[rules.Action | rules.Trigger] = [*phase.actions.values(), *phase.triggers.values()]
        for rule in acting:
            runs = {footprint(effect).step for effect in all_effects(web.book, rule.do)}
            if rule.path == itself or (step is not None and step in runs):
                others = (other.path for other in _done_with(phase, rule) if other.path != itself)
                yield from (path for path in others if TURNS in _all_written(web, path))


def _done_with(
    phase: rules.Phase, rule: rules.Action | rules.Trigger
) -> Iterator[rules.Action | rules.Trigger]:
    """The actions and triggers of a phase that can happen in one move with a rule."""
    for trigger in phase.triggers.values():
        after = {action.id for action in trigger.after}
        if isinstance(rule, rules.Trigger) or not after or rule.id in after:
            yield trigger
    if isinstance(rule, rules.Trigger):
        after = {action.id for action in rule.after}
        yield from (action for action in phase.actions.values() if not after or action.id in after)


def _later_ends(book: rules.Rulebook, name: str) -> Iterator[str]:
    """The ends that are checked after an end, if that one does not hold."""
    at = book.ends[name].at if name in book.ends else None
    names = list(book.ends)
    for later in names[names.index(name) + 1 :] if at is not None else ():
        if book.ends[later].at == at:
            yield book.ends[later].path
