"""Simultaneous choices: in a phase of secret actions players commit one after another, and the order cannot matter.

    choose: {secret: true, do: [{set: me.sign, to: what}, end_turn]}      then a rule of `as_soon_as` shows all signs

The order cannot matter if an action changes only hidden variables and zones of the acting player, and reads none of these of
another player.  This is checked here, for phases all of whose actions are `secret`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import assert_never

from rulewright.checked.context import Context
from rulewright.checked.messages import rules
from rulewright.checked.references import everything
from rulewright.checked.rules.writes import written_names
from rulewright.expression import nodes as syntax
from rulewright.expression.places import place_parts
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import footprint
from rulewright.source.dataclass import dataclass, replace
from rulewright.source.text import Span


def check_commitments(c: Context) -> None:
    """Report effects of secret actions that do more than commit."""
    for phase in c.book.phases.values():
        actions = tuple(phase.actions.values())
        if actions and all(action.secret for action in actions):
            looks = _looks(c, actions)
            for action in actions:
                _Commitment(c, action.id, looks).check(action)


def check_named_choices(c: Context) -> None:
    """Warn of actions that are not secret but whose record names pieces that are only moved between hidden zones."""
    for phase in c.book.phases.values():
        for action in phase.actions.values():
            chosen = [p for p in action.choose if _is_hidden_of_me(c, p.domain, frozenset({"me"}))]
            for parameter in chosen if not action.secret else ():
                if _only_put_out_of_sight(c, action, parameter.name):
                    rules.hidden_choice_is_named(c, parameter.span, action.id, parameter.name)


def _only_put_out_of_sight(c: Context, action: rulebook.Action, name: str) -> bool:
    """Whether an action only moves the chosen pieces to where not everybody sees them; it may count them, too."""
    put = [
        node
        for node in everything(action.do)
        if isinstance(node, rulebook.Move)
        and isinstance(node.moved, syntax.MovedPiece | syntax.MovedAll)
        and any(_is_name(part, name) for part in everything(node.moved))
    ]
    counted = [
        node
        for node in everything(action.do)
        if isinstance(node, syntax.Attribute) and node.name == "count" and _is_name(node.of, name)
    ]
    conditions = tuple(requirement.holds for requirement in action.requirements)
    used = sum(_is_name(node, name) for node in everything((action.do, action.let, conditions)))
    hidden = all(_is_hidden_zone(c, node.to) for node in put)
    return bool(put) and hidden and used == len(put) + len(counted)


def _is_name(node: object, name: str) -> bool:
    return isinstance(node, syntax.Name) and node.text == name


def _is_hidden_zone(c: Context, node: syntax.Expression) -> bool:
    match node:
        case syntax.Name(text=zone) | syntax.Attribute(name=zone):
            return zone in c.book.zones and c.book.zones[zone].seen_by != "all"
        case _:
            return False


@dataclass(frozen=True, slots=True)
class _Names:
    """Names bound to the acting player (`me`), and to pieces from hidden zones of this player (`own`)."""

    me: frozenset[str]
    own: frozenset[str]


@dataclass(slots=True)
class _Commitment:
    """Checks the effects of a secret action."""

    c: Context
    name: str
    looks: _Looks
    steps: list[str] = field(default_factory=list)
    """The steps around the effect that is being checked."""

    def check(self, action: rulebook.Action) -> None:
        me = frozenset({"me"})
        for part in (action.choose, action.let, tuple(requirement.holds for requirement in action.when)):
            self._look(part, me)
        own = (p.name for p in action.choose if _is_hidden_of_me(self.c, p.domain, me))
        self.effects(action.do, _Names(me, frozenset(own)))

    def effects(self, effects: rulebook.Effects, names: _Names) -> None:
        for effect in effects:
            self._effect(effect, names)

    def _look(self, part: object, me: frozenset[str]) -> None:
        for span in self.looks.of_others(part, me):
            rules.looks_at_commitments(self.c, span, self.name)

    def _effect(self, effect: rulebook.AnyEffect, names: _Names) -> None:
        for part in _looked_at(effect):
            self._look(part, names.me)
        found = footprint(effect)
        for place in found.places:
            self._written(place, names)
        if isinstance(effect, rulebook.Move):
            self._moved(effect, names)
        elif found.to is not None or (found.pieces and not found.stay):
            self._report(effect.span)
        else:
            for pieces in found.pieces:
                self._pieces(pieces, names)
        if isinstance(effect, rulebook.RunStep):
            self._step(effect, names)
        inner = (
            self._bound(effect.clause, names) if isinstance(effect, rulebook.For | rulebook.Pick) else names
        )
        for do in found.inside:
            self.effects(do, inner)

    def _bound(self, clause: syntax.Clause, names: _Names) -> _Names:
        mine = _is_hidden_of_me(self.c, clause.domain, names.me)
        return _Names(names.me, names.own | {clause.name.text} if mine else names.own)

    def _written(self, place: syntax.Expression, names: _Names) -> None:
        """Check a place that is written: a variable, or the face of a piece."""
        name, owner, _ = place_parts(place)
        if name in self.c.book.variables:
            hidden = self.c.book.variables[name].seen_by != "all"
            if not hidden or not isinstance(owner, syntax.Name) or owner.text not in names.me:
                self._report(place.span)
        elif owner is not None:
            self._pieces(owner, names)

    def _moved(self, effect: rulebook.Move, names: _Names) -> None:
        if not _is_hidden_of_me(self.c, effect.to, names.me):
            self._report(effect.to.span)
        else:
            match effect.moved:
                case syntax.MovedPiece(piece=what) | syntax.MovedAll(pool=what):
                    self._pieces(what, names)
                case syntax.MovedCount() if effect.source is not None:
                    self._pieces(effect.source, names)
                case syntax.MovedCount():
                    return  # reported: it has to say where they come from
                case _:
                    assert_never(effect.moved)

    def _pieces(self, node: syntax.Expression, names: _Names) -> None:
        """Check pieces that an effect changes: those of a hidden zone of the player's own, or a name for some of them."""
        named = isinstance(node, syntax.Name) and node.text in names.own
        if not named and not _is_hidden_of_me(self.c, node, names.me):
            self._report(node.span)

    def _step(self, effect: rulebook.RunStep, names: _Names) -> None:
        step = self.c.book.steps.get(effect.step)
        if step is None or effect.step in self.steps:
            return
        me, own = {"me"}, set()
        for parameter, argument in zip(step.parameters, effect.arguments, strict=False):
            if isinstance(argument, syntax.Name) and argument.text in names.me:
                me.add(parameter.name)
            elif (isinstance(argument, syntax.Name) and argument.text in names.own) or _is_hidden_of_me(
                self.c, argument, names.me
            ):
                own.add(parameter.name)
        self.steps.append(effect.step)
        self.effects(step.do, _Names(frozenset(me), frozenset(own)))
        self.steps.pop()

    def _report(self, span: Span) -> None:
        rules.more_than_committing(self.c, span, self.name)


