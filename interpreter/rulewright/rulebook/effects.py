"""Effects: one verb a mapping, its prepositions as keys, and a bare text for a turn's end or a step.

    {move: die, to: rack}   cover(those)      ->      Move(moved=..., to=...), RunStep(step="cover", ...)

The verbs are closed, so a wrong key is told against the verb that was meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from rulewright.document import nodes as document
from rulewright.document.shape.effect_shapes import VERBS, WORDS
from rulewright.expression import nodes as syntax
from rulewright.problems.problem import Problems
from rulewright.rulebook import messages, nodes
from rulewright.rulebook.assignments import assignment
from rulewright.rulebook.reading import Fields, Reader


def effects(reader: Reader, node: document.Node | None, path: str) -> nodes.Effects:
    """The effects of one rule. `path` is the rule's; each `pick` in it gets a path of its own from that."""
    return _Rule(reader, path).effects(node)


def chosen_effects(reader: Reader, fields: Fields, path: str) -> nodes.Effects:
    """The effects of a step, where `by` and `cases` may stand in place of `do`."""
    if not fields.has("by"):
        return effects(reader, fields.get("do"), f"{path}.do")
    rule = _Rule(reader, path)
    subject, cases = fields.expression("by"), rule.cases(fields.get("cases"))
    return (nodes.By(subject=subject, cases=cases, span=fields.span),) if subject else ()


@dataclass(frozen=True, slots=True)
class _Rule:
    """Reads the effects of one rule, and counts its picks: chance is addressed by rule and name."""

    reader: Reader
    path: str
    picks: Counter[str] = field(default_factory=Counter)

    @property
    def problems(self) -> Problems:
        return self.reader.problems

    def effects(self, node: document.Node | None) -> nodes.Effects:
        if node is None:
            return ()
        if not isinstance(node, document.Sequence):
            self.problems.add(messages.effects_are_a_list(node))
            return ()
        return tuple(made for item in node if (made := self.effect(item)) is not None)

    def effect(self, node: document.Node) -> nodes.AnyEffect | None:
        if isinstance(node, document.Mapping):
            return self.verbal(node)
        if isinstance(node, document.Sequence):
            self.problems.add(messages.wrong_shape(node, "an effect"))
            return None
        scalar = self.reader.scalar(node, "an effect")
        return self.bare(scalar) if scalar else None

    def bare(self, scalar: document.Scalar) -> nodes.AnyEffect | None:
        if scalar.text == "end_turn":
            return nodes.EndTurn(span=scalar.span)
        if scalar.text == "extra_turn":
            return nodes.ExtraTurn(span=scalar.span)
        joined = "_".join(scalar.text.split())
        if joined in ("end_turn", "extra_turn"):
            self.problems.add(messages.written_apart(scalar.span, joined))
            return None
        verb = scalar.text.split(maxsplit=1)[0] if scalar.text.strip() else ""
        if verb in VERBS:
            meant = _as_mapping(scalar.text)
            self.problems.add(
                messages.not_a_step(scalar.span, meant or VERBS[verb].example, certain=bool(meant))
            )
            return None
        sets = assignment(scalar.text) if "\n" not in scalar.span.text else None
        if sets is not None:
            self.problems.add(messages.nothing_is_set(scalar.span, sets))
            return None
        match self.reader.expression(scalar):
            case None:
                return None
            case syntax.Name(text=step, span=span):
                return nodes.RunStep(step=step, arguments=(), step_span=span, span=scalar.span)
            case syntax.Call(function=syntax.Name(text=step, span=span), arguments=arguments):
                return nodes.RunStep(step=step, arguments=arguments, step_span=span, span=scalar.span)
            case _:
                self.problems.add(messages.not_a_step(scalar.span, ""))
                return None

    def verbal(self, node: document.Mapping) -> nodes.AnyEffect | None:
        entry = self.verb_of(node)
        if entry is None:
            return None
        if not self.complete(node, entry.key):
            return None
        return _READERS[entry.key.text](self, entry.value, Fields(self.reader, node, "an effect"))

    def complete(self, node: document.Mapping, verb: document.Scalar) -> bool:
        """Whether the verb has its prepositions; a strange key may be a missing one misspelt, so it is told alone."""
        belongs = VERBS[verb.text]
        strange = [entry.key for entry in node if entry.key.text not in (verb.text, *belongs.keys)]
        missing = [key for key in belongs.required if node.get(key) is None]
        for key in strange:
            self.problems.add(messages.effect_key(key, verb, belongs.keys))
        for name in missing if not strange else ():
            self.problems.add(messages.effect_needs(verb, name, belongs.example))
        return not missing

    def verb_of(self, node: document.Mapping) -> document.Entry | None:
        """The entry with the verb, if there is one and only one."""
        verbs = [entry for entry in node if entry.key.text in VERBS]
        if len(verbs) == 1:
            return verbs[0]
        if verbs:
            self.problems.add(messages.two_verbs(verbs[0].key, verbs[1].key))
            return None
        prepositions = {key for verb in VERBS.values() for key in verb.keys}
        strange = [entry.key for entry in node if entry.key.text not in prepositions]
        if not strange:
            self.problems.add(messages.no_verb(node.span, node.keys()))
        elif strange[0].text in WORDS:
            self.problems.add(messages.bare_effect_as_key(strange[0]))
        else:
            self.problems.add(messages.unknown_effect(strange[0], list(VERBS)))
        return None

    def cases(self, node: document.Node | None) -> tuple[nodes.EffectCase, ...]:
        if not isinstance(node, document.Mapping):
            if node is not None:
                self.problems.add(messages.wrong_shape(node, "a mapping of values, each with effects,"))
            return ()
        read = (self.case(entry) for entry in node)
        return tuple(case for case in read if case is not None)

    def case(self, entry: document.Entry) -> nodes.EffectCase | None:
        key, do = self.reader.expression(entry.key), self.effects(entry.value)
        return nodes.EffectCase(key=key, do=do, span=entry.key.span) if key else None

    def pick_path(self, name: str) -> str:
        """Named by what is bound, so that effects added before or behind it do not shift its luck."""
        self.picks[name] += 1
        again = f".{self.picks[name]}" if self.picks[name] > 1 else ""
        return f"{self.path}.pick.{name}{again}"


