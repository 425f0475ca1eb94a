"""What a change can affect: the rules that ask for what was changed, directly or through others, the nearest first,
and strategies, with what only they ask for, last.

    options.target          ->     end.target_reached
    {add: 2, to: pot}       ->     through `pot` actions.hold, and through `score`, which that writes, end.target_reached
    end_turn                ->     turns, and through what is put back then whoever reads it

Asking goes on through definitions, tables, steps, zones and boards. What a reached rule writes because of that is read by further
rules, and so on: these are told apart. Whose turn is next and which phase is on are written and read like variables. What people
choose otherwise is not followed, and rules that never come at this table have no part in it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.author.changes.parts import Branch, Leaf, Part, Path
from rulewright.author.sheet.pruning import Possible
from rulewright.checked.references import everything, mentions, parts, rules_of
from rulewright.checked.rules.writes import kinds_in, places_of, written_names
from rulewright.checked.usage.unused import is_within
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.footprints import footprint
from rulewright.rulebook.walking import all_effects

NAMED = (
    "options",
    "enums",
    "pieces",
    "boards",
    "zones",
    "variables",
    "tables",
    "define",
    "steps",
)
"""Sections whose entries expressions and effects call by name."""
_PASSED_THROUGH = ("pieces", "boards", "zones", "options", "enums", "variables")
"""Entries on the way that are no rules themselves."""
_ENDS_THERE = ("variables",)
"""What asks for a name in its range only; who reads it does not depend on that."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A rule, by the path of its entry, and over how many others it is reached; 1 is asked for directly."""

    path: str
    nearness: int


@dataclass(frozen=True, slots=True)
class Reach:
    """`affects` depend on what was changed. What it writes then is read by those `in_turn`, `through` these names."""

    affects: tuple[Reached, ...] = ()
    through: tuple[str, ...] = ()
    in_turn: tuple[Reached, ...] = ()


