"""Abstract execution of effects: they run in order, and every write is joined to the values that were possible before.

    {add: 1, to: rolls}      rolls was 0..2 here      ->      rolls can be 1..3 now, also for the effects after it

Branches that cannot be taken do nothing.  `ran` collects the cases of `by` that were taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.walking import parts
from rulewright.language.ranges import (
    FALSE,
    NONE,
    NOTHING,
    Abstract,
    Sets,
    Values,
    arithmetic,
    compared,
    exactly,
    join,
    meet,
    restricted,
    some,
    union,
    within,
)
from rulewright.language.types import HIGHEST
from rulewright.proofs.assumptions import PIECES, Known
from rulewright.proofs.expressions import Expressions
from rulewright.proofs.position import Position

DOMAINS = get_args(ir.Domain)

_WITHOUT_FACES_OR_COUNTS = (ir.Shuffle, ir.PlacePiece, ir.LayPieces, ir.RemovePieces, ir.SetOwner)
"""Effects that change no face and no number of pieces that is proved: nothing is proved of boards and of unlimited kinds."""


class Effects:
    """Carries out effects on the position that represents all reachable ones."""

    def __init__(self, position: Position, expressions: Expressions) -> None:
        self.position = position
        self.program = position.program
        self.expressions = expressions
        expressions.afterwards = self.afterwards
        self.phase: int | None = None
        """The phase whose rule is being carried out."""
        self.ran: set[tuple[int, int]] = set()
        """(identity of a `by`, position of its case)."""

    def do_all(self, effects: ir.Effects, known: Known) -> Known | None:
        """Carries out effects in order; returns the assumptions after them, None if play cannot get beyond them."""
        going: Known | None = known
        for effect in effects:
            if going is None:
                return None
            going = self._do(effect, going)
        return going

    def afterwards(self, node: ir.After, known: Known) -> Abstract:
        """The range of what would hold after effects. They are carried out as if play did so: the positions that they leave need not
        be reached, and are represented as well."""
        going = self.do_all(node.do, known.copy())
        return NOTHING if going is None else self.expressions.value(node.value, going)

    def _do(self, effect: ir.Effect, known: Known) -> Known | None:
        match effect:
            case ir.Roll(kind=kind, pieces=pieces):
                if self.expressions.elements(pieces, known).most:
                    faces = self.program.layout.kinds[kind].faces
                    self.position.show(kind, Values(0, faces - 1))
                return self._handled(kind, pieces, known)
            case ir.Return(kind=kind, pieces=pieces):
                if self.expressions.elements(pieces, known).most:
                    self.position.bring_back(kind)
                return self._handled(kind, pieces, known)
            case ir.MovePieces():
                return self._move_pieces(effect, known)
            case ir.MoveCount():
                return self._move_count(effect, known)
            case ir.SetCell(group=group, indices=indices, value=value):
                written = self.expressions.plain(value, known)
                return self._write(group, indices, written, effect, known)
            case ir.AddCell(group=group, indices=indices, amount=amount):
                return self._add(group, indices, self.expressions.some(amount, known), effect, known)
            case ir.Pay():
                amount_ = within(self.expressions.some(effect.amount, known), 0, HIGHEST)
                source, to = effect.source, effect.to
                going = self._add(*source, arithmetic("-", FALSE, amount_), effect, known)
                return None if going is None else self._add(*to, amount_, effect, going)
            case ir.SetFace():
                self.expressions.value(effect.piece, known)
                faces_ = self.expressions.plain(effect.face, known)
                last = self.program.layout.kinds[effect.kind].faces - 1
                self.position.show(effect.kind, within(faces_, 0, last))
                return self._handled(effect.kind, effect.piece, known)
            case ir.Let(slot=slot, value=value):
                bound = self.expressions.value(value, known)
                going = known.copy()
                going.bind(slot, bound)
                return None if isinstance(bound, Values) and bound.impossible else going
            case ir.If():
                return self._if(effect, known)
            case ir.For():
                return self._for(effect, known)
            case ir.Pick():
                return self._pick(effect, known)
            case ir.Switch():
                return self._switch(effect, known)
            case ir.RunStep():
                return self._run_step(effect, known)
            case ir.NoteTurn(what=what, player=player):
                if player is not None:
                    self.expressions.value(player, known)
                self.position.add(self.position.notes, what)
                self._leave()
                return known
            case ir.NotePhase(phase=phase):
                self.position.add(self.position.phases, phase)
                self._leave()
                return known
            case _:
                return self._by_footprint(effect, known)

    def _by_footprint(self, effect: ir.Effect, known: Known) -> Known:
        """Any effect that only writes cells and handles pieces. Nothing more is assumed than its footprint says: a cell may hold any
        value of its range afterwards, and a piece may be anywhere and show anything."""
        found, layout = footprint(effect), self.program.layout
        if found.inside or found.step or found.note or found.slot is not None:
            raise TypeError(f"proofs.effects needs a case for {type(effect).__name__}")
        for part in parts(effect):
            if isinstance(part, DOMAINS):
                self.expressions.elements(part, known)
            else:
                self.expressions.value(part, known)
        going = known.copy()
        for name, _ in found.cells:
            group = layout.groups[name]
            anything = self.position.range_of(group)
            self.position.write(group, union(anything, NONE) if group.optional else anything, effect.span)
            going.forget({name})
        if found.kind is None:
            return going
        kind = layout.kinds[found.kind]
        if not isinstance(effect, _WITHOUT_FACES_OR_COUNTS):
            self.position.move(kind.name, None, Values(0, len(kind.places) - 1), kind.pieces)
            self.position.show(kind.name, Values(0, kind.faces - 1, True))
        return self._handled(kind.name, found.renumbered, going)

    def _leave(self) -> None:
        if self.phase is not None:
            self.position.add(self.position.leaves, self.phase)

    # ------------------------------------------------------------------------------------------- variables

    def _write(
        self, group: str, indices: tuple[ir.Expression, ...], value: Values, effect: ir.Effect, known: Known
    ) -> Known | None:
        for index in indices:
            self.expressions.value(index, known)
        kept = self.position.write(self.program.layout.groups[group], value, effect.span)
        if kept.impossible:
            return None
        going = known.copy()
        going.forget({group})
        if all(isinstance(index, ir.Me | ir.Constant | ir.Local) for index in indices):
            cell = ir.Cell(group, indices, effect.span)
            forms = self.expressions.forms
            going.facts[forms.of(cell)] = kept, forms.read_of(cell)
        return going

    def _add(
        self, group: str, indices: tuple[ir.Expression, ...], amount: Values, effect: ir.Effect, known: Known
    ) -> Known | None:
        before = self.position.variables[group]
        fact = known.facts.get(self.expressions.forms.of(ir.Cell(group, indices, effect.span)))
        if fact is not None:
            before = meet(before, fact[0])
        return self._write(group, indices, arithmetic("+", some(before), amount), effect, known)

    # ---------------------------------------------------------------------------------------------- pieces

    def _move_pieces(self, effect: ir.MovePieces, known: Known) -> Known:
        elements = self.expressions.elements(effect.pieces, known)
        to = self.expressions.some(effect.to, known)
        self.position.move(effect.kind, self._sources(effect.pieces, known), to, elements.most)
        return self._handled(effect.kind, effect.pieces, known)

    def _sources(self, domain: ir.Domain, known: Known) -> Values | None:
        """The places that pieces come from, if the domain names them; None otherwise."""
        if not isinstance(domain, ir.PiecesAt):
            return None
        return self.expressions.some(domain.place, known)

    def _move_count(self, effect: ir.MoveCount, known: Known) -> Known | None:
        count = within(self.expressions.some(effect.count, known), 0, HIGHEST)
        source = self.expressions.some(effect.source, known)
        to = self.expressions.some(effect.to, known)
        if effect.owner is not None:
            self.expressions.value(effect.owner, known)
        _, there = self.position.there(effect.kind, source)
        count = within(count, 0, there)
        self.position.move(effect.kind, source, to, count.high if not count.empty else 0)
        return None if count.empty else self._handled(effect.kind, None, known)

    def _handled(self, kind: str, named: object, known: Known) -> Known:
        """The assumptions after pieces were moved or turned: a name for them now refers to their new places."""
        going = known.copy()
        going.forget({PIECES})
        for slot in _followed(named):
            self._roam(kind, slot, going)
        return going

    def _roam(self, kind: str, slot: int, known: Known) -> None:
        anywhere = self.expressions.anywhere(kind)
        before = known.name(slot)
        after = Sets(anywhere, before.least, before.most) if isinstance(before, Sets) else anywhere
        known.bind(slot, after)

    # --------------------------------------------------------------------------------------------- control

    def _if(self, effect: ir.If, known: Known) -> Known | None:
        test = self.expressions.some(effect.condition, known)
        after: Known | None = None
        for holds, branch in ((True, effect.do), (False, effect.otherwise)):
            going = self.expressions.assume(effect.condition, holds, known) if test.holds(holds) else None
            if going is not None:
                after = _either(after, self.do_all(branch, going))
        return after

    def _for(self, effect: ir.For, known: Known) -> Known | None:
        before = self._before_any_round(effect.do, known)
        rounds = self.expressions.rounds((effect.clause,), known)
        if rounds is None:
            return known
        least, _, _ = rounds
        again = self.expressions.rounds((effect.clause,), before)
        if again is None:
            return before
        after = self.do_all(effect.do, self._before_any_round(effect.do, again[2]))
        if after is None:
            return None if least else known
        return before.either(after)

    def _before_any_round(self, effects: ir.Effects, known: Known) -> Known:
        """The assumptions that are true before each round of a loop: those that no round can change."""
        going = known.copy()
        going.forget(self._written(effects))
        for kind, slot in self._roaming(effects):
            if slot in going.names:
                self._roam(kind, slot, going)
        return going

    def _pick(self, effect: ir.Pick, known: Known) -> Known | None:
        rounds = self.expressions.rounds((effect.clause,), known)
        if rounds is None:
            return self.do_all(effect.otherwise, known)
        least, _, going = rounds
        after = self.do_all(effect.do, going)
        return after if least else _either(after, self.do_all(effect.otherwise, known))

    def _switch(self, effect: ir.Switch, known: Known) -> Known | None:
        subject = self.expressions.plain(effect.subject, known)
        after: Known | None = None
        for position, (value, effects) in enumerate(effect.cases):
            key = exactly(value)
            if meet(key, subject).impossible:
                continue
            self.ran.add((id(effect), position))
            after = _either(after, self.do_all(effects, known.copy()))
            if not compared("==", subject, key).holds(0):
                return after
            subject = restricted("!=", subject, key)
        return after if subject.impossible else _either(after, known)

    def _run_step(self, effect: ir.RunStep, known: Known) -> Known | None:
        step = self.program.steps[effect.step]
        arguments: dict[int, Abstract] = {
            slot: self.expressions.value(argument, known) for slot, argument in enumerate(effect.arguments)
        }
        facts = {form: entry for form, entry in known.facts.items() if not _mentions_names(entry[1])}
        after = self.do_all(step.do, Known(arguments, facts, known.began))
        if after is None:
            return None
        going = known.copy()
        going.facts = {form: entry for form, entry in after.facts.items() if not _mentions_names(entry[1])}
        for slot, argument in enumerate(effect.arguments):
            if isinstance(argument, ir.Local):
                going.bind(argument.slot, join(known.name(argument.slot), after.name(slot)))
        return going

    # ------------------------------------------------------------------------------- what effects may change

    def _written(self, effects: ir.Effects) -> set[str | int]:
        """Variables that effects may write, PIECES if they may change any, and slots of names that they bind."""
        written: set[str | int] = set()
        for effect in effects_below(effects, self.program):
            found = footprint(effect)
            written.update(group for group, _ in found.cells)
            if found.slot is not None:
                written.add(found.slot)
            if found.kind is not None:
                written.add(PIECES)
        return written

    def _roaming(self, effects: ir.Effects) -> Iterator[tuple[str, int]]:
        """(kind, slot) of names that may refer to other places after these effects; of steps, only the arguments."""
        for effect in effects_below(effects):
            found = footprint(effect)
            if found.kind is not None:
                yield from ((found.kind, slot) for slot in _followed(found.renumbered))
            if isinstance(effect, ir.RunStep):
                kinds = {kind for kind, _ in self._roaming(self.program.steps[effect.step].do)}
                slots = [argument.slot for argument in effect.arguments if isinstance(argument, ir.Local)]
                yield from ((kind, slot) for kind in kinds for slot in slots)


def _followed(named: object) -> Iterator[int]:
    """The slots of names by which an effect names its pieces."""
    match named:
        case ir.Elements(value=ir.Local(slot=slot)) | ir.Local(slot=slot):
            yield slot
        case _:
            return


def _either(one: Known | None, other: Known | None) -> Known | None:
    if one is None or other is None:
        return other if one is None else one
    return one.either(other)


def _mentions_names(read: frozenset[str | int]) -> bool:
    return any(isinstance(each, int) for each in read)
