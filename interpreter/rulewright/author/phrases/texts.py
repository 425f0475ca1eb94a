"""Words for names and values of a rulebook at one table: labels, members of enums, spaces, seats, amounts.

    About `<target> points win`      ->      100 points win

An id without a label is printed without its underscores, and an expression that is constant at this table as its value.  The
entries that a printed sentence refers to are collected in `mentioned`, so that the sheet can explain them too.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from rulewright.author.english import noun, plain, sentence
from rulewright.author.phrases.ledger import Ledger
from rulewright.author.phrases.vocabulary import is_participle, uses
from rulewright.author.sheet.changed_words import Changes
from rulewright.author.sheet.pruning import Possible
from rulewright.checked.references import everything, names_in
from rulewright.checked.usage.unused import idle_names
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.problems.problem import RulebookError
from rulewright.rulebook import nodes as rules
from rulewright.rulebook.walking import inner_effects
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.pipeline import Book


class Words:
    """The words of one rulebook at one table."""

    def __init__(self, book: Book) -> None:
        self.book, self.rulebook, self.program = book, book.rulebook, book.program
        self.mentioned: set[str] = set()
        self.filled: set[str] = set()
        """Definitions whose own words, filled in, were printed in place of a call."""
        self.apart: set[str] = set()
        """Steps that the sheet describes once, in a section of their own, because several rules run them."""
        self.steps_told = 0
        """How often a step was described where a rule runs it."""
        self.ledger = Ledger()
        self.changes = Changes(book)
        self.possible = Possible(book.rulebook, book.program)
        self.idle = idle_names(book.rulebook)
        """Options and variables that only another variant uses."""

    def mention(self, entry: rules.Entry) -> str:
        """The name of a variable, table or definition; the sheet will have to explain it."""
        self.mentioned.add(entry.id)
        return self.name(entry)

    def term(self, entry: rules.Entry, owned: bool = False) -> str:
        """The name of an entry; the sheet will have to explain it. An id without a label or an `about` is in quotation marks where it
        could be read as part of the sentence: `“in play”` dice, but your `total`."""
        said, is_table = self.mention(entry), isinstance(entry, rules.Table)
        rule = is_table or (isinstance(entry, rules.Definition) and not isinstance(entry.body, rules.SumOf))
        plainly = (owned or is_table) and " " not in said
        return f"“{said}”" if rule and not plainly and entry.label is None and entry.about is None else said

    def the(self, entry: rules.Entry) -> str:
        """A variable with its article, `the score`, or in quotation marks if its name is not that of a thing, `“dealt”`; other entries as
        terms."""
        if not isinstance(entry, rules.Variable):
            return self.term(entry)
        said = self.mention(entry)
        return f"“{said}”" if entry.label is None and is_participle(said) else f"the {said}"

    @contextmanager
    def unprinted(self) -> Iterator[None]:
        """A context for words that are not printed: entries mentioned inside it need no explanation."""
        mentioned, filled = {*self.mentioned}, {*self.filled}
        with self.ledger.aside():
            yield
        self.mentioned, self.filled = mentioned, filled

    def constant(self, expression: syntax.Expression) -> tuple[ir.Constant, types.Type] | None:
        """The value and type of an expression that is constant at this table, or None. Pieces are never constants: they have names."""
        try:
            asked, kind = self.book.asked(expression)
        except RulebookError:
            return None
        if isinstance(kind, types.Piece) or not isinstance(asked.value, ir.Constant):
            return None
        return asked.value, kind

    def number_of_players(self, node: syntax.Expression) -> str:
        """The words for `players.count` where tables differ in it, so that one sentence holds for all of them; else empty."""
        if len(self.rulebook.players) == 1 or self.program.players == 1 or not self.players_here(node):
            return ""
        self.ledger.covers(node)
        return "the number of players"

    def players_here(self, node: syntax.Expression) -> str:
        """The value of `players.count`; empty for other expressions."""
        match node:
            case syntax.Attribute(of=syntax.Name(text="players"), name="count"):
                self.ledger.covers(node)
                return str(self.program.players)
        return ""

    def are_constant(self, text: rules.Text) -> bool:
        """Whether all placeholders of a text have a constant value at this table."""
        return all(isinstance(part, str) or self.constant(part) is not None for part in text.parts)

    def member_of(self, expression: syntax.Expression) -> str:
        """The id of the enum member that an expression is at this table; the identifier of any other name, else empty."""
        found = self.constant(expression)
        if found is not None and isinstance(found[1], types.Enum) and isinstance(found[0].value, int):
            return found[1].members[found[0].value]
        return expression.text if isinstance(expression, syntax.Name) else ""

    def settled(self, condition: syntax.Expression | None) -> bool | None:
        """Whether a condition always (True) or never (False) holds at this table; None if it varies."""
        found = self.constant(condition) if condition is not None else None
        if found is not None:
            return found[0].value if isinstance(found[0].value, bool) else None
        match condition:
            case syntax.Not(operand=operand):
                held = self.settled(operand)
                return None if held is None else not held
            case syntax.And(items=items) | syntax.Or(items=items):
                decides = isinstance(condition, syntax.Or)
                parts = [self.settled(item) for item in items]
                if decides in parts:
                    return decides
                return None if None in parts else not decides
        return None

    def taken(self, effect: rules.AnyEffect) -> rules.Effects:
        """The effects nested in an effect, without branches that are never taken at this table."""
        match effect:
            case rules.If(condition=condition, do=do, else_=else_):
                settled = self.settled(condition)
                return (*(do if settled is not False else ()), *(else_ if settled is not True else ()))
            case rules.By(subject=subject, cases=cases):
                lists = (case.do for case in cases if self.applies(subject, case) is not False)
                return tuple(inner for do in lists for inner in do)
        return inner_effects(effect)

    def applies(self, subject: syntax.Expression, case: rules.EffectCase) -> bool | None:
        """Whether a case of a `by` always (True) or never (False) applies at this table; None if it varies."""
        return self.settled(syntax.Compare("==", subject, case.key, case.span))

    def value(self, value: int | bool | tuple[int, ...] | None, kind: types.Type) -> str:
        """A value of a type as it is printed: by its label, as a number, or as yes or no."""
        if value is None or isinstance(value, tuple):
            return "none" if value is None else ", ".join(str(item) for item in value)
        program = self.program
        match kind:
            case types.Optional(of=of):
                return self.value(value, of)
            case types.Space(board=name) if self._in_the_middle(name, value):
                return f"the middle of the {plain(name)}"
            case types.Team() if not self.alone:
                return f"team {value + 1}"
            case types.Player() | types.Team():
                seat = value if isinstance(kind, types.Player) else program.teams.index(value)
                return program.labels.seats[seat] or (f"player {seat + 1}" if seat else "the first player")
            case types.Boolean():
                return "yes" if value else "no"
        return Wording(program).printed(kind, value)

    def _in_the_middle(self, board: str, space: int) -> bool:
        """Whether a space is the origin of an unbounded board."""
        program = self.program
        unbounded = program.layout.boards[board].shape == "unbounded"
        return unbounded and program.labels.spaces[board][space][0] == "center"

    def is_kept(self, variable: rules.Variable) -> bool:
        """Whether players have to keep track of a variable at this table."""
        if variable.id in self.idle or variable.id in self.possible.needless:
            return False
        needed = self.possible.changes(variable) and self.possible.is_asked(variable)
        return needed or variable.id in self.mentioned

    def possible_ends(self) -> Iterator[rules.End]:
        """The ends that can be reached at this table."""
        compiled = {end.path: end.condition for end in self.program.ends}
        for end in self.rulebook.ends.values():
            never = isinstance(holds := compiled.get(end.path), ir.Constant) and holds.value is False
            if end.path in compiled and not never and end.path not in self.possible.never:
                yield end

    def rounds_matter(self) -> bool:
        """Whether any rule at this table depends on rounds, so that the sheet must define them."""
        book, ends = self.rulebook, list(self.possible_ends())
        asked = [end.when for end in ends if end.when is not None]
        asked += [outcome.place for end in ends for outcome in end.result if isinstance(outcome, syntax.Best)]
        known: tuple[rules.Action | rules.Trigger, ...] = (*book.actions, *book.triggers)
        rules_here = (each for each in known if each.path not in self.possible.never)
        return (
            bool(book.turns.round_end or book.turns.round_first)
            or any(end.at == "round" for end in ends)
            or any(variable.lasts == "round" for variable in book.variables.values())
            or any(uses(node, {"round"}) for node in asked)
            or any(map(_speaks_of_rounds, rules_here))
        )

    def member(self, name: str) -> str | None:
        """The label of a member or named face, whichever enum or kind it is of."""
        labels = self.program.labels
        known = (*labels.enums.values(), *labels.faces.values())
        return next((label for members in known for member, label in members if member == name), None)

    def listed(self, enum: str) -> str:
        """The labels of an enum's members, ` (red, blue)`; empty for other names."""
        members = self.program.labels.enums.get(enum, ())
        return f" ({', '.join(label for _, label in members)})" if members else ""

    def name(self, entry: rules.Entry) -> str:
        """An entry's label, or its id with spaces."""
        return entry.label.plain.strip() if entry.label is not None else plain(entry.id)

    def kind(self, name: str, count: int = 2) -> str:
        """The noun for `count` pieces of a kind: singular for 1, else plural."""
        return noun(self.program.labels.kinds.get(name, (plain(name), plain(name))), count)

    def kind_here(self, name: str) -> str:
        """What a kind is called as a whole: `the die` if there is only one on the table, else `dice`."""
        return f"the {self.kind(name, 1)}" if self.single(name) else self.kind(name)

    def amount(self, count: str, kind: str) -> str:
        """A number of pieces of a kind, `1 card` or `2 cards`; `count` is the number as it is printed."""
        return f"{count} {self.kind(kind, 1 if count == '1' else 2)}"

    def heading(self, phase: rules.Phase) -> str:
        """The heading of a phase's section."""
        alone = len(self.rulebook.phases) == 1
        return "Your turn" if alone else sentence(self.name(phase)).rstrip(".")

    @property
    def alone(self) -> bool:
        """Whether every player here is a team of one."""
        program = self.program
        return len({*program.teams}) == program.players

    def single(self, kind: str) -> bool:
        """Whether there is only one piece of a kind on the table."""
        layout = self.program.layout.kinds.get(kind)
        return layout is not None and layout.pieces == 1