TURNS = "the order of turns"
"""What `end_turn`, `extra_turn` and `turn_of` write. A name that no rulebook can give."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """What a rule asks before its effects, and what it writes then: None for all of them."""

    asked: object
    writes: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Web:
    """Who asks for whom in a rulebook: `readers` by name; `effects` by path of the rule; `order` of all rules."""

    book: rules.Rulebook
    never: frozenset[str] = frozenset()
    """Paths of the rules that do not come at this table."""
    readers: dict[str, list[str]] = field(default_factory=dict)
    effects: dict[str, rules.Effects] = field(default_factory=dict)
    bound: dict[str, dict[str, object]] = field(default_factory=dict)
    """By path of an action or a step: the names it binds for its effects, and where their values come from."""
    deciding: dict[str, list[Deciding]] = field(default_factory=dict)
    order: dict[str, int] = field(default_factory=dict)
    for_players: set[str] = field(default_factory=set)
    """Strategies, and what only they ask for: no rule."""

    def read(self, name: str, path: str) -> None:
        """Note that a rule reads a name."""
        readers = self.readers.setdefault(name, [])
        if path not in readers and not is_within(path, self.never):
            readers.append(path)


def web_of(book: rules.Rulebook, program: ir.Program | None = None) -> Web:
    """The web of a rulebook; of a program, that of the table it is for, where what its options switch off has no part."""
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
    entries = (
        part for part in everything([part for _, part in rules_of(book)]) if isinstance(part, rules.Entry)
    )
    for entry in entries:
        web.order.setdefault(entry_path(entry.path), len(web.order))
    web.for_players.update(_for_players(book, web))
    return web


def reach(web: Web, path: Path, part: Part, lines: Sequence[rules.AnyEffect]) -> Reach:
    """What a changed part can affect. `lines` are the effects that are different in it."""
    found = _Search(web)
    itself = entry_path(".".join(path))
    found.seen[itself] = 0
    written = _written(web, tuple(lines), web.bound.get(itself, {}))
    match path:
        case ("boards", _, ("lines" | "routes" | "spaces"), name, *_) | ("pieces", _, "sides", name, *_):
            found.follow([_as_attribute(name)])
        case ("pieces", _, "faces", _, name) | ("enums", _, _, name):
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
        for other in _noted_beside(web, itself):
            found.note(other, 1)
    return _closed(found, written | found.written())


def _closed(found: _Search, written: frozenset[str]) -> Reach:
    """What was found, with whoever reads what is written because of it, whoever reads what those write, and so on."""
    web = found.web
    later, through = _Search(web, dict(found.seen)), list[str]()
    later.followed = found.followed
    round_, new = 1, _with_others(web, written)
    while new:
        through += sorted(
            (name for name in new if web.readers.get(name)), key=lambda name: (" " in name, name)
        )
        later.follow(sorted(new), round_)
        round_ += 1
        new = _with_others(web, later.written()) - later.names
    through = [name for name in through if name == TURNS or " " not in name]
    return Reach(found.rules(), tuple(through), later.rules(without=set(found.seen)))


def together(one: Reach, other: Reach, webs: tuple[Web, Web]) -> Reach:
    """What a change can affect by the rules of both sides."""
    last = webs[0].for_players | webs[1].for_players
    affects = _nearest((*one.affects, *other.affects), last)
    known = {each.path for each in affects}
    in_turn = _nearest(
        (each for each in (*one.in_turn, *other.in_turn) if each.path not in known), last
    )  # fmt: skip
    return Reach(affects, tuple(sorted({*one.through, *other.through})), in_turn)


def entry_path(path: str) -> str:
    """The path of the rule, or of the declaration, that a path leads into."""
    match path.split("."):
        case ["phases", phase, "actions", action, "when", condition, *_]:
            return f"phases.{phase}.actions.{action}.when.{condition}"
        case ["phases", phase, ("actions" | "as_soon_as") as sort, name, *_]:
            return f"phases.{phase}.{sort}.{name}"
        case ["phases", phase, *_]:
            return f"phases.{phase}"
        case [("end" | "invariants" | "strategies") as section, name, *_]:
            return f"{section}.{name}"
        case [section, name, *_] if section in NAMED:
            return f"{section}.{name}"
        case [section, *_]:
            return section
    return path


def _for_players(book: rules.Rulebook, web: Web) -> set[str]:
    found = {strategy.path for strategy in book.strategies.values()}
    asked = {entry.path: entry.id for entry in (*book.tables.values(), *book.definitions.values())}
    more = set(found)
    while more:
        found |= more
        more = {path for path, name in asked.items() if set(web.readers.get(name, ("",))) <= found} - found
    return found


class _Search:
    """Goes from names to those who ask for them, the nearest first."""

    def __init__(self, web: Web, seen: dict[str, int] | None = None) -> None:
        self.web = web
        self.seen = seen if seen is not None else {}
        self.names: set[str] = set()
        self.followed: dict[str, set[str]] = {}
        """By path of a rule, the names for which it was found."""

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
        """Whether a rule was not known yet."""
        if path in self.seen or is_within(path, self.web.never):
            return False
        self.seen[path] = near
        return True

    def rules(self, without: Iterable[str] = ()) -> tuple[Reached, ...]:
        known = set(without)
        found = [Reached(path, near) for path, near in self.seen.items() if near and path not in known]
        web = self.web
        listed = [each for each in found if each.path.partition(".")[0] not in _PASSED_THROUGH]
        return _nearest(
            sorted(listed, key=lambda each: web.order.get(each.path, len(web.order))), web.for_players
        )

    def written(self) -> frozenset[str]:
        """What rules write because of the names for which they were found."""
        return frozenset().union(*(_because(self.web, path, names) for path, names in self.followed.items()))


def _nearest(found: Iterable[Reached], last: Container[str] = ()) -> tuple[Reached, ...]:
    """Each path once, where it is nearest; in that order, but for those that come `last`."""
    nearest: dict[str, int] = {}
    for each in found:
        nearest[each.path] = min(each.nearness, nearest.get(each.path, each.nearness))
    ordered = sorted(nearest.items(), key=lambda item: (item[0] in last, item[1]))
    return tuple(Reached(path, near) for path, near in ordered)


def _passed_on(path: str) -> list[str]:
    """The names under which others ask for a rule that was reached."""
    section, _, rest = path.partition(".")
    if section in NAMED and section not in _ENDS_THERE:
        return [rest]
    match path.split("."):
        case ["phases", _, "actions", action, *_]:
            return [_as_action(action)]
        case _:
            return []


def _as_action(name: str) -> str:
    """The name of an action, which may be that of something else as well."""
    return f"action {name}"


def _as_phase(name: str) -> str:
    """That a phase is on."""
    return f"phase {name}"


def _as_attribute(name: str) -> str:
    """What stands behind a dot: a line of a board, an attribute of a face."""
    return f".{name}"


def _members(path: Path, part: Part) -> list[str]:
    """Members of an enum that were changed, and values of an option: rules call them by name too."""
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
    """(name of an action, path) of every rule that comes after an action."""
    for phase in book.phases.values():
        for trigger in phase.triggers.values():
            yield from ((_as_action(action.id), trigger.path) for action in trigger.after)
    for end in book.ends.values():
        yield from ((_as_action(action.id), end.path) for action in end.after)


def _said(book: rules.Rulebook) -> Iterator[tuple[str, str]]:
    """Actions that rules ask about with `can`, and what they ask for behind a dot: (name, path)."""
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
    """Who depends on the order of turns, and on which phase is on: (name, path)."""
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
    """What decides whether the effects of a rule come about, or whose turn is next."""
    for phase in book.phases.values():
        yield from ((trigger.path, Deciding(trigger.when)) for trigger in phase.triggers.values())
    turns = book.turns
    for asked in (turns.first, turns.next, turns.round_first):
        yield "turns", Deciding(asked, frozenset({TURNS}))


def _because(web: Web, path: str, names: set[str]) -> frozenset[str]:
    """What a rule writes because it asks for names."""
    effects, bound = web.effects.get(path, ()), web.bound.get(path, {})
    known = names | {name for name, value in bound.items() if _mentioned(value) & names}
    written = _touched(web, effects, known, bound)
    for each in web.deciding.get(path, ()):
        if _mentioned(each.asked) & known:
            written |= _all_written(web, path) if each.writes is None else each.writes
    return written


def _touched(
    web: Web, effects: rules.Effects, names: set[str], bound: Mapping[str, object]
) -> frozenset[str]:
    """What effects write that say one of the names, or lie inside something that does."""
    written: frozenset[str] = frozenset()
    for effect in effects:
        found = footprint(effect)
        asked = found.asks if found.inside else (effect,)
        if _mentioned(asked) & names:
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
    """All that a rule writes."""
    return _written(web, web.effects.get(path, ()), web.bound.get(path, {}))


def _written(web: Web, effects: rules.Effects, bound: Mapping[str, object]) -> frozenset[str]:
    """What effects write: the names of variables, zones, boards and kinds, whose turn is next, which phase is on."""
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
    """What is written, with what changes along with it: a kind with its zones, and with the turn what is put back then."""
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
    """The phase in which turns begin."""
    named = book.turns.phase
    return book.phases[next(iter(book.phases)) if named is None else named.id]


def _noted_beside(web: Web, itself: str) -> Iterator[str]:
    """The other rules that can say in the same move whose turn is next: the last word counts."""
    step = itself.removeprefix("steps.")
    for phase in web.book.phases.values():
        acting: list[rules.Action | rules.Trigger] = [*phase.actions.values(), *phase.triggers.values()]
        for rule in acting:
            runs = {footprint(effect).step for effect in all_effects(web.book, rule.do)}
            if rule.path == itself or (step != itself and step in runs):
                yield from (
                    other.path
                    for other in _done_with(phase, rule)
                    if TURNS in _all_written(web, other.path) and other.path != itself
                )


def _done_with(
    phase: rules.Phase, rule: rules.Action | rules.Trigger
) -> Iterator[rules.Action | rules.Trigger]:
    """The actions and triggers of a phase that can be carried out in one move with a rule."""
    for trigger in phase.triggers.values():
        after = {action.id for action in trigger.after}
        if isinstance(rule, rules.Trigger) or not after or rule.id in after:
            yield trigger
    if isinstance(rule, rules.Trigger):
        after = {action.id for action in rule.after}
        yield from (action for action in phase.actions.values() if not after or action.id in after)


def _later_ends(book: rules.Rulebook, name: str) -> Iterator[str]:
    """The ends that are asked after one: only if it does not hold."""
    at = book.ends[name].at if name in book.ends else None
    names = list(book.ends)
    for later in names[names.index(name) + 1 :] if at is not None else ():
        if book.ends[later].at == at:
            yield book.ends[later].path


def _mentioned(node: object) -> frozenset[str]:
    """Names in a node, also behind a dot (`me.hand`)."""
    return frozenset(
        part.text if isinstance(part, syntax.Name) else part.name
        for part in everything(node)
        if isinstance(part, syntax.Name | syntax.Attribute)
    )