# What each verb makes of its value and the other keys; all required keys are there.


def read_roll(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Roll | None:
    pieces = rule.reader.expression(value)
    return nodes.Roll(pieces=pieces, span=fields.span) if pieces else None


def read_return(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Return | None:
    pieces = rule.reader.expression(value)
    return nodes.Return(pieces=pieces, span=fields.span) if pieces else None


def read_shuffle(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Shuffle | None:
    zone = rule.reader.expression(value)
    return nodes.Shuffle(zone=zone, span=fields.span) if zone else None


def read_remove(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Remove | None:
    piece = rule.reader.expression(value)
    return nodes.Remove(piece=piece, span=fields.span) if piece else None


def read_move(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Move | None:
    moved, to = rule.reader.moved(value), fields.place("to")
    source, of, turned = fields.place("from"), fields.expression("of"), fields.expression("turned")
    if moved is None or to is None:
        return None
    return nodes.Move(moved=moved, to=to, source=source, of=of, turned=turned, span=fields.span)


def read_place(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Place | None:
    kind, to = rule.reader.name(value, "a kind of pieces"), fields.place("to")
    of, turned = fields.expression("of"), fields.expression("turned")
    if kind is None or to is None:
        return None
    return nodes.Place(kind=kind, to=to, of=of, turned=turned, span=fields.span)


def read_set(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Set | None:
    place, to = rule.reader.place(value), fields.expression("to")
    return nodes.Set(place=place, value=to, span=fields.span) if place and to else None


def read_add(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Add | None:
    amount, place = rule.reader.expression(value), fields.place("to")
    return nodes.Add(amount=amount, place=place, span=fields.span) if amount and place else None


def read_pay(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Pay | None:
    amount, source, to = rule.reader.expression(value), fields.place("from"), fields.place("to")
    if amount is None or source is None or to is None:
        return None
    return nodes.Pay(amount=amount, source=source, to=to, span=fields.span)


def read_let(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Let | None:
    name, be = rule.reader.name(value, "what `let` names"), fields.expression("be")
    return nodes.Let(name=name, value=be, span=fields.span) if name and be else None


def read_if(rule: _Rule, value: document.Node, fields: Fields) -> nodes.If | None:
    condition = rule.reader.expression(value)
    do, else_ = rule.effects(fields.get("do")), rule.effects(fields.get("else"))
    return nodes.If(condition=condition, do=do, else_=else_, span=fields.span) if condition else None


def read_for(rule: _Rule, value: document.Node, fields: Fields) -> nodes.For | None:
    clause, do = rule.reader.clause(value), rule.effects(fields.get("do"))
    return nodes.For(clause=clause, do=do, span=fields.span) if clause else None


def read_pick(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Pick | None:
    clause = rule.reader.clause(value)
    path = rule.pick_path(clause.name.text) if clause else ""
    do, else_ = rule.effects(fields.get("do")), rule.effects(fields.get("else"))
    if clause is None:
        return None
    return nodes.Pick(clause=clause, do=do, else_=else_, path=path, span=fields.span)


def read_by(rule: _Rule, value: document.Node, fields: Fields) -> nodes.By | None:
    subject, cases = rule.reader.expression(value), rule.cases(fields.get("cases"))
    return nodes.By(subject=subject, cases=cases, span=fields.span) if subject else None


def read_turn_of(rule: _Rule, value: document.Node, fields: Fields) -> nodes.TurnOf | None:
    player = rule.reader.expression(value)
    return nodes.TurnOf(player=player, span=fields.span) if player else None


def read_go(rule: _Rule, value: document.Node, fields: Fields) -> nodes.Go | None:
    phase = rule.reader.id(value, "a phase")
    return nodes.Go(phase=phase.id, span=fields.span, phase_span=phase.span) if phase else None


def _as_mapping(words: str) -> str:
    """`move die to rack` as an effect is written; empty if it is none that simple."""
    match words.split():
        case ["roll" | "return" | "shuffle" | "turn_of" | "go" as verb, what]:
            return f"{{{verb}: {what}}}"
        case ["move" | "set" | "add" as verb, *what, "to", where] if what:
            return f"{{{verb}: {' '.join(what)}, to: {where}}}"
        case _:
            return ""


_READERS: Final[Mapping[str, Callable[[_Rule, document.Node, Fields], nodes.AnyEffect | None]]] = {
    "roll": read_roll,
    "return": read_return,
    "shuffle": read_shuffle,
    "remove": read_remove,
    "move": read_move,
    "place": read_place,
    "set": read_set,
    "add": read_add,
    "pay": read_pay,
    "let": read_let,
    "if": read_if,
    "for": read_for,
    "pick": read_pick,
    "by": read_by,
    "turn_of": read_turn_of,
    "go": read_go,
}
