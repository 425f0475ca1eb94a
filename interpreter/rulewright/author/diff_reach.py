"""What a change can affect: the rules that ask for what was changed, directly or through others, the nearest first,
and strategies, with what only they ask for, last.

    options.target     ->     end.target_reached
    define.number      ->     define.turn_score, as_soon_as.rack_full, and through `score` end.target_reached

Asking goes on through definitions, tables, steps, zones and boards.  What a reached rule writes may be read by further
rules; these are told apart, and there it ends, since in a game everything has to do with everything in the end.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.author.diff_parts import Branch, Leaf, Part, Path
from rulewright.checked.examples import place_parts
from rulewright.checked.mentions import everything, mentions, names_in, parts, rules_of
from rulewright.expression import nodes as syntax
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.footprints import footprint
from rulewright.rulebook.walking import inner_effects

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


@dataclass(frozen=True, slots=True)
class Web:
    """Who asks for whom in a rulebook: `readers` by name; `effects` by path of the rule; `order` of all rules."""

    readers: dict[str, list[str]] = field(default_factory=dict)
    effects: dict[str, rules.Effects] = field(default_factory=dict)
    bound: dict[str, list[tuple[str, object]]] = field(default_factory=dict)
    """By path of an action or a step: the names it binds for its effects, and where their values come from."""
    held: frozenset[str] = frozenset()
    """Names of pieces, zones and boards: what an effect that moves something says."""
    steps: dict[str, rules.Effects] = field(default_factory=dict)
    order: dict[str, int] = field(default_factory=dict)
    for_players: set[str] = field(default_factory=set)
    """Strategies, and what only they ask for: no rule."""


def web_of(book: rules.Rulebook) -> Web:
    """The web of a rulebook."""
    held = frozenset((*book.kinds, *book.zones, *book.boards))
    web = Web(held=held, steps={step.id: step.do for step in book.steps.values()})
    for mention in mentions(book, words=False):
        if mention.how != "written":
            readers = web.readers.setdefault(mention.name, [])
            path = entry_path(mention.path)
            if path not in readers:
                readers.append(path)
    for action, path in _after(book):
        web.readers.setdefault(_as_action(action), []).append(path)
    for name, path in _said(book):
        readers = web.readers.setdefault(name, [])
        if path not in readers:
            readers.append(path)
    for path, effects, bound in _with_effects(book):
        web.effects[path] = effects
        web.bound[path] = bound
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
    written = set(_writes(lines, web))
    match path:
        case ("boards", _, ("lines" | "routes" | "spaces"), name, *_) | ("pieces", _, "sides", name, *_):
            found.follow([_as_attribute(name)])
        case ("pieces", _, "faces", _, name) | ("enums", _, _, name):
            found.follow([_as_attribute(name)])
        case (section, name, *_) if section in NAMED:
            found.follow([name, *_members(path, part)])
        case ("phases", _, "actions", action) | ("phases", _, "as_soon_as", action):
            found.follow([_as_action(action)])
            written |= set(_writes(web.effects.get(itself, ()), web))
        case ("phases", phase, "actions", action, key, *_) if key in ("when", "choose", "let"):
            found.note(f"phases.{phase}.actions.{action}", 1)
            found.follow([_as_action(action)])
        case ("phases", _, "as_soon_as", _, key, *_) if key in ("when", "after"):
            written |= set(_writes(web.effects.get(itself, ()), web))
        case _:
            pass
    written |= set(found.written())
    later = _Search(web, dict(found.seen))
    later.follow(sorted(written))
    return Reach(
        found.rules(),
        tuple(sorted(written & set(web.readers))),
        later.rules(without=set(found.seen)),
    )


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

    def follow(self, names: Iterable[str]) -> None:
        level, near = [name for name in names if name not in self.names], 0
        while level:
            self.names.update(level)
            near += 1
            further: list[str] = []
            for name in level:
                for path in self.web.readers.get(name, ()):
                    if self.note(path, near):
                        further += _passed_on(path)
            level = [name for name in further if name not in self.names]

    def note(self, path: str, near: int) -> bool:
        """Whether a rule was not known yet."""
        if path in self.seen:
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

    def written(self) -> Iterator[str]:
        """What the rules so far write because of the names that were followed."""
        for path, near in self.seen.items():
            if near and path in self.web.effects:
                names = set(self.names)
                names.update(
                    name for name, value in self.web.bound[path] if names_in(value) & self.names
                )  # fmt: skip
                yield from _touched(self.web.effects[path], names, self.web)


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
    """(action, path) of every rule that comes after an action."""
    for phase in book.phases.values():
        for trigger in phase.triggers.values():
            yield from ((action.id, trigger.path) for action in trigger.after)
    for end in book.ends.values():
        yield from ((action.id, end.path) for action in end.after)


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


def _with_effects(
    book: rules.Rulebook,
) -> Iterator[tuple[str, rules.Effects, list[tuple[str, object]]]]:
    for phase in book.phases.values():
        yield phase.path, phase.automatic or (), []
        for action in phase.actions.values():
            chosen: list[tuple[str, object]] = [(each.name, each.domain) for each in action.choose]
            yield action.path, action.do, [*chosen, *((each.name, each.value) for each in action.let)]
        for trigger in phase.triggers.values():
            yield trigger.path, trigger.do, []
    for step in book.steps.values():
        yield step.path, step.do, [(each.name, each.domain) for each in step.parameters]
    turns = book.turns
    yield "turns", (*turns.begin, *turns.end, *turns.round_end), []
    yield "setup", book.setup, []


def _touched(effects: Iterable[rules.AnyEffect], names: set[str], web: Web) -> Iterator[str]:
    """What effects write that say one of the names, or stand behind a condition that does."""
    for effect in effects:
        heads = [part for part in _head(effect) if part is not None]
        if names_in(*heads) & names:
            yield from _writes([effect], web)
            if isinstance(effect, rules.Let):
                names = {*names, effect.name.text}
        else:
            yield from _touched(inner_effects(effect), names, web)


def _writes(effects: Iterable[rules.AnyEffect], web: Web, ran: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names of variables, zones and pieces that effects write or move, steps that they run included."""
    for effect in effects:
        found = footprint(effect)
        yield from (place_parts(place)[0] for place in found.places)
        if found.pieces or found.to is not None or found.step is not None:
            yield from (name for name in _mentioned(effect) if name in web.held)
        if found.step is not None and found.step not in ran:
            yield from _writes(web.steps.get(found.step, ()), web, ran | {found.step})
        for do in found.inside:
            yield from _writes(do, web, ran)


def _mentioned(effect: rules.AnyEffect) -> Iterator[str]:
    """Names in an effect, also behind a dot (`me.hand`)."""
    for part in everything(effect):
        match part:
            case syntax.Name(text=name) | syntax.Attribute(name=name):
                yield name
            case _:
                continue


def _head(effect: rules.AnyEffect) -> tuple[object, ...]:
    """What an effect says itself, without those that stand in it."""
    found = footprint(effect)
    return found.asks if found.inside else (effect,)