def _looked_at(effect: rulebook.AnyEffect) -> Iterator[object]:
    """The expressions of an effect, except for the place that it writes."""
    found = footprint(effect)
    yield from found.asks
    yield from found.pieces
    yield from (place_parts(place)[2] for place in found.places)
    if found.to is not None:
        yield found.to


def _is_hidden_of_me(c: Context, node: object, me: frozenset[str]) -> bool:
    """Whether an expression names a zone of the player's own that others do not see, or pieces chosen out of one."""
    match node:
        case syntax.Attribute(of=syntax.Name(text=owner), name=name) if name in c.book.zones:
            return owner in me and c.book.zones[name].seen_by != "all"
        case syntax.SomeOf(pool=pool):
            return _is_hidden_of_me(c, pool, me)
        case syntax.OrNone(domain=domain):
            return _is_hidden_of_me(c, domain, me)
        case _:
            return False


# --------------------------------------------------------------------------------------- what is looked at


@dataclass(frozen=True, slots=True)
class _Looks:
    """Finds reads of another player's variables and zones that the actions of a phase change.

    `owned` are variables, zones and definitions that belong to players; `telling` are definitions that read those of
    other players and have no owner themselves.
    """

    owned: frozenset[str]
    telling: frozenset[str]
    rolled: frozenset[str] = frozenset()
    """Zones whose pieces change only their faces: reading how many pieces they hold is allowed."""

    def of_others(self, part: object, me: frozenset[str]) -> Iterator[Span]:
        counted: set[int] = set()
        for node in everything(part):
            match node:
                case syntax.Attribute(of=syntax.Attribute(name=zone) as of, name=asked) if (
                    zone in self.rolled and asked in ("count", "empty", "full")
                ):
                    counted.add(id(of))
                case syntax.Attribute() if id(node) in counted:
                    continue
                case syntax.Attribute(of=of, name=name) if name in self.owned:
                    if not isinstance(of, syntax.Name) or of.text not in me:
                        yield node.span
                case syntax.Name(text=name) if name in self.telling:
                    yield node.span
                case _:
                    continue


def _looks(c: Context, actions: tuple[rulebook.Action, ...]) -> _Looks:
    """What these actions write, and the definitions that read it."""
    written = frozenset(name for action in actions for name in _written_names(c, action))
    moved = frozenset(name for action in actions for name in _written_names(c, action, stay=False))
    looks = _Looks(written, frozenset(), written - moved)
    while True:
        owned, telling = looks.owned, looks.telling
        for definition in c.book.definitions.values():
            first = frozenset(p.name for p in definition.parameters[:1])
            if any(looks.of_others(definition.body, first | {"me"})):
                telling |= {definition.id}
            elif any(looks.of_others(definition.body, frozenset({"me"}))):
                owned |= {definition.id}
        if (owned, telling) == (looks.owned, looks.telling):
            return looks
        looks = replace(looks, owned=owned, telling=telling)


def _written_names(c: Context, action: rulebook.Action, stay: bool = True) -> frozenset[str]:
    """The variables and zones that an action's effects change; without `stay`, not those where pieces change only their faces."""
    bound = {each.name: each.domain for each in action.choose} | {
        each.name: each.value for each in action.let
    }
    return written_names(c.book, action.do, bound, stay)
