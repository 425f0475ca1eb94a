"""The scope of an expression: bound names, whether there is an acting player, what is known not to be none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rulewright.checked.bindings import Fixed
from rulewright.expression.nodes import Expression, Node
from rulewright.language.types import Type
from rulewright.source.dataclass import dataclass, replace


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of an expression.

    `facts` maps the text of an expression that is known not to be none to the names it reads. `acting` is empty where
    `me` exists, otherwise the reason why nobody acts here. `values` fixes bound names, for expressions that are
    evaluated once for each piece.
    """

    names: Mapping[str, Type] = field(default_factory=dict)
    acting: str = ""
    facts: Mapping[str, frozenset[str]] = field(default_factory=dict)
    values: Mapping[str, Fixed] = field(default_factory=dict)
    example: bool = False
    parameters: tuple[str, ...] = ()
    """A definition's own parameters, whose owners are not known before it is used."""
    differing: frozenset[str] = frozenset()
    """Names that the actions listed in `after:` do not have in common."""
    roaming: frozenset[str] = frozenset()
    """Names bound to any piece of a kind, wherever it lies."""

    silent: frozenset[str] = frozenset()
    """Names whose value may be that of a die that was not rolled, nothing."""

    lets: Mapping[str, Expression] = field(default_factory=dict)
    """Values of names that a `let` gives."""

    narrowed: frozenset[str] = frozenset()
    """Names whose value is not none because of a test."""

    welcome: Node | None = None
    """An expression that may be none where it is written, so that no invariant has to say that it is not."""

    def bind(
        self,
        name: str,
        type_: Type,
        roaming: bool = False,
        silent: bool = False,
        narrowed: bool = False,
        value: Expression | None = None,
    ) -> Scope:
        wide = self.roaming | {name} if roaming else self.roaming
        quiet = self.silent | {name} if silent else self.silent
        tested = self.narrowed | {name} if narrowed else self.narrowed
        lets = self.lets if value is None else {**self.lets, name: value}
        names = {**self.names, name: type_}
        return replace(self, names=names, roaming=wide, silent=quiet, narrowed=tested, lets=lets)

    def welcoming(self, node: Node) -> Scope:
        return replace(self, welcome=node)

    def know(self, facts: Mapping[str, frozenset[str]]) -> Scope:
        return replace(self, facts={**self.facts, **facts}) if facts else self

    def forget(self, written: frozenset[str]) -> Scope:
        kept = {text: reads for text, reads in self.facts.items() if not reads & written}
        return self if len(kept) == len(self.facts) else replace(self, facts=kept)
