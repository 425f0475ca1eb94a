"""Reads effects: a mapping with one verb and its prepositions as keys, or a bare text for a turn's end or a step.

    {move: die, to: rack}   cover(those)      ->      Move(moved=..., to=...), RunStep(step="cover", ...)

Which keys a verb has and how each is read is in `language.effects`; that all are there was checked with the schema
(`document.shape.effect_shapes`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Final, assert_never, get_args

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.language.effects import VERBS, WORDS, Key
from rulewright.problems.problem import Problems
from rulewright.rulebook import messages, nodes
from rulewright.rulebook.assignments import assignment
from rulewright.rulebook.reading import Fields, Reader
from rulewright.source.dataclass import dataclass


def effects(reader: Reader, node: document.Node | None, path: str) -> nodes.Effects:
    """The effects of the rule at a path; each `pick` in it gets a path of its own, below that of the rule."""
    return _Rule(reader, path).effects(node)


def chosen_effects(reader: Reader, fields: Fields, path: str) -> nodes.Effects:
    """The effects of a step, where `by` and `cases` may replace `do`."""
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
        items = node.items if isinstance(node, document.Sequence) else ()
        return tuple(made for item in items if (made := self.effect(item)) is not None)

    def effect(self, node: document.Node) -> nodes.AnyEffect | None:
        if isinstance(node, document.Mapping):
            return self.verbal(node)
        scalar = self.reader.scalar(node, "an effect")
        return self.bare(scalar) if scalar else None

    def bare(self, scalar: document.Scalar) -> nodes.AnyEffect | None:
        if scalar.text in WORDS:
            return _MAKE[scalar.text](span=scalar.span)
        joined = "_".join(scalar.text.split())
        if joined in WORDS:
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
        verb = next(VERBS[entry.key.text] for entry in node if entry.key.text in VERBS)
        made: dict[str, object] = {}
        for key in verb.parts:
            made |= self.value(key, node.get(key.name))
        if any(key.required and made[key.field] is None for key in verb.parts):
            return None
        return _MAKE[verb.name](**made, span=node.span)

    def value(self, key: Key, node: document.Node | None) -> dict[str, object]:
        """The field of the node that a key gives. A phase also gives its place, and a draw the path that addresses its chance."""
        match key.takes:
            case "effects":
                return {key.field: self.effects(node)}
            case "cases":
                return {key.field: self.cases(node)}
            case _ if node is None:
                return {key.field: None}
            case "phase":
                phase = self.reader.id(node, "a phase")
                return {key.field: phase and phase.id, "phase_span": phase and phase.span}
            case "drawn":
                clause = self.reader.clause(node)
                return {key.field: clause, "path": clause and self.pick_path(clause.name.text)}
            case "clause":
                return {key.field: self.reader.clause(node)}
            case "moved":
                return {key.field: self.reader.moved(node)}
            case "kind":
                return {key.field: self.reader.name(node, "a kind of pieces")}
            case "name":
                return {key.field: self.reader.name(node, f"what `{key.name}` names")}
            case "written" | "source" | "destination":
                return {key.field: self.reader.place(node)}
            case "value" | "pieces" | "zone":
                return {key.field: self.reader.expression(node)}
            case "step" | "arguments":
                raise AssertionError("a step is written without keys")
            case _:
                assert_never(key.takes)

    def cases(self, node: document.Node | None) -> tuple[nodes.EffectCase, ...]:
        entries = node.entries if isinstance(node, document.Mapping) else ()
        return tuple(case for entry in entries if (case := self.case(entry)) is not None)

    def case(self, entry: document.Entry) -> nodes.EffectCase | None:
        key, do = self.reader.expression(entry.key), self.effects(entry.value)
        return nodes.EffectCase(key=key, do=do, span=entry.key.span) if key else None

    def pick_path(self, name: str) -> str:
        """The path of a `pick`, made of the name that it binds, so that effects added before or after it do not change its random numbers."""
        self.picks[name] += 1
        again = f".{self.picks[name]}" if self.picks[name] > 1 else ""
        return f"{self.path}.pick.{name}{again}"


def _as_mapping(words: str) -> str:
    """`move die to rack` as a mapping; empty if the words have no such simple form."""
    match words.split():
        case ["roll" | "return" | "shuffle" | "turn_of" | "go" as verb, what]:
            return f"{{{verb}: {what}}}"
        case ["move" | "set" | "add" as verb, *what, "to", where] if what:
            return f"{{{verb}: {' '.join(what)}, to: {where}}}"
        case _:
            return ""


_MAKE: Final[Mapping[str, Callable[..., nodes.AnyEffect]]] = {
    each.verb.name: each for each in get_args(nodes.AnyEffect)
}