_ROUNDS = re.compile(
    r"\b(?:in|from|after|before|until|the|an?|this|each|every|one|same|first|second|last|next|new) rounds?\b"
)


def _speaks_of_rounds(rule: rules.Action | rules.Trigger) -> bool:
    """Whether a rule depends on rounds, and its words on the sheet say so."""
    if "round" not in names_in(rule):
        return False
    own = [each for each in everything(rule) if isinstance(each, rules.Text)]
    silent = [
        each
        for each in everything(rule)
        if isinstance(each, rules.Condition) and not (each.says or each.about or each.sheet)
    ]
    silent_effects = () if rule.about or rule.sheet else rule.do
    said = (part for text in own for part in text.parts if isinstance(part, str))
    return any(map(_ROUNDS.search, said)) or "round" in names_in(*silent, *silent_effects)


Sort = Literal["space", "line", "way", ""]
"""The part of a board that a name stands for; empty if it stands for none."""


@dataclass(frozen=True, slots=True)
class Speaker(ABC):
    """The scope of an expression. `names` has the words for parameters and bound names, `sorts` says which of them are spaces, lines
    and directions of a board, and `bindings` has the domains of those that go through one (names for values have none)."""

    words: Words
    names: Mapping[str, str] = field(default_factory=dict)
    sorts: Mapping[str, Sort] = field(default_factory=dict)
    bindings: Mapping[str, object] = field(default_factory=dict)

    @abstractmethod
    def phrase(self, node: syntax.Expression) -> str:
        """An expression in words."""

    @abstractmethod
    def condition(self, node: syntax.Expression) -> str:
        """A condition in words."""

    @abstractmethod
    def denied(self, node: syntax.Expression) -> str:
        """The opposite of a condition in words."""
